// A puzzle: the board and the tabs of a table, and for a run the stops, chosen by clicking hexes.
// Every form loads the page anew.

import { openAmounts } from "./amounts.js";
import { openBoard } from "./board.js";
import { openExplanations } from "./explain.js";
import { openTabs } from "./tabs.js";

export function openPuzzle(table) {
  openTabs(table);
  openBoard(table);
  openAmounts();
  openExplanations(table);
  document.querySelector("[data-notice]").addEventListener("click", (event) => {
    event.currentTarget.hidden = true;
  });
  const form = document.querySelector("[data-stops]");
  if (form) openStops(form);
  table.dataset.ready = "yes";
}

function openStops(form) {
  const trains = [...form.querySelectorAll("fieldset")];
  const radios = [...form.querySelectorAll("[data-current]")];
  // With one train there is nothing to choose.
  for (const radio of radios) radio.hidden = trains.length < 2;
  const current = () => trains.find((one) => one.querySelector("[data-current]").checked);
  const shape = (hex) => document.querySelector(`[data-board] .gs-hex[data-hex="${CSS.escape(hex)}"]`);

  function mark() {
    for (const old of document.querySelectorAll("[data-board] .gs-hex[data-picked]")) delete old.dataset.picked;
    for (const [number, train] of trains.entries()) {
      for (const box of train.querySelectorAll("[data-hex]:checked")) {
        const hex = shape(box.dataset.hex);
        if (hex) hex.dataset.picked = number % 6;
      }
      train.classList.toggle("current", train === current());
    }
  }

  // A hex with several stops offers them in turn: the first, the next, …, all of them, none.
  function pick(hex) {
    const boxes = [...current().querySelectorAll(`[data-hex="${CSS.escape(hex)}"]`)];
    if (!boxes.length) return;
    const states = [[], ...boxes.map((box) => [box]), ...(boxes.length > 1 ? [boxes] : [])];
    const now = boxes.filter((box) => box.checked);
    const at = states.findIndex((state) => state.length === now.length && state.every((box) => now.includes(box)));
    const next = states[(at + 1) % states.length];
    for (const box of boxes) box.checked = next.includes(box);
    mark();
  }

  document.addEventListener("click", (event) => {
    const hex = event.target.closest?.("[data-board] .gs-hex")?.dataset.hex;
    if (hex) pick(hex);
  });
  document.addEventListener("keydown", (event) => {
    const hex = event.target.closest?.("[data-board] .gs-hex")?.dataset.hex;
    if (hex && (event.key === "Enter" || event.key === " ")) pick(hex);
  });
  form.addEventListener("change", mark);
  mark();
}

// A phone at a real table: one card at a time. The card of the turn opens by itself when its owner is asked.
import { openAlerts } from "./alerts.js";
import { openAmounts } from "./amounts.js";
import { openExplanations } from "./explain.js";
import { openTable } from "./table.js";

export function openHand(table) {
  const cards = [...table.querySelectorAll("[data-card]")];
  const links = [...table.querySelectorAll("[data-open]")];
  const isAsked = () => document.title.startsWith("●") || Boolean(table.querySelector(".request button[value=yes]"));

  function show(name) {
    for (const card of cards) card.hidden = card.dataset.card !== name;
    for (const link of links) {
      if (link.dataset.open === name) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    scrollTo(0, 0);
  }
  for (const link of links)
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(link.dataset.open);
    });

  // Nothing changes under a finger that is down.
  let isDown = false;
  addEventListener("pointerdown", () => {
    isDown = true;
  });
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => {
      isDown = false;
    });

  let asked = isAsked();
  const mark = () => table.toggleAttribute("data-asked", isAsked());
  table.addEventListener("table:changed", (event) => {
    table.dataset.roundView = event.detail.view;
    if (isAsked() && !asked && !isDown) show("turn");
    asked = isAsked();
    mark();
  });

  show("turn");
  mark();
  openAlerts(table);
  openAmounts();
  openExplanations(table);
  openTable(table);
  table.dataset.ready = "yes";
}

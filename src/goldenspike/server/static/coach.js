// The coach: in lessons its advice comes with every turn; elsewhere it answers when asked. The card of a lesson keeps its height.
import { markAction } from "./hint.js";
import { morph } from "./morph.js";

const AGAIN = 2000; // milliseconds until it is asked again what has been found

export function openCoach(table) {
  const card = () => document.querySelector("[data-coach]");
  const box = () => card()?.querySelector("[data-coach-said]");
  const position = () => `${table.dataset.ply}:${table.dataset.undos}`;
  let asked = 0;
  let shown = "";
  let looking = false;

  function say(sentence) {
    const paragraph = document.createElement("p");
    paragraph.textContent = sentence;
    box().replaceChildren(paragraph);
  }

  function clear() {
    asked += 1;
    if (!box()?.hasChildNodes()) return;
    box().replaceChildren();
    markAction(table, null);
  }

  async function ask(form) {
    clear();
    const mine = asked;
    const had = card().contains(document.activeElement);
    box().toggleAttribute("data-other", form.matches("[data-coach-ask]"));
    say(box().dataset.thinking);
    try {
      const body = new URLSearchParams(new FormData(form));
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { accept: "text/x-part" } });
      const text = await answer.text();
      if (mine !== asked || !box()) return;
      if (!answer.ok) say(box().dataset.failed);
      else show(text, had);
    } catch {
      if (mine === asked && box()) say(box().dataset.failed);
    }
  }

  function show(text, had) {
    box().innerHTML = text;
    card().querySelector(".coach-words").scrollTop = 0;
    const advised = box().querySelector("[data-coach-do] button");
    if (!advised) return;
    markAction(table, advised.value);
    if (had || document.activeElement === document.body) advised.focus({ preventScroll: true });
  }

  // After the game come the decisions that mattered most, as they are found.
  async function lookBack() {
    const place = () => card()?.querySelector("[data-look-back]");
    if (looking || !place() || place().querySelector("[data-decisions='done']")) return;
    looking = true;
    try {
      const answer = await fetch(`${table.dataset.path}/decisions`, { headers: { accept: "text/x-part" } });
      const text = await answer.text();
      if (answer.ok && place()) morph(place(), text);
    } finally {
      looking = false;
      if (place()?.querySelector("[data-decisions='working']")) setTimeout(lookBack, AGAIN);
    }
  }

  // What was said about an earlier position is gone; a lesson speaks of the new one.
  function follow() {
    lookBack();
    const advice = card()?.querySelector("[data-coach-advice]");
    const now = advice && table.dataset.present === "yes" ? position() : "";
    if (now === shown && (!now || box()?.hasChildNodes())) return;
    if (now !== shown) {
      clear();
      const about = card()?.querySelector(".coach-words > details");
      if (about) about.open = about.hasAttribute("data-unfolded");
    }
    shown = now;
    if (now) ask(advice);
  }

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-coach-ask], [data-coach-advice]")) return;
    event.preventDefault();
    ask(event.target);
  });
  table.addEventListener("table:changed", (event) => {
    if (event.detail.moved && !card()?.querySelector("[data-coach-advice]")) clear();
    follow();
  });
  follow();
}

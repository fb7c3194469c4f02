// The coach: in lessons its advice comes with every turn; elsewhere it answers when asked. The card of a lesson keeps its height.
import { markAction } from "./hint.js";

export function openCoach(table) {
  const card = () => document.querySelector("[data-coach]");
  const box = () => card()?.querySelector("[data-coach-said]");
  const position = () => `${table.dataset.ply}:${table.dataset.undos}`;
  let asked = 0;
  let shown = "";

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

  // What was said about an earlier position is gone; a lesson speaks of the new one.
  function follow() {
    const advice = card()?.querySelector("[data-coach-advice]");
    const now = advice && table.dataset.present === "yes" ? position() : "";
    if (now === shown && (!now || box()?.hasChildNodes())) return;
    if (now !== shown) clear();
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

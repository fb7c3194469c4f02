// Since the reader's last turn: marks on what has changed, and the replay. The browser knows no rules; the card names the marks.
import { replayPause } from "./pace.js";

const CONTROLS = "a, button, input, select, summary, label, [role=button]";

export function openSince(table, go) {
  const card = () => document.querySelector("[data-since]");
  const isPast = () => table.dataset.present !== "yes";

  function mark() {
    const names = new Set(isPast() ? [] : card()?.dataset.marks.split(" ").filter(Boolean));
    const isNamed = ({ mark, hex, cell }) =>
      mark ? mark.split(" ").some((name) => names.has(name)) : names.has(hex ? `hex-${hex}` : `cell-${cell}`);
    // Most of the time nothing is marked, and nothing is to be.
    const places = names.size ? "[data-mark], [data-board] .gs-hex, .market .gs-market" : ".changed";
    for (const one of document.querySelectorAll(places)) one.classList.toggle("changed", isNamed(one.dataset));
    for (const line of card()?.querySelectorAll("[data-ply]") ?? [])
      line.toggleAttribute("aria-current", isPast() && line.dataset.ply === table.dataset.shown);
    for (const line of card()?.querySelectorAll("[aria-current]") ?? []) line.setAttribute("aria-current", "true");
  }

  // --- replay: each position since the reader's last turn, then the newest one again

  let next = null; // the position that is shown next, null if there is no replay
  let timer = 0;
  let stopped = false; // whether the click under way has just ended the replay

  function step() {
    const ply = next;
    next = ply + 1;
    if (ply < Number(table.dataset.ply)) go(ply);
    else {
      stop();
      go(null);
    }
  }
  function stop() {
    clearTimeout(timer);
    next = null;
    table.removeAttribute("data-replays");
  }
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target.closest?.("[data-replay]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (stopped) go(null);
      else {
        next = Number(link.dataset.replay);
        table.setAttribute("data-replays", "");
        step();
      }
      stopped = false;
    },
    true,
  );
  for (const kind of ["pointerdown", "keydown"])
    document.addEventListener(
      kind,
      (event) => {
        const control = event.target.closest?.(CONTROLS);
        stopped = false;
        if (next === null || (kind === "pointerdown" && !control)) return;
        stopped = event.key === "o" || Boolean(control?.matches("[data-replay]"));
        stop();
      },
      true,
    );

  table.addEventListener("table:changed", (event) => {
    mark();
    if (next === null || event.detail.shown !== next - 1) return;
    clearTimeout(timer);
    timer = setTimeout(step, replayPause());
  });
  mark();
}

// Explanations: pointing at a term, focusing it or tapping it shows what it means, beside it and never over it.
// Without scripts the browser opens them in the middle of the page.

const GAP = 6;
const PAUSE = 250; // milliseconds; a pointer on its way somewhere else opens nothing, and may cross the gap to the explanation

const termAt = (node) => node.closest?.("[data-explain], .gs-private[data-private]");
const boxOf = (term) => document.getElementById(`explain-${term.dataset.explain ?? `private-${term.dataset.private}`}`);
const isShown = (box) => box?.matches(":popover-open");

export function openExplanations(table) {
  let term = null; // what is explained now
  let kept = false; // by a click, until the next one or Escape
  let timer = 0;

  function place(box) {
    const at = term.getBoundingClientRect();
    box.style.maxHeight = "";
    const { width, height } = box.getBoundingClientRect();
    const above = at.top - 2 * GAP;
    const below = innerHeight - at.bottom - 2 * GAP;
    const isBelow = height <= below || below >= above;
    const room = Math.max(0, isBelow ? below : above);
    box.style.maxHeight = `${room}px`;
    box.style.top = `${isBelow ? at.bottom + GAP : at.top - GAP - Math.min(height, room)}px`;
    box.style.left = `${Math.max(GAP, Math.min(at.left, document.documentElement.clientWidth - width - GAP))}px`;
  }
  // A sign carries its own words; the browser need not show them a second time.
  function fill(box) {
    term.removeAttribute("title");
    box.querySelector("p").textContent = term.querySelector(".hidden").textContent;
  }
  function show(next, keep = false) {
    clearTimeout(timer);
    const box = boxOf(next);
    if (!box) return;
    term = next;
    kept = keep;
    if (term.dataset.explain === "sign") fill(box);
    if (!isShown(box)) box.showPopover(term instanceof HTMLElement ? { source: term } : {});
    place(box);
  }
  function hide() {
    clearTimeout(timer);
    const box = term && boxOf(term);
    term = null;
    kept = false;
    if (isShown(box)) box.hidePopover();
  }
  const later = (what) => {
    clearTimeout(timer);
    timer = setTimeout(what, PAUSE);
  };

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || kept) return;
    const found = termAt(event.target);
    if (found && found !== term && !event.buttons) later(() => show(found));
    else if (found || event.target.closest?.(".explanation")) clearTimeout(timer);
    else if (term && !term.matches(":focus-visible")) later(hide);
    else clearTimeout(timer);
  });
  document.addEventListener("focusin", (event) => {
    const found = termAt(event.target);
    if (found?.matches(":focus-visible")) show(found);
    else if (term && !event.target.closest(".explanation")) hide();
  });
  document.addEventListener("click", (event) => {
    const found = termAt(event.target);
    // A private company on the board is part of a hex, which has clicks of its own.
    if (!found?.dataset.explain) return;
    event.preventDefault();
    if (found === term && kept) hide();
    else show(found, true);
  });
  // Escape and clicks elsewhere close it without our doing.
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.newState === "closed" && term && event.target === boxOf(term)) hide();
    },
    true,
  );
  function follow() {
    if (!term) return;
    const at = term.getBoundingClientRect();
    const isGone = !term.isConnected || !at.width || at.bottom < 0 || at.top > innerHeight;
    if (isGone || !isShown(boxOf(term))) hide();
    else place(boxOf(term));
  }
  addEventListener("scroll", (event) => !event.target.closest?.(".explanation") && follow(), { capture: true, passive: true });
  addEventListener("resize", follow);
  table.addEventListener("table:changed", follow);
}

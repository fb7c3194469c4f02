// The question in sight: when a turn comes, the column beside the board scrolls back to it. While the pointer is in that column,
// or something is being typed there, nothing moves; then a bar at the top says the question and leads back to it.

const wide = matchMedia("(min-width: 60.01rem)"); // on a phone the question is under the thumb

export function openSight(table) {
  const column = document.querySelector(".right");
  const bar = document.querySelector("[data-to-question]");
  const question = () => document.querySelector("#question");
  const isMyTurn = () => document.title.startsWith("●");
  const isAbove = () => question().getBoundingClientRect().bottom <= column.getBoundingClientRect().top;
  const isBusy = () => column.matches(":hover") || document.activeElement?.matches(".right :is(input, select, textarea)");

  function look() {
    bar.hidden = !(wide.matches && isMyTurn() && isAbove());
    bar.textContent = question().textContent;
  }
  const back = () => column.scrollTo({ top: 0 });

  let wasMyTurn = isMyTurn();
  table.addEventListener("table:changed", ({ detail }) => {
    const comes = detail.moved && isMyTurn() && (!wasMyTurn || !detail.acted);
    wasMyTurn = isMyTurn();
    if (comes && !isBusy()) back();
    look();
  });
  column.addEventListener("scroll", look, { passive: true });
  bar.addEventListener("click", () => {
    back();
    question().focus({ preventScroll: true });
  });
}

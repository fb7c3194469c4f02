// Tabs: one large view on the left, one list on the right; on a phone one of them all, under the board.
// The large view follows the kind of round, unless the reader has pinned one.
const LARGE = ["board", "auction", "market", "sheet", "tiles"];

const isSmall = () => matchMedia("(max-width: 60rem)").matches;

export function openTabs(table) {
  const sections = () => [...document.querySelectorAll(".tabbed")];
  const hasView = (name) => Boolean(document.querySelector(`.left [data-tab="${name}"]`));
  const shownView = () => document.querySelector(".left .tabbed.shown")?.dataset.tab;
  // On a phone the board stays above the lists in rounds that are played on it; in others it is a tab like the rest.
  const isOnTop = (name) => name === "board" && table.dataset.base === "board";

  function show(name) {
    const large = LARGE.includes(name);
    for (const section of sections()) {
      const tab = section.dataset.tab;
      const beside = tab !== "log" && LARGE.includes(tab) === large;
      if (beside) section.classList.toggle("shown", tab === name);
      if (!isOnTop(name)) section.classList.toggle("chosen", tab === name);
    }
    for (const link of document.querySelectorAll(".tabs [data-show]")) {
      const tab = link.dataset.show;
      if (LARGE.includes(tab) === large) link.toggleAttribute("aria-current", tab === name);
      if (tab === name) link.setAttribute("aria-current", "true");
      if (!isOnTop(name)) link.classList.toggle("chosen", tab === name);
    }
    if (name === "tiles") chart();
    table.dispatchEvent(new Event("table:view"));
    pinButton.ariaPressed = String(pinned() === shownView());
  }

  async function chart() {
    const link = document.querySelector("a[data-chart]");
    if (!link) return;
    const answer = await fetch(`${link.getAttribute("href")}?theme=page`);
    if (!answer.ok) return;
    const box = document.createElement("div");
    box.className = "chart";
    box.tabIndex = 0;
    box.role = "group";
    box.ariaLabel = link.textContent;
    box.innerHTML = await answer.text();
    const heading = document.createElement("h2");
    heading.textContent = link.textContent;
    link.closest("p").replaceWith(heading, box);
  }

  // --- pinning, for this table in this browser

  const stored = `gs_view_${table.dataset.table}`;
  const pinButton = document.querySelector("[data-pin]");
  const pinned = () => {
    const name = localStorage.getItem(stored);
    return hasView(name) ? name : null;
  };

  // Show the view of the round, or the pinned one, and the list that goes with the round.
  function follow() {
    const { first, roundView } = table.dataset;
    table.dataset.base = pinned() ?? roundView;
    show(first);
    show(table.dataset.base);
  }

  pinButton.addEventListener("click", () => {
    const name = shownView();
    if (pinned() === name) localStorage.removeItem(stored);
    else localStorage.setItem(stored, name);
    follow();
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-show]");
    if (!link) return;
    event.preventDefault();
    show(link.dataset.show);
    // On a phone the lists begin below the board, under the question: what was asked for comes into view.
    if (isSmall() || !link.closest(".tabs"))
      document.querySelector(`.tabbed[data-tab="${link.dataset.show}"]`)?.scrollIntoView({ block: "start" });
  });

  // Nothing moves under a button or finger that is down.
  let isDown = false;
  let whenUp = null;
  const quietly = (work) => {
    if (isDown) whenUp = work;
    else work();
  };
  addEventListener("pointerdown", () => {
    isDown = true;
  });
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => {
      isDown = false;
      // After the click that may follow.
      setTimeout(() => {
        if (isDown) return;
        whenUp?.();
        whenUp = null;
      });
    });

  // When something is to be done on the board, the board is what one wants to see.
  const asksOnBoard = () => Boolean(document.querySelector("[data-board] [role=button]"));
  let asked = asksOnBoard();
  table.addEventListener("table:changed", (event) => {
    const { first, view, moved, acted, isPast } = event.detail;
    // Whoever looks back keeps the view that he has chosen.
    if (isPast) return;
    const isOther = view !== table.dataset.roundView || first !== table.dataset.first;
    const asks = asksOnBoard();
    const begins = moved && !asked && asks && !pinned();
    const ends = asked && !asks && table.dataset.base !== "board" && shownView() === "board";
    asked = asks;
    Object.assign(table.dataset, { first, roundView: view });
    if (isOther || begins || ends)
      quietly(() => {
        // Another kind of round is about other things; so is a question about the board, while it lasts.
        if (isOther || ends) follow();
        if (!begins) return;
        show("board");
        // On a phone it may be far up; who has just answered has his thumb free, others keep their place and have a link.
        if (acted && isSmall()) document.querySelector("[data-board]").scrollIntoView({ block: "nearest" });
      });
  });

  if (pinned()) follow();
  else if (asked) show("board");
  for (const link of document.querySelectorAll(".tabs [data-show]")) {
    if (document.querySelector(`.tabbed.chosen[data-tab="${link.dataset.show}"]`)) link.classList.add("chosen");
  }
  document.documentElement.classList.add("whole");
}

// Tabs: one large view on the left, one list on the right; on a phone one of them all, under the board.
const LARGE = ["board", "market", "sheet", "tiles"];

export function openTabs(table) {
  const sections = () => [...document.querySelectorAll(".tabbed")];

  function show(name) {
    const large = LARGE.includes(name);
    for (const section of sections()) {
      const tab = section.dataset.tab;
      const beside = tab !== "log" && LARGE.includes(tab) === large;
      if (beside) section.classList.toggle("shown", tab === name);
      if (name !== "board") section.classList.toggle("chosen", tab === name);
    }
    for (const link of document.querySelectorAll(".tabs [data-show]")) {
      const tab = link.dataset.show;
      if (LARGE.includes(tab) === large) link.toggleAttribute("aria-current", tab === name);
      if (tab === name) link.setAttribute("aria-current", "true");
      if (name !== "board") link.classList.toggle("chosen", tab === name);
    }
    if (name === "tiles") chart();
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

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-show]");
    if (!link) return;
    event.preventDefault();
    show(link.dataset.show);
    // On a phone the lists begin below the board, under the question: what was asked for comes into view.
    const small = matchMedia("(max-width: 60rem)").matches;
    if (small || !link.closest(".tabs"))
      document.querySelector(`.tabbed[data-tab="${link.dataset.show}"]`)?.scrollIntoView({ block: "start" });
  });
  for (const link of document.querySelectorAll(".tabs [data-show]")) {
    if (document.querySelector(`.tabbed.chosen[data-tab="${link.dataset.show}"]`)) link.classList.add("chosen");
  }
  // When something is to be done on the board, the board is what one wants to see.
  const asksOnBoard = () => Boolean(document.querySelector("[data-board] [role=button]"));
  let asked = asksOnBoard();
  table.addEventListener("table:changed", (event) => {
    // Another kind of round is about other things.
    if (event.detail.first !== table.dataset.first) {
      table.dataset.first = event.detail.first;
      show(event.detail.first);
    }
    if (event.detail.moved && asksOnBoard()) {
      show("board");
      // On a phone it may be far up; who has just answered has his thumb free, others keep their place and have a link.
      if (!asked && event.detail.acted) document.querySelector("[data-board]").scrollIntoView({ block: "nearest" });
    }
    asked = asksOnBoard();
  });
}

// The history without loading the page: links to positions, the slider and the arrow keys swap the parts of the page in place.
// The log marks the move that is shown, and the address follows, so that it can be copied.

const SIZES = [
  ["ctrlKey", "round-"],
  ["shiftKey", "turn-"],
];
const canScrollSideways = (element) => element && element.scrollWidth > element.clientWidth + 1;

export function openHistory(table, { wanted, refresh, ...live }) {
  const path = `/t/${table.dataset.table}`;
  const slider = () => document.querySelector("[data-slider]");
  const isPast = () => table.dataset.present !== "yes";

  const [dock, bar] = [".dock", "header.top"].map((name) => document.querySelector(name));
  const height = (element) => `${element.getBoundingClientRect().height}px`;
  function go(ply) {
    dock.style.height ||= height(dock);
    bar.style.minHeight ||= height(bar);
    live.go(ply);
  }

  // --- the menu closes by itself

  const menu = () => document.querySelector(".position");
  document.addEventListener("click", (event) => {
    if (menu()?.open && !event.target.closest?.(".position")) menu().open = false;
  });

  // --- links to positions, wherever they are

  function plyOf(link) {
    const url = new URL(link.href);
    const others = [...url.searchParams.keys()].filter((name) => name !== "ply");
    if (url.origin !== location.origin || url.pathname !== path || others.length || url.hash) return undefined;
    const ply = url.searchParams.get("ply");
    return ply === null ? null : Number(ply);
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const ply = plyOf(link);
    if (ply === undefined || (ply === null && link.closest("header"))) return;
    event.preventDefault();
    if (link.matches("[data-copy-link]")) copy(link);
    else go(ply);
  });

  // The invitation, below the seats of a table that has not begun.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy-invitation]");
    if (!button) return;
    const field = document.querySelector("[data-copy]");
    field.select();
    await navigator.clipboard?.writeText(field.value);
    button.textContent = button.dataset.copied;
  });

  async function copy(link) {
    const said = document.querySelector("[data-copy-said]");
    try {
      await navigator.clipboard.writeText(link.href);
      said.textContent = link.dataset.copied;
    } catch {
      // Without the right to use the clipboard, the address bar has it.
      history.replaceState(null, "", link.href);
      said.textContent = link.href;
    }
  }

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-slider]")) go(Number(event.target.value));
  });

  // --- keys

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (localStorage.getItem("gs_keys") === "off" || event.target.closest("input, select, textarea")) return;
    if (event.key === "Escape" && menu()?.open) {
      event.preventDefault();
      menu().open = false;
      menu().querySelector("summary").focus();
    } else if (event.key === "Escape" && isPast()) {
      event.preventDefault();
      go(null);
      return;
    }
    const way = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
    if (!way || document.querySelector(".choosing") || canScrollSideways(event.target.closest("[tabindex='0']"))) return;
    event.preventDefault();
    const size = SIZES.find(([key]) => event[key])?.[1] ?? "";
    if (size) go(plyOf(document.getElementById(`step-${size}${way}`)));
    else go(wanted() + (way === "on" ? 1 : -1));
  });

  // --- the log and the address in step

  const log = () => document.querySelector(".log");
  const plyOfLine = (line) => Number(new URL(line.querySelector("a").href).searchParams.get("ply"));

  function mark() {
    for (const line of document.querySelectorAll(".log [aria-current]")) line.removeAttribute("aria-current");
    if (!isPast()) return;
    const shown = Number(table.dataset.shown);
    const lines = [...document.querySelectorAll(".log .log-move")];
    // Older moves are not on a new page.
    if (lines.length && plyOfLine(lines[0]) > shown && shown && table.dataset.log !== "all") {
      table.dataset.log = "all";
      refresh();
    }
    const line = lines.findLast((one) => plyOfLine(one) <= shown);
    if (!line) return;
    line.setAttribute("aria-current", "true");
    const above = line.getBoundingClientRect().top - log().getBoundingClientRect().top;
    log().scrollTop += above - (log().clientHeight - line.clientHeight) / 2;
  }

  let wasPast = isPast();
  table.addEventListener("table:changed", () => {
    if (wasPast && !isPast()) log().scrollTop = log().scrollHeight;
    wasPast = isPast();
    if (!wasPast && wanted() === Number(table.dataset.ply)) for (const held of [dock, bar]) held.removeAttribute("style");
    mark();
    // What is asked for may be further on than what has come.
    slider().value = wanted();
    const url = new URL(location.href);
    if (isPast()) url.searchParams.set("ply", table.dataset.shown);
    else url.searchParams.delete("ply");
    if (url.href !== location.href) history.replaceState(null, "", url);
  });
  mark();
  return go;
}

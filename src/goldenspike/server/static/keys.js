// Keys: each presses a button or follows a link that is on the page; `?` lists them.

const STORED = "gs_keys";
const TABS = {
  b: "board",
  m: "market",
  s: "sheet",
  t: "tiles",
  p: "players",
  c: "companies",
  v: "trains",
  i: "privates",
  l: "log",
};
const BUTTONS = {
  a: ".tabs [data-show=auction]",
  n: ".part-panel button[data-kind=Pass]",
  d: "button[data-kind=RunAndPay], button[data-kind=PayDividend]",
  w: "button[data-kind=RunAndWithhold], button[data-kind=PayDividend][value*=withhold]",
  e: "button[data-kind=RunPayAndEnd]",
  u: "[data-undo]",
  U: "[data-turn-start]",
  y: "[data-redo]",
  g: "[data-board] [role=button], .stock .trades button, .auction .bidding :is(button, input)",
  h: "[data-hint] button",
  j: "#hint-do",
  k: "[data-pin]",
  o: "[data-replay]",
  x: "[data-full]",
  "[": "#run-previous",
  "]": "#run-next",
};
// These wait for the answer to the form under way; other keys would answer a question that nobody has read yet.
const PATIENT = ["u", "U", "y"];
const seen = (element) => element.getClientRects().length && !element.disabled;

export function openKeys() {
  const waiting = [];
  const dialog = document.querySelector("[data-keys]");
  const switched = dialog.querySelector("[data-keys-on]");
  switched.checked = localStorage.getItem(STORED) !== "off";
  switched.addEventListener("change", () => localStorage.setItem(STORED, switched.checked ? "on" : "off"));
  const opener = document.querySelector("[data-keys-open]");
  opener.hidden = false;
  opener.addEventListener("click", () => dialog.showModal());

  const answers = () =>
    [...document.querySelectorAll(".part-panel .answers > button")].filter((one) => seen(one) && !one.closest("details"));
  function find(key) {
    if (/^[1-9]$/.test(key)) return answers()[Number(key) - 1];
    if (TABS[key]) return document.querySelector(`.tabs [data-show=${TABS[key]}]`);
    return [...document.querySelectorAll(BUTTONS[key] ?? ":not(*)")].find(seen);
  }
  function press(key) {
    const found = find(key);
    // What others have decided is not taken back by a single key.
    if (!found && key === "u") document.querySelector("[data-undo-further]")?.focus();
    // The way to the first thing to choose is long for Tab.
    if (key === "g") {
      found?.focus();
      // What is typed into a field replaces the amount in it.
      found?.select?.();
    } else found?.click();
    return found;
  }
  const isSending = () => Boolean(document.querySelector("[data-table][data-sending]"));
  document.addEventListener("table:sent", () => {
    while (waiting.length && !isSending()) press(waiting.shift());
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (event.target.closest("input:not([type=checkbox]), select, textarea")) {
      // Out of the field, so that keys are keys again.
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.key === "?") {
      event.preventDefault();
      dialog.showModal();
    } else if (switched.checked) {
      const key = event.key === "U" ? "U" : event.key.toLowerCase();
      if (isSending() && PATIENT.includes(key)) {
        if (!event.repeat) waiting.push(key);
        return;
      }
      const found = press(key);
      if (!found) return;
      event.preventDefault();
      // What stands below the question may be out of sight.
      if (TABS[key]) document.querySelector(`.right > .tabbed[data-tab=${found.dataset.show}].shown`)?.scrollIntoView();
    }
  });
}

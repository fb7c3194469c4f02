// A live table: one connection that says "changed", parts that are fetched and swapped, forms that do not leave the page.
// The page works without this file; every form then loads the page anew.

const parts = () => [...document.querySelectorAll("[data-part]")];

// How to find an element again after its part was swapped.
function nameOf(one) {
  if (!one || one === document.body || !one.closest?.("[data-part]")) return "";
  const is = (name) => `[${name}="${CSS.escape(one.getAttribute(name))}"]`;
  if (one.dataset.focus) return is("data-focus");
  if (one.id) return `#${CSS.escape(one.id)}`;
  if (one.matches("summary")) return `details.${[...one.parentElement.classList].map(CSS.escape).join(".")} > summary`;
  if (one.matches("button[name][value]")) return `button${is("name")}${is("value")}`;
  if (one.matches("a[href]")) return `.part-${one.closest("[data-part]").dataset.part} a${is("href")}`;
  if (one.matches("input[name]") && one.form) {
    const action = one.form.querySelector("input[name=action]");
    return action
      ? `form:has(input[name=action][value="${CSS.escape(action.value)}"]) input${is("name")}`
      : `form[action="${CSS.escape(one.form.getAttribute("action"))}"] input${is("name")}`;
  }
  if (one.matches("[data-place]")) return `[data-board] ${is("data-place")}${one.dataset.slot ? is("data-slot") : ""}`;
  return one.dataset.keep ? is("data-keep") : "";
}

export function openTable(table) {
  const id = table.dataset.table;
  let fetching = false;
  let again = false;
  let refusedJustNow = false;
  let acted = ""; // the button that was pressed; while its form is sent it is disabled and loses the focus

  const notice = (text) => {
    const box = document.querySelector("[data-notice]");
    box.textContent = text;
    box.hidden = !text;
  };

  async function refresh() {
    if (table.dataset.present !== "yes") return;
    if (fetching) {
      again = true;
      return;
    }
    fetching = true;
    try {
      const have = parts()
        .map((part) => `${part.dataset.part}:${part.dataset.key}`)
        .join(",");
      const run = table.dataset.run ? `&run=${table.dataset.run}&at=${table.dataset.ply}` : "";
      const answer = await fetch(`/t/${id}/parts?have=${encodeURIComponent(have)}${run}`, {
        headers: { accept: "application/json" },
      });
      if (answer.ok) show(await answer.json());
    } finally {
      fetching = false;
      if (again) {
        again = false;
        refresh();
      }
    }
  }

  function show(news) {
    const opened = [...document.querySelectorAll("[data-part] details")].map((one) => [one.className, one.open]);
    const scrolled = new Map(
      [...document.querySelectorAll("[data-keep]")].map((one) => [one.dataset.keep, [one.scrollLeft, one.scrollTop]]),
    );
    const atEnd = isAtEnd();
    const focused = document.activeElement;
    const name = nameOf(focused) || acted;
    const typed = [...document.querySelectorAll("[data-part] input:not([type=hidden], [type=range])")].map((one) => [
      nameOf(one),
      one.value,
    ]);
    for (const part of parts()) {
      const fresh = news.parts[part.dataset.part];
      if (!fresh) continue;
      part.innerHTML = fresh.html;
      part.dataset.key = fresh.key;
    }
    for (const [name, isOpen] of opened) {
      const same = [...document.querySelectorAll("[data-part] details")].find((one) => one.className === name);
      if (same) same.open = isOpen;
    }
    for (const one of document.querySelectorAll("[data-keep]")) {
      const [left, top] = scrolled.get(one.dataset.keep) ?? [0, 0];
      one.scrollLeft = left;
      one.scrollTop = top;
    }
    // Whoever plays by keyboard goes on where he was, or at the new question where that is gone.
    const moved = Number(table.dataset.ply) !== news.ply || Number(table.dataset.undos) !== news.undos;
    const gone = focused && focused !== document.body && (!focused.isConnected || (moved && focused.closest("[data-chooser]")));
    const lost = gone || ((!focused || focused === document.body) && acted);
    acted = "";
    if (lost) {
      const same = name && document.querySelector(name);
      (same && !same.disabled ? same : document.querySelector(".question"))?.focus({ preventScroll: true });
    }
    Object.assign(table.dataset, { ply: news.ply, undos: news.undos, revision: news.revision, shown: news.ply });
    document.title = (news.my_turn ? "● " : "") + document.title.replace(/^● /, "");
    if (moved) delete table.dataset.run;
    else
      for (const [input, value] of typed) {
        const same = input && document.querySelector(input);
        if (same && same.value !== value) same.value = value;
      }
    if (moved && !refusedJustNow) notice("");
    refusedJustNow = false;
    if (atEnd) toEnd();
    table.dispatchEvent(new CustomEvent("table:changed", { detail: { ...news, moved } }));
  }

  // --- another set of routes

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-run]");
    if (!link || table.dataset.present !== "yes" || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    table.dataset.run = link.dataset.run;
    refresh();
  });

  const log = () => document.querySelector(".log");
  const isAtEnd = () => !log() || log().scrollTop + log().clientHeight >= log().scrollHeight - 40;
  const toEnd = () => {
    if (log()) log().scrollTop = log().scrollHeight;
  };

  // --- forms

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-live]")) return;
    event.preventDefault();
    const data = new URLSearchParams(new FormData(form, event.submitter));
    acted = nameOf(event.submitter ?? document.activeElement) || ".question";
    const buttons = [...document.querySelectorAll("form[data-live] button")];
    for (const button of buttons) button.disabled = true;
    try {
      const answer = await fetch(form.getAttribute("action"), {
        method: "POST",
        body: data,
        headers: { accept: "application/json" },
      });
      if (answer.ok) {
        notice("");
        if (form.matches(".chat")) form.reset();
      } else {
        refusedJustNow = true;
        notice((await answer.json()).title);
      }
    } catch {
      notice(document.querySelector("[data-notice]").dataset.offline);
    }
    for (const button of buttons) button.disabled = false;
    await refresh();
  });

  // --- history

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-slider]")) {
      const ply = Number(event.target.value);
      location.assign(ply === Number(event.target.max) ? `/t/${id}` : `/t/${id}?ply=${ply}`);
    }
  });

  // --- the live connection; the browser reconnects by itself and the first message tells what was missed

  const source = new EventSource(`/t/${id}/live`);
  source.addEventListener("changed", (event) => {
    const news = JSON.parse(event.data);
    if (news.kind === "presence" || news.revision !== Number(table.dataset.revision)) refresh();
  });
  addEventListener("pagehide", () => source.close());
  toEnd();
}

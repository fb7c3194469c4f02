// A live table: one connection that says "changed", parts that are fetched and swapped, forms that do not leave the page.
// The page works without this file; every form then loads the page anew.

const parts = () => [...document.querySelectorAll("[data-part]")];

export function openTable(table) {
  const id = table.dataset.table;
  let fetching = false;
  let again = false;
  let refusedJustNow = false;

  const notice = (text) => {
    const box = document.querySelector("[data-notice]");
    box.textContent = text;
    box.hidden = !text;
  };

  async function refresh() {
    if (table.dataset.present !== "yes") return;
    if (fetching) { again = true; return; }
    fetching = true;
    try {
      const have = parts().map((part) => `${part.dataset.part}:${part.dataset.key}`).join(",");
      const answer = await fetch(`/t/${id}/parts?have=${encodeURIComponent(have)}`, { headers: { accept: "application/json" } });
      if (answer.ok) show(await answer.json());
    } finally {
      fetching = false;
      if (again) { again = false; refresh(); }
    }
  }

  function show(news) {
    const opened = [...document.querySelectorAll("[data-part] details")].map((one) => [one.className, one.open]);
    const scrolled = new Map([...document.querySelectorAll("[data-keep]")].map((one) => [one.dataset.keep, [one.scrollLeft, one.scrollTop]]));
    const atEnd = isAtEnd();
    const focused = document.activeElement;
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
    // Whoever plays by keyboard goes on at the new question.
    if (focused && focused !== document.body && !focused.isConnected) document.querySelector(".question")?.focus({ preventScroll: true });
    const moved = Number(table.dataset.ply) !== news.ply || Number(table.dataset.undos) !== news.undos;
    Object.assign(table.dataset, { ply: news.ply, undos: news.undos, revision: news.revision, shown: news.ply });
    document.title = (news.my_turn ? "● " : "") + document.title.replace(/^● /, "");
    if (moved && !refusedJustNow) notice("");
    refusedJustNow = false;
    if (atEnd) toEnd();
    table.dispatchEvent(new CustomEvent("table:changed", { detail: { ...news, moved } }));
  }

  const log = () => document.querySelector(".log");
  const isAtEnd = () => !log() || log().scrollTop + log().clientHeight >= log().scrollHeight - 40;
  const toEnd = () => { if (log()) log().scrollTop = log().scrollHeight; };

  // --- forms

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-live]")) return;
    event.preventDefault();
    const data = new URLSearchParams(new FormData(form, event.submitter));
    const buttons = [...document.querySelectorAll("form[data-live] button")];
    for (const button of buttons) button.disabled = true;
    try {
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body: data, headers: { accept: "application/json" } });
      if (answer.ok) { notice(""); if (form.matches(".chat")) form.reset(); }
      else { refusedJustNow = true; notice((await answer.json()).title); }
    } catch { notice("…"); }
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

// A live table: one connection that says "changed", parts that are fetched and swapped, forms that do not leave the page.
// The page works without this file; every form then loads the page anew.

const parts = () => [...document.querySelectorAll("[data-part]")];

export function openTable(table) {
  const id = table.dataset.table;
  let fetching = false;
  let again = false;

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
    const open = [...document.querySelectorAll("details[data-lays][open]")].map((one) => one.dataset.lays);
    for (const part of parts()) {
      const fresh = news.parts[part.dataset.part];
      if (!fresh) continue;
      part.innerHTML = fresh.html;
      part.dataset.key = fresh.key;
    }
    for (const hex of open) document.querySelector(`details[data-lays="${CSS.escape(hex)}"]`)?.setAttribute("open", "");
    const was = Number(table.dataset.ply);
    Object.assign(table.dataset, { ply: news.ply, undos: news.undos, revision: news.revision, shown: news.ply });
    document.title = (news.my_turn ? "● " : "") + document.title.replace(/^● /, "");
    if (was !== news.ply) notice("");
    toEnd();
    table.dispatchEvent(new CustomEvent("table:changed", { detail: news, bubbles: true }));
  }

  const toEnd = () => { const log = document.querySelector(".log"); if (log) log.scrollTop = log.scrollHeight; };

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
      else notice((await answer.json()).title);
    } catch { notice("…"); }
    for (const button of buttons) button.disabled = false;
    await refresh();
  });

  // --- the board: a click on a hex opens its tiles, one on a city answers there

  const choose = (target) => {
    const hex = target.closest("[data-hex]")?.dataset.hex;
    if (!hex) return;
    const lays = document.querySelector(`details[data-lays="${CSS.escape(hex)}"]`);
    if (lays) { lays.open = true; lays.querySelector("button")?.focus(); return; }
    document.querySelector(`.part-panel button[data-hex="${CSS.escape(hex)}"]`)?.focus();
  };
  document.addEventListener("click", (event) => { if (event.target.closest("[data-board]")) choose(event.target); });
  document.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.closest("[data-board] [tabindex]")) { event.preventDefault(); choose(event.target); }
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

// A live table: one connection that says "changed", parts that are fetched and swapped, forms that do not leave the page.
// The page works without this file; every form then loads the page anew.

import { morph } from "./morph.js";

const parts = () => [...document.querySelectorAll("[data-part]")];

export function openTable(table) {
  const id = table.dataset.table;
  const asked = new URLSearchParams(location.search).get("seat");
  if (asked !== null) table.dataset.speaks = asked;
  let fetching = false;
  const waiting = []; // for each piece of news that came meanwhile, whether it is still news
  let refusedJustNow = false;
  let acted = false; // whether the news that comes next may be of the reader's own doing
  let sending = null; // the form under way; its buttons stay enabled, since a disabled button loses the focus

  const notice = (text) => {
    const box = document.querySelector("[data-notice]");
    box.textContent = text;
    box.hidden = !text;
  };
  document.querySelector("[data-notice]").addEventListener("click", () => notice(""));

  async function refresh(isNeeded = () => true) {
    if (table.dataset.present !== "yes") return;
    if (fetching) {
      waiting.push(isNeeded);
      return;
    }
    fetching = true;
    try {
      const have = parts()
        .map((part) => `${part.dataset.part}:${part.dataset.key}`)
        .join(",");
      const run = table.dataset.run ? `&run=${table.dataset.run}` : "";
      const seat = table.dataset.speaks ? `&seat=${table.dataset.speaks}` : "";
      const at = `&at=${table.dataset.ply}`;
      const log = new URLSearchParams(location.search).get("log") === "all" ? "&log=all" : "";
      const answer = await fetch(`/t/${id}/parts?have=${encodeURIComponent(have)}${at}${run}${seat}${log}`, {
        headers: { accept: "application/json" },
      });
      if (answer.ok) show(await answer.json());
    } finally {
      fetching = false;
      if (waiting.splice(0).some((isNeeded) => isNeeded())) refresh();
    }
  }

  function show(news) {
    const moved = Number(table.dataset.ply) !== news.ply || Number(table.dataset.undos) !== news.undos;
    const atEnd = isAtEnd();
    const focused = document.activeElement;
    table.dispatchEvent(new CustomEvent("table:changing"));
    for (const part of parts()) {
      const fresh = news.parts[part.dataset.part];
      if (!fresh) continue;
      morph(part, fresh.html, { keepInput: !moved });
      part.dataset.key = fresh.key;
    }
    // Whoever plays by keyboard goes on where he was, or at the new question where that is gone.
    const isGone = !focused?.isConnected || (moved && focused.closest("[data-chooser]"));
    const next = isGone ? document.querySelector(".question") : focused;
    if (next !== document.activeElement) next?.focus({ preventScroll: true });
    Object.assign(table.dataset, { ply: news.ply, undos: news.undos, revision: news.revision, shown: news.ply });
    document.title = (news.my_turn ? "● " : "") + document.title.replace(/^● /, "");
    if (news.seat !== null) table.dataset.seat = news.seat;
    if (moved) {
      delete table.dataset.run;
      delete table.dataset.speaks;
    }
    if (moved && !refusedJustNow) notice("");
    refusedJustNow = false;
    if (atEnd) toEnd();
    table.dispatchEvent(new CustomEvent("table:changed", { detail: { ...news, moved, acted } }));
    acted = false;
  }

  // --- another set of routes, or another seat at the same screen

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-run], a[data-speaks]");
    if (!link || table.dataset.present !== "yes" || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    Object.assign(table.dataset, link.dataset);
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
    if (sending) return;
    sending = form;
    acted = true;
    form.ariaBusy = "true";
    const data = new URLSearchParams(new FormData(form, event.submitter));
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
    form.ariaBusy = null;
    sending = null;
    await refresh();
  });

  // --- settings that are sent as soon as they are changed, and history

  document.addEventListener("change", (event) => {
    event.target.closest("form[data-on-change]")?.requestSubmit();
    if (event.target.matches("[data-slider]")) {
      const ply = Number(event.target.value);
      location.assign(ply === Number(event.target.max) ? `/t/${id}` : `/t/${id}?ply=${ply}`);
    }
  });

  // --- the live connection; the browser reconnects by itself and the first message tells what was missed

  let source = null;
  function listen() {
    source?.close();
    source = new EventSource(`/t/${id}/live`);
    source.addEventListener("changed", (event) => {
      const news = JSON.parse(event.data);
      const isNeeded = () => news.kind === "presence" || news.revision !== Number(table.dataset.revision);
      // The answer to a form under way brings a refresh of its own.
      if (!sending && isNeeded()) refresh(isNeeded);
    });
  }
  listen();
  addEventListener("pagehide", () => source.close());
  // Back and Forward may restore the page from memory, with the connection it closed on leaving.
  addEventListener("pageshow", (event) => {
    if (event.persisted) listen();
  });
  toEnd();
}

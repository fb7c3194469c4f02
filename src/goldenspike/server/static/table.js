// A live table: one connection that says "changed", parts that are fetched and swapped, forms that do not leave the page.
// The page works without this file; every form then loads the page anew.

import { morph } from "./morph.js";
import { openPace } from "./pace.js";

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
  let wanted = table.dataset.present === "yes" ? null : Number(table.dataset.shown); // an earlier position, null for the newest

  const have = new Map(parts().map((part) => [part.dataset.part, part.dataset.key])); // what has come, shown or not
  let fetched = { ply: Number(table.dataset.ply), revision: Number(table.dataset.revision) };
  const pace = openPace(table, show);

  const notice = (text) => {
    const box = document.querySelector("[data-notice]");
    box.textContent = text;
    box.hidden = !text;
  };
  document.querySelector("[data-notice]").addEventListener("click", () => notice(""));

  async function refresh(isNeeded = () => true) {
    if (fetching) {
      waiting.push(isNeeded);
      return;
    }
    fetching = true;
    try {
      const known = [...have].map((part) => part.join(":")).join(",");
      const run = table.dataset.run ? `&run=${table.dataset.run}` : "";
      const seat = table.dataset.speaks ? `&seat=${table.dataset.speaks}` : "";
      const at = `&at=${fetched.ply}`;
      const log = table.dataset.log === "all" || new URLSearchParams(location.search).get("log") === "all" ? "&log=all" : "";
      const past = wanted === null ? "" : `&ply=${wanted}`;
      const answer = await fetch(`/t/${id}/parts?have=${encodeURIComponent(known)}${at}${run}${seat}${log}${past}`, {
        headers: { accept: "application/json" },
      });
      if (answer.ok) {
        const news = await answer.json();
        for (const [name, part] of Object.entries(news.parts)) have.set(name, part.key);
        fetched = news;
        pace.add(news, acted);
      }
    } finally {
      fetching = false;
      if (waiting.splice(0).some((isNeeded) => isNeeded())) refresh();
    }
  }

  function show(news) {
    const { ply, undos, shown } = table.dataset;
    const moved = Number(ply) !== news.ply || Number(undos) !== news.undos || Number(shown) !== news.shown;
    const isPast = news.shown !== news.ply;
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
    Object.assign(table.dataset, { ply: news.ply, undos: news.undos, revision: news.revision, shown: news.shown });
    table.dataset.present = isPast ? "no" : "yes";
    if (!isPast) wanted = wanted !== null && wanted < news.ply ? wanted : null;
    document.title = (news.my_turn ? "● " : "") + document.title.replace(/^● /, "");
    if (news.seat !== null) table.dataset.seat = news.seat;
    if (moved) {
      delete table.dataset.run;
      delete table.dataset.speaks;
    }
    if (moved && !refusedJustNow) notice("");
    refusedJustNow = false;
    if (atEnd && !isPast) toEnd();
    table.dispatchEvent(new CustomEvent("table:changed", { detail: { ...news, moved, acted, isPast } }));
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

  // --- settings that are sent as soon as they are changed

  document.addEventListener("change", (event) => {
    event.target.closest("form[data-on-change]")?.requestSubmit();
  });

  // --- the live connection; the browser reconnects by itself and the first message tells what was missed

  let source = null;
  function listen() {
    source?.close();
    source = new EventSource(`/t/${id}/live`);
    source.addEventListener("changed", (event) => {
      const news = JSON.parse(event.data);
      const isNeeded = () => news.kind === "presence" || news.revision !== fetched.revision;
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

  return {
    refresh,
    // The position after so many moves, null for the newest; of several asked for while one is fetched, the last counts.
    go(ply) {
      wanted = ply === null || ply >= Number(table.dataset.ply) ? null : Math.max(0, ply);
      refresh();
    },
    wanted: () => wanted ?? Number(table.dataset.ply),
  };
}

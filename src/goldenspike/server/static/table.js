// A live table: one connection that brings what has changed, parts that are swapped, forms that do not leave the page.
// The page works without this file; every form then loads the page anew.

import { morph, morphPieces } from "./morph.js";
import { openPace } from "./pace.js";
import { onWake } from "./wake.js";

const parts = () => [...document.querySelectorAll("[data-part]")];
// The parts in view, and the board, which a question may be about. Others are behind tabs.
const isShown = (part) => !part.closest(".tabbed") || part.getClientRects().length || part.matches(".part-board");
const shownParts = () =>
  parts()
    .filter(isShown)
    .map((part) => part.dataset.part);
// The parts behind a tab.
const partsOf = (tab) => parts().filter((part) => part.closest(".tabbed")?.dataset.tab === tab);

export function openTable(table) {
  const id = table.dataset.table;
  const asked = new URLSearchParams(location.search).get("seat");
  if (asked !== null) table.dataset.speaks = asked;
  let fetching = false;
  const waiting = []; // what was asked for meanwhile: whether it is still needed, and with which parts out of view
  const missed = []; // for each piece of news that came while a form was under way, whether it is still news
  let refusedJustNow = false;
  let acted = false; // whether the news that comes next may be of the reader's own doing
  let sending = null; // the form under way; its buttons stay enabled, since a disabled button loses the focus
  let sender = null; // the button that sent it
  let late = false; // whether another button was pressed meanwhile
  let live = ""; // the name of the live connection: the server notes for it what this page has
  let wanted = table.dataset.present === "yes" ? null : Number(table.dataset.shown); // an earlier position, null for the newest

  const have = new Map(parts().map((part) => [part.dataset.part, part.dataset.key])); // what has come, shown or not
  const { ply, shown, revision } = table.dataset;
  let fetched = { ply: Number(ply), shown: Number(shown), revision: Number(revision) };
  const current = new Set(have.keys()); // the parts that are as new as that; those out of view may be older
  const pace = openPace(table, show);

  const notice = (text) => {
    const box = document.querySelector("[data-notice]");
    box.textContent = text;
    box.hidden = !text;
  };
  document.querySelector("[data-notice]").addEventListener("click", () => notice(""));

  // What this page has and shows; of its parts those in view are sent, and some that the reader is about to look at.
  function query(coming = []) {
    const asked = new URLSearchParams({ have: [...have].map((part) => part.join(":")).join(","), at: fetched.ply });
    asked.set("first", shownParts().join(","));
    if (coming.length) asked.set("coming", coming.join(","));
    if (table.dataset.run) asked.set("run", table.dataset.run);
    if (table.dataset.speaks) asked.set("seat", table.dataset.speaks);
    if (table.dataset.log === "all" || new URLSearchParams(location.search).get("log") === "all") asked.set("log", "all");
    if (wanted !== null) asked.set("ply", wanted);
    if (live) asked.set("live", live);
    return asked;
  }

  // Whether what was sent unasked is about what the reader has chosen to look at.
  function isChosen({ asked: [seat, run, ply, log] }) {
    const mine = query();
    const names = { seat, run, ply, log };
    return Object.entries(names).every(([name, value]) => String(value ?? "") === (mine.get(name) ?? ""));
  }

  // Returns whether it fits what the page has; if not, something must be fetched.
  function receive(news) {
    // An answer may be overtaken by that to a later request.
    if (news.revision < fetched.revision) return true;
    let fits = true;
    for (const [name, part] of Object.entries(news.parts)) {
      const isKnown = part.key === have.get(name);
      const isUnfit = !isKnown && part.pieces && part.of !== have.get(name);
      if (isKnown || isUnfit) delete news.parts[name];
      else have.set(name, part.key);
      fits &&= !isUnfit;
    }
    if (news.revision !== fetched.revision || news.shown !== fetched.shown) current.clear();
    for (const name of news.current) current.add(name);
    fetched = news;
    pace.add(news, acted);
    return fits;
  }

  // Fetch what has changed. What is out of view waits until the reader is about to look at it.
  async function refresh(isNeeded = () => true, coming = []) {
    if (fetching) {
      waiting.push({ isNeeded, coming });
      return;
    }
    fetching = true;
    try {
      // Without a network the live connection tells when there is one again.
      const path = `/t/${id}/parts?${query(coming)}`;
      const answer = await fetch(path, { headers: { accept: "application/json" } }).catch(() => null);
      if (answer?.ok && !receive(await answer.json())) waiting.push({ isNeeded: () => true, coming: [] });
    } finally {
      fetching = false;
      const next = waiting.splice(0).filter((asked) => asked.isNeeded());
      if (next.length)
        refresh(
          undefined,
          next.flatMap((asked) => asked.coming),
        );
    }
  }

  // Before the reader has clicked, so that there is little to wait for.
  for (const approach of ["pointerover", "focusin"])
    document.addEventListener(approach, (event) => {
      const tab = event.target.closest?.("[data-show]")?.dataset.show;
      if (!tab) return;
      const coming = partsOf(tab).map((part) => part.dataset.part);
      const isOld = () => coming.some((name) => !current.has(name));
      if (isOld()) refresh(isOld, coming);
    });
  table.addEventListener("table:view", () => {
    const isOld = () => shownParts().some((name) => !current.has(name));
    if (isOld()) refresh(isOld);
  });

  function show(news) {
    const { ply, undos, shown } = table.dataset;
    const moved = Number(ply) !== news.ply || Number(undos) !== news.undos || Number(shown) !== news.shown;
    const isPast = news.shown !== news.ply;
    const atEnd = isAtEnd();
    const focused = document.activeElement;
    const panel = document.querySelector(".part-panel");
    // A new question is read from its beginning.
    if (moved) panel.scrollTop = 0;
    table.dispatchEvent(new CustomEvent("table:changing", { detail: Object.keys(news.parts) }));
    for (const part of parts()) {
      const fresh = news.parts[part.dataset.part];
      if (!fresh) continue;
      if (fresh.html !== undefined) morph(part, fresh.html, { keepInput: !moved });
      if (fresh.pieces) morphPieces(fresh.pieces);
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
    table.dispatchEvent(new CustomEvent("table:changed", { detail: { ...news, moved, acted, isPast } }));
    acted = false;
    if (atEnd && !isPast) toEnd();
  }

  // --- another set of routes, or another seat at the same screen

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-run], a[data-speaks]");
    if (!link || table.dataset.present !== "yes" || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    Object.assign(table.dataset, link.dataset);
    current.clear();
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
    if (sending) {
      late ||= event.submitter !== sender; // a double click is one click
      return;
    }
    sending = form;
    sender = event.submitter;
    late = false;
    table.dataset.sending = "yes";
    acted = true;
    form.ariaBusy = "true";
    const data = new URLSearchParams(new FormData(form, event.submitter));
    let news = null;
    try {
      const answer = await fetch(`${form.getAttribute("action")}?${query()}`, {
        method: "POST",
        body: data,
        headers: { accept: "application/json" },
      });
      const said = await answer.json();
      if (answer.ok) {
        notice("");
        if (form.matches(".chat")) form.reset();
        news = said;
      } else {
        refusedJustNow = true;
        notice(said.title);
      }
    } catch {
      notice(document.querySelector("[data-notice]").dataset.offline);
    }
    form.ariaBusy = null;
    delete table.dataset.sending;
    sending = null;
    if (news && late) {
      refusedJustNow = true;
      notice(document.querySelector("[data-notice]").dataset.busy);
    }
    const fits = news?.parts && receive(news);
    // The reader may have turned to another tab meanwhile.
    const isOld = shownParts().some((name) => !current.has(name));
    if (!fits || isOld || missed.some((isNeeded) => isNeeded())) refresh();
    missed.length = 0;
    table.dispatchEvent(new CustomEvent("table:sent", { bubbles: true }));
  });

  // --- settings that are sent as soon as they are changed

  document.addEventListener("change", (event) => {
    event.target.closest("form[data-on-change]")?.requestSubmit();
  });

  // --- the live connection; the browser reconnects by itself and the first message tells what was missed

  let source = null;
  function listen() {
    source?.close();
    live = "";
    source = new EventSource(`/t/${id}/live?${query()}`);
    source.addEventListener("changed", (event) => {
      const news = JSON.parse(event.data);
      // A connection that is made again knows only what the page had when it was opened.
      const isNeeded = () => live !== "" || news.revision !== fetched.revision;
      const wasNeeded = isNeeded();
      live = news.live ?? "";
      if (sending) missed.push(() => wasNeeded);
      else if (wasNeeded) refresh();
    });
    source.addEventListener("parts", (event) => {
      const news = JSON.parse(event.data);
      // The answer to a form under way brings what has changed until then.
      if (sending) missed.push(() => news.revision > fetched.revision);
      else if (!isChosen(news)) refresh();
      else {
        const isSame = news.revision === fetched.revision;
        // Somebody has come or gone, so what is out of view may be older.
        if (isSame) current.clear();
        const isEcho = isSame && Object.entries(news.parts).every(([name, part]) => part.key === have.get(name));
        for (const name of isEcho ? news.current : []) current.add(name);
        const fits = isEcho || receive(news);
        if (!fits || shownParts().some((name) => !current.has(name))) refresh();
      }
    });
  }
  listen();
  addEventListener("pagehide", () => source.close());
  onWake(listen);
  // Back and Forward may restore the page from memory, with the connection it closed on leaving.
  addEventListener("pageshow", (event) => {
    if (event.persisted) listen();
  });
  toEnd();

  return {
    refresh: () => {
      current.clear();
      refresh();
    },
    // The position after so many moves, null for the newest; of several asked for while one is fetched, the last counts.
    go(ply) {
      wanted = ply === null || ply >= Number(table.dataset.ply) ? null : Math.max(0, ply);
      refresh();
    },
    wanted: () => wanted ?? Number(table.dataset.ply),
  };
}

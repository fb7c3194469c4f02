// The pace of the game on this page: what others do in quick succession is shown one by one. The server does not wait.
// Positions that have come but are not yet shown are in a queue; each brings only the parts that differ from the one before.

const STORED = "goldenspike.pace";
const PAUSES = { now: 0, normal: 700, slow: 2000 };
const LONGEST = 3000; // milliseconds that the reader's own question waits for what came before it
const MOST = 12; // positions; with more the oldest are shown together
const still = matchMedia("(prefers-reduced-motion: reduce)");

const chosen = () => PAUSES[localStorage.getItem(STORED)] ?? PAUSES.normal;
// A replay is asked for, so it is never without pauses.
export const replayPause = () => chosen() || PAUSES.normal;

export function openPace(table, show) {
  const queue = [];
  let timer = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  let last = { ply: Number(table.dataset.ply), undos: Number(table.dataset.undos) };

  const box = document.querySelector("[data-pace]");
  box.closest("[data-pace-box]").hidden = false;
  box.value = Object.keys(PAUSES).find((name) => PAUSES[name] === chosen());
  box.addEventListener("change", () => {
    localStorage.setItem(STORED, box.value);
    if (!pause()) flush();
  });
  document.querySelector("[data-skip]").addEventListener("click", () => flush());
  document.addEventListener("visibilitychange", () => document.hidden && flush());

  const pause = () => (still.matches || document.hidden ? 0 : chosen());
  // A part comes whole, or as the pieces that differ from the one before.
  const joined = (older, newer) =>
    newer.pieces && older ? { ...older, key: newer.key, pieces: [...(older.pieces ?? []), ...newer.pieces] } : newer;
  const together = (older, newer) => {
    const parts = { ...older.parts };
    for (const [name, part] of Object.entries(newer.parts)) parts[name] = joined(parts[name], part);
    return { ...newer, parts };
  };

  function display(news) {
    shownAt = performance.now();
    show(news);
  }
  function flush() {
    clearTimeout(timer);
    if (queue.length) display(queue.splice(0).reduce(together));
    table.removeAttribute("data-behind");
  }
  function schedule() {
    clearTimeout(timer);
    table.toggleAttribute("data-behind", queue.length > 0);
    if (!queue.length) return;
    const wait = queue.at(-1).my_turn ? Math.min(pause(), LONGEST / queue.length) : pause();
    const next = () => {
      display(queue.shift());
      schedule();
    };
    const left = shownAt + wait - performance.now();
    if (left <= 0) next();
    else timer = setTimeout(next, left);
  }

  return {
    flush,
    // `own` is the answer to something that the reader did, which is never kept waiting.
    add(news, own) {
      const isMove = news.ply > last.ply && news.undos === last.undos;
      const isDirect = own || !pause() || news.shown !== news.ply || news.undos !== last.undos;
      last = news;
      if (isDirect) {
        flush();
        display(news);
      } else if (isMove) {
        queue.push(news);
        if (queue.length > MOST) queue.splice(0, 2, together(queue[0], queue[1]));
        schedule();
      } else if (queue.length) queue.push(together(queue.pop(), news));
      else show(news);
    },
  };
}

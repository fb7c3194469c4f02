// The big screen follows the table: every change brings the whole page anew, and a clock tells how long somebody has thought.
const SECOND = 1000;
const main = () => document.querySelector("[data-screen]");
let since = 0;

function start() {
  since = Date.now() - Number(document.querySelector("[data-waited]")?.dataset.waited ?? 0);
  tick();
}
function tick() {
  const clock = document.querySelector("[data-waited]");
  if (!clock) return;
  const seconds = Math.max(0, Math.floor((Date.now() - since) / SECOND));
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
async function refresh() {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-screen]");
  main().replaceWith(fresh);
  start();
}

start();
setInterval(tick, SECOND);
const source = new EventSource(`/t/${main().dataset.screen}/live`);
source.addEventListener("changed", (event) => {
  if (String(JSON.parse(event.data).revision) !== main().dataset.revision) refresh();
});
// After a sleep, or a restart of the server, something may have been missed.
source.addEventListener("open", refresh);

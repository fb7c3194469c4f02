// The big screen follows the table: every change brings the whole page anew. Clocks tell how long somebody has thought, a bell
// when somebody else is asked; both are off until somebody wants them.
import { SOUNDS } from "./sounds.js";
import { onWake } from "./wake.js";

const SECOND = 1000;
const KEY = (name) => `goldenspike.screen.${name}`;
const isOn = (name) => localStorage.getItem(KEY(name)) === "on";
const main = () => document.querySelector("[data-screen]");
const asked = () => document.querySelector(".who")?.textContent ?? "";
let since = 0;

function start() {
  since = Date.now() - Number(document.querySelector("[data-waited]")?.dataset.waited ?? 0);
  document.querySelector(".choices").hidden = false;
  for (const box of document.querySelectorAll("[data-choose]")) box.checked = isOn(box.dataset.choose);
  document.querySelector(".clocks").hidden = !isOn("clocks");
  tick();
}
const two = (number) => String(number).padStart(2, "0");
function write(clock, milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND));
  const minutes = Math.floor(seconds / 60);
  const long = minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
  clock.textContent = `${long}:${two(seconds % 60)}`;
}
function tick() {
  const waited = document.querySelector("[data-waited]") ? Date.now() - since : 0;
  for (const clock of document.querySelectorAll("[data-waited]")) write(clock, waited);
  for (const clock of document.querySelectorAll("[data-time]"))
    write(clock, Number(clock.dataset.time) + (clock.closest(".running") ? waited : 0));
}
async function refresh() {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-screen]");
  const before = asked();
  main().replaceWith(fresh);
  start();
  if (isOn("sound") && asked() && asked() !== before) SOUNDS.turn();
}

let source = null;
function listen() {
  source?.close();
  source = new EventSource(`/t/${main().dataset.screen}/live`);
  source.addEventListener("changed", (event) => {
    if (String(JSON.parse(event.data).revision) !== main().dataset.revision) refresh();
  });
  // After a sleep, or a restart of the server, something may have been missed.
  source.addEventListener("open", refresh);
}
document.addEventListener("change", ({ target }) => {
  if (!target.dataset.choose) return;
  localStorage.setItem(KEY(target.dataset.choose), target.checked ? "on" : "off");
  start();
  if (target.dataset.choose === "sound" && target.checked) SOUNDS.turn();
});

start();
setInterval(tick, SECOND);
listen();
onWake(listen);

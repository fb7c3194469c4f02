// Clocks count down to their deadline. The server's time counts, not that of this machine.
const SECOND = 1000;
const LOW_SHARE = 10;
const stamped = document.querySelector("[data-now]");
const difference = stamped ? Number(stamped.dataset.now) - Date.now() : 0;
// What the page took to arrive is no difference worth a correction.
const ahead = Math.abs(difference) > 5 * SECOND ? difference : 0;

const two = (number) => String(number).padStart(2, "0");

export function show(left, day) {
  const seconds = Math.max(0, Math.floor(left / SECOND));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days) return `${days}${day} ${two(hours % 24)}:${two(minutes % 60)}`;
  return `${two(hours)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

export function tick() {
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    const left = Number(clock.dataset.deadline) - Date.now() - ahead;
    const text = show(left, clock.dataset.day);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("low", left * LOW_SHARE < Number(clock.dataset.full));
  }
}

export function openClocks() {
  tick();
  setInterval(tick, SECOND);
  document.querySelector("[data-table]")?.addEventListener("table:changed", tick);
}

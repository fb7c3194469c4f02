// While a bot has not answered for some seconds: how many requests of others it waits for.
const SECONDS = 3;

export function openQueue(table) {
  const shown = table.querySelector("[data-queue]");
  if (!shown) return;
  let timer;
  const look = async () => {
    const answer = await fetch(`/t/${table.dataset.table}/queue`, { headers: { accept: "application/json" } }).catch(() => null);
    const found = answer?.ok ? await answer.json() : { asked: false, text: "" };
    shown.textContent = found.text;
    shown.hidden = !found.text;
    if (found.asked) later();
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(look, SECONDS * 1000);
  };
  table.addEventListener("table:changed", () => {
    shown.hidden = true;
    later();
  });
  later();
}

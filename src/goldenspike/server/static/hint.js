// What would the baron do? The answer appears beside the question; nothing that was already chosen or typed is touched.

// The button that would do it is outlined wherever it is, with its row and the train's; the board shows the tile or station.
export function markAction(table, action) {
  for (const one of document.querySelectorAll(".hinted")) one.classList.remove("hinted");
  table.dispatchEvent(new CustomEvent("table:hint", { detail: action }));
  if (!action) return;
  const { do: kind, hex, train } = JSON.parse(action);
  const buttons = [...document.querySelectorAll("form[data-live]:not([data-hint-do]) button[name=action]")];
  const trains = kind === "BuyTrain" ? [...document.querySelectorAll(".part-trains tbody th")] : [];
  const found = [
    ...buttons.filter((button) => button.value === action),
    ...trains.filter((head) => head.textContent === train).map((head) => head.closest("tr")),
  ];
  for (const one of found) {
    one.classList.add("hinted");
    one.closest("tbody.railroad, tbody.private")?.classList.add("hinted");
  }
  if (hex) document.querySelector(`.gs-hex[data-hex="${hex}"]`)?.classList.add("hinted");
}

export function openHints(table) {
  const box = () => document.querySelector("[data-hint-said]");
  let asked = 0;

  function clear() {
    asked += 1;
    if (!box() || box().hidden) return;
    box().hidden = true;
    markAction(table, null);
  }

  function say(move, why) {
    if (!box()) return;
    box().hidden = false;
    box().querySelector("[data-hint-move]").textContent = move;
    box().querySelector("[data-hint-why]").textContent = why;
    box().querySelector("[data-hint-do]").hidden = true;
  }

  // A button that does it at once, and the board shows the tile or station.
  function offer({ action, ply, undos }) {
    const form = box().querySelector("[data-hint-do]");
    Object.assign(form.querySelector("button"), { name: "action", value: action });
    form.elements.ply.value = ply;
    form.elements.undos.value = undos;
    form.hidden = false;
    markAction(table, action);
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-hint]")) return;
    event.preventDefault();
    clear();
    const mine = asked;
    const button = form.querySelector("button");
    button.disabled = true;
    say("", box()?.dataset.thinking ?? "");
    try {
      const body = new URLSearchParams(new FormData(form));
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { accept: "application/json" } });
      const said = await answer.json();
      if (mine !== asked) return;
      if (!answer.ok) say("", said.title);
      else if (said.ply === Number(table.dataset.ply)) {
        say(said.move, said.why);
        offer(said);
      } else clear();
    } catch {
      if (mine === asked) clear();
    } finally {
      button.disabled = false;
    }
  });

  table.addEventListener("table:changed", (event) => {
    if (event.detail.moved) clear();
  });
}

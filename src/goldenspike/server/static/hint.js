// What would the baron do? The answer appears beside the question; nothing that was already chosen or typed is touched.

export function openHints(table) {
  const box = () => document.querySelector("[data-hint-said]");
  let asked = 0;

  function clear() {
    asked += 1;
    if (box()) box().hidden = true;
    for (const button of document.querySelectorAll(".hinted")) button.classList.remove("hinted");
  }

  function say(move, why) {
    if (!box()) return;
    box().hidden = false;
    box().querySelector("[data-hint-move]").textContent = move;
    box().querySelector("[data-hint-why]").textContent = why;
  }

  // The button that would do it is outlined, wherever it is.
  function mark(action) {
    const same = [...document.querySelectorAll("form[data-live] button[name=action]")].find((button) => button.value === action);
    same?.classList.add("hinted");
    const hex = JSON.parse(action).hex;
    if (hex) document.querySelector(`.gs-hex[data-hex="${hex}"]`)?.classList.add("hinted");
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
        mark(said.action);
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

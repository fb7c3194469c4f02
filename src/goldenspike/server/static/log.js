// The filter of the log: lines about one player or railroad. The page holds all lines; the choice survives an update.
export function openLog(table) {
  let chosen = "";

  function filter() {
    for (const button of document.querySelectorAll("[data-log-filter] button")) {
      button.ariaPressed = String(button.dataset.about === chosen);
    }
    let turn = null;
    let round = null;
    for (const line of document.querySelectorAll(".log li")) {
      const isHeading = line.matches(".log-round, .log-turn");
      const isAbout = !chosen || (line.dataset.about ?? "").split(" ").includes(chosen);
      line.hidden = isHeading ? Boolean(chosen) : !isAbout;
      if (line.matches(".log-round")) [round, turn] = [line, null];
      else if (line.matches(".log-turn")) turn = line;
      else if (isAbout) for (const heading of [round, turn]) if (heading) heading.hidden = false;
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-log-filter] button");
    if (!button) return;
    chosen = button.dataset.about;
    filter();
    const log = document.querySelector(".log");
    log.scrollTop = log.scrollHeight;
  });
  table.addEventListener("table:changed", () => chosen && filter());
}

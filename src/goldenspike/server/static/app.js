// What every page does: language on change, light and dark. The table's own script is loaded where there is a table.
for (const field of document.querySelectorAll("[data-submit]")) {
  field.addEventListener("change", () => field.form.requestSubmit(document.getElementById(field.dataset.submit)));
}
for (const button of document.querySelectorAll("[data-theme-switch]")) {
  button.addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    const theme = dark ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    document.cookie = `gs_theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  });
}
const notices = document.querySelector(".notices");
if (notices) (await import("./push.js")).openNotices(notices);
const analysis = document.querySelector("[data-analysis]");
if (analysis) (await import("./analysis.js")).watchAnalysis(analysis);
if (document.querySelector("[data-now]")) (await import("./clock.js")).openClocks();
const table = document.querySelector("[data-table]");
if (table && "puzzle" in table.dataset) (await import("./puzzle.js")).openPuzzle(table);
else if (table && "plan" in table.dataset) (await import("./plan.js")).openPlan(table);
else if (table && "hand" in table.dataset) (await import("./hand.js")).openHand(table);
else if (table) {
  const [
    { openTable },
    { openHistory },
    { openSince },
    { openBoard },
    { openTabs },
    { openAlerts },
    { openHints },
    { openCoach },
    { openAmounts },
    { openLog },
    { openKeys },
    { openMotion },
    { openExplanations },
    { openQueue },
    { openSight },
  ] = await Promise.all([
    import("./table.js"),
    import("./history.js"),
    import("./since.js"),
    import("./board.js"),
    import("./tabs.js"),
    import("./alerts.js"),
    import("./hint.js"),
    import("./coach.js"),
    import("./amounts.js"),
    import("./log.js"),
    import("./keys.js"),
    import("./motion.js"),
    import("./explain.js"),
    import("./queue.js"),
    import("./sight.js"),
  ]);
  openTabs(table);
  openBoard(table);
  openAlerts(table);
  openHints(table);
  openCoach(table);
  openAmounts();
  openLog(table);
  openKeys();
  openMotion(table);
  openExplanations(table);
  openQueue(table);
  openSight(table);
  openSince(table, openHistory(table, openTable(table)));
  table.dataset.ready = "yes";
}

// A plan: the board and the tabs of a table. Every form loads the page anew.

import { openAmounts } from "./amounts.js";
import { openBoard } from "./board.js";
import { openExplanations } from "./explain.js";
import { openTabs } from "./tabs.js";

export function openPlan(table) {
  openTabs(table);
  openBoard(table);
  openAmounts();
  openExplanations(table);
  table.dataset.ready = "yes";
}

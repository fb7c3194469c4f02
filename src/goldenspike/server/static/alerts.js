// Sounds of the game, and a notification when it becomes my turn; both are off until somebody wants them.
import { SOUNDS, soundOf } from "./sounds.js";

const KEY = (name) => `goldenspike.${name}`;

export function openAlerts(table) {
  const box = document.querySelector("[data-alerts]");
  if (!box) return;
  box.hidden = false;
  for (const input of box.querySelectorAll("[data-alert]")) {
    const name = input.dataset.alert;
    if (name === "notify" && !("Notification" in window)) {
      input.closest("label").hidden = true;
      continue;
    }
    input.checked = localStorage.getItem(KEY(name)) === "on";
    input.addEventListener("change", async () => {
      if (input.checked && name === "notify" && (await Notification.requestPermission()) !== "granted") input.checked = false;
      localStorage.setItem(KEY(name), input.checked ? "on" : "off");
      if (input.checked && name === "sound") SOUNDS.turn();
    });
  }
  let mine = document.title.startsWith("●");
  table.addEventListener("table:changed", (event) => {
    const now = event.detail.my_turn;
    const sound = now && !mine ? "turn" : soundOf(event.detail.events);
    if (sound && localStorage.getItem(KEY("sound")) === "on") SOUNDS[sound]();
    if (now && !mine) {
      if (localStorage.getItem(KEY("notify")) === "on" && document.hidden && Notification.permission === "granted") {
        new Notification(document.title, {
          body: document.querySelector(".question")?.textContent ?? "",
          tag: table.dataset.table,
        });
      }
    }
    mine = now;
  });
}

// Sound and notification when it becomes my turn; both are off until somebody wants them.
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
      if (input.checked && name === "sound") ring();
    });
  }
  let mine = document.title.startsWith("●");
  table.addEventListener("table:changed", (event) => {
    const now = event.detail.my_turn;
    if (now && !mine) {
      if (localStorage.getItem(KEY("sound")) === "on") ring();
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

function ring() {
  const audio = new AudioContext();
  [660, 880].forEach((pitch, index) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + index * 0.18;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  });
}

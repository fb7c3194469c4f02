// The notices page: subscribe this browser, and suggest the time zone of this device.
export function openNotices(page) {
  const zone = page.querySelector("[data-guess]");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && [...zone.options].some((option) => option.value === here)) zone.value = here;
  const form = page.querySelector("[data-push]");
  if (form) openPush(form);
}

function openPush(form) {
  const state = form.querySelector("[data-push-state]");
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    state.textContent = form.dataset.noPush;
    return;
  }
  state.textContent = "";
  const registered = navigator.serviceWorker.register("/worker.js");
  const button = form.querySelector("button");
  button.disabled = false;
  form.addEventListener("submit", async (event) => {
    if (form.elements.target.value) return;
    event.preventDefault();
    try {
      if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
      await registered;
      const worker = await navigator.serviceWorker.ready;
      const subscription = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: form.dataset.push,
      });
      form.elements.target.value = JSON.stringify(subscription);
      form.submit();
    } catch {
      state.textContent = form.dataset.noPush;
    }
  });
}

// A phone that has slept, or was out of the network, may hold a connection that is dead without knowing it: it is opened anew.
const NAP = 10_000; // milliseconds; shorter absences break no connection

export function onWake(listen) {
  let left = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) left = Date.now();
    else if (Date.now() - left > NAP) listen();
  });
  addEventListener("online", listen);
}

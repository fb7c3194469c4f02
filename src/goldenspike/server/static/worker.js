// The service worker: shows what is pushed, and opens the table when somebody taps on it.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const notice = event.data ? event.data.json() : {};
  event.waitUntil(
    self.registration.showNotification(notice.title ?? "Golden Spike", {
      body: notice.body ?? "",
      tag: notice.tag ?? "goldenspike",
      renotify: true,
      lang: notice.language ?? "",
      icon: "/static/icon.svg",
      data: { url: notice.url ?? "/" },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data?.url ?? "/", self.location.origin)));
});

// An address of another host, such as the one by which a proxy knows the server, is opened here all the same.
async function show(url) {
  const path = url.pathname + url.search;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => new URL(page.url).pathname === url.pathname);
  if (open) return open.focus();
  return self.clients.openWindow(path);
}

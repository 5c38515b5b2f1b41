// Shows the last score of a table where the server cannot be reached. What can be fetched is fetched, always: nothing that
// is kept is ever shown in place of it. What is kept, and since when, the page itself says (offline.js).

const KEPT = "last-score";
const TABLE = /^\/t\/[^/]+$/;
const FILES = /^\/(static\/|seat-)/;
const PARTING = /\/(forget|delete)$/;
const NOT_OURS = new Set([403, 404, 410]);

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

// It is this phone's turn (phone_switches.js).
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.matchAll({ type: "window" }).then(([page]) => page?.focus()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  // Whoever takes a table off this phone leaves nothing of it there.
  if (request.method === "POST" && PARTING.test(pathname)) event.waitUntil(caches.delete(KEPT));
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && TABLE.test(pathname)) event.respondWith(answerPage(request, pathname));
  else if (FILES.test(pathname)) event.respondWith(answerFile(request));
});

async function answerPage(request, pathname) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (NOT_OURS.has(answer.status)) await cache.delete(pathname);
    return answer;
  } catch {
    return (await cache.match(pathname)) ?? Response.error();
  }
}

async function answerFile(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

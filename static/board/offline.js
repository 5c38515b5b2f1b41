// Keeps the score that is shown, with the files of its page, for when the server cannot be reached: one table, the last.
// Secure pages only. The page that worker.js shows from here says since when it may be old (live.js).

const KEPT = "last-score";
const FILES = /^\/(static\/|seat-)/;

const isFresh = () => !document.body.matches(".offline") && !document.getElementById("table")?.dataset.overlay;

// The page as it stands, with when that was.
function snapshotPage() {
  const copy = document.documentElement.cloneNode(true);
  const body = copy.querySelector("body");
  body.dataset.savedAt = Date.now();
  body.classList.remove("waiting");
  for (const open of body.querySelectorAll("#toast, #unsaved, #awake-offer")) open.hidden = true;
  return new Response(`<!doctype html>\n${copy.outerHTML}`, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

async function keepPage() {
  if (!isFresh()) return;
  const page = snapshotPage();
  const cache = await caches.open(KEPT);
  await cache.put(location.pathname, page);
}

// The page has loaded the file just now, so the browser's own copy is not asked for again.
const keepFile = (cache, name) => cache.add(new Request(name, { cache: "force-cache" })).catch(() => {});

// Another version of a file has another address, but for modules that modules import.
const isOneVersion = (name) => new URL(name).searchParams.has("v");

async function keepFiles() {
  const cache = await caches.open(KEPT);
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const files = new Set(loaded.filter((name) => FILES.test(new URL(name).pathname)));
  const here = new Set([...files, location.href]);
  for (const request of await cache.keys()) if (!here.has(request.url)) await cache.delete(request);
  await Promise.all([...files].map(async (name) => (isOneVersion(name) && (await cache.match(name))) || keepFile(cache, name)));
}

async function start() {
  await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  await keepFiles();
  await keepPage();
  document.addEventListener("htmx:after:swap", keepPage);
  document.addEventListener("visibilitychange", keepPage);
  document.body.dataset.saved = "yes"; // for those who look on
}

start().catch(() => {}); // without it all goes on as before

// What is said over every page, about the link and about an answer: on the table in its row "last", elsewhere above all.

const SECONDS_TO_READ = 8;
const STATES = ["denied", "broken", "waits", "kept", "sending", "lost", "held", "crowded"]; // the first that holds is shown
const OLD = ["lost", "held", "crowded", "broken", "denied"];
const banner = document.getElementById("banner");
const since = new Map(); // the states that hold, and from when on
let hiding;

export function setState(state, holds, from = Date.now()) {
  if (!holds) since.delete(state);
  else if (!since.has(state)) since.set(state, from);
  if (since.has("lost") && since.has("sending")) since.set("kept", since.get("lost"));
  else since.delete("kept");
  showBanner();
}

function formatTime(from) {
  const at = new Date(from);
  const day = at.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "short" };
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return at.toLocaleString(document.documentElement.lang, { ...day, ...time });
}

// Of a score that may be old each sentence tells the time.
function findWords(shown) {
  const old = OLD.find((each) => since.has(each));
  if (!old || banner.dataset[shown].includes("#")) return banner.dataset[shown];
  return `${banner.dataset[shown]} ${banner.dataset.old.replace("#", formatTime(since.get(old)))}`;
}

function showBanner() {
  if (!banner) return;
  const shown = STATES.find((each) => since.has(each));
  document.body.classList.toggle("offline", Boolean(shown));
  document.body.classList.toggle("waiting", since.has("sending"));
  const words = shown ? findWords(shown).replace("#", formatTime(since.get(shown))) : "";
  const line = banner.querySelector("span") ?? banner;
  if (line.textContent !== words) line.textContent = words;
  banner.hidden = !shown;
  // A new frame of the table takes it away.
  const place = document.getElementById("last") ?? document.body;
  if (shown && banner.parentElement !== place) place.prepend(banner);
}

document.addEventListener("htmx:after:swap", showBanner);

export function showToast(text) {
  const element = document.getElementById("toast");
  if (!element) return;
  const line = document.createElement("p");
  line.textContent = text || element.dataset.failed;
  element.replaceChildren(line);
  element.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (element.hidden = true), SECONDS_TO_READ * 1000);
}

// A browser that translates the page says so there, or in the language that it gives it.
const root = document.documentElement, { lang } = root;
const translation = new MutationObserver(() => {
  if (root.lang === lang && !/\btranslated-/.test(root.className)) return;
  translation.disconnect();
  showToast(document.getElementById("toast")?.dataset.translated);
});
translation.observe(root, { attributeFilter: ["class", "lang"] });

// Comforts of a single phone. Every page works without them; nothing here talks to the server.

const root = document.documentElement;

// How pages look here. "auto" and "1" leave it to the system; a computer has a zoom of its own.
const looks = { theme: "auto", size: "1" };
const canScale = matchMedia("(pointer: coarse)").matches;

for (const name of Object.keys(looks)) {
  try {
    looks[name] = localStorage.getItem(name) ?? looks[name];
  } catch {
    // Without storage a choice lasts as long as the page.
  }
  for (const group of document.querySelectorAll(`[data-appearance="${name}"]`)) {
    group.hidden = name === "size" && !canScale;
    const key = group.querySelector(`input[value="${CSS.escape(looks[name])}"]`);
    if (key) key.checked = true;
  }
}

function chooseAppearance(name, value) {
  looks[name] = value;
  document.dispatchEvent(new CustomEvent("appearance:chosen", { detail: looks }));
  try {
    localStorage.setItem(name, value);
  } catch {
    // It lasts as long as the page.
  }
}

// The link to watch, opened on a television.
const { television } = document.body.dataset;
if (television && matchMedia("(min-width: 1200px) and (min-height: 600px)").matches) location.replace(television);

// The board on a large screen.
const beside = document.getElementById("side-panel");
if (beside && matchMedia(beside.dataset.media).matches) import("../board/side_panel.js");

// What few phones want is loaded where it is on, or with the menu.
const loadSwitches = () => import("./phone_switches.js");

function readSwitch(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return "off"; // without storage no choice lasts
  }
}

function saveSwitch(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // As above.
  }
}

if (["awake", "vibrates", "calls"].some((name) => readSwitch(name) === "on")) loadSwitches();
document.getElementById("menu")?.addEventListener("beforetoggle", loadSwitches, { once: true });

// To stay awake is offered when this phone sees its first hand dealt, and once it was seen never again.
const isPlayed = () => (document.getElementById("table")?.dataset.phase ?? "between") !== "between";
let wasPlayed = isPlayed();

function offerToStayAwake() {
  const isDealt = isPlayed() && !wasPlayed;
  wasPlayed = isPlayed();
  if (!isDealt || !("wakeLock" in navigator) || readSwitch("awake") !== null) return;
  const remember = () => saveSwitch("awake", "off");
  import("../board/awake_offer.js").then(({ showOffer }) => showOffer(remember, stayAwake));
}

async function stayAwake() {
  saveSwitch("awake", "on");
  await loadSwitches();
  document.dispatchEvent(new Event("switches:changed"));
}

if (document.getElementById("awake-offer")) document.addEventListener("htmx:after:swap", offerToStayAwake);

// Who may take a seat and has none.
if ("sit" in document.body.dataset) import("../board/free_seats.js");

// A browser that can put the page on the home screen by itself says so once; the menu then has a button for it.
addEventListener("beforeinstallprompt", (offer) => {
  offer.preventDefault();
  for (const button of document.querySelectorAll("[data-install-offer]")) {
    button.hidden = false;
    button.onclick = () => offer.prompt();
  }
});
addEventListener("appinstalled", () => {
  for (const row of document.querySelectorAll("[data-install]")) row.hidden = true;
});

// What is typed outlives its page, and what was typed on another may have been sent.
function isTyped() {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith("typed:"));
  } catch {
    return false;
  }
}

if (document.querySelector("[data-keep-text], [data-sign]") || isTyped()) import("./typed_text.js");

document.addEventListener("change", ({ target }) => {
  const group = target.closest("[data-appearance]");
  if (group) chooseAppearance(group.dataset.appearance, target.value);
});

// The last score is kept where browsers let a page do so, once everything else is there.
if ("serviceWorker" in navigator && document.body.matches(".table")) {
  const keepScore = () => import("../board/offline.js");
  if (document.readyState === "complete") keepScore();
  else addEventListener("load", keepScore, { once: true });
}

// Times in the reader's own zone, where the server wrote them in another: on the first page ever (appearance.js tells
// the server the zone), and on boards, which are drawn for all at once. A day is called by its name while it is near.
const NEAR = 6 * 24 * 3600 * 1000;
const DAY = { day: "numeric", month: "short", year: "numeric" };
const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const TIMES = {
  full: () => ({ ...DAY, ...HOUR }),
  short: () => HOUR,
  date: () => DAY,
  day: (at) => (Date.now() - at < NEAR ? { weekday: "long" } : DAY),
};
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

function localizeTimes() {
  for (const time of document.querySelectorAll("time[data-time]")) {
    const at = new Date(time.dateTime);
    if (time.dataset.zone === timeZone || Number.isNaN(at.getTime())) continue;
    time.textContent = at.toLocaleString(root.lang, TIMES[time.dataset.time](at));
    time.dataset.zone = timeZone;
  }
  delete root.dataset.timesPending;
}

// A browser that translates the page leaves names and cards as they are.
function keepNames() {
  for (const name of document.querySelectorAll("bdi, .card")) name.translate = false;
}

document.addEventListener("htmx:after:swap", keepNames);
keepNames();

document.addEventListener("htmx:after:swap", localizeTimes);
addEventListener("pageshow", localizeTimes);
localizeTimes();

// Copy and share. A page from a LAN address is no secure context and has neither; then the address is
// selected, for the phone's own copy, or what is to be shared is copied by way of a field.
function revealShareButtons() {
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}

function selectText(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}

async function copyText(button) {
  const label = button.querySelector("span");
  const text = button.dataset.copy ?? button.dataset.share ?? button.dataset.shareText;
  const shown = button.closest("figure")?.querySelector("[data-link]");
  try {
    await navigator.clipboard.writeText(text);
    label.textContent = button.dataset.done;
  } catch {
    const field = shown ? null : document.body.appendChild(document.createElement("textarea"));
    if (shown) selectText(shown);
    else {
      field.value = text;
      field.select();
    }
    const copied = document.execCommand?.("copy");
    field?.remove();
    if (copied || shown) label.textContent = copied ? button.dataset.done : button.dataset.select;
  }
}

// Where nothing can be shared, what would be is copied.
function share(button) {
  const { share: url, shareText: text } = button.dataset;
  if (navigator.share) navigator.share(url ? { url } : { text }).catch(() => {});
  else copyText(button);
}

// A "?" on the board: the rules in force, over it.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.help-link");
  if (!link || event.ctrlKey || event.metaKey || !("popover" in HTMLElement.prototype)) return;
  event.preventDefault();
  import("./help_overlay.js").then(({ showTopics }) => showTopics(link));
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy], [data-share], [data-share-text], [popovertarget], .menu a");
  if (!button) return;
  if (button.dataset.share || button.dataset.shareText) share(button);
  else if (button.dataset.copy) copyText(button);
  if (button.matches("[popovertarget]")) toggleWithoutPopover(button);
});
revealShareButtons();

// What a fold of a page opens is seen.
document.addEventListener("click", ({ target }) => {
  const fold = target.closest?.("main .fold > summary")?.parentElement;
  if (fold && !fold.open) requestAnimationFrame(() => fold.scrollIntoView({ block: "nearest" }));
});

// Older browsers have no popover: a class shows the menu there.
function toggleWithoutPopover(button) {
  if ("popover" in HTMLElement.prototype) return;
  loadSwitches();
  document.getElementById(button.getAttribute("popovertarget"))?.classList.toggle("menu--open");
}

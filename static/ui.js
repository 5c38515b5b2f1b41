// Comforts of a single phone. Every page works without them; nothing here talks to the server.
// Listeners sit on the document, since live updates replace what they listen for.

const root = document.documentElement;

// Theme: "auto" leaves it to the system.
function remembered() {
  try {
    return localStorage.getItem("theme") ?? "auto";
  } catch {
    return "auto";
  }
}

function setTheme(theme) {
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === "auto") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

for (const element of document.querySelectorAll("[data-theme-switch]")) {
  element.hidden = false;
  const key = element.querySelector(`input[value="${CSS.escape(remembered())}"]`);
  if (key) key.checked = true;
}

// The link to watch, opened on a television.
const { wide } = document.body.dataset;
if (wide && matchMedia("(min-width: 1200px) and (min-height: 600px)").matches) location.replace(wide);

// A screen that stays awake, where the browser can keep it so: secure pages only.
let awake = null;

function staysAwake() {
  try {
    return localStorage.getItem("awake") === "on";
  } catch {
    return false;
  }
}

async function keepAwake(wanted) {
  if (!wanted) {
    await awake?.release();
    awake = null;
  } else if (!awake && !document.hidden) {
    awake = await navigator.wakeLock.request("screen").catch(() => null);
    awake?.addEventListener("release", () => (awake = null));
  }
}

function setAwake(wanted) {
  try {
    localStorage.setItem("awake", wanted ? "on" : "off");
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  keepAwake(wanted);
}

if ("wakeLock" in navigator) {
  for (const element of document.querySelectorAll("[data-awake]")) {
    element.hidden = false;
    element.querySelector("input").checked = staysAwake();
  }
  document.addEventListener("visibilitychange", () => keepAwake(staysAwake()));
  keepAwake(staysAwake());
}

// A page that is on the home screen needs no word about it.
for (const element of document.querySelectorAll("[data-install]")) {
  element.hidden = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
}

// A button says what it will do: the faces of the chosen keys, once all of them are chosen.
function echo() {
  for (const element of document.querySelectorAll("[data-echo]")) {
    const scope = element.closest("form") ?? document;
    const names = element.dataset.echo.split(" ");
    const faces = names.map((name) =>
      scope.querySelector(`input[name="${CSS.escape(name)}"]:checked`)?.parentElement.querySelector(".key__text"),
    );
    if (faces.every(Boolean)) {
      const [before, after = ""] = element.dataset.said.split("%s");
      const chosen = faces.flatMap((face) => [...face.cloneNode(true).childNodes, " "]);
      element.replaceChildren(before, ...chosen.slice(0, -1), after);
    } else element.replaceChildren(element.dataset.none);
  }
}

// Times in the reader's own zone; the server knows only its own.
const TIMES = {
  full: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  short: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
};

function localTimes() {
  for (const time of document.querySelectorAll("time[data-time]")) {
    const at = new Date(time.dateTime);
    if (!Number.isNaN(at.getTime())) time.textContent = at.toLocaleString(root.lang, TIMES[time.dataset.time]);
  }
}

// Whoever is next finds the cheapest legal choice made; on all other phones nothing is chosen.
function offer() {
  const turn = document.getElementById("table")?.dataset.turn;
  if (!turn || turn !== document.body.dataset.seat) return;
  for (const input of document.querySelectorAll("input[data-offered]")) {
    const group = input.closest("form").querySelectorAll(`input[name="${CSS.escape(input.name)}"]`);
    if (![...group].some((each) => each.checked)) input.checked = true;
  }
}

// What is not legal now answers a tap with the reason, in the row above the dock, until the next tap.
function explain(control) {
  const why = document.getElementById("why");
  if (!why) return;
  why.hidden = !control;
  why.querySelector("span").textContent = control?.dataset.why ?? "";
}

document.addEventListener(
  "click",
  (event) => {
    const control = event.target.closest?.("[data-why]");
    if (control || event.target.closest?.(".dock, main")) explain(control);
    if (control) {
      event.preventDefault();
      event.stopPropagation();
    }
    for (const open of document.querySelectorAll("details.ways[open]")) {
      if (!open.contains(event.target)) open.open = false;
    }
  },
  true,
);

// Two quick taps on a card take its suit from the ace down to it, or put that run back.
const QUICK = 400;
let lastTap = { box: null, at: 0 };

function takeRun(box, at) {
  const twice = lastTap.box === box && at - lastTap.at < QUICK;
  lastTap = { box: twice ? null : box, at };
  if (!twice) return;
  const suit = [...box.closest("fieldset, .pack__suit").querySelectorAll("input")];
  const run = suit.slice(0, suit.indexOf(box) + 1);
  const others = run.filter((each) => each !== box);
  const taken = others.length > 0 && others.every((each) => each.checked);
  for (const each of run) each.checked = !taken;
}

document.addEventListener("change", (event) => {
  if (event.target.closest("[data-pack]") && event.target.type === "checkbox") takeRun(event.target, event.timeStamp);
  if (event.target.closest("[data-theme-switch]")) setTheme(event.target.value);
  if (event.target.closest("[data-awake]")) setAwake(event.target.checked);
  echo();
});

// Frameworks and the back button change forms without a `change`.
for (const moment of ["htmx:after:swap", "htmx:after:settle", "reset"]) {
  document.addEventListener(moment, () => queueMicrotask(settle));
}
addEventListener("pageshow", settle);
settle();

function settle() {
  offer();
  echo();
  localTimes();
}

// Copy and share. A page from a LAN address is no secure context and has neither; then the address is
// selected, for the phone's own copy, or what is to be shared is copied by way of a field.
function shareButtons() {
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}

function select(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}

async function copy(button) {
  const label = button.querySelector("span");
  const text = button.dataset.copy ?? button.dataset.share ?? button.dataset.shareText;
  const shown = button.closest("figure")?.querySelector("[data-link]");
  try {
    await navigator.clipboard.writeText(text);
    label.textContent = button.dataset.done;
  } catch {
    const field = shown ? null : document.body.appendChild(document.createElement("textarea"));
    if (shown) select(shown);
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
  else copy(button);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy], [data-share], [data-share-text], [popovertarget], .menu a");
  if (!button) return;
  if (button.dataset.share || button.dataset.shareText) share(button);
  else if (button.dataset.copy) copy(button);
  if (button.matches("[popovertarget]")) toggleWithoutPopover(button);
});
shareButtons();

// Older browsers have no popover: a class shows the menu there.
function toggleWithoutPopover(button) {
  if ("popover" in HTMLElement.prototype) return;
  document.getElementById(button.getAttribute("popovertarget"))?.classList.toggle("menu--open");
}

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

// What a key shows: its words without the small line under them.
const face = (key) => [...key.childNodes].filter((node) => !node.matches?.("input, small, sup"));
const copied = (key) => face(key).map((node) => node.cloneNode(true));

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

// A button says what it will do: the faces of the chosen keys, once all of them are chosen. They stand in the place of
// "%s", all in one or each in its own.
function echo() {
  for (const element of document.querySelectorAll("[data-echo]")) {
    const scope = element.closest("form") ?? document;
    const names = element.dataset.echo.split(" ");
    const keys = names.map((name) => scope.querySelector(`input[name="${CSS.escape(name)}"]:checked`)?.parentElement);
    if (keys.every(Boolean)) {
      element.replaceChildren(...filled((element.dataset.said ?? "%s").split("%s"), keys));
      element.dataset.echoed = "";
    } else if ("echoed" in element.dataset) {
      element.replaceChildren(element.dataset.none);
      delete element.dataset.echoed;
    }
  }
}

// All that is chosen under a name, in a line.
function listChosen() {
  for (const element of document.querySelectorAll("[data-chosen]")) {
    const name = CSS.escape(element.dataset.chosen);
    const chosen = element.closest("form").querySelectorAll(`input[name="${name}"]:checked`);
    const copies = [...chosen].flatMap(({ parentElement: key }) => [...copied(key), " "]);
    element.replaceChildren(...(copies.length ? copies : [element.dataset.none]));
  }
}
document.addEventListener("change", listChosen);
document.addEventListener("htmx:after:swap", listChosen);
addEventListener("pageshow", listChosen);

// A key that was chosen already goes on to its next number when it is tapped again: data-steps="17-20" of "17H".
let chosenBefore = null;
for (const press of ["pointerdown", "keydown"]) {
  document.addEventListener(press, ({ target }) => {
    chosenBefore = target.closest?.("input[data-steps]:checked");
  });
}
document.addEventListener("click", ({ target }) => {
  if (!chosenBefore || target !== chosenBefore) return;
  const [first, last] = target.dataset.steps.split("-").map(Number);
  const next = parseInt(target.value) < last ? parseInt(target.value) + 1 : first;
  target.value = target.value.replace(/^\d+/, next);
  target.dispatchEvent(new Event("change", { bubbles: true }));
});
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

function filled([first, ...rest], keys) {
  const copies = keys.map(copied);
  if (rest.length === copies.length) return [first, ...rest.flatMap((words, at) => [...copies[at], words])];
  return [first, ...copies.flatMap((copy) => [...copy, " "]).slice(0, -1), ...rest];
}

// A button for whoever is chosen is that player's own act on that player's phone.
function giveAct() {
  for (const button of document.querySelectorAll("[data-act-of]")) {
    const name = CSS.escape(button.dataset.actOf);
    const chosen = button.closest("form").querySelector(`input[name="${name}"]:checked`);
    button.toggleAttribute("data-p", Boolean(chosen));
    if (chosen) button.dataset.p = chosen.value;
  }
}

function choose(input) {
  const group = input.closest("form").querySelectorAll(`input[name="${CSS.escape(input.name)}"]`);
  if (![...group].some((each) => each.checked)) input.checked = true;
}

// Whoever is next finds the cheapest legal choice made, and a choice among players is the phone's own; on all other
// phones nothing is chosen.
function offer() {
  const seat = document.body.dataset.seat;
  if (!seat) return;
  for (const input of document.querySelectorAll("input[data-own]")) {
    if (input.value === seat && !input.dataset.why) choose(input);
  }
  if (document.getElementById("table")?.dataset.turn !== seat) return;
  for (const input of document.querySelectorAll("input[data-offered]")) choose(input);
}

// Keys that are not legal together with another that is chosen, all of a row but one:
// data-off-with="level 15" data-off-but="NT".
function putOff() {
  for (const row of document.querySelectorAll("[data-off-with]")) {
    const [name, value] = row.dataset.offWith.split(" ");
    const other = row.closest("form").querySelector(`input[name="${CSS.escape(name)}"]:checked`);
    for (const input of row.querySelectorAll("input")) {
      const good = input.value === row.dataset.offBut;
      const off = other?.value === value && !good;
      input.closest(".key").classList.toggle("key--off", off);
      if (off) input.setAttribute("aria-disabled", "true");
      else input.removeAttribute("aria-disabled");
      if (off && input.checked) input.checked = false;
    }
    const chosen = row.querySelector("input:checked");
    if (other?.value === value && !chosen) row.querySelector(`input[value="${CSS.escape(row.dataset.offBut)}"]`).checked = true;
  }
}

// What is not legal now answers a tap with the reason, in the row above the dock, until the next tap. A reason of many
// keys stands once, hidden, and they name it: "#why-points".
function explain(control) {
  const why = document.getElementById("why");
  if (!why) return;
  offerAnyway(control);
  why.hidden = !control;
  const reason = control?.dataset.why ?? "";
  why.querySelector("span").textContent = reason.startsWith("#") ? document.querySelector(reason).textContent : reason;
}

// A row of keys may give one reason for all that are not legal.
function reasoned(target) {
  const control = target.closest?.("[data-why]");
  return control?.matches(".keys__grid") && !target.closest('.key--off, [aria-disabled="true"]') ? null : control;
}

// What is against the rules and may have happened all the same: two buttons appear, one of which records it.
function offerAnyway(control) {
  const anyway = document.getElementById("anyway");
  for (const card of document.querySelectorAll(".key--bad")) card.classList.remove("key--bad");
  if (!anyway) return;
  anyway.hidden = control?.dataset.anyway === undefined;
  if (anyway.hidden) return;
  control.classList.add("key--bad");
  queueMicrotask(() => control.scrollIntoView({ block: "nearest" }));
  anyway.querySelector("[type=submit]").value = control.value;
}

document.addEventListener(
  "click",
  (event) => {
    const control = reasoned(event.target);
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

// Of a card that is there twice a third tap takes both back.
function takeBoth(box) {
  if (box.checked || box.previousElementSibling?.type !== "checkbox") return;
  box.previousElementSibling.checked = false;
}

// Before anyone else hears of the change and reads the form.
document.addEventListener("change", (event) => takeBoth(event.target), true);

document.addEventListener("change", (event) => {
  if (event.target.closest("[data-pack]") && event.target.type === "checkbox") takeRun(event.target, event.timeStamp);
  if (event.target.closest("[data-theme-switch]")) setTheme(event.target.value);
  goOn(event.target);
  if (event.target.closest("[data-awake]")) setAwake(event.target.checked);
  tellChoices();
});

// What was chosen in one step of a long form leads to the next.
function goOn(chosen) {
  const next = chosen.closest("[data-next]")?.dataset.next;
  const step = next && chosen.form.querySelector(`input[name="step"][value="${CSS.escape(next)}"]`);
  if (step) step.checked = true;
}

// Frameworks and the back button change forms without a `change`.
for (const moment of ["htmx:after:swap", "htmx:after:settle", "reset"]) {
  document.addEventListener(moment, () => queueMicrotask(settle));
}
addEventListener("pageshow", settle);
settle();

function settle() {
  offer();
  tellChoices();
  localTimes();
}

function tellChoices() {
  putOff();
  echo();
  giveAct();
}

// A new frame brings the screen as it is for all: what this phone has chosen in a form is looked up again.
document.addEventListener("htmx:after:swap", (event) => {
  const preview = document.querySelector("[data-preview]");
  if (!preview || event.detail.ctx?.sourceElement === preview) return;
  const chosen = preview.closest("form").querySelector(`[name="${CSS.escape(preview.dataset.preview)}"]:checked`);
  const drawn = chosen?.defaultChecked && "shown" in preview.dataset;
  const other = preview.closest("form").querySelector("[data-draws] input:checked:not([checked])");
  if ((chosen && !drawn) || other) preview.dispatchEvent(new Event("preview"));
});

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

// With a keyboard: a number or a suit's letter chooses its key, Enter does what the dock offers, U takes back.
const TYPING = 700; // milliseconds in which digits make one number
let typed = { digits: "", at: 0 };

function digits(event) {
  const more = event.timeStamp - typed.at < TYPING ? typed.digits : "";
  typed = { digits: more + event.key, at: event.timeStamp };
  return [typed.digits, event.key];
}

function keysThat(fit) {
  return [...document.querySelectorAll(".dock label.key")].filter((key) => key.checkVisibility?.() && fit(key));
}

// In one of the sides' points as they are read now.
function shows(key, number) {
  const seen = face(key).filter((node) => node.checkVisibility?.() ?? true);
  return seen.map((node) => node.textContent.trim()).join("") === number;
}

function keyFor(event) {
  const key = event.key.toUpperCase();
  if (/^\d$/.test(key)) {
    const numbers = digits(event);
    return numbers.map((number) => keysThat((key) => shows(key, number)).at(-1)).find(Boolean);
  }
  if (/^[SHDC]$/.test(key)) return keysThat((each) => each.querySelector(`input[value="${key}"]`))[0];
  if (key === "N") return keysThat((each) => each.querySelector('input[value="NT"]'))[0];
  if (key === "P") return document.querySelector('.dock [formaction$="/pass"]');
  if (key === "U") return document.querySelector('#last form[action$="/undo"] button');
  if (key === "ENTER") return document.querySelector(".dock .act--main");
  return null;
}

document.addEventListener("keydown", (event) => {
  const elsewhere = event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, button, a, summary, .menu");
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || elsewhere) return;
  const control = document.getElementById("table") && keyFor(event);
  if (!control) return;
  event.preventDefault();
  control.click();
});

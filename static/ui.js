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

// A button says what it will do: the faces of the chosen keys, once all of them are chosen. They stand in the place of
// "%s", all in one or each in its own.
function echo() {
  for (const element of document.querySelectorAll("[data-echo]")) {
    const scope = element.closest("form") ?? document;
    const names = element.dataset.echo.split(" ");
    const faces = names.map((name) =>
      scope.querySelector(`input[name="${CSS.escape(name)}"]:checked`)?.parentElement.querySelector(".key__text, .key__face:not(:has(.key__text))"),
    );
    if (faces.every(Boolean)) {
      element.replaceChildren(...filled((element.dataset.said ?? "%s").split("%s"), faces));
      element.dataset.echoed = "";
    } else if ("echoed" in element.dataset) {
      element.replaceChildren(element.dataset.none);
      delete element.dataset.echoed;
    }
  }
}

function filled([first, ...rest], faces) {
  const copies = faces.map((face) => [...face.cloneNode(true).childNodes]);
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

// What is not legal now answers a tap with the reason, in the row above the dock, until the next tap.
function explain(control) {
  const why = document.getElementById("why");
  if (!why) return;
  why.hidden = !control;
  why.querySelector("span").textContent = control?.dataset.why ?? "";
}

// A row of keys may give one reason for all that are not legal.
function reasoned(target) {
  const control = target.closest?.("[data-why]");
  return control?.matches(".keys__grid") && !target.closest(".key--off") ? null : control;
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
  tellChoices();
});

// Frameworks and the back button change forms without a `change`.
for (const moment of ["htmx:after:swap", "htmx:after:settle", "reset"]) {
  document.addEventListener(moment, () => queueMicrotask(settle));
}
addEventListener("pageshow", settle);
settle();

function settle() {
  offer();
  tellChoices();
}

function tellChoices() {
  putOff();
  echo();
  giveAct();
}

// Copy and share. A page from a LAN address is no secure context and has neither; then the address is
// selected, for the phone's own copy.
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
  const shown = button.closest("figure, form, section, main")?.querySelector("[data-link]");
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    label.textContent = button.dataset.done;
  } catch {
    if (!shown) return;
    select(shown);
    const copied = document.execCommand?.("copy");
    label.textContent = copied ? button.dataset.done : button.dataset.select;
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy], [data-share], [popovertarget], .menu a");
  if (!button) return;
  if (button.dataset.copy) copy(button);
  if (button.dataset.share) navigator.share({ url: button.dataset.share }).catch(() => {});
  if (button.matches("[popovertarget]")) toggleWithoutPopover(button);
});
shareButtons();

// Older browsers have no popover: a class shows the menu there.
function toggleWithoutPopover(button) {
  if ("popover" in HTMLElement.prototype) return;
  document.getElementById(button.getAttribute("popovertarget"))?.classList.toggle("menu--open");
}

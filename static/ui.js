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

// Whoever is next finds the cheapest legal choice made; on all other phones nothing is chosen.
function offer() {
  const turn = document.getElementById("table")?.dataset.turn;
  if (!turn || turn !== document.body.dataset.seat) return;
  for (const input of document.querySelectorAll("input[data-offered]")) {
    const group = input.closest("form").querySelectorAll(`input[name="${CSS.escape(input.name)}"]`);
    if (![...group].some((each) => each.checked)) input.checked = true;
  }
}

// What is not legal now answers a tap with the reason, in the row above the dock, until the next tap. A reason of many
// keys stands once, hidden, and they name it: "#why-points".
function explain(control) {
  const why = document.getElementById("why");
  if (!why) return;
  why.hidden = !control;
  const reason = control?.dataset.why ?? "";
  why.querySelector("span").textContent = reason.startsWith("#") ? document.querySelector(reason).textContent : reason;
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
  goOn(event.target);
  echo();
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
  echo();
}

// A new frame brings the screen as it is for all: what this phone has chosen in a form is looked up again.
document.addEventListener("htmx:after:swap", (event) => {
  const preview = document.querySelector("[data-preview]");
  if (!preview || event.detail.ctx?.sourceElement === preview) return;
  const chosen = preview.closest("form").querySelector(`[name="${CSS.escape(preview.dataset.preview)}"]:checked`);
  const drawn = chosen?.defaultChecked && "shown" in preview.dataset;
  if (chosen && !drawn) preview.dispatchEvent(new Event("preview"));
});

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

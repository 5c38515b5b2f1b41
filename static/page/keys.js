// What the keys of a form do under a finger, before anything is sent. Every form works without it.
// Listeners sit on the document, since live updates replace what they listen for.

import { findFace } from "./key_face.js";

const copyFace = (key) => findFace(key).map((node) => node.cloneNode(true));

// A button says what it will do: the faces of the chosen keys, once all of them are chosen. They stand in the place of
// "%s", all in one or each in its own.
function updateEchoes() {
  for (const element of document.querySelectorAll("[data-echo]")) {
    const scope = element.closest("form") ?? document;
    const names = element.dataset.echo.split(" ");
    const keys = names.map((name) => scope.querySelector(`input[name="${CSS.escape(name)}"]:checked`)?.parentElement);
    if (keys.every(Boolean)) {
      element.replaceChildren(...fillPattern((element.dataset.pattern ?? "%s").split("%s"), keys));
      element.dataset.echoed = "";
    } else if ("echoed" in element.dataset) {
      element.replaceChildren(element.dataset.none);
      delete element.dataset.echoed;
    }
  }
}

function fillPattern([first, ...rest], keys) {
  const copies = keys.map(copyFace);
  if (rest.length === copies.length) return [first, ...rest.flatMap((words, at) => [...copies[at], words])];
  return [first, ...copies.flatMap((copy) => [...copy, " "]).slice(0, -1), ...rest];
}

// All that is chosen under a name, in a line.
function listChosen() {
  for (const element of document.querySelectorAll("[data-chosen]")) {
    const name = CSS.escape(element.dataset.chosen);
    const chosen = element.closest("form").querySelectorAll(`input[name="${name}"]:checked`);
    const copies = [...chosen].flatMap(({ parentElement: key }) => [...copyFace(key), " "]);
    element.replaceChildren(...(copies.length ? copies : [element.dataset.none]));
  }
}

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

// A button for whoever is chosen is that player's own act on that player's phone.
function assignPlayers() {
  for (const button of document.querySelectorAll("[data-player-from]")) {
    const name = CSS.escape(button.dataset.playerFrom);
    const chosen = button.closest("form").querySelector(`input[name="${name}"]:checked`);
    button.toggleAttribute("data-p", Boolean(chosen));
    if (chosen) button.dataset.p = chosen.value;
  }
}

function chooseIfNone(input) {
  const group = input.closest("form").querySelectorAll(`input[name="${CSS.escape(input.name)}"]`);
  if (![...group].some((each) => each.checked)) input.checked = true;
}

// Whoever is next finds the cheapest legal choice made, and a choice among players is the phone's own; on all other
// phones nothing is chosen.
function chooseSuggested() {
  const seat = document.body.dataset.seat;
  if (!seat) return;
  for (const input of document.querySelectorAll("input[data-own]")) {
    if (input.value === seat && !input.dataset.reason) chooseIfNone(input);
  }
  if (document.getElementById("table")?.dataset.turn !== seat) return;
  for (const input of document.querySelectorAll("input[data-offered]")) chooseIfNone(input);
}

// Keys that are legal from a number on: data-from="level 14". Chosen with a lower number, such a key takes its own along;
// where the number is chosen last, the one key of its row that is legal with it is chosen, if there is just one.
const leastNumber = (key) => Number(key.dataset.from?.split(" ")[1] ?? 0);

function matchLast(changed) {
  const form = changed.form;
  for (const key of form?.querySelectorAll("input[data-from]:checked") ?? []) {
    const [name, least] = key.dataset.from.split(" ");
    const number = form.querySelector(`input[name="${CSS.escape(name)}"]:checked`);
    if (!number || Number(number.value) >= Number(least)) continue;
    if (changed !== number) {
      form.querySelector(`input[name="${CSS.escape(name)}"][value="${CSS.escape(least)}"]`).checked = true;
    } else {
      const row = [...form.querySelectorAll(`input[name="${CSS.escape(key.name)}"]:not([aria-disabled])`)];
      const legal = row.filter((each) => leastNumber(each) <= Number(number.value));
      key.checked = false;
      if (legal.length === 1) legal[0].checked = true;
    }
  }
}

// What is not legal now answers a tap with the reason, in the row above the dock, until the next tap. A reason of many
// keys stands once, hidden, and they name it: "#points-reason".
function showReason(control) {
  const why = document.getElementById("alert");
  if (!why) return;
  offerOffence(control);
  why.hidden = !control;
  const reason = control?.dataset.reason ?? "";
  why.querySelector("span").textContent = reason.startsWith("#") ? document.querySelector(reason).textContent : reason;
}

// A row of keys may give one reason for all that are not legal.
function findReason(target) {
  const control = target.closest?.("[data-reason]");
  return control?.matches(".keys__grid") && !target.closest('.key--off, [aria-disabled="true"]') ? null : control;
}

// What is against the rules and may have happened all the same: two buttons appear, one of which records it.
function offerOffence(control) {
  const anyway = document.getElementById("offence-actions");
  for (const card of document.querySelectorAll(".key--warned")) card.classList.remove("key--warned");
  if (!anyway) return;
  anyway.hidden = control?.dataset.offence === undefined;
  if (anyway.hidden) return;
  control.classList.add("key--warned");
  queueMicrotask(() => control.scrollIntoView({ block: "nearest" }));
  anyway.querySelector("[type=submit]").value = control.value;
}

document.addEventListener(
  "click",
  (event) => {
    const control = findReason(event.target);
    if (control || event.target.closest?.(".dock, main")) showReason(control);
    if (control) {
      event.preventDefault();
      event.stopPropagation();
    }
    for (const open of document.querySelectorAll("details.popup[open]")) {
      if (control || !open.contains(event.target)) open.open = false; // what is refused stands behind its list
    }
  },
  true,
);

// What is asked once more before it is recorded: data-asks names the template of a row of answers, which takes the place
// of the row that was tapped.
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-asks], [data-leaves]");
  if (!button) return;
  const row = button.closest(".actions");
  if (button.dataset.asks) {
    row.after(document.getElementById(button.dataset.asks).content.cloneNode(true));
    row.hidden = true;
    row.nextElementSibling.querySelector("[data-leaves]").focus();
  } else {
    const asking = row.previousElementSibling;
    row.remove();
    asking.hidden = false;
    asking.querySelector("[data-asks]").focus();
  }
});

// Two quick taps on a card take its suit from the ace down to it, or put that run back.
const QUICK = 400;
let lastTap = { box: null, at: 0 };

function toggleRun(box, at) {
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
function clearBoth(box) {
  if (box.checked || box.previousElementSibling?.type !== "checkbox") return;
  box.previousElementSibling.checked = false;
}

// Before anyone else hears of the change and reads the form.
document.addEventListener(
  "change",
  ({ target }) => {
    clearBoth(target);
    matchLast(target);
  },
  true,
);

// What was chosen in one step of a long form leads to the next.
function openNextStep(chosen) {
  const next = chosen.closest("[data-next]")?.dataset.next;
  const step = next && chosen.form.querySelector(`input[name="step"][value="${CSS.escape(next)}"]`);
  if (step) step.checked = true;
}

function updateChoices() {
  updateEchoes();
  listChosen();
  assignPlayers();
}

function updateForms(event) {
  chooseSuggested();
  updateChoices();
  lookUpChoices(event);
}

document.addEventListener("change", (event) => {
  if (event.target.closest("[data-card-grid]") && event.target.type === "checkbox") toggleRun(event.target, event.timeStamp);
  openNextStep(event.target);
  updateChoices();
});

// Frameworks and the back button change forms without a `change`.
for (const moment of ["htmx:after:swap", "htmx:after:settle", "reset"]) {
  document.addEventListener(moment, (event) => queueMicrotask(() => updateForms(event)));
}
addEventListener("pageshow", updateForms);
const early = [...document.querySelectorAll("input, select")].filter(isChanged);
updateForms();

// What was chosen before the scripts came is asked as later choices are, once htmx listens: it begins in a timer of its
// own, set before this one.
function isChanged(control) {
  if (!control.matches("select")) return control.checked !== control.defaultChecked;
  const drawn = [...control.options].findIndex((option) => option.defaultSelected);
  return control.selectedIndex !== Math.max(drawn, 0);
}

setTimeout(() => {
  const asked = new Set(early.map((control) => control.closest("[hx-trigger], form")));
  for (const element of asked) element?.dispatchEvent(new Event("change"));
  lookUpChoices({ type: "htmx:after:swap" });
});

// A new frame brings the screen as it is for all: what this phone has chosen in a form is looked up again.
function lookUpChoices(event) {
  const preview = document.querySelector("[data-preview]");
  if (event?.type !== "htmx:after:swap" || !preview || event.detail?.ctx?.sourceElement === preview) return;
  const chosen = preview.closest("form").querySelector(`[name="${CSS.escape(preview.dataset.preview)}"]:checked`);
  const drawn = chosen?.defaultChecked && "previewShown" in preview.dataset;
  const other = preview.closest("form").querySelector("[data-draws] input:checked:not([checked])");
  if ((chosen && !drawn) || other) preview.dispatchEvent(new Event("preview"));
}

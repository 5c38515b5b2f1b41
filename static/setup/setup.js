// Setting up a table: a form that is drawn anew after each tap, without loading the page. Whatever is done here can be
// done without it too; nothing is recorded before the primary action.

import { NAMED, forgetEntry, readEntry, writeEntry } from "../page/typed_text.js";

// The names and rules chosen so far outlive the page until the table is opened. A page that says what is wrong is newer.
const setupName = NAMED + location.pathname + location.search;

function keepSetup(form) {
  const values = [...new FormData(form)].filter(([name]) => name !== "csrf_token" && name !== "key");
  const typed = values.some(([name, value]) => /^(name_\d+|another)$/.test(name) && value.trim());
  if (typed) writeEntry(setupName, { at: Date.now(), values });
  else forgetEntry(setupName);
}

async function restoreSetup(form) {
  const entry = readEntry(setupName);
  if (!entry || form.querySelector("[role=alert]")) return;
  const body = new FormData();
  for (const name of ["csrf_token", "key"]) body.set(name, form.elements[name].value);
  for (const [name, value] of entry.values) body.append(name, value);
  await submitDraft(form.id, {}, body);
}

let last = Promise.resolve();

// One tap after the other: each is asked of the form as the one before has left it.
function redraw(form, values) {
  last = last.then(() => submitDraft(form.id, values));
}

async function submitDraft(id, values, body = new FormData(document.getElementById(id))) {
  const form = document.getElementById(id);
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  try {
    const answer = await fetch(form.dataset.draft, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(id);
    if (fresh) return replaceForm(form, fresh);
  } catch {
    // No connection: the form stays as it is, and the next tap tries again.
  }
  const field = form.querySelector("#another");
  if (field && !field.value && values.another) field.value = values.another;
}

function replaceForm(form, fresh) {
  const held = document.activeElement;
  const elsewhere = form.dataset.view !== fresh.dataset.view;
  const open = [...form.querySelectorAll("details")].map((each) => each.open);
  const wrong = fresh.querySelector("[aria-invalid]");
  const field = fresh.querySelector("input#another");
  const typed = form.querySelector("input#another")?.value;
  if (field && field !== wrong && typed) field.value = typed; // written while the answer was on its way
  form.replaceWith(fresh);
  if (isNew(fresh)) keepSetup(fresh);
  if (elsewhere) scrollTo(0, 0);
  else for (const [index, each] of fresh.querySelectorAll("details").entries()) each.open ||= open[index] ?? false;
  focusOn(wrong ?? findSame(fresh, held) ?? fresh.querySelector("#main"), !wrong && !elsewhere);
}

function focusOn(element, preventScroll) {
  element.focus({ preventScroll });
  if (element.matches("input[type=text]")) element.setSelectionRange(element.value.length, element.value.length);
}

// What had the focus, in the new form: a field that was being written in keeps it, empty and ready for the next name.
function findSame(fresh, held) {
  if (!held || held === document.body) return null;
  if (held.id) return fresh.querySelector(`#${CSS.escape(held.id)}`);
  if (!held.name) return null;
  return fresh.querySelector(`[name="${CSS.escape(held.name)}"][value="${CSS.escape(held.value)}"]`);
}

const isNew = (form) => form?.matches("[action='/new']");

document.addEventListener("input", ({ target }) => {
  if (isNew(target.form)) keepSetup(target.form);
});

const opened = document.querySelector("form[action='/new']");
if (opened) last = restoreSetup(opened);

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-draft]");
  const button = event.submitter;
  if (isNew(form) && !button?.hasAttribute("formaction")) {
    keepSetup(form);
    const entry = readEntry(setupName);
    if (entry) writeEntry(setupName, { ...entry, sent: true });
  }
  if (!form || !button?.hasAttribute("formaction")) return;
  event.preventDefault();
  const values = { [button.name]: button.value };
  const field = form.querySelector("input#another");
  if (button.value === "add" && field) {
    values.another = field.value;
    field.value = ""; // ready for the next name
  }
  redraw(form, values);
});

// A house rule may bring others with it, or contradict them.
document.addEventListener("change", (event) => {
  const { target } = event;
  const form = target.closest("[data-draft]");
  if (form?.dataset.view === "questions") redraw(form, {});
  if (form?.dataset.view !== "rules" || !target.matches(".rule :is(input, textarea)")) return;
  const value = target.type === "checkbox" ? target.checked : target.value;
  redraw(form, { do: `set:${target.name}:${value}` });
});

// A refusal beside a field goes as soon as somebody mends it.
document.addEventListener("input", (event) => {
  const field = event.target;
  if (!field.matches("[aria-invalid]")) return;
  document.getElementById(`${field.id}-about`)?.remove();
  field.removeAttribute("aria-invalid");
});

// Seats: a name is moved by dragging its number, or with the arrow keys.
const FAR = 8;
let drag = null;

function seatAt(list, x, y) {
  return [...list.children].find((seat) => {
    const box = seat.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
}

document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest("[data-seats] .pill__name i");
  const mouse = event.pointerType === "mouse" ? event.target.closest("[data-seats] [data-seat]") : null;
  const seat = (handle ?? mouse)?.closest("[data-seat]");
  if (seat) drag = { seat, x: event.clientX, y: event.clientY, moved: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.hypot(x, y) < FAR) return;
  drag.moved = true;
  drag.seat.classList.add("pill--dragged");
  drag.seat.style.translate = `${x}px ${y}px`;
});

document.addEventListener("pointerup", (event) => {
  const done = drag;
  drag = null;
  if (!done?.moved) return;
  const list = done.seat.parentElement;
  done.seat.style.translate = "";
  done.seat.classList.remove("pill--dragged");
  const target = seatAt(list, event.clientX, event.clientY);
  addEventListener("click", (click) => click.preventDefault(), { capture: true, once: true });
  if (target && target !== done.seat) moveSeat(done.seat, target.dataset.seat);
});

document.addEventListener("pointercancel", () => {
  if (drag) drag.seat.style.translate = "";
  drag = null;
});

function moveSeat(seat, place) {
  redraw(seat.closest("form"), { do: `place:${seat.dataset.seat}:${place}` });
}

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

document.addEventListener("keydown", (event) => {
  const seat = event.target.closest?.("[data-seats] .pill__name")?.closest("[data-seat]");
  const step = STEPS[event.key];
  if (!seat || !step) return;
  event.preventDefault();
  const place = Number(seat.dataset.seat) + step;
  if (place < 1 || place > seat.parentElement.children.length) return;
  document.getElementById(`seat-${place}`).focus(); // there the name will be
  moveSeat(seat, place);
});

// A list that is pasted with a line or a tab for each name keeps them apart in the one line of the field.
document.addEventListener("paste", (event) => {
  const list = event.clipboardData?.getData("text").trim() ?? "";
  if (event.target.id !== "another" || !/[\r\n\t]/.test(list)) return;
  event.preventDefault();
  event.target.setRangeText(list.replace(/\s*[\r\n\t]+\s*/g, ", "), event.target.selectionStart, event.target.selectionEnd, "end");
  event.target.dispatchEvent(new Event("input", { bubbles: true }));
});

// Taps that come faster than boards. What is tapped while another tap is on its way is tapped on the board that answers
// it, in order; where that cannot be, or nobody can know which board was meant, it is refused in words.

import { toast } from "../page/messages.js";

let isBusy, isSettling; // a tap or its board is on its way; the board has changed just now
const queue = []; // what is tapped once the board has come
let last = ""; // what was tapped last of what records
let before = new Map(); // where everything stood on the board before this one, if that was answered here
let draining = false;

// The control that a tap on the board is for: a button, or the input of a key.
function controlAt(target) {
  const key = target.closest?.("[data-command] :is(.key:has(> input), button:not([data-take-back]))");
  return key && target.matches("input") ? target : (key?.control ?? key);
}

const address = (control) => control.getAttribute("formaction") ?? control.form?.getAttribute("action");
const identity = (control) => [control.matches("button") ? address(control) : "", control.name, control.value].join(" ");
const records = (control) => control.matches("button:not([type=button], [hx-get])");
const controls = () => [...document.querySelectorAll("[data-command] :is(button, .key > input)")];

// The copy of a card that is not picked yet, if there are several.
function find(wanted) {
  const found = controls().filter((control) => identity(control) === wanted);
  return found.find((control) => !control.checked) ?? found[0];
}

const mark = (control, queued) => control.closest(".key, button").toggleAttribute("data-queued", queued);

function refuse(why) {
  queue.length = 0;
  for (const each of document.querySelectorAll("[data-queued]")) each.removeAttribute("data-queued");
  toast(document.getElementById("toast").dataset[why]);
}

// --- A tap ---

// On a board that came just now a tap was meant for the board before: it counts if the same key stood in the same place.
function isMeant(control, { clientX: x, clientY: y, detail }) {
  const place = before.get(identity(control));
  const within = place && x >= place.left && x <= place.right && y >= place.top && y <= place.bottom;
  return identity(control) !== last && place && (within || detail === 0);
}

function whyNot(control, event) {
  if (!records(control)) return "";
  if (isBusy()) return identity(control) === (queue.at(-1) ?? last) ? "twice" : "";
  if (!isSettling() || isMeant(control, event)) return "";
  return identity(control) === last ? "twice" : "changed";
}

function take(event) {
  const control = controlAt(event.target);
  if (!control || draining || event.defaultPrevented) return;
  const why = whyNot(control, event);
  if (!why && !isBusy()) {
    if (records(control)) last = identity(control);
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (why) return refuse(why);
  queue.push(identity(control));
  mark(control, true);
}

// --- The board that answers ---

function rememberPlaces({ detail: { tasks } }) {
  if (!tasks.some((each) => each.target?.id === "table")) return;
  const places = controls().map((control) => [identity(control), control.closest(".key, button").getBoundingClientRect()]);
  before = new Map(isBusy() ? places : []);
}

// A lock is no refusal: it is for taps that come now.
const isRefused = (control) => "reason" in control.dataset || (control.matches("input") && control.ariaDisabled === "true");

function drain() {
  draining = true;
  while (queue.length && !isBusy()) {
    const control = find(queue.shift());
    if (!control) {
      refuse("gone");
      break;
    }
    if (records(control)) last = identity(control);
    control.click();
    if (isRefused(control) && queue.length) refuse("gone");
  }
  draining = false;
  for (const wanted of queue) {
    const control = find(wanted);
    if (control) mark(control, true);
  }
}

export function queueTaps(busy, settling) {
  [isBusy, isSettling] = [busy, settling];
  document.addEventListener("click", take, true);
  document.addEventListener("htmx:before:swap", rememberPlaces);
  for (const moment of ["htmx:after:swap", "htmx:finally:request"]) {
    document.addEventListener(moment, () => setTimeout(drain));
  }
  // What came behind a tap that was refused, or that waits for the link, was meant for a board that does not come.
  document.addEventListener("tap:stopped", () => queue.length && refuse("gone"));
}

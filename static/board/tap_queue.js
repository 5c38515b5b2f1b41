// Taps that come faster than boards. What is tapped while another tap is on its way is tapped on the board that answers
// it, in order; where that cannot be, or nobody can know which board was meant, it is refused in words.

import { showToast } from "../page/messages.js";

let isBusy, isSettling; // a tap or its board is on its way; the board has changed just now
const queue = []; // what is tapped once the board has come
let last = ""; // what was tapped last of what records
let before = new Map(); // where everything stood on the board before this one, if that was answered here
let draining = false;

// The control that a tap on the board is for: a button, or the input of a key.
function controlAt(target) {
  const key = target.closest?.("[data-command] :is(label.key, button:not([data-take-back]))");
  return key && target.matches("input") ? target : (key?.control ?? key);
}

const readAddress = (control) => control.getAttribute("formaction") ?? control.form?.getAttribute("action");
const identify = (control) => [control.matches("button") ? readAddress(control) : "", control.name, control.value].join(" ");
const isRecording = (control) => control.matches('button:not([type=button], [hx-get]), [data-plays="1"] [name="cards"]');
const listControls = () => [...document.querySelectorAll("[data-command] :is(button, .key > input)")];

// The copy of a card that is not picked yet, if there are several.
function findControl(wanted) {
  const found = listControls().filter((control) => identify(control) === wanted);
  return found.find((control) => !control.checked) ?? found[0];
}

const markQueued = (control, queued) => control.closest(".key, button").toggleAttribute("data-queued", queued);

function refuseQueue(why) {
  queue.length = 0;
  for (const each of document.querySelectorAll("[data-queued]")) each.removeAttribute("data-queued");
  showToast(document.getElementById("toast").dataset[why]);
}

// --- A tap ---

// On a board that came just now a tap was meant for the board before: it counts if the same key stood in the same place.
function isMeant(control, { clientX: x, clientY: y, detail }) {
  const place = before.get(identify(control));
  const within = place && x >= place.left && x <= place.right && y >= place.top && y <= place.bottom;
  return identify(control) !== last && place && (within || detail === 0);
}

function findRefusal(control, event) {
  if (!isRecording(control)) return "";
  if (isBusy()) return identify(control) === (queue[queue.length - 1] ?? last) ? "twice" : "";
  if (!isSettling() || isMeant(control, event)) return "";
  return identify(control) === last ? "twice" : "changed";
}

function handleTap(event) {
  const control = controlAt(event.target);
  if (!control || draining || event.defaultPrevented) return;
  const why = findRefusal(control, event);
  if (!why && !isBusy()) {
    if (isRecording(control)) last = identify(control);
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (why) return refuseQueue(why);
  queue.push(identify(control));
  markQueued(control, true);
}

// --- The board that answers ---

function rememberPlaces({ detail: { tasks } }) {
  if (!tasks.some((each) => each.target?.id === "table")) return;
  const places = listControls().map((control) => [identify(control), control.closest(".key, button").getBoundingClientRect()]);
  before = new Map(isBusy() ? places : []);
}

// A lock is no refusal: it is for taps that come now.
const isRefused = (control) => "reason" in control.dataset || (control.matches("input") && control.getAttribute("aria-disabled") === "true");

function replayQueue() {
  draining = true;
  while (queue.length && !isBusy()) {
    const control = findControl(queue.shift());
    if (!control) {
      refuseQueue("gone");
      break;
    }
    if (isRecording(control)) last = identify(control);
    control.click();
    if (isRefused(control) && queue.length) refuseQueue("gone");
  }
  draining = false;
  for (const wanted of queue) {
    const control = findControl(wanted);
    if (control) markQueued(control, true);
  }
}

export function queueTaps(busy, settling) {
  [isBusy, isSettling] = [busy, settling];
  document.addEventListener("click", handleTap, true);
  document.addEventListener("htmx:before:swap", rememberPlaces);
  for (const moment of ["htmx:after:swap", "htmx:finally:request"]) {
    document.addEventListener(moment, () => setTimeout(replayQueue));
  }
  // What came behind a tap that was refused, or that waits for the link, was meant for a board that does not come.
  document.addEventListener("tap:stopped", () => queue.length && refuseQueue("gone"));
}

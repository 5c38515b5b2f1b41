// Setting up a table: a form that is drawn anew after each tap, without loading the page. Whatever is done here can be
// done without it too; nothing is recorded before the primary action.

let asked = 0;

// Send the form as the button would, and put what comes back in its place.
async function redraw(form, submitter, act) {
  const mine = ++asked;
  const body = new FormData(form);
  if (submitter?.name) body.append(submitter.name, submitter.value);
  if (act) body.set("do", act);
  let page;
  try {
    const answer = await fetch(form.dataset.draft, { method: "POST", body });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return; // no connection: the form stays as it is, and the next tap tries again
  }
  const fresh = page.getElementById(form.id);
  if (mine !== asked || !fresh) return;
  place(form, fresh);
}

function place(form, fresh) {
  const held = document.activeElement;
  const elsewhere = form.dataset.view !== fresh.dataset.view;
  const open = [...form.querySelectorAll("details")].map((each) => each.open);
  form.replaceWith(fresh);
  if (!elsewhere) {
    for (const [index, each] of fresh.querySelectorAll("details").entries()) each.open ||= open[index] ?? false;
  }
  if (elsewhere) scrollTo(0, 0);
  const wrong = fresh.querySelector("[aria-invalid]");
  (wrong ?? same(fresh, held) ?? fresh.querySelector("h1"))?.focus({ preventScroll: !wrong && !elsewhere });
}

// What had the focus, in the new form: a field that was being written in keeps it, empty and ready for the next name.
function same(fresh, held) {
  if (!held || held === document.body) return null;
  if (held.id) return fresh.querySelector(`#${CSS.escape(held.id)}`);
  if (!held.name) return null;
  return fresh.querySelector(`[name="${CSS.escape(held.name)}"][value="${CSS.escape(held.value)}"]`);
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-draft]");
  const button = event.submitter;
  if (!form || !button?.hasAttribute("formaction")) return;
  event.preventDefault();
  redraw(form, button);
});

// A house rule may bring others with it, or contradict them.
document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-draft]");
  if (form?.dataset.view === "rules" && event.target.matches(".rule input")) redraw(form, null, "check");
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
  const handle = event.target.closest("[data-seats] .person__name i");
  const mouse = event.pointerType === "mouse" ? event.target.closest("[data-seats] [data-seat]") : null;
  const seat = (handle ?? mouse)?.closest("[data-seat]");
  if (seat) drag = { seat, x: event.clientX, y: event.clientY, moved: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.hypot(x, y) < FAR) return;
  drag.moved = true;
  drag.seat.classList.add("person--dragged");
  drag.seat.style.translate = `${x}px ${y}px`;
});

document.addEventListener("pointerup", (event) => {
  const done = drag;
  drag = null;
  if (!done?.moved) return;
  const list = done.seat.parentElement;
  done.seat.style.translate = "";
  done.seat.classList.remove("person--dragged");
  const target = seatAt(list, event.clientX, event.clientY);
  addEventListener("click", (click) => click.preventDefault(), { capture: true, once: true });
  if (target && target !== done.seat) move(done.seat, target.dataset.seat);
});

document.addEventListener("pointercancel", () => {
  if (drag) drag.seat.style.translate = "";
  drag = null;
});

function move(seat, place) {
  redraw(seat.closest("form"), null, `place:${seat.dataset.seat}:${place}`);
}

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

document.addEventListener("keydown", (event) => {
  const seat = event.target.closest?.("[data-seats] .person__name")?.closest("[data-seat]");
  const step = STEPS[event.key];
  if (!seat || !step) return;
  event.preventDefault();
  const place = Number(seat.dataset.seat) + step;
  if (place < 1 || place > seat.parentElement.children.length) return;
  document.getElementById(`seat-${place}`).focus(); // there the name will be
  move(seat, place);
});

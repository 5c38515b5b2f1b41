// A key that records, tapped before what belongs to it is chosen: it waits for that, and records when it comes. A group
// of keys that keys of another name need says so: data-before="points" data-pick="Pick who took the trick."

const findUnpicked = ({ form, name }) =>
  [...form.querySelectorAll(`[data-before="${CSS.escape(name)}"]`)].filter((group) => !group.querySelector("input:checked"));

const findWaiting = (form) => form.querySelector('.key--submit[aria-pressed="true"]');

let waiting = null; // the form and the key that waits in it: a new board is drawn without it

function showReason(words) {
  const why = document.getElementById("alert");
  if (!why) return;
  why.hidden = !words;
  why.querySelector("span").textContent = words;
}

function hold(form, key) {
  findWaiting(form)?.removeAttribute("aria-pressed");
  key?.setAttribute("aria-pressed", "true");
  waiting = key && { form: form.id, name: key.name, value: key.value };
  showReason(key ? findUnpicked(key).map((group) => group.dataset.pick).join(" ") : "");
}

document.addEventListener(
  "click",
  (event) => {
    const key = event.target.closest?.(".dock .key--submit");
    if (!key?.form || key.getAttribute("aria-disabled") === "true" || !findUnpicked(key).length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    hold(key.form, key === findWaiting(key.form) ? null : key);
  },
  true,
);

// What was refused since something was missing waits as well.
document.addEventListener("change", ({ target }) => {
  const { form } = target;
  const key = form?.matches(".dock") && findWaiting(form);
  const isHeld = waiting?.form === form?.id || document.querySelector("#last [data-missing]");
  if (!key || !isHeld || findUnpicked(key).length) return;
  waiting = null;
  key.click();
});

document.addEventListener("htmx:after:swap", () => {
  const form = waiting && document.getElementById(waiting.form);
  const key = [...(form?.querySelectorAll(".key--submit") ?? [])].find(
    ({ name, value }) => name === waiting.name && value === waiting.value,
  );
  if (key && findUnpicked(key).length) hold(form, key);
  else waiting = null;
});

// What is typed on a phone stays there until it is sent: a page that is loaded anew, left, or thrown away by the phone
// has it again. And a key for the sign, which keyboards of numbers lack.

export const NAMED = "typed:";
const LASTS = 24 * 3600 * 1000; // milliseconds: an evening, and the morning after

// Without storage it lasts as long as the page.
function stored(act, otherwise) {
  try {
    return act(localStorage) ?? otherwise;
  } catch {
    return otherwise;
  }
}

const nameOf = (form) => NAMED + (form.dataset.keepText || form.getAttribute("action"));
export const forget = (name) => stored((storage) => storage.removeItem(name));
export const read = (name) => stored((storage) => JSON.parse(storage.getItem(name)), null);
export const write = (name, entry) => stored((storage) => storage.setItem(name, JSON.stringify(entry)));

const fieldsOf = (form) => [...form.elements].filter((field) => field.name && !field.matches("[type=hidden], button"));
const isText = (field) => field.matches("input:not([type=radio], [type=checkbox]), textarea");

function save(form) {
  const fields = fieldsOf(form);
  if (!fields.some((field) => isText(field) && field.value.trim())) return forget(nameOf(form));
  const chosen = fields.filter((field) => isText(field) || field.matches("select") || field.checked);
  write(nameOf(form), { at: Date.now(), values: chosen.map((field) => [field.name, field.value]) });
}

// What the server wrote into the page, as into a refused form, is newer than what was kept. What a browser brings back by
// itself when somebody goes back is not: it may have been sent.
function restore(form) {
  const entry = read(nameOf(form));
  const fields = fieldsOf(form);
  if (fields.some((field) => isText(field) && field.defaultValue.trim() && !field.dataset.prefilled)) return save(form);
  if (!entry) return;
  for (const field of fields) {
    const values = entry.values.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.matches("[type=radio], [type=checkbox]")) field.checked = values.includes(field.value);
    else if (values.length) field.value = values[0];
  }
  const rows = entry.values.filter(([name, value]) => value.trim() && !form.elements[name]);
  if (rows.length && form.dataset.moreRows) return location.replace(form.dataset.moreRows);
  form.closest("details")?.setAttribute("open", "");
}

// Sent is what the server has answered: until then it may have to be sent again, from this page or by way of "Back".
function settle(type) {
  for (const name of stored(Object.keys, []).filter((each) => each.startsWith(NAMED))) {
    const entry = read(name);
    const isSent = entry?.sent && type === "navigate";
    if (!entry || isSent || Date.now() - entry.at > LASTS) forget(name);
    else if (entry.sent) write(name, { ...entry, sent: false });
  }
}

settle(performance.getEntriesByType("navigation")[0]?.type);
addEventListener("pageshow", ({ persisted }) => persisted && settle("back_forward"));
for (const form of document.querySelectorAll("form[data-keep-text]")) restore(form);

document.addEventListener("input", ({ target }) => {
  if (target.form?.matches("[data-keep-text]")) save(target.form);
});

document.addEventListener("submit", ({ target, submitter }) => {
  if (target.matches("[action='/forget']")) {
    for (const name of stored(Object.keys, []).filter((each) => each.startsWith(NAMED))) forget(name);
  }
  if (!target.matches("[data-keep-text]") || submitter?.hasAttribute("formaction")) return;
  save(target);
  const entry = read(nameOf(target));
  if (entry) write(nameOf(target), { ...entry, sent: true });
});

// --- The sign ---

// The amount that was typed in last; it may have been before this script came.
let last = document.activeElement?.matches("[data-signed]") ? document.activeElement : null;

document.addEventListener("focusin", ({ target }) => {
  if (target.matches?.("[data-signed]")) last = target;
});

// The field keeps the focus, and with it the phone its keyboard.
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.("[data-sign]")) event.preventDefault();
});

document.addEventListener("click", ({ target }) => {
  const key = target.closest?.("[data-sign]");
  const field = key && (document.getElementById(key.dataset.sign) ?? last);
  if (!field) return;
  const number = field.value.trim();
  field.value = /^[-−－–]/.test(number) ? number.slice(1) : `−${number.replace(/^[+＋]/, "")}`;
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

for (const key of document.querySelectorAll("[data-sign]")) key.hidden = false;

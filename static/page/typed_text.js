// What is typed on a phone stays there until it is sent: a page that is loaded anew, left, or thrown away by the phone
// has it again. And a key for the sign, which keyboards of numbers lack.

export const NAMED = "typed:";
const LASTS = 24 * 3600 * 1000; // milliseconds: an evening, and the morning after

// Without storage it lasts as long as the page.
function withStorage(act, otherwise) {
  try {
    return act(localStorage) ?? otherwise;
  } catch {
    return otherwise;
  }
}

const storageName = (form) => NAMED + (form.dataset.keepText || form.getAttribute("action"));
export const forgetEntry = (name) => withStorage((storage) => storage.removeItem(name));
export const readEntry = (name) => withStorage((storage) => JSON.parse(storage.getItem(name)), null);
export const writeEntry = (name, entry) => withStorage((storage) => storage.setItem(name, JSON.stringify(entry)));

const fieldsOf = (form) => [...form.elements].filter((field) => field.name && !field.matches("[type=hidden], button"));
const isText = (field) => field.matches("input:not([type=radio], [type=checkbox]), textarea");

function saveForm(form) {
  const fields = fieldsOf(form);
  if (!fields.some((field) => isText(field) && field.value.trim())) return forgetEntry(storageName(form));
  const chosen = fields.filter((field) => isText(field) || field.matches("select") || field.checked);
  writeEntry(storageName(form), { at: Date.now(), values: chosen.map((field) => [field.name, field.value]) });
}

// What the server wrote into the page, as into a refused form, is newer than what was kept. What a browser brings back by
// itself when somebody goes back is not: it may have been sent.
function restoreForm(form) {
  const entry = readEntry(storageName(form));
  const fields = fieldsOf(form);
  if (fields.some((field) => isText(field) && field.defaultValue.trim() && !field.dataset.prefilled)) return saveForm(form);
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
function dropSent(type) {
  for (const name of withStorage(Object.keys, []).filter((each) => each.startsWith(NAMED))) {
    const entry = readEntry(name);
    const isSent = entry?.sent && type === "navigate";
    if (!entry || isSent || Date.now() - entry.at > LASTS) forgetEntry(name);
    else if (entry.sent) writeEntry(name, { ...entry, sent: false });
  }
}

dropSent(performance.getEntriesByType("navigation")[0]?.type);
addEventListener("pageshow", ({ persisted }) => persisted && dropSent("back_forward"));
for (const form of document.querySelectorAll("form[data-keep-text]")) restoreForm(form);

document.addEventListener("input", ({ target }) => {
  if (target.form?.matches("[data-keep-text]")) saveForm(target.form);
});

document.addEventListener("submit", ({ target, submitter }) => {
  if (target.matches("[action='/forget']")) {
    for (const name of withStorage(Object.keys, []).filter((each) => each.startsWith(NAMED))) forgetEntry(name);
  }
  if (!target.matches("[data-keep-text]") || submitter?.hasAttribute("formaction")) return;
  saveForm(target);
  const entry = readEntry(storageName(target));
  if (entry) writeEntry(storageName(target), { ...entry, sent: true });
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

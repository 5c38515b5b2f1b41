// What is chosen in a dock and not sent is chosen again when the page comes back: after a look at the score sheet, or a
// reload. It holds for the version of the table at which it was chosen.

const NAMED = `chosen:${location.pathname}`;

let waiting = []; // choices of steps that are still to be drawn

function withStorage(act) {
  try {
    return act(sessionStorage);
  } catch {
    return null; // without storage it lasts as long as the page
  }
}

const shownVersion = () => document.getElementById("table")?.dataset.version;
const isChoice = (control) => control.matches(".dock :is([type=radio], [type=checkbox])");

function keepChoices({ target }) {
  if (!isChoice(target)) return;
  const values = [...document.querySelectorAll(".dock input")]
    .filter((each) => isChoice(each) && each.checked !== each.defaultChecked && (each.checked || each.type === "checkbox"))
    .map(({ name, value, form, checked }) => [form?.id ?? "", name, value, checked]);
  withStorage((storage) => storage.setItem(NAMED, JSON.stringify({ version: shownVersion(), values })));
}

function chooseAgain() {
  const found = [];
  waiting = waiting.filter(([form, name, value, checked]) => {
    const choices = document.querySelectorAll(`.dock input[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
    const choice = [...choices].find((each) => (each.form?.id ?? "") === form && isChoice(each));
    if (!choice) return true;
    if (choice.checked !== checked && choice.getAttribute("aria-disabled") !== "true") {
      choice.checked = checked;
      found.push(choice);
    }
    return false;
  });
  return found;
}

const entry = JSON.parse(withStorage((storage) => storage.getItem(NAMED)) ?? "null");
if (entry && entry.version === shownVersion()) {
  waiting = entry.values;
  chooseAgain(); // keys.js asks for what these draw
}

document.addEventListener("htmx:after:swap", () => {
  if (entry?.version !== shownVersion()) waiting = [];
  chooseAgain().pop()?.dispatchEvent(new Event("change", { bubbles: true }));
});
document.addEventListener("change", (event) => {
  if (event.isTrusted) waiting = []; // somebody chooses anew
  keepChoices(event);
});

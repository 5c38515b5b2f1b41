// The table by keyboard: a number or a suit's letter chooses its key, Enter does what the dock offers, U takes back.

import { findFace } from "../page/key_face.js";
import { currentQuestion } from "./questions.js";

const TYPING = 700; // milliseconds in which digits make one number
let typed = { digits: "", at: 0, to: "" };

function readNumbers(event) {
  const goesOn = event.timeStamp - typed.at < TYPING && typed.to === currentQuestion();
  typed = { digits: (goesOn ? typed.digits : "") + event.key, at: event.timeStamp, to: currentQuestion() };
  return [typed.digits, event.key];
}

// A folded dock keeps its place and is not seen.
const isShown = (control) => control.checkVisibility?.({ visibilityProperty: true }) ?? true;

const findShown = (selector) => [...document.querySelectorAll(selector)].find(isShown);

function findKeys(fit) {
  return [...document.querySelectorAll(".dock label.key")].filter((key) => isShown(key) && fit(key));
}

// In one of the sides' points as they are read now.
function shownNumber(key) {
  const shown = findFace(key).filter(isShown);
  return shown.map((node) => node.textContent.trim()).join("");
}

function findNumberKey(numbers) {
  return numbers.map((number) => findKeys((key) => shownNumber(key) === number).pop()).find(Boolean);
}

function findControl(key) {
  if (/^[SHDC]$/.test(key)) return findKeys((each) => each.querySelector(`input[value="${key}"]`))[0];
  if (key === "N") return findKeys((each) => each.querySelector('input[value="NT"]'))[0];
  if (key === "P") return findShown('.dock [formaction$="/pass"]');
  if (key === "U") return findShown('#last form[action$="/undo"] button'); // what only a host may take back is not seen
  if (key === "ENTER") return findShown(".dock .button--main, .dock .actions--turn > :last-child");
  return null;
}

document.addEventListener("keydown", (event) => {
  const elsewhere = event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, button, a, summary, .menu");
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || elsewhere) return;
  // A keyboard that writes Hangul tells its letter; the key has another.
  const key = (event.key > "~" ? event.code.replace(/^Key/, "") : event.key).toUpperCase();
  const control = document.body.matches(".table") && (/^\d$/.test(key) ? findNumberKey(readNumbers(event)) : findControl(key));
  if (!control) return;
  event.preventDefault();
  control.click();
});

// Beside the dock on a large screen: told are only the keys that do something now.
function updateHints() {
  for (const told of document.querySelectorAll("[data-shortcut]")) {
    const key = told.dataset.shortcut;
    told.hidden = !(key === "1" ? findKeys((each) => /^\d+$/.test(shownNumber(each)))[0] : findControl(key));
  }
}

document.addEventListener("htmx:after:swap", updateHints);

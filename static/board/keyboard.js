// The table by keyboard: a number or a suit's letter chooses its key, Enter does what the dock offers, U takes back.

import { face } from "../page/key_face.js";
import { question } from "./questions.js";

const TYPING = 700; // milliseconds in which digits make one number
let typed = { digits: "", at: 0, to: "" };

function digits(event) {
  const goesOn = event.timeStamp - typed.at < TYPING && typed.to === question();
  typed = { digits: (goesOn ? typed.digits : "") + event.key, at: event.timeStamp, to: question() };
  return [typed.digits, event.key];
}

function keysThat(fit) {
  return [...document.querySelectorAll(".dock label.key")].filter((key) => key.checkVisibility?.() && fit(key));
}

// In one of the sides' points as they are read now.
function seen(key) {
  const shown = face(key).filter((node) => node.checkVisibility?.() ?? true);
  return shown.map((node) => node.textContent.trim()).join("");
}

function numbered(numbers) {
  return numbers.map((number) => keysThat((key) => seen(key) === number).at(-1)).find(Boolean);
}

function controlFor(key) {
  if (/^[SHDC]$/.test(key)) return keysThat((each) => each.querySelector(`input[value="${key}"]`))[0];
  if (key === "N") return keysThat((each) => each.querySelector('input[value="NT"]'))[0];
  if (key === "P") return document.querySelector('.dock [formaction$="/pass"]');
  if (key === "U") return document.querySelector('#last form[action$="/undo"] button');
  if (key === "ENTER") return document.querySelector(".dock .button--main, .dock .actions--turn > :last-child");
  return null;
}

document.addEventListener("keydown", (event) => {
  const elsewhere = event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, button, a, summary, .menu");
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || elsewhere) return;
  const key = event.key.toUpperCase();
  const control = document.body.matches(".table") && (/^\d$/.test(key) ? numbered(digits(event)) : controlFor(key));
  if (!control) return;
  event.preventDefault();
  control.click();
});

// Beside the dock on a large screen: told are only the keys that do something now.
function hint() {
  for (const told of document.querySelectorAll("[data-shortcut]")) {
    const key = told.dataset.shortcut;
    told.hidden = !(key === "1" ? keysThat((each) => /^\d+$/.test(seen(each)))[0] : controlFor(key));
  }
}

document.addEventListener("htmx:after:swap", hint);

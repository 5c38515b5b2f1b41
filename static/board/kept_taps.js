// Taps that are not recorded yet: kept in the browser's storage, where they outlive the page that they were made on, and
// shown where they were tapped, and in words.

import { findFace } from "../page/key_face.js";
import { currentQuestion } from "./questions.js";

const NAMED = "tap:";

// Without storage a tap lasts as long as its page.
function withStorage(act, otherwise) {
  try {
    return act(localStorage);
  } catch {
    return otherwise;
  }
}

export const keepTap = (tap) => withStorage((storage) => storage.setItem(NAMED + tap.key, JSON.stringify(tap)));
export const releaseTap = (key) => withStorage((storage) => storage.removeItem(NAMED + key));

// Those of every page of this browser, the earliest first.
export function keptTaps() {
  const names = withStorage(Object.keys, []).filter((name) => name.startsWith(NAMED));
  const taps = names.flatMap((name) => withStorage((storage) => [JSON.parse(storage.getItem(name))], []));
  return taps.sort((one, other) => one.at - other.at);
}

// --- Shown ---

// What an element shows, on one line; a suit by its name.
function visibleText(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.matches("svg")) return ` ${node.getAttribute("aria-label") ?? ""}`;
  return node.getClientRects().length ? [...node.childNodes].map(visibleText).join("") : "";
}

const joinTexts = (nodes) => [...nodes].map(visibleText).join("").replace(/\s+/g, " ").trim();

// What a tap on a button says: the button's own words; of a key that records, those of the chosen keys before it.
export function describeTap(form, button) {
  if (!button?.matches(".key")) return button ? button.title || joinTexts([button]) : "";
  const chosen = [...form.querySelectorAll(".key > input:checked")].map((input) => input.parentElement);
  const title = joinTexts(form.querySelectorAll(".dock__ask b")).match(/^[^:]*:/)?.[0] ?? "";
  const keys = [...chosen, button].map((key) => joinTexts(findFace(key)));
  return `${title} ${keys.filter(Boolean).join(", ")}`.trim();
}

function findButton(tap) {
  const sent = new URLSearchParams(tap.body);
  return [...document.querySelectorAll("[data-command] button:not([type=button])")].find((button) => {
    const aimed = button.getAttribute("formaction") ?? button.form.getAttribute("action");
    return aimed === tap.url && (!button.name || sent.getAll(button.name).includes(button.value));
  });
}

// A page that was opened anew has forgotten what was chosen.
function restoreChoices(form, body) {
  for (const [name, value] of new URLSearchParams(body)) {
    const input = form.querySelector(`input[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
    if (input?.matches("[type=radio], [type=checkbox]")) input.checked = true;
  }
}

const isSeen = (element) => element.getClientRects().length && getComputedStyle(element).visibility === "visible";

// Draw the tap that waits, or none.
export function showKeptTap(tap) {
  const template = document.getElementById("kept-tap");
  if (!template) return;
  document.querySelector(".dock__ask--kept-tap")?.remove();
  for (const button of document.querySelectorAll("[data-tapped]")) {
    button.removeAttribute("data-tapped");
    button.removeAttribute("aria-pressed");
  }
  if (!tap) return;
  const button = tap.question === currentQuestion() && findButton(tap);
  if (button) {
    restoreChoices(button.form, tap.body);
    button.dataset.tapped = template.dataset.label;
    button.setAttribute("aria-pressed", "true");
  }
  const row = template.content.firstElementChild.cloneNode(true);
  row.querySelector("b").textContent = tap.words;
  const dock = document.querySelector(".dock");
  const ask = [...(dock?.querySelectorAll(".dock__ask") ?? [])].find(isSeen);
  if (ask) ask.before(row);
  else dock?.prepend(row);
}

// A tap that no table shows was not saved: what it was, why, and the ways on.
export function showUnsaved(tap, reason, leave) {
  const notice = document.getElementById("unsaved");
  if (!notice) return;
  notice.querySelector("b").textContent = tap.words;
  notice.querySelector("small").textContent = reason;
  notice.querySelector("a").href = tap.page;
  notice.querySelector("button").onclick = () => {
    notice.hidden = true;
    leave();
  };
  notice.hidden = false;
}

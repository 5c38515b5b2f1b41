// What is said over every page, about the link and about an answer: on the table in its row "last", elsewhere above all.

const SECONDS_TO_READ = 8;
const STATES = ["denied", "sending", "lost"]; // the first that holds is shown
const holding = new Set();
let hiding;

export function say(state, holds) {
  if (holds) holding.add(state);
  else holding.delete(state);
  show();
}

function show() {
  const banner = document.getElementById("banner");
  if (!banner) return;
  const shown = STATES.find((each) => holding.has(each));
  document.body.classList.toggle("offline", Boolean(shown));
  banner.textContent = shown ? banner.dataset[shown] : "";
  banner.hidden = !shown;
}

export function toast(text) {
  const element = document.getElementById("toast");
  if (!element) return;
  const line = document.createElement("p");
  line.textContent = text || element.dataset.failed;
  element.replaceChildren(line);
  element.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (element.hidden = true), SECONDS_TO_READ * 1000);
}

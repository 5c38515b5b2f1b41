// What lies over every page: the banner about the link, and the toast about an answer. Their words stand in the page.

const SECONDS_TO_READ = 8;
const STATES = ["denied", "sending", "lost"]; // the first that holds is shown
const holding = new Set();
let hiding;

export function say(state, holds) {
  if (holds) holding.add(state);
  else holding.delete(state);
  const banner = document.getElementById("banner");
  if (!banner) return;
  const shown = STATES.find((each) => holding.has(each));
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

// Plays what became of a hand once, when it comes. What stood there when the page was opened, or was played before, is
// not played again: not by a reload, a new connection, an undo or a correction.

const PLAYING = 3000; // milliseconds; the style sheet is done by then

const played = new Set();
let over;

const currentResult = () => document.getElementById("table")?.dataset.result;

function playNewResult() {
  const now = currentResult();
  if (!now || played.has(now)) return;
  played.add(now);
  document.body.classList.add("tv--plays-result");
  clearTimeout(over);
  over = setTimeout(() => document.body.classList.remove("tv--plays-result"), PLAYING);
}

if (currentResult()) played.add(currentResult());
document.addEventListener("htmx:after:swap", playNewResult);

// Plays what became of a hand once, when it comes. What stood there when the page was opened, or was played before, is
// not played again: not by a reload, a new connection, an undo or a correction.

const PLAYING = 3000; // milliseconds; the style sheet is done by then

const played = new Set();
let over;

const moment = () => document.getElementById("table")?.dataset.result;

function look() {
  const now = moment();
  if (!now || played.has(now)) return;
  played.add(now);
  document.body.classList.add("tv--plays-result");
  clearTimeout(over);
  over = setTimeout(() => document.body.classList.remove("tv--plays-result"), PLAYING);
}

if (moment()) played.add(moment());
document.addEventListener("htmx:after:swap", look);

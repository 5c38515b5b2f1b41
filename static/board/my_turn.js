// Says that it is this phone's turn: in the title of its tab, and to the switches that were turned on in its menu.

const { seat, title, myTurn } = document.body.dataset;

const isMine = () => Boolean(seat) && document.getElementById("table")?.dataset.turn === seat;
let wasMine = false;

function showTurn() {
  if (!title) return;
  const now = isMine();
  document.title = now ? `${myTurn} · Scorekeeper` : title;
  if (now && !wasMine) document.dispatchEvent(new Event("turn:mine"));
  wasMine = now;
}

showTurn(); // before anything listens: what was so when the page was opened is no news
document.addEventListener("htmx:after:swap", showTurn);

// On a large screen the chart and the last hands stand beside the board, and are as new as it.

const place = document.getElementById("beside");
let asked = null; // the board's version when they were asked for

function look() {
  const board = document.getElementById("table");
  if (document.hidden || board?.dataset.version === asked) return;
  asked = board.dataset.version;
  const shown = place.firstElementChild?.dataset.version ?? "";
  htmx.ajax("GET", `${place.dataset.from}?shown=${shown}`, { source: place, target: "#beside", swap: "innerMorph" });
}

place.hidden = false;
document.addEventListener("htmx:after:swap", look);
document.addEventListener("visibilitychange", look);
look();

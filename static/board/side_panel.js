// On a large screen the chart and the last hands stand beside the board, and are as new as it; below the dock, what its
// keyboard does and what the referee may be asked.

const place = document.getElementById("side-panel");
let asked = null; // the board's version when they were asked for

function refreshPanel() {
  const board = document.getElementById("table");
  if (document.hidden || board?.dataset.version === asked) return;
  asked = board.dataset.version;
  const shown = place.querySelector("[data-version]")?.dataset.version ?? "";
  htmx.ajax("GET", `${place.dataset.address}?shown=${shown}`, { source: place, target: "#side-panel", swap: "innerMorph" });
}

// Below the dock, where it leaves the room.
function placeAids() {
  const desk = place.querySelector(".desktop-aids");
  const last = document.querySelector(".dock > :last-child");
  if (desk) desk.style.visibility = last?.getBoundingClientRect().bottom > desk.getBoundingClientRect().top ? "hidden" : "";
}

place.hidden = false;
place.addEventListener("load", placeAids, true); // its style sheet
document.addEventListener("htmx:after:swap", placeAids);
document.addEventListener("toggle", placeAids, true);
window.addEventListener("resize", placeAids);
document.addEventListener("htmx:after:swap", refreshPanel);
document.addEventListener("visibilitychange", refreshPanel);
document.addEventListener("link:found", () => {
  asked = null; // what was asked for last may have been lost
  refreshPanel();
});
refreshPanel();

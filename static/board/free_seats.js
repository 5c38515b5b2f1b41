// On a phone that has no seat and may take one: a tap on a free seat asks whether it is theirs. A host who records for
// others is not asked during a hand.

const { dataset } = document.body;

const findTable = () => document.getElementById("table");
const isOffered = () => !("host" in dataset) || findTable()?.dataset.phase === "between";

function offerSeats() {
  const free = isOffered() ? Number(findTable()?.dataset.free ?? 0) : 0; // a bit for each seat, in their order
  for (const [place, seat] of document.querySelectorAll("#seats > .seat").entries()) {
    const isFree = Boolean(free & (1 << place));
    seat.classList.toggle("seat--free", isFree);
    seat.querySelector("i").dataset.text = isFree ? dataset.sit : "";
    seat.querySelector(".seat__take")?.remove();
    if (isFree) seat.append(makeLink(seat.dataset.p, seat.querySelector("bdi").textContent));
  }
}

// For keyboards and screen readers; fingers have the whole seat.
function makeLink(player, name) {
  const link = document.createElement("a");
  link.className = "seat__take sr-only";
  link.href = `${location.pathname}/seat/${player}/ask`;
  const who = document.createElement("bdi");
  who.textContent = name;
  link.append(who, `: ${dataset.sit}`);
  return link;
}

document.addEventListener("click", ({ target }) => {
  const link = target.closest?.(".seat--free")?.querySelector(".seat__take");
  if (link && target !== link) link.click();
});
document.addEventListener("htmx:after:swap", offerSeats);
offerSeats();

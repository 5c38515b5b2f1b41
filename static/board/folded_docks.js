// A dock for a player who has a phone: on all others it is folded, and a button unfolds it, to record for that player. It
// stays so while this phone alone records, and folds again as soon as another does.

const NAMED = `acts-for-others:${location.pathname}`;

const findTable = () => document.getElementById("table");

// The version up to which this phone alone has recorded since it unfolded a dock.
function readUnfolded() {
  try {
    return Number(sessionStorage.getItem(NAMED) ?? NaN);
  } catch {
    return Number(document.body.dataset.actsForOthers ?? NaN);
  }
}

function writeUnfolded(version) {
  document.body.toggleAttribute("data-acts-for-others", version !== null);
  if (version !== null) document.body.dataset.actsForOthers = version;
  try {
    if (version === null) sessionStorage.removeItem(NAMED);
    else sessionStorage.setItem(NAMED, version);
  } catch {
    // Without storage it lasts as long as the page.
  }
}

function updateFold() {
  const folded = document.querySelector(".dock__folded");
  const unfolded = readUnfolded();
  if (!folded || Number.isNaN(unfolded)) return;
  const version = Number(findTable().dataset.version);
  const alone = version === unfolded || (folded.dataset.by ?? "") === (document.body.dataset.seat ?? "");
  writeUnfolded(alone ? version : null);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.(".dock__folded > button");
  if (!button) return;
  writeUnfolded(Number(findTable().dataset.version));
  button.closest(".dock").querySelector(".key > input, .pad > button")?.focus({ preventScroll: true });
});

document.addEventListener("htmx:after:swap", updateFold);
updateFold();

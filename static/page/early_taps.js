// A tap on a page whose scripts are still on their way: it is sent when they have come, with all that they send along.

let early = null;

function holdSubmit(event) {
  event.preventDefault();
  early = early || event; // not ??=, for old browsers need what is joined with this
}

addEventListener("submit", holdSubmit, true);
addEventListener("DOMContentLoaded", () =>
  setTimeout(() => {
    removeEventListener("submit", holdSubmit, true);
    if (!early?.target.isConnected) return;
    if (early.target.requestSubmit) early.target.requestSubmit(early.submitter);
    else (early.submitter ?? early.target.querySelector("button:not([type=button])")).click();
  }),
);

// A tap on a page whose scripts are still on their way: it is sent when they have come, with all that they send along.

let early = null;

function hold(event) {
  event.preventDefault();
  early ??= event;
}

addEventListener("submit", hold, true);
addEventListener("DOMContentLoaded", () =>
  setTimeout(() => {
    removeEventListener("submit", hold, true);
    if (early?.target.isConnected) early.target.requestSubmit(early.submitter);
  }),
);

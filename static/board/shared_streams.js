// Over HTTP/1.1 a browser opens six connections to a host and lets everything else wait for them. So that pages and taps
// come through, only those pages of a browser that were looked at last have a stream. A channel tells them of one another.

const MOST = 4; // streams of one browser
const isLimited = !/^h[23]/.test(performance.getEntriesByType("navigation")[0]?.nextHopProtocol ?? "");
const channel = isLimited && window.BroadcastChannel ? new BroadcastChannel("streams") : null;
const own = String(Math.random());
const newer = new Set(); // pages that were looked at since this one was

let hasLeft = true;

// Tell the others that this page is looked at and has a stream.
export function joinStreams() {
  newer.clear();
  hasLeft = false;
  channel?.postMessage({ page: own, here: true });
}

// Tell the others that this page needs no stream.
export function leaveStreams() {
  if (!hasLeft) channel?.postMessage({ page: own, here: false });
  hasLeft = true;
}

// Call `give` when the stream of this page is one too many, and `take` when it is no more.
export function shareStreams(give, take) {
  channel?.addEventListener("message", ({ data: { page, here } }) => {
    const before = newer.size;
    if (here) newer.add(page);
    else newer.delete(page);
    if (hasLeft || newer.size === before) return;
    if (here && newer.size === MOST) give();
    if (!here && newer.size === MOST - 1) take();
  });
}

// Keeps the table as new as the server's: connects the stream, notices when it falls silent, and says so.
// htmx reads the stream and swaps its frames; it neither retries a first connection nor notices a dead link.

import { setState } from "../page/messages.js";
import { clearOldDock } from "./questions.js";
import { joinStreams, leaveStreams, shareStreams } from "./shared_streams.js";

const GRACE = 1; // seconds a ping may be late
const ANSWER_WITHIN = 2.5; // seconds a new connection may take to say something
const RETRY = { first: 250, longest: 3000 }; // milliseconds between attempts
const DEAF = 2; // connections without a byte, after which the link is taken for one that holds streams back
const ASK_EVERY = 4; // seconds between two questions for the board over such a link
const BROKEN = 503; // the server's database is out of its reach
const OUTDATED = 412; // another version of the program drew this page
const STRANGER = new Set([401, 403, 404, 410]); // asking again will not help

// Chromium (156) crashes where htmx moves a part into another box whose size its styles ask for. It is inserted instead.
delete Element.prototype.moveBefore;

const live = document.getElementById("live");
const isComputer = matchMedia("(hover: hover) and (pointer: fine)").matches;

let connection = null; // htmx's own, while there is a stream or attempts at one
let silence; // the timer that runs out when nothing is heard
let retry; // the timer of the next first connection
let wait = RETRY.first;
let promised = ANSWER_WITHIN; // seconds within which the next ping comes
let lost = false;
let deaf = 0; // connections without a byte, one after the other
let asking = null; // the timer of the next question for the board, where the link holds streams back
let answered = false; // the last such question was
const keptAt = Number(document.body.dataset.savedAt); // of a page that this phone kept, since nothing could be reached
let heard = keptAt || Date.now(); // what is shown was true then
let denied = false;
let crowded = false; // other pages of this browser have the streams
let first = true; // the next frame is the first of its connection
let renewed = false; // this phone's rights changed, so the same version may look different
let phones = null;
let tapped = null; // what was tapped last on the board that is shown

function connect() {
  clearTimeout(retry);
  if (connection || denied || crowded) return;
  expectMessage(ANSWER_WITHIN);
  htmx.ajax("GET", live.getAttribute("hx-sse:connect"), { source: live, timeout: htmx.config.sse.connectTimeout });
}

function connectLater() {
  clearTimeout(retry);
  if (denied || crowded) return;
  retry = setTimeout(connect, wait);
  wait = Math.min(wait * 2, RETRY.longest);
}

// Who sits here is told of their turn though another page is in front: on a computer by the title of the tab, on any
// device by a notification, where that is switched on.
function isCalled() {
  if (!document.body.dataset.seat) return false;
  try {
    return isComputer || localStorage.getItem("calls") === "on";
  } catch {
    return isComputer;
  }
}

const isAsleep = () => document.hidden && !isCalled();

// Expect to hear something within so many seconds.
function expectMessage(seconds) {
  clearTimeout(silence);
  if (!isAsleep() && !denied && !crowded) silence = setTimeout(markLinkLost, seconds * 1000);
}

function markLinkLost() {
  clearTimeout(silence);
  if (denied || crowded) return;
  lost = true;
  deaf += 1;
  if (!answered) setState("lost", true, heard);
  if (deaf === DEAF) askForBoard();
  for (const element of document.querySelectorAll("[data-phones]")) element.parentElement.hidden = false;
  // Whatever was open is dead or deaf; htmx opens the next.
  connection?.reader?.cancel();
}

// A link lets answers through and holds streams back: the board is asked for, until a stream brings something.
function askForBoard() {
  if (denied) return;
  if (!answered) {
    markAsking(false);
    setState("lost", true, heard);
  }
  answered = false;
  asking = setTimeout(askForBoard, ASK_EVERY * 1000);
  const address = live.dataset.refreshFrom || location.href;
  if (!isAsleep()) htmx.ajax("GET", address, { target: "#table", swap: "outerMorph", select: "#table" });
}

// Say why the board is asked for, and as of when it is.
function markAsking(holds) {
  for (const state of ["held", "crowded"]) setState(state, false);
  if (holds) setState(crowded ? "crowded" : "held", true);
}

function hearAnswer() {
  answered = true;
  heard = Date.now();
  setState("lost", false);
  markAsking(true);
}

function giveStream() {
  if (denied || crowded) return;
  crowded = answered = true;
  clearTimeout(silence);
  clearTimeout(asking);
  connection?.reader?.cancel();
  markAsking(true);
  askForBoard();
}

function takeStream() {
  crowded = false;
  connect();
}

function lookHere() {
  joinStreams();
  if (crowded) takeStream();
}

function markLinkFound() {
  deaf = 0;
  clearTimeout(asking);
  asking = null;
  answered = false;
  markAsking(false);
  if (!lost) return;
  lost = false;
  setState("lost", false);
  setState("broken", false);
  document.dispatchEvent(new Event("link:found"));
}

function markDenied() {
  denied = true;
  clearTimeout(silence);
  setState("denied", true, heard);
}

// A stream that was not begun. A page from before an update of the program is loaded anew; what was tapped is kept.
function handleRefusal(status) {
  if (status === OUTDATED) location.reload();
  else if (STRANGER.has(status)) markDenied();
  else {
    if (status === BROKEN) setState("broken", true, heard);
    markLinkLost();
  }
}

function connectNow() {
  if (connection) connection.delayCanceller?.();
  else connect();
}

function showPhoneCount() {
  if (phones === null) return;
  const form = new Intl.PluralRules(document.documentElement.lang || "en").select(phones);
  for (const element of document.querySelectorAll("[data-phones]")) {
    const words = element.dataset[form] ?? element.dataset.other ?? "#";
    element.textContent = words.replace("#", phones);
    element.parentElement.hidden = false;
  }
}

// A page that nobody looks at has no stream; how many phones are here it learns with the next.
function pauseStream() {
  clearTimeout(silence);
  leaveStreams();
  phones = null;
  if (lost) return;
  for (const element of document.querySelectorAll("[data-phones]")) element.parentElement.hidden = true;
}

function wakeUp() {
  lookHere();
  expectMessage(ANSWER_WITHIN);
  setTimeout(connectNow); // after htmx has begun
}

function receive({ event, data }) {
  heard = Date.now();
  if (event === "ping") promised = Number(data);
  else if (event === "denied") renewed = true;
  else if (event === "phones") {
    phones = Number(data);
    showPhoneCount();
  } else markLinkFound();
  expectMessage(promised + GRACE);
}

function versionOf(table) {
  return Number(table?.dataset.version ?? -1);
}

// Whether the next board comes by itself. A screen that was opened over the usual one takes none.
function bringsNextBoard() {
  return connection && !first && !lost && !document.hidden && !document.getElementById("table")?.dataset.overlay;
}

// A frame that is not newer than what is shown changes nothing, unless other phones hold seats now. After a new
// connection the server is right whatever it says; an answer to this phone's own form may also repeat the version that
// its stream has shown already.
function isWanted(streamed, incoming, shown) {
  const [there, here] = [versionOf(incoming), versionOf(shown)];
  if (!streamed) return there >= here;
  const moved = incoming.dataset.here !== shown.dataset.here;
  const wanted = first ? there !== here || moved : there > here || (there === here && moved);
  first = false;
  return wanted;
}

function isShown(incoming, shown) {
  return versionOf(incoming) === versionOf(shown) && incoming.dataset.here === shown.dataset.here;
}

// A list that this phone has open stays open when the table comes anew, unless it was answered by a tap in it.
function keepOpen(shown, incoming) {
  for (const list of shown.querySelectorAll("details[id][open]")) {
    const same = incoming.querySelector(`details[id="${list.id}"]`);
    if (same && !list.contains(tapped)) same.open = true;
  }
}

function start() {
  live.dataset.follows = ""; // else old_browser.js does
  htmx.config.sse = {
    reconnectDelay: RETRY.first,
    reconnectMaxDelay: RETRY.longest,
    connectTimeout: 3000,
    pauseOnBackground: !isCalled(),
    ...htmx.config.sse,
  };

  live.addEventListener("htmx:sse:before:connection", (event) => {
    connection = event.detail.connection;
    first = true;
    wait = RETRY.first;
    if (denied || crowded) event.preventDefault();
    else if (!lost) expectMessage(ANSWER_WITHIN);
  });
  live.addEventListener("htmx:sse:before:message", (event) => receive(event.detail.message));
  live.addEventListener("htmx:sse:error", (event) => {
    handleRefusal(event.detail.status);
  });
  live.addEventListener("htmx:sse:close", () => {
    connection = null;
    connectLater();
  });
  // The end of a first connection that did not become a stream.
  live.addEventListener("htmx:finally:request", (event) => {
    if (connection) return;
    handleRefusal(event.detail.ctx.response?.status);
    connectLater();
  });
  live.addEventListener("htmx:before:response", (event) => {
    const type = event.detail.ctx.response.headers.get("Content-Type");
    if (!type?.includes("text/event-stream")) event.preventDefault();
  });

  document.addEventListener("htmx:before:swap", (event) => {
    const task = event.detail.tasks.find((each) => each.type === "main" && each.target?.id === "table");
    const incoming = task?.fragment.querySelector("#table");
    if (!incoming) return;
    const streamed = event.detail.ctx.sourceElement === live;
    // What was opened over the usual screen stays open: when its form comes too late, the server says so.
    const asked = asking !== null && event.detail.ctx.sourceElement === document.body;
    if (asked) hearAnswer();
    if ((streamed || asked) && task.target.dataset.overlay) return event.preventDefault();
    const wanted = isWanted(streamed, incoming, task.target) && !(asked && isShown(incoming, task.target));
    // A page that waits for something else than its own fragment, or is another phone's now, is asked for anew.
    const reload = (streamed || asked) && (renewed || (wanted && "reload" in live.dataset));
    // One that shows more than the frame tells asks for that, and keeps what is being written in it.
    const page = streamed && wanted && !reload && live.dataset.refreshFrom;
    if (reload) location.reload();
    if (page) htmx.ajax("GET", page, { target: "#table", swap: "outerMorph", select: "#table" });
    if (!wanted || reload || page) event.preventDefault();
    if (event.defaultPrevented) return;
    keepOpen(task.target, incoming);
    tapped = null;
    clearOldDock(incoming);
  });
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (bringsNextBoard() && ctx.sourceElement.closest("[data-command]")) ctx.request.headers.Streaming = "yes";
  });
  document.addEventListener("submit", (event) => (tapped = event.submitter), true);
  document.addEventListener("htmx:after:swap", showPhoneCount);

  addEventListener("offline", markLinkLost);
  addEventListener("online", connectNow);
  document.addEventListener("tap:answered", connectNow); // then there is a link
  document.addEventListener("visibilitychange", () => (isAsleep() ? pauseStream() : wakeUp()));
  // A page out of the browser's cache: its stream has ended, perhaps without a word.
  addEventListener("pageshow", ({ persisted }) => persisted && !isAsleep() && wakeUp());
  // The stream that there is goes on in the background from now on; once it is switched off, the next page's ends there.
  document.addEventListener("calls:switched", () => {
    htmx.config.sse.pauseOnBackground = !isCalled();
    if (isCalled() && connection) document.removeEventListener("visibilitychange", connection.visibilityHandler);
  });
  shareStreams(giveStream, takeStream);
  addEventListener("focus", lookHere);
  addEventListener("pagehide", leaveStreams);
  lookHere();
  connect();
  if (keptAt || !navigator.onLine) markLinkLost();
}

if (live) start();

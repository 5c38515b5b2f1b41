// Sends what is tapped once and only once. A tap whose answer is lost is kept and sent again with the same key, under
// which the server records once; until it is answered no other tap is sent. What the server then refuses, because the
// table has moved on or the phone is another's, stays kept until somebody has seen it and said what becomes of it.

import { showKeptTap, keepTap, keptTaps, releaseTap, showUnsaved, describeTap } from "./kept_taps.js";
import { setState, showToast } from "../page/messages.js";
import { currentQuestion, spendQuestion, addQuestion } from "./questions.js";
import { queueTaps } from "./tap_queue.js";

const ANSWER_WITHIN = 8000; // milliseconds until an answer counts as lost
const SAY_AFTER = 2500;
const RETRY = { first: 300, longest: 5000 };
const LONGEST_WAIT = 60_000; // whatever the application says: others may have made room before
const UNREACHED = new Set([502, 503, 504]); // what a proxy says in place of the application
const LATER = new Set([429, 503]); // what the application says when it cannot record just now
const VERSION = "Table-Version"; // all that is said of a tap whose board comes by the stream
const SETTLE = 250; // milliseconds after a change in which a tap was meant for what was there before

let pending = null;
let awaited = 0; // the version that a recorded tap made, whose board is still to come
let settledAt = 0;
const seen = new Set(); // keys of those that this page has said were not saved

function newKey() {
  // randomUUID exists only on secure pages, and a laptop at the table serves plain HTTP.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A tap is on its way, or the board that answers it.
const isBusy = () => pending !== null || awaited > 0;

// The board has changed just now.
const isSettling = () => performance.now() < settledAt;

const isLocked = () => isBusy() || isSettling();

function showLock() {
  // Not `disabled`, which would take the focus away from a keyboard at every tap.
  for (const button of document.querySelectorAll("[data-command] button:not([type=button])")) {
    if (button.dataset.reason) continue; // not legal now, whether locked or not
    if (isLocked()) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

function lockWhileSettling() {
  settledAt = performance.now() + SETTLE;
  setTimeout(showLock, SETTLE + 1);
  showLock();
}

function isJson(response) {
  return response.headers.get("Content-Type")?.includes("application/json");
}

// --- Sending ---

function showWaiting(tap) {
  tap.waited = true;
  setState("sending", true);
  showKeptTap(tap);
  document.dispatchEvent(new Event("tap:stopped"));
}

// An answer of the application to this tap; a proxy's is none, nor a hotel's that wants to be paid first.
function isAnswer(tap, response, text) {
  if (response.headers.has(VERSION)) return true;
  if (isJson(response)) return !(tap.waited && LATER.has(response.status));
  return !UNREACHED.has(response.status) && !(tap.waited && !text.includes('id="table"'));
}

// How long the application asks to be left alone by what it cannot record just now.
const readWait = (response) => Math.min(1000 * response.headers.get("Retry-After") || 0, LONGEST_WAIT);

// One attempt: the answer when it has come whole, or null.
async function tryOnce(tap, url, request) {
  const abort = new AbortController();
  const giveUp = () => abort.abort();
  const late = setTimeout(giveUp, ANSWER_WITHIN);
  const slow = setTimeout(showWaiting, SAY_AFTER, tap);
  // A link that was lost and found again does not bring back what was on its way.
  document.addEventListener("link:found", giveUp);
  document.addEventListener("tap:left", giveUp);
  try {
    tap.wait = 0;
    const answer = await fetch(url, { ...request, signal: abort.signal });
    tap.wait = readWait(answer);
    return isAnswer(tap, answer, await answer.clone().text()) ? answer : null;
  } catch {
    return null;
  } finally {
    clearTimeout(late);
    clearTimeout(slow);
    document.removeEventListener("link:found", giveUp);
    document.removeEventListener("tap:left", giveUp);
  }
}

function waitForChance(pause) {
  return new Promise((resolve) => {
    setTimeout(resolve, pause);
    for (const chance of ["link:found", "tap:left"]) document.addEventListener(chance, resolve, { once: true });
    addEventListener("online", resolve, { once: true });
  });
}

async function deliver(tap, url, request) {
  for (let pause = RETRY.first; !tap.left; pause = Math.min(pause * 2, RETRY.longest)) {
    if (tap.waited) {
      request.headers["Kept-By"] = tap.by;
      delete request.headers.Streaming; // no stream brings what becomes of it
    }
    const answer = await tryOnce(tap, url, request);
    if (answer?.ok) spendQuestion(tap.question);
    if (answer) return answer;
    if (tap.left) break;
    showWaiting(tap);
    await waitForChance(Math.max(pause, tap.wait));
  }
  return new Response(null, { status: 204 }); // taken back: nothing comes of it
}

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  const { request, sourceElement: source } = ctx;
  addQuestion(ctx);
  const form = request.method === "POST" && source.closest("[data-command]");
  if (source.matches("[data-drops-tap]")) ctx.leaves = source.closest("form").dataset.keptTap;
  // A form goes where it says, or where the button says that sent it, and a link where it leads, as without htmx.
  const aimed = request.submitter?.getAttribute("formaction");
  if (form && aimed) request.action = aimed;
  request.action ||= aimed ?? source.getAttribute("action") ?? source.getAttribute("href");
  // What a correction under way takes in is stored nowhere: the next page has it in its address.
  if ((!form || location.pathname.includes("/fix/")) && !ctx.tap) return;
  if (isBusy()) {
    if (pending?.waited) setState("waits", true);
    return event.preventDefault();
  }
  if (ctx.tap) request.body = new URLSearchParams(ctx.tap.body);
  pending = ctx.tap ??= {
    key: newKey(),
    url: request.action,
    body: new URLSearchParams(request.body).toString(),
    page: location.pathname,
    by: document.body.dataset.phone ?? "",
    words: describeTap(form, request.submitter),
    question: currentQuestion(),
    at: Date.now(),
  };
  request.headers["Idempotency-Key"] = pending.key;
  request.timeout = 0; // it is tried until it is answered
  keepTap(pending);
  if (form?.dataset.keptTap) releaseTap(form.dataset.keptTap); // this one stands in its place
  ctx.fetch = (url, sent) => deliver(ctx.tap, url, sent);
  showLock();
});

// --- What becomes of it ---

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.leaves && ctx.response?.status === 200) releaseTap(ctx.leaves);
  else if (!ctx.tap) return;
  if (ctx.tap) {
    pending = null;
    for (const state of ["sending", "waits"]) setState(state, false);
    showKeptTap(null);
    expectBoard(Number(ctx.response?.headers?.get(VERSION)));
    settleTap(ctx.tap, ctx);
  }
  sendNextKept();
});

const shownVersion = () => Number(document.getElementById("table")?.dataset.version ?? 0);

// Until the stream has brought what a tap came to, the next would be for what was there before.
function expectBoard(version) {
  awaited = version > shownVersion() ? version : 0;
  showLock();
  if (awaited) setTimeout(askForBoard, SAY_AFTER, awaited);
}

function askForBoard(version) {
  if (awaited !== version) return;
  awaited = 0;
  showLock();
  htmx.ajax("GET", `${location.pathname}/draft`, { target: "#table", swap: "outerMorph" });
}

const readReason = (response, text) => (isJson(response) ? JSON.parse(text).message : "");

function settleTap(tap, { response, text, swap }) {
  if (!response) return;
  document.dispatchEvent(new Event("tap:answered"));
  if (response.status >= 400) document.dispatchEvent(new Event("tap:stopped"));
  const here = swap !== "none";
  if (here && text?.includes(`data-kept-tap="${tap.key}"`)) return; // a conflict: kept until somebody has chosen
  if (response.status < 400 || tap.left || (here && !(tap.waited && isJson(response)))) return releaseTap(tap.key);
  seen.add(tap.key);
  showUnsaved(tap, readReason(response, text), () => releaseTap(tap.key));
}

// The next of those that are kept: of this page in its table, of others without a word if all is well.
function sendNextKept() {
  if (pending || document.querySelector("form[data-kept-tap]")) return;
  const tap = keptTaps().find((each) => !seen.has(each.key));
  if (!tap) return;
  const here = tap.page === location.pathname && document.getElementById("table");
  tap.waited = true;
  htmx.ajax("POST", tap.url, {
    source: document.body,
    tap,
    ...(here ? { target: "#table", swap: "outerMorph" } : { swap: "none" }),
  });
}

// "Take it back"
document.addEventListener("click", ({ target }) => {
  if (!pending || !target.closest?.("[data-take-back]")) return;
  pending.left = true;
  document.dispatchEvent(new Event("tap:left"));
});

// While a tap waits, what was chosen with it stays chosen.
document.addEventListener(
  "click",
  (event) => {
    if (!pending?.waited || !event.target.closest?.("[data-command] :is(.key, button:not([data-take-back]))")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    setState("waits", true);
  },
  true,
);

// What is no answer to the form must not take the table's place: errors, and what a proxy puts instead.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  if (!ctx.response || ctx.swap === "none") return;
  const { status } = ctx.response;
  const table = tasks.find((each) => each.type === "main" && each.target?.id === "table");
  const strange = table && !table.fragment.querySelector("#table");
  const refused = status >= 400 && status !== 409 && status !== 422;
  if (!refused && !strange && !isJson(ctx.response)) return;
  event.preventDefault();
  if (!ctx.tap?.waited) showToast(readReason(ctx.response, ctx.text));
});

let shown = shownVersion();
document.addEventListener("htmx:after:swap", () => {
  const version = shownVersion();
  if (version >= awaited) awaited = 0;
  if (version !== shown) lockWhileSettling();
  else showLock();
  if (pending?.waited) showKeptTap(pending);
  shown = version;
});

// A key held down is one tap.
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.closest?.("[data-command]")) event.preventDefault();
});

queueTaps(isBusy, isSettling);
document.addEventListener("link:found", sendNextKept);
sendNextKept();

// Sends what is tapped once and only once. A tap whose answer is lost is kept and sent again with the same key, under
// which the server records once; until it is answered no other tap is sent.

import { say, toast } from "./messages.js";

const ANSWER_WITHIN = 8000; // milliseconds until an answer counts as lost
const SAY_AFTER = 2500;
const RETRY = { first: 300, longest: 5000 };
const UNREACHED = new Set([502, 503, 504]); // what a proxy says in place of the application
const SETTLE = 250; // milliseconds after a change in which a tap was meant for what was there before
const KEPT = "outbox";

let pending = null;
let settledAt = 0;

function newKey() {
  // randomUUID exists only on secure pages, and a laptop at the table serves plain HTTP.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keep(entry) {
  try {
    if (entry) sessionStorage.setItem(KEPT, JSON.stringify(entry));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Without storage the tap lasts as long as the page.
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

function isLocked() {
  return pending !== null || performance.now() < settledAt;
}

function showLock() {
  // Not `disabled`, which would take the focus away from a keyboard at every tap.
  for (const button of document.querySelectorAll("[data-command] button:not([type=button])")) {
    if (button.dataset.why) continue; // not legal now, whether locked or not
    if (isLocked()) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

function settle() {
  settledAt = performance.now() + SETTLE;
  setTimeout(showLock, SETTLE + 1);
  showLock();
}

function isJson(response) {
  return response.headers.get("Content-Type")?.includes("application/json");
}

// One attempt: the answer when it has come whole, or null.
async function attempt(url, request) {
  const abort = new AbortController();
  const giveUp = () => abort.abort();
  const late = setTimeout(giveUp, ANSWER_WITHIN);
  const slow = setTimeout(say, SAY_AFTER, "sending", true);
  // A link that was lost and found again does not bring back what was on its way.
  document.addEventListener("link:found", giveUp);
  try {
    const answer = await fetch(url, { ...request, signal: abort.signal });
    if (UNREACHED.has(answer.status) && !isJson(answer)) return null;
    await answer.clone().arrayBuffer();
    return answer;
  } catch {
    return null;
  } finally {
    clearTimeout(late);
    clearTimeout(slow);
    document.removeEventListener("link:found", giveUp);
  }
}

function nextChance(wait) {
  return new Promise((resolve) => {
    setTimeout(resolve, wait);
    document.addEventListener("link:found", resolve, { once: true });
    addEventListener("online", resolve, { once: true });
  });
}

async function deliver(entry, url, request) {
  keep(entry);
  for (let wait = RETRY.first; ; wait = Math.min(wait * 2, RETRY.longest)) {
    const answer = await attempt(url, request);
    if (answer) return answer;
    say("sending", true);
    await nextChance(wait);
  }
}

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  const { request, sourceElement: source } = ctx;
  const form = request.method === "POST" && source.closest("[data-command]");
  // A form goes where it says, or where the button says that sent it, and a link where it leads, as without htmx.
  const aimed = request.submitter?.getAttribute("formaction");
  if (form && aimed) request.action = aimed;
  request.action ||= aimed ?? source.getAttribute("action") ?? source.getAttribute("href");
  if (!form && !ctx.entry) return;
  if (isLocked()) return event.preventDefault();
  if (ctx.entry) request.body = new URLSearchParams(ctx.entry.body);
  pending = ctx.entry ?? {
    key: newKey(),
    url: request.action,
    body: new URLSearchParams(request.body).toString(),
    page: location.pathname,
  };
  request.headers["Idempotency-Key"] = pending.key;
  request.timeout = 0; // it is tried until it is answered
  const entry = pending;
  ctx.outbox = true;
  ctx.fetch = (url, sent) => deliver(entry, url, sent);
  showLock();
});

document.addEventListener("htmx:finally:request", (event) => {
  if (!event.detail.ctx.outbox) return;
  pending = null;
  keep(null);
  say("sending", false);
  showLock();
});

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
  toast(isJson(ctx.response) ? JSON.parse(ctx.text).message : "");
});

let shown = document.getElementById("table")?.dataset.version;
document.addEventListener("htmx:after:swap", () => {
  const version = document.getElementById("table")?.dataset.version;
  if (version !== shown) settle();
  else showLock();
  shown = version;
});

// A key held down is one tap.
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.closest?.("[data-command]")) event.preventDefault();
});

const left = kept();
if (left) {
  const here = left.page === location.pathname && document.getElementById("table");
  htmx.ajax("POST", left.url, {
    source: document.body,
    entry: left,
    ...(here ? { target: "#table", swap: "outerMorph" } : { swap: "none" }),
  });
}

// The switches of a single phone, in its menu: loaded when one of them is on, or when the menu is opened for the first
// time. What cannot work in this browser, or on a page that came by plain HTTP, stays hidden.

function isOn(name) {
  try {
    return localStorage.getItem(name) === "on";
  } catch {
    return false;
  }
}

function saveSwitch(name, on) {
  try {
    localStorage.setItem(name, on ? "on" : "off");
  } catch {
    // Without storage no choice lasts.
  }
}

const findTable = () => document.getElementById("table");

// --- Awake while a hand is played; between hands the screen may dim ---

let lock = null;
let asking = false;

const isPlayed = () => (findTable()?.dataset.phase ?? "between") !== "between";

async function keepAwake() {
  const wanted = isOn("awake") && isPlayed() && !document.hidden;
  if (!wanted) {
    await lock?.release();
    lock = null;
  } else if (!lock && !asking) {
    asking = true;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    asking = false;
    lock?.addEventListener("release", () => (lock = null));
    if (lock && !isPlayed()) keepAwake(); // the hand ended meanwhile
  }
}

if ("wakeLock" in navigator) {
  for (const event of ["visibilitychange", "htmx:after:swap"]) document.addEventListener(event, keepAwake);
  keepAwake();
}

// --- A short vibration when it is this phone's turn ---

const VIBRATION = 120; // milliseconds

const isMine = () => Boolean(document.body.dataset.seat) && findTable()?.dataset.turn === document.body.dataset.seat;
const vibrates = "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
let wasMine = isMine();

document.addEventListener("htmx:after:swap", () => {
  if (vibrates && isOn("vibrates") && isMine() && !wasMine) navigator.vibrate(VIBRATION);
  wasMine = isMine();
});

// --- In the menu ---

const CAN = {
  awake: "wakeLock" in navigator,
  vibrates: vibrates && Boolean(document.body.dataset.seat),
};

for (const [name, can] of Object.entries(CAN)) {
  for (const row of document.querySelectorAll(`[data-switch="${name}"]`)) {
    row.hidden = !can;
    const input = row.querySelector("input");
    input.checked = isOn(name);
    input.addEventListener("change", () => {
      saveSwitch(name, input.checked);
      if (name === "awake") keepAwake();
    });
  }
}

// A page that is on the home screen needs no word about it.
const isInstalled = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
for (const row of document.querySelectorAll("[data-install]")) row.hidden = isInstalled || !isSecureContext;
for (const row of document.querySelectorAll("[data-insecure]")) row.hidden = isSecureContext;

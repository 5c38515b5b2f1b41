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

const hasSeat = Boolean(document.body.dataset.seat);
const vibrates = "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;

document.addEventListener("turn:mine", () => {
  if (vibrates && isOn("vibrates")) navigator.vibrate(VIBRATION);
});

// --- A notification and a short sound when it is this phone's turn and another page is in front ---

const canNotify = "Notification" in globalThis && isSecureContext;
const TONES = [660, 880]; // hertz
const TONE_LASTS = 0.14; // seconds
const LOUDNESS = 0.2;

let audio = null;
let shown = null;

// Browsers let a page sound once it was touched.
function allowSound() {
  audio ??= "AudioContext" in globalThis ? new AudioContext() : null;
  audio?.resume().catch(() => {});
}

function playSound() {
  if (audio?.state !== "running") return;
  TONES.forEach((tone, place) => {
    const from = audio.currentTime + place * TONE_LASTS;
    const [source, volume] = [audio.createOscillator(), audio.createGain()];
    source.frequency.value = tone;
    volume.gain.setValueAtTime(LOUDNESS, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_LASTS);
    source.connect(volume).connect(audio.destination);
    source.start(from);
    source.stop(from + TONE_LASTS);
  });
}

async function showNotification() {
  const words = document.body.dataset.myTurn;
  const body = document.querySelector("#table h1")?.textContent ?? "";
  const options = { body, tag: "turn", icon: document.querySelector("link[rel='apple-touch-icon']")?.href };
  try {
    shown = new Notification(words, options);
    shown.addEventListener("click", () => focus());
  } catch {
    // Chrome on Android shows those of a service worker alone.
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.showNotification(words, options);
  }
}

function call() {
  if (!isOn("calls") || !canNotify || Notification.permission !== "granted" || !document.hidden) return;
  playSound();
  showNotification();
}

if (canNotify && hasSeat) {
  document.addEventListener("turn:mine", call);
  document.addEventListener("visibilitychange", () => document.hidden || shown?.close());
  if (isOn("calls")) addEventListener("pointerdown", allowSound, { once: true });
}

// The browser asks for its permission by this tap alone.
async function askToNotify(input) {
  const note = input.closest("[data-switch]").querySelector("[data-blocked]");
  if (input.checked && (await Notification.requestPermission()) !== "granted") {
    input.checked = false;
    note.textContent = note.dataset.blocked;
  }
  if (input.checked) allowSound();
  saveSwitch("calls", input.checked);
  document.dispatchEvent(new Event("calls:switched"));
}

// --- In the menu ---

const CAN = {
  awake: "wakeLock" in navigator,
  vibrates: vibrates && hasSeat,
  calls: canNotify && hasSeat,
};

for (const [name, can] of Object.entries(CAN)) {
  for (const row of document.querySelectorAll(`[data-switch="${name}"]`)) {
    row.hidden = !can;
    const input = row.querySelector("input");
    input.checked = isOn(name);
    input.addEventListener("change", () => {
      if (name === "calls") return askToNotify(input);
      saveSwitch(name, input.checked);
      if (name === "awake") keepAwake();
    });
  }
}

// By the offer that stands on the board.
document.addEventListener("switches:changed", () => {
  for (const input of document.querySelectorAll("[data-switch] input")) {
    input.checked = isOn(input.closest("[data-switch]").dataset.switch);
  }
  keepAwake();
});

// A page that is on the home screen needs no word about it.
const isInstalled = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
for (const row of document.querySelectorAll("[data-install]")) row.hidden = isInstalled || !isSecureContext;
for (const row of document.querySelectorAll("[data-insecure]")) row.hidden = isSecureContext;

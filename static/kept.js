// Taps that are not recorded yet, in the browser's storage: there they outlive the page that they were made on. Without
// storage a tap lasts as long as its page.

const NAMED = "tap:";

export function keep(tap) {
  try {
    localStorage.setItem(NAMED + tap.key, JSON.stringify(tap));
  } catch {
    // No storage, or none left.
  }
}

export function release(key) {
  try {
    localStorage.removeItem(NAMED + key);
  } catch {
    // As above.
  }
}

function read(name) {
  try {
    return [JSON.parse(localStorage.getItem(name))];
  } catch {
    return [];
  }
}

// Of every page of this browser, the earliest first.
export function keptTaps() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(NAMED));
    return names.flatMap(read).sort((one, other) => one.at - other.at);
  } catch {
    return [];
  }
}

// Draws the table over a stream from the messages of its JSON stream, and from nothing else.

const main = document.querySelector("main");
const part = (name) => main.querySelector(`[data-part="${name}"]`);

function line(...texts) {
  const item = document.createElement("li");
  for (const text of texts) {
    const cell = item.appendChild(document.createElement("bdi"));
    cell.textContent = text;
  }
  return item;
}

function draw(table) {
  const { hand, last_hand: last } = table;
  part("hand").textContent = hand ? [hand.phase_text, hand.contract].filter(Boolean).join(" · ") : table.game_text;
  drawPot(table.over ? {} : table.pot);
  part("standings").replaceChildren(...table.standings.map((each) => line(each.name, each.said.replace(/^-/, "−"))));
  part("last").textContent = last ? [last.contract, last.result].filter(Boolean).join(" · ") : "";
}

function drawPot(pot) {
  const points = Object.values(pot).reduce((sum, each) => sum + each, 0);
  part("pot").hidden = !points;
  part("pot").querySelector("bdi").textContent = points;
}

function clear() {
  drawPot({});
  for (const name of ["hand", "last"]) part(name).textContent = "";
  part("standings").replaceChildren();
}

// --- The stream, and from when the score is once that falls silent ---

const GRACE = 1; // seconds a ping may be late
const ANSWER_WITHIN = 5; // seconds a new stream may take to say something

let stream;
let silence;
let promised = ANSWER_WITHIN; // seconds within which the next ping comes
let heard = Date.now();

function expectMessage(seconds) {
  clearTimeout(silence);
  silence = setTimeout(tryAnew, seconds * 1000);
}

// A dead link says nothing, and a refused stream the browser gives up for good.
function tryAnew() {
  const time = new Date(heard).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  part("old").textContent = part("old").dataset.words.replace("#", time);
  connect();
}

function hear() {
  heard = Date.now();
  part("old").textContent = "";
  expectMessage(promised + GRACE);
}

function connect() {
  stream?.close();
  stream = new EventSource(main.dataset.stream);
  stream.addEventListener("message", (event) => {
    hear();
    draw(JSON.parse(event.data));
  });
  stream.addEventListener("ping", ({ data }) => {
    promised = Number(data);
    hear();
  });
  stream.addEventListener("denied", () => {
    stream.close();
    clearTimeout(silence);
    clear();
  });
  expectMessage(ANSWER_WITHIN);
}

connect();

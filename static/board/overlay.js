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

const stream = new EventSource(main.dataset.stream);
stream.addEventListener("message", (event) => draw(JSON.parse(event.data)));
stream.addEventListener("denied", () => {
  stream.close();
  clear();
});

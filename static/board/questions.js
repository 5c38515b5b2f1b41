// What the board asks: choices that were made for one question are never an answer to another.

const findBoard = () => document.getElementById("table");

// The key of what a board asks: the server's, and the screen that is opened over the usual one.
export const readQuestion = (table) => `${table?.dataset.question} ${table?.dataset.overlay ?? ""}`;

export const currentQuestion = () => readQuestion(findBoard());

// A form of the dock says which question it answers. What mends a trick or counts again stands in a section, and is none.
export function addQuestion({ request, sourceElement: source }) {
  const asked = findBoard()?.dataset.question;
  if (asked && source.closest("form.dock") && !request.body.has("question")) request.body.set("question", asked);
}

// A new question has a new dock: of the one that is shown no input is left to be filled in on.
export function clearOldDock(incoming) {
  if (readQuestion(incoming) === currentQuestion()) return;
  for (const dock of findBoard().querySelectorAll(":scope > .dock")) dock.remove();
}

// An answer that is recorded is spent, even where the same is asked again.
export function spendQuestion(answered) {
  if (answered === currentQuestion()) findBoard()?.removeAttribute("data-question");
}

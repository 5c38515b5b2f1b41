// What only tables of Zhao Pengyou need: digits that write into a field, cards of which there are several copies, and
// friends of whom so many are chosen. Every field can be written without it.

function findField(button) {
  return button.form.querySelector(`input[name="${CSS.escape(button.parentElement.dataset.for)}"]`);
}

// A digit behind those that are there, five more, or the last one away.
function applyDigit(value, digit) {
  if (digit === "back") return value.slice(0, -1);
  if (digit === "+5") return String((parseInt(value) || 0) + 5);
  return (value === "0" ? "" : value).concat(digit).slice(-3);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-for] > button");
  if (!button) return;
  const input = findField(button);
  const isDigit = button.matches(".digits > *");
  const typed = input.value.normalize("NFKC");
  const sum = (parseInt(typed || input.placeholder) || 0) + Number(button.value);
  input.value = isDigit ? applyDigit(typed, button.value) : String(Math.max(0, sum));
  input.dispatchEvent(new Event("change", { bubbles: true }));
});

// A tap on a card of which all copies are picked takes all of them back.
function clearCopies(box) {
  if (box.name !== "cards" || box.checked) return;
  for (let copy = box.previousElementSibling; copy?.type === "checkbox"; copy = copy.previousElementSibling) copy.checked = false;
}
document.addEventListener("change", (event) => clearCopies(event.target), true);

// The last card that a follower needs plays them all. A lead has no such number.
document.addEventListener("change", ({ target }) => {
  const form = target.name === "cards" && target.closest("form[data-plays]");
  if (form && form.querySelectorAll('[name="cards"]:checked').length === Number(form.dataset.plays)) {
    form.requestSubmit(form.querySelector("[data-plays-cards]"));
  }
});

// Once all friends are chosen the next step opens.
document.addEventListener("change", ({ target }) => {
  const all = target.closest("[data-max-friends]");
  if (!all || !target.checked || all.querySelectorAll("input:checked").length !== Number(all.dataset.maxFriends)) return;
  const next = target.form.querySelector('input[name="step"][value="second"]');
  if (next) next.checked = true;
});

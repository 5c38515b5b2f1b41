// Printing, and saying at once that a file is too large instead of sending all of it first.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

for (const input of document.querySelectorAll("[data-largest]")) {
  input.addEventListener("change", () => {
    const large = [...input.files].some((file) => file.size > Number(input.dataset.largest));
    document.querySelector("[data-large]").hidden = !large;
    for (const button of document.querySelectorAll("[type=submit][form=import]")) button.disabled = large;
  });
}

// A refusal of the server goes when it is mended: of several things that are missing, those that are chosen now are no
// longer named; what was refused for another reason is judged again when it is sent.

const findRefusal = () => document.querySelector("#last > .alert:not(#alert, .alert--notice)");

function isFilled(form, name) {
  const controls = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]:is(input, select, textarea)`)];
  return controls.some((each) => (each.matches("[type=radio], [type=checkbox]") ? each.checked : each.value));
}

document.addEventListener("change", ({ target }) => {
  const refusal = target.closest?.(".dock") && findRefusal();
  if (!refusal) return;
  const told = [...refusal.querySelectorAll("[data-missing]")];
  const [all] = told;
  const missing = all?.dataset.missing.split(" ").filter((name) => !isFilled(target.form, name)) ?? [];
  const now = told.find((each) => each.dataset.missing === missing.join(" "));
  if (!now) {
    refusal.parentElement.querySelector(".remedy")?.remove();
    return refusal.remove();
  }
  for (const each of told) each.hidden = each !== now;
});

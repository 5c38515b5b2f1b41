// Offers once, when the first hand is dealt, to keep the screen awake: over the end of the context, where nothing lies
// yet. It goes with an answer, or with the part of the hand in which it came.

const MARGIN = 12; // pixels at its sides, and half of it below
const offer = document.getElementById("awake-offer");

const currentPhase = () => document.getElementById("table")?.dataset.phase;

// Show the offer while this phase lasts, as far as there is room. `shown` is called once it is seen, `accepted` by a tap.
export function showOffer(shown, accepted) {
  const cameIn = currentPhase();

  function placeOffer() {
    if (currentPhase() !== cameIn) return withdrawOffer();
    const context = document.getElementById("context")?.getBoundingClientRect();
    offer.hidden = !context;
    if (!context) return;
    offer.style.left = `${context.left + MARGIN}px`;
    offer.style.width = `${context.width - 2 * MARGIN}px`;
    offer.style.bottom = `${innerHeight - context.bottom + MARGIN / 2}px`;
    offer.hidden = context.height < offer.offsetHeight + MARGIN;
    if (!offer.hidden) shown();
  }

  function withdrawOffer() {
    offer.hidden = true;
    document.removeEventListener("htmx:after:swap", placeOffer);
    removeEventListener("resize", placeOffer);
  }

  for (const button of offer.querySelectorAll("button")) {
    button.onclick = () => {
      withdrawOffer();
      if (button.value === "on") accepted();
    };
  }
  document.addEventListener("htmx:after:swap", placeOffer);
  addEventListener("resize", placeOffer);
  placeOffer();
}

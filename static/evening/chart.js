// A tap on the chart opens the hand that it was nearest to. Without this the score sheet has them all.

for (const chart of document.querySelectorAll("[data-chart]")) {
  const hands = chart.dataset.hands.split(",");
  const left = Number(chart.dataset.left);
  const right = Number(chart.dataset.right);
  chart.dataset.tappable = "";
  document.querySelector("[data-chart-hint]").hidden = false;
  chart.addEventListener("click", (tap) => {
    const picture = [...chart.querySelectorAll("img")].find((image) => image.getClientRects().length);
    const box = picture.getBoundingClientRect();
    const across = ((tap.clientX - box.left) / box.width - left) / (right - left);
    const place = Math.min(Math.max(Math.round(across * hands.length), 1), hands.length);
    // A penalty between two hands has no page; the hand before it shows how it came to that.
    const hand = hands.slice(0, place).reverse().find((number) => number) ?? hands.find((number) => number);
    if (hand) location.assign(`${chart.dataset.chart}/${hand}`);
  });
}

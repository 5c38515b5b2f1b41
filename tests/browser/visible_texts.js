// The texts of a table, a page or a menu that are seen, wherever the page is scrolled to.
() => {
  const app = document.querySelector(":popover-open") ?? document.querySelector(".app, .page");
  const aloud = [...app.querySelectorAll(".sr-only, .wide-only, .head__line")].filter((one) => getComputedStyle(one).clipPath !== "none");
  const texts = document.createTreeWalker(app, NodeFilter.SHOW_TEXT), shown = [];
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const read = element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) > 1;
    if (read && !aloud.some((one) => one.contains(element))) shown.push(texts.currentNode.data.trim());
  }
  return shown;
}

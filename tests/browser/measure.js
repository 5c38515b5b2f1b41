// What is wrong with the six rows of a table as this window shows them, a line each.
() => {
  const wrong = [], app = document.querySelector(".app, .tv__table");
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => element.checkVisibility() && box(element).width > 0 && box(element).height > 0;
  const all = (selector) => [...app.querySelectorAll(selector)].filter(seen);
  const called = (element) => `${element.className || element.tagName} “${element.textContent.trim().slice(0, 40)}”`;
  const narrow = innerWidth < 390;
  const within = (from, to, end) => from >= -0.5 && to <= end + 0.5;
  const inside = (at) => within(at.top, at.bottom, innerHeight) && within(at.left, at.right, innerWidth);

  // Headline, seats and the primary action are wholly in the window.
  for (const element of all(".head, .hero, .seats, .dock .act--main, .dock .key--go")) {
    if (!inside(box(element))) wrong.push(`${called(element)} is not wholly in the window`);
  }
  // The rows stand below one another.
  const rows = all(".top, .head, .hero, .seats, .context, .last, .dock").map(box);
  rows.slice(1).forEach((row, index) => {
    if (row.top < rows[index].bottom - 0.5) wrong.push(`row ${index + 2} begins above the end of the one before`);
  });
  // No control lies on another, nor a seat.
  const controls = all("label.key, button:not(.ways__list button), a.act, a.tool, .seat");
  controls.forEach((one, index) => controls.slice(index + 1).forEach((other) => {
    if (one.contains(other) || other.contains(one)) return;
    const a = box(one), b = box(other);
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1 && !one.matches(".link, .last__back") && !other.matches(".link, .last__back")) {
      wrong.push(`${called(one)} lies on ${called(other)}`);
    }
  }));
  // Only a name may end in an ellipsis; no row holds more than it shows.
  const endsInName = (element) => {
    if (element.matches(".names .key:not(.key--words), .pick label")) return true;
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (text) =>
      text.data.trim() && seen(text.parentElement) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
    return texts.lastChild() && texts.currentNode.parentElement.closest("bdi");
  };
  for (const element of all("*")) {
    if (element.closest("svg, .unseen, bdi")) continue;
    const style = getComputedStyle(element);
    if (element.clientWidth <= 1) continue;
    const [wide, high] = [style.overflowX !== "visible", style.overflowY !== "visible"];
    if (wide && element.scrollWidth > element.clientWidth && !endsInName(element)) wrong.push(`${called(element)} is cut at its side`);
    if (high && element.scrollHeight > element.clientHeight + 1) wrong.push(`${called(element)} is cut below`);
  }
  // From across the room small print is none.
  if (app.matches(".tv__table")) {
    for (const element of all("*")) {
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      if (own && !element.matches("a, .unseen") && parseFloat(getComputedStyle(element).fontSize) < innerHeight * 0.018) {
        wrong.push(`${called(element)} is small print`);
      }
    }
    return wrong;
  }
  // Targets are large.
  for (const element of all("label.key, button:not(.ways__list button), a.act, a.tool, summary")) {
    const at = box(element);
    const many = element.closest(".cols-7, .cols-8, .pad");
    const [least, wide] = [narrow ? 40 : 44, many ? (innerWidth < 340 ? 33 : narrow ? 37 : 41) : narrow ? 40 : 44];
    if (at.height < least - 0.5) wrong.push(`${called(element)} is ${at.height} high`);
    if (at.width < wide - 0.5) wrong.push(`${called(element)} is ${at.width} wide`);
  }
  return wrong;
}

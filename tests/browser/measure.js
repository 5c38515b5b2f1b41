// What is wrong with the six rows of a table as this window shows them, a line each; or with a page, or with the menu
// that is open over either. Zoomed to 200 % nothing is pinned: there all must be found by scrolling down.
() => {
  // What a length of 16 px at the usual size of text is as long as here.
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16, rounded = Math.ceil(scale);
  // A fold that floats over the board is looked at alone, as a menu is. Zoomed, it pushes down what is below it.
  const floats = document.documentElement.clientWidth >= 320 * scale && document.querySelector(".popup[open] > .popup__list");
  const menu = document.querySelector(":popover-open") ?? (floats || null), page = menu ?? document.documentElement;
  const app = menu ?? document.querySelector(".app, .tv__table, .page"), wrong = [];
  page.scrollTo(0, 0);
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && box(element).width > 0 && box(element).height > 0;
  const all = (selector) => [...app.querySelectorAll(selector)].filter(seen);
  const called = (element) => `${element.className || element.tagName} “${element.textContent.trim().slice(0, 40)}”`;
  // Not `innerWidth`: on a phone that grows with what stands too wide.
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const zoomed = width < 320 * scale || height <= 480 * scale && width < 560 * scale;
  const narrow = width < 390 * scale && !zoomed;
  const within = (from, to, end) => from >= -0.5 && to <= end + 0.5;
  const inside = (at) => within(at.top, at.bottom, height) && within(at.left, at.right, width);
  const shared = (a, b) => [
    Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  ];

  // Headline, seats and the primary action are wholly in the window.
  for (const element of zoomed ? [] : all(".head, .hero, .seats, .dock .button--main, .dock .key--submit")) {
    if (!inside(box(element))) wrong.push(`${called(element)} is not wholly in the window`);
  }
  // The rows stand below one another.
  const rows = all(app.matches(".page") ? ".top, main, .dock" : ".top, .head, .hero, .seats, .context, .last, .dock").map(box);
  rows.slice(1).forEach((row, index) => {
    if (row.top < rows[index].bottom - 0.5) wrong.push(`row ${index + 2} begins above the end of the one before`);
  });
  // No control lies on another, nor a seat.
  const controls = all("label.key, button:not(.popup__list button, .sr-only), a.button, a.tool, .seat, summary, input:not(label input), select");
  controls.forEach((one, index) => controls.slice(index + 1).forEach((other) => {
    if (one.contains(other) || other.contains(one)) return;
    const [wide, high] = shared(box(one), box(other));
    if (wide > 1 && high > 1 && !one.matches(".link, .last__undo") && !other.matches(".link, .last__undo")) {
      wrong.push(`${called(one)} lies on ${called(other)}`);
    }
  }));
  const nameAround = (element) => element.closest("bdi, .names .key:not(.key--wraps), .choice label");
  const clippers = (element) => !element || element === app ? [] : [
    ...getComputedStyle(element).overflow === "visible" ? [] : [element], ...clippers(element.parentElement),
  ];
  // Every line of text is on the page and none on another: as high as its letters, as wide as it shows.
  const aloud = all(".sr-only, .wide-only, .head__line").filter((one) => getComputedStyle(one).clipPath !== "none");
  const texts = document.createTreeWalker(app, NodeFilter.SHOW_TEXT, (text) => {
    const element = text.parentElement;
    const read = text.data.trim() && seen(element) && !element.closest("svg") && !aloud.some((one) => one.contains(element));
    return read ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT;
  });
  const tools = menu ? [] : [...document.querySelectorAll(".tools")].filter(seen);
  const word = document.documentElement.lang === "ko"
    ? /[[\p{L}\p{N}’]--[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]]+/gv
    : /[[\p{L}\p{N}’]--[\p{scx=Hang}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]]+/gv;
  const range = document.createRange(), lines = [...tools, ...all("[data-text], img")].map((each) => [box(each), each]);
  while (texts.nextNode()) {
    const text = texts.currentNode, element = text.parentElement, name = nameAround(element);
    const cuts = [...(name ? [name] : []), ...(zoomed ? [] : clippers(element))].map(box);
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < 1) continue;
    range.selectNodeContents(text);
    const upright = getComputedStyle(element).writingMode !== "horizontal-tb";
    const [from, to, above, below] = upright ? ["top", "bottom", "left", "right"] : ["left", "right", "top", "bottom"];
    for (const at of range.getClientRects()) {
      const middle = (at[above] + at[below]) / 2;
      lines.push([{
        [from]: Math.max(at[from], ...cuts.map((cut) => cut[from])), [to]: Math.min(at[to], ...cuts.map((cut) => cut[to])),
        [above]: middle - 0.4 * size, [below]: middle + 0.4 * size,
      }, element]);
    }
    if (!zoomed || name || element.matches("[data-link]")) continue;
    // A word breaks only where it is longer than half the page; Hangul does anywhere among other letters, and kana and
    // Chinese characters do everywhere.
    for (const found of text.data.matchAll(word)) {
      range.setStart(text, found.index);
      range.setEnd(text, found.index + found[0].length);
      const parts = [...range.getClientRects()], long = parts.reduce((sum, at) => sum + at.width, 0);
      const broken = parts.some((at) => at.top > parts[0].bottom - 4);
      if (broken && long < width / 2) wrong.push(`${called(element)} breaks “${found[0]}”`);
    }
  }
  const { left, top } = box(page);
  lines.forEach(([at, element], index) => {
    if (zoomed) {
      if (!within(at.left - left, at.right - left, page.clientWidth)) wrong.push(`${called(element)} is beside the page`);
      if (!within(at.top - top, at.bottom - top, page.scrollHeight)) wrong.push(`${called(element)} is above or below the page`);
    }
    for (const one of zoomed || element.matches("[data-text]") ? clippers(nameAround(element)?.parentElement ?? element).map(box) : []) {
      const [wide, high] = shared(at, one);
      if (wide < at.right - at.left - rounded || high < at.bottom - at.top - 2 * rounded) wrong.push(`${called(element)} is cut by what it stands in`);
    }
    for (const [other, its] of lines.slice(index + 1)) {
      const [wide, high] = element === its ? [0, 0] : shared(at, other);
      if (wide > 1 && high > 1) wrong.push(`${called(element)} is written on ${called(its)}`);
    }
  });
  // What is written from right to left stands apart, so that amounts and commas beside it stay in their places.
  const leftward = /[\p{sc=Arab}\p{sc=Hebr}]/u, apart = /\u2068[^\u2069]*\u2069/g;
  const lies = (words) => leftward.test(words.replace(apart, ""));
  const mixed = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT, (text) =>
    lies(text.data) && !text.parentElement.closest("bdi, svg, textarea") ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
  while (mixed.nextNode()) wrong.push(`“${mixed.currentNode.data.trim()}” is not set apart`);
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      if (lies(value) && name !== "value") wrong.push(`“${value}” is not set apart, as ${name}`);
    }
  }
  // A name is never cut at its beginning; a box of its own gives way whole to the ellipsis of what it stands in.
  for (const element of all("bdi").filter((each) => ![...aloud, ...all(".sr-only")].some((one) => one.contains(each)))) {
    const at = box(element), isLeftward = leftward.test(element.textContent);
    for (const one of clippers(element.parentElement)) {
      const { left, right } = box(one);
      if (/auto|scroll/.test(getComputedStyle(one).overflowX)) continue;
      const [begins, ends] = isLeftward ? [right - at.right, right - at.left] : [at.left - left, at.right - left];
      const whole = getComputedStyle(element).display === "inline-block" && getComputedStyle(one).textOverflow === "ellipsis";
      if (begins < -1 && ends > 1 && !whole) wrong.push(`${called(element)} is cut at its beginning by ${called(one)}`);
    }
  }
  // Only a name may end in an ellipsis; no row holds more than it shows.
  const endsInName = (element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (text) =>
      text.data.trim() && seen(text.parentElement) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
    return texts.lastChild() && nameAround(texts.currentNode.parentElement);
  };
  for (const element of all("bdi")) {
    const { overflowY, writingMode } = getComputedStyle(element);
    const isClipped = overflowY !== "visible" && writingMode === "horizontal-tb" && element.clientWidth > 1;
    if (isClipped && element.scrollHeight > 1.3 * element.clientHeight) wrong.push(`${called(element)} is cut below`);
  }
  for (const element of all("*")) {
    if (element.closest("svg, select, .sr-only, bdi")) continue;
    const style = getComputedStyle(element);
    if (element.clientWidth <= 1) continue;
    const [wide, high] = [style.overflowX !== "visible", style.overflowY !== "visible"];
    const isPanned = element.matches(".hand-lines"); // there are as many lines as a hand has
    if (wide && element.scrollWidth > element.clientWidth && !isPanned && !endsInName(element)) wrong.push(`${called(element)} is cut at its side`);
    if (high && element.scrollHeight > element.clientHeight + rounded) wrong.push(`${called(element)} is cut below`);
  }
  // From across the room small print is none.
  if (app.matches(".tv__table")) {
    for (const element of all("*")) {
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      if (own && !element.matches("a, .sr-only") && parseFloat(getComputedStyle(element).fontSize) < height * 0.018) {
        wrong.push(`${called(element)} is small print`);
      }
    }
    return wrong;
  }
  // Targets are large.
  for (const element of all("label.key, button:not(.popup__list button, .sr-only), a.button, a.tool, summary")) {
    const at = box(element);
    // Of cards there are many, of points as well, and twelve people leave little.
    const many = !zoomed && element.closest(".zone.cols-8, .pad, .card-pile, .app:has(.seats--9, .seats--10, .seats--11, .seats--12)");
    const counts = element.matches(":is(.levels, .digits, .cols-7, .cols-8):not(.zone) > .key, :is(.cols-7, .cols-8) > .contents > .key");
    const least = narrow || zoomed ? 40 : 44;
    const wide = many ? (width < 340 ? 33 : narrow ? 37 : 41) : least;
    const high = counts && !zoomed ? 44 : many && width < 340 ? 38 : least;
    if (at.height < high - 0.5) wrong.push(`${called(element)} is ${at.height} high`);
    if (at.width < wide - 0.5) wrong.push(`${called(element)} is ${at.width} wide`);
  }
  return [...new Set(wrong)];
}

// The parts of a board that are not seen in this window and were seen in the one that was remembered, each by its class;
// and those of them that can be focused or are read although nobody sees them, or of which a little is seen.
({ remember }) => {
  const app = document.querySelector(".app"), { clientWidth: width, clientHeight: height } = document.documentElement;
  const style = (element) => getComputedStyle(element);
  const isAloud = (element) => style(element).clipPath.startsWith("inset(50%");
  // What is seen of whatever stands in an element.
  const windowOf = (element) => {
    if (!element || element === document.documentElement) return { left: 0, top: 0, right: width, bottom: height };
    const { overflowX, overflowY, contain } = style(element), around = windowOf(element.parentElement);
    if (isAloud(element)) return { left: 0, top: 0, right: 0, bottom: 0 };
    if (overflowX === "visible" && overflowY === "visible" && !contain.includes("paint")) return around;
    const at = element.getBoundingClientRect();
    return {
      left: Math.max(at.left, around.left), top: Math.max(at.top, around.top),
      right: Math.min(at.right, around.right), bottom: Math.min(at.bottom, around.bottom),
    };
  };
  const shareInView = (element) => {
    const at = element.getBoundingClientRect(), around = windowOf(element.parentElement);
    const wide = Math.min(at.right, around.right) - Math.max(at.left, around.left);
    const high = Math.min(at.bottom, around.bottom) - Math.max(at.top, around.top);
    return wide > 0 && high > 0 ? Math.min(wide / at.width, high / at.height) : 0;
  };
  const isThere = (element) => element.checkVisibility({ visibilityProperty: true }) && !isAloud(element);
  const isSeen = (element) => isThere(element) && shareInView(element) > 0.5;
  if (remember) {
    // What stands in a line that ends in an ellipsis gives way to its width, and the lines of a hand are panned.
    const endsEarly = (element) =>
      element && (style(element).textOverflow === "ellipsis" || element.matches(".hand-lines") || endsEarly(element.parentElement));
    const parts = [...app.querySelectorAll("*")].filter((each) => !endsEarly(each.parentElement) && isSeen(each));
    app.seen = parts.filter((each) => !each.parentElement.closest("svg, select") && (each.textContent || each.matches("svg, i, .card")));
    return [[], []];
  }
  const nameOf = (element) => {
    const [name] = [...element.classList].filter((each) => !each.startsWith("is-"));
    return name ?? `${nameOf(element.parentElement.closest("[class]"))} ${element.localName}`;
  };
  const isEmpty = (element) => element.checkVisibility() && !(element.clientHeight + element.getBoundingClientRect().height);
  const gone = app.seen.filter((each) => each.isConnected && !isSeen(each) && !isEmpty(each));
  const first = gone.filter((each) => !gone.includes(each.parentElement));
  const alive = first.filter((each) => isThere(each) && (!each.closest("[inert]") || shareInView(each) > 0.01));
  return [first, alive].map((each) => [...new Set(each.map(nameOf))].sort());
}

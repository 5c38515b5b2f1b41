// What has no room above the dock stands beyond the edge of the screen (see `.context` in app.css). Nobody sees it
// there, so that nothing focuses it and nobody is read it.

let watching;

function watchContext() {
  watching?.disconnect();
  const context = document.querySelector(".app .context");
  if (!context) return;
  const update = (entries) => {
    const scrolls = getComputedStyle(context).overflowY === "auto";
    for (const { target, intersectionRatio } of entries) target.inert = !scrolls && intersectionRatio < 0.5;
  };
  watching = new IntersectionObserver(update, { root: context, threshold: 0.5 });
  for (const part of context.children) watching.observe(part);
}

document.addEventListener("htmx:after:swap", watchContext);
watchContext();

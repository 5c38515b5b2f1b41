// The address of a question is always that of what is shown; a tap is never lost to the one that follows it.

let unsent = []; // cards tapped whose answer has not come

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceElement.id !== "question") return;
  const { body } = ctx.request;
  const tapped = body.getAll("add");
  if (!tapped.length) unsent = [];
  unsent.push(...tapped);
  body.delete("add");
  for (const card of unsent) body.append("add", card);
});

document.addEventListener("htmx:after:swap", () => {
  unsent = [];
  const { address } = document.getElementById("question").dataset;
  if (location.pathname + location.search !== address) history.replaceState(null, "", address);
});

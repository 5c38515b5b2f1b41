// What counts now, over the board that asks: loaded with the first "?" that is tapped.

const sheet = document.getElementById("help");
const place = sheet.lastElementChild;

// Where it cannot be had or shown, the page of its address is opened, or says why not.
export async function showTopics(link) {
  try {
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    place.replaceChildren(page.getElementById("topics"));
    sheet.showPopover();
  } catch {
    location.assign(link.href);
  }
}

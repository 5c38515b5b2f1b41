// Printing, sending a picture on, saying at once that a file is too large instead of sending all of it first, and how far an import is.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

for (const input of document.querySelectorAll("[data-max-size]")) {
  input.addEventListener("change", () => {
    const large = [...input.files].some((file) => file.size > Number(input.dataset.maxSize));
    document.querySelector("[data-too-large]").hidden = !large;
    for (const button of document.querySelectorAll("[type=submit][form=import]")) button.disabled = large;
  });
}

// Where a phone can send files on, a picture is offered to its other apps; elsewhere the link saves it.
for (const link of document.querySelectorAll("[data-share-file]")) {
  const type = link.dataset.shareFile;
  if (!navigator.canShare?.({ files: [new File([""], "result.png", { type })] })) continue;
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(answer.statusText);
      await navigator.share({ files: [new File([await answer.blob()], "result.png", { type })] });
    } catch (error) {
      if (error.name !== "AbortError") location.href = link.href;
    }
  });
}

// While a file is checked its page is asked again and again; what leads elsewhere is followed by the browser itself.
const LOOK_AGAIN = 700;

async function pollProgress(waiting) {
  try {
    const answer = await fetch(location.href, { redirect: "manual" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-import-progress]");
    if (!fresh) return location.reload();
    waiting.replaceChildren(...fresh.childNodes);
  } catch {
    // No connection: the next look tries again.
  }
  setTimeout(pollProgress, LOOK_AGAIN, waiting);
}

const waiting = document.querySelector("[data-import-progress]");
if (waiting) setTimeout(pollProgress, LOOK_AGAIN, waiting);

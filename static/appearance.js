// The theme and the size of type chosen on this phone. It runs before the page is drawn, so that neither ever flashes.
{
  const page = document.documentElement;
  const viewport = document.querySelector("meta[name=viewport]");
  const asDelivered = viewport.content;

  // Of a page whose scale alone is told, the browser makes the width what then fits.
  const show = ({ theme, size }) => {
    if (theme === "light" || theme === "dark") page.dataset.theme = theme;
    else delete page.dataset.theme;
    const scale = size > 1 && size < 2 ? `initial-scale=${Number(size)}` : "";
    viewport.content = scale ? asDelivered.replace("width=device-width, initial-scale=1", scale) : asDelivered;
  };

  try {
    show({ theme: localStorage.getItem("theme"), size: localStorage.getItem("size") });
  } catch {
    // Storage may be forbidden; then the system decides.
  }
  document.addEventListener("appearance:chosen", ({ detail }) => show(detail));
}

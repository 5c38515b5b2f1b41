// The theme and the size of type chosen on this phone, and its time zone. It runs before the page is drawn, so that
// neither ever flashes.
{
  const page = document.documentElement;
  const viewport = document.querySelector("meta[name=viewport]");
  const asDelivered = viewport.content;

  // Of a page whose scale alone is told, the browser makes the width what then fits.
  const applyAppearance = ({ theme, size }) => {
    if (theme === "light" || theme === "dark") page.dataset.theme = theme;
    else delete page.dataset.theme;
    const scale = size > 1 && size < 2 ? `initial-scale=${Number(size)}` : "";
    viewport.content = scale ? asDelivered.replace("width=device-width, initial-scale=1", scale) : asDelivered;
  };

  try {
    applyAppearance({ theme: localStorage.getItem("theme"), size: localStorage.getItem("size") });
  } catch {
    // Storage may be forbidden; then the system decides.
  }

  // The server writes days and times in the zone that this cookie names. Until phone.js has put right those of a page
  // that was written before it knew, they are not shown.
  const told = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  if (!document.cookie.split("; ").includes(told)) {
    document.cookie = `${told}; path=/; max-age=34560000; samesite=lax`;
    page.dataset.timesPending = "";
  }

  document.addEventListener("appearance:chosen", ({ detail }) => applyAppearance(detail));
}

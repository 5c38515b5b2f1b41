"""Phones as real browsers: how soon a tap is painted on the others, and what a phone loads."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tools.bench.evening import seeding
from tools.bench.forms import Device
from tools.bench.report import Row, timings
from tools.bench.servers import APP, BARE, serving
from tools.bench.sizes import Sizes
from tools.bench.wire import HOST
from tools.programs import find

WATCH = """
const moments = {};
const waiting = {};
window.painted = (version) => new Promise((resolve) => {
  if (moments[version]) resolve(moments[version]);
  else waiting[version] = resolve;
});
new MutationObserver(() => {
  const version = document.querySelector("#table")?.dataset.version;
  if (!version || version in moments) return;
  moments[version] = null;
  // The task after an animation frame runs when its picture has been handed over.
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      moments[version] = performance.timeOrigin + performance.now();
      waiting[version]?.(moments[version]);
    };
    port2.postMessage(null);
  });
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-version"] });
"""
"""Tells when a version of the table was painted, by the one clock of this machine."""

TAP = """button => {
  const moment = performance.timeOrigin + performance.now();
  button.click();
  return moment;
}"""
BARE_TAP = """() => {
  const moment = performance.timeOrigin + performance.now();
  fetch("/t/t/record/tap", { method: "POST" });
  return moment;
}"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's browser."""
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find("Chromium"), args=arguments)
        try:
            yield browser
        finally:
            browser.close()


def open_phone(browser: Browser, port: int, device: Device | None = None) -> Page:
    """A phone of its own: another context has other cookies and other connections."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    context.add_init_script(WATCH)
    if device:
        name, _, value = device.cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": f"http://{HOST}:{port}"}])
    return context.new_page()


def tap_to_paint(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """One phone takes a result back and restores it, in turn; the others show it."""
    with seeding(folder / "paint.db") as seeder:
        table_id = seeder.table(3)
        devices = [seeder.device(table_id) for _ in range(sizes.phones)]
    with chromium() as browser:
        with serving(APP, folder / "paint.db") as server:
            phones = [open_phone(browser, server.port, device) for device in devices]
            for phone in phones:
                phone.goto(f"http://{HOST}:{server.port}/t/{table_id}")
            real = [seconds for form in ("undo", "redo") * sizes.taps for seconds in painted_after(phones, TAP, form)]
        with serving(BARE, folder / "paint.db") as server:
            phones = [open_phone(browser, server.port) for _ in range(sizes.phones)]
            for phone in phones:
                phone.goto(f"http://{HOST}:{server.port}/page")
            bare = [seconds for _ in range(2 * sizes.taps) for seconds in painted_after(phones, BARE_TAP)]
    others = sizes.phones - 1
    yield from timings(f"tap to paint on {others} other phones, Chromium (bare loop, a number)", real, bare)


def painted_after(phones: list[Page], tap: str, form: str | None = None) -> list[float]:
    """How many seconds after a tap on the first phone each of the others had painted it."""
    first, *others = phones
    # A button takes no tap while what it was tapped for may just have changed.
    ready = f'form[action$="/record/{form}"] button:not([aria-disabled])' if form else "body"
    button = first.locator(ready).element_handle()
    version = 1 + first.evaluate("Number(document.querySelector('#table').dataset.version)")
    moment = first.evaluate(tap, button)
    return [(phone.evaluate("version => painted(version)", version) - moment) / 1000 for phone in others]

"""Phones as real browsers."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

from tools.bench.forms import Device
from tools.bench.wire import HOST
from tools.programs import find_program


@contextmanager
def launch_chromium() -> Iterator[Browser]:
    """The system's browser."""
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_program("Chromium"), args=arguments)
        try:
            yield browser
        finally:
            browser.close()


def open_phone(browser: Browser, port: int, device: Device) -> Page:
    """A phone of its own: another context has other cookies and other connections."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    name, _, value = device.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": f"http://{HOST}:{port}"}])
    return context.new_page()

"""Phones as real browsers."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

from tools.bench.forms import Device
from tools.bench.wire import HOST
from tools.programs import find_program


@contextmanager
def launch_chromium() -> Iterator[Browser]:
    """Run the system's Chromium."""
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_program("Chromium"), args=arguments)
        try:
            yield browser
        finally:
            browser.close()


def open_phone(browser: Browser, port: int, device: Device) -> Page:
    """Open a page in a browser context of its own, with its own cookies and connections."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    name, _, value = device.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": f"http://{HOST}:{port}"}])
    return context.new_page()

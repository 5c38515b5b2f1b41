"""The program served in this process, and browser pages that look at tables in the middle of an evening."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask, send_file
from playwright.sync_api import Browser, Page, ViewportSize
from werkzeug.serving import make_server

from scorekeeper.web import create_app
from scorekeeper.web.http.sessions import COOKIE
from tests.browser.app import PATIENCE
from tests.web.phones import Phone

AXE = Path(__file__).parent.parent / "vendor" / "axe.min.js"
AXE_PATH = "/axe.js"
"""The address of axe: the content policy allows no scripts from elsewhere."""

NETWORKS = ("http://172.30.1.23:8000", "http://10.8.0.2:8000", "http://[fd7a:115c:a1e0:ab12:4843:cd96:6258:b240]:8000")
"""Addresses of a computer in several networks, which the page with the links offers."""

PHONE = {"viewport": {"width": 390, "height": 664}, "is_mobile": True, "has_touch": True}
SCREEN = {"viewport": {"width": 1920, "height": 1080}, "is_mobile": False, "has_touch": False}


class ServedApp:
    """The program in this process, at an address of its own. Streams and connections are tested elsewhere."""

    def __init__(self, app: Flask, url: str) -> None:
        self.app = app
        self.url = url

    def show(self, page: Page, phone: Phone, path: str) -> None:
        """Open a path as `phone`, which tests drive by requests: the page gets its cookie."""
        cookie = phone.client.get_cookie(COOKIE)
        assert cookie is not None
        page.context.add_cookies([{"name": COOKIE, "value": cookie.value, "url": self.url}])
        page.goto(self.url + path)


@contextmanager
def serve_app() -> Iterator[ServedApp]:
    """Serve the program for the length of the block."""
    app = create_app({"DATABASE": ":memory:", "RATELIMIT_ENABLED": False, "LAN_URLS": lambda: NETWORKS})
    app.add_url_rule(AXE_PATH, "axe", lambda: send_file(AXE))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    running = threading.Thread(target=server.serve_forever, daemon=True)
    running.start()
    try:
        yield ServedApp(app, f"http://127.0.0.1:{server.server_port}")
    finally:
        server.shutdown()


def wait_until(page: Page, holds: str, arg: Any = None) -> None:
    """Wait until a JavaScript function returns true. Playwright's own wait evaluates text, which the policy forbids."""
    page.evaluate(
        f"""async arg => {{
          const holds = {holds};
          const end = Date.now() + {PATIENCE};
          while (!(await holds(arg))) {{
            if (Date.now() > end) throw new Error("It never came true: " + holds);
            await new Promise(done => setTimeout(done, 20));
          }}
        }}""",
        arg,
    )


@contextmanager
def open_page(browser: Browser, language: str = "en-GB", **options: Any) -> Iterator[Page]:
    """Open a page in a context without cookies."""
    context = browser.new_context(**{**PHONE, **options}, locale=language)
    context.set_default_timeout(PATIENCE)
    try:
        yield context.new_page()
    finally:
        context.close()


class SharedPage:
    """A page that one test after another uses. Opening a page for each would take longer than most of these tests."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self.context = browser.new_context(**options, service_workers="block")
        self.context.set_default_timeout(PATIENCE)
        self.size: ViewportSize = options["viewport"]
        self.page = self.context.new_page()
        self.storage = self.context.new_cdp_session(self.page)
        self.url = url

    def renew(self, language: str) -> Page:
        """Return the page as if unused, for a reader of `language`: without cookies and storage."""
        self.page.goto("about:blank")
        self.storage.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": "cookies,local_storage"})
        self.context.set_extra_http_headers({"Accept-Language": language})
        self.page.emulate_media(color_scheme="light")
        # Playwright skips a size equal to its last one, even if another session has changed it since.
        self.page.set_viewport_size({"width": self.size["width"], "height": self.size["height"] + 1})
        self.page.set_viewport_size(self.size)
        return self.page

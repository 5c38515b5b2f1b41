"""A browser that looks at tables in the middle of an evening."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, Page
from werkzeug.serving import make_server

from scorekeeper.web import create_app
from scorekeeper.web.sessions import COOKIE
from tests.browser.app import PATIENCE
from tests.web.phones import Phone

PHONE = {"viewport": {"width": 390, "height": 664}, "is_mobile": True, "has_touch": True}


class Served:
    """The program in this process, at an address of its own. What is on the wire is tested elsewhere."""

    def __init__(self, app: Flask, url: str) -> None:
        self.app = app
        self.url = url

    def show(self, page: Page, phone: Phone, path: str) -> None:
        """Open what a phone looks at that tests drive by requests: the page gets the phone's cookie."""
        cookie = phone.client.get_cookie(COOKIE)
        assert cookie is not None
        page.context.add_cookies([{"name": COOKIE, "value": cookie.value, "url": self.url}])
        page.goto(self.url + path)


@contextmanager
def served() -> Iterator[Served]:
    """The program for as long as the block lasts."""
    app = create_app({"DATABASE": ":memory:", "RATELIMIT_ENABLED": False})
    server = make_server("127.0.0.1", 0, app, threaded=True)
    running = threading.Thread(target=server.serve_forever, daemon=True)
    running.start()
    try:
        yield Served(app, f"http://127.0.0.1:{server.server_port}")
    finally:
        server.shutdown()


def comes_true(page: Page, holds: str, arg: Any = None) -> None:
    """Wait until a function of the page says so. Playwright's own wait evaluates text, which the page forbids."""
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
def looking(browser: Browser, language: str = "en-GB", **options: Any) -> Iterator[Page]:
    """A page of a phone that nobody has used."""
    context = browser.new_context(**{**PHONE, **options}, locale=language)
    context.set_default_timeout(PATIENCE)
    try:
        yield context.new_page()
    finally:
        context.close()

"""The last score stays readable without a server, and is never mistaken for a current one."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, request
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from scorekeeper.web import create_app
from tests.browser.app_pages import ServedApp, open_page, wait_until
from tests.web.phones import Phone, open_table


@contextmanager
def run_app(app: Flask, port: int = 0) -> Iterator[int]:
    """Run a server for the length of the block, on a given port or a free one."""
    server = make_server("127.0.0.1", port, app, threaded=True)
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


def expect_kept(page: Page, score: str) -> None:
    """Wait until the phone has kept the page with the version `score`."""
    wait_until(
        page,
        """async version => {
          const kept = await (await caches.open("last-score")).match(location.pathname);
          return kept && (await kept.text()).includes(`data-version="${version}"`);
        }""",
        score,
    )


def test_the_last_score_is_read_without_the_server(browser: Browser) -> None:
    app = create_app({"DATABASE": ":memory:", "RATELIMIT_ENABLED": False})
    with open_page(browser) as page:
        with run_app(app) as port:
            url = f"http://127.0.0.1:{port}"
            table = open_table(app)
            phone: Phone = table.host
            ServedApp(app, url).show(page, phone, table.path)
            expect_kept(page, str(table.version))
            table.play_hand()
            expect(page.locator(f"#table[data-version='{table.version}']")).to_be_visible()
            expect_kept(page, str(table.version))
            scores = page.locator("#main").inner_text()
            last = table.version
        page.context.set_offline(True)
        page.goto("about:blank")
        page.goto(url + table.path)
        expect(page.locator(f"#table[data-version='{last}']")).to_be_visible()
        expect(page.get_by_text("This may be old")).to_be_visible()
        assert page.locator("#main").inner_text() == scores
        table.record("start_hand")
        with run_app(app, port):
            page.context.set_offline(False)
            expect(page.locator(f"#table[data-version='{table.version}']")).to_be_visible()
            expect(page.get_by_text("This may be old")).to_be_hidden()
            page.reload()
            assert page.evaluate("document.body.dataset.savedAt") is None, "what can be fetched is fetched"
            expect_kept(page, str(table.version))
            page.goto(f"{url}{table.path}/forget")
            page.get_by_role("button", name="Remove from this phone").click()
            expect(page.get_by_role("heading", name="Scorekeeper")).to_be_visible()
            wait_until(page, "async () => !(await caches.has('last-score'))")


def test_what_the_page_has_loaded_is_kept_without_asking_for_it_again(browser: Browser) -> None:
    app = create_app({"DATABASE": ":memory:", "RATELIMIT_ENABLED": False})
    asked: list[str] = []
    app.before_request(lambda: asked.append(request.full_path))
    with open_page(browser) as page, run_app(app) as port:
        table = open_table(app)
        asked.clear()
        ServedApp(app, f"http://127.0.0.1:{port}").show(page, table.host, table.path)
        expect_kept(page, str(table.version))
        files = [path for path in asked if path.startswith(("/static/", "/seat-"))]
        assert "/static/board/offline.js?" in files
        assert sorted(files) == sorted(set(files))


def test_a_module_of_another_version_is_kept_in_place_of_the_old(browser: Browser, served_app: ServedApp) -> None:
    """Modules that are loaded later have the same address in all versions of the program."""
    table = open_table(served_app.app)
    with open_page(browser) as page:
        served_app.show(page, table.host, table.path)
        expect_kept(page, str(table.version))
        another = """new Response("another version")"""
        page.evaluate(f"""async () => (await caches.open("last-score")).put("/static/board/offline.js", {another})""")
        page.reload()
        wait_until(
            page,
            """async () => (await (await caches.match("/static/board/offline.js")).text()).includes("keepFiles")""",
        )

"""Every screen in both themes and languages: axe has nothing to report, nothing slides sideways, controls are large."""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from scorekeeper.web import create_app
from tests.browser.app import PATIENCE

AXE = (Path(__file__).parent.parent / "vendor" / "axe.min.js").read_text()
CHECK = (
    AXE
    + """; axe.run({resultTypes: ["violations", "incomplete"]}).then(found =>
  [...found.violations, ...found.incomplete].map(rule => rule.id + ": " + rule.nodes.map(node =>
    node.target.join(" ") + " (" + (node.any[0]?.message ?? node.all[0]?.message ?? "") + ")").join("; ")))"""
)
SMALL = """[...document.querySelectorAll("button, a, summary, select, input:not([type=hidden]), label.key")]
  .filter(control => control.checkVisibility())
  .filter(control => !control.closest("label:not(.key)") && !control.matches(".unseen, .key input, .skip"))
  .map(control => [control.outerHTML.slice(0, 120), control.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && box.height < 43.5)
  .map(([html, box]) => `${html} is ${Math.round(box.height)} high`)"""

LOOKS = [("en-GB", "light"), ("en-GB", "dark"), ("ko-KR", "light"), ("ko-KR", "dark")]
NAMES = ["Ana", "Bo", "김아름", "Dan", "Maximiliane-Antoinette"]


class Table:
    """A table played by requests, to be looked at in a browser."""

    def __init__(self, client: FlaskClient, preset: str, names: list[str], **rules: object) -> None:
        self.client = client
        seats = {f"name_{seat}": name for seat, name in enumerate(names, 1)}
        made = client.post("/new", data={"game": "mighty", "preset": preset, **seats, **rules})
        self.path = made.headers["Location"].split("/links")[0]
        client.post(f"{self.path}/seat", data={"player": 1})

    def record(self, form: str, **fields: object) -> None:
        """Record a form, which must not be refused."""
        shown = re.search(r'data-version="(\d+)"', self.client.get(self.path).text)
        assert shown
        answer = self.client.post(
            f"{self.path}/record/{form}", data={"version": shown[1], **fields}, headers={"HX-Request": "true"}
        )
        assert answer.status_code == 200, re.sub(r"<[^>]+>|\s+", " ", answer.text)

    def result(self, declarer: int, level: int, trump: str, side: str, points: int) -> None:
        """A whole hand."""
        self.record("start_hand")
        self.record("enter_contract", declarer=declarer, level=level, trump=trump)
        self.record("result", side=side, points=points)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A server in a thread, and a client whose cookies the browser borrows. What is on the wire is tested elsewhere."""
    database = tmp_path_factory.mktemp("screens") / "scorekeeper.db"
    app = create_app({"DATABASE": str(database), "WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False})
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    client = app.test_client()
    client.environ_base["SCOREKEEPER_URL"] = f"http://127.0.0.1:{server.server_port}"
    yield client
    server.shutdown()


@contextmanager
def looking(browser: Browser, client: FlaskClient, language: str, theme: str, **options: Any) -> Iterator[Page]:
    """A page of a phone that has the client's cookies."""
    settings: Mapping[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
    context = browser.new_context(**{**settings, **options}, locale=language, color_scheme=theme)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    url = client.environ_base["SCOREKEEPER_URL"]
    cookie = client.get_cookie("session")
    assert cookie is not None
    context.add_cookies([{"name": "session", "value": cookie.value, "url": url}])
    page = context.new_page()
    try:
        yield page
    finally:
        context.close()


def check(page: Page, path: str, *, tap: str = "") -> list[str]:
    """What is wrong with a screen, after tapping everything that `tap` selects."""
    size = page.viewport_size
    page.goto(path)
    for control in page.locator(tap).all() if tap else []:
        control.click()
    expect(page.locator("h1").first).to_be_attached()
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    show_whole(page)
    wrong = [*page.evaluate(CHECK), *page.evaluate(SMALL)]
    if size:
        page.set_viewport_size(size)
    return [f"{path} {tap}: {each}" for each in [*wrong, *([f"slides by {width}"] if width > 0 else [])]]


def show_whole(page: Page) -> None:
    """Make the window as tall as what is written in it: axe cannot judge a line that the edge of a window cuts."""
    size = page.viewport_size
    hidden = page.evaluate("(main => main ? main.scrollHeight - main.clientHeight : 0)(document.querySelector('main'))")
    if size and hidden > 0:
        page.set_viewport_size({"width": size["width"], "height": size["height"] + hidden})


SCREENS = ["links", "seat", "sheet", "sheet/1", "rules", "referee", "people", "log", "export", "move", "print"]


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_every_screen(browser: Browser, client: FlaskClient, language: str, theme: str) -> None:
    table = Table(client, "pagat", NAMES)
    url = client.environ_base["SCOREKEEPER_URL"]
    wrong: list[str] = []
    with looking(browser, client, language, theme) as page:
        wrong += check(page, url + table.path)
        table.record("start_hand")
        wrong += check(page, url + table.path)
        table.record("place_bid", player=1, level=13, trump="H")
        table.record("place_bid", player=2, level=14, trump="S")
        table.record("pass", player=3)
        wrong += check(page, url + table.path)
        wrong += check(page, url + table.path, tap="[popovertarget=menu] >> nth=0")
        table.record("enter_contract", declarer=2, level=14, trump="NT")
        for mode in range(3):
            wrong += check(page, url + table.path, tap=f".modes__tabs label >> nth={mode}")
        table.record("call_friend", call="card", card="SA")
        table.record("record_trick", winner=2, points=4)
        wrong += check(page, url + table.path)
        table.record("result", side="SA|5", points=18)
        wrong += check(page, url + table.path)
        table.result(1, 13, "S", "none|-", 9)
        for screen in SCREENS:
            wrong += check(page, url + f"{table.path}/{screen}")
        for screen in ("/people", "/rules", "/referee", "/sheet/1", "/links"):
            wrong += check(page, url + table.path + screen, tap="summary")
        for path in ("/", "/new", "/import", "/nothing"):
            wrong += check(page, url + path)
        wrong += check(page, url + "/new", tap="summary")
    assert wrong == []


@pytest.mark.parametrize("width", [360, 430, 768])
def test_twelve_players_and_long_names(browser: Browser, client: FlaskClient, width: int) -> None:
    names = [f"가나다라마바사아자차카타 {number:02}" for number in range(1, 13)]
    table = Table(client, "korean40", names)
    url = client.environ_base["SCOREKEEPER_URL"]
    with looking(browser, client, "ko-KR", "light", viewport={"width": width, "height": 740}) as page:
        wrong = check(page, url + table.path)
        table.record("start_hand", choose_seats="yes", **{f"seat_{seat}": "yes" for seat in range(3, 8)})
        table.record("enter_contract", declarer=3, level=16, trump="NT")
        wrong += check(page, url + table.path)
        table.record("result", side="card|7", points=18)
        for screen in ("", "/sheet", "/people", "/links"):
            wrong += check(page, url + table.path + screen)
    assert wrong == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_television(browser: Browser, client: FlaskClient, theme: str) -> None:
    table = Table(client, "korean40", NAMES)
    url = client.environ_base["SCOREKEEPER_URL"]
    screen = {"viewport": {"width": 1920, "height": 1080}, "is_mobile": False, "has_touch": False}
    with looking(browser, client, "en-GB", theme, **screen) as page:
        wrong = check(page, url + table.path + "/watch")
        table.record("start_hand")
        table.record("place_bid", player=1, level=13, trump="H")
        wrong += check(page, url + table.path + "/watch")
        table.record("enter_contract", declarer=1, level=13, trump="H")
        table.record("call_friend", call="first_trick")
        table.record("record_trick", winner=2, points=4)
        wrong += check(page, url + table.path + "/watch")
        table.record("result", side="first_trick|2", points=18)
        wrong += check(page, url + table.path + "/watch")
        assert page.locator(".dock, form").count() == 0
    assert wrong == []

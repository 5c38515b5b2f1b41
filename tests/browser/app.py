"""The server in a process of its own, and phones in a real browser."""

import json
import re
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from scorekeeper.export import check_document
from scorekeeper.export.wording import tell
from tests.costs import count
from tests.web.phones import TOKEN
from tools.faults.server import ServerProcess, ServerSettings

PATIENCE = 20_000
"""Milliseconds that a busy machine may take for what is usually done at once."""

expect.set_options(timeout=PATIENCE)


BALANCES = """() =>
  Object.fromEntries([...document.querySelectorAll("#table :is(.seat, .gains > li)")].map((row) => {
  const total = row.matches(".seat") ? ":scope > span"
    : row.matches(".gains--ranking > li") ? ".gains__amount" : ".gains__total";
  return [row.querySelector("bdi").textContent.trim(), row.querySelector(total).textContent.trim()];
}))"""


class AppServer:
    """`scorekeeper serve` on a database and a port, which can be stopped, killed and restarted.

    `clock` holds the seconds by which its wall clock is wrong, where a test sets that.
    """

    def __init__(self, database: Path, port: int = 0, clock: Any = None) -> None:
        self.database = database
        self.clock = clock
        self.port = port or find_free_port()

    @property
    def url(self) -> str:
        """The server's address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and return once the server listens."""
        count("servers")
        setting = ServerSettings(port=self.port, clock=self.clock)
        self.process = ServerProcess(str(self.database), self.database.with_suffix(".log"), setting)
        self.process.wait_until_it_serves()

    def kill(self) -> None:
        """Kill the process, as a power cut does."""
        self.process.send()
        self.process.exit_code()

    def stop(self) -> int | None:
        """Send Ctrl-C and return the exit code."""
        self.process.send(signal.SIGINT)
        return self.process.exit_code()


def find_free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def run_server(database: Path) -> Iterator[AppServer]:
    """Run a server for the length of the block."""
    server = AppServer(database)
    server.start()
    try:
        yield server
    finally:
        assert server.stop() == 0, "it stops cleanly with streams open"


class BrowserPhone:
    """A phone: a browser context with cookies and connections of its own."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.errors: list[str] = []
        self.taps = 0
        self.page: Page = self.new_tab()

    def new_tab(self) -> Page:
        """Open another tab, which becomes the current page."""
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self.note_error)
        return self.page

    def note_error(self, said: ConsoleMessage) -> None:
        """Keep an error of a script. The statuses 409 and 422 are answers, not errors."""
        if said.type == "error" and not any(f"status of {status}" in said.text for status in (409, 422)):
            self.errors.append(said.text)

    def open(self, path: str) -> None:
        """Open a path of the server, or a whole address."""
        self.page.goto(path if path.startswith("http") else self.url + path)

    def tap(self, what: str | Locator) -> None:
        """Tap a button or link by its name, or any element, once."""
        if isinstance(what, str):
            name = re.compile(rf"^{re.escape(what)}( ?:|$)")  # matches "Undo: Bo bids 15" by "Undo"
            what = self.page.get_by_role("button", name=name).or_(self.page.get_by_role("link", name=name))
        what.filter(visible=True).first.click()
        self.taps += 1

    def tap_primary(self, to: str = "") -> None:
        """Tap the primary button, and wait for the phase `to`."""
        self.tap(self.page.locator(".button--main"))
        if to:
            self.wait_for_phase(to)

    def choose(self, name: str, value: object) -> None:
        """Tap the key of a choice."""
        self.tap(self.page.locator(f'label:has(input[name="{name}"][value="{value}"])'))

    def wait_for_text(self, text: str) -> None:
        """Wait until the page shows a text."""
        expect(self.page.locator("body")).to_contain_text(text)

    def wait_for_phase(self, phase: str) -> None:
        """Wait until the table is in a phase."""
        expect(self.page.locator(f"[data-phase={phase}]")).to_be_visible()

    def read_balances(self) -> dict[str, str]:
        """Return the balances by name, from the seats, the payments between hands or the final ranking."""
        expect(self.page.locator("#table :is(.seat, .gains > li)").nth(2)).to_be_attached()
        found: dict[str, str] = self.page.evaluate(BALANCES)
        return found

    def choose_mode(self, part: str, way: str) -> None:
        """Choose the way of recording a part of the hand, for all phones at the table."""
        popup = self.page.locator(f"#popup-{part}")
        if popup.locator("summary").inner_text().strip() == way:
            return
        popup.locator("summary").click()
        popup.get_by_role("button", name=re.compile(f"^{way}")).click()
        asked = self.page.locator("#dock-result-only .button--main")
        expect(popup.locator("summary", has_text=way).or_(asked)).to_be_visible()
        if asked.count():
            asked.click()
        expect(popup.locator("summary")).to_have_text(way)

    def read_version(self) -> int:
        """Return the version of the table that is shown."""
        return int(self.page.locator("#table").get_attribute("data-version") or -1)

    def wait_for_version_of(self, other: "BrowserPhone") -> None:
        """Wait until this phone shows the version that `other` shows, whose last tap must be answered."""
        expect(self.page.locator("#table")).to_have_attribute("data-version", str(other.read_version()))


def open_phone(browser: Browser, url: str, **options: Any) -> BrowserPhone:
    """Open a phone without cookies."""
    settings = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "locale": "en-GB"}
    return BrowserPhone(browser.new_context(**{**settings, **options}), url)


NewPhone = Callable[..., BrowserPhone]


@contextmanager
def opening_phones(browser: Browser, url: str, trouble: Sequence[str] = ()) -> Iterator[NewPhone]:
    """Give a function that opens phones at a server, closed in the end. None may have had an error but of `trouble`."""
    phones: list[BrowserPhone] = []

    def make(**options: object) -> BrowserPhone:
        phones.append(open_phone(browser, url, **options))
        return phones[-1]

    yield make
    for each in phones:
        each.context.close()
    errors = [error for each in phones for error in each.errors]
    assert [error for error in errors if not any(known in error for known in trouble)] == []


def open_table(host: BrowserPhone, preset: str, names: Sequence[str], game: str = "mighty") -> str:
    """Create a table by its form. Return the link to join."""
    host.open("/")
    host.tap(host.page.locator(f'a.game[href="/new?game={game}"]'))
    for seat, name in enumerate(names, 1):
        host.page.fill("#another", name)
        host.page.press("#another", "Enter")
        expect(host.page.locator(f"#seat-{seat}")).to_contain_text(name)
    if host.page.locator(f'input[name="preset"][value="{preset}"]').count() == 0:
        host.tap(host.page.locator('[name="do"][value="view:presets"]'))
        host.tap(host.page.locator(f'[name="do"][value="preset:{preset}"]'))
        expect(host.page.locator(f'input[name="preset"][value="{preset}"]')).to_be_attached()
    host.tap(host.page.locator(".button--main"))
    host.wait_for_text("Invite")
    return host.page.locator("[data-link]").first.inner_text()


def open_table_by_request(host: BrowserPhone, preset: str, names: Sequence[str], game: str = "mighty") -> str:
    """Create a table without its form, and show its links. Return the link to join."""
    requests = host.context.request
    token = TOKEN.search(requests.get(host.url).text())
    assert token
    fields = {f"name_{seat}": name for seat, name in enumerate(names, 1)}
    form = {"csrf_token": token[1], "game": game, "preset": preset, **fields}
    host.open(requests.post(f"{host.url}/new", form=form).url)
    host.wait_for_text("Invite")
    return host.page.locator("[data-link]").first.inner_text()


def join_table(new_phone: NewPhone, link: str, name: str, **options: object) -> BrowserPhone:
    """Open a phone that follows the link and takes the seat of that name."""
    phone = new_phone(**options)
    phone.open(link)
    phone.page.get_by_role("button", name=name).click()
    expect(phone.page.locator("#table")).to_be_visible()
    return phone


def check_files(phone: BrowserPhone, balances: dict[str, str], names: Sequence[str]) -> None:
    """Check that the score sheet, the exported file and its replay by the library agree with `balances`."""
    phone.open(phone.page.url + "/sheet")
    totals = phone.page.locator("tfoot .sheet__cell").all_inner_texts()
    columns = phone.page.locator("thead .sheet__player").all_text_contents()
    assert [total.strip() for total in totals] == [balances[name] for name in columns]
    phone.tap("Export")
    with phone.page.expect_download() as started:
        phone.page.get_by_role("link", name="Everything").click()
    file = Path(started.value.path()).read_bytes()
    document = json.loads(file)
    assert [player["name"] for player in document["players"]] == [*names]
    assert document["hands"][-1]["standings"] == document["totals"]
    state = check_document(file).ledger.state
    stands = {person.name: tell(state.standings[person.number].said, state) for person in state.people.values()}
    assert {name: stand.replace("-", "−") for name, stand in stands.items()} == balances

"""Browsers read the compressed stream event by event: Chromium and the system's Firefox."""

import os
import queue
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask import Response, request
from playwright.sync_api import Browser

from scorekeeper.live import hub
from tests.live.watching import WatchedTable, board
from tests.server_thread import PATIENCE, ServerThread
from tools.programs import find_program

PAGE = """<!doctype html><script type="module">
const tell = (said) => fetch("/heard", { method: "POST", body: said });

const answer = await fetch("/live/t");
await tell(answer.headers.get("Content-Encoding"));
const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
let begun = "";
while (true) {
  const { done, value } = await reader.read();
  if (done) break;
  const events = (begun + value).split("\\n\\n");
  begun = events.pop();
  for (const event of events) await tell(event);
}
await tell("end");
</script>"""
"""A page that reports to the server every event that it reads."""

PREFERENCES = {
    "browser.aboutwelcome.enabled": "false",
    "browser.shell.checkDefaultBrowser": "false",
    "browser.startup.homepage_override.mstone": '"ignore"',
    "datareporting.policy.dataSubmissionEnabled": "false",
}
"""Preferences of a Firefox that opens nothing but the page."""


class ListeningPage:
    """The reports of a page on the events that it has read."""

    def __init__(self, house: WatchedTable) -> None:
        self.waiting: queue.Queue[str] = queue.Queue()
        house.app.add_url_rule("/page", view_func=lambda: PAGE)
        house.app.add_url_rule("/heard", view_func=self.note_event, methods=["POST"])

    def note_event(self) -> Response:
        self.waiting.put(request.get_data(as_text=True))
        return Response(status=204)

    def next_event(self) -> str:
        return self.waiting.get(timeout=PATIENCE)

    def wait_for(self, start: str) -> str:
        """Return the next report that begins with `start`. Only counts and pings may come before it."""
        while not (said := self.next_event()).startswith(start):
            assert said.startswith(("event: phones", "event: ping")), said
        return said


@pytest.fixture
def table_app() -> WatchedTable:
    return WatchedTable()


@pytest.fixture
def listener(table_app: WatchedTable) -> ListeningPage:
    return ListeningPage(table_app)


@pytest.fixture
def server(table_app: WatchedTable, listener: ListeningPage, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerThread]:
    monkeypatch.setattr(hub, "SHORTEST_PING", 1)
    with ServerThread(table_app.make) as running:
        yield running


@contextmanager
def run_firefox(address: str, profile: Path) -> Iterator[None]:
    """Run a new Firefox that opens an address."""
    path = find_program("Firefox")
    assert path, "no Firefox: `make browser` installs it"
    profile.joinpath("user.js").write_text(
        "".join(f'user_pref("{name}", {value});\n' for name, value in PREFERENCES.items())
    )
    command = [path, "--headless", "--no-remote", "--profile", str(profile), address]
    own = {**os.environ, "HOME": str(profile)}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=own) as process:
        try:
            yield
        finally:
            process.kill()


def expect_everything_at_once(house: WatchedTable, server: ServerThread, told: ListeningPage) -> None:
    """Send each event after the page has reported the one before, so that buffering would stop the test."""
    assert told.next_event() == "gzip"
    assert told.next_event() == "event: phones\ndata: 1"
    assert told.next_event() == "event: ping\ndata: 1"
    for version in range(4):
        frame = told.wait_for("id: ")
        assert frame == f"id: {version}\ndata: " + board(version).replace("\n", "\ndata: ")
        if version < 3:
            house.record()
    with closing(server.request("GET", "/live/t")):
        told.wait_for("event: phones\ndata: 2")
    told.wait_for("event: phones\ndata: 1")
    told.wait_for("event: ping")
    house.record()
    told.wait_for("id: 4")
    house.hub.close()
    told.wait_for("end")  # no error, although the compressed stream has no end marker


def test_chromium_hears_everything_at_once(
    table_app: WatchedTable, server: ServerThread, listener: ListeningPage, browser: Browser
) -> None:
    with browser.new_context() as context:
        context.new_page().goto(f"{server.url}/page")
        expect_everything_at_once(table_app, server, listener)


def test_firefox_hears_everything_at_once(
    table_app: WatchedTable, server: ServerThread, listener: ListeningPage, tmp_path: Path
) -> None:
    with run_firefox(f"{server.url}/page", tmp_path):
        expect_everything_at_once(table_app, server, listener)

"""Phones far away: by a link of 20 KB a second and 300 ms a round trip, which no test waits for."""

import asyncio
import random
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest

from scorekeeper.commands import serve
from scorekeeper.live import hub
from scorekeeper.web.http.asgi import PAGE_THREADS, with_streams
from scorekeeper.web.http.sessions import COOKIE
from tests.cases import require
from tests.live.slow_link import CHUNK, ROOM, SlowLink
from tests.live.streams import run_story
from tests.live.watching import WatchedTable, Watcher, board
from tests.server_thread import PATIENCE, ServerThread
from tests.web.conftest import MakeApp
from tests.web.phones import Phone, Table, open_table

pytestmark = pytest.mark.programs

UPDATE = 1410
"""Bytes that a tap may cost a phone that watches: no more than one packet carries."""

OWN_TAP = 4096
"""Bytes that one's own tap may cost, both ways: what is asked, what is answered, and what the stream says."""

LARGE_FILE = "/static/vendor/htmx-4.0.1.min.js"

HAND: tuple[tuple[str, dict[str, object]], ...] = (
    ("start_hand", {}),
    ("enter_contract", {"declarer": 1, "level": 16, "trump": "H"}),
    ("result", {"side": "card|2", "points": 17}),
    ("undo", {}),
)


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones are pinged and told their number as they come, and not again: only taps are measured."""
    for seconds in ("SHORTEST_PING", "LONGEST_PING", "SHORTEST_COUNT", "LONGEST_COUNT"):
        monkeypatch.setattr(hub, seconds, 1000)


@pytest.fixture
def table(make_app: MakeApp) -> Table:
    return open_table(make_app())


@pytest.fixture
def server(table: Table) -> Iterator[ServerThread]:
    services = table.services
    with ServerThread(lambda: (with_streams(table.app, services.hub, services.admit), services.hub)) as server:
        yield server


def cookie_of(phone: Phone) -> str:
    cookie = require(phone.client.get_cookie(COOKIE))
    return f"{COOKIE}={cookie.value}"


async def open_watching_phone(stack: AsyncExitStack, port: int, table: Table, phone: Phone) -> Watcher:
    """A phone whose stream has begun."""
    watcher = await Watcher.come(stack, port, f"/live/{table.id}", headers={"Cookie": cookie_of(phone)})
    await watcher.version(table.version)
    return watcher


def send(port: int, table: Table, phone: Phone, form: str, version: int) -> int:
    """A tap over the link, and what it is answered."""
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": cookie_of(phone),
        "X-CSRFToken": phone.token,
        "HX-Request": "true",
        "Accept-Encoding": "gzip",
    }
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("POST", f"{table.path}/record/{form}", urlencode({"version": version}), headers)
    with connection.getresponse() as answer:
        answer.read()
        return answer.status


def test_a_tap_takes_one_way_and_the_time_of_its_few_bytes(server: ServerThread, table: Table) -> None:
    """No other request waits in front of a tap."""

    async def story(stack: AsyncExitStack) -> None:
        link = await SlowLink.open(stack, server.port, rate=20_000, round_trip=0.3)
        far = await open_watching_phone(stack, link.port, table, table.take_seat(2))
        for form, fields in HAND:
            began, before = link.rest(), link.down.size
            await asyncio.to_thread(table.record, form, fields)
            await far.version(table.version)
            size = link.down.size - before
            assert 0 < size <= UPDATE, form
            assert link.here - began == pytest.approx(0.15 + size / 20_000)

    run_story(story)


def test_ones_own_tap_takes_one_round_trip_and_the_time_of_its_bytes(server: ServerThread, table: Table) -> None:
    async def story(stack: AsyncExitStack) -> None:
        link = await SlowLink.open(stack, server.port, rate=20_000, round_trip=0.3)
        bo = table.take_seat(2)
        far = await open_watching_phone(stack, link.port, table, bo)
        assert bo.token  # off a page, as it was loaded before
        began, before = link.rest(), link.up.size + link.down.size
        assert await asyncio.to_thread(send, link.port, table, bo, "start_hand", table.version) in (200, 204)
        await far.version(table.version)
        size = link.up.size + link.down.size - before
        assert size <= OWN_TAP
        took = link.here - began - size / 20_000
        # On a busy machine the board may be sent only once the answer is there, and takes a way of its own then.
        assert took in (pytest.approx(0.3), pytest.approx(0.45))

    run_story(story)


def test_a_link_that_took_nothing_for_a_while_brings_the_newest_and_costs_nobody_else_anything() -> None:
    taps = 400

    def draw(version: int) -> str:
        return board(version) + random.Random(version).randbytes(200).hex()  # no smaller when packed

    async def story(stack: AsyncExitStack) -> None:
        link = await SlowLink.open(stack, server.port)
        far, near = [await Watcher.come(stack, port) for port in (link.port, server.port)]
        await far.version(0)
        link.take_nothing()
        before = link.down.size
        for house.version in range(1, taps + 1):
            server.hub.publish("t", house.version)
            await near.version(house.version)
        link.take()
        await far.version(taps)
        assert near.versions[-taps:] == [*range(1, taps + 1)]
        whole, room = len(draw(0)), 2 * ROOM + 3 * CHUNK
        assert link.down.size - before <= serve.BYTES_AHEAD_OF_A_PHONE + room + whole
        assert far.versions[-1] - far.versions[-2] > taps / 2, "what was no longer new was sent all the same"

    house = WatchedTable(draw)
    with ServerThread(house.make) as server:
        run_story(story)


def test_phones_that_take_nothing_of_a_file_keep_no_page_waiting(server: ServerThread) -> None:
    """Far more of them than there are threads for pages."""
    with ExitStack() as stack:
        for _ in range(10 * PAGE_THREADS):
            deaf = stack.enter_context(socket.socket())
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, ROOM)
            deaf.connect(("127.0.0.1", server.port))
            deaf.sendall(f"GET {LARGE_FILE} HTTP/1.1\r\nHost: table.local\r\n\r\n".encode())
            deaf.settimeout(PATIENCE)
            assert deaf.recv(12) == b"HTTP/1.1 200"
        assert server.request("GET", "/").status == 200

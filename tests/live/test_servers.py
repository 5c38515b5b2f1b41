"""Both of uvicorn’s parsers on both event loops, over real sockets: streams packed and plain, pages, taps, the end."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

from scorekeeper.commands import serve
from scorekeeper.live import hub
from tests.live.streams import in_a_story
from tests.live.watching import WatchedTable, Watcher, board, tap
from tests.server_thread import ServerThread

pytestmark = pytest.mark.programs

PARSERS = {"httptools": serve.TimeoutHttpProtocol, "h11": H11Protocol}
LOOPS = ("uvloop", "asyncio")


@pytest.fixture(params=[f"{parser} on {loop}" for parser in PARSERS for loop in LOOPS])
def server(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerThread]:
    """A server with either parser on either event loop."""
    parser, _, loop = request.param.partition(" on ")
    monkeypatch.setattr(serve, "TimeoutHttpProtocol", PARSERS[parser])
    monkeypatch.setattr(serve, "EVENT_LOOP", loop)
    monkeypatch.setattr(hub, "SHORTEST_COUNT", 0.0)
    monkeypatch.setattr(hub, "SHORTEST_PING", 1)
    with ServerThread(WatchedTable().make) as running:
        yield running


@in_a_story
async def test_a_tap_reaches_all_phones_packed_or_not(stack: AsyncExitStack, server: ServerThread) -> None:
    gzip = (True, False, True)
    phones = [await Watcher.come(stack, server.port, gzip=each) for each in gzip]
    assert [phone.status for phone in phones] == ["HTTP/1.1 200 OK"] * 3
    assert [phone.headers.get("content-encoding") for phone in phones] == ["gzip", None, "gzip"]
    for version in range(4):
        assert [(await phone.version(version)).data for phone in phones] == [board(version)] * 3
        await tap(server)


ENCODINGS = {
    "gzip, deflate, br, zstd": "gzip", "GZIP;q=0.5": "gzip", "*": "gzip", "identity": None, "deflate, br": None,
    "gzip;q=0, *;q=0.1": None, "": None,
}  # fmt: skip
"""What a phone says that it reads, and how its stream is packed."""


@in_a_story
async def test_a_stream_is_packed_for_those_who_read_that(stack: AsyncExitStack, server: ServerThread) -> None:
    for told, encoding in ENCODINGS.items():
        phone = await Watcher.come(stack, server.port, gzip=False, headers={"Accept-Encoding": told})
        assert phone.headers.get("content-encoding") == encoding, told
        assert phone.headers["vary"] == "Accept-Encoding"
        assert (await phone.version(0)).data == board(0)


@in_a_story
async def test_frames_counts_and_pings_come_in_one_order_for_all(stack: AsyncExitStack, server: ServerThread) -> None:
    """From the first frame that all have heard; what comes before depends on when a phone came."""
    phones = [await Watcher.come(stack, server.port, gzip=gzip) for gzip in (True, False, True)]
    for phone in phones:
        await phone.phones(3)
    for version in range(1, 7):
        await tap(server)
        await phones[0].version(version)
        async with AsyncExitStack() as visit:
            await Watcher.come(visit, server.port)
            await phones[0].phones(4)
    await phones[0].until(lambda event: event.name == "ping")
    await tap(server)
    heard = []
    for phone in phones:
        await phone.version(7)
        heard.append(phone.events[[event.id for event in phone.events].index("1") :])
    assert heard[0] == heard[1] == heard[2]
    assert {event.name for event in heard[0]} == {"", "phones", "ping"}


@pytest.mark.parametrize("headers", [{}, {"Connection": "close"}])
def test_pages_and_refusals_are_answered(server: ServerThread, headers: dict[str, str]) -> None:
    """Also to whoever asks for nothing more."""
    answers = [
        server.request("POST", "/record", body="a bid", headers=headers),
        server.request("HEAD", "/live/t", headers=headers),
        server.request("POST", "/live/t", headers=headers),
        server.request("GET", "/nothing", headers=headers),
    ]
    assert [answer.status for answer in answers] == [200, 200, 405, 404]
    assert answers[0].read() == b"1"


@in_a_story
async def test_a_phone_that_goes_is_no_longer_counted_and_the_others_go_on(
    stack: AsyncExitStack, server: ServerThread
) -> None:
    staying = await Watcher.come(stack, server.port, headers={"Connection": "close"})
    async with AsyncExitStack() as visit:
        await Watcher.come(visit, server.port)
        await staying.phones(2)
    await staying.phones(1)
    await tap(server)
    await staying.version(1)


@in_a_story
async def test_streams_end_whole_when_the_server_stops(stack: AsyncExitStack, server: ServerThread) -> None:
    phones = [await Watcher.come(stack, server.port, gzip=gzip) for gzip in (True, False)]
    for phone in phones:
        await phone.version(0)
    stopping = asyncio.create_task(asyncio.to_thread(server.stop))
    for phone in phones:
        await phone.end()
    await stopping

"""The hub: one rendering for all who see the same, newest first, and nobody waits for anybody."""

import asyncio
import itertools
import threading
from contextlib import AsyncExitStack, aclosing

import pytest

from scorekeeper.live import Frame, channels, hub
from scorekeeper.live.sse import frame_event
from tests.live.streams import KOREAN, READER, SCORER, Event, Phone, Tables, html, in_a_story, open_phone


@in_a_story
async def test_stream_begins_with_the_phones_a_ping_and_the_frame(stack: AsyncExitStack, tables: Tables) -> None:
    tables.versions["t"] = 7
    phone = Phone(tables, "t")
    await stack.enter_async_context(aclosing(phone.messages))
    assert await phone.event() == Event("phones", "1")
    assert await phone.event() == Event("ping", "2")
    assert await phone.event() == Event("", html("t", 7, READER), "7")


@in_a_story
async def test_published_version_reaches_every_phone_of_the_table_and_no_other(
    stack: AsyncExitStack, tables: Tables
) -> None:
    here = [await open_phone(stack, Phone(tables, "t", audience)) for audience in (SCORER, READER, READER, KOREAN)]
    there = await open_phone(stack, Phone(tables, "u"))
    tables.record("t")
    assert [await phone.version() for phone in here] == [1, 1, 1, 1]
    tables.record("u")
    assert (await there.next("")).data == html("u", 1, READER)


@in_a_story
async def test_frame_is_rendered_once_for_each_audience_however_many_phones(
    stack: AsyncExitStack, tables: Tables
) -> None:
    audiences = [SCORER] * 2 + [READER] * 5 + [KOREAN] * 3
    phones = [await open_phone(stack, Phone(tables, "t", audience)) for audience in audiences]
    assert sorted(tables.rendered) == sorted(("t", 0, audience) for audience in set(audiences))
    tables.rendered.clear()
    tables.record("t")
    # The answer to whoever posted is the same frame.
    answer = await asyncio.to_thread(tables.hub.frame, "t", SCORER)
    assert answer == Frame(1, html("t", 1, SCORER))
    assert [await phone.version() for phone in phones] == [1] * 10
    assert sorted(tables.rendered) == sorted(("t", 1, audience) for audience in set(audiences))


@in_a_story
async def test_a_change_of_access_draws_every_frame_again_and_sends_those_that_differ(
    stack: AsyncExitStack, tables: Tables
) -> None:
    """Holders of seats have no version, but frames show them."""
    phones = [await open_phone(stack, Phone(tables, "t", audience)) for audience in (SCORER, KOREAN, READER)]
    tables.seated["t", SCORER] = tables.seated["t", KOREAN] = "Bo"
    tables.hub.publish_access_change("t")
    for phone, audience in zip(phones, (SCORER, KOREAN), strict=False):
        assert (await phone.next("")).data == html("t", 0, audience, "Bo")
    tables.record("t")
    assert [await phone.version() for phone in phones] == [1, 1, 1], "nobody else was sent the same again"


@in_a_story
async def test_answer_after_publishing_is_never_older_than_what_was_published(
    stack: AsyncExitStack, tables: Tables
) -> None:
    """A rendering that began before is waited for, and made again."""
    phone = await open_phone(stack, Phone(tables, "t"))
    tables.gate.clear()
    tables.record("t")
    stream = asyncio.create_task(phone.version())
    while len(tables.rendered) < 2:
        await asyncio.sleep(0)
    tables.record("t")
    answer = asyncio.create_task(asyncio.to_thread(tables.hub.frame, "t", READER))
    tables.gate.set()
    assert (await answer).version == 2
    assert await stream == 2 or await phone.version() == 2


@in_a_story
async def test_publishing_faster_than_rendering_skips_to_the_newest(stack: AsyncExitStack, tables: Tables) -> None:
    phone = await open_phone(stack, Phone(tables, "t"))
    tables.gate.clear()
    tables.record("t")
    stream = asyncio.create_task(phone.version())
    while len(tables.rendered) < 2:
        await asyncio.sleep(0)
    for _ in range(100):
        tables.record("t")
    tables.gate.set()
    versions = [await stream]
    while versions[-1] < 101:
        versions.append(await phone.version())
    assert versions == sorted(versions)
    assert len(versions) <= 2
    assert len(tables.rendered) <= 3


@in_a_story
async def test_phone_that_does_not_read_delays_nobody_and_goes_on_with_the_newest(
    stack: AsyncExitStack, tables: Tables
) -> None:
    slow = await open_phone(stack, Phone(tables, "t"))
    quick = await open_phone(stack, Phone(tables, "t"))
    for version in range(1, 51):
        tables.record("t")
        assert await quick.version() == version
    read = [await slow.version()]
    while read[-1] < 50:
        read.append(await slow.version())
    assert len(read) <= 3, "one in the server's buffer, one that waited for room in it, the newest"


@in_a_story
async def test_versions_published_from_many_threads_arrive_in_order_and_end_with_the_last(
    stack: AsyncExitStack, tables: Tables
) -> None:
    numbers = itertools.count(1)
    lock = threading.Lock()

    def tap() -> None:
        for _ in range(50):
            with lock:
                tables.versions["t"] = version = next(numbers)
            tables.hub.publish("t", version)
            tables.hub.frame("t", SCORER)

    phone = await open_phone(stack, Phone(tables, "t"))
    threads = [threading.Thread(target=tap) for _ in range(4)]
    for thread in threads:
        thread.start()
    versions = []
    while 200 not in versions:
        versions.append(await phone.version())
    for thread in threads:
        await asyncio.to_thread(thread.join)
    assert versions == sorted(set(versions))


@in_a_story
async def test_phones_are_told_how_many_they_are(stack: AsyncExitStack, tables: Tables) -> None:
    first = await open_phone(stack, Phone(tables, "t"))
    assert tables.hub.count_phones("t") == 1
    async with AsyncExitStack() as visit:
        await open_phone(visit, Phone(tables, "t", KOREAN))
        await first.count(2)
        assert tables.hub.count_phones("t") == 2
    await first.count(1)
    assert tables.hub.count_phones("nobody's") == 0


@in_a_story
async def test_many_phones_that_come_together_are_counted_in_few_messages(
    stack: AsyncExitStack, tables: Tables
) -> None:
    first = await open_phone(stack, Phone(tables, "t"))
    await asyncio.gather(*(open_phone(stack, Phone(tables, "t")) for _ in range(40)))
    counts = []
    while 41 not in counts:
        counts.append(int((await first.next("phones")).data))
    assert len(counts) < 40


@in_a_story
async def test_pings_keep_their_promise_and_grow_rarer_with_many_phones(
    stack: AsyncExitStack, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    for phones, seconds in ((0, 2), (1000, 2), (3000, 6), (10_000, 9)):
        monkeypatch.setattr(tables.hub, "_streams", phones)
        assert tables.hub.ping_interval() == pytest.approx(seconds)
    monkeypatch.setattr(tables.hub, "_streams", 0)
    now = [1000.0]
    monkeypatch.setattr(channels, "time", type("Clock", (), {"monotonic": staticmethod(lambda: now[0])}))
    phone = Phone(tables, "t")
    await stack.enter_async_context(aclosing(phone.messages))
    assert (await phone.next("ping")).data == "2"
    now[0] += 2
    tables.record("t")
    assert (await phone.next("ping")).data == "2"


@in_a_story
async def test_a_frame_that_is_just_being_kept_reaches_every_phone(
    stack: AsyncExitStack, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The phone that taps has its answer rendered while the others are told: they must not look too early."""
    for ping in ("SHORTEST_PING", "LONGEST_PING"):
        monkeypatch.setattr(hub, ping, 1000)
    monkeypatch.setattr(hub, "COUNTS_A_SECOND", 1e9)  # that a phone has come is told before, and wakes nobody later
    keeping, gate, made = threading.Event(), threading.Event(), frame_event

    def hold(version: int, text: str) -> bytes:
        keeping.set()
        assert gate.wait(30)
        return made(version, text)

    def tap() -> Frame:
        tables.record("t")
        return tables.hub.frame("t", READER)

    phone = await open_phone(stack, Phone(tables, "t"))
    shown = asyncio.create_task(phone.version())
    await run_loop()
    monkeypatch.setattr(channels, "frame_event", hold)
    answer = asyncio.get_running_loop().run_in_executor(None, tap)
    assert keeping.wait(30)  # and only now the loop hears of it
    await run_loop()
    gate.set()
    assert await asyncio.wait_for(shown, 20) == 1
    assert (await answer).version == 1


async def run_loop() -> None:
    """Let everything on the loop that can go on do so."""
    for _ in range(5):
        await asyncio.sleep(0)


@in_a_story
async def test_repeated_and_older_versions_change_nothing(stack: AsyncExitStack, tables: Tables) -> None:
    phone = await open_phone(stack, Phone(tables, "t"))
    tables.record("t")
    assert await phone.version() == 1
    tables.hub.publish("t", 1)
    tables.hub.publish("t", 0)
    tables.record("t")
    assert await phone.version() == 2
    assert len(tables.rendered) == 3

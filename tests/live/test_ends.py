"""The ends of streams: rights revoked, frames that cannot be rendered, the hub closed, nobody watching."""

import asyncio
import threading
from contextlib import AsyncExitStack, aclosing

import pytest

from scorekeeper.live import hub
from scorekeeper.store import UnknownTable
from tests.live.streams import KOREAN, READER, Event, Phone, Tables, html, in_a_story, open_phone, parse, run_story


@in_a_story
async def test_stream_of_a_phone_whose_rights_were_taken_ends_and_the_others_go_on(
    stack: AsyncExitStack, tables: Tables
) -> None:
    revoked = await open_phone(stack, Phone(tables, "t"))
    staying = await open_phone(stack, Phone(tables, "t"))
    revoked.admitted = False
    tables.record("t")
    assert await revoked.version() == 1, "a change of the table asks nobody again"
    assert await staying.version() == 1
    tables.hub.publish_access_change("t")
    await revoked.next("denied")
    with pytest.raises(StopAsyncIteration):
        await revoked.event()
    tables.record("t")
    assert await staying.version() == 2


def test_rights_taken_between_admission_and_the_stream_are_noticed(tables: Tables) -> None:
    async def story(stack: AsyncExitStack) -> None:
        phone = Phone(tables, "t")
        phone.admitted = False
        await stack.enter_async_context(aclosing(phone.messages))
        assert (await phone.event()).name == "denied"

    run_story(story)
    assert tables.rendered == []


def end_right_meanwhile(tables: Tables, phone: Phone) -> None:
    """Record something that ends the right of a phone, without publishing it yet, and let renderings go on."""
    tables.versions["t"] = tables.versions.get("t", 0) + 1
    tables.rights["t"] = tables.versions["t"]
    phone.admitted = False
    tables.gate.set()


async def begin_rendering(tables: Tables, count: int) -> None:
    """Wait until that many renderings have begun."""
    while len(tables.rendered) < count:
        await asyncio.sleep(0)


async def first_told(phone: Phone) -> Event:
    """The next frame, or the end of the stream."""
    while (event := await phone.event()).name not in ("", "denied"):
        pass
    return event


@in_a_story
async def test_frame_that_ended_a_right_is_shown_to_those_who_keep_theirs(
    stack: AsyncExitStack, tables: Tables
) -> None:
    """One that was being drawn for an earlier version shows a newer, before anybody has said what that changed."""
    tables.reads_late = True
    ended = await open_phone(stack, Phone(tables, "t"))
    staying = await open_phone(stack, Phone(tables, "t"))
    other = await open_phone(stack, Phone(tables, "t", KOREAN))
    tables.gate.clear()
    begun = len(tables.rendered)
    tables.record("t")
    await begin_rendering(tables, begun + 1)
    end_right_meanwhile(tables, ended)
    assert (await first_told(ended)).name == "denied"
    assert (await first_told(staying)).id == "2"
    assert (await first_told(other)).id == "2"
    tables.hub.publish("t", 2)
    tables.record("t")
    assert (await first_told(staying)).id == "3"


@in_a_story
async def test_first_frame_that_ended_a_right_is_not_shown(stack: AsyncExitStack, tables: Tables) -> None:
    """The phone was admitted before, and its frame was drawn after."""
    tables.reads_late = True
    tables.gate.clear()
    phone = Phone(tables, "t")
    await stack.enter_async_context(aclosing(phone.messages))
    told = asyncio.create_task(first_told(phone))
    await begin_rendering(tables, 1)
    end_right_meanwhile(tables, phone)
    assert (await told).name == "denied"


@in_a_story
async def test_frame_with_the_rights_of_the_last_asks_nobody(stack: AsyncExitStack, tables: Tables) -> None:
    phones = [await open_phone(stack, Phone(tables, "t", audience)) for audience in (READER, READER, KOREAN)]
    asked = [phone.asked for phone in phones]
    for version in range(1, 20):
        tables.record("t")
        assert [await phone.version() for phone in phones] == [version] * 3
    assert [phone.asked for phone in phones] == asked
    tables.rights["t"] = 1
    tables.record("t")
    assert [await phone.version() for phone in phones] == [20] * 3
    assert [phone.asked for phone in phones] == [count + 1 for count in asked], "each once, whatever it sees"


@in_a_story
async def test_first_frame_that_cannot_be_rendered_breaks_off_before_anything_is_sent(
    stack: AsyncExitStack, tables: Tables
) -> None:
    tables.troubles = [RuntimeError("the disk is gone")]
    phone = Phone(tables, "t")
    await stack.enter_async_context(aclosing(phone.messages))
    with pytest.raises(RuntimeError, match="disk"):
        await phone.event()
    assert tables.hub.count_phones("t") == 0


@in_a_story
async def test_a_table_that_was_just_deleted_is_no_error(
    stack: AsyncExitStack, tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    """A frame may be drawn before its phones have been asked whether they may stay."""
    phone = await open_phone(stack, Phone(tables, "t"))
    tables.troubles = [UnknownTable("t")]
    tables.record("t")
    while tables.troubles:
        await asyncio.sleep(0)
    phone.admitted = False
    tables.hub.publish_access_change("t")
    await phone.next("denied")
    assert caplog.records == []


def test_later_frame_that_cannot_be_rendered_is_tried_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hub, "FIRST_RETRY", 0.0)

    async def story(stack: AsyncExitStack) -> None:
        phone = await open_phone(stack, Phone(tables, "t"))
        tables.troubles = [RuntimeError("busy"), RuntimeError("busy")]
        tables.record("t")
        assert await phone.version() == 1

    run_story(story)
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]


@in_a_story
async def test_closing_ends_every_stream(stack: AsyncExitStack, tables: Tables) -> None:
    phones = [await open_phone(stack, Phone(tables, table)) for table in ("t", "t", "u")]
    tables.hub.close()
    for phone in phones:
        with pytest.raises(StopAsyncIteration):
            await phone.next("the end")
    late = Phone(tables, "t")
    with pytest.raises(StopAsyncIteration):
        await late.event()


def test_blocking_stream_tells_the_same(tables: Tables) -> None:
    admitted = [True]
    messages = tables.hub.stream_blocking("t", READER, lambda: admitted[0])
    events = (event for message in messages for event in parse(message))
    assert [next(events) for _ in range(3)] == [
        Event("", html("t", 0, READER), "0"),
        Event("phones", "1"),
        Event("ping", "2"),
    ]
    threading.Thread(target=tables.record, args=("t",)).start()
    assert next(event for event in events if not event.name).id == "1"
    other = tables.hub.stream_blocking("t", KOREAN, lambda: True)
    next(other)
    assert next(event for event in events if event.name == "phones").data == "2"
    other.close()
    admitted[0] = False
    threading.Thread(target=tables.hub.publish_access_change, args=("t",)).start()
    assert [event.name for event in events][-1] == "denied"
    assert tables.hub._tables == {}


def test_blocking_stream_shows_no_frame_that_ended_its_right(tables: Tables) -> None:
    """Rights follow the log, so a version may end one before anybody has said that access changed."""
    admitted = [True]
    messages = tables.hub.stream_blocking("t", READER, lambda: admitted[0])
    events = (event for message in messages for event in parse(message))
    assert next(events).id == "0"
    admitted[0] = False
    threading.Thread(target=tables.record, args=("t",)).start()
    assert next(event.name for event in events if event.name in ("", "denied")) == "denied"


def test_blocking_stream_of_a_table_that_is_gone_ends_as_one_without_a_right(tables: Tables) -> None:
    tables.troubles = [LookupError("gone")]
    assert [parse(message)[0].name for message in tables.hub.stream_blocking("t", READER, lambda: False)] == ["denied"]


def test_blocking_stream_of_a_phone_with_a_right_does_not_hide_an_error(tables: Tables) -> None:
    tables.troubles = [LookupError("broken")]
    with pytest.raises(LookupError):
        next(tables.hub.stream_blocking("t", READER, lambda: True))


def test_blocking_stream_ends_when_the_hub_closes(tables: Tables) -> None:
    messages = tables.hub.stream_blocking("t", READER, lambda: True)
    next(messages)
    threading.Thread(target=tables.hub.close).start()
    assert all(parse(message) for message in messages)


def test_tables_that_nobody_watches_take_no_memory(tables: Tables) -> None:
    async def story(stack: AsyncExitStack) -> None:
        async with AsyncExitStack() as visit:
            await open_phone(visit, Phone(tables, "t"))
            assert tables.hub._tables.keys() == {"t"}
        assert tables.hub._tables == {}

    run_story(story)
    tables.record("t")
    assert tables.hub.frame("t", READER).version == 1
    assert tables.hub._tables == {}

"""The hub: it publishes tables, and streams them to the phones that watch."""

import asyncio
import logging
import threading
import types
from collections.abc import Callable, Coroutine, Generator, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from math import ceil
from typing import Any

from scorekeeper.live.channels import END, Audience, Channel, Frame, Phone, Send, Table, ThreadReader, body_message
from scorekeeper.live.pings import Pings
from scorekeeper.live.sse import DENIED, phones_event, ping_event
from scorekeeper.store import UnknownTable

log = logging.getLogger(__name__)

RENDERERS = 2
PINGS_A_SECOND = 500
SHORTEST_PING, LONGEST_PING = 2, 9
COUNTS_A_SECOND = 500
SHORTEST_COUNT, LONGEST_COUNT = 0.2, 15.0
FIRST_RETRY, LONGEST_RETRY = 1.0, 15.0
SLICE = 250
"""Phones of a channel that are sent to before the loop does anything else."""

Render = Callable[[str, Audience], Frame]
"""Renders a table as it is now. Called from any thread, at most once at a time for one table and audience."""


class Hub:
    """Publishes tables to the phones that watch them. A table that nobody watches takes no memory.

    Streams are the events of `scorekeeper.live.sse`; each begins with the number of phones, a ping and a frame. A phone
    that keeps up has no task: the caller of an event steps the phone's `send`, which as a rule completes at once.
    """

    def __init__(self, render: Render) -> None:
        self._render = render
        self._tables: dict[str, Table] = {}
        self._streams = 0
        self._changed = threading.Condition()
        self._renderers = ThreadPoolExecutor(RENDERERS, "render")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pings = Pings(self._ping)
        self._thread = 0
        self._closed = False
        self._generation = 0
        self.changes_of_access = 0

    # --- What has happened ---

    def publish(self, table_id: str, version: int) -> None:
        """Show `version` of a table, or a later one, to every phone that watches. Call it once the version is stored.

        Frames are rendered in the calling thread, which has just recorded and has the table at hand. A frame that shows
        other rights than the last one is held back until every phone was asked for its own.
        """
        with self._changed:
            table = self._tables.get(table_id)
            if table is None:
                return
            table.version = max(table.version, version)
            self._wake(table)
        self._render_frames(table)
        self._call_on_loop(self._update, table)

    def publish_access_change(self, table_id: str) -> None:
        """Check for each phone at the table whether it may still watch, and end the streams of those that may not.

        Frames are rendered again, since they may show who is here.
        """
        with self._changed:
            self.changes_of_access += 1
            table = self._tables.get(table_id)
            if table is None:
                return
            table.access += 1
            self._wake(table)
        self._call_on_loop(self._ask, table)

    def has_published(self, table_id: str, version: int) -> bool:
        """Return whether all phones that watch a table here were shown that version of it, or are being shown it."""
        table = self._tables.get(table_id)
        return table is None or table.version >= version

    def end_streams(self) -> None:
        """End every open stream as if rights had changed. A phone that may come back loads the page anew."""
        with self._changed:
            self._generation += 1
        self._end_everywhere(DENIED)

    def count_elsewhere(self, phones: Mapping[str, int]) -> None:
        """Set the number of phones that other processes have: `phones` by table, 0 at any other table."""
        for table in tuple(self._tables.values()):
            if table.elsewhere != phones.get(table.id, 0):
                table.elsewhere = phones.get(table.id, 0)
                self._call_on_loop(self._announce_soon, table)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        with self._changed:
            self._closed = True
        self._end_everywhere(b"")
        self._renderers.shutdown(wait=False)

    # --- What is asked ---

    def count_watching(self) -> dict[str, int]:
        """Return the number of phones here by table, for every table that somebody watches."""
        return {table.id: table.phones for table in tuple(self._tables.values())}

    def count_phones(self, table_id: str) -> int:
        """Return the number of phones that watch the table here."""
        table = self._tables.get(table_id)
        return table.phones if table else 0

    def has_phone(self, table_id: str, fits: Callable[[Callable[[], bool]], bool]) -> bool:
        """Return whether a phone watches the table here whose check of its admission `fits`."""
        table = self._tables.get(table_id)
        return table is not None and any(fits(phone.still_admitted) for phone in phones_of(table))

    @property
    def streams(self) -> int:
        """The number of phones that watch any table."""
        return self._streams

    def ping_interval(self) -> float:
        """Return the seconds between two pings of a stream.

        Few phones are pinged often, so that a silent link is noticed soon; many phones less often, so that pings cost
        no more.
        """
        return min(max(self._streams / PINGS_A_SECOND, SHORTEST_PING), LONGEST_PING)

    def frame(self, table_id: str, audience: Audience) -> Frame:
        """Return the table as it is now. A version of a watched table is rendered once for each audience."""
        table = self._tables.get(table_id)
        channel = table.channels.get(audience) if table else None
        return self._render(table_id, audience) if channel is None else self._frame(channel)

    def _frame(self, channel: Channel) -> Frame:
        table = channel.table
        with channel.rendering:
            version, access = table.version, table.access
            if channel.is_up_to_date(version, access):
                return channel.frame
            frame = self._render(table.id, channel.audience)
            channel.store_frame(frame, version, access)
            return frame

    def _render_frames(self, table: Table) -> None:
        if self._thread == threading.get_ident():
            return
        with suppress(Exception):  # the loop renders it again and logs the error
            for channel in tuple(table.channels.values()):
                self._frame(channel)

    # --- Streams on the event loop ---

    async def enter(
        self,
        table_id: str,
        audience: Audience,
        still_admitted: Callable[[], bool],
        send: Send,
        *,
        gzip: bool = False,
        asked: int = -1,
    ) -> Phone:
        """Register a phone that begins to watch. Nothing is sent yet. Raises whatever the first rendering raises.

        `still_admitted` is called in another thread when access changes; at once if `changes_of_access` is no longer
        `asked`. `gzip` is for a phone that reads gzip.
        """
        loop = self._use_loop(asyncio.get_running_loop())
        channel = self._channel(table_id, audience)
        phone = Phone(channel, still_admitted, gzip, send)
        channel.phones.append(phone)
        if not channel.table.seconds_to_ping:
            channel.table.seconds_to_ping = ceil(self.ping_interval())
            self._pings.schedule(channel.table)
        try:
            if self._closed:
                phone.ending = b""
            elif asked != self.changes_of_access and not await loop.run_in_executor(self._renderers, still_admitted):
                phone.ending = DENIED
            elif not channel.is_up_to_date(channel.table.version, channel.table.access):
                await loop.run_in_executor(self._renderers, self._frame, channel)
            self._show(channel)
            while channel.table.asking and not channel.has_told:
                await asyncio.shield(channel.table.asking)
        except BaseException:
            self.leave(phone)
            raise
        return phone

    async def begin(self, phone: Phone) -> None:
        """Send a phone the beginning of its stream."""
        if phone.greeting:
            await phone.send(body_message(phone.greeting))
        await self._catch_up(phone)

    def leave(self, phone: Phone) -> None:
        """Remove a phone that has gone."""
        phone.channel.phones.remove(phone)
        if phone.busy is not None and phone.busy is not asyncio.current_task():
            phone.busy.cancel()
        self._release(phone.channel)

    async def _catch_up(self, phone: Phone) -> None:
        """Send a phone the newest events until it lacks none, or end its stream."""
        channel = phone.channel
        while phone.ending is None and channel.told and phone.told != channel.told:
            message, phone.told = channel.message_for(phone), channel.told
            await phone.send(message)
        if phone.ending is None:
            phone.busy = None
            return
        if phone.farewell:
            await phone.send(body_message(phone.farewell))
        await phone.send(END)

    def _tell(self, channel: Channel) -> None:
        """Send the newest event to all phones of a channel; in slices where they are many."""
        if channel.telling:
            channel.again = True
            return
        channel.telling = True
        self._tell_slice(channel, channel.phones if len(channel.phones) <= SLICE else channel.phones.copy(), 0)

    def _tell_slice(self, channel: Channel, phones: list[Phone], begin: int) -> None:
        end = begin + SLICE
        for phone in phones[begin:end]:
            self._send_newest(phone)
        if end < len(phones):
            asyncio.get_running_loop().call_soon(self._tell_slice, channel, phones, end)
            return
        channel.telling = False
        if channel.again:
            channel.again = False
            self._tell(channel)

    def _send_newest(self, phone: Phone) -> None:
        """Send a phone the newest event without waiting. A phone that does not take it at once goes on in a task."""
        channel = phone.channel
        if phone.busy is not None or phone.ending is not None or phone.told == channel.told:
            return
        message, phone.told = channel.message_for(phone), channel.told
        sending = phone.send(message)
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except Exception:
            log.exception("A stream broke off")
            self._end(phone, b"")
        else:
            phone.busy = asyncio.get_running_loop().create_task(
                self._finish(phone, resume_coroutine(sending, waits_for))
            )

    async def _finish(self, phone: Phone, rest: Any = None) -> None:
        """Go on with a phone that did not take everything at once. A phone that cannot be sent to is ended."""
        try:
            if rest is not None:
                await rest
            await self._catch_up(phone)
        except Exception:
            log.exception("A stream broke off")
            if phone.answer:
                phone.answer.cancel()

    def _end(self, phone: Phone, ending: bytes) -> None:
        """End a stream with an event; with none for empty bytes."""
        phone.ending = ending
        if phone.busy is None:
            phone.busy = asyncio.get_running_loop().create_task(self._finish(phone))

    def _end_everywhere(self, ending: bytes) -> None:
        with self._changed:
            tables = tuple(self._tables.values())
            for table in tables:
                self._wake(table)
        for table in tables:
            self._call_on_loop(self._end_all, table, ending)

    def _end_all(self, table: Table, ending: bytes) -> None:
        for phone in phones_of(table):
            self._end(phone, ending)

    # --- Rights ---

    def _ask(self, table: Table) -> None:
        if table.asking is None:
            table.asking = asyncio.get_running_loop().create_task(self._ask_phones(table))

    async def _ask_phones(self, table: Table) -> None:
        """Check the rights of all phones at a table. No phone is shown a frame before that is over."""
        asked, loop = -1, asyncio.get_running_loop()
        while asked != table.access:
            asked = table.access
            for phone in phones_of(table):
                try:
                    if not await loop.run_in_executor(self._renderers, phone.still_admitted):
                        self._end(phone, DENIED)
                except Exception:
                    log.exception("A stream broke off")
                    self._end(phone, b"")
        table.asking = None
        self._update(table)

    # --- Frames, counts and pings ---

    def _update(self, table: Table) -> None:
        for channel in tuple(table.channels.values()):
            if channel.is_up_to_date(table.version, table.access):
                self._show(channel)
            elif channel.updating is None:
                channel.updating = asyncio.get_running_loop().create_task(self._bring_up_to_date(channel))

    def _show(self, channel: Channel) -> None:
        """Show the frame rendered last; where that may have ended a right, once all phones at the table were asked."""
        table, rendered = channel.table, channel.find_unshown()
        if rendered is None or table.asking is not None:
            return
        if table.rights != rendered.rights:
            with self._changed:
                self.changes_of_access += 1  # for phones that were admitted and have not entered yet
            table.rights = rendered.rights
            self._ask(table)
        elif channel.queue_frame(rendered):
            self._tell(channel)

    async def _bring_up_to_date(self, channel: Channel) -> None:
        """Render off the loop what was published last, and show it, until nothing newer was published meanwhile."""
        retry, table, loop = FIRST_RETRY, channel.table, asyncio.get_running_loop()
        while channel.watchers and not channel.is_up_to_date(table.version, table.access) and not self._closed:
            try:
                await loop.run_in_executor(self._renderers, self._frame, channel)
                self._show(channel)
            except UnknownTable:  # somebody has just deleted it, and every phone is asked whether it may stay
                break
            except Exception:
                log.exception("A frame of table %s could not be rendered; trying again in %g s", table.id, retry)
                await asyncio.sleep(retry)
                retry = min(retry * 2, LONGEST_RETRY)
        channel.updating = None
        self._show(channel)

    def _announce_soon(self, table: Table) -> None:
        """Send a table its number of phones after a short delay, once for all that come and go meanwhile."""
        if self._loop is not None and table.announcing is None:
            delay = min(max(table.phones / COUNTS_A_SECOND, SHORTEST_COUNT), LONGEST_COUNT)
            table.announcing = self._loop.call_later(delay, self._announce, table)

    def _announce(self, table: Table) -> None:
        table.announcing = None
        self._mention(table, phones_event(table.everywhere))

    def _ping(self, table: Table) -> bool:
        """Ping the phones of a table. Returns False once nobody watches it."""
        if not table.channels or self._closed:
            return False
        table.seconds_to_ping = ceil(self.ping_interval())
        self._mention(table, ping_event(table.seconds_to_ping))
        return True

    def _mention(self, table: Table, event: bytes) -> None:
        for channel in tuple(table.channels.values()):
            channel.queue_event(event)
            self._tell(channel)

    # --- Who is there ---

    def _channel(self, table_id: str, audience: Audience) -> Channel:
        """Return the channel for one more phone, which is counted."""
        with self._changed:
            table = self._tables.setdefault(table_id, Table(table_id))
            channel = table.channels.setdefault(audience, Channel(table, audience))
            self._count(channel, 1)
        return channel

    def _release(self, channel: Channel) -> None:
        """Count one phone less in a channel, and drop a channel or table without phones."""
        table = channel.table
        with self._changed:
            self._count(channel, -1)
            if not channel.watchers:
                del table.channels[channel.audience]
            if not table.channels:
                del self._tables[table.id]

    def _count(self, channel: Channel, change: int) -> None:
        self._streams += change
        channel.watchers += change
        channel.table.phones += change
        self._wake(channel.table)
        self._call_on_loop(self._announce_soon, channel.table)

    def _wake(self, table: Table) -> None:
        table.changes += 1
        self._changed.notify_all()

    def _use_loop(self, loop: asyncio.AbstractEventLoop) -> asyncio.AbstractEventLoop:
        """Remember the event loop of the streams, and return it."""
        if self._loop is not loop:
            self._loop, self._thread, self._pings = loop, threading.get_ident(), Pings(self._ping)
        return loop

    def _call_on_loop(self, callback: Callable[..., object], *args: object) -> None:
        """Call back on the loop of the streams, from any thread. Without a loop there are no phones to send to."""
        if self._loop is None:
            return
        if self._thread == threading.get_ident() and self._loop.is_running():
            callback(*args)
        else:
            with suppress(RuntimeError):  # the loop has been closed
                self._loop.call_soon_threadsafe(callback, *args)

    # --- Streams that have a thread each ---

    def stream_blocking(
        self, table_id: str, audience: Audience, still_admitted: Callable[[], bool]
    ) -> Generator[bytes, None, None]:
        """Stream to a phone on a server without an event loop, until it may watch no longer or the hub closes."""
        phone = ThreadReader(self._channel(table_id, audience), self._generation)
        try:
            while not self._closed:
                moment = phone.table.changes
                try:
                    frame = self._frame(phone.channel)
                except Exception:
                    if still_admitted():
                        raise
                    yield DENIED  # the table is gone
                    return
                # Asked once the frame is there: what it shows may have ended a right before anybody could say so.
                asks = phone.has_access_changed() or phone.shown.version != frame.version
                if phone.generation != self._generation or (asks and not still_admitted()):
                    yield DENIED
                    return
                yield from phone.new_events(frame, self.ping_interval())
                with self._changed:
                    if phone.table.changes == moment and not self._closed:
                        self._changed.wait(phone.seconds_to_wait)
        finally:
            self._release(phone.channel)


def phones_of(table: Table) -> Iterable[Phone]:
    """Return the phones of a table on the event loop, as a copy."""
    return [phone for channel in tuple(table.channels.values()) for phone in tuple(channel.phones)]


@types.coroutine
def resume_coroutine(begun: Coroutine[object, object, None], waits_for: object) -> Generator[object, None, None]:
    """Await the rest of a coroutine that was begun by hand. It ends with the task that awaits this."""
    with closing(begun):
        yield waits_for
        yield from begun

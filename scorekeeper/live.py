"""Who watches which table, and the newest screen of each.

A watched table is a version and, for each audience, the newest frame and a wake-up call. Publishing renders a frame
once and wakes the streams; each sends what is newest by then. No stream has a queue, so a phone that does not read
costs the others nothing and goes straight to the newest frame when it reads again.
"""

import asyncio
import logging
import random
import re
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import ceil
from typing import NamedTuple

log = logging.getLogger(__name__)

RENDERERS = 2
PINGS_A_SECOND = 500
SHORTEST_PING, LONGEST_PING = 2, 15
COUNTS_A_SECOND = 500
SHORTEST_COUNT, LONGEST_COUNT = 0.2, 15.0
FIRST_RETRY, LONGEST_RETRY = 1.0, 15.0

NEWLINE = re.compile(r"\r\n|\r|\n")
DENIED = b"event: denied\ndata:\n\n"


class Audience(NamedTuple):
    """What a frame depends on besides its table."""

    role: str
    language: str


class Frame(NamedTuple):
    """A table at one version, as HTML."""

    version: int
    html: str


Render = Callable[[str, Audience], Frame]
"""Renders a table as it is now. Called from any thread, at most once at a time for one table and audience."""


class _Channel:
    """The phones of one audience at one table."""

    __slots__ = ("audience", "message", "news", "phones", "rendered_for", "rendering", "updating", "version")

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.phones = 0
        self.version = -1
        self.message = b""
        self.rendered_for = -1
        self.rendering = threading.Lock()
        self.updating: asyncio.Task[None] | None = None
        self.news = asyncio.Event()

    def shows(self, version: int) -> bool:
        """Whether the frame is of that version or a later one."""
        return self.message != b"" and self.rendered_for >= version

    def keep(self, frame: Frame, version: int) -> None:
        """Take a frame rendered when the table was known to be at `version`; it may show a later one."""
        self.version = frame.version
        self.rendered_for = max(version, frame.version)
        self.message = f"id: {frame.version}\n".encode() + encode_data(frame.html)

    @property
    def frame(self) -> Frame:
        """The frame, which is kept only as the message that streams send."""
        return Frame(self.version, decode_data(self.message))

    def wake(self) -> None:
        """Let every stream look at what is new."""
        news, self.news = self.news, asyncio.Event()
        news.set()


class _Table:
    """A table that somebody watches. `moment` counts whatever may concern a phone."""

    __slots__ = ("access", "announcing", "channels", "id", "moment", "phones", "version")

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.version = -1
        self.phones = 0
        self.access = 0
        self.moment = 0
        self.channels: dict[Audience, _Channel] = {}
        self.announcing: asyncio.TimerHandle | None = None

    def wake(self) -> None:
        for channel in tuple(self.channels.values()):
            channel.wake()


class _Phone:
    """What one phone has been told."""

    __slots__ = ("access", "channel", "message", "next_ping", "phones", "table")

    def __init__(self, table: _Table, channel: _Channel) -> None:
        self.table = table
        self.channel = channel
        # Asked once more at the start: rights may have changed between admission and here.
        self.access = -1
        self.message = b""
        self.phones = 0
        self.next_ping = 0.0

    def access_changed(self) -> bool:
        """Whether rights changed since this was last asked."""
        before, self.access = self.access, self.table.access
        return before != self.access

    def news(self, ping: float) -> Iterator[bytes]:
        """What this phone has not been told yet, only the newest of each kind.

        The frame is not joined with the rest: all phones of an audience share its bytes.
        """
        if self.message is not self.channel.message:
            self.message = self.channel.message
            yield self.message
        if self.phones != self.table.phones:
            self.phones = self.table.phones
            yield f"event: phones\ndata: {self.phones}\n\n".encode()
        now = time.monotonic()
        if now >= self.next_ping:
            promise = ceil(ping)
            # Streams that began together must not ping together for ever.
            self.next_ping = now + promise * random.uniform(0.8, 1)
            yield f"event: ping\ndata: {promise}\n\n".encode()

    @property
    def patience(self) -> float:
        """Seconds until the next ping is due."""
        return max(self.next_ping - time.monotonic(), 0)


class Hub:
    """Publishes tables to the phones that watch them. Tables that nobody watches take no memory.

    Streams are server-sent events: an unnamed message is a frame, with its version as ``id``; ``ping`` says within how
    many seconds the next ping will come; ``phones`` how many streams the table has; ``denied`` that this one may watch
    no longer. Every stream begins with a frame, the phones and a ping.
    """

    def __init__(self, render: Render) -> None:
        self._render = render
        self._tables: dict[str, _Table] = {}
        self._streams = 0
        self._changed = threading.Condition()
        self._renderers = ThreadPoolExecutor(RENDERERS, "render")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def publish(self, table_id: str, version: int) -> None:
        """Show every phone at the table its `version`, or a later one. Call it after the version is stored."""
        with self._changed:
            table = self._tables.get(table_id)
            if table is None:
                return
            table.version = max(table.version, version)
            self._stir(table)
        self._on_loop(self._update, table)

    def publish_access_change(self, table_id: str) -> None:
        """Ask each phone at the table whether it may still watch, and end the streams of those that may not."""
        with self._changed:
            table = self._tables.get(table_id)
            if table is None:
                return
            table.access += 1
            self._stir(table)
        self._on_loop(table.wake)

    def phones(self, table_id: str) -> int:
        """How many phones watch the table."""
        table = self._tables.get(table_id)
        return table.phones if table else 0

    def ping_interval(self) -> float:
        """Seconds between two pings of a stream: a silent link is noticed soon, and many phones cost no more."""
        return min(max(self._streams / PINGS_A_SECOND, SHORTEST_PING), LONGEST_PING)

    def frame(self, table_id: str, audience: Audience) -> Frame:
        """The table as it is now. A version of a watched table is rendered once for each audience that watches it."""
        table = self._tables.get(table_id)
        channel = table.channels.get(audience) if table else None
        if table is None or channel is None:
            return self._render(table_id, audience)
        with channel.rendering:
            version = table.version
            if channel.shows(version):
                return channel.frame
            frame = self._render(table_id, audience)
            channel.keep(frame, version)
            return frame

    async def stream(
        self, table_id: str, audience: Audience, still_admitted: Callable[[], bool]
    ) -> AsyncGenerator[bytes, None]:
        """What one phone is sent, until it may watch no longer or the hub closes.

        Nothing comes before the first frame is rendered: whatever `render` raises then is raised here. `still_admitted`
        is asked in another thread, at the start and when access changed. Close the generator when the phone has gone.
        """
        loop = self._loop = asyncio.get_running_loop()
        phone = self._enter(table_id, audience)
        try:
            while not self._closed:
                # Taken before looking, so that whatever comes from here on is not missed.
                news = phone.channel.news
                if phone.access_changed() and not await loop.run_in_executor(self._renderers, still_admitted):
                    yield DENIED
                    return
                if not phone.message and not phone.channel.shows(phone.table.version):
                    await loop.run_in_executor(self._renderers, self.frame, table_id, audience)
                for message in phone.news(self.ping_interval()):
                    yield message
                with suppress(TimeoutError):
                    async with asyncio.timeout(phone.patience):
                        await news.wait()
        finally:
            self._leave(phone)

    def stream_blocking(
        self, table_id: str, audience: Audience, still_admitted: Callable[[], bool]
    ) -> Generator[bytes, None, None]:
        """As `stream`, for a server that gives each stream a thread."""
        phone = self._enter(table_id, audience)
        try:
            while not self._closed:
                moment = phone.table.moment
                if phone.access_changed() and not still_admitted():
                    yield DENIED
                    return
                self.frame(table_id, audience)
                yield from phone.news(self.ping_interval())
                with self._changed:
                    if phone.table.moment == moment and not self._closed:
                        self._changed.wait(phone.patience)
        finally:
            self._leave(phone)

    def close(self) -> None:
        """End every stream, so that a server can stop."""
        with self._changed:
            self._closed = True
            tables = tuple(self._tables.values())
            self._changed.notify_all()
        for table in tables:
            self._on_loop(table.wake)
        self._renderers.shutdown(wait=False)

    def _enter(self, table_id: str, audience: Audience) -> _Phone:
        """A phone begins to watch."""
        with self._changed:
            table = self._tables.setdefault(table_id, _Table(table_id))
            channel = table.channels.setdefault(audience, _Channel(audience))
            self._count(table, channel, 1)
        return _Phone(table, channel)

    def _leave(self, phone: _Phone) -> None:
        """A phone has gone."""
        table, channel = phone.table, phone.channel
        with self._changed:
            self._count(table, channel, -1)
            if not channel.phones:
                del table.channels[channel.audience]
            if not table.channels:
                del self._tables[table.id]

    def _count(self, table: _Table, channel: _Channel, change: int) -> None:
        self._streams += change
        channel.phones += change
        table.phones += change
        self._stir(table)
        self._on_loop(self._announce_soon, table)

    def _stir(self, table: _Table) -> None:
        table.moment += 1
        self._changed.notify_all()

    def _on_loop(self, callback: Callable[..., object], *args: object) -> None:
        """Call back on the loop of the streams, from any thread; without such a loop there is nobody to tell."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has been closed
                self._loop.call_soon_threadsafe(callback, *args)

    def _announce_soon(self, table: _Table) -> None:
        """Tell a table how many phones it has, once for all that come and go together."""
        if self._loop is not None and table.announcing is None:
            delay = min(max(table.phones / COUNTS_A_SECOND, SHORTEST_COUNT), LONGEST_COUNT)
            table.announcing = self._loop.call_later(delay, self._announce, table)

    def _announce(self, table: _Table) -> None:
        table.announcing = None
        table.wake()

    def _update(self, table: _Table) -> None:
        for channel in tuple(table.channels.values()):
            if channel.shows(table.version):
                channel.wake()
            elif channel.updating is None:
                channel.updating = asyncio.get_running_loop().create_task(self._bring_up_to_date(table, channel))

    async def _bring_up_to_date(self, table: _Table, channel: _Channel) -> None:
        """Render off the loop what was published last, and wake the phones. What comes meanwhile is another round."""
        retry = FIRST_RETRY
        loop = asyncio.get_running_loop()
        while channel.phones and not channel.shows(table.version) and not self._closed:
            try:
                await loop.run_in_executor(self._renderers, self.frame, table.id, channel.audience)
                channel.wake()
            except Exception:
                log.exception("A frame of table %s could not be rendered; trying again in %g s", table.id, retry)
                await asyncio.sleep(retry)
                retry = min(retry * 2, LONGEST_RETRY)
        channel.wake()
        channel.updating = None


def encode_data(text: str) -> bytes:
    r"""A message of server-sent events. Only CR and LF end its lines; `str.splitlines` knows others as well."""
    return b"".join(b"data: " + line.encode() + b"\n" for line in NEWLINE.split(text)) + b"\n"


def decode_data(message: bytes) -> str:
    """The text that `encode_data` made a message of, whatever stands before it; every line ends in LF."""
    return message.partition(b"data: ")[2][:-2].replace(b"\ndata: ", b"\n").decode()

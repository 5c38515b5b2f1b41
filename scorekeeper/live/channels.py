"""A watched table, the phones of each audience at it, and what each of them was told."""

import asyncio
import random
import threading
import time
import zlib
from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from scorekeeper.live.sse import frame_event, html_of, phones_event, ping_event

UNPACKED = 64
"""So many frames are kept as they are sent: those that streams are just sending."""


class Audience(NamedTuple):
    """What a frame depends on besides its table. `ways` are the ways of recording that a phone has chosen."""

    role: str
    language: str
    ways: tuple[str, ...] = ()


class Frame(NamedTuple):
    """A table at one version, as HTML."""

    version: int
    html: str


class Channel:
    """The phones of one audience at one table."""

    __slots__ = ("audience", "news", "packed", "phones", "rendered_for", "rendering", "updating", "version")

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.phones = 0
        self.version = -1
        self.packed = b""
        self.rendered_for = (-1, -1)
        self.rendering = threading.Lock()
        self.updating: asyncio.Task[None] | None = None
        self.news = asyncio.Event()

    def shows(self, version: int, access: int = 0) -> bool:
        """Whether the frame is of that version, and of that change of access, or a later one."""
        rendered, granted = self.rendered_for
        return self.packed != b"" and rendered >= version and granted >= access

    def keep(self, frame: Frame, version: int, access: int = 0) -> None:
        """Take a frame rendered when the table was known to be at `version`; it may show a later one.

        Streams that are woken because it is there must find it: only then is it said to be. They are sent nothing when
        it is what they have.
        """
        packed = zlib.compress(frame_event(frame.version, frame.html), 1)
        if packed != self.packed:
            self.packed = packed
        self.version = frame.version
        self.rendered_for = (max(version, frame.version), access)

    @property
    def frame(self) -> Frame:
        """The frame, which is kept only as the event that streams send, and packed: most tables are quiet."""
        return Frame(self.version, html_of(unpacked(self.packed)))

    def wake(self) -> None:
        """Let every stream look at what is new."""
        news, self.news = self.news, asyncio.Event()
        news.set()


@lru_cache(UNPACKED)
def unpacked(packed: bytes) -> bytes:
    """The event that a channel keeps, the same bytes for all phones that are sent it together."""
    return zlib.decompress(packed)


class Table:
    """A table that somebody watches. `moment` counts whatever may concern a phone, `access` who holds what there."""

    __slots__ = ("access", "announcing", "channels", "id", "moment", "phones", "version")

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.version = -1
        self.phones = 0
        self.access = 0
        self.moment = 0
        self.channels: dict[Audience, Channel] = {}
        self.announcing: asyncio.TimerHandle | None = None

    def wake(self) -> None:
        """Let every stream of every audience look at what is new."""
        for channel in tuple(self.channels.values()):
            channel.wake()


class Phone:
    """What one phone has been told. It is sent away with all others of its `era`."""

    __slots__ = ("access", "channel", "era", "next_ping", "packed", "phones", "table")

    def __init__(self, table: Table, channel: Channel, era: int) -> None:
        self.table = table
        self.channel = channel
        self.era = era
        # Asked once more at the start: rights may have changed between admission and here.
        self.access = -1
        self.packed = b""
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
        if self.packed is not self.channel.packed:
            self.packed = self.channel.packed
            yield unpacked(self.packed)
        if self.phones != self.table.phones:
            self.phones = self.table.phones
            yield phones_event(self.phones)
        now = time.monotonic()
        if now >= self.next_ping:
            promise = ceil(ping)
            # Streams that began together must not ping together for ever.
            self.next_ping = now + promise * random.uniform(0.8, 1)
            yield ping_event(promise)

    @property
    def patience(self) -> float:
        """Seconds until the next ping is due."""
        return max(self.next_ping - time.monotonic(), 0)

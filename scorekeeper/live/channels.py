"""A watched table, the phones of each audience at it, and the messages that they are sent."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Hashable, Iterator, MutableMapping
from math import ceil
from typing import Any, NamedTuple

from scorekeeper.live.gzip_frames import HEAD, compress_block, decompress_block
from scorekeeper.live.sse import frame_event, parse_frame_html, phones_event, ping_event

Message = MutableMapping[str, Any]
Send = Callable[[Message], Coroutine[object, object, None]]

END: Message = {"type": "http.response.body"}

MOST_SINCE = 2048
"""The most bytes of small events after a frame that the next frame may refer to. New phones are sent all of them."""


def body_message(data: bytes) -> Message:
    """Return the ASGI message of a part of an answer, which all phones that are sent the same share."""
    return {"type": "http.response.body", "body": data, "more_body": True}


class Audience(NamedTuple):
    """The phones that see the same frame of a table. `overlay` is the screen that a phone opened over the usual one."""

    role: str
    language: str
    overlay: str = ""


class Frame(NamedTuple):
    """A table at one version, as HTML. Phones are asked for their rights when `rights`, a value, is another.

    Rights follow the log: a version in which somebody is no longer at the table may end the right of their phone.
    """

    version: int
    html: str
    rights: Hashable = None


class Rendered(NamedTuple):
    """A frame as an event, and the `rights` that it shows."""

    event: bytes
    rights: Hashable


UNKNOWN = object()
"""The rights of a table of which no frame was shown yet."""


class Channel:
    """The phones of one audience at one table, which are all sent the same events in the same order.

    `told` numbers the events. A phone that lacks only the last event is sent that alone; any other phone is sent the
    frame and the events since, and first the number of phones if it has fallen behind. A quiet channel keeps only the
    compressed frame. `phones` are those on the event loop; `watchers` counts them and those that have a thread each.
    Only `store_frame` and `frame` may be used outside the loop.
    """

    __slots__ = (
        *("_event", "_last", "_packed", "_shared", "_since", "_storing", "again", "audience", "messages", "phones"),
        *("rendered", "rendered_for", "rendering", "table", "telling", "told", "updating", "version", "watchers"),
    )

    def __init__(self, table: "Table", audience: Audience) -> None:
        self.table = table
        self.audience = audience
        self.watchers = 0
        self.phones: list[Phone] = []
        self.version = -1
        self.rendered: Rendered | None = None
        self.rendered_for = (-1, -1)
        self.rendering = threading.Lock()
        self._storing = threading.Lock()
        self.updating: asyncio.Task[None] | None = None
        self.telling = self.again = False
        self.told = 0
        self.messages: dict[tuple[bool, bool, bool], Message] = {}
        self._event = self._packed = self._since = b""
        self._shared = False
        self._last = (b"", b"")

    # --- Frames, as they are rendered ---

    def is_up_to_date(self, version: int, access: int = 0) -> bool:
        """Return whether the frame shows that version and that change of access, or later ones."""
        rendered, granted = self.rendered_for
        return self.version >= 0 and rendered >= version and granted >= access

    def store_frame(self, frame: Frame, version: int, access: int = 0) -> None:
        """Store a frame that was rendered while the table was known to be at `version`; it may show a later one.

        The frame is assigned before its version: a phone that sees the version must find the frame.
        """
        with self._storing:
            self.rendered = Rendered(frame_event(frame.version, frame.html), frame.rights)
        self.version = frame.version
        self.rendered_for = (max(version, frame.version), access)

    @property
    def frame(self) -> Frame:
        """The frame that was rendered last."""
        rendered = self.rendered
        event = decompress_block(self._packed) if rendered is None else rendered.event
        return Frame(self.version, parse_frame_html(event))

    # --- What phones are told ---

    @property
    def has_told(self) -> bool:
        """Return whether phones were sent a frame."""
        return bool(self._event or self._packed)

    @property
    def event(self) -> bytes:
        """The frame that phones were sent last, as an event."""
        return self._event or (decompress_block(self._packed) if self._packed else b"")

    def find_unshown(self) -> Rendered | None:
        """Return the frame rendered last; None where phones were sent just that."""
        rendered = self.rendered
        return None if rendered is None or rendered.event is self._event else rendered

    def queue_frame(self, rendered: Rendered) -> bool:
        """Make a frame the next event. Returns False where phones were sent the same already."""
        event, before = rendered.event, self.event
        if event == before:
            self._replace_rendered(rendered, Rendered(self._event, rendered.rights) if self._event else None)
            return False
        told = before + self._since if self._shared else b""
        self._event, self._packed, self._since, self._shared = event, b"", b"", True
        self._queue(event, told)
        return True

    def queue_event(self, event: bytes) -> None:
        """Make a small event, such as a ping, the next event."""
        self._compress_frame()
        self._shared = self._shared and len(self._since) + len(event) <= MOST_SINCE
        self._since = self._since + event if self._shared else b""
        self._queue(event, b"")

    def message_for(self, phone: "Phone") -> Message:
        """Return the message that brings a phone up to date. Phones that lack the same share it."""
        key = (phone.told == self.told - 1, phone.told >= 0, phone.gzip)
        if key not in self.messages:
            self.messages[key] = body_message(self._build_message(*key))
        return self.messages[key]

    def _build_message(self, last: bool, begun: bool, packed: bool) -> bytes:
        if last:
            event, told = self._last
            return compress_block(event, told) if packed else event
        # A phone that fell behind may have missed a count. A new one got it in its greeting.
        count = phones_event(self.table.everywhere) if begun else b""
        if not packed:
            return count + self.event + self._since
        frame = self._packed or compress_block(self._event)
        return b"".join(
            (compress_block(count) if count else b"", frame, compress_block(self._since) if self._since else b"")
        )

    def _queue(self, event: bytes, told: bytes) -> None:
        self.told += 1
        self.messages.clear()
        self._last = event, told

    def _compress_frame(self) -> None:
        """Keep the frame in compressed form only."""
        if self._event:
            self._packed = compress_block(self._event)
            rendered = self.rendered
            if rendered and rendered.event is self._event:
                self._replace_rendered(rendered, None)
            self._event = b""

    def _replace_rendered(self, rendered: Rendered, other: Rendered | None) -> None:
        """Keep `other` in the place of a frame, unless a newer one was stored meanwhile."""
        with self._storing:
            if self.rendered is rendered:
                self.rendered = other


class Table:
    """A table that somebody watches. `changes` counts all changes that may concern a phone, `access` changes of rights.

    `rights` are those of the frame for which phones were asked last. `seconds_to_ping` is the time in which phones were
    told to expect the next ping. `phones` counts those of this process, `elsewhere` those of other processes on the
    same database.
    """

    __slots__ = (
        "access",
        "announcing",
        "asking",
        "changes",
        "channels",
        "elsewhere",
        "id",
        "phones",
        "rights",
        "seconds_to_ping",
        "version",
    )

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.version = -1
        self.phones = self.elsewhere = 0
        self.access = 0
        self.rights: Hashable = UNKNOWN
        self.changes = 0
        self.seconds_to_ping = 0
        self.channels: dict[Audience, Channel] = {}
        self.announcing: asyncio.TimerHandle | None = None
        self.asking: asyncio.Task[None] | None = None

    @property
    def everywhere(self) -> int:
        """The number of phones that watch the table, at any process."""
        return self.phones + self.elsewhere


class Phone:
    """A phone on the event loop. While it is `busy` it can take nothing; afterwards it is sent the newest event.

    `gzip` tells whether it reads gzip, `told` is the number of the last event that it was sent. `answer` is the task
    that answers its request. `ending` is the last event of its stream, once that is known.
    """

    __slots__ = ("answer", "busy", "channel", "ending", "gzip", "send", "still_admitted", "told")

    def __init__(self, channel: Channel, still_admitted: Callable[[], bool], gzip: bool, send: Send) -> None:
        self.channel = channel
        self.still_admitted = still_admitted
        self.gzip = gzip
        self.send = send
        self.told = -2
        self.answer = self.busy = asyncio.current_task()
        self.ending: bytes | None = None

    @property
    def greeting(self) -> bytes:
        """The first message of a stream: the number of phones, and the first ping.

        It comes before the frame, because the events after the frame are the same for all phones.
        """
        table = self.channel.table
        events = b"" if self.ending is not None else phones_event(table.everywhere) + ping_event(table.seconds_to_ping)
        return HEAD + compress_block(events) if self.gzip else events

    @property
    def farewell(self) -> bytes:
        """The last message of a stream; empty where there is none."""
        return compress_block(self.ending) if self.gzip and self.ending else self.ending or b""


class ThreadReader:
    """A phone whose stream has a thread of its own, and the events that it was sent."""

    __slots__ = ("access", "channel", "generation", "next_ping", "phones", "shown", "table")

    def __init__(self, channel: Channel, era: int) -> None:
        self.table = channel.table
        self.channel = channel
        self.generation = era
        # -1 makes the first check happen: rights may have changed since admission.
        self.access = -1
        self.shown = Frame(-1, "")
        self.phones = 0
        self.next_ping = 0.0

    def has_access_changed(self) -> bool:
        """Return whether rights changed since the last call."""
        before, self.access = self.access, self.table.access
        return before != self.access

    def new_events(self, frame: Frame, ping: float) -> Iterator[bytes]:
        """Yield the events that this phone has not been sent, only the newest of each kind."""
        if self.shown[:2] != frame[:2]:
            self.shown = frame
            yield frame_event(frame.version, frame.html)
        if self.phones != self.table.everywhere:
            self.phones = self.table.everywhere
            yield phones_event(self.phones)
        now = time.monotonic()
        if now >= self.next_ping:
            self.next_ping = now + ceil(ping)
            yield ping_event(ceil(ping))

    @property
    def seconds_to_wait(self) -> float:
        """Seconds until the next ping is due."""
        return max(self.next_ping - time.monotonic(), 0)

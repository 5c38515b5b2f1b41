"""What a phone says and hears on one connection, apart from its socket.

A line has an `opening` to send, and is fed what comes; what it returns is to be sent back. It knows the newest
`version` that it was shown. One that records says whether its last tap was `answered`, and the version it `recorded`.
"""

import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, Protocol

from tools.bench.forms import Device
from tools.bench.websocket import Socket
from tools.bench.wire import AnswerReader, BodyReader, get_request, record_request

ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)

Dialect = Literal["http", "socketio"]


class Line(Protocol):
    """A connection."""

    opening: bytes
    version: int

    def feed(self, data: bytes) -> bytes:
        """Take what has come; what is to be sent back."""
        ...


class Watches(Line, Protocol):
    """A connection that is shown a table."""

    frame: bytes

    def only_kept(self, data: bytes) -> bytes:
        """What is to be sent back by a phone that looks no more."""
        ...


class Records(Line, Protocol):
    """A connection that records at a table."""

    answered: bool
    recorded: int

    def tap(self, form: str, fields: dict[str, Any]) -> bytes:
        """What asks to record what a form holds."""
        ...


class Stream:
    """A stream of server-sent events."""

    def __init__(self, device: Device) -> None:
        self.opening = get_request(f"/live/{device.table_id}", device)
        self.version = -1
        self.frame = b""
        self._body = BodyReader()
        self._rest = b""

    def feed(self, data: bytes) -> bytes:
        """See `Line.feed`."""
        *events, self._rest = (self._rest + self._body.feed(data)).split(b"\n\n")
        for event in events:
            if found := ID.search(event):
                self.version, self.frame = int(found[1]), event
        return b""

    def only_kept(self, _data: bytes) -> bytes:
        """See `Watches.only_kept`."""
        return b""


class Forms:
    """Forms, sent one after the other over a connection that is kept."""

    def __init__(self, device: Device, *, streaming: bool = False) -> None:
        self.opening = get_request(f"/t/{device.table_id}", device)
        self.answered = False
        self.version = self.recorded = 0
        self._device = device
        self._streaming = streaming
        self._reader = AnswerReader()

    def feed(self, data: bytes) -> bytes:
        """See `Line.feed`."""
        if answer := self._reader.feed(data):
            self.version = self.recorded = answer.version(self.recorded)
            self.answered = True
        return b""

    def tap(self, form: str, fields: dict[str, Any]) -> bytes:
        """See `Records.tap`."""
        self.answered = False
        return record_request(self._device, form, fields, self.recorded, streaming=self._streaming)


def watching(dialect: Dialect, device: Device) -> Watches:
    """The connection of a phone that watches."""
    return Stream(device) if dialect == "http" else Socket(device)


class Together(NamedTuple):
    """Phones at one table: their lines, that which records first; those that watch come last, one a phone."""

    lines: Sequence[Line]
    recording: Records
    watching: Sequence[Watches]

    @property
    def in_step(self) -> bool:
        """Whether what was recorded last was answered and is shown everywhere."""
        return self.recording.answered and self.shows(self.recording.recorded)

    def shows(self, version: int) -> bool:
        """Whether everyone is shown a version, or a later one."""
        return all(line.version >= version for line in self.watching)


def at_a_table(dialect: Dialect, devices: Sequence[Device]) -> Together:
    """The connections of phones at one table."""
    if dialect == "http":
        forms, streams = Forms(devices[0], streaming=True), [Stream(device) for device in devices]
        return Together([forms, *streams], forms, streams)
    sockets = [Socket(device) for device in devices]
    return Together(sockets, sockets[0], sockets)

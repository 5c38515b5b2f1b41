"""The protocols that phones speak, without their sockets.

A channel has `opening` bytes to send, and is fed received bytes; the bytes that it returns are to be sent. Its
`version` is the newest one that it was shown. A channel that records says whether its last tap was `answered`, and
which version it `recorded`.
"""

import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, Protocol

from tools.bench.forms import Device
from tools.bench.websocket import SocketIoChannel
from tools.bench.wire import AnswerReader, BodyReader, build_get, build_record_post

ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)

Dialect = Literal["http", "socketio"]


class Channel(Protocol):
    """A phone's side of a connection."""

    opening: bytes
    version: int

    def feed(self, data: bytes) -> bytes:
        """Process received bytes. Return the bytes to send back."""
        ...


class WatchingChannel(Channel, Protocol):
    """A channel that is shown a table."""

    frame: bytes

    def reply_when_idle(self, data: bytes) -> bytes:
        """Return the bytes to send back for a phone that only keeps its connection alive."""
        ...


class RecordingChannel(Channel, Protocol):
    """A channel that records at a table."""

    answered: bool
    recorded: int

    def build_tap(self, form: str, fields: dict[str, Any]) -> bytes:
        """Return the bytes that record a form."""
        ...


class StreamChannel:
    """A stream of server-sent events."""

    def __init__(self, device: Device) -> None:
        self.opening = build_get(f"/live/{device.table_id}", device)
        self.version = -1
        self.frame = b""
        self._body = BodyReader()
        self._rest = b""

    def feed(self, data: bytes) -> bytes:
        """See `Channel.feed`."""
        *events, self._rest = (self._rest + self._body.feed(data)).split(b"\n\n")
        for event in events:
            if found := ID.search(event):
                self.version, self.frame = int(found[1]), event
        return b""

    def reply_when_idle(self, _data: bytes) -> bytes:
        """See `WatchingChannel.reply_when_idle`."""
        return b""


class FormChannel:
    """Forms posted one after the other over one HTTP connection."""

    def __init__(self, device: Device, *, streaming: bool = False) -> None:
        self.opening = build_get(f"/t/{device.table_id}", device)
        self.answered = False
        self.version = self.recorded = 0
        self._device = device
        self._streaming = streaming
        self._reader = AnswerReader()

    def feed(self, data: bytes) -> bytes:
        """See `Channel.feed`."""
        if answer := self._reader.feed(data):
            self.version = self.recorded = answer.version_after(self.recorded)
            self.answered = True
        return b""

    def build_tap(self, form: str, fields: dict[str, Any]) -> bytes:
        """See `RecordingChannel.build_tap`."""
        self.answered = False
        return build_record_post(self._device, form, fields, self.recorded, streaming=self._streaming)


def open_watching_channel(dialect: Dialect, device: Device) -> WatchingChannel:
    """Return the channel of a phone that watches."""
    return StreamChannel(device) if dialect == "http" else SocketIoChannel(device)


class TableChannels(NamedTuple):
    """The channels of phones at one table: the first records; those that watch come last, one for each phone."""

    channels: Sequence[Channel]
    recording: RecordingChannel
    watching: Sequence[WatchingChannel]

    @property
    def in_step(self) -> bool:
        """True once the last tap is answered and shown on every phone."""
        return self.recording.answered and self.has_shown(self.recording.recorded)

    def has_shown(self, version: int) -> bool:
        """Return whether every phone has been shown `version` or a later one."""
        return all(channel.version >= version for channel in self.watching)


def open_table_channels(dialect: Dialect, devices: Sequence[Device]) -> TableChannels:
    """Return the channels of phones at one table."""
    if dialect == "http":
        forms, streams = FormChannel(devices[0], streaming=True), [StreamChannel(device) for device in devices]
        return TableChannels([forms, *streams], forms, streams)
    sockets = [SocketIoChannel(device) for device in devices]
    return TableChannels(sockets, sockets[0], sockets)

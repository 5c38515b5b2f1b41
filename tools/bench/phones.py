"""Phones on plain sockets, which cost little beside the server that is measured."""

import selectors
import socket
import time
from collections.abc import Sequence
from itertools import count, islice
from typing import Any, Generic, TypeVar

from tools.bench.channels import Channel, Dialect, FormChannel, open_table_channels
from tools.bench.forms import Device, Form, build_hand_forms
from tools.bench.wire import CHUNK, HOST, PATIENCE

L = TypeVar("L", bound=Channel)


class SocketPhone(Generic[L]):
    """A phone at a server: the time of its last bytes, the time of its last new version, and its bytes received."""

    def __init__(self, port: int, channel: L) -> None:
        self.channel = channel
        self.socket = socket.create_connection((HOST, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.moment = self.shown = 0.0
        self.received = 0
        self._came = b""
        self.send(channel.opening)

    def send(self, data: bytes) -> float:
        """Send `data`. Return the time just before."""
        began = time.perf_counter()
        self.socket.sendall(data)
        return began

    def receive(self) -> None:
        """Receive bytes without processing them. Raises `ConnectionError` if the server hung up."""
        self._came = self.socket.recv(CHUNK)
        self.moment = time.perf_counter()
        self.received += len(self._came)
        if not self._came:
            raise ConnectionError("the server hung up")

    def process_received(self) -> None:
        """Feed the received bytes to the channel, and note a new version."""
        before = self.channel.version
        if reply := self.channel.feed(self._came):
            self.socket.sendall(reply)
        if self.channel.version != before:
            self.shown = self.moment

    def close(self) -> None:
        """Close the connection."""
        self.socket.close()


class ScoringPhone(SocketPhone[FormChannel]):
    """A phone that records without a stream, so that the answer carries the table."""

    def __init__(self, port: int, device: Device) -> None:
        super().__init__(port, FormChannel(device))
        self._wait_for_answer()

    def record(self, form: str, fields: dict[str, Any]) -> float:
        """Record a form. Return the seconds until the answer."""
        began = self.send(self.channel.build_tap(form, fields))
        self._wait_for_answer()
        return self.moment - began

    def _wait_for_answer(self) -> None:
        while not self.channel.answered:
            self.receive()
            self.process_received()


class WatchedTable:
    """Phones that watch one table, of which the first records; those that watch may be at another server's port."""

    def __init__(self, port: int, dialect: Dialect, devices: Sequence[Device], watching: int | None = None) -> None:
        self.channels = open_table_channels(dialect, devices)
        recording, *others = self.channels.channels
        self.phones = [SocketPhone(port, recording), *(SocketPhone(watching or port, channel) for channel in others)]
        self.watching = self.phones[-len(devices) :]
        self._forms = (form for number in count(1) for form in build_hand_forms(number))
        self._ready = selectors.DefaultSelector()
        for phone in self.phones:
            self._ready.register(phone.socket, selectors.EVENT_READ, phone)
        self._wait_until_in_step()

    def play(self, taps: int) -> list[list[float]]:
        """Record `taps` forms in turn. Return for each the seconds until each phone had it."""
        return [self.record(form) for form in islice(self._forms, taps)]

    def record(self, form: Form) -> list[float]:
        """Record a form. Return the seconds until each phone had it, in ascending order."""
        began = self.phones[0].send(self.channels.recording.build_tap(*form))
        self._wait_until_in_step()
        return sorted(phone.shown - began for phone in self.watching)

    def _wait_until_in_step(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.channels.in_step:
            ready = [key.data for key, _ in self._ready.select(deadline - time.monotonic())]
            if not ready:
                raise TimeoutError("an answer or a frame did not come")
            # Parse only after all phones have received: parsing would delay the times of the later phones.
            for phone in ready:
                phone.receive()
            for phone in ready:
                phone.process_received()

    def close(self) -> None:
        """Close every connection."""
        self._ready.close()
        for phone in self.phones:
            phone.close()

"""Phones with sockets that cost little beside what is measured."""

import selectors
import socket
import time
from collections.abc import Sequence
from itertools import count, islice
from typing import Any, Generic, TypeVar

from tools.bench.forms import Device, Form, hand_in_forms
from tools.bench.lines import Dialect, Forms, Line, at_a_table
from tools.bench.wire import CHUNK, HOST, PATIENCE

L = TypeVar("L", bound=Line)


class Phone(Generic[L]):
    """A phone at a server: when anything came last, when it was last shown another version, how many bytes came."""

    def __init__(self, port: int, line: L) -> None:
        self.line = line
        self.socket = socket.create_connection((HOST, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.moment = self.shown = 0.0
        self.received = 0
        self._came = b""
        self.send(line.opening)

    def send(self, data: bytes) -> float:
        """Send all of it; the moment before."""
        began = time.perf_counter()
        self.socket.sendall(data)
        return began

    def take(self) -> None:
        """Take what has come, without reading it."""
        self._came = self.socket.recv(CHUNK)
        self.moment = time.perf_counter()
        self.received += len(self._came)
        if not self._came:
            raise ConnectionError("the server hung up")

    def read(self) -> None:
        """Read what was taken."""
        before = self.line.version
        if reply := self.line.feed(self._came):
            self.socket.sendall(reply)
        if self.line.version != before:
            self.shown = self.moment

    def close(self) -> None:
        """Hang up."""
        self.socket.close()


class Scorer(Phone[Forms]):
    """A phone that records without a stream, and is answered with the table."""

    def __init__(self, port: int, device: Device) -> None:
        super().__init__(port, Forms(device))
        self._wait()

    def record(self, form: str, fields: dict[str, Any]) -> float:
        """Record what a form holds; how many seconds it took."""
        began = self.send(self.line.tap(form, fields))
        self._wait()
        return self.moment - began

    def _wait(self) -> None:
        while not self.line.answered:
            self.take()
            self.read()


class Table:
    """Phones that watch one table, of which the first records; they may watch at another process's port."""

    def __init__(self, port: int, dialect: Dialect, devices: Sequence[Device], watching: int | None = None) -> None:
        self.together = at_a_table(dialect, devices)
        recording, *others = self.together.lines
        self.phones = [Phone(port, recording), *(Phone(watching or port, line) for line in others)]
        self.watching = self.phones[-len(devices) :]
        self._forms = (form for number in count(1) for form in hand_in_forms(number))
        self._ready = selectors.DefaultSelector()
        for phone in self.phones:
            self._ready.register(phone.socket, selectors.EVENT_READ, phone)
        self._wait()

    def play(self, taps: int) -> list[list[float]]:
        """Record so many taps, one after the other: for each, how many seconds later each phone had it."""
        return [self.record(form) for form in islice(self._forms, taps)]

    def record(self, form: Form) -> list[float]:
        """Record what a form holds. How many seconds later each phone had it, soonest first."""
        began = self.phones[0].send(self.together.recording.tap(*form))
        self._wait()
        return sorted(phone.shown - began for phone in self.watching)

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.together.in_step:
            ready = [key.data for key, _ in self._ready.select(deadline - time.monotonic())]
            if not ready:
                raise TimeoutError("an answer or a frame did not come")
            # What came is read after all have it: reading takes longer than the way from one phone to the next.
            for phone in ready:
                phone.take()
            for phone in ready:
                phone.read()

    def close(self) -> None:
        """Hang up."""
        self._ready.close()
        for phone in self.phones:
            phone.close()

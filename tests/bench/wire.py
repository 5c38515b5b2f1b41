"""HTTP as a phone speaks it, over sockets that cost little beside what is measured."""

import gzip
import re
import selectors
import socket
import time
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tests.bench.evening import Device, version_in

HOST = "127.0.0.1"
PATIENCE = 60.0
CHUNK = 256 * 1024
ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)


class Answer(NamedTuple):
    """An HTTP answer as it came."""

    status: int
    head: bytes
    body: bytes

    @property
    def content(self) -> bytes:
        """The body as it was before it was compressed. Raises `RuntimeError` for a refusal."""
        content = gzip.decompress(self.body) if b"content-encoding: gzip" in self.head.lower() else self.body
        if self.status != 200:
            raise RuntimeError(f"the server answered {self.status}: {content[:500]!r}")
        return content


class AnswerReader:
    """Puts one answer after the other together from what a socket yields."""

    def __init__(self) -> None:
        self._buffer = b""

    def feed(self, data: bytes) -> Answer | None:
        """The answer that `data` completes."""
        self._buffer += data
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        length = re.search(rb"\r\ncontent-length: *(\d+)", head, re.IGNORECASE)
        if end and b" 204 " in head[:20]:
            self._buffer = rest
            return Answer(204, head, b"")
        if not end or length is None or len(rest) < int(length[1]):
            return None
        body, self._buffer = rest[: int(length[1])], rest[int(length[1]) :]
        return Answer(int(head.split(b" ", 2)[1]), head, body)


class BodyReader:
    """What the body of an endless answer holds, as it comes: in chunks or not, packed or not."""

    def __init__(self) -> None:
        self._buffer = b""
        self._head = b""
        self._inflate = zlib.decompressobj(zlib.MAX_WBITS | 16)

    def feed(self, data: bytes) -> bytes:
        """What more of the body can be read."""
        self._buffer += data
        if not self._head:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return b""
            self._head, self._buffer = head.lower() + b"\r\n", rest
        body = self._chunks() if b"\r\ntransfer-encoding: chunked\r\n" in self._head else self._all()
        return self._inflate.decompress(body) if b"\r\ncontent-encoding: gzip\r\n" in self._head else body

    def _all(self) -> bytes:
        body, self._buffer = self._buffer, b""
        return body

    def _chunks(self) -> bytes:
        body = b""
        while True:
            size, end, rest = self._buffer.partition(b"\r\n")
            length = int(size, 16) if end else 0
            if not end or len(rest) < length + 2:
                return body
            body += rest[:length]
            self._buffer = rest[length + 2 :]


def get_request(path: str, cookie: str = "") -> bytes:
    """The bytes of a GET."""
    return (
        f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nCookie: {cookie}\r\n"
        "Accept-Language: en-GB,en;q=0.9\r\nAccept-Encoding: gzip, deflate\r\n\r\n"
    ).encode()


def record_request(device: Device, form: str, fields: dict[str, Any], version: int) -> bytes:
    """The bytes of a POST that records."""
    body = urlencode({"version": version, **fields})
    return (
        f"POST /t/{device.table_id}/record/{form} HTTP/1.1\r\nHost: {HOST}\r\nCookie: {device.cookie}\r\n"
        f"X-CSRFToken: {device.csrf}\r\nHX-Request: true\r\nStreaming: yes\r\n"
        "Accept-Language: en-GB,en;q=0.9\r\nAccept-Encoding: gzip, deflate\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


class Scorer:
    """A phone that records, over one keep-alive connection. It knows the version of its table."""

    def __init__(self, port: int, device: Device) -> None:
        self.device = device
        self.socket = socket.create_connection((HOST, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.version = 0
        self.took: float | None = None
        self._began = 0.0
        self._reader = AnswerReader()
        self._send(get_request(f"/t/{device.table_id}", device.cookie))
        self.wait()

    def send(self, form: str, fields: dict[str, Any]) -> None:
        """Ask to record what a form holds."""
        self._send(record_request(self.device, form, fields, self.version))

    def _send(self, request: bytes) -> None:
        self.took = None
        self._began = time.perf_counter()
        self.socket.sendall(request)

    def read(self) -> None:
        """Take what has come of the answer."""
        data = self.socket.recv(CHUNK)
        now = time.perf_counter()
        if not data:
            raise ConnectionError("the server hung up")
        if answer := self._reader.feed(data):
            self.took = now - self._began
            self.version = self.version + 1 if answer.status == 204 else version_in(answer.content)

    def wait(self) -> float:
        """How many seconds the answer took."""
        while self.took is None:
            self.read()
        return self.took

    def record(self, form: str, fields: dict[str, Any]) -> float:
        """Record what a form holds; how many seconds it took."""
        self.send(form, fields)
        return self.wait()

    def seconds_until(self, moment: float) -> float:
        """From the last request to `moment`."""
        return moment - self._began

    def close(self) -> None:
        """Hang up."""
        self.socket.close()


class Stream:
    """A phone that watches: when each version came, the newest frame, and how many bytes came in all."""

    def __init__(self, port: int, device: Device) -> None:
        self.socket = socket.create_connection((HOST, port), timeout=PATIENCE)
        self.socket.sendall(get_request(f"/live/{device.table_id}", device.cookie))
        self.arrivals: dict[int, float] = {}
        self.frame = b""
        self.received = 0
        self._unpack = BodyReader()
        self._buffer = b""

    def read(self) -> None:
        """Take what has come."""
        data = self.socket.recv(CHUNK)
        now = time.perf_counter()
        if not data:
            raise ConnectionError(f"the stream ended: {self._buffer[:200]!r}")
        self.received += len(data)
        *messages, self._buffer = (self._buffer + self._unpack.feed(data)).split(b"\n\n")
        for message in messages:
            if version := ID.search(message):
                self.arrivals.setdefault(int(version[1]), now)
                self.frame = message


class Table:
    """One phone that records and several that watch, all at one table."""

    def __init__(self, port: int, scorer: Device, watchers: Sequence[Device]) -> None:
        self.scorer = Scorer(port, scorer)
        self.streams = [Stream(port, device) for device in watchers]
        self._ready = selectors.DefaultSelector()
        self._phones: list[Scorer | Stream] = [self.scorer, *self.streams]
        for phone in self._phones:
            self._ready.register(phone.socket, selectors.EVENT_READ, phone)
        self._wait()

    def record(self, form: str, fields: dict[str, Any]) -> list[float]:
        """Record what a form holds. How many seconds later each phone had it, soonest first."""
        self.scorer.send(form, fields)
        self._wait()
        return sorted(self.scorer.seconds_until(stream.arrivals[self.scorer.version]) for stream in self.streams)

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while self.scorer.took is None or any(self.scorer.version not in each.arrivals for each in self.streams):
            ready = self._ready.select(deadline - time.monotonic())
            if not ready:
                raise TimeoutError("an answer or a frame did not come")
            for key, _ in ready:
                key.data.read()

    def close(self) -> None:
        """Hang up."""
        self._ready.close()
        for phone in self._phones:
            phone.socket.close()

"""HTTP as a phone speaks it, without sockets."""

import gzip
import re
import zlib
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tools.bench.forms import Device, read_version

HOST = "127.0.0.1"
PATIENCE = 60.0
CHUNK = 256 * 1024
NO_CONTENT = 204


class Answer(NamedTuple):
    """An HTTP answer as received."""

    status: int
    head: bytes
    body: bytes

    @property
    def content(self) -> bytes:
        """The decompressed body. Raises `RuntimeError` for a refusal."""
        content = gzip.decompress(self.body) if b"content-encoding: gzip" in self.head.lower() else self.body
        if self.status not in (200, NO_CONTENT):
            raise RuntimeError(f"the server answered {self.status}: {content[:500]!r}")
        return content

    def version_after(self, before: int) -> int:
        """Return the table's version after a request sent at version `before`. Raises `RuntimeError` for a refusal."""
        return before + 1 if self.status == NO_CONTENT else read_version(self.content)


class AnswerReader:
    """Assemble answers from the bytes that a socket yields."""

    def __init__(self) -> None:
        self._buffer = b""

    def feed(self, data: bytes) -> Answer | None:
        """Return the answer that `data` completes, or None."""
        self._buffer += data
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        found = re.search(rb"\r\ncontent-length: *(\d+)", head, re.IGNORECASE)
        status = int(head.split(b" ", 2)[1]) if end else 0
        length = int(found[1]) if found else 0 if status == NO_CONTENT else None
        if not end or length is None or len(rest) < length:
            return None
        body, self._buffer = rest[:length], rest[length:]
        return Answer(status, head, body)


class BodyReader:
    """Decode the body of an endless answer as it comes: chunked or not, compressed or not."""

    def __init__(self) -> None:
        self._buffer = b""
        self._head = b""
        self._inflate = zlib.decompressobj(zlib.MAX_WBITS | 16)

    def feed(self, data: bytes) -> bytes:
        """Return the part of the body that `data` makes readable."""
        self._buffer += data
        if not self._head:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return b""
            self._head, self._buffer = head.lower() + b"\r\n", rest
        body = self._take_chunks() if b"\r\ntransfer-encoding: chunked\r\n" in self._head else self._take_all()
        return self._inflate.decompress(body) if b"\r\ncontent-encoding: gzip\r\n" in self._head else body

    def _take_all(self) -> bytes:
        body, self._buffer = self._buffer, b""
        return body

    def _take_chunks(self) -> bytes:
        body = b""
        while True:
            size, end, rest = self._buffer.partition(b"\r\n")
            length = int(size, 16) if end else 0
            if not end or len(rest) < length + 2:
                return body
            body += rest[:length]
            self._buffer = rest[length + 2 :]


def build_get(path: str, device: Device | None = None) -> bytes:
    """Return the bytes of a GET request."""
    return f"GET {path} HTTP/1.1\r\n{build_headers(device)}\r\n".encode()


def build_record_post(device: Device, form: str, fields: dict[str, Any], version: int, *, streaming: bool) -> bytes:
    """Return the bytes of a POST that records. `streaming` says that a stream shows the phone its table."""
    body = urlencode({"version": version, **fields})
    more = "Streaming: yes\r\n" if streaming else ""
    return (
        f"POST /t/{device.table_id}/record/{form} HTTP/1.1\r\n{build_headers(device)}"
        f"X-CSRFToken: {device.csrf}\r\nHX-Request: true\r\n{more}"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def build_headers(device: Device | None) -> str:
    """Return the headers that every request of a browser carries."""
    cookie, language = (device.cookie, device.language) if device else ("", "en")
    return (
        f"Host: {HOST}\r\nCookie: {cookie}\r\n"
        f"Accept-Language: {language},en;q=0.5\r\nAccept-Encoding: gzip, deflate\r\n"
    )

"""Socket.IO over a WebSocket as a phone speaks it, without sockets: https://socket.io/docs/v4/socket-io-protocol."""

import json
import os
import struct
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

from tools.bench.forms import Device
from tools.bench.wire import build_headers

PATH = "/socket.io/?EIO=4&transport=websocket&table="
TEXT, CLOSE = 0x81, 0x88
PING, PONG, OPEN, CONNECT, EVENT, ACK = b"2", b"3", b"0", b"40", b"42", b"43"


PING_FRAME = bytes([TEXT, len(PING)]) + PING
"""A ping as the server sends it. No other message contains these bytes, since messages are ASCII."""


class SocketIoChannel:
    """A phone that watches and may record. Its messages are not compressed."""

    def __init__(self, device: Device) -> None:
        self.opening = (
            f"GET {PATH}{device.table_id} HTTP/1.1\r\n{build_headers(device)}"
            "Connection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\n\r\n"
        ).encode()
        self.version = -1
        self.frame = b""
        self.answered = False
        self.recorded = 0
        self._upgraded = False
        self._buffer = b""
        self._asked = 0

    def build_tap(self, form: str, fields: dict[str, Any]) -> bytes:
        """Return the bytes that record a form."""
        self.answered = False
        self._asked += 1
        texts = {name: str(value) for name, value in fields.items()}
        asked = {"form": form, "fields": texts, "version": self.recorded}
        return mask_frame(b"42%d%b" % (self._asked, json.dumps(["record", asked]).encode()))

    def feed(self, data: bytes) -> bytes:
        """Process received bytes. Return the bytes to send back."""
        self._buffer += data
        if not self._upgraded:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return b""
            if b" 101 " not in head.partition(b"\r\n")[0]:
                raise RuntimeError(f"the server answered {head[:200]!r}")
            self._upgraded, self._buffer = True, rest
        return b"".join(map(self._handle, self._take_texts()))

    def _take_texts(self) -> Iterator[bytes]:
        while len(self._buffer) >= 2:
            kind, length, begin = self._buffer[0], self._buffer[1], 2
            if length == 126:
                length, begin = int.from_bytes(self._buffer[2:4]), 4
            elif length == 127:
                length, begin = int.from_bytes(self._buffer[2:10]), 10
            if len(self._buffer) < begin + length:
                return
            text, self._buffer = self._buffer[begin : begin + length], self._buffer[begin + length :]
            if kind != TEXT:
                raise ConnectionError(f"the server ended with {text!r}" if kind == CLOSE else f"a frame of kind {kind}")
            yield text

    def _handle(self, text: bytes) -> bytes:
        if text.startswith(OPEN):
            return mask_frame(CONNECT)
        if text == PING:
            return mask_frame(PONG)
        if text.startswith(EVENT):
            _, board = json.loads(text[len(EVENT) :])
            first = self.version < 0
            self.version, self.frame = board["version"], text
            if first:
                self.answered, self.recorded = True, self.version
        elif text.startswith(ACK):
            self.recorded = json.loads(text[text.index(b"[") :])[0]
            self.answered = True
        elif not text.startswith(CONNECT):
            raise RuntimeError(f"the server said {text[:200]!r}")
        return b""

    def reply_when_idle(self, data: bytes) -> bytes:
        """Return a pong if `data` has a ping: the server drops phones that answer none."""
        return mask_frame(PONG) if PING_FRAME in data else b""


def mask_frame(text: bytes) -> bytes:
    """Return a WebSocket frame as clients send it, with a mask of zeros, which costs neither side anything."""
    length = len(text)
    size = struct.pack("!B", 0x80 | length) if length < 126 else struct.pack("!BH", 0x80 | 126, length)
    return bytes([TEXT]) + size + bytes(4) + text

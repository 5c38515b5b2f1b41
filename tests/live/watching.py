"""A table over real sockets, and phones that watch it there."""

import asyncio
import ssl
import zlib
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, closing
from typing import Self

from flask import Flask, Response

from scorekeeper.live import Audience, Frame, Hub
from scorekeeper.web.http.asgi import Asgi, with_streams
from scorekeeper.web.http.proxies import parse_networks
from tests.live.streams import Event, parse
from tests.server_thread import ServerThread

SEATS = 60


def board(version: int) -> str:
    """A screen of which little changes from one version to the next."""
    rows = "\n".join(
        f'<li class="seat seat--{seat}"><b>{seat}</b><span>+{seat * 7}</span></li>' for seat in range(SEATS)
    )
    return f"<ol>{rows}</ol>\n<p>{version}</p>"


class WatchedTable:
    """One table, that anybody may watch and record at."""

    def __init__(self, draw: Callable[[int], str] = board, *, trusted: str = "") -> None:
        self.version = 0
        self.trusted = parse_networks(trusted)
        self.hub = Hub(lambda _table, _audience: Frame(self.version, draw(self.version)))
        self.app = Flask("house")
        self.app.add_url_rule("/record", view_func=self.record, methods=["POST"])

    def record(self) -> Response:
        self.version += 1
        self.hub.publish("t", self.version)
        return Response(str(self.version))

    def make(self) -> tuple[Asgi, Hub]:
        reader = Audience("reader", "en"), lambda: True
        return with_streams(self.app, self.hub, lambda _environ, _table: reader, self.trusted), self.hub


async def tap(server: ServerThread) -> None:
    """Record something, and hear that it is."""
    answer = await asyncio.to_thread(server.request, "POST", "/record", body="a bid")
    with closing(answer):
        assert answer.status == 200


class Watcher:
    """A phone with its stream open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._unpack: Callable[[bytes], bytes] = bytes
        self._begun = b""
        self._heard = 0
        self.status = ""
        self.headers: dict[str, str] = {}
        self.events: list[Event] = []

    @classmethod
    async def come(
        cls,
        stack: AsyncExitStack,
        port: int,
        path: str = "/live/t",
        *,
        gzip: bool = True,
        tls: ssl.SSLContext | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Self:
        """A phone that is answered."""
        name = "localhost" if tls else None
        phone = cls(*await asyncio.open_connection("127.0.0.1", port, ssl=tls, server_hostname=name))
        stack.callback(phone.go)
        lines = {
            "Host": f"localhost:{port}",
            **({"Accept-Encoding": "gzip, deflate"} if gzip else {}),
            **(headers or {}),
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        phone._writer.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        await phone._begin()
        return phone

    async def _begin(self) -> None:
        self.status, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().rstrip().split("\r\n")
        self.headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        if self.headers.get("content-encoding") == "gzip":
            self._unpack = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress

    def go(self) -> None:
        self._writer.close()

    async def event(self) -> Event | None:
        """The next event, or None when the stream has ended as it should."""
        while self._heard == len(self.events):
            size = int(await self._reader.readuntil(b"\r\n"), 16)
            data = (await self._reader.readexactly(size + 2))[:-2]
            if not size:
                return None
            whole, end, self._begun = (self._begun + self._unpack(data)).rpartition(b"\n\n")
            if whole:
                self.events += parse(whole + end)
        self._heard += 1
        return self.events[self._heard - 1]

    async def until(self, wanted: Callable[[Event], bool]) -> Event:
        """The next event of that kind. What comes before it is in `events` too."""
        while (event := await self.event()) is not None:
            if wanted(event):
                return event
        raise AssertionError(f"the stream ended after {self.events[-3:]}")

    async def version(self, version: int) -> Event:
        """The frame of that version."""
        return await self.until(lambda event: event.id == str(version))

    async def phones(self, count: int) -> Event:
        """Wait until so many phones watch."""
        return await self.until(lambda event: event == Event("phones", str(count)))

    async def end(self) -> None:
        """The end of the stream, whatever comes before it."""
        while await self.event() is not None:
            pass

    @property
    def versions(self) -> list[int]:
        return [int(event.id) for event in self.events if event.id]

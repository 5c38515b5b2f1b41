"""A slow link between phones and a server, on which time is reckoned and not waited for.

Bytes are passed on as they come. When they would have arrived follows from how many they are and how far it is, and
each end knows how late it is there: as late as what has arrived. So nothing depends on how fast the machine is.
"""

import asyncio
import socket
from contextlib import AsyncExitStack, suppress
from typing import Self

CHUNK = 1024
ROOM = 4096
"""Bytes that the system may keep for this end of a connection, which doubles them."""


class Direction:
    """One direction of a link, and how many bytes went that way."""

    def __init__(self) -> None:
        self.size = 0
        self.free_at = 0.0


class SlowLink:
    """Takes connections for a server, all of them over one link: `rate` bytes a second, `round_trip` seconds.

    `here` is the time at the phones' end and `there` at the server's, in seconds.
    """

    def __init__(self, server_port: int, rate: int = 20_000, round_trip: float = 0.3) -> None:
        self.server_port = server_port
        self.rate = rate
        self.delay = round_trip / 2
        self.here = self.there = 0.0
        self.up, self.down = Direction(), Direction()
        self.port = 0
        self._takes = asyncio.Event()
        self._takes.set()
        self._carrying: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, stack: AsyncExitStack, server_port: int, **settings: float) -> Self:
        """A link that takes connections."""
        link = cls(server_port, **settings)  # type: ignore[arg-type]
        listener = await asyncio.start_server(link._connect, "127.0.0.1", 0, limit=CHUNK)
        link.port = listener.sockets[0].getsockname()[1]
        stack.callback(listener.close)
        stack.callback(link.disconnect)
        return link

    def rest(self, seconds: float = 60) -> float:
        """The time some time later, when all that was under way has long arrived."""
        self.here = self.there = max(self.here, self.there) + seconds
        return self.here

    def take_nothing(self) -> None:
        """Let nothing more come down, and no more be sent than there is room for."""
        self._takes.clear()

    def take(self) -> None:
        """Let it come down again."""
        self._takes.set()

    def disconnect(self) -> None:
        """End every connection."""
        for each in self._carrying:
            each.cancel()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, ROOM)
        connection.setblocking(False)
        await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", self.server_port))
        from_server, to_server = await asyncio.open_connection(sock=connection, limit=CHUNK)
        for way, source, target in ((self.up, reader, to_server), (self.down, from_server, writer)):
            task = asyncio.create_task(self._carry(way, source, target))
            self._carrying.add(task)
            task.add_done_callback(self._carrying.discard)

    async def _carry(self, way: Direction, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            try:
                while data := await source.read(CHUNK):
                    if way is self.down:
                        await self._takes.wait()
                    self._reckon(way, len(data))
                    target.write(data)
                    await target.drain()
            finally:
                target.close()

    def _reckon(self, way: Direction, size: int) -> None:
        """So many bytes go that way now: after what goes already, and not sooner than they are sent."""
        way.size += size
        way.free_at = max(way.free_at, self.here if way is self.up else self.there) + size / self.rate
        arrived = way.free_at + self.delay
        if way is self.up:
            self.there = max(self.there, arrived)
        else:
            self.here = max(self.here, arrived)

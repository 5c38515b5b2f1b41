"""Connections that send one byte a second without an end, in request heads and in bodies."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection

from scorekeeper.commands.serve import allow_many_files
from tools.bench.wire import HOST
from tools.faults.server import PROCESSES

BEGINNINGS = (
    b"GET / HTTP/1.1\r\nHost: h\r\nX-Slow: ",
    b"POST /new HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\na=",
)
ELSEWHERE = ("127.0.0.2", 0)
"""The address that they come from: a server bounds the unfinished bodies of each network, and phones are of another."""

EVERY = 1.0
"""Seconds between two bytes of a connection."""

AT_ONCE = 50
"""Connections that are opened at the same time."""


@contextmanager
def hang_slow_connections(port: int, count: int) -> Iterator[None]:
    """Keep `count` slow connections at a server for the length of the block, in a process of their own."""
    hears, says = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=hold_connections, args=(port, count, says), daemon=True)
    process.start()
    says.close()
    try:
        hears.recv()
        yield
    finally:
        process.kill()
        process.join()


def hold_connections(port: int, count: int, says: Connection) -> None:
    """Hold the connections: the target of the process. Reports once all of them have sent something."""
    allow_many_files()
    asyncio.run(open_connections(port, count, says))


async def open_connections(port: int, count: int, says: Connection) -> None:
    """Open all connections and hold them until the process is killed."""
    turn, there = asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(0)
    async with asyncio.TaskGroup() as group:
        for number in range(count):
            group.create_task(hold_connection(port, BEGINNINGS[number % len(BEGINNINGS)], turn, there))
        for _ in range(count):
            await there.acquire()
        says.send(count)


async def hold_connection(port: int, beginning: bytes, turn: asyncio.Semaphore, there: asyncio.Semaphore) -> None:
    """Send a byte now and then. Reconnects when the server hangs up."""
    while True:
        with suppress(ConnectionError):
            async with turn:
                _, writer = await asyncio.open_connection(HOST, port, local_addr=ELSEWHERE)
                writer.write(beginning)
                await writer.drain()
            there.release()
            while not writer.is_closing():
                writer.write(b"a")
                await writer.drain()
                await asyncio.sleep(EVERY)

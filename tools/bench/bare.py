"""The cheapest possible server: an asyncio loop that inserts a row, writes bytes to sockets and knows no rules.

Arguments: the database to create, and the sizes of an answer and of an update in bytes. Prints the port.
"""

import asyncio
import gc
import json
import signal
import socket
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from tools.bench.probe import Probe, watch_loop
from tools.bench.wire import HOST, NO_CONTENT

SCHEMA = """
    pragma journal_mode = wal;
    create table actions (
        table_id text, version integer, key text, player integer, device text, at text, primary key (table_id, version)
    ) strict, without rowid;
    create table events (
        table_id text, version integer, action integer, schema integer, event text, primary key (table_id, version)
    ) strict, without rowid;
"""
MOVE = json.dumps({"type": "mighty.enter_contract", "declarer": 3, "bid": "14S"})


def open_database(path: Path | str) -> sqlite3.Connection:
    """Create a database with the same durability as the store's."""
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript(SCHEMA)
    db.execute("pragma synchronous = full")
    db.execute("pragma fullfsync = on")
    return db


def insert_action(db: sqlite3.Connection, table_id: str, version: int) -> None:
    """Insert an action with one move. It is on the disk when this returns."""
    db.execute("begin immediate")
    action = (table_id, version, f"key-{version}", 1, "device", "2026-01-01T20:00:00.000+00:00")
    db.execute("insert into actions values (?, ?, ?, ?, ?, ?)", action)
    db.execute("insert into events values (?, ?, ?, ?, ?)", (table_id, version, version, 1, MOVE))
    db.execute("commit")


def open_listener() -> socket.socket:
    """Return a socket that listens on a free port. Freezes the garbage collector: the process is ready to serve."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 100)
    listener = socket.create_server((HOST, 0))
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


class AnswerBody(NamedTuple):
    """The status and the body of an answer."""

    status: int
    body: bytes


class CountingTables:
    """Tables that are version numbers, with a callback for each watching phone."""

    def __init__(self, db: sqlite3.Connection, answer: int, update: int) -> None:
        self.db = db
        self.filler = "x" * answer
        self.update = "x" * update
        self.versions: dict[str, int] = defaultdict(int)
        self.watching: dict[str, list[Callable[[bytes], object]]] = defaultdict(list)
        self.probe = Probe(watch_loop)

    def build_event(self, table_id: str) -> bytes:
        """Return the event that streams are sent for the current version."""
        return f"id: {self.versions[table_id]}\ndata: {self.update}\n\n".encode()

    def answer(self, method: str, path: str, *, streaming: bool) -> AnswerBody:
        """Answer a request. A POST inserts a row first."""
        _, kind, about, *_ = f"{path}/".split("/")
        if kind == "probe":
            return AnswerBody(200, self.probe.answer(about))
        if method == "POST":
            self.record(about)
            if streaming:
                return AnswerBody(204, b"")
        return AnswerBody(200, f'<div data-version="{self.versions[about]}">{self.filler}</div>'.encode())

    def record(self, table_id: str) -> None:
        """Insert a row and send the new version to everyone who watches the table."""
        self.versions[table_id] += 1
        insert_action(self.db, table_id, self.versions[table_id])
        message = self.build_event(table_id)
        for tell in self.watching[table_id]:
            tell(message)


class PhoneProtocol(asyncio.Protocol):
    """A phone's connection. A request comes in one piece, or with its body in a second piece, which is ignored."""

    def __init__(self, bare: CountingTables) -> None:
        self.bare = bare

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the connection."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.watched: list[Callable[[bytes], object]] = []

    def connection_lost(self, _error: Exception | None) -> None:
        """Stop sending to the phone."""
        if self.watched:
            self.watched.remove(self.transport.write)

    def data_received(self, data: bytes) -> None:
        """Answer a request, or keep the connection as a stream."""
        method, path, _ = data.decode().split(" ", 2)
        if path.startswith("/live/"):
            table_id = path.split("/")[2]
            self.watched = self.bare.watching[table_id]
            self.watched.append(self.transport.write)
            head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
            self.transport.write(head + self.bare.build_event(table_id))
            return
        status, body = self.bare.answer(method, path, streaming=b"\r\nStreaming: yes\r\n" in data)
        length = "" if status == NO_CONTENT else f"Content-Length: {len(body)}\r\n"
        head = f"HTTP/1.1 {status} OK\r\nContent-Type: text/html; charset=utf-8\r\n{length}\r\n".encode()
        self.transport.write(head + body)


async def serve(database: str, answer: int, update: int) -> None:
    """Serve until the process is told to stop."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    listener = open_listener()
    with closing(open_database(database)) as db:
        bare = CountingTables(db, answer, update)
        await loop.create_server(lambda: PhoneProtocol(bare), sock=listener, backlog=2048)
        print(listener.getsockname()[1], flush=True)
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))

"""The least that could do it: an asyncio loop that inserts a row, writes bytes to sockets, and knows no rules.

Arguments: a database to make, and how many bytes an answer and a frame have. Prints the port.
"""

import asyncio
import json
import signal
import sqlite3
import sys
from collections import defaultdict
from contextlib import closing
from pathlib import Path

from scorekeeper.serve import allow_many_files, listen
from tests.bench.probe import Probe

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
PAGE = """<!doctype html><meta charset="utf-8"><title>Bare</title><p id="table" data-version="0"></p><script>
const shown = document.getElementById("table");
new EventSource("/live/t").onmessage = (event) => { shown.dataset.version = event.lastEventId; };
</script>"""


def open_database(path: Path | str) -> sqlite3.Connection:
    """A new database, as durable as the store's."""
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript(SCHEMA)
    db.execute("pragma synchronous = full")
    db.execute("pragma fullfsync = on")
    return db


def insert(db: sqlite3.Connection, table_id: str, version: int) -> None:
    """One action of one move, durable when this returns."""
    db.execute("begin immediate")
    action = (table_id, version, f"key-{version}", 1, "device", "2026-01-01T20:00:00.000+00:00")
    db.execute("insert into actions values (?, ?, ?, ?, ?, ?)", action)
    db.execute("insert into events values (?, ?, ?, ?, ?)", (table_id, version, version, 1, MOVE))
    db.execute("commit")


class Bare:
    """Tables that are a number, and who watches them."""

    def __init__(self, db: sqlite3.Connection, size: int) -> None:
        self.db = db
        self.filler = "x" * size
        self.versions: dict[str, int] = defaultdict(int)
        self.watching: dict[str, list[asyncio.Transport]] = defaultdict(list)
        self.probe = Probe()

    def message(self, table_id: str) -> bytes:
        """What a stream is sent."""
        return f"id: {self.versions[table_id]}\ndata: {self.filler}\n\n".encode()

    def watch(self, table_id: str, transport: asyncio.Transport) -> None:
        """Begin a stream."""
        self.watching[table_id].append(transport)
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        transport.write(head + self.message(table_id) + b"event: ping\ndata: 15\n\n")

    def record(self, table_id: str) -> str:
        """Insert a row and tell everyone."""
        self.versions[table_id] += 1
        insert(self.db, table_id, self.versions[table_id])
        message = self.message(table_id)
        for transport in self.watching[table_id]:
            transport.write(message)
        return self.fragment(table_id)

    def fragment(self, table_id: str) -> str:
        """What an answer shows."""
        return f'<div data-version="{self.versions[table_id]}">{self.filler}</div>'


class Phone(asyncio.Protocol):
    """A connection. Each request comes in one piece, or its body in a second one that is not looked at."""

    def __init__(self, bare: Bare) -> None:
        self.bare = bare

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        method, path, _ = data.split(b" ", 2)
        _, kind, table_id, *_ = f"{path.decode()}/".split("/")
        if kind == "live":
            self.bare.watch(table_id, self.transport)
        elif kind == "probe":
            self.answer(json.dumps(self.bare.probe.answer(table_id)))
        elif kind == "page":
            self.answer(PAGE)
        else:
            self.answer(self.bare.record(table_id) if method == b"POST" else self.bare.fragment(table_id))

    def answer(self, text: str) -> None:
        body = text.encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
        self.transport.write(head.encode() + body)


async def serve(database: str, size: int) -> None:
    """Serve until told to stop."""
    allow_many_files()
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    listener = listen("127.0.0.1", 0)
    with closing(open_database(database)) as db:
        bare = Bare(db, size)
        await loop.create_server(lambda: Phone(bare), sock=listener, backlog=2048)
        print(listener.getsockname()[1], flush=True)
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], int(sys.argv[2])))

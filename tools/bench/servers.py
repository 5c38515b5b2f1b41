"""The servers that are measured side by side, each in a process of its own."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import msgspec

from tools.bench.channels import Dialect
from tools.bench.forms import Device
from tools.bench.phones import WatchedTable
from tools.bench.probe import ProbeReading
from tools.bench.processes import QuietPhones, read_line, running_process, start_quiet_phones
from tools.bench.sizes import Sizes
from tools.bench.wire import HOST, PATIENCE, AnswerReader, build_get

TYPICAL_ANSWER, TYPICAL_UPDATE = 3_000, 700
"""Bytes of an answer with a board, and of an update, both compressed."""


class ServerKind(NamedTuple):
    """A kind of server: its module, the dialect it speaks, and whether it plays by the rules or only counts."""

    module: str
    dialect: Dialect = "http"
    plays: bool = False
    through: tuple[str, ...] = ()


APP = ServerKind("real", plays=True)
BARE = ServerKind("bare")
BARE_ASGI = ServerKind("bare_asgi")
SOCKETIO = ServerKind("socketio", "socketio", plays=True, through=("gevent.monkey", "--module"))
PLAIN_SOCKETIO = SOCKETIO._replace(module="plain_socketio")
"""Flask-SocketIO with stock Jinja, which keeps nothing that it has drawn."""


def list_kinds(sizes: Sizes, *kinds: ServerKind) -> list[ServerKind]:
    """Return the app, `kinds`, and Flask-SocketIO if it is wanted and installed."""
    return [APP, *kinds, *([SOCKETIO] if sizes.compares and find_spec("flask_socketio") else [])]


@dataclass(frozen=True, slots=True)
class MeasuredServer:
    """A server in a process of its own."""

    kind: ServerKind
    port: int
    running: subprocess.Popen[str]

    @property
    def memory(self) -> int:
        """Bytes of memory that the process holds."""
        answer = subprocess.run(["ps", "-o", "rss=", "-p", str(self.running.pid)], capture_output=True, check=True)
        return int(answer.stdout) * 1024

    @property
    def processor(self) -> float:
        """Seconds of processor time that the process has taken, in user and in system mode."""
        return self.probe("processor").processor

    def probe(self, question: str) -> ProbeReading:
        """See `Probe.answer`."""
        with socket.create_connection((HOST, self.port), timeout=PATIENCE) as connection:
            connection.sendall(build_get(f"/probe/{question}"))
            reader = AnswerReader()
            while not (answer := reader.feed(connection.recv(4096))):
                pass
        return msgspec.json.decode(answer.content, type=ProbeReading)

    def open_table(self, devices: Sequence[Device]) -> WatchedTable:
        """Connect phones at one table."""
        return WatchedTable(self.port, self.kind.dialect, devices)

    def start_quiet_phones(self) -> AbstractContextManager[QuietPhones]:
        """Run a process of phones that only watch; it has none at first."""
        return start_quiet_phones(self.port, self.kind.dialect)

    def start_load(self) -> AbstractContextManager["subprocess.Popen[str]"]:
        """Run a process of tables that play on command."""
        return start_load(self)

    def stop(self) -> float:
        """Ask the process to stop. Return the seconds until it ended. Raises `TimeoutExpired`."""
        began = time.perf_counter()
        self.running.terminate()
        self.running.wait(PATIENCE)
        return time.perf_counter() - began


def start_load(*servers: MeasuredServer) -> AbstractContextManager["subprocess.Popen[str]"]:
    """Run a process of tables that play on command, at a server or at several that share a database."""
    return running_process("load", ",".join(str(server.port) for server in servers), servers[0].kind.dialect)


@contextmanager
def run_server(kind: ServerKind, database: Path) -> Iterator[MeasuredServer]:
    """Run a server over a copy of `database`; one that only counts gets a new database beside it."""
    own = database.with_suffix(f".{kind.module}")
    if kind.plays:
        shutil.copy(database, own)
    sizes = () if kind.plays else (str(TYPICAL_ANSWER), str(TYPICAL_UPDATE))
    try:
        with running_process(kind.module, str(own), *sizes, through=kind.through) as running:
            yield MeasuredServer(kind, int(read_line(running)), running)
    finally:
        for left in own.parent.glob(f"{own.name}*"):
            left.unlink()


@contextmanager
def run_sharing_servers(url: str, count: int) -> Iterator[Sequence[MeasuredServer]]:
    """Run several of the app's processes over one database."""
    with ExitStack() as open_now:
        running = [open_now.enter_context(running_process(APP.module, url)) for _ in range(count)]
        yield [MeasuredServer(APP, int(read_line(each)), each) for each in running]


@contextmanager
def run_servers(kinds: Sequence[ServerKind], database: Path) -> Iterator[Mapping[ServerKind, MeasuredServer]]:
    """Run servers side by side, so that measurements in turn find the same machine."""
    with ExitStack() as running:
        yield {kind: running.enter_context(run_server(kind, database)) for kind in kinds}

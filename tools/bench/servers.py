"""The servers that are measured beside each other, each in a process of its own."""

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

from tools.bench.forms import Device
from tools.bench.lines import Dialect
from tools.bench.phones import Table
from tools.bench.probe import Seen
from tools.bench.processes import QuietPhones, hear, process, quiet_phones
from tools.bench.sizes import Sizes
from tools.bench.wire import HOST, PATIENCE, AnswerReader, get_request

TYPICAL_ANSWER, TYPICAL_UPDATE = 3_000, 700
"""Bytes of an answer with a board and of an update, packed."""


class Kind(NamedTuple):
    """A server that is measured: its module, how it is spoken to, and whether it plays; others only count."""

    module: str
    dialect: Dialect = "http"
    plays: bool = False
    through: tuple[str, ...] = ()


APP = Kind("real", plays=True)
BARE = Kind("bare")
BARE_ASGI = Kind("bare_asgi")
SOCKETIO = Kind("socketio", "socketio", plays=True, through=("gevent.monkey", "--module"))


def others(sizes: Sizes, *kinds: Kind) -> list[Kind]:
    """The app and what it is compared with: with Flask-SocketIO, where that is wanted and installed."""
    return [APP, *kinds, *([SOCKETIO] if sizes.compares and find_spec("flask_socketio") else [])]


@dataclass(frozen=True, slots=True)
class Server:
    """A server in a process of its own."""

    kind: Kind
    port: int
    running: subprocess.Popen[str]

    @property
    def memory(self) -> int:
        """Bytes of memory the process holds."""
        answer = subprocess.run(["ps", "-o", "rss=", "-p", str(self.running.pid)], capture_output=True, check=True)
        return int(answer.stdout) * 1024

    @property
    def processor(self) -> float:
        """Seconds of processor time that the process has taken, its own and the system's for it."""
        return self.probe("processor").processor

    def probe(self, question: str) -> Seen:
        """See `Probe.answer`."""
        with socket.create_connection((HOST, self.port), timeout=PATIENCE) as connection:
            connection.sendall(get_request(f"/probe/{question}"))
            reader = AnswerReader()
            while not (answer := reader.feed(connection.recv(4096))):
                pass
        return msgspec.json.decode(answer.content, type=Seen)

    def table(self, devices: Sequence[Device]) -> Table:
        """Phones at one table."""
        return Table(self.port, self.kind.dialect, devices)

    def quiet_phones(self) -> AbstractContextManager[QuietPhones]:
        """Phones that only watch, none at first."""
        return quiet_phones(self.port, self.kind.dialect)

    def load(self) -> AbstractContextManager["subprocess.Popen[str]"]:
        """Tables that play as they are told."""
        return load(self)

    def stop(self) -> float:
        """Ask the process to stop; how many seconds it takes to end. Raises `TimeoutExpired`."""
        began = time.perf_counter()
        self.running.terminate()
        self.running.wait(PATIENCE)
        return time.perf_counter() - began


def load(*servers: Server) -> AbstractContextManager["subprocess.Popen[str]"]:
    """Tables that play as they are told, at a server or at several that share a database."""
    return process("load", ",".join(str(server.port) for server in servers), servers[0].kind.dialect)


@contextmanager
def serving(kind: Kind, database: Path) -> Iterator[Server]:
    """A server over a copy of `database`, or beside it over a new one, if it only counts."""
    own = database.with_suffix(f".{kind.module}")
    if kind.plays:
        shutil.copy(database, own)
    sizes = () if kind.plays else (str(TYPICAL_ANSWER), str(TYPICAL_UPDATE))
    try:
        with process(kind.module, str(own), *sizes, through=kind.through) as running:
            yield Server(kind, int(hear(running)), running)
    finally:
        for left in own.parent.glob(f"{own.name}*"):
            left.unlink()


@contextmanager
def sharing(url: str, count: int) -> Iterator[Sequence[Server]]:
    """Several of the app's processes over one database."""
    with ExitStack() as open_now:
        running = [open_now.enter_context(process(APP.module, url)) for _ in range(count)]
        yield [Server(APP, int(hear(each)), each) for each in running]


@contextmanager
def all_serving(kinds: Sequence[Kind], database: Path) -> Iterator[Mapping[Kind, Server]]:
    """Servers beside each other, so that what is measured in turn finds the same machine."""
    with ExitStack() as running:
        yield {kind: running.enter_context(serving(kind, database)) for kind in kinds}

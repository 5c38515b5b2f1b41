"""The processes of a measurement: servers, and the phones that load them."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from tests.bench.evening import Device, as_json
from tests.bench.wire import HOST, PATIENCE, AnswerReader, get_request

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Server:
    """A server in a process of its own."""

    port: int
    pid: int

    @property
    def memory(self) -> int:
        """Bytes of memory the process holds."""
        answer = subprocess.run(["ps", "-o", "rss=", "-p", str(self.pid)], capture_output=True, check=True)
        return int(answer.stdout) * 1024

    def probe(self, question: str = "longest") -> dict[str, float]:
        """See `Probe.answer`."""
        with socket.create_connection((HOST, self.port), timeout=PATIENCE) as connection:
            connection.sendall(get_request(f"/probe/{question}"))
            reader = AnswerReader()
            while not (answer := reader.feed(connection.recv(4096))):
                pass
        return cast(dict[str, float], json.loads(answer.content))


def start(module: str, *arguments: str) -> subprocess.Popen[str]:
    """A process of this package, spoken to in lines."""
    command = [sys.executable, "-m", f"tests.bench.{module}", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@contextmanager
def process(module: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A process while it is needed. It is told to stop by a signal and by the end of its input."""
    with start(module, *arguments) as running:
        try:
            yield running
        finally:
            running.terminate()


@contextmanager
def real_server(database: Path) -> Iterator[Server]:
    """The app over `database`."""
    with process("real", str(database)) as running:
        yield Server(int(hear(running)), running.pid)


@contextmanager
def bare_server(database: Path, size: int) -> Iterator[Server]:
    """The reference over a new `database`; its answers and frames have `size` bytes."""
    with process("bare", str(database), str(size)) as running:
        yield Server(int(hear(running)), running.pid)


def hear(running: subprocess.Popen[str]) -> str:
    """The next line a process says. Raises `RuntimeError` when it has died."""
    assert running.stdout is not None
    line = running.stdout.readline()
    if not line:
        raise RuntimeError(f"{running.args!r} stopped")
    return line


def tell(running: subprocess.Popen[str], value: Any) -> Any:
    """Send a process a value and hear its answer."""
    assert running.stdin is not None
    print(as_json(value), file=running.stdin, flush=True)
    return json.loads(hear(running))


class QuietPhones:
    """Phones that only watch, in a process of their own."""

    def __init__(self, running: subprocess.Popen[str], port: int) -> None:
        self.running = running
        self.port = port

    def connect(self, devices: Sequence[Device], each: int) -> None:
        """Open streams, `each` so many a device, and wait until every one has shown its table."""
        tell(self.running, [[get_request(f"/live/{one.table_id}", one.cookie).decode(), each] for one in devices])


@contextmanager
def quiet_phones(server: Server) -> Iterator[QuietPhones]:
    """Phones for a server, none at first."""
    with process("quiet", str(server.port)) as running:
        yield QuietPhones(running, server.port)


def most_streams() -> int:
    """How many streams one process can hold here."""
    try:
        import resource
    except ImportError:  # Windows
        return 500
    return resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 200 if os.name == "posix" else 500

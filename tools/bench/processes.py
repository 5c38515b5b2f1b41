"""The processes of a measurement, and the quiet phones in one of them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from tools.bench.channels import Dialect
from tools.bench.forms import Device, to_json_line

ROOT = Path(__file__).parents[2]
PYTHON = (sys.executable, "-m")


def start_process(module: str, *arguments: str, through: Sequence[str] = ()) -> subprocess.Popen[str]:
    """Start a module of this package, which is spoken to in lines. `through` are modules that run it."""
    command = [*PYTHON, *through, f"tools.bench.{module}", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@contextmanager
def running_process(module: str, *arguments: str, through: Sequence[str] = ()) -> Iterator[subprocess.Popen[str]]:
    """Run a process for the length of the block. It is stopped by a signal and by the end of its input."""
    with start_process(module, *arguments, through=through) as running:
        try:
            yield running
        finally:
            running.terminate()


def read_line(running: subprocess.Popen[str]) -> str:
    """Return the next line that a process prints. Raises `RuntimeError` if it has ended."""
    assert running.stdout is not None
    line = running.stdout.readline()
    if not line:
        raise RuntimeError(f"{running.args!r} stopped")
    return line


def ask_process(running: subprocess.Popen[str], value: Any) -> Any:
    """Send a value to a process as JSON and return its answer."""
    assert running.stdin is not None
    print(to_json_line(value), file=running.stdin, flush=True)
    return json.loads(read_line(running))


class QuietPhones:
    """Phones that only watch, in a process of their own."""

    def __init__(self, running: subprocess.Popen[str]) -> None:
        self.running = running

    def connect(self, devices: Sequence[Device], each: int) -> None:
        """Open `each` streams for each device, and wait until each has shown its table."""
        ask_process(self.running, ["connect", devices, each])

    def reconnect(self) -> float:
        """Drop all streams and reopen them at once. Return the seconds until each has shown its table."""
        return cast(float, ask_process(self.running, ["reconnect", [], 0]))

    def count_messages(self) -> int:
        """Return how many messages came since the last call, once every phone has had one."""
        return cast(int, ask_process(self.running, ["heard", [], 0]))


@contextmanager
def start_quiet_phones(port: int, dialect: Dialect) -> Iterator[QuietPhones]:
    """Run a process of quiet phones for a server; it has no phones at first."""
    with running_process("quiet", str(port), dialect) as running:
        yield QuietPhones(running)


def find_stream_limit() -> int:
    """Return how many streams one process can hold on this system."""
    try:
        import resource
    except ImportError:  # Windows
        return 500
    return resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 200 if os.name == "posix" else 500

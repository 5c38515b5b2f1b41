"""The processes of a measurement, and the quiet phones among them."""

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
    """A process of this package, spoken to in lines. `through` are modules that run it."""
    command = [*PYTHON, *through, f"tools.bench.{module}", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@contextmanager
def running_process(module: str, *arguments: str, through: Sequence[str] = ()) -> Iterator[subprocess.Popen[str]]:
    """A process while it is needed. It is told to stop by a signal and by the end of its input."""
    with start_process(module, *arguments, through=through) as running:
        try:
            yield running
        finally:
            running.terminate()


def read_line(running: subprocess.Popen[str]) -> str:
    """The next line a process says. Raises `RuntimeError` when it has died."""
    assert running.stdout is not None
    line = running.stdout.readline()
    if not line:
        raise RuntimeError(f"{running.args!r} stopped")
    return line


def ask_process(running: subprocess.Popen[str], value: Any) -> Any:
    """Send a process a value and hear its answer."""
    assert running.stdin is not None
    print(to_json_line(value), file=running.stdin, flush=True)
    return json.loads(read_line(running))


class QuietPhones:
    """Phones that only watch, in a process of their own."""

    def __init__(self, running: subprocess.Popen[str]) -> None:
        self.running = running

    def connect(self, devices: Sequence[Device], each: int) -> None:
        """Open streams, `each` so many a device, and wait until every one has shown its table."""
        ask_process(self.running, ["connect", devices, each])

    def reconnect(self) -> float:
        """Drop all and open them again at once; how many seconds it takes until every one has shown its table."""
        return cast(float, ask_process(self.running, ["reconnect", [], 0]))

    def count_messages(self) -> int:
        """How many messages came since this was last asked, once every phone has had one."""
        return cast(int, ask_process(self.running, ["heard", [], 0]))


@contextmanager
def start_quiet_phones(port: int, dialect: Dialect) -> Iterator[QuietPhones]:
    """Phones for a server, none at first."""
    with running_process("quiet", str(port), dialect) as running:
        yield QuietPhones(running)


def find_stream_limit() -> int:
    """How many streams one process can hold here."""
    try:
        import resource
    except ImportError:  # Windows
        return 500
    return resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 200 if os.name == "posix" else 500

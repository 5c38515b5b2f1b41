"""`scorekeeper serve` as a process that can be killed, starved and given a wrong clock.

Each is forked from a process that has imported the program already, which takes longer than the rest of a start.
"""

import faulthandler
import multiprocessing
import os
import resource
import signal
import sqlite3
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, tzinfo
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import click

from scorekeeper.commands import serve
from scorekeeper.store import sqlite

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tools.faults.server"])

MAKE_ROOM = signal.SIGUSR1
ROOM = "There is room again"
STDOUT, STDERR = 1, 2


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The conditions under which a server starts.

    `port` is the server's, or 0 for a free one, `checkpoint_pages` the number of pages in SQLite's write-ahead log that
    triggers a checkpoint, `patience` the seconds it waits for another program's lock, `largest` the most bytes of any
    file until there is room again. `clock` holds the seconds by which all wall clocks are wrong; it may change at any
    moment.
    """

    port: int = 0
    checkpoint_pages: int = 1000
    patience: float = 5
    largest: int | None = None
    clock: Any = None
    read_only: bool = False


class StartFailed(Exception):
    """A server stopped before it served, with this exit code and message."""

    def __init__(self, exit_code: int | None, said: str) -> None:
        super().__init__(exit_code, said)
        self.exit_code = exit_code
        self.said = said


class ServerProcess:
    """A server over the database at `url`, until it stops or is killed. Its output goes to `log`."""

    def __init__(self, url: str, log: Path, setting: ServerSettings) -> None:
        self.port = 0
        self._told, tells = PROCESSES.Pipe(duplex=False)
        self._process = PROCESSES.Process(
            target=serve_until_stopped,
            args=(f"sqlite:///{url}?mode=ro" if setting.read_only else url, log, tells, setting),
        )
        self._process.start()
        tells.close()

    def __str__(self) -> str:
        return f"process {self._process.pid}, exit code {self._process.exitcode}, port {self.port}"

    def wait_until_it_serves(self) -> None:
        """Wait for the server's port. Raises `StartFailed`."""
        try:
            address = str(self._told.recv())
        except EOFError:
            address = "killed"
        if not address.startswith("http://"):
            raise StartFailed(self.exit_code(), address)
        self.port = int(address.rpartition(":")[2])

    def make_room(self) -> None:
        """Lift the limit on file sizes."""
        self.send(MAKE_ROOM)
        self._told.recv()

    def send(self, signum: int = signal.SIGKILL) -> None:
        """Send a signal, unless the process has ended."""
        with suppress(ProcessLookupError):
            os.kill(self._process.pid or 0, signum)

    def exit_code(self) -> int | None:
        """Wait for the end and return the exit code; a negative one is the signal that killed the process."""
        self._process.join()
        return self._process.exitcode


def serve_until_stopped(url: str, log: Path, tells: Connection, setting: ServerSettings) -> None:
    """Serve: the target of the process. Sends its address, or the reason why it does not serve."""
    with suppress(OSError), log.open("ab") as file:  # the disk may be full
        os.dup2(file.fileno(), STDOUT)
        os.dup2(file.fileno(), STDERR)
    faulthandler.enable()
    serve.announce = lambda address, *_notes, **_others: tells.send(address)  # type: ignore[attr-defined]
    configure_connections(setting)
    if setting.clock is not None:
        follow_clock(setting.clock)
    if setting.largest is not None:
        limit_file_size(setting.largest, tells)
    try:
        serve.serve("127.0.0.1", setting.port, url)
    except click.ClickException as refusal:
        tells.send(refusal.format_message())
        sys.exit(refusal.exit_code)


def configure_connections(setting: ServerSettings) -> None:
    """Set the checkpoint interval and the lock timeout of every connection to the database."""
    connect = sqlite3.connect

    def connect_configured(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **kwargs)
        connection.execute(f"pragma wal_autocheckpoint = {setting.checkpoint_pages:d}")
        connection.execute(f"pragma busy_timeout = {round(1000 * setting.patience):d}")
        return connection

    sqlite.sqlite3.connect = connect_configured  # type: ignore[attr-defined]


def follow_clock(clock: Any) -> None:
    """Shift every wall clock by `clock.value` seconds; monotonic clocks stay as they are."""
    right, date_and_time = time.time, datetime

    class Wrong(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return date_and_time.fromtimestamp(time.time(), tz)

    time.time = lambda: right() + clock.value
    for module in tuple(sys.modules.values()):
        if getattr(module, "datetime", None) is date_and_time:
            module.datetime = Wrong  # type: ignore[attr-defined]


def limit_file_size(largest: int, tells: Connection) -> None:
    """Let no file grow beyond `largest` bytes until a signal lifts the limit."""
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, most))

    def make_room(*_: object) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        tells.send(ROOM)

    signal.signal(MAKE_ROOM, make_room)

"""Commands as processes that are killed at a chosen moment. They are forked from one that has imported the program."""

import multiprocessing
import os
import re
import resource
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any

from scorekeeper.commands.main import main

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.commands.killed"])

MOMENTS = frozenset(
    {
        *("open", "write", "close", "fsync", "replace", "rename", "link", "unlink", "chown", "chmod", "mkdir", "touch"),
        *("connect", "execute", "executescript", "backup", "commit", "rollback"),
    }
)
"""Functions of Python and of SQLite before and after which a command is killed: all that change a file."""

EVER = 10**9


def run_command(folder: Path, *arguments: str, moment: int = EVER, largest: int | None = None) -> int:
    """Run a command in a folder and return its exit code; that of a killed one is negative.

    It is killed at its `moment`th moment, or as soon as a file grows beyond `largest` bytes.
    """
    process = PROCESSES.Process(target=run_until_killed, args=(folder, arguments, moment, largest))
    process.start()
    process.join()
    return process.exitcode if process.exitcode is not None else 0


def count_moments(folder: Path, *arguments: str) -> int:
    """Run a command to its end and return the number of its moments."""
    told, tells = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=run_until_killed, args=(folder, arguments, EVER, None, tells))
    process.start()
    process.join()
    assert process.exitcode == 0, arguments
    return int(told.recv())


def run_until_killed(
    folder: Path, arguments: tuple[str, ...], moment: int, largest: int | None, tells: Any = None
) -> None:
    """Run a command: the target of the process."""
    os.chdir(folder)
    os.environ["SCOREKEEPER_DATABASE"] = "evening.db"
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    if largest is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
    passed = 0

    def count(_frame: FrameType, event: str, called: Any) -> None:
        nonlocal passed
        if event in ("c_call", "c_return") and called.__name__ in MOMENTS:
            passed += 1
            if passed == moment:
                os.kill(os.getpid(), signal.SIGKILL)

    command: Callable[..., Any] = main
    sys.setprofile(count)
    try:
        command(arguments, standalone_mode=True)
    except SystemExit as end:
        sys.setprofile(None)
        if tells is not None:
            tells.send(passed)
        raise end


def read_content(path: Path) -> object:
    """Return all that is in a file but when it was written: of a database its rows."""
    if not path.exists():
        return None
    data = path.read_bytes()
    if not data.startswith(b"SQLite"):
        return re.sub(rb'"exported": *"[^"]+"', b"", data)
    with closing(sqlite3.connect(path)) as db:
        return [line for line in db.iterdump() if "_sqlite_migrations" not in line]

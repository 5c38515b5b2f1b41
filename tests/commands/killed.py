"""Commands as processes that are killed at a chosen moment. They are forked from one that has imported the program."""

import multiprocessing
import os
import re
import resource
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from scorekeeper.commands.main import main
from scorekeeper.store import open_store
from tests.export.evenings import mighty_evening, zhao_pengyou_evening

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

LANDED = Path(__file__).parents[1] / "landed" / "version_1" / "database.sql"

COMMANDS: dict[str, tuple[str, ...]] = {
    "copy.db": ("backup", "copy.db"),
    "older.db": ("backup", "older.db", "--replace"),
    "evening.db": ("restore", "older.db", "--replace"),
    "restored.db": ("restore", "older.db", "--database", "restored.db"),
    "copied.db": ("copy", "evening.db", "copied.db"),
    "other.db": ("copy", "evening.db", "other.db", "--replace"),
    "table.json": ("export", "{id}", "-o", "table.json"),
    "old.json": ("export", "{id}", "-o", "old.json", "--replace"),
    "list.txt": ("export", "-o", "list.txt"),
    "history.db": ("export", "--to", "history.db", "--metadata", "about.yaml"),
    "known.db": ("export", "--to", "known.db"),
    "version_1.db": ("prune", "--unused-for", "40000", "--database", "version_1.db"),
}
"""The commands that write files, by the file."""


class Moments(NamedTuple):
    """The moments of a command: its calls that change a file, before and after each, and the seconds that it takes."""

    calls: int
    seconds: float


def fill_folder(folder: Path) -> str:
    """Make a folder with a database in use, older copies of it and one of version 1.0, and return a table's id."""
    folder.mkdir()
    database = folder / "evening.db"
    with open_store(database) as store:
        table = mighty_evening(store).id
    for arguments in (("backup", "older.db"), ("backup", "other.db"), ("export", "--to", "known.db")):
        assert run_command(folder, *arguments) == 0
    (folder / "old.json").write_text("{}")
    with closing(sqlite3.connect(folder / "version_1.db")) as db:
        db.executescript(LANDED.read_text(encoding="utf-8"))
    with open_store(database) as store:
        zhao_pengyou_evening(store)
        mighty_evening(store)
    return table


def run_command(
    folder: Path, *arguments: str, moment: int = EVER, largest: int | None = None, seconds: float | None = None
) -> int:
    """Run a command in a folder and return its exit code; that of a killed one is negative.

    It is killed at its `moment`th moment, as soon as a file grows beyond `largest` bytes, or after `seconds`.
    """
    process = PROCESSES.Process(target=run_until_killed, args=(folder, arguments, moment, largest))
    process.start()
    process.join(seconds)
    process.kill()
    process.join()
    return process.exitcode if process.exitcode is not None else 0


def count_moments(folder: Path, *arguments: str) -> Moments:
    """Run a command to its end and return its moments."""
    told, tells = PROCESSES.Pipe(duplex=False)
    began = time.monotonic()
    process = PROCESSES.Process(target=run_until_killed, args=(folder, arguments, EVER, None, tells))
    process.start()
    process.join()
    assert process.exitcode == 0, arguments
    return Moments(told.recv(), time.monotonic() - began)


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

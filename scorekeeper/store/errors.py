"""Errors of the store, and the meaning of SQLite's error codes."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

Reason = Literal["locked", "read_only", "full", "broken", "vanished", "closed"]


class StoreError(Exception):
    """The base class of all errors of the store. Nothing was stored."""


class StaleVersion(StoreError):
    """Raised where the table is at version `current`, not at the version that the action follows."""

    def __init__(self, current: int) -> None:
        super().__init__(f"the table is at version {current}")
        self.current = current


class UnknownTable(StoreError):
    """Raised where there is no table of that id."""


class TableExists(StoreError):
    """Raised where there is a table of that id already."""


class KeyReused(StoreError):
    """Raised where the key of an action was used before at this table, for another action."""


class NewerSchema(StoreError):
    """Raised where the database, or a move in it, was written by a newer Scorekeeper than this one."""


class OlderSchema(StoreError):
    """Raised where the database, or a move in it, was written before version 1.0."""

    def __init__(self, written: str = "made the database") -> None:
        super().__init__(f"a Scorekeeper from before 1.0 {written}; only what 1.0 and later wrote can be opened")


class UnknownDatabase(StoreError, ValueError):
    """Raised for a name that is no database which this program can open."""


class NotEmpty(StoreError):
    """Raised where the target of a copy is not empty."""

    def __init__(self, url: str) -> None:
        super().__init__(f"there is something in {url} already: name an empty database")


class DatabaseInUse(StoreError):
    """Raised where another server has the database open, at `address` if that is known."""

    def __init__(self, address: str) -> None:
        where = f" at {address}: use that" if address else ": use that"
        super().__init__(f"another Scorekeeper serves this database{where}, or name another with --database")
        self.address = address


class StoreUnavailable(StoreError):
    """Raised where the database cannot be read or written now, for `reason`; `str()` adds the engine's own words.

    ``locked``: another program holds it for longer than the busy timeout. ``read_only`` and ``full``: the file or its
    disk. ``broken``: the file is damaged, out of reach, or no database of this program. ``vanished``: the file was
    deleted or replaced while it was open. ``closed``: the program is stopping.
    """

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"the database is {reason.replace('_', '-')}" + (f": {detail}" if detail else ""))
        self.reason: Reason = reason


class NoDatabase(StoreUnavailable):
    """Raised where a name stands for nothing that could be opened; `str()` says why."""

    def __init__(self, why: str) -> None:
        super().__init__("broken")
        self.args = (why,)


REASONS: dict[int, Reason] = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CANTOPEN: "broken",
    sqlite3.SQLITE_CORRUPT: "broken",
    sqlite3.SQLITE_IOERR: "broken",
    sqlite3.SQLITE_NOTADB: "broken",
}


def translate_error(error: BaseException) -> Exception:
    """Return the error to raise for `error`: `StoreUnavailable` where the database is the cause, else itself."""
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF  # an extended code keeps its primary code in the low byte
    if isinstance(error, sqlite3.Error) and primary in REASONS:
        return StoreUnavailable(REASONS[primary], str(error))
    return error if isinstance(error, Exception) else StoreUnavailable("closed", "interrupted")


@contextmanager
def translate_sqlite_errors() -> Iterator[None]:
    """Raise SQLite's errors inside the block as `StoreUnavailable`."""
    try:
        yield
    except sqlite3.Error as error:
        raise translate_error(error) from error

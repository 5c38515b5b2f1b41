"""A SQLite file: its connections, how durable they are, and how threads share them."""

import errno
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlite_utils import Database

from scorekeeper.store.errors import Reason, StoreUnavailable, translating
from scorekeeper.store.group_commit import GroupCommit
from scorekeeper.store.migrations import migrate

T = TypeVar("T")


class SqliteFile:
    """One database file in write-ahead mode: one connection that writes, and as many that read as ask at once.

    A reader never waits for the writer. `durable` flushes every commit to the disk; only throw-away databases go
    without. `busy_seconds` is how long to wait for another program's write.
    """

    def __init__(self, path: Path, *, read_only: bool = False, durable: bool = True, busy_seconds: float = 5.0) -> None:
        self._address = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}"
        self._durable = durable
        self._busy_seconds = busy_seconds
        self._idle: list[Database] = []
        self._lock = threading.Lock()
        self._closed = False
        if not read_only:
            create_private(path)
        writer = self._connect()
        try:
            with translating():
                migrate(writer)
                writer.execute("pragma foreign_keys = on")  # not before: a step may rebuild a table others refer to
        except BaseException:
            writer.close()
            raise
        self._writer = GroupCommit(writer)

    def write(self, work: Callable[[Database], T]) -> T:
        """Run `work` in a transaction that is durable when this returns; what it raises undoes it."""
        return self._writer.run(work)

    def read(self, work: Callable[[Database], T]) -> T:
        """Run `work`, which only reads."""
        db = self._reader()
        try:
            with translating():
                return work(db)
        finally:
            with self._lock:
                if not self._closed:
                    self._idle.append(db)
            if self._closed:
                db.close()

    def close(self) -> None:
        """Wait for the write under way and close every connection; a second time does nothing."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            idle, self._idle = self._idle, []
        for db in idle:
            db.close()
        self._writer.close()

    def _reader(self) -> Database:
        with self._lock:
            if self._closed:
                raise StoreUnavailable("closed")
            if self._idle:
                return self._idle.pop()
        reader = self._connect()
        reader.execute("pragma query_only = on")
        return reader

    def _connect(self) -> Database:
        with translating():
            connection = sqlite3.connect(
                self._address, uri=True, timeout=self._busy_seconds, isolation_level=None, check_same_thread=False
            )
            db = Database(connection, execute_plugins=False)
            db.execute(f"pragma synchronous = {'full' if self._durable else 'off'}")
            db.execute("pragma fullfsync = on")  # macOS: fsync alone leaves the data in the drive's cache
        return db


REASONS_BY_ERRNO: dict[int | None, Reason] = {
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
    errno.EROFS: "read_only",
    errno.ENOSPC: "full",
}


def create_private(path: Path) -> None:
    """Make the file and its folder if they are missing, for the user's eyes only: the file holds the secret key."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreUnavailable(REASONS_BY_ERRNO.get(error.errno, "broken"), str(error)) from error

"""A SQLite file: its connections, its durability, and its use by several threads."""

import errno
import logging
import os
import shutil
import sqlite3
import stat
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TypeVar

from sqlite_utils import Database

from scorekeeper.own_process import is_confined
from scorekeeper.store.errors import Reason, StoreUnavailable, translate_sqlite_errors
from scorekeeper.store.group_commit import GroupCommit
from scorekeeper.store.migrations import migrate
from scorekeeper.store.sql import Connection, OnNotify

T = TypeVar("T")

logger = logging.getLogger("scorekeeper")

ROOM = 1024 * 1024
"""Free bytes that the disk must have for anything to be recorded."""


class SqliteFile:
    """A database file in write-ahead mode, with one connection that writes and a pool of connections that read.

    A reader never waits for the writer. `durable` flushes every commit to the disk; only temporary databases go
    without. `busy_seconds` is how long to wait for another program's write.
    """

    def __init__(self, path: Path, *, read_only: bool = False, durable: bool = True, busy_seconds: float = 5.0) -> None:
        self._address = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}"
        self._read_only = read_only
        self._durable = durable
        self._busy_seconds = busy_seconds
        self._idle: list[Database] = []
        self._lock = threading.Lock()
        self._closed = False
        self.path = path.absolute()
        self.url = str(self.path)
        self._vanished = False
        if not read_only:
            create_private(path)
        self._identity = file_identity(path)
        writer = self._connect()
        try:
            with translate_sqlite_errors():
                migrate(writer)
                writer.execute(
                    "pragma foreign_keys = on"
                )  # after migrating: a step may rebuild a table that others refer to
        except BaseException:
            writer.close()
            raise
        self._writer = GroupCommit(writer)

    def write(self, work: Callable[[Database], T], *, of: str | tuple[str, str] = "") -> T:  # noqa: ARG002  (one writer)
        """See `scorekeeper.store.sql.Database.write`: all works run one after the other."""
        self._check_in_place()

        def unless_gone(db: Database) -> T:
            if self._vanished:  # rescued while this waited: the rescued file would lack it
                raise StoreUnavailable("vanished", str(self.path))
            return work(db)

        return self._writer.run(unless_gone)

    def read(self, work: Callable[[Database], T], *, at_once: bool = False) -> T:
        """See `scorekeeper.store.sql.Database.read`."""
        self._check_in_place()
        db = self._reader()
        try:
            with translate_sqlite_errors():
                if at_once:
                    db.execute("begin")
                return work(db)
        finally:
            if at_once:
                db.rollback()
            with self._lock:
                if not self._closed:
                    self._idle.append(db)
            if self._closed:
                db.close()

    def check_usable(self) -> None:
        """See `scorekeeper.store.sql.Database.check_usable`."""
        try:
            self.read(lambda db: db.execute("select count(*) from sqlite_master").fetchone())
            self.write(lambda _: None)  # takes the lock that recording takes, and commits nothing
            writable = not self._read_only and os.access(self.path, os.W_OK)
            free = shutil.disk_usage(self.path.parent).free
        except (sqlite3.Error, OSError) as error:
            raise StoreUnavailable("broken", str(error)) from error
        if not writable or free < ROOM:
            raise StoreUnavailable("full" if writable else "read_only")

    def copy_to(self, path: Path) -> None:
        """Write everything, as of now, into a new file with mode 0600."""
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with translate_sqlite_errors():
            self._writer.copy_to(path)

    def listen(
        self,
        on_notify: OnNotify,  # noqa: ARG002  (one server has the file to itself: there is nothing to hear)
        on_connected: Callable[[], None],  # noqa: ARG002
    ) -> AbstractContextManager[None]:
        """See `scorekeeper.store.sql.Database.listen`."""
        return nullcontext()

    def advance_numbers(self, db: Connection) -> None:
        """Do nothing: SQLite takes the next number by itself."""

    def find_damage(self) -> tuple[str, ...]:
        """Return the damage that SQLite finds in the file, a line each."""
        found = self.read(lambda db: [str(line) for (line,) in db.execute("pragma integrity_check")])
        return () if found == ["ok"] else tuple(found)

    def is_in_place(self) -> bool:
        """Return whether the file still is the one that was opened. Writes to a deleted or replaced file would be lost.

        The first time that it is not, the content, which the open connection still has, is rescued into another file.
        """
        if not self._vanished and file_identity(self.path) == self._identity:
            return True
        with self._lock:
            first, self._vanished = not self._vanished, True
        if first and not is_confined():  # else the server that started this process does it
            rescue_file(self, self.path)
        return False

    def _check_in_place(self) -> None:
        """Raise `StoreUnavailable` once the file is gone."""
        if not self.is_in_place():
            raise StoreUnavailable("vanished", str(self.path))

    def close(self) -> None:
        """Wait for the write under way and close every connection; a second time do nothing."""
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
        with translate_sqlite_errors():
            connection = sqlite3.connect(
                self._address, uri=True, timeout=self._busy_seconds, isolation_level=None, check_same_thread=False
            )
            db = Database(connection, execute_plugins=False)
            db.execute(f"pragma synchronous = {'full' if self._durable else 'off'}")
            db.execute("pragma fullfsync = on")  # macOS: fsync alone leaves the data in the drive's cache
        return db


def file_identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode of a file; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def rescue_file(file: SqliteFile, path: Path) -> None:
    """Save the content of a deleted file beside its old place, or in the temporary folder if its folder is gone too."""
    name = f"{path.stem}-rescued-{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}"
    for folder in (path.parent, Path(tempfile.gettempdir())):
        part = folder / f"{name}.part"  # a file with the final name is whole, even if the program dies meanwhile
        try:
            file.copy_to(part)
            part.rename(folder / name)
        except (OSError, StoreUnavailable) as error:
            logger.error("%s is gone, and cannot be saved as %s: %s", path, folder / name, error)
        else:
            logger.error("%s was deleted or replaced. All that was in it is in %s", path, folder / name)
            return


REASONS_BY_ERRNO: dict[int | None, Reason] = {
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
    errno.EROFS: "read_only",
    errno.ENOSPC: "full",
}


def create_private(path: Path) -> None:
    """Create the file and its folder with modes 0600 and 0700 if they are missing: the file holds the secret key.

    An existing file that others can read, such as a copy, is closed to them, if the user may do that. SQLite gives the
    files beside it the same mode.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
        for each in (path, *(path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm"))):
            if each.exists() and each.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                with suppress(PermissionError):
                    each.chmod(0o600)
    except OSError as error:
        raise StoreUnavailable(REASONS_BY_ERRNO.get(error.errno, "broken"), str(error)) from error

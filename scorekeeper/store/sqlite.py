"""A SQLite file: its connections, its durability, and its use by several threads."""

import errno
import logging
import os
import re
import shutil
import sqlite3
import stat
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TypeVar

from sqlite_utils import Database

from scorekeeper.own_process import is_confined
from scorekeeper.store.errors import NoDatabase, Reason, StoreUnavailable, translate_error, translate_sqlite_errors
from scorekeeper.store.group_commit import GroupCommit
from scorekeeper.store.migrations import migrate
from scorekeeper.store.sql import Connection, OnNotify
from scorekeeper.whole_files import find_parts, write_whole

T = TypeVar("T")

logger = logging.getLogger("scorekeeper")

MOUNTS = Path("/proc/self/mountinfo")

ROOM = 1024 * 1024
"""Free bytes that the disk must have for anything to be recorded."""


class SqliteFile:
    """A database file in write-ahead mode, with one connection that writes and a pool of connections that read.

    A reader never waits for the writer. `durable` flushes every commit to the disk; only temporary databases go
    without. `busy_seconds` is how long to wait for another program's write.
    """

    def __init__(self, path: Path, *, read_only: bool = False, durable: bool = True, busy_seconds: float = 5.0) -> None:
        self._read_only = read_only
        self._durable = durable
        self._busy_seconds = busy_seconds
        self._idle: list[Database] = []
        self._lock = threading.Lock()
        self._closed = False
        self.path = path = path.absolute()
        self.url = str(self.path)
        self._vanished = False
        if not read_only:
            make_private_folder(path)
            if not path.exists():
                self._create()
        check_content(path)
        check_one_name(path)
        self._identity = file_identity(path)
        writer = self._connect(path)
        try:
            with translate_sqlite_errors(), refuse_other_files(path):
                if not writer.table_names():
                    raise NoDatabase(f"{path} is empty: there is no database in it")
                migrate(writer)
                if not read_only:
                    close_to_others(path)
                writer.execute(
                    "pragma foreign_keys = on"
                )  # after migrating: a step may rebuild a table that others refer to
        except BaseException:
            writer.close()
            raise
        self._writer = GroupCommit(writer)

    def _create(self) -> None:
        """Make the database beside its place and rename it, so that a file under its name is never an empty one."""
        whole = write_whole(self.path) if self._durable else nullcontext(self.path)
        with suppress(FileExistsError), translate_os_errors(), whole as part:  # or another program was faster
            make_private_file(part)
            with translate_sqlite_errors(), closing(self._connect(part)) as db:
                migrate(db)

    def write(self, work: Callable[[Database], T], *, of: str | tuple[str, ...] = "") -> T:  # noqa: ARG002  (one writer)
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

    def copy_to(self, path: Path, *, replace: bool = False) -> None:
        """See `scorekeeper.store.sql.Database.copy_to`. A new file has mode 0600."""
        with write_whole(path, replace=replace) as part:
            make_private_file(part)
            try:
                self._writer.copy_to(part)
            except sqlite3.Error as error:
                failed = translate_error(error)
                failed.args = (f"{path} cannot be written: {error}",)
                raise failed from error

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
        reader = self._connect(self.path)
        reader.execute("pragma query_only = on")
        return reader

    def _connect(self, path: Path) -> Database:
        address = f"{path.as_uri()}?mode={'ro' if self._read_only else 'rw'}"
        if self._read_only and is_still(path):
            address += "&immutable=1"
        with translate_sqlite_errors(), refuse_other_files(path):
            connection = sqlite3.connect(
                address, uri=True, timeout=self._busy_seconds, isolation_level=None, check_same_thread=False
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
        try:
            file.copy_to(folder / name)
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


@contextmanager
def translate_os_errors() -> Iterator[None]:
    """Raise errors of the system inside the block as `StoreUnavailable`, but for `FileExistsError`."""
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        raise StoreUnavailable(REASONS_BY_ERRNO.get(error.errno, "broken"), str(error)) from error


def make_private_folder(path: Path) -> None:
    """Create the folder of a database with mode 0700 if it is missing: the file holds the secret key."""
    with translate_os_errors(), suppress(FileExistsError):  # a file stands there, of which opening says so
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_private_file(path: Path) -> None:
    """Create an empty file with mode 0600, which SQLite gives the files beside it as well."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def close_to_others(path: Path) -> None:
    """Close a file that others can read, such as a copy, to them, if the user may do that."""
    for each in (path.with_name(f"{path.name}{end}") for end in ("", "-wal", "-shm")):
        if each.exists() and each.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            with suppress(PermissionError):
                each.chmod(0o600)


def check_content(path: Path) -> None:
    """Raise `NoDatabase` for a folder, and for an empty file, which a store could only make a database of."""
    if path.is_dir():
        raise NoDatabase(f"{path} is a folder: name a file")
    if path.exists() and path.stat().st_size == 0:
        raise NoDatabase(f"{path} is empty: there is no database in it")


def check_one_name(path: Path) -> None:
    """Raise `NoDatabase` for a file with several names: hard links, or a mount of the file alone.

    SQLite's log stands beside one of them: who opened the file by another would not see what it holds.
    """
    if not path.is_file():
        return
    if str(path.resolve()) in list_mount_points():
        raise NoDatabase(f"{path} is mounted as a file: mount the folder that it is in")
    if path.stat().st_nlink == 1:
        return
    for part in find_parts(path):
        if part.samefile(path):  # the program was killed as it gave the file its name
            part.unlink(missing_ok=True)
    if path.stat().st_nlink > 1:
        raise NoDatabase(f"{path} has another name as well, a hard link: delete one of the names, or make a copy")


def list_mount_points() -> set[str]:
    """Return the paths at which Linux has mounted something; none on other systems."""
    if not MOUNTS.is_file():
        return set()
    points = (line.split(" ")[4] for line in os.fsdecode(MOUNTS.read_bytes()).splitlines())
    return {re.sub(r"\\(\d{3})", lambda code: chr(int(code[1], 8)), point) for point in points}


def is_still(path: Path) -> bool:
    """Return whether nobody writes to a file: it has no log, and its folder has no room for one."""
    return not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists()


@contextmanager
def refuse_other_files(path: Path) -> Iterator[None]:
    """Raise SQLite's error inside the block as `NoDatabase` where the file is none of SQLite's."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_NOTADB:
            raise
        raise NoDatabase(f"{path} is no SQLite file") from error

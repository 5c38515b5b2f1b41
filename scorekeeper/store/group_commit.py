"""Group commit: writes that wait for each other's disk flush share the next one.

There is no writer thread. A thread that comes while nobody commits becomes the leader: it commits its own work and all
work that is queued meanwhile, each piece in a savepoint. A lone write therefore never waits. Where a flush takes 3 ms,
thirty tables record two to three times as much as with a flush for each write.
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Generic, TypeVar, cast

from sqlite_utils import Database

from scorekeeper.store.errors import StoreUnavailable, translate_error

T = TypeVar("T")

PATIENCE = 0.5
"""Seconds for which another program may hold the database before new work is refused at once.

Earlier work waits on for the busy timeout. If all work did, no thread would be left to render a page.
"""


class Job(Generic[T]):
    """A piece of work and its result. `done` is set once its transaction is over."""

    def __init__(self, work: Callable[[Database], T]) -> None:
        self.work = work
        self.done = False
        self.result: T | None = None
        self.error: Exception | None = None

    def run(self, db: Database) -> None:
        """Do the work inside a savepoint, so that its failure undoes nobody else's."""
        db.execute("savepoint work")
        try:
            self.result = self.work(db)
        except Exception as error:
            if not db.conn.in_transaction:  # SQLite rolled the whole transaction back, as on a full disk
                raise
            db.execute("rollback to work")
            self.error = translate_error(error)
        db.execute("release work")


class GroupCommit:
    """Runs work on one connection, for one thread at a time, in shared transactions."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._turn = threading.Condition()
        self._queue: list[Job[object]] = []
        self._committing = False
        self._waits_since: float | None = None
        self._closed = False

    def run(self, work: Callable[[Database], T]) -> T:
        """Run `work` and return its result once that is durable. An exception of `work` undoes only this work.

        Raises `StoreUnavailable` when the transaction fails; then no work in it is stored.
        """
        job = Job(work)
        with self._turn:
            since = self._waits_since  # read once: whoever leads sets and clears it without this lock
            if since is not None and time.monotonic() - since > PATIENCE:
                raise StoreUnavailable("locked")
            self._queue.append(cast(Job[object], job))
            self._turn.wait_for(lambda: job.done or not self._committing)
            leads = not job.done
            if leads and self._closed:
                raise StoreUnavailable("closed")
            self._committing |= leads
        if leads:
            self._lead()
        if job.error:
            raise job.error
        return cast(T, job.result)

    def _lead(self) -> None:
        batch = self._take_queue()
        try:
            self._commit(batch)
        finally:
            with self._turn:
                self._committing = False
                for job in batch:
                    job.done = True
                self._turn.notify_all()

    def _commit(self, batch: list[Job[object]]) -> None:
        db = self._db
        try:
            self._begin(batch)
            for job in batch:
                job.run(db)
                batch += self._take_queue()  # the loop goes on to jobs queued meanwhile
            db.execute("commit")
        except BaseException as error:
            for job in batch:
                job.error = translate_error(error)
            db.rollback()
            if not isinstance(error, Exception):
                raise

    def _begin(self, batch: list[Job[object]]) -> None:
        """Begin the transaction. Where another program holds the database too long, fail all waiting jobs as well."""
        self._waits_since = time.monotonic()
        try:
            # Immediate: a transaction that began by reading may not wait for another program's write (BUSY_SNAPSHOT).
            self._db.execute("begin immediate")
        except sqlite3.Error:
            batch += self._take_queue()
            raise
        finally:
            self._waits_since = None

    def _take_queue(self) -> list[Job[object]]:
        with self._turn:
            queued, self._queue = self._queue, []
        return queued

    def copy_to(self, path: Path) -> None:
        """Write everything into a new file, between two commits."""
        with self._turn:
            self._turn.wait_for(lambda: not self._committing)
            if self._closed:
                raise StoreUnavailable("closed")
            with closing(sqlite3.connect(path)) as copy:
                self._db.conn.backup(copy)

    def close(self) -> None:
        """Wait for the commit under way, leave all of it in the one file, and close the connection."""
        with self._turn:
            self._turn.wait_for(lambda: not self._committing)
            if not self._closed:
                with suppress(sqlite3.Error):  # read-only or locked: the log stays beside the file
                    self._db.execute("pragma wal_checkpoint(truncate)")
            self._closed = True
            self._db.close()

"""Group commit: writes that wait for each other's disk flush share the next one.

There is no writer thread. Whoever comes while nobody commits leads: it commits its own work at once, with everything
that queued up meanwhile, each piece in a savepoint of its own. A lone write therefore waits for nobody.
"""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar, cast

from sqlite_utils import Database

from scorekeeper.store.errors import StoreUnavailable, translated

T = TypeVar("T")


class Job(Generic[T]):
    """One piece of work and how it ended. It is `done` once its transaction is."""

    def __init__(self, work: Callable[[Database], T]) -> None:
        self.work = work
        self.done = False
        self.result: T | None = None
        self.error: Exception | None = None

    def run(self, db: Database) -> None:
        """Do the work inside a savepoint, so that its failure undoes nobody else's."""
        try:
            with db.atomic():
                self.result = self.work(db)
        except Exception as error:
            if not db.conn.in_transaction:  # SQLite gave the whole transaction up, as it may on a full disk
                raise
            self.error = translated(error)


class GroupCommit:
    """Runs work on one connection, for one thread at a time, in shared transactions."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._turn = threading.Condition()
        self._queue: list[Job[object]] = []
        self._committing = False
        self._closed = False

    def run(self, work: Callable[[Database], T]) -> T:
        """The result of `work`, durable. What it raises is raised here and undoes only this work.

        Raises `StoreUnavailable` when the transaction fails; then no work of it is stored.
        """
        job = Job(work)
        with self._turn:
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
        batch = self._queued()
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
            # Immediate: a transaction that began by reading may not wait for another program's write (BUSY_SNAPSHOT).
            db.execute("begin immediate")
            for job in batch:
                job.run(db)
                batch += self._queued()  # who came meanwhile gets on as well: the loop goes on to them
            db.execute("commit")
        except BaseException as error:
            for job in batch:
                job.error = translated(error)
            db.rollback()
            if not isinstance(error, Exception):
                raise

    def _queued(self) -> list[Job[object]]:
        with self._turn:
            queued, self._queue = self._queue, []
        return queued

    def close(self) -> None:
        """Wait for the commit under way and close the connection."""
        with self._turn:
            self._turn.wait_for(lambda: not self._committing)
            self._closed = True
            self._db.close()

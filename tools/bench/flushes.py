"""The gain of group commit on a disk with slow flushes: moves recorded a second, at one table and at thirty."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from sqlite_utils import Database

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.store import open_store, sqlite
from scorekeeper.store.group_commit import GroupCommit
from scorekeeper.web.http.asgi import TAP_THREADS
from tools.bench.evening import open_seeder
from tools.bench.recording import record_in_process
from tools.bench.report import Row
from tools.bench.sizes import Sizes

T = TypeVar("T")

FLUSH = 0.003
"""Seconds that a consumer SSD takes to flush a commit; many servers report a thirtieth of it."""

TABLES = (1, 30)


class SlowDisk(Database):
    """A database whose commits take as long as on a slow disk."""

    def execute(self, sql: str, *args: Any, **kwargs: Any) -> Any:
        """Execute a statement; after the commit of a transaction that wrote, sleep as long as a slow disk flushes."""
        writes = sql == "commit" and self.conn.in_transaction
        result = super().execute(sql, *args, **kwargs)
        if writes:
            time.sleep(FLUSH)
        return result


class UngroupedCommit(GroupCommit):
    """A writer that flushes the disk for each piece of work."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self._alone = threading.Lock()

    def run(self, work: Callable[[Database], T]) -> T:
        """Run `work` once all earlier work is on the disk."""
        with self._alone:
            return super().run(work)


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Record from as many threads as the server has for taps, each at its own tables."""
    with open_seeder(folder / "flushes.db") as seeder:
        tables = [seeder.add_table() for _ in range(max(TABLES))]
    for count in TABLES:
        rates: dict[type[GroupCommit], list[float]] = {GroupCommit: [], UngroupedCommit: []}
        for number in range(sizes.repeats + 1):
            for writer, measured in rates.items():
                first = number * sizes.hands_a_round
                measured.append(measure_rate(folder / "flushes.db", writer, tables[:count], first, sizes.hands_a_round))
        for measured in rates.values():
            measured.pop(0)  # the caches are empty in the first round
        yield Row(
            f"moves recorded a second at {count} tables, a flush taking {FLUSH * 1000:g} ms (a flush for each)",
            rates[GroupCommit],
            "/s",
            rates[UngroupedCommit],
            rate=True,
        )


def measure_rate(path: Path, writer: type[GroupCommit], tables: list[str], first: int, hands: int) -> float:
    """Return the moves recorded a second at `tables` with `writer`, over `hands` hands starting at `first`."""
    with patch.multiple(sqlite, Database=SlowDisk, GroupCommit=writer), open_store(path) as store:
        books = Bookkeeper(store.events)
        for table_id in tables:
            books.ledger(table_id)
        with ThreadPoolExecutor(TAP_THREADS) as threads:
            began = time.perf_counter()
            took = threads.map(lambda table_id: record_in_process(books, table_id, first, hands), tables)
            return sum(len(each) for each in took) / (time.perf_counter() - began)

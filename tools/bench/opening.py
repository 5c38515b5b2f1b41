"""How long a table takes that nobody has open: read its log, decode and fold it."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.store import open_store
from tools.bench.evening import seeding
from tools.bench.report import Row, timings
from tools.bench.sizes import Sizes

ROWS = """
    select events.*, actions.* from events join actions
    on actions.table_id = events.table_id and actions.version = events.action
    where events.table_id = ? order by events.version
"""


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """A fresh bookkeeper each time, against reading the same rows."""
    path = folder / "opening.db"
    with seeding(path) as seeder:
        table_id = seeder.table(sizes.hands)
    with open_store(path) as store, closing(sqlite3.connect(path)) as db:
        folded = timed(lambda: Bookkeeper(store.events).ledger(table_id), sizes.openings)
        read = timed(lambda: [json.loads(row[4]) for row in db.execute(ROWS, [table_id])], sizes.openings)
    yield from timings(f"opening an evening of {sizes.hands} hands (its rows read as JSON)", folded, read)


def timed(work: Callable[[], object], times: int) -> list[float]:
    """The seconds of each run of `work`."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return took

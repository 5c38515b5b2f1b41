"""The cost of a long evening, and of many at once: curves that should be flat."""

import json
import sqlite3
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import partial
from itertools import chain, count
from pathlib import Path

from scorekeeper.bookkeeper import Bookkeeper, Recorder
from scorekeeper.export import check_document, export_document
from scorekeeper.live import Audience
from scorekeeper.store import EventStore, open_store
from scorekeeper.web import create_app
from scorekeeper.web.board import score_sheet
from scorekeeper.web.board.frames import SHEET
from scorekeeper.web.http.services import Services
from tools.bench.calls import time_runs
from tools.bench.evening import build_hand_taps, open_seeder
from tools.bench.report import Row, find_median
from tools.bench.sizes import Sizes

KB = 1024
ROWS = """
    select events.*, actions.* from events join actions
    on actions.table_id = events.table_id and actions.version = events.action
    where events.table_id = ? order by events.version
"""


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Measure evenings of several lengths, each beside the shortest."""
    path = folder / "growth.db"
    with open_seeder(path) as seeder:
        evenings = {hands: seeder.add_table(hands) for hands in sizes.growth_hands}
    with open_store(path) as store:
        yield from measure_memory(store.events, evenings)
        yield from measure_opening(store.events, evenings, path, sizes.openings)
        yield from measure_check(store.events, evenings)
    yield from measure_score_sheet(path, evenings)


def build_rows(what: str, unit: str, values: Mapping[int, float], most: float | None = None) -> Iterator[Row]:
    """Yield a row for each size, beside the figure of the smallest size."""
    first = next(iter(values.values()))
    for size, value in values.items():
        yield Row(what.format(f"{size:,}"), value, unit, first, most=most)


def measure_memory(events: EventStore, evenings: Mapping[int, str]) -> Iterator[Row]:
    """Measure the memory of an opened ledger."""
    taken = {}
    for hands, table_id in evenings.items():
        Bookkeeper(events).ledger(table_id)  # loads what all tables share
        tracemalloc.start()
        books = Bookkeeper(events)
        books.ledger(table_id)
        taken[hands] = tracemalloc.get_traced_memory()[0] / hands / KB
        tracemalloc.stop()
    yield from build_rows("memory of a ledger a hand, after {} hands (the shortest evening)", "KB", taken, most=2)


def measure_opening(events: EventStore, evenings: Mapping[int, str], path: Path, times: int) -> Iterator[Row]:
    """Measure opening a table that is in no memory, by hand, beside parsing its rows as JSON."""
    with closing(sqlite3.connect(path)) as db:
        for hands, table_id in evenings.items():

            def fold(table_id: str = table_id) -> object:
                return Bookkeeper(events).ledger(table_id)

            def read_rows(table_id: str = table_id) -> object:
                return [json.loads(row[4]) for row in db.execute(ROWS, [table_id])]

            folded, plain = (find_median(time_runs(work, times)) / hands * 1e6 for work in (fold, read_rows))
            what = f"opening an evening cold, a hand of {hands:,} (its rows read as JSON)"
            yield Row(what, folded, "µs", plain, most=60)


def measure_check(events: EventStore, evenings: Mapping[int, str]) -> Iterator[Row]:
    """Measure how long the file of an evening takes to check that somebody imports."""
    took = {}
    for hands, table_id in evenings.items():
        check = partial(check_document, export_document(events, table_id))
        took[hands] = find_median(time_runs(check, 3)) / hands * 1000
    yield from build_rows("check of a file to import, a hand of {} (the shortest evening)", "ms", took, most=10)


def measure_score_sheet(path: Path, evenings: Mapping[int, str]) -> Iterator[Row]:
    """Measure rendering a watched score sheet after a tap inside a hand."""
    app = create_app({"DATABASE": str(path), "RATELIMIT_ENABLED": False})
    services: Services = app.extensions["scorekeeper"]
    for hands, table_id in evenings.items():

        def draw(table_id: str = table_id) -> object:
            return services.hub.frame(table_id, Audience(SHEET, "en"))

        def draw_anew(draw: Callable[[], object] = draw) -> object:
            for kept in (score_sheet.fragments, score_sheet.rows):
                kept.clear()
            return draw()

        anew, inside = time_runs(draw_anew, 5), list[float]()
        taps = chain.from_iterable(build_hand_taps(number) for number in count(hands))
        for tap in (next(taps) for _ in range(30)):
            version = services.books.ledger(table_id).version
            services.books.record(table_id, tap.move, version=version, recorder=Recorder(), key=f"draw-{version}")
            took = time_runs(draw, 1)
            if tap.form != "result":
                inside += took
        what = f"the score sheet of {hands:,} hands after a tap inside a hand, p50 (drawn anew)"
        yield Row(what, find_median(inside) * 1000, "ms", find_median(anew) * 1000, most=1)
    services.store.close()

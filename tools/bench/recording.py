"""How long one recorded command takes: in an empty evening, and late in a long one."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from scorekeeper.bookkeeper import Bookkeeper, Recorder
from scorekeeper.store import open_store
from tools.bench.bare import insert, open_database
from tools.bench.evening import hand, seeding
from tools.bench.forms import Device
from tools.bench.phones import Scorer
from tools.bench.report import Row, halfway, timings
from tools.bench.servers import APP, BARE, serving
from tools.bench.sizes import Sizes


def over_http(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Taps of one phone, each answered before the next."""
    with seeding(folder / "http.db") as seeder:
        early = [seeder.device(seeder.table()) for _ in range(sizes.rounds + 1)]
        late = seeder.device(seeder.table(sizes.hands))
    empty: list[float] = []
    long: list[float] = []
    least: list[float] = []
    with serving(APP, folder / "http.db") as real, serving(BARE, folder / "http.db") as bare:
        play(Scorer(real.port, early.pop()), 0, sizes.hands_a_round)
        late_scorer, bare_scorer = Scorer(real.port, late), Scorer(bare.port, Device("t"))
        for number, device in enumerate(early):
            first = sizes.hands + number * sizes.hands_a_round
            empty += play(Scorer(real.port, device), 0, sizes.hands_a_round)
            long += play(late_scorer, first, sizes.hands_a_round)
            least += play(bare_scorer, 0, sizes.hands_a_round)
    yield from timings("a command over HTTP, empty evening (bare loop, one insert)", empty, least)
    yield from timings(f"a command over HTTP, after {sizes.hands} hands (bare loop, one insert)", long, least)
    yield growth("over HTTP", empty, long, sizes)


def play(scorer: Scorer, first: int, hands: int) -> list[float]:
    """The seconds of each command of some hands."""
    return [scorer.record(tap.form, tap.fields) for number in range(first, first + hands) for tap in hand(number)]


def in_process(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """The bookkeeper alone: check, play, append."""
    path = folder / "books.db"
    with seeding(path) as seeder:
        early = [seeder.table() for _ in range(sizes.rounds)]
        late = seeder.table(sizes.hands)
    empty: list[float] = []
    long: list[float] = []
    least: list[float] = []
    with open_store(path) as store, closing(open_database(folder / "bare.db")) as db:
        books = Bookkeeper(store.events)
        for number, table_id in enumerate(early):
            first = sizes.hands + number * sizes.hands_a_round
            empty += keep(books, table_id, 0, sizes.hands_a_round)
            long += keep(books, late, first, sizes.hands_a_round)
            least += insert_some(db, number, 3 * sizes.hands_a_round)
    yield from timings("a command in the bookkeeper, empty evening (one insert)", empty, least)
    yield from timings(f"a command in the bookkeeper, after {sizes.hands} hands (one insert)", long, least)
    yield growth("in the bookkeeper", empty, long, sizes)


def keep(books: Bookkeeper, table_id: str, first: int, hands: int) -> list[float]:
    """The seconds of each command of some hands."""
    took = []
    version = books.ledger(table_id).version
    for number in range(first, first + hands):
        for tap in hand(number):
            began = time.perf_counter()
            ledger = books.record(table_id, tap.move, version=version, recorder=Recorder(), key=f"tap-{version}")
            took.append(time.perf_counter() - began)
            version = ledger.version
    return took


def insert_some(db: sqlite3.Connection, table: int, count: int) -> list[float]:
    """The seconds of each of `count` inserts."""
    took = []
    for version in range(count):
        began = time.perf_counter()
        insert(db, str(table), version)
        took.append(time.perf_counter() - began)
    return took


def growth(where: str, empty: list[float], long: list[float], sizes: Sizes) -> Row:
    """What a long evening makes of a command."""
    what = f"a command {where}, p50 after {sizes.hands} hands (empty evening)"
    return Row(what, halfway(long) * 1000, "ms", halfway(empty) * 1000, most_ratio=1.2)

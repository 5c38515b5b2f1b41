"""The duration of one recorded command: in an empty evening, and late in a long one."""

import time
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.bookkeeper import Bookkeeper, Recorder
from scorekeeper.store import open_store
from tools.bench.evening import build_hand_taps, open_seeder
from tools.bench.phones import ScoringPhone
from tools.bench.report import Row, find_median
from tools.bench.servers import APP, run_server
from tools.bench.sizes import Sizes


def measure_over_http(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Measure the taps of one phone, each answered before the next."""
    with open_seeder(folder / "http.db") as seeder:
        early = [seeder.add_device(seeder.add_table()) for _ in range(sizes.rounds + 1)]
        late = seeder.add_device(seeder.add_table(sizes.hands))
    empty: list[float] = []
    long: list[float] = []
    with run_server(APP, folder / "http.db") as server:
        record_over_http(ScoringPhone(server.port, early.pop()), 0, sizes.hands_a_round)
        late_scorer = ScoringPhone(server.port, late)
        for number, device in enumerate(early):
            first = sizes.hands + number * sizes.hands_a_round
            empty += record_over_http(ScoringPhone(server.port, device), 0, sizes.hands_a_round)
            long += record_over_http(late_scorer, first, sizes.hands_a_round)
    yield compare_evenings("over HTTP", empty, long, sizes)


def record_over_http(scorer: ScoringPhone, first: int, hands: int) -> list[float]:
    """Return the seconds of each command of `hands` hands."""
    return [
        scorer.record(tap.form, tap.fields) for number in range(first, first + hands) for tap in build_hand_taps(number)
    ]


def measure_in_process(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Measure the bookkeeper alone: check, play, append."""
    path = folder / "books.db"
    with open_seeder(path) as seeder:
        early = [seeder.add_table() for _ in range(sizes.rounds)]
        late = seeder.add_table(sizes.hands)
    empty: list[float] = []
    long: list[float] = []
    with open_store(path) as store:
        books = Bookkeeper(store.events)
        for number, table_id in enumerate(early):
            first = sizes.hands + number * sizes.hands_a_round
            empty += record_in_process(books, table_id, 0, sizes.hands_a_round)
            long += record_in_process(books, late, first, sizes.hands_a_round)
    yield compare_evenings("in the bookkeeper", empty, long, sizes)


def record_in_process(books: Bookkeeper, table_id: str, first: int, hands: int) -> list[float]:
    """Return the seconds of each command of `hands` hands."""
    took = []
    version = books.ledger(table_id).version
    for number in range(first, first + hands):
        for tap in build_hand_taps(number):
            began = time.perf_counter()
            ledger = books.record(table_id, tap.move, version=version, recorder=Recorder(), key=f"tap-{version}")
            took.append(time.perf_counter() - began)
            version = ledger.version
    return took


def compare_evenings(where: str, empty: list[float], long: list[float], sizes: Sizes) -> Row:
    """Return a row with the median late in a long evening beside that of an empty one."""
    what = f"a command {where}, p50 after {sizes.hands} hands (empty evening)"
    return Row(what, find_median(long) * 1000, "ms", find_median(empty) * 1000, most_ratio=1.2)

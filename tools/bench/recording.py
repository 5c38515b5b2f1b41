"""How long one recorded command takes: in an empty evening, and late in a long one."""

import time
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.bookkeeper import Bookkeeper, Recorder
from scorekeeper.store import open_store
from tools.bench.evening import hand, seeding
from tools.bench.phones import Scorer
from tools.bench.report import Row, halfway
from tools.bench.servers import APP, serving
from tools.bench.sizes import Sizes


def over_http(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Taps of one phone, each answered before the next."""
    with seeding(folder / "http.db") as seeder:
        early = [seeder.device(seeder.table()) for _ in range(sizes.rounds + 1)]
        late = seeder.device(seeder.table(sizes.hands))
    empty: list[float] = []
    long: list[float] = []
    with serving(APP, folder / "http.db") as server:
        play(Scorer(server.port, early.pop()), 0, sizes.hands_a_round)
        late_scorer = Scorer(server.port, late)
        for number, device in enumerate(early):
            first = sizes.hands + number * sizes.hands_a_round
            empty += play(Scorer(server.port, device), 0, sizes.hands_a_round)
            long += play(late_scorer, first, sizes.hands_a_round)
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
    with open_store(path) as store:
        books = Bookkeeper(store.events)
        for number, table_id in enumerate(early):
            first = sizes.hands + number * sizes.hands_a_round
            empty += keep(books, table_id, 0, sizes.hands_a_round)
            long += keep(books, late, first, sizes.hands_a_round)
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


def growth(where: str, empty: list[float], long: list[float], sizes: Sizes) -> Row:
    """What a long evening makes of a command."""
    what = f"a command {where}, p50 after {sizes.hands} hands (empty evening)"
    return Row(what, halfway(long) * 1000, "ms", halfway(empty) * 1000, most_ratio=1.2)

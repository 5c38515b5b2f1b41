"""The cost of the pages around the hands: the chart of a long evening, and statistics of many evenings."""

from collections.abc import Iterator
from pathlib import Path

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.store import open_store
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.statistics import PlayedSheet, count_statistics
from scorekeeper.web import create_app
from scorekeeper.web.evening import chart
from scorekeeper.web.http.services import Services
from tools.bench.calls import time_runs
from tools.bench.evening import open_seeder
from tools.bench.report import Row, find_median
from tools.bench.sizes import Sizes


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Measure each page when it is built anew, beside the same page again at the same version."""
    path = folder / "evening_pages.db"
    with open_seeder(path) as seeder:
        long = seeder.add_table(sizes.chart_hands)
        short = seeder.add_table(sizes.counted_hands)
    with open_store(path) as store:
        yield measure_statistics(Bookkeeper(store.events).ledger(short), sizes)
    yield from measure_chart(path, long, sizes)


def measure_statistics(ledger: Ledger, sizes: Sizes) -> Row:
    """Measure the statistics of many evenings of the same people."""
    people = {player: str(player) for player in ledger.state.people}
    evenings = [PlayedSheet(ledger.state.game, ledger.state.entries, people)] * sizes.counted_evenings
    took = find_median(time_runs(lambda: count_statistics(evenings), sizes.openings))
    what = f"statistics of {sizes.counted_evenings} evenings of {sizes.counted_hands} hands, p50"
    return Row(what, took * 1000, "ms", most=150)


def measure_chart(path: Path, table_id: str, sizes: Sizes) -> Iterator[Row]:
    """Measure the chart of a long evening, and its second request."""
    app = create_app({"DATABASE": str(path), "RATELIMIT_ENABLED": False})
    services: Services = app.extensions["scorekeeper"]
    ledger = services.books.ledger(table_id)

    def draw() -> object:
        return chart.chart_of(table_id, ledger, 1)

    def draw_anew() -> object:
        chart.charts.clear()
        return draw()

    with app.test_request_context():
        first, then = (find_median(time_runs(work, sizes.openings)) * 1000 for work in (draw_anew, draw))
    yield Row(f"the chart of {sizes.chart_hands} hands, p50 (again at its version)", first, "ms", then, most=30)
    services.store.close()

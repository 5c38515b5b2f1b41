"""How many taps a second many tables can record while a thousand phones watch others."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tools.bench.crowd import PHONES_A_TABLE, quiet_tables
from tools.bench.evening import seeding
from tools.bench.processes import tell
from tools.bench.report import Row, percentile
from tools.bench.servers import APP, BARE, SOCKETIO, Kind, all_serving, others
from tools.bench.sizes import Sizes

SLOWEST = 0.1
"""Seconds within which 19 of 20 taps must be answered and shown at their table."""


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """The most that each server can do, with the number of busy tables that suits it best."""
    with seeding(folder / "load.db") as seeder:
        busy = [seeder.device(seeder.table()) for _ in range(max(sizes.clients))]
        quiet = quiet_tables(seeder, sizes.few // PHONES_A_TABLE)
    rates: dict[Kind, list[float]] = {}
    with ExitStack() as running:
        loads = {}
        for kind, server in running.enter_context(all_serving(others(sizes, BARE), folder / "load.db")).items():
            running.enter_context(server.quiet_phones()).connect(quiet, PHONES_A_TABLE)
            loads[kind] = running.enter_context(server.load())
            tell(loads[kind], busy)
        for _ in range(sizes.repeats):
            best = dict.fromkeys(loads, 0.0)
            for clients in sizes.clients:
                for kind, load in loads.items():
                    took = tell(load, [clients, sizes.load_seconds, 0])
                    if percentile(took, 95) < SLOWEST:
                        best[kind] = max(best[kind], len(took) / sizes.load_seconds)
            for kind, rate in best.items():
                rates.setdefault(kind, []).append(rate)
    yield Row(
        f"taps a second at p95 < {SLOWEST * 1000:g} ms with {sizes.few:,} quiet phones (bare loop)",
        rates[APP],
        "/s",
        rates[BARE],
        rates.get(SOCKETIO, ()),
        least_ratio=2,
        rate=True,
    )

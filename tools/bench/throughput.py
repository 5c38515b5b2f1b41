"""The taps a second that many tables can record while a thousand phones watch others."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tools.bench.crowd import PHONES_A_TABLE, add_quiet_tables
from tools.bench.evening import open_seeder
from tools.bench.processes import ask_process
from tools.bench.report import Row, find_percentile
from tools.bench.servers import APP, BARE, SOCKETIO, ServerKind, list_kinds, run_servers
from tools.bench.sizes import Sizes

SLOWEST = 0.1
"""Seconds within which 19 of 20 taps must be answered and shown at their table."""


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Find each server's highest rate over several numbers of busy tables."""
    with open_seeder(folder / "load.db") as seeder:
        busy = [seeder.add_device(seeder.add_table()) for _ in range(max(sizes.clients))]
        quiet = add_quiet_tables(seeder, sizes.few // PHONES_A_TABLE)
    rates: dict[ServerKind, list[float]] = {}
    with ExitStack() as running:
        loads = {}
        for kind, server in running.enter_context(run_servers(list_kinds(sizes, BARE), folder / "load.db")).items():
            running.enter_context(server.start_quiet_phones()).connect(quiet, PHONES_A_TABLE)
            loads[kind] = running.enter_context(server.start_load())
            ask_process(loads[kind], busy)
        for _ in range(sizes.repeats):
            best = dict.fromkeys(loads, 0.0)
            for clients in sizes.clients:
                for kind, load in loads.items():
                    took = ask_process(load, [clients, sizes.load_seconds, 0])
                    if find_percentile(took, 95) < SLOWEST:
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

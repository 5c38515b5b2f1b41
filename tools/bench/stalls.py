"""How long a server is not free to serve anyone while tables play before thousands of phones."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tools.bench.crowd import quiet_tables
from tools.bench.evening import seeding
from tools.bench.probe import Seen
from tools.bench.processes import most_streams, tell
from tools.bench.report import Row
from tools.bench.servers import APP, BARE, SOCKETIO, Kind, all_serving, others
from tools.bench.sizes import Sizes

HANDS = 10
PAUSE = 0.5
"""Seconds from one tap at a table to the next."""


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Every table has phones; some play."""
    playing = max(sizes.clients)
    with seeding(folder / "stalls.db") as seeder:
        busy = [seeder.device(seeder.table(HANDS)) for _ in range(playing)]
        quiet = quiet_tables(seeder, sizes.tables - playing, HANDS)
    each = min(sizes.many, most_streams()) // len(quiet)
    seen: dict[Kind, list[Seen]] = {}
    with ExitStack() as running:
        servers = running.enter_context(all_serving(others(sizes, BARE), folder / "stalls.db"))
        loads = {}
        for kind, server in servers.items():
            running.enter_context(server.quiet_phones()).connect(quiet, each)
            loads[kind] = running.enter_context(server.load())
            tell(loads[kind], busy)
        for _ in range(sizes.repeats):
            for kind, server in servers.items():
                server.probe("longest")
                tell(loads[kind], [playing, sizes.stall_seconds, PAUSE])
                seen.setdefault(kind, []).append(server.probe("longest"))
    among = f"{each * len(quiet):,} phones, {sizes.tables} tables in memory, {playing} of them playing (bare loop)"
    milli = {kind: [one.stall * 1000 for one in rounds] for kind, rounds in seen.items()}
    yield Row(f"longest stall, {among}", milli[APP], "ms", milli[BARE], milli.get(SOCKETIO, ()), most=20)

"""The longest time in which a server serves nobody while tables play before thousands of phones."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tools.bench.crowd import add_quiet_tables
from tools.bench.evening import open_seeder
from tools.bench.probe import ProbeReading
from tools.bench.processes import ask_process, find_stream_limit
from tools.bench.report import Row
from tools.bench.servers import APP, BARE, SOCKETIO, ServerKind, list_kinds, run_servers
from tools.bench.sizes import Sizes

HANDS = 10
PAUSE = 0.5
"""Seconds between two taps at a table."""


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Give every table phones and let some tables play."""
    playing = max(sizes.clients)
    with open_seeder(folder / "stalls.db") as seeder:
        busy = [seeder.add_device(seeder.add_table(HANDS)) for _ in range(playing)]
        quiet = add_quiet_tables(seeder, sizes.tables - playing, HANDS)
    each = min(sizes.many, find_stream_limit()) // len(quiet)
    seen: dict[ServerKind, list[ProbeReading]] = {}
    with ExitStack() as running:
        servers = running.enter_context(run_servers(list_kinds(sizes, BARE), folder / "stalls.db"))
        loads = {}
        for kind, server in servers.items():
            running.enter_context(server.start_quiet_phones()).connect(quiet, each)
            loads[kind] = running.enter_context(server.start_load())
            ask_process(loads[kind], busy)
        for _ in range(sizes.repeats):
            for kind, server in servers.items():
                server.probe("longest")
                ask_process(loads[kind], [playing, sizes.stall_seconds, PAUSE])
                seen.setdefault(kind, []).append(server.probe("longest"))
    among = f"{each * len(quiet):,} phones, {sizes.tables} tables in memory, {playing} of them playing (bare loop)"
    milli = {kind: [one.stall * 1000 for one in rounds] for kind, rounds in seen.items()}
    yield Row(f"longest stall, {among}", milli[APP], "ms", milli[BARE], milli.get(SOCKETIO, ()), most=20)

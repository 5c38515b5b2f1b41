"""How many commands a second many tables can record while a thousand phones watch others."""

from collections.abc import Iterator
from pathlib import Path

from tests.bench.evening import Device, seeding
from tests.bench.fanout import PHONES_A_TABLE, quiet_tables
from tests.bench.processes import Server, bare_server, process, quiet_phones, real_server, tell
from tests.bench.report import Row, percentile
from tests.bench.sizes import Sizes

TYPICAL_ANSWER = 12_000
SLOWEST = 0.1
"""Seconds that 19 of 20 commands may take."""


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """The most that each server can do."""
    with seeding(folder / "load.db") as seeder:
        busy = [seeder.device(seeder.table()) for _ in range(max(sizes.clients))]
        quiet = quiet_tables(seeder, sizes.quiet[0] // PHONES_A_TABLE)
    with real_server(folder / "load.db") as server:
        real = most_commands(server, busy, quiet, sizes)
    with bare_server(folder / "load-bare.db", TYPICAL_ANSWER) as server:
        bare = most_commands(server, busy, quiet, sizes)
    what = f"commands a second at p95 < {SLOWEST * 1000:g} ms with {sizes.quiet[0]:,} quiet phones (bare loop)"
    yield Row(what, real, "/s", bare, least=400)


def most_commands(server: Server, busy: list[Device], quiet: list[Device], sizes: Sizes) -> float:
    """Commands a second with the number of busy phones that suits the server best."""
    most = 0.0
    with quiet_phones(server) as phones, process("load", str(server.port)) as load:
        phones.connect(quiet, PHONES_A_TABLE)
        tell(load, busy)
        for clients in sizes.clients:
            took = tell(load, [clients, sizes.load_seconds])
            if percentile(took, 95) < SLOWEST:
                most = max(most, len(took) / sizes.load_seconds)
    return most

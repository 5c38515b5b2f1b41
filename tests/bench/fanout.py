"""How soon a table of eight has a change while thousands of other phones are quiet, and what those cost."""

import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from tests.bench.evening import Device, Seeder, hand, seeding
from tests.bench.processes import Server, bare_server, most_streams, quiet_phones, real_server
from tests.bench.report import Row, timings
from tests.bench.sizes import Sizes
from tests.bench.wire import Table

TYPICAL_FRAME = 12_000
PHONES_A_TABLE = 8


class Crowd(NamedTuple):
    """What was seen with so many quiet phones: seconds to the last phone of a table, and to it from the first."""

    phones: int
    last: list[float]
    spread: list[float]
    memory: float


class Stalls(NamedTuple):
    """The longest stall of the loop and the longest garbage pass, in seconds."""

    stall: float
    collection: float


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """The same crowds at both servers."""
    crowds = [min(quiet, most_streams()) for quiet in sizes.quiet]
    with seeding(folder / "crowd.db") as seeder:
        busy = seeder.device(seeder.table(1))
        quiet = quiet_tables(seeder, max(crowds) // PHONES_A_TABLE)
    with real_server(folder / "crowd.db") as server:
        seen, settled, defaults = measure(server, busy, quiet, crowds, sizes)
    with bare_server(folder / "crowd-bare.db", TYPICAL_FRAME) as server:
        least, bare_stalls, _ = measure(server, busy, quiet, crowds, sizes)
    for real, bare in zip(seen, least, strict=True):
        with_crowd = f"with {real.phones:,} quiet phones"
        yield from timings(
            f"command to the last of {sizes.phones} phones, {with_crowd} (bare loop)", real.last, bare.last
        )
        yield from timings(
            f"first to last of {sizes.phones} phones, {with_crowd} (bare loop)", real.spread, bare.spread
        )
        yield Row(f"memory a quiet phone, {with_crowd} (bare loop)", real.memory, "KB", bare.memory, most=15)
    with_crowd = f"with {crowds[-1]:,} phones and commands"
    yield Row(f"longest stall {with_crowd} (bare loop)", settled.stall * 1000, "ms", bare_stalls.stall * 1000)
    yield Row(
        f"longest stall {with_crowd} (collector as Python has it)", settled.stall * 1000, "ms", defaults.stall * 1000
    )
    yield Row(
        f"longest garbage pass {with_crowd} (collector as Python has it)",
        settled.collection * 1000,
        "ms",
        defaults.collection * 1000,
    )


def quiet_tables(seeder: Seeder, count: int) -> list[Device]:
    """A device for each of so many tables, whose second hand has begun."""
    return [seeder.device(seeder.table(1, begun=True)) for _ in range(count)]


def measure(
    server: Server, busy: Device, quiet: Sequence[Device], crowds: Sequence[int], sizes: Sizes
) -> tuple[list[Crowd], Stalls, Stalls]:
    """Each crowd; then the stalls under the largest, as the server is and with the collector's defaults."""
    taps = (tap for number in cycle(range(1, 100)) for tap in hand(number))
    table = Table(server.port, busy, [busy] * sizes.phones)

    def record(count: int) -> list[list[float]]:
        return [table.record(tap.form, tap.fields) for tap in islice(taps, count)]

    record(sizes.commands)
    seen = []
    connected = 0
    with quiet_phones(server) as phones:
        empty = server.memory
        for crowd in crowds:
            phones.connect(quiet[connected // PHONES_A_TABLE : crowd // PHONES_A_TABLE], PHONES_A_TABLE)
            connected = crowd
            memory = (server.memory - empty) / crowd / 1024
            arrivals = record(sizes.commands)
            last = [each[-1] for each in arrivals]
            seen.append(Crowd(crowd, last, [each[-1] - each[0] for each in arrivals], memory))
        stalls = []
        for question in ("longest", "defaults"):
            server.probe(question)
            until = time.monotonic() + sizes.stall_seconds
            while time.monotonic() < until:
                record(1)
            stalls.append(Stalls(**server.probe()))
    table.close()
    return seen, stalls[0], stalls[1]

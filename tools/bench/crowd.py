"""The cost of thousands of quiet phones, and how soon a table of eight receives a change among them."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

from tools.bench.evening import Seeder, open_seeder
from tools.bench.forms import Device
from tools.bench.processes import find_stream_limit
from tools.bench.report import Row, find_percentile, scale
from tools.bench.servers import APP, BARE, BARE_ASGI, SOCKETIO, MeasuredServer, ServerKind, list_kinds, run_servers
from tools.bench.sizes import Sizes

PHONES_A_TABLE = 8


class Round(NamedTuple):
    """Figures of a server in one round: times in seconds, memory in KB a phone, `idle` as a fraction of a core."""

    idle: float
    memory: float
    median: float
    slow: float
    stop: float


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Run rounds, each with new servers that run side by side."""
    idle, many = (min(count, find_stream_limit()) for count in (sizes.idle, sizes.many))
    with open_seeder(folder / "crowd.db") as seeder:
        busy = seeder.add_device(seeder.add_table(1))
        quiet = add_quiet_tables(seeder, many // PHONES_A_TABLE)
    seen: dict[ServerKind, list[Round]] = {}
    for _ in range(sizes.repeats):
        with run_servers(list_kinds(sizes, BARE, BARE_ASGI), folder / "crowd.db") as servers:
            for kind, one in measure_round(servers, busy, quiet, (idle, many), sizes).items():
                seen.setdefault(kind, []).append(one)

    among, last = f"with {many:,} quiet phones", f"tap to the last of {sizes.phones} phones"
    rows: tuple[tuple[str, str, str, ServerKind, float, float], ...] = (
        (f"memory a quiet phone, {among} (bare ASGI)", "memory", "KB", BARE_ASGI, 1, 11.5),
        (f"{last}, {among} (bare loop), p50", "median", "ms", BARE, 1000, 1.5),
        (f"{last}, {among} (bare loop), p95", "slow", "ms", BARE, 1000, 3),
        (
            f"idle CPU of {idle:,} quiet phones (bare ASGI, which pings nobody)",
            "idle",
            "% of a core",
            BARE_ASGI,
            100,
            1,
        ),
        (f"TERM with {many:,} phones until the process has ended (bare loop)", "stop", "s", BARE, 1, 1.5),
    )
    for what, figure, unit, least, factor, most in rows:
        measured, reference, socketio = (
            scale((getattr(one, figure) for one in seen.get(kind, ())), factor) for kind in (APP, least, SOCKETIO)
        )
        yield Row(what, measured, unit, reference, socketio, most=most)


def add_quiet_tables(seeder: Seeder, count: int, hands: int = 1) -> list[Device]:
    """Add `count` tables with `hands` hands and one more begun. Return a device for each."""
    return [seeder.add_device(seeder.add_table(hands, begun=True)) for _ in range(count)]


def measure_round(
    servers: Mapping[ServerKind, MeasuredServer],
    busy: Device,
    quiet: Sequence[Device],
    counts: tuple[int, int],
    sizes: Sizes,
) -> Mapping[ServerKind, Round]:
    """Run one round: phones connect in two batches, and in the end every server is stopped."""
    idle, many = counts
    with ExitStack() as running:
        crowds = {kind: running.enter_context(server.start_quiet_phones()) for kind, server in servers.items()}
        for server in servers.values():
            measure_delays(server, busy, sizes)
        empty = {kind: server.memory for kind, server in servers.items()}

        def come(before: int, now: int) -> None:
            for crowd in crowds.values():
                crowd.connect(quiet[before // PHONES_A_TABLE : now // PHONES_A_TABLE], PHONES_A_TABLE)

        come(0, idle)
        share = measure_idle_share(servers, sizes)
        come(idle, many)
        memory = {kind: (server.memory - empty[kind]) / many / 1024 for kind, server in servers.items()}
        took = {kind: measure_delays(server, busy, sizes) for kind, server in servers.items()}
        stops = {kind: server.stop() for kind, server in servers.items()}
    return {kind: Round(share[kind], memory[kind], *took[kind], stops[kind]) for kind in servers}


def measure_delays(server: MeasuredServer, device: Device, sizes: Sizes) -> tuple[float, float]:
    """Return the median and the 95th percentile of the seconds from a tap to the last phone of its table."""
    with closing(server.open_table([device] * sizes.phones)) as table:
        last = [each[-1] for each in table.play(sizes.commands)]
    return find_percentile(last, 50), find_percentile(last, 95)


def measure_idle_share(servers: Mapping[ServerKind, MeasuredServer], sizes: Sizes) -> Mapping[ServerKind, float]:
    """Return the fraction of a core that each server takes while nobody taps."""
    before = {kind: server.processor for kind, server in servers.items()}
    began = time.perf_counter()
    time.sleep(sizes.quiet_seconds)
    taken = time.perf_counter() - began
    return {kind: (server.processor - before[kind]) / taken for kind, server in servers.items()}

"""What thousands of quiet phones cost, and how soon a table of eight has a change among them."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

from tools.bench.evening import Seeder, seeding
from tools.bench.forms import Device
from tools.bench.processes import most_streams
from tools.bench.report import Row, percentile, times
from tools.bench.servers import APP, BARE, BARE_ASGI, SOCKETIO, Kind, Server, all_serving, others
from tools.bench.sizes import Sizes

PHONES_A_TABLE = 8


class Round(NamedTuple):
    """What one round saw of a server; times in seconds, memory in KB a phone, `idle` as a part of a core."""

    idle: float
    memory: float
    median: float
    slow: float
    stop: float


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Rounds with new servers, all of them beside each other."""
    idle, many = (min(count, most_streams()) for count in (sizes.idle, sizes.many))
    with seeding(folder / "crowd.db") as seeder:
        busy = seeder.device(seeder.table(1))
        quiet = quiet_tables(seeder, many // PHONES_A_TABLE)
    seen: dict[Kind, list[Round]] = {}
    for _ in range(sizes.repeats):
        with all_serving(others(sizes, BARE, BARE_ASGI), folder / "crowd.db") as servers:
            for kind, one in look(servers, busy, quiet, (idle, many), sizes).items():
                seen.setdefault(kind, []).append(one)

    among, last = f"with {many:,} quiet phones", f"tap to the last of {sizes.phones} phones"
    rows: tuple[tuple[str, str, str, Kind, float, float], ...] = (
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
            times((getattr(one, figure) for one in seen.get(kind, ())), factor) for kind in (APP, least, SOCKETIO)
        )
        yield Row(what, measured, unit, reference, socketio, most=most)


def quiet_tables(seeder: Seeder, count: int, hands: int = 1) -> list[Device]:
    """A device for each of so many tables, where one more hand has begun."""
    return [seeder.device(seeder.table(hands, begun=True)) for _ in range(count)]


def look(
    servers: Mapping[Kind, Server], busy: Device, quiet: Sequence[Device], counts: tuple[int, int], sizes: Sizes
) -> Mapping[Kind, Round]:
    """One round: phones come in two parts; in the end every server is stopped."""
    idle, many = counts
    with ExitStack() as running:
        crowds = {kind: running.enter_context(server.quiet_phones()) for kind, server in servers.items()}
        for server in servers.values():
            among(server, busy, sizes)
        empty = {kind: server.memory for kind, server in servers.items()}

        def come(before: int, now: int) -> None:
            for crowd in crowds.values():
                crowd.connect(quiet[before // PHONES_A_TABLE : now // PHONES_A_TABLE], PHONES_A_TABLE)

        come(0, idle)
        share = idle_share(servers, sizes)
        come(idle, many)
        memory = {kind: (server.memory - empty[kind]) / many / 1024 for kind, server in servers.items()}
        took = {kind: among(server, busy, sizes) for kind, server in servers.items()}
        stops = {kind: server.stop() for kind, server in servers.items()}
    return {kind: Round(share[kind], memory[kind], *took[kind], stops[kind]) for kind in servers}


def among(server: Server, device: Device, sizes: Sizes) -> tuple[float, float]:
    """How many seconds after a tap the last phone of a table has it, at the median and at the slow end."""
    with closing(server.table([device] * sizes.phones)) as table:
        last = [each[-1] for each in table.play(sizes.commands)]
    return percentile(last, 50), percentile(last, 95)


def idle_share(servers: Mapping[Kind, Server], sizes: Sizes) -> Mapping[Kind, float]:
    """What part of a core each server takes when nobody taps."""
    before = {kind: server.processor for kind, server in servers.items()}
    began = time.perf_counter()
    time.sleep(sizes.quiet_seconds)
    taken = time.perf_counter() - began
    return {kind: (server.processor - before[kind]) / taken for kind, server in servers.items()}

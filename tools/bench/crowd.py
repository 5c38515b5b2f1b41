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


class Crowd(NamedTuple):
    """What one round saw of a server with so many phones; times in seconds, memory in KB a phone."""

    memory: float
    median: float
    slow: float


class Round(NamedTuple):
    """What one round saw of a server."""

    few: Crowd
    idle: float
    many: Crowd
    stop: float


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Rounds with new servers, all of them beside each other."""
    few, idle, many = (min(count, most_streams()) for count in (sizes.few, sizes.idle, sizes.many))
    with seeding(folder / "crowd.db") as seeder:
        busy = seeder.device(seeder.table(1))
        quiet = quiet_tables(seeder, many // PHONES_A_TABLE)
    seen: dict[Kind, list[Round]] = {}
    for _ in range(sizes.repeats):
        with all_serving(others(sizes, BARE, BARE_ASGI), folder / "crowd.db") as servers:
            for kind, one in look(servers, busy, quiet, (few, idle, many), sizes).items():
                seen.setdefault(kind, []).append(one)
    yield from rows_of_crowd(few, {kind: [one.few for one in each] for kind, each in seen.items()}, sizes)
    yield from rows_of_crowd(many, {kind: [one.many for one in each] for kind, each in seen.items()}, sizes)
    idle_share = {kind: [one.idle * 100 for one in each] for kind, each in seen.items()}
    stops = {kind: [one.stop for one in each] for kind, each in seen.items()}
    what = f"idle CPU of {idle:,} quiet phones (bare ASGI, which pings nobody)"
    yield Row(what, idle_share[APP], "% of a core", idle_share[BARE_ASGI], idle_share.get(SOCKETIO, ()), most=1)
    what = f"TERM with {many:,} phones until the process has ended (bare loop)"
    yield Row(what, stops[APP], "s", stops[BARE], stops.get(SOCKETIO, ()), most=1.5)


def rows_of_crowd(phones: int, crowds: Mapping[Kind, Sequence[Crowd]], sizes: Sizes) -> Iterator[Row]:
    """Memory and times with so many phones. Goals are those of the larger crowd."""
    among, goals = f"with {phones:,} quiet phones", phones == min(sizes.many, most_streams())

    def of(kind: Kind, figure: str, factor: float = 1) -> list[float]:
        return times((getattr(crowd, figure) for crowd in crowds.get(kind, ())), factor)

    memory = of(APP, "memory"), "KB", of(BARE_ASGI, "memory"), of(SOCKETIO, "memory")
    yield Row(f"memory a quiet phone, {among} (bare ASGI)", *memory, most=11.5 if goals else None)
    for figure, name, most in (("median", "p50", 1.5), ("slow", "p95", 3)):
        milli = of(APP, figure, 1000), "ms", of(BARE, figure, 1000), of(SOCKETIO, figure, 1000)
        what = f"tap to the last of {sizes.phones} phones, {among} (bare loop), {name}"
        yield Row(what, *milli, most=most if goals else None)


def quiet_tables(seeder: Seeder, count: int, hands: int = 1) -> list[Device]:
    """A device for each of so many tables, where one more hand has begun."""
    return [seeder.device(seeder.table(hands, begun=True)) for _ in range(count)]


def look(
    servers: Mapping[Kind, Server], busy: Device, quiet: Sequence[Device], counts: tuple[int, int, int], sizes: Sizes
) -> Mapping[Kind, Round]:
    """One round: phones come in three parts; in the end every server is stopped."""
    few, idle, many = counts
    with ExitStack() as running:
        crowds = {kind: running.enter_context(server.quiet_phones()) for kind, server in servers.items()}
        for server in servers.values():
            among(server, busy, sizes)
        empty = {kind: server.memory for kind, server in servers.items()}

        def come(before: int, now: int) -> None:
            for crowd in crowds.values():
                crowd.connect(quiet[before // PHONES_A_TABLE : now // PHONES_A_TABLE], PHONES_A_TABLE)

        def with_phones(count: int) -> Mapping[Kind, Crowd]:
            memory = {kind: (server.memory - empty[kind]) / count / 1024 for kind, server in servers.items()}
            return {kind: Crowd(memory[kind], *among(server, busy, sizes)) for kind, server in servers.items()}

        come(0, few)
        with_few = with_phones(few)
        come(few, idle)
        share = idle_share(servers, sizes)
        come(idle, many)
        with_many = with_phones(many)
        stops = {kind: server.stop() for kind, server in servers.items()}
    return {kind: Round(with_few[kind], share[kind], with_many[kind], stops[kind]) for kind in servers}


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

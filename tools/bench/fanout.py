"""The server's cost of a message when one table has thousands of phones."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

from tools.bench.evening import build_hand_taps, open_seeder
from tools.bench.forms import Device
from tools.bench.processes import QuietPhones, find_stream_limit
from tools.bench.report import Row, scale
from tools.bench.servers import APP, BARE, BARE_ASGI, SOCKETIO, MeasuredServer, ServerKind, list_kinds, run_servers
from tools.bench.sizes import Sizes


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Record taps at a table that all phones watch."""
    with open_seeder(folder / "fanout.db") as seeder:
        device = seeder.add_device(seeder.add_table(1))
    phones = min(sizes.many, find_stream_limit())
    cost: dict[ServerKind, list[float]] = {}
    with ExitStack() as running:
        crowds = []
        for server in running.enter_context(
            run_servers(list_kinds(sizes, BARE, BARE_ASGI), folder / "fanout.db")
        ).values():
            crowds.append((server, running.enter_context(server.start_quiet_phones())))
            crowds[-1][1].connect([device], phones)
        for _ in range(sizes.many_repeats):
            for server, crowd in crowds:
                cost.setdefault(server.kind, []).append(measure_message_cost(server, crowd, device))
    what = f"server CPU a message in a burst to {phones:,} phones of one table"
    micro = {kind: scale(seconds, 1_000_000) for kind, seconds in cost.items()}
    to_all = micro[APP], "µs"
    yield Row(f"{what} (bare send)", *to_all, micro[BARE], micro.get(SOCKETIO, ()), most_ratio=1.8)
    yield Row(f"{what} (bare ASGI)", *to_all, micro[BARE_ASGI], micro.get(SOCKETIO, ()), most_ratio=1.2)


def measure_message_cost(server: MeasuredServer, crowd: QuietPhones, device: Device) -> float:
    """Return the seconds of processor time for each message sent, during the second of two hands."""
    with closing(server.open_table([device])) as table:
        for _ in range(2):
            before, messages = server.processor, 0
            for _ in build_hand_taps(1):
                table.play(1)
                messages += crowd.count_messages()
        return (server.processor - before) / messages

"""The time until thousands of phones that reconnect at once have their tables again."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tools.bench.crowd import PHONES_A_TABLE, add_quiet_tables
from tools.bench.evening import open_seeder
from tools.bench.processes import find_stream_limit
from tools.bench.report import Row
from tools.bench.servers import APP, BARE_ASGI, SOCKETIO, ServerKind, list_kinds, run_servers
from tools.bench.sizes import Sizes


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Cut all connections, as a network failure does."""
    count = min(sizes.back, find_stream_limit()) // PHONES_A_TABLE or 1
    with open_seeder(folder / "back.db") as seeder:
        quiet = add_quiet_tables(seeder, count)
    took: dict[ServerKind, list[float]] = {}
    with ExitStack() as running:
        crowds = {}
        for kind, server in running.enter_context(
            run_servers(list_kinds(sizes, BARE_ASGI), folder / "back.db")
        ).items():
            crowds[kind] = running.enter_context(server.start_quiet_phones())
            crowds[kind].connect(quiet, PHONES_A_TABLE)
        for _ in range(sizes.repeats):
            for kind, crowd in crowds.items():
                took.setdefault(kind, []).append(crowd.reconnect())
    what = f"{count * PHONES_A_TABLE:,} phones reconnect at once, until the last has its table (bare ASGI)"
    yield Row(what, took[APP], "s", took[BARE_ASGI], took.get(SOCKETIO, ()), most=2.5)

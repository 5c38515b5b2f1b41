"""What a tap costs the server at a table of eight phones."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tools.bench.evening import seeding
from tools.bench.forms import Device
from tools.bench.report import Row, times
from tools.bench.servers import APP, BARE, SOCKETIO, Kind, Server, all_serving, others
from tools.bench.sizes import Sizes

LANGUAGES = {"one language": (("en",), 1.0), "two languages": (("en", "ko"), 1.3)}
"""What the phones speak, and the most milliseconds a tap may cost then."""


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Hands, tap by tap: each is waited for until all phones show it."""
    path = folder / "taps.db"
    with seeding(path) as seeder:
        tables = {name: seeder.table(1) for name in LANGUAGES}
        phones = {
            name: [seeder.device(tables[name], languages[at % len(languages)]) for at in range(sizes.phones)]
            for name, (languages, _) in LANGUAGES.items()
        }
    with all_serving(others(sizes, BARE), path) as servers:
        for name, (_, most) in LANGUAGES.items():
            cost = cost_of_taps(servers, phones[name], sizes)
            what = f"server CPU a tap, a table of {sizes.phones} phones, {name} (bare loop)"
            yield Row(what, cost[APP], "ms", cost[BARE], cost.get(SOCKETIO, ()), most=most)


def cost_of_taps(
    servers: Mapping[Kind, Server], devices: Sequence[Device], sizes: Sizes
) -> Mapping[Kind, Sequence[float]]:
    """Milliseconds of processor time a tap, of each round."""
    seconds: dict[Kind, list[float]] = {kind: [] for kind in servers}
    tables = {kind: server.table(devices) for kind, server in servers.items()}
    for table in tables.values():
        table.play(sizes.commands)
    for _ in range(sizes.many_repeats):
        for kind, server in servers.items():
            before = server.processor
            tables[kind].play(sizes.commands)
            seconds[kind].append((server.processor - before) / sizes.commands)
    for table in tables.values():
        table.close()
    return {kind: times(each, 1000) for kind, each in seconds.items()}

"""The server's cost of a tap at a table of eight phones."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tools.bench.evening import open_seeder
from tools.bench.forms import Device
from tools.bench.report import Row, scale
from tools.bench.servers import APP, BARE, PLAIN_SOCKETIO, SOCKETIO, MeasuredServer, ServerKind, list_kinds, run_servers
from tools.bench.sizes import Sizes

LANGUAGES = {"one language": (("en",), 1.0), "two languages": (("en", "ko"), 1.3)}
"""The languages of the phones, and the most milliseconds that a tap may cost with them."""


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Record hands tap by tap; each tap waits until all phones show it."""
    path = folder / "taps.db"
    with open_seeder(path) as seeder:
        tables = {name: seeder.add_table(1) for name in LANGUAGES}
        phones = {
            name: [seeder.add_device(tables[name], languages[at % len(languages)]) for at in range(sizes.phones)]
            for name, (languages, _) in LANGUAGES.items()
        }
    kinds = list_kinds(sizes, BARE)
    kinds += [PLAIN_SOCKETIO] if SOCKETIO in kinds else []
    with run_servers(kinds, path) as servers:
        for name, (_, most) in LANGUAGES.items():
            cost = measure_tap_cost(servers, phones[name], sizes)
            what = f"server CPU a tap, a table of {sizes.phones} phones, {name}"
            yield Row(f"{what} (bare loop)", cost[APP], "ms", cost[BARE], cost.get(SOCKETIO, ()), most=most)
            if PLAIN_SOCKETIO in cost:
                plainly = f"{what} (Flask-SocketIO with stock Jinja and no caches of ours)"
                yield Row(plainly, cost[APP], "ms", cost[PLAIN_SOCKETIO], cost[SOCKETIO])


def measure_tap_cost(
    servers: Mapping[ServerKind, MeasuredServer], devices: Sequence[Device], sizes: Sizes
) -> Mapping[ServerKind, Sequence[float]]:
    """Return the milliseconds of processor time a tap, for each round."""
    seconds: dict[ServerKind, list[float]] = {kind: [] for kind in servers}
    tables = {kind: server.open_table(devices) for kind, server in servers.items()}
    for table in tables.values():
        table.play(sizes.commands)
    for _ in range(sizes.many_repeats):
        for kind, server in servers.items():
            before = server.processor
            tables[kind].play(sizes.commands)
            seconds[kind].append((server.processor - before) / sizes.commands)
    for table in tables.values():
        table.close()
    return {kind: scale(each, 1000) for kind, each in seconds.items()}

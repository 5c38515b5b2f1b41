"""Taps while others take a long evening home: exports under load."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from scorekeeper.store import open_store
from tools.bench.evening import open_seeder
from tools.bench.forms import Device, to_json_line
from tools.bench.processes import ask_process, read_line, running_process
from tools.bench.report import Row
from tools.bench.servers import APP, run_server
from tools.bench.sizes import Sizes

KINDS = {
    "the JSON": ("export.json",),
    "the XLSX": ("export.xlsx",),
    "every file and long page": (
        *("export.json", "export.csv", "export.xlsx", "print", "chart", "statistics", "statistics/hands"),
        *("log", "picture.png"),
    ),
}
"""The paths of each kind below a table."""

TABLES, HANDS, PAUSE = 4, 10, 0.1
"""Tables that play, the hands behind them, and the seconds between two taps of one."""


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Let tables play while nobody downloads, and while clients download one kind after the other."""
    path = folder / "exports.db"
    with open_seeder(path) as seeder:
        playing = [seeder.add_device(seeder.add_table(HANDS)) for _ in range(TABLES)]
        long = seeder.add_device(seeder.add_table(sizes.exported_hands))
    with (
        run_server(APP, path) as server,
        running_process("downloads", str(server.port)) as downloads,
        server.start_load() as load,
    ):
        ask_process(load, playing)
        versions = read_versions(path, playing)
        quiet = record(load, sizes)
        taps = len(quiet)
        for kind, paths in KINDS.items():
            order = [long, paths, sizes.downloads, sizes.exporting_seconds + 1]
            print(to_json_line(order), file=downloads.stdin, flush=True)
            took = record(load, sizes)
            seen, health = json.loads(read_line(downloads))
            taps += len(took)
            print(f"{kind}: answers by status {seen}", file=sys.stderr)
            told = f"{sizes.downloads} clients download {kind} of {sizes.exported_hands:,} hands (nobody does)"
            yield Row(f"the longest tap while {told}", 1000 * max(took), "ms", 1000 * max(quiet), most=100)
            yield Row(f"longest wait for /health while {sizes.downloads} do so", health * 1000, "ms", most=100)
        recorded = sum(read_versions(path, playing)) - sum(versions)
        if recorded != taps:
            raise RuntimeError(f"{taps} taps were acknowledged and {recorded} recorded")


def record(load: "subprocess.Popen[str]", sizes: Sizes) -> list[float]:
    """Return the seconds of each tap of all tables, until it is answered and shown."""
    return [float(took) for took in ask_process(load, [TABLES, sizes.exporting_seconds, PAUSE])]


def read_versions(path: Path, playing: Sequence[Device]) -> list[int]:
    """Return the versions of tables in the database that the server has open."""
    with open_store(f"sqlite:///{path.with_suffix(f'.{APP.module}')}?mode=ro") as store:
        return [store.events.version(device.table_id) or 0 for device in playing]

"""The cost of several processes that share a database, and of moving tables into a database that can be shared."""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from scorekeeper.store import Store
from tests.postgresql import ALONE
from tests.postgresql import PostgresqlServer as Postgresql
from tools.bench.evening import open_seeder
from tools.bench.forms import Device
from tools.bench.phones import WatchedTable
from tools.bench.processes import ask_process
from tools.bench.report import Row, build_timing_rows, find_percentile
from tools.bench.servers import APP, MeasuredServer, run_server, run_sharing_servers, start_load
from tools.bench.sizes import Sizes
from tools.bench.throughput import SLOWEST

MOST = 3
"""The largest number of processes that share a database."""

HANDS_AN_EVENING = 50

CLI = "from scorekeeper.commands.main import main; main()"


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Measure the way from process to process, and the throughput of several whose tables have phones at each."""
    path, clients = folder / "several.db", max(sizes.clients)
    with open_seeder(path) as seeder:
        devices = [seeder.add_device(seeder.add_table()) for _ in range(1 + MOST * clients + sizes.shared_tables)]
    with Postgresql(ALONE) as postgresql:
        time_command("copy", str(path), url := postgresql.url())
        unused = iter(devices)
        with run_sharing_servers(url, 2) as (recording, watching):
            yield from measure_across(recording, watching, next(unused), postgresql, sizes)
        with run_server(APP, path) as alone:
            most_alone = measure_most_taps(devices[:clients], sizes, alone)
        for count in range(1, MOST + 1):
            with run_sharing_servers(url, count) as servers:
                processes = "one process" if count == 1 else f"{count} processes"
                what = f"taps a second at p95 < {SLOWEST * 1000:g} ms, {processes} over PostgreSQL (one over SQLite)"
                most = measure_most_taps(list(islice(unused, clients)), sizes, *servers)
            yield Row(what, most, "/s", most_alone, rate=True)
        last = list(unused)
        with run_sharing_servers(url, MOST) as servers, run_server(APP, path) as alone:
            yield from measure_many_tables(last, servers, alone, postgresql, sizes)


def measure_across(
    recording: MeasuredServer, watching: MeasuredServer, device: Device, postgresql: Postgresql, sizes: Sizes
) -> Iterator[Row]:
    """Measure from a tap on one process to the frame on another, beside a bare PostgreSQL notification."""
    with closing(WatchedTable(recording.port, "http", [device], watching.port)) as table:
        table.play(sizes.commands)
        took = [each[-1] for each in table.play(10 * sizes.commands)]
    told = measure_notify(postgresql, len(took))
    rows = build_timing_rows("a tap on one process to the frame on another process (NOTIFY alone)", took, told)
    for row, most in zip(rows, (3, 10), strict=True):
        yield Row(row.what, row.measured, row.unit, row.reference, most=most)


def measure_notify(postgresql: Postgresql, times: int) -> list[float]:
    """Return the seconds until one connection receives another connection's notification, for each of `times`."""
    took = []
    with closing(postgresql.connect_as_admin()) as tells, closing(postgresql.connect_as_admin()) as hears:
        hears.execute("listen bench")
        for _ in range(times):
            began = time.perf_counter()
            tells.execute("notify bench, 'table 1'")
            next(hears.notifies(stop_after=1))
            took.append(time.perf_counter() - began)
    return took


def measure_most_taps(devices: Sequence[Device], sizes: Sizes, *servers: MeasuredServer) -> list[float]:
    """Return the most taps a second of each round, with the best number of busy tables."""
    rounds = []
    with start_load(*servers) as loaded:
        ask_process(loaded, devices)
        for _ in range(sizes.repeats):
            best = 0.0
            for clients in sizes.clients:
                took = ask_process(loaded, [clients, sizes.load_seconds, 0])
                if find_percentile(took, 95) < SLOWEST:
                    best = max(best, len(took) / sizes.load_seconds)
            rounds.append(best)
    return rounds


def measure_many_tables(
    devices: Sequence[Device],
    servers: Sequence[MeasuredServer],
    alone: MeasuredServer,
    postgresql: Postgresql,
    sizes: Sizes,
) -> Iterator[Row]:
    """Measure many tables with a phone at each process that tap now and then; each tap is recorded once."""
    before = count_actions(postgresql)
    took = measure_spaced_taps(devices, sizes, *servers)
    if count_actions(postgresql) != before + len(took):
        raise RuntimeError(f"{len(took)} taps were acknowledged, {count_actions(postgresql) - before} are recorded")
    phones = f"{len(devices):,} tables with {len(devices) * len(servers):,} phones at {len(servers)} processes"
    yield from build_timing_rows(
        f"a tap until all phones of its table show it, {phones} (with {len(devices):,} phones at one over SQLite)",
        took,
        measure_spaced_taps(devices, sizes, alone),
    )


def measure_spaced_taps(devices: Sequence[Device], sizes: Sizes, *servers: MeasuredServer) -> list[float]:
    """Return the seconds of each tap where every table taps now and then."""
    with start_load(*servers) as loaded:
        ask_process(loaded, devices)
        took: list[float] = ask_process(loaded, [len(devices), 2 * sizes.leisure, sizes.leisure])
        return took


def count_actions(postgresql: Postgresql) -> int:
    """Return the number of actions in the database."""
    with closing(postgresql.connect_as_admin()) as connection:
        row = connection.execute("select count(*) from actions").fetchone()
    return int(row[0]) if row else 0


def copy_log(store: Store, table_id: str, number: int) -> None:
    """Create `number` tables with the same log."""
    log = store.events.load(table_id)
    for place in range(number):
        store.events.restore(f"{table_id[:6]}{place:06}", "mighty", log)


def measure_copying(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Measure copying everything to PostgreSQL and back with its checks, beside the replay alone."""
    path = folder / "copying.db"
    with open_seeder(path) as seeder:
        copy_log(seeder.store, seeder.add_table(HANDS_AN_EVENING), sizes.copied_evenings)
    hands = f"{HANDS_AN_EVENING * (sizes.copied_evenings + 1):,} hands"
    with Postgresql(ALONE) as postgresql:
        url = postgresql.url()
        there, back = time_command("copy", str(path), url), time_command("copy", url, str(folder / "back.db"))
        alone = time_command("check", str(path))
    yield Row(f"copy of {hands} from SQLite to PostgreSQL (check of them)", there, "s", alone)
    yield Row(f"copy of {hands} from PostgreSQL to SQLite (check of them)", back, "s", alone)


def time_command(*arguments: str) -> float:
    """Run a command of the program. Return its seconds."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", CLI, *arguments], check=True, capture_output=True)
    return time.perf_counter() - began

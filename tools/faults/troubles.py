"""Troubles that a disk, a clock, another program or a person makes for a server while hands are played."""

import shutil
import sqlite3
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from tools.bench.report import find_percentile
from tools.faults.cluster import DEFAULT, Cluster, Fault
from tools.faults.kills import kill_server, stop_server
from tools.faults.load import HANDS, run_load
from tools.faults.phones import HttpPhone
from tools.faults.server import PROCESSES, ServerProcess, ServerSettings, StartFailed
from tools.faults.slow_connections import hang_slow_connections
from tools.faults.verify import find_recorded, verify

FULL = 256 * 1024
"""The most bytes of a file on a disk that is soon full."""

SMALL = "1m"
"""The size of a disk that is soon full, in the notation of `mount`."""


Trouble = Callable[[Cluster], Awaitable[None]]


async def play_on(cluster: Cluster) -> None:
    """Resume play until something is acknowledged."""
    cluster.resume()
    await cluster.wait_for_acknowledgement()


async def verify_around_kill(cluster: Cluster) -> None:
    """Verify now, and again after a kill and a restart."""
    await cluster.pause()
    cluster.faults += await verify(cluster)
    await kill_server(cluster)
    cluster.start_server()
    await cluster.pause()
    cluster.faults += await verify(cluster, whole=True)


async def expect_refusals(cluster: Cluster) -> None:
    """Wait until everybody is told that nothing was recorded. That must be true, and pages must still be served."""
    await cluster.wait_for_refusals()
    cluster.faults += find_recorded(cluster, set(cluster.refused_keys))
    evening, other = cluster.evenings[0], HttpPhone()
    other.cookies = evening.phones[0].cookies
    page = await other.get(cluster.server.port, evening.path)
    if page.status != 200:
        cluster.faults.append(Fault("wrong", f"a page was answered {page.status}"))


# --- Disks ---


async def limit_files(cluster: Cluster) -> None:
    """Let no file grow, then lift the limit."""
    cluster.start_server()
    async with run_load(cluster, HANDS):
        await play_on(cluster)
        await stop_server(cluster)
        cluster.start_server(ServerSettings(largest=FULL))
        cluster.resume()
        await expect_refusals(cluster)
        cluster.server.make_room()
        cluster.retry_refused()
        await play_on(cluster)
        await verify_around_kill(cluster)


async def fill_disk(cluster: Cluster) -> None:
    """Fill a disk, then make room."""
    with mount_disk(cluster.path.parent):
        cluster.start_server()
        async with run_load(cluster, HANDS):
            await play_on(cluster)
            filler = cluster.path.with_name("filler")
            with filler.open("wb", buffering=0) as file, suppress(OSError):
                while True:
                    file.write(bytes(4096))
            await expect_refusals(cluster)
            filler.unlink()
            cluster.retry_refused()
            await play_on(cluster)
            await verify_around_kill(cluster)
        await kill_server(cluster)


async def serve_read_only(cluster: Cluster) -> None:
    """Serve a database that is read only."""
    cluster.start_server()
    async with run_load(cluster, HANDS):
        await play_on(cluster)
        await cluster.pause()
        await stop_server(cluster)
        cluster.start_server(ServerSettings(read_only=True))
        cluster.resume()
        await expect_refusals(cluster)
        await kill_server(cluster)
        cluster.start_server()
        await verify_around_kill(cluster)


async def start_on_read_only_disk(cluster: Cluster) -> None:
    """Start a server on a read-only disk: it must not start, and must say why."""
    with mount_disk(cluster.path.parent):
        cluster.start_server()
        async with run_load(cluster, HANDS):
            await play_on(cluster)
            await kill_server(cluster)
            remount(cluster.path.parent, "ro")
            expect_start_refused(cluster, "Read-only file system")
            remount(cluster.path.parent, "rw")
            cluster.start_server()
            await verify_around_kill(cluster)
        await kill_server(cluster)


@contextmanager
def mount_disk(folder: Path) -> Iterator[None]:
    """Mount a small disk at `folder` for the length of the block. Needs root."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def remount(folder: Path, how: str) -> None:
    """Remount a disk as "ro" or "rw"."""
    subprocess.run(["mount", "-o", f"remount,{how}", folder], check=True)


def expect_start_refused(cluster: Cluster, words: str) -> None:
    """Start a server that must not start: it must exit with 1 and say `words`."""
    server = ServerProcess(cluster.url, cluster.log, DEFAULT)
    try:
        server.wait_until_it_serves()
    except StartFailed as told:
        if told.exit_code != 1 or words not in told.said:
            cluster.faults.append(Fault("wrong", f"a server left with {told.exit_code}: {told.said}"))
    else:
        server.send()
        cluster.faults.append(Fault("wrong", "a server has started that should not"))


# --- Others ---


async def lock_database(cluster: Cluster) -> None:
    """Lock the database from another program, for longer than anybody waits."""
    cluster.start_server(ServerSettings(patience=0.6))
    async with run_load(cluster, HANDS):
        await play_on(cluster)
        with closing(sqlite3.connect(cluster.path, isolation_level=None)) as other:
            other.execute("begin immediate")
            await expect_refusals(cluster)
            other.execute("rollback")
        cluster.retry_refused()
        await play_on(cluster)
        await verify_around_kill(cluster)


JUMPS = (3600, -3600, 400 * 24 * 3600, -20 * 365 * 24 * 3600, 0)
"""Seconds by which the clock is wrong, one after the other."""


async def change_clock(cluster: Cluster) -> None:
    """Put the clock forward and back while a server runs, and kill it with a wrong one."""
    wrong = PROCESSES.Value("d", 0.0, lock=False)  # a killed process would never release a lock
    cluster.start_server(ServerSettings(clock=wrong))
    async with run_load(cluster, HANDS):
        await play_on(cluster)
        for seconds in JUMPS:
            wrong.value = seconds
            await play_on(cluster)
            await cluster.pause()
            cluster.faults += await verify(cluster)
            await kill_server(cluster)
            cluster.start_server(ServerSettings(clock=wrong))
        await verify_around_kill(cluster)


async def start_second_server(cluster: Cluster) -> None:
    """Start a second server on the same file: it must name the first server's address, and the first goes on."""
    cluster.start_server()
    async with run_load(cluster, HANDS):
        await play_on(cluster)
        expect_start_refused(cluster, f"at http://127.0.0.1:{cluster.server.port}")
        await play_on(cluster)
        await verify_around_kill(cluster)


async def lose_file(cluster: Cluster, take: Callable[[Path], None]) -> None:
    """Take the file away. Everybody must be told, and all acknowledged actions must be in a rescued file beside it."""
    cluster.start_server()
    async with run_load(cluster, HANDS):
        await play_on(cluster)
        take(cluster.path)
        await cluster.wait_for_refusals()
        await kill_server(cluster)
        (rescued,) = cluster.path.parent.glob("evening-rescued-*.db")
        for left in cluster.path.parent.glob("evening.db*"):
            left.unlink()
        rescued.rename(cluster.path)
        cluster.start_server()
        await verify_around_kill(cluster)


async def delete_file(cluster: Cluster) -> None:
    """Delete the file."""
    await lose_file(cluster, Path.unlink)


async def replace_file(cluster: Cluster) -> None:
    """Replace the file by a copy, as programs that synchronize folders do."""

    def put_a_copy(path: Path) -> None:
        Path(shutil.copy(path, path.with_name("copy.db"))).replace(path)

    await lose_file(cluster, put_a_copy)


# --- People who are slow, or play at it ---


async def measure_slow_connections(cluster: Cluster, connections: int, taps: int, pause: float) -> str:
    """Return the durations of taps without and with `connections` slow connections at the server, in words."""
    cluster.start_server()
    async with run_load(cluster, replace(HANDS, tables=2, pause=pause)):
        without = await time_taps(cluster, taps)
        with hang_slow_connections(cluster.server.port, connections):
            among = await time_taps(cluster, taps)
        await verify_around_kill(cluster)
    told = (
        f"{1000 * value:.0f}"
        for took in (without, among)
        for value in (*map(partial(find_percentile, took), (50, 95)), max(took))
    )
    return "a tap takes {}, {}, {} ms (median, p95, longest), among {} slow connections {}, {}, {} ms".format(
        *islice(told, 3), connections, *told
    )


async def time_taps(cluster: Cluster, count: int) -> list[float]:
    """Return the seconds of each of the next `count` taps."""
    cluster.took.clear()
    while len(cluster.took) < count:
        await play_on(cluster)
    await cluster.pause()
    return cluster.took.copy()


TROUBLES: dict[str, tuple[str, Trouble]] = {
    "full": ("a disk full (no file may grow)", limit_files),
    "read_only": ("a database that can be read only", serve_read_only),
    "locked": ("another program holds the database", lock_database),
    "clock": ("a clock put forward and back, killed each time", change_clock),
    "second": ("a second server on the same file", start_second_server),
    "deleted": ("the file deleted", delete_file),
    "replaced": ("the file replaced", replace_file),
}
OF_ROOT: dict[str, tuple[str, Trouble]] = {
    "really_full": ("a disk full (of 1 MB)", fill_disk),
    "read_only_disk": ("a disk that can be read only", start_on_read_only_disk),
}
"""Troubles that need a disk of their own, and root to mount it."""

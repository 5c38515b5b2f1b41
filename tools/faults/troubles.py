"""A disk, a clock, another program or a person that makes trouble for a server while hands are played."""

import shutil
import sqlite3
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from tools.bench.report import percentile
from tools.faults.crowd import crowd
from tools.faults.house import DEFAULT, Fault, House
from tools.faults.kills import kill, stop
from tools.faults.load import HANDS, playing
from tools.faults.phones import Phone
from tools.faults.server import PROCESSES, Server, Setting, Unserved
from tools.faults.verify import recorded, verify

FULL = 256 * 1024
"""Bytes of the largest file of a disk that is full soon."""

SMALL = "1m"
"""A disk that is full soon, as `mount` says it."""


Trouble = Callable[[House], Awaitable[None]]


async def goes_on(house: House) -> None:
    """Everybody plays on until something is acknowledged."""
    house.go_on()
    await house.hears()


async def looked_at(house: House) -> None:
    """Note what is wrong now, and after a kill."""
    await house.still()
    house.faults += await verify(house)
    await kill(house)
    house.start()
    await house.still()
    house.faults += await verify(house, whole=True)


async def turned_away(house: House) -> None:
    """Wait until everybody is told that nothing was recorded; that is true, and pages are shown."""
    await house.turns_away()
    house.faults += recorded(house, set(house.turned_away))
    evening, other = house.evenings[0], Phone()
    other.cookies = evening.phones[0].cookies
    page = await other.get(house.server.port, evening.path)
    if page.status != 200:
        house.faults.append(Fault("wrong", f"a page was answered {page.status}"))


# --- Disks ---


async def full(house: House) -> None:
    """No file can grow any more, and then all can."""
    house.start()
    async with playing(house, HANDS):
        await goes_on(house)
        await stop(house)
        house.start(Setting(largest=FULL))
        house.go_on()
        await turned_away(house)
        house.server.make_room()
        house.recover()
        await goes_on(house)
        await looked_at(house)


async def really_full(house: House) -> None:
    """A disk is full, and then it is not."""
    with mounted(house.path.parent):
        house.start()
        async with playing(house, HANDS):
            await goes_on(house)
            filler = house.path.with_name("filler")
            with filler.open("wb", buffering=0) as file, suppress(OSError):
                while True:
                    file.write(bytes(4096))
            await turned_away(house)
            filler.unlink()
            house.recover()
            await goes_on(house)
            await looked_at(house)
        await kill(house)


async def read_only(house: House) -> None:
    """A database can be read only."""
    house.start()
    async with playing(house, HANDS):
        await goes_on(house)
        await house.still()
        await stop(house)
        house.start(Setting(read_only=True))
        house.go_on()
        await turned_away(house)
        await kill(house)
        house.start()
        await looked_at(house)


async def read_only_disk(house: House) -> None:
    """A server does not start on a disk on which it cannot write, and says so."""
    with mounted(house.path.parent):
        house.start()
        async with playing(house, HANDS):
            await goes_on(house)
            await kill(house)
            remount(house.path.parent, "ro")
            refused(house, "Read-only file system")
            remount(house.path.parent, "rw")
            house.start()
            await looked_at(house)
        await kill(house)


@contextmanager
def mounted(folder: Path) -> Iterator[None]:
    """A small disk of its own as `folder`, which only root can have."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def remount(folder: Path, how: str) -> None:
    """Let a disk be written, or not."""
    subprocess.run(["mount", "-o", f"remount,{how}", folder], check=True)


def refused(house: House, words: str) -> None:
    """A server that is started now says why it does not serve, and leaves."""
    server = Server(house.url, house.log, DEFAULT)
    try:
        server.wait_until_it_serves()
    except Unserved as told:
        if told.exit_code != 1 or words not in told.said:
            house.faults.append(Fault("wrong", f"a server left with {told.exit_code}: {told.said}"))
    else:
        server.send()
        house.faults.append(Fault("wrong", "a server has started that should not"))


# --- Others ---


async def locked(house: House) -> None:
    """Another program holds the database, for longer than anybody waits."""
    house.start(Setting(patience=0.6))
    async with playing(house, HANDS):
        await goes_on(house)
        with closing(sqlite3.connect(house.path, isolation_level=None)) as other:
            other.execute("begin immediate")
            await turned_away(house)
            other.execute("rollback")
        house.recover()
        await goes_on(house)
        await looked_at(house)


JUMPS = (3600, -3600, 400 * 24 * 3600, -20 * 365 * 24 * 3600, 0)
"""Seconds by which a clock is wrong, one after the other."""


async def clock(house: House) -> None:
    """A clock is put forward and back while a server runs, and it is killed with a wrong one."""
    wrong = PROCESSES.Value("d", 0.0, lock=False)  # a lock would stay locked by whoever is killed
    house.start(Setting(clock=wrong))
    async with playing(house, HANDS):
        await goes_on(house)
        for seconds in JUMPS:
            wrong.value = seconds
            await goes_on(house)
            await house.still()
            house.faults += await verify(house)
            await kill(house)
            house.start(Setting(clock=wrong))
        await looked_at(house)


async def second(house: House) -> None:
    """A second server is started on the same file: it hears where the first is, which goes on."""
    house.start()
    async with playing(house, HANDS):
        await goes_on(house)
        refused(house, f"at http://127.0.0.1:{house.server.port}")
        await goes_on(house)
        await looked_at(house)


async def vanished(house: House, take: Callable[[Path], None]) -> None:
    """The file is gone: everybody is told so, and all that was acknowledged is in another beside it."""
    house.start()
    async with playing(house, HANDS):
        await goes_on(house)
        take(house.path)
        await house.turns_away()
        await kill(house)
        (rescued,) = house.path.parent.glob("evening-rescued-*.db")
        for left in house.path.parent.glob("evening.db*"):
            left.unlink()
        rescued.rename(house.path)
        house.start()
        await looked_at(house)


async def deleted(house: House) -> None:
    """Somebody deletes the file."""
    await vanished(house, Path.unlink)


async def replaced(house: House) -> None:
    """Somebody puts a copy in the place of the file, as some programs do that keep folders alike."""

    def put_a_copy(path: Path) -> None:
        Path(shutil.copy(path, path.with_name("copy.db"))).replace(path)

    await vanished(house, put_a_copy)


# --- People who are slow, or play at it ---


async def slow(house: House, connections: int, taps: int, pause: float) -> str:
    """Very many connections that never come to the point hang on the server; what taps take without them and with."""
    house.start()
    async with playing(house, replace(HANDS, tables=2, pause=pause)):
        without = await taps_take(house, taps)
        with crowd(house.server.port, connections):
            among = await taps_take(house, taps)
        await looked_at(house)
    told = (
        f"{1000 * value:.0f}"
        for took in (without, among)
        for value in (*map(partial(percentile, took), (50, 95)), max(took))
    )
    return "a tap takes {}, {}, {} ms (median, p95, longest), among {} slow connections {}, {}, {} ms".format(
        *islice(told, 3), connections, *told
    )


async def taps_take(house: House, count: int) -> list[float]:
    """How many seconds each of the next taps takes."""
    house.took.clear()
    while len(house.took) < count:
        await goes_on(house)
    await house.still()
    return house.took.copy()


TROUBLES: dict[str, tuple[str, Trouble]] = {
    "full": ("a disk full (no file may grow)", full),
    "read_only": ("a database that can be read only", read_only),
    "locked": ("another program holds the database", locked),
    "clock": ("a clock put forward and back, killed each time", clock),
    "second": ("a second server on the same file", second),
    "deleted": ("the file deleted", deleted),
    "replaced": ("the file replaced", replaced),
}
OF_ROOT: dict[str, tuple[str, Trouble]] = {
    "really_full": ("a disk full (of 1 MB)", really_full),
    "read_only_disk": ("a disk that can be read only", read_only_disk),
}
"""What needs a disk of its own, and root for it."""

"""A server that is killed at any instant, or PostgreSQL under several; and a server that is asked to stop."""

import asyncio
import shutil
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tools.faults.house import DEFAULT, Fault, House
from tools.faults.load import HANDS, IMPORTS, MENDING, TABLES, Load, playing
from tools.faults.server import Server, Setting
from tools.faults.verify import verify

LATEST = 0.5
"""Seconds after the first answer of a server within which it is killed."""

START, STOP = 0.12, 0.1
"""The same after it was started, and after it was asked to stop: about as long as either takes."""

CHECKPOINTS = Setting(checkpoint_pages=1)
"""Every commit takes the log over: about as often as not, a server is killed in the middle of it."""

End = Callable[[House], Awaitable[None]]


async def kill(house: House) -> None:
    """Kill a server."""
    await ended(house.end())


async def ended(server: Server) -> int | None:
    """How a server ended, once it has."""
    return await asyncio.to_thread(server.exit_code)


async def kill_both(house: House) -> None:
    """Kill the server, and the one after it while it starts."""
    await kill(house)
    await kill_start(house)


async def kill_start(house: House) -> None:
    """Kill a server while it starts, or soon after."""
    beginning = Server(house.url, house.log, DEFAULT)
    asyncio.get_running_loop().call_later(house.random.uniform(0, START), beginning.send)
    await ended(beginning)


async def kill_stop(house: House) -> None:
    """Ask the server to stop, and kill it meanwhile."""
    stopping = house.end(signal.SIGTERM)
    asyncio.get_running_loop().call_later(house.random.uniform(0, STOP), stopping.send)
    await ended(stopping)


async def stop(house: House) -> None:
    """Ask the server to stop, and let it: what was acknowledged is in the one file then."""
    if code := await ended(house.end(signal.SIGTERM)):
        raise Fault("wrong", f"the server stopped with {code}")
    left = sorted(each.name for each in house.path.parent.glob(f"{house.path.name}*"))
    if left not in ([house.path.name], [house.path.name, f"{house.path.name}.lock"]):
        raise Fault("wrong", f"a stop leaves {left}")
    shutil.copy(house.path, house.path.with_name("copy.db"))
    house.path.with_name("copy.db").replace(house.path)


async def kill_postgresql(house: House) -> None:
    """Kill PostgreSQL, and start it again."""
    if house.postgresql:
        await asyncio.to_thread(house.postgresql.kill)
        await asyncio.to_thread(house.postgresql.start)


async def hang_up(house: House) -> None:
    """Lose all connections to PostgreSQL."""
    if house.postgresql:
        await asyncio.to_thread(house.postgresql.hang_up)


@dataclass(frozen=True, slots=True)
class Kill:
    """What people do when the server ends, how it ends, and how it was started. Several `servers` share PostgreSQL."""

    what: str
    load: Load
    end: End = kill
    setting: Setting = DEFAULT
    servers: int = 1
    share: float = 0.1

    async def run(self, house: House, times: int) -> None:
        """End a server so many times at random instants, and look at all that it left."""
        if self.end is kill_both:
            await kill_start(house)  # with nothing there yet
        self.start(house)
        async with playing(house, self.load):
            for time in range(times):
                house.go_on()
                await house.hears()
                await asyncio.sleep(house.random.uniform(0, LATEST))  # the instant of the fault, and no condition
                await self.end(house)
                self.start(house)
                await house.still()
                house.faults += await verify(house, whole=time == times - 1)
                house.tried += 1

    def start(self, house: House) -> None:
        """Start as many servers as are missing."""
        while len(house.servers) < self.servers:
            house.start(self.setting)


KILLS = {
    "hands": Kill("kill -9 while hands are played", HANDS, share=0.3),
    "checkpoints": Kill("kill -9, a checkpoint after each commit", HANDS, setting=CHECKPOINTS, share=0.2),
    "mending": Kill("kill -9 while hands are put right, undone, redone", MENDING, share=0.15),
    "tables": Kill("kill -9 while tables are opened", TABLES),
    "imports": Kill("kill -9 while files are imported", IMPORTS),
    "starts": Kill("kill -9 of a server, and of the next while it starts", HANDS, kill_both),
    "stops": Kill("kill -9 of a server that stops", HANDS, kill_stop, share=0.05),
    "one_of_three": Kill("kill -9 of one of three servers that share PostgreSQL", MENDING, servers=3),
    "postgresql": Kill("kill -9 of PostgreSQL under two servers", HANDS, kill_postgresql, servers=2, share=0.05),
    "connections": Kill("all connections of two servers to PostgreSQL lost", HANDS, hang_up, servers=2, share=0.05),
}
"""The kinds of kills, and how many there are of each where there are so many of the others as were asked for."""

STOP_CLEANLY = Kill("a stop (SIGTERM) while hands are played", HANDS, stop)

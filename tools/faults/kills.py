"""Servers killed at random instants, PostgreSQL killed under several servers, and servers asked to stop."""

import asyncio
import shutil
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tools.faults.cluster import DEFAULT, Cluster, Fault
from tools.faults.load import HANDS, IMPORTS, MENDING, NIGHTS, REPLACING, SEATS, TABLES, Load, run_load
from tools.faults.server import ServerProcess, ServerSettings
from tools.faults.verify import verify

LATEST = 0.5
"""Seconds after a server's first answer within which it is killed."""

START, STOP = 0.12, 0.1
"""Seconds within which a starting and a stopping server is killed: about as long as either takes."""

CHECKPOINTS = ServerSettings(checkpoint_pages=1)
"""Settings that checkpoint after every commit, so that about half of the kills fall into a checkpoint."""

End = Callable[[Cluster], Awaitable[None]]


async def kill_server(cluster: Cluster) -> None:
    """Kill a server."""
    await wait_for_exit(cluster.end_server())


async def wait_for_exit(server: ServerProcess) -> int | None:
    """Wait for a server's end and return its exit code."""
    return await asyncio.to_thread(server.exit_code)


async def kill_twice(cluster: Cluster) -> None:
    """Kill the server, and its successor while that starts."""
    await kill_server(cluster)
    await kill_while_starting(cluster)


async def kill_while_starting(cluster: Cluster) -> None:
    """Kill a server while it starts, or soon after."""
    beginning = ServerProcess(cluster.url, cluster.log, DEFAULT)
    asyncio.get_running_loop().call_later(cluster.random.uniform(0, START), beginning.send)
    await wait_for_exit(beginning)


async def kill_while_stopping(cluster: Cluster) -> None:
    """Ask the server to stop, and kill it before it has."""
    stopping = cluster.end_server(signal.SIGTERM)
    asyncio.get_running_loop().call_later(cluster.random.uniform(0, STOP), stopping.send)
    await wait_for_exit(stopping)


async def stop_server(cluster: Cluster) -> None:
    """Stop the server with SIGTERM. All acknowledged actions must be in the database file alone."""
    if code := await wait_for_exit(cluster.end_server(signal.SIGTERM)):
        raise Fault("wrong", f"the server stopped with {code}")
    left = sorted(each.name for each in cluster.path.parent.glob(f"{cluster.path.name}*"))
    if left not in ([cluster.path.name], [cluster.path.name, f"{cluster.path.name}.lock"]):
        raise Fault("wrong", f"a stop leaves {left}")
    shutil.copy(cluster.path, cluster.path.with_name("copy.db"))
    cluster.path.with_name("copy.db").replace(cluster.path)


async def kill_postgresql(cluster: Cluster) -> None:
    """Kill PostgreSQL and restart it."""
    if cluster.postgresql:
        await asyncio.to_thread(cluster.postgresql.kill)
        await asyncio.to_thread(cluster.postgresql.start)


async def drop_connections(cluster: Cluster) -> None:
    """Drop all connections to PostgreSQL."""
    if cluster.postgresql:
        await asyncio.to_thread(cluster.postgresql.drop_connections)


@dataclass(frozen=True, slots=True)
class Kill:
    """A kind of kill: the load meanwhile, the way it ends a server, and the server's settings.

    Several `servers` share PostgreSQL.
    """

    what: str
    load: Load
    end: End = kill_server
    setting: ServerSettings = DEFAULT
    servers: int = 1
    share: float = 0.1

    async def run(self, cluster: Cluster, times: int) -> None:
        """End a server `times` times at random instants, and verify the database each time."""
        if self.end is kill_twice:
            await kill_while_starting(cluster)  # before the database exists
        self.start(cluster)
        async with run_load(cluster, self.load):
            for time in range(times):
                cluster.resume()
                await cluster.wait_for_acknowledgement()
                await asyncio.sleep(cluster.random.uniform(0, LATEST))  # the random instant is the test
                await self.end(cluster)
                self.start(cluster)
                await cluster.pause()
                cluster.faults += await verify(cluster, whole=time == times - 1)
                cluster.tried += 1

    def start(self, cluster: Cluster) -> None:
        """Start servers until there are as many as there should be."""
        while len(cluster.servers) < self.servers:
            cluster.start_server(self.setting)


KILLS = {
    "hands": Kill("kill -9 while hands are played", HANDS, share=0.3),
    "checkpoints": Kill("kill -9, a checkpoint after each commit", HANDS, setting=CHECKPOINTS, share=0.2),
    "mending": Kill("kill -9 while hands are put right, undone, redone", MENDING, share=0.15),
    "replacing": Kill("kill -9 while entries take the place of others", REPLACING),
    "nights": Kill("kill -9 while groups are made and newcomers sit down", NIGHTS, share=0.05),
    "seats": Kill("kill -9 while seats are taken and moved", SEATS, share=0.05),
    "tables": Kill("kill -9 while tables are opened", TABLES),
    "imports": Kill("kill -9 while files are imported", IMPORTS),
    "starts": Kill("kill -9 of a server, and of the next while it starts", HANDS, kill_twice),
    "stops": Kill("kill -9 of a server that stops", HANDS, kill_while_stopping, share=0.05),
    "one_of_three": Kill("kill -9 of one of three servers that share PostgreSQL", MENDING, servers=3),
    "postgresql": Kill("kill -9 of PostgreSQL under two servers", HANDS, kill_postgresql, servers=2, share=0.05),
    "connections": Kill(
        "all connections of two servers to PostgreSQL lost", HANDS, drop_connections, servers=2, share=0.05
    ),
}
"""The kinds of kills; `share` is the part of all kills that are of a kind."""

STOP_CLEANLY = Kill("a stop (SIGTERM) while hands are played", HANDS, stop_server)

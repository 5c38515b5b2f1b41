"""The servers over one database, which are killed and restarted, and what the phones were told."""

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from scorekeeper.store import open_store
from tests.postgresql import PostgresqlServer as Postgresql
from tools.bench.wire import Answer
from tools.faults.server import ServerProcess, ServerSettings, StartFailed

if TYPE_CHECKING:
    from tools.faults.evening import Evening

DEFAULT = ServerSettings()
TURNED_AWAY = (429, 502, 503)
"""Statuses after which a request is repeated later: a server recorded nothing; a proxy's 502 leaves that open."""

TRIES = 3
"""Attempts of a request: a connection that was idle for long may be gone when it is used again."""

AGAIN = 0.05
"""Seconds after which a phone repeats a request that was answered with "nothing was saved"."""


class Fault(Exception):
    """An error found: its kind is "lost", "half" (recorded in part) or "wrong"."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind


class Cluster:
    """A database and its running servers: one over a file in `folder`, or several over `postgresql`.

    A request goes to any of them, or to the port of a `proxy`, and is repeated until it has a final answer, from one of
    these servers or from a later one. While the cluster is paused no phone begins anything new.
    """

    def __init__(self, folder: Path, random: Random, postgresql: Postgresql | None = None) -> None:
        self.path = folder / "evening.db"
        self.log = folder / "server.log"
        self.postgresql = postgresql
        self.random = random
        self.servers: list[ServerProcess] = []
        self.proxy = 0
        self.evenings: list[Evening] = []
        self.faults: list[Fault] = []
        self.tried = self.acknowledged = 0
        self.refused_keys: set[str] = set()
        self.took: list[float] = []
        self._serves, self._goes_on = asyncio.Event(), asyncio.Event()
        self._heard, self._refused, self._better = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._quiet = asyncio.Event()
        self._turns = self._requests = 0

    @property
    def url(self) -> str:
        """The address of the database."""
        return self.postgresql.url() if self.postgresql else str(self.path)

    @property
    def server(self) -> ServerProcess:
        """The server that was started last."""
        return self.servers[-1]

    def start_server(self, setting: ServerSettings = DEFAULT) -> None:
        """Start a server and wait until it serves. Raises `StartFailed`."""
        server = ServerProcess(self.url, self.log, setting)
        self.servers.append(server)
        try:
            server.wait_until_it_serves()
        except StartFailed:
            self.servers.remove(server)
            raise
        self._serves.set()
        self.retry_refused()

    def end_server(self, signum: int = signal.SIGKILL) -> ServerProcess:
        """Send `signum` to a random server. Its unanswered requests go to another server, or wait for the next."""
        ended = self.servers.pop(self.random.randrange(len(self.servers)))
        if not self.servers:
            self._serves.clear()
        self._goes_on.clear()
        ended.send(signum)
        return ended

    def close(self) -> None:
        """Kill every server."""
        for server in self.servers:
            server.send()
            server.exit_code()

    def read_log_file(self) -> str:
        """Return the output of all servers."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    @property
    def read_only_url(self) -> str:
        """The address by which another program reads the database without writing to it."""
        return self.url if self.postgresql else f"sqlite:///{self.path}?mode=ro"

    def query(self, sql: str) -> list[Any]:
        """Return the rows of a query."""
        with open_store(self.read_only_url) as store:
            return store.database.read(lambda db: db.execute(sql).fetchall())

    def retry_refused(self) -> None:
        """Let refused requests be repeated now."""
        self._better.set()
        self._better = asyncio.Event()
        self._refused.clear()
        self.refused_keys.clear()

    async def pause(self) -> None:
        """Begin nothing new, and wait until every request has its final answer."""
        self._goes_on.clear()
        if self._turns:
            self._quiet.clear()
            await self._quiet.wait()

    def resume(self) -> None:
        """Let everybody play on."""
        self._heard.clear()
        self._goes_on.set()

    async def wait_for_acknowledgement(self) -> None:
        """Wait until something was acknowledged since play was resumed."""
        await self._heard.wait()

    async def wait_for_refusals(self) -> None:
        """Wait until everyone with a request was told to try later."""
        await self._refused.wait()

    @asynccontextmanager
    async def take_turn(self) -> AsyncIterator[None]:
        """Guard an uninterrupted piece of play: a tap until its acknowledgement, or the opening of a table."""
        await self._goes_on.wait()
        self._turns += 1
        try:
            yield
            self.acknowledged += 1
            self._heard.set()
        finally:
            self._turns -= 1
            if not self._turns:
                self._quiet.set()

    async def ask_until_answered(self, ask: Callable[[int], Awaitable[Answer]], key: str = "") -> Answer:
        """Repeat a request until its final answer. `key` is that of the requested action."""
        while True:
            better = self._better  # of before the request: the trouble may end before its refusal is read
            answer = await self._ask(ask)
            if answer.status not in TURNED_AWAY:
                return answer
            if better.is_set():
                continue
            self.refused_keys.add(key)
            if not self._requests:
                self._refused.set()
            if self.postgresql:
                await asyncio.sleep(AGAIN)  # PostgreSQL returns by itself
            else:
                await better.wait()

    async def _ask(self, ask: Callable[[int], Awaitable[Answer]]) -> Answer:
        tries = TRIES
        while True:
            await self._serves.wait()
            self._requests += 1
            asked = self.random.choice(self.servers)
            try:
                return await ask(self.proxy or asked.port)
            except ConnectionError as error:
                tries -= asked in self.servers
                if not tries:
                    raise Fault("wrong", f"the server hangs up: {error!r}, {asked}") from None
            finally:
                self._requests -= 1

"""A server over one database, which is killed and started again, and what everyone around it was told."""

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.bench.wire import Answer
from tests.faults.server import Server, Setting

if TYPE_CHECKING:
    from tests.faults.evening import Evening

DEFAULT = Setting()
TURNED_AWAY = (429, 503)
"""Answers that say that nothing was recorded and that one may try again later."""

TRIES = 3
"""A connection that was idle for long may be gone when it is used again."""


class Fault(Exception):
    """What should not be: "lost", "half" recorded, or "wrong" otherwise."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind


class House:
    """A database in `folder` and the server that is over it now.

    Whoever asks goes on asking until they are answered for good, by this server or one after it. Nobody begins
    anything new while the house is still.
    """

    def __init__(self, folder: Path, random: Random) -> None:
        self.path = folder / "evening.db"
        self.log = folder / "server.log"
        self.random = random
        self.server: Server
        self.evenings: list[Evening] = []
        self.faults: list[Fault] = []
        self.tried = self.acknowledged = 0
        self.turned_away: set[str] = set()
        self.took: list[float] = []
        self._serves, self._goes_on = asyncio.Event(), asyncio.Event()
        self._heard, self._refused, self._better = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._quiet = asyncio.Event()
        self._turns = self._requests = 0

    def start(self, setting: Setting = DEFAULT) -> None:
        """Start a server and wait until it serves. Raises `Unserved`."""
        self.server = Server(self.path, self.log, setting)
        self.server.wait_until_it_serves()
        self._serves.set()
        self.recover()

    def end(self, signum: int = signal.SIGKILL) -> None:
        """Kill the server, or ask it to stop; whoever is not answered waits for the next."""
        self._serves.clear()
        self._goes_on.clear()
        self.server.send(signum)

    def close(self) -> None:
        """Leave no server behind."""
        if hasattr(self, "server"):
            self.server.send()
            self.server.exit_code()

    def said(self) -> str:
        """What its servers said."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    async def ended(self) -> int | None:
        """How the server ended."""
        return await asyncio.to_thread(self.server.exit_code)

    def recover(self) -> None:
        """Let those who were turned away try again."""
        self._better.set()
        self._better = asyncio.Event()
        self._refused.clear()
        self.turned_away.clear()

    async def still(self) -> None:
        """Begin nothing new, and wait until everybody was answered for good."""
        self._goes_on.clear()
        if self._turns:
            self._quiet.clear()
            await self._quiet.wait()

    def go_on(self) -> None:
        """Let everybody play on."""
        self._heard.clear()
        self._goes_on.set()

    async def hears(self) -> None:
        """Wait until something was acknowledged since everybody plays on."""
        await self._heard.wait()

    async def turns_away(self) -> None:
        """Wait until everybody who asked was told to try later."""
        await self._refused.wait()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """What is done in one go: a tap until it is acknowledged, or the opening of a table."""
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

    async def answer(self, ask: Callable[[int], Awaitable[Answer]], key: str = "") -> Answer:
        """What is answered for good. `key` is that of the action which is asked for."""
        while True:
            answer = await self._answer(ask)
            if answer.status not in TURNED_AWAY:
                return answer
            self.turned_away.add(key)
            if not self._requests:
                self._refused.set()
            await self._better.wait()

    async def _answer(self, ask: Callable[[int], Awaitable[Answer]]) -> Answer:
        tries = TRIES
        while True:
            await self._serves.wait()
            self._requests += 1
            try:
                return await ask(self.server.port)
            except ConnectionError as error:
                tries -= self._serves.is_set()
                if not tries:
                    raise Fault("wrong", f"the server hangs up: {error!r}, {self.server}") from None
            finally:
                self._requests -= 1

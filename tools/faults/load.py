"""What people do all evening while the server is killed under them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.faults.cluster import Cluster
from tools.faults.evening import Evening, import_file, open_table
from tools.faults.hands import GAMES, PlayedGame

Act = Callable[[Evening, PlayedGame], Awaitable[None]]

FILES = tuple(sorted(Path(__file__).parents[2].glob("tests/landed/*-*.json")))
"""Evenings of many hands that an earlier program wrote, of several moves an action."""


async def correct_hand(evening: Evening, played: PlayedGame) -> None:
    """Put a hand right that was over long ago."""
    await evening.tap(f"sheet/{choose_hand(evening)}", evening.random.choice(played.corrections))


async def void_hand(evening: Evening, _played: PlayedGame) -> None:
    """Declare the latest hand void."""
    await evening.tap(f"sheet/{evening.hands}/void", {"reason": "misdeal"})


async def undo_and_redo(evening: Evening, _played: PlayedGame) -> None:
    """Take some of it back, and restore it."""
    times = evening.random.randint(1, 4)
    for form in ("undo",) * times + ("redo",) * times:
        await evening.tap(f"record/{form}", {})


async def adjust_standings(evening: Evening, played: PlayedGame) -> None:
    """Change the standings by hand."""
    await evening.tap("people/adjust", played.adjustment)


def choose_hand(evening: Evening) -> int:
    """The number of a hand that is over."""
    return evening.random.randint(1, evening.hands)


@dataclass(frozen=True, slots=True)
class Load:
    """Who plays what: at so many tables at once, for so many hands each, with so many phones more than the host's.

    After each hand comes what is `after` it. Where files are brought, nobody plays. `pause` is in seconds, after a tap.
    """

    tables: int = 3
    hands: int = 5
    guests: int = 2
    after: tuple[Act, ...] = ()
    files: bool = False
    pause: float = 0

    async def play(self, cluster: Cluster) -> None:
        """Play on and on, from table to table."""
        while True:
            if self.files:
                await import_file(cluster, cluster.random.choice(FILES).read_bytes())
                continue
            played = cluster.random.choice(GAMES)
            evening = await open_table(cluster, played)
            evening.pause = self.pause
            for player in range(2, 2 + self.guests):
                await evening.invite(player)
            for _ in range(self.hands):
                await evening.play(cluster.random.choice(played.hands), len(played.names))
                for act in self.after:
                    await act(evening, played)


HANDS = Load()
MENDING = Load(hands=4, after=(correct_hand, undo_and_redo, correct_hand, adjust_standings, void_hand))
TABLES = Load(hands=0, guests=1)
IMPORTS = Load(tables=2, files=True)


@asynccontextmanager
async def run_load(cluster: Cluster, load: Load) -> AsyncIterator[None]:
    """While people play. Whatever is wrong with what they are told ends it with an exception."""
    async with asyncio.TaskGroup() as group:
        players = [group.create_task(load.play(cluster)) for _ in range(load.tables)]
        try:
            yield
        finally:
            for player in players:
                player.cancel()

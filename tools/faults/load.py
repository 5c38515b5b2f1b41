"""The play that goes on while servers are killed."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.faults.cluster import Cluster
from tools.faults.evening import Evening, import_file, open_table
from tools.faults.hands import GAMES, PlayedGame

Act = Callable[[Evening, PlayedGame], Awaitable[None]]

FILES = tuple(sorted(Path(__file__).parents[2].glob("tests/landed/version_1/*-*.json")))
"""Evenings of both games, exported by version 1.0."""


async def correct_hand(evening: Evening, played: PlayedGame) -> None:
    """Correct the result of a hand that ended long ago; of the last one, where that hand is void."""
    long_ago = evening.random.randint(1, evening.hands)
    for number in (long_ago, evening.hands):
        if corrected := await evening.reopen_result(number, played.points):
            await evening.tap(f"{corrected}/save", {})
            return


async def void_hand(evening: Evening, _played: PlayedGame) -> None:
    """Declare the latest hand void."""
    await evening.tap(f"sheet/{evening.hands}/void", {"reason": "misdeal"})


async def undo_and_redo(evening: Evening, _played: PlayedGame) -> None:
    """Undo some actions and redo them."""
    times = evening.random.randint(1, 4)
    for form in ("undo",) * times + ("redo",) * times:
        await evening.tap(f"record/{form}", {})


async def adjust_standings(evening: Evening, played: PlayedGame) -> None:
    """Change the standings by hand."""
    await evening.tap("people/adjust", played.adjustments[evening.hands % len(played.adjustments)])


async def rename_player(evening: Evening, _played: PlayedGame) -> None:
    """Rename a player."""
    await evening.tap("record/rename", {"player": 2, "name": f"Bo {evening.version}"})


async def replace_name(evening: Evening, _played: PlayedGame) -> None:
    """Take the last action back and rename a player in its place, as a phone does that chooses its own entry."""
    await evening.tap("record/rename", {"player": 2, "name": f"Bo {evening.version}", "instead": "yes"})


async def found_group(evening: Evening, _played: PlayedGame) -> None:
    """Make the table the first night of a group."""
    await evening.found_group()


async def seat_newcomer(evening: Evening, _played: PlayedGame) -> None:
    """Seat somebody new."""
    await evening.seat_newcomer()


async def move_seat(evening: Evening, _played: PlayedGame) -> None:
    """Move a seat to another phone."""
    await evening.move_seat()


@dataclass(frozen=True, slots=True)
class Load:
    """Tables at once, hands at each, and phones besides the host's.

    `after` are the acts after each hand. With `files` evenings are imported and nobody plays. `pause` is in seconds,
    after a tap.
    """

    tables: int = 3
    hands: int = 5
    guests: int = 2
    after: tuple[Act, ...] = ()
    files: bool = False
    pause: float = 0

    async def play(self, cluster: Cluster) -> None:
        """Play without an end, from table to table."""
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
REPLACING = Load(hands=1, guests=1, after=(rename_player, *(replace_name,) * 8))
NIGHTS = Load(hands=1, guests=0, after=(found_group, seat_newcomer, seat_newcomer, seat_newcomer))
SEATS = Load(hands=1, guests=3, after=(move_seat, seat_newcomer, move_seat, move_seat))
TABLES = Load(hands=0, guests=1)
IMPORTS = Load(tables=2, files=True)


@asynccontextmanager
async def run_load(cluster: Cluster, load: Load) -> AsyncIterator[None]:
    """Play during the block. Any unexpected answer ends it with an exception."""
    async with asyncio.TaskGroup() as group:
        players = [group.create_task(load.play(cluster)) for _ in range(load.tables)]
        try:
            yield
        finally:
            for player in players:
                player.cancel()

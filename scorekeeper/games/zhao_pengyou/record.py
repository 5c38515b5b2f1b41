"""The tricks of a hand so far, counted as they come: no later event goes through all of them again."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.trick import Play


class Trick(NamedTuple):
    """Who won a trick, its card points, and the plays that were written down, even if not all were."""

    winner: Player
    points: int
    plays: tuple[Play, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """Finished tricks. `in_full` says whether every card so far was written down.

    `cards` is how many each player has played: a trick whose cards nobody wrote down counts as one, the least it can
    be. `played` has the copies of each card that were written down, `points` what each player has won.
    """

    tricks: tuple[Trick, ...] = ()
    in_full: bool = True
    cards: int = 0
    played: Mapping[Card, int] = field(default_factory=lambda: MappingProxyType({}))
    points: Mapping[Player, int] = field(default_factory=lambda: MappingProxyType({}))

    def after(self, trick: Trick) -> "Record":
        """The record with one more trick; that plays of it are missing is said by `with_gap`."""
        won = self.points.get(trick.winner, 0) + trick.points
        return Record(
            tricks=(*self.tricks, trick),
            in_full=self.in_full,
            cards=self.cards + (len(trick.plays[0].cards) if trick.plays else 1),
            played=more(self.played, trick.plays),
            points={**self.points, trick.winner: won},
        )

    def with_gap(self) -> "Record":
        """The record when something was played that nobody wrote down."""
        return replace(self, in_full=False)


NO_TRICKS = Record()


def more(played: Mapping[Card, int], plays: tuple[Play, ...]) -> Mapping[Card, int]:
    """The copies of each card with those of `plays`."""
    counts = {**played}
    for play in plays:
        for card in play.cards:
            counts[card] = counts.get(card, 0) + 1
    return counts

"""Who turns out to be the declarer's friend, and whose the points are then (S0, The Play; S1, Playing; S3, 2-3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.trick import Play, Trick


class Reveal(NamedTuple):
    """`player` turned out to be the friend in `trick`, by `card`; None by winning the first trick.

    `points` is what they had won and now goes to the declarer's side.
    """

    player: Player
    trick: int
    card: Card | None
    points: int


def reveals(
    declarer: Player,
    called: Sequence[Card],
    tricks: Sequence[Trick],
    table: Sequence[Play] = (),
    *,
    first_trick: bool = False,
) -> tuple[Reveal, ...]:
    """The reveals of a friend by the cards played and the tricks won, in the order in which they were.

    `called` are the cards called; `first_trick` is whether the winner of the first trick is the friend instead.
    `table` are the plays of the trick that is going on. A copy that the declarer plays reveals nobody: with one pack
    there is no friend then. With two packs one player may have both called cards, whose points go but once
    (S0, Six, seven or eight players).
    """
    if first_trick:
        won = [trick for trick in tricks[:1] if trick.winner != declarer]
        return tuple(Reveal(trick.winner, 1, None, trick.points) for trick in won)
    found: list[Reveal] = []
    wanted = set(called)
    for number, plays in enumerate((*(trick.plays for trick in tricks), table), 1):
        for play in plays:
            if play.card not in wanted or play.player == declarer:
                continue
            wanted.remove(play.card)
            known = any(reveal.player == play.player for reveal in found)
            points = 0 if known else won_by(play.player, tricks[: number - 1])
            found.append(Reveal(play.player, number, play.card, points))
    return tuple(found)


def won_by(player: Player, tricks: Sequence[Trick]) -> int:
    """The points in the tricks that `player` has won."""
    return sum(trick.points for trick in tricks if trick.winner == player)


@dataclass(frozen=True, slots=True)
class Piles:
    """Where the points won lie: those of the declarer's side in one pile, everyone else's in front of them."""

    makers: int
    others: Mapping[Player, int]


def piles(seats: Sequence[Player], declarer: Player, friends: Sequence[Player], tricks: Sequence[Trick]) -> Piles:
    """The points won so far. `friends` are those the table knows; an unknown one has theirs like a defender."""
    side = {declarer, *friends}
    won = {player: won_by(player, tricks) for player in seats}
    others = {player: points for player, points in won.items() if player not in side}
    return Piles(sum(won.values()) - sum(others.values()), others)

"""Who turns out to be the declarer's friend, and whose the points are then (S0, The Play; S1, Playing; S3, 2-3)."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.seen import Told
from scorekeeper.games.mighty.trick import Play, Trick, numbered


class Reveal(NamedTuple):
    """`player` turned out to be a friend while `trick` went on, by `card`.

    There is no card where the first trick decides, or when nobody said which was called. `points` is what they had
    won and now goes to the declarer's side.
    """

    player: Player
    trick: int
    card: Card | None
    points: int


def revealed(
    player: Player, trick: int, card: Card | None, tricks: Sequence[Trick], found: Sequence[Reveal] = ()
) -> Reveal:
    """The reveal of `player` after `tricks`. Whoever was found before has given their points already."""
    known = any(reveal.player == player for reveal in found)
    return Reveal(player, trick, card, 0 if known else won_by({player}, tricks))


def by_first_trick(declarer: Player, tricks: Sequence[Trick]) -> tuple[Reveal, ...]:
    """The reveal by winning the first trick, whose points go with it."""
    return tuple(revealed(trick.winner, 1, None, [trick]) for trick in tricks[:1] if trick.winner != declarer)


def reveals(
    declarer: Player,
    called: Sequence[Card],
    tricks: Sequence[Trick],
    table: Sequence[Play] = (),
    told: Sequence[Told] = (),
) -> tuple[Reveal, ...]:
    """Every reveal by the cards of `tricks`, by those of the trick that is going on, and by what was `told`, in order.

    It is the first copy of a called card that counts. One that the declarer plays reveals nobody: with one pack there
    is no friend then. With two packs one player may have both called cards (S0, Six, seven or eight players), and
    what was told of a card goes before what its copies show: it was announced, or played in a trick without cards.
    """
    every = tuple(numbered((*(trick.plays for trick in tricks), table)))
    by_word = {one.card for one in told}
    moments: list[tuple[tuple[int, int, int], Player, Card | None]] = [
        ((one.trick, place_of(one, every), 0), one.player, one.card) for one in told
    ]
    for number, place, play in every:
        if play.card in called and play.player != declarer and play.card not in by_word:
            moments.append(((number, place, 1), play.player, play.card))
    found: tuple[Reveal, ...] = ()
    for (number, *_), player, card in sorted(moments, key=itemgetter(0)):
        if card is None or card not in {reveal.card for reveal in found}:
            found += (revealed(player, number, card, tricks[: number - 1], found),)
    return found


def place_of(told: Told, plays: Iterable[tuple[int, int, Play]]) -> int:
    """When it was in its trick: when the card was played, if that was written down after it was told of."""
    made = (
        place for trick, place, play in plays if (trick, play.player, play.card) == (told.trick, told.player, told.card)
    )
    return next(made, told.place)


def won_by(players: Container[Player], tricks: Sequence[Trick]) -> int:
    """The points in the tricks that `players` have won."""
    return sum(trick.points for trick in tricks if trick.winner in players)


@dataclass(frozen=True, slots=True)
class Piles:
    """Where the points won lie: those of the declarer's side in one pile, everyone else's in front of them."""

    makers: int
    others: Mapping[Player, int]


def piles(seats: Sequence[Player], declarer: Player, friends: Sequence[Player], tricks: Sequence[Trick]) -> Piles:
    """The points won so far. `friends` are those the table knows; an unknown one has theirs like a defender."""
    side = {declarer, *friends}
    won = {player: won_by({player}, tricks) for player in seats}
    others = {player: points for player, points in won.items() if player not in side}
    return Piles(sum(won.values()) - sum(others.values()), others)

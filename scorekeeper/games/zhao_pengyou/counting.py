"""The points known while a hand is played, and the defenders' total at its end (pagat, The Scoring)."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Move, Player, Side
from scorekeeper.games.zhao_pengyou.combinations import Play
from scorekeeper.games.zhao_pengyou.known_cards import most_points
from scorekeeper.games.zhao_pengyou.pack import POINT_STEP, Setting, points_of
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.throws import FailedThrow, check_withdrawn, find_throw_penalty
from scorekeeper.messages import message
from scorekeeper.settlement import Step

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand


# --- Tricks, counted as they come: no later move goes through all of them again ---


class Trick(NamedTuple):
    """Who won a trick, its card points, and the plays that were written down, even if not all were."""

    winner: Player
    points: int
    plays: tuple[Play, ...] = ()


class Record(Frozen):
    """Finished tricks. `in_full` says whether every card so far was written down.

    `cards` is how many each player has played: a trick whose cards nobody wrote down counts as one, the least it can
    be. `played` has the copies of each card that were written down, `points` what each player has won.
    """

    tricks: tuple[Trick, ...] = ()
    in_full: bool = True
    cards: int = 0
    played: Mapping[Card, int] = {}
    points: Mapping[Player, int] = {}

    def with_trick(self, trick: Trick) -> "Record":
        """The record with one more trick; that plays of it are missing is said by `with_gap`."""
        won = self.points.get(trick.winner, 0) + trick.points
        return Record(
            tricks=(*self.tricks, trick),
            in_full=self.in_full,
            cards=self.cards + (len(trick.plays[0].cards) if trick.plays else 1),
            played=add_copies(self.played, trick.plays),
            points={**self.points, trick.winner: won},
        )

    def with_gap(self) -> "Record":
        """The record when something was played that nobody wrote down."""
        return replace(self, in_full=False)


NO_TRICKS = Record()


def add_copies(played: Mapping[Card, int], plays: tuple[Play, ...]) -> Mapping[Card, int]:
    """The copies of each card with those of `plays`."""
    counts = {**played}
    for play in plays:
        for card in play.cards:
            counts[card] = counts.get(card, 0) + 1
    return counts


def with_trick(hand: "Hand", winner: Player, points: int) -> "Hand":
    """The hand after the trick in progress, or the next; one of which cards are missing leaves a gap."""
    record = hand.record.with_trick(Trick(winner, points, hand.table))
    written_down = len(hand.table) == len(hand.seats)
    return replace(hand, record=record if written_down else record.with_gap(), table=())


class RecordTrick(Move, tag="zhao_pengyou.record_trick"):
    """Who won a trick and how many card points are in it: that in progress, or else the next or a later one.

    Tricks before it may have been left out; the winner leads to the next.
    """

    winner: Player
    points: int

    def check(self, hand: "Hand") -> Iterator[Problem]:
        """Why there is no such winner, or cannot be so many points in it."""
        if self.winner not in hand.seats:
            yield problem("trick.not_seated", winner=self.winner)
        yield from check_trick(hand, self.points)

    def play(self, hand: "Hand") -> "Hand":
        """The points lie in front of the winner."""
        return with_trick(hand.with_step(self), self.winner, self.points)


# --- What lies in front of whom, and what is left ---


def trick_points(plays: Iterable[Play]) -> int:
    """The card points in a trick."""
    return sum(points_of(play.cards) for play in plays)


def defenders_points(won: Mapping[Player, int], makers: Container[Player]) -> int:
    """The points in front of those who are, or may be, defenders.

    What a player has won counts for nothing once a called card makes them a friend, so `makers` are
    the trump maker and the friends known now.
    """
    return sum(points for player, points in won.items() if player not in makers)


def points_showing(hand: "Hand") -> int:
    """The points in front of those who are, or may still be, defenders; a friend's go away when they are revealed."""
    return defenders_points(hand.record.points, hand.team)


def points_left(hand: "Hand") -> int:
    """The points that are in no recorded trick: in hands, and in the kitty."""
    return hand.setting.points - sum(hand.record.points.values())


def points_buried(hand: "Hand") -> int | None:
    """The points in the kitty, None while that is the trump maker's secret. At the end it has what no trick has."""
    if hand.buried is not None:
        return points_of(hand.buried)
    return points_left(hand) if hand.cards_gone else None


def points_playable(hand: "Hand") -> int:
    """The points that may still come into tricks: those left, without discards that were written down."""
    return points_left(hand) - (points_buried(hand) or 0)


def count_cards_out(hand: "Hand") -> int:
    """How many cards are, at most, in hands, and in the kitty if that is a secret."""
    kitty = hand.setting.kitty_size if hand.buried is None else 0
    return len(hand.seats) * hand.cards_left - count_on_table(hand) + kitty


def count_on_table(hand: "Hand") -> int:
    """How many cards lie on the table."""
    return sum(len(play.cards) for play in hand.table)


def trick_range(hand: "Hand") -> range:
    """The points that the trick in progress can have, or the next: what is left must fit into the cards left.

    Tricks that were left out cannot make it too narrow: their cards and points count as left.
    """
    least_size, most_size = (len(hand.table[0].cards),) * 2 if hand.table else (1, hand.cards_left)
    least_to_come, most_to_come = (len(hand.seats) * size - count_on_table(hand) for size in (least_size, most_size))
    playable, lying = points_playable(hand), trick_points(hand.table)
    least = max(lying, playable - most_points(hand, count_cards_out(hand) - least_to_come))
    return range(least, min(playable, lying + most_points(hand, most_to_come)) + 1, POINT_STEP)


@collected
def check_trick(hand: "Hand", points: int) -> Iterator[Problem]:
    """Why the trick in progress, or the next, cannot have so many points."""
    yield from check_multiple(points)
    possible = trick_range(hand)
    if not possible[0] <= points <= possible[-1]:
        yield problem("trick.points", points=points, least=possible[0], most=possible[-1])


@collected
def check_table(hand: "Hand", cards: Sequence[Card]) -> Iterator[Problem]:
    """Why the points recorded leave too few for `cards`, or more than the cards left can have.

    Where every card was written down, the points are those of the cards, and this need not be asked.
    """
    points, playable = points_of(cards) + trick_points(hand.table), points_playable(hand)
    # The points that are not on the table must fit into the cards that are still out then.
    possible = range(max(0, playable - most_points(hand, count_cards_out(hand) - len(cards))), playable + 1, POINT_STEP)
    if points not in possible:
        yield problem("play.points", points=points, least=possible[0], most=possible[-1])


# --- The total at the end of a hand ---


@dataclass(frozen=True, slots=True)
class Outcome:
    """Both sides, and what the defenders won: card points in tricks, and whose the last trick was.

    `makers` begin with the trump maker. `kitty_points` are the card points of the trump maker's discards, counted
    once; they matter when the defenders won the last trick. `throws` are the throws that were beaten.
    """

    makers: tuple[Player, ...]
    defenders: tuple[Player, ...]
    points: int
    last_trick: Side
    kitty_points: int = 0
    throws: tuple[FailedThrow, ...] = ()

    def side(self, player: Player) -> Side:
        """Whose side `player` is on."""
        return "makers" if player in self.makers else "defenders"

    def side_against(self, player: Player) -> Side:
        """The side that `player` is not on."""
        return opposite_side(self.side(player))


def opposite_side(side: Side) -> Side:
    """The other side."""
    return "defenders" if side == "makers" else "makers"


def count_points(rules: Rules, outcome: Outcome) -> tuple[Step, ...]:
    """The defenders' total, step by step: tricks, the kitty of the last trick, penalties for throws."""
    steps = [Step(message("points.tricks", points=outcome.points), "add", outcome.points)]
    if outcome.last_trick == "defenders":
        won = outcome.kitty_points * rules.kitty_multiplier
        why = message("points.kitty", points=outcome.kitty_points, times=rules.kitty_multiplier)
        steps.append(Step(why, "add", won))
    for player, taken_back in outcome.throws:
        if points := find_throw_penalty(rules).points(taken_back):
            gained = points if outcome.side(player) == "makers" else -points
            steps.append(Step(message("points.throw", player=player, cards=taken_back), "add", gained))
    return tuple(steps)


@collected
def check_outcome(rules: Rules, setting: Setting, outcome: Outcome) -> Iterator[Problem]:
    """Every reason why a hand cannot have ended so."""
    yield from check_sides(setting, outcome)
    yield from check_points(setting, outcome.points, outcome.kitty_points)
    yield from check_throws(rules, setting, outcome)


@collected
def check_sides(setting: Setting, outcome: Outcome) -> Iterator[Problem]:
    """Why these cannot be the two sides."""
    players = (*outcome.makers, *outcome.defenders)
    if len(set(players)) < len(players):
        yield problem("team.player_twice")
    if len(players) != setting.players:
        yield problem("team.player_count", count=len(players), players=setting.players)
    yield from check_team_size(setting, len(outcome.makers))


@collected
def check_points(setting: Setting, points: int, kitty_points: int) -> Iterator[Problem]:
    """Why there cannot be so many points in the defenders' tricks and in the kitty."""
    for number in (points, kitty_points):
        yield from check_multiple(number)
    if not 0 <= kitty_points <= setting.most_kitty_points:
        yield problem("points.kitty_range", points=kitty_points, most=setting.most_kitty_points)
    elif not 0 <= points <= setting.points - kitty_points:
        yield problem("points.range", points=points, most=setting.points - kitty_points)


@collected
def check_throws(rules: Rules, setting: Setting, outcome: Outcome) -> Iterator[Problem]:
    """Why these throws cannot have been beaten."""
    for player, taken_back in outcome.throws:
        if player not in (*outcome.makers, *outcome.defenders):
            yield problem("throw.not_seated", player=player)
        yield from check_withdrawn(rules, setting.hand_size, taken_back)
    if outcome.throws and find_throw_penalty(rules).rest_to_opponents:
        loser = outcome.side(outcome.throws[-1].player)
        if outcome.last_trick == loser:
            yield problem("throw.rest_to_opponents")


@collected
def check_team_size(setting: Setting, makers: int) -> Iterator[Problem]:
    """Why there cannot be so many makers, the trump maker among them."""
    if not 1 <= makers <= setting.most_makers:
        yield problem("team.size", count=makers, most=setting.most_makers)


@collected
def check_multiple(points: int) -> Iterator[Problem]:
    """Why no cards make so many points."""
    if points % POINT_STEP:
        yield problem("points.multiple", points=points, smallest=POINT_STEP)

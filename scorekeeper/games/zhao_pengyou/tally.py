"""What is known of the points while a hand is played, and the result that the tricks lead to."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.events import ResultRecorded
from scorekeeper.games.zhao_pengyou.follow import check_revoke
from scorekeeper.games.zhao_pengyou.hand import Hand
from scorekeeper.games.zhao_pengyou.leads import as_led
from scorekeeper.games.zhao_pengyou.order import Group
from scorekeeper.games.zhao_pengyou.outcome import other
from scorekeeper.games.zhao_pengyou.promotion import SMALLEST, Side, check_multiple
from scorekeeper.games.zhao_pengyou.setting import points_of
from scorekeeper.games.zhao_pengyou.trick import defenders_points, trick_points
from scorekeeper.games.zhao_pengyou.unseen import most_points


def points_showing(hand: Hand) -> int:
    """The points in front of those who are, or may still be, defenders; a friend's go away when they are revealed."""
    return defenders_points(hand.record.points, hand.team)


def points_left(hand: Hand) -> int:
    """The points that are in no recorded trick: in hands, and in the kitty."""
    return hand.setting.points - sum(hand.record.points.values())


def points_buried(hand: Hand) -> int | None:
    """The points in the kitty, None while that is the trump maker's secret. At the end it has what no trick has."""
    if hand.buried is not None:
        return points_of(hand.buried)
    return points_left(hand) if hand.cards_gone else None


def points_playable(hand: Hand) -> int:
    """The points that may still come into tricks: those left, without discards that were written down."""
    return points_left(hand) - (points_buried(hand) or 0)


def cards_out(hand: Hand) -> int:
    """How many cards are, at most, in hands, and in the kitty if that is a secret."""
    kitty = hand.setting.kitty_size if hand.buried is None else 0
    return len(hand.seats) * hand.cards_left - on_table(hand) + kitty


def on_table(hand: Hand) -> int:
    """How many cards lie on the table."""
    return sum(len(play.cards) for play in hand.table)


def trick_range(hand: Hand) -> range:
    """The points that the trick in progress can have, or the next: what is left must fit into the cards left.

    Tricks that were left out cannot make it too narrow: their cards and points count as left.
    """
    least_size, most_size = (len(hand.table[0].cards),) * 2 if hand.table else (1, hand.cards_left)
    least_to_come, most_to_come = (len(hand.seats) * size - on_table(hand) for size in (least_size, most_size))
    playable, lying = points_playable(hand), trick_points(hand.table)
    least = max(lying, playable - most_points(hand, cards_out(hand) - least_to_come))
    return range(least, min(playable, lying + most_points(hand, most_to_come)) + 1, SMALLEST)


def table_range(hand: Hand, count: int) -> range:
    """The points that can be on the table when so many cards come to it: what is left must fit into the others."""
    playable = points_playable(hand)
    return range(max(0, playable - most_points(hand, cards_out(hand) - count)), playable + 1, SMALLEST)


@collected
def check_trick(hand: Hand, points: int) -> Iterator[Problem]:
    """Why the trick in progress, or the next, cannot have so many points."""
    yield from check_multiple(points)
    possible = trick_range(hand)
    if not possible[0] <= points <= possible[-1]:
        yield problem("trick.points", points=points, least=possible[0], most=possible[-1])


@collected
def check_table(hand: Hand, cards: Sequence[Card]) -> Iterator[Problem]:
    """Why the points recorded leave too few for `cards`, or more than the cards left can have.

    Where every card was written down, the points are those of the cards, and this need not be asked.
    """
    points, possible = points_of(cards) + trick_points(hand.table), table_range(hand, len(cards))
    if points not in possible:
        yield problem("play.points", points=points, least=possible[0], most=possible[-1])


# --- The result ---


def result_range(hand: Hand, result: ResultRecorded) -> range:
    """The points that the defenders of `result` can have after the tricks recorded; none if the kitty is too rich.

    All is known once every card is played. Cards given to the other side by a beaten throw are theirs.
    """
    assert hand.maker is not None
    makers, buried = (hand.maker, *result.friends), points_buried(hand)
    taken = defenders_points(hand.record.points, makers)
    left = points_left(hand) - (result.kitty_points if buried is None else buried)
    if not hand.play_over or (hand.ended_by_throw and not hand.in_full):
        return range(taken, taken + left + 1, SMALLEST)
    gain = left if hand.ended_by_throw and last_side(hand, makers) == "defenders" else 0
    return range(taken + gain, taken + gain + 1, SMALLEST)


def last_side(hand: Hand, makers: tuple[Player, ...]) -> Side | None:
    """Whose the last trick is when the play is over; a beaten throw that ends it leaves the rest to the other side."""
    if not hand.play_over:
        return None
    player = hand.throws[-1].player if hand.ended_by_throw else hand.tricks[-1].winner
    side: Side = "makers" if player in makers else "defenders"
    return other(side) if hand.ended_by_throw else side


@collected
def check_kitty(hand: Hand, result: ResultRecorded) -> Iterator[Problem]:
    """Why the discards do not have the points of `result`.

    They are exposed if the defenders won the last trick (S2, The Scoring); otherwise nobody need look, and no points
    are what nobody told.
    """
    buried, told = points_buried(hand), result.kitty_points
    if told == 0 and result.last_trick == "makers":
        return
    if buried is not None and told != buried:
        yield problem("result.kitty", points=told, buried=buried)


@collected
def check_tally(hand: Hand, result: ResultRecorded) -> Iterator[Problem]:
    """Why the points or the last trick cannot be so after the tricks that were recorded."""
    possible = result_range(hand, result)
    if not possible:
        yield problem("points.kitty_range", points=result.kitty_points, most=points_left(hand))
    elif result.points not in possible:
        yield problem("result.not_the_tally", points=result.points, least=possible[0], most=possible[-1])
    last = last_side(hand, (*hand.team[:1], *result.friends))
    if last is not None and last != result.last_trick:
        yield problem("result.last_trick")


def derived_result(hand: Hand) -> ResultRecorded | None:
    """The result once every card is played, so that nobody needs to count; None before.

    Copies that were called and never played make nobody a friend. What no trick has is in the kitty.
    """
    if not hand.play_over or not hand.in_full or hand.ended_by_throw or not hand.calls:
        return None
    side = last_side(hand, hand.team)
    assert side is not None
    return ResultRecorded(hand.team[1:], points_showing(hand), side, points_left(hand))


# --- Revokes ---


class Revoke(NamedTuple):
    """A play that did not follow, as later cards prove, by the number of its trick from 1."""

    player: Player
    trick: int
    problems: tuple[Problem, ...]


def revokes(hand: Hand) -> tuple[Revoke, ...]:
    """Every revoke that the cards shown prove, without anyone's hand being known. There is none before trumps."""
    if hand.trumps is None:
        return ()
    return tuple(sorted(found_revokes(hand), key=lambda revoke: revoke.trick))


def found_revokes(hand: Hand) -> Iterator[Revoke]:
    """Each play against what the same player has shown of the suit since; from the last trick back, that is at hand."""
    conditions = hand.conditions
    later: defaultdict[tuple[Player, Group], list[Card]] = defaultdict(list)
    for number, plays in reversed([*enumerate((*(trick.plays for trick in hand.tricks), hand.table), start=1)]):
        lead = as_led(conditions, plays[0].cards) if plays else None
        for player, cards in plays[1:]:
            assert lead is not None
            problems = check_revoke(conditions, lead, cards, later[player, lead.group])
            if problems:
                yield Revoke(player, number, problems)
        for player, cards in plays:
            for card in cards:
                later[player, conditions.group(card)].append(card)

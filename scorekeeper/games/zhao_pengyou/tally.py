"""What is known of the points while a hand is played, and the result that the tricks lead to."""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.errors import Problem
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.events import ResultRecorded
from scorekeeper.games.zhao_pengyou.follow import check_revoke
from scorekeeper.games.zhao_pengyou.friends import Played
from scorekeeper.games.zhao_pengyou.hand import Hand
from scorekeeper.games.zhao_pengyou.leads import lead_of
from scorekeeper.games.zhao_pengyou.outcome import other
from scorekeeper.games.zhao_pengyou.promotion import Side


def points_won(hand: Hand) -> dict[Player, int]:
    """The card points in the tricks of each player."""
    won = dict.fromkeys(hand.seats, 0)
    for trick in hand.tricks:
        won[trick.winner] += trick.points
    return won


def points_against(hand: Hand, makers: tuple[Player, ...]) -> int:
    """The points in the tricks of everyone but `makers`."""
    return sum(points for player, points in points_won(hand).items() if player not in makers)


def points_showing(hand: Hand) -> int:
    """The points in front of those who are, or may still be, defenders; a friend's go away when they are revealed."""
    return points_against(hand, hand.team)


def points_left(hand: Hand) -> int:
    """The points that are in no recorded trick: in hands, and in the kitty."""
    return hand.setting.points - sum(trick.points for trick in hand.tricks)


def result_range(hand: Hand, result: ResultRecorded) -> tuple[int, int]:
    """The fewest and the most points that the defenders of `result` can have after the tricks recorded.

    All is known once every card is played. Cards given to the other side by a beaten throw are theirs.
    """
    assert hand.maker is not None
    makers = (hand.maker, *result.friends)
    taken, left = points_against(hand, makers), points_left(hand) - result.kitty
    if not hand.play_over or not hand.in_full:
        return taken, taken + left
    gain = left if last_side(hand, makers) == "defenders" and hand.throws and hand.rules.throw_ends_play else 0
    return taken + gain, taken + gain


def last_side(hand: Hand, makers: tuple[Player, ...]) -> Side | None:
    """Whose the last trick is when the play is over; a beaten throw that ends it leaves the rest to the other side."""
    if not hand.play_over:
        return None
    by_throw = bool(hand.throws) and hand.rules.throw_ends_play
    player = hand.throws[-1].player if by_throw else hand.tricks[-1].winner
    side: Side = "makers" if player in makers else "defenders"
    return other(side) if by_throw else side


def derived_result(hand: Hand) -> ResultRecorded | None:
    """The result once every card is played, so that nobody needs to count; None before.

    Copies that were called and never played make nobody a friend. What no trick has is in the kitty.
    """
    if not hand.play_over or not hand.in_full or (hand.throws and hand.rules.throw_ends_play) or not hand.calls:
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
    """Every revoke that the cards shown prove, without anyone's hand being known."""
    return tuple(found_revokes(hand))


def found_revokes(hand: Hand) -> Iterator[Revoke]:
    """Each play against what the same player has played since."""
    plays = [*(trick.plays for trick in hand.tricks), hand.table]
    for number, trick in enumerate(plays, start=1):
        if not trick:
            continue
        lead = lead_of(hand.conditions, trick[0].cards)
        for play in trick[1:]:
            later = cards_of(play.player, plays[number:])
            problems = tuple(check_revoke(hand.conditions, lead, play.cards, later))
            if problems:
                yield Revoke(play.player, number, problems)


def cards_of(player: Player, tricks: list[tuple[Played, ...]]) -> tuple[Card, ...]:
    """What `player` has played in these tricks."""
    return tuple(card for trick in tricks for play in trick if play.player == player for card in play.cards)

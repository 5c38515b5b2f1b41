"""Counting the play trick by trick, without the cards: who has how many points, and what is still out."""

from collections.abc import Iterator

from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.events import ResultRecorded
from scorekeeper.games.mighty.hand import Hand
from scorekeeper.games.mighty.pack import KITTY_SIZE, PLAYERS, POINTS, TRICKS


def points_won(hand: Hand, players: frozenset[Player]) -> int:
    """The points in the tricks that `players` have won."""
    return sum(points for winner, points in hand.tricks if winner in players)


def makers_of(hand: Hand, friend: Player | None) -> frozenset[Player]:
    """The declarer's side when `friend` is the friend."""
    return frozenset(player for player in (hand.declarer, friend) if player is not None)


def makers_points(hand: Hand) -> int:
    """The points that stand with the declarer's side so far; a friend's own only once the friend is known."""
    return points_won(hand, makers_of(hand, hand.friend))


def defenders_points(hand: Hand) -> int:
    """The points that stand with everyone else so far, an unknown friend among them."""
    return points_won(hand, frozenset(hand.seats) - makers_of(hand, hand.friend))


def points_left(hand: Hand) -> int:
    """The points that no trick has shown yet: in hands, and up to three among the discards."""
    return POINTS - points_won(hand, frozenset(hand.seats))


def trick_range(hand: Hand) -> range:
    """How many points the next trick can have in it; at most three of all points can be left for the discards."""
    later = PLAYERS * (TRICKS - len(hand.tricks) - 1)
    left = points_left(hand)
    return range(max(0, left - KITTY_SIZE - later), min(PLAYERS, left) + 1)


def result_range(hand: Hand, friend: Player | None) -> range:
    """How many points the declarer's side can have in the end, after the tricks so far, with `friend`.

    What the defenders have is lost; all else may still be won. After the last trick the discards, which
    are the declarer's, are all that is left.
    """
    makers = makers_of(hand, friend)
    most = POINTS - points_won(hand, frozenset(hand.seats) - makers)
    return range(most if len(hand.tricks) == TRICKS else points_won(hand, makers), most + 1)


def derived_result(hand: Hand) -> ResultRecorded | None:
    """The result that ten recorded tricks make, None before. A friend who was never revealed does not exist."""
    if len(hand.tricks) < TRICKS:
        return None
    return ResultRecorded(result_range(hand, hand.friend)[-1], hand.friend)


def check_trick(hand: Hand, winner: Player, points: int) -> Iterator[Problem]:
    """Every reason why the next trick cannot have gone so."""
    if winner not in hand.seats:
        yield problem("trick.not_seated", winner=winner)
    if len(hand.tricks) == TRICKS:
        yield problem("trick.all_played", tricks=TRICKS)
    elif points not in (possible := trick_range(hand)):
        yield problem("trick.points", points=points, least=possible[0], most=possible[-1])

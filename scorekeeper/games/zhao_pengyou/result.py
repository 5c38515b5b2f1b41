"""The result of a hand: how it ended, after what was recorded of it, and what follows (pagat, The Scoring)."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import force_setattr, replace

from scorekeeper.cards import Suit
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import CompositeMove, Move, Player, Side
from scorekeeper.games.zhao_pengyou import counting
from scorekeeper.games.zhao_pengyou.counting import Outcome, check_outcome, opposite_side
from scorekeeper.games.zhao_pengyou.friends import Call, CallFriends, check_friends
from scorekeeper.games.zhao_pengyou.order import as_suit
from scorekeeper.games.zhao_pengyou.pack import POINT_STEP
from scorekeeper.games.zhao_pengyou.promotion import Promotions, build_settlement, settle, settle_unchecked
from scorekeeper.games.zhao_pengyou.throws import FailedThrow, RecordThrow, find_throw_penalty, is_counted
from scorekeeper.games.zhao_pengyou.trumps import EnterTrumps

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand


class RecordResult(Move, tag="zhao_pengyou.record_result"):
    """How the play ended: the friends, the points in the defenders' tricks, the last trick, the points in the kitty."""

    friends: tuple[Player, ...]
    points: int
    last_trick: Side
    kitty_points: int = 0

    def check(self, hand: "Hand") -> Iterator[Problem]:
        """Every reason why it cannot have ended so, by the rules or after what was recorded."""
        problems = check_outcome(hand.rules, hand.setting, outcome_of(hand, self))
        yield from problems
        yield from check_friends(hand, self.friends)
        if not is_counted(hand.rules, hand.throws):
            return
        yield from check_kitty(hand, self)
        if not problems:
            yield from check_tally(hand, self)

    def play(self, hand: "Hand") -> "Hand":
        """The hand is complete, and everyone's level is settled."""
        return settle_hand(hand, self)


class RecordHand(CompositeMove, tag="zhao_pengyou.record_hand"):
    """A whole hand at once, or what is missing of one.

    That is trumps, calls where they are written down, beaten throws, and the result. `throws` are those that are not
    recorded yet. The suit may be given as text.
    """

    maker: Player
    suit: Suit | None
    friends: tuple[Player, ...]
    points: int
    last_trick: Side
    kitty_points: int = 0
    calls: tuple[Call, ...] | None = None
    throws: tuple[FailedThrow, ...] = ()

    fatal: ClassVar[tuple[type[Move], ...]] = (EnterTrumps,)

    def __post_init__(self) -> None:
        force_setattr(self, "suit", as_suit(self.suit))

    def expand(self, hand: "Hand") -> Iterator[Move]:
        """What is missing, from wherever the hand is."""
        if hand.maker is None:
            yield EnterTrumps(self.maker, self.suit)
        if not hand.called:
            yield CallFriends(self.calls)
        for player, taken_back in self.throws:
            yield RecordThrow(player, taken_back)
        yield RecordResult(self.friends, self.points, self.last_trick, self.kitty_points)

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every problem of every part. A throw is looked at by itself and with the result, and refused once."""
        if hand.maker is not None and hand.trumps and (self.maker, self.suit) != (hand.maker, hand.trumps.suit):
            return (problem("trumps.made_already", player=hand.maker),)
        if hand.called and self.calls not in (None, hand.calls):
            return (problem("call.made_already"),)
        problems: list[Problem] = []
        for found in super().check(hand):
            if found not in problems:
                problems.append(found)
        return problems


# --- What follows from it ---


def outcome_of(hand: "Hand", result: RecordResult) -> Outcome:
    """`result` with everyone's side. The hand must have a trump maker."""
    assert hand.maker is not None
    makers = (hand.maker, *result.friends)
    defenders = tuple(player for player in hand.seats if player not in makers)
    return Outcome(makers, defenders, result.points, result.last_trick, result.kitty_points, hand.throws)


def preview(hand: "Hand", result: RecordResult) -> Promotions:
    """What the hand makes of everyone's level if it ends with `result`. Raises `RuleError` if it cannot."""
    return settle(hand.rules, hand.setting, hand.session, outcome_of(hand, result))


def settle_hand(hand: "Hand", result: RecordResult) -> "Hand":
    """The hand with its result, and what that makes of everyone's level."""
    promotions = settle_unchecked(hand.rules, hand.setting, hand.session, outcome_of(hand, result))
    return replace(hand, result=result, promotions=promotions, settlement=build_settlement(promotions, hand.seats))


# --- What the tricks that were recorded leave possible ---


def result_range(hand: "Hand", result: RecordResult) -> range:
    """The points that the defenders of `result` can have after the tricks recorded; none if the kitty is too rich.

    All is known once every card is played. Cards given to the other side by a beaten throw are theirs.
    """
    assert hand.maker is not None
    makers = (hand.maker, *result.friends)
    if not hand.play_over or (hand.ended_by_throw and not hand.in_full):
        taken = counting.defenders_points(hand.record.points, makers)
        return range(taken, taken + unplayed_points(hand, result.kitty_points) + 1, POINT_STEP)
    points = recorded_points(hand, makers, result.kitty_points)
    return range(points, points + 1, POINT_STEP)


def recorded_points(hand: "Hand", makers: tuple[Player, ...], kitty_points: int) -> int:
    """The defenders' points against `makers`, if every trick was recorded and so many are in the kitty.

    Once a beaten throw has given all cards left to the defenders, these are theirs too (pagat, Variations: Play).
    """
    taken = counting.defenders_points(hand.record.points, makers)
    given = hand.ended_by_throw and find_throw_penalty(hand.rules).rest_to_opponents
    return taken + (unplayed_points(hand, kitty_points) if given and find_last_side(hand, makers) == "defenders" else 0)


def unplayed_points(hand: "Hand", kitty_points: int) -> int:
    """The points in no recorded trick and not in the kitty, which has `kitty_points` where nobody wrote it down."""
    buried = counting.points_buried(hand)
    return counting.points_left(hand) - (kitty_points if buried is None else buried)


def find_last_side(hand: "Hand", makers: tuple[Player, ...]) -> Side | None:
    """Whose the last trick is when the play is over; a beaten throw that ends it leaves the rest to the other side."""
    if not hand.play_over:
        return None
    player = hand.throws[-1].player if hand.ended_by_throw else hand.tricks[-1].winner
    side: Side = "makers" if player in makers else "defenders"
    return opposite_side(side) if hand.ended_by_throw else side


@collected
def check_kitty(hand: "Hand", result: RecordResult) -> Iterator[Problem]:
    """Why the discards do not have the points of `result`.

    They are exposed if the defenders won the last trick (pagat, The Scoring); otherwise nobody need look, and no points
    are what nobody told.
    """
    buried, told = counting.points_buried(hand), result.kitty_points
    if told == 0 and result.last_trick == "makers":
        return
    if buried is not None and told != buried:
        yield problem("result.kitty", points=told, buried=buried)


@collected
def check_tally(hand: "Hand", result: RecordResult) -> Iterator[Problem]:
    """Why the points or the last trick cannot be so after the tricks that were recorded."""
    possible = result_range(hand, result)
    if not possible:
        yield problem("points.kitty_range", points=result.kitty_points, most=counting.points_left(hand))
    elif result.points not in possible:
        yield problem("result.not_the_tally", points=result.points, least=possible[0], most=possible[-1])
    last = find_last_side(hand, (*hand.team[:1], *result.friends))
    if last is not None and last != result.last_trick:
        yield problem("result.last_trick")


def derive_result(hand: "Hand") -> RecordResult | None:
    """The result once every card is played, so that nobody needs to count; None before.

    Copies that were called and never played make nobody a friend. What no trick has is in the kitty.
    """
    if not hand.play_over or not hand.in_full or hand.ended_by_throw or not hand.calls:
        return None
    side = find_last_side(hand, hand.team)
    assert side is not None
    return RecordResult(hand.team[1:], counting.points_showing(hand), side, counting.points_left(hand))

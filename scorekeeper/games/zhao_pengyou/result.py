"""The result of a hand: checking it against the record, and settling it (pagat, The Scoring)."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import force_setattr, replace

from scorekeeper.cards import Suit
from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.game import CompositeMove, Move, Player, Side
from scorekeeper.games.zhao_pengyou import counting
from scorekeeper.games.zhao_pengyou.counting import Outcome, check_outcome, opposite_side
from scorekeeper.games.zhao_pengyou.demotion import WON_OTHERWISE, LastWin, find_last_win, list_last_wins
from scorekeeper.games.zhao_pengyou.friends import Call, CallFriends, check_friends
from scorekeeper.games.zhao_pengyou.order import as_suit
from scorekeeper.games.zhao_pengyou.pack import POINT_STEP
from scorekeeper.games.zhao_pengyou.promotion import (
    Promotions,
    build_settlement,
    explain_levels,
    settle,
    settle_unchecked,
)
from scorekeeper.games.zhao_pengyou.throws import FailedThrow, RecordThrow, find_throw_penalty, is_counted
from scorekeeper.games.zhao_pengyou.trumps import EnterTrumps
from scorekeeper.messages import Message

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand


class RecordResult(Move, tag="zhao_pengyou.record_result"):
    """Record the result: the friends, the points in the defenders' tricks, the last trick, the points in the kitty."""

    friends: tuple[Player, ...]
    points: int
    last_trick: Side
    kitty_points: int = 0
    led_last: counting.LastLead = counting.LED_SINGLE
    """The lead of the last trick; it matters by the house rule `kitty_by_lead`."""
    won_last: LastWin = WON_OTHERWISE
    """The cards of the trump rank that won the last trick; they matter by the house rule `demotion`."""

    def check(self, hand: "Hand") -> Iterator[Problem]:
        """Every reason why the rules or the record contradict this result."""
        problems = check_outcome(hand.rules, hand.setting, outcome_of(hand, self))
        yield from problems
        yield from check_friends(hand, self.friends)
        if not is_counted(hand.rules, hand.throws):
            return
        yield from check_kitty(hand, self)
        yield from check_led_last(hand, self)
        yield from check_won_last(hand, self)
        if not problems:
            yield from check_tally(hand, self)

    def play(self, hand: "Hand") -> "Hand":
        """Return the complete hand with everyone's level settled."""
        return settle_hand(hand, self)

    def says(self, before: "Hand", after: "Hand") -> Iterator[Message]:
        """Yield the line of the result, and why somebody has not the levels of their side."""
        yield from super().says(before, after)
        if after.promotions:
            yield from explain_levels(after.promotions)


class RecordHand(CompositeMove, tag="zhao_pengyou.record_hand"):
    """Record a whole hand at once, or the rest of one: trumps, calls, beaten throws, and the result."""

    maker: Player
    suit: Suit | None
    """The trump suit, which may be given as text; None at the level of the joker."""
    friends: tuple[Player, ...]
    points: int
    last_trick: Side
    kitty_points: int = 0
    calls: tuple[Call, ...] | None = None
    """The called cards, or None if nobody wrote them down."""
    throws: tuple[FailedThrow, ...] = ()
    """The beaten throws that are not recorded yet."""
    led_last: counting.LastLead = counting.LED_SINGLE
    won_last: LastWin = WON_OTHERWISE

    fatal: ClassVar[tuple[type[Move], ...]] = (EnterTrumps,)

    def __post_init__(self) -> None:
        force_setattr(self, "suit", as_suit(self.suit))

    def expand(self, hand: "Hand") -> Iterator[Move]:
        """Yield the moves that complete the hand from its present phase on."""
        if hand.maker is None:
            yield EnterTrumps(self.maker, self.suit)
        if not hand.called:
            yield CallFriends(self.calls)
        for player, taken_back in self.throws:
            yield RecordThrow(player, taken_back)
        yield RecordResult(self.friends, self.points, self.last_trick, self.kitty_points, self.led_last, self.won_last)

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every problem of every part. A throw is checked on its own and with the result, but refused once."""
        if hand.maker is not None and hand.trumps and (self.maker, self.suit) != (hand.maker, hand.trumps.suit):
            return (problem("trumps.made_already", player=hand.maker),)
        if hand.called and self.calls not in (None, hand.calls):
            return (problem("call.made_already"),)
        problems: list[Problem] = []
        for found in super().check(hand):
            if found not in problems:
                problems.append(found)
        return problems


# --- Settling a result ---


def outcome_of(hand: "Hand", result: RecordResult) -> Outcome:
    """Return the outcome of `result`, which adds everyone's side. The hand must have a trump maker."""
    makers = (hand.trump_maker, *result.friends)
    defenders = tuple(player for player in hand.seats if player not in makers)
    return Outcome(
        makers,
        defenders,
        result.points,
        result.last_trick,
        result.kitty_points,
        hand.throws,
        result.led_last,
        result.won_last,
    )


def preview(hand: "Hand", result: RecordResult) -> Promotions:
    """Return the promotions if the hand ends with `result`. Raises `RuleError` if it cannot end so."""
    return settle(hand.rules, hand.setting, hand.session, outcome_of(hand, result))


def settle_hand(hand: "Hand", result: RecordResult) -> "Hand":
    """Return the hand with `result`, its promotions and its settlement. Nothing is checked."""
    promotions = settle_unchecked(hand.rules, hand.setting, hand.session, outcome_of(hand, result))
    return replace(hand, result=result, promotions=promotions, settlement=build_settlement(promotions, hand.seats))


# --- Results that the recorded tricks leave possible ---


def result_range(hand: "Hand", result: RecordResult) -> range:
    """Return the points that the defenders of `result` can have after the recorded tricks.

    The range is empty if the kitty of `result` has more points than are left, and has one value once every card is
    played. Cards that a beaten throw gives to the other side count for that side.
    """
    makers = (hand.trump_maker, *result.friends)
    if not hand.play_over or (hand.ended_by_throw and not hand.in_full):
        taken = counting.defenders_points(hand.record.points, makers)
        return range(taken, taken + unplayed_points(hand, result.kitty_points) + 1, POINT_STEP)
    points = recorded_points(hand, makers, result.kitty_points)
    return range(points, points + 1, POINT_STEP)


def recorded_points(hand: "Hand", makers: tuple[Player, ...], kitty_points: int) -> int:
    """Return the defenders' points against `makers` if every trick was recorded and the kitty has `kitty_points`.

    If a beaten throw gave all cards left to the defenders, their points are included (pagat, Variations: Play).
    """
    taken = counting.defenders_points(hand.record.points, makers)
    given = hand.ended_by_throw and find_throw_penalty(hand.rules).rest_to_opponents
    return taken + (unplayed_points(hand, kitty_points) if given and find_last_side(hand, makers) == "defenders" else 0)


def suggest_kitty(hand: "Hand", makers: tuple[Player, ...], points: int | None = None) -> int | None:
    """Return the points in the kitty: as buried, else a guess, or None where the record tells too little for one.

    The guess is what no trick has, if the last tricks won only the `points` that the defenders have beyond the record.
    """
    buried = counting.points_buried(hand)
    if buried is not None or not hand.tricks or hand.ended_by_throw:
        return buried
    beyond = 0 if points is None else points - counting.defenders_points(hand.record.points, makers)
    left = counting.points_left(hand) - max(beyond, 0)
    return left if 0 <= left <= hand.setting.most_kitty_points else None


def unplayed_points(hand: "Hand", kitty_points: int) -> int:
    """Return the points in no recorded trick and not in the kitty.

    The kitty has `kitty_points` where nobody wrote down the discards.
    """
    buried = counting.points_buried(hand)
    return counting.points_left(hand) - (kitty_points if buried is None else buried)


def find_last_side(hand: "Hand", makers: tuple[Player, ...]) -> Side | None:
    """Return the side that won the last trick, or None before the play is over.

    If a beaten throw ended the play, the last trick goes to the side against the thrower.
    """
    if not hand.play_over:
        return None
    player = hand.throws[-1].player if hand.ended_by_throw else hand.tricks[-1].winner
    side: Side = "makers" if player in makers else "defenders"
    return opposite_side(side) if hand.ended_by_throw else side


@collect_problems
def check_kitty(hand: "Hand", result: RecordResult) -> Iterator[Problem]:
    """Every reason why the discards do not have the points of `result`.

    Discards are exposed if the defenders won the last trick (pagat, The Scoring). Otherwise nobody need look at them,
    so that 0 points also mean that nobody counted.
    """
    buried, told = counting.points_buried(hand), result.kitty_points
    if told == 0 and result.last_trick == "makers":
        return
    if buried is not None and told != buried:
        yield problem("result.kitty", points=told, buried=buried)


@collect_problems
def check_led_last(hand: "Hand", result: RecordResult) -> Iterator[Problem]:
    """Every reason why the last trick cannot have been led so, where that matters."""
    if hand.rules.kitty_by_lead == "fixed":
        return
    size, length = result.led_last
    if min(size, length) < 1 or size * length > hand.setting.hand_size:
        yield problem("result.led_too_many", cards=size * length, most=hand.setting.hand_size)
    elif result.last_trick == "defenders" and counting.find_led_last(hand) not in (None, result.led_last):
        yield problem("result.led_last")


@collect_problems
def check_won_last(hand: "Hand", result: RecordResult) -> Iterator[Problem]:
    """Every reason why the defenders cannot have won the last trick with these cards of the trump rank."""
    if result.last_trick != "defenders" or hand.trumps is None:
        return
    possible = list_last_wins(hand.rules, hand.setting, hand.trumps) or (WON_OTHERWISE,)
    if result.won_last not in possible or find_last_win(hand) not in (None, result.won_last):
        yield problem("result.won_last")


@collect_problems
def check_tally(hand: "Hand", result: RecordResult) -> Iterator[Problem]:
    """Every reason why the recorded tricks contradict the points or the last trick of `result`."""
    possible = result_range(hand, result)
    if not possible:
        yield problem("points.kitty_range", points=result.kitty_points, most=counting.points_left(hand))
    elif result.points not in possible:
        yield problem("result.not_the_tally", points=result.points, least=possible[0], most=possible[-1])
    last = find_last_side(hand, (*hand.team[:1], *result.friends))
    if last is not None and last != result.last_trick:
        yield problem("result.last_trick")


def derive_result(hand: "Hand") -> RecordResult | None:
    """Return the result that follows from the cards once all were played and written down; None otherwise.

    Called copies that were never played make nobody a friend. The points that no trick has are in the kitty.
    """
    side = find_last_side(hand, hand.team)
    if side is None or not hand.play_over or not hand.in_full or hand.ended_by_throw or not hand.calls:
        return None
    led_last = (counting.find_led_last(hand) if hand.rules.kitty_by_lead != "fixed" else None) or counting.LED_SINGLE
    won_last = find_last_win(hand) if side == "defenders" else None
    return RecordResult(
        hand.team[1:],
        counting.points_showing(hand),
        side,
        counting.points_left(hand),
        led_last,
        won_last or WON_OTHERWISE,
    )

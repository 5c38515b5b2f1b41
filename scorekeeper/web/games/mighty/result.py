"""The screen of the result: the friend, the points, and what it pays before anyone confirms it."""

from collections.abc import Collection

from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.table.state import TableState
from scorekeeper.web.games.mighty.keys import ALONE, Side, sides, way
from scorekeeper.web.services import Context


def result_context(_state: TableState, hand: mighty.Hand, _ways: Collection[str]) -> Context:
    """What may be entered, and what the tricks have shown already."""
    assert hand.contract_bid is not None
    derived = mighty.derived_result(hand) if hand.call else None
    shown = {"points": str(derived.points), "side": f"{hand.call}|{derived.friend or ALONE}"} if derived else {}
    return {
        "sides": sides_of(hand),
        "back_run": mighty.back_run_line(hand.rules, hand.contract_bid),
        "derived": shown,
    }


def sides_of(hand: mighty.Hand) -> list[Side]:
    """The ways the hand in progress can have gone, after all that was recorded of it."""
    if hand.declarer is None or hand.contract_bid is None:
        return []
    if hand.call is None:
        return sides(hand.rules, hand.seats, hand.declarer, hand.contract_bid)
    if hand.friend_known:
        friends: list[Player | None] = [hand.friend]
    else:
        friends = [*(seat for seat in hand.seats if seat != hand.declarer), None]
    ways = (way(hand.rules, hand.seats, hand.declarer, hand.contract_bid, hand.call, friend) for friend in friends)
    return [side for side in ways if side.problem is None]

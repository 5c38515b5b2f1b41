"""The screens of the play: trick by trick, and card by card."""

from collections.abc import Collection

from scorekeeper.games import mighty
from scorekeeper.table.state import TableState
from scorekeeper.web.services import Context


def play_context(_state: TableState, hand: mighty.Hand, _ways: Collection[str]) -> Context:
    """The points so far, and what the next trick can have."""
    bid = hand.contract_bid
    assert bid is not None
    return {
        "makers": mighty.makers_points(hand),
        "defenders": mighty.defenders_points(hand),
        "back_run": mighty.back_run_line(hand.rules, bid),
        "trick_points": mighty.trick_range(hand),
        "tricks": hand.rules.setting.tricks,
        "may_order": mighty.can(hand, mighty.GiveWinOrder()),
    }

"""The screens between auction and play: dropping out, the kitty, the contract as it stands, and the friend."""

from collections.abc import Collection

from scorekeeper.cards import Suit
from scorekeeper.games import mighty
from scorekeeper.settlement import Amount
from scorekeeper.table.state import TableState
from scorekeeper.web.games.mighty.keys import level_keys, trump_keys
from scorekeeper.web.services import Context


def contract_context(_state: TableState, hand: mighty.Hand, _ways: Collection[str]) -> Context:
    """Which contracts this one may become, and which calls are good."""
    bid, rules = hand.contract_bid, hand.rules
    assert bid is not None
    before = not hand.kitty_taken
    changes = mighty.lowest_changes(rules, bid, before_kitty=before)
    calls = (mighty.Call(kind) for kind in ("card", "first_trick", "none"))
    named = [mighty.Call("player", player=seat) for seat in hand.seats if seat != hand.declarer]
    contracts = {
        new: tuple(mighty.check_change(rules, bid, new, before_kitty=before)) for new in mighty.every_bid(rules)
    }
    return {
        "levels": level_keys(contracts),
        "trumps": trump_keys(contracts),
        "changes": [lowest for lowest in changes.values() if lowest],
        "calls": [
            (call, exact_payment(hand, call))
            for call in (*calls, *named)
            if mighty.can_call(rules, bid, call, hand.kitty)
        ],
        "cards": [(suit, [card for card in rules.setting.copies if card.suit is suit]) for suit in (*Suit, None)],
        "may_ask_suit": mighty.may_ask_suit(rules, bid),
    }


def exact_payment(hand: mighty.Hand, call: mighty.Call) -> Amount:
    """What the declarer would receive for taking just what was bid, after this call."""
    assert hand.contract_bid is not None
    declarer, *others = sorted(hand.active, key=lambda seat: seat != hand.declarer)
    friend = None if call.kind == "none" else call.player or others[0]
    defenders = tuple(seat for seat in others if seat != friend)
    outcome = mighty.Outcome(hand.contract_bid.level, declarer, friend, defenders)
    return mighty.settle(hand.rules, mighty.Contract(hand.contract_bid, call), outcome).amounts[declarer]

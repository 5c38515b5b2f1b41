"""What the boards of Mighty show."""

from collections.abc import Callable, Mapping

from markupsafe import Markup, escape

from scorekeeper.cards import Suit
from scorekeeper.games import mighty
from scorekeeper.games.game import Player, Role
from scorekeeper.games.mighty.auction import check_height
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Amount
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.games.mighty.forms import hand_of
from scorekeeper.web.games.mighty.keys import ALONE, Side, level_keys, sides, trump_keys, way
from scorekeeper.web.language import gettext
from scorekeeper.web.services import Context
from scorekeeper.web.wording import word


@word.register
def _(bid: mighty.Bid) -> Markup:
    return Markup('<span class="bid">{} {}</span>').format(bid.level, word(bid.trump) if bid.trump else gettext("NT"))


@word.register
def _(call: mighty.Call) -> Markup:
    said = {
        "card": word(call.card) if call.card else gettext("the holder of a card"),
        "first_trick": gettext("the winner of trick 1"),
        "player": gettext("a player"),
        "none": gettext("no friend"),
    }[call.kind]
    return Markup("{} ({})").format(said, word(call.suit)) if call.suit else escape(said)


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


def board(state: TableState) -> Context:
    """What the boards of a hand in progress read."""
    hand = hand_of(state)
    before = state.last_hand
    return {
        "phase": mighty.PHASES[hand.phase],
        "headline": hand.contract_bid or hand.auction.highest,
        "roles": roles(hand),
        "active": active(hand),
        "sides": sides_of(hand),
        "last_depth": depth_of(before) if before else "result",
        "level_keys": level_keys,
        "trump_keys": trump_keys,
        **PHASE_CONTEXTS[hand.phase](hand),
    }


def auction_context(hand: mighty.Hand) -> Context:
    """Which bids are good; any contract may be written down that is not below the last bid."""
    bids = mighty.every_bid(hand.rules)
    return {"bids": {bid: check_height(hand.auction, bid) for bid in bids}, "contracts": dict.fromkeys(bids, ())}


def contract_context(hand: mighty.Hand) -> Context:
    """Which contracts this one may become, and which calls are good."""
    bid, rules = hand.contract_bid, hand.rules
    assert bid is not None
    before = not hand.kitty_taken
    changes = mighty.lowest_changes(rules, bid, before_kitty=before)
    calls = (mighty.Call(kind) for kind in ("card", "first_trick", "none"))
    named = [mighty.Call("player", player=seat) for seat in hand.seats if seat != hand.declarer]
    return {
        "contracts": {
            new: tuple(mighty.check_change(rules, bid, new, before_kitty=before)) for new in mighty.every_bid(rules)
        },
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
    declarer, *others = sorted(hand.seats, key=lambda seat: seat != hand.declarer)
    friend = None if call.kind == "none" else call.player or others[0]
    defenders = tuple(seat for seat in others if seat != friend)
    outcome = mighty.Outcome(hand.contract_bid.level, declarer, friend, defenders)
    return mighty.settle(hand.rules, mighty.Contract(hand.contract_bid, call), outcome).amounts[declarer]


def play_context(hand: mighty.Hand) -> Context:
    """The points so far, and what the next trick can have."""
    bid = hand.contract_bid
    assert bid is not None
    derived = mighty.derived_result(hand)
    shown = {"points": str(derived.points), "side": f"{hand.call}|{derived.friend or ALONE}"} if derived else {}
    return {
        "makers": mighty.makers_points(hand),
        "defenders": mighty.defenders_points(hand),
        "back_run": mighty.back_run_line(hand.rules, bid),
        "trick_points": mighty.trick_range(hand),
        "tricks": hand.rules.setting.tricks,
        "derived": shown,
        "may_order": mighty.can(hand, mighty.GiveWinOrder()),
    }


PHASE_CONTEXTS: Mapping[str, Callable[[mighty.Hand], Context]] = {
    "auction": auction_context,
    "claim": auction_context,
    "contract": contract_context,
    "call": contract_context,
    "play": play_context,
}
"""What the board of each phase reads besides what all do."""


def depth_of(record: HandRecord) -> str:
    """How much was recorded of a hand: "tally" with tricks, "calls" with an auction, else "result"."""
    hand: mighty.Hand = record.hand
    return "tally" if hand.tricks else "calls" if hand.auction.calls else "result"


def active(hand: mighty.Hand) -> Player | None:
    """Who must do something now."""
    if hand.phase in ("contract", "call"):
        return hand.declarer
    return hand.auction.turn if hand.phase == "auction" else None


def roles(hand: mighty.Hand) -> dict[Player, tuple[Role, ...]]:
    """What stands beside each name: who deals, and what is known of the sides."""
    deals = {hand.session.begins: (Role("role.dealer"),)}
    known = mighty.GAME.summary(hand).roles
    makers = {player: tuple(role for role in known.get(player, ()) if role.side == "makers") for player in hand.seats}
    return {player: (*deals.get(player, ()), *makers[player]) for player in hand.seats}


def opening(hand: mighty.Hand) -> Message:
    """Who deals a hand and who speaks first."""
    return message("screen.opening", dealer=hand.session.begins, first=hand.session.first)

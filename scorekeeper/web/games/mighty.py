"""Mighty on screen: what its forms ask for, and what its boards show. Every check is the library's."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict

from scorekeeper.cards import Suit, parse_cards
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty import commands as c
from scorekeeper.games.mighty.auction import check_height, every_bid
from scorekeeper.games.mighty.contract import check_change, lowest_changes
from scorekeeper.games.mighty.friend import can_call, check_call, may_ask_suit, may_order_win
from scorekeeper.games.mighty.hand import PHASES, Hand
from scorekeeper.games.mighty.pack import PACK, TRICKS
from scorekeeper.games.mighty.payment import back_run_line, check_outcome
from scorekeeper.games.mighty.tally import defenders_points, derived_result, makers_points, trick_range
from scorekeeper.settlement import Amount
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.forms import Form, gather, integer, optional_integer, text
from scorekeeper.web.language import gettext
from scorekeeper.web.services import Context
from scorekeeper.web.wording import word

ALONE = "-"
"""In a form: the declarer has no friend."""


def hand_of(state: TableState) -> Hand:
    """The hand in progress. Raises `RuleError` when there is none."""
    if state.current is None:
        raise RuleError("hand.none")
    hand: Hand = state.current.hand
    return hand


def read_bid(form: Form) -> mighty.Bid:
    """The bid whose number and trumps were chosen. Raises `RuleError` naming what is missing."""
    chosen = gather(level=lambda: integer(form, "level"), trump=lambda: text(form, "trump"))
    trump = None if chosen["trump"] == "NT" else Suit.parse(chosen["trump"])
    return mighty.Bid(chosen["level"], trump)


def read_side(form: Form) -> tuple[mighty.Call, Player | None]:
    """How the friend was called and who it is: "card|3", "none|-". Raises `RuleError`."""
    call, _, friend = text(form, "side").partition("|")
    return mighty.Call.parse(call), None if friend == ALONE else integer(MultiDict({"friend": friend}), "friend")


def read_ending(form: Form) -> dict[str, Any]:
    """What every result says besides its friend. Raises `RuleError` naming what is missing."""
    return {
        **gather(points=lambda: integer(form, "points"), joker_holder=lambda: optional_integer(form, "joker_holder")),
        "buried": frozenset(magic for magic in ("mighty", "joker") if f"buried_{magic}" in form),
    }


def read_result(state: TableState, form: Form) -> Any:
    """The result of the hand in progress; with the contract and the call when those were not recorded apart."""
    hand = hand_of(state)
    chosen = gather(side=lambda: read_side(form), ending=lambda: read_ending(form))
    (call, friend), ending = chosen["side"], chosen["ending"]
    if hand.call is not None:
        return c.RecordResult(friend=friend, **ending)
    if hand.declarer is None or hand.contract_bid is None:
        raise RuleError("hand.none")
    return c.RecordHand(hand.declarer, hand.contract_bid, call, friend=friend, **ending)


def read_whole_hand(_state: TableState, form: Form) -> c.RecordHand:
    """A hand from contract to result, as a correction gives it."""
    chosen = gather(
        declarer=lambda: integer(form, "declarer"),
        bid=lambda: read_bid(form),
        side=lambda: read_side(form),
        ending=lambda: read_ending(form),
    )
    (call, friend), ending = chosen["side"], chosen["ending"]
    return c.RecordHand(chosen["declarer"], chosen["bid"], call, friend=friend, **ending)


def read_cards(form: Form) -> tuple[Any, ...] | None:
    """The cards that were picked, None when none were."""
    return parse_cards(form.getlist("cards")) or None


def read_contract(_state: TableState, form: Form) -> c.EnterContract:
    """The final contract and who plays it."""
    return c.EnterContract(**gather(declarer=lambda: integer(form, "declarer"), bid=lambda: read_bid(form)))


def read_trick(_state: TableState, form: Form) -> c.RecordTrick:
    """Who took a trick, and the points in it."""
    return c.RecordTrick(**gather(winner=lambda: integer(form, "winner"), points=lambda: integer(form, "points")))


def read_call(_state: TableState, form: Form) -> c.CallFriend:
    """How the friend is called; a card picked apart from the kind, and a suit asked of the friend."""
    kind = text(form, "call")
    called = text(form, "card") if kind == "card" and form.get("card") else kind
    suit = form.get("suit", "")
    return c.CallFriend(mighty.Call.parse(f"{called}>{suit}" if suit else called))


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


FORMS: Mapping[str, Callable[[TableState, Form], Any]] = {
    "place_bid": lambda _state, form: c.PlaceBid(integer(form, "player"), read_bid(form)),
    "pass": lambda _state, form: c.Pass(integer(form, "player")),
    "enter_contract": read_contract,
    "claim_redeal": lambda _state, form: c.ClaimRedeal(integer(form, "player"), read_cards(form)),
    "accept_claim": lambda _state, _form: c.AcceptClaim(),
    "take_kitty": lambda _state, form: c.TakeKitty(read_cards(form)),
    "change_contract": lambda _state, form: c.ChangeContract(read_bid(form)),
    "call_friend": read_call,
    "record_trick": read_trick,
    "reveal_friend": lambda _state, form: c.RevealFriend(integer(form, "player"), form.get("announced") == "yes"),
    "give_win_order": lambda _state, _form: c.GiveWinOrder(),
    "result": read_result,
    "record_hand": read_whole_hand,
}

OWN_BUSINESS: frozenset[type] = frozenset({c.ClaimRedeal})
"""Whoever has no hand to play need not ask a scorer."""


class Key(NamedTuple):
    """A key of the pad: its value, and why it is no good now."""

    value: Any
    problem: Problem | None = None


class Side(NamedTuple):
    """Who played with the declarer and how that came about, as one key; `kind` tells the label."""

    value: str
    kind: str
    friend: Player | None
    problem: Problem | None = None


def level_keys(problems: Mapping[mighty.Bid, tuple[Problem, ...]]) -> list[Key]:
    """A key a number: good when any bid of that number is, else with the reason against it."""
    levels: dict[int, list[tuple[Problem, ...]]] = {}
    for bid, against in problems.items():
        levels.setdefault(bid.level, []).append(against)
    return [Key(level, None if () in against else against[0][0]) for level, against in levels.items()]


def trump_keys(problems: Mapping[mighty.Bid, tuple[Problem, ...]]) -> list[Key]:
    """A key a trump suit and one for none, in the same way."""
    trumps: dict[str, list[tuple[Problem, ...]]] = {}
    for bid, against in problems.items():
        trumps.setdefault(bid.trump.value if bid.trump else "NT", []).append(against)
    return [Key(trump, None if () in against else against[-1][0]) for trump, against in trumps.items()]


def sides(rules: mighty.Rules, seats: tuple[Player, ...], declarer: Player, bid: mighty.Bid) -> list[Side]:
    """Every way a contract may have been played, when nobody recorded the call."""
    others = [seat for seat in seats if seat != declarer]
    ways: list[tuple[mighty.Call, Player | None]] = [(named_friend(rules, seat), seat) for seat in others]
    ways += [(mighty.Call("none"), None), (mighty.Call("card"), None), (mighty.Call("first_trick"), None)]
    return [side for call, friend in ways if (side := way(rules, seats, declarer, bid, call, friend)).problem is None]


def named_friend(rules: mighty.Rules, friend: Player) -> mighty.Call:
    """A call that leads to `friend`, of the first kind that the rules allow: what they pay is the same."""
    if rules.friend_by_card:
        return mighty.Call("card")
    return mighty.Call("first_trick") if rules.friend_by_first_trick else mighty.Call("player", player=friend)


def way(
    rules: mighty.Rules,
    seats: tuple[Player, ...],
    declarer: Player,
    bid: mighty.Bid,
    call: mighty.Call,
    friend: Player | None,
) -> Side:
    """One such way, with the reason against it."""
    defenders = tuple(seat for seat in seats if seat not in (declarer, friend))
    outcome = mighty.Outcome(points=bid.level, declarer=declarer, friend=friend, defenders=defenders)
    against = [*check_call(rules, bid, call), *check_outcome(rules, mighty.Contract(bid, call), outcome)]
    kind = "friend" if friend is not None else call.kind
    return Side(f"{call}|{ALONE if friend is None else friend}", kind, friend, against[0] if against else None)


def sides_of(hand: Hand) -> list[Side]:
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
        "phase": PHASES[hand.phase],
        "headline": hand.contract_bid or hand.auction.highest,
        "tags": tags(hand),
        "active": active(hand),
        "sides": sides_of(hand),
        "last_depth": depth_of(before) if before else "result",
        "level_keys": level_keys,
        "trump_keys": trump_keys,
        **PHASE_CONTEXTS[hand.phase](hand),
    }


def auction_context(hand: Hand) -> Context:
    """Which bids are good; any contract may be written down that is not below the last bid."""
    bids = every_bid(hand.rules)
    return {"bids": {bid: tuple(check_height(hand.auction, bid)) for bid in bids}, "contracts": dict.fromkeys(bids, ())}


def contract_context(hand: Hand) -> Context:
    """Which contracts this one may become, and which calls are good."""
    bid, rules = hand.contract_bid, hand.rules
    assert bid is not None
    before = not hand.kitty_taken
    changes = lowest_changes(rules, bid, before_kitty=before)
    calls = (mighty.Call(kind) for kind in ("card", "first_trick", "none"))
    named = [mighty.Call("player", player=seat) for seat in hand.seats if seat != hand.declarer]
    return {
        "contracts": {new: tuple(check_change(rules, bid, new, before_kitty=before)) for new in every_bid(rules)},
        "changes": [lowest for lowest in changes.values() if lowest],
        "calls": [
            (call, exact_payment(hand, call)) for call in (*calls, *named) if can_call(rules, bid, call, hand.kitty)
        ],
        "cards": [(suit, [card for card in PACK if card.suit is suit]) for suit in (*Suit, None)],
        "may_ask_suit": may_ask_suit(rules, bid),
    }


def exact_payment(hand: Hand, call: mighty.Call) -> Amount:
    """What the declarer would receive for taking just what was bid, after this call."""
    assert hand.contract_bid is not None
    declarer, *others = sorted(hand.seats, key=lambda seat: seat != hand.declarer)
    friend = None if call.kind == "none" else call.player or others[0]
    defenders = tuple(seat for seat in others if seat != friend)
    outcome = mighty.Outcome(hand.contract_bid.level, declarer, friend, defenders)
    return mighty.settle(hand.rules, mighty.Contract(hand.contract_bid, call), outcome).amounts[declarer]


def play_context(hand: Hand) -> Context:
    """The points so far, and what the next trick can have."""
    bid = hand.contract_bid
    assert bid is not None
    derived = derived_result(hand)
    shown = {"points": str(derived.points), "side": f"{hand.call}|{derived.friend or ALONE}"} if derived else {}
    return {
        "makers": makers_points(hand),
        "defenders": defenders_points(hand),
        "back_run": back_run_line(hand.rules, bid),
        "trick_points": trick_range(hand),
        "tricks": TRICKS,
        "derived": shown,
        "may_order": may_order_win(hand.rules, bid) and not hand.win_order_given,
    }


PHASE_CONTEXTS: Mapping[str, Callable[[Hand], Context]] = {
    "auction": auction_context,
    "claim": auction_context,
    "contract": contract_context,
    "call": contract_context,
    "play": play_context,
}
"""What the board of each phase reads besides what all do."""


def depth_of(record: HandRecord) -> str:
    """How much was recorded of a hand: "tally" with tricks, "calls" with an auction, else "result"."""
    hand: Hand = record.hand
    return "tally" if hand.tricks else "calls" if hand.auction.calls else "result"


def active(hand: Hand) -> Player | None:
    """Who must do something now."""
    if hand.phase in ("contract", "call"):
        return hand.declarer
    return hand.auction.turn if hand.phase == "auction" else None


def tags(hand: Hand) -> dict[Player, list[tuple[str, str]]]:
    """What stands beside each name: a code of a sentence, and the side it belongs to."""
    shown: dict[Player, list[tuple[str, str]]] = {seat: [] for seat in hand.seats}
    shown[hand.situation.dealer].append(("role.dealer", "plain"))
    if hand.declarer is not None:
        shown[hand.declarer].append(("role.declarer", "makers"))
    if hand.friend_known and hand.friend is not None:
        shown[hand.friend].append(("role.friend", "makers"))
    return shown


def whole_hand_fields(_state: TableState, record: HandRecord, draft: Form | None) -> Context:
    """What the form of a correction shows first: the hand as recorded, or what was typed and refused."""
    hand: Hand = record.hand
    result = hand.result
    shown: dict[str, str] = {}
    if hand.declarer is not None and hand.contract_bid is not None:
        trump = hand.contract_bid.trump
        shown = {
            "declarer": str(hand.declarer),
            "level": str(hand.contract_bid.level),
            "trump": trump.value if trump else "NT",
        }
    if result is not None:
        shown |= {"points": str(result.points), "side": f"{hand.call}|{result.friend or ALONE}"}
    shown |= draft.to_dict() if draft else {}
    return {
        "rules": hand.rules,
        "seats": hand.seats,
        "shown": shown,
        "bids": dict.fromkeys(every_bid(hand.rules), ()),
        "sides": list(any_sides(hand.rules, hand.seats, shown.get("side"))),
    }


def any_sides(rules: mighty.Rules, seats: tuple[Player, ...], recorded: str | None) -> Iterator[Side]:
    """Every way a hand may have gone whoever declared; the recorded one keeps the card that was called."""
    bid = mighty.Bid(rules.min_bid, None)
    known = recorded.partition("|") if recorded else ("", "", "")
    for side in {side.value: side for seat in seats[:2] for side in sides(rules, seats, seat, bid)}.values():
        call, _, friend = side.value.partition("|")
        same = friend == known[2] and mighty.Call.parse(known[0]).kind == mighty.Call.parse(call).kind
        yield side._replace(value=recorded) if same and recorded else side

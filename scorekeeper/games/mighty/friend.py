"""Which friend calls are legal, and what the declarer may ask of the friend (S0, Exchanging cards; Variations)."""

from collections.abc import Iterator, Mapping
from itertools import combinations

from scorekeeper.cards import JOKER, Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.bids import Bid
from scorekeeper.games.mighty.calls import Call, CallKind
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.packs import check_in_pack

KINDS: Mapping[CallKind, tuple[str, str]] = {
    "card": ("friend_by_card", "call.no_card"),
    "first_trick": ("friend_by_first_trick", "call.no_first_trick"),
    "player": ("friend_by_player", "call.no_player"),
    "none": ("no_friend", "call.no_friend"),
}
"""The house rule that allows each kind of call, and the refusal where it does not."""


def may_ask_suit(rules: Rules, bid: Bid) -> bool:
    """Whether the declarer may say which suit the friend should lead back."""
    return rules.suit_request and bid == Bid(rules.setting.points, None)


@collected
def check_call(rules: Rules, bid: Bid, call: Call, kitty: tuple[Card, ...] = ()) -> Iterator[Problem]:
    """Every reason against `call` with the contract `bid`. `kitty` are its cards where everyone has seen them."""
    yield from check_form(call)
    if call.kind not in KINDS:
        return
    house_rule, refusal = KINDS[call.kind]
    if not getattr(rules, house_rule):
        yield problem(refusal)
    elif JOKER in call.cards and not rules.joker_friend:
        yield problem("call.no_joker")
    yield from check_called_cards(rules, call)
    if not rules.secret_solo:
        yield from (problem("call.card_in_kitty", card=card) for card in own_cards(rules, kitty, call.cards))
    if call.suit and not may_ask_suit(rules, bid):
        yield problem("call.no_suit_request", bid=bid)
    elif call.suit and call.kind == "none":
        yield problem("call.suit_without_friend", suit=call.suit)


@collected
def check_form(call: Call) -> Iterator[Problem]:
    """Why `call` says nothing, or two things at once."""
    if call.kind not in KINDS:
        yield problem("call.malformed", text=call.kind)
    if call.kind != "card":
        yield from (problem("call.stray_card", card=card) for card in call.cards)
    elif call.second and not call.card:
        yield problem("call.second_without_first", card=call.second)
    if call.kind != "player" and call.player is not None:
        yield problem("call.stray_player", player=call.player)
    elif call.kind == "player" and call.player is None:
        yield problem("call.nobody")


@collected
def check_called_cards(rules: Rules, call: Call) -> Iterator[Problem]:
    """Why these cards are not called: two different ones with two packs, else one, each of them in the pack."""
    if call.second and rules.setting.partners < 2:
        yield problem("call.one_card")
    elif call.card and not call.second and rules.setting.partners > 1:
        yield problem("call.two_cards")
    elif call.card and call.card == call.second:
        yield problem("call.same_card", card=call.card)
    yield from check_in_pack(rules.setting.copies, set(call.cards))


def own_cards(rules: Rules, kitty: tuple[Card, ...], called: tuple[Card, ...]) -> tuple[Card, ...]:
    """The called cards of which everyone has seen every copy in the kitty: they are the declarer's own."""
    return tuple(card for card in called if card in kitty and kitty.count(card) == rules.setting.copies.get(card))


@collected
def check_called_player(call: Call, declarer: Player, seats: tuple[Player, ...]) -> Iterator[Problem]:
    """Why the named player cannot be the friend."""
    if call.kind == "player" and call.player == declarer:
        yield problem("call.own_name", declarer=declarer)
    elif call.kind == "player" and call.player is not None and call.player not in seats:
        yield problem("call.not_seated", player=call.player)


def can_call(rules: Rules, bid: Bid, call: Call, kitty: tuple[Card, ...] = ()) -> bool:
    """Whether `call` is legal with the contract `bid`."""
    return not check_call(rules, bid, call, kitty)


def card_calls(rules: Rules) -> Iterator[Call]:
    """Every call of a card, or of two different ones with two packs."""
    if rules.setting.partners < 2:
        return (Call("card", card=card) for card in rules.setting.copies)
    return (Call("card", card=card, second=second) for card, second in combinations(rules.setting.copies, 2))


def legal_calls(
    rules: Rules, bid: Bid, others: tuple[Player, ...] = (), kitty: tuple[Card, ...] = ()
) -> tuple[Call, ...]:
    """Every legal call, cards first, in pairs with two packs; `others` are the players who may be named.

    Each call that finds a friend may ask for a suit as well where `may_ask_suit` says so.
    """
    every = (
        *card_calls(rules),
        Call("first_trick"),
        *(Call("player", player=player) for player in others),
        Call("none"),
    )
    return tuple(call for call in every if can_call(rules, bid, call, kitty))


# --- The order to win a trick (S0, Variations: Play) ---


def win_order_from(rules: Rules) -> int:
    """The lowest contract that lets the declarer order the friend to win a trick: 17, or 34 with two packs."""
    return 17 * rules.setting.packs


def win_orders(rules: Rules) -> int:
    """How often the declarer may do so in a hand: once, or twice with two packs."""
    return rules.setting.packs


@collected
def check_orders(rules: Rules, bid: Bid) -> Iterator[Problem]:
    """Why there are no such orders with the contract `bid`."""
    if not rules.win_order:
        yield problem("order.not_played")
    elif bid.level < win_order_from(rules):
        yield problem("order.contract_too_low", bid=bid, lowest=win_order_from(rules))


def may_order_win(rules: Rules, bid: Bid) -> bool:
    """Whether the declarer may order the friend to win a trick."""
    return not check_orders(rules, bid)

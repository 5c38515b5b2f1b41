"""Which friend calls are legal (S0, Exchanging cards and calling a partner; Variations)."""

from collections.abc import Iterator, Mapping

from scorekeeper.cards import JOKER, Card
from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.bids import HIGHEST_LEVEL, Bid
from scorekeeper.games.mighty.calls import Call, CallKind
from scorekeeper.games.mighty.pack import PACK
from scorekeeper.games.mighty.rules import Rules

WIN_ORDER_FROM = 17
"""The lowest contract that lets the declarer order the friend to win a trick (S0, Variations: Play)."""


KINDS: Mapping[CallKind, tuple[str, str]] = {
    "card": ("friend_by_card", "call.no_card"),
    "first_trick": ("friend_by_first_trick", "call.no_first_trick"),
    "player": ("friend_by_player", "call.no_player"),
    "none": ("no_friend", "call.no_friend"),
}
"""The house rule that allows each kind of call, and the refusal where it does not."""


def may_ask_suit(rules: Rules, bid: Bid) -> bool:
    """Whether the declarer may say which suit the friend should lead back."""
    return rules.suit_request and bid == Bid(HIGHEST_LEVEL, None)


def may_order_win(rules: Rules, bid: Bid) -> bool:
    """Whether the declarer may once order the friend to win a trick."""
    return rules.win_order and bid.level >= WIN_ORDER_FROM


def check_call(rules: Rules, bid: Bid, call: Call, kitty: tuple[Card, ...] = ()) -> Iterator[Problem]:
    """Every reason against `call` with the contract `bid`. `kitty` are its cards where everyone has seen them."""
    house_rule, refusal = KINDS[call.kind]
    if not getattr(rules, house_rule):
        yield problem(refusal)
    elif call.card == JOKER and not rules.joker_friend:
        yield problem("call.no_joker")
    if call.card and call.card not in PACK:
        yield problem("cards.not_in_pack", card=str(call.card))
    elif call.card in kitty and not rules.secret_solo:
        yield problem("call.card_in_kitty", card=call.card)
    if call.suit and not may_ask_suit(rules, bid):
        yield problem("call.no_suit_request", bid=bid)
    elif call.suit and call.kind == "none":
        yield problem("call.suit_without_friend", suit=call.suit)


def check_called_player(call: Call, declarer: Player, seats: tuple[Player, ...]) -> Iterator[Problem]:
    """Why the named player cannot be the friend."""
    if call.kind == "player" and call.player == declarer:
        yield problem("call.own_name", declarer=declarer)
    elif call.kind == "player" and call.player not in seats:
        yield problem("call.not_seated", player=call.player)


def can_call(rules: Rules, bid: Bid, call: Call, kitty: tuple[Card, ...] = ()) -> bool:
    """Whether `call` is legal with the contract `bid`."""
    return not any(check_call(rules, bid, call, kitty))


def legal_calls(
    rules: Rules, bid: Bid, others: tuple[Player, ...] = (), kitty: tuple[Card, ...] = ()
) -> tuple[Call, ...]:
    """Every legal call, cards first; `others` are the players who may be named.

    Each call that finds a friend may ask for a suit as well where `may_ask_suit` says so.
    """
    every = (
        *(Call("card", card=card) for card in PACK),
        Call("first_trick"),
        *(Call("player", player=player) for player in others),
        Call("none"),
    )
    return tuple(call for call in every if can_call(rules, bid, call, kitty))

"""Calls, and who becomes a friend by them (S2, Discarding and Choosing Partners; Variations: Calling)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.calls import Call
from scorekeeper.games.zhao_pengyou.order import Trumps
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.setting import Setting
from scorekeeper.games.zhao_pengyou.trick import Play

PACKS_WITH_THE_OTHER = 2
NOTHING: Mapping[Card, int] = MappingProxyType({})


@collected
def check_calls(
    rules: Rules, setting: Setting, trumps: Trumps, calls: Sequence[Call], hand: Sequence[Card] | None = None
) -> Iterator[Problem]:
    """Every reason against `calls` together. `hand` is the trump maker's where it is known, for "the other"."""
    if len(calls) != setting.calls:
        yield problem("call.count", count=len(calls), needed=setting.calls)
    for call, times in Counter(calls).items():
        if times > 1:
            yield problem("call.twice", call=call)
        yield from check_call(rules, setting, trumps, call, hand)


@collected
def check_call(
    rules: Rules, setting: Setting, trumps: Trumps, call: Call, hand: Sequence[Card] | None = None
) -> Iterator[Problem]:
    """Every reason against one call."""
    if call.card not in setting.copies:
        yield problem("cards.not_in_pack", card=call.card)
    elif trumps.is_trump(call.card):
        yield problem("call.trump", card=call.card)
    if call.copy == "other":
        yield from check_the_other(rules, setting, call, hand)
    elif not 1 <= call.copy <= setting.packs:
        yield problem("call.copy", call=call, copies=setting.packs)


def can_call(rules: Rules, setting: Setting, trumps: Trumps, call: Call, hand: Sequence[Card] | None = None) -> bool:
    """Whether `call` is legal, whatever else is called."""
    return not check_call(rules, setting, trumps, call, hand)


@collected
def check_the_other(rules: Rules, setting: Setting, call: Call, hand: Sequence[Card] | None) -> Iterator[Problem]:
    """Why "the other" copy may not be called: with two packs, by who holds one."""
    if not rules.call_the_other:
        yield problem("call.no_other")
    elif setting.packs != PACKS_WITH_THE_OTHER:
        yield problem("call.other_packs", packs=setting.packs)
    elif hand is not None and (held := tuple(hand).count(call.card)) != 1:
        yield problem("call.other_not_held", card=call.card, held=held)


def legal_calls(rules: Rules, setting: Setting, trumps: Trumps, hand: Sequence[Card] | None = None) -> tuple[Call, ...]:
    """Every legal call, card by card."""
    copies = (*range(1, setting.packs + 1), "other")
    every = (Call(card, copy) for card in dict.fromkeys(setting.pack) for copy in copies)
    return tuple(call for call in every if can_call(rules, setting, trumps, call, hand))


# --- The friends as called copies appear ---


def found(
    calls: Sequence[Call],
    maker: Player,
    plays: Iterable[Play],
    known: Sequence[Player | None] | None = None,
    before: Mapping[Card, int] = NOTHING,
) -> tuple[Player | None, ...]:
    """Who has played each called copy, None for one that has not appeared yet. It may be the trump maker.

    `plays` are all of the hand, or only the latest: then `known` says who is found and `before` how many copies of
    each card came earlier.
    """
    players = list(known or [None] * len(calls))
    wanted = [call.card for call, player in zip(calls, players, strict=True) if player is None]
    seen = {card: before.get(card, 0) for card in wanted}
    for player, cards in plays:
        for card in cards:
            if card not in wanted:
                continue
            seen[card] += 1
            for place, call in enumerate(calls):
                if players[place] is None and answers(call, card, seen[card], by_maker=player == maker):
                    players[place] = player
    return tuple(players)


def answers(call: Call, card: Card, copy: int, *, by_maker: bool) -> bool:
    """Whether `card`, the `copy`-th of its kind to be played, is the one that was called."""
    if card != call.card:
        return False
    return not by_maker if call.copy == "other" else call.copy == copy


def team(maker: Player, players: Iterable[Player | None]) -> tuple[Player, ...]:
    """The trump maker, then the friends in the order of the calls, each once."""
    return tuple(dict.fromkeys((maker, *(player for player in players if player is not None))))

"""Why an event cannot happen to a hand: the rules of every section, brought together for each."""

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from typing import Any

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.packs import check_count
from scorekeeper.games.zhao_pengyou import events as e
from scorekeeper.games.zhao_pengyou.calls import Call
from scorekeeper.games.zhao_pengyou.entered import check_made
from scorekeeper.games.zhao_pengyou.friends import check_calls
from scorekeeper.games.zhao_pengyou.hand import Hand, outcome_of
from scorekeeper.games.zhao_pengyou.leads import check_together
from scorekeeper.games.zhao_pengyou.outcome import check_outcome, check_withdrawn, is_counted
from scorekeeper.games.zhao_pengyou.promotion import check_multiple
from scorekeeper.games.zhao_pengyou.setting import points_of
from scorekeeper.games.zhao_pengyou.tally import (
    last_side,
    points_buried,
    points_left,
    result_range,
    table_range,
    trick_range,
)
from scorekeeper.games.zhao_pengyou.trick import trick_points
from scorekeeper.games.zhao_pengyou.trumps import check_exposure, check_turned, check_withdrawal
from scorekeeper.games.zhao_pengyou.unseen import check_left, check_unseen, could_have_played

LEAST_THROW = 2
"""A throw has two cards or more."""


@singledispatch
def check(event: Any, _hand: Hand) -> Iterable[Problem]:
    """Every reason why the event cannot happen now."""
    raise TypeError(f"{type(event).__name__} is no event of Zhao Pengyou")


@check.register
def _(_event: e.DealEnded | e.HandThrownIn, _hand: Hand) -> Iterable[Problem]:
    """A deal may end at any time, and nobody need expose."""
    return ()


@check.register
def _(event: e.CardsExposed, hand: Hand) -> Iterable[Problem]:
    return check_exposure(hand.making, event.player, event.cards)


@check.register
def _(event: e.CardsTakenBack, hand: Hand) -> Iterable[Problem]:
    return check_withdrawal(hand.making, event.player)


@check.register
def _(event: e.KittyTurned, hand: Hand) -> Iterable[Problem]:
    return check_turned(hand.making, event.cards)


@check.register
def _(event: e.TrumpsMade, hand: Hand) -> Iterable[Problem]:
    return check_made(hand, event.maker, event.suit)


@check.register
def _(event: e.KittyBuried, hand: Hand) -> Iterable[Problem]:
    if event.cards is not None:
        assert hand.maker is not None
        yield from check_count(event.cards, hand.setting.kitty_size)
        yield from check_unseen(hand, hand.maker, event.cards)


@check.register
def _(event: e.FriendsCalled, hand: Hand) -> Iterable[Problem]:
    if event.calls is not None:
        assert hand.trumps is not None
        yield from check_calls(hand.rules, hand.setting, hand.trumps, event.calls)
        for call in event.calls:
            if call.copy == "other" and not copies_left(hand, call.card):
                yield problem("call.other_not_held", card=call.card, held=0)


def copies_left(hand: Hand, card: Card) -> int:
    """How many copies of `card` are not among the discards that were written down."""
    return hand.setting.copies.get(card, 0) - (hand.buried or ()).count(card)


# --- The play ---


@check.register
def _(event: e.CardsPlayed, hand: Hand) -> Iterable[Problem]:
    if event.player not in hand.seats:
        yield problem("play.not_seated", player=event.player)
        return
    if event.player != hand.turn:
        yield problem("play.out_of_turn", player=event.player, turn=hand.turn)
    if not hand.begun and not hand.in_full:
        yield problem("play.not_the_first")
    problems = (*check_shape(hand, event.cards), *check_left(hand, event.player, event.cards))
    yield from problems
    if not problems and not hand.in_full:
        yield from check_table(hand, event.cards)


@collected
def check_shape(hand: Hand, cards: Sequence[Card]) -> Iterator[Problem]:
    """Why `cards` are no lead, or not as many as were led."""
    if not cards:
        yield problem("lead.nothing")
    elif not hand.table:
        yield from check_together(hand.conditions, cards)
    elif len(cards) != len(hand.table[0].cards):
        yield problem("follow.count", count=len(cards), needed=len(hand.table[0].cards))


@collected
def check_table(hand: Hand, cards: Sequence[Card]) -> Iterator[Problem]:
    """Why the points recorded leave too few for `cards`, or more than the cards left can have.

    Where every card was written down, the points are those of the cards, and there is nothing to check.
    """
    points, possible = points_of(cards) + trick_points(hand.table), table_range(hand, len(cards))
    if points not in possible:
        yield problem("play.points", points=points, least=possible[0], most=possible[-1])


@check.register
def _(event: e.ThrowBeaten, hand: Hand) -> Iterable[Problem]:
    if event.player not in hand.seats:
        yield problem("throw.not_seated", player=event.player)
    elif hand.tricks and hand.in_full and not hand.table and event.player != hand.turn:
        yield problem("play.out_of_turn", player=event.player, turn=hand.turn)
    if event.left is None:
        yield from check_told(hand, event.taken_back)


@collected
def check_told(hand: Hand, taken_back: int) -> Iterator[Problem]:
    """Why no throw can be told of of which so many cards were taken back."""
    if hand.table:
        yield problem("throw.on_the_table")
    if hand.cards_left < LEAST_THROW:
        yield problem("throw.none_led")
    else:
        yield from check_withdrawn(hand.rules, hand.cards_left, taken_back)


@check.register
def _(event: e.TrickRecorded, hand: Hand) -> Iterable[Problem]:
    if event.winner not in hand.seats:
        yield problem("trick.not_seated", winner=event.winner)
    yield from check_multiple(event.points)
    possible = trick_range(hand)
    if not possible[0] <= event.points <= possible[-1]:
        yield problem("trick.points", points=event.points, least=possible[0], most=possible[-1])


@check.register
def _(event: e.FriendRevealed, hand: Hand) -> Iterable[Problem]:
    if event.player not in hand.seats:
        yield problem("reveal.not_seated", player=event.player)
    if event.call not in hand.calls:
        yield problem("reveal.not_called", call=event.call)
        return
    known = hand.found[hand.calls.index(event.call)]
    if known is not None:
        yield problem("reveal.already", player=known, call=event.call)
    elif hand.friends_known:
        yield problem("reveal.never_played", call=event.call)
    elif is_buried(hand, event.call):
        yield problem("reveal.buried", call=event.call)
    elif hand.begun and hand.in_full:  # what the cards have revealed is known already
        yield problem("reveal.not_played", call=event.call)
    elif not could_have_played(hand, event.player, event.call.card):
        yield problem("reveal.elsewhere", player=event.player, card=event.call.card)
    if event.call.copy == "other" and event.player == hand.maker:
        yield problem("reveal.own_other", player=event.player, call=event.call)


def is_buried(hand: Hand, call: Call) -> bool:
    """Whether the discards that were written down leave too few copies for this one to be played."""
    return call.copy != "other" and call.copy > copies_left(hand, call.card)


# --- The result ---


@check.register
def _(event: e.ResultRecorded, hand: Hand) -> Iterable[Problem]:
    outcome = outcome_of(hand, event)
    problems = tuple(check_outcome(hand.rules, hand.setting, outcome))
    yield from problems
    yield from check_friends(event, hand)
    if not is_counted(hand.rules, hand.throws):
        return
    kitty = points_buried(hand)
    if kitty is not None and event.kitty_points != kitty:
        yield problem("result.kitty", points=event.kitty_points, buried=kitty)
    if not problems:
        yield from check_tally(event, hand)


@collected
def check_friends(event: e.ResultRecorded, hand: Hand) -> Iterator[Problem]:
    """Why these cannot be the friends after what the table has seen."""
    for player in event.friends:
        if player not in hand.seats:
            yield problem("result.friend_not_seated", player=player)
        elif hand.friends_known and player not in hand.team:
            yield problem("result.no_friend", player=player)
    for player in hand.team[1:]:
        if player not in event.friends:
            yield problem("result.friend_left_out", player=player)
    open_calls = [call for call, player in zip(hand.calls, hand.found, strict=True) if player is None]
    most = len(hand.team[1:]) + sum(not is_buried(hand, call) for call in open_calls)
    if hand.calls and not hand.friends_known and most < len(event.friends) <= hand.setting.calls:
        yield problem("result.too_many_friends", count=len(event.friends), most=most)


@collected
def check_tally(event: e.ResultRecorded, hand: Hand) -> Iterator[Problem]:
    """Why the points or the last trick cannot be so after the tricks that were recorded."""
    possible = result_range(hand, event)
    if not possible:
        yield problem("points.kitty_range", points=event.kitty_points, most=points_left(hand))
    elif event.points not in possible:
        yield problem("result.not_the_tally", points=event.points, least=possible[0], most=possible[-1])
    last = last_side(hand, (*hand.team[:1], *event.friends))
    if last is not None and last != event.last_trick:
        yield problem("result.last_trick")

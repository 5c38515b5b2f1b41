"""Why an event cannot happen to a hand: the rules of every section, brought together for each."""

from collections.abc import Iterable
from functools import singledispatch
from typing import Any

from scorekeeper.errors import Problem, problem
from scorekeeper.games.zhao_pengyou import events as e
from scorekeeper.games.zhao_pengyou.challenge import check_told
from scorekeeper.games.zhao_pengyou.entered import check_made
from scorekeeper.games.zhao_pengyou.follow import check_as_many
from scorekeeper.games.zhao_pengyou.friendship import check_called, check_friends, check_reveal
from scorekeeper.games.zhao_pengyou.hand import Hand, outcome_of
from scorekeeper.games.zhao_pengyou.leads import check_together
from scorekeeper.games.zhao_pengyou.outcome import check_outcome, is_counted
from scorekeeper.games.zhao_pengyou.tally import check_kitty, check_table, check_tally, check_trick
from scorekeeper.games.zhao_pengyou.trumps import check_exposure, check_turned, check_withdrawal
from scorekeeper.games.zhao_pengyou.unseen import check_discards, check_left


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
    return () if event.cards is None else check_discards(hand, event.cards)


@check.register
def _(event: e.FriendsCalled, hand: Hand) -> Iterable[Problem]:
    return () if event.calls is None else check_called(hand, event.calls)


# --- The play ---


@check.register
def _(event: e.CardsPlayed, hand: Hand) -> Iterable[Problem]:
    if event.player not in hand.seats:
        yield problem("play.not_seated", player=event.player)
        return
    if event.player != hand.turn:
        yield problem("play.out_of_turn", player=event.player, turn=hand.turn)
    led = hand.table[0].cards if hand.table else None
    problems = (
        *(check_as_many(led, event.cards) if led else check_together(hand.conditions, event.cards)),
        *check_left(hand, event.player, event.cards),
    )
    yield from problems
    if not problems and not hand.in_full:
        yield from check_table(hand, event.cards)


@check.register
def _(event: e.ThrowBeaten, hand: Hand) -> Iterable[Problem]:
    """What cards have beaten was checked when they were shown."""
    return check_told(hand, event.player, event.taken_back) if event.left is None else ()


@check.register
def _(event: e.TrickRecorded, hand: Hand) -> Iterable[Problem]:
    if event.winner not in hand.seats:
        yield problem("trick.not_seated", winner=event.winner)
    yield from check_trick(hand, event.points)


@check.register
def _(event: e.FriendRevealed, hand: Hand) -> Iterable[Problem]:
    return check_reveal(hand, event.player, event.call)


# --- The result ---


@check.register
def _(event: e.ResultRecorded, hand: Hand) -> Iterable[Problem]:
    problems = check_outcome(hand.rules, hand.setting, outcome_of(hand, event))
    yield from problems
    yield from check_friends(hand, event.friends)
    if not is_counted(hand.rules, hand.throws):
        return
    yield from check_kitty(hand, event)
    if not problems:
        yield from check_tally(hand, event)

"""Folding events into a hand. Events are facts: nothing here refuses."""

from functools import singledispatch
from typing import Any

from msgspec.structs import replace

from scorekeeper.games.zhao_pengyou import events as e
from scorekeeper.games.zhao_pengyou.friendship import shown
from scorekeeper.games.zhao_pengyou.hand import Hand, deal
from scorekeeper.games.zhao_pengyou.order import Trumps
from scorekeeper.games.zhao_pengyou.outcome import Withdrawn
from scorekeeper.games.zhao_pengyou.record import Trick
from scorekeeper.games.zhao_pengyou.session import dealt_again
from scorekeeper.games.zhao_pengyou.trick import Play


def evolve(hand: Hand, event: Any) -> Hand:
    """The hand after `event`."""
    return fold(event, hand)


@singledispatch
def fold(event: Any, _hand: Hand) -> Hand:
    """The hand after an event of each type."""
    raise TypeError(f"{type(event).__name__} is no event of Zhao Pengyou")


@fold.register
def _(event: e.CardsExposed, hand: Hand) -> Hand:
    return replace(hand, making=hand.making.exposed(event.player, event.cards))


@fold.register
def _(_event: e.CardsTakenBack, hand: Hand) -> Hand:
    return replace(hand, making=hand.making.withdrawn())


@fold.register
def _(_event: e.DealEnded, hand: Hand) -> Hand:
    return replace(hand, nobody_made=True)


@fold.register
def _(_event: e.HandThrownIn, hand: Hand) -> Hand:
    return replace(deal(hand.rules, dealt_again(hand.situation), hand.seats), redeals=hand.redeals + 1)


@fold.register
def _(event: e.KittyTurned, hand: Hand) -> Hand:
    return replace(hand, turned=event.cards)


@fold.register
def _(event: e.TrumpsMade, hand: Hand) -> Hand:
    return replace(hand, maker=event.maker, trumps=Trumps(event.suit, hand.situation.levels[event.maker].rank))


@fold.register
def _(event: e.KittyBuried, hand: Hand) -> Hand:
    return replace(hand, kitty_buried=True, buried=event.cards)


@fold.register
def _(event: e.FriendsCalled, hand: Hand) -> Hand:
    calls = event.calls or ()
    return replace(hand, called=True, calls=calls, found=(None,) * len(calls))


@fold.register
def _(event: e.CardsPlayed, hand: Hand) -> Hand:
    return replace(hand, table=(*hand.table, Play(event.player, event.cards)))


@fold.register
def _(event: e.ThrowBeaten, hand: Hand) -> Hand:
    hand = replace(hand, throws=(*hand.throws, Withdrawn(event.player, event.taken_back)))
    if event.left is None:
        return replace(hand, record=hand.record.with_gap()) if hand.ended_by_throw else hand
    return replace(hand, table=(Play(event.player, event.left),) if event.left else ())


@fold.register
def _(event: e.TrickRecorded, hand: Hand) -> Hand:
    record = hand.record.after(Trick(event.winner, event.points, hand.table))
    written_down = len(hand.table) == len(hand.seats)
    return replace(hand, record=record if written_down else record.with_gap(), table=())


@fold.register
def _(event: e.FriendRevealed, hand: Hand) -> Hand:
    """Where the cards on the table do not show it, it was told: somebody played what nobody wrote down."""
    place = hand.calls.index(event.call)
    record = hand.record if shown(hand)[place] == event.player else hand.record.with_gap()
    return replace(hand, found=(*hand.found[:place], event.player, *hand.found[place + 1 :]), record=record)


@fold.register
def _(event: e.ResultRecorded, hand: Hand) -> Hand:
    return replace(hand, result=event)

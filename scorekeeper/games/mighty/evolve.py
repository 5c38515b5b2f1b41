"""Folding events into a hand. Events are facts: nothing here refuses."""

from functools import singledispatch
from typing import Any

from msgspec.structs import replace

from scorekeeper.games.game import Situation
from scorekeeper.games.mighty import events as e
from scorekeeper.games.mighty.auction import Auction
from scorekeeper.games.mighty.hand import Hand, Named, Shown, deal
from scorekeeper.games.mighty.redeal import thrown_in_for
from scorekeeper.games.mighty.seen import Told
from scorekeeper.games.mighty.trick import Play, Trick, judged


def evolve(hand: Hand, event: Any) -> Hand:
    """The hand after `event`."""
    return fold(event, hand)


@singledispatch
def fold(event: Any, _hand: Hand) -> Hand:
    """The hand after an event of each type."""
    raise TypeError(f"{type(event).__name__} is no event of Mighty")


@fold.register
def _(event: e.BidPlaced, hand: Hand) -> Hand:
    return auctioned(hand, hand.auction.called(event.player, event.bid))


@fold.register
def _(event: e.Passed, hand: Hand) -> Hand:
    return auctioned(hand, hand.auction.called(event.player, None))


@fold.register
def _(event: e.RedealClaimed, hand: Hand) -> Hand:
    return replace(hand, claimer=event.player, shown=Shown(event.player, event.cards) if event.cards else None)


@fold.register
def _(event: e.ClaimBlocked, hand: Hand) -> Hand:
    return auctioned(replace(hand, claimer=None), hand.auction.called(event.player, event.bid))


@fold.register
def _(_event: e.HandThrownIn, hand: Hand) -> Hand:
    """Who deals now follows from who dealt before, and that from earlier hands, which may have been corrected since."""
    situation, shown = hand.situation, None
    if hand.claimer is not None:
        shown = hand.shown
        again = thrown_in_for(hand.rules, situation, hand.seats, hand.claimer)
        spent = () if again.token is None else (again.token,)
        situation = Situation(again.dealer, again.first, (*situation.tokens_spent, *spent))
    return replace(deal(hand.rules, situation, hand.seats), redeals=hand.redeals + 1, shown=shown)


@fold.register
def _(event: e.ContractEntered, hand: Hand) -> Hand:
    return replace(hand, claimer=None, declarer=event.declarer, contract_bid=event.bid)


@fold.register
def _(event: e.CardNamed, hand: Hand) -> Hand:
    """A card held by nobody, or by someone who is out already, only cannot be named again."""
    holders = () if event.holder is None else (event.holder,)
    dropped = tuple(dict.fromkeys((*hand.dropped, *holders)))
    return replace(hand, named=(*hand.named, Named(event.card, event.holder)), dropped=dropped)


@fold.register
def _(event: e.PlayerDroppedOut, hand: Hand) -> Hand:
    return replace(hand, dropped=(*hand.dropped, event.player))


@fold.register
def _(event: e.KittyTaken, hand: Hand) -> Hand:
    return replace(hand, kitty_taken=True, kitty=event.cards or (), contract_changed=False)


@fold.register
def _(event: e.ContractChanged, hand: Hand) -> Hand:
    return replace(hand, contract_bid=event.bid, contract_changed=True)


@fold.register
def _(event: e.FriendCalled, hand: Hand) -> Hand:
    return replace(hand, call=event.call)


@fold.register
def _(event: e.CardPlayed, hand: Hand) -> Hand:
    """The last card of a trick says who wins it."""
    play = Play(event.player, event.card, event.suit, event.calls_joker)
    table, tricks = (*hand.table, play), hand.tricks
    if len(table) == hand.rules.setting.active:
        tricks, table = (*tricks, judged(hand.conditions, len(tricks) + 1, table)), ()
    return replace(
        hand,
        tricks=tricks,
        table=table,
        played={**hand.played, event.card: hand.played.get(event.card, 0) + 1},
    )


@fold.register
def _(event: e.TrickRecorded, hand: Hand) -> Hand:
    return replace(hand, tricks=(*hand.tricks, Trick(event.winner, event.points)))


@fold.register
def _(event: e.FriendRevealed, hand: Hand) -> Hand:
    card = event.card or hand.only_card_open
    told = Told(event.player, len(hand.tricks) + 1, len(hand.table), card, event.announced)
    return replace(hand, told=(*hand.told, told))


@fold.register
def _(_event: e.WinOrderGiven, hand: Hand) -> Hand:
    return replace(hand, win_orders=hand.win_orders + 1)


@fold.register
def _(event: e.ResultRecorded, hand: Hand) -> Hand:
    return replace(hand, result=event)


def auctioned(hand: Hand, auction: Auction) -> Hand:
    """The hand with its auction as it is now, which may have found its declarer."""
    declarer = auction.declarer
    return replace(hand, auction=auction, declarer=declarer, contract_bid=None if declarer is None else auction.highest)

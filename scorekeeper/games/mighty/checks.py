"""Why an event cannot happen to a hand: the rules of every section, brought together for each."""

from collections.abc import Iterable
from functools import singledispatch
from typing import Any

from scorekeeper.errors import Problem, problem
from scorekeeper.games.mighty import events as e
from scorekeeper.games.mighty.auction import Auction, check_bid, check_pass
from scorekeeper.games.mighty.contract import check_change, check_entered
from scorekeeper.games.mighty.discard import check_kitty
from scorekeeper.games.mighty.drop import check_all_dropped, check_dropped, check_named
from scorekeeper.games.mighty.follow import check_follow
from scorekeeper.games.mighty.friend import check_call, check_called_player
from scorekeeper.games.mighty.friendship import check_friends, check_reveal, check_win_order
from scorekeeper.games.mighty.hand import Hand, outcome_of, rules_for
from scorekeeper.games.mighty.leads import check_lead
from scorekeeper.games.mighty.payment import check_buried, check_called_friends, check_points
from scorekeeper.games.mighty.redeal import check_answer, check_claim
from scorekeeper.games.mighty.tally import (
    check_discards,
    check_joker_holder,
    check_tally,
    check_trick,
)
from scorekeeper.games.mighty.trick import Play
from scorekeeper.games.mighty.unseen import check_left


@singledispatch
def check(event: Any, _hand: Hand) -> Iterable[Problem]:
    """Every reason why the event cannot happen now."""
    raise TypeError(f"{type(event).__name__} is no event of Mighty")


@check.register
def _(event: e.BidPlaced, hand: Hand) -> Iterable[Problem]:
    return check_bid(hand.auction, event.player, event.bid)


@check.register
def _(event: e.Passed, hand: Hand) -> Iterable[Problem]:
    return check_pass(hand.auction, event.player)


@check.register
def _(event: e.RedealClaimed, hand: Hand) -> Iterable[Problem]:
    """A bid that ends the auction at once leaves the claim to those who had no turn, until the hand goes on."""
    auction = auction_of(hand)
    gone_on = hand.contract_changed or hand.named or hand.dropped or not auction.closed
    if hand.phase in ("drop", "contract") and gone_on:
        yield problem("redeal.too_late")
    yield from check_claim(auction, hand.situation.tokens_spent, event.player, event.cards)


def auction_of(hand: Hand) -> Auction:
    """The auction, also with the bid that won it where that was written down without the calls before."""
    if hand.declarer is None or hand.contract_bid is None or hand.auction.closed:
        return hand.auction
    return hand.auction.called(hand.declarer, hand.contract_bid)


@check.register
def _(event: e.ClaimBlocked, hand: Hand) -> Iterable[Problem]:
    assert hand.claimer is not None
    return check_answer(hand.auction, hand.claimer, event.player, event.bid)


@check.register
def _(_event: e.HandThrownIn, _hand: Hand) -> Iterable[Problem]:
    """It follows from the claim, or from the last pass."""
    return ()


@check.register
def _(event: e.ContractEntered, hand: Hand) -> Iterable[Problem]:
    if hand.declarer is not None:
        yield problem("contract.other_declarer", declarer=hand.declarer)
    else:
        yield from check_entered(hand.auction, event.declarer, event.bid)


@check.register
def _(event: e.CardNamed, hand: Hand) -> Iterable[Problem]:
    return check_named(hand, event.card, event.holder)


@check.register
def _(event: e.PlayerDroppedOut, hand: Hand) -> Iterable[Problem]:
    return check_dropped(hand, event.player)


@check.register
def _(event: e.KittyTaken, hand: Hand) -> Iterable[Problem]:
    yield from check_all_dropped(hand)
    yield from check_kitty(hand.rules, event.cards)


@check.register
def _(event: e.ContractChanged, hand: Hand) -> Iterable[Problem]:
    """Only once before the kitty and once after: by way of no-trump, two changes could cost less than one."""
    assert hand.contract_bid is not None
    if hand.contract_changed:
        yield problem("contract.changed_already")
    yield from check_change(hand.rules, hand.contract_bid, event.bid, before_kitty=not hand.kitty_taken)


@check.register
def _(event: e.FriendCalled, hand: Hand) -> Iterable[Problem]:
    assert hand.contract_bid is not None
    assert hand.declarer is not None
    yield from check_call(hand.rules, hand.contract_bid, event.call, hand.kitty)
    yield from check_called_player(event.call, hand.declarer, hand.active)


@check.register
def _(event: e.CardPlayed, hand: Hand) -> Iterable[Problem]:
    """Only what is wrong whatever the player holds; what later cards prove is told by `Hand.offences`."""
    play = Play(event.player, event.card, event.suit, event.calls_joker)
    if event.player not in hand.active:
        yield problem("play.not_seated", player=event.player)
    elif hand.turn is not None and event.player != hand.turn:
        yield problem("play.out_of_turn", turn=hand.turn)
    trick = len(hand.tricks) + 1
    if hand.table:
        yield from check_follow(hand.conditions, trick, hand.table, play)
    else:
        yield from check_lead(hand.conditions, trick, play)
    yield from check_left(hand, event.player, event.card)


@check.register
def _(event: e.TrickRecorded, hand: Hand) -> Iterable[Problem]:
    return check_trick(hand, event.winner, event.points)


@check.register
def _(event: e.FriendRevealed, hand: Hand) -> Iterable[Problem]:
    return check_reveal(hand, event)


@check.register
def _(_event: e.WinOrderGiven, hand: Hand) -> Iterable[Problem]:
    return check_win_order(hand)


@check.register
def _(event: e.ResultRecorded, hand: Hand) -> Iterable[Problem]:
    assert hand.contract is not None
    yield from check_points(hand.rules, event.points)
    yield from check_buried(event.buried)
    yield from check_called_friends(rules_for(hand, event), hand.contract, outcome_of(hand, event))
    yield from check_friends(hand, event.friends)
    yield from check_tally(hand, event)
    yield from check_discards(hand, event.buried)
    yield from check_joker_holder(hand, event)

"""Why an event cannot happen to a hand: the rules of every section, brought together for each."""

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import Player
from scorekeeper.games.mighty import events as e
from scorekeeper.games.mighty.auction import check_bid, check_pass
from scorekeeper.games.mighty.bids import HIGHEST_LEVEL, Bid
from scorekeeper.games.mighty.contract import check_change
from scorekeeper.games.mighty.friend import WIN_ORDER_FROM, check_call, check_called_player, may_order_win
from scorekeeper.games.mighty.hand import Hand, outcome
from scorekeeper.games.mighty.pack import KITTY_SIZE, TRICKS
from scorekeeper.games.mighty.payment import check_friendship, check_points
from scorekeeper.games.mighty.redeal import check_answer, check_claim, check_in_pack
from scorekeeper.games.mighty.tally import check_trick, result_range


@singledispatch
def check(_event: Any, _hand: Hand) -> Iterator[Problem]:
    """Every reason why the event cannot happen now. What only follows from something else needs none."""
    return iter(())


@check.register
def _(event: e.BidPlaced, hand: Hand) -> Iterator[Problem]:
    return check_bid(hand.auction, event.player, event.bid)


@check.register
def _(event: e.Passed, hand: Hand) -> Iterator[Problem]:
    return check_pass(hand.auction, event.player)


@check.register
def _(event: e.RedealClaimed, hand: Hand) -> Iterator[Problem]:
    """A bid that ends the auction at once leaves the claim to those who had no turn, until the contract goes on."""
    if hand.phase == "contract" and (hand.contract_changed or not hand.auction.closed):
        yield problem("redeal.too_late")
    yield from check_claim(hand.auction, hand.situation.tokens_spent, event.player, event.cards)


@check.register
def _(event: e.ClaimBlocked, hand: Hand) -> Iterator[Problem]:
    assert hand.claimer is not None
    return check_answer(hand.auction, hand.claimer, event.player, event.bid)


@check.register
def _(event: e.ContractEntered, hand: Hand) -> Iterator[Problem]:
    lowest, highest = Bid(hand.rules.min_bid, event.bid.trump), hand.auction.highest
    if event.declarer not in hand.seats:
        yield problem("bid.not_seated", player=event.declarer)
    elif hand.declarer is not None:
        yield problem("contract.other_declarer", declarer=hand.declarer)
    elif event.declarer in hand.auction.passed:
        yield problem("bid.after_passing", player=event.declarer)
    if event.bid.level > HIGHEST_LEVEL:
        yield problem("bid.too_high", bid=event.bid, highest=HIGHEST_LEVEL)
    elif event.bid.level < lowest.level:
        yield problem("bid.too_low", bid=event.bid, lowest=lowest)
    elif highest and event.bid.level < highest.level:
        yield problem("contract.below_auction", bid=event.bid, highest=highest)


@check.register
def _(event: e.KittyTaken, hand: Hand) -> Iterator[Problem]:
    if event.cards is None:
        return
    if not hand.rules.kitty_exposed:
        yield problem("kitty.not_exposed")
    if len(event.cards) != KITTY_SIZE:
        yield problem("cards.count", count=len(event.cards), needed=KITTY_SIZE)
    yield from check_in_pack(event.cards)


@check.register
def _(event: e.ContractChanged, hand: Hand) -> Iterator[Problem]:
    """Only once before the kitty and once after: by way of no-trump, two changes could cost less than one."""
    assert hand.contract_bid is not None
    if hand.contract_changed:
        yield problem("contract.changed_already")
    yield from check_change(hand.rules, hand.contract_bid, event.bid, before_kitty=not hand.kitty_taken)


@check.register
def _(event: e.FriendCalled, hand: Hand) -> Iterator[Problem]:
    assert hand.contract_bid is not None
    assert hand.declarer is not None
    yield from check_call(hand.rules, hand.contract_bid, event.call, hand.kitty)
    yield from check_called_player(event.call, hand.declarer, hand.seats)


@check.register
def _(event: e.TrickRecorded, hand: Hand) -> Iterator[Problem]:
    return check_trick(hand, event.winner, event.points)


@check.register
def _(event: e.FriendRevealed, hand: Hand) -> Iterator[Problem]:
    assert hand.call is not None
    if hand.call.kind != "card":
        yield problem("reveal.no_card_called")
    elif hand.revealed is not None:
        yield problem("reveal.already", friend=hand.revealed)
    if event.player == hand.declarer:
        yield problem("reveal.declarer", declarer=event.player)
    elif event.player not in hand.seats:
        yield problem("reveal.not_seated", player=event.player)
    if hand.called_card_in_kitty:
        yield problem("reveal.card_in_kitty", card=hand.call.card)
    if event.announced:
        yield from check_announcement(hand, event.player)


def check_announcement(hand: Hand, player: Player) -> Iterator[Problem]:
    """Why `player` may not announce to be the friend: only on winning a trick with points (S0, Variations: Play)."""
    if not hand.rules.friend_may_announce:
        yield problem("reveal.no_announcing")
    elif not hand.tricks or hand.tricks[-1].winner != player or hand.tricks[-1].points == 0:
        yield problem("reveal.without_points", player=player)


@check.register
def _(_event: e.WinOrderGiven, hand: Hand) -> Iterator[Problem]:
    assert hand.contract_bid is not None
    if not hand.rules.win_order:
        yield problem("order.not_played")
    elif not may_order_win(hand.rules, hand.contract_bid):
        yield problem("order.contract_too_low", bid=hand.contract_bid, lowest=WIN_ORDER_FROM)
    if hand.win_order_given:
        yield problem("order.given_already")
    if hand.friend_known and hand.friend is None:
        yield problem("order.no_friend")
    if len(hand.tricks) == TRICKS:
        yield problem("trick.all_played", tricks=TRICKS)


@check.register
def _(event: e.ResultRecorded, hand: Hand) -> Iterator[Problem]:
    assert hand.contract is not None
    yield from check_points(event.points)
    yield from check_friendship(hand.rules, hand.contract, outcome(hand, event))
    yield from check_friend(hand, event.friend)
    yield from check_tally(hand, event)
    holder = joker_holder(hand, event)
    if holder not in hand.seats and (holder is not None or hand.rules.next_dealer == "joker_holder"):
        yield problem("result.joker_holder")


def check_friend(hand: Hand, friend: Player | None) -> Iterator[Problem]:
    """Why `friend` cannot be the friend after what the table has seen."""
    if friend is not None and friend not in hand.seats:
        yield problem("result.friend_not_seated", friend=friend)
    elif not hand.friend_known or friend in (hand.friend, hand.declarer):
        return
    elif hand.friend is not None:
        yield problem("result.other_friend", friend=hand.friend)
    elif hand.called_card_in_kitty:
        yield problem("result.called_card_in_kitty", card=hand.call and hand.call.card)
    elif hand.call and hand.call.kind == "first_trick":
        yield problem("result.declarer_won_first_trick", declarer=hand.declarer)


def check_tally(hand: Hand, result: e.ResultRecorded) -> Iterator[Problem]:
    """Why the points cannot be those of the declarer's side after the tricks that were recorded."""
    possible = result_range(hand, result.friend)
    if result.points not in possible and not any(check_points(result.points)):
        yield problem("result.not_the_tally", points=result.points, least=possible[0], most=possible[-1])


def joker_holder(hand: Hand, result: e.ResultRecorded) -> Player | None:
    """Who held the joker at the end of the exchange; a declarer who discarded it did."""
    return hand.declarer if "joker" in result.buried else result.joker_holder

"""Why an event cannot happen to a hand: the rules of every section, brought together for each."""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from itertools import zip_longest
from typing import Any

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.mighty import events as e
from scorekeeper.games.mighty.auction import check_bid, check_level, check_pass
from scorekeeper.games.mighty.contract import check_change
from scorekeeper.games.mighty.drop import check_all_dropped, check_dropped, check_named
from scorekeeper.games.mighty.follow import check_follow
from scorekeeper.games.mighty.friend import check_call, check_called_player, may_order_win, win_order_from, win_orders
from scorekeeper.games.mighty.hand import Hand, outcome_of
from scorekeeper.games.mighty.leads import check_lead
from scorekeeper.games.mighty.payment import check_buried, check_friendship, check_points
from scorekeeper.games.mighty.redeal import check_answer, check_claim
from scorekeeper.games.mighty.tally import buried_in, check_trick, result_range
from scorekeeper.games.mighty.trick import Play
from scorekeeper.games.packs import check_count, check_in_pack


@singledispatch
def check(_event: Any, _hand: Hand) -> Iterable[Problem]:
    """Every reason why the event cannot happen now. What only follows from something else needs none."""
    return iter(())


@check.register
def _(event: e.BidPlaced, hand: Hand) -> Iterable[Problem]:
    return check_bid(hand.auction, event.player, event.bid)


@check.register
def _(event: e.Passed, hand: Hand) -> Iterable[Problem]:
    return check_pass(hand.auction, event.player)


@check.register
def _(event: e.RedealClaimed, hand: Hand) -> Iterable[Problem]:
    """A bid that ends the auction at once leaves the claim to those who had no turn, until the hand goes on."""
    gone_on = hand.contract_changed or hand.named or hand.dropped or not hand.auction.closed
    if hand.phase in ("drop", "contract") and gone_on:
        yield problem("redeal.too_late")
    yield from check_claim(hand.auction, hand.situation.tokens_spent, event.player, event.cards)


@check.register
def _(event: e.ClaimBlocked, hand: Hand) -> Iterable[Problem]:
    assert hand.claimer is not None
    return check_answer(hand.auction, hand.claimer, event.player, event.bid)


@check.register
def _(event: e.ContractEntered, hand: Hand) -> Iterable[Problem]:
    highest = hand.auction.highest
    if event.declarer not in hand.auction.seats:
        yield problem("bid.not_seated", player=event.declarer)
    elif hand.declarer is not None:
        yield problem("contract.other_declarer", declarer=hand.declarer)
    elif event.declarer in hand.auction.passed:
        yield problem("bid.after_passing", player=event.declarer)
    yield from check_level(hand.rules, event.bid)
    if highest and event.bid.level < highest.level:
        yield problem("contract.below_auction", bid=event.bid, highest=highest)


@check.register
def _(event: e.CardNamed, hand: Hand) -> Iterable[Problem]:
    return check_named(hand, event.card, event.holder)


@check.register
def _(event: e.PlayerDroppedOut, hand: Hand) -> Iterable[Problem]:
    return check_dropped(hand, event.player)


@check.register
def _(event: e.KittyTaken, hand: Hand) -> Iterable[Problem]:
    yield from check_all_dropped(hand)
    if event.cards is None:
        return
    if not hand.rules.kitty_exposed:
        yield problem("kitty.not_exposed")
    yield from check_count(event.cards, hand.rules.setting.taken)
    yield from check_in_pack(hand.rules.setting.copies, event.cards)


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
    on_table = [play.card for play in hand.table].count(event.card)
    if on_table < hand.rules.setting.copies.get(event.card, 0) <= hand.played.get(event.card, 0):
        yield problem("play.gone", card=event.card)
    yield from check_announced_card(hand, event.player, event.card)


@collected
def check_announced_card(hand: Hand, player: Player, card: Card) -> Iterator[Problem]:
    """Why `player` cannot play `card`: somebody else is known as the friend by it, and there is but one."""
    holder = next((reveal.player for reveal in hand.revealed if reveal.card == card), player)
    if holder != player and hand.rules.setting.copies.get(card) == 1:
        yield problem("play.revealed", card=card, friend=holder)


@check.register
def _(event: e.TrickRecorded, hand: Hand) -> Iterable[Problem]:
    if hand.table:
        yield problem("trick.in_progress", turn=hand.turn)
    yield from check_trick(hand, event.winner, event.points)


@check.register
def _(event: e.FriendRevealed, hand: Hand) -> Iterable[Problem]:
    assert hand.call is not None
    if hand.call.kind == "card":
        yield from check_revealing_card(hand, event.card)
    else:
        yield problem("reveal.no_card_called")
    if event.player == hand.declarer:
        yield problem("reveal.declarer", declarer=event.player)
    elif event.player not in hand.active:
        yield problem("reveal.not_seated", player=event.player)
    if event.announced:
        yield from check_announcement(hand, event.player)
    elif hand.played and hand.in_full:
        yield problem("reveal.not_played")


@collected
def check_revealing_card(hand: Hand, card: Card | None) -> Iterator[Problem]:
    """Why `card` reveals nobody. With two called cards it must be said which (S0, Six, seven or eight players)."""
    assert hand.call is not None
    called, shown = hand.call.cards, {reveal.card: reveal.player for reveal in hand.revealed}
    if hand.cards_open == 0 and hand.revealed:
        yield problem("reveal.already", friend=hand.revealed[-1].player)
    elif hand.cards_open == 0 or card in hand.called_cards_in_kitty:
        yield problem("reveal.card_in_kitty", card=card or called[0])
    elif card is None and len(called) > 1 and hand.only_card_open is None:
        yield problem("reveal.which_card")
    elif card is not None and card not in (called or hand.rules.setting.copies):
        yield problem("reveal.not_called", card=card)
    elif card is not None and card in shown:
        yield problem("reveal.already", friend=shown[card])


@collected
def check_announcement(hand: Hand, player: Player) -> Iterator[Problem]:
    """Why `player` may not announce to be the friend: only on winning a trick with points (S0, Variations: Play)."""
    if not hand.rules.friend_may_announce:
        yield problem("reveal.no_announcing")
    elif not hand.tricks or hand.tricks[-1].winner != player or hand.tricks[-1].points == 0:
        yield problem("reveal.without_points", player=player)


@check.register
def _(_event: e.WinOrderGiven, hand: Hand) -> Iterable[Problem]:
    assert hand.contract_bid is not None
    if not hand.rules.win_order:
        yield problem("order.not_played")
    elif not may_order_win(hand.rules, hand.contract_bid):
        yield problem("order.contract_too_low", bid=hand.contract_bid, lowest=win_order_from(hand.rules))
    if hand.win_orders >= win_orders(hand.rules):
        yield problem("order.given_already", orders=hand.win_orders)
    if hand.friend_known and hand.friend is None:
        yield problem("order.no_friend")
    if len(hand.tricks) == hand.rules.setting.tricks:
        yield problem("trick.all_played", tricks=len(hand.tricks))


@check.register
def _(event: e.ResultRecorded, hand: Hand) -> Iterable[Problem]:
    assert hand.contract is not None
    yield from check_points(hand.rules, event.points)
    yield from check_buried(event.buried)
    yield from check_friendship(hand.rules, hand.contract, outcome_of(hand, event))
    yield from check_friends(hand, event.friends)
    yield from check_tally(hand, event)
    if hand.discards is not None and event.buried != buried_in(hand.discards, hand.contract.bid):
        yield problem("result.other_discards", cards=hand.discards)
    holder = joker_holder(hand, event)
    if holder not in hand.active and (holder is not None or hand.rules.next_dealer == "joker_holder"):
        yield problem("result.joker_holder")


@collected
def check_friends(hand: Hand, friends: tuple[Player, ...]) -> Iterator[Problem]:
    """Why `friends` cannot be the friends, in this order, after what the table has seen."""
    strangers = [friend for friend in friends if friend not in hand.active]
    yield from (problem("result.friend_not_seated", friend=friend) for friend in strangers)
    known, kitty = hand.friends, hand.called_cards_in_kitty
    agrees = friends == known if hand.friend_known else friends[: len(known)] == known
    if strangers or hand.declarer in friends:
        return
    if not agrees and known:
        missed = (friend for friend, given in zip_longest(known, friends) if friend != given and friend is not None)
        yield problem("result.other_friend", friend=next(missed, known[-1]))
    elif kitty and len(friends) > len(known) + hand.cards_open:
        yield problem("result.called_card_in_kitty", card=kitty[0])
    elif not agrees and hand.call and hand.call.kind == "first_trick":
        yield problem("result.declarer_won_first_trick", declarer=hand.declarer)


@collected
def check_tally(hand: Hand, result: e.ResultRecorded) -> Iterator[Problem]:
    """Why the points cannot be those of the declarer's side after the tricks that were recorded."""
    possible = result_range(hand, result.friends)
    if result.points not in possible and not any(check_points(hand.rules, result.points)):
        yield problem("result.not_the_tally", points=result.points, least=possible[0], most=possible[-1])


def joker_holder(hand: Hand, result: e.ResultRecorded) -> Player | None:
    """Who held the joker at the end of the exchange; a declarer who discarded it did."""
    return hand.declarer if "joker" in result.buried else result.joker_holder

"""Who may be told to be the declarer's friend, and what the friend may be told (S0, The Play; Variations: Play)."""

from collections.abc import Iterator
from itertools import product, zip_longest

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.events import FriendRevealed
from scorekeeper.games.mighty.friend import check_orders, win_orders
from scorekeeper.games.mighty.hand import Hand


@collected
def check_reveal(hand: Hand, told: FriendRevealed) -> Iterator[Problem]:
    """Every reason why the table cannot be told so."""
    assert hand.call is not None
    if hand.call.kind == "card":
        yield from check_revealing_card(hand, told.player, told.card)
    else:
        yield problem("reveal.no_card_called")
    if told.player == hand.declarer:
        yield problem("reveal.declarer", declarer=told.player)
    elif told.player not in hand.active:
        yield problem("reveal.not_seated", player=told.player)
    if told.announced:
        yield from check_announcement(hand, told.player)
    else:
        yield from check_played(hand, told.player, told.card or hand.only_card_open)


@collected
def check_revealing_card(hand: Hand, player: Player, card: Card | None) -> Iterator[Problem]:
    """Why `card` does not reveal `player`. With two called cards it must be said which (S0, Six, seven or eight)."""
    assert hand.call is not None
    called, shown = hand.call.cards, {reveal.card: reveal.player for reveal in hand.reveals}
    by = card or hand.only_card_open
    if card and card in shown and player in found_by(hand, card) - {shown[card]}:
        return  # by another copy, which nobody wrote down
    if hand.cards_open == 0 and hand.reveals:
        yield problem("reveal.already", friend=hand.reveals[-1].player)
    elif hand.cards_open == 0 or (card and hand.seen.is_own(card)):
        yield problem("reveal.own_card", card=card or called[0])
    elif by is None and len(called) > 1:
        yield problem("reveal.which_card")
    elif card is not None and card not in (called or hand.rules.setting.copies):
        yield problem("reveal.not_called", card=card)
    elif card is not None and card in shown:
        yield problem("reveal.already", friend=shown[card])
    elif by is not None and not hand.seen.may_have(player, by):
        yield problem("reveal.not_held", player=player, card=by)


@collected
def check_announcement(hand: Hand, player: Player) -> Iterator[Problem]:
    """Why `player` may not announce to be the friend: only at the point of winning a trick with points."""
    if not hand.rules.friend_may_announce:
        yield problem("reveal.no_announcing")
    elif not hand.tricks or hand.tricks[-1].winner != player or hand.tricks[-1].points == 0:
        yield problem("reveal.without_points", player=player)
    elif hand.table:
        yield problem("reveal.too_late", player=player)


@collected
def check_played(hand: Hand, player: Player, card: Card | None) -> Iterator[Problem]:
    """Why `player` has not played `card`, where every card was written down.

    Between two tricks it may be a card of the one that goes on at the table, of which nothing was written down yet.
    """
    written = hand.table and hand.in_full
    if card is not None and written and player not in hand.seen.players_of(card):
        yield problem("reveal.not_played")


@collected
def check_friends(hand: Hand, friends: tuple[Player, ...]) -> Iterator[Problem]:
    """Why `friends` cannot be the friends, in this order, after what the table has seen."""
    assert hand.call is not None
    strangers = [friend for friend in friends if friend not in hand.active]
    yield from (problem("result.friend_not_seated", friend=friend) for friend in strangers)
    if strangers or hand.declarer in friends:
        return
    known, own = hand.friends, hand.own_cards_called
    if may_be_friends(hand, friends):
        return
    if known:
        missed = (friend for friend, given in zip_longest(known, friends) if friend != given and friend is not None)
        yield problem("result.other_friend", friend=next(missed, known[-1]))
    elif own:
        yield problem("result.own_card", card=own[0])
    elif hand.call.kind == "first_trick":
        yield problem("result.declarer_won_first_trick", declarer=hand.declarer)


def may_be_friends(hand: Hand, friends: tuple[Player, ...]) -> bool:
    """Whether these can be the friends, in this order, after what the table has seen."""
    assert hand.call is not None
    known, called = hand.friends, hand.call.cards
    if hand.call.kind != "card":
        return friends == known or not hand.friend_known
    if not called:
        return {*known} <= {*friends} and len(friends) <= len(known) + hand.cards_open
    if every_find_seen(hand) and friends[: len(known)] != known:
        return False
    return any({*found} - {None} == {*friends} for found in product(*(found_by(hand, card) for card in called)))


def every_find_seen(hand: Hand) -> bool:
    """Whether the cards written down show when each friend was found, and nothing else can have."""
    return hand.in_full and not hand.told and not hand.rules.friend_may_announce


def found_by(hand: Hand, card: Card) -> frozenset[Player | None]:
    """Whom the called `card` can have found; None is nobody.

    With two packs the copy that shows somebody need not be the first: another may have been played in a trick whose
    cards nobody wrote down, or its holder may have announced it on winning points.
    """
    holders = frozenset(
        player for player in hand.active if player != hand.declarer and hand.seen.may_have(player, card)
    )
    shown = next((reveal for reveal in hand.reveals if reveal.card == card), None)
    if shown is None:
        return frozenset([None]) if hand.seen.is_own(card) else holders | {None}
    if any((told.player, told.card) == (shown.player, card) for told in hand.told):
        return frozenset([shown.player])
    before = hand.tricks[: shown.trick - 1]
    unseen = not all(trick.plays for trick in before)
    announces = {trick.winner for trick in before if trick.points} if hand.rules.friend_may_announce else set()
    return frozenset([shown.player, *(player for player in holders if unseen or player in announces)])


@collected
def check_win_order(hand: Hand) -> Iterator[Problem]:
    """Every reason why the declarer may not give that order now."""
    assert hand.contract_bid is not None
    yield from check_orders(hand.rules, hand.contract_bid)
    if hand.win_orders >= win_orders(hand.rules):
        yield problem("order.given_already", orders=hand.win_orders)
    if hand.friend_known and hand.friend is None:
        yield problem("order.no_friend")
    if len(hand.tricks) == hand.rules.setting.tricks:
        yield problem("trick.all_played", tricks=len(hand.tricks))

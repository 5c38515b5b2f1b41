"""Counting the play, with the cards or without: who has how many points, what is still out, and what results."""

from collections.abc import Collection, Iterator

from scorekeeper.cards import JOKER, Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.bids import Bid
from scorekeeper.games.mighty.events import ResultRecorded
from scorekeeper.games.mighty.hand import Hand
from scorekeeper.games.mighty.pack import MAGIC, Buried, is_point
from scorekeeper.games.mighty.payment import check_points
from scorekeeper.games.mighty.reveal import won_by
from scorekeeper.games.mighty.trick import trick_points


def makers_of(hand: Hand, friends: Collection[Player]) -> frozenset[Player]:
    """The declarer's side with `friends`."""
    return frozenset(player for player in (hand.declarer, *friends) if player is not None)


def makers_points(hand: Hand) -> int:
    """The points that stand with the declarer's side so far; a friend's own only once they are known."""
    return won_by(makers_of(hand, hand.friends), hand.tricks)


def defenders_points(hand: Hand) -> int:
    """The points that stand with everyone else so far, an unknown friend among them."""
    return won_by(frozenset(hand.active) - makers_of(hand, hand.friends), hand.tricks)


def points_left(hand: Hand) -> int:
    """The points that are in no whole trick yet: in hands, on the table, and among the discards."""
    return hand.rules.setting.points - won_by(hand.active, hand.tricks)


def points_hidden(hand: Hand) -> int:
    """The points that no trick has shown yet, not even the one on the table."""
    return points_left(hand) - trick_points(hand.table)


def cards_to_play(hand: Hand) -> int:
    """How many cards will still be played."""
    setting = hand.rules.setting
    return setting.active * (setting.tricks - len(hand.tricks)) - len(hand.table)


def trick_range(hand: Hand) -> range:
    """How many points the trick that comes or goes on can have in it; the discards hold no more than they are cards.

    There are none after the last.
    """
    setting, hidden, shown = hand.rules.setting, points_hidden(hand), trick_points(hand.table)
    if len(hand.tricks) == setting.tricks:
        return range(0)
    open_cards = setting.active - len(hand.table)
    later = cards_to_play(hand) - open_cards
    return range(shown + max(0, hidden - setting.discards - later), shown + min(open_cards, hidden) + 1)


def result_range(hand: Hand, friends: Collection[Player], buried: Collection[Buried] = ()) -> range:
    """How many points the declarer's side can have in the end, after the tricks so far, with `friends`.

    What the defenders have is lost; all else may still be won. The discards are the declarer's: they hold the points
    for which no cards are left to be played, and the mighty if it is `buried`.
    """
    makers = makers_of(hand, friends)
    most = hand.rules.setting.points - won_by(frozenset(hand.active) - makers, hand.tricks)
    discarded = max(0, points_hidden(hand) - cards_to_play(hand), int("mighty" in buried))
    return range(won_by(makers, hand.tricks) + discarded, most + 1)


def derived_result(hand: Hand) -> ResultRecorded | None:
    """The result, once all tricks are recorded, None before. A friend who was never revealed does not exist.

    Where every card was written down it tells the discards as well, and who held the joker.
    """
    if len(hand.tricks) < hand.rules.setting.tricks or hand.contract_bid is None:
        return None
    buried = buried_in(hand.discards or (), hand.contract_bid)
    points, holder = result_range(hand, hand.friends)[-1], joker_holder_seen(hand)
    return ResultRecorded(points, hand.friend, buried, holder, hand.second_friend)


def buried_in(discards: Collection[Card], bid: Bid) -> frozenset[Buried]:
    """The magic cards among the discards."""
    return frozenset(name for name, card in MAGIC.items() if card(bid.trump) in discards)


# --- The joker ---


def joker_holder_seen(hand: Hand) -> Player | None:
    """Who held the joker at the end of the exchange, as the cards show: the first who played one; None before."""
    players = hand.seen.players_of(JOKER)
    if players:
        return players[0]
    return hand.declarer if hand.seen.own(JOKER) else None


def joker_holder(hand: Hand, result: ResultRecorded) -> Player | None:
    """Who held it by the cards, or else by what `result` says; a declarer who discarded it did."""
    seen = joker_holder_seen(hand)
    if seen is not None:
        return seen
    return hand.declarer if "joker" in result.buried else result.joker_holder


# --- What cannot be ---


@collected
def check_trick(hand: Hand, winner: Player, points: int) -> Iterator[Problem]:
    """Every reason why the next trick cannot have gone so."""
    possible = trick_range(hand)
    if hand.table:
        yield problem("trick.in_progress", turn=hand.turn)
    if winner not in hand.active:
        yield problem("trick.not_seated", winner=winner)
    if not possible:
        yield problem("trick.all_played", tricks=len(hand.tricks))
    elif points not in possible:
        yield problem("trick.points", points=points, least=possible[0], most=possible[-1])


@collected
def check_tally(hand: Hand, result: ResultRecorded) -> Iterator[Problem]:
    """Why the points cannot be those of the declarer's side after the tricks that were recorded."""
    possible = result_range(hand, result.friends, result.buried)
    if possible and result.points not in possible and not check_points(hand.rules, result.points):
        yield problem("result.not_the_tally", points=result.points, least=possible[0], most=possible[-1])


@collected
def check_discards(hand: Hand, buried: Collection[Buried]) -> Iterator[Problem]:
    """Why the declarer cannot have discarded just these magic cards."""
    assert hand.contract_bid is not None
    if hand.discards is not None and buried != buried_in(hand.discards, hand.contract_bid):
        yield problem("result.other_discards", cards=hand.discards)
    elif hand.discards is None:
        for card in (card(hand.contract_bid.trump) for name, card in MAGIC.items() if name in buried):
            if hand.seen.is_gone(card) or (is_point(card) and points_hidden(hand) == 0):
                yield problem("result.not_discarded", card=card)


@collected
def check_joker_holder(hand: Hand, result: ResultRecorded) -> Iterator[Problem]:
    """Why this cannot be who held the joker, or why it must be said."""
    told, seen = result.joker_holder, joker_holder_seen(hand)
    if told is not None and told not in hand.active:
        yield problem("result.joker_holder")
    elif told is not None and seen not in (None, told) and hand.rules.setting.packs == 1:
        yield problem("result.other_joker_holder", holder=seen)
    elif joker_holder(hand, result) is None and hand.rules.next_dealer == "joker_holder":
        yield problem("result.joker_holder")

"""Counting the play trick by trick, without the cards: who has how many points, and what is still out."""

from collections.abc import Collection, Iterator

from scorekeeper.cards import JOKER, Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.bids import Bid
from scorekeeper.games.mighty.events import ResultRecorded
from scorekeeper.games.mighty.hand import Hand
from scorekeeper.games.mighty.pack import MAGIC, Buried
from scorekeeper.games.mighty.reveal import won_by


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
    """The points that no trick has shown yet: in hands, and among the discards."""
    return hand.rules.setting.points - won_by(hand.active, hand.tricks)


def trick_range(hand: Hand) -> range:
    """How many points the next trick can have in it; the discards hold no more than they are cards."""
    setting, left = hand.rules.setting, points_left(hand)
    later = setting.active * (setting.tricks - len(hand.tricks) - 1)
    return range(max(0, left - setting.discards - later), min(setting.active, left) + 1)


def result_range(hand: Hand, friends: Collection[Player]) -> range:
    """How many points the declarer's side can have in the end, after the tricks so far, with `friends`.

    What the defenders have is lost; all else may still be won. After the last trick the discards, which
    are the declarer's, are all that is left.
    """
    makers = makers_of(hand, friends)
    most = hand.rules.setting.points - won_by(frozenset(hand.active) - makers, hand.tricks)
    return range(most if len(hand.tricks) == hand.rules.setting.tricks else won_by(makers, hand.tricks), most + 1)


def derived_result(hand: Hand) -> ResultRecorded | None:
    """The result, once all tricks are recorded, None before. A friend who was never revealed does not exist.

    Where every card was written down it tells the discards as well, and who held the joker.
    """
    if len(hand.tricks) < hand.rules.setting.tricks or hand.contract_bid is None:
        return None
    buried = buried_in(hand.discards or (), hand.contract_bid)
    points, holder = result_range(hand, hand.friends)[-1], joker_player(hand)
    return ResultRecorded(points, hand.friend, buried, holder, hand.second_friend)


def buried_in(discards: Collection[Card], bid: Bid) -> frozenset[Buried]:
    """The magic cards among the discards."""
    return frozenset(name for name, card in MAGIC.items() if card(bid.trump) in discards)


def joker_player(hand: Hand) -> Player | None:
    """Who played the joker, the first of two; None where nobody wrote it down."""
    plays = (play for trick in hand.tricks for play in trick.plays)
    return next((play.player for play in plays if play.card == JOKER), None)


@collected
def check_trick(hand: Hand, winner: Player, points: int) -> Iterator[Problem]:
    """Every reason why the next trick cannot have gone so."""
    if winner not in hand.active:
        yield problem("trick.not_seated", winner=winner)
    if len(hand.tricks) == hand.rules.setting.tricks:
        yield problem("trick.all_played", tricks=len(hand.tricks))
    elif points not in (possible := trick_range(hand)):
        yield problem("trick.points", points=points, least=possible[0], most=possible[-1])

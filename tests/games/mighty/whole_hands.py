"""Whole hands card by card, played by chance within the rules."""

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

from scorekeeper.games import mighty
from scorekeeper.games.mighty.auction import allowed_trumps
from scorekeeper.games.mighty.trick import Play
from tests.cases import require
from tests.games.mighty.play import bid, call, deal_first_hand, do
from tests.games.mighty.tricks import deal_whole_hands as deal_cards
from tests.games.mighty.tricks import play_whole_hand, plays


def commands(made: Sequence[Play]) -> list[mighty.PlayCard]:
    return [mighty.PlayCard(play.player, play.card, play.suit, play.calls_joker) for play in made]


def hand_before_play(preset: str, random: Random) -> mighty.Hand:
    """A hand at its first lead, that player 2 declares after the auction."""
    hand = deal_first_hand(preset)
    these = hand.rules
    hand = do(
        hand,
        mighty.EnterContract(2, mighty.Bid(these.min_bid + random.randint(0, 3), random.choice(allowed_trumps(these)))),
    )
    while hand.phase == "drop":
        hand = do(hand, mighty.DropOut(next(player for player in hand.active if player != 2)))
    assert hand.contract_bid is not None
    legal = mighty.legal_calls(these, hand.contract_bid, tuple(player for player in hand.active if player != 2))
    return do(hand, mighty.TakeKitty(), mighty.CallFriend(random.choice(legal)))


def honest_tricks(hand: mighty.Hand, random: Random) -> Iterator[list[Play]]:
    """Honest tricks, with the players of `hand` in their seats."""
    first = hand.active.index(2)
    seats = [*hand.active[first:], *hand.active[:first]]
    for trick in play_whole_hand(hand.conditions, deal_cards(hand.conditions, random)[0], random):
        yield [play._replace(player=seats[play.player - 1]) for play in trick]


def parse_plays(text: str, first: int = 1) -> list[mighty.PlayCard]:
    """Cards played in turn from player `first`."""
    return commands(plays(text, first))


def whole_hand(friend: str, whose: int | None, **changes: Any) -> tuple[mighty.Hand, list[mighty.PlayCard]]:
    """A hand that player 2 declares, and all its cards: `whose` plays the called one; None discards it."""
    hand = do(deal_first_hand(**changes), mighty.EnterContract(2, bid("16H")), mighty.CallFriend(call(friend)))
    for seed in count():
        told = [command for trick in honest_tricks(hand, Random(seed)) for command in commands(trick)]
        if whose == next((each.player for each in told if str(each.card) == friend), None):
            return hand, told
    raise AssertionError


def results(hand: mighty.Hand) -> set[tuple[int, int | None]]:
    """The points and friends that can be recorded."""
    derived = require(mighty.derive_result(hand))
    every = ((points, friend) for points in range(21) for friend in (None, *hand.active))
    return {each for each in every if mighty.can(hand, mighty.RecordResult(*each, buried=derived.buried))}

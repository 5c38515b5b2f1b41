"""Under what a trick is played: house rules, the cards of the table, trumps."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from scorekeeper.cards import SUITED_RANKS, Card, Rank
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.packs import check_in_pack
from scorekeeper.games.zhao_pengyou.order import (
    BLACK_JOKER_STRENGTH,
    RED_JOKER_STRENGTH,
    SIDE_TRUMP,
    TOP_TRUMP,
    Group,
    Trumps,
)
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.setting import Setting


@dataclass(frozen=True, slots=True)
class Conditions:
    """What every question about a lead, a follow or a trick is asked under."""

    rules: Rules
    setting: Setting
    trumps: Trumps

    def group(self, card: Card) -> Group:
        """What `card` follows: "trump", or its suit."""
        return self.trumps.group(card)

    def strength(self, card: Card) -> int:
        """The greater wins within a group, of equal ones the first that was played."""
        return self.trumps.strength(card)

    def rung(self, card: Card) -> int | None:
        """Where `card` stands in the sequences of its group: one more than its neighbour below; None if in none.

        The trump rank is left out, so that its neighbours stand next to each other. Above the ace of trumps
        the house rule decides (S2, Leading a Sequence of Sets; Variations: Play).
        """
        if card.suit and card.rank is not self.trumps.rank:
            return card.rank - (card.rank > self.trumps.rank)
        if not self.rules.tractors_above_ace:
            return None
        return rungs_above_ace(self.trumps, bool(self.setting.black_jokers)).get(self.strength(card))


@cache
def rungs_above_ace(trumps: Trumps, black_jokers: bool) -> Mapping[int, int]:
    """Where the trump rank and the jokers stand, by strength. What the cards of the table lack leaves no gap."""
    has_rank = trumps.rank in SUITED_RANKS
    there = {
        SIDE_TRUMP: has_rank,
        TOP_TRUMP: has_rank and trumps.suit is not None,
        BLACK_JOKER_STRENGTH: black_jokers,
        RED_JOKER_STRENGTH: True,
    }
    return {
        strength: Rank.ACE + place for place, strength in enumerate(key for key, is_there in there.items() if is_there)
    }


@collected
def check_held(conditions: Conditions, cards: Sequence[Card], hand: Sequence[Card] | None) -> Iterator[Problem]:
    """Why `cards` cannot come from `hand`, which is one of this table, or where it is not known, from the pack."""
    yield from check_in_pack(conditions.setting.copies, cards if hand is None else hand)
    if hand is None:
        return
    if len(hand) > (most := conditions.setting.hand_size):
        yield problem("play.hand_too_large", count=len(hand), most=most)
    for card in dict.fromkeys(cards):
        if cards.count(card) > hand.count(card):
            yield problem("play.not_held", card=card, count=cards.count(card), held=hand.count(card))

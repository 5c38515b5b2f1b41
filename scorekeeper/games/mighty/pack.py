"""Which cards are points, and which are magic, whatever the pack (S0, Players and cards)."""

from collections.abc import Callable, Mapping
from typing import Literal

from scorekeeper.cards import JOKER, Card, Rank, Suit

POINT_RANKS = frozenset({Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN})


def is_point(card: Card) -> bool:
    """Whether `card` counts one point for who wins it."""
    return card.rank in POINT_RANKS


def mighty_card(trump: Suit | None) -> Card:
    """The ace of spades, or of diamonds when spades are trumps."""
    return Card(Suit.DIAMONDS if trump is Suit.SPADES else Suit.SPADES, Rank.ACE)


Buried = Literal["mighty", "joker"]
"""A magic card among the declarer's discards, where a house rule doubles for it."""

MAGIC: Mapping[Buried, Callable[[Suit | None], Card]] = {"mighty": mighty_card, "joker": lambda _trump: JOKER}
"""The magic cards by name, each as trumps make it."""

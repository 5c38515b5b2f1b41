"""The order of the cards, once the trump suit and rank are known (S2, The Players and Cards)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from scorekeeper.cards import Card, Rank, Suit

Group = Suit | Literal["trump"]
"""What a player follows as one suit: a suit without its trumps, or all trumps together."""

SIDE_TRUMP, TOP_TRUMP, BLACK_JOKER_STRENGTH, RED_JOKER_STRENGTH = range(Rank.ACE + 1, Rank.ACE + 5)
"""Strengths above every ace: of the trump rank outside the trump suit, all of them equal; in it; and of jokers."""


@dataclass(frozen=True, slots=True)
class Trumps:
    """The suit and the rank whose cards are trumps, beside the jokers: ``Trumps(Suit.DIAMONDS, Rank.EIGHT)``.

    Without a trump suit the cards of the trump rank are all equal. At the level of the joker, jokers alone
    are trumps: ``Trumps(None, Rank.JOKER)``.
    """

    suit: Suit | None
    rank: Rank

    def is_trump(self, card: Card) -> bool:
        """Whether `card` is of the trump suit or rank, or a joker."""
        return card.suit is None or card.suit is self.suit or card.rank is self.rank

    def group(self, card: Card) -> Group:
        """What `card` follows: "trump", or its suit."""
        return "trump" if card.suit is None or self.is_trump(card) else card.suit

    def strength(self, card: Card) -> int:
        """The greater wins within a group, of equal ones the first that was played."""
        if card.rank is Rank.RED_JOKER:
            return RED_JOKER_STRENGTH
        if card.rank is Rank.BLACK_JOKER:
            return BLACK_JOKER_STRENGTH
        if card.rank is self.rank:
            return TOP_TRUMP if card.suit is self.suit else SIDE_TRUMP
        return card.rank

    def of_group(self, cards: Iterable[Card], group: Group) -> tuple[Card, ...]:
        """Those of `cards` that follow `group`, in their order."""
        return tuple(card for card in cards if self.group(card) == group)

    def highest_first(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """`cards` as a hand is sorted: trumps, then each suit, the strongest first and equals together."""
        return tuple(sorted(cards, key=self._place_in_hand))

    def _place_in_hand(self, card: Card) -> tuple[bool, int, int]:
        """Trumps by strength and then by suit, other cards by suit and then by strength."""
        suit, weakness = SUIT_PLACES[card.suit], -self.strength(card)
        return (False, weakness, suit) if self.is_trump(card) else (True, suit, weakness)


SUIT_PLACES = {suit: place for place, suit in enumerate((*Suit, None))}

"""Which cards are points, and which are magic, whatever the pack (S0, Players and cards)."""

from scorekeeper.cards import JOKER, Card, Rank, Suit

POINT_RANKS = frozenset({Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN})


def is_point(card: Card) -> bool:
    """Whether `card` counts one point for who wins it."""
    return card.rank in POINT_RANKS


def mighty_card(trump: Suit | None) -> Card:
    """The ace of spades, or of diamonds when spades are trumps."""
    return Card(Suit.DIAMONDS if trump is Suit.SPADES else Suit.SPADES, Rank.ACE)


def magic_card(name: str, trump: Suit | None) -> Card:
    """The card that is called "mighty" or "joker"."""
    return JOKER if name == "joker" else mighty_card(trump)

"""Playing cards as values: suits, ranks, cards, and how they are read and written."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Self

from scorekeeper.errors import RuleError
from scorekeeper.values import text_value


class Suit(Enum):
    """The four suits, in the order they are shown. No suit ranks above another."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        """♠ ♥ ♦ or ♣."""
        return SYMBOLS[self]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "S", "s" or "♠". Raises `RuleError` ``suit.malformed`` with the text."""
        for suit in cls:
            if text.strip().upper() in (suit.value, SYMBOLS[suit]):
                return suit
        raise RuleError("suit.malformed", text=text)

    def __str__(self) -> str:
        return self.value


SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


class Rank(IntEnum):
    """Two to ace, ace high, and the joker, which has no suit."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14
    JOKER = 15

    def __str__(self) -> str:
        return LETTERS.get(self, str(self.value))


LETTERS = {Rank.JACK: "J", Rank.QUEEN: "Q", Rank.KING: "K", Rank.ACE: "A", Rank.JOKER: "JK"}
RANKS_BY_TEXT = {str(rank): rank for rank in Rank if rank is not Rank.JOKER}


@text_value
@dataclass(frozen=True)
class Card:
    """One card: ``Card(Suit.SPADES, Rank.ACE)``, or the joker, which is ``Card(None, Rank.JOKER)``."""

    suit: Suit | None
    rank: Rank

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "SA", "♠A", "h10", "JK". Raises `RuleError` ``card.malformed`` with the text."""
        written = text.strip().upper()
        if written == "JK":
            return cls(None, Rank.JOKER)
        rank = RANKS_BY_TEXT.get(written[1:])
        if rank is None:
            raise RuleError("card.malformed", text=text)
        try:
            return cls(Suit.parse(written[0]), rank)
        except RuleError:
            raise RuleError("card.malformed", text=text) from None

    @property
    def symbol(self) -> str:
        """As people write it: "♠A", "JK"."""
        return f"{self.suit.symbol}{self.rank}" if self.suit else str(self.rank)

    def __str__(self) -> str:
        return f"{self.suit or ''}{self.rank}"


JOKER = Card(None, Rank.JOKER)


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Read many cards: "SA HK JK", or the words themselves. Raises as `Card.parse`."""
    return tuple(Card.parse(word) for word in (text.split() if isinstance(text, str) else text))


def standard_pack(jokers: int = 1) -> tuple[Card, ...]:
    """52 cards by suit from ace to two, then `jokers` jokers."""
    suited = (Card(suit, rank) for suit in Suit for rank in reversed(Rank) if rank is not Rank.JOKER)
    return (*suited, *(JOKER,) * jokers)

"""Playing cards as values: suits, ranks, cards, and how they are read and written."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
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
    def parse(cls, text: object) -> Self:
        """Read "S", "s" or "♠". Raises `RuleError` ``suit.malformed`` with the text."""
        for suit in cls:
            if isinstance(text, str) and text.strip().upper() in (suit.value, SYMBOLS[suit]):
                return suit
        raise RuleError("suit.malformed", text=text)

    def __str__(self) -> str:
        return self.value


SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


class Rank(IntEnum):
    """Two to ace, ace high, and the jokers, which have no suit: one of no colour, or a black and a higher red kind."""

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
    BLACK_JOKER = 16
    RED_JOKER = 17

    @classmethod
    def parse(cls, text: object) -> Self:
        """Read "A", "k", "10", "JK", "joker", "RJ". Raises `RuleError` ``rank.malformed`` with the text."""
        rank = RANKS_BY_TEXT.get(text.strip().upper()) if isinstance(text, str) else None
        if rank is None:
            raise RuleError("rank.malformed", text=text)
        return cls(rank)

    def __str__(self) -> str:
        return LETTERS.get(self, str(self.value))


JOKER_LETTERS = {Rank.JOKER: "JK", Rank.BLACK_JOKER: "BJ", Rank.RED_JOKER: "RJ"}
LETTERS = {Rank.JACK: "J", Rank.QUEEN: "Q", Rank.KING: "K", Rank.ACE: "A", **JOKER_LETTERS}
SUITED_RANKS = tuple(rank for rank in Rank if rank not in JOKER_LETTERS)
RANKS_BY_TEXT = {**{str(rank): rank for rank in Rank}, "JOKER": Rank.JOKER}


CARDS: dict[tuple[Suit | None, Rank], "Card"] = {}


@text_value
@dataclass(frozen=True, eq=False, init=False)
class Card:
    """One card: ``Card(Suit.SPADES, Rank.ACE)``, or a joker, as ``Card(None, Rank.JOKER)``.

    There is one object of each, for a hand takes thousands of comparisons: equal cards are the same card.
    """

    suit: Suit | None
    rank: Rank

    def __new__(cls, suit: Suit | None, rank: Rank) -> "Card":
        """Return the one object of this card. Raises `ValueError` for what is no suit or no rank."""
        if (suit, rank) in CARDS:
            return CARDS[suit, rank]
        suit, rank = None if suit is None else Suit(suit), Rank(rank)
        card = super().__new__(cls)
        object.__setattr__(card, "suit", suit)
        object.__setattr__(card, "rank", rank)
        return CARDS.setdefault((suit, rank), card)

    def __reduce__(self) -> tuple[type["Card"], tuple[Suit | None, Rank]]:
        return Card, (self.suit, self.rank)

    @classmethod
    def parse(cls, text: object) -> Self:
        """Read "SA", "♠A", "h10", and also "As", "10H", "JK", "joker", "RJ".

        Raises `RuleError` ``card.malformed`` with the text.
        """
        card = cards_by_text().get(text.strip().upper()) if isinstance(text, str) else None
        if card is None:
            raise RuleError("card.malformed", text=text)
        return cls(*card)

    @property
    def symbol(self) -> str:
        """The card as people write it: "♠A", "JK"."""
        return f"{self.suit.symbol}{self.rank}" if self.suit else str(self.rank)

    def __str__(self) -> str:
        return f"{self.suit or ''}{self.rank}"


@cache
def cards_by_text() -> Mapping[str, tuple[Suit | None, Rank]]:
    """Return the suit and rank of every card, by each text that people write for it, in capitals."""
    suited = {
        text: (suit, rank)
        for suit in Suit
        for rank in SUITED_RANKS
        for sign in (suit.value, suit.symbol)
        for text in (f"{sign}{rank}", f"{rank}{sign}")
    }
    return {**suited, **{text: (None, rank) for text, rank in RANKS_BY_TEXT.items() if rank in JOKER_LETTERS}}


JOKER = Card(None, Rank.JOKER)
BLACK_JOKER = Card(None, Rank.BLACK_JOKER)
RED_JOKER = Card(None, Rank.RED_JOKER)


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Read many cards: "SA HK JK", or the words themselves. Raises as `Card.parse`."""
    return tuple(Card.parse(word) for word in (text.split() if isinstance(text, str) else text))


def standard_pack(jokers: int = 1) -> tuple[Card, ...]:
    """Return 52 cards by suit from ace to two, then `jokers` jokers."""
    suited = (Card(suit, rank) for suit in Suit for rank in reversed(SUITED_RANKS))
    return (*suited, *(JOKER,) * jokers)

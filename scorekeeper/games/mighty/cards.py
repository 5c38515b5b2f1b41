"""The pack and the deal for each number of players (pagat, Players and cards; Other numbers)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Literal

from scorekeeper.cards import BLACK_JOKER, JOKER, RED_JOKER, Card, Rank, Suit, parse_cards, standard_pack

POINT_RANKS = frozenset({Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN})


def is_point(card: Card) -> bool:
    """Return whether `card` counts one point for who wins it."""
    return card.rank in POINT_RANKS


def mighty_card(trump: Suit | None) -> Card:
    """The ace of spades, or of diamonds when spades are trumps."""
    return Card(Suit.DIAMONDS if trump is Suit.SPADES else Suit.SPADES, Rank.ACE)


# --- Two jokers ---


class Colour(Enum):
    """The colour of a joker, where there are two kinds, and of the two suits that it stands with."""

    BLACK = (Suit.SPADES, Suit.CLUBS)
    RED = (Suit.HEARTS, Suit.DIAMONDS)

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits of this colour."""
        return self.value

    @property
    def symbol(self) -> str:
        """Both suits as people write them."""
        return "".join(suit.symbol for suit in self.suits)


JOKERS_BY_COLOUR: Mapping[Colour, Card] = {Colour.BLACK: BLACK_JOKER, Colour.RED: RED_JOKER}
COLOURS: Mapping[Card | Suit | Colour | None, Colour] = {
    **{joker: colour for colour, joker in JOKERS_BY_COLOUR.items()},
    **{suit: colour for colour in Colour for suit in colour.suits},
    **{colour: colour for colour in Colour},
}
"""The colours of suits, of the jokers that have one, and of themselves."""


def other_suit(suit: Suit) -> Suit:
    """Return the other suit of the same colour."""
    return next(other for other in COLOURS[suit].suits if other is not suit)


# --- The pack and the deal ---

DISCARDS = 3
"""The number of cards that the declarer discards when others drop out, whatever was left undealt."""


@dataclass(frozen=True)
class Setting:
    """A way to deal."""

    table: int
    """The number of players at the table."""
    hand_size: int
    """The number of cards dealt to each player who bids."""
    removed: tuple[Card, ...] = ()
    """The cards left out of each pack."""
    removed_once: tuple[Card, ...] = ()
    """The cards of which one copy is left out."""
    packs: int = 1
    """The number of packs."""
    sit_out: int = 0
    """The number of players who get no cards: the dealer, and those before in turn."""
    drop_out: int = 0
    """The number of bidders who leave after the auction; their cards and the undealt ones are dealt to the others."""
    partners: int = 1
    """The number of friends that the declarer may have."""
    joker_caller: Rank = Rank.THREE
    """The rank of the joker call."""
    jokers: tuple[Card, ...] = (JOKER,)
    """The jokers of each pack: one of no colour, or a black and a red one."""

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """Every card, by suit from ace to two, jokers last; copies stand next to each other."""
        kept = [card for card in (*standard_pack(jokers=0), *self.jokers) if card not in self.removed]
        every = [card for card in kept for _ in range(self.packs)]
        for card in self.removed_once:
            every.remove(card)
        return tuple(every)

    @cached_property
    def copies(self) -> Mapping[Card, int]:
        """The number of copies of each card in the pack."""
        return {card: self.pack.count(card) for card in self.pack}

    @property
    def seat_counts(self) -> range:
        """The numbers of players who may sit at the table."""
        return range(self.table, self.table + 1)

    @property
    def dealt(self) -> int:
        """The number of players who are dealt cards, and bid."""
        return self.table - self.sit_out

    @property
    def active(self) -> int:
        """The number of players who play the tricks."""
        return self.dealt - self.drop_out

    @cached_property
    def kitty(self) -> int:
        """The number of cards left undealt."""
        return len(self.pack) - self.dealt * self.hand_size

    @property
    def taken(self) -> int:
        """The number of cards that the declarer takes up before discarding."""
        return self.tricks + self.discards - self.hand_size

    @property
    def discards(self) -> int:
        """The number of cards that the declarer discards."""
        return DISCARDS if self.drop_out else self.kitty

    @cached_property
    def tricks(self) -> int:
        """The number of tricks: every card is played but the discards."""
        return (len(self.pack) - self.discards) // self.active

    @cached_property
    def points(self) -> int:
        """The number of point cards in the pack, which is the highest bid."""
        return sum(map(is_point, self.pack))


FOUR_REMOVED = parse_cards("S2 H2 D2 C2 S4 H4 D4 C4 H3 D3")


CHICAGO_REMOVED = parse_cards("H2 C2")


LOW_CARDS = tuple(card for card in standard_pack(jokers=0) if card.rank <= Rank.SIX)


LOW_BUT_THREES = tuple(card for card in standard_pack(jokers=0) if card.rank <= Rank.SEVEN and card.rank != Rank.THREE)
"""As many as `LOW_CARDS`. Without them the three of clubs still calls the joker."""


SETTINGS: Mapping[str, Setting] = {
    "three": Setting(3, 10, removed=LOW_CARDS, partners=0, joker_caller=Rank.SEVEN),
    "three_with_threes": Setting(3, 10, removed=LOW_BUT_THREES, partners=0),
    "four": Setting(4, 10, removed=FOUR_REMOVED),
    "four_chicago": Setting(4, 12, removed=CHICAGO_REMOVED),
    "five": Setting(5, 10),
    "five_two_jokers": Setting(5, 10, jokers=(BLACK_JOKER, RED_JOKER)),
    "six_drop": Setting(6, 8, drop_out=1),
    "six_sit_out": Setting(6, 10, sit_out=1),
    "six_all": Setting(6, 8),
    "seven_drop": Setting(7, 7, drop_out=2),
    "seven_sit_out": Setting(7, 10, sit_out=2),
    "seven_all": Setting(7, 7),
    "double_six": Setting(6, 17, packs=2, partners=2),
    "double_seven": Setting(7, 14, removed=CHICAGO_REMOVED, packs=2, partners=2),
    "double_eight": Setting(8, 12, removed=CHICAGO_REMOVED, removed_once=parse_cards("D2 S2"), packs=2, partners=2),
}
"""By the house rule `players`; the sizes of kitty and tricks follow from these numbers."""


# --- The magic cards ---

Buried = Literal["mighty", "joker"]
"""A magic card among the declarer's discards, where a house rule doubles for it."""

MAGIC: Mapping[Buried, Callable[[Setting, Suit | None], tuple[Card, ...]]] = {
    "mighty": lambda _setting, trump: (mighty_card(trump),),
    "joker": lambda setting, _trump: setting.jokers,
}
"""The magic cards by name, each as trumps make it; either joker, where there are two kinds."""

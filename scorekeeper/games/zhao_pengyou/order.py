"""The order of the cards under a trump suit and rank (pagat, The Players and Cards)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, Self

from scorekeeper.cards import SUITED_RANKS, Card, Rank, Suit
from scorekeeper.errors import Problem, RuleError, collect_problems, problem
from scorekeeper.games.packs import check_in_pack
from scorekeeper.games.zhao_pengyou.levels import as_rank
from scorekeeper.games.zhao_pengyou.pack import Setting
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.values import text_value

Group = Suit | Literal["trump"]
"""Cards that are followed as one suit: a suit without its trumps, or all trumps together."""

SIDE_TRUMP, TOP_TRUMP, BLACK_JOKER_STRENGTH, RED_JOKER_STRENGTH = range(Rank.ACE + 1, Rank.ACE + 5)
"""Strengths above every ace: trump rank outside the trump suit (all equal), trump rank in it, black and red joker."""

NO_SUIT = "NT"


def as_suit(suit: Suit | str | None) -> Suit | None:
    """Return the suit given as a suit or text; None stays None. Raises `RuleError` ``suit.malformed``."""
    return suit if suit is None or isinstance(suit, Suit) else Suit.parse(suit)


@text_value
@dataclass(frozen=True)
class Trumps:
    """The suit and the rank whose cards are trumps, beside the jokers: ``Trumps(Suit.DIAMONDS, Rank.EIGHT)``.

    Without a trump suit the cards of the trump rank are all equal. At the level of the joker, jokers alone
    are trumps: ``Trumps(None, Rank.JOKER)``. The suit may be text, and the rank anything that `as_rank` accepts. Raises
    `RuleError` for a malformed suit or rank, and ``trumps.malformed`` for a suit at the level of the joker.
    """

    suit: Suit | None
    rank: Rank

    def __post_init__(self) -> None:
        object.__setattr__(self, "suit", as_suit(self.suit))
        object.__setattr__(self, "rank", as_rank(self.rank))
        if self.suit and self.rank is Rank.JOKER:
            raise RuleError("trumps.malformed", text=f"{self.suit}{self.rank}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "H5", "♥5", "NT5" for no suit, "JK" for jokers alone. Raises `RuleError` ``trumps.malformed``."""
        try:
            written = text.strip().upper()
            if written == str(Rank.JOKER):
                return cls(None, Rank.JOKER)
            if written.startswith(NO_SUIT):
                return cls(None, Card.parse(f"S{written.removeprefix(NO_SUIT)}").rank)
            card = Card.parse(written)
            return cls(Suit.parse(str(card.suit)), card.rank)
        except (AttributeError, TypeError, RuleError):
            raise RuleError("trumps.malformed", text=text) from None

    @classmethod
    def of(cls, trumps: "Trumps | str") -> "Trumps":
        """Return the trumps given as trumps or as text."""
        return trumps if isinstance(trumps, Trumps) else cls.parse(trumps)

    @property
    def symbol(self) -> str:
        """The text shown to people: "♥5", "NT5", "JK"."""
        return f"{self.suit.symbol}{self.rank}" if self.suit else str(self)

    def __str__(self) -> str:
        if self.rank is Rank.JOKER:
            return str(self.rank)
        return f"{self.suit or NO_SUIT}{self.rank}"

    def is_trump(self, card: Card) -> bool:
        """Return whether `card` is of the trump suit or rank, or a joker."""
        return card.suit is None or card.suit is self.suit or card.rank is self.rank

    def group(self, card: Card) -> Group:
        """Return the group of `card`: "trump", or its suit."""
        return "trump" if card.suit is None or self.is_trump(card) else card.suit

    def strength(self, card: Card) -> int:
        """Return the strength of `card` within its group; of equal strengths the first played wins."""
        if card.rank is Rank.RED_JOKER:
            return RED_JOKER_STRENGTH
        if card.rank is Rank.BLACK_JOKER:
            return BLACK_JOKER_STRENGTH
        if card.rank is self.rank:
            return TOP_TRUMP if card.suit is self.suit else SIDE_TRUMP
        return card.rank

    def select_group(self, cards: Iterable[Card], group: Group | str) -> tuple[Card, ...]:
        """Return those of `cards` that belong to `group`, in their order; a suit may be given as text."""
        if group != "trump" and not isinstance(group, Suit):
            group = Suit.parse(group)
        return tuple(card for card in cards if self.group(card) == group)

    def sort_highest_first(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Sort `cards` like a hand: trumps, then each suit, the strongest first and equal cards together."""
        return tuple(sorted(cards, key=self._place_in_hand))

    def _place_in_hand(self, card: Card) -> tuple[bool, int, int]:
        """Return the sort key: trumps by strength, then suit; other cards by suit, then strength."""
        suit, weakness = SUIT_PLACES[card.suit], -self.strength(card)
        return (False, weakness, suit) if self.is_trump(card) else (True, suit, weakness)


SUIT_PLACES = {suit: place for place, suit in enumerate((*Suit, None))}


# --- The conditions of a trick ---


@dataclass(frozen=True, slots=True)
class Conditions:
    """The house rules, the cards of the table and the trumps of a trick. Trumps may be given as text ("H5")."""

    rules: Rules
    setting: Setting
    trumps: Trumps

    def __post_init__(self) -> None:
        if type(self.trumps) is not Trumps:
            object.__setattr__(self, "trumps", Trumps.of(self.trumps))

    def group(self, card: Card) -> Group:
        """Return the group of `card`: "trump", or its suit."""
        return self.trumps.group(card)

    def strength(self, card: Card) -> int:
        """Return the strength of `card` within its group; of equal strengths the first played wins."""
        return self.trumps.strength(card)

    def find_rung(self, card: Card) -> int | None:
        """Return the position of `card` in the sequences of its group, or None if it can be in no sequence.

        Neighbours differ by one. The trump rank is left out, so the ranks below and above it are neighbours. The house
        rule `tractors_above_ace` decides about positions above the ace (pagat, Leading a Sequence of Sets; Variations:
        Play).
        """
        if card.suit and card.rank is not self.trumps.rank:
            return card.rank - (card.rank > self.trumps.rank)
        if not self.rules.tractors_above_ace:
            return None
        return number_rungs_above_ace(self.trumps, bool(self.setting.black_jokers)).get(self.strength(card))


@cache
def number_rungs_above_ace(trumps: Trumps, black_jokers: bool) -> Mapping[int, int]:
    """Return the rungs of the trump rank and the jokers by strength. A card that the packs lack leaves no gap."""
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


@collect_problems
def check_held(conditions: Conditions, cards: Sequence[Card], hand: Sequence[Card] | None) -> Iterator[Problem]:
    """Every reason why `cards` cannot come from `hand` or, if that is not known, from the packs of the table."""
    yield from check_in_pack(conditions.setting.copies, cards if hand is None else hand)
    if hand is None:
        return
    if len(hand) > (most := conditions.setting.hand_size):
        yield problem("play.hand_too_large", count=len(hand), most=most)
    for card in dict.fromkeys(cards):
        if cards.count(card) > hand.count(card):
            yield problem("play.not_held", card=card, count=cards.count(card), held=hand.count(card))

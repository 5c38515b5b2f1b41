"""The order of the cards, once the trump suit and rank are known (pagat, The Players and Cards)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, Self

from scorekeeper.cards import SUITED_RANKS, Card, Rank, Suit
from scorekeeper.errors import Problem, RuleError, collected, problem, refuse
from scorekeeper.games.kinds import check_fields
from scorekeeper.games.packs import check_in_pack
from scorekeeper.games.zhao_pengyou.levels import as_rank
from scorekeeper.games.zhao_pengyou.pack import Setting
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.values import text_value

Group = Suit | Literal["trump"]
"""What a player follows as one suit: a suit without its trumps, or all trumps together."""

SIDE_TRUMP, TOP_TRUMP, BLACK_JOKER_STRENGTH, RED_JOKER_STRENGTH = range(Rank.ACE + 1, Rank.ACE + 5)
"""Strengths above every ace: of the trump rank outside the trump suit, all of them equal; in it; and of jokers."""

NO_SUIT = "NT"


def as_suit(suit: Suit | str | None) -> Suit | None:
    """The suit as it is or as text, or None. Raises `RuleError` ``suit.malformed``."""
    return suit if suit is None or isinstance(suit, Suit) else Suit.parse(suit)


@text_value
@dataclass(frozen=True)
class Trumps:
    """The suit and the rank whose cards are trumps, beside the jokers: ``Trumps(Suit.DIAMONDS, Rank.EIGHT)``.

    Without a trump suit the cards of the trump rank are all equal. At the level of the joker, jokers alone
    are trumps: ``Trumps(None, Rank.JOKER)``. The suit may be given as text and the rank as `as_rank` takes it. Raises
    `RuleError` for what is no suit or rank, and ``trumps.malformed`` for a suit at the level of the joker.
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
        """Trumps as they are, or as text."""
        return trumps if isinstance(trumps, Trumps) else cls.parse(trumps)

    @property
    def symbol(self) -> str:
        """As people write it: "♥5", "NT5", "JK"."""
        return f"{self.suit.symbol}{self.rank}" if self.suit else str(self)

    def __str__(self) -> str:
        if self.rank is Rank.JOKER:
            return str(self.rank)
        return f"{self.suit or NO_SUIT}{self.rank}"

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

    def select_group(self, cards: Iterable[Card], group: Group | str) -> tuple[Card, ...]:
        """Those of `cards` that follow `group`, in their order; a suit may be given as text."""
        if group != "trump" and not isinstance(group, Suit):
            group = Suit.parse(group)
        return tuple(card for card in cards if self.group(card) == group)

    def sort_highest_first(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """`cards` as a hand is sorted: trumps, then each suit, the strongest first and equals together."""
        return tuple(sorted(cards, key=self._place_in_hand))

    def _place_in_hand(self, card: Card) -> tuple[bool, int, int]:
        """Trumps by strength and then by suit, other cards by suit and then by strength."""
        suit, weakness = SUIT_PLACES[card.suit], -self.strength(card)
        return (False, weakness, suit) if self.is_trump(card) else (True, suit, weakness)


SUIT_PLACES = {suit: place for place, suit in enumerate((*Suit, None))}


# --- What every question about a trick is asked under ---


@dataclass(frozen=True, slots=True)
class Conditions:
    """Under what a trick is played: house rules, the cards of the table, trumps, which may be given as text ("H5")."""

    rules: Rules
    setting: Setting
    trumps: Trumps

    def __post_init__(self) -> None:
        if type(self.trumps) is not Trumps:
            object.__setattr__(self, "trumps", Trumps.of(self.trumps))
        refuse(check_fields(self))

    def group(self, card: Card) -> Group:
        """What `card` follows: "trump", or its suit."""
        return self.trumps.group(card)

    def strength(self, card: Card) -> int:
        """The greater wins within a group, of equal ones the first that was played."""
        return self.trumps.strength(card)

    def find_rung(self, card: Card) -> int | None:
        """Where `card` stands in the sequences of its group: one more than its neighbour below; None if in none.

        The trump rank is left out, so that its neighbours stand next to each other. Above the ace of trumps
        the house rule decides (pagat, Leading a Sequence of Sets; Variations: Play).
        """
        if card.suit and card.rank is not self.trumps.rank:
            return card.rank - (card.rank > self.trumps.rank)
        if not self.rules.tractors_above_ace:
            return None
        return number_rungs_above_ace(self.trumps, bool(self.setting.black_jokers)).get(self.strength(card))


@cache
def number_rungs_above_ace(trumps: Trumps, black_jokers: bool) -> Mapping[int, int]:
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

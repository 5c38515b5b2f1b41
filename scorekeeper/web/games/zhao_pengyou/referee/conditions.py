"""What every question about the play is asked under: trumps, and the cards of so many players."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.cards import SUITED_RANKS, Card, Suit
from scorekeeper.errors import refuse
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.order import check_held
from scorekeeper.web.games.zhao_pengyou.forms import NO_SUIT
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.questions import CardPiles, Inquiry, PadKey

SUITS = (*(suit.value for suit in Suit), NO_SUIT)
RANKS = (*map(str, SUITED_RANKS), "JK")
TRUMPS = "T"
"""The group of all trumps, as a form writes it; the others are suits."""


class Under(NamedTuple):
    """Trumps as far as they were said, and the conditions; while something is missing those of jokers alone."""

    suit: str
    rank: str
    conditions: zpy.Conditions

    @property
    def whole(self) -> bool:
        """Whether both were said."""
        return bool(self.suit and self.rank)

    @property
    def fields(self) -> dict[str, str]:
        """What stands in the address."""
        return {"suit": self.suit, "rank": self.rank}

    def group(self, card: Card) -> str:
        """What a card follows, as a form writes it."""
        group = self.conditions.group(card)
        return group.value if isinstance(group, Suit) else TRUMPS

    @property
    def groups(self) -> list[str]:
        """Every suit that is not trumps, then trumps."""
        return [*(suit.value for suit in Suit if suit is not self.conditions.trumps.suit), TRUMPS]


def read_under(inquiry: Inquiry) -> Under:
    """The trumps that are asked about, or of the hand in progress. Raises `RuleError`."""
    hand: zpy.Hand | None = inquiry.hand
    trumps = hand.trumps if hand else None
    suit = inquiry.choice("suit", SUITS, (trumps.suit.value if trumps.suit else NO_SUIT) if trumps else "")
    rank = inquiry.choice("rank", RANKS, str(trumps.rank) if trumps else "")
    if rank == "JK":
        suit = NO_SUIT
    known = zpy.Trumps(Suit.parse(suit) if suit in SUITS[:4] else None, rank or "JK")  # type: ignore[arg-type]
    return Under(suit, rank, zpy.Conditions(inquiry.rules, zpy.find_setting(inquiry.rules, inquiry.players), known))


def check_hands(under: Under, *hands: Sequence[Card]) -> None:
    """Nobody leads or holds more than a hand. Raises `RuleError`."""
    refuse(problem for hand in hands for problem in check_held(under.conditions, (), hand))


def pad_of(inquiry: Inquiry, under: Under, piles: CardPiles, *, full: bool = False) -> Context:
    """The pad of one suit, or of trumps, with which of them are there; without another wish that of the last card."""
    laid = piles.cards[piles.fills] or piles.cards.get("cards", ())
    usual = under.group(laid[-1]) if laid else under.groups[0]
    shown = inquiry.choice("show", under.groups, usual)
    shown = shown if shown in under.groups else usual
    keys: list[PadKey] = piles.keys(lambda card: under.group(card) == shown, full=full)
    order = list(under.conditions.trumps.sort_highest_first(key.card for key in keys))
    return {"groups": under.groups, "show": shown, "pad": sorted(keys, key=lambda key: order.index(key.card))}


def cards_in(piles: CardPiles, *names: str) -> Sequence[Card]:
    """The cards of several piles."""
    return [card for name in names for card in piles[name]]

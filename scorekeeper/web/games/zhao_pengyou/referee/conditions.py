"""The conditions of every question about the play: trumps, and the packs for the number of players."""

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
"""The group of all trumps, as a form writes it; the other groups are suits."""


class AskedTrumps(NamedTuple):
    """The trumps that a question is about, and the conditions they make."""

    suit: str
    """The trump suit as a form writes it; "" while unknown."""
    rank: str
    """The trump rank as a form writes it; "" while unknown."""
    conditions: zpy.Conditions
    """The conditions of the asked trumps; jokers alone are trumps while suit or rank is unknown."""

    @property
    def is_complete(self) -> bool:
        """Return whether suit and rank are known."""
        return bool(self.suit and self.rank)

    @property
    def fields(self) -> dict[str, str]:
        """The trumps as fields of an address."""
        return {"suit": self.suit, "rank": self.rank}

    def group(self, card: Card) -> str:
        """Return the group that a card belongs to, as a form writes it."""
        group = self.conditions.group(card)
        return group.value if isinstance(group, Suit) else TRUMPS

    @property
    def groups(self) -> list[str]:
        """The suits that are not trumps, then trumps."""
        return [*(suit.value for suit in Suit if suit is not self.conditions.trumps.suit), TRUMPS]


def read_trumps(inquiry: Inquiry) -> AskedTrumps:
    """Read the trumps that are asked about, else those of the hand in progress. Raises `RuleError`."""
    hand: zpy.Hand | None = inquiry.hand
    trumps = hand.trumps if hand else None
    suit = inquiry.choice("suit", SUITS, (trumps.suit.value if trumps.suit else NO_SUIT) if trumps else "")
    rank = inquiry.choice("rank", RANKS, str(trumps.rank) if trumps else "")
    if rank == "JK":
        suit = NO_SUIT
    known = zpy.Trumps(Suit.parse(suit) if suit in SUITS[:4] else None, rank or "JK")  # type: ignore[arg-type]
    setting = zpy.find_setting(inquiry.rules, inquiry.players, frozenset({known.rank}))
    return AskedTrumps(suit, rank, zpy.Conditions(inquiry.rules, setting, known))


def check_hands(trumps: AskedTrumps, *hands: Sequence[Card]) -> None:
    """Check that nobody leads or holds more cards than a hand has. Raises `RuleError`."""
    refuse(problem for hand in hands for problem in check_held(trumps.conditions, (), hand))


def pad_facts(inquiry: Inquiry, trumps: AskedTrumps, piles: CardPiles, *, full: bool = False) -> Context:
    """Return the pad of one group; by default that of the last card laid."""
    laid = piles.cards[piles.fills] or piles.cards.get("cards", ())
    usual = trumps.group(laid[-1]) if laid else trumps.groups[0]
    shown = inquiry.choice("show", trumps.groups, usual)
    shown = shown if shown in trumps.groups else usual
    keys: list[PadKey] = piles.keys(lambda card: trumps.group(card) == shown, full=full)
    order = list(trumps.conditions.trumps.sort_highest_first(key.card for key in keys))
    return {"groups": trumps.groups, "show": shown, "pad": sorted(keys, key=lambda key: order.index(key.card))}


def join_piles(piles: CardPiles, *names: str) -> Sequence[Card]:
    """Return the cards of several piles."""
    return [card for name in names for card in piles[name]]

"""The screen of dropping out: the card that the declarer names, and its holder."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.table.state import TableState
from scorekeeper.web.games.keys import Key
from scorekeeper.web.games.mighty.contract import second_deal, usual_cards
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form


class NamedCardKey(NamedTuple):
    """A key for a card to name, with its kind and the reason against it."""

    card: Card
    kind: str = ""
    problem: Problem | None = None


@dataclass(frozen=True)
class NamingDraft:
    """The choices of an unsent form of this screen."""

    hand: mighty.Hand
    card: Card | None
    """The card named; None while none is."""
    view: str
    """"pack" while the whole pack is open, else ""."""

    @cached_property
    def cards(self) -> list[NamedCardKey]:
        """The cards named most: the usual calls except trumps, which the declarer holds."""
        usual = usual_cards(self.hand.rules, self.hand.conditions.trump)
        return [NamedCardKey(card, kind, self.check_unnamed(card)) for card, kind in usual if kind != "trump"]

    @cached_property
    def pack(self) -> list[NamedCardKey]:
        """Every card of the pack."""
        return [NamedCardKey(card, problem=self.check_unnamed(card)) for card in self.hand.rules.setting.copies]

    @cached_property
    def other(self) -> Card | None:
        """The named card if it is none of the usual ones."""
        return self.card if self.card not in [key.card for key in self.cards] else None

    def check_unnamed(self, card: Card) -> Problem | None:
        """Return the reason why a card cannot be named again; None if it was not named."""
        against = mighty.check_move(self.hand, mighty.NameCard(card))
        return next((problem for problem in against if problem.code == "drop.named_already"), None)

    @cached_property
    def holders(self) -> list[Key]:
        """Keys for who held the card, None being nobody; without a card, for who drops out."""
        others = [seat for seat in self.hand.auction.seats if seat != self.hand.declarer]
        return [Key(seat, self.check_holder(seat)) for seat in (*others, None)]

    def check_holder(self, holder: Player | None) -> Problem | None:
        """Return the reason why this player, or nobody, cannot have held the card; without a card, cannot drop out."""
        if self.card is not None:
            return next(iter(mighty.check_move(self.hand, mighty.NameCard(self.card, holder))), None)
        if holder is None:
            return None
        return next(iter(mighty.check_move(self.hand, mighty.DropOut(holder))), None)


def drop_context(_state: TableState, hand: mighty.Hand, _modes: Collection[str]) -> Context:
    """Return the context of the screen; `naming` reads the rest from its form."""
    return {"naming": partial(read_draft, hand), "second_deal": second_deal(hand.rules)}


def read_draft(hand: mighty.Hand, draft: Form) -> NamingDraft:
    """Read the unsent form. Anything that is no card is treated as missing."""
    try:
        card = Card.parse(draft.get("card", ""))
    except RuleError:
        card = None
    view = "" if "done" in draft else draft.get("view", "")
    return NamingDraft(hand, card if card in hand.rules.setting.copies else None, view)

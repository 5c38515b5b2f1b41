"""The screen of dropping out: which card the declarer names, and who held it."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.table.state import TableState
from scorekeeper.web.games.mighty.contract import dealt_again, usual_cards
from scorekeeper.web.games.mighty.keys import Key
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form


class CardKey(NamedTuple):
    """A card that may be named, what it is, and why it may not be."""

    card: Card
    kind: str = ""
    problem: Problem | None = None


@dataclass(frozen=True)
class Naming:
    """What the form of this screen holds so far: the `card` named, and whether the whole pack is open to name one."""

    hand: mighty.Hand
    card: Card | None
    view: str

    @cached_property
    def cards(self) -> list[CardKey]:
        """The cards that are mostly named: not those that the declarer has in trumps."""
        assert self.hand.contract_bid is not None
        usual = usual_cards(self.hand.rules, self.hand.contract_bid.trump)
        return [CardKey(card, kind, self.named_already(card)) for card, kind in usual if kind != "trump"]

    @cached_property
    def pack(self) -> list[CardKey]:
        """Every card."""
        return [CardKey(card, problem=self.named_already(card)) for card in self.hand.rules.setting.copies]

    @cached_property
    def other(self) -> Card | None:
        """The named card that is none of the usual ones."""
        return self.card if self.card not in [key.card for key in self.cards] else None

    def named_already(self, card: Card) -> Problem | None:
        """Why a card is not named again."""
        against = mighty.check_move(self.hand, mighty.NameCard(card))
        return next((problem for problem in against if problem.code == "drop.named_already"), None)

    @cached_property
    def holders(self) -> list[Key]:
        """Who may have held the card, None being nobody; without a card, who may drop out."""
        others = [seat for seat in self.hand.auction.seats if seat != self.hand.declarer]
        return [Key(seat, self.against(seat)) for seat in (*others, None)]

    def against(self, holder: Player | None) -> Problem | None:
        """Why this player, or nobody, cannot have held it."""
        if self.card is not None:
            return next(iter(mighty.check_move(self.hand, mighty.NameCard(self.card, holder))), None)
        if holder is None:
            return None
        return next(iter(mighty.check_move(self.hand, mighty.DropOut(holder))), None)


def drop_context(_state: TableState, hand: mighty.Hand, _ways: Collection[str]) -> Context:
    """What the screen shows depends on what its form holds so far."""
    return {"naming": partial(naming, hand), "dealt_again": dealt_again(hand.rules)}


def naming(hand: mighty.Hand, draft: Form) -> Naming:
    """What the form holds; what is no card is as if it was not there."""
    try:
        card = Card.parse(draft.get("card", ""))
    except RuleError:
        card = None
    view = "" if "done" in draft else draft.get("view", "")
    return Naming(hand, card if card in hand.rules.setting.copies else None, view)

"""Questions to the referee: what they are asked under, how their addresses and forms are read, and their answers.

A question knows no page and no table's log. It reads what was asked, asks its game's library and says what came of it.
Cards that lie on the table, bids and contracts are public and stand in its address; a hand is secret and comes in the
body of one request.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from scorekeeper.cards import Card, parse_cards
from scorekeeper.errors import RuleError, refuse
from scorekeeper.games.game import Game, Player
from scorekeeper.games.packs import Copies, check_in_pack
from scorekeeper.messages import Message
from scorekeeper.table.state import TableState
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form, field_name, small_number

Verdict = Literal["yes", "no", "maybe", ""]
"""Of an answer: good, bad, open until more is known, or one that is neither good nor bad."""

TAPS = ("add", "drop", "clear", "nobody")
"""Fields of a single tap. What it makes of the cards stands in the address, the tap itself does not."""


TABLE_FIELDS = ("led", "player")
"""Fields that name somebody at a table, and nobody without it."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question with its game, rules and number of players; `asked` are its fields.

    At a table, `state` is how that stands: what is not asked is filled in from it.
    """

    game: Game
    rules: Any
    players: int
    asked: Form
    state: TableState | None = None

    @property
    def hand(self) -> Any:
        """The hand in progress at the table; None between hands and without a table."""
        return self.state.current.hand if self.state and self.state.current else None

    def text(self, name: str, otherwise: str = "") -> str:
        """A field as it was asked, or what it is at the table."""
        return " ".join(self.asked.getlist(name)).strip() if name in self.asked else otherwise

    def choice(self, name: str, choices: Collection[str], otherwise: str) -> str:
        """Return a field as one of some choices. Raises `RuleError` ``referee.no_such_choice`` for anything else."""
        chosen = self.text(name, otherwise) or otherwise
        if chosen not in choices and chosen != otherwise:
            raise RuleError("referee.no_such_choice", what=field_name(name), text=chosen[:LONGEST_ECHO])
        return chosen

    def number(self, name: str, choices: range, otherwise: int | None = None) -> int | None:
        """A whole number out of a range. Raises as `choice`."""
        chosen = self.choice(name, {str(each) for each in choices}, "")
        return int(chosen) if chosen else otherwise if name not in self.asked else None


LONGEST_ECHO = 40
"""How much of what nobody can read is told back."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A question with its answer: `public` is its own part of the address, `facts` are what its template reads.

    `why` are the rules behind the answer, each a sentence with its source. Where there is too little to answer,
    `verdict` is empty or open, and the template says what is missing.
    """

    public: Mapping[str, str]
    facts: Context
    verdict: Verdict = ""
    why: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a game: its `label` in a list, how it is asked, and which of its fields are secret."""

    label: str
    ask: Callable[[Inquiry], Reply]
    secret: frozenset[str] = frozenset()


# --- Cards, pile by pile ---


@dataclass(frozen=True, slots=True)
class CardPiles:
    """The cards of a question, in piles by name; the pad lays cards on the one that it `fills`.

    `within` names the piles that are picked out of another one: what somebody would play out of their hand.
    """

    copies: Copies
    cards: Mapping[str, tuple[Card, ...]]
    fills: str
    within: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> tuple[Card, ...]:
        return self.cards[name]

    def as_fields(self, names: Iterable[str]) -> dict[str, str]:
        """Return these piles as fields of an address."""
        return {name: " ".join(map(str, self.cards[name])) for name in names}

    @property
    def available(self) -> Counter[Card]:
        """The cards that can lie on the pile being filled: all but those of other piles, or those to pick from."""
        if whole := self.within.get(self.fills):
            return Counter(self.cards[whole])
        others = Counter(
            card for name, pile in self.cards.items() if name not in (self.fills, *self.within) for card in pile
        )
        return Counter({card: copies - others[card] for card, copies in self.copies.items()})

    def keys(self, wanted: Callable[[Card], bool] = lambda _card: True, *, full: bool = False) -> list["PadKey"]:
        """A key a card. On a pile that is `full` nothing more is laid."""
        here, there = Counter(self.cards[self.fills]), self.available
        return [
            PadKey(card, here[card], copies, there[card] - here[card], off=not here[card] and full)
            for card, copies in self.copies.items()
            if wanted(card)
        ]

    def after_tap(self, card: Card) -> "CardPiles":
        """Return the piles after a tap on a card: one more copy, or none once all copies are on the pile."""
        pile = self.cards[self.fills]
        more = pile.count(card) < self.available[card] or card not in pile
        changed = (*pile, card) if more else tuple(each for each in pile if each != card)
        return replace(self, cards={**self.cards, self.fills: changed})

    def without_card(self, tap: str) -> "CardPiles":
        """Return the piles without one card of a pile: ``hand:3``. Raises `RuleError` where there is none."""
        name, _, written = tap.partition(":")
        place, pile = small_number(written), self.cards.get(name, ())
        if place is None or place >= len(pile):
            raise RuleError("form.unreadable")
        return replace(self, cards={**self.cards, name: (*pile[:place], *pile[place + 1 :])})


class PadKey(NamedTuple):
    """A card on the pad: how often it is in the pile being filled, how many there are, how many can still come."""

    card: Card
    here: int
    copies: int
    left: int
    off: bool


def read_piles(
    inquiry: Inquiry,
    names: Sequence[str],
    copies: Copies,
    table: Mapping[str, Iterable[Card]] | None = None,
    fills: str = "",
    within: Mapping[str, str] | None = None,
) -> CardPiles:
    """The piles after the taps that were made since; the pad `fills` the last, or that one, unless another is chosen.

    Piles that are not asked are those of the `table`. Raises `RuleError` for what is no card, and for cards that are
    not there, or not so often.
    """
    cards = {
        name: parse_cards(inquiry.text(name)) if name in inquiry.asked else tuple((table or {}).get(name, ()))
        for name in names
    }
    piles = CardPiles(copies, cards, inquiry.choice("pad", names, fills or names[-1]), within or {})
    for card in parse_cards(inquiry.asked.getlist("add")):
        piles = piles.after_tap(card)
    if "drop" in inquiry.asked:
        piles = piles.without_card(inquiry.text("drop"))
    if inquiry.text("clear") in cards:
        piles = replace(piles, cards={**piles.cards, inquiry.text("clear"): ()})
    apart = [card for name, pile in piles.cards.items() if name not in piles.within for card in pile]
    refuse(check_in_pack(copies, apart))
    return piles


def seats_from(inquiry: Inquiry, player: Player | None, seats: tuple[Player, ...]) -> tuple[Player, ...]:
    """The seats in order of turn from `player`; none without a table or a player."""
    if inquiry.state is None or player not in seats:
        return ()
    turn = seats.index(player)
    return (*seats[turn:], *seats[:turn])

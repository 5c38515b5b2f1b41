"""What is led: a single card, a set, a sequence of sets, a throw of several, or why it is none (S2, The Play)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem, refuse
from scorekeeper.games.packs import check_in_pack
from scorekeeper.games.zhao_pengyou.conditions import Conditions, check_held
from scorekeeper.games.zhao_pengyou.order import Group
from scorekeeper.games.zhao_pengyou.shapes import Holding, Placement, Shape, holding
from scorekeeper.messages import Message, message

Kind = Literal["single", "set", "sequence", "throw"]


@dataclass(frozen=True, slots=True)
class Part:
    """One combination of a lead: a single card, a set or a sequence. `strength` is that of its strongest card."""

    shape: Shape
    cards: tuple[Card, ...]
    strength: int


@dataclass(frozen=True, slots=True)
class Lead:
    """Cards of one group that are led together, as the combinations they are made of, the largest first."""

    group: Group
    parts: tuple[Part, ...]

    @property
    def kind(self) -> Kind:
        """What it is: more than one combination is a throw."""
        if len(self.parts) > 1:
            return "throw"
        shape = self.parts[0].shape
        return "sequence" if shape.is_sequence else "set" if shape.size > 1 else "single"

    @property
    def name(self) -> Message:
        """What people call it: "a sequence of 3 pairs"."""
        return message("lead.throw", count=len(self.parts)) if self.kind == "throw" else self.parts[0].shape.name

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The shape of each part."""
        return tuple(part.shape for part in self.parts)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of it."""
        return tuple(card for part in self.parts for card in part.cards)

    @property
    def size(self) -> int:
        """How many cards everyone plays."""
        return sum(len(part.cards) for part in self.parts)


@collected
def check_lead(conditions: Conditions, cards: Sequence[Card], hand: Sequence[Card] | None = None) -> Iterator[Problem]:
    """Every reason why `cards` are no lead, of `hand` where it is known. Whether a throw stands is another question."""
    yield from check_held(conditions, cards, hand)
    yield from check_together(conditions, cards)


@collected
def check_together(conditions: Conditions, cards: Sequence[Card]) -> Iterator[Problem]:
    """Why `cards`, wherever they are from, are not led together."""
    if not cards:
        yield problem("lead.nothing")
    elif len({conditions.group(card) for card in cards}) > 1:
        yield problem("lead.several_suits")
    elif conditions.rules.even_throws and is_uneven(cards) and len(parts_of(conditions, cards)) > 1:
        yield problem("lead.uneven_throw")


def can_lead(conditions: Conditions, cards: Sequence[Card], hand: Sequence[Card] | None = None) -> bool:
    """Whether `cards` may be led, as a throw if need be."""
    return not check_lead(conditions, cards, hand)


def lead_of(conditions: Conditions, cards: Sequence[Card], hand: Sequence[Card] | None = None) -> Lead:
    """What `cards` are when they are led. Raises `RuleError` with every reason of `check_lead`."""
    refuse(check_lead(conditions, cards, hand))
    return as_led(conditions, cards)


def as_led(conditions: Conditions, cards: Sequence[Card]) -> Lead:
    """What `cards` are when they are led; that they may be was checked."""
    return Lead(conditions.group(cards[0]), parts_of(conditions, cards))


def is_uneven(cards: Sequence[Card]) -> bool:
    """Whether some rank has more cards than another (S2, Variations: Play)."""
    return len(set(Counter(card.rank for card in cards).values())) > 1


# --- What the cards are made of ---


def parts_of(conditions: Conditions, cards: Sequence[Card]) -> tuple[Part, ...]:
    """The combinations in `cards` of one group, the largest first.

    All copies of a card are one set, neighbouring sets of one size are one sequence, as long as it goes. S2 does
    not say that a throw is read like this, but its examples are.
    """
    held = holding(conditions, cards)
    parts = [
        Part(shape, held.taken(shape, placement), held.strengths[placement[0]]) for shape, placement in whole_sets(held)
    ]
    return tuple(sorted(parts, key=lambda part: (-part.shape.card_count, -part.shape.size, -part.strength)))


def whole_sets(held: Holding) -> Iterator[tuple[Shape, Placement]]:
    """Every card with all its copies, in sequences where they are neighbours."""
    lone = dict.fromkeys(range(len(held.cards)))
    for size in sorted(set(held.copies) - {1}):
        for run in whole_runs(held, size):
            for place in run:
                del lone[place]
            yield Shape(size, len(run)), run
    for place in lone:
        yield Shape(held.copies[place]), (place,)


def whole_runs(held: Holding, size: int) -> Iterator[Placement]:
    """The longest sequences of cards with exactly `size` copies; of equal cards, the first takes part."""
    for row in held.rows:
        run: Placement = ()
        for places in (*row, ()):
            here = [place for place in places if held.copies[place] == size]
            if here:
                run = (*run, here[0])
                continue
            if len(run) > 1:
                yield run
            run = ()


# --- Why it is not what someone took it for ---


@collected
def check_set(conditions: Conditions, cards: Sequence[Card]) -> Iterator[Problem]:
    """Why `cards` are not a set: cards of equal rank are not enough, they must be identical."""
    yield from check_in_pack(conditions.setting.copies, cards)
    if len(cards) < 2:
        yield problem("set.too_few")
    elif len(set(cards)) > 1:
        yield problem("set.not_identical")


@collected
def check_sequence(conditions: Conditions, cards: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `cards` are not a sequence of sets (S2, Leading a Sequence of Sets)."""
    yield from check_in_pack(conditions.setting.copies, cards)
    copies = Counter(cards)
    if len(copies) < 2:
        yield problem("sequence.one_rank")
        return
    if 1 in copies.values():
        yield problem("sequence.no_sets")
    if len(set(copies.values())) > 1:
        yield problem("sequence.sizes")
    if len({conditions.group(card) for card in cards}) > 1:
        yield problem("sequence.suits")
        return
    yield from check_neighbours(conditions, tuple(copies))


@collected
def check_neighbours(conditions: Conditions, cards: Sequence[Card]) -> Iterator[Problem]:
    """Why the ranks of these different cards do not stand next to each other."""
    rungs = {card: conditions.rung(card) for card in cards}
    outside = [card for card, rung in rungs.items() if rung is None]
    for card in outside:
        yield problem("sequence.joker" if card.suit is None else "sequence.trump_rank", card=card)
    places = sorted(rung for rung in rungs.values() if rung is not None)
    if len(set(places)) < len(places):
        yield problem("sequence.equal_ranks")
    elif not outside and places[-1] - places[0] >= len(places):
        yield problem("sequence.gap")

"""Sets of identical cards and sequences of sets, and how they are found among cards of one group.

Sizes go up to four identical cards, as many as there are packs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.games.zhao_pengyou.conditions import Conditions
from scorekeeper.messages import Message, message

Placement = tuple[int, ...]
"""Which of a holding's cards make up a shape, one for each of its sets, the strongest first."""
Copies = tuple[int, ...]
"""How many there are of each of a holding's cards."""
Row = tuple[tuple[int, ...], ...]
"""Neighbouring rungs, the highest first: of each, which of a holding's cards stand there."""


class Shape(NamedTuple):
    """`length` sets of `size` identical cards: (1, 1) a single card, (3, 1) a triple, (2, 4) four pairs in sequence."""

    size: int
    length: int = 1

    @property
    def card_count(self) -> int:
        """How many cards it has."""
        return self.size * self.length

    @property
    def is_sequence(self) -> bool:
        """Whether it has sets of several ranks."""
        return self.length > 1

    @property
    def name(self) -> Message:
        """What people call it: "a pair", "a sequence of 3 pairs"."""
        return message((SEQUENCES if self.is_sequence else SETS)[self.size], length=self.length)

    def within(self, other: "Shape") -> bool:
        """Whether it can be made by taking cards away from `other`."""
        return self.size <= other.size and self.length <= other.length


SETS: Mapping[int, str] = {1: "lead.single", 2: "lead.pair", 3: "lead.triple", 4: "lead.quadruple"}
SEQUENCES: Mapping[int, str] = {
    2: "lead.pairs_in_sequence",
    3: "lead.triples_in_sequence",
    4: "lead.quadruples_in_sequence",
}

FOUR = Shape(4)
TWO_PAIRS = Shape(2, 2)


def largest_first(shapes: Iterable[Shape]) -> list[Shape]:
    """By number of cards, of as many cards by the size of their sets."""
    return sorted(shapes, key=lambda shape: (shape.card_count, shape.size), reverse=True)


@dataclass(frozen=True, slots=True)
class Holding:
    """Cards of one group: each different one with its copies, the strongest first.

    `rows` are runs of neighbouring rungs, as long as they go: each rung with the places of the cards on it, the
    highest rung first.
    """

    cards: tuple[Card, ...]
    copies: Copies
    strengths: tuple[int, ...]
    rows: tuple[Row, ...]

    def taken(self, shape: Shape, placement: Placement) -> tuple[Card, ...]:
        """The cards that are placed."""
        return tuple(self.cards[place] for place in placement for _ in range(shape.size))


def holding(conditions: Conditions, cards: Iterable[Card]) -> Holding:
    """What `cards`, all of one group, hold."""
    counts = Counter(cards)
    ordered = conditions.trumps.highest_first(counts)
    rungs: dict[int, tuple[int, ...]] = {}
    for place, card in enumerate(ordered):
        rung = conditions.rung(card)
        if rung is not None:
            rungs[rung] = (*rungs.get(rung, ()), place)
    copies = tuple(counts[card] for card in ordered)
    return Holding(ordered, copies, tuple(map(conditions.strength, ordered)), tuple(rows_of(rungs)))


def rows_of(rungs: Mapping[int, tuple[int, ...]]) -> Iterable[Row]:
    """The places on each rung, the highest first, as rows without a gap."""
    rows: list[Row] = []
    for rung, places in rungs.items():
        if rung + 1 in rungs:
            rows[-1] = (*rows[-1], places)
        else:
            rows.append((places,))
    return rows


def placements(held: Holding, copies: Copies, shape: Shape) -> Iterator[Placement]:
    """Every place for `shape` among `copies`, the strongest first."""
    size, length = shape
    if length == 1:
        yield from ((place,) for place, count in enumerate(copies) if count >= size)
        return
    for row in held.rows:
        run: list[list[int]] = []
        for places in row:
            here = [place for place in places if copies[place] >= size]
            run = [*run, here] if here else []
            if len(run) >= length:
                yield from product(*run[-length:])


def without(copies: Copies, placement: Placement, size: int) -> Copies:
    """What is left after taking `size` copies at each place."""
    left = list(copies)
    for place in placement:
        left[place] -= size
    return tuple(left)


def arrange(held: Holding, copies: Copies, shapes: Sequence[Shape]) -> list[tuple[Shape, Placement]] | None:
    """A place for every one of `shapes` at once, or None.

    Sequences are tried in every place, equal ones from the top down. Sets take what is left: each the
    smallest stack that has it, which wastes least where no card has more than four copies.
    """
    if not has_room(copies, shapes):
        return None
    sequences = largest_first(shape for shape in shapes if shape.is_sequence)
    sets = largest_first(shape for shape in shapes if not shape.is_sequence)
    return place_sequences(held, copies, sequences, sets)


def has_room(copies: Copies, shapes: Sequence[Shape]) -> bool:
    """Whether there are sets enough to begin a search at all."""
    return all(
        sum(shape.length for shape in shapes if shape.size >= size) <= sum(count // size for count in copies)
        for size in {shape.size for shape in shapes}
    )


def place_sequences(
    held: Holding, copies: Copies, sequences: Sequence[Shape], sets: Sequence[Shape], above: Placement = ()
) -> list[tuple[Shape, Placement]] | None:
    """Places for `sequences` and then `sets`; `above` is where a sequence equal to the first of them was placed."""
    if not sequences:
        return place_sets(copies, sets)
    shape, *rest = sequences
    for placement in placements(held, copies, shape):
        if placement < above:
            continue
        left = without(copies, placement, shape.size)
        others = place_sequences(held, left, rest, sets, placement if rest[:1] == [shape] else ())
        if others is not None:
            return [(shape, placement), *others]
    return None


def place_sets(copies: Copies, sets: Iterable[Shape]) -> list[tuple[Shape, Placement]] | None:
    """Places for `sets`, which come largest first."""
    left = list(copies)
    placed: list[tuple[Shape, Placement]] = []
    for shape in sets:
        place = smallest_stack(left, shape.size)
        if place is None:
            return None
        left[place] -= shape.size
        placed.append((shape, (place,)))
    return placed


def smallest_stack(copies: Sequence[int], size: int) -> int | None:
    """The place with the fewest copies that has `size`, of equal ones the weakest card."""
    weakest_first = reversed(range(len(copies)))
    return min((place for place in weakest_first if copies[place] >= size), key=copies.__getitem__, default=None)

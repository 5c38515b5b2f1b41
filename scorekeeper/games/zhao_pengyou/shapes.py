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

    `at` has the places of those on each rung, the highest rung first.
    """

    cards: tuple[Card, ...]
    copies: Copies
    strengths: tuple[int, ...]
    at: Mapping[int, tuple[int, ...]]

    def taken(self, shape: Shape, placement: Placement) -> tuple[Card, ...]:
        """The cards that are placed."""
        return tuple(self.cards[place] for place in placement for _ in range(shape.size))


def holding(conditions: Conditions, cards: Iterable[Card]) -> Holding:
    """What `cards`, all of one group, hold."""
    counts = Counter(cards)
    ordered = conditions.trumps.highest_first(counts)
    at: dict[int, tuple[int, ...]] = {}
    for place, card in enumerate(ordered):
        rung = conditions.rung(card)
        if rung is not None:
            at[rung] = (*at.get(rung, ()), place)
    copies = tuple(counts[card] for card in ordered)
    return Holding(ordered, copies, tuple(map(conditions.strength, ordered)), at)


def placements(held: Holding, copies: Copies, shape: Shape, below: int | None = None) -> Iterator[Placement]:
    """Every place for `shape` among `copies`, the strongest first; for a sequence not above the rung `below`."""
    size, length = shape
    if length == 1:
        yield from ((place,) for place, count in enumerate(copies) if count >= size)
        return
    run: list[list[int]] = []
    last = None
    for rung, places in held.at.items():
        here = [place for place in places if copies[place] >= size]
        if not here or (below is not None and rung > below):
            run = []
            continue
        run = [*run, here] if run and last == rung + 1 else [here]
        last = rung
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
    sequences = largest_first(shape for shape in shapes if shape.is_sequence)
    sets = largest_first(shape for shape in shapes if not shape.is_sequence)
    if not has_room(held, copies, shapes):
        return None
    return place_sequences(held, copies, sequences, sets)


def has_room(held: Holding, copies: Copies, shapes: Sequence[Shape]) -> bool:
    """Whether there are sets enough, and runs of them, to begin a search at all."""
    for size in {shape.size for shape in shapes}:
        sets = sum(shape.length for shape in shapes if shape.size >= size)
        if sum(count // size for count in copies) < sets:
            return False
    for size, length in {shape for shape in shapes if shape.is_sequence}:
        needed = sum(shape.length // length for shape in shapes if shape.size >= size)
        if sum(run // length for run in runs(held, copies, size)) < needed:
            return False
    return True


def runs(held: Holding, copies: Copies, size: int) -> list[int]:
    """How many sets of `size` each row of neighbouring rungs has."""
    found: list[int] = []
    last = None
    for rung, places in held.at.items():
        sets = sum(copies[place] // size for place in places)
        if sets and found and last == rung + 1:
            found[-1] += sets
        elif sets:
            found.append(sets)
        last = rung if sets else None
    return found


def place_sequences(
    held: Holding, copies: Copies, sequences: Sequence[Shape], sets: Sequence[Shape], below: int | None = None
) -> list[tuple[Shape, Placement]] | None:
    """Places for `sequences` and then `sets`; the first sequence not above the rung `below`."""
    if not sequences:
        return place_sets(copies, sets)
    shape, *rest = sequences
    again = bool(rest) and rest[0] == shape
    for placement in placements(held, copies, shape, below):
        left = without(copies, placement, shape.size)
        limit = next(rung for rung, places in held.at.items() if placement[0] in places) if again else None
        others = place_sequences(held, left, rest, sets, limit)
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
    stacks = [(count, -place) for place, count in enumerate(copies) if count >= size]
    return -min(stacks)[1] if stacks else None

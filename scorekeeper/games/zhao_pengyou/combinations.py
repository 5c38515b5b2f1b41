"""Combinations of cards: sets, sequences of sets, and leads (pagat, The Play).

Sets go up to six identical cards, as many as there are packs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collect_problems, problem, refuse
from scorekeeper.games.game import Player
from scorekeeper.games.packs import check_in_pack
from scorekeeper.games.zhao_pengyou.order import Conditions, Group, check_held
from scorekeeper.messages import Message, message


class Play(NamedTuple):
    """The cards that a player plays to a trick; the first play leads."""

    player: Player
    cards: tuple[Card, ...]
    """The cards; none if nobody looked at the cards of a follower."""


# --- Finding sets and sequences of sets among cards of one group ---

Placement = tuple[int, ...]
"""Indexes of a holding's cards that make up a shape: one for each of its sets, the strongest first."""
Copies = tuple[int, ...]
"""The number of copies of each of a holding's cards."""
Row = tuple[tuple[int, ...], ...]
"""Neighbouring rungs, the highest first: for each rung the indexes of the holding's cards on it."""


class Shape(NamedTuple):
    """`length` sets of `size` identical cards: (1, 1) a single card, (3, 1) a triple, (2, 4) four pairs in sequence."""

    size: int
    length: int = 1

    @property
    def card_count(self) -> int:
        """The number of cards."""
        return self.size * self.length

    @property
    def is_sequence(self) -> bool:
        """Return whether the shape has sets of several ranks."""
        return self.length > 1

    @property
    def name(self) -> Message:
        """The name of the shape: "a pair", "a sequence of 3 pairs"."""
        named = SEQUENCES if self.is_sequence else SETS
        if self.size in named:
            return message(named[self.size], length=self.length)
        return message("lead.sets_in_sequence" if self.is_sequence else "lead.set", size=self.size, length=self.length)

    def fits_within(self, other: "Shape") -> bool:
        """Return whether taking cards away from `other` can leave this shape."""
        return self.size <= other.size and self.length <= other.length


SETS: Mapping[int, str] = {1: "lead.single", 2: "lead.pair", 3: "lead.triple", 4: "lead.quadruple"}
SEQUENCES: Mapping[int, str] = {
    2: "lead.pairs_in_sequence",
    3: "lead.triples_in_sequence",
    4: "lead.quadruples_in_sequence",
}

SINGLE = Shape(1)
FOUR = Shape(4)
TWO_PAIRS = Shape(2, 2)


def sort_largest_first(shapes: Iterable[Shape]) -> list[Shape]:
    """Sort `shapes` by number of cards, then by the size of their sets, both falling."""
    return sorted(shapes, key=lambda shape: (shape.card_count, shape.size), reverse=True)


@dataclass(frozen=True, slots=True)
class Holding:
    """Cards of one group. Copies, strengths and placements refer to `cards` by index."""

    cards: tuple[Card, ...]
    """The different cards, the strongest first."""
    copies: Copies
    """The number of copies of each card."""
    strengths: tuple[int, ...]
    """The strength of each card."""
    rows: tuple[Row, ...]
    """The longest runs of neighbouring rungs that have cards."""

    def select_cards(self, shape: Shape, placement: Placement) -> tuple[Card, ...]:
        """Return the cards of a placement of `shape`."""
        return tuple(self.cards[place] for place in placement for _ in range(shape.size))


def build_holding(conditions: Conditions, cards: Iterable[Card]) -> Holding:
    """Build the holding of `cards`, which are all of one group."""
    counts = Counter(cards)
    ordered = conditions.trumps.sort_highest_first(counts)
    rungs: dict[int, tuple[int, ...]] = {}
    for place, card in enumerate(ordered):
        rung = conditions.find_rung(card)
        if rung is not None:
            rungs[rung] = (*rungs.get(rung, ()), place)
    copies = tuple(counts[card] for card in ordered)
    return Holding(ordered, copies, tuple(map(conditions.strength, ordered)), tuple(build_rows(rungs)))


def build_rows(rungs: Mapping[int, tuple[int, ...]]) -> Iterable[Row]:
    """Join neighbouring rungs into rows. `rungs` has the card indexes on each rung, the highest rung first."""
    rows: list[Row] = []
    for rung, places in rungs.items():
        if rung + 1 in rungs:
            rows[-1] = (*rows[-1], places)
        else:
            rows.append((places,))
    return rows


def find_placements(held: Holding, copies: Copies, shape: Shape) -> Iterator[Placement]:
    """Yield every placement of `shape` among `copies`, the strongest first."""
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


def remove_copies(copies: Copies, placement: Placement, size: int) -> Copies:
    """Return the copies left after taking `size` of each card of a placement."""
    left = list(copies)
    for place in placement:
        left[place] -= size
    return tuple(left)


def arrange_shapes(held: Holding, copies: Copies, shapes: Sequence[Shape]) -> list[tuple[Shape, Placement]] | None:
    """Return placements of all `shapes` at once, or None if there are none.

    Sequences are tried in every place, equal ones from the top down. Sets are placed after them, each on the
    smallest stack that is large enough: with at most four copies of a card no other choice leaves more sets.
    """
    if not has_room(copies, shapes):
        return None
    sequences = sort_largest_first(shape for shape in shapes if shape.is_sequence)
    sets = sort_largest_first(shape for shape in shapes if not shape.is_sequence)
    return place_sequences(held, copies, sequences, sets)


def has_room(copies: Copies, shapes: Sequence[Shape]) -> bool:
    """Return whether there are enough sets of each size for a search to make sense."""
    return all(
        sum(shape.length for shape in shapes if shape.size >= size) <= sum(count // size for count in copies)
        for size in {shape.size for shape in shapes}
    )


def place_sequences(
    held: Holding, copies: Copies, sequences: Sequence[Shape], sets: Sequence[Shape], above: Placement = ()
) -> list[tuple[Shape, Placement]] | None:
    """Place `sequences`, then `sets`; a first sequence equal to the one just placed is tried only from `above` on."""
    if not sequences:
        return place_sets(copies, sets)
    shape, *rest = sequences
    for placement in find_placements(held, copies, shape):
        if placement < above:
            continue
        left = remove_copies(copies, placement, shape.size)
        others = place_sequences(held, left, rest, sets, placement if rest[:1] == [shape] else ())
        if others is not None:
            return [(shape, placement), *others]
    return None


def place_sets(copies: Copies, sets: Iterable[Shape]) -> list[tuple[Shape, Placement]] | None:
    """Place `sets`, which must be sorted largest first; return None if one has no place."""
    left = list(copies)
    placed: list[tuple[Shape, Placement]] = []
    for shape in sets:
        place = find_smallest_stack(left, shape.size)
        if place is None:
            return None
        left[place] -= shape.size
        placed.append((shape, (place,)))
    return placed


def find_smallest_stack(copies: Sequence[int], size: int) -> int | None:
    """Return the index with the fewest copies, but at least `size`; of equal ones that of the weakest card."""
    weakest_first = reversed(range(len(copies)))
    return min((place for place in weakest_first if copies[place] >= size), key=copies.__getitem__, default=None)


# --- Leads ---

Kind = Literal["single", "set", "sequence", "throw"]


@dataclass(frozen=True, slots=True)
class Part:
    """One combination of a lead: a single card, a set or a sequence."""

    shape: Shape
    cards: tuple[Card, ...]
    strength: int
    """The strength of the strongest card."""


@dataclass(frozen=True, slots=True)
class Lead:
    """Cards of one group that are led together."""

    group: Group
    parts: tuple[Part, ...]
    """The combinations that the cards are made of, the largest first."""

    @property
    def kind(self) -> Kind:
        """The kind of the lead; more than one combination is a throw."""
        if len(self.parts) > 1:
            return "throw"
        shape = self.parts[0].shape
        return "sequence" if shape.is_sequence else "set" if shape.size > 1 else "single"

    @property
    def name(self) -> Message:
        """The name of the lead: "a sequence of 3 pairs"."""
        return message("lead.throw", count=len(self.parts)) if self.kind == "throw" else self.parts[0].shape.name

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The shape of each part."""
        return tuple(part.shape for part in self.parts)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the lead."""
        return tuple(card for part in self.parts for card in part.cards)

    @property
    def size(self) -> int:
        """The number of cards that everyone plays to the trick."""
        return sum(len(part.cards) for part in self.parts)


@collect_problems
def check_lead(conditions: Conditions, cards: Sequence[Card], hand: Sequence[Card] | None = None) -> Iterator[Problem]:
    """Every reason why `cards`, of `hand` if that is known, cannot be led. A throw may still be beaten afterwards."""
    yield from check_held(conditions, cards, hand)
    yield from check_together(conditions, cards)


@collect_problems
def check_together(conditions: Conditions, cards: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `cards` cannot be led together, whatever hand they are from."""
    if not cards:
        yield problem("lead.nothing")
    elif len({conditions.group(card) for card in cards}) > 1:
        yield problem("lead.several_suits")
    elif conditions.rules.even_throws and is_uneven(cards) and len(split_into_parts(conditions, cards)) > 1:
        yield problem("lead.uneven_throw")


def can_lead(conditions: Conditions, cards: Sequence[Card], hand: Sequence[Card] | None = None) -> bool:
    """Return whether `cards` may be led, as a throw if need be."""
    return not check_lead(conditions, cards, hand)


def read_lead(conditions: Conditions, cards: Sequence[Card], hand: Sequence[Card] | None = None) -> Lead:
    """Return the lead that `cards` make. Raises `RuleError` with every reason of `check_lead`."""
    refuse(check_lead(conditions, cards, hand))
    return build_lead(conditions, cards)


def build_lead(conditions: Conditions, cards: Sequence[Card]) -> Lead:
    """Build the lead that `cards` make, without checking them."""
    return Lead(conditions.group(cards[0]), split_into_parts(conditions, cards))


def is_uneven(cards: Sequence[Card]) -> bool:
    """Return whether some rank has more cards than another (pagat, Variations: Play)."""
    return len(set(Counter(card.rank for card in cards).values())) > 1


# --- Splitting cards into combinations ---


def split_into_parts(conditions: Conditions, cards: Sequence[Card]) -> tuple[Part, ...]:
    """Split `cards` of one group into combinations, the largest first.

    All copies of a card are one set, and as many neighbouring sets of equal size as possible are one sequence. pagat
    does not state this for throws, but its examples are read so.
    """
    held = build_holding(conditions, cards)
    parts = [
        Part(shape, held.select_cards(shape, placement), held.strengths[placement[0]])
        for shape, placement in find_sets(held)
    ]
    return tuple(sorted(parts, key=lambda part: (-part.shape.card_count, -part.shape.size, -part.strength)))


def find_sets(held: Holding) -> Iterator[tuple[Shape, Placement]]:
    """Yield the sets of all copies of each card; neighbouring sets of equal size as one sequence."""
    lone = dict.fromkeys(range(len(held.cards)))
    for size in sorted(set(held.copies) - {1}):
        for run in find_runs(held, size):
            for place in run:
                del lone[place]
            yield Shape(size, len(run)), run
    for place in lone:
        yield Shape(held.copies[place]), (place,)


def find_runs(held: Holding, size: int) -> Iterator[Placement]:
    """Yield the longest sequences of cards with exactly `size` copies; of equal cards only the first takes part."""
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


# --- Reasons why cards are no set or sequence ---


@collect_problems
def check_set(conditions: Conditions, cards: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `cards` are not a set. Cards of equal rank are not enough: they must be identical."""
    yield from check_in_pack(conditions.setting.copies, cards)
    if len(cards) < 2:
        yield problem("set.too_few")
    elif len(set(cards)) > 1:
        yield problem("set.not_identical")


@collect_problems
def check_sequence(conditions: Conditions, cards: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `cards` are not a sequence of sets (pagat, Leading a Sequence of Sets)."""
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


@collect_problems
def check_neighbours(conditions: Conditions, cards: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why these different cards are not neighbours in a sequence."""
    rungs = {card: conditions.find_rung(card) for card in cards}
    outside = [card for card, rung in rungs.items() if rung is None]
    for card in outside:
        yield problem("sequence.joker" if card.suit is None else "sequence.trump_rank", card=card)
    places = sorted(rung for rung in rungs.values() if rung is not None)
    if len(set(places)) < len(places):
        yield problem("sequence.equal_ranks")
    elif not outside and places[-1] - places[0] >= len(places):
        yield problem("sequence.gap")

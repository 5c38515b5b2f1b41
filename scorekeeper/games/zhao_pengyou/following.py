"""Following a lead: with its suit while a hand has it, and with sets or patterns as far as possible (pagat, The Play).

A lead asks for combinations, the largest first. One function finds the best answer in a hand and in a play. A play
follows if it has as many cards of the suit and the same combinations as the best answer of the hand.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou import combinations
from scorekeeper.games.zhao_pengyou.combinations import Holding, Lead, Placement, Shape, build_holding, build_lead
from scorekeeper.games.zhao_pengyou.order import Conditions, Group, check_held
from scorekeeper.games.zhao_pengyou.sentences import LEADS, PLAY_VARIATIONS

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand

PlacedShapes = Sequence[tuple[Shape, Placement]]
"""Combinations with their placements in a holding, the largest first."""


@dataclass(frozen=True, slots=True)
class Duty:
    """The cards and combinations of the suit led that a play must contain."""

    suit_count: int
    """The number of cards of the suit led."""
    combinations: tuple[Shape, ...]
    """The combinations among those cards, the largest first."""
    example: tuple[Card, ...]
    """Cards of the hand that make up the combinations."""


def find_duty(conditions: Conditions, lead: Lead, hand: Sequence[Card]) -> Duty:
    """Return what must be played from `hand`."""
    return find_duty_in_suit(conditions, lead, conditions.trumps.select_group(hand, lead.group))


def find_duty_in_suit(conditions: Conditions, lead: Lead, suit: Sequence[Card]) -> Duty:
    """Return what must be played from `suit`, a hand's cards of the suit led."""
    asked = [shape for shape in lead.shapes if shape.size > 1]
    if not asked:
        return Duty(min(len(suit), lead.size), (), ())
    held = build_holding(conditions, suit)
    found = (
        find_most_of_pattern(held, asked)
        if conditions.rules.follow == "subset_pattern"
        else find_most_sets(held, asked)
    )
    example = tuple(card for shape, placement in found for card in held.select_cards(shape, placement))
    return Duty(min(len(suit), lead.size), tuple(combinations.sort_largest_first(shape for shape, _ in found)), example)


def find_most_sets(held: Holding, asked: Sequence[Shape]) -> PlacedShapes:
    """Find as many sets of each size led as there are, the larger sizes first. Sequences need not be kept.

    Only sets of that size are asked for: a player without a triple may break a pair (pagat, Leading a Set of Identical
    Cards).
    """
    wanted = combinations.sort_largest_first(Shape(shape.size) for shape in asked for _ in range(shape.length))
    most: list[Shape] = []
    found: PlacedShapes = ()
    for shape, count in Counter(wanted).items():
        sets = [shape] * min(count, sum(copies // shape.size for copies in held.copies))
        while (placed := combinations.place_sets(held.copies, [*most, *sets])) is None:
            sets.pop()
        most, found = [*most, *sets], placed
    return found


def find_most_of_pattern(held: Holding, asked: Sequence[Shape]) -> PlacedShapes:
    """Find as much of the pattern as there is: its largest part that can be made, then the largest of the remainder.

    pagat, Variations: Play gives the order for a sequence of two pairs, a triple and a sequence of two triples: it is
    the number of cards. Of equally many cards the larger sets come first.
    """
    left = list(asked)
    most: list[Shape] = []
    found: PlacedShapes = ()
    for shape in list_smaller_shapes(asked):
        while (whole := find_smallest_containing(left, shape)) and (
            placed := combinations.arrange_shapes(held, held.copies, [*most, shape])
        ):
            left.remove(whole)
            left += list_remaining_shapes(whole, shape)
            most, found = [*most, shape], placed
    return found


def list_smaller_shapes(asked: Sequence[Shape]) -> Sequence[Shape]:
    """List the shapes with sets that taking cards away from `asked` can leave, the largest first."""
    return combinations.sort_largest_first(
        {
            Shape(size, length)
            for shape in asked
            for size in range(2, shape.size + 1)
            for length in range(1, shape.length + 1)
        }
    )


def find_smallest_containing(left: Sequence[Shape], shape: Shape) -> Shape | None:
    """Return the smallest part of the pattern that `shape` can be cut out of, or None."""
    fitting = combinations.sort_largest_first(whole for whole in left if shape.fits_within(whole))
    return fitting[-1] if fitting else None


def list_remaining_shapes(whole: Shape, shape: Shape) -> Iterator[Shape]:
    """Yield the combinations left of `whole` after `shape` is cut off one end: untouched sets, and smaller ones."""
    if whole.length > shape.length:
        yield Shape(whole.size, whole.length - shape.length)
    if whole.size - shape.size > 1:
        yield Shape(whole.size - shape.size, shape.length)


# --- Checking a play ---


@collect_problems
def check_card_count(lead: Lead, play: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `play` has not as many cards as were led."""
    if len(play) != lead.size:
        yield problem("follow.count", count=len(play), needed=lead.size, section=LEADS[lead.kind])


@collect_problems
def check_follow(conditions: Conditions, lead: Lead, hand: Sequence[Card], play: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `play` does not follow `lead`; `hand` is the hand before the play."""
    yield from check_card_count(lead, play)
    yield from check_held(conditions, play, hand)
    trumps = conditions.trumps
    yield from check_suit(
        conditions, lead, trumps.select_group(hand, lead.group), trumps.select_group(play, lead.group)
    )


@collect_problems
def check_suit(conditions: Conditions, lead: Lead, suit: Sequence[Card], played: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `played` is too few cards of `suit`, or leaves combinations out.

    `suit` is a hand's cards of the suit led, `played` those of its play.
    """
    must = find_duty_in_suit(conditions, lead, suit)
    if len(played) < must.suit_count:
        yield problem("follow.suit", count=len(played), needed=must.suit_count, section=LEADS[lead.kind])
    if not must.combinations:
        return
    included = Counter(find_duty_in_suit(conditions, lead, played).combinations)
    for shape, count in Counter(must.combinations).items():
        if included[shape] < count:
            yield build_missing(shape, included[shape], count, cite_combinations(conditions, lead))


def cite_combinations(conditions: Conditions, lead: Lead) -> str:
    """Return the section that says which combinations must be played."""
    return PLAY_VARIATIONS if conditions.rules.follow == "subset_pattern" else LEADS[lead.kind]


def build_missing(shape: Shape, included: int, needed: int, section: str) -> Problem:
    """Return the refusal of a play with so many combinations of a shape of which more are needed."""
    facts = {"length": shape.length, "included": included, "needed": needed, "section": section}
    named = MISSING_SEQUENCES if shape.is_sequence else MISSING_SETS
    if shape.size in named:
        return problem(named[shape.size], **facts)
    return problem("follow.sets_in_sequence" if shape.is_sequence else "follow.sets", size=shape.size, **facts)


def can_follow(conditions: Conditions, lead: Lead, hand: Sequence[Card], play: Sequence[Card]) -> bool:
    """Return whether `play` from `hand` follows `lead`."""
    return not check_follow(conditions, lead, hand, play)


MISSING_SETS: Mapping[int, str] = {2: "follow.pairs", 3: "follow.triples", 4: "follow.quadruples"}
MISSING_SEQUENCES: Mapping[int, str] = {
    2: "follow.pairs_in_sequence",
    3: "follow.triples_in_sequence",
    4: "follow.quadruples_in_sequence",
}


# --- Possible plays ---


def find_forced_cards(conditions: Conditions, lead: Lead, hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of `hand` that every legal play contains, with as many copies as every legal play has."""
    suit = conditions.trumps.select_group(hand, lead.group)
    if len(suit) <= lead.size:
        return suit
    must = find_duty_in_suit(conditions, lead, suit)
    forced: list[Card] = []
    for card, copies in Counter(suit).items():
        free = min(copies, len(suit) - lead.size)
        others = [other for other in suit if other != card]
        while card in must.example and not has_all_combinations(
            conditions, lead, [*others, *[card] * (copies - free)], must
        ):
            free -= 1
        forced += [card] * (copies - free)
    return tuple(forced)


def has_all_combinations(conditions: Conditions, lead: Lead, suit: Sequence[Card], must: Duty) -> bool:
    """Return whether the cards of `suit` still have all combinations of `must`."""
    return find_duty_in_suit(conditions, lead, suit).combinations == must.combinations


def suggest_follow(conditions: Conditions, lead: Lead, hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return a legal play from `hand`: cards that must be played, then the weakest of the suit, then of the others."""
    example = find_duty(conditions, lead, hand).example
    rest = Counter(hand) - Counter(example)
    weakest = sorted(
        rest.elements(), key=lambda card: (conditions.group(card) != lead.group, conditions.strength(card))
    )
    return (*example, *weakest[: lead.size - len(example)])


# --- Revokes ---


@collect_problems
def check_revoke(conditions: Conditions, lead: Lead, play: Sequence[Card], later: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why a past `play` was a revoke, by the cards that the same player showed `later`.

    Those cards were already in the hand. Other cards of the hand could only have asked for more.
    """
    kept = conditions.trumps.select_group(later, lead.group)
    if kept:
        played = conditions.trumps.select_group(play, lead.group)
        yield from check_suit(conditions, lead, (*played, *kept), played)


class Revoke(NamedTuple):
    """A play that did not follow, as later cards prove."""

    player: Player
    trick: int
    """The number of the trick, from 1."""
    problems: tuple[Problem, ...]
    proven: int
    """The number of the trick in which the player showed the first cards that prove the revoke."""


def find_revokes(hand: "Hand") -> tuple[Revoke, ...]:
    """Return every revoke that the cards shown prove, by trick; no hand need be known. None is found before trumps."""
    if hand.trumps is None:
        return ()
    return tuple(sorted(prove_revokes(hand), key=lambda revoke: revoke.trick))


ShownCards = Sequence[tuple[int, Card]]
"""Cards of a suit that a player has shown, each with the number of its trick."""


def prove_revokes(hand: "Hand") -> Iterator[Revoke]:
    """Yield the revokes, comparing each play with the cards of the suit that its player showed later.

    Tricks are visited from the last to the first, so that the later cards are already collected.
    """
    conditions = hand.conditions
    later: defaultdict[tuple[Player, Group], list[tuple[int, Card]]] = defaultdict(list)
    for number, plays in reversed([*enumerate((*(trick.plays for trick in hand.tricks), hand.table), start=1)]):
        lead = build_lead(conditions, plays[0].cards) if plays else None
        for player, cards in plays[1:]:
            assert lead is not None
            if not cards:  # cards that nobody looked at prove nothing
                continue
            shown = later[player, lead.group]
            problems = check_revoke(conditions, lead, cards, [card for _, card in shown])
            if problems:
                yield Revoke(player, number, problems, find_first_proof(conditions, lead, cards, shown))
        for player, cards in plays:
            for card in cards:
                later[player, conditions.group(card)].append((number, card))


def find_first_proof(conditions: Conditions, lead: Lead, play: Sequence[Card], shown: ShownCards) -> int:
    """Return the number of the first trick that proves `play` a revoke.

    `shown` are the later cards of the suit led by the same player.
    """
    return next(
        trick
        for trick in sorted({trick for trick, _ in shown})
        if check_revoke(conditions, lead, play, [card for number, card in shown if number <= trick])
    )

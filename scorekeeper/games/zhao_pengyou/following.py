"""How a lead is followed: the suit while it lasts, and sets or patterns as far as a hand has them (pagat, The Play).

A lead asks for combinations, the largest first. What a hand has of them is found the same way as what a play
has of them, so a play follows when it has as many cards of the suit and the same combinations.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou import combinations
from scorekeeper.games.zhao_pengyou.combinations import Holding, Lead, Placement, Shape, as_led, holding
from scorekeeper.games.zhao_pengyou.order import Conditions, Group, check_held

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand

Found = Sequence[tuple[Shape, Placement]]
"""Combinations and where a holding has them, the largest first."""


@dataclass(frozen=True, slots=True)
class Duty:
    """What a play must contain: `suit_count` cards of the suit led, and among them these `combinations`.

    `example` are cards of the hand that make up the combinations.
    """

    suit_count: int
    combinations: tuple[Shape, ...]
    example: tuple[Card, ...]


def find_duty(conditions: Conditions, lead: Lead, hand: Sequence[Card]) -> Duty:
    """What must be played from `hand`."""
    return duty_of(conditions, lead, conditions.trumps.of_group(hand, lead.group))


def duty_of(conditions: Conditions, lead: Lead, suit: Sequence[Card]) -> Duty:
    """What must be played from these cards of the suit led."""
    asked = [shape for shape in lead.shapes if shape.size > 1]
    if not asked:
        return Duty(min(len(suit), lead.size), (), ())
    held = holding(conditions, suit)
    found = most_of_pattern(held, asked) if conditions.rules.follow == "subset_pattern" else most_sets(held, asked)
    example = tuple(card for shape, placement in found for card in held.taken(shape, placement))
    return Duty(min(len(suit), lead.size), tuple(combinations.largest_first(shape for shape, _ in found)), example)


def most_sets(held: Holding, asked: Sequence[Shape]) -> Found:
    """As many sets of each size led as there are, the larger sizes first. No sequence need be kept.

    Only sets of that size are asked for: who has no triple may break a pair (pagat, Leading a Set of Identical Cards).
    """
    wanted = combinations.largest_first(Shape(shape.size) for shape in asked for _ in range(shape.length))
    most: list[Shape] = []
    found: Found = ()
    for shape, count in Counter(wanted).items():
        sets = [shape] * min(count, sum(copies // shape.size for copies in held.copies))
        while (placed := combinations.place_sets(held.copies, [*most, *sets])) is None:
            sets.pop()
        most, found = [*most, *sets], placed
    return found


def most_of_pattern(held: Holding, asked: Sequence[Shape]) -> Found:
    """As much of the pattern as there is: its largest part that can be made, then the largest of what is left of it.

    pagat, Variations: Play gives the order for a sequence of two pairs, a triple and a sequence of two triples;
    it is the number of cards. Of as many cards, the larger sets come first.
    """
    left = list(asked)
    most: list[Shape] = []
    found: Found = ()
    for shape in smaller_shapes(asked):
        while (whole := smallest_with(left, shape)) and (
            placed := combinations.arrange(held, held.copies, [*most, shape])
        ):
            left.remove(whole)
            left += rest_of(whole, shape)
            most, found = [*most, shape], placed
    return found


def smaller_shapes(asked: Sequence[Shape]) -> Sequence[Shape]:
    """Everything with sets that can be made by taking cards away from what is asked for, the largest first."""
    return combinations.largest_first(
        {
            Shape(size, length)
            for shape in asked
            for size in range(2, shape.size + 1)
            for length in range(1, shape.length + 1)
        }
    )


def smallest_with(left: Sequence[Shape], shape: Shape) -> Shape | None:
    """The smallest part of the pattern that `shape` can be cut out of."""
    fitting = combinations.largest_first(whole for whole in left if shape.within(whole))
    return fitting[-1] if fitting else None


def rest_of(whole: Shape, shape: Shape) -> Iterator[Shape]:
    """The combinations left of `whole` after `shape` was cut off one end: the sets not touched, and thinner ones."""
    if whole.length > shape.length:
        yield Shape(whole.size, whole.length - shape.length)
    if whole.size - shape.size > 1:
        yield Shape(whole.size - shape.size, shape.length)


# --- What is refused ---


@collected
def check_as_many(led: Sequence[Card], play: Sequence[Card]) -> Iterator[Problem]:
    """Why these are not as many cards as were led."""
    if len(play) != len(led):
        yield problem("follow.count", count=len(play), needed=len(led))


@collected
def check_follow(conditions: Conditions, lead: Lead, hand: Sequence[Card], play: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `play`, from `hand` as it was before, does not follow `lead`."""
    yield from check_as_many(lead.cards, play)
    yield from check_held(conditions, play, hand)
    trumps = conditions.trumps
    yield from check_suit(conditions, lead, trumps.of_group(hand, lead.group), trumps.of_group(play, lead.group))


@collected
def check_suit(conditions: Conditions, lead: Lead, suit: Sequence[Card], played: Sequence[Card]) -> Iterator[Problem]:
    """Why `played`, a play's cards of the suit led, are too few of a hand's, or leave combinations of them out."""
    must = duty_of(conditions, lead, suit)
    if len(played) < must.suit_count:
        yield problem("follow.suit", count=len(played), needed=must.suit_count)
    if not must.combinations:
        return
    included = Counter(duty_of(conditions, lead, played).combinations)
    for shape, count in Counter(must.combinations).items():
        if included[shape] < count:
            yield problem(
                (MISSING_SEQUENCES if shape.is_sequence else MISSING_SETS)[shape.size],
                length=shape.length,
                included=included[shape],
                needed=count,
            )


def can_follow(conditions: Conditions, lead: Lead, hand: Sequence[Card], play: Sequence[Card]) -> bool:
    """Whether `play` from `hand` follows `lead`."""
    return not check_follow(conditions, lead, hand, play)


MISSING_SETS: Mapping[int, str] = {2: "follow.pairs", 3: "follow.triples", 4: "follow.quadruples"}
MISSING_SEQUENCES: Mapping[int, str] = {
    2: "follow.pairs_in_sequence",
    3: "follow.triples_in_sequence",
    4: "follow.quadruples_in_sequence",
}


# --- What can be played ---


def forced_cards(conditions: Conditions, lead: Lead, hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of `hand` that every play that follows has in it, as often as all of them have it."""
    suit = conditions.trumps.of_group(hand, lead.group)
    if len(suit) <= lead.size:
        return suit
    must = duty_of(conditions, lead, suit)
    forced: list[Card] = []
    for card, copies in Counter(suit).items():
        free = min(copies, len(suit) - lead.size)
        others = [other for other in suit if other != card]
        while card in must.example and not has_all(conditions, lead, [*others, *[card] * (copies - free)], must):
            free -= 1
        forced += [card] * (copies - free)
    return tuple(forced)


def has_all(conditions: Conditions, lead: Lead, suit: Sequence[Card], must: Duty) -> bool:
    """Whether these cards have the combinations of a hand that had more."""
    return duty_of(conditions, lead, suit).combinations == must.combinations


def some_follow(conditions: Conditions, lead: Lead, hand: Sequence[Card]) -> tuple[Card, ...]:
    """A play from `hand` that follows: what must be played, then the weakest cards of the suit, then of the others."""
    example = find_duty(conditions, lead, hand).example
    rest = Counter(hand) - Counter(example)
    weakest = sorted(
        rest.elements(), key=lambda card: (conditions.group(card) != lead.group, conditions.strength(card))
    )
    return (*example, *weakest[: lead.size - len(example)])


# --- Revokes ---


@collected
def check_revoke(conditions: Conditions, lead: Lead, play: Sequence[Card], later: Sequence[Card]) -> Iterator[Problem]:
    """Why a past `play` was a revoke, as far as the cards prove that the same player has shown `later`.

    They were in the hand already. What else was in it can only have asked for more.
    """
    kept = conditions.trumps.of_group(later, lead.group)
    if kept:
        played = conditions.trumps.of_group(play, lead.group)
        yield from check_suit(conditions, lead, (*played, *kept), played)


class Revoke(NamedTuple):
    """A play that did not follow, as later cards prove; `trick` and `proven` are numbers of tricks from 1."""

    player: Player
    trick: int
    problems: tuple[Problem, ...]
    proven: int
    """The trick in which the player showed the first cards that prove it."""


def revokes(hand: "Hand") -> tuple[Revoke, ...]:
    """Every revoke that the cards shown prove, without anyone's hand being known. There is none before trumps."""
    if hand.trumps is None:
        return ()
    return tuple(sorted(proven_revokes(hand), key=lambda revoke: revoke.trick))


Shown = Sequence[tuple[int, Card]]
"""Cards of a suit that a player has shown, each with the number of its trick."""


def proven_revokes(hand: "Hand") -> Iterator[Revoke]:
    """Each play against what the same player has shown of the suit since; from the last trick back, that is at hand."""
    conditions = hand.conditions
    later: defaultdict[tuple[Player, Group], list[tuple[int, Card]]] = defaultdict(list)
    for number, plays in reversed([*enumerate((*(trick.plays for trick in hand.tricks), hand.table), start=1)]):
        lead = as_led(conditions, plays[0].cards) if plays else None
        for player, cards in plays[1:]:
            assert lead is not None
            shown = later[player, lead.group]
            problems = check_revoke(conditions, lead, cards, [card for _, card in shown])
            if problems:
                yield Revoke(player, number, problems, first_proof(conditions, lead, cards, shown))
        for player, cards in plays:
            for card in cards:
                later[player, conditions.group(card)].append((number, card))


def first_proof(conditions: Conditions, lead: Lead, play: Sequence[Card], shown: Shown) -> int:
    """The first trick that proves `play` a revoke, by the cards of the suit led that were `shown` up to it."""
    return next(
        trick
        for trick in sorted({trick for trick, _ in shown})
        if check_revoke(conditions, lead, play, [card for number, card in shown if number <= trick])
    )

"""Checks that cards are in the pack, and no more often than it has them."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collect_problems, problem

Copies = Mapping[Card, int]
"""How often a pack has each of its cards."""


def check_in_pack(copies: Copies, cards: Iterable[Card]) -> tuple[Problem, ...]:
    """Return a problem for each of `cards` that the pack does not have, or has fewer of."""
    return check_counts(copies, Counter(cards))


@collect_problems
def check_counts(copies: Copies, counts: Mapping[Card, int]) -> Iterator[Problem]:
    """Yield a problem for each card of which the pack has fewer than `counts` says."""
    for card, count in counts.items():
        if card not in copies:
            yield problem("cards.not_in_pack", card=card)
        elif count > copies[card]:
            yield problem("cards.too_many", card=card, count=count, copies=copies[card])


@collect_problems
def check_count(cards: Collection[Card], needed: int) -> Iterator[Problem]:
    """Yield a problem when the number of `cards` is not `needed`."""
    if len(cards) != needed:
        yield problem("cards.count", count=len(cards), needed=needed)

"""What a hand pays, and why: steps that make the score, and each seat's share of it."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Literal, TypeVar

from scorekeeper.messages import Message

Amount = int | Fraction
"""Points paid (below zero) or received. A fraction only where a rulebook splits a payment unevenly."""

Seat = TypeVar("Seat", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Step:
    """One rule at work: it adds `amount` to the score so far, or multiplies the score by it.

    `why` names the rule and the numbers it used, ``message("score.extra_points", points=18, bid=16)``.
    """

    why: Message
    effect: Literal["add", "times"]
    amount: Amount


@dataclass(frozen=True, slots=True)
class Settlement(Generic[Seat]):
    """The payment of one hand: every amount is the score the `steps` make times the seat's share.

    `shares` says how many times the score each seat receives (above zero) or pays (below); they sum to zero.
    """

    steps: tuple[Step, ...]
    shares: Mapping[Seat, Amount]

    @property
    def score(self) -> Amount:
        """The steps applied in order, from zero."""
        return total(self.steps)

    @property
    def amounts(self) -> dict[Seat, Amount]:
        """What each seat receives or pays; the sum is zero."""
        score = self.score
        return {seat: whole(score * share) for seat, share in self.shares.items()}


def total(steps: Iterable[Step]) -> Amount:
    """The steps applied in order, from zero."""
    amount: Amount = 0
    for step in steps:
        amount = amount + step.amount if step.effect == "add" else amount * step.amount
    return amount


def whole(amount: Amount) -> Amount:
    """The amount as an `int` when it is one."""
    return int(amount) if amount == int(amount) else amount

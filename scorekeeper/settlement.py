"""Settlements: the steps of each account of a hand, and everyone's gain by it."""

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from operator import itemgetter
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar

import msgspec

from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    Amount = int | Fraction
    """Points or levels, gained or lost. A fraction only where a rulebook splits a payment unevenly."""
else:
    Amount = Rational  # what both are: a union of them is more than JSON decoders can tell apart

Seat = TypeVar("Seat", bound=Hashable)


class Step(msgspec.Struct, frozen=True, gc=False):  # nothing in a settlement can come to hold it
    """One rule at work: it adds `amount` to what the steps before it made, or multiplies that by it.

    `why` names the rule and the numbers it used, ``message("score.extra_points", points=18, bid=16)``.
    """

    why: Message
    effect: Literal["add", "times"]
    amount: Amount


@lru_cache(maxsize=4096)
def step(code: str, effect: Literal["add", "times"], amount: int, **facts: int) -> Step:
    """Return a step. Equal steps are one object, to save memory: a table keeps the steps of every hand."""
    return Step(message(code, **facts), effect, amount)


class Account(msgspec.Struct, Generic[Seat], frozen=True, gc=False):
    """One line of reasoning, step by step: about one `player`, or about the hand where there is none."""

    title: Message
    steps: tuple[Step, ...]
    player: Seat | None = None

    @property
    def total(self) -> Amount:
        """The steps applied in order, from zero."""
        return total(self.steps)


class Gain(NamedTuple):
    """One player's gain by a hand: points or levels, and in words where a number does not say it."""

    amount: Amount
    said: Message | None = None


class Settlement(msgspec.Struct, Generic[Seat], frozen=True, gc=False):
    """The gains of all players by a complete hand, with the steps that explain them."""

    accounts: tuple[Account[Seat], ...]
    gains: Mapping[Seat, Gain]

    @property
    def amounts(self) -> dict[Seat, Amount]:
        """The numbers alone: the gain of each seat, below zero for a loss."""
        return {seat: gain.amount for seat, gain in self.gains.items()}


def total(steps: Iterable[Step]) -> Amount:
    """The steps applied in order, from zero."""
    amount: Amount = 0
    for step in steps:
        amount = amount + step.amount if step.effect == "add" else amount * step.amount
    return amount


def to_whole_number(amount: Amount) -> Amount:
    """Return the amount as an `int` when it is whole."""
    return int(amount) if amount == int(amount) else amount


class Handover(NamedTuple, Generic[Seat]):
    """A payment from one seat to another."""

    giver: Seat
    receiver: Seat
    amount: Amount


def plan_handovers(amounts: Mapping[Seat, Amount]) -> tuple[Handover[Seat], ...]:
    """Return the payments that give everyone what `amounts` say; none where the amounts do not sum to zero.

    Each loser pays one seat where possible: first those who owe exactly what a winner still gets, then
    the rest in order.
    """
    if sum(amounts.values()):
        return ()
    owed = {seat: amount for seat, amount in amounts.items() if amount > 0}
    paid: list[Handover[Seat]] = []
    for giver, loss in sorted(((seat, -amount) for seat, amount in amounts.items() if amount < 0), key=itemgetter(1)):
        left = loss
        while left:
            receiver = choose_receiver(owed, left)
            part = min(left, owed[receiver])
            paid.append(Handover(giver, receiver, part))
            left -= part
            owed[receiver] -= part
            if not owed[receiver]:
                del owed[receiver]
    order = list(amounts)
    return tuple(sorted(paid, key=lambda each: order.index(each.giver)))


def choose_receiver(owed: Mapping[Seat, Amount], amount: Amount) -> Seat:
    """Return the seat to pay `amount` to: one that is owed exactly that, else the one that is owed most."""
    exact = [seat for seat, due in owed.items() if due == amount]
    return exact[0] if exact else max(owed, key=lambda seat: owed[seat])

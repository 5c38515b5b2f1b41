"""Moves of money: the worth of a point, and what was paid."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from msgspec.structs import replace

from scorekeeper.errors import Problem, problem
from scorekeeper.messages import Message, message
from scorekeeper.table.moves.move import TableMove, check_known
from scorekeeper.table.moves.people import MOST_PLAYERS
from scorekeeper.table.settling import format_hundredths
from scorekeeper.table.state import Payment, Stakes, TableState

LONGEST_UNIT = 8


MOST_WORTH = 100_000_000
"""The largest worth of a point, and the largest coin, in hundredths."""


MOST_PAID = 10**15
"""The largest payment in hundredths: more than an evening of the dearest points can come to."""


class SetStakes(TableMove, tag="table.set_stakes"):
    """Set the worth of a point, for all sheets of the table."""

    worth: int
    coin: int = 100
    unit: str = ""

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_pays(state)
        if not (1 <= self.worth <= MOST_WORTH and 1 <= self.coin <= MOST_WORTH):
            yield problem("stakes.worth", most=MOST_WORTH // 100)
        if len(self.unit) > LONGEST_UNIT:
            yield problem("stakes.unit", longest=LONGEST_UNIT)
        if state.paid and self.unit != state.stakes.unit:
            yield problem("stakes.paid")

    def play(self, state: TableState) -> TableState:
        return replace(state, stakes=Stakes(self.worth, self.coin, self.unit))

    def says(self, _before: object, _after: object) -> Iterable[Message]:
        yield message("log.table.set_stakes", text=format_hundredths(self.worth, self.unit))


class RecordPayments(TableMove, tag="table.record_payments"):
    """Record that players have paid others what they owe, or a part of it."""

    payments: tuple[Payment, ...]

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_pays(state)
        for player in sorted({player for each in self.payments for player in (each.giver, each.receiver)}):
            yield from check_known(state, player)
        if not 1 <= len(self.payments) <= MOST_PLAYERS**2:
            yield problem("payment.none")
        if any(each.giver == each.receiver or not 1 <= each.amount <= MOST_PAID for each in self.payments):
            yield problem("payment.wrong")

    def play(self, state: TableState) -> TableState:
        return replace(state, paid=(*state.paid, *self.payments))

    def says(self, _before: object, after: TableState) -> Iterable[Message]:
        for each in self.payments:
            amount = format_hundredths(each.amount, after.stakes.unit)
            yield message("log.table.record_payments", player=each.giver, other=each.receiver, text=amount)


class TakeBackPayment(TableMove, tag="table.take_back_payment"):
    """Remove the latest payment equal to `payment`, which was ticked off but not paid."""

    payment: Payment

    def check(self, state: TableState) -> Iterable[Problem]:
        if self.payment not in state.paid:
            yield problem("payment.unknown")

    def play(self, state: TableState) -> TableState:
        earlier = list(reversed(state.paid))
        with suppress(ValueError):
            earlier.remove(self.payment)
        return replace(state, paid=tuple(reversed(earlier)))

    def says(self, _before: object, after: TableState) -> Iterable[Message]:
        giver, receiver, amount = (
            self.payment.giver,
            self.payment.receiver,
            format_hundredths(self.payment.amount, after.stakes.unit),
        )
        yield message("log.table.take_back_payment", player=giver, other=receiver, text=amount)


def check_pays(state: TableState) -> Iterator[Problem]:
    """Yield a problem where the standings of the game cannot be paid in money."""
    if not state.game.pays:
        yield problem("stakes.levels")

"""The steps make the score, the shares spread it, and nothing is won that is not paid."""

from fractions import Fraction

import pytest

from scorekeeper.messages import message
from scorekeeper.settlement import Amount, Settlement, Step, whole


def add(amount: Amount) -> Step:
    return Step(message("score.points"), "add", amount)


def times(amount: Amount) -> Step:
    return Step(message("score.doubled"), "times", amount)


@pytest.mark.parametrize(
    ("steps", "score"),
    [
        ((), 0),
        ((add(5), add(-7)), -2),
        ((add(5), times(2), times(2)), 20),
        ((add(5), times(2), add(1)), 11),  # in order: what is added after a doubling is not doubled
        ((times(2), add(5)), 5),
        ((add(1), times(Fraction(1, 3))), Fraction(1, 3)),
    ],
)
def test_steps_apply_in_order_from_zero(steps: tuple[Step, ...], score: Amount) -> None:
    assert Settlement(steps, {"A": 1, "B": -1}).score == score


@pytest.mark.parametrize(
    ("score", "shares", "amounts"),
    [
        (6, {1: 2, 2: 1, 3: -1, 4: -1, 5: -1}, {1: 12, 2: 6, 3: -6, 4: -6, 5: -6}),
        (-6, {1: 2, 2: 1, 3: -1, 4: -1, 5: -1}, {1: -12, 2: -6, 3: 6, 4: 6, 5: 6}),
        (3, {1: 4, 2: -1, 3: -1, 4: -1, 5: -1}, {1: 12, 2: -3, 3: -3, 4: -3, 5: -3}),
        # An uneven split keeps its exact thirds, and what is whole is an int.
        (1, {1: 1, 2: Fraction(-1, 3), 3: Fraction(-2, 3)}, {1: 1, 2: Fraction(-1, 3), 3: Fraction(-2, 3)}),
        (3, {1: 1, 2: Fraction(-1, 3), 3: Fraction(-2, 3)}, {1: 3, 2: -1, 3: -2}),
        (0, {1: 1, 2: -1}, {1: 0, 2: 0}),
    ],
)
def test_every_seat_gets_its_share(score: int, shares: dict[int, Amount], amounts: dict[int, Amount]) -> None:
    paid = Settlement((add(score),), shares).amounts
    assert paid == amounts
    assert [type(amount) for amount in paid.values()] == [type(amount) for amount in amounts.values()]
    assert sum(paid.values()) == 0


@pytest.mark.parametrize(
    ("amount", "kind"), [(4, int), (Fraction(4, 2), int), (Fraction(-3), int), (Fraction(1, 2), Fraction)]
)
def test_whole_amounts_are_ints(amount: Amount, kind: type) -> None:
    assert type(whole(amount)) is kind
    assert whole(amount) == amount

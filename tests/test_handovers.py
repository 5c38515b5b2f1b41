"""Payments between players that settle what each has won or lost."""

from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.settlement import Amount, plan_handovers
from tests.cases import for_each


@for_each(
    ({4: 24, 5: 12, 1: -12, 2: -12, 3: -12}, {(1, 5, 12), (2, 4, 12), (3, 4, 12)}),
    ({4: -24, 5: -12, 1: 12, 2: 12, 3: 12}, {(5, 1, 12), (4, 2, 12), (4, 3, 12)}),
    ({1: 18, 2: -9, 3: -9}, {(2, 1, 9), (3, 1, 9)}),
    ({1: Fraction(15, 2), 2: Fraction(-15, 2)}, {(2, 1, Fraction(15, 2))}),
    ({1: 0, 2: 0}, set()),
    ({1: 2, 2: 1}, set()),
)
def test_chips_of_a_hand(amounts: dict[int, Amount], expected: set[tuple[int, int, Amount]]) -> None:
    assert {tuple(each) for each in plan_handovers(amounts)} == expected


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=11))
def test_everyone_ends_with_what_the_amounts_say(firsts: list[int]) -> None:
    amounts = dict(enumerate([*firsts, -sum(firsts)]))
    ends: Counter[int] = Counter()
    paid = plan_handovers(amounts)
    for giver, receiver, amount in paid:
        assert amount > 0
        ends[receiver] += int(amount)
        ends[giver] -= int(amount)
    assert {seat: ends[seat] for seat in amounts} == amounts
    assert len(paid) < len(amounts)

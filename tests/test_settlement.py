"""The steps of an account make its total, and a settlement says what each player gains."""

from fractions import Fraction

from scorekeeper.messages import message
from scorekeeper.settlement import Account, Amount, Gain, Settlement, Step, to_whole_number, total
from tests.cases import for_each


def addition(amount: Amount) -> Step:
    return Step(message("score.points"), "add", amount)


def multiplication(amount: Amount) -> Step:
    return Step(message("score.doubled"), "times", amount)


@for_each(
    ((), 0),
    ((addition(5), addition(-7)), -2),
    ((addition(5), multiplication(2), multiplication(2)), 20),
    ((addition(5), multiplication(2), addition(1)), 11),  # in order: what is added after a doubling is not doubled
    ((multiplication(2), addition(5)), 5),
    ((addition(1), multiplication(Fraction(1, 3))), Fraction(1, 3)),
)
def test_steps_apply_in_order_from_zero(steps: tuple[Step, ...], score: Amount) -> None:
    assert total(steps) == score


def test_an_account_adds_up_and_amounts_are_its_gains() -> None:
    account = Account(message("account.score"), (addition(5), multiplication(2), addition(1)), player="A")
    assert account.total == total(account.steps) == 11
    # A gain may have words where a number does not say it.
    gains = {"A": Gain(Fraction(1, 3)), "B": Gain(2, message("gain.levels", levels=2)), "C": Gain(0)}
    settlement = Settlement((), gains)
    assert settlement.amounts == {"A": Fraction(1, 3), "B": 2, "C": 0}
    assert list(settlement.amounts) == ["A", "B", "C"]


@for_each((4, int), (Fraction(4, 2), int), (Fraction(-3), int), (Fraction(1, 2), Fraction))
def test_whole_amounts_are_ints(amount: Amount, kind: type) -> None:
    assert type(to_whole_number(amount)) is kind
    assert to_whole_number(amount) == amount

"""Checks of sums that people type: a difference is named, and recorded only on purpose.

Where points are paid, gains and losses sum to zero. A form whose amounts do not is refused, and shown again with a
checkbox that confirms the difference. The checkbox is valid for the named differences only.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from flask import Flask

from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.games.game import Amounts
from scorekeeper.settlement import Amount
from scorekeeper.table.moves import TableMove
from scorekeeper.table.state import TableState
from scorekeeper.web.page.forms import Form

INTENDED = "uneven"
"""The field of the checkbox: the differences that are intended."""

M = TypeVar("M", bound=TableMove)

CODES = frozenset({"amount.uneven", "amount.uneven_hand"})


class SumLine(NamedTuple):
    """Amounts that should sum to `due`, and the hand from paper that they are of, if they are of one."""

    amounts: Amounts
    due: Amount = 0
    number: int | None = None


def init_app(app: Flask) -> None:
    """Make the box known to templates."""
    app.jinja_env.globals["intended_differences"] = intended_differences


def with_sums(state: TableState, form: Form, move: M, lines: Iterable[SumLine]) -> M:
    """Return the move of a form if its amounts sum to what they should, or the form says that they need not.

    Raises `RuleError` with a problem for each line that does not, after everything else that is wrong with the move.
    """
    problems = [sum_problem(line) for line in lines if state.game.pays and sum(line.amounts.values()) != line.due]
    if problems and form.get(INTENDED) != intended_differences(problems):
        raise RuleError(problems=(*move.complete(state).check(state), *problems))
    return move


def sum_problem(line: SumLine) -> Problem:
    """Return the problem of a line that does not sum to what it should."""
    facts = {"sum": sum(line.amounts.values()), "due": line.due}
    if line.number is None:
        return problem("amount.uneven", **facts)
    return problem("amount.uneven_hand", number=line.number, **facts)


def intended_differences(problems: Iterable[Problem]) -> str:
    """Return the label of the box of these problems; empty where none of them is about a sum."""
    return " ".join(
        f"{each.facts.get('number', '')}:{each.facts['sum']}/{each.facts['due']}"
        for each in problems
        if each.code in CODES
    )

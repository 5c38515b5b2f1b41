"""Amounts typed by hand that do not sum to what they should: the difference is named, and stands only on purpose.

Where points are paid, what some lose others win. A form whose amounts say otherwise is refused, and shown again with a
box that says that it is meant so. The box is good for the very differences that were named: others are asked for anew.
"""

from collections.abc import Iterable
from typing import NamedTuple

from flask import Flask

from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.games.game import Amounts
from scorekeeper.settlement import Amount
from scorekeeper.table.state import TableState
from scorekeeper.web.forms import Form

MEANT = "uneven"
"""The field of the box: the differences that are meant so."""

CODES = frozenset({"amount.uneven", "amount.uneven_hand"})


class Line(NamedTuple):
    """Amounts that should sum to `due`, and the hand from paper that they are of, if they are of one."""

    amounts: Amounts
    due: Amount = 0
    number: int | None = None


def init_app(app: Flask) -> None:
    """Make the box known to templates."""
    app.jinja_env.globals["meant_uneven"] = meant_uneven


def check_sums(state: TableState, form: Form, lines: Iterable[Line]) -> None:
    """Refuse amounts that do not sum to what they should, unless the form says that just this is meant.

    Raises `RuleError` with a problem for each such line.
    """
    if not state.game.pays:
        return
    problems = [uneven(line) for line in lines if sum(line.amounts.values()) != line.due]
    if problems and form.get(MEANT) != meant_uneven(problems):
        raise RuleError(problems=problems)


def uneven(line: Line) -> Problem:
    """The difference of a line, by name."""
    facts = {"sum": sum(line.amounts.values()), "due": line.due}
    if line.number is None:
        return problem("amount.uneven", **facts)
    return problem("amount.uneven_hand", number=line.number, **facts)


def meant_uneven(problems: Iterable[Problem]) -> str:
    """What the box of these problems says; empty where none of them is about a sum."""
    return " ".join(
        f"{each.facts.get('number', '')}:{each.facts['sum']}/{each.facts['due']}"
        for each in problems
        if each.code in CODES
    )

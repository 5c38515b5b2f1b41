"""The keys of the pads of Zhao Pengyou, and the fields of forms that keep their earlier choices."""

from collections.abc import Iterable

from scorekeeper.errors import Problem
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.web.games.keys import Key
from scorekeeper.web.page.forms import Form, small_number


def build_key(hand: zpy.Hand, value: object, move: zpy.Move) -> Key:
    """Return a key for a move, with the first reason against it."""
    return Key(value, first_problem(zpy.check_move(hand, move)))


def first_problem(problems: Iterable[Problem]) -> Problem | None:
    """Return the first of the reasons; None if there are none."""
    return next(iter(problems), None)


def last_value(form: Form, field: str) -> str:
    """Return the value chosen last in a form that keeps its earlier choices; "" for none."""
    values = form.getlist(field)
    return values[-1] if values else ""


def last_number(form: Form, field: str) -> int | None:
    """Return the value chosen last as a number; None for none."""
    return small_number(last_value(form, field))

"""The keys of the pads of Zhao Pengyou: each choice with the reason against it, as the library gives it."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from scorekeeper.errors import Problem
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.web.page.forms import Form, small_number


class Key(NamedTuple):
    """A key of the pad: its value, and why it is no good now."""

    value: Any
    problem: Problem | None = None


def key_of(hand: zpy.Hand, value: Any, move: Any) -> Key:
    """A key for a move, with the first reason against it."""
    return Key(value, first(zpy.check_move(hand, move)))


def first(problems: Iterable[Problem]) -> Problem | None:
    """The first of several reasons; None where there is none."""
    return next(iter(problems), None)


def last_value(form: Form, field: str) -> str:
    """What was chosen last in a form that keeps its earlier choices; empty for nothing."""
    values = form.getlist(field)
    return values[-1] if values else ""


def last_number(form: Form, field: str) -> int | None:
    """The same as a number, None for nothing."""
    return small_number(last_value(form, field))

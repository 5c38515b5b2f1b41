"""Reading what a form sent. What is missing or not of its kind is refused by name; nothing is guessed."""

import re
from typing import Any

from werkzeug.datastructures import ImmutableMultiDict, MultiDict

from scorekeeper.errors import Problem, RuleError
from scorekeeper.messages import Message, message
from scorekeeper.numerals import read_number, read_whole_number
from scorekeeper.settlement import Amount, to_whole_number

Form = MultiDict[str, str]
"""What a form sent, a list of values a field."""


class Blank(ImmutableMultiDict[str, str]):
    """A form in which nothing is filled in. Others find that something is not there by raising, which costs a board."""

    def get(self, key: str, default: object = None, type: object = None) -> object:  # type: ignore[override]  # noqa: ARG002
        """The `default`."""
        return default


BLANK = Blank()

NUMBERED = re.compile(r"(_\d+)+$", re.ASCII)


def field_name(field: str) -> Message:
    """Return the name of a field; of one of several, such as ``amount_3`` or ``amount_2_3``, as its kind."""
    return message(f"field.{re.sub(NUMBERED, '', field)}")


def text(form: Form, field: str) -> str:
    """The text of a field. Raises `RuleError` ``form.missing`` when it was not sent or is empty."""
    value = form.get(field, "").strip()
    if not value:
        raise RuleError("form.missing", what=field_name(field))
    return value


def small_number(text: str | None) -> int | None:
    """Return the number that a key or an address writes, of a seat, a trick or a card; None for anything else."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 4 else None


def integer(form: Form, field: str, what: Message | None = None) -> int:
    """A whole number. Raises `RuleError` ``form.missing`` or ``form.not_a_number``, which says `what` was asked for."""
    return read_integer(text(form, field), field, what)


def read_integer(value: str, field: str, what: Message | None = None) -> int:
    """The whole number that `field` has. Raises `RuleError` ``form.not_a_number``, which says `what` was asked for."""
    number = read_whole_number(value)
    if number is None:
        raise RuleError("form.not_a_number", what=what or field_name(field))
    return number


def read_standing(form: Form, field: str, what: Message) -> Amount:
    """A standing as pages write it, which may have a part: "−12½". Raises `RuleError` ``form.not_a_number``."""
    number = read_number(text(form, field))
    if number is None:
        raise RuleError("form.not_a_number", what=what)
    return to_whole_number(number)


def optional_integer(form: Form, field: str, what: Message | None = None) -> int | None:
    """A whole number, or None when the field is empty."""
    return integer(form, field, what) if form.get(field, "").strip() else None


def optional_integers(form: Form, field: str) -> list[int]:
    """The whole numbers of a field that may stand several times in a form, without those left empty."""
    return [read_integer(value.strip(), field) for value in form.getlist(field) if value.strip()]


def gather(**readers: Any) -> dict[str, Any]:
    """Read several fields and refuse once for all that is wrong: ``gather(level=lambda: integer(form, "level"))``."""
    values: dict[str, object] = {}
    problems: list[Problem] = []
    for name, read in readers.items():
        try:
            values[name] = read()
        except RuleError as refusal:
            problems.extend(refusal.problems)
    if problems:
        raise RuleError(problems=problems)
    return values

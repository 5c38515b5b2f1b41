"""Reading what a form sent. What is missing or not of its kind is refused by name; nothing is guessed."""

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.errors import Problem, RuleError
from scorekeeper.messages import N_

Form = MultiDict[str, str]
"""What a form sent, a list of values a field."""

LONGEST_NUMBER = 9

NAMES: Mapping[str, str] = {
    "declarer": N_("who declares"),
    "player": N_("a player"),
    "winner": N_("who took the trick"),
    "level": N_("the number"),
    "trump": N_("the trump suit"),
    "points": N_("the points"),
    "friend": N_("the friend"),
    "side": N_("the friend"),
    "dealer": N_("who deals"),
    "call": N_("how the friend is called"),
    "amount": N_("the amount"),
    "hands": N_("the number of hands"),
    "number": N_("the hand"),
    "one": N_("the first player"),
    "other": N_("the second player"),
    "card": N_("the card"),
    "joker_holder": N_("who held the joker"),
}
"""What a field is called in a refusal."""


def name_of(field: str) -> str:
    """What a field is called; one a player, such as ``amount_3``, as its kind."""
    return NAMES.get(field) or NAMES.get(field.partition("_")[0], field)


def text(form: Form, field: str) -> str:
    """The text of a field. Raises `RuleError` ``form.missing`` when it was not sent or is empty."""
    value = form.get(field, "").strip()
    if not value:
        raise RuleError("form.missing", what=name_of(field))
    return value


def integer(form: Form, field: str) -> int:
    """A whole number. Raises `RuleError` ``form.missing`` or ``form.not_a_number``."""
    value = text(form, field).replace("−", "-")
    if len(value) > LONGEST_NUMBER or not value.lstrip("+-").isdecimal():
        raise RuleError("form.not_a_number", what=name_of(field))
    try:
        return int(value)
    except ValueError:
        raise RuleError("form.not_a_number", what=name_of(field)) from None


def optional_integer(form: Form, field: str) -> int | None:
    """A whole number, or None when the field is empty."""
    return integer(form, field) if form.get(field, "").strip() else None


def gather(**readers: Any) -> dict[str, Any]:
    """Read several fields and refuse once for all that is wrong: ``gather(level=lambda: integer(form, "level"))``."""
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, read in readers.items():
        try:
            values[name] = read()
        except RuleError as refusal:
            problems.extend(refusal.problems)
    if problems:
        raise RuleError(problems=problems)
    return values

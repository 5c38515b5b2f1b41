"""Names and reasons as people type them: how they are tidied, and which are refused."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.lookalikes import KEPT_INVISIBLE, is_same_name, looks_alike

LONGEST_NAME = 24
LONGEST_REASON = 200

MOST_MARKS = 3
"""Combining marks on one letter; more of them would overlap the names above and below."""

SEPARATORS = re.compile("[,，、،;；\t\r\n]")
"""Signs between the names of a list."""

BLANK = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Fillers of Hangul and Braille: Unicode counts them as letters and symbols, but they are invisible."""


def tidy_text(text: str) -> str:
    """Return `text` in one line and one Unicode form, without invisible characters or surrounding space."""
    seen = (char if is_visible(char) else " " for char in unicodedata.normalize("NFC", text))
    runs = groupby(seen, lambda char: unicodedata.category(char) in ("Mn", "Me"))
    few = ("".join(list(run)[:MOST_MARKS] if marks else run) for marks, run in runs)
    return " ".join("".join(few).split())


def split_names(text: str) -> tuple[str, ...]:
    """Return the tidy names of a list as people paste it, with commas, semicolons, tabs or a line for each."""
    return tuple(name for name in map(tidy_text, SEPARATORS.split(text)) if name)


def is_visible(char: str) -> bool:
    """Return whether a character is visible, or joins visible ones."""
    if char in KEPT_INVISIBLE:
        return True
    return char not in BLANK and unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


@collect_problems
def check_name(name: str, taken: Iterable[str] = ()) -> Iterator[Problem]:
    """Yield the problems with a tidy `name` for a player beside the names that are `taken`."""
    if not any(char.isalnum() or unicodedata.category(char).startswith("S") for char in name):
        yield problem("name.empty")
    if len(name) > LONGEST_NAME:
        yield problem("name.too_long", length=len(name), longest=LONGEST_NAME)
    alike = next((other for other in taken if looks_alike(other, name)), None)
    if alike is not None and is_same_name(alike, name):
        yield problem("name.taken", name=name)
    elif alike is not None:
        yield problem("name.looks_taken", name=alike)


def number_name(name: str, taken: Iterable[str]) -> str:
    """Return a name with the first number by which nobody of `taken` is called: Bo 2."""
    others = tuple(taken)
    names = (f"{name[: LONGEST_NAME - 3].rstrip()} {number}" for number in range(2, 100))
    return next(each for each in names if not any(looks_alike(other, each) for other in others))


@collect_problems
def check_reason(reason: str) -> Iterator[Problem]:
    """Yield the problems with a tidy `reason`."""
    if not reason:
        yield problem("reason.empty")
    if len(reason) > LONGEST_REASON:
        yield problem("reason.too_long", longest=LONGEST_REASON)

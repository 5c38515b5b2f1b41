"""Names and reasons as people type them: how they are tidied, and which are refused."""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby

from confusable_homoglyphs.confusables import confusables_data

from scorekeeper.errors import Problem, collect_problems, problem

LONGEST_NAME = 24
LONGEST_REASON = 200

MOST_MARKS = 3
"""Combining marks on one letter; more of them would overlap the names above and below."""

# Zero-width joiners build emoji and some scripts; every other invisible character could hide or reverse text.
KEPT_INVISIBLE = {"\u200c", "\u200d"}
BLANK = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Fillers of Hangul and Braille: Unicode counts them as letters and symbols, but they are invisible."""


def tidy_text(text: str) -> str:
    """Return `text` in one line and one Unicode form, without invisible characters or surrounding space."""
    seen = (char if is_visible(char) else " " for char in unicodedata.normalize("NFC", text))
    runs = groupby(seen, lambda char: unicodedata.category(char) in ("Mn", "Me"))
    few = ("".join(list(run)[:MOST_MARKS] if marks else run) for marks, run in runs)
    return " ".join("".join(few).split())


def is_visible(char: str) -> bool:
    """Return whether a character is visible, or joins visible ones."""
    if char in KEPT_INVISIBLE:
        return True
    return char not in BLANK and unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def fold_lookalikes(name: str) -> str:
    """Return a form of a name that is equal for names that look alike, such as Latin and Cyrillic "A"."""
    plain = unicodedata.normalize("NFKC", name)
    return "".join(find_latin_lookalike(char) for char in plain if char not in KEPT_INVISIBLE).casefold()


@cache
def find_latin_lookalike(char: str) -> str:
    """Return the Latin letter that a letter of another script looks like, or the letter itself."""
    alike = [each["c"] for each in confusables_data.get(char, ())] if not char.isascii() else []
    return next((each for each in alike if each.isascii() and each.isalpha()), char)


@collect_problems
def check_name(name: str, taken: Iterable[str] = ()) -> Iterator[Problem]:
    """Yield the problems with a tidy `name` for a player beside the names that are `taken`."""
    if not any(char.isalnum() or unicodedata.category(char).startswith("S") for char in name):
        yield problem("name.empty")
    if len(name) > LONGEST_NAME:
        yield problem("name.too_long", length=len(name), longest=LONGEST_NAME)
    alike = next((other for other in taken if fold_lookalikes(other) == fold_lookalikes(name)), None)
    if alike is not None and alike.casefold() == name.casefold():
        yield problem("name.taken", name=name)
    elif alike is not None:
        yield problem("name.looks_taken", name=alike)


@collect_problems
def check_reason(reason: str) -> Iterator[Problem]:
    """Yield the problems with a tidy `reason`."""
    if not reason:
        yield problem("reason.empty")
    if len(reason) > LONGEST_REASON:
        yield problem("reason.too_long", longest=LONGEST_REASON)

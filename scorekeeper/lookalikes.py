"""Names that are equal and names that look alike: the one rule by which tables, groups and exports compare them.

Equal names are one person. A name that only looks like another is refused at a table, and asked about in a group.
"""

import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data

# Zero-width joiners build emoji and some scripts; every other invisible character could hide or reverse text.
KEPT_INVISIBLE = {"\u200c", "\u200d"}


def fold_case(name: str) -> str:
    """Return a form of a name that is equal for equal names: those that differ by capitals at most."""
    return name.casefold()


def is_same_name(one: str, other: str) -> bool:
    """Return whether two names are equal, apart from capitals."""
    return fold_case(one) == fold_case(other)


def fold_lookalikes(name: str) -> str:
    """Return a form of a name that is equal for names that look alike, such as Latin and Cyrillic "A"."""
    plain = unicodedata.normalize("NFKC", name)
    return "".join(find_latin_lookalike(char) for char in plain if char not in KEPT_INVISIBLE).casefold()


def looks_alike(one: str, other: str) -> bool:
    """Return whether two names look alike, as equal names do, too."""
    return fold_lookalikes(one) == fold_lookalikes(other)


@cache
def find_latin_lookalike(char: str) -> str:
    """Return the Latin letter that a letter of another script looks like, or the letter itself."""
    alike = [each["c"] for each in confusables_data.get(char, ())] if not char.isascii() else []
    return next((each for each in alike if each.isascii() and each.isalpha()), char)

"""Names that look alike: the one rule by which a table and a group compare them."""

import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data

# Zero-width joiners build emoji and some scripts; every other invisible character could hide or reverse text.
KEPT_INVISIBLE = {"\u200c", "\u200d"}


def fold_lookalikes(name: str) -> str:
    """Return a form of a name that is equal for names that look alike, such as Latin and Cyrillic "A"."""
    plain = unicodedata.normalize("NFKC", name)
    return "".join(find_latin_lookalike(char) for char in plain if char not in KEPT_INVISIBLE).casefold()


def looks_alike(one: str, other: str) -> bool:
    """Return whether two names look alike: the one rule at a table and in a group."""
    return fold_lookalikes(one) == fold_lookalikes(other)


@cache
def find_latin_lookalike(char: str) -> str:
    """Return the Latin letter that a letter of another script looks like, or the letter itself."""
    alike = [each["c"] for each in confusables_data.get(char, ())] if not char.isascii() else []
    return next((each for each in alike if each.isascii() and each.isalpha()), char)

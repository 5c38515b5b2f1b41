"""Names and reasons as people type them: what is kept of them, and what is refused."""

import unicodedata
from collections.abc import Iterable, Iterator

from scorekeeper.errors import Problem, collected, problem

LONGEST_NAME = 24
LONGEST_REASON = 200

# Zero-width joiners build emoji and some scripts; every other invisible character could hide or reverse text.
KEPT_INVISIBLE = {"\u200c", "\u200d"}


def tidy(text: str) -> str:
    """`text` in one line and one Unicode form, without invisible characters or space around it."""
    visible = (
        char
        if char in KEPT_INVISIBLE or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
        else " "
        for char in unicodedata.normalize("NFC", text)
    )
    return " ".join("".join(visible).split())


@collected
def check_name(name: str, taken: Iterable[str] = ()) -> Iterator[Problem]:
    """Why `name`, already tidy, cannot be a player's name next to the `taken` ones."""
    if not any(char.isalnum() or unicodedata.category(char).startswith("S") for char in name):
        yield problem("name.empty")
    if len(name) > LONGEST_NAME:
        yield problem("name.too_long", length=len(name), longest=LONGEST_NAME)
    if name.casefold() in {other.casefold() for other in taken}:
        yield problem("name.taken", name=name)


@collected
def check_reason(reason: str) -> Iterator[Problem]:
    """Why `reason`, already tidy, is not one."""
    if not reason:
        yield problem("reason.empty")
    if len(reason) > LONGEST_REASON:
        yield problem("reason.too_long", longest=LONGEST_REASON)

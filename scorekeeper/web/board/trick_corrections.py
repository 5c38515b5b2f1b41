"""Corrections of a trick of the hand in progress, as every game has them: which trick, and the list of all."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from scorekeeper.games.game import Player
from scorekeeper.web.page.forms import Form, gather, integer

MOST = 10
"""As many tricks are listed at once: two rows. Of more there are pages, with room for those before and after."""

A_PAGE = MOST - 2


def read_trick(form: Form) -> dict[str, Any]:
    """Read the number of a trick, its winner and its points from a form. Raises `RuleError`."""
    return gather(**{name: partial(integer, form, name) for name in ("trick", "winner", "points")})


class AnyTrick(Protocol):
    """A trick as every game keeps it."""

    @property
    def winner(self) -> Player:
        """The player who took the trick."""

    @property
    def points(self) -> int:
        """The points in the trick."""


class TrickCell(NamedTuple):
    """A trick of the hand: who took it with how many points, and whose side that counts for.

    The next one and later ones have no winner yet: their `side` is "next" or "later".
    """

    number: int
    winner: Player | None
    points: int
    side: str


class TrickList(NamedTuple):
    """Tricks that are listed, and the numbers of those before and after them."""

    cells: tuple[TrickCell, ...]
    before: range
    after: range


def opened_trick(modes: Collection[str], recorded: int, *, going_on: bool) -> int:
    """Return the trick that is open, by the overlay ``mend-4``; the last one when there is no such trick."""
    asked = next((mode.partition("-")[2] for mode in modes if mode.startswith("mend")), "")
    there = map(str, range(1, recorded + going_on + 1))
    return int(asked) if asked in there else max(1, recorded)


def list_tricks(
    tricks: Sequence[AnyTrick], makers: Collection[Player | None], every: int, opened: int, *, known: bool
) -> TrickList:
    """Return the tricks around the `opened` one, of `every` that there will be; `known` tells whether all sides are."""
    page = range(1, every + 1)
    if every > MOST:
        first = (opened - 1) // A_PAGE * A_PAGE + 1
        page = range(first, min(first + A_PAGE, every + 1))
    cells = tuple(trick_cell(tricks, makers, number, known=known) for number in page)
    return TrickList(cells, range(max(1, page[0] - A_PAGE), page[0]), range(page[-1] + 1, every + 1)[:A_PAGE])


def trick_cell(tricks: Sequence[AnyTrick], makers: Collection[Player | None], number: int, *, known: bool) -> TrickCell:
    """Return the cell of a trick; one that is still to come has a number alone."""
    if number > len(tricks):
        return TrickCell(number, None, 0, "next" if number == len(tricks) + 1 else "later")
    trick = tricks[number - 1]
    side = "makers" if trick.winner in makers else "defenders" if known else ""
    return TrickCell(number, trick.winner, trick.points, side)

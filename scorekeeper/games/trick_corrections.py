"""Mending a trick of the hand in progress: what was told of the play is gone through again with what was really so."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Move


class PlayStep(NamedTuple):
    """A move of the play, and the number of the trick that it is about or comes before."""

    trick: int
    move: Move


def check_move(hand: Any, move: Move) -> Iterable[Problem]:
    """Every reason why `move` cannot be made."""
    return move.check(hand)


@collected
def check_replay(
    hand: Any,
    steps: Iterable[PlayStep],
    mended: int,
    check: Callable[[Any, Move], Iterable[Problem]] = check_move,
) -> Iterator[Problem]:
    """Why the play cannot have gone by `steps` from `hand` on, in which trick `mended` is new.

    It can be impossible by itself, or be contradicted by what came later. What came before stands as it was.
    """
    for trick, move in steps:
        problems = tuple(check(hand, move)) if trick >= mended else ()
        if problems and trick == mended:
            yield from problems
        elif problems:
            yield problem("mend.contradicts", mended=mended, trick=trick, why=problems[0])
        if problems:
            return
        hand = move.play(hand)


@collected
def check_tallied_trick(trick: int, by_cards: Sequence[bool]) -> Iterator[Problem]:
    """Why winner and points of a trick cannot be mended; `by_cards` says of each whether its cards tell them."""
    if not 1 <= trick <= len(by_cards):
        yield problem("mend.no_such_trick", trick=trick)
    elif by_cards[trick - 1]:
        yield problem("mend.has_cards", trick=trick)

"""Corrections of a trick of the hand in progress: the recorded play is replayed with the corrected trick."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.game import Move


class PlayStep(NamedTuple):
    """A move of the play, with the number of the trick that it belongs to or precedes."""

    trick: int
    move: Move


def check_move(hand: object, move: Move) -> Iterable[Problem]:
    """Return every reason why `move` cannot be made."""
    return move.check(hand)


@collect_problems
def check_replay(
    hand: object,
    steps: Iterable[PlayStep],
    mended: int,
    check: Callable[[Any, Move], Iterable[Problem]] = check_move,
) -> Iterator[Problem]:
    """Yield the first reason why the play cannot have gone by `steps` from `hand` on, in which trick `mended` is new.

    Trick `mended` can be impossible by itself, or contradict a later one. Earlier steps are not checked again.
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


@collect_problems
def check_tallied_trick(trick: int, by_cards: Sequence[bool]) -> Iterator[Problem]:
    """Yield a problem when winner and points of a trick cannot be corrected."""
    if not 1 <= trick <= len(by_cards):
        yield problem("mend.no_such_trick", trick=trick)
    elif by_cards[trick - 1]:
        yield problem("mend.has_cards", trick=trick)

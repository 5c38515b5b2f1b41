"""Properties of the values of every game."""

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any, get_args, get_origin, get_type_hints

from scorekeeper import games
from scorekeeper.cards import Suit
from scorekeeper.games import mighty
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.mighty.offences import SuspectPlay
from tests.cases import for_each
from tests.games.rulebooks import GAMES
from tests.values import is_frozen, list_value_classes

GATHERING = (SuspectPlay,)
"""What collects while it judges, and is seen by nobody."""


def parts(annotation: Any) -> Iterator[Any]:
    """A type and all it is made of: those of ``Mapping[Card, list[int]]`` are it, `Card`, ``list[int]`` and `int`.

    What a function takes or answers is no part of it.
    """
    yield annotation
    if get_origin(annotation) is Callable:
        return
    for part in get_args(annotation):
        yield from parts(part)


def changeable(kind: type[Any]) -> list[str]:
    """The fields that hold, or may hold somewhere inside, what can be changed in place."""
    return [
        name
        for name, annotation in get_type_hints(kind).items()
        if any(getattr(part, "__origin__", part) in (list, dict, set) for part in parts(annotation))
    ]


KINDS = list(list_value_classes(games))
VALUES = [kind for kind in KINDS if kind not in GATHERING]


@for_each(*VALUES)
def test_values_never_change(kind: type[Any]) -> None:
    """Hands are shared: a deal, a call and a settlement never change in place."""
    assert is_frozen(kind)
    assert changeable(kind) == []


@for_each(*GATHERING)
def test_what_gathers_does_change_and_is_seen_by_nobody(kind: type[Any]) -> None:
    assert kind in KINDS
    assert not is_frozen(kind)
    assert changeable(kind)
    assert not any(kind in vars(game).values() for game in GAMES.values())
    assert not any(kind in parts(hint) for other in VALUES for hint in get_type_hints(other).values())


WHOLE_HANDS: dict[str, Any] = {
    "mighty": mighty.RecordHand(1, mighty.Bid.parse("16H"), mighty.Call.parse("SA"), 16, 2),
    "zhao_pengyou": zpy.RecordHand(1, Suit.HEARTS, (2,), 110, "makers"),
}


@for_each(*WHOLE_HANDS.items())
def test_hands_are_pickled_and_copied(game: str, move: Any) -> None:
    library, seats = GAMES[game], (1, 2, 3, 4, 5)
    rules = library.PRESETS["pagat"].rules
    dealt = library.deal(rules, library.start_session(rules, seats), seats)
    for hand in (dealt, library.do(dealt, move)):
        for again in (pickle.loads(pickle.dumps(hand)), copy.copy(hand), copy.deepcopy(hand)):
            assert again == hand
            assert (again.phase, again.settlement) == (hand.phase, hand.settlement)
            assert library.find_expected_moves(again) == library.find_expected_moves(hand)

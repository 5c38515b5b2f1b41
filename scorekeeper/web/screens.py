"""What the web needs of a game beyond its rules."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from markupsafe import Markup

from scorekeeper.games.game import Player
from scorekeeper.messages import Message, Sentences
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.forms import Form
from scorekeeper.web.services import Context
from scorekeeper.web.setup import Setup

Reader = Callable[[TableState, Form], Any]


class Way(NamedTuple):
    """One way of recording a part of a hand, such as trick by trick."""

    code: str
    label: str


class Turn(NamedTuple):
    """Who is to act, None where it is nobody's turn, and what the others' phones say of it."""

    player: Player | None
    said: Message


class Foot(NamedTuple):
    """What stands under a name, and the side that it colours: makers, defenders, out or none."""

    words: Markup
    side: str = ""


@dataclass(frozen=True, slots=True)
class Screens:
    """The templates a game draws, and what its forms mean.

    `folder` holds its templates: one for each screen of a hand in progress, ``moment.html`` for a hand just ended,
    ``correct.html`` to correct one and, when `referee` has tools, one for each of them. `forms` read what a form sent
    into a move, by the form's name. `ways` are the ways of recording, by the part of the hand that they record; the
    first of each is usual. `board` gives the templates what they read under the ways chosen: which `screen` is drawn,
    whose `turn` it is, and the `feet` that stand under the names. `opening` tells of a hand just dealt who begins it
    and how; `leader` asks who else might. `correction` names the form that gives a whole hand, and `correction_fields`
    says what it shows first. `sentences` are what its screens say, among it what fields are called in a refusal
    (``field.winner``). `referee` answers questions, by tool. `own_business` are the moves with a field ``player`` that
    this player may record without keeping the score. `setup` is what comes before the first hand.
    """

    folder: str
    forms: Mapping[str, Reader]
    ways: Mapping[str, tuple[Way, ...]]
    board: Callable[[TableState, Collection[str]], Context]
    opening: Callable[[Any], Message]
    leader: str
    correction: str
    correction_fields: Callable[[TableState, HandRecord, Form | None], Context]
    sentences: Sentences = field(default_factory=dict)
    referee: Mapping[str, Callable[[TableState, Form], Context]] = field(default_factory=dict)
    own_business: frozenset[type] = frozenset()
    setup: Setup = field(default_factory=Setup)

    def way(self, part: str, chosen: Collection[str]) -> Way:
        """The way in which a part of a hand is recorded by whoever has chosen these."""
        return next((way for way in self.ways[part] if way.code in chosen), self.ways[part][0])


SCREENS: dict[str, Screens] = {}
"""The screens of every game, by its key; `scorekeeper.web.games` fills it."""


def screens_for(game_key: str) -> Screens:
    """The screens of a game."""
    return SCREENS[game_key]

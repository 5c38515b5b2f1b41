"""What the web needs of a game beyond its rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.messages import Message, Sentences
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.forms import Form
from scorekeeper.web.services import Context

Reader = Callable[[TableState, Form], Any]


@dataclass(frozen=True, slots=True)
class Screens:
    """The templates a game draws, and what its forms mean.

    `folder` holds its templates: ``board.html`` while a hand is played, ``correct.html`` to correct one and, when
    `referee` has tools, one for each of them. `forms` read what a form sent into a move, by the form's name. `board`
    gives the templates what they read, among it who is to act (`active`, None for nobody in particular) and everyone's
    `roles`. `opening` tells of a hand just dealt who begins it and how; `leader` asks who else might. `correction`
    names the form that gives a whole hand, and `correction_fields` says what it shows first. `sentences` are what its
    screens say, among it what fields are called in a refusal (``field.winner``). `referee` answers questions, by tool.
    `own_business` are the moves with a field ``player`` that this player may record without keeping the score.
    """

    folder: str
    forms: Mapping[str, Reader]
    board: Callable[[TableState], Context]
    opening: Callable[[Any], Message]
    leader: str
    correction: str
    correction_fields: Callable[[TableState, HandRecord, Form | None], Context]
    sentences: Sentences = field(default_factory=dict)
    referee: Mapping[str, Callable[[TableState, Form], Context]] = field(default_factory=dict)
    own_business: frozenset[type] = frozenset()


SCREENS: dict[str, Screens] = {}
"""The screens of every game, by its key; `scorekeeper.web.games` fills it."""


def screens_for(game_key: str) -> Screens:
    """The screens of a game."""
    return SCREENS[game_key]

"""What the web needs of a game beyond its rules."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from zlib import crc32

from markupsafe import Markup

from scorekeeper.cards import Card
from scorekeeper.games.game import Player
from scorekeeper.games.lesson import FirstGame
from scorekeeper.messages import Message, Sentences
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.forms import Form
from scorekeeper.web.questions import Question
from scorekeeper.web.services import Context
from scorekeeper.web.setup import Setup

Reader = Callable[[TableState, Form], Any]
Moves = tuple[Any, ...]


class Begun(NamedTuple):
    """How a hand really began: as it was dealt, its moves up to the last redeal, the hand after them, and the rest.

    `rest` are the moves after the last redeal as they were recorded.
    """

    dealt: HandRecord
    moves: Moves
    hand: Any
    rest: Moves


class Way(NamedTuple):
    """One way of recording a part of a hand, such as trick by trick."""

    code: str
    label: str


class Turn(NamedTuple):
    """Who is to act, None where it is nobody's turn, and what the others' phones say of it.

    Where several may act, but need not, `anyone` are those and `own` is what their phones say.
    """

    player: Player | None
    said: Message
    anyone: tuple[Player, ...] = ()
    own: Message | None = None


class Remedy(NamedTuple):
    """A correction that is offered beside a refusal: its words, the form that records it and what that holds."""

    label: Markup
    form: str
    fields: Mapping[str, str]


class Foot(NamedTuple):
    """What stands under a name, and the side that it colours: makers, defenders, out or none."""

    words: Markup
    side: str = ""


class Moment(NamedTuple):
    """The panel that tells what became of a hand.

    `look` is makers, defenders, run or back. `stamp` is what doubled it, `points` those of the makers and all there
    are, `brief` the result in a line of the score sheet, and `won` whether the makers reached what they promised.
    """

    label: Markup
    fact: Markup
    look: str = ""
    stamp: str = ""
    points: tuple[int, int] | None = None
    brief: str = ""
    won: bool | None = None


class Word(NamedTuple):
    """A word of a game: the term of its screens, and what it means."""

    term: str
    meaning: str


class ToldTrick(NamedTuple):
    """A trick that is over: the cards as far as they were written down, each with who played it, who won, its points.

    `why` is the rule by which it was won; None where the cards do not say.
    """

    plays: tuple[tuple[Player, tuple[Card, ...]], ...]
    winner: Player
    points: int
    why: Message | None = None


@dataclass(frozen=True, slots=True)
class Screens:
    """The templates a game draws, and what its forms mean.

    `folder` holds its templates: one for each screen of a hand in progress, ``moment.html`` for a hand just ended,
    ``correct.html`` to correct one and, in ``referee``, one for each question. `forms` read what a form
    sent into a move, by the form's name. `ways` are the ways of recording, by the part of the hand that they
    record; the first of each is usual. `board` gives the templates what they read under the ways chosen: which
    `screen` is drawn, whose `turn` it is, and the `feet` that stand under the names. `question` is all that
    tells the question which a hand puts now from its others: its phase, how much is recorded, whose turn it is.
    `opening` tells of a hand just dealt who begins it and how; `leader` asks who else might, and `begins` says what
    that is. `correction` names the form that gives a whole hand, and `correction_fields` says what it shows first.
    `redeals` reads who really claimed the redeals of a hand. `sentences` are what its
    screens say, among it what fields are called in a refusal (``field.winner``), and the short words of a formula:
    ``term.`` and ``formula.`` before the code of a step. `moment` is the panel of a hand that ended, `marks` stand
    beside who has so much, `next_line` tells in both wordings who begins the next hand. `previews` are what a
    screen shows while its form is filled in, by the form's name, which is the screen's. `corrected` reads the form
    of a correction into the moves of the hand after its redeals. `remedy` is offered where a move was refused.
    `referee` answers questions, by their name in the
    address; `pages` are such questions that one phone asks by itself, of its seat if it has one, each in a template of
    its name. `own_business` are the
    moves with a field ``player`` that this player may record without keeping the score. `asides` are screens that
    one phone opens over the usual one by their name in the address (``?at=mend-4``): the board finds it among the
    ways. `between` gives what a game draws of its own between two hands: its `screen`, else the moment that all games
    share. `total` reads how somebody is to stand, where that is no number, as the change that leads there: it is given
    rules, session, player and text. `styles` and `scripts` are files that the tables of this game load besides.
    `setup` is what comes before the first hand. `tricks` are those of a hand that are over. `words` are explained to
    readers. `help` says which sections of the house rules matter in a phase, `paying` which of
    them a hand that was paid is an example of. `first_game` guides people who are new to it.
    """

    folder: str
    forms: Mapping[str, Reader]
    ways: Mapping[str, tuple[Way, ...]]
    board: Callable[[TableState, Collection[str]], Context]
    question: Callable[[Any], tuple[Any, ...]]
    opening: Callable[[Any], Message]
    leader: str
    begins: str
    correction: str
    correction_fields: Callable[[TableState, HandRecord, Begun, Form | None], Context]
    sentences: Sentences = field(default_factory=dict)
    referee: Mapping[str, Question] = field(default_factory=dict)
    pages: Mapping[str, Callable[[TableState, Player | None, Form], Context]] = field(default_factory=dict)
    own_business: frozenset[type] = frozenset()
    moment: Callable[[TableState, HandRecord], Moment] | None = None
    marks: Callable[[TableState, Player, Any], list[Markup]] = lambda *_: []
    next_line: Callable[[TableState, Any], Markup] | None = None
    previews: Mapping[str, Callable[[TableState, Form], Context]] = field(default_factory=dict)
    corrected: Callable[[TableState, HandRecord, Begun, Form], Moves] | None = None
    redeals: Callable[[Moves, Form], Moves] = lambda moves, _form: moves
    remedy: Callable[[TableState, Any], Remedy | None] = lambda _state, _asked: None
    total: Callable[[Any, Any, Player, str], int] | None = None
    asides: frozenset[str] = frozenset()
    between: Callable[[TableState, Collection[str]], Context] = lambda *_: {}
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    setup: Setup = field(default_factory=Setup)
    tricks: Callable[[Any], tuple[ToldTrick, ...]] = lambda _hand: ()
    proven: Callable[[Any], tuple[Message, ...]] = lambda _hand: ()
    words: tuple[Word, ...] = ()
    help: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    paying: str = ""
    first_game: FirstGame | None = None

    def way(self, part: str, chosen: Collection[str]) -> Way:
        """The way in which a part of a hand is recorded by whoever has chosen these."""
        return next((way for way in self.ways[part] if way.code in chosen), self.ways[part][0])


SCREENS: dict[str, Screens] = {}
"""The screens of every game, by its key; `scorekeeper.web.games` fills it."""


def screens_for(game_key: str) -> Screens:
    """The screens of a game."""
    return SCREENS[game_key]


QUESTION = "question"
"""The field of a form that says which question it answers."""


def question_of(state: TableState) -> str:
    """The key of what the docks of a table ask now, short as every board has it. It changes with every answer."""
    screens = screens_for(state.game.key)
    part = screens.question(state.current.hand) if state.current else bool(state.ending)
    return f"{crc32(repr((state.hand_number, part)).encode()):x}"


def is_asked(state: TableState, form: Form) -> bool:
    """Whether a form answers what is asked now. A form that does not say what it answers does."""
    return form.get(QUESTION) in (None, question_of(state))

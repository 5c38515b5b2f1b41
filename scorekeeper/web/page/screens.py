"""A game's screens: all that the web needs of it beyond its rules."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple
from zlib import crc32

from markupsafe import Markup

from scorekeeper.cards import Card
from scorekeeper.games.game import Move, Player
from scorekeeper.games.lesson import FirstGame
from scorekeeper.messages import Message, Sentences
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.values import remember_recent
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.game_setup import Setup
from scorekeeper.web.page.questions import Question

Reader = Callable[[TableState, Form], Move]
Moves = tuple[Move, ...]


class RecordingMode(NamedTuple):
    """A way to record a part of a hand, such as trick by trick."""

    code: str
    label: str
    cost: str = ""
    """The taps that it takes; "" where it is not said."""


class Turn(NamedTuple):
    """The player who is to act, None where it is nobody's turn, and what the others' phones say.

    Where several may act, but need not, `anyone` are those. `own` is what the phones of those who are to act say
    instead of "Your turn".
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


class RecordedForm(NamedTuple):
    """The form that records a move, so that its board can be drawn as it was filled in."""

    name: str
    fields: Form
    modes: Mapping[str, str] = MappingProxyType({})
    """The ways of recording in which the board has the form, by the part of the hand."""
    at: str = ""
    """The screen opened over the usual one that has the form."""


def fill_form(**fields: object) -> Form:
    """Return a form with these fields; None is left out, a tuple has several values."""
    form = Form()
    for name, value in fields.items():
        if value is not None:
            form.setlist(name, [str(each) for each in (value if isinstance(value, tuple) else (value,))])
    return form


class SeatCaption(NamedTuple):
    """The words under a name, and the side that they colour: makers, defenders, out or none."""

    words: Markup
    side: str = ""


class ResultPanel(NamedTuple):
    """The panel with the result of a hand.

    `outcome` is makers, defenders, run or back. `stamp` is what doubled it, `points` those of the makers and all there
    are, `brief` the result in a line of the score sheet, and `won` whether the makers reached what they promised.
    """

    label: Markup
    fact: Markup
    outcome: str = ""
    stamp: str = ""
    points: tuple[int, int] | None = None
    brief: str = ""
    won: bool | None = None


class Word(NamedTuple):
    """A word of a game: the term of its screens, and what it means."""

    term: str
    meaning: str


class FinishedTrick(NamedTuple):
    """A finished trick: the recorded cards, each with its player, the winner, and the points.

    `why` is the rule by which it was won; None where the cards do not say.
    """

    plays: tuple[tuple[Player, tuple[Card, ...]], ...]
    winner: Player
    points: int
    why: Message | None = None


@dataclass(frozen=True, slots=True)
class BoardScreens:
    """The part of a game on the board of a hand in progress: its screens, and the readers of their forms."""

    forms: Mapping[str, Reader]
    """By the name of a form, the reader that makes a move of what was sent."""
    modes: Mapping[str, tuple[RecordingMode, ...]]
    """The game's ways of recording with their labels, by the part of the hand that they record."""
    board: Callable[[TableState, Collection[str]], Context]
    """The context of the templates under the modes of the table and the overlay of a phone.

    It has the `screen`, the `turn` and the `captions` of seats.
    """
    question: Callable[[Any], tuple[object, ...]]
    """The values that identify the present question of a hand: phase, number of entries, turn."""
    opening: Callable[[Any], Message]
    """Who begins a hand just dealt, and how."""
    leader: str
    """The label of the choice of somebody else to begin."""
    begins: str
    """The label of the player who begins a hand, such as "First to deal"."""
    previews: Mapping[str, Callable[[TableState, Form], Context]] = field(default_factory=dict)
    """By the name of a form, which is its screen's, what the screen shows while the form is filled in."""
    overlays: frozenset[str] = frozenset()
    """The screens that one phone opens over the usual one, by their name in the address (``?at=mend-4``)."""
    between_hands: Callable[[TableState, Collection[str]], Context] = lambda *_: {}
    """What the game draws of its own between two hands: its `screen`, else the panel that all games share."""
    own_business: frozenset[type] = frozenset()
    """The moves with a field ``player`` that this player may record without keeping the score."""
    remedy: Callable[[TableState, Move], Remedy | None] = lambda _state, _asked: None
    """The correction that is offered where a move was refused."""
    total: Callable[[Any, Any, Player, str], int] | None = None
    """(rules, session, player, text): the change that makes a player stand as a text says.

    None where a number is the standing itself.
    """
    styles: tuple[str, ...] = ()
    """The stylesheets that the tables of this game load besides, by name."""
    scripts: tuple[str, ...] = ()
    """The scripts that the tables of this game load besides, by name."""

    def mode(self, part: str, code: str) -> RecordingMode:
        """Return the mode of a part of a hand by its code."""
        return next(mode for mode in self.modes[part] if mode.code == code)


@dataclass(frozen=True, slots=True)
class HelpTexts:
    """The part of a game in explanations: its words, its results and the rules behind them."""

    sentences: Sentences = field(default_factory=dict)
    """The texts of the game's screens by code, such as the names of fields in refusals (``field.winner``)."""
    result_panel: Callable[[TableState, HandRecord], ResultPanel] | None = None
    """The panel of a hand that ended."""
    marks: Callable[[TableState, Player, Any], list[Markup]] = lambda *_: []
    """What stands beside what a player has."""
    next_line: Callable[[TableState, Any], Markup] | None = None
    """Who begins the next hand, as a sentence."""
    tricks: Callable[[Any], tuple[FinishedTrick, ...]] = lambda _hand: ()
    """The finished tricks of a hand."""
    proven: Callable[[Any], tuple[Message, ...]] = lambda _hand: ()
    """What the cards of a hand prove against somebody."""
    words: tuple[Word, ...] = ()
    """The words of the glossary."""
    help: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By phase, the sections of the house rules that matter in it."""
    outcomes: Mapping[str, str] = field(default_factory=dict)
    """By each mark of a result in a line of the score sheet, such as ✓, what it means."""
    paying: str = ""
    """The section of the house rules that a hand just paid is an example of."""
    first_game: FirstGame | None = None
    """The lesson that guides people who are new to the game."""


class LinePart(NamedTuple):
    """A part of a recorded hand, such as its tricks: its name in addresses, its label, and the moves of its lines."""

    key: str
    label: str
    kinds: tuple[type[Move], ...]


@dataclass(frozen=True, slots=True)
class Correcting:
    """The part of a game in corrections, which record a line of a hand again on the board that recorded it."""

    parts: tuple[LinePart, ...]
    """The parts of a hand in their order; every move belongs to one of them."""
    play: tuple[type[Move], ...]
    """The moves that make tricks, or tell of their cards."""
    find_form: Callable[[Any, Move], RecordedForm | None]
    """(hand before it, move): the form that records the move; None where no board has one."""
    answers: Callable[[Move, Move], bool]
    """(new, recorded): whether both answer the same question."""
    list_moves: Callable[[Any, Moves], Moves] = lambda _hand, moves: moves
    """(hand just dealt, its moves): the moves as boards record them, which come to the same hand."""
    replaces: Callable[[Move, Move], bool] = lambda _new, _old: False
    """(new, recorded): whether a new move takes the place of a recorded one that follows as well, as a contract that of
    the calls."""
    adapt: Callable[[Any, Any, Move], Move] = lambda _hand, _was, move: move
    """(hand now, hand before it when it was recorded, move): the move with what it repeats as that is now."""
    entered: Callable[[Any], Move | None] = lambda _hand: None
    """The one move that says of a hand what the lines of its first part said together, such as the final contract."""


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """A question that one phone asks by itself, of its own seat if it has one; which of its fields are secret."""

    ask: Callable[[TableState, Player | None, Form], Context]
    secret: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RefereePages:
    """The questions that the referee answers, each in a template of its name in the folder ``referee``."""

    questions: Mapping[str, Question] = field(default_factory=dict)
    """By their name in the address."""
    pages: Mapping[str, SeatQuestion] = field(default_factory=dict)
    """Questions of a seat by their name in the address, each in a template of its name."""


@dataclass(frozen=True, slots=True)
class Screens:
    """The screens of a game, by who uses them."""

    folder: str
    """The folder of its templates: one for each screen of a hand, ``hand_result.html`` for a hand just ended."""
    recording: BoardScreens
    correcting: Correcting
    explaining: HelpTexts = field(default_factory=HelpTexts)
    refereeing: RefereePages = field(default_factory=RefereePages)
    setup: Setup = field(default_factory=Setup)
    """What comes before the first hand."""


SCREENS: dict[str, Screens] = {}
"""The screens of every game, by its key; `scorekeeper.web.games` fills it."""


def screens_for(game_key: str) -> Screens:
    """The screens of a game."""
    return SCREENS[game_key]


QUESTION = "question"
"""The field of a form that says which question it answers."""


@remember_recent
def question_of(state: TableState) -> str:
    """The key of what the docks of a table ask now, short as every board has it. It changes with every answer."""
    screens = screens_for(state.game.key)
    part = (
        (screens.recording.question(state.current.hand), *sorted(state.modes.items()))
        if state.current
        else bool(state.ending)
    )
    return f"{crc32(repr((state.hand_number, part)).encode()):x}"


def is_asked(state: TableState, form: Form) -> bool:
    """Return whether a form answers the present question. A form without a question counts as one that does."""
    return form.get(QUESTION) in (None, question_of(state))

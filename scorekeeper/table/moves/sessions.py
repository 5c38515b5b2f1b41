"""Moves that open a table and its sheets, and set how they are played: rules, length, way of recording."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Self

from msgspec import field
from msgspec.structs import replace

from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.games import find_game
from scorekeeper.games.game import Game
from scorekeeper.house_rules import Value, house_rules
from scorekeeper.messages import Message, message
from scorekeeper.table.moves.move import TableMove, check_between_hands
from scorekeeper.table.moves.people import MOST_PLAYERS, JoinTable
from scorekeeper.table.names import LONGEST_NAME, check_name, tidy_text
from scorekeeper.table.state import Adjustment, HandRecord, RulesRestaked, Sheet, SheetBegan, TableState, with_entry
from scorekeeper.zones import NAME

MOST_HANDS = 1000


class CreateTable(TableMove, tag="table.create_table"):
    """Open a table of `game` under `rules`, every key of them, and seat `players` in order. The first move of a log.

    A form gives only what differs from `preset`. `kept_from` is the edition of the rules' code that wrote an imported
    file whose moves were not refereed; no form can set it. `zone` is the time zone that the browser names, None where
    it names none.
    """

    game: str
    preset: str
    rules: dict[str, Value] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    hand_limit: int | None = None
    kept_from: int | None = None
    zone: str | None = None

    def complete(self, _state: None) -> Self:
        """Return the move with tidy names and all rules."""
        game = find_game(self.game)
        rules = complete_rules(game, self.preset, self.rules)
        return replace(self, rules=rules, players=tuple(map(tidy_text, self.players)), kept_from=None)

    def check(self, _state: None) -> Iterable[Problem]:
        yield from check_rules(find_game(self.game), self.preset, self.rules)
        yield from check_hand_limit(self.hand_limit)
        if len(self.players) > MOST_PLAYERS:
            yield problem("table.full", most=MOST_PLAYERS)  # before the names, each of which is compared with all
        for index, name in enumerate(self.players[:MOST_PLAYERS]):
            yield from check_name(name, self.players[:index])
        if self.zone is not None and not NAME.fullmatch(self.zone):
            yield problem("zone.malformed", text=self.zone[:LONGEST_NAME])

    def play(self, _state: None) -> TableState:
        game = find_game(self.game)
        rules = game.rules.read(self.rules)
        session, limit = game.create_session(rules), self.hand_limit
        state = TableState(
            game, self.preset, rules, session, hand_limit=limit, kept_from=self.kept_from, zone=self.zone
        )
        for name in self.players:
            state = JoinTable(name).play(state)
        return state

    def says(self, _before: None, _after: TableState) -> Iterable[Message]:
        yield message("log.table.create_table")
        for name in self.players:
            yield from JoinTable(name).says(None, None)


class ChangeRules(TableMove, tag="table.change_rules"):
    """Play later hands under `rules`, every key of them. A form gives only what differs from `preset`.

    With `restake`, as in every move that is completed, everyone's standing is what the new rules begin with, plus what
    they have won or lost.
    """

    preset: str
    rules: dict[str, Value] = field(default_factory=dict)
    restake: bool = False

    def complete(self, state: TableState) -> Self:
        """Return the move with all rules."""
        rules = complete_rules(state.game, self.preset, self.rules)
        return replace(self, rules=rules, restake=True)

    def check(self, state: TableState) -> Iterable[Problem]:
        return check_rules(state.game, self.preset, self.rules)

    def play(self, state: TableState) -> TableState:
        before, after = state.rules, state.game.rules.read(self.rules)
        changed = replace(state, preset=self.preset, rules=after)
        if self.restake or not is_begun(state):
            return with_entry(changed, RulesRestaked(former=before, rules=after))
        return changed


class LimitHands(TableMove, tag="table.limit_hands"):
    """End the session after so many hands; None removes the limit."""

    hands: int | None

    def check(self, _state: TableState) -> Iterable[Problem]:
        return check_hand_limit(self.hands)

    def play(self, state: TableState) -> TableState:
        return replace(state, hand_limit=self.hands)


WORDS_OF_MODES: Mapping[str, Message] = {
    "calls": message("mode.calls"),
    "contract": message("mode.contract"),
    "shows": message("mode.shows"),
    "maker": message("mode.maker"),
    "tally": message("mode.tally"),
    "cards": message("mode.cards"),
    "result": message("mode.result"),
}
"""The words of every way of recording in the log, for all games."""


class ChooseMode(TableMove, tag="table.choose_mode"):
    """Set how a part of each hand is recorded at this table, such as trick by trick."""

    part: str
    mode: str

    def check(self, state: TableState) -> Iterable[Problem]:
        if self.mode not in state.game.modes.get(self.part, ()):
            yield problem("move.unknown")
        elif self.mode == state.mode(self.part):
            yield problem("mode.chosen")

    def play(self, state: TableState) -> TableState:
        return replace(state, modes={**state.modes, self.part: self.mode})

    def says(self, _before: TableState, _after: TableState) -> Iterable[Message]:
        yield message("log.table.choose_mode", what=WORDS_OF_MODES[self.mode])


class EndSession(TableMove, tag="table.end_session"):
    """Close the evening by hand."""

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_between_hands(state)
        if state.closed:
            yield problem("session.closed_already")

    def play(self, state: TableState) -> TableState:
        return replace(state, closed=True)


class ResumeSession(TableMove, tag="table.resume_session"):
    """Open an evening again that was closed by hand."""

    def check(self, state: TableState) -> Iterable[Problem]:
        if not state.closed:
            yield problem("session.not_closed")

    def play(self, state: TableState) -> TableState:
        return replace(state, closed=False)


class BeginSession(TableMove, tag="table.begin_session"):
    """Begin a new sheet under the present rules, with the same people and seats. The old sheet is kept."""

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_between_hands(state)
        if not state.current and not is_begun(state):
            yield problem("session.empty")

    def play(self, state: TableState) -> TableState:
        done = Sheet(state.preset, state.rules, state.entries, state.session)
        clean = replace(state, sheets=(*state.sheets, done), entries=(), closed=False)
        return with_entry(clean, SheetBegan(rules=state.rules, players=tuple(state.people)))


def is_begun(state: TableState) -> bool:
    """Return whether the present sheet has a line, or a hand is in progress."""
    return bool(state.current) or any(isinstance(entry, HandRecord | Adjustment) for entry in state.entries)


def complete_rules(game: Game, preset: str, changes: Mapping[str, Value]) -> dict[str, Value]:
    """Return every house rule by key: those of the preset, with `changes`. Without such a preset, only the changes."""
    known = game.presets.get(preset)
    return {**(known.rules.as_dict() if known else {}), **changes}


def check_rules(game: Game, preset: str, rules: Mapping[str, Value]) -> Iterator[Problem]:
    """Yield the problems with playing under `rules`, which has every key."""
    if preset not in game.presets:
        yield problem("rules.unknown_preset", preset=preset)
        return
    given = game.presets[preset].rules
    for key, rule in house_rules(game.rules).items():
        if rule.block not in game.blocks and rules.get(key, getattr(given, key)) != getattr(given, key):
            yield problem("rules.not_offered", rule=rule.label)
    try:
        given.change(rules)
    except RuleError as refusal:
        yield from refusal.problems


def check_hand_limit(hands: int | None) -> Iterator[Problem]:
    """Yield a problem for a number of hands that is out of range."""
    if hands is not None and not 1 <= hands <= MOST_HANDS:
        yield problem("session.limit", most=MOST_HANDS)

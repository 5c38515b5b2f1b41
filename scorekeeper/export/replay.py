"""Replay of a log from a file. Every move that the present edition wrote is checked again.

A log of the own database is folded unchecked, since every move in it was checked when it was recorded. A log from a
file was not; the problems with an entry are the ones that people would get at the table. Entries of an older edition
are kept as they were written: the problems of today's checks are stored beside them, and their figures must agree.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from scorekeeper.bookkeeper import encode_last_action
from scorekeeper.codec import encode
from scorekeeper.errors import Problem, RuleError, problem, refuse
from scorekeeper.export.document import ActionPart, Document
from scorekeeper.export.json_diff import Path, describe_path, find_differences, show_value
from scorekeeper.export.wording import player_facts
from scorekeeper.games import GAMES
from scorekeeper.games.game import EDITION, Move, Player, Session
from scorekeeper.store import StoredAction
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Action, Ledger, add_move, check_move, complete_move, fold_action, row_content
from scorekeeper.table.state import Adjustment, HandRecord, Row, Stamp, TableState, open_sheet, session_before

MOST_COST = 250_000
"""The most moves that a file may have played, with those that corrections replay. A short file could cause an hour of
them."""

ENTRIES_PER_MOVE = 20
"""Entries of the score sheet that are processed in the time of one move."""

HAND_MOVES_PER_MOVE = 100
"""Moves of the hand in progress that are copied in the time in which one is played."""

MOST_ENTRIES = 3000
"""The most entries on all sheets. Each state of a table holds them all, and every version has a state."""

YEARS = range(1970, 2200)
"""The years that clocks of servers may show. At the ends of the calendar no other time zone has a time."""

NEVER_RECORDED = frozenset(
    {
        *("move.unknown", "hand.none", "hand.unknown", "hand.running", "undo.nothing", "redo.nothing"),
        *("game.unknown", "player.unknown", "table.full"),
        *("rules.unknown_preset", "rules.not_a_choice", "rules.not_a_number", "rules.not_a_set"),
        "rules.not_a_table",
        *("players.exactly", "players.count", "players.twice", "amount.too_large"),
    }
)
"""Codes of problems that no edition has let pass: the table could not go on, or not be shown."""


class DoesNotFollow(Exception):
    """Raised for an entry that nobody can have recorded."""


Progress = Callable[[int, int], None]
"""Called with the number of entries of a log that have been played, and the number of all."""


def replay_document(
    document: Document, progress: Progress = lambda _entry, _entries: None
) -> tuple[Ledger, tuple[StoredAction, ...], tuple[StoredAction, ...]]:
    """Return the table that the document's log makes, its log with all rows, and its log as a store keeps it.

    Raises `RuleError`.
    """
    game_key, edition = document.table.game, document.edition
    if game_key not in GAMES:
        raise RuleError("game.unknown", key=show_value(game_key))
    ledger, refused, cost = Ledger(), dict[int, tuple[str, ...]](), ReplayCost()
    log, stored = list[StoredAction](), list[StoredAction]()
    for entry in check_entries(document):
        progress(len(log), len(document.log))
        action = read_action(entry, ledger, game_key)
        cost.add(ledger, action)
        before = ledger
        with refuse_by_entry(entry.version, ledger):
            if edition == EDITION:
                ledger = referee_entry(ledger, action, entry)
            else:
                ledger = replay_old_entry(ledger, action, entry.version, refused)
        check_recorder(entry, before, ledger)
        stored.append(encode_last_action(ledger))
        log.append(encode_last_action(ledger, whole=True) if stored[-1].carried else stored[-1])
    return ledger, tuple(log), tuple(stored)


# --- Reading an entry ---


def check_entries(document: Document) -> Iterator[StoredAction]:
    """Yield the entries of the log as a database holds them. Raises `RuleError` for one that is out of order."""
    due = 1
    for part in document.log:
        check_entry(part, due)
        due += part.size
        moves = tuple(map(bytes, part.moves))
        yield StoredAction(part.version, part.at, moves, m.SCHEMA, encode(part.rows), document.edition, part.player)


def check_entry(part: ActionPart, due: int) -> None:
    """Raise `RuleError` for an entry without the version that is `due`, or with a time in another form."""
    if part.version != due:
        raise RuleError("import.log_order", entry=due)
    try:
        proper: str | None = datetime.fromisoformat(part.at).astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        proper = None
    if part.at != proper or int(part.at[:4]) not in YEARS:
        raise RuleError("import.log_time", entry=due)


def check_recorder(entry: StoredAction, before: Ledger, after: Ledger) -> None:
    """Raise `RuleError` where the seat that recorded an entry was nobody's at the table, before it and after."""
    people = {person for ledger in (before, after) if ledger.latest for person in ledger.state.people}
    if entry.player is not None and entry.player not in people:
        raise RuleError("import.does_not_follow", entry=entry.version)


def read_action(entry: StoredAction, ledger: Ledger, game_key: str) -> Action:
    """Return an entry as an action at the table so far. Raises `RuleError`."""
    stamp = Stamp(ledger.version + 1, entry.at, entry.player)
    try:
        moves = tuple(map(m.move_decoder(game_key).decode, entry.moves))
        rows = m.rows_decoder(game_key).decode(entry.rows or b"[]")
    except RuleError as refusal:
        raise entry_refusal(entry.version, refusal.problems, ledger.state_or_none) from refusal
    except Exception as error:
        raise RuleError("import.unreadable", entry=entry.version) from error
    return Action(stamp, moves, rows, entry.edition)


class ReplayCost:
    """The cost of a file, in moves played."""

    def __init__(self) -> None:
        self.moves = 0

    def add(self, ledger: Ledger, action: Action) -> None:
        """Count one more action. Raises `RuleError` once a file causes too much work."""
        self.moves += estimate_cost(ledger, action)
        if self.moves > MOST_COST or (ledger.latest and count_entries(ledger.state) > MOST_ENTRIES):
            raise RuleError("import.too_long")


def estimate_cost(ledger: Ledger, action: Action) -> int:
    """Return the cost of an action in moves played: its own, those of hands it replays, a pass over all entries.

    The hand in progress counts as well: the rules bound it, but an older edition may have let more pass.
    """
    sheets = (ledger.state.entries, *(sheet.entries for sheet in ledger.state.sheets)) if ledger.latest else ()
    entries = max(sheets, key=len, default=())
    cost = len(action.moves) + len(action.rows or ()) + len(entries) // ENTRIES_PER_MOVE
    if ledger.latest and ledger.state.current:
        in_hand = len(ledger.state.current.moves) + len(action.moves)
        cost += len(action.moves) * in_hand // HAND_MOVES_PER_MOVE
    for move in action.moves:
        if isinstance(move, m.CorrectHand | m.VoidHand):
            cost += sum(1 + len(entry.moves) for entry in entries if isinstance(entry, HandRecord))
            cost += len(move.moves) if isinstance(move, m.CorrectHand) else 0
    return cost


def count_entries(state: TableState) -> int:
    """Return the number of entries on all sheets of a table."""
    return len(state.entries) + sum(len(sheet.entries) for sheet in state.sheets)


@contextmanager
def refuse_by_entry(entry: int, ledger: Ledger) -> Iterator[None]:
    """Raise errors of the block as a `RuleError` that names the entry."""
    try:
        yield
    except RuleError as refusal:
        if refusal.code == "import.disagrees":
            raise
        raise entry_refusal(entry, refusal.problems, ledger.state if ledger.latest else None) from refusal
    except DoesNotFollow as error:
        raise RuleError("import.does_not_follow", entry=entry) from error


def entry_refusal(entry: int, problems: tuple[Problem, ...], state: TableState | None = None) -> RuleError:
    """Return the refusal of an entry with every problem, and the game in whose words it is told."""
    game = state.game.key if state else None
    return RuleError(
        problems=(
            problem(
                "import.against_rules", entry=entry, game=game, why=Problem(each.code, facts_with_names(each, state))
            )
            for each in problems
        )
    )


def facts_with_names(said: Problem, state: TableState | None) -> Mapping[str, object]:
    """Return the facts of a problem with players by name, since its reader sees no table, and with long values cut."""
    people, players = (state.people, player_facts(state.game)) if state else ({}, frozenset())
    return {
        name: people[value].name
        if name in players and isinstance(value, int) and value in people
        else show_value(value)
        if isinstance(value, (int, str))
        else value
        for name, value in said.facts.items()
    }


# --- An entry of the present edition ---


def referee_entry(ledger: Ledger, action: Action, entry: StoredAction) -> Ledger:
    """Return the ledger after an action that passes every check and has exactly these rows."""
    if len(action.moves) > 1:
        raise DoesNotFollow
    (move,) = action.moves
    refuse(check_move(ledger, move))
    if without_newer_rules(complete_move(ledger, move), move) != move:
        raise DoesNotFollow
    check_players(ledger, action)
    after = add_move(ledger, action.stamp, move, EDITION)
    assert after.last
    stated, computed = (msgspec.json.decode(rows) for rows in (entry.rows or b"[]", encode(after.last.rows)))
    leave_out_newer_fields(stated, computed)
    compare_values(after, ("log", entry.version, "rows"), stated, computed)
    return after


def leave_out_newer_fields(stated: list[Any], computed: list[Any]) -> None:
    """Remove empty fields of sessions from `computed` of which `stated` says nothing: they are newer than the file."""
    for told, row in zip(stated, computed, strict=False):
        known = told["session"].keys()
        row["session"] = {name: value for name, value in row["session"].items() if value != {} or name in known}


def without_newer_rules(whole: Any, told: object) -> object:
    """Return a completed move without the house rules that are newer than its file. Those have their defaults."""
    if not isinstance(told, m.CreateTable | m.ChangeRules | m.PlayOn | m.SeatLatecomer):
        return whole
    return replace(whole, rules={key: value for key, value in whole.rules.items() if key in told.rules})


def compare_values(ledger: Ledger, path: Path, stated: object, computed: object) -> None:
    """Raise ``import.disagrees`` for the first value that differs from `computed`."""
    names = {number: person.name for number, person in ledger.state.people.items()}
    one, other = (msgspec.json.decode(encode(each)) for each in (stated, computed))
    for at, said, right in find_differences(path, one, other):
        raise RuleError(
            "import.disagrees", where=describe_path(at, names), stated=show_value(said), computed=show_value(right)
        )


# --- An entry of an older edition ---


def replay_old_entry(ledger: Ledger, action: Action, entry: int, refused: dict[int, tuple[str, ...]]) -> Ledger:
    """Return the ledger after an action of an older edition, with the problems of today's checks in its rows.

    `refused` collects the codes of these problems by the version of the action; an action that ends a hand gets those
    of the whole hand.
    """
    if not action.moves or (len(action.moves) > 1 and any(isinstance(move, m.TableMove) for move in action.moves)):
        raise DoesNotFollow
    check_players(ledger, action)
    problems = tuple(find_objections(ledger, action))
    refuse(each for each in problems if each.code in NEVER_RECORDED)
    refused[action.stamp.version] = tuple(dict.fromkeys(each.code for each in problems))
    try:
        after = fold_with_rows(ledger, action)
        assert after.last
        rows = tuple(mark_rows(ledger, after, refused))
        after = fold_action(ledger, replace(after.last, rows=rows)) if rows != after.last.rows else after
        check_rows(after, entry)
    except RuleError:
        raise
    except Exception as error:  # an unchecked move may raise anything
        raise DoesNotFollow from error
    return after


def find_objections(ledger: Ledger, action: Action) -> Iterator[Problem]:
    """Yield the problems that today's checks have with an action."""
    try:
        playing = hand_of(ledger, action.moves[0])
        if isinstance(action.moves[0], m.TableMove) or playing is None:
            yield from check_move(ledger, action.moves[0])
            return
        hand = playing.hand
        for move in action.moves:
            yield from m.check_game_move(ledger.state.game, hand, move)
            hand = move.play(hand)
    except Exception:  # checks may raise anything at a state that they never let happen
        yield problem("import.does_not_follow", entry=action.stamp.version)


def fold_with_rows(ledger: Ledger, action: Action) -> Ledger:
    """Return the ledger after an action with its rows. An action that wrote no rows must still be playable."""
    (move, *_), rows = action.moves, action.rows
    if isinstance(move, m.CreateTable):
        action = replace(action, moves=(replace(move, kept_from=action.edition),))
    if rows:
        places = [(row.sheet is None, row.sheet or 0, row.entry) for row in rows]
        if places != sorted(set(places)):
            raise DoesNotFollow
        return fold_action(ledger, replace(action, rows=tuple(replace(row, refused=()) for row in rows)))
    after = fold_action(ledger, replace(action, rows=None))
    return after if rows is None or (after.last and after.last.rows == rows) else fold_action(ledger, action)


def mark_rows(ledger: Ledger, after: Ledger, refused: dict[int, tuple[str, ...]]) -> Iterator[Row[Session]]:
    """Yield the rows of the last action with the codes of the problems of their entries.

    An entry with problems gets a row even if its figures did not change.
    """
    assert after.last
    version, rows = after.last.stamp.version, {row.entry: row for row in after.last.rows or () if row.sheet is None}
    yield from (row for row in after.last.rows or () if row.sheet is not None)
    if ledger.latest and ledger.state.current and not after.state.current:
        refused[version] = tuple(dict.fromkeys((*codes_against_hand(ledger, refused), *refused[version])))
    if not rows and not refused[version]:
        return
    for index, entry in enumerate(after.state.entries):
        row = rows.get(index)
        codes = refused.get(entry.stamp.version, ()) if entry.stamp else ()
        written_now = entry.stamp and entry.stamp.version == version
        if not isinstance(entry, HandRecord | Adjustment) or not (written_now or (row and entry.recorded is row)):
            codes = ()  # marked already, or no line of the sheet
        if row or codes:
            yield replace(row or Row(index, *row_content(entry)), refused=codes)


def codes_against_hand(ledger: Ledger, refused: Mapping[int, tuple[str, ...]]) -> Iterator[str]:
    """Yield the codes of the problems with the moves of the hand in progress, and with its deal."""
    moves = list[Action]()
    for step in ledger.steps():
        if step.state.current is None:
            break
        if isinstance(step.action.moves[0], m.StartHand) or not isinstance(step.action.moves[0], m.TableMove):
            moves.append(step.action)
    for action in reversed(moves):
        yield from refused.get(action.stamp.version, ())


def check_rows(ledger: Ledger, number: int) -> None:
    """Raise `RuleError` for rows whose standings do not follow from their gains, or that name unknown players."""
    state = ledger.state
    assert ledger.last
    for index, row in enumerate(ledger.last.rows or ()):
        if not set(players_in(row)) <= state.people.keys():
            raise RuleError("player.unknown")
        sheet = open_sheet(state, row.sheet)
        if sheet is None:
            raise DoesNotFollow
        entry = sheet.entries[row.entry]
        if entry.recorded and isinstance(entry, HandRecord | Adjustment):
            stood = session_before(sheet, row.entry).standings
            due = {player: standing.value + row.gains.get(player, 0) for player, standing in stood.items()}
            stands = {player: standing.value for player, standing in row.session.standings.items()}
            compare_values(ledger, ("log", number, "rows", index, "session"), stands, due)
    if ledger.last.rows and state.standings.keys() != state.people.keys():
        raise RuleError("player.unknown")


# --- Players ---


def check_players(ledger: Ledger, action: Action) -> None:
    """Raise `RuleError` for moves that name a player who is not at the table, or not in the hand."""
    for move in action.moves:
        playing = hand_of(ledger, move)
        people = ledger.state.people if ledger.latest else {}
        dealt_to = people if getattr(move, "dealing", None) else ()
        chairs = (m.LAST_CHAIR,) if hasattr(move, "before") else ()
        if not set(players_in(move)) <= {*(playing.hand.seats if playing else people), *dealt_to, *chairs}:
            raise RuleError("player.unknown")


def hand_of(ledger: Ledger, move: Move) -> HandRecord | None:
    """Return the hand in which a move is made or which it corrects; None for other moves."""
    if not ledger.latest:
        return None
    if isinstance(move, m.CorrectHand):
        return m.find_hand(ledger.state, move.sheet, move.number)
    return None if isinstance(move, m.TableMove) else ledger.state.current


def players_in(value: object, kind: object = Any) -> Iterator[Player]:
    """Yield every player in a value of type `kind`, by the declared types of its fields."""
    if kind == Player:
        yield from (value,) if isinstance(value, int) else ()
    elif get_origin(kind) in (Union, UnionType):
        yield from (player for each in get_args(kind) for player in players_in(value, each))
    else:
        yield from (player for inner, each in parts_of(value, kind) for player in players_in(inner, each))


def parts_of(value: object, kind: object) -> Iterator[tuple[object, object]]:
    """Yield the parts of a value with their types."""
    kinds = get_args(kind) or (Any, Any)
    if isinstance(value, Mapping):
        for pair in value.items():
            yield from zip(pair, kinds, strict=True)
    elif isinstance(value, tuple | list | frozenset):
        yield from ((item, kinds[0]) for item in value)
    else:
        yield from ((getattr(value, name), each) for name, each in fields_of(type(value)).items())  # type: ignore[arg-type]  # mypy takes its instances' __hash__ for its own


@cache
def fields_of(kind: type) -> Mapping[str, object]:
    """Return the fields of a struct, or of a value that is written as text, with their types."""
    if not (issubclass(kind, msgspec.Struct) or hasattr(kind, "parse")) or issubclass(kind, Enum):
        return {}
    names = getattr(kind, "__struct_fields__", None)
    return {
        name: each
        for name, each in get_type_hints(kind, include_extras=True).items()
        if (name in names if names is not None else get_origin(each) is not ClassVar)
    }

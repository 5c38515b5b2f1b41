"""Files that are no document of this program, or no possible evening, are refused in words."""

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import reduce
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from scorekeeper import __version__
from scorekeeper.codec import encode
from scorekeeper.errors import RuleError
from scorekeeper.export import LARGEST_FILE, SCHEMA, check_document, export_document, import_document
from scorekeeper.export import replay as replaying
from scorekeeper.export.wording import tell
from scorekeeper.games.game import EDITION
from scorekeeper.store import Store
from scorekeeper.table import moves as t
from tests.cases import for_each
from tests.export.evenings import ANA, BO, CHO, Evening
from tests.tiers import one_in
from tests.toy import TOY, Draw, Shuffle


def refusals(data: bytes) -> list[str]:
    """Every reason against a file, in English."""
    with pytest.raises(RuleError) as refused:
        check_document(data)
    return [tell(problem) for problem in refused.value.problems]


def document(**fields: Any) -> bytes:
    """A document with nothing in it but its header and `fields`."""
    return json.dumps({"format": "scorekeeper", "schema": SCHEMA, **fields}).encode()


NOT_JSON = "This is not a JSON file. Choose the one that “Export” made."
CUT_OFF = "This is not complete JSON: the end of the file is missing."
TOO_LONG = "There is more in this file than an evening can hold."
NOT_OURS = "This JSON file is not from Scorekeeper."
LACKS = "The file lacks a field: {}."
UNKNOWN = "The file has a field that Scorekeeper does not write: {}."
MALFORMED = "The file is malformed at {}."
NEWER = f"A newer Scorekeeper ({{}}) wrote this file; this one is {__version__}. Update it first."

FILES: list[tuple[str, bytes, str]] = [
    ("nothing", b"", NOT_JSON),
    ("words", b"Ana 5, Bo -5", NOT_JSON),
    ("the spreadsheet", "\ufeffHand,Entry,Ana\r\n1,hand,5\r\n".encode(), NOT_JSON),
    ("half a file", b'{"format": "scorekeeper", "schema": 1, "table": {', CUT_OFF),
    ("half a letter", '{"format": "보'.encode()[:-1], CUT_OFF),
    ("two files", document() + document(), MALFORMED.format(f"1:{len(document()) + 2}")),
    ("another encoding", document().decode().encode("utf-16"), NOT_JSON),
    ("broken text", b'{"format": "score\xffkeeper"}', MALFORMED.format("1:18")),
    ("broken text where nobody looks", b'{"format": "scorekeeper",\n"x\xff": 1}', MALFORMED.format("2:3")),
    ("a number that is none", b'{"format": "scorekeeper",\n "schema": NaN}', MALFORMED.format("2:12")),
    ("half a character", b'{"format": "\\ud800"}', NOT_JSON),
    ("a thousand brackets", b"[" * 100_000, NOT_OURS),
    ("a field of a thousand brackets", b'{"x": ' + b"[" * 100_000, TOO_LONG),
    ("a list", b"[]", NOT_OURS),
    ("a number", b"7", NOT_OURS),
    ("somebody else's", b'{"format": "other", "schema": 1}', NOT_OURS),
    ("no schema", b'{"format": "scorekeeper"}', NOT_OURS),
    ("a schema in words", document(schema="1"), NOT_OURS),
    ("schema 0", document(schema=0), NOT_OURS),
    ("a newer schema", document(schema=3, program="9.0"), NEWER.format("9.0")),
    ("a newer schema without a program", document(schema=10**30), LACKS.format("program")),
    ("newer moves", document(move_schema=3, program="9.0"), NEWER.format("9.0")),
    ("a newer edition", document(edition=EDITION + 1, program="9.0"), NEWER.format("9.0")),
    ("no program", document(), LACKS.format("program")),
    ("nothing but a header", document(program="1.0.0"), LACKS.format("move_schema")),
    ("a field nobody knows", document(program="1.0.0", colour="red"), UNKNOWN.format("colour")),
]


@for_each(*FILES)
def test_a_file_that_is_no_document(about: str, data: bytes, told: str) -> None:
    assert refusals(data) == [told]


def test_a_file_of_a_hundred_megabytes_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.export.verification.read_header", lambda _text: pytest.fail("it was read"))
    told = ["This file is over 8 MB. No evening is that large."]
    assert refusals(b" " * 100_000_000) == told
    assert refusals(b" " * (LARGEST_FILE + 1)) == told


@pytest.fixture
def evening(store: Store) -> Evening:
    """Two hands of the toy game."""
    return Evening(store, "toy", "plain", "Ana", "Bo", "Cho").do(t.StartHand(), Draw(BO), t.StartHand(), Draw(CHO))


@pytest.fixture
def evening_document(evening: Evening) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(export_document(evening.store.events, evening.id))
    return document


@for_each(
    ("a number in words", lambda d: d["totals"]["1"].update(value="five"), "totals[...].value"),
    ("a number with a point", lambda d: d["totals"]["1"].update(value=5.0), "totals[...].value"),
    ("a number without end", lambda d: d["totals"]["1"].update(value=10**400), "totals[...].value"),
    ("a player called Ana", lambda d: d["totals"].update(Ana=d["totals"]["1"]), "totals"),
    ("a hand that is a word", lambda d: d["hands"].append("hand 3"), "hands[2]"),
    ("a recorder without end", lambda d: d["log"][0].update(player=2**70), "log[0].player"),
    ("an action that did nothing", lambda d: d["log"][0].update(moves=[]), "log[0].moves"),
    ("a row before the first", lambda d: d["log"][0]["rows"][0].update(entry=-1), "log[0].rows[0].entry"),
    ("moves of an older form", lambda d: d.update(move_schema=1), "move_schema"),
    ("no edition", lambda d: d.update(edition=0), "edition"),
    ("a time in words", lambda d: d.update(exported="yesterday"), "exported"),
)
def test_a_document_without_its_form(
    about: str, spoil: Callable[[Any], Any], where: str, *, evening_document: dict[str, Any]
) -> None:
    document = deepcopy(evening_document)
    spoil(document)
    assert refusals(json.dumps(document).encode()) == [MALFORMED.format(where)]


def test_a_field_too_many_or_too_few_is_named(evening_document: dict[str, Any]) -> None:
    cases: list[tuple[Callable[[Any], Any], str]] = [
        (lambda d: d["hands"][0].update(colour="red"), UNKNOWN.format("hands[0].colour")),
        (lambda d: d["hands"][0].pop("begins"), LACKS.format("hands[0].begins")),
        (lambda d: d["log"][0].pop("rows"), LACKS.format("log[0].rows")),
        (lambda d: d.pop("totals"), LACKS.format("totals")),
        (lambda d: d.update({"`x`": 1}), UNKNOWN.format("`x`")),
    ]
    for spoil, told in cases:
        document = deepcopy(evening_document)
        spoil(document)
        assert refusals(json.dumps(document).encode()) == [told]


def entry(version: int, *moves: Any, at: str = "2026-01-01T20:00:00.000+00:00") -> dict[str, Any]:
    """An entry of a log, which wrote no rows."""
    told = [move if isinstance(move, dict) else msgspec.json.decode(encode(move)) for move in moves]
    return {"version": version, "at": at, "player": None, "moves": told, "rows": []}


def opening_entry(*names: str, preset: str = "plain", rows: int = 2, **rules: Any) -> dict[str, Any]:
    move = t.CreateTable("toy", preset, {**TOY.presets["plain"].rules.as_dict(), **rules}, names)
    sessions = [{"begins": None, "rungs": dict.fromkeys(map(str, range(1, last + 2)), 0)} for last in range(rows)]
    written = [
        {"entry": place, "session": session, "gains": {}, "refused": []} for place, session in enumerate(sessions)
    ]
    return {**entry(1, move), "rows": written}


TABLE = opening_entry("Ana", "Bo")
DEALT = entry(2, t.StartHand((1, 2)))
AGAINST = "Entry {} of the log is against the rules: {}"
IMPOSSIBLE = "Entry {} of the log does not follow from those before it."
UNREADABLE = "Entry {} of the log cannot be read."
OUT_OF_ORDER = "Entries of the log are missing or out of order; entry {} should come next."
NO_TIME = "Entry {} of the log has no valid time."
NOBODY = "There is no such player at this table."
NOT_HERE = "That cannot be recorded here."
NO_HAND = "No hand is being played. Start the next one first."
RUNNING = "A hand is being played. Finish it or give it up first."


@for_each(
    ("it does not begin", [entry(2, Draw(1))], OUT_OF_ORDER.format(1)),
    ("it does not begin with a table", [entry(1, t.JoinTable("Ana"))], AGAINST.format(1, NOT_HERE)),
    ("it begins with a draw", [entry(1, Draw(1))], AGAINST.format(1, NOT_HERE)),
    ("it begins with a correction", [entry(1, t.CorrectHand(1, ()))], AGAINST.format(1, NOT_HERE)),
    ("it begins with an undo", [entry(1, t.Undo())], AGAINST.format(1, "There is nothing to undo.")),
    ("two tables", [TABLE, entry(2, *TABLE["moves"])], AGAINST.format(2, NOT_HERE)),
    ("a table of no game", [entry(1, {**TABLE["moves"][0], "game": "x" * 99})],
     AGAINST.format(1, f"There is no game called {'x' * 59}… here.")),
    ("a gap", [TABLE, entry(3, t.StartHand((1, 2)))], OUT_OF_ORDER.format(2)),
    ("the same again", [TABLE, DEALT, DEALT], OUT_OF_ORDER.format(3)),
    ("a time without a zone", [{**TABLE, "at": "2026-01-01T20:00:00.000"}], NO_TIME.format(1)),
    ("another zone", [{**TABLE, "at": "2026-01-01T20:00:00.000+09:00"}], NO_TIME.format(1)),
    ("no time", [{**TABLE, "at": "8 o'clock"}], NO_TIME.format(1)),
    ("before all time", [{**TABLE, "at": "0001-01-01T00:00:00.000+14:00"}], NO_TIME.format(1)),
    ("the first year", [{**TABLE, "at": "0001-01-01T20:00:00.000+00:00"}], NO_TIME.format(1)),
    ("the last year", [TABLE, {**DEALT, "at": "9999-12-31T20:00:00.000+00:00"}], NO_TIME.format(2)),
    ("a table recorded by a seat that it has not", [{**TABLE, "player": 3}], IMPOSSIBLE.format(1)),
    ("a hand recorded by a seat that there is not", [TABLE, {**DEALT, "player": 9}], IMPOSSIBLE.format(2)),
    ("a move nobody knows", [{**TABLE, "moves": [{"type": "table.burn"}]}], UNREADABLE.format(1)),
    ("a move that is a list", [{**TABLE, "moves": [[]]}], UNREADABLE.format(1)),
    ("a session that is none", [{**TABLE, "rows": [{**TABLE["rows"][0], "session": {"rungs": 1}}]}],
     UNREADABLE.format(1)),
    ("a name twice", [opening_entry("Ana", "Ana")], AGAINST.format(1, "Ana is taken. Add an initial.")),
    ("a name nobody can type", [opening_entry("A\u202ena", "Bo")], IMPOSSIBLE.format(1)),
    ("a table that was kept from nowhere", [entry(1, {**TABLE["moves"][0], "kept_from": 1})], IMPOSSIBLE.format(1)),
    ("a hand for nobody in particular", [TABLE, entry(2, t.StartHand())],
     AGAINST.format(2, "0 cannot play: from 2 to 4 players can.")),
    ("seats out of order", [TABLE, entry(2, t.StartHand((2, 1)))], IMPOSSIBLE.format(2)),
    ("a hand with a stranger", [TABLE, entry(2, t.StartHand((1, 9)))],
     AGAINST.format(2, "Those who play must be different players who are at the table.")),
    ("a draw without a hand", [TABLE, entry(2, Draw(1))], AGAINST.format(2, NO_HAND)),
    ("two draws at once", [TABLE, DEALT, entry(3, Draw(1), Draw(1))], IMPOSSIBLE.format(3)),
    ("a draw won by nobody", [TABLE, DEALT, entry(3, Draw(9))], AGAINST.format(3, "9 does not play.")),
    ("a table's move within a hand's", [TABLE, DEALT, entry(3, Draw(1), t.EndSession())], IMPOSSIBLE.format(3)),
    ("the end within a hand", [TABLE, DEALT, entry(3, t.EndSession())], AGAINST.format(3, RUNNING)),
    ("two hands at once", [TABLE, DEALT, entry(3, t.StartHand((1, 2)))], AGAINST.format(3, RUNNING)),
    ("a stranger leaves", [TABLE, entry(2, t.LeaveTable(9))], AGAINST.format(2, NOBODY)),
    ("an amount for a stranger", [TABLE, entry(2, t.Adjust({9: 1}, "x"))], AGAINST.format(2, NOBODY)),
    ("a penalty of a stranger", [TABLE, entry(2, t.Penalize(9, 1, False, "x"))], AGAINST.format(2, NOBODY)),
    ("levels from nowhere", [TABLE, entry(2, t.Adjust({1: 10**9}, "x"))],
     AGAINST.format(2, "Amounts go from −10000 to 10000.")),
    ("levels below the ladder", [TABLE, entry(2, t.Adjust({1: -1}, "x"))],
     AGAINST.format(2, "Nobody stands below the ladder.")),
    ("nothing is void", [TABLE, entry(2, t.VoidHand(1, "x"))], AGAINST.format(2, "There is no hand 1.")),
    ("a correction of nothing", [TABLE, entry(2, t.CorrectHand(1, ()))], AGAINST.format(2, "There is no hand 1.")),
    ("an undo of the table", [TABLE, entry(2, t.Undo())], AGAINST.format(2, "There is nothing to undo.")),
    ("a redo of nothing", [TABLE, entry(2, t.Redo())], AGAINST.format(2, "There is nothing to redo.")),
    ("a new session on an empty sheet", [TABLE, entry(2, t.BeginSession())],
     AGAINST.format(2, "There is nothing on this sheet yet.")),
    ("house rules nobody knows", [TABLE, entry(2, t.ChangeRules("plain", {"x" * 99: 1}))],
     AGAINST.format(2, f"There is no house rule called {'x' * 59}….")),
)  # fmt: skip
def test_a_log_that_nobody_can_have_recorded(
    about: str, log: list[Any], told: str, *, evening_document: dict[str, Any]
) -> None:
    assert refusals(json.dumps({**evening_document, "log": log}).encode()) == [told]


FREE = 6
"""The version after the two hands of the evening."""


def correction(*moves: Any, number: int = 1, **more: Any) -> dict[str, Any]:
    """A correction as JSON, with anything in it."""
    return {"type": "table.correct_hand", "number": number, "moves": entry(1, *moves)["moves"], **more}


@for_each(
    ("not the whole hand", correction(),
     AGAINST.format(FREE, "Enter the whole hand, up to its result.")),
    ("a hand that was not played", correction(number=3), AGAINST.format(FREE, "There is no hand 3.")),
    ("two results", correction(Draw(1), Draw(1)), AGAINST.format(FREE, "This hand is finished.")),
    ("a winner who did not play", correction(Draw(9)), AGAINST.format(FREE, "9 does not play.")),
    ("not the game's", correction(t.EndSession()), UNREADABLE.format(FREE)),
    ("no move", correction({}), UNREADABLE.format(FREE)),
)  # fmt: skip
def test_a_correction_that_nobody_can_have_recorded(
    about: str, move: Any, told: str, *, evening_document: dict[str, Any]
) -> None:
    document = {**evening_document, "log": [*evening_document["log"], entry(FREE, move)]}
    assert refusals(json.dumps(document).encode()) == [told]


def test_a_correction_keeps_the_redeals(store: Store) -> None:
    evening = Evening(store, "toy", "plain", "Ana", "Bo").do(t.StartHand(), Shuffle(), Draw(BO))
    own_document = json.loads(export_document(store.events, evening.id))
    own_document["log"].append(entry(5, correction(Draw(1))))
    told = AGAINST.format(5, "The redeals of hand 1 stay as they were.")
    assert refusals(json.dumps(own_document).encode()) == [told]


@for_each(
    ("a row is missing", lambda log: log[2]["rows"].clear(),
     "Entry 3 of the log, rows.count: the file says 0, but its log makes that 1."),
    ("a row too many", lambda log: log[1]["rows"].append(log[2]["rows"][0]),
     "Entry 2 of the log, rows.count: the file says 1, but its log makes that 0."),
    ("another place", lambda log: log[2]["rows"][0].update(entry=2),
     "Entry 3 of the log, rows.0.entry: the file says 2, but its log makes that 3."),
    ("another gain", lambda log: log[2]["rows"][0]["gains"].update({"2": 2}),
     "Entry 3 of the log, rows.0.gains.2: the file says 2, but its log makes that 1."),
    ("another session", lambda log: log[2]["rows"][0]["session"].update(begins=3),
     "Entry 3 of the log, rows.0.session.begins: the file says 3, but its log makes that 2."),
    ("more in a session than there is", lambda log: log[2]["rows"][0]["session"].update(luck=7),
     "Entry 3 of the log, rows.0.session.luck: the file says 7, but its log makes that nothing."),
    ("a mark of what nobody refused", lambda log: log[2]["rows"][0].update(refused=["toy.not_seated"]),
     "Entry 3 of the log, rows.0.refused.count: the file says 1, but its log makes that 0."),
)  # fmt: skip
def test_a_row_that_the_move_did_not_write(
    about: str, spoil: Callable[[Any], Any], told: str, *, evening_document: dict[str, Any]
) -> None:
    document = deepcopy(evening_document)
    spoil(document["log"])
    assert refusals(json.dumps(document).encode()) == [told]


def test_a_game_that_is_not_here(evening_document: dict[str, Any]) -> None:
    evening_document["table"]["game"] = "x" * 100
    assert refusals(json.dumps(evening_document).encode()) == [f"There is no game called {'x' * 59}… here."]


TOO_MUCH = "There is more in this file than an evening can hold."


def test_corrections_of_a_long_evening_cost_no_hours(
    evening_document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each replays everything after it, so that a small file could keep a server busy."""
    monkeypatch.setattr(replaying, "MOST_COST", 400)
    evening = [
        *evening_document["log"],
        *(entry(version, correction(Draw(ANA))) for version in range(FREE, FREE + 100)),
    ]
    assert refusals(json.dumps({**evening_document, "log": evening, "edition": 1}).encode()) == [TOO_MUCH]


def test_no_more_entries_than_a_score_sheet_can_hold(
    evening_document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaying, "MOST_ENTRIES", 10)
    again = [entry(version, t.BeginSession()) for version in range(FREE, FREE + 20)]
    assert refusals(
        json.dumps({**evening_document, "log": [*evening_document["log"], *again], "edition": 1}).encode()
    ) == [TOO_MUCH]


def test_nothing_is_imported_when_anything_is_refused(evening: Evening, evening_document: dict[str, Any]) -> None:
    events = evening.store.events
    evening_document["totals"]["1"]["value"] += 1
    for data in (json.dumps(evening_document).encode(), *(data for _, data, _ in FILES)):
        with pytest.raises(RuleError):
            import_document(events, data)
    assert [info.table_id for info in events.tables()] == [evening.id]


# --- Anything in any field ---

ANYTHING: dict[str, Any] = {
    **{
        "nothing": None,
        "no letter": "",
        "a space": " ",
        "zero": 0,
        "less": -1,
        "a half": 0.5,
        "huge": 10**400,
        "yes": True,
    },
    **{
        "a list": [],
        "an object": {},
        "lists": [[[[]]]],
        "words": "Ana",
        "a million letters": "é" * 10**6,
        "NUL": "\x00",
    },
    **{
        "half a letter": "\ud800",
        "no number": float("nan"),
        "without end": float("inf"),
        "a time": "2026-13-01T00:00:00",
    },
}
"""Values that stand in the place of any other."""

DEEP = "§"
"""Stands for a value of ten thousand brackets, which Python's writer of JSON could not write."""


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value within a value of JSON."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*path, key)
        yield from paths(inner, (*path, key))


def spoil(document: Any, path: tuple[Any, ...], value: Any) -> bytes:
    """Return a document with another value at a path."""
    copy = deepcopy(document)
    holder = reduce(lambda inner, key: inner[key], path[:-1], copy)
    holder[path[-1]] = value
    return json.dumps(copy).replace(f'"{json.dumps(DEEP)[1:-1]}"', "[" * 10_000 + "]" * 10_000).encode()


@pytest.mark.exhaustive
@pytest.mark.parametrize("edition", [EDITION, 1])
def test_anything_in_any_field_is_said_or_taken(edition: int, evening_document: dict[str, Any]) -> None:
    """Never an error of the program's own, whoever wrote the file."""
    document = {**evening_document, "edition": edition}
    every = [(path, value) for path in paths(document) for value in (*ANYTHING.values(), DEEP)]
    for path, value in one_in(23, every):
        try:
            check_document(spoil(document, path, value))
        except RuleError as refusal:
            told = [tell(problem) for problem in refusal.problems]
            assert all(told), (path, value)
            assert not [each for each in told if re.search(r"None|\(nothing\)|'|Message\(", each)], (path, told)


def test_an_entry_without_a_time_is_refused(evening_document: dict[str, Any]) -> None:
    evening_document["log"][1]["at"] = ""
    assert refusals(json.dumps(evening_document).encode()) == [NO_TIME.format(2)]


def test_a_field_that_stands_there_twice_is_checked_twice(evening_document: dict[str, Any]) -> None:
    text = json.dumps(evening_document)
    assert refusals(text.replace("{", '{"format": "other", ', 1).encode()) == [MALFORMED.format("format")]
    check_document(text.replace("{", '{"format": "scorekeeper", ', 1).encode())


def test_a_table_holds_no_more_players_than_a_table(evening_document: dict[str, Any]) -> None:
    """The names were compared with each other first: 4,000 took 14 seconds, and twice as many four times as long."""
    evening_document["log"][0]["moves"][0]["players"] = [f"P{number}" for number in range(200_000)]
    compared = 0

    def count(one: str, other: str) -> bool:
        nonlocal compared
        compared += 1
        return one == other

    with patch("scorekeeper.table.names.looks_alike", count):
        told = refusals(json.dumps(evening_document).encode())
    assert told == ["Entry 1 of the log is against the rules: A table has at most 12 players."]
    assert compared < 12 * 12


def test_a_hand_holds_no_more_moves_than_can_be_played(evening_document: dict[str, Any]) -> None:
    """A hand of an older edition was not refereed: each move copied all before it."""
    evening_document["edition"] = 1
    evening_document["log"][2]["moves"] *= 20_000
    assert refusals(json.dumps(evening_document).encode()) == [TOO_LONG]

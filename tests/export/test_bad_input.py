"""What is no document of ours, or no possible evening, is refused in words; nothing else ever happens."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from scorekeeper.codec import encode
from scorekeeper.errors import RuleError
from scorekeeper.export import LARGEST_FILE, check, export_document, import_document
from scorekeeper.export import replay as replaying
from scorekeeper.export.wording import tell
from scorekeeper.store import Store
from scorekeeper.table import commands as c
from scorekeeper.table import events as e
from tests.export.evenings import ANA, BO, CHO, Evening
from tests.toy import Toss, Tossed


def refusals(data: bytes) -> list[str]:
    """Every reason against a file, in English."""
    with pytest.raises(RuleError) as refused:
        check(data)
    return [tell(problem) for problem in refused.value.problems]


def document(**fields: Any) -> bytes:
    """A document with nothing in it but its header and `fields`."""
    return json.dumps({"format": "scorekeeper", "schema": 1, **fields}).encode()


NOT_JSON = "This is not a JSON file. Choose the one that “Export” made."
NOT_OURS = "This JSON file is not from Scorekeeper."
MALFORMED = "At {}, the file does not have the form it should."
NEWER = "A newer Scorekeeper ({}) wrote this file; this one is 0.1.0. Update it first."

FILES: list[tuple[str, bytes, str]] = [
    ("nothing", b"", NOT_JSON),
    ("words", b"Ana 5, Bo -5", NOT_JSON),
    ("the spreadsheet", "\ufeffHand,Entry,Ana\r\n1,hand,5\r\n".encode(), NOT_JSON),
    ("half a file", b'{"format": "scorekeeper", "schema": 1, "table": {', NOT_JSON),
    ("two files", document() + document(), NOT_JSON),
    ("another encoding", document().decode().encode("utf-16"), NOT_JSON),
    ("broken text", b'{"format": "score\xffkeeper"}', NOT_JSON),
    ("broken text where nobody looks", b'{"format": "scorekeeper", "schema": 1, "x\xff": 1}', NOT_JSON),
    ("half a character", b'{"format": "\\ud800"}', NOT_JSON),
    ("a thousand brackets", b"[" * 100_000, NOT_OURS),
    ("a field of a thousand brackets", b'{"x": ' + b"[" * 100_000, NOT_JSON),
    ("a list", b"[]", NOT_OURS),
    ("a number", b"7", NOT_OURS),
    ("somebody else's", b'{"format": "other", "schema": 1}', NOT_OURS),
    ("no schema", b'{"format": "scorekeeper"}', NOT_OURS),
    ("a schema in words", document(schema="1"), NOT_OURS),
    ("schema 0", document(schema=0), NOT_OURS),
    ("a newer schema", document(schema=2, program="9.0"), NEWER.format("9.0")),
    ("a newer schema without a program", document(schema=10**30), NEWER.format("nothing")),
    ("newer events", document(event_schema=2, program="9.0"), NEWER.format("9.0")),
    ("nothing but a header", document(), NOT_OURS),
]


@pytest.mark.parametrize(("_about", "data", "told"), FILES, ids=[row[0] for row in FILES])
def test_a_file_that_is_no_document(_about: str, data: bytes, told: str) -> None:
    assert refusals(data) == [told]


def test_a_file_of_a_hundred_megabytes_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.export.verify.read_header", lambda _text: pytest.fail("it was read"))
    told = ["This file is larger than 8 MB; an evening is never as large as that."]
    assert refusals(b" " * 100_000_000) == told
    assert refusals(b" " * (LARGEST_FILE + 1)) == told


@pytest.fixture
def evening(store: Store) -> Evening:
    """Two hands of the toy game."""
    return Evening(store, "toy", "plain", "Ana", "Bo", "Cho").do(c.StartHand(), Toss(BO), c.StartHand(), Toss(CHO))


@pytest.fixture
def written(evening: Evening) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(export_document(evening.store.events, evening.id))
    return document


FORMS: list[tuple[str, Callable[[dict[str, Any]], Any], str]] = [
    ("a field nobody knows", lambda d: d["hands"][0].update(colour="red"), "hands[0]"),
    ("a field that is missing", lambda d: d["hands"][0].pop("dealer"), "hands[0]"),
    ("a number in words", lambda d: d["totals"].update({"1": "five"}), "totals[...]"),
    ("a number with a point", lambda d: d["totals"].update({"1": 5.0}), "totals[...]"),
    ("a number without end", lambda d: d["totals"].update({"1": 10**400}), "totals[...]"),
    ("a player called Ana", lambda d: d["totals"].update({"Ana": 5}), "totals"),
    ("a hand that is a word", lambda d: d["hands"].append("hand 3"), "hands[2]"),
    ("a recorder without end", lambda d: d["log"][0].update(player=2**70), "log[0].player"),
    ("an action that did nothing", lambda d: d["log"][0].update(events=[]), "log[0].events"),
    ("a time in words", lambda d: d.update(exported="yesterday"), "exported"),
]


@pytest.mark.parametrize(("_about", "spoil", "where"), FORMS, ids=[row[0] for row in FORMS])
def test_a_document_without_its_form(
    _about: str, spoil: Callable[[Any], Any], where: str, written: dict[str, Any]
) -> None:
    spoil(written)
    assert refusals(json.dumps(written).encode()) == [MALFORMED.format(where)]


def entry(version: int, *events: Any, at: str = "2026-01-01T20:00:00.000+00:00") -> dict[str, Any]:
    """An entry of a log."""
    return {
        "version": version,
        "at": at,
        "player": None,
        "events": [msgspec.json.decode(encode(event)) for event in events],
    }


TABLE = entry(1, e.TableCreated("toy", "plain"), e.PlayerJoined(1, "Ana"), e.PlayerJoined(2, "Bo"))
DEALT = entry(4, e.HandStarted((1, 2)))
AGAINST = "Entry {} of the log is against the rules: {}"
IMPOSSIBLE = "Entry {} of the log cannot have followed from those before it."
UNREADABLE = "Entry {} of the log cannot be read."
OUT_OF_ORDER = "Entries of the log are missing or out of order; entry {} should come next."
NO_TIME = "Entry {} of the log does not say properly when it was recorded."
NOBODY = "There is no such player at this table."
NOT_HERE = "That cannot be recorded here."
NO_HAND = "No hand is being played. Start the next one first."

LOGS: list[tuple[str, list[Any], str]] = [
    ("it does not begin", [entry(2, Tossed(1))], OUT_OF_ORDER.format(1)),
    ("it does not begin with a table", [entry(1, e.PlayerJoined(1, "Ana"))], AGAINST.format(1, NOT_HERE)),
    ("it begins with a toss", [entry(1, Tossed(1))], IMPOSSIBLE.format(1)),
    ("it begins with a correction", [entry(1, e.HandCorrected(1, ()))], IMPOSSIBLE.format(1)),
    ("it begins with an undo", [entry(1, e.Undone(1))], AGAINST.format(1, "There is nothing to take back.")),
    ("two tables", [TABLE, entry(4, e.TableCreated("toy", "plain"))], AGAINST.format(4, NOT_HERE)),
    ("another game's table", [entry(1, e.TableCreated("mighty", "pagat")), entry(2, e.HandStarted(()))],
     AGAINST.format(2, "5 players play a hand; 0 would.")),
    ("a gap", [TABLE, entry(5, e.HandStarted((1, 2)))], OUT_OF_ORDER.format(4)),
    ("the same again", [TABLE, DEALT, DEALT], OUT_OF_ORDER.format(5)),
    ("a time without a zone", [{**TABLE, "at": "2026-01-01T20:00:00.000"}], NO_TIME.format(1)),
    ("another zone", [{**TABLE, "at": "2026-01-01T20:00:00.000+09:00"}], NO_TIME.format(1)),
    ("no time", [{**TABLE, "at": "8 o'clock"}], NO_TIME.format(1)),
    ("before all time", [{**TABLE, "at": "0001-01-01T00:00:00.000+14:00"}], NO_TIME.format(1)),
    ("an event nobody knows", [{**TABLE, "events": [{"type": "table.burnt"}]}], UNREADABLE.format(1)),
    ("an event that is a list", [{**TABLE, "events": [[]]}], UNREADABLE.format(1)),
    ("a name twice", [{**TABLE, "events": [*TABLE["events"][:2], {**TABLE["events"][1], "player": 2}]}],
     AGAINST.format(1, "Someone here is called Ana already.")),
    ("a name nobody can type", [{**TABLE, "events": [TABLE["events"][0], {**TABLE["events"][1], "name": "A\u202ena"}]}],
     IMPOSSIBLE.format(1)),
    ("a player out of order", [TABLE, entry(4, e.PlayerJoined(7, "Cho"))], IMPOSSIBLE.format(4)),
    ("a hand with a stranger", [TABLE, entry(4, e.HandStarted((1, 9)))],
     AGAINST.format(4, "Those who play must be different players who are at the table.")),
    ("a toss without a hand", [TABLE, entry(4, Tossed(1))], AGAINST.format(4, NO_HAND)),
    ("a toss after the toss", [TABLE, DEALT, entry(5, Tossed(1), Tossed(1))], IMPOSSIBLE.format(5)),
    ("a toss won by nobody", [TABLE, DEALT, entry(5, Tossed(9))], AGAINST.format(5, "9 does not play.")),
    ("another game's event in a hand", [TABLE, DEALT, entry(5, e.SessionEnded(), Tossed(1))],
     AGAINST.format(5, "A hand is being played. Finish it or give it up first.")),
    ("a table's event within a hand's", [TABLE, DEALT, entry(5, Tossed(1), e.SessionEnded())], IMPOSSIBLE.format(5)),
    ("two hands at once", [TABLE, DEALT, entry(5, e.HandStarted((1, 2)))],
     AGAINST.format(5, "A hand is being played. Finish it or give it up first.")),
    ("a stranger leaves", [TABLE, entry(4, e.PlayerLeft(9))], AGAINST.format(4, NOBODY)),
    ("an amount for a stranger", [TABLE, entry(4, e.Adjusted({9: 1}, "x"))], AGAINST.format(4, NOBODY)),
    ("a penalty of a stranger", [TABLE, entry(4, e.Adjusted({9: -1}, "x", penalized=9))], AGAINST.format(4, NOBODY)),
    ("a penalty of another sum", [TABLE, entry(4, e.Adjusted({1: -2, 2: 1}, "x", penalized=1))], IMPOSSIBLE.format(4)),
    ("points from nowhere", [TABLE, entry(4, e.Adjusted({1: 10**9}, "x"))],
     AGAINST.format(4, "An amount is at most 10000 either way.")),
    ("nothing is void", [TABLE, entry(4, e.HandVoided(1, "x"))], AGAINST.format(4, "There is no hand 1.")),
    ("a correction of nothing", [TABLE, entry(4, e.HandCorrected(1, ()))], IMPOSSIBLE.format(4)),
    ("an undo of the table", [TABLE, entry(4, e.Undone(1))], AGAINST.format(4, "There is nothing to take back.")),
    ("an undo of something else", [TABLE, DEALT, entry(5, e.Undone(1))], IMPOSSIBLE.format(5)),
    ("a redo of nothing", [TABLE, entry(4, e.Redone(1))], AGAINST.format(4, "There is nothing to record again.")),
    ("house rules nobody knows", [TABLE, entry(4, e.RulesChanged("plain", {"x" * 99: 1}))],
     AGAINST.format(4, f"There is no house rule called {'x' * 59}….")),
]  # fmt: skip


@pytest.mark.parametrize(("_about", "log", "told"), LOGS, ids=[row[0] for row in LOGS])
def test_a_log_that_nobody_can_have_recorded(_about: str, log: list[Any], told: str, written: dict[str, Any]) -> None:
    assert refusals(json.dumps({**written, "log": log}).encode()) == [told]


FREE = 9
"""The version after the two hands of the evening."""

CORRECTIONS: list[tuple[str, Any, str]] = [
    (
        "not the whole hand",
        e.HandCorrected(1, ()),
        AGAINST.format(FREE, "A correction must give the whole hand, up to its result."),
    ),
    ("a hand that was not played", e.HandCorrected(3, ()), IMPOSSIBLE.format(FREE)),
    ("two results", e.HandCorrected(1, (msgspec.Raw(encode(Tossed(1))),) * 2), IMPOSSIBLE.format(FREE)),
    (
        "a winner who did not play",
        e.HandCorrected(1, (msgspec.Raw(encode(Tossed(9))),)),
        AGAINST.format(FREE, "9 does not play."),
    ),
    ("not the game's", e.HandCorrected(1, (msgspec.Raw(encode(e.SessionEnded())),)), IMPOSSIBLE.format(FREE)),
    ("no event", e.HandCorrected(1, (msgspec.Raw(b"[]"),)), UNREADABLE.format(FREE)),
]


@pytest.mark.parametrize(("_about", "event", "told"), CORRECTIONS, ids=[row[0] for row in CORRECTIONS])
def test_a_correction_that_nobody_can_have_recorded(
    _about: str, event: Any, told: str, written: dict[str, Any]
) -> None:
    written["log"].append(entry(FREE, event))
    assert refusals(json.dumps(written).encode()) == [told]


def test_a_game_that_is_not_here(written: dict[str, Any]) -> None:
    written["table"]["game"] = "x" * 100
    assert refusals(json.dumps(written).encode()) == [f"There is no game called {'x' * 59}… here."]


TOO_MUCH = "There is more in this file than an evening can hold."


def test_corrections_of_a_long_evening_cost_no_hours(written: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each replays everything after it, so that a small file could keep a server busy."""
    monkeypatch.setattr(replaying, "MOST_WORK", 200)
    correction = e.HandCorrected(1, (msgspec.Raw(encode(Tossed(ANA))),))
    written["log"] += [entry(version, correction) for version in range(FREE, FREE + 100)]
    assert refusals(json.dumps(written).encode()) == [TOO_MUCH]


def test_no_more_entries_than_a_score_sheet_can_hold(written: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "MOST_ENTRIES", 10)
    written["log"] += [entry(version, e.Adjusted({ANA: 1}, "x")) for version in range(FREE, FREE + 20)]
    assert refusals(json.dumps(written).encode()) == [TOO_MUCH]


def test_nothing_is_imported_when_anything_is_refused(evening: Evening, written: dict[str, Any]) -> None:
    events = evening.store.events
    written["totals"]["1"] += 1
    for data in (json.dumps(written).encode(), *(data for _, data, _ in FILES)):
        with pytest.raises(RuleError):
            import_document(events, data)
    assert [info.table_id for info in events.tables()] == [evening.id]

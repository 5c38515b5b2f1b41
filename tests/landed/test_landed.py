"""Databases and files of version 1.0 always open, with every fact after every action. Older ones are refused."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlite_utils import Database

from scorekeeper.bookkeeper import Bookkeeper, Recorder, fold_each
from scorekeeper.errors import RuleError
from scorekeeper.export import check_document, export_document
from scorekeeper.export.wording import tell
from scorekeeper.games import GAMES
from scorekeeper.games.zhao_pengyou import PlayUnseen
from scorekeeper.store import OlderSchema, Store, open_store
from scorekeeper.store.migrations import LAST_STEP_OF_1_0, MIGRATIONS
from scorekeeper.table import moves as m
from scorekeeper.web import create_app
from scorekeeper.web.http.sessions import COOKIE
from tests.cases import for_each
from tests.landed.facts import Facts, facts_of
from tests.web.conftest import TEST_SETTINGS
from tests.web.phones import Phone, Table

HERE = Path(__file__).parent / "version_1"
NEWER = {m.ChooseMode, m.PlayOn, m.SeatLatecomer, PlayUnseen}
"""The moves that came after version 1.0."""

GIVEN_OUT: dict[str, Any] = json.loads((HERE / "links.json").read_text())
EVENINGS: dict[str, Any] = json.loads((HERE / "expected.json").read_text())["evenings"]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("version_1") / "scorekeeper.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript((HERE / "database.sql").read_text())
    with open_store(path) as store:
        yield store


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """The program of today over the database with the links and phones of `links.json`."""
    path = tmp_path / "scorekeeper.db"
    with closing(sqlite3.connect(path)) as database:
        for script in ("database.sql", "links.sql"):
            database.executescript((HERE / script).read_text())
    app = create_app({**TEST_SETTINGS, "DATABASE": str(path)})
    yield app
    app.extensions["scorekeeper"].store.close()


def iterate_facts(evening: dict[str, Any]) -> Iterator[Facts]:
    """Yield the facts after every action. The file holds differences to the facts before."""
    facts: Facts = {}
    for difference in evening["after"]:
        facts = {**facts, **difference}
        yield facts


@for_each(*EVENINGS)
def test_every_fact_after_every_action_is_what_it_was(name: str, *, store: Store) -> None:
    records = store.events.load(EVENINGS[name]["table_id"])
    assert [facts_of(ledger) for ledger in fold_each(records)] == list(iterate_facts(EVENINGS[name]))


@for_each(*EVENINGS)
def test_every_file_says_the_same(name: str, *, store: Store) -> None:
    data = (HERE / f"{name}.json").read_bytes()
    (*_, final) = iterate_facts(EVENINGS[name])
    assert facts_of(check_document(data).ledger) == final
    assert facts_of(check_document(export_document(store.events, EVENINGS[name]["table_id"])).ledger) == final


@for_each(*EVENINGS)
def test_an_evening_goes_on_where_it_was_left(name: str, *, store: Store) -> None:
    """New actions follow the log, which stays as it was."""
    table, books = f"{name} goes on", Bookkeeper(store.events)
    before = store.events.load(EVENINGS[name]["table_id"])
    store.events.restore(table, EVENINGS[name]["game"], before)
    for move in (m.LimitHands(999), m.JoinTable("Newcomer"), m.Undo(), m.Redo()):
        version = books.ledger(table).version
        books.record(table, move, version=version, recorder=Recorder(), key=f"{version} goes on")
    assert store.events.load(table)[: len(before)] == before
    assert books.ledger(table).state.hand_limit == 999


@for_each(*GIVEN_OUT["links"])
def test_every_link_is_as_good_as_it_was(link: dict[str, Any], *, app: Flask) -> None:
    assert (Phone(app).get(f"/l/{link['token']}").status_code in (200, 302)) is link["in_force"]


@for_each(*GIVEN_OUT["phones"])
def test_every_phone_is_what_it_was(phone: dict[str, Any], *, app: Flask) -> None:
    browser = Phone(app)
    browser.client.set_cookie(COOKIE, phone["cookie"])
    table = Table(browser, phone["table_id"])
    seat = browser.page(table.path).one("body").attributes.get("data-seat")
    assert seat == (str(phone["player"]) if phone["player"] else None)
    joins = browser.get(f"{table.path}/seat").status_code == 200
    role = table.role_of(browser)
    assert ("joiner" if role == "watcher" and joins else role) == phone["role"]


def test_every_move_of_both_games_is_among_them(store: Store) -> None:
    books = Bookkeeper(store.events)
    used = {
        type(move) for each in EVENINGS.values() for action in books.read_log(each["table_id"]) for move in action.moves
    }
    moves = {*m.TABLE_MOVES, m.CorrectHand, *GAMES["mighty"].moves, *GAMES["zhao_pengyou"].moves}
    assert {str(move) for move in moves - NEWER} <= {str(move) for move in used}


def test_a_database_from_before_1_0_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with Database(path) as database:
        MIGRATIONS.apply(database, stop_before=LAST_STEP_OF_1_0)
    before = path.read_bytes()
    with pytest.raises(OlderSchema) as refusal:
        open_store(path)
    assert str(refusal.value) == (
        "a Scorekeeper from before 1.0 made the database; only what 1.0 and later wrote can be opened"
    )
    assert path.read_bytes() == before


@for_each(
    {"schema": 1, "event_schema": 1, "program": "0.1.0"},
    {"schema": 2, "move_schema": 1, "program": "0.2.0"},
    {"schema": 2, "move_schema": 2, "program": "0.2.0"},
)
def test_a_file_from_before_1_0_is_refused(header: dict[str, Any]) -> None:
    document = json.loads((HERE / "mighty.json").read_bytes())
    with pytest.raises(RuleError) as refusal:
        check_document(json.dumps({**document, **header}).encode())
    assert [tell(problem) for problem in refusal.value.problems] == [
        f"A Scorekeeper from before 1.0 ({header['program']}) wrote this file;"
        " only files of 1.0 and later can be opened."
    ]

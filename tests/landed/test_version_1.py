"""Databases and files of version 1.0.0 always open: their logs, and every fact after every action, in both games."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.bookkeeper import Bookkeeper, fold_each
from scorekeeper.export import check_document, export_document
from scorekeeper.games import GAMES
from scorekeeper.store import Store, open_store
from scorekeeper.table import moves as m
from scorekeeper.version_0 import rewrite_tables
from tests.cases import for_each
from tests.landed.second.facts import Facts, facts_of

HERE = Path(__file__).parent / "version_1"
NEWER = {m.ChooseMode}
"""The moves that came after version 1.0."""

EVENINGS: dict[str, Any] = json.loads((HERE / "expected.json").read_text())["evenings"]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("version_1") / "scorekeeper.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript((HERE / "database.sql").read_text())
    with open_store(path) as store:
        yield store


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


def test_it_is_nothing_that_is_rewritten(store: Store) -> None:
    before = {name: store.events.load(evening["table_id"]) for name, evening in EVENINGS.items()}
    rewrite_tables(store)
    assert {name: store.events.load(evening["table_id"]) for name, evening in EVENINGS.items()} == before


def test_every_move_of_both_games_is_among_them(store: Store) -> None:
    books = Bookkeeper(store.events)
    used = {
        type(move) for each in EVENINGS.values() for action in books.read_log(each["table_id"]) for move in action.moves
    }
    moves = {*m.TABLE_MOVES, m.CorrectHand, *GAMES["mighty"].moves, *GAMES["zhao_pengyou"].moves}
    assert {str(move) for move in moves - NEWER} <= {str(move) for move in used}

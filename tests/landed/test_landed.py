"""Every evening recorded by version 0.1.0 has the same facts today, read as it was written and after its rewriting."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.bookkeeper import Bookkeeper, Recorder, fold_each, fold_log
from scorekeeper.codec import encode
from scorekeeper.games import GAMES, mighty
from scorekeeper.store import EventStore, StoredAction, open_store
from scorekeeper.table import moves as m
from scorekeeper.table.history import read_history
from scorekeeper.table.ledger import Ledger, fold_action
from scorekeeper.version_0 import rewrite_log, rewrite_tables
from scorekeeper.version_0.log import read_action
from tests.cases import for_each
from tests.landed.facts import drop_obsolete, facts_of
from tests.table.tables import same

HERE = Path(__file__).parent
EXPECTED: dict[str, Any] = json.loads((HERE / "expected.json").read_text())
EVENINGS: dict[str, Any] = EXPECTED["evenings"]


@pytest.fixture(autouse=True)
def _mighty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "mighty", mighty.GAME)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("landed") / "scorekeeper.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript((HERE / "database.sql").read_text())
    return path


@pytest.fixture(scope="module")
def logs(path: Path) -> dict[str, list[StoredAction]]:
    """The log of every table as version 0.1.0 wrote it."""
    with open_store(path) as store:
        return {evening["table_id"]: store.events.load(evening["table_id"]) for evening in EVENINGS.values()}


@pytest.fixture(scope="module")
def store(path: Path, logs: dict[str, list[StoredAction]]) -> Iterator[EventStore]:
    """The database after this version has opened it."""
    assert logs
    with open_store(path) as store:
        rewrite_tables(store)
        yield store.events


def iterate_facts(evening: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the version after every action, with the facts of that time."""
    facts: dict[str, Any] = {}
    for version, difference in evening["after"]:
        facts = {**facts, **difference}
        yield version, {name: value for name, value in facts.items() if value is not None}


def test_every_evening_of_the_database_is_here(store: EventStore) -> None:
    there = {info.table_id for info in store.tables() if not info.table_id.endswith("goes on")}
    assert there == {evening["table_id"] for evening in EVENINGS.values()}


@for_each(*EVENINGS.values())
def test_every_fact_after_every_action_is_what_it_was(
    evening: dict[str, Any], *, logs: dict[str, list[StoredAction]]
) -> None:
    """The log is read with the meaning that it had then."""
    ledger = Ledger()
    for recorded, (version, facts) in zip(logs[evening["table_id"]], iterate_facts(evening), strict=True):
        ledger = fold_action(ledger, read_action(recorded, ledger))
        now = facts_of(ledger, EXPECTED["rules"])
        assert now == drop_obsolete(facts, now), version
    assert now == drop_obsolete(evening["final"], now)


BEGINNERS = {"dealer", "first", "dealt", "turn"}
"""Facts of a hand that depend on its dealer; a rewritten log has them as they were after the last correction."""


@for_each(*EVENINGS.values())
def test_rewritten_it_says_the_same(
    evening: dict[str, Any], *, store: EventStore, logs: dict[str, list[StoredAction]]
) -> None:
    """After every action, except for the next dealer; at the end also who dealt each hand and bid first in it."""
    was, is_now = logs[evening["table_id"]], store.load(evening["table_id"])
    assert {each.schema for each in is_now} == {m.SCHEMA}
    assert [(each.at, each.player, each.device) for each in is_now] == [(e.at, e.player, e.device) for e in was]
    versions = {now.version: then.version for then, now in zip(was, is_now, strict=True)}
    for ledger, (version, facts) in zip(fold_each(is_now), iterate_facts(evening), strict=True):
        now = renumber_as_then(facts_of(ledger, EXPECTED["rules"]), versions)
        assert drop_hand_facts(BEGINNERS, now) == drop_hand_facts(BEGINNERS, drop_obsolete(facts, now)), version
    assert drop_hand_facts({"dealt"}, now) == drop_hand_facts({"dealt"}, drop_obsolete(evening["final"], now))


def renumber_as_then(facts: dict[str, Any], versions: Mapping[int, int]) -> dict[str, Any]:
    """Return the facts with the version numbers of version 0.1.0."""
    facts = {**facts, "counts": versions[facts["counts"]]}
    for name, fact in facts.items():
        if isinstance(fact, dict) and "recorded" in fact:
            version, *who = fact["recorded"]
            facts[name] = {**fact, "recorded": [versions[version], *who]}
    return facts


def drop_hand_facts(names: set[str], facts: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {key: value for key, value in fact.items() if key not in names} if isinstance(fact, dict) else fact
        for name, fact in facts.items()
        if name.removeprefix("current.") not in names
    }


@for_each(*EVENINGS)
def test_the_log_in_every_file_says_the_same_but_for_devices(name: str) -> None:
    document = json.loads((HERE / f"{name}.json").read_text())
    log = [
        StoredAction(each["version"], each["at"], tuple(map(encode, each["events"])), schema=1, player=each["player"])
        for each in document["log"]
    ]
    rewritten = rewrite_log(log).log
    versions = {now.version: then.version for then, now in zip(log, rewritten, strict=True)}
    now = renumber_as_then(facts_of(fold_log(rewritten), EXPECTED["rules"]), versions)
    assert drop_hand_facts({"dealt"}, now) == drop_hand_facts(
        {"dealt"}, drop_devices(drop_obsolete(EVENINGS[name]["final"], now))
    )


def drop_devices(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts without devices, which files do not hold."""
    return {
        name: {**fact, "recorded": [*fact["recorded"][:3], None]}
        if isinstance(fact, dict) and "recorded" in fact
        else fact
        for name, fact in facts.items()
    }


@for_each(*EVENINGS.values())
def test_what_counts_at_the_end_is_what_counted_then(
    evening: dict[str, Any], *, store: EventStore, logs: dict[str, list[StoredAction]]
) -> None:
    records = store.load(evening["table_id"])
    then = {now.version: was.version for was, now in zip(logs[evening["table_id"]], records, strict=True)}
    ledger = fold_log(records)
    assert [then[step.action.stamp.version] for step in ledger.steps()][::-1] == evening["counting"]
    actions = [each.last for each in fold_each(records) if each.last]
    lines = list(read_history(actions))
    assert [line.stamp.version for line in lines] == [record.version for record in records]
    turns = {action.stamp.version for action in actions if isinstance(action.moves[0], m.Undo | m.Redo)}
    counting = {version for version, was in then.items() if was in evening["counting"]}
    assert {line.stamp.version for line in lines if line.counts} == {*counting, *turns}
    assert all(line.says for line in lines)


@for_each(*EVENINGS.values())
def test_an_evening_goes_on_where_it_was_left(evening: dict[str, Any], *, store: EventStore) -> None:
    """New actions are appended in today's form, with their rows."""
    table = evening["table_id"]
    copy = f"{table} goes on"
    before = store.load(table)
    store.restore(copy, "mighty", before)
    books = Bookkeeper(store)
    for move in (m.LimitHands(999), m.JoinTable("Newcomer"), m.Undo(), m.Undo(), m.Redo(), m.BeginSession()):
        ledger = books.ledger(copy)
        if isinstance(move, m.BeginSession) and (ledger.state.current or not ledger.state.hands):
            continue
        books.record(copy, move, version=ledger.version, recorder=Recorder(), key=f"{ledger.version}")
    log = store.load(copy)
    assert log[: len(before)] == before
    assert {(each.schema, each.rows is None) for each in log[len(before) :]} == {(m.SCHEMA, False)}
    assert same(fold_log(log), books.ledger(copy))
    assert fold_log(log).state.hand_limit == 999

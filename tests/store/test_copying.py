"""All of a database in another, of either engine: every row, all or none, and it goes on there."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.store import Store, copy_database, open_store, plan_table
from scorekeeper.store.copying import ROWS_AT_ONCE
from scorekeeper.store.errors import NotEmpty
from scorekeeper.store.sql import TABLES, Connection
from tests.postgresql import PostgresqlServer
from tests.store.log import action

Open = Callable[[str], Store]


@pytest.fixture
def open_empty(tmp_path: Path, postgresql: PostgresqlServer) -> Iterator[Open]:
    with ExitStack() as opened:

        def open_empty(engine: str) -> Store:
            url = postgresql.make_empty_database() if engine == "postgresql" else str(tmp_path / f"{engine}.db")
            return opened.enter_context(open_store(url))

        yield open_empty


def fill(store: Store) -> str:
    """One of everything that a store can hold, and more rows than are copied at once; a link's token."""
    store.events.create_planned(
        plan_table(
            "t",
            "mighty",
            action(1, player=1, device="미나", rows=b"[]", edition=3, carried=b"[1]"),
            key="k",
            content="c",
        )
    )
    store.events.append("t", action(2, *[b'{"n":1}'] * (ROWS_AT_ONCE + 1)))
    store.events.create("u", "mighty", action(1))
    store.grants.limit_scorers("t", {1, 2})
    token = store.grants.issue("t", "host", label="phone")
    store.grants.revoke_kinds("t", ["host"])
    token = store.grants.issue("t", "watch")
    store.grants.hold("a phone", "t", [token])
    store.settings.secret_key()
    store.groups.create("g", "Friday")
    store.groups.add_night("g", "t", {1: "Ana", 2: "보"})
    store.groups.rename_person("g", 1, "Annabel")
    store.groups.join_people("g", store.groups.add_person("g", "A."), 1)
    store.groups.tell_apart("g", 1, 2)
    store.groups.keep_rules("g", "ours", {"preset": "pagat"})
    store.groups.admit("g", "host", "phone")
    return token


def everything(store: Store) -> dict[str, list[Any]]:
    def rows(db: Connection) -> dict[str, list[Any]]:
        return {
            name: sorted(db.execute(f"select {', '.join(columns)} from {name}"), key=repr)  # noqa: S608
            for name, columns in TABLES.items()
        }

    return store.database.read(rows)


WAYS = [("sqlite", "postgresql"), ("postgresql", "sqlite"), ("sqlite", "second")]


@pytest.mark.parametrize(("engine", "other"), WAYS)
def test_a_copy_has_every_row_and_goes_on_there(open_empty: Open, engine: str, other: str) -> None:
    source, target = open_empty(engine), open_empty(other)
    token = fill(source)
    copy_database(source.database, target.database)
    before = everything(source)
    assert all(before.values()), "there is something of every kind"
    assert everything(target) == before
    assert target.grants.find(token) == source.grants.find(token)
    assert target.events.append("t", action(ROWS_AT_ONCE + 3)).repeated is False
    for store in (source, target):
        store.grants.issue("t", "join")
        store.groups.admit("g", "member")
    assert [each.id for each in target.grants.list("t")] == [each.id for each in source.grants.list("t")]
    assert everything(source)["events"] == before["events"]


@pytest.mark.parametrize(("engine", "other"), WAYS)
def test_an_empty_database_is_copied_as_well(open_empty: Open, engine: str, other: str) -> None:
    source, target = open_empty(engine), open_empty(other)
    copy_database(source.database, target.database)
    assert not any(everything(target).values())
    target.events.create("t", "mighty", action(1))
    assert target.grants.issue("t", "host")


@pytest.mark.parametrize(("engine", "other"), WAYS)
def test_what_is_not_empty_is_left_as_it_is(open_empty: Open, engine: str, other: str) -> None:
    source, target = open_empty(engine), open_empty(other)
    fill(source)
    target.settings.secret_key()
    before = everything(target)
    with pytest.raises(NotEmpty):
        copy_database(source.database, target.database)
    assert everything(target) == before


@pytest.mark.parametrize(("engine", "other"), WAYS)
def test_what_is_cut_off_leaves_nothing(open_empty: Open, engine: str, other: str) -> None:
    source, target = open_empty(engine), open_empty(other)
    fill(source)

    def cut_off(name: str, rows: int) -> None:
        if name == "events" and rows == ROWS_AT_ONCE:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy_database(source.database, target.database, cut_off)
    assert not any(everything(target).values())
    copy_database(source.database, target.database)
    assert everything(target) == everything(source)

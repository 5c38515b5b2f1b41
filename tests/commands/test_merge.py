"""`scorekeeper import` of a database: last year's laptop beside this year's."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.commands import merge
from scorekeeper.commands.merge import open_copy
from scorekeeper.export.history import export_history
from scorekeeper.store import Store, default_database, merge_tables, open_store
from scorekeeper.store import merging as store_merging
from scorekeeper.table import moves as t
from tests.export.conftest import Run
from tests.export.evenings import BO, NAMES, Evening, mighty_evening, whole_hand, zhao_pengyou_evening
from tests.postgresql import PostgresqlServer
from tests.toy import Draw

LANDED = Path(__file__).parents[1] / "landed" / "version_1" / "database.sql"
"""A database of version 1.0."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return tmp_path / "old.db"


def make_group(store: Store, evening: Evening, name: str = "Friday") -> None:
    store.groups.create("g", name, night=evening.id, names=names_of(evening))


def names_of(evening: Evening) -> dict[int, str]:
    return {person.number: person.name for person in evening.ledger.state.people.values()}


def lines(run: Run, old: Path) -> list[str]:
    open_store(default_database()).close()  # a server made it
    imported = run("import", old)
    assert imported.exit_code == 0, imported.output
    return imported.stdout.splitlines()


def test_tables_and_groups_are_brought(run: Run, evening: Evening, old: Path, database: Path) -> None:
    with open_store(old) as store:
        others = [mighty_evening(store), zhao_pengyou_evening(store)]
        make_group(store, others[0])
        store.groups.rename_person("g", BO, "Bob")
        store.groups.tell_apart("g", BO, store.groups.add_person("g", "Ｂｏｂ"))
        logs = {other.id: store.events.load(other.id) for other in others}
        group = store.groups.get("g")
    before = old.read_bytes()
    told, way_in, whose, link = lines(run, old)
    assert told == f"Imported 2 tables and 1 group from {old}. Each table was replayed."
    assert way_in == "`scorekeeper host TABLE` makes a phone the host of one; `scorekeeper export` lists them."
    assert (whose, link.startswith("/g/g/join/")) == (
        "To be the host of Friday, open your server's address followed by",
        True,
    )
    with open_store(database) as store:
        assert {each: store.events.load(each) for each in logs} == logs
        assert store.groups.get("g") == group
        assert len(store.events.tables()) == 3
    assert old.read_bytes() == before
    assert run("check").stdout == f"{database} is whole: 3 tables.\n"


def test_brought_again_nothing_changes(run: Run, evening: Evening, old: Path, database: Path) -> None:
    with open_store(old) as store:
        make_group(store, mighty_evening(store))
    lines(run, old)
    with open_store(database) as store:
        store.groups.rename("g", "Saturday")
    assert lines(run, old) == [
        f"Imported 0 tables and 0 groups from {old}. Each table was replayed.",
        "Here already: 1 table and 1 group. Nothing of them was changed.",
    ]
    with open_store(database) as store:
        assert store.groups.get("g").name == "Saturday"


def test_a_table_that_was_played_on_elsewhere_is_kept_as_it_is(
    run: Run, evening: Evening, old: Path, database: Path
) -> None:
    run("backup", old)
    with open_store(old) as store:
        played_on = Evening(store, "toy", "plain", "Ana", "Bo").do(t.StartHand(), Draw(BO))
        played_on.id = evening.id
        played_on.do(t.VoidHand(1, "misdeal"))
    before = run("export", evening.id, "--format", "csv").stdout
    told = lines(run, old)
    assert told[0].startswith("Imported 1 table and 0 groups")
    assert f"Table {evening.id} is another one here and was kept as it is." in told
    assert run("export", evening.id, "--format", "csv").stdout == before


def test_nights_of_a_group_that_is_here_know_its_people(run: Run, old: Path, database: Path) -> None:
    """A laptop began as a copy of last year's; both were played on."""
    with open_store(database) as store:
        make_group(store, Evening(store, "mighty", "pagat", *NAMES).do(*whole_hand(BO, "16H", "SA", 17, 5)))
    run("backup", old)
    with open_store(old) as store:
        second = Evening(store, "mighty", "pagat", "Fay", *NAMES[:4]).do(*whole_hand(BO, "16H", "SA", 17, 5))
        store.groups.add_night("g", second.id, names_of(second))
    with open_store(database) as store:
        store.groups.rename_person("g", BO, "Bob")
    assert lines(run, old)[0] == f"Imported 1 table and 0 groups from {old}. Each table was replayed."
    with open_store(database) as store:
        group = store.groups.get("g")
    assert {person.name for person in group.people} == {"Ana", "Bob", "조", "Dan", "Eun", "Fay"}
    names = {person.number: person.name for person in group.people}
    (night,) = [night for night in group.nights if night.table_id == second.id]
    assert [names[night.seats[player]] for player in sorted(night.seats)] == ["Fay", "Ana", "Bob", "조", "Dan"]


def test_tables_to_try_stay_where_they_are(run: Run, evening: Evening, old: Path) -> None:
    with open_store(old) as store:
        other = mighty_evening(store)
        sql = "update tables set until = '2999-01-01T00:00:00.000+00:00' where table_id = ?"
        store.database.write(lambda db: db.execute(sql, [other.id]))
    assert lines(run, old) == [f"Imported 0 tables and 0 groups from {old}. Each table was replayed."]


def test_a_table_that_cannot_be_replayed_is_left_out(run: Run, old: Path, database: Path) -> None:
    with open_store(old) as store:
        whole, damaged = mighty_evening(store), zhao_pengyou_evening(store)
        sql = "update events set event = '{}' where table_id = ? and version = 3"
        store.database.write(lambda db: db.execute(sql, [damaged.id]))
    told = lines(run, old)
    assert told[0].startswith("Imported 1 table and 0 groups")
    assert told[1].startswith(f"Table {damaged.id} cannot be replayed and was left out: ")
    with open_store(database) as store:
        assert [info.table_id for info in store.events.tables()] == [whole.id]


def test_a_database_of_version_1_0(run: Run, old: Path, database: Path) -> None:
    with closing(sqlite3.connect(old)) as db:
        db.executescript(LANDED.read_text(encoding="utf-8"))
    before = old.read_bytes()
    told = lines(run, old)
    assert told[0].startswith("Imported ")
    assert not told[0].startswith("Imported 0")
    assert old.read_bytes() == before, "it is read, and brought up to date in a copy"
    assert run("check").exit_code == 0


def test_links_and_phones_stay_behind(run: Run, evening: Evening, old: Path, database: Path) -> None:
    with open_store(old) as store:
        other = mighty_evening(store)
        make_group(store, other)
        store.groups.admit("g", "member", "Ana’s phone")
        token = store.grants.issue(other.id, "host")
    with open_store(database) as store:
        key = store.settings.secret_key()
    lines(run, old)
    with open_store(database) as store:
        assert store.grants.find(token) is None
        assert store.groups.phones("g") == []
        assert store.settings.secret_key() == key


@pytest.mark.parametrize("step", ["tables", "groups"])
def test_all_of_it_or_nothing(step: str, tmp_path: Path, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop() -> None:
        if step == "tables":
            raise RuntimeError

    if step == "groups":
        monkeypatch.setattr(store_merging, "nights_among", lambda _group, _ids: 1 / 0)
    with open_store(old) as store, open_store(tmp_path / "new.db") as new:
        evenings = [mighty_evening(store), zhao_pengyou_evening(store)]
        make_group(store, evenings[0])
        with pytest.raises((RuntimeError, ZeroDivisionError)):
            merge_tables(store.database, new.database, [each.id for each in evenings], ["g"], stop)
        assert (new.events.has_tables(), new.groups.list_ids()) == (False, [])


# --- What is no database to bring in ---


def refusal(run: Run, file: Path) -> str:
    refused = run("import", file)
    assert refused.exit_code == 1
    assert refused.stdout == ""
    return str(refused.stderr)


def test_not_into_itself(run: Run, evening: Evening, database: Path) -> None:
    assert refusal(run, database) == f"Error: {database} is the database itself.\n"


def test_not_a_database_of_somebody_else(run: Run, evening: Evening, old: Path, database: Path) -> None:
    with closing(sqlite3.connect(old)) as db:
        db.execute("create table recipes (name)")
    assert refusal(run, old) == f"Error: {old}: the database is broken: this is another program's database.\n"
    old.unlink()
    with open_store(database) as store:
        export_history(old, store.events, store.groups, store.events.tables())
    assert "another program's database" in refusal(run, old), "a history is for people"


def test_not_of_a_newer_program(run: Run, evening: Evening, old: Path) -> None:
    open_store(old).close()
    with closing(sqlite3.connect(old)) as db:
        (name,) = db.execute("select name from sqlite_master where name like '%migrations'").fetchone()
        columns = [row[1] for row in db.execute(f"pragma table_info({name})")]
        (row,) = db.execute(f"select * from {name} limit 1").fetchall()  # noqa: S608
        values = ["a_step_of_tomorrow" if column == "name" else cell for column, cell in zip(columns, row, strict=True)]
        values = [999 if column == "id" else cell for column, cell in zip(columns, values, strict=True)]
        db.execute(f"insert into {name} values ({', '.join('?' * len(values))})", values)  # noqa: S608
        db.commit()
    assert refusal(run, old) == (
        f"Error: {old}: the database was made by a newer Scorekeeper (a_step_of_tomorrow): open it with that one.\n"
    )


def test_not_while_another_program_has_it_for_itself(
    run: Run, evening: Evening, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_merging, "SECONDS_TO_WAIT", 0.01)
    with closing(sqlite3.connect(old, isolation_level=None)) as db:
        db.execute("create table tables (id)")
        db.execute("begin exclusive")
        assert refusal(run, old) == f"Error: {old}: the database is locked: database is locked.\n"


def test_a_bad_file_makes_no_database(run: Run, old: Path, database: Path) -> None:
    with closing(sqlite3.connect(old)) as db:
        db.execute("create table recipes (name)")
    refusal(run, old)
    assert not database.exists()


def test_into_postgresql(run: Run, evening: Evening, postgresql: PostgresqlServer, database: Path) -> None:
    url = postgresql.make_empty_database()
    with open_store(database) as store:
        make_group(store, evening)
    told = run("import", database, "--database", url)
    assert told.stdout.splitlines()[0] == f"Imported 1 table and 1 group from {database}. Each table was replayed."
    assert run("export", "--database", url).stdout == run("export").stdout
    with open_copy(database) as old, open_store(url) as new:
        assert new.groups.get("g") == old.groups.get("g")
        assert list(merge.merge_database(database, old, new))[1].startswith("Here already: 1 table and 1 group.")

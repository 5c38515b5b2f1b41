"""`scorekeeper copy`: from a file to PostgreSQL and back."""

from pathlib import Path

import pytest

from scorekeeper.commands import copy as copying
from scorekeeper.store import copy_database, hold_database, is_same_database, open_store
from scorekeeper.store.copying import OnRowsCopied
from scorekeeper.store.sql import Database
from tests.cases import for_each
from tests.export.conftest import Run
from tests.export.evenings import Evening
from tests.postgresql import PostgresqlServer


def test_there_and_back(
    run: Run, evening: Evening, database: Path, postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    there, back = postgresql.make_empty_database(), tmp_path / "back.db"
    copied = run("copy", database, there)
    said = "Wrote postgresql:///postgres: 1 table, each replayed and the same.\n"
    assert (copied.exit_code, copied.stdout, copied.stderr.endswith(said)) == (0, "", True)
    assert "events: 0\n" in copied.stderr, "how far it is"
    assert run("copy", there, back).exit_code == 0
    assert run("export", "--database", back).stdout == run("export").stdout
    with open_store(database) as store, open_store(back) as other:
        assert other.events.load(evening.id) == store.events.load(evening.id)
    again = run("copy", database, there)
    assert again.exit_code == 1
    assert "There is something in postgresql:///postgres already" in again.stderr


def test_not_under_a_server(run: Run, evening: Evening, database: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    for served in (database, target):
        with hold_database(str(served)):
            refused = run("copy", database, target)
        assert (refused.exit_code, "serves this database" in refused.stderr) == (1, True)


def test_what_is_not_there_is_not_copied(run: Run, tmp_path: Path) -> None:
    refused = run("copy", tmp_path / "none.db", tmp_path / "target.db")
    assert (refused.exit_code, "There is no database" in refused.stderr) == (1, True)


def names_of(path: Path) -> list[str]:
    """The same file, written otherwise."""
    (path.parent / "linked.db").symlink_to(path)
    (path.parent / "hard.db").hardlink_to(path)
    other = path.parent / "folder" / ".." / path.name
    other.parent.parent.mkdir(exist_ok=True)
    return [str(path), f"sqlite:///{path}", str(other), str(path.parent / "linked.db"), str(path.parent / "hard.db")]


def test_no_database_is_copied_into_itself(run: Run, evening: Evening, database: Path) -> None:
    before = database.read_bytes()
    for same in names_of(database):
        refused = run("copy", database, same)
        assert (refused.exit_code, refused.stderr) == (1, f"Error: {database} cannot be copied into itself.\n")
    assert database.read_bytes() == before


@for_each(
    ("postgresql://host/name", "postgresql://host/name", True),
    ("postgresql://ana:secret@host/name", "postgres://HOST:5432/name", True),
    ("postgresql://host/name", "postgresql://host/other", False),
    ("postgresql://host/name", "postgresql://host:5433/name", False),
    ("postgresql:///name?host=/run/one", "postgresql:///name?host=/run/two", False),
    ("postgresql://host/name", "name", False),
)
def test_a_servers_database_is_the_same_whoever_connects(one: str, other: str, same: bool) -> None:
    assert is_same_database(one, other) is same
    assert is_same_database(other, one) is same


def files_here() -> list[Path]:
    """Every file and folder, but for those that SQLite leaves empty beside a database that was only read."""
    return sorted(path for path in Path().rglob("*") if not path.name.endswith(("-wal", "-shm")))


FAILING = [
    ("copy", "none.db", "target.db"),
    ("copy", "elsewhere/none.db", "target.db"),
    ("copy", "evening.db", "evening.db"),
    ("copy", "evening.db", "full.db"),
    ("copy", "postgresql://127.0.0.1:1/none", "target.db"),
    ("restore", "full.db", "--database", "evening.db"),
    ("restore", "broken.db", "--database", "new.db"),
]


@pytest.mark.parametrize("command", FAILING, ids=" ".join)
def test_a_command_that_fails_leaves_nothing_behind(
    run: Run, evening: Evening, database: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(database.parent)
    assert run("copy", "evening.db", "full.db").exit_code == 0
    Path("broken.db").write_bytes(b"no database")
    before = files_here()
    assert run(*command).exit_code == 1
    assert files_here() == before


def test_a_copy_that_differs_is_no_copy(
    run: Run, evening: Evening, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def copy_but_one_move(old: Database, new: Database, told: OnRowsCopied) -> None:
        copy_database(old, new, told)
        new.write(lambda db: db.execute("delete from events where version = (select max(version) from events)"))

    with monkeypatch.context() as patch:
        patch.setattr(copying, "copy_database", copy_but_one_move)
        refused = run("copy", database, tmp_path / "target.db")
    assert refused.exit_code == 1
    assert f"Table {evening.id} is another." in refused.stderr
    with open_store(database) as store:
        assert store.events.load(evening.id)

"""Opening a store: paths, URLs, the user's folder, and the permissions of the file."""

import doctest
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

import scorekeeper.store
from scorekeeper.store import (
    StoreUnavailable,
    default_database,
    find_server_address,
    open_store,
    serve_database,
)
from scorekeeper.store.settings import make_key
from scorekeeper.store.sql import Database
from scorekeeper.store.sqlite import SqliteFile
from tests.cases import for_each
from tests.store.log import action


def test_the_folder_and_the_file_are_made_for_the_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "evening.db"
    file = SqliteFile(path)
    file.write(lambda db: db.execute("insert into settings values ('k', x'00')"))
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert {stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()} == {0o600}
    assert len(list(path.parent.iterdir())) == 3, "the write-ahead log's files as well"
    file.close()


@pytest.fixture(params=[0o022, 0o000], ids=["022", "000"])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    """Permissions that systems grant by default, and those that a database must not have."""
    before = os.umask(request.param)
    yield
    os.umask(before)


def test_the_database_and_what_stands_beside_it_are_their_owners_alone(tmp_path: Path, umask: None) -> None:
    """While a server runs, after a copy, and when the file has vanished; also what a killed server left."""
    path = tmp_path / "data" / "evening.db"
    path.parent.mkdir(mode=0o700)
    (path.parent / "evening.db.server").write_text("http://192.0.2.1\n")
    with serve_database(str(path), "http://192.168.0.10:8000"), open_store(path) as store:
        store.events.create("t", "mighty", action(1))
        store.copy_to(path.parent / "copy.db")
        assert find_server_address(str(path)) == "http://192.168.0.10:8000"
        everything = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
        path.unlink()
        with pytest.raises(StoreUnavailable):
            store.events.load("t")
        everything |= {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.glob("*-rescued-*")}
    beside = {f"evening.db{end}" for end in ("", "-wal", "-shm", ".lock", ".server")}
    assert {*beside, "copy.db"} < everything.keys(), "and what was rescued"
    assert set(everything.values()) == {0o600}


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o666, 0o600])
def test_a_file_that_came_open_to_others_is_closed_to_them(tmp_path: Path, mode: int) -> None:
    """Its log as well, where the program that wrote it was killed."""
    path = tmp_path / "evening.db"
    open_store(path).close()
    for end in ("", "-wal", "-shm"):
        beside = tmp_path / f"evening.db{end}"
        beside.touch()
        beside.chmod(mode)
    with open_store(path) as store:
        store.events.create("t", "mighty", action(1))
        assert {stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()} == {0o600}


def test_who_only_reads_a_file_leaves_it_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "evening.db"
    open_store(path).close()
    path.chmod(0o644)
    open_store(f"sqlite:///{path}?mode=ro").close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


@pytest.mark.parametrize("template", ["{}", "sqlite:///{}"])
@pytest.mark.parametrize("name", ["evening.db", "카드 놀이?#%41.db"])
def test_paths_and_urls(tmp_path: Path, template: str, name: str) -> None:
    if "?" in name and "//" in template:
        name = name.replace("?", "")  # a URL's query begins there
    path = tmp_path / name
    open_store(template.format(path)).close()
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_a_relative_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_store("sqlite:///evening.db").close()
    assert (tmp_path / "evening.db").exists()


@for_each("mysql://host/db", "postgresql://[", "sqlite://evening.db", "sqlite:///", "sqlite:///a.db?mode=rw", "://")
def test_urls_that_name_no_database_of_this_program(url: str) -> None:
    with pytest.raises(ValueError, match="not a database"):
        open_store(url)


def test_a_memory_store_is_gone_when_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with open_store(":memory:") as store:
        store.events.create("t", "mighty", action(1))
        assert list(tmp_path.iterdir())
    assert not list(tmp_path.iterdir())


def test_the_secret_key_is_made_once_a_database(url: str) -> None:
    with open_store(url) as store:
        key = store.settings.secret_key()
        assert len(key) == 32
        assert store.settings.secret_key() == key
    with open_store(url) as store, open_store(":memory:") as another:
        assert store.settings.secret_key() == key
        assert another.settings.secret_key() != key


def test_of_two_programs_that_make_the_secret_key_at_once_the_first_makes_it(database: Database) -> None:
    assert database.write(make_key) == database.write(make_key)


@for_each(None, Path("/src/instance"))
def test_the_database_that_is_named_is_the_default(instance: Path | None) -> None:
    assert default_database({"SCOREKEEPER_DATABASE": "sqlite:////tmp/x.db"}, instance) == "sqlite:////tmp/x.db"


def test_an_installed_program_has_the_data_folder_and_a_source_tree_a_folder_of_its_own() -> None:
    path = Path(default_database({"SCOREKEEPER_DATABASE": ""}, None))
    assert path.is_absolute()
    assert path.parts[-2:] == ("scorekeeper", "scorekeeper.db")
    assert default_database({}, Path("/src/instance")) == str(Path("/src/instance/scorekeeper.db"))
    assert default_database({}) == str(Path(__file__).parents[2] / "instance" / "scorekeeper.db")


def test_the_example_in_the_package_runs() -> None:
    assert doctest.testmod(scorekeeper.store) == (0, 7)

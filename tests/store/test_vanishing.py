"""A database file that is deleted or replaced while it is open, and a second server on one that is not."""

import multiprocessing
import os
import signal
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest
from sqlite_utils import Database

from scorekeeper.store import DatabaseInUse, EventStore, StoreUnavailable, group_commit, open_store, serve_database
from scorekeeper.store.group_commit import GroupCommit
from scorekeeper.store.sqlite import SqliteFile
from tests.store.log import action

pytestmark = pytest.mark.programs


@pytest.fixture
def database(file: SqliteFile) -> SqliteFile:
    return file


T = TypeVar("T")


def delete(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    other = path.with_name("other.db")
    open_store(other).close()
    other.replace(path)


def lose_its_log_too(path: Path) -> None:
    for each in path.parent.glob("evening.db*"):
        each.unlink()


@pytest.mark.parametrize("trouble", [delete, replace, lose_its_log_too])
def test_a_file_that_is_gone_is_an_error_at_once_and_what_it_held_is_saved(
    events: EventStore, path: Path, trouble: Callable[[Path], None]
) -> None:
    events.create("t", "mighty", action(1))
    events.append("t", action(2), key="tap")
    trouble(path)
    for ask in (lambda: events.load("t"), lambda: events.append("t", action(3), key="next")):
        with pytest.raises(StoreUnavailable) as error:
            ask()
        assert error.value.reason == "vanished"
    (rescued,) = path.parent.glob("evening-rescued-*.db")
    with open_store(rescued) as store:
        assert [each.version for each in store.events.load("t")] == [1, 2]


def test_a_file_that_is_put_back_is_not_written_again(events: EventStore, path: Path) -> None:
    """Actions recorded elsewhere meanwhile would be lost without a word."""
    events.create("t", "mighty", action(1))
    aside = path.rename(path.with_name("aside.db"))
    with pytest.raises(StoreUnavailable):
        events.load("t")
    aside.rename(path)
    with pytest.raises(StoreUnavailable):
        events.load("t")


def test_closing_leaves_everything_in_the_one_file(path: Path) -> None:
    with open_store(path) as store, closing(sqlite3.connect(path)) as reader:
        store.events.create("t", "mighty", action(1))
        reader.execute("select count(*) from events").fetchone()  # its log stays, since somebody still reads
        store.close()
        path.with_name("copy.db").write_bytes(path.read_bytes())
    with open_store(path.with_name("copy.db")) as copy:
        assert copy.events.version("t") == 1


def test_what_was_under_way_while_all_else_was_saved_is_refused(
    file: SqliteFile, events: EventStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be acknowledged, and be in no file that is left."""
    events.create("t", "mighty", action(1))
    run = file._writer.run

    def run_after_somebody_else_has_noticed(work: Callable[[Database], T]) -> T:
        path.unlink()
        with pytest.raises(StoreUnavailable):
            events.load("t")
        return run(work)

    monkeypatch.setattr(file._writer, "run", run_after_somebody_else_has_noticed)
    with pytest.raises(StoreUnavailable) as error:
        events.append("t", action(2), key="tap")
    assert error.value.reason == "vanished"


def test_what_is_called_rescued_is_whole(events: EventStore, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program may die while it saves."""
    events.create("t", "mighty", action(1))

    def die_half_way(_self: GroupCommit, copy: Path) -> None:
        copy.write_bytes(b"half of it")
        raise KeyboardInterrupt

    monkeypatch.setattr(GroupCommit, "copy_to", die_half_way)
    path.unlink()
    with pytest.raises(KeyboardInterrupt):
        events.load("t")
    assert list(path.parent.glob("*-rescued-*.db")) == []


# --- One server a database ---


def test_a_second_server_hears_where_the_first_is(path: Path) -> None:
    first = serve_database(str(path), "http://192.168.0.10:8000")
    with first, pytest.raises(DatabaseInUse, match=r"at http://192\.168\.0\.10:8000"), serve_database(str(path), ""):
        pytest.fail("two servers on one file")
    with serve_database(f"sqlite:///{path}", ""):
        pass


def occupy_until_killed(path: str, ready: "multiprocessing.synchronize.Event") -> None:
    with serve_database(path, "http://192.168.0.10:8000"):
        ready.set()
        signal.pause()


def test_a_server_that_was_killed_does_not_stop_the_next(path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    process = context.Process(target=occupy_until_killed, args=(str(path), ready))
    process.start()
    assert ready.wait(60)
    with pytest.raises(DatabaseInUse), serve_database(str(path), ""):
        pytest.fail("two servers on one file")
    os.kill(process.pid or 0, signal.SIGKILL)
    process.join()
    with serve_database(str(path), ""):
        pass


# --- Another program holds the database ---


def test_while_it_is_locked_all_who_wait_hear_of_it_together(path: Path) -> None:
    """The first waits for the busy timeout; those behind would each wait for one more."""
    file = SqliteFile(path, busy_seconds=2)
    began = threading.Barrier(4)
    heard: list[str] = []

    def tap() -> None:
        began.wait()
        try:
            file.write(lambda db: db.execute("select 1"))
        except StoreUnavailable as error:
            heard.append(error.reason)

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")
        taps = [threading.Thread(target=tap) for _ in range(3)]
        for each in taps:
            each.start()
        began.wait()
        for each in taps:
            each.join()
    assert heard == ["locked"] * 3
    file.close()


def test_whoever_comes_late_to_a_locked_database_hears_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "PATIENCE", -1)
    file = SqliteFile(path, busy_seconds=60)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")
        first = threading.Thread(target=lambda: file.write(lambda db: db.execute("select 1")))
        first.start()
        while file._writer._waits_since is None:
            assert first.is_alive()
        with pytest.raises(StoreUnavailable) as error:
            file.write(lambda db: db.execute("select 1"))
        assert error.value.reason == "locked"
        other.execute("rollback")
    first.join()
    file.write(lambda db: db.execute("select 1"))
    file.close()

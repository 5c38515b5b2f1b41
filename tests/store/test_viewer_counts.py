"""Viewer counts of several processes, each of which reports its own."""

from collections.abc import Iterator

import pytest

from scorekeeper.store import StoreUnavailable, open_store
from scorekeeper.store.sql import Database
from scorekeeper.store.viewer_counts import ViewerCounts
from tests.postgresql import PostgresqlServer


@pytest.fixture
def database(postgresql: PostgresqlServer) -> Iterator[Database]:
    with open_store(postgresql.make_empty_database()) as store:
        yield store.database


def age_processes(database: Database) -> None:
    """Everybody has been silent for long."""
    database.write(lambda db: db.execute("update processes set seen = seen - interval '1 hour'"))


def test_phones_come_and_go(database: Database) -> None:
    here, there = ViewerCounts(database), ViewerCounts(database)
    assert here.exchange({"t": 2, "u": 1}) == {}
    assert there.exchange({"t": 5}) == {"t": 2, "u": 1}
    assert here.exchange({"t": 3}) == {"t": 5}
    assert there.exchange({}) == {"t": 3}
    assert here.exchange({"t": 3}) == {}


def test_all_others_are_summed(database: Database) -> None:
    here, *others = (ViewerCounts(database) for _ in range(4))
    for phones, process in enumerate(others, 1):
        process.exchange({"t": phones})
    assert here.exchange({"t": 100}) == {"t": 6}


def test_a_process_that_was_killed_has_no_phones_after_a_while(database: Database) -> None:
    here, killed = ViewerCounts(database), ViewerCounts(database)
    killed.exchange({"t": 2})
    assert here.exchange({}) == {"t": 2}
    age_processes(database)
    assert here.exchange({}) == {}


def test_one_that_was_silent_for_long_is_counted_again(database: Database) -> None:
    """A laptop that slept, with the phones that it had before."""
    here, slept = ViewerCounts(database), ViewerCounts(database)
    slept.exchange({"t": 2})
    age_processes(database)
    here.exchange({})
    slept.exchange({"t": 2})
    assert here.exchange({}) == {"t": 2}


def lose_connection(*_: object, **__: object) -> None:
    raise StoreUnavailable("broken")


def test_what_was_not_said_is_said_the_next_time(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = ViewerCounts(database), ViewerCounts(database)
    here.exchange({"t": 1})
    with monkeypatch.context() as patch:
        patch.setattr(database, "write", lose_connection)
        with pytest.raises(StoreUnavailable):
            here.exchange({"t": 2})
    here.exchange({"t": 2})
    assert there.exchange({}) == {"t": 2}

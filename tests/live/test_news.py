"""What one process records comes to the phones of another: by being told, and by comparing."""

from collections.abc import Iterator
from contextlib import ExitStack
from queue import SimpleQueue
from typing import NamedTuple

import pytest

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.games import GAMES
from scorekeeper.live import Audience, Frame, Hub, News
from scorekeeper.store import Store, open_store
from scorekeeper.table.moves import RenamePlayer
from tests.bookkeeper.evening import ANA, NEW_TABLE, PHONE, record
from tests.postgresql import Server
from tests.toy import TOY


class Published(Hub):
    """A hub that says what it was told to publish."""

    def __init__(self) -> None:
        super().__init__(render)
        self.published: SimpleQueue[tuple[str, int]] = SimpleQueue()

    def publish(self, table_id: str, version: int) -> None:
        super().publish(table_id, version)
        self.published.put((table_id, version))

    def next(self) -> tuple[str, int]:
        return self.published.get(timeout=60)


def render(_table_id: str, _audience: Audience) -> Frame:
    raise AssertionError("nobody watches")


class Process(NamedTuple):
    """What a process has: a store of its own on the common database, its ledgers, and its phones."""

    store: Store
    books: Bookkeeper
    hub: Published
    news: News

    def rename(self, table: str, name: str) -> int:
        """Record something at the version that this process knows."""
        return record(self.books, table, RenamePlayer(ANA, name)).version


@pytest.fixture
def processes(postgresql: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Process, Process]]:
    """Two processes on one database; the first listens."""
    monkeypatch.setitem(GAMES, "toy", TOY)
    url = postgresql.empty_database()
    with ExitStack() as opened:

        def process() -> Process:
            store, hub = opened.enter_context(open_store(url)), Published()
            opened.callback(hub.close)
            books = Bookkeeper(store.events)
            return Process(store, books, hub, News(books, hub))

        yield process(), process()


def test_what_another_process_records_is_published_here(processes: tuple[Process, Process]) -> None:
    here, there = processes
    table = here.books.create(NEW_TABLE, PHONE)
    here.books.ledger(table)
    with here.store.database.listening(here.news.heard, here.news.compare):
        assert there.rename(table, "Anna") == 2
        assert here.hub.next() == (table, 2)
        assert here.rename(table, "Hannah") == 3, "the next one here is recorded at once"
        there.books.catch_up(table, 3)
        assert there.rename(table, "Ana") == 4
        assert here.hub.next() == (table, 4), "and what was recorded here is no news"
    assert here.hub.published.empty()


def test_what_was_missed_before_is_found_when_hearing_begins(processes: tuple[Process, Process]) -> None:
    here, there = processes
    table = here.books.create(NEW_TABLE, PHONE)
    here.books.ledger(table)
    there.rename(table, "Anna")
    with here.store.database.listening(here.news.heard, here.news.compare):
        assert here.hub.next() == (table, 2)


def test_what_was_missed_while_the_connection_was_lost_is_found(
    processes: tuple[Process, Process], postgresql: Server
) -> None:
    here, there = processes
    table = here.books.create(NEW_TABLE, PHONE)
    here.books.ledger(table)
    with here.store.database.listening(here.news.heard, here.news.compare):
        assert there.rename(table, "Anna") == 2
        assert here.hub.next() == (table, 2)
        postgresql.hang_up()
        assert there.rename(table, "Hannah") == 3
        assert here.hub.next() == (table, 3)


def test_versions_are_compared_without_hearing(processes: tuple[Process, Process]) -> None:
    here, there = processes
    table, other = (here.books.create(NEW_TABLE, PHONE) for _ in range(2))
    here.books.ledger(table)
    for each in (table, other):
        there.rename(each, "Anna")
    here.news.compare()
    assert here.hub.next() == (table, 2)
    assert here.books.ledger(table).state.name(ANA) == "Anna"
    assert here.hub.published.empty()
    assert here.books.known() == (table,), "what nobody has asked for here is not read"


def test_a_table_that_was_deleted_elsewhere_is_no_trouble(processes: tuple[Process, Process]) -> None:
    here, there = processes
    table = here.books.create(NEW_TABLE, PHONE)
    here.books.ledger(table)
    there.books.delete(table)
    here.news.heard(table, 2)
    here.news.compare()
    assert here.hub.published.empty()


def test_of_a_table_and_a_version_alone_is_told(processes: tuple[Process, Process]) -> None:
    here, there = processes
    table = there.books.create(NEW_TABLE, PHONE)
    heard: SimpleQueue[tuple[str, int]] = SimpleQueue()
    with here.store.database.listening(lambda *told: heard.put(told), lambda: heard.put(("begun", 0))):
        assert heard.get(timeout=60) == ("begun", 0)
        for version in (2, 3):
            there.rename(table, f"Ana {version}")
            assert heard.get(timeout=60) == (table, version)


def test_one_process_on_a_file_hears_nothing() -> None:
    with open_store(":memory:") as store, store.database.listening(heard=None, begun=None):  # type: ignore[arg-type]
        pass

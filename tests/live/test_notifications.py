"""Actions of one process reach the phones of another: by a notification, and by comparing versions."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from queue import SimpleQueue
from typing import NamedTuple

import pytest

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.games import GAMES
from scorekeeper.live import Audience, Frame, Hub, Notifications
from scorekeeper.store import Store, ViewerCounts, open_store
from scorekeeper.table.moves import RenamePlayer
from tests.bookkeeper.evening import ANA, BO, NEW_TABLE, PHONE, record
from tests.postgresql import PostgresqlServer
from tests.toy import TOY

RIGHTS = 0
"""What stands for a change of rights among the versions that are published."""


class Published(Hub):
    """A hub that says what it was told to publish."""

    def __init__(self) -> None:
        super().__init__(render)
        self.published: SimpleQueue[tuple[str, int]] = SimpleQueue()
        self.watching: dict[str, int] = {}
        self.elsewhere: dict[str, int] = {}

    def publish(self, table_id: str, version: int) -> None:
        super().publish(table_id, version)
        self.published.put((table_id, version))

    def publish_access_change(self, table_id: str) -> None:
        super().publish_access_change(table_id)
        self.published.put((table_id, RIGHTS))

    def count_watching(self) -> dict[str, int]:
        return self.watching

    def count_elsewhere(self, phones: Mapping[str, int]) -> None:
        self.elsewhere = dict(phones)

    def next(self) -> tuple[str, int]:
        return self.published.get(timeout=60)


def render(_table_id: str, _audience: Audience) -> Frame:
    raise AssertionError("nobody watches")


class Process(NamedTuple):
    """A process: a store of its own on the common database, its ledgers and its phones."""

    store: Store
    books: Bookkeeper
    hub: Published
    notifications: Notifications

    def rename(self, table: str, name: str) -> int:
        """Record something at the version that this process knows."""
        return record(self.books, table, RenamePlayer(ANA, name)).version


@pytest.fixture
def processes(postgresql: PostgresqlServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Process, Process]]:
    """Two processes on one database; the first listens."""
    monkeypatch.setitem(GAMES, "toy", TOY)
    url = postgresql.make_empty_database()
    with ExitStack() as opened:

        def process() -> Process:
            store, hub = opened.enter_context(open_store(url)), Published()
            opened.callback(hub.close)
            books = Bookkeeper(store.events)
            return Process(store, books, hub, Notifications(books, hub, ViewerCounts(store.database)))

        yield process(), process()


def test_what_another_process_records_is_published_here(processes: tuple[Process, Process]) -> None:
    here, there = processes
    table = here.books.create(NEW_TABLE, PHONE)
    here.books.ledger(table)
    with here.store.database.listen(here.notifications.on_notify, here.notifications.compare_versions):
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
    with here.store.database.listen(here.notifications.on_notify, here.notifications.compare_versions):
        assert here.hub.next() == (table, 2)


def test_what_was_missed_while_the_connection_was_lost_is_found(
    processes: tuple[Process, Process], postgresql: PostgresqlServer
) -> None:
    here, there = processes
    table = here.books.create(NEW_TABLE, PHONE)
    here.books.ledger(table)
    with here.store.database.listen(here.notifications.on_notify, here.notifications.compare_versions):
        assert there.rename(table, "Anna") == 2
        assert here.hub.next() == (table, 2)
        postgresql.drop_connections()
        assert there.rename(table, "Hannah") == 3
        assert here.hub.next() == (table, 3)


def test_versions_are_compared_without_hearing(processes: tuple[Process, Process]) -> None:
    here, there = processes
    table, other = (here.books.create(NEW_TABLE, PHONE) for _ in range(2))
    here.books.ledger(table)
    for each in (table, other):
        there.rename(each, "Anna")
    here.notifications.compare_versions()
    assert here.hub.next() == (table, 2)
    assert here.books.ledger(table).state.name(ANA) == "Anna"
    assert here.hub.published.empty()
    assert here.books.list_remembered() == (table,), "what nobody has asked for here is not read"


def test_what_a_request_here_has_read_already_is_shown_to_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tap on a page that another process drew reads what that recorded, and its notification follows."""
    monkeypatch.setitem(GAMES, "toy", TOY)
    with open_store(":memory:") as store, closing(Published()) as hub:
        here, there = Bookkeeper(store.events), Bookkeeper(store.events)
        table = here.create(NEW_TABLE, PHONE)
        monkeypatch.setattr(hub, "_render", lambda table_id, _: Frame(here.ledger(table_id).version, "the table"))
        with closing(hub.stream_blocking(table, Audience("reader", "en"), lambda: True)) as stream:
            assert b"id: 1\n" in next(stream)
            record(there, table, RenamePlayer(ANA, "Anna"))
            assert here.find_recorded(table, version=2, key="a tap") is None
            notifications = Notifications(here, hub)
            for _ in range(2):
                notifications.on_notify(table, 2)
            assert hub.next() == (table, 2)
            assert hub.published.empty(), "once"
            assert any(b"id: 2\n" in message for message in stream)


def test_a_table_that_was_deleted_elsewhere_is_no_trouble(processes: tuple[Process, Process]) -> None:
    here, there = processes
    table = here.books.create(NEW_TABLE, PHONE)
    here.books.ledger(table)
    there.books.delete(table)
    here.notifications.on_notify(table, 2)
    here.notifications.compare_versions()
    assert here.hub.published.empty()


CHANGES: dict[str, Callable[[Store, str], object]] = {
    "a seat is taken": lambda store, table: store.grants.take_seat(table, BO),
    "a seat is claimed": lambda store, table: store.grants.issue(table, "claim", ANA),
    "a claim is allowed": lambda store, table: store.grants.admit(table, find_claim(store, table)),
    "a host sits down": lambda store, table: store.grants.take_seat(table, ANA, holder="host"),
    "there is another host": lambda store, table: store.grants.issue(table, "host"),
    "a phone becomes a host": lambda store, table: store.grants.make_host(table, "phone"),
    "a seat is left": lambda store, table: store.grants.leave("host", {table: [store.grants.list(table)[0].id]}),
    "links are revoked": lambda store, table: store.grants.revoke_kinds(table, ["join"]),
    "not everybody records": lambda store, table: store.grants.limit_scorers(table, {ANA}),
    "the table is deleted": lambda store, table: store.events.delete(table),
}


def find_claim(store: Store, table: str) -> int:
    return next(grant.id for grant in store.grants.list(table) if grant.kind == "claim")


@pytest.mark.parametrize("change", CHANGES)
def test_phones_are_asked_when_another_process_changes_their_rights(
    processes: tuple[Process, Process], change: str
) -> None:
    here, there = processes
    table = here.books.create(NEW_TABLE, PHONE)
    here.store.grants.issue(table, "host", holder="host")
    here.store.grants.issue(table, "join")
    here.store.grants.issue(table, "claim", BO)
    here.books.ledger(table)
    with here.store.database.listen(here.notifications.on_notify, lambda: here.hub.published.put(("begun", 0))):
        assert here.hub.next() == ("begun", 0)
        CHANGES[change](there.store, table)
        assert here.hub.next() == (table, RIGHTS)
    assert here.books.list_remembered() == (() if change == "the table is deleted" else (table,))


def test_a_link_that_nobody_has_used_yet_is_no_news(processes: tuple[Process, Process]) -> None:
    here, there = processes
    table = here.books.create(NEW_TABLE, PHONE)
    with here.store.database.listen(here.notifications.on_notify, lambda: here.hub.published.put(("begun", 0))):
        assert here.hub.next() == ("begun", 0)
        there.store.grants.issue(table, "join")
        there.store.grants.issue(table, "host")
        assert here.hub.next() == (table, RIGHTS)
    assert here.hub.published.empty()


def test_everybody_is_asked_when_changes_of_rights_may_have_been_missed(processes: tuple[Process, Process]) -> None:
    here, _ = processes
    here.hub.watching = {"t": 2}
    here.notifications.on_connected()
    assert here.hub.next() == ("t", RIGHTS)


def test_a_page_shows_what_was_just_recorded_at_another_process(processes: tuple[Process, Process]) -> None:
    """Though nobody has told this one yet."""
    here, there = processes
    table = here.books.create(NEW_TABLE, PHONE)
    here.books.ledger(table)
    there.rename(table, "Anna")
    here.notifications.refresh(table)
    assert here.books.ledger(table).version == 2
    assert here.hub.next() == (table, 2), "and its phones here are shown it as well"
    here.notifications.refresh("nowhere")


def test_phones_of_all_processes_are_counted(processes: tuple[Process, Process]) -> None:
    here, there = processes
    here.hub.watching, there.hub.watching = {"t": 2, "u": 1}, {"t": 3}
    for process in (here, there, here):
        process.notifications.keep_up()
    assert here.hub.elsewhere == {"t": 3}
    assert there.hub.elsewhere == {"t": 2, "u": 1}


def test_while_the_database_is_away_nothing_is_counted(processes: tuple[Process, Process]) -> None:
    here, _ = processes
    here.hub.elsewhere = {"t": 1}
    here.store.close()
    here.notifications.keep_up()
    assert here.hub.elsewhere == {"t": 1}


def test_of_a_table_and_a_version_alone_is_told(processes: tuple[Process, Process]) -> None:
    here, there = processes
    table = there.books.create(NEW_TABLE, PHONE)
    heard: SimpleQueue[tuple[str, int]] = SimpleQueue()
    with here.store.database.listen(lambda *told: heard.put(told), lambda: heard.put(("begun", 0))):
        assert heard.get(timeout=60) == ("begun", 0)
        for version in (2, 3):
            there.rename(table, f"Ana {version}")
            assert heard.get(timeout=60) == (table, version)


def test_one_process_on_a_file_hears_nothing() -> None:
    with open_store(":memory:") as store, store.database.listen(on_notify=None, on_connected=None):  # type: ignore[arg-type]
        pass

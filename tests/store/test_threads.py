"""Several threads on one store: nothing lost, nothing doubled, commits shared, failures kept apart."""

import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.store import EventStore, StaleVersion, Store, StoreUnavailable, TableExists, open_store, plan_table
from scorekeeper.store.group_commit import GroupCommit, Job
from scorekeeper.store.sqlite import SqliteFile
from tests.cases import require
from tests.store.log import action

THREADS = 8


def all_at_once(work: Callable[[int], object]) -> None:
    """Run ``work(0)`` to ``work(7)`` in a thread each, begun together; raise what any of them raised."""
    start = threading.Barrier(THREADS)

    def run(number: int) -> None:
        start.wait()
        work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        for future in [pool.submit(run, number) for number in range(THREADS)]:
            future.result()


def test_eight_recorders_at_one_table_lose_and_double_nothing(events: EventStore) -> None:
    events.create("t", "mighty", action(1))

    def record(thread: int) -> None:
        for n in range(25):
            while True:
                try:
                    current = require(events.version("t"))
                    moves = [f'"{thread}/{n}"'.encode()] * 2
                    events.append("t", action(current + 1, *moves, player=thread), key=f"{thread}/{n}")
                    break
                except StaleVersion:
                    continue

    all_at_once(record)
    log = events.load("t")
    assert [each.version for each in log] == [1, *range(2, 2 + THREADS * 25 * 2, 2)]
    assert all(len(set(each.moves)) == 1 for each in log)
    written = [each.moves[0] for each in log[1:]]
    assert sorted(written) == sorted(f'"{thread}/{n}"'.encode() for thread in range(THREADS) for n in range(25))


def test_one_action_posted_eight_times_at_once_is_stored_once(events: EventStore) -> None:
    events.create("t", "mighty", action(1))
    tap, answers = action(2), []
    all_at_once(lambda _: answers.append(events.append("t", tap, key="double tap", content="c")))
    assert [answer.version for answer in answers] == [2] * THREADS
    assert sum(not answer.repeated for answer in answers) == 1


def test_of_two_programs_that_record_at_one_table_none_loses_and_doubles_anything(
    events: EventStore, another: Callable[[], Store]
) -> None:
    """The slower program gets the version of the table, and records nothing."""
    events.create("t", "mighty", action(1))
    programs = [events, another().events]
    recorded: list[int] = []

    def record(thread: int) -> None:
        program = programs[thread % 2]
        for n in range(20):
            version = (program.version("t") or 0) + 1
            with suppress(StaleVersion):
                recorded.append(program.append("t", action(version, player=thread), key=f"{thread}/{n}").version)

    all_at_once(record)
    log = events.load("t")
    assert [each.version for each in log] == list(range(1, len(log) + 1))
    assert sorted(recorded) == [each.version for each in log[1:]]


def test_one_action_posted_to_two_programs_at_once_is_stored_once(
    events: EventStore, another: Callable[[], Store]
) -> None:
    programs, answers = [events, another().events], []
    opened, tap = action(1), action(2)
    all_at_once(lambda n: programs[n % 2].create_planned(plan_table("t", "mighty", opened, key="form")))
    all_at_once(lambda n: answers.append(programs[n % 2].append("t", tap, key="double tap", content="c")))
    assert [answer.version for answer in answers] == [2] * THREADS
    assert sum(not answer.repeated for answer in answers) == 1
    assert events.load("t") == [opened, tap]


def test_of_two_programs_that_make_one_table_the_faster_makes_it(
    events: EventStore, another: Callable[[], Store]
) -> None:
    programs, refused = [events, another().events], []

    def create(thread: int) -> None:
        try:
            programs[thread % 2].create_planned(plan_table("t", "mighty", action(1, player=thread), key=f"{thread}"))
        except TableExists:
            refused.append(thread)

    all_at_once(create)
    assert len(refused) == THREADS - 1
    assert len(events.load("t")) == 1


def test_a_new_database_may_be_opened_by_many_at_once(url: str) -> None:
    keys = set()

    def open_it(_: int) -> None:
        with open_store(url) as store:
            keys.add(store.settings.secret_key())

    all_at_once(open_it)
    assert len(keys) == 1


@pytest.fixture
def db() -> Database:
    db = Database(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))
    db.execute("create table numbers (n integer primary key)")
    return db


class Queue(list[Job[object]]):
    """A queue that tells when as many jobs wait in it as it has room for."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room
        self.full = threading.Event()

    def append(self, job: Job[object]) -> None:
        super().append(job)
        if len(self) == self.room:
            self.full.set()


def insert(n: int) -> Callable[[Database], object]:
    return lambda db: db.execute("insert into numbers values (?)", [n]).rowcount


def run_together(group: GroupCommit, *works: Callable[[Database], object]) -> list[Future[object]]:
    """Run the first of `works`, and the others while it is at it; wait for all of them."""
    first, *others = works
    queue = Queue(len(others))
    leading = threading.Event()

    def lead(db: Database) -> object:
        group._queue = queue  # the leader has taken its own away: this is the one that the others join
        leading.set()
        queue.full.wait()
        return first(db)

    with ThreadPoolExecutor(len(works)) as pool:
        leader = pool.submit(group.run, lead)
        leading.wait()
        return [leader, *[pool.submit(group.run, work) for work in others]]


def test_writes_that_come_meanwhile_share_one_commit(db: Database) -> None:
    statements: list[str] = []
    db.conn.set_trace_callback(statements.append)
    futures = run_together(GroupCommit(db), *[insert(n) for n in range(8)])
    assert [future.result() for future in futures] == [1] * 8
    assert statements.count("commit") == 1
    assert [row["n"] for row in db["numbers"].rows] == list(range(8))


def test_a_failure_in_a_shared_commit_undoes_its_own_work_only(db: Database) -> None:
    def fail(db: Database) -> None:
        insert(100)(db)
        raise StaleVersion(3)

    futures = run_together(GroupCommit(db), insert(1), fail, insert(2))
    assert [type(future.exception()) for future in futures] == [type(None), StaleVersion, type(None)]
    assert [row["n"] for row in db["numbers"].rows] == [1, 2]


def test_when_the_commit_itself_fails_everyone_in_it_hears_so_and_nothing_is_stored(db: Database) -> None:
    def give_up(db: Database) -> None:
        db.conn.execute("rollback")  # as SQLite does by itself on some errors
        raise OSError("disk on fire")

    group = GroupCommit(db)
    futures = run_together(group, insert(1), give_up, insert(2))
    assert [type(future.exception()) for future in futures] == [OSError] * 3
    assert db["numbers"].count == 0
    assert group.run(insert(3)) == 1


def test_an_interrupted_leader_frees_those_who_wait(db: Database) -> None:
    def interrupt(_: Database) -> None:
        raise KeyboardInterrupt

    group = GroupCommit(db)
    alone = run_together(group, interrupt, insert(1))
    assert [type(future.exception()) for future in alone] == [KeyboardInterrupt, type(None)]
    shared = run_together(group, insert(2), interrupt, insert(3))  # in the leader's thread, while it does others' work
    assert [type(future.exception()) for future in shared] == [KeyboardInterrupt, StoreUnavailable, StoreUnavailable]
    assert [row["n"] for row in db["numbers"].rows] == [1]


def test_closing_waits_for_the_write_under_way_and_refuses_the_next(path: Path) -> None:
    file = SqliteFile(path)
    writing, release = threading.Event(), threading.Event()

    def slow(db: Database) -> str:
        writing.set()
        release.wait()
        db.execute("insert into settings values ('k', x'00')")
        return "stored"

    with ThreadPoolExecutor(2) as pool:
        write = pool.submit(file.write, slow)
        writing.wait()
        close = pool.submit(file.close)
        assert not close.done()
        release.set()
        assert write.result() == "stored"
        close.result()
    assert_closed(file, path)


def test_a_reading_under_way_ends_well_though_the_store_closes(path: Path) -> None:
    file = SqliteFile(path)

    def read(db: Database) -> int:
        file.close()
        return int(db.execute("select count(*) from events").fetchone()[0])

    assert file.read(read) == 0
    assert_closed(file, path)


def assert_closed(file: SqliteFile, path: Path) -> None:
    for use in (file.read, file.write):
        with pytest.raises(StoreUnavailable) as refusal:
            use(lambda db: db.execute("select 1").fetchone())
        assert refusal.value.reason == "closed"
    file.close()
    assert sorted(p.name for p in path.parent.iterdir()) == [path.name], "no write-ahead log is left behind"


def test_a_wait_that_ends_while_it_is_looked_at_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The leader of a commit sets and clears the time since when it waits, while others look."""
    looks = cycle((time.monotonic(), None))
    monkeypatch.setattr(GroupCommit, "_waits_since", property(lambda _: next(looks), lambda *_: None), raising=False)
    assert GroupCommit(Database(tmp_path / "a.db")).run(lambda _db: 1) == 1

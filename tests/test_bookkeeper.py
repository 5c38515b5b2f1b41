"""The one way to the log: what is stale, repeated, refused or lost, with several threads and processes about.

Evenings are the toy game's. A second `Bookkeeper` over the same store stands for another process: it has a cache of
its own and knows nothing of the first.
"""

import gc
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest

from scorekeeper import bookkeeper
from scorekeeper.bookkeeper import Bookkeeper, Recorder, Stale, read
from scorekeeper.errors import RuleError
from scorekeeper.games import GAMES
from scorekeeper.store import EventStore, Record, UnknownTable, open_store
from scorekeeper.table import commands as c
from scorekeeper.table.ledger import Ledger, fold
from tests.table.tables import same
from tests.toy import TOY, Toss

ANA, BO, CHO = 1, 2, 3
NEW_TABLE = c.CreateTable("toy", "plain", {}, ("Ana", "Bo", "Cho"))
PHONE, OTHER_PHONE = Recorder(ANA, "phone"), Recorder(BO, "other phone")


@pytest.fixture(autouse=True)
def _toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EventStore]:
    with open_store(tmp_path / "evening.db") as store:
        yield store.events


@pytest.fixture
def books(store: EventStore) -> Bookkeeper:
    return Bookkeeper(store)


@pytest.fixture
def table(books: Bookkeeper) -> str:
    return books.create(NEW_TABLE, PHONE)


def record(books: Bookkeeper, table: str, *commands: Any, phone: Recorder = PHONE) -> Ledger:
    """Record commands one after the other, each under a key of its own, at the version the books know."""
    ledger = books.ledger(table)
    for command in commands:
        key = f"{phone.device}-{ledger.version}"
        ledger = books.record(table, command, version=ledger.version, recorder=phone, key=key)
    return ledger


def cold(store: EventStore, table: str) -> Ledger:
    """The table as a program sees it that has just been started."""
    return Bookkeeper(store).ledger(table)


# --- What is recorded ---


def test_the_log_says_who_recorded_what_and_with_which_device(books: Bookkeeper, table: str) -> None:
    record(books, table, c.StartHand(), Toss(BO))
    log = list(books.log(table))
    assert [type(event).__name__ for _, _, event in log][-2:] == ["HandStarted", "Tossed"]
    assert [(stamp.player, stamp.device) for _, stamp, _ in log[-2:]] == [(ANA, "phone")] * 2
    assert [action for action, _, _ in log] == [1, 1, 1, 1, 5, 6], "the table and its three players are one action"


def test_a_table_that_is_not_there(books: Bookkeeper) -> None:
    with pytest.raises(UnknownTable):
        books.ledger("nowhere")
    with pytest.raises(UnknownTable):
        books.record("nowhere", c.StartHand(), version=1, recorder=PHONE, key="k")


def test_refused_commands_store_nothing(books: Bookkeeper, store: EventStore, table: str) -> None:
    before = books.ledger(table)
    with pytest.raises(RuleError, match=r"hand\.none"):
        books.record(table, Toss(ANA), version=before.version, recorder=PHONE, key="early")
    assert books.ledger(table) is before
    assert store.version(table) == before.version
    assert store.version_after(table, "early") is None, "the key is free: the same tap may be legal later"


def test_a_table_that_is_refused_is_not_there(books: Bookkeeper, store: EventStore) -> None:
    with pytest.raises(RuleError, match=r"name\.taken"):
        books.create(c.CreateTable("toy", "plain", {}, ("Ana", "ana")), PHONE, "key")
    assert store.tables() == []


# --- Stale forms and repeated keys ---


@pytest.mark.parametrize("version", [0, 1, 4, 6, 99])
def test_a_form_from_another_version_is_told_the_table_now(books: Bookkeeper, table: str, version: int) -> None:
    """Even when what it asks for would be refused by now: somebody else has done it."""
    now = record(books, table, c.StartHand())
    with pytest.raises(Stale) as stale:
        books.record(table, c.StartHand(), version=version, recorder=OTHER_PHONE, key="late")
    assert stale.value.ledger is now
    assert now.version == 5
    assert books.ledger(table) is now


def test_a_key_sent_twice_is_recorded_once(books: Bookkeeper, store: EventStore, table: str) -> None:
    """A double tap: both requests were drawn from the same version."""
    version = books.ledger(table).version
    first = books.record(table, c.StartHand(), version=version, recorder=PHONE, key="tap")
    second = books.record(table, c.StartHand(), version=version, recorder=PHONE, key="tap")
    assert second is first
    assert store.version(table) == first.version == version + 1


def test_a_key_sent_again_after_others_recorded_more(books: Bookkeeper, store: EventStore, table: str) -> None:
    version = books.ledger(table).version
    books.record(table, c.StartHand(), version=version, recorder=PHONE, key="tap")
    now = record(books, table, Toss(BO), c.StartHand(), phone=OTHER_PHONE)
    assert books.record(table, c.StartHand(), version=version, recorder=PHONE, key="tap") is now
    assert store.version(table) == now.version


def test_a_lost_answer_is_given_again(books: Bookkeeper, store: EventStore, table: str) -> None:
    """The command was stored, and the program stopped before it could answer."""
    version = books.ledger(table).version
    Bookkeeper(store).record(table, c.StartHand(), version=version, recorder=PHONE, key="tap")
    after = books.record(table, c.StartHand(), version=version, recorder=PHONE, key="tap")
    assert after.state.current is not None
    assert store.version(table) == after.version == version + 1


def test_a_lost_answer_shows_what_others_recorded_since(books: Bookkeeper, store: EventStore, table: str) -> None:
    version = books.ledger(table).version
    before = Bookkeeper(store)
    before.record(table, c.StartHand(), version=version, recorder=PHONE, key="tap")
    record(before, table, Toss(BO), phone=OTHER_PHONE)
    after = books.record(table, c.StartHand(), version=version, recorder=PHONE, key="tap")
    assert after.state.balances[BO] == 2
    assert same(after, cold(store, table))


def test_the_same_key_at_two_tables_is_two_commands(books: Bookkeeper, table: str) -> None:
    other = books.create(NEW_TABLE, PHONE)
    for each in (table, other):
        assert books.record(each, c.StartHand(), version=4, recorder=PHONE, key="tap").version == 5


# --- Opening a table twice ---


def test_a_table_is_opened_once_however_often_its_form_arrives(books: Bookkeeper, store: EventStore) -> None:
    first = books.create(NEW_TABLE, PHONE, "form")
    record(books, first, c.StartHand(), Toss(BO))
    assert books.create(NEW_TABLE, OTHER_PHONE, "form") == first
    assert Bookkeeper(store).create(NEW_TABLE, PHONE, "form") == first
    assert [info.version for info in store.tables()] == [6], "and what was played at it stays"


@pytest.mark.parametrize(
    ("key", "command"),
    [
        ("another form", NEW_TABLE),
        ("form", c.CreateTable("toy", "plain", {}, ("Ana", "Bo", "Dan"))),
        ("form", c.CreateTable("toy", "chips", {}, ("Ana", "Bo", "Cho"))),
        ("", NEW_TABLE),
        (None, NEW_TABLE),
    ],
)
def test_another_form_opens_another_table(books: Bookkeeper, key: str | None, command: c.CreateTable) -> None:
    assert books.create(NEW_TABLE, PHONE, "form") != books.create(command, PHONE, key)


@pytest.mark.parametrize("key", ["", None])
def test_without_a_key_every_form_opens_a_table(books: Bookkeeper, key: str | None) -> None:
    assert books.create(NEW_TABLE, PHONE, key) != books.create(NEW_TABLE, PHONE, key)


# --- Two at once ---


def test_of_two_scorers_at_once_one_records_and_the_other_sees_it(books: Bookkeeper, store: EventStore) -> None:
    """Both tap at the same version, forty times over. Exactly one of them is recorded each time."""
    table = books.create(NEW_TABLE, PHONE)
    taps = {PHONE: c.Adjust({ANA: 1}, "from Ana"), OTHER_PHONE: c.Adjust({BO: 1}, "from Bo")}
    for _ in range(40):
        version = books.ledger(table).version
        answers = at_once(
            partial(books.record, table, tap, version=version, recorder=phone, key=f"{phone.device}-{version}")
            for phone, tap in taps.items()
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["Ledger", "Stale"]
        (won,) = (answer for answer in answers if isinstance(answer, Ledger))
        (lost,) = (answer for answer in answers if isinstance(answer, Stale))
        assert lost.ledger.version == won.version == store.version(table) == version + 1
        assert lost.ledger.last is not None
        assert lost.ledger.last == won.last
    assert sum(books.ledger(table).state.balances.values()) == 40
    assert same(books.ledger(table), cold(store, table))


def test_one_tap_on_two_lines_at_once_is_recorded_once(books: Bookkeeper, store: EventStore, table: str) -> None:
    """A phone that sends again while its first request is still being answered."""
    for _ in range(40):
        version = books.ledger(table).version
        tap = partial(books.record, table, c.Adjust({ANA: 1}, "x"), version=version, recorder=PHONE, key=f"{version}")
        answers = at_once([tap, tap])
        assert [answer.version for answer in answers] == [version + 1] * 2
    assert books.ledger(table).state.balances[ANA] == 40


def at_once(calls: Iterable[Callable[[], Ledger]]) -> list[Any]:
    """What each call returned or raised, made in a thread each from the same moment."""
    tasks = list(calls)
    answers: list[Any] = [None] * len(tasks)
    barrier = Barrier(len(tasks))

    def run(index: int) -> None:
        barrier.wait()
        try:
            answers[index] = tasks[index]()
        except Exception as error:
            answers[index] = error

    threads = [Thread(target=run, args=(index,)) for index in range(len(tasks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


# --- Another process at the same table ---


def test_another_process_appends_behind_the_cache(books: Bookkeeper, store: EventStore, table: str) -> None:
    seen = books.ledger(table)
    record(Bookkeeper(store), table, c.StartHand(), Toss(CHO), phone=OTHER_PHONE)
    with pytest.raises(Stale) as stale:
        books.record(table, c.StartHand(), version=seen.version, recorder=PHONE, key="tap")
    assert stale.value.ledger.state.balances == {ANA: -1, BO: -1, CHO: 2}
    assert books.ledger(table) is stale.value.ledger, "and it is remembered"
    assert same(record(books, table, c.StartHand()), cold(store, table))


def test_a_form_drawn_by_another_process_is_taken(books: Bookkeeper, store: EventStore, table: str) -> None:
    """The phone has seen more than the cache, as after a restart with the old process still finishing."""
    books.ledger(table)
    version = record(Bookkeeper(store), table, c.StartHand()).version
    after = books.record(table, Toss(BO), version=version, recorder=PHONE, key="tap")
    assert after.state.balances[BO] == 2


def test_undo_reaches_what_another_process_recorded(books: Bookkeeper, store: EventStore, table: str) -> None:
    before = record(books, table, c.StartHand())
    record(Bookkeeper(store), table, Toss(BO), phone=OTHER_PHONE)
    with pytest.raises(Stale):
        record(books, table, c.Undo())
    assert record(books, table, c.Undo()).state == before.state


class RacingStore:
    """A store in which something happens between the reading of a log and the answer."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.meanwhile: list[Any] = []

    def load(self, table_id: str, after: int = 0) -> list[Record]:
        records = self.store.load(table_id, after)
        if self.meanwhile:
            self.meanwhile.pop()()
        return records

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


def test_a_slow_reader_does_not_bring_back_the_past(store: EventStore) -> None:
    """A page that opens the table cold, while a hand is recorded, must not put its older ledger into the cache."""
    racing = RacingStore(store)
    books = Bookkeeper(racing)
    table = Bookkeeper(store).create(NEW_TABLE, PHONE)
    racing.meanwhile.append(lambda: record(books, table, c.StartHand(), Toss(BO)))
    assert books.ledger(table).state.balances[BO] == 2
    assert books.ledger(table).version == store.version(table)


# --- Cold and warm, few and many ---


def test_a_long_evening_opened_cold_equals_the_warm_one(books: Bookkeeper, store: EventStore, table: str) -> None:
    """Two hundred hands, with everything that changes the past in between."""
    for number in range(1, 201):
        record(books, table, c.StartHand(), Toss(1 + number % 3))
        if number % 20 == 0:
            record(books, table, c.CorrectHand(number // 2, Toss(ANA)), c.Undo(), c.Redo(), c.RenamePlayer(BO, "Bo"))
            record(books, table, c.VoidHand(number - 1, "misdeal"), c.Penalize(CHO, 1, True, "late"), c.Undo())
    warm = books.ledger(table)
    assert len(warm.state.hands) == 200
    assert same(warm, cold(store, table))
    assert same(warm, fold(read(store.load(table))))


def test_the_ledgers_in_memory_are_those_used_last(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bookkeeper, "TABLES_IN_MEMORY", 3)
    books = Bookkeeper(store)
    tables = [books.create(NEW_TABLE, PHONE) for _ in range(5)]
    first = record(books, tables[0], c.StartHand())
    for table in tables[1:4]:
        books.ledger(table)
        assert books.ledger(tables[0]) is first, "whoever is looked at stays"
    for table in tables[1:4]:
        record(books, table, c.StartHand())
    assert same(books.ledger(tables[0]), first)
    assert books.ledger(tables[0]) is not first, "it was forgotten, and read again"


def test_memory_is_bounded_whoever_asks(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither many tables nor many made-up addresses leave anything behind."""
    monkeypatch.setattr(bookkeeper, "TABLES_IN_MEMORY", 3)
    books = Bookkeeper(store)
    for _ in range(10):
        record(books, books.create(NEW_TABLE, PHONE), c.StartHand())
    before = held_by(books)
    for number in range(10):
        with pytest.raises(UnknownTable):
            books.record(f"nowhere-{number}", c.StartHand(), version=1, recorder=PHONE, key="k")
        record(books, books.create(NEW_TABLE, PHONE), c.StartHand())
    assert held_by(books) == before


def held_by(books: Bookkeeper) -> dict[str, int]:
    """How many things each container of the bookkeeper holds."""
    gc.collect()
    return {name: len(value) for name, value in vars(books).items() if hasattr(value, "__len__")}

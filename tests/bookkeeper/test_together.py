"""Several threads and processes at one log.

A second `Bookkeeper` over the same store stands for another process: it has its own cache and knows nothing of the
first.
"""

import gc
from collections.abc import Callable, Iterable
from functools import partial
from threading import Barrier, Thread
from typing import Any

import pytest

from scorekeeper import bookkeeper
from scorekeeper.bookkeeper import Bookkeeper, Stale, fold_log
from scorekeeper.errors import RuleError
from scorekeeper.store import EventStore, StoredAction, UnknownTable
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from tests.bookkeeper.evening import ANA, BO, CHO, NEW_TABLE, OTHER_PHONE, PHONE, open_cold, record
from tests.cases import require
from tests.table.tables import same, values
from tests.toy import Draw


def test_of_two_scorers_at_once_one_records_and_the_other_sees_it(books: Bookkeeper, store: EventStore) -> None:
    """Both tap at the same version, forty times. Exactly one is recorded each time."""
    table = books.create(NEW_TABLE, PHONE)
    taps = {PHONE: m.Adjust({ANA: 1}, "from Ana"), OTHER_PHONE: m.Adjust({BO: 1}, "from Bo")}
    for _ in range(40):
        version = books.ledger(table).version
        answers = call_at_once(
            partial(books.record, table, tap, version=version, recorder=phone, key=f"{phone.device}-{version}")
            for phone, tap in taps.items()
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["Ledger", "Stale"]
        (won,) = (answer for answer in answers if isinstance(answer, Ledger))
        (lost,) = (answer for answer in answers if isinstance(answer, Stale))
        assert lost.ledger.version == won.version == store.version(table) == version + 1
        assert lost.ledger.last is not None
        assert lost.ledger.last == won.last
    assert sum(values(books.ledger(table).state).values()) == 40
    assert same(books.ledger(table), open_cold(store, table))


def test_a_correction_of_the_first_hand_stores_one_row_and_is_read_by_another_process(store: EventStore) -> None:
    """On either engine, by a process that knows the table already and by one that opens it anew."""
    books, other = Bookkeeper(store), Bookkeeper(store)
    table = books.create(m.CreateTable("toy", "plain", {"top": 10}, NEW_TABLE.players), PHONE)
    record(books, table, *(move for winner in (ANA, BO, CHO) * 8 for move in (m.StartHand(), Draw(winner))))
    other.ledger(table)
    corrected = record(books, table, m.CorrectHand(1, (Draw(BO),)))
    *_, stored = store.load(table)
    assert corrected.last
    assert len(corrected.last.rows or ()) == 24
    assert require(stored.rows).count(b'"entry"') == 1
    for reader in (other.catch_up(table, corrected.version), open_cold(store, table)):
        assert reader
        assert same(reader, corrected)


def test_one_tap_on_two_lines_at_once_is_recorded_once(books: Bookkeeper, store: EventStore, table: str) -> None:
    """A phone repeats a request while the first is still being answered."""
    for _ in range(40):
        version = books.ledger(table).version
        tap = partial(books.record, table, m.Adjust({ANA: 1}, "x"), version=version, recorder=PHONE, key=f"{version}")
        assert [answer.version for answer in call_at_once([tap, tap])] == [version + 1] * 2
    assert values(books.ledger(table).state)[ANA] == 40


def call_at_once(calls: Iterable[Callable[[], object]]) -> list[Any]:
    """Return what each call returned or raised. Each runs in a thread, and all start at the same moment."""
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
    record(Bookkeeper(store), table, m.StartHand(), Draw(CHO), phone=OTHER_PHONE)
    with pytest.raises(Stale) as stale:
        books.record(table, m.StartHand(), version=seen.version, recorder=PHONE, key="tap")
    assert values(stale.value.ledger.state) == {ANA: 0, BO: 0, CHO: 1}
    assert books.ledger(table) is stale.value.ledger, "and it is remembered"
    assert same(record(books, table, m.StartHand()), open_cold(store, table))


def test_a_form_drawn_by_another_process_is_taken(books: Bookkeeper, store: EventStore, table: str) -> None:
    """The phone has a newer version than the cache, as when an old process still runs after a restart."""
    books.ledger(table)
    version = record(Bookkeeper(store), table, m.StartHand()).version
    assert values(books.record(table, Draw(BO), version=version, recorder=PHONE, key="tap").state)[BO] == 1


def test_undo_reaches_what_another_process_recorded(books: Bookkeeper, store: EventStore, table: str) -> None:
    before = record(books, table, m.StartHand())
    record(Bookkeeper(store), table, Draw(BO), phone=OTHER_PHONE)
    with pytest.raises(Stale):
        record(books, table, m.Undo())
    assert record(books, table, m.Undo()).state == before.state


class RacingStore(EventStore):
    """A store in which something happens between reading a log and returning it."""

    def __init__(self, store: EventStore) -> None:
        super().__init__(store._database)
        self.meanwhile: list[Any] = []

    def load(self, table_id: str, after: int = 0) -> list[StoredAction]:
        records = super().load(table_id, after)
        if self.meanwhile:
            self.meanwhile.pop()()
        return records


def test_a_slow_reader_does_not_bring_back_the_past(store: EventStore) -> None:
    """A page that opens the table while a hand is recorded must not cache its older ledger."""
    racing = RacingStore(store)
    books = Bookkeeper(racing)
    table = Bookkeeper(store).create(NEW_TABLE, PHONE)
    racing.meanwhile.append(lambda: record(books, table, m.StartHand(), Draw(BO)))
    assert values(books.ledger(table).state)[BO] == 1
    assert books.ledger(table).version == store.version(table)


# --- Cold and warm, few and many ---


def test_a_long_evening_opened_cold_equals_the_warm_one(books: Bookkeeper, store: EventStore, table: str) -> None:
    """Two hundred hands with every kind of change to the past."""
    for number in range(1, 201):
        climbed = record(books, table, m.StartHand(), Draw(1 + number % 3))
        if number % 3 == 0:
            down = {player: -int(rung) for player, rung in values(climbed.state).items() if rung > 0}
            record(books, table, m.Adjust(down, "down again"))
        if number % 20 == 0:
            record(books, table, m.CorrectHand(number // 2, (Draw(ANA),)), m.Undo(), m.Redo(), m.RenamePlayer(BO, "Bo"))
            record(books, table, m.VoidHand(number - 1, "misdeal"), m.Adjust({CHO: 1}, "late"), m.Undo())
    warm = books.ledger(table)
    assert len(warm.state.hands) == 200
    assert same(warm, open_cold(store, table))
    assert same(warm, fold_log(store.load(table)))


@pytest.fixture
def room_for_three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory for three tables of a few moves each."""
    monkeypatch.setattr(bookkeeper, "MOVES_IN_MEMORY", 3 * bookkeeper.MOVES_OF_A_TABLE + 10)


@pytest.mark.usefixtures("room_for_three")
def test_the_ledgers_in_memory_are_those_used_last(store: EventStore) -> None:
    books = Bookkeeper(store)
    tables = [books.create(NEW_TABLE, PHONE) for _ in range(5)]
    first = record(books, tables[0], m.StartHand())
    for table in tables[1:4]:
        books.ledger(table)
        assert books.ledger(tables[0]) is first, "whoever is looked at stays"
    for table in tables[1:4]:
        record(books, table, m.StartHand())
    assert same(books.ledger(tables[0]), first)
    assert books.ledger(tables[0]) is not first, "it was forgotten, and read again"


@pytest.mark.usefixtures("room_for_three")
def test_a_table_that_is_watched_is_not_forgotten(store: EventStore) -> None:
    watched = set[str]()
    books = Bookkeeper(store, lambda table_id: table_id in watched)
    tables = [books.create(NEW_TABLE, PHONE) for _ in range(8)]
    watched.update(tables[:2])
    seen = {table: books.ledger(table) for table in tables}
    assert [books.ledger(table) is seen[table] for table in tables[:2]] == [True, True]
    assert len(vars(books)["_ledgers"]) == 3, "others are"
    watched.update(tables)
    seen = {table: books.ledger(table) for table in tables}
    assert all(books.ledger(table) is seen[table] for table in tables), "all stay, where all are watched"
    watched.clear()
    books.ledger(books.create(NEW_TABLE, PHONE))
    assert len(vars(books)["_ledgers"]) == 3


@pytest.mark.usefixtures("room_for_three")
def test_a_long_evening_takes_the_room_of_many(store: EventStore) -> None:
    """Moves count, not tables. A log larger than the whole memory stays until another table is requested."""
    books = Bookkeeper(store)
    short, long = (books.create(NEW_TABLE, PHONE) for _ in range(2))
    seen = books.ledger(short)
    record(books, long, *[m.Adjust({BO: 1}, "round")] * 60)
    assert list(vars(books)["_ledgers"]) == [long]
    kept = books.ledger(long)
    assert books.ledger(long) is kept
    assert same(books.ledger(short), seen)
    assert list(vars(books)["_ledgers"]) == [short]


@pytest.mark.usefixtures("room_for_three")
def test_memory_is_bounded_whoever_asks(store: EventStore) -> None:
    """Neither many tables nor many invented addresses leave anything behind."""
    books = Bookkeeper(store)
    for _ in range(10):
        record(books, books.create(NEW_TABLE, PHONE), m.StartHand())
    before = count_contents(books)
    for number in range(10):
        with pytest.raises(UnknownTable):
            books.record(f"nowhere-{number}", m.StartHand(), version=1, recorder=PHONE, key="k")
        record(books, books.create(NEW_TABLE, PHONE), m.StartHand())
    assert count_contents(books) == before
    assert vars(books)["_moves"] == sum(map(bookkeeper.moves_in_memory, vars(books)["_ledgers"].values()))


# --- Further back than is kept ---


@pytest.fixture
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ledgers that keep few steps, so that short logs exceed them."""
    monkeypatch.setattr(bookkeeper, "STEPS_KEPT", 4)
    monkeypatch.setattr(bookkeeper, "STEPS_RECALLED", 9)


@pytest.mark.usefixtures("few_steps")
def test_everything_can_be_taken_back_and_made_again(books: Bookkeeper, store: EventStore, table: str) -> None:
    """Each undo gives the table before, each redo the table after. A redo is refused only if nothing is left."""
    states = [books.ledger(table).state]
    for number in range(1, 13):
        for move in (m.StartHand(), Draw(1 + number % 3), m.Adjust({1 + number % 3: -1}, "down again")):
            states.append(record(books, table, move).state)
    assert len(books.ledger(table).kept) == 4
    for state in states[-2::-1]:
        assert record(books, table, m.Undo()).state == state
        assert same(books.ledger(table), open_cold(store, table))
    with pytest.raises(RuleError, match=r"undo\.nothing"):
        record(books, table, m.Undo())
    for state in states[1:]:
        assert record(books, table, m.Redo()).state == state
        assert same(books.ledger(table), fold_log(store.load(table)))
    with pytest.raises(RuleError, match=r"redo\.nothing"):
        record(books, table, m.Redo())


@pytest.mark.usefixtures("few_steps")
def test_a_ledger_keeps_few_steps_whatever_was_recorded(books: Bookkeeper, table: str) -> None:
    record(books, table, *[m.Adjust({ANA: number}, "round") for number in range(1, 31)])
    assert len(books.ledger(table).kept) == 4
    record(books, table, *[m.Undo()] * 12)
    assert (books.ledger(table).counting, books.ledger(table).redoable) == (19, 12)
    assert max(len(books.ledger(table).kept), len(books.ledger(table).undone)) <= 9
    record(books, table, m.Adjust({BO: 1}, "else"))
    now = books.ledger(table)
    assert (now.counting, now.undone, now.redoable) == (20, (), 0)
    assert len(now.kept) <= 4
    record(books, table, *[m.Adjust({BO: 1}, "else")] * 6)
    assert len(books.ledger(table).kept) == 4


@pytest.mark.usefixtures("few_steps")
def test_taking_back_many_steps_reads_the_log_a_few_times(store: EventStore) -> None:
    """Once for as many steps as a ledger keeps, however many are undone."""
    counted = CountingStore(store)
    books = Bookkeeper(counted)
    table = books.create(NEW_TABLE, PHONE)
    record(books, table, *[m.Adjust({ANA: number}, "round") for number in range(1, 61)])
    counted.loads = 0
    record(books, table, *[m.Undo()] * 60)
    assert counted.loads <= 60 // 7 + 1
    counted.loads = 0
    record(books, table, *[m.Redo()] * 60)
    assert counted.loads <= 60 // 7 + 1


class CountingStore(EventStore):
    """A store that counts the readings of logs."""

    def __init__(self, store: EventStore) -> None:
        super().__init__(store._database)
        self.loads = 0

    def load(self, table_id: str, after: int = 0) -> list[StoredAction]:
        self.loads += 1
        return super().load(table_id, after)


@pytest.mark.usefixtures("few_steps")
@pytest.mark.parametrize("back", range(1, 8))
def test_what_another_process_takes_back_is_taken_back_further(
    books: Bookkeeper, store: EventStore, table: str, back: int
) -> None:
    record(books, table, *[m.Adjust({ANA: number}, "round") for number in range(1, 31)])
    behind = Bookkeeper(store)
    behind.ledger(table)
    version = record(books, table, *[m.Undo()] * back).version
    behind.record(table, m.Undo(), version=version, recorder=PHONE, key="further")
    assert same(behind.ledger(table), fold_log(store.load(table)))


@pytest.mark.usefixtures("few_steps")
def test_what_another_process_takes_back_is_followed(
    books: Bookkeeper, store: EventStore, table: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It may go back further than this process keeps; that is not damage."""
    record(books, table, *[m.Adjust({ANA: number}, "round") for number in range(1, 31)])
    behind = Bookkeeper(store)
    seen = behind.ledger(table)
    record(books, table, *[m.Undo()] * 20, *[m.Redo()] * 7)
    with pytest.raises(Stale) as stale:
        behind.record(table, m.Undo(), version=seen.version, recorder=PHONE, key="late")
    assert not caplog.records
    assert same(stale.value.ledger, books.ledger(table))
    assert same(behind.ledger(table), fold_log(store.load(table)))


@pytest.mark.usefixtures("few_steps")
def test_a_form_instead_of_the_last_action_at_the_end_of_what_is_kept(
    books: Bookkeeper, store: EventStore, table: str
) -> None:
    record(books, table, *[m.Adjust({ANA: number}, "round") for number in range(1, 11)])
    for number in range(1, 5):
        record(books, table, m.Undo())
        version = books.ledger(table).version
        move = m.Adjust({BO: number}, "else")
        books.record(table, move, version=version, recorder=PHONE, key=f"k{number}", replaces_last=True)
        record(books, table, m.Undo())
        assert same(books.ledger(table), fold_log(store.load(table)))


def count_contents(books: Bookkeeper) -> dict[str, int]:
    """Return the number of items in each container of the bookkeeper."""
    gc.collect()
    return {name: len(value) for name, value in vars(books).items() if hasattr(value, "__len__")}

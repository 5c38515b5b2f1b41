"""The hand that plays itself, by a clock that the tests set."""

from datetime import datetime, timedelta

import pytest

from scorekeeper.bookkeeper import Bookkeeper, Recorder
from scorekeeper.demo import play_next_move, play_watched_tables
from scorekeeper.demo.evenings import DEVICE
from scorekeeper.demo.playing import AT_A_RESULT, BEFORE_THE_PLAY, BETWEEN_MOVES, MOST_MOVES, find_due_move
from scorekeeper.store import EventStore
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from scorekeeper.web.page.access import NAME_LENGTH
from tests.cases import require
from tests.demo.conftest import OPENED

PHONE = Recorder(1, "a phone with a name")
INSTANT = timedelta(milliseconds=1)


@pytest.fixture
def table(books: Bookkeeper, tables: list[str]) -> str:
    books.ledger(tables[-1])
    return tables[-1]


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time that the log writes: the last in the list."""
    times = [OPENED]
    monkeypatch.setattr("scorekeeper.bookkeeper.now", lambda: times[-1].isoformat(timespec="milliseconds"))
    return times


def play(books: Bookkeeper, table: str, clock: list[datetime], pause: timedelta) -> Ledger | None:
    """Let the clock go on by `pause` and play what is due then."""
    clock.append(clock[-1] + pause)
    return play_next_move(books, table, clock[-1])


def test_a_move_is_made_every_few_seconds_and_bids_more_slowly(
    books: Bookkeeper, table: str, clock: list[datetime]
) -> None:
    for phase, pause in (("auction", BEFORE_THE_PLAY), ("play", BETWEEN_MOVES)):
        while phase_of(books, table) != phase:
            assert play(books, table, clock, BEFORE_THE_PLAY)
        before = books.ledger(table).version
        assert play(books, table, clock, pause - INSTANT) is None
        clock.pop()
        for made in range(1, 4):
            assert require(play(books, table, clock, pause)).version == before + made


def phase_of(books: Bookkeeper, table: str) -> str:
    current = books.ledger(table).state.current
    return str(current.hand.phase) if current else ""


def test_a_result_stays_a_while_and_the_next_hand_follows(books: Bookkeeper, table: str, clock: list[datetime]) -> None:
    while books.ledger(table).state.current:
        assert play(books, table, clock, BEFORE_THE_PLAY)
    assert len(books.ledger(table).state.hands) == 2
    assert play(books, table, clock, AT_A_RESULT - INSTANT) is None
    assert play(books, table, clock, INSTANT)
    while not books.ledger(table).state.current:
        assert play(books, table, clock, AT_A_RESULT)
    assert len(books.ledger(table).state.hands) == 2


def test_evening_after_evening_until_a_bound(
    books: Bookkeeper, table: str, clock: list[datetime], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.demo.playing.MOST_MOVES", 400)
    while play(books, table, clock, AT_A_RESULT):
        pass
    assert books.ledger(table).version == 401
    assert len(books.ledger(table).state.sheets) == 2
    assert timedelta(hours=4) < MOST_MOVES * BETWEEN_MOVES


@pytest.mark.parametrize("move", [m.Undo(), m.RenamePlayer(1, "Zoe")])
def test_once_somebody_records_nothing_is_played_any_more(
    books: Bookkeeper, table: str, clock: list[datetime], move: m.TableMove
) -> None:
    """Not even after they have taken it back."""
    assert play(books, table, clock, BEFORE_THE_PLAY)
    for number, each in enumerate((move, m.Redo() if isinstance(move, m.Undo) else m.Undo())):
        books.record(table, each, version=books.ledger(table).version, recorder=PHONE, key=f"tap-{number}")
        assert play(books, table, clock, AT_A_RESULT) is None


def test_a_tap_comes_before_a_move_that_is_due_at_the_same_time(
    books: Bookkeeper, store: EventStore, table: str, clock: list[datetime]
) -> None:
    other = Bookkeeper(store)
    version = other.ledger(table).version
    books.record(table, m.RenamePlayer(1, "Zoe"), version=version, recorder=PHONE, key="tap")
    assert play(other, table, clock, AT_A_RESULT) is None
    assert store.version(table) == version + 1


def test_of_two_servers_each_move_is_made_by_one(
    books: Bookkeeper, store: EventStore, table: str, clock: list[datetime]
) -> None:
    other = Bookkeeper(store)
    other.ledger(table)
    for _ in range(5):
        version = require(store.version(table))
        one = play(books, table, clock, BEFORE_THE_PLAY)
        second = play_next_move(other, table, clock[-1])
        assert one
        assert second
        assert one.version == second.version == store.version(table) == version + 1


def test_moves_are_played_where_somebody_watches_and_shown_to_all_phones(
    books: Bookkeeper, store: EventStore, tables: list[str], table: str
) -> None:
    shown = list[tuple[str, int]]()
    later = OPENED + AT_A_RESULT

    def look(*watched: str, kept_too: bool = False) -> None:
        for each in tables:
            books.ledger(each)
        play_watched_tables(books, watched, lambda *news: shown.append(news), later, kept_too=kept_too)

    version = books.ledger(table).version
    look()
    look(*tables[:-1], "no table")
    assert shown == []
    look(*tables)
    assert shown == [(table, version + 1)]


def test_a_table_that_was_kept_plays_on_a_demo_alone(books: Bookkeeper, store: EventStore, table: str) -> None:
    shown = list[tuple[str, int]]()
    store.keep(table)
    for kept_too in (False, True):
        play_watched_tables(books, [table], lambda *news: shown.append(news), OPENED + AT_A_RESULT, kept_too=kept_too)
        assert len(shown) == kept_too


def test_a_table_that_is_gone_stops_no_other(books: Bookkeeper, store: EventStore, table: str) -> None:
    store.delete(table)
    play_watched_tables(books, [table], lambda *_news: None, OPENED + AT_A_RESULT)
    play_watched_tables(books, [table], lambda *_news: None, OPENED + AT_A_RESULT, kept_too=True)


def test_an_evening_that_is_over_plays_nothing(books: Bookkeeper, tables: list[str]) -> None:
    for table_id in tables[:-1]:
        assert find_due_move(books.ledger(table_id), OPENED + timedelta(days=9)) is None


def test_no_phone_has_the_name_by_which_moves_are_made() -> None:
    assert len(DEVICE) < NAME_LENGTH

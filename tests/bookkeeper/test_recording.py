"""The one way to write to the log: outdated, repeated, refused and lost requests."""

import json
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from scorekeeper.bookkeeper import Bookkeeper, Stale
from scorekeeper.errors import RuleError
from scorekeeper.games.game import EDITION
from scorekeeper.store import AppendResult, EventStore, NewerSchema, StoreUnavailable, UnknownTable
from scorekeeper.table import moves as m
from tests.bookkeeper.evening import ANA, BO, CHO, NEW_TABLE, OTHER_PHONE, PHONE, open_cold, record
from tests.table.tables import same, values
from tests.toy import Draw, Shuffle


def test_the_log_says_who_recorded_what_and_with_which_device(books: Bookkeeper, table: str) -> None:
    record(books, table, m.StartHand(), Draw(BO))
    log = list(books.read_log(table))
    assert [action.moves for action in log[1:]] == [(m.StartHand((ANA, BO, CHO)),), (Draw(BO),)]
    assert [(action.stamp.version, action.stamp.player, action.stamp.device) for action in log[1:]] == [
        (2, ANA, "phone"),
        (3, ANA, "phone"),
    ]
    assert {action.edition for action in log} == {EDITION}


def test_an_action_is_stored_with_the_lines_of_the_sheet_that_it_wrote(
    books: Bookkeeper, store: EventStore, table: str
) -> None:
    record(books, table, m.StartHand(), Draw(BO), m.RenamePlayer(BO, "Boris"), m.Undo(), m.CorrectHand(1, (Draw(ANA),)))
    opened, dealt, drawn, renamed, undone, corrected = (json.loads(each.rows or b"") for each in store.load(table))
    assert [(row["entry"], row["gains"]) for row in opened] == [(0, {}), (1, {}), (2, {})]
    assert drawn == [{"entry": 3, "session": build_session(BO), "gains": {"2": 1}, "refused": [], "sheet": None}]
    assert corrected == [{"entry": 3, "session": build_session(ANA), "gains": {"1": 1}, "refused": [], "sheet": None}]
    assert dealt == renamed == undone == []
    assert {each.schema for each in store.load(table)} == {m.SCHEMA}


def build_session(winner: int) -> dict[str, Any]:
    """Return the session after one hand in its stored form."""
    return {"begins": BO, "rungs": {str(player): int(player == winner) for player in (ANA, BO, CHO)}}


def test_a_move_of_a_newer_program_is_not_misread(books: Bookkeeper, store: EventStore, table: str) -> None:
    newer = msgspec.structs.replace(store.load(table)[0], version=2, schema=99, moves=(b'{"type":"toy.juggle"}',))
    store.append(table, newer)
    assert store.load(table)[1] == newer
    with pytest.raises(NewerSchema, match="99"):
        open_cold(store, table)


def test_a_table_that_is_not_there(books: Bookkeeper) -> None:
    with pytest.raises(UnknownTable):
        books.ledger("nowhere")
    with pytest.raises(UnknownTable):
        books.record("nowhere", m.StartHand(), version=1, recorder=PHONE, key="k")


def test_refused_moves_store_nothing(books: Bookkeeper, store: EventStore, table: str) -> None:
    before = books.ledger(table)
    with pytest.raises(RuleError, match=r"hand\.none"):
        books.record(table, Draw(ANA), version=before.version, recorder=PHONE, key="early")
    assert books.ledger(table) is before
    assert store.version(table) == before.version
    assert store.version_after(table, "early") is None, "the key is free: the same tap may be legal later"


def test_a_table_that_is_refused_is_not_there(books: Bookkeeper, store: EventStore) -> None:
    with pytest.raises(RuleError, match=r"name\.taken"):
        books.create(m.CreateTable("toy", "plain", {}, ("Ana", "ana")), PHONE, "key")
    assert store.tables() == []


# --- Stale forms and repeated keys ---


@pytest.mark.parametrize("version", [0, 1, 3, 99])
def test_a_form_from_another_version_is_told_the_table_now(books: Bookkeeper, table: str, version: int) -> None:
    """Even if its move would now be refused, since somebody else has done it."""
    now = record(books, table, m.StartHand())
    with pytest.raises(Stale) as stale:
        books.record(table, m.StartHand(), version=version, recorder=OTHER_PHONE, key="late")
    assert stale.value.ledger is now
    assert now.version == 2
    assert books.ledger(table) is now


def test_a_key_sent_twice_is_recorded_once(books: Bookkeeper, store: EventStore, table: str) -> None:
    """A double tap: both forms were drawn at the same version."""
    version = books.ledger(table).version
    first = books.record(table, m.StartHand(), version=version, recorder=PHONE, key="tap")
    assert books.record(table, m.StartHand(), version=version, recorder=PHONE, key="tap") is first
    assert store.version(table) == first.version == version + 1


def test_a_key_sent_again_after_others_recorded_more(books: Bookkeeper, store: EventStore, table: str) -> None:
    version = books.ledger(table).version
    books.record(table, m.StartHand(), version=version, recorder=PHONE, key="tap")
    now = record(books, table, Draw(BO), m.StartHand(), phone=OTHER_PHONE)
    assert books.record(table, m.StartHand(), version=version, recorder=PHONE, key="tap") is now
    assert store.version(table) == now.version


def test_a_move_in_the_place_of_another_takes_that_back_first(books: Bookkeeper, store: EventStore, table: str) -> None:
    """Once, even if the form comes twice. Nothing is undone for a move that is then refused."""
    version = record(books, table, m.StartHand(), Draw(BO)).version
    for _ in range(2):
        now = books.record(table, Draw(CHO), version=version, recorder=OTHER_PHONE, key="tap", replaces_last=True)
        assert [action.moves for action in books.read_log(table)][-2:] == [(m.Undo(),), (Draw(CHO),)]
        assert (store.version(table), values(now.state)) == (version + 2, {ANA: 0, BO: 0, CHO: 1})
    record(books, table, m.StartHand())
    with pytest.raises(RuleError, match=r"hand\.none"):
        books.record(table, Draw(BO), version=version + 3, recorder=OTHER_PHONE, key="other", replaces_last=True)
    assert store.version(table) == version + 3


def test_a_move_in_the_place_of_another_is_stored_with_its_undo_at_once(
    books: Bookkeeper, store: EventStore, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that is killed after the first write leaves nothing half."""
    version = record(books, table, m.StartHand(), Draw(BO)).version
    append, written = store.append, list[AppendResult]()

    def append_once(*asked: Any, **named: Any) -> AppendResult:
        if written:
            raise StoreUnavailable("full")
        written.append(append(*asked, **named))
        return written[-1]

    with monkeypatch.context() as patch, suppress(StoreUnavailable):
        patch.setattr(store, "append", append_once)
        books.record(table, Draw(CHO), version=version, recorder=PHONE, key="tap", replaces_last=True)
    assert [action.moves for action in books.read_log(table)][-2:] == [(m.Undo(),), (Draw(CHO),)]
    again = Bookkeeper(store).record(table, Draw(CHO), version=version, recorder=PHONE, key="tap", replaces_last=True)
    assert again.version == store.version(table) == version + 2


def test_what_was_recorded_since(books: Bookkeeper, table: str) -> None:
    version = record(books, table, m.StartHand()).version
    now = record(books, table, Draw(BO), m.Undo())
    assert [ledger.version for ledger in books.load_since(table, version)] == [version, version + 1, version + 2]
    assert same(books.load_since(table, version)[-1], now)
    for never in (version + 3, -1, 0):
        with pytest.raises(RuleError, match=r"form\.unreadable"):
            books.load_since(table, never)


def test_a_lost_answer_is_given_again(books: Bookkeeper, store: EventStore, table: str) -> None:
    """The move was stored, and the program stopped before it answered."""
    version = books.ledger(table).version
    Bookkeeper(store).record(table, m.StartHand(), version=version, recorder=PHONE, key="tap")
    after = books.record(table, m.StartHand(), version=version, recorder=PHONE, key="tap")
    assert after.state.current is not None
    assert store.version(table) == after.version == version + 1


def test_a_lost_answer_shows_what_others_recorded_since(books: Bookkeeper, store: EventStore, table: str) -> None:
    version = books.ledger(table).version
    before = Bookkeeper(store)
    before.record(table, m.StartHand(), version=version, recorder=PHONE, key="tap")
    record(before, table, Draw(BO), phone=OTHER_PHONE)
    after = books.record(table, m.StartHand(), version=version, recorder=PHONE, key="tap")
    assert values(after.state)[BO] == 1
    assert same(after, open_cold(store, table))


@pytest.mark.parametrize("again", [Shuffle(), Draw(CHO)])
def test_a_key_sent_again_with_something_else_is_refused(
    books: Bookkeeper, store: EventStore, table: str, again: Any
) -> None:
    """Otherwise a tap would be acknowledged without being recorded."""
    version = record(books, table, m.StartHand()).version
    now = books.record(table, Draw(BO), version=version, recorder=PHONE, key="tap")
    for drawn_from, move in ((version, again), (now.version, m.StartHand())):
        for each in (books, Bookkeeper(store)):
            with pytest.raises(RuleError, match=r"form\.key_reused"):
                each.record(table, move, version=drawn_from, recorder=PHONE, key="tap")
    assert open_cold(store, table).version == now.version


def test_a_key_is_the_same_with_the_content_that_the_form_says(books: Bookkeeper, table: str) -> None:
    """Fields that a form leaves open may get other values later; its content identifies it as the same form."""
    version = books.ledger(table).version
    first = books.record(table, m.StartHand(), version=version, recorder=PHONE, key="tap", content="deal")
    dealt = m.StartHand((ANA, BO))
    assert books.record(table, dealt, version=version, recorder=PHONE, key="tap", content="deal") is first
    with pytest.raises(RuleError, match=r"form\.key_reused"):
        books.record(table, dealt, version=version, recorder=PHONE, key="tap", content="deal to two")


def test_before_a_form_is_read_its_key_is_asked_for(books: Bookkeeper, store: EventStore, table: str) -> None:
    version = books.ledger(table).version
    assert books.find_recorded(table, version=version, key="tap") is None
    now = books.record(table, m.StartHand(), version=version, recorder=PHONE, key="tap", content="deal")
    assert books.find_recorded(table, version=version, key="tap") is now
    assert books.find_recorded(table, version=version, key="tap", content="deal") is now
    assert books.find_recorded(table, version=now.version, key="new") is None
    with pytest.raises(RuleError, match=r"form\.key_reused"):
        books.find_recorded(table, version=version, key="tap", content="another")
    with pytest.raises(Stale):
        books.find_recorded(table, version=version, key="new")


def test_the_same_key_at_two_tables_is_two_moves(books: Bookkeeper, table: str) -> None:
    other = books.create(NEW_TABLE, PHONE)
    for each in (table, other):
        assert books.record(each, m.StartHand(), version=1, recorder=PHONE, key="tap").version == 2


# --- Opening a table twice ---


def test_a_table_is_opened_once_however_often_its_form_arrives(books: Bookkeeper, store: EventStore) -> None:
    first = books.create(NEW_TABLE, PHONE, "form")
    record(books, first, m.StartHand(), Draw(BO))
    assert books.create(NEW_TABLE, OTHER_PHONE, "form") == first
    assert Bookkeeper(store).create(NEW_TABLE, PHONE, "form") == first
    assert [info.version for info in store.tables()] == [3], "and what was played at it stays"


@pytest.mark.parametrize(
    ("key", "move"),
    [
        ("another form", NEW_TABLE),
        ("form", m.CreateTable("toy", "plain", {}, ("Ana", "Bo", "Dan"))),
        ("form", m.CreateTable("toy", "strides", {}, ("Ana", "Bo", "Cho"))),
        ("", NEW_TABLE),
        (None, NEW_TABLE),
    ],
)
def test_another_form_opens_another_table(books: Bookkeeper, key: str | None, move: m.CreateTable) -> None:
    assert books.create(NEW_TABLE, PHONE, "form") != books.create(move, PHONE, key)


@pytest.mark.parametrize("key", ["", None])
def test_without_a_key_every_form_opens_a_table(books: Bookkeeper, key: str | None) -> None:
    assert books.create(NEW_TABLE, PHONE, key) != books.create(NEW_TABLE, PHONE, key)

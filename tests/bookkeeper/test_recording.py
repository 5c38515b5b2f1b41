"""The one way to the log: what is stale, repeated, refused or lost."""

import pytest

from scorekeeper.bookkeeper import Bookkeeper, Stale
from scorekeeper.errors import RuleError
from scorekeeper.store import EventStore, UnknownTable
from scorekeeper.table import commands as c
from tests.bookkeeper.evening import ANA, BO, NEW_TABLE, OTHER_PHONE, PHONE, cold, record
from tests.table.tables import same
from tests.toy import Toss


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

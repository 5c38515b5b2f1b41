"""The evenings of the tables to try: everything that a newcomer should see happens in one of them."""

from collections import Counter
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from scorekeeper.bookkeeper import Bookkeeper, Recorder, apply_move
from scorekeeper.demo import open_tables
from scorekeeper.demo.evenings import FINISHED, PLAYING, play_evening, read_script
from scorekeeper.export import check_document
from scorekeeper.export.describe import export_document
from scorekeeper.games import GAMES
from scorekeeper.store import EventStore, TableExists
from scorekeeper.table.moves import CreateTable
from scorekeeper.table.state import TableState
from tests.bookkeeper.test_together import call_at_once
from tests.cases import require
from tests.demo.conftest import OPENED, OVER


def state_of(name: str) -> TableState:
    return play_evening(name, OPENED)[-1].state


def count_deeds(state: TableState) -> Counter[str]:
    """Count the events of everybody in the hands of an evening."""
    listed = state.game.statistics.list_events
    return Counter(event.code for record in state.hands for _player, event in listed(record.hand))


def test_every_game_has_an_evening_that_is_over() -> None:
    assert sorted(state_of(name).game.key for name in FINISHED) == sorted(GAMES)
    assert all(state_of(name).ending for name in FINISHED)


def test_an_elimination_comes_after_everything_that_mighty_has() -> None:
    state = state_of("elimination")
    assert require(state.ending).why.code == "ending.eliminated"
    deeds = count_deeds(state)
    assert all(deeds[f"deed.{deed}"] for deed in ("run", "back_run", "no_friend", "no_trump", "defeated"))
    assert {record.hand.declarer for record in state.hands} == set(state.people)


def test_levels_are_climbed_until_somebody_passes_the_ace() -> None:
    state = state_of("levels")
    assert require(state.ending).why.code == "ending.above_ace"
    deeds = count_deeds(state)
    assert all(deeds[f"deed.{deed}"] for deed in ("alone", "makers_rose", "defenders_rose"))
    assert any(record.hand.promotions.winner is None for record in state.hands)


def test_an_evening_has_no_word_of_any_language_but_names() -> None:
    for name in (*FINISHED, PLAYING):
        opening, moves = read_script(name)
        assert all(map(str.isalpha, opening.players))
        assert not any(getattr(move, "reason", "") for move in moves)


def test_what_plays_itself_comes_back_to_its_beginning() -> None:
    """Twice round, so that the second time is like the first; each move is one version, by which the next is found."""
    _opening, moves = read_script(PLAYING)
    ledger = play_evening(PLAYING, OPENED)[0]
    for move in (*moves, *moves):
        ledger = apply_move(ledger, move, Recorder())
    assert ledger.version == 1 + 2 * len(moves)
    sheets = [[row.amounts for row in sheet.entries if row.counts] for sheet in ledger.state.sheets]
    assert sheets[0] == sheets[1] != []


def test_a_hand_is_over_and_the_next_is_dealt_when_it_begins(books: Bookkeeper, tables: list[str]) -> None:
    state = books.ledger(tables[-1]).state
    assert (len(state.hands), state.current is not None) == (1, True)


def test_each_is_a_whole_evening_as_any_other(store: EventStore, tables: list[str]) -> None:
    """Its document is compared with its log."""
    for table_id in tables:
        assert check_document(export_document(store, table_id)).ledger.state.hands


def test_the_moves_were_made_over_some_hours_before(store: EventStore, tables: list[str]) -> None:
    for info in store.tables(tables):
        assert info.created < info.changed <= OPENED.isoformat(timespec="milliseconds")
    assert {info.until for info in store.tables(tables)} == {OVER.isoformat(timespec="milliseconds")}


def test_one_set_is_opened_and_the_same_again(books: Bookkeeper, store: EventStore, tables: list[str]) -> None:
    assert open_tables(books, "a secret", OPENED + timedelta(hours=1), until=OVER) == tables
    with pytest.raises(TableExists):
        open_tables(books, "another", OPENED, until=OVER)
    assert sorted(info.table_id for info in store.tables()) == sorted(tables)


def test_of_two_who_ask_at_once_one_opens_a_set(books: Bookkeeper, store: EventStore) -> None:
    """At two servers of one database."""
    servers = (books, Bookkeeper(store))
    answers = call_at_once(
        partial(open_tables, server, f"secret {number}", OPENED, until=OVER) for number, server in enumerate(servers)
    )
    (opened,) = (answer for answer in answers if isinstance(answer, list))
    assert sorted(type(answer).__name__ for answer in answers) == ["TableExists", "list"]
    assert sorted(info.table_id for info in store.tables()) == sorted(opened)


def test_none_is_opened_beside_a_table(books: Bookkeeper, store: EventStore) -> None:
    own = books.create(CreateTable(next(iter(GAMES)), "pagat"), Recorder())
    with pytest.raises(TableExists):
        open_tables(books, "a secret", OPENED, until=OVER)
    assert [info.table_id for info in store.tables()] == [own]


def test_what_is_overdue_is_deleted_and_what_was_kept_is_not(
    books: Bookkeeper, store: EventStore, tables: list[str]
) -> None:
    kept, *others = tables
    store.keep(kept)
    at = [OVER + timedelta(seconds=seconds) for seconds in (-1, 1, 2)]
    before, after, again = (books.delete_overdue(each.isoformat(timespec="milliseconds")) for each in at)
    assert (before, sorted(after), again) == ([], sorted(others), [])
    assert [info.table_id for info in store.tables()] == [kept]


def test_the_tables_are_opened_together_or_not_at_all(books: Bookkeeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that was killed between them left one, and the offer was gone."""
    written = []
    write = books.store._database.write

    def count(work: Any, **of: Any) -> Any:
        written.append(of)
        return write(work, **of)

    monkeypatch.setattr(books.store._database, "write", count)
    assert len(open_tables(books, "a secret", OPENED, until=OVER)) == 3
    assert len(written) == 1

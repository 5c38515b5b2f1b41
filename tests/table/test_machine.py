"""Whatever people ask of a table, in whatever order, through a real store: the toy game and every preset of Mighty.

A refusal changes nothing; what is remembered is what is stored; undo and redo are each other's inverse; balances are
the starts and everything that was paid since; a corrected evening is the one in which nobody had made the mistake;
and a file made of an evening is that evening.
"""

from typing import Any

import msgspec
import pytest
from hypothesis import event as seen
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from scorekeeper.bookkeeper import Bookkeeper, Recorder, Stale, read
from scorekeeper.errors import RuleError
from scorekeeper.export import export_document, import_document
from scorekeeper.store import Record, open_store
from scorekeeper.table import commands as c
from scorekeeper.table.evolve import redeals
from scorekeeper.table.ledger import Ledger, fold
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.table.views import score_sheet
from tests.games.mighty.asking import one_of
from tests.table import asking
from tests.table.mistakes import facts, never_mistaken
from tests.table.tables import NAMES, flat, same, written


def running(machine: "Evening") -> bool:
    return machine.ledger.state.current is not None


def between_hands(machine: "Evening") -> bool:
    return machine.ledger.state.current is None


def anything_played(machine: "Evening") -> bool:
    return bool(machine.ledger.state.hands)


class Evening(RuleBasedStateMachine):
    """A table in a store, asked for one thing after the other."""

    game = "toy"
    preset = "plain"

    def __init__(self) -> None:
        super().__init__()
        self.store = open_store(":memory:")
        self.books = Bookkeeper(self.store.events)
        opening = c.CreateTable(self.game, self.preset, {}, NAMES)
        self.table = self.books.create(opening, Recorder(), "key-0")
        self.commands: dict[int, Any] = {1: opening}

    def teardown(self) -> None:
        with self.store:
            assert same(self.ledger, fold(read(self.records())))
            self.exported_and_imported()

    @property
    def ledger(self) -> Ledger:
        return self.books.ledger(self.table)

    def records(self) -> list[Record]:
        return self.store.events.load(self.table)

    def record(self, command: Any, version: int, key: str, player: int | None = None) -> Ledger:
        return self.books.record(self.table, command, version=version, recorder=Recorder(player), key=key)

    # --- Asking, and what holds after every answer ---

    def ask(self, command: Any, player: int | None = None) -> bool:
        """Whether `command` was recorded. Everything that must hold after either answer is checked."""
        before, stored = self.ledger, self.records()
        key = f"key-{before.version}"
        try:
            self.record(command, before.version, key, player)
        except RuleError:
            assert self.ledger is before
            assert self.records() == stored
            assert self.store.events.version_after(self.table, key) is None
            return False
        self.commands[before.version + 1] = command
        self.nothing_rewritten(stored)
        self.remembered_is_stored()
        self.sheet_adds_up(self.ledger.state)
        seen(type(command).__name__)
        return True

    def nothing_rewritten(self, stored: list[Record]) -> None:
        records = self.records()
        assert records[: len(stored)] == stored
        assert len(records) == self.ledger.version > len(stored)

    def remembered_is_stored(self) -> None:
        fresh = fold(read(self.records()))
        assert fresh.state == self.ledger.state
        assert fresh.version == self.ledger.version
        assert [written(step.action) for step in fresh.undone] == [written(step.action) for step in self.ledger.undone]

    def sheet_adds_up(self, state: TableState) -> None:
        expected = {number: person.start for number, person in state.people.items()}
        for entry in state.entries:
            for player, amount in entry.amounts.items():
                expected[player] += amount
            if isinstance(entry, HandRecord):
                assert sum(entry.amounts.values()) == 0
                assert set(entry.amounts) == (set() if entry.voided is not None else set(entry.hand.seats))
        assert state.balances == expected
        rows = list(score_sheet(state))
        assert len(rows) == len(state.entries)
        assert not rows or rows[-1].balances == state.balances
        assert [hand.number for hand in state.hands] == list(range(1, len(state.hands) + 1))

    # --- What people do ---

    @precondition(between_hands)
    @rule()
    def deal(self) -> None:
        self.ask(c.StartHand())

    @precondition(running)
    @rule(data=st.data(), player=st.none() | asking.players)
    def play_a_whole_hand(self, data: st.DataObject, player: int | None) -> None:
        state = self.ledger.state
        assert state.current
        self.ask(data.draw(asking.whole_hand(state, state.current.hand)), player)

    @precondition(running)
    @rule(data=st.data(), steps=st.integers(1, 5))
    def go_on(self, data: st.DataObject, steps: int) -> None:
        for _ in range(steps):
            state = self.ledger.state
            if state.current:
                self.ask(data.draw(asking.next_step(state, state.current.hand)))

    @rule(data=st.data())
    def ask_for_anything(self, data: st.DataObject) -> None:
        self.ask(data.draw(asking.anything(self.ledger.state)))

    @rule(data=st.data())
    def arrange(self, data: st.DataObject) -> None:
        self.ask(data.draw(asking.arrangements(self.game)))

    @rule(data=st.data(), reason=asking.reasons)
    def give_up(self, data: st.DataObject, reason: str) -> None:
        number = data.draw(st.integers(1, self.ledger.state.hand_number))
        before = self.ledger.state
        hand = before.find_hand(number)
        paid = hand.amounts if hand else {}
        if self.ask(c.VoidHand(number, reason)):
            expected = {player: balance - paid.get(player, 0) for player, balance in before.balances.items()}
            assert self.ledger.state.balances == expected

    @precondition(anything_played)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        state = self.ledger.state
        past = data.draw(one_of(state.hands))
        command = data.draw(asking.whole_hand(state, redeals(state, past)[1]))
        steps = list(self.ledger.steps())[::-1]
        if self.ask(c.CorrectHand(past.number, command)):
            so_at_first = never_mistaken(steps, self.commands, past.number, command)
            assert facts(self.ledger.state) == facts(so_at_first.state)
            assert self.ledger.state.hands[past.number - 1].earlier[0] == past, "both versions are kept"

    @rule(depth=st.integers(1, 4))
    def undo_then_redo(self, depth: int) -> None:
        before = self.ledger
        done = sum([self.ask(c.Undo()) for _ in range(depth)])
        for _ in range(done):
            assert self.ask(c.Redo())
        assert flat(self.ledger)[2:] == flat(before)[2:]

    @rule(late=st.integers(1, 3), data=st.data())
    def come_late(self, late: int, data: st.DataObject) -> None:
        """A form from before the last events; or a command whose answer was lost, sent again at once or long after."""
        before, stored = self.ledger, self.records()
        with pytest.raises(Stale) as stale:
            self.record(c.JoinTable("Late"), before.version - late, "late")
        assert stale.value.ledger is before
        version = data.draw(one_of(list(self.commands)))
        assert self.record(self.commands[version], version - 1, f"key-{version - 1}") is before
        assert self.records() == stored

    def exported_and_imported(self) -> None:
        """A file of this evening makes the same evening, whose file is the same."""
        document = export_document(self.store.events, self.table)
        other = import_document(self.store.events, document)
        assert self.store.events.load(other) == self.records()
        assert same(self.books.ledger(other), self.ledger)
        assert timeless(export_document(self.store.events, other)) == timeless(document)


def timeless(document: bytes) -> dict[str, Any]:
    """A document without the time it was made at."""
    return {**msgspec.json.decode(document), "exported": None}


# --- The evenings ---


class PagatEvening(Evening):
    game, preset = "mighty", "pagat"


class Base10Evening(Evening):
    game, preset = "mighty", "base10"


class Korean40Evening(Evening):
    game, preset = "mighty", "korean40"


class WikipediaJaEvening(Evening):
    game, preset = "mighty", "wikipedia_ja"


class ToyEvening(Evening):
    game, preset = "toy", "chips"


def case_of(evening: type[Evening]) -> Any:
    """Its test case, long enough for a few hands and short enough to wait for."""
    case = evening.TestCase
    case.settings = settings(max_examples=50, stateful_step_count=40)
    return case


TestPagat = case_of(PagatEvening)
TestBase10 = case_of(Base10Evening)
TestKorean40 = case_of(Korean40Evening)
TestWikipediaJa = case_of(WikipediaJaEvening)
TestToy = case_of(ToyEvening)

"""Random moves in random order through a real store: the toy game and every preset of Mighty.

A refusal changes nothing; what is remembered is what is stored; undo and redo are each other's inverse; everyone stands
where they began and everything they gained since; a correction changes one hand and what all later ones are added to.
"""

from typing import Any

import msgspec
import pytest
from hypothesis import event as seen
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from scorekeeper import bookkeeper
from scorekeeper.bookkeeper import Bookkeeper, Recorder, Stale, fold_each, fold_log
from scorekeeper.errors import RuleError
from scorekeeper.games.zhao_pengyou.levels import ABOVE_ACE
from scorekeeper.store import StoredAction, open_store
from scorekeeper.table import moves as m
from scorekeeper.table.history import read_history
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import HandRecord, TableState, score_sheet
from tests.cases import require
from tests.games.mighty.any_moves import pick_one
from tests.table import asking
from tests.table.reckoning import reckon_climb, reckon_standings
from tests.table.tables import NAMES, same, same_steps, values
from tests.tiers import build_test_case


def is_running(machine: "Evening") -> bool:
    return machine.ledger.state.current is not None


def between_hands(machine: "Evening") -> bool:
    return machine.ledger.state.current is None


def anything_played(machine: "Evening") -> bool:
    return bool(machine.ledger.state.hands)


class Evening(RuleBasedStateMachine):
    """A table in a store, asked for one thing after the other."""

    game = "toy"
    preset = "plain"
    seats = 5

    def __init__(self) -> None:
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(bookkeeper, "STEPS_KEPT", 3)  # so that an undo often goes further back
        self.patch.setattr(bookkeeper, "STEPS_RECALLED", 4)
        self.store = open_store(":memory:")
        self.books = Bookkeeper(self.store.events)
        opening = m.CreateTable(self.game, self.preset, {}, NAMES[: self.seats])
        self.table = self.books.create(opening, Recorder(), "key-0")
        self.moves: dict[int, Any] = {}

    def teardown(self) -> None:
        self.patch.undo()
        with self.store:
            assert same(self.ledger, fold_log(self.records()))
            self.rows_are_what_replay_gives()
            self.history_tells_all()

    @property
    def ledger(self) -> Ledger:
        return self.books.ledger(self.table)

    def records(self) -> list[StoredAction]:
        return self.store.events.load(self.table)

    def record(self, move: Any, version: int, key: str, player: int | None = None) -> Ledger:
        return self.books.record(self.table, move, version=version, recorder=Recorder(player), key=key)

    # --- Asking, and what holds after every answer ---

    def ask(self, move: Any, player: int | None = None) -> bool:
        """Whether `move` was recorded. Everything that must hold after either answer is checked."""
        before, stored = self.ledger, self.records()
        key = f"key-{before.version}"
        try:
            self.record(move, before.version, key, player)
        except RuleError:
            assert self.ledger is before
            assert self.records() == stored
            assert self.store.events.version_after(self.table, key) is None
            return False
        self.moves[before.version + 1] = move
        self.nothing_rewritten(stored)
        self.remembered_is_stored()
        self.sheet_adds_up(self.ledger.state)
        self.everybody_has_a_name(self.ledger.state)
        seen(type(move).__name__)
        return True

    def nothing_rewritten(self, stored: list[StoredAction]) -> None:
        records = self.records()
        assert records[:-1] == stored
        assert records[-1].last_version == self.ledger.version == len(records)

    def remembered_is_stored(self) -> None:
        assert same(fold_log(self.records()), self.ledger)

    def sheet_adds_up(self, state: TableState) -> None:
        assert not any(entry.recorded for entry in state.entries)
        self.everyone_stands_right(state)
        assert [hand.number for hand in state.hands] == list(range(1, len(state.hands) + 1))
        assert len(list(score_sheet(state.entries))) == sum(type(each).__name__ in SHOWN for each in state.entries)

    def everyone_stands_right(self, state: TableState) -> None:
        assert values(state) == reckon_standings(state, (*state.entries, *state.pending))
        for place, entry in enumerate(state.entries, 1):
            after = {player: standing.value for player, standing in entry.after.standings.items()}
            assert after == reckon_standings(state, state.entries[:place])
            if isinstance(entry, HandRecord) and self.game == "mighty":
                assert sum(entry.amounts.values()) == 0
                assert set(entry.amounts) == (set() if entry.voided is not None else set(entry.hand.active))
            elif isinstance(entry, HandRecord):
                assert entry.amounts == reckon_climb(state, entry, reckon_standings(state, state.entries[: place - 1]))

    def everybody_has_a_name(self, state: TableState) -> None:
        """Also who recorded, whose joining may have been taken back since."""
        assert all(state.name(player) for player in range(10))
        assert set(state.people) <= set(values(state))
        assert sorted(state.circle) == sorted(state.people)
        assert state.seating == tuple(player for player in state.circle if state.people[player].present)

    def rows_are_what_replay_gives(self) -> None:
        without = [msgspec.structs.replace(each, rows=None) for each in self.records()]
        assert same(fold_log(without), self.ledger)

    def history_tells_all(self) -> None:
        actions = [each.last for each in fold_each(self.records()) if each.last]
        lines = list(read_history(actions))
        assert [line.stamp.version for line in lines] == [each.version for each in self.records()]
        assert all(line.says for line in lines)
        turns = sum(isinstance(action.moves[0], m.Undo | m.Redo) for action in actions)
        assert sum(line.counts for line in lines) == turns + self.ledger.counting

    # --- What people do ---

    @precondition(between_hands)
    @rule()
    def deal(self) -> None:
        self.ask(m.StartHand())

    @precondition(is_running)
    @rule(data=st.data(), player=st.none() | asking.players)
    def play_a_whole_hand(self, data: st.DataObject, player: int | None) -> None:
        state = self.ledger.state
        self.ask(data.draw(asking.whole_hand(state, require(state.current).hand)), player)

    @precondition(is_running)
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

    @rule(data=st.data())
    def come_go_and_take_it_back(self, data: st.DataObject) -> None:
        """Each by the phone of somebody whose joining is perhaps what is taken back."""
        for move in data.draw(st.lists(asking.comings_and_goings, max_size=4)):
            self.ask(move, data.draw(st.sampled_from([None, *range(1, 8)])))

    @rule(data=st.data(), reason=asking.reasons)
    def give_up(self, data: st.DataObject, reason: str) -> None:
        number = data.draw(st.integers(1, self.ledger.state.hand_number))
        before = self.ledger.state
        if self.ask(m.VoidHand(number, reason)):
            self.only_that_hand_changed(before, number)
            void = require(self.ledger.state.find_hand(number))
            assert (void.amounts, bool(void.voided)) == ({}, True)

    @precondition(anything_played)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        state = self.ledger.state
        past = data.draw(pick_one(state.hands))
        kept, hand = m.find_redeals(state.game, past)
        move = data.draw(asking.whole_hand(state, hand))
        if self.ask(m.CorrectHand(past.number, (move,))):
            self.only_that_hand_changed(state, past.number)
            corrected = require(self.ledger.state.find_hand(past.number))
            assert corrected.moves == (*kept, move)
            assert corrected.previous_versions == (past, *past.previous_versions), "both versions are kept"
            assert lasting_facts(corrected.hand) == lasting_facts(move.play(hand))

    def only_that_hand_changed(self, before: TableState, number: int) -> None:
        """Every other hand is the one that was played; what it is added to may have changed."""
        after = self.ledger.state
        both = zip([*before.hands, before.current], [*after.hands, after.current], strict=False)
        for old, new in both:
            if old is not None and new is not None and old.number == new.number != number:
                assert lasting_facts(new.hand) == lasting_facts(old.hand)
                assert (new.moves, new.opening_session, new.voided, new.previous_versions) == (
                    *(old.moves, old.opening_session, old.voided, old.previous_versions),
                )

    @rule(depth=st.integers(1, 4))
    def undo_then_redo(self, depth: int) -> None:
        before = self.ledger
        done = sum([self.ask(m.Undo()) for _ in range(depth)])
        for _ in range(done):
            assert self.ask(m.Redo())
        assert same_steps(self.ledger, before)

    @rule(late=st.integers(1, 3), data=st.data())
    def come_late(self, late: int, data: st.DataObject) -> None:
        """A form from before the last moves; one whose answer was lost, sent again; and its key with something else."""
        before, stored = self.ledger, self.records()
        with pytest.raises(Stale) as stale:
            self.record(m.JoinTable("Late"), before.version - late, "late")
        assert stale.value.ledger is before
        if self.moves:
            version = data.draw(pick_one(list(self.moves)))
            assert self.record(self.moves[version], version - 1, f"key-{version - 1}") is before
            with pytest.raises(RuleError, match=r"form\.key_reused"):
                self.record(m.JoinTable("Another form"), version - 1, f"key-{version - 1}")
        assert self.records() == stored


SHOWN = ("HandRecord", "Adjustment")
"""The entries that are lines of the score sheet."""


def lasting_facts(hand: Any) -> tuple[Any, ...]:
    """A hand as it was played, without what follows from what it is added to."""
    begun = [getattr(hand.session, name, None) for name in ("begins", "first")]
    fields = (name for name in hand.__struct_fields__ if name not in FOLLOWS)
    return (*begun, *(getattr(hand, name) for name in fields))


FOLLOWS = ("session", "settlement", "promotions", "making")
"""What follows from what a hand is added to; where no trumps were made yet, also who may make them."""


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
    game, preset, seats = "toy", "strides", 4


class ZhaoPengyouEvening(Evening):
    """Without laps: whoever is above the ace rises no more."""

    game, preset, seats = "zhao_pengyou", "active_passive", 6

    def everyone_stands_right(self, state: TableState) -> None:
        """Each hand is added to the line before it; what is done by hand may stop at the ends of the ladder."""
        before: dict[int, Any] = {}
        for entry in state.entries:
            after = {player: standing.value for player, standing in entry.after.standings.items()}
            if isinstance(entry, HandRecord):
                risen = {player: had + entry.amounts.get(player, 0) for player, had in before.items()}
                ends = entry.hand.rules.end == "above_ace"
                assert after == {
                    player: min(level, max(before[player], ABOVE_ACE.height)) if ends else level
                    for player, level in risen.items()
                }
            before = after
        assert set(values(state)) == set(state.people)


TestPagat = build_test_case(PagatEvening, many=12, steps=40)
TestBase10 = build_test_case(Base10Evening, many=12, steps=40)
TestKorean40 = build_test_case(Korean40Evening, many=12, steps=40)
TestWikipediaJa = build_test_case(WikipediaJaEvening, many=12, steps=40)
TestToy = build_test_case(ToyEvening, many=30, steps=40)
TestZhaoPengyou = build_test_case(ZhaoPengyouEvening, many=12, steps=40)

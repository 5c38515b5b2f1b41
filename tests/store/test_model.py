"""Any order of actions, right and stale, new, repeated or forged, leaves the store equal to a model of dictionaries."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from scorekeeper.store import AppendResult, KeyReused, StaleVersion, StoredAction, TableExists, open_store, plan_table
from tests.store.log import action
from tests.tiers import examples

TABLES = st.sampled_from(["kitchen", "garden"])
MOVES = st.lists(st.integers(0, 9).map(lambda n: b'{"n":%d}' % n), min_size=1, max_size=3).map(tuple)
ROWS = st.none() | st.sampled_from([b"[]", b'[{"entry":0}]'])
KEYS = st.none() | st.sampled_from("abcdef")
CONTENTS = st.none() | st.sampled_from(["a bid", "a pass"])


class First(NamedTuple):
    """The action of a key and its answer."""

    version: int
    content: str | None


class StoreAgainstModel(RuleBasedStateMachine):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.store = open_store(url)
        self.logs: dict[str, list[StoredAction]] = {}
        self.keys: dict[tuple[str, str], First] = {}

    def teardown(self) -> None:
        self.store.close()

    def expected_result(
        self, table: str, key: str | None, content: str | None
    ) -> AppendResult | type[KeyReused] | None:
        """Return the answer to an action whose key was recorded before."""
        first = self.keys.get((table, key or ""))
        if first is None:
            return None
        if None not in (content, first.content) and content != first.content:
            return KeyReused
        return AppendResult(first.version, repeated=True)

    @rule(table=TABLES, moves=MOVES, rows=ROWS, key=KEYS, content=CONTENTS)
    def create(
        self, table: str, moves: tuple[bytes, ...], rows: bytes | None, key: str | None, content: str | None
    ) -> None:
        opened = action(1, *moves, rows=rows)
        answer = self.expected_result(table, key, content)
        planned = plan_table(table, "mighty", opened, key=key, content=content)
        create = partial(self.store.events.create_planned, planned)
        if isinstance(answer, AppendResult):
            assert create() == answer
        elif answer or table in self.logs:
            with pytest.raises(answer or TableExists):
                create()
        else:
            assert create() == AppendResult(len(moves), repeated=False)
            self.logs[table] = [opened]
            self.remember(table, key, content)

    @precondition(lambda self: self.logs)
    @rule(
        table=TABLES,
        late=st.integers(-1, 3),
        moves=MOVES,
        rows=ROWS,
        key=KEYS,
        content=CONTENTS,
        with_another=st.booleans(),
    )
    def append(
        self,
        table: str,
        late: int,
        moves: tuple[bytes, ...],
        rows: bytes | None,
        key: str | None,
        content: str | None,
        with_another: bool,
    ) -> None:
        if table not in self.logs:
            return
        current = self.logs[table][-1].last_version
        more = action(current - late + 1, *moves, rows=rows, edition=late + 5, player=late, carried=rows)
        extra_writes = [action(more.last_version + 1, *moves)] if with_another else []
        answer = self.expected_result(table, key, content)
        append = partial(self.store.events.append, table, more, *extra_writes, key=key, content=content)
        if isinstance(answer, AppendResult):
            assert append() == answer
        elif answer:
            with pytest.raises(answer):
                append()
        elif late:
            with pytest.raises(StaleVersion) as refusal:
                append()
            assert refusal.value.current == current
        else:
            self.logs[table] += [more, *extra_writes]
            assert append() == AppendResult(self.logs[table][-1].last_version, repeated=False)
            self.remember(table, key, content)

    def remember(self, table: str, key: str | None, content: str | None) -> None:
        if key is not None:
            self.keys[table, key] = First(self.logs[table][-1].last_version, content)

    @invariant()
    def same(self) -> None:
        for table, log in self.logs.items():
            assert self.store.events.load(table) == log
            assert self.store.events.load(table, log[0].last_version) == log[1:]
            assert self.store.events.version(table) == log[-1].last_version
        assert {info.table_id for info in self.store.events.tables()} == set(self.logs)


@pytest.mark.machine
def test_a_store_is_as_its_model(new_url: Callable[[], str]) -> None:
    class OverThisEngine(StoreAgainstModel):
        def __init__(self) -> None:
            super().__init__(new_url())

    run_state_machine_as_test(OverThisEngine, settings=examples(10, stateful_step_count=30))

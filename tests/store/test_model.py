"""Any order of commands, right and stale, new and repeated, leaves the store equal to a model of dictionaries."""

from functools import partial

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from scorekeeper.store import StaleVersion, TableExists, open_store

TABLES = st.sampled_from(["kitchen", "garden"])
EVENTS = st.lists(st.integers(0, 9).map(lambda n: b'{"n":%d}' % n), min_size=1, max_size=3)
KEYS = st.none() | st.sampled_from("abcdef")


class StoreAgainstModel(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.store = open_store(":memory:")
        self.logs: dict[str, list[tuple[int, bytes]]] = {}
        self.keys: dict[tuple[str, str], int] = {}

    def teardown(self) -> None:
        self.store.close()

    @rule(table=TABLES, events=EVENTS, key=KEYS)
    def create(self, table: str, events: list[bytes], key: str | None) -> None:
        first = self.keys.get((table, key or ""))
        create = partial(self.store.events.create, table, "mighty", events, key=key)
        if first is not None:
            assert create() == first
        elif table in self.logs:
            with pytest.raises(TableExists):
                create()
        else:
            assert create() == len(events)
            self.logs[table] = [(1, event) for event in events]
            self.remember(table, key)

    @precondition(lambda self: self.logs)
    @rule(table=TABLES, late=st.integers(0, 3), events=EVENTS, key=KEYS)
    def append(self, table: str, late: int, events: list[bytes], key: str | None) -> None:
        if table not in self.logs:
            return
        current = len(self.logs[table])
        first = self.keys.get((table, key or ""))
        append = partial(self.store.events.append, table, current - late, events, key=key)
        if first is not None:
            assert append()[::2] == (first, True)
        elif late:
            with pytest.raises(StaleVersion) as refusal:
                append()
            assert refusal.value.current == current
        else:
            assert append()[::2] == (current + len(events), False)
            self.logs[table] += [(current + 1, event) for event in events]
            self.remember(table, key)

    def remember(self, table: str, key: str | None) -> None:
        if key is not None:
            self.keys[table, key] = len(self.logs[table])

    @invariant()
    def same(self) -> None:
        for table, log in self.logs.items():
            assert [(r.action, r.event) for r in self.store.events.load(table)] == log
            assert self.store.events.version(table) == len(log)
        assert {info.table_id for info in self.store.events.tables()} == set(self.logs)


TestStoreAgainstModel = StoreAgainstModel.TestCase
TestStoreAgainstModel.settings = settings(max_examples=25, stateful_step_count=30)

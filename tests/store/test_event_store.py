"""The contract of every event store, clause by clause; `test_model` compares it with a model of dictionaries."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from scorekeeper.store import (
    AppendResult,
    EventStore,
    KeyReused,
    StaleVersion,
    Store,
    StoredAction,
    TableExists,
    TableInfo,
    UnknownTable,
    now,
    plan_table,
    refuse_among_others,
)
from tests.store.log import action

A, B, C = b'{"n":1}', '{"name":"미나"}'.encode(), b'{"n":3}'


def test_versions_number_moves_from_one_and_an_action_is_what_was_recorded_at_once(events: EventStore) -> None:
    opened, dealt = action(1, A, B, player=1, device="phone"), action(3, C, player=2)
    assert events.create("t", "mighty", opened) == AppendResult(2, repeated=False)
    assert events.append("t", dealt) == AppendResult(3, repeated=False)
    assert events.load("t") == [opened, dealt]
    assert (opened.last_version, dealt.last_version) == (2, 3)


@pytest.mark.parametrize("rows", [None, b"[]", '[{"entry":0,"말":1}]'.encode()])
def test_an_action_is_loaded_with_all_that_was_stored_of_it(events: EventStore, rows: bytes | None) -> None:
    whole = action(1, A, B, schema=7, rows=rows, edition=5, player=3, device="phone", at="2001-01-01T20:00:00+00:00")
    whole = replace(whole, carried=None if rows is None else b"[null,1]")
    events.create("t", "mighty", whole)
    assert events.load("t") == [whole]


def test_the_time_is_in_utc() -> None:
    written = datetime.fromisoformat(now())
    assert written.utcoffset() == timedelta(0)
    assert abs(datetime.now(UTC) - written) < timedelta(hours=1)


def test_load_gives_the_actions_that_are_later_than_a_version(events: EventStore) -> None:
    events.create("t", "mighty", action(1, A, B))
    events.append("t", action(3, C))
    assert [each.version for each in events.load("t", after=2)] == [3]
    assert events.load("t", after=3) == []


def test_tables_do_not_share_versions_or_keys(events: EventStore) -> None:
    events.create_planned(plan_table("t", "mighty", action(1), key="k"))
    assert events.create_planned(plan_table("u", "mighty", action(1, A, B), key="k")).version == 2
    assert events.append("t", action(2), key="x") == AppendResult(2, repeated=False)
    assert events.append("u", action(3), key="x") == AppendResult(3, repeated=False)
    assert (events.version("t"), events.version("u")) == (2, 3)


@pytest.mark.parametrize("version", [1, 2, 4, 100])
def test_an_action_that_does_not_follow_is_stale_and_not_stored(events: EventStore, version: int) -> None:
    events.create("t", "mighty", action(1, A, B))
    with pytest.raises(StaleVersion) as refusal:
        events.append("t", action(version, C), key="k")
    assert refusal.value.current == 2
    assert events.version("t") == 2
    assert events.append("t", action(3, C), key="k") == AppendResult(3, repeated=False), "its key is still free"


def test_a_repeated_key_answers_as_the_first_time_did_even_when_stale(events: EventStore) -> None:
    events.create("t", "mighty", action(1))
    tap = action(2, B, C)
    assert events.append("t", tap, key="tap") == AppendResult(3, repeated=False)
    assert events.append("t", tap, key="tap") == AppendResult(3, repeated=True)
    events.append("t", action(4), key="other")
    assert events.append("t", tap, key="tap") == AppendResult(3, repeated=True)
    assert events.append("t", action(5, B, C), key="tap") == AppendResult(3, repeated=True)
    assert events.version("t") == 4


def test_actions_without_a_key_are_never_taken_for_each_other(events: EventStore) -> None:
    events.create("t", "mighty", action(1))
    assert events.append("t", action(2)) == AppendResult(2, repeated=False)
    assert events.append("t", action(3)) == AppendResult(3, repeated=False)


def test_actions_of_one_request_are_stored_together_and_the_last_has_its_key(events: EventStore) -> None:
    events.create("t", "mighty", action(1))
    both = action(2, A), action(3, B, C)
    assert events.append("t", *both, key="tap", content="x") == AppendResult(4, repeated=False)
    assert events.append("t", *both, key="tap", content="x") == AppendResult(4, repeated=True)
    assert events.load("t", 1) == list(both)
    assert events.version_after("t", "tap") == 4
    with pytest.raises(ValueError, match="out of order"):
        events.append("t", action(5), action(7))
    with pytest.raises(ValueError, match="at least one action"):
        events.append("t")


def test_nothing_of_a_request_is_stored_where_its_last_action_cannot_be(events: EventStore) -> None:
    events.create("t", "mighty", action(1))
    with pytest.raises(UnicodeDecodeError):
        events.append("t", action(2, A), action(3, b"\xff"), key="tap")
    assert events.version("t") == 1
    assert events.append("t", action(2, A), action(3, B), key="tap") == AppendResult(3, repeated=False)


def test_a_key_tells_its_version(events: EventStore) -> None:
    events.create_planned(plan_table("t", "mighty", action(1), key="form"))
    events.append("t", action(2, B, C), key="tap")
    events.append("t", action(4), key="next")
    assert [events.version_after("t", key) for key in ("form", "tap", "next", "new")] == [1, 3, 4, None]
    assert events.version_after("nowhere", "tap") is None


# --- A key belongs to its content ---


def test_a_key_with_another_content_is_refused_and_nothing_is_stored(events: EventStore) -> None:
    events.create("t", "mighty", action(1))
    events.append("t", action(2), key="tap", content="a bid")
    for version in (2, 3):
        with pytest.raises(KeyReused):
            events.append("t", action(version), key="tap", content="a pass")
    with pytest.raises(KeyReused):
        events.version_after("t", "tap", "a pass")
    assert events.version("t") == 2


def test_a_key_with_its_content_is_answered_again(events: EventStore) -> None:
    events.create_planned(plan_table("t", "mighty", action(1), key="form", content="names"))
    events.append("t", action(2), key="tap", content="a bid")
    assert events.append("t", action(2), key="tap", content="a bid") == AppendResult(2, repeated=True)
    assert events.create_planned(plan_table("t", "mighty", action(1), key="form", content="names")) == AppendResult(
        1, repeated=True
    )
    assert events.version_after("t", "tap", "a bid") == 2


@pytest.mark.parametrize(("first", "later"), [(None, "a bid"), ("a bid", None), (None, None)])
def test_where_either_content_is_not_known_the_key_alone_counts(
    events: EventStore, first: str | None, later: str | None
) -> None:
    """As with what an older program recorded, which wrote no contents down."""
    events.create("t", "mighty", action(1))
    events.append("t", action(2), key="tap", content=first)
    assert events.append("t", action(2), key="tap", content=later) == AppendResult(2, repeated=True)
    assert events.version_after("t", "tap", later) == 2


def test_a_table_is_not_opened_again_with_another_content(events: EventStore) -> None:
    events.create_planned(plan_table("t", "mighty", action(1), key="form", content="names"))
    with pytest.raises(KeyReused):
        events.create_planned(plan_table("t", "mighty", action(1), key="form", content="other names"))


# --- Tables ---


def test_a_repeated_create_answers_as_the_first_time_did(events: EventStore) -> None:
    opened = action(1, A, B)
    events.create_planned(plan_table("t", "mighty", opened, key="form"))
    events.append("t", action(3))
    assert events.create_planned(plan_table("t", "mighty", opened, key="form")) == AppendResult(2, repeated=True)
    assert events.version("t") == 3


@pytest.mark.parametrize("key", [None, "another"])
def test_a_table_is_not_made_twice(events: EventStore, key: str | None) -> None:
    events.create_planned(plan_table("t", "mighty", action(1), key="form"))
    with pytest.raises(TableExists):
        events.create_planned(plan_table("t", "mighty", action(1, A, B), key=key))
    assert events.version("t") == 1


def test_an_unknown_table_has_no_version_and_takes_nothing(events: EventStore) -> None:
    assert events.version("nowhere") is None
    with pytest.raises(UnknownTable):
        events.load("nowhere")
    with pytest.raises(UnknownTable):
        events.append("nowhere", action(1))
    assert events.version("nowhere") is None


def test_an_action_without_moves_is_a_mistake(events: EventStore) -> None:
    events.create("t", "mighty", action(1))
    nothing = StoredAction(2, now(), (), 2)
    with pytest.raises(ValueError, match="at least one move"):
        events.append("t", nothing)
    with pytest.raises(ValueError, match="at least one move"):
        events.create("u", "mighty", StoredAction(1, now(), (), 2))
    assert (events.version("t"), events.version("u")) == (1, None)


def test_a_table_begins_with_version_one(events: EventStore) -> None:
    with pytest.raises(ValueError, match="out of order"):
        events.create("t", "mighty", action(2))
    assert events.version("t") is None


def test_a_restored_log_is_the_log_it_was_taken_from(events: EventStore) -> None:
    old = [
        action(1, A, B, schema=1, player=1, device="phone", at="2001-01-01T20:00:00.000+00:00"),
        action(3, C, rows=b"[]", edition=2, player=2, at="2001-01-03T20:00:00.000+00:00"),
    ]
    assert events.restore("t", "mighty", old) == 3
    assert events.load("t") == old
    assert events.tables(["t"])[0].created == old[0].at
    assert events.append("t", action(4), key="k") == AppendResult(4, repeated=False)
    with pytest.raises(TableExists):
        events.restore("t", "mighty", old)


@pytest.mark.parametrize(
    "log",
    [
        [],
        [action(2)],  # begins late
        [action(1), action(3)],  # a gap
        [action(1), action(1)],  # doubled
        [action(1, A, B), action(2)],  # one begins before the last is over
        [action(1), StoredAction(2, now(), (), 2)],  # nothing happened
    ],
)
def test_actions_that_are_no_whole_log_are_not_restored(events: EventStore, log: list[StoredAction]) -> None:
    with pytest.raises(ValueError, match=r"out of order|at least one"):
        events.restore("t", "mighty", log)
    assert events.version("t") is None


def test_tables_are_listed_by_their_last_action(events: EventStore) -> None:
    for hour, table_id in enumerate("abc"):
        at = [f"2001-01-01T{h}:00:00.000+00:00" for h in (10 + hour, 20 - hour)]
        events.restore(table_id, "mighty", [action(1, at=at[0]), action(2, A, B, at=at[1])])
    a, b, c = (
        TableInfo(t, "mighty", f"2001-01-01T{10 + n}:00:00.000+00:00", f"2001-01-01T{20 - n}:00:00.000+00:00", 3)
        for n, t in enumerate("abc")
    )
    assert events.tables() == [a, b, c]
    assert events.tables(limit=2) == [a, b]
    assert events.tables({"c", "a", "nowhere"}) == [a, c]
    assert events.tables([]) == []


def test_text_from_people_is_data_and_not_sql(events: EventStore) -> None:
    name = "x'; drop table events; --"
    events.create_planned(plan_table(name, name, action(1, device=name), key=name, content=name))
    assert events.load(name)[0].device == name
    assert events.tables([name])[0].game == name


def test_a_table_to_try_is_overdue_after_its_time_until_it_is_kept(events: EventStore) -> None:
    before, at, after = (f"2001-01-01T20:00:0{second}.000+00:00" for second in range(3))
    assert not events.has_tables()
    for table_id in ("kept", "tried"):
        events.create_planned(plan_table(table_id, "mighty", action(1), until=at))
    events.create("own", "mighty", action(1))
    assert events.has_tables()
    assert [events.deadline(table_id) for table_id in ("kept", "tried", "own", "nowhere")] == [at, at, None, None]
    assert {info.table_id: info.until for info in events.tables()} == {"kept": at, "tried": at, "own": None}
    events.keep("kept")
    assert [events.find_overdue(time) for time in (before, at, after)] == [[], ["tried"], ["tried"]]
    for other, time in (("kept", after), ("own", after), ("nowhere", after), ("tried", before)):
        with pytest.raises(UnknownTable):
            events.delete(other, overdue=time)
    events.delete("tried", overdue=after)
    assert sorted(info.table_id for info in events.tables()) == ["kept", "own"]
    with pytest.raises(UnknownTable):
        events.keep("tried")


def test_a_table_that_must_be_alone_is_not_opened_beside_another(events: EventStore) -> None:
    events.create_planned(plan_table("first", "mighty", action(1), extra_writes=[refuse_among_others("first")]))
    with pytest.raises(TableExists):
        events.create_planned(plan_table("second", "mighty", action(1), extra_writes=[refuse_among_others("second")]))
    assert [info.table_id for info in events.tables()] == ["first"]


def test_a_deleted_table_is_gone_with_all_that_opens_it(store: Store) -> None:
    for table_id in ("t", "u"):
        store.events.create(table_id, "mighty", action(1))
        token = store.grants.issue(table_id, "host")
    left = store.grants.issue("t", "watch")
    store.events.delete("t")
    assert [info.table_id for info in store.events.tables()] == ["u"]
    assert store.grants.find(left) is None
    assert store.grants.find(token) is not None
    for ask in (store.events.load, store.events.delete):
        with pytest.raises(UnknownTable):
            ask("t")
    assert store.events.create("t", "mighty", action(1)).version == 1, "its name is free again"

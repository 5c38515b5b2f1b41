"""What every event store promises, clause by clause; `test_model` holds it against a model of dictionaries."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from scorekeeper.store import (
    CURRENT_SCHEMA,
    Appended,
    EventStore,
    Record,
    StaleVersion,
    TableExists,
    TableInfo,
    UnknownTable,
)

A, B, C = b'{"n":1}', '{"name":"미나"}'.encode(), b'{"n":3}'


def answer(appended: Appended) -> tuple[int, bool]:
    return appended.version, appended.repeated


def test_create_and_append_number_events_from_one_and_group_them_by_action(events: EventStore) -> None:
    assert events.create("t", "mighty", [A, B], player=1, device="phone") == 2
    assert answer(events.append("t", 2, [C], player=2)) == (3, False)
    records = events.load("t")
    assert [(r.version, r.action, r.event, r.player, r.device) for r in records] == [
        (1, 1, A, 1, "phone"),
        (2, 1, B, 1, "phone"),
        (3, 3, C, 2, None),
    ]
    assert {r.schema for r in records} == {CURRENT_SCHEMA}


def test_records_carry_the_time_in_utc_one_for_each_action(events: EventStore) -> None:
    events.create("t", "mighty", [A, B])
    first, second = events.load("t")
    assert first.at == second.at
    written = datetime.fromisoformat(first.at)
    assert written.utcoffset() == timedelta(0)
    assert abs(datetime.now(UTC) - written) < timedelta(hours=1)


def test_load_gives_what_is_later_than_a_version(events: EventStore) -> None:
    events.create("t", "mighty", [A, B, C])
    assert [r.version for r in events.load("t", after=1)] == [2, 3]
    assert events.load("t", after=3) == []


def test_tables_do_not_share_versions_or_keys(events: EventStore) -> None:
    events.create("t", "mighty", [A], key="k")
    assert events.create("u", "mighty", [A, B], key="k") == 2
    assert answer(events.append("t", 1, [B], key="x")) == (2, False)
    assert answer(events.append("u", 2, [C], key="x")) == (3, False)
    assert (events.version("t"), events.version("u")) == (2, 3)


@pytest.mark.parametrize("expected", [0, 1, 3, 99])
def test_a_version_that_is_not_the_current_one_is_stale_and_nothing_is_stored(
    events: EventStore, expected: int
) -> None:
    events.create("t", "mighty", [A, B])
    with pytest.raises(StaleVersion) as refusal:
        events.append("t", expected, [C], key="k")
    assert refusal.value.current == 2
    assert events.version("t") == 2
    assert answer(events.append("t", 2, [C], key="k")) == (3, False), "the refused command's key is still free"


def test_a_repeated_key_answers_as_the_first_time_did_even_when_stale(events: EventStore) -> None:
    events.create("t", "mighty", [A])
    assert answer(events.append("t", 1, [B, C], key="tap")) == (3, False)
    assert answer(events.append("t", 1, [B, C], key="tap")) == (3, True)
    events.append("t", 3, [A], key="other")
    assert answer(events.append("t", 1, [B, C], key="tap")) == (3, True)
    assert answer(events.append("t", 4, [B, C], key="tap")) == (3, True)
    assert events.version("t") == 4


def test_answers_tell_when_the_command_was_stored(events: EventStore) -> None:
    old = Record(1, 1, A, 1, "2001-01-01T20:00:00.000+00:00")
    events.restore("t", "mighty", [old])
    first = events.append("t", 1, [B], key="tap")
    events.append("t", 2, [C])
    assert first.at == events.load("t")[1].at > old.at
    assert events.append("t", 1, [B], key="tap") == Appended(2, first.at, repeated=True)


def test_a_key_tells_its_version(events: EventStore) -> None:
    events.create("t", "mighty", [A], key="form")
    events.append("t", 1, [B, C], key="tap")
    events.append("t", 3, [A], key="next")
    assert [events.version_after("t", key) for key in ("form", "tap", "next", "new")] == [1, 3, 4, None]
    assert events.version_after("nowhere", "tap") is None


def test_commands_without_a_key_are_never_taken_for_each_other(events: EventStore) -> None:
    events.create("t", "mighty", [A])
    assert answer(events.append("t", 1, [A])) == (2, False)
    assert answer(events.append("t", 2, [A])) == (3, False)


def test_a_repeated_create_answers_as_the_first_time_did(events: EventStore) -> None:
    events.create("t", "mighty", [A, B], key="form")
    events.append("t", 2, [C])
    assert events.create("t", "mighty", [A, B], key="form") == 2
    assert events.version("t") == 3


@pytest.mark.parametrize("key", [None, "another"])
def test_a_table_is_not_made_twice(events: EventStore, key: str | None) -> None:
    events.create("t", "mighty", [A], key="form")
    with pytest.raises(TableExists):
        events.create("t", "mighty", [A, B], key=key)
    assert events.version("t") == 1


def test_an_unknown_table_has_no_version_and_takes_nothing(events: EventStore) -> None:
    assert events.version("nowhere") is None
    with pytest.raises(UnknownTable):
        events.load("nowhere")
    with pytest.raises(UnknownTable):
        events.append("nowhere", 0, [A])
    assert events.version("nowhere") is None


def test_a_command_without_events_is_a_mistake(events: EventStore) -> None:
    events.create("t", "mighty", [A])
    with pytest.raises(ValueError, match="at least one event"):
        events.append("t", 1, [])
    with pytest.raises(ValueError, match="at least one event"):
        events.create("u", "mighty", [])
    assert events.version("u") is None


def test_a_restored_log_is_the_log_it_was_taken_from(events: EventStore) -> None:
    events.create("t", "mighty", [A, B], player=1, device="phone", key="k")
    events.append("t", 2, [C], player=2)
    old = [msgspec.structs.replace(r, at=f"2001-01-0{r.action}T20:00:00.000+00:00") for r in events.load("t")]
    assert events.restore("copy", "mighty", old) == 3
    assert events.load("copy") == old
    assert events.tables(["copy"])[0].created == old[0].at
    assert answer(events.append("copy", 3, [A], key="k")) == (4, False)
    with pytest.raises(TableExists):
        events.restore("t", "mighty", old)


@pytest.mark.parametrize(
    "numbers",  # (version, action) of each record
    [
        [],
        [(2, 2)],  # begins late
        [(1, 1), (3, 3)],  # a gap
        [(1, 1), (1, 1)],  # doubled
        [(1, 2), (2, 2)],  # an action before its first event
        [(1, 1), (2, 2), (3, 1)],  # an action that goes on after another began
    ],
)
def test_records_that_are_no_whole_log_are_not_restored(events: EventStore, numbers: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match=r"out of order|at least one event"):
        events.restore("t", "mighty", [Record(v, a, A, 1, "2001-01-01T20:00:00.000+00:00") for v, a in numbers])
    assert events.version("t") is None


def test_tables_are_listed_by_their_last_record(events: EventStore) -> None:
    for hour, table_id in enumerate("abc"):
        at = [f"2001-01-01T{h}:00:00.000+00:00" for h in (10 + hour, 20 - hour)]
        events.restore(table_id, "mighty", [Record(1, 1, A, 1, at[0]), Record(2, 2, B, 1, at[1])])
    a, b, c = (
        TableInfo(t, "mighty", f"2001-01-01T{10 + n}:00:00.000+00:00", f"2001-01-01T{20 - n}:00:00.000+00:00", 2)
        for n, t in enumerate("abc")
    )
    assert events.tables() == [a, b, c]
    assert events.tables(limit=2) == [a, b]
    assert events.tables({"c", "a", "nowhere"}) == [a, c]
    assert events.tables([]) == []


def test_text_from_people_is_data_and_not_sql(events: EventStore) -> None:
    name = "x'; drop table events; --"
    events.create(name, name, [A], device=name, key=name)
    assert events.load(name)[0].device == name
    assert events.tables([name])[0].game == name

"""A table of cases runs every one of them and names those that fail."""

import pytest

from tests.cases import for_each


def stop_at_30(letter: str, number: int, by: int) -> None:
    assert number * by < 30


def test_every_failing_case_is_named_and_none_is_left_out() -> None:
    seen = []

    @for_each(("a", 1), ("b", 2), ("c", 3), by=(1, 10))
    def check(letter: str, number: int, by: int, *, limit: int) -> None:
        seen.append((letter, number * by))
        assert number * by < limit
        with pytest.raises(KeyError):
            {"a": 1}.pop(letter)

    with pytest.raises(AssertionError) as caught:
        check(limit=20)
    assert seen == [("a", 1), ("a", 10), ("b", 2), ("b", 20), ("c", 3), ("c", 30)]
    assert str(caught.value) == "4 of 6 cases fail: 1 [a, 1, 1]; 2 [a, 1, 10]; 4 [b, 2, 10]; 6 [c, 3, 10]"
    assert isinstance(caught.value.__cause__, BaseExceptionGroup)
    with pytest.raises(AssertionError, match=r"^1 of 6 cases fail: 6 \[c, 3, 10\]$"):
        for_each(("a", 1), ("b", 2), ("c", 3), by=(1, 10))(stop_at_30)()


def test_tuples_are_values_where_there_is_one_parameter() -> None:
    seen = []
    for_each((1, 2), "ab", None)(lambda value: seen.append(value))()
    for_each(left=(1, 2), right="x")(lambda left, right: seen.append((left, right)))()
    assert seen == [(1, 2), "ab", None, (1, "x"), (2, "x")]


def pair(left: int, right: int) -> None:
    pytest.fail("never called")


def test_a_table_without_cases_or_with_a_row_too_short_is_refused_when_it_is_read() -> None:
    for table in (for_each(), for_each(left=(), right=()), for_each((1, 2), (1,))):
        with pytest.raises(ValueError, match=r"has no cases|zip\(\)"):
            table(pair)


@pytest.fixture
def for_a_fixture() -> list[int]:
    return []


@for_each(1, 2, 3)
def test_a_fixture_is_the_same_for_every_case(value: int, *, for_a_fixture: list[int]) -> None:
    for_a_fixture.append(value)
    assert for_a_fixture == list(range(1, value + 1))


@for_each(1, 2)
def test_a_patch_is_undone_after_its_case(value: int, *, monkeypatch: pytest.MonkeyPatch) -> None:
    assert PATCHED == []
    monkeypatch.setitem(globals(), "PATCHED", [value])
    assert [value] == PATCHED


PATCHED: list[int] = []

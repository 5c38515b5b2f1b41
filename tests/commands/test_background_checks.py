"""Background checks of a server: each change is reported once."""

import threading
import time

import pytest

from scorekeeper.commands import background_checks
from tests.cases import for_each


def test_what_holds_no_longer_is_told_once() -> None:
    holds, told = iter([True, False, False]), list[str]()
    look = background_checks.once_when_false(lambda: next(holds), lambda: told.append("gone"))
    look()
    assert told == []
    look()
    look()
    assert told == ["gone"]


def test_the_end_of_what_comes_again_is_told_each_time() -> None:
    holds, told = iter([False, True, True, False, False, True, False]), list[str]()
    look = background_checks.on_falling_edge(lambda: next(holds), lambda: told.append("over"))
    for ends in (0, 0, 0, 1, 1, 1, 2):
        look()
        assert len(told) == ends


def test_a_move_is_told_with_both_addresses_and_being_without_a_network_is_none() -> None:
    here, nowhere, there = "http://192.168.0.10:8000", "http://127.0.0.1:8000", "http://10.0.0.7:8000"
    found, told = iter([nowhere, here, there, there]), list[tuple[str, str]]()
    look = background_checks.on_address_change(here, lambda: next(found), lambda *way: told.append(way))
    for _ in range(4):
        look()
    assert told == [(here, there)]


@for_each(False, True)
def test_advice_is_given_where_nobody_has_come(came: bool, *, monkeypatch: pytest.MonkeyPatch) -> None:
    late = background_checks.SECONDS_TO_COME + 1
    times, told = iter([0.0, late - 2, late, late]), list[str]()
    monkeypatch.setattr(time, "monotonic", lambda: next(times))
    look = background_checks.if_nobody_comes(lambda: came, lambda: told.append("advice"))
    for _ in range(3):
        look()
    assert told == ([] if came else ["advice"])


def test_one_look_that_fails_keeps_the_others_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_checks, "SECONDS_BETWEEN_CHECKS", 0.001)
    looked = threading.Event()
    with background_checks.run_checks(lambda: 1 / 0, looked.set):  # type: ignore[arg-type]
        assert looked.wait(30)

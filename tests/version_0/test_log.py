"""Logs that went on in version 0.2.0, and logs whose meaning has changed since."""

from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.bookkeeper import encode_last_action, fold_log
from scorekeeper.codec import encode
from scorekeeper.store import StoredAction
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger, fold_action
from scorekeeper.version_0 import is_of_version_0, rewrite_if_old, rewrite_log
from scorekeeper.version_0.log import CannotBeRewritten, read_action
from scorekeeper.version_0.moves import CorrectHandAnew
from tests.table.mighty_hands import ANA, BO, DAN, EUN, barely_made_hand, mighty_table
from tests.table.tables import values
from tests.table.test_kept_as_played import EVENING, dealers


def build_log(ledger: Ledger) -> list[StoredAction]:
    """Return the log of a table recorded by this version."""
    return [
        replace(encode_last_action(replace(ledger, last=step.action)), edition=1)
        for step in reversed(list(ledger.steps()))
    ]


def build_old_correction(log: list[StoredAction], move: Any) -> StoredAction:
    """Return an action that follows `log`, as version 0.2.0 stored a correction of version 0.1.0."""
    return StoredAction(log[-1].last_version + 1, log[-1].at, (encode(move),), m.SCHEMA, edition=1)


def test_a_log_of_today_stays_as_it_is() -> None:
    log = build_log(mighty_table("pagat", *EVENING))
    assert not any(map(is_of_version_0, log))
    assert rewrite_if_old(log) is log
    assert list(rewrite_log(log).log) == log


def test_later_hands_are_dealt_by_whoever_dealt_them_in_the_end() -> None:
    log = build_log(mighty_table("pagat", *EVENING))
    log.append(build_old_correction(log, CorrectHandAnew(1, (barely_made_hand(EUN, DAN),), deals_anew=True)))
    log.append(replace(build_old_correction(log, m.LimitHands(9))))
    then = Ledger()
    for each in log:
        then = fold_action(then, read_action(each, then))
    rewriting = rewrite_log(log)
    now = fold_log(rewriting.log)
    assert (rewriting.rest, rewriting.error) == ((), None)
    assert dealers(now.state) == dealers(then.state) == [(ANA, ANA), (DAN, EUN), (EUN, EUN), (EUN, BO)]
    assert values(now.state) == values(then.state)
    assert [len(record.previous_versions) for record in now.state.hands] == [1, 0, 0], "nothing else is corrected"
    assert not any(map(is_of_version_0, rewriting.log))
    assert [each.at for each in rewriting.log] == [each.at for each in log]


def test_a_correction_that_was_taken_back_changes_no_dealer() -> None:
    log = build_log(mighty_table("pagat", *EVENING))
    log.append(build_old_correction(log, CorrectHandAnew(1, (barely_made_hand(EUN, DAN),), deals_anew=True)))
    log.append(build_old_correction(log, m.Undo()))
    assert dealers(fold_log(rewrite_log(log).log).state) == dealers(mighty_table("pagat", *EVENING).state)


def test_a_log_that_would_say_something_else_is_not_rewritten(monkeypatch: pytest.MonkeyPatch) -> None:
    log = build_log(mighty_table("pagat", *EVENING))
    log.append(build_old_correction(log, CorrectHandAnew(1, (barely_made_hand(EUN, DAN),), deals_anew=True)))
    monkeypatch.setattr("scorekeeper.version_0.log.find_final_deals", lambda _then: {})
    with pytest.raises(CannotBeRewritten):
        rewrite_log(log)


def test_a_log_is_rewritten_as_far_as_it_can_be_read() -> None:
    log = build_log(mighty_table("pagat", *EVENING))
    log.append(build_old_correction(log, CorrectHandAnew(9, (barely_made_hand(EUN, DAN),), deals_anew=True)))
    rewriting = rewrite_log(log)
    assert list(rewriting.log) == log[:-1]
    assert list(rewriting.rest) == log[-1:]
    with pytest.raises(AssertionError):
        rewrite_if_old(log)

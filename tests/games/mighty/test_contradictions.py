"""Choices that cannot stand together are refused, each contradiction by its name."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.house_rules import house_rules
from tests.cases import for_each
from tests.games.clauses import read_changes
from tests.games.mighty.play import codes

CONTRADICTIONS = {
    code
    for rule in house_rules(mighty.Rules).values()
    for code in (*rule.never, *(need.refusal for needs in rule.only.values() for need in needs))
}
"""Every refusal that a house rule declares."""

SHARES = list(house_rules(mighty.Rules)["own_shares"].choices)[-1]
"""A table of shares for six players."""


def read_cases() -> Iterator[tuple[str, list[str]]]:
    """Yield changes of a set, and what is against them."""
    for line in Path(__file__).with_name("contradictions.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            changes, against = line.split(" | ")
            yield changes, [] if against == "nothing" else against.split()


CASES = list(read_cases())


def test_every_contradiction_is_refused_somewhere() -> None:
    assert {code for _, against in CASES for code in against} >= CONTRADICTIONS


@for_each(*CASES)
def test_contradictions_are_all_named(said: str, against: list[str]) -> None:
    words = [word.replace("SHARES", str(SHARES)) for word in shlex.split(said)]
    these, changes = read_changes(mighty.PRESETS, words)
    if not against:
        assert these.change(changes).differences(these).keys() <= changes.keys()
        return
    with pytest.raises(RuleError) as refusal:
        these.change(changes)
    assert codes(refusal.value.problems) == against


@for_each(
    ("double_six", {"own_shares": "1: 1 1"}, ["rules.not_a_table"]),
    ("korean40", {"min_bid": 15}, ["rules.not_a_choice"]),
    ("korean40", {"min_bid": True}, ["rules.not_a_choice"]),
    ("korean40", {"mini_bid": 13}, ["rules.unknown"]),
)
def test_what_is_no_choice_is_refused(preset: str, changes: dict[str, Any], against: list[str]) -> None:
    with pytest.raises(RuleError) as refusal:
        mighty.PRESETS[preset].rules.change(changes)
    assert codes(refusal.value.problems) == against

"""Every house rule is declared in full, has its preset's value, and contradictory choices are refused."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.house_rules import house_rules
from tests.games.zhao_pengyou.play import refusals, rules

DECLARED = house_rules(zpy.Rules)

# key: (pagat, active_passive, joker_laps); ... where the preset leaves the choice without meaning
TABLE: Mapping[str, tuple[Any, Any, Any]] = {
    "packs": ("table", "table", "table"),
    "jokers": ("table", "table", "table"),
    "starter": ("previous_trump_maker", "previous_trump_maker", "previous_trump_maker"),
    "making_trumps": ("overcall", "overcall", "predetermined"),
    "nobody_made_trumps": ("redeal", "redeal", "kitty_decides"),
    "call_the_other": (False, False, False),
    "follow": ("sets_only", "sets_only", "sets_only"),
    "tractors_above_ace": (False, False, False),
    "four_beats_tractor": (False, False, False),
    "even_throws": (False, False, False),
    "failed_throw": ("withdraw", "withdraw", "hand_lost"),
    "after_failed_throw": (..., ..., "ends"),
    "kitty_multiplier": (2, 2, 2),
    "levels": ("plain", "active_passive", "plain"),
    "end": ("above_ace", "above_ace", "joker_lap"),
    "skip_low": (..., ..., False),
}


@pytest.mark.parametrize("key", DECLARED)
def test_presets_have_the_values_of_the_table(key: str) -> None:
    for preset, value in zip(zpy.PRESETS, TABLE[key], strict=True):
        these = rules(preset)
        if value is ...:
            assert not DECLARED[key].applies(these)
        else:
            assert getattr(these, key) == value


def test_the_table_names_every_house_rule() -> None:
    assert list(TABLE) == list(DECLARED)


CONTRADICTIONS: list[tuple[dict[str, Any], list[str]]] = [
    ({"packs": "three_for_seven"}, ["rules.three_packs_without_jokers"]),
    ({"packs": "three_for_seven", "jokers": "kitty_of_six"}, ["rules.three_packs_without_jokers"]),
    ({"packs": "three_for_seven", "jokers": "one_of_each_per_pack"}, []),
    ({"end": "joker_lap"}, ["rules.joker_level_makes_no_trumps"]),
    ({"end": "joker_lap", "making_trumps": "active_ranks"}, ["rules.joker_level_makes_no_trumps"]),
    ({"end": "joker_lap", "making_trumps": "predetermined"}, []),
    ({"end": "joker_lap", "nobody_made_trumps": "kitty_decides"}, []),
    (
        {"end": "joker_lap", "packs": "three_for_seven"},
        ["rules.three_packs_without_jokers", "rules.joker_level_makes_no_trumps"],
    ),
]


@pytest.mark.parametrize(("changes", "expected"), CONTRADICTIONS)
def test_contradictory_choices_are_refused_by_name(changes: dict[str, Any], expected: list[str]) -> None:
    assert refusals(rules().changed, changes) == expected


ENDING_THROWS = [
    ("withdraw", "ends", False),
    ("withdraw", "goes_on", False),
    ("hand_ends", "ends", True),
    ("hand_ends", "goes_on", False),
    ("cards_to_opponents", "ends", True),
    ("cards_to_opponents", "goes_on", True),
    ("hand_lost", "ends", True),
    ("hand_lost", "goes_on", False),
    ("penalty_points", "ends", True),
    ("penalty_points", "goes_on", False),
]


@pytest.mark.parametrize(("choice", "then", "ends"), ENDING_THROWS)
def test_which_beaten_throws_end_the_play(choice: str, then: str, ends: bool) -> None:
    assert zpy.throw_ends_play(rules(failed_throw=choice, after_failed_throw=then)) == ends

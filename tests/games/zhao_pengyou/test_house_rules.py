"""Every house rule is declared in full, has its preset's value, and contradictory choices are refused."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.throws import THROW_PENALTIES
from scorekeeper.house_rules import house_rules
from tests.games.zhao_pengyou.play import refusals, rules, seats

DECLARED = house_rules(zpy.Rules)

# key: (pagat, active_passive, joker_laps); ... where the preset leaves the choice without meaning
TABLE: Mapping[str, tuple[Any, Any, Any]] = {
    "packs": ("table", "table", "table"),
    "jokers": ("table", "table", "table"),
    "kitty": (..., ..., ...),
    "kitty_size": (..., ..., ...),
    "starter": ("previous_trump_maker", "previous_trump_maker", "previous_trump_maker"),
    "making_trumps": ("overcall", "overcall", "predetermined"),
    "same_number": ("more", "more", "more"),
    "jokers_expose": ("no", "no", "no"),
    "expose_at_least": (1, 1, 1),
    "exposes": ("own", "own", ...),
    "first_maker": ("last", "last", ...),
    "own_exposure": ("match", "match", "match"),
    "nobody_made_trumps": ("redeal", "redeal", "kitty_decides"),
    "next_maker": (..., ..., "winners"),
    "call_the_other": (False, False, False),
    "friend_cards": ("no_trumps", "no_trumps", "no_trumps"),
    "follow": ("sets_only", "sets_only", "sets_only"),
    "tractors_above_ace": (False, False, False),
    "four_beats_tractor": (False, False, False),
    "even_throws": (False, False, False),
    "failed_throw": ("withdraw", "withdraw", "hand_lost"),
    "throw_part": ("largest", "largest", "largest"),
    "throw_winner": ("largest", "largest", "largest"),
    "after_failed_throw": (..., ..., "ends"),
    "kitty_by_lead": ("fixed", "fixed", "fixed"),
    "kitty_multiplier": (2, 2, 2),
    "small_team": ("times_missing", "times_missing", "times_missing"),
    "points_for": ("pack", ..., "pack"),
    "line": (40, ..., 40),
    "step": (20, ..., 20),
    "neutral": (20, ..., 20),
    "makers_bands": ("even", ..., "even"),
    "zero_band": (True, ..., True),
    "beyond": ("stops", ..., "stops"),
    "levels": ("plain", "active_passive", "plain"),
    "start_level": (2, 2, 2),
    "must_play": ("none", "none", "none"),
    "own_levels": (..., ..., ...),
    "must_play_by": (..., ..., ...),
    "ace_passes": ("winners", "winners", "winners"),
    "demotion": ("off", "off", "off"),
    "end": ("above_ace", "above_ace", "joker_lap"),
    "skip_low": (..., ..., False),
}


PRESETS_OF_PAGAT = ("pagat", "active_passive", "joker_laps")


@pytest.mark.parametrize("key", DECLARED)
def test_presets_have_the_values_of_the_table(key: str) -> None:
    for preset, value in zip(PRESETS_OF_PAGAT, TABLE[key], strict=True):
        these = rules(preset)
        if value is ...:
            assert not DECLARED[key].applies(these)
        else:
            assert getattr(these, key) == value


def test_the_table_names_every_house_rule() -> None:
    assert list(TABLE) == list(DECLARED)


LIKE_A_PROGRAM: Mapping[str, Any] = {
    "jokers": "one_of_each_per_pack",
    "same_number": "jokers",
    "jokers_expose": "two",
    "own_exposure": "add",
    "follow": "subset_pattern",
    "tractors_above_ace": True,
    "failed_throw": "nothing",
    "throw_part": "fewest",
    "throw_winner": "every_part",
    "kitty_by_lead": "twice",
}

SHENGJI: Mapping[str, Any] = {
    **LIKE_A_PROGRAM,
    "kitty": "at_least_five",
    "starter": "coming_maker",
    "making_trumps": "predetermined",
    "nobody_made_trumps": "first_card",
    "next_maker": "next_defender",
    "small_team": "one_more",
    "beyond": "goes_on",
    "must_play": "A",
    "must_play_by": "makers",
    "ace_passes": "makers_joker",
    "end": "joker_lap",
}

SETS_OF_GROUPS: Mapping[str, Mapping[str, Any]] = {
    "shengji": {**SHENGJI, "packs": "every_two"},
    "shengji_two_packs": {**SHENGJI, "packs": "two"},
    "finding_friends": {
        **LIKE_A_PROGRAM,
        "packs": "half",
        "nobody_made_trumps": "redeal_twice",
        "small_team": "nothing",
        "must_play": "A",
        "must_play_by": "maker",
        "ace_passes": "maker",
    },
    "five_three_packs": {
        "packs": "three",
        "jokers": "one_of_each_per_pack",
        "starter": "friend",
        "exposes": "own_or_standing",
        "nobody_made_trumps": "any_rank",
        "friend_cards": "any_not_shown",
        "follow": "subset_pattern",
        "tractors_above_ace": True,
        "failed_throw": "nothing",
        "throw_part": "kind",
        "kitty_by_lead": "power_less",
        "small_team": "alone_three_times",
        "neutral": 0,
        "beyond": "defenders_four",
        "must_play": "A",
    },
    "five_falling_levels": {
        "packs": "three",
        "jokers": "one_of_each_per_pack",
        "starter": "last_trick",
        "same_number": "jokers",
        "jokers_expose": "two",
        "expose_at_least": 2,
        "own_exposure": "never",
        "nobody_made_trumps": "kitty_joker",
        "friend_cards": "any",
        "follow": "subset_pattern",
        "tractors_above_ace": True,
        "failed_throw": "ten",
        "throw_part": "fewest",
        "kitty_by_lead": "table",
        "small_team": "nothing",
        "neutral": 15,
        "beyond": "defenders",
        "must_play": "5_10_J_Q_K_A",
        "must_play_by": "maker",
        "ace_passes": "maker",
        "demotion": "rank_cards",
        "end": "joker_lap",
    },
}
"""The differences of the sets of groups from pagat's main text."""


@pytest.mark.parametrize("preset", SETS_OF_GROUPS)
def test_sets_of_groups_differ_from_pagat_as_written_down(preset: str) -> None:
    assert rules(preset).differences(rules()) == SETS_OF_GROUPS[preset]
    assert all(DECLARED[key].applies(rules(preset)) for key in SETS_OF_GROUPS[preset])


def test_every_preset_is_in_a_table() -> None:
    assert tuple(zpy.PRESETS) == (*PRESETS_OF_PAGAT, *SETS_OF_GROUPS)


CONTRADICTIONS: list[tuple[dict[str, Any], list[str]]] = [
    ({"packs": "three_for_seven"}, ["rules.three_packs_without_jokers"]),
    ({"packs": "three_for_seven", "jokers": "kitty_of_six"}, ["rules.three_packs_without_jokers"]),
    ({"packs": "three_for_seven", "jokers": "one_of_each_per_pack"}, []),
    ({"end": "joker_lap"}, ["rules.joker_level_makes_no_trumps"]),
    ({"end": "joker_lap", "making_trumps": "active_ranks"}, ["rules.joker_level_makes_no_trumps"]),
    ({"end": "joker_lap", "making_trumps": "predetermined"}, []),
    ({"end": "lap"}, []),
    ({"packs": "half"}, ["rules.packs_without_jokers"]),
    ({"packs": "half", "jokers": "one_of_each_per_pack"}, []),
    ({"starter": "coming_maker"}, ["rules.coming_maker_not_decided"]),
    ({"starter": "coming_maker", "making_trumps": "predetermined"}, []),
    ({"end": "joker_lap", "nobody_made_trumps": "kitty_decides"}, []),
    (
        {"end": "joker_lap", "packs": "three_for_seven"},
        ["rules.three_packs_without_jokers", "rules.joker_level_makes_no_trumps"],
    ),
]


@pytest.mark.parametrize(("changes", "expected"), CONTRADICTIONS)
def test_contradictory_choices_are_refused_by_name(changes: dict[str, Any], expected: list[str]) -> None:
    assert refusals(rules().change, changes) == expected


ENDING_THROWS = [
    ("withdraw", "ends", False),
    ("withdraw", "goes_on", False),
    ("nothing", "ends", False),
    ("nothing", "goes_on", False),
    ("ten", "ends", False),
    ("ten", "goes_on", False),
    ("hand_ends", "ends", True),
    ("hand_ends", "goes_on", False),
    ("cards_to_opponents", "ends", True),
    ("cards_to_opponents", "goes_on", True),
    ("hand_lost", "ends", True),
    ("hand_lost", "goes_on", False),
    ("penalty_points", "ends", True),
    ("penalty_points", "goes_on", False),
]


def test_what_follows_a_beaten_throw_matters_where_its_penalty_leaves_it_open() -> None:
    left_open = tuple(choice for choice, row in THROW_PENALTIES.items() if row.ends_play is None)
    assert DECLARED["after_failed_throw"].when == {"failed_throw": left_open}
    assert list(THROW_PENALTIES) == list(DECLARED["failed_throw"].choices)


RULES_BY_HAND: list[tuple[zpy.Rules, list[str]]] = [
    (zpy.Rules(packs="three_for_seven"), ["rules.three_packs_without_jokers"]),
    (zpy.Rules(end="joker_lap"), ["rules.joker_level_makes_no_trumps"]),
    (zpy.Rules(kitty_multiplier=7), ["rules.not_a_choice"]),
    (zpy.Rules(end="joker_lap", nobody_made_trumps="kitty_decides"), []),
]


@pytest.mark.parametrize(("these", "expected"), RULES_BY_HAND)
def test_nobody_deals_under_rules_that_contradict_themselves(these: zpy.Rules, expected: list[str]) -> None:
    assert refusals(zpy.deal, these, zpy.Session(), seats(7)) == expected
    assert refusals(zpy.deal, these, zpy.Session(), (1, 1)) == [*expected, "players.count", "players.twice"]


def test_a_choice_that_cannot_stand_is_not_offered() -> None:
    assert list(DECLARED["packs"].list_choices(rules())) == ["table"]
    with_jokers = rules(jokers="one_of_each_per_pack")
    assert list(DECLARED["packs"].list_choices(with_jokers)) == list(DECLARED["packs"].choices)


@pytest.mark.parametrize(("choice", "then", "ends"), ENDING_THROWS)
def test_which_beaten_throws_end_the_play(choice: str, then: str, ends: bool) -> None:
    assert zpy.throw_ends_play(rules(failed_throw=choice, after_failed_throw=then)) == ends

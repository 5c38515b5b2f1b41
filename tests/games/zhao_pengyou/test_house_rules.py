"""Contradictory choices are refused, and what follows a beaten throw."""

from typing import Any

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.throws import THROW_PENALTIES
from scorekeeper.house_rules import house_rules
from tests.cases import for_each
from tests.games.zhao_pengyou.play import refusals, rules, seats

DECLARED = house_rules(zpy.Rules)

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


@for_each(*CONTRADICTIONS)
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


@for_each(*RULES_BY_HAND)
def test_nobody_deals_under_rules_that_contradict_themselves(these: zpy.Rules, expected: list[str]) -> None:
    assert refusals(zpy.deal, these, zpy.Session(), seats(7)) == expected
    assert refusals(zpy.deal, these, zpy.Session(), (1, 1)) == [*expected, "players.count", "players.twice"]


def test_a_choice_that_cannot_stand_is_not_offered() -> None:
    assert list(DECLARED["packs"].list_choices(rules())) == ["table"]
    with_jokers = rules(jokers="one_of_each_per_pack")
    assert list(DECLARED["packs"].list_choices(with_jokers)) == list(DECLARED["packs"].choices)


@for_each(*ENDING_THROWS)
def test_which_beaten_throws_end_the_play(choice: str, then: str, ends: bool) -> None:
    assert zpy.throw_ends_play(rules(failed_throw=choice, after_failed_throw=then)) == ends

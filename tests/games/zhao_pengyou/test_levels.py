"""pagat, The Scoring; Variations: Scoring: levels to the ace and beyond, and the end of the game."""

import json
from typing import Any

from scorekeeper.cards import Rank
from scorekeeper.codec import encode
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.levels import adapt_value, count_levels_below, count_steps_between, read_level
from tests.cases import for_each, require
from tests.games.zhao_pengyou.play import codes, level, refusals, rules, session

LADDERS = [
    ({}, "K", 1, "A"),
    ({}, "10", 1, "J"),
    ({}, "A", 1, "JK"),
    ({}, "Q", 9, "JK"),
    ({"end": "joker_lap"}, "A", 1, "JK"),
    ({"end": "joker_lap"}, "A", 2, "2+"),
    ({"end": "joker_lap"}, "JK+", 1, "2++"),
    ({"end": "joker_lap", "skip_low": True}, "A", 2, "10+"),
    ({"end": "joker_lap", "skip_low": True}, "10+", 6, "10++"),
    ({"end": "joker_lap"}, "2", 14 * 2000, "2" + "+" * 2000),  # as often as anybody likes
]


@for_each(*LADDERS)
def test_levels_rise(changes: dict[str, Any], before: str, by: int, after: str) -> None:
    these = rules("joker_laps" if changes else "pagat", **changes)
    assert str(zpy.raise_level(these, level(before), by)) == after


@for_each(*LADDERS)
def test_levels_fall_as_they_rise(changes: dict[str, Any], before: str, by: int, after: str) -> None:
    """Not from above the ace, where those who rose further stand as well."""
    these = rules("joker_laps" if changes else "pagat", **changes)
    fallen = zpy.lower_level(these, level(after), by)
    assert str(fallen) == before or (after == "JK" and zpy.raise_level(these, fallen, by) == level(after))


@for_each(*LADDERS)
def test_so_many_steps_lie_between_two_levels(changes: dict[str, Any], before: str, by: int, after: str) -> None:
    """So many steps raise one to the other, and lower it back except from above the ace."""
    these = rules("joker_laps" if changes else "pagat", **changes)
    steps = count_steps_between(these, level(before), level(after))
    assert zpy.raise_level(these, level(before), steps) == level(after)
    assert steps == by or after == "JK"
    assert count_steps_between(these, level(after), level(before)) == -steps


@for_each(({}, "2", "2+"), ({}, "JK", "2+"), ({"end": "joker_lap", "skip_low": True}, "A", "5+"))
def test_a_level_that_the_rules_leave_out_is_not_reached(changes: dict[str, Any], before: str, after: str) -> None:
    these = rules("joker_laps" if changes else "pagat", **changes)
    assert refusals(lambda: count_steps_between(these, level(before), level(after))) == ["level.left_out"]


@for_each(("pagat", "JK", ">A"), ("pagat", "A", "A"), ("joker_laps", "JK", "JK"))
def test_above_the_ace_is_a_joker_only_where_that_is_played(preset: str, text: str, shown: str) -> None:
    these = rules(preset)
    assert str(adapt_value(these, level(text))) == shown
    assert read_level(these, shown.lower()) == level(text)
    assert refusals(lambda: read_level(these, "2" + "+" * 40)) == ["level.malformed"]


@for_each(
    ({}, "2", 1, "2"),
    ({}, "5", 9, "2"),
    ({}, "JK", 1, "A"),
    ({"end": "joker_lap"}, "2+", 1, "JK"),
    ({"end": "joker_lap"}, "2++", 30, "2"),
    ({"end": "joker_lap", "skip_low": True}, "10+", 1, "JK"),
    ({"end": "joker_lap", "skip_low": True}, "10++", 6, "10+"),
    # laps from before the house rules changed
    ({}, "2+", 1, "JK"),
    ({}, "5+", 1, "4+"),
    ({"end": "joker_lap", "skip_low": True}, "5+", 1, "JK"),
)
def test_levels_fall_through_laps_to_two(changes: dict[str, Any], before: str, by: int, after: str) -> None:
    these = rules("joker_laps" if changes else "pagat", **changes)
    assert str(zpy.lower_level(these, level(before), by)) == after


@for_each({}, {"end": "joker_lap"}, {"end": "joker_lap", "skip_low": True})
def test_heights_are_in_order_as_levels_are(changes: dict[str, Any]) -> None:
    these = rules("joker_laps" if changes else "pagat", **changes)
    ladder = [zpy.raise_level(these, level("2"), by) for by in range(60 if changes else 14)]
    assert ladder == sorted(set(ladder))
    heights = [one.height for one in ladder]
    assert (heights[0], heights) == (0, sorted(set(heights)))
    assert [count_levels_below(these, one) for one in ladder] == list(range(len(ladder)))


GIVEN: list[tuple[Any, str | list[str]]] = [
    (5, "5"),
    (Rank.ACE, "A"),
    (15, "JK"),
    ("k", "K"),
    ("10+", "10+"),
    (zpy.Level(1, Rank.TWO), "2+"),
    (1, ["rank.malformed"]),
    (Rank.RED_JOKER, ["rank.malformed"]),
    ("x", ["level.malformed"]),
]


@for_each(*GIVEN)
def test_a_level_is_given_as_text_or_as_a_number(given: Any, expected: str | list[str]) -> None:
    if isinstance(expected, str):
        assert str(zpy.raise_level(rules(), given, 0)) == str(zpy.lower_level(rules(), given, 0)) == expected
        assert zpy.Session(levels={1: given}).levels == {1: level(expected)}
    else:
        assert refusals(zpy.raise_level, rules(), given, 1) == refusals(zpy.Session, levels={1: given}) == expected


@for_each(True, ())
def test_a_level_is_nothing_else(given: Any) -> None:
    for question in (zpy.raise_level, zpy.lower_level):
        assert refusals(question, rules(), given, 1) == ["rank.malformed"]
    assert refusals(zpy.Session, levels={1: given}) == ["rank.malformed"]


@for_each(
    (0, 10, "10"),
    (2, "A", "A++"),
    (0, "11", ["rank.malformed"]),
    (0, 16, ["rank.malformed"]),
    (-1, 5, ["level.malformed"]),
    ("0", 5, ["level.malformed"]),
    (0.5, 5, ["level.malformed"]),
)
def test_a_level_of_a_number_and_a_rank(lap: Any, rank: Any, expected: str | list[str]) -> None:
    assert (refusals(zpy.Level, lap, rank) or str(zpy.Level(lap, rank))) == expected
    assert isinstance(expected, list) or type(zpy.Level(lap, rank).rank) is Rank


def test_levels_are_read_and_ordered() -> None:
    texts = ["2", "9", "10", "J", "Q", "K", "A", "JK", "2+", "10+", "JK+", "2++"]
    assert [str(level(text)) for text in texts] == texts
    assert [json.loads(encode(level(text))) for text in texts] == texts
    assert sorted(map(level, reversed(texts))) == list(map(level, texts))
    for text in ("", "1", "+", "11", "BJ", "2-", "+2"):
        assert refusals(level, text) == ["level.malformed"]


def test_the_game_ends_above_the_ace_and_all_who_are_there_have_won() -> None:
    above = session("JK K JK 2 K")
    assert codes([require(zpy.find_ending(rules(), above))]) == ["ending.above_ace"]
    assert zpy.rank_players(above.standings) == ((1, 3), (2, 5), (4,))
    assert zpy.find_ending(rules(), session("A")) is None
    assert zpy.find_ending(rules("joker_laps"), above) is None

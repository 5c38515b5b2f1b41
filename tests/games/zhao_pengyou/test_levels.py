"""S2, The Scoring; Variations: Scoring: levels to the ace and beyond, and the end of the game."""

import json
from typing import Any

import pytest

from scorekeeper.codec import encode
from scorekeeper.games import zhao_pengyou as zpy
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
]


@pytest.mark.parametrize(("changes", "before", "by", "after"), LADDERS)
def test_levels_rise(changes: dict[str, Any], before: str, by: int, after: str) -> None:
    these = rules("joker_laps" if changes else "pagat", **changes)
    assert str(zpy.raised(these, level(before), by)) == after


def test_levels_are_read_and_ordered() -> None:
    texts = ["2", "9", "10", "J", "Q", "K", "A", "JK", "2+", "10+", "JK+", "2++"]
    assert [str(level(text)) for text in texts] == texts
    assert [json.loads(encode(level(text))) for text in texts] == texts
    assert sorted(map(level, reversed(texts))) == list(map(level, texts))
    for text in ("", "1", "+", "11", "BJ", "2-", "+2"):
        assert refusals(level, text) == ["level.malformed"]


def test_the_game_ends_above_the_ace_and_all_who_are_there_have_won() -> None:
    above = session("JK K JK 2 K")
    ended = zpy.ending(rules(), above)
    assert ended
    assert codes([ended]) == ["ending.above_ace"]
    assert zpy.ranked(above.standings) == ((1, 3), (2, 5), (4,))
    assert zpy.ending(rules(), session("A")) is None
    assert zpy.ending(rules("joker_laps"), above) is None

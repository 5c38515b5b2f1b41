"""Who takes the first card of the next deal, and who is trump maker in it."""

from typing import Any

import pytest

from scorekeeper.cards import Suit
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.session import dealt_again
from tests.games.zhao_pengyou.play import level, rules, seats, situation

SEATS = seats(6)


def next_after(these: zpy.Rules, makers: tuple[int, ...], points: int, **facts: Any) -> zpy.Situation:
    hand = zpy.deal(these, situation("2 2 2 2 2 2", **facts), SEATS)
    maker, *friends = makers
    return zpy.following(zpy.do(hand, zpy.RecordHand(maker, Suit.SPADES, tuple(friends), points, "makers")))


STARTERS = [
    # preset, changes, makers, points, starter
    ("pagat", {}, (4, 1, 2), 0, 4),
    ("pagat", {}, (4, 1, 2), 150, 4),  # there is nobody passive
    ("active_passive", {}, (4, 1, 2), 0, 4),
    ("active_passive", {}, (4, 5, 2), 150, 6),  # 4 and 5 have become passive
    ("pagat", {"starter": "rotate_right"}, (4, 1, 2), 0, 2),
    ("active_passive", {"starter": "rotate_right"}, (4, 1, 2), 150, 2),
]


@pytest.mark.parametrize(("preset", "changes", "makers", "points", "starter"), STARTERS)
def test_next_starter(preset: str, changes: dict[str, Any], makers: tuple[int, ...], points: int, starter: int) -> None:
    assert next_after(rules(preset, **changes), makers, points).starter == starter


MAKERS = [
    # makers, points, next trump maker: of the friends the nearest to the right, of the defenders too
    ((4, 1, 2), 0, 1),
    ((4, 2, 6), 0, 6),
    ((4, 2, 6), 150, 5),
    ((4, 5, 6), 150, 1),
    ((4,), 0, 4),  # no friend
    ((4, 1, 2), 100, 4),  # neither side has won
]


@pytest.mark.parametrize(("makers", "points", "expected"), MAKERS)
def test_next_trump_maker_where_the_last_hand_decides(makers: tuple[int, ...], points: int, expected: int) -> None:
    assert next_after(rules("joker_laps"), makers, points).maker == expected
    assert next_after(rules(), makers, points).maker is None


def test_everyone_is_active_when_nobody_made_trumps() -> None:
    before = situation("2 7 2 2 2 2", starter=3, passive=(2, 4))
    after = dealt_again(before)
    assert (after.starter, after.levels, after.passive) == (3, before.levels, frozenset())


def test_debts_and_levels_are_handed_on() -> None:
    after = next_after(rules(), (4, 1, 2), 0, owed={4: 4, 5: 1, 1: 1})
    assert after.owed == {4: 1, 5: 1}
    assert [str(after.levels[player]) for player in SEATS] == ["4", "5", "2", "2", "2", "2"]


def test_the_first_hand() -> None:
    first = zpy.opening((3, 1, 2, 4, 5))
    assert first.starter == 3
    assert set(first.levels.values()) == {level("2")}


def test_who_comes_begins_at_two_and_who_left_gives_way() -> None:
    before = situation("3 4 5 6 7 8", starter=2, maker=2)
    hand = zpy.deal(rules("joker_laps"), before, (1, 3, 4, 5, 7))
    assert hand.situation.starter == 3
    assert hand.making.fixed_maker is None
    assert str(hand.situation.levels[7]) == "2"
    assert str(hand.situation.levels[2]) == "4"
    assert zpy.deal(rules(), situation("2 2 2 2 2 2", starter=6), (1, 2, 3, 4, 5)).situation.starter == 1

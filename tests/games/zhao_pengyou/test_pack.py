"""pagat, The Players and Cards; Variations: Number of Cards and Size of Kitty."""

from collections import Counter

import pytest

from scorekeeper.cards import BLACK_JOKER, RED_JOKER, standard_pack
from scorekeeper.errors import RuleError, problem
from scorekeeper.games import zhao_pengyou as zpy
from tests.cases import for_each
from tests.games.zhao_pengyou.play import cards, codes, rules

# The printed tables, row by row.
PRINTED = {
    "players": (5, 6, 7, 8, 9, 10, 11, 12),
    "packs": (2, 2, 2, 3, 3, 3, 3, 4),
    "red_jokers": (2, 2, 0, 2, 3, 0, 2, 2),
    "black_jokers": (2, 2, 0, 0, 0, 0, 2, 0),
    "hand_size": (20, 17, 14, 19, 17, 15, 14, 17),
    "pack_size": (108, 108, 104, 158, 159, 156, 160, 210),
    "most_makers": (2, 3, 3, 4, 4, 5, 5, 6),
    "calls": (1, 2, 2, 3, 3, 4, 4, 5),
    "kitty_size": (8, 6, 6, 6, 6, 6, 6, 6),
    "points": (200, 200, 200, 300, 300, 300, 300, 400),
}


@for_each(*PRINTED)
def test_printed_table(row: str) -> None:
    found = tuple(getattr(zpy.find_setting(rules(), players), row) for players in PRINTED["players"])
    assert found == PRINTED[row]


@for_each(
    # packs, jokers, players: packs, red, black, hand, kitty
    ("table", "kitty_of_six", 5, (2, 2, 0, 20, 6)),
    ("table", "kitty_of_six", 6, (2, 2, 2, 17, 6)),
    ("table", "one_of_each_per_pack", 5, (2, 2, 2, 20, 8)),
    ("table", "one_of_each_per_pack", 7, (2, 2, 2, 15, 3)),
    ("three_for_seven", "one_of_each_per_pack", 7, (3, 3, 3, 22, 8)),
    ("three_for_seven", "one_of_each_per_pack", 6, (2, 2, 2, 17, 6)),
    ("three_for_seven", "one_of_each_per_pack", 12, (4, 4, 4, 17, 12)),
    ("table", "one_of_each_per_pack", 8, (3, 3, 3, 19, 10)),  # as near as a kitty of two
    ("table", "one_of_each_per_pack", 9, (3, 3, 3, 17, 9)),
    ("table", "one_of_each_per_pack", 10, (3, 3, 3, 16, 2)),
    ("table", "one_of_each_per_pack", 11, (3, 3, 3, 14, 8)),
    ("table", "one_of_each_per_pack", 12, (4, 4, 4, 17, 12)),  # as near as no kitty at all
)
def test_other_numbers_of_jokers(packs: str, jokers: str, players: int, expected: tuple[int, ...]) -> None:
    these = zpy.find_setting(rules(packs=packs, jokers=jokers), players)
    assert (these.packs, these.red_jokers, these.black_jokers, these.hand_size, these.kitty_size) == expected


@for_each(jokers=["table", "kitty_of_six", "one_of_each_per_pack"], players=PRINTED["players"])
def test_everything_is_dealt(jokers: str, players: int) -> None:
    these = zpy.find_setting(rules(jokers=jokers), players)
    assert players * these.hand_size + these.kitty_size == these.pack_size == len(these.pack)
    assert zpy.points_of(these.pack) == these.points
    jokers_kept = {RED_JOKER: these.red_jokers, BLACK_JOKER: these.black_jokers}
    assert Counter(these.pack) == +Counter(jokers_kept) + Counter(standard_pack(0) * these.packs)


@for_each(0, 4, 13)
def test_too_few_or_too_many_players(players: int) -> None:
    with pytest.raises(RuleError) as refusal:
        zpy.find_setting(rules(), players)
    assert refusal.value.problems == (problem("players.count", count=players, least=5, most=12),)


@for_each(
    ("SA " * 14, ["cards.too_many"]),
    ("SA SA SA HA HA HK HK HQ HQ HJ HJ H9 H9 H8", ["cards.too_many"]),
    ("SA SA RJ HA HA HK HK HQ HQ HJ HJ H9 H9 H8", ["cards.not_in_pack"]),
    ("SA SA HA HA", ["cards.count"]),
    ("SA SA HA HA HK HK HQ HQ HJ HJ H9 H9 H8 H8", []),
    ("JK SA HA HA HK HK HQ HQ HJ HJ H9 H9 H8 H8", ["cards.not_in_pack"]),
)
def test_hands_of_seven_players(hand: str, expected: list[str]) -> None:
    assert codes(zpy.check_hand(zpy.find_setting(rules(), 7), cards(hand))) == expected

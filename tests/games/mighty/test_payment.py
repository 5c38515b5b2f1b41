"""pagat, Scoring: what hands pay, clause by clause."""

from fractions import Fraction
from typing import Any

from scorekeeper.games import mighty
from scorekeeper.games.mighty.cards import Buried
from scorekeeper.settlement import Amount, Settlement
from tests.cases import for_each
from tests.games.mighty.paying import MODES, build_outcome, list_friend_cases, settle_outcome
from tests.games.mighty.play import EVERY_PRESET, bid, call, missing_facts, rules


def steps(settlement: Settlement[int]) -> list[tuple[str, str, Any]]:
    assert not any(missing_facts(step.why) for step in settlement.accounts[0].steps)
    return [(step.why.code, step.effect, step.amount) for step in settlement.accounts[0].steps]


@for_each(
    (
        {},
        "16NT",
        "none",
        17,
        [
            ("score.bid_over_lowest_twice", "add", 6),
            ("score.extra_points", "add", 1),
            ("score.no_trump", "times", 2),
            ("score.no_friend", "times", 2),
        ],
    ),
    ({}, "17H", "card", 13, [("score.points_short", "add", 4)]),
    ({}, "17H", "card", 9, [("score.points_short", "add", 8), ("score.back_run", "times", 2)]),
    ({}, "17H", "card", 10, [("score.points_short", "add", 7)]),
    ({"failed": "2(B-P)"}, "17H", "card", 13, [("score.points_short_twice", "add", 8)]),
    ({"failed": "as_made"}, "17H", "card", 13, [("score.bid_over_lowest_plus_one", "add", 5)]),
    ({"made": "P-10"}, "17H", "card", 18, [("score.points_over_ten", "add", 8)]),
    ({"bid_20_double": "always"}, "19H", "card", 19,
     [("score.bid_over_lowest_twice", "add", 12), ("score.extra_points", "add", 0)]),
    ({"made": "P-M"}, "17H", "card", 18, [("score.points_over_lowest", "add", 5)]),
    ({"made": "P-M+1"}, "17H", "card", 18, [("score.points_over_lowest_plus_one", "add", 6)]),
    ({"made": "P-B"}, "17H", "card", 18, [("score.extra_points", "add", 1)]),
    ({"made": "B-M+1"}, "17H", "card", 18, [("score.bid_over_lowest_plus_one", "add", 5)]),
    ({"made": "P-B", "minimum_made": 1}, "17H", "card", 17,
     [("score.extra_points", "add", 0), ("score.at_least", "add", 1)]),
    ({"made": "P-B", "minimum_made": 1}, "17H", "card", 18, [("score.extra_points", "add", 1)]),
    (
        {"bid_20_double": "always", "run": "bid_and_captured"},
        "20H",
        "card",
        20,
        [
            ("score.bid_over_lowest_twice", "add", 14),
            ("score.extra_points", "add", 0),
            ("score.run", "times", 2),
            ("score.bid_of_20", "times", 2),
        ],
    ),
)  # fmt: skip
def test_payment_has_a_step_for_each_rule_that_acted(
    choices: dict[str, Any], contract: str, mode: str, points: int, told: list[tuple[str, str, int]]
) -> None:
    assert steps(settle_outcome(rules(**choices), bid(contract), MODES[mode], points)) == told


def test_payment_has_a_step_for_each_magic_card_discarded() -> None:
    these = rules(buried_mighty_double="always", buried_joker_double="always")
    base = [("score.bid_over_lowest_twice", "add", 8), ("score.extra_points", "add", 0)]
    mighty_step, joker_step = ("score.buried_mighty", "times", 2), ("score.buried_joker", "times", 2)
    for buried, doubled in (
        (frozenset[Buried]({"mighty"}), [mighty_step]),
        (frozenset[Buried]({"joker"}), [joker_step]),
        (frozenset[Buried]({"mighty", "joker"}), [mighty_step, joker_step]),
    ):
        assert steps(settle_outcome(these, bid("17H"), MODES["card"], 17, buried)) == [*base, *doubled]


def test_payment_steps_tell_the_numbers_they_used() -> None:
    first, *_ = settle_outcome(rules(), bid("16H"), MODES["card"], 18).accounts[0].steps
    assert first.why.facts == {"bid": 16, "lowest": 13, "points": 18}


def test_payment_minimum_is_before_doubling() -> None:
    """pagat, Variations: "Some groups award a score of 1 … instead of 0 in this special case"."""
    assert settle_outcome(rules(minimum_made=1), bid("13NT"), MODES["none"], 13).accounts[0].total == 4
    assert settle_outcome(rules(minimum_made=0), bid("13NT"), MODES["none"], 13).accounts[0].total == 0


def test_payment_no_friend_doubles_both_ways() -> None:
    for points, score in ((17, 7 * 2), (14, 2 * 2)):
        assert settle_outcome(rules(), bid("16H"), MODES["none"], points).accounts[0].total == score


def test_payment_a_secret_solo_is_not_doubled() -> None:
    """pagat: "not to a 'secret' solo contract … and not when the declarer wins the first trick"."""
    for mode in ("card alone", "first trick alone"):
        assert settle_outcome(rules(), bid("16H"), MODES[mode], 17).amounts == {1: 28, 2: -7, 3: -7, 4: -7, 5: -7}


def test_payment_first_trick_solo_may_count_as_no_friend() -> None:
    """korean40, 1-4; only when made there."""
    these = rules("korean40")
    assert settle_outcome(these, bid("15H"), MODES["first trick alone"], 15).accounts[0].total == 10
    assert settle_outcome(these, bid("15H"), MODES["first trick alone"], 14).accounts[0].total == 1
    assert settle_outcome(these, bid("15H"), MODES["first trick"], 15).accounts[0].total == 5


@for_each(*EVERY_PRESET)
def test_payment_table_is_the_payment_of_every_number_of_points(preset: str) -> None:
    these = rules(preset)
    contract, mode = mighty.every_bid(these)[-1], list_friend_cases(these)[0]
    table = mighty.payment_table(these, mighty.Contract(contract, call(mode.call)), build_outcome(these, mode, 0))
    every = range(these.setting.points + 1)
    assert list(table) == [settle_outcome(these, contract, mode, points) for points in every]


@for_each(
    ("off", "16H", None),
    ("defenders_11", "16H", 9),
    ("defenders_10", "16H", 10),
    ("short_by_10", "16H", 6),
    ("short_by_10", "20H", 10),
)
def test_payment_back_run_line_is_where_the_double_begins(back_run: str, contract: str, line: int | None) -> None:
    these = rules(back_run=back_run)
    assert mighty.back_run_limit(these, bid(contract)) == line
    doubled = {
        points
        for points in range(21)
        if "score.back_run"
        in [code for code, _, _ in steps(settle_outcome(these, bid(contract), MODES["card"], points))]
    }
    assert doubled == (set() if line is None else set(range(line + 1)))


@for_each(
    ("three", {}, "12H", "none", 14, [8, -4, -4]),  # 2 × 1 + 2 from each of two
    ("three", {"min_bid": 12}, "12H", "none", 14, [4, -2, -2]),
    ("three", {}, "12H", "none", 11, [-2, 1, 1]),
    ("four", {}, "15H", "card", 16, [3, 3, -3, -3]),
    ("four", {}, "15H", "card", 13, [-2, -2, 2, 2]),
    ("four", {"split": "declarer_pays"}, "15H", "card", 16, [3, 3, -3, -3]),
    ("four", {"split": "declarer_pays"}, "15H", "card", 13, [-4, 0, 2, 2]),
    ("four", {"split": "two_to_one"}, "15H", "card", 13, [-Fraction(8, 3), -Fraction(4, 3), 2, 2]),
    ("four", {}, "15H", "none", 16, [18, -6, -6, -6]),
    ("four_chicago", {}, "17NT", "card", 20, [7, 3, -5, -5]),
    ("four_chicago", {}, "17NT", "card", 8, [-7, -3, 5, 5]),
    ("four_chicago", {}, "17NT", "none", 17, [15, -5, -5, -5]),
    ("four_chicago", {"split": "two_to_one"}, "17H", "card", 17, [Fraction(20, 3), Fraction(10, 3), -5, -5]),
    ("six_drop", {}, "15H", "card", 16, [6, 3, -3, -3, -3]),
    ("seven_drop", {}, "15H", "card", 12, [-6, -3, 3, 3, 3]),
    ("six_sit_out", {}, "15H", "card", 16, [10, 5, -5, -5, -5]),
    ("six_all", {}, "15H", "card", 16, [15, 5, -5, -5, -5, -5]),  # the declarer 3 S, the friend S
    ("six_all", {}, "15H", "card", 13, [-6, -2, 2, 2, 2, 2]),
    ("six_all", {}, "15H", "card alone", 16, [25, -5, -5, -5, -5, -5]),  # alone 5 S
    ("six_all", {"split": "whole"}, "15H", "card", 16, [13, 7, -5, -5, -5, -5]),
    ("base10_six_all", {}, "15H", "card", 16, [18, 6, -6, -6, -6, -6]),
    ("seven_all", {}, "15H", "card", 16, [20, 5, -5, -5, -5, -5, -5]),  # the declarer 4 S, the friend S
    ("seven_all", {}, "15H", "first trick alone", 16, [30, -5, -5, -5, -5, -5, -5]),
    ("korean40_seven_all", {}, "15H", "card", 16, [24, 6, -6, -6, -6, -6, -6]),
    ("seven_sit_out", {}, "15H", "card", 16, [10, 5, -5, -5, -5]),
    ("base10_six_drop", {}, "15H", "card", 16, [12, 6, -6, -6, -6]),
    ("double_six", {}, "30NT", "two cards", 33, [9, Fraction(9, 2), Fraction(9, 2), -6, -6, -6]),
    ("double_six", {}, "30NT", "two cards", 29, [-9, -Fraction(9, 2), -Fraction(9, 2), 6, 6, 6]),
    ("double_six", {}, "30NT", "two cards of one", 40, [16, 8, -6, -6, -6, -6]),
    ("double_six", {}, "30NT", "two cards alone", 30, [30, -6, -6, -6, -6, -6]),
    ("double_six", {"split": "whole"}, "30NT", "two cards", 33, [10, 4, 4, -6, -6, -6]),  # 18: 4½ each is 4
    ("double_six", {"split": "whole"}, "30NT", "two cards", 29, [-10, -4, -4, 6, 6, 6]),
    ("double_six", {"split": "whole"}, "25S", "two cards", 25, [1, 1, 1, -1, -1, -1]),  # 3: ¾ each is 1
    ("double_seven", {"split": "whole"}, "25S", "two cards of one", 25, [3, 2, -1, -1, -1, -1, -1]),  # 5: 1⅔ is 2
    ("double_eight", {"split": "whole"}, "25S", "two cards", 24, [-3, -1, -1, 1, 1, 1, 1, 1]),  # 5: 1¼ each is 1
    ("double_eight", {"split": "whole"}, "30S", "two cards alone", 30, [42, *[-6] * 7]),
    ("four", {"split": "whole"}, "15H", "card", 13, [-3, -1, 2, 2]),
    ("double_eight", {"split": "one_share"}, "26S", "two cards", 26, [6, 2, 2, -2, -2, -2, -2, -2]),
    ("double_seven", {"split": "one_share"}, "26S", "two cards of one", 25, [-8, -2, 2, 2, 2, 2, 2]),
    ("double_seven", {}, "25S", "two cards", 25, [2, 1, 1, -1, -1, -1, -1]),
    ("double_eight", {}, "40NT", "two cards", 40, [40, 20, 20, -16, -16, -16, -16, -16]),
)
def test_payment_with_other_numbers_of_players(
    preset: str, choices: dict[str, Any], contract: str, mode: str, points: int, amounts: list[Amount]
) -> None:
    these = rules(preset, **choices)
    assert list(settle_outcome(these, bid(contract), MODES[mode], points).amounts.values()) == amounts

"""S0, Scoring: what hands pay, clause by clause, and what cannot be a result."""

from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.pack import Buried
from scorekeeper.settlement import Amount, Settlement
from tests.games.mighty.paying import MODES, ended, modes, paid
from tests.games.mighty.play import EVERY_PRESET, bid, call, codes, rules, untold


def steps(settlement: Settlement[int]) -> list[tuple[str, str, Any]]:
    assert not any(untold(step.why) for step in settlement.steps)
    return [(step.why.code, step.effect, step.amount) for step in settlement.steps]


@pytest.mark.parametrize(
    ("choices", "contract", "mode", "points", "told"),
    [
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
        (
            {"bid_20_double": "always"},
            "19H",
            "card",
            19,
            [("score.bid_over_lowest_twice", "add", 12), ("score.extra_points", "add", 0)],
        ),
        ({"made": "P-M"}, "17H", "card", 18, [("score.points_over_lowest", "add", 5)]),
        ({"made": "P-M+1"}, "17H", "card", 18, [("score.points_over_lowest_plus_one", "add", 6)]),
        ({"made": "P-B"}, "17H", "card", 18, [("score.extra_points", "add", 1)]),
        ({"made": "B-M+1"}, "17H", "card", 18, [("score.bid_over_lowest_plus_one", "add", 5)]),
        (
            {"made": "P-B", "minimum_made": 1},
            "17H",
            "card",
            17,
            [("score.extra_points", "add", 0), ("score.at_least", "add", 1)],
        ),
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
    ],
)
def test_payment_has_a_step_for_each_rule_that_acted(
    choices: dict[str, Any], contract: str, mode: str, points: int, told: list[tuple[str, str, int]]
) -> None:
    assert steps(paid(rules(**choices), bid(contract), MODES[mode], points)) == told


def test_payment_has_a_step_for_each_magic_card_discarded() -> None:
    these = rules(buried_mighty_double="always", buried_joker_double="always")
    base = [("score.bid_over_lowest_twice", "add", 8), ("score.extra_points", "add", 0)]
    mighty_step, joker_step = ("score.buried_mighty", "times", 2), ("score.buried_joker", "times", 2)
    for buried, doubled in (
        (frozenset[Buried]({"mighty"}), [mighty_step]),
        (frozenset[Buried]({"joker"}), [joker_step]),
        (frozenset[Buried]({"mighty", "joker"}), [mighty_step, joker_step]),
    ):
        assert steps(paid(these, bid("17H"), MODES["card"], 17, buried)) == [*base, *doubled]


def test_payment_steps_tell_the_numbers_they_used() -> None:
    first, *_ = paid(rules(), bid("16H"), MODES["card"], 18).steps
    assert first.why.facts == {"bid": 16, "lowest": 13, "points": 18}


def test_payment_minimum_is_before_doubling() -> None:
    """S0, Variations: "Some groups award a score of 1 … instead of 0 in this special case"."""
    assert paid(rules(minimum_made=1), bid("13NT"), MODES["none"], 13).score == 4
    assert paid(rules(minimum_made=0), bid("13NT"), MODES["none"], 13).score == 0


def test_payment_no_friend_doubles_both_ways() -> None:
    for points, score in ((17, 7 * 2), (14, 2 * 2)):
        assert paid(rules(), bid("16H"), MODES["none"], points).score == score


def test_payment_a_secret_solo_is_not_doubled() -> None:
    """S0: "not to a 'secret' solo contract … and not when the declarer wins the first trick"."""
    for mode in ("card alone", "first trick alone"):
        assert paid(rules(), bid("16H"), MODES[mode], 17).amounts == {1: 28, 2: -7, 3: -7, 4: -7, 5: -7}


def test_payment_first_trick_solo_may_count_as_no_friend() -> None:
    """S3, 1-4; only when made there."""
    these = rules("korean40")
    assert paid(these, bid("15H"), MODES["first trick alone"], 15).score == 10
    assert paid(these, bid("15H"), MODES["first trick alone"], 14).score == 1
    assert paid(these, bid("15H"), MODES["first trick"], 15).score == 5


@pytest.mark.parametrize("preset", EVERY_PRESET)
def test_payment_table_is_the_payment_of_every_number_of_points(preset: str) -> None:
    these = rules(preset)
    contract, mode = mighty.every_bid(these)[-1], modes(these)[0]
    table = mighty.payment_table(these, mighty.Contract(contract, call(mode.call)), ended(these, mode, 0))
    every = range(these.setting.points + 1)
    assert list(table) == [paid(these, contract, mode, points) for points in every]


@pytest.mark.parametrize(
    ("back_run", "contract", "line"),
    [
        ("off", "16H", None),
        ("defenders_11", "16H", 9),
        ("defenders_10", "16H", 10),
        ("short_by_10", "16H", 6),
        ("short_by_10", "20H", 10),
    ],
)
def test_payment_back_run_line_is_where_the_double_begins(back_run: str, contract: str, line: int | None) -> None:
    these = rules(back_run=back_run)
    assert mighty.back_run_line(these, bid(contract)) == line
    doubled = {
        points
        for points in range(21)
        if "score.back_run" in [code for code, _, _ in steps(paid(these, bid(contract), MODES["card"], points))]
    }
    assert doubled == (set() if line is None else set(range(line + 1)))


@pytest.mark.parametrize(
    ("preset", "choices", "contract", "mode", "points", "amounts"),
    [
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
        ("double_six", {}, "30NT", "two cards", 33, [9, Fraction(9, 2), Fraction(9, 2), -6, -6, -6]),
        ("double_six", {}, "30NT", "two cards", 29, [-9, -Fraction(9, 2), -Fraction(9, 2), 6, 6, 6]),
        ("double_six", {}, "30NT", "two cards of one", 40, [16, 8, -6, -6, -6, -6]),
        ("double_six", {}, "30NT", "two cards alone", 30, [30, -6, -6, -6, -6, -6]),
        ("double_seven", {}, "25S", "two cards", 25, [2, 1, 1, -1, -1, -1, -1]),
        ("double_eight", {}, "40NT", "two cards", 40, [40, 20, 20, -16, -16, -16, -16, -16]),
    ],
)
def test_payment_with_other_numbers_of_players(
    preset: str, choices: dict[str, Any], contract: str, mode: str, points: int, amounts: list[Amount]
) -> None:
    these = rules(preset, **choices)
    assert list(paid(these, bid(contract), MODES[mode], points).amounts.values()) == amounts


# --- What cannot be a contract ---

WITH_TWO, WITH_THREE = mighty.Outcome(16, 1, 2, (3, 4, 5)), mighty.Outcome(16, 1, 3, (2, 4, 5))
FOUR = mighty.Outcome(16, 1, 2, (3, 4))
NAMED = mighty.Outcome(16, "Ann", "Ben", ("Cho", "Dan", "Eve"))
BY_NAME = {"friend_by_player": True}


@pytest.mark.parametrize(
    ("preset", "choices", "contract", "friend_call", "outcome", "against"),
    [
        ("pagat", {}, "12H", "SA", WITH_TWO, ["bid.too_low"]),
        ("pagat", {}, "13H", "SA", WITH_TWO, []),
        ("pagat", {}, "20H", "SA", WITH_TWO, []),
        ("pagat", {}, "21H", "SA", WITH_TWO, ["bid.too_high"]),
        ("pagat", {"min_bid": 11}, "11H", "SA", WITH_TWO, []),
        ("pagat", {"min_bid": 14}, "13H", "SA", WITH_TWO, ["bid.too_low"]),
        ("four_chicago", {}, "12NT", "SA", FOUR, ["bid.too_low"]),
        ("four_chicago", {}, "21NT", "SA", FOUR, ["bid.too_high"]),
        ("three", {}, "11H", "none", mighty.Outcome(16, 1, None, (2, 3)), []),
        ("three", {}, "10H", "none", mighty.Outcome(16, 1, None, (2, 3)), ["bid.too_low"]),
        ("three", {}, "11H", "SA", mighty.Outcome(16, 1, 2, (3,)), ["call.no_card"]),
        ("double_six", {}, "40NT", "SA+HK", mighty.Outcome(16, 1, 2, (4, 5, 6), second_friend=3), []),
        ("double_six", {}, "24H", "SA+HK", mighty.Outcome(16, 1, 2, (4, 5, 6), second_friend=3), ["bid.too_low"]),
        ("double_six", {}, "30H", "SA", mighty.Outcome(16, 1, 2, (4, 5, 6), second_friend=3), ["call.two_cards"]),
        ("pagat", {}, "16H", "BJ", WITH_TWO, ["cards.not_in_pack"]),
        ("pagat", {"joker_friend": False}, "16H", "JK", WITH_TWO, ["call.no_joker"]),
        ("pagat", {"friend_by_first_trick": False}, "16H", "first_trick", WITH_TWO, ["call.no_first_trick"]),
        ("pagat", {}, "20NT", "SA>H", WITH_TWO, []),
        ("pagat", {}, "20H", "SA>H", WITH_TWO, ["call.no_suit_request"]),
        ("pagat", {}, "16H", "player:2", WITH_TWO, ["call.no_player"]),
        ("pagat", BY_NAME, "16H", "player:2", WITH_TWO, []),
        ("pagat", BY_NAME, "16H", "player:2", WITH_THREE, ["result.other_friend"]),
        ("pagat", {}, "16H", "SA", NAMED, []),
        ("pagat", {}, "21H", "BJ", WITH_TWO, ["bid.too_high", "cards.not_in_pack"]),
    ],
)
def test_a_contract_that_nobody_can_play_is_not_paid(
    preset: str,
    choices: dict[str, Any],
    contract: str,
    friend_call: str,
    outcome: mighty.Outcome[Any],
    against: list[str],
) -> None:
    these, played = rules(preset, **choices), mighty.Contract(bid(contract), call(friend_call))
    assert codes(mighty.check_outcome(these, played, outcome)) == against
    for pay in (mighty.settle, mighty.payment_table):
        if not against:
            assert pay(these, played, outcome)
            continue
        with pytest.raises(RuleError) as refusal:
            pay(these, played, outcome)
        assert codes(refusal.value.problems) == against


# --- What cannot be a result ---


@pytest.mark.parametrize(
    ("choices", "friend_call", "outcome", "against"),
    [
        ({}, "SA", mighty.Outcome(16, 1, 2, (4, 5), second_friend=3), ["result.one_friend_only"]),
        ({}, "SA", mighty.Outcome(21, 1, 2, (3, 4, 5)), ["result.points"]),
        ({}, "SA", mighty.Outcome(-1, 1, 2, (3, 4, 5)), ["result.points"]),
        ({}, "SA", mighty.Outcome(16, 1, 1, (3, 4, 5)), ["result.friend_is_declarer"]),
        ({}, "SA", mighty.Outcome(16, 1, 2, (2, 4, 5)), ["result.player_twice"]),
        ({}, "SA", mighty.Outcome(16, 1, 2, (3, 4)), ["result.player_count"]),
        ({}, "SA", mighty.Outcome(16, 1, 2, (3, 4, 5, 6)), ["result.player_count"]),
        ({}, "SA", mighty.Outcome(16, 1, None, (3, 4, 5)), ["result.player_count"]),
        ({}, "none", mighty.Outcome(16, 1, 2, (3, 4, 5)), ["result.friend_uncalled"]),
        (BY_NAME, "player:2", mighty.Outcome(16, 1, None, (2, 3, 4, 5)), ["result.friend_missing"]),
        ({"secret_solo": False}, "SA", mighty.Outcome(16, 1, None, (2, 3, 4, 5)), ["result.friend_missing"]),
        ({}, "SA", mighty.Outcome(16, 1, 2, (3, 4, 5), frozenset({"mighty"})), ["result.called_card_discarded"]),
        ({}, "JK", mighty.Outcome(16, 1, 2, (3, 4, 5), frozenset({"joker"})), ["result.called_card_discarded"]),
        ({}, "JK", mighty.Outcome(16, 1, 2, (3, 4, 5), frozenset({"mighty"})), []),
        ({}, "SA", mighty.Outcome(16, 1, None, (2, 3, 4, 5), frozenset({"mighty"})), []),
        ({}, "card", mighty.Outcome(16, 1, 2, (3, 4, 5), frozenset({"mighty"})), []),
        ({}, "SA", mighty.Outcome(16, 1, 2, (3, 4, 5), frozenset({"bogus"})), ["result.not_magic"]),  # type: ignore[arg-type]
        (
            {},
            "none",
            mighty.Outcome(21, 1, 1, (2,)),
            ["result.points", "result.player_count", "result.friend_is_declarer", "result.friend_uncalled"],
        ),
    ],
)
def test_result_every_contradiction_is_named(
    choices: dict[str, Any], friend_call: str, outcome: mighty.Outcome[int], against: list[str]
) -> None:
    contract = mighty.Contract(bid("16H"), call(friend_call))
    assert codes(mighty.check_outcome(rules(**choices), contract, outcome)) == against
    if against:
        with pytest.raises(RuleError) as refusal:
            mighty.settle(rules(**choices), contract, outcome)
        assert codes(refusal.value.problems) == against


def test_result_the_mighty_is_the_ace_of_diamonds_when_spades_are_trumps() -> None:
    outcome = mighty.Outcome(16, 1, 2, (3, 4, 5), frozenset({"mighty"}))
    for friend_call, against in (("DA", ["result.called_card_discarded"]), ("SA", [])):
        contract = mighty.Contract(bid("16S"), call(friend_call))
        assert codes(mighty.check_outcome(rules(), contract, outcome)) == against


@pytest.mark.parametrize(
    ("outcome", "against"),
    [
        (mighty.Outcome(30, 1, 2, (4, 5, 6), second_friend=3), []),
        (mighty.Outcome(30, 1, 2, (3, 4, 5, 6)), []),
        (mighty.Outcome(30, 1, None, (2, 3, 4, 5, 6)), []),
        (mighty.Outcome(41, 1, 2, (4, 5, 6), second_friend=3), ["result.points"]),
        (mighty.Outcome(30, 1, None, (3, 4, 5, 6), second_friend=2), ["result.second_without_first"]),
        (mighty.Outcome(30, 1, 2, (4, 5, 6), second_friend=2), ["result.friend_twice"]),
        (mighty.Outcome(30, 1, 2, (4, 5, 6), second_friend=1), ["result.friend_is_declarer"]),
        (mighty.Outcome(30, 1, 2, (3, 4, 5), second_friend=3), ["result.player_twice"]),
        (mighty.Outcome(30, 1, 2, (4, 5), second_friend=3), ["result.player_count"]),
        (mighty.Outcome(30, 1, 2, (4, 5, 6), frozenset({"mighty"}), 3), []),  # there is another
    ],
)
def test_result_with_two_packs_every_contradiction_is_named(outcome: mighty.Outcome[int], against: list[str]) -> None:
    contract = mighty.Contract(bid("30H"), call("SA+HK"))
    assert codes(mighty.check_outcome(rules("double_six"), contract, outcome)) == against


def test_result_with_two_packs_needs_a_friend_where_nobody_plays_alone_in_secret() -> None:
    contract = mighty.Contract(bid("30H"), call("SA+HK"))
    alone = mighty.Outcome(30, 1, None, (2, 3, 4, 5, 6))
    assert codes(mighty.check_outcome(rules("double_six", secret_solo=False), contract, alone)) == [
        "result.friend_missing"
    ]


def test_result_with_two_packs_the_first_of_two_friends_without_a_call_is_named() -> None:
    contract = mighty.Contract(bid("30H"), call("none"))
    two = mighty.Outcome(30, 1, 2, (4, 5, 6), second_friend=3)
    [uncalled] = mighty.check_outcome(rules("double_six", no_friend=True), contract, two)
    assert (uncalled.code, dict(uncalled.facts)) == ("result.friend_uncalled", {"friend": 2})

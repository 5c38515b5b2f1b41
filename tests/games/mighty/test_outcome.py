"""Impossible contracts and outcomes: neither is paid."""

from typing import Any

import pytest

from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from tests.cases import for_each
from tests.games.mighty.play import bid, call, codes, rules

# --- What cannot be a contract ---

WITH_TWO, WITH_THREE = mighty.Outcome(16, 1, 2, (3, 4, 5)), mighty.Outcome(16, 1, 3, (2, 4, 5))
FOUR = mighty.Outcome(16, 1, 2, (3, 4))
NAMED = mighty.Outcome(16, "Ann", "Ben", ("Cho", "Dan", "Eve"))
BY_NAME = {"friend_by_player": True}


@for_each(
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


@for_each(
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
    ({}, "none", mighty.Outcome(21, 1, 1, (2,)),
     ["result.points", "result.player_count", "result.friend_is_declarer", "result.friend_uncalled"]),
)  # fmt: skip
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


@for_each(
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

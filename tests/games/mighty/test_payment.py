"""S0, Scoring: what each hand pays, checked against the rulebook's words written a second time."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.payment import Buried
from scorekeeper.house_rules import house_rules
from scorekeeper.settlement import Amount, Settlement
from tests.games.mighty.play import PRESETS, bid, call, codes, rules

SCORE_RULES = {key: rule for key, rule in house_rules(mighty.Rules).items() if rule.block == "score"}
SUIT_AND_NO_TRUMP = [one for one in mighty.every_bid(rules()) if str(one.trump) in ("S", "None")]
BURIED: tuple[frozenset[Buried], ...] = (
    frozenset(),
    frozenset({"mighty"}),
    frozenset({"joker"}),
    frozenset({"mighty", "joker"}),
)


class Mode(NamedTuple):
    """How the friend was called, and whether there was one."""

    call: str
    friend: int | None


MODES = {
    "card": Mode("H2", 2),
    "card alone": Mode("H2", None),
    "first trick": Mode("first_trick", 2),
    "first trick alone": Mode("first_trick", None),
    "player": Mode("player:2", 2),
    "none": Mode("none", None),
}


def paid(
    these: mighty.Rules, contract: mighty.Bid, mode: Mode, points: int, buried: frozenset[Buried] = frozenset()
) -> Settlement[int]:
    defenders = (2, 3, 4, 5) if mode.friend is None else (3, 4, 5)
    outcome = mighty.Outcome(points, 1, mode.friend, defenders, buried)
    return mighty.settle(these, mighty.Contract(contract, call(mode.call)), outcome)


def score_in_words(r: mighty.Rules, contract: mighty.Bid, mode: Mode, points: int, buried: frozenset[Buried]) -> int:
    """The score by the rulebook, in as many words: no table, no step."""
    made, b, m, p = points >= contract.level, contract.level, r.min_bid, points
    if made:
        score = {
            "2(B-M)+(P-B)": (b - m) + (p - m),
            "P-10": p - 10,
            "P-M": p - m,
            "P-M+1": p - (m - 1),
            "P-B": p - b,
            "B-M+1": b - (m - 1),
        }[r.made]
        score = max(score, r.minimum_made)
    else:
        score = {"B-P": b - p, "2(B-P)": b - p + b - p, "as_made": b - (m - 1)}[r.failed]
    if p == 20 and (r.run == "captured" or (r.run == "bid_and_captured" and b == 20)):
        score *= 2
    defenders = 20 - p
    back_run = {
        "off": False,
        "defenders_11": defenders >= 11,
        "defenders_10": defenders >= 10,
        "short_by_10": b - p >= 10,
    }
    if back_run[r.back_run]:
        score *= 2
    open_solo = mode.call == "none" or (mode == MODES["first trick alone"] and r.first_trick_solo == "no_friend")
    doubled = [
        (r.no_trump_double, contract.trump is None),
        (r.no_friend_double, open_solo),
        (r.buried_mighty_double, "mighty" in buried),
        (r.buried_joker_double, "joker" in buried),
        (r.bid_20_double, b == 20),
    ]
    for choice, happened in doubled:
        if happened and (choice == "always" or (choice == "made" and made)):
            score *= 2
    return score


def check_payment(r: mighty.Rules, contract: mighty.Bid, mode: Mode, points: int, buried: frozenset[Buried]) -> None:
    """The payment sums to zero, is shared as S0 says, and is what its steps add up to."""
    settlement = paid(r, contract, mode, points, buried)
    score = score_in_words(r, contract, mode, points, buried)
    won = score if points >= contract.level else -score
    amounts = settlement.amounts
    if mode.friend is None:
        assert amounts == {1: 4 * won, 2: -won, 3: -won, 4: -won, 5: -won}
    else:
        assert amounts == {1: 2 * won, 2: won, 3: -won, 4: -won, 5: -won}
    assert sum(amounts.values()) == 0
    total: Amount = 0
    for step in settlement.steps:
        total = total * step.amount if step.effect == "times" else total + step.amount
        assert step.effect == "add" or step.amount == 2
    assert total == score == settlement.score >= 0


def every_result(bids: Sequence[mighty.Bid]) -> Iterator[tuple[mighty.Bid, Mode, int, frozenset[Buried]]]:
    return product(bids, MODES.values(), range(21), BURIED)


def solo_allowed(r: mighty.Rules, mode: Mode) -> bool:
    return r.secret_solo or mode != MODES["card alone"]


@pytest.mark.parametrize("preset", PRESETS)
def test_payment_of_every_result_of_every_preset(preset: str) -> None:
    these = rules(preset)
    for contract, mode, points, buried in every_result(mighty.every_bid(these)):
        if solo_allowed(these, mode):
            check_payment(these, contract, mode, points, buried)


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, rule in SCORE_RULES.items() for value in rule.choices]
)
def test_payment_of_every_result_under_every_choice(key: str, value: Any) -> None:
    these = rules(**{key: value})
    for contract, mode, points, buried in every_result(SUIT_AND_NO_TRUMP):
        check_payment(these, contract, mode, points, buried)


@given(
    st.fixed_dictionaries({key: st.sampled_from(list(rule.choices)) for key, rule in SCORE_RULES.items()}), st.data()
)
def test_payment_under_any_mixture_of_choices(choices: dict[str, Any], data: st.DataObject) -> None:
    these = rules(min_bid=data.draw(st.integers(11, 14)), **choices)
    contract = data.draw(st.sampled_from(mighty.every_bid(these)))
    mode = data.draw(st.sampled_from(list(MODES.values())))
    check_payment(these, contract, mode, data.draw(st.integers(0, 20)), data.draw(st.sampled_from(BURIED)))


# --- Clauses ---


def steps(settlement: Settlement[int]) -> list[tuple[str, str, Any]]:
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


@pytest.mark.parametrize("preset", PRESETS)
def test_payment_table_is_the_payment_of_every_number_of_points(preset: str) -> None:
    these = rules(preset)
    contract = mighty.Contract(bid("16NT"), call("none"))
    outcome = mighty.Outcome(0, "Ann", None, ("Ben", "Cho", "Dan", "Eve"))
    table = mighty.payment_table(these, contract, outcome)
    assert [settlement.amounts["Ann"] for settlement in table] == [
        paid(these, bid("16NT"), MODES["none"], points).amounts[1] for points in range(21)
    ]


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


# --- What cannot be a result ---


@pytest.mark.parametrize(
    ("choices", "friend_call", "outcome", "against"),
    [
        ({}, "SA", mighty.Outcome(21, 1, 2, (3, 4, 5)), ["result.points"]),
        ({}, "SA", mighty.Outcome(-1, 1, 2, (3, 4, 5)), ["result.points"]),
        ({}, "SA", mighty.Outcome(16, 1, 1, (3, 4, 5)), ["result.friend_is_declarer"]),
        ({}, "SA", mighty.Outcome(16, 1, 2, (2, 4, 5)), ["result.player_twice"]),
        ({}, "SA", mighty.Outcome(16, 1, 2, (3, 4)), ["result.player_count"]),
        ({}, "SA", mighty.Outcome(16, 1, None, (3, 4, 5)), ["result.player_count"]),
        ({}, "none", mighty.Outcome(16, 1, 2, (3, 4, 5)), ["result.friend_uncalled"]),
        ({}, "player:2", mighty.Outcome(16, 1, None, (2, 3, 4, 5)), ["result.friend_missing"]),
        ({"secret_solo": False}, "SA", mighty.Outcome(16, 1, None, (2, 3, 4, 5)), ["result.friend_missing"]),
        ({}, "SA", mighty.Outcome(16, 1, 2, (3, 4, 5), frozenset({"mighty"})), ["result.called_card_discarded"]),
        ({}, "JK", mighty.Outcome(16, 1, 2, (3, 4, 5), frozenset({"joker"})), ["result.called_card_discarded"]),
        ({}, "JK", mighty.Outcome(16, 1, 2, (3, 4, 5), frozenset({"mighty"})), []),
        ({}, "SA", mighty.Outcome(16, 1, None, (2, 3, 4, 5), frozenset({"mighty"})), []),
        ({}, "card", mighty.Outcome(16, 1, 2, (3, 4, 5), frozenset({"mighty"})), []),
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

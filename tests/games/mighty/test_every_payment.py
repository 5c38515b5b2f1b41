"""pagat, Scoring: what every hand pays, checked against the rulebook's words written a second time."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import floor
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.cards import Buried
from scorekeeper.house_rules import house_rules
from scorekeeper.settlement import Amount
from tests.games.mighty.paying import FriendCase, list_friend_cases, settle_outcome
from tests.games.mighty.play import EVERY_PRESET, rules
from tests.tiers import FULL, one_in

pytestmark = pytest.mark.exhaustive

DECLARED = house_rules(mighty.Rules)
SCORE_RULES = {key: rule for key, rule in DECLARED.items() if rule.block == "score"}
BURIED: tuple[frozenset[Buried], ...] = (
    frozenset(),
    frozenset({"mighty"}),
    frozenset({"joker"}),
    frozenset({"mighty", "joker"}),
)


def score_in_words(
    r: mighty.Rules, contract: mighty.Bid, mode: FriendCase, points: int, buried: frozenset[Buried]
) -> int:
    """The score by the rulebook, in as many words: no table, no step."""
    made, b, p = is_made_in_words(r, contract.level, points), contract.level, points
    score = undoubled_in_words(r, contract, points)
    every = 40 if r.players.startswith("double") else 20
    if made and p == every and (r.run == "captured" or (r.run == "bid_and_captured" and b >= every)):
        score *= 2
    defenders = every - p
    back_run = {
        "off": False,
        "defenders_11": defenders >= 11,
        "defenders_10": defenders >= 10,
        "short_by_10": b - p >= 10,
        "short_by_5": b - p >= 5,
        "defenders_bid": defenders >= b,
        "defenders_lowest": defenders >= r.min_bid,
        "defenders_number": defenders >= r.back_run_points and p < b,
        "short_by_number": b - p >= r.back_run_points,
    }
    if back_run[r.back_run]:
        score *= 2
    open_solo = mode.call == "none" or (mode == FriendCase("first_trick", 0) and r.first_trick_solo == "no_friend")
    doubled = [
        (r.no_trump_double, contract.trump is None),
        (r.no_friend_double, open_solo),
        (r.buried_mighty_double, "mighty" in buried),
        (r.buried_joker_double, "joker" in buried),
        (r.bid_20_double, b >= every),
    ]
    for choice, happened in doubled:
        if happened and (choice == "always" or (choice == "made" and made)):
            score *= 2
    return score


def undoubled_in_words(r: mighty.Rules, contract: mighty.Bid, points: int) -> int:
    """The score before any doubling, of the bid B, the points P and the lowest bid M."""
    b, p = contract.level, points
    no_trump_is_lower = contract.trump is None and r.no_trump_bids in ("opens_lower", "count_one_more")
    m = 13 if r.score_from == 13 else r.min_bid - 1 if no_trump_is_lower else r.min_bid
    if is_made_in_words(r, b, p):
        made = {
            "2(B-M)+(P-B)": (b - m) + (p - m),
            "P-10": p - 10,
            "P-M": p - m,
            "P-M+1": p - (m - 1),
            "P-B": p - b,
            "B-M+1": b - (m - 1),
            "1.5(B-M)+(P-B)": floor(Fraction(3, 2) * (b - m)) + p - b,
            "2(B-M+1)": (b - m + 1) + (b - m + 1),
            "P-B+1": p - (b - 1),
        }
        return max(made[r.made], r.minimum_made)
    failed = {"B-P": b - p, "2(B-P)": b - p + b - p, "as_made": b - (m - 1)}
    return max(failed[r.failed], 0)


def is_made_in_words(r: mighty.Rules, level: int, points: int) -> bool:
    """Return whether a contract is made: above 20 with all points, or never."""
    every = 40 if r.players.startswith("double") else 20
    return points >= level or (level > every == points and r.above_twenty == "made_with_all")


def suit_and_no_trump(these: mighty.Rules) -> list[mighty.Bid]:
    """The bids of each number with one suit and without: what they pay is the same for all suits."""
    return [one for one in mighty.every_bid(these) if str(one.trump) in ("S", "None")]


def division_in_words(
    r: mighty.Rules, b: int, score: int, made: bool, mode: FriendCase, defenders: int
) -> list[Amount]:
    """Return the parts of the declarer and of each friend in the defenders' payment, by the rulebook."""
    everything = score * defenders
    if mode.friends == 0:
        return [everything]
    if r.split == "even":
        return [Fraction(everything, 2)] * 2
    if r.split == "declarer_pays":
        return [Fraction(everything, 2)] * 2 if made else [everything, 0]
    if r.split == "one_share":
        return [everything - mode.friends * score, *[score] * mode.friends]
    if r.split in ("whole", "own"):
        exact = Fraction(everything, 2 + mode.friends)
        friends = min(range(everything + 1), key=lambda number: (abs(exact - number), number))
        return [everything - mode.friends * friends, *[friends] * mode.friends]
    if r.split == "chicago_table":
        declarers = {13: 1, 14: 3, 15: 4, 16: 5, 17: 7, 18: 8, 19: 9, 20: 11}
        partners = {13: 1, 14: 1, 15: 2, 16: 3, 17: 3, 18: 4, 19: 5, 20: 5}
        return [declarers[b], partners[b]]
    if mode.friends == 1:
        return [Fraction(2 * everything, 3), Fraction(everything, 3)]
    return [Fraction(everything, 2), Fraction(everything, 4), Fraction(everything, 4)]


def is_typed(r: mighty.Rules, mode: FriendCase) -> bool:
    return r.split == "own" and r.own_shares != "none" and mode.friends == 2


def typed_in_words(r: mighty.Rules, undoubled: int, score: int) -> list[Amount]:
    """Return the parts that a typed table has for a score before doubling, as often as it is doubled."""
    lines = dict(line.split(": ") for line in r.own_shares.split("; "))
    return [int(share) * (score // undoubled) for share in lines[str(undoubled)].split()] if score else [0, 0, 0]


def check_payment(
    r: mighty.Rules, contract: mighty.Bid, mode: FriendCase, points: int, buried: frozenset[Buried]
) -> None:
    """The payment sums to zero, is shared as pagat says, and is what its steps add up to."""
    settlement = settle_outcome(r, contract, mode, points, buried)
    score = score_in_words(r, contract, mode, points, buried)
    made = is_made_in_words(r, contract.level, points)
    active = r.setting.active
    makers = division_in_words(r, contract.level, score, made, mode, active - 1 - mode.friends)
    if is_typed(r, mode):
        makers = typed_in_words(r, undoubled_in_words(r, contract, points), score)
    won = [*makers, *[-score] * (active - len(makers))]
    amounts = settlement.amounts
    assert amounts == {player: amount if made else -amount for player, amount in enumerate(won, 1)}
    assert all(type(amount) is int or amount.denominator > 1 for amount in amounts.values())
    assert sum(amounts.values()) == 0
    total: Amount = 0
    account, *rounded = settlement.accounts
    assert {each.player: each.total for each in rounded} == rounded_in_words(r, mode, amounts, active)
    for step in account.steps:
        total = total * step.amount if step.effect == "times" else total + step.amount
        assert step.effect == "add" or step.amount == 2
    assert total == score == account.total >= 0


def rounded_in_words(
    r: mighty.Rules, mode: FriendCase, amounts: Mapping[int, Amount], active: int
) -> dict[int | None, Amount]:
    """Return the amounts of those whose exact shares were changed: the payment explains each of them."""
    if r.split not in ("whole", "own") or mode.friends == 0:
        return {}
    part = -Fraction(sum(list(amounts.values())[1 + mode.friends :]), 2 + mode.friends)
    if is_typed(r, mode):
        exact = {1: 2 * part, 2: part, 3: part}
        return {player: amounts[player] for player, share in exact.items() if amounts[player] != share}
    return {player: amounts[player] for player in range(1, 2 + mode.friends) if part.denominator > 1}


def check_every_payment(these: mighty.Rules, bids: Sequence[mighty.Bid]) -> None:
    """Every bid, way to have friends, number of points and magic card in the discards."""
    assert list_friend_cases(these)
    counts = FULL or {these.buried_mighty_double, these.buried_joker_double} != {"off"}
    buried_cards = BURIED if counts else (BURIED[0], BURIED[-1])
    for contract, mode, points, buried in product(
        bids, list_friend_cases(these), range(these.setting.points + 1), buried_cards
    ):
        check_payment(these, contract, mode, points, buried)


@pytest.mark.parametrize("preset", EVERY_PRESET)
def test_payment_of_every_result_of_every_preset(preset: str) -> None:
    these = rules(preset)
    check_every_payment(these, mighty.every_bid(these) if FULL else suit_and_no_trump(these))


@pytest.mark.parametrize(
    ("key", "value"), one_in(3, [(key, value) for key, rule in SCORE_RULES.items() for value in rule.choices])
)
def test_payment_of_every_result_under_every_choice(key: str, value: Any) -> None:
    preset = {"one_share": "double_six", "own": "double_six"}.get(value, "four_chicago" if key == "split" else "pagat")
    these = rules(preset, friend_by_player=preset != "double_six", **{key: value})
    check_every_payment(these, suit_and_no_trump(these))


UNEVEN = [preset for preset in EVERY_PRESET if "whole" in DECLARED["split"].list_choices(rules(preset))]


def test_two_to_one_is_uneven_with_four_and_with_more_than_five_who_play() -> None:
    assert {rules(preset).players for preset in UNEVEN} == {
        *("four", "four_chicago", "six_all", "seven_all"),
        *("double_six", "double_seven", "double_eight"),
    }


@given(st.sampled_from(UNEVEN), st.sampled_from(["whole", "one_share"]), st.data())
def test_shares_in_whole_numbers_are_whole_and_sum_to_zero(preset: str, split: str, data: st.DataObject) -> None:
    doubles = {key: data.draw(st.sampled_from(["off", "always"])) for key in ("no_trump_double", "bid_20_double")}
    made = data.draw(st.sampled_from(["B-M+1", "P-M", "2(B-M)+(P-B)"]))
    try:
        these = rules(preset, split=split, made=made, **doubles)
    except RuleError:
        reject()
    contract = data.draw(st.sampled_from(mighty.every_bid(these)))
    mode = data.draw(st.sampled_from(list_friend_cases(these)))
    points = data.draw(st.integers(0, these.setting.points))
    amounts = list(settle_outcome(these, contract, mode, points).amounts.values())
    assert sum(amounts) == 0
    assert all(type(amount) is int for amount in amounts)
    exact = settle_outcome(these.change(split="two_to_one"), contract, mode, points).amounts.values()
    friends = slice(1, 1 + mode.friends)
    if split == "whole":
        changes = [whole - part for whole, part in zip(amounts[friends], [*exact][friends], strict=True)]
        assert all(-Fraction(1, 2) <= change <= Fraction(1, 2) for change in changes)


def test_whole_numbers_are_those_of_the_chicago_table() -> None:
    table, whole = rules("four_chicago"), rules("four_chicago", split="whole")
    for contract, mode, points in product(mighty.every_bid(table), list_friend_cases(table), range(21)):
        printed = settle_outcome(table, contract, mode, points).amounts
        assert settle_outcome(whole, contract, mode, points).amounts == printed


@pytest.mark.parametrize("split", ["two_to_one", "even", "declarer_pays"])
def test_payment_of_every_result_of_four_with_each_split(split: str) -> None:
    these = rules("four", split=split)
    check_every_payment(these, suit_and_no_trump(these))


@given(
    st.sampled_from(EVERY_PRESET),
    st.lists(
        st.sampled_from(
            [
                "min_bid",
                "no_trump_bids",
                "highest_bid",
                "above_twenty",
                "all_pass",
                "no_friend",
                "secret_solo",
                *SCORE_RULES,
            ]
        ),
        max_size=5,
        unique=True,
    ),
    st.data(),
)
def test_payment_under_any_mixture_of_choices(preset: str, keys: list[str], data: st.DataObject) -> None:
    choices = {key: data.draw(st.sampled_from(list(DECLARED[key].choices))) for key in keys}
    try:
        these = rules(preset, **choices)
    except RuleError:
        reject()
    contract = data.draw(st.sampled_from(mighty.every_bid(these)))
    mode = data.draw(st.sampled_from(list_friend_cases(these)))
    points = data.draw(st.integers(0, these.setting.points))
    check_payment(these, contract, mode, points, data.draw(st.sampled_from(BURIED)))

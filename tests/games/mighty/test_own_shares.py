"""pagat, Six, seven or eight players (Chicago): a table of shares as a group typed it, for two packs."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.payment import compute_table_of_shares
from scorekeeper.house_rules import write_table
from scorekeeper.settlement import Amount
from tests.cases import for_each
from tests.games.mighty.paying import MODES, list_friend_cases, settle_outcome
from tests.games.mighty.play import bid, rules
from tests.tiers import examples

DEFENDERS = {"double_six": 3, "double_seven": 4, "double_eight": 5}
FIRST_HAS_MORE = {line: (line, 2 * line, 0) for line in range(1, 17)}
"""Shares of six players in which the first friend has two defenders' points, the second none."""


def table(**lines: tuple[int, ...] | None) -> str:
    """Return `FIRST_HAS_MORE` with other lines, by "line_3", or without them."""
    changed = {**FIRST_HAS_MORE, **{int(key.removeprefix("line_")): line for key, line in lines.items()}}
    return write_table({number: line for number, line in changed.items() if line is not None})


@for_each(
    ({}, "25S", "two cards", 25, [1, 2, 0, -1, -1, -1]),
    ({}, "30NT", "two cards", 33, [6, 12, 0, -6, -6, -6]),
    ({}, "30NT", "two cards", 29, [-6, -12, 0, 6, 6, 6]),  # the makers pay by the same line
    ({}, "40S", "two cards", 40, [16, 32, 0, -16, -16, -16]),
    ({"no_trump_double": "always"}, "30NT", "two cards", 29, [-12, -24, 0, 12, 12, 12]),  # the line is doubled
    ({"no_trump_bids": "opens_lower", "own_shares": table(line_17=(17, 17, 17))},
     "24NT", "two cards", 24, [1, 2, 0, -1, -1, -1]),
    ({"no_trump_bids": "opens_lower", "own_shares": table(line_17=(17, 17, 17))},
     "40NT", "two cards", 40, [17, 17, 17, -17, -17, -17]),
    ({}, "30NT", "two cards of one", 40, [16, 8, -6, -6, -6, -6]),  # one friend: the nearest whole numbers
    ({}, "30NT", "two cards alone", 30, [30, -6, -6, -6, -6, -6]),
    ({"own_shares": "none"}, "30NT", "two cards", 33, [10, 4, 4, -6, -6, -6]),
    ({"split": "two_to_one"}, "28NT", "two cards", 33, [6, 3, 3, -4, -4, -4]),
    ({"split": "whole"}, "30NT", "two cards", 33, [10, 4, 4, -6, -6, -6]),  # no table of another split
)  # fmt: skip
def test_two_friends_share_by_the_line_of_the_table(
    choices: dict[str, Any], contract: str, mode: str, points: int, amounts: list[Amount]
) -> None:
    these = rules("double_six", **{"split": "own", "own_shares": table(), **choices})
    assert list(settle_outcome(these, bid(contract), MODES[mode], points).amounts.values()) == amounts


@for_each(
    (table(line_3=None), "rules.shares_missing", {"line": 3, "highest": 16}),
    ("1: 1 1 1", "rules.shares_missing", {"line": 2, "highest": 16}),
    (table(line_17=(17, 17, 17)), "rules.shares_needless", {"line": 17, "highest": 16}),
    (table(line_4=(8, 2, 1)), "rules.shares_sum", {"line": 4, "sum": 11, "defenders": 3, "needed": 12}),
    (table(line_5=(8, 4, 4), line_9=(1, 1, 1)), "rules.shares_sum",
     {"line": 5, "sum": 16, "defenders": 3, "needed": 15}),
)  # fmt: skip
def test_a_table_that_nobody_can_pay_by_is_refused_with_its_line(typed: str, code: str, facts: dict[str, int]) -> None:
    these = rules("double_six", split="own")
    try:
        these.change(own_shares=typed)
    except RuleError as refused:
        (problem,) = refused.problems
        assert (problem.code, {fact: problem.facts[fact] for fact in facts}) == (code, facts)
    else:
        raise AssertionError(typed)


@given(st.sampled_from(sorted(DEFENDERS)), st.data())
@examples(100)
def test_payments_by_any_table_sum_to_zero(preset: str, data: st.DataObject) -> None:
    defenders, lines = DEFENDERS[preset], dict[int, tuple[int, ...]]()
    for line in range(1, 17):
        first = data.draw(st.integers(0, defenders * line))
        second = data.draw(st.integers(0, defenders * line - first))
        lines[line] = (defenders * line - first - second, first, second)
    doubled = data.draw(st.sampled_from(["off", "made", "always"]))
    these = rules(preset, split="own", own_shares=write_table(lines), run="captured", no_trump_double=doubled)
    contract, points = data.draw(st.sampled_from(mighty.every_bid(these))), data.draw(st.integers(0, 40))
    for mode in list_friend_cases(these):
        settlement = settle_outcome(these, contract, mode, points)
        amounts = list(settlement.amounts.values())
        assert sum(amounts) == 0
        assert all(type(amount) is int for amount in amounts)
        if mode.friends == 2:
            score = settlement.accounts[0].total
            times = score // (contract.level - 24) * (1 if points >= contract.level else -1)
            assert amounts[:3] == [share * times for share in lines[contract.level - 24]]


@for_each(preset=DEFENDERS, no_trump=["as_suits", "opens_lower"])
def test_the_computed_table_pays_as_no_table(preset: str, no_trump: str) -> None:
    whole = rules(preset, split="whole", no_trump_bids=no_trump)
    plain = whole.change(split="own")
    typed = plain.change(own_shares=compute_table_of_shares(plain))
    for contract in mighty.every_bid(plain):
        for mode in list_friend_cases(plain):
            for points in (contract.level - 1, contract.level):
                paid = [settle_outcome(these, contract, mode, points).amounts for these in (whole, plain, typed)]
                assert paid[0] == paid[1] == paid[2], (contract, mode, points)


def test_rules_that_were_kept_before_have_no_table() -> None:
    these = rules("double_six", split="whole")
    kept = {key: value for key, value in these.as_dict().items() if key != "own_shares"}
    assert mighty.Rules.read(kept) == these
    assert these.own_shares == "none"

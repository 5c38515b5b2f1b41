"""The rulebooks' own worked examples of what a hand pays, and of when a session is over."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.games import mighty
from tests.cases import for_each
from tests.games.mighty.play import TRUMP, bid, call, rules
from tests.games.mighty.rows import FORMS, Row
from tests.games.rulebooks import examples

MODES = {"card": "H2", "none_declared": "none", "secret_solo": "H2"}


def check_paid(preset: str, case: Mapping[str, Any], trump: str, players: int) -> None:
    """Check one payment: its score where the row has one, and everyone's amount."""
    these = rules(preset)
    assert case.get("min_bid", 13) == these.min_bid
    alone = case["expect"]["friend"] is None
    assert alone == (case["friend_mode"] in ("none_declared", "secret_solo"))
    contract = mighty.Contract(bid(f"{case['bid']}{trump}"), call(MODES[case["friend_mode"]]))
    outcome = mighty.Outcome(case["captured"], 1, None if alone else 2, tuple(range(2 if alone else 3, players + 1)))
    settlement = mighty.settle(these, contract, outcome)
    assert settlement.accounts[0].total == case.get("S", settlement.accounts[0].total)
    expected = case["expect"]
    friend = {} if alone else {2: expected["friend"]}
    defenders = dict.fromkeys(outcome.defenders, expected["each_defender"])
    assert settlement.amounts == {1: expected["declarer"], **friend, **defenders}


def payment(row: Row) -> None:
    """Rows without a trump suit of their own are played with any."""
    trumps = (row["trump"],) if "trump" in row else ("S", "H", "NT")
    for case in row.get("cases", (row,)):
        for trump in trumps:
            check_paid(row.preset, case, trump, row["players"])


def score(these: mighty.Rules, level: int, points: int) -> Any:
    """The score of a contract in hearts with a friend."""
    outcome = mighty.Outcome(points, 1, 2, (3, 4, 5))
    settlement = mighty.settle(these, mighty.Contract(mighty.Bid(level, TRUMP["H"]), call("card")), outcome)
    return settlement.accounts[0]


def is_back_run(these: mighty.Rules, level: int, points: int) -> bool:
    return "score.back_run" in [step.why.code for step in score(these, level, points).steps]


def back_run(row: Row) -> None:
    """The preset of the source, or its reinforced rule, for every bid and every number of points."""
    reinforced = row.preset == "base10" and "defenders_at_least" in row
    check_back_run(rules(row.preset, **({"back_run": "defenders_10"} if reinforced else {})), row)


def back_run_variants(row: Row) -> None:
    check_back_run(rules(back_run="defenders_10" if "defenders_at_least" in row else "short_by_10"), row)


def check_back_run(these: mighty.Rules, row: Row) -> None:
    limits: dict[str, Callable[[int, int, int], bool]] = {
        "defenders_at_least": lambda _level, points, limit: 20 - points >= limit,
        "team_at_most": lambda _level, points, limit: points <= limit,
        "short_by_at_least": lambda level, points, limit: level - points >= limit,
    }
    [word] = limits.keys() & row.keys()
    for level in range(13, 21):
        for points in range(21):
            assert is_back_run(these, level, points) == limits[word](level, points, row[word])
    for case in row.get("cases", ()):
        assert is_back_run(these, case["bid"], case["captured"]) == case["back_run"]


def formula(row: Row) -> None:
    """A formula with M = 13, under the preset that has it or as the choice of that name."""
    name = {"B-12": "B-M+1"}.get(row["formula"], row["formula"])
    players, preset = (row["players"], row["preset"]) if "players" in row else (5, None)
    assert players == 5
    these = rules("wikipedia_ja") if preset else rules(made=name)
    assert (these.made, preset) in ((name, None), (name, "japanese_wikipedia"))
    for case in row["cases"]:
        assert score(these, case["bid"], case.get("captured", case["bid"])).steps[0].amount == case["S"]


def prev_version(row: Row) -> None:
    """The former rules of pagat: "a failed contract was equal to the amount … would have won"."""
    these = rules(made="B-M+1", failed="as_made")
    for case in row["cases"]:
        assert score(these, case["bid"], max(case["bid"], 19)).steps[0].amount == case["S"]
        assert score(these, case["bid"], 12).total == case["S"]


def multiplier(row: Row) -> None:
    """Run a row about the multiplier without a friend, on the points above ten."""
    outcome = mighty.Outcome(15, 1, None, (2, 3, 4, 5))
    amounts = mighty.settle(rules("korean40"), mighty.Contract(bid("15H"), call("none")), outcome).amounts
    assert amounts[1] == row["declarer"] * 5
    assert {amounts[player] for player in (2, 3, 4, 5)} == {-row["defender"] * 5}


def bankroll(row: Row) -> None:
    assert rules(row.preset).bankroll == row["start"]


def game_end(row: Row) -> None:
    limit = row["end_at_most"]
    for least, over in ((limit + 1, False), (limit, True), (limit - 1, True)):
        assert (
            mighty.find_ending(rules(row.preset), mighty.Session(balances={1: 200 - least, 2: least})) is not None
        ) == over


def table_4p_chicago(row: Row) -> None:
    """The printed table, made and failed, whatever the trumps."""
    these = rules("four_chicago")
    assert [case["contract"] for case in row["rows"]] == sorted({one.level for one in mighty.every_bid(these)})
    for case in row["rows"]:
        figures = (case["declarer"], case["partner"], -case["each_defender"], -case["each_defender"])
        for trump, points, sign in (("H", case["contract"], 1), ("NT", 20, 1), ("H", case["contract"] - 1, -1)):
            contract = mighty.Contract(bid(f"{case['contract']}{trump}"), call("SA"))
            amounts = mighty.settle(these, contract, mighty.Outcome(points, 1, 2, (3, 4))).amounts
            assert tuple(amounts.values()) == tuple(sign * figure for figure in figures)


def double_deck_score(row: Row) -> None:
    for case in row["cases"]:
        contract = mighty.Contract(mighty.Bid(case["bid"], None), call("SA+HK"))
        for points, sign in ((40, -1), (0, 1)):
            outcome = mighty.Outcome(points, 1, 2, (4, 5, 6), second_friend=3)
            amounts = mighty.settle(rules("double_six"), contract, outcome).amounts
            assert {amounts[player] for player in (4, 5, 6)} == {sign * case["each_defender"]}


def score_of_six(row: Row) -> None:
    for case in row["cases"]:
        assert score(rules(FORMS[case["players"], None]), case["bid"], case["captured"]).total == case["S"]


RUNNERS: Mapping[str, Callable[[Row], None]] = {
    "payment": payment, "back_run": back_run, "back_run_variants": back_run_variants, "formula": formula,
    "prev_version": prev_version, "multiplier": multiplier, "table_4p_chicago": table_4p_chicago,
    "double_deck_score": double_deck_score, "6p_score": score_of_six, "bankroll": bankroll, "game_end": game_end,
}  # fmt: skip


@for_each(*examples("mighty", RUNNERS))
def test_example_of_the_score(words: dict[str, Any]) -> None:
    Row(words).run(RUNNERS)

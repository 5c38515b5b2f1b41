"""pagat, Scoring: what hands pay, clause by clause."""

from typing import Any

from scorekeeper.games import mighty
from scorekeeper.settlement import Settlement
from tests.cases import for_each
from tests.games.mighty.paying import MODES, build_outcome, list_friend_cases, settle_outcome
from tests.games.mighty.play import EVERY_PRESET, bid, call, missing_facts, rules


def steps(settlement: Settlement[int]) -> list[tuple[str, str, Any]]:
    assert not any(missing_facts(step.why) for step in settlement.accounts[0].steps)
    return [(step.why.code, step.effect, step.amount) for step in settlement.accounts[0].steps]


def test_payment_steps_tell_the_numbers_they_used() -> None:
    first, *_ = settle_outcome(rules(), bid("16H"), MODES["card"], 18).accounts[0].steps
    assert first.why.facts == {"bid": 16, "lowest": 13, "points": 18}


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

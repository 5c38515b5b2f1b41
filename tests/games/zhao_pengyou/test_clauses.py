"""Clauses of the rules, and the house rules of groups, by exposures, tricks and results.

`clauses` has the tables, `asking` the questions.
"""

from pathlib import Path

import pytest

from scorekeeper.games import zhao_pengyou as zpy
from tests.cases import for_each
from tests.games.clauses import find_wrong_answers, read_clauses
from tests.games.zhao_pengyou.asking import ask

CLAUSES = read_clauses(Path(__file__).parent / "clauses", zpy.PRESETS)


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_is_kept(clause: str) -> None:
    assert CLAUSES[clause]
    assert find_wrong_answers(ask, CLAUSES[clause]) == []


@for_each(these=dict.fromkeys(case.rules for case in CLAUSES["Bands of groups"]), players=[5, 8, 12])
def test_bands_leave_no_gap_and_do_not_overlap(these: zpy.Rules, players: int) -> None:
    lines = zpy.build_promotion_table(these, zpy.find_setting(these, players))
    totals = [total for line in lines for total in range(line.least, line.most + 1, 5)]
    assert totals == list(range(0, lines[-1].most + 1, 5))
    verdicts = [next(iter(line.verdicts.values())) for line in lines]
    signed = [{"makers": -1, None: 0, "defenders": 1}[each.side] * each.levels for each in verdicts]
    assert signed == sorted(signed)

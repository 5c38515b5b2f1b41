"""Clauses of the rules, and the house rules of groups, by bids, cards and payments.

`clauses` has the tables, `asking` the questions.
"""

from pathlib import Path

import pytest

from scorekeeper.games import mighty
from tests.games.clauses import find_wrong_answers, read_clauses
from tests.games.mighty.asking import ask

CLAUSES = read_clauses(Path(__file__).parent / "clauses", mighty.PRESETS)


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_is_kept(clause: str) -> None:
    assert CLAUSES[clause]
    assert find_wrong_answers(ask, CLAUSES[clause]) == []

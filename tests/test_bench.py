"""The benchmarks run without an error. Speeds depend on the machine and are not tested."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.bench.report import HEAD, Row, choose_page_rows

pytestmark = pytest.mark.programs

ROOT = Path(__file__).parent.parent
FIGURES = (
    *("CPU a tap", "taps a second", "CPU a message", "memory a quiet phone", "tap to the last", "idle CPU", "TERM"),
    *("longest stall", "reconnect", "first load", "one update", "largest board", "over HTTP", "in the bookkeeper"),
    *("Mighty:", "Zhao Pengyou:", "memory of a ledger", "opening an evening", "the score sheet of", "statistics of"),
    *("until the seats are shown", "first paint", "the chart of", "first page of"),
    *("on another process", "processes over PostgreSQL", "copy of"),
)


@pytest.mark.parametrize(
    ("scenarios", "figures"),
    [
        pytest.param((), FIGURES, marks=pytest.mark.full),
        (("books", "rules_zpy"), ("in the bookkeeper", "Zhao Pengyou:")),
    ],
    ids=["every scenario", "two scenarios"],
)
def test_a_quick_bench_prints_every_figure(scenarios: tuple[str, ...], figures: tuple[str, ...]) -> None:
    program = [sys.executable, "-m", "tools.bench", "--quick", *scenarios]
    bench = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert bench.returncode == 0, bench.stderr
    head, _, *rows = bench.stdout.splitlines()
    assert [cell.strip() for cell in head.strip("|").split("|")] == list(HEAD)
    assert [figure for figure in figures if not any(figure in row for row in rows)] == []


def test_the_page_begins_with_missed_goals_and_has_the_worst_of_a_kind() -> None:
    rows = [Row(f"a page of {hands} hands", hands, "ms", most=50) for hands in (10, 30, 20)]
    missed, without = Row("a tap", 2.0, "ms", most=1), Row("a page of no goal", 1.0, "ms")
    assert choose_page_rows([*rows, missed, without]) == [missed, rows[1], without]

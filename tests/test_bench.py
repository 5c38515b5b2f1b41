"""The bench measures without failing. How fast anything is depends on the machine, so that is not tested."""

import subprocess
import sys
from pathlib import Path

from tests.bench.report import HEAD

ROOT = Path(__file__).parent.parent


def test_a_quick_bench_prints_every_figure() -> None:
    bench = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--quick"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert bench.returncode == 0, bench.stderr
    head, *rows = bench.stdout.splitlines()
    assert head.split() == list(HEAD)
    for figure in ("over HTTP", "bookkeeper", "opening", "paint", "first load", "a second", "stall", "memory"):
        assert any(figure in row for row in rows), figure

"""Measure everything, or the scenarios that are named."""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.bench import browser, fanout, opening, recording, report, rules_mighty, rules_zpy, sizes, throughput, weight
from tests.bench.growth import scenario as growth

SCENARIOS: Mapping[str, Callable[[Path, sizes.Sizes], Iterator[report.Row]]] = {
    "http": recording.over_http,
    "books": recording.in_process,
    "opening": opening.scenario,
    "rules_mighty": rules_mighty.scenario,
    "rules_zpy": rules_zpy.scenario,
    "paint": browser.tap_to_paint,
    "weight": weight.scenario,
    "throughput": throughput.scenario,
    "fanout": fanout.scenario,
    "growth": growth,
}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("scenarios", nargs="*", choices=[*SCENARIOS, []], metavar="scenario", help=", ".join(SCENARIOS))
    parser.add_argument("--quick", action="store_true", help="a run of seconds, whose figures mean little")
    parser.add_argument("--markdown", action="store_true", help="print the table in Markdown")
    options = parser.parse_args()
    rows: list[report.Row] = []
    for name in options.scenarios or SCENARIOS:
        print(f"Measuring {name}", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
            rows += SCENARIOS[name](Path(folder), sizes.QUICK if options.quick else sizes.WHOLE)
    print((report.markdown if options.markdown else report.plain)(rows))


if __name__ == "__main__":
    main()

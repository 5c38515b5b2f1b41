"""Measure everything, or the scenarios that are named."""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from tests.bench import (
    boards,
    browser,
    crowd,
    fanout,
    opening,
    reconnecting,
    recording,
    report,
    rules_mighty,
    rules_zpy,
    sizes,
    stalls,
    taps,
    throughput,
    weight,
)
from tests.bench.servers import has_socketio

SCENARIOS: Mapping[str, Callable[[Path, sizes.Sizes], Iterator[report.Row]]] = {
    "taps": taps.scenario,
    "throughput": throughput.scenario,
    "fanout": fanout.scenario,
    "crowd": crowd.scenario,
    "stalls": stalls.scenario,
    "reconnecting": reconnecting.scenario,
    "weight": weight.scenario,
    "boards": boards.scenario,
    "paint": browser.tap_to_paint,
    "http": recording.over_http,
    "books": recording.in_process,
    "opening": opening.scenario,
    "rules_mighty": rules_mighty.scenario,
    "rules_zpy": rules_zpy.scenario,
}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("scenarios", nargs="*", type=chosen, metavar="scenario", help=", ".join(SCENARIOS))
    parser.add_argument("--quick", action="store_true", help="a run of seconds, whose figures mean little")
    options = parser.parse_args()
    if not has_socketio():
        print("Flask-SocketIO is not installed, and its column stays empty.", file=sys.stderr)
    rows: list[report.Row] = []
    for name in chain(*options.scenarios) if options.scenarios else SCENARIOS:
        print(f"Measuring {name}", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
            rows += SCENARIOS[name](Path(folder), sizes.QUICK if options.quick else sizes.WHOLE)
    print(report.table(rows))


def chosen(names: str) -> list[str]:
    """The scenarios that an argument names, with commas between them."""
    scenarios = names.split(",")
    if unknown := set(scenarios) - SCENARIOS.keys():
        raise argparse.ArgumentTypeError(f"there is no {min(unknown)!r}; there are {', '.join(SCENARIOS)}")
    return scenarios


if __name__ == "__main__":
    main()

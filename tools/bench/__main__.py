"""Measure everything, or the scenarios that are named."""

import argparse
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from scorekeeper.commands.serve import allow_many_files
from tools.bench import (
    boards,
    crowd,
    evening_pages,
    exports,
    fanout,
    first_pages,
    growth,
    reconnecting,
    recording,
    report,
    rules_mighty,
    rules_zpy,
    servers,
    several,
    sizes,
    slow_link,
    stalls,
    taps,
    throughput,
    weight,
)

SCENARIOS: Mapping[str, Callable[[Path, sizes.Sizes], Iterator[report.Row]]] = {
    "taps": taps.scenario,
    "throughput": throughput.scenario,
    "fanout": fanout.scenario,
    "crowd": crowd.scenario,
    "several": several.scenario,
    "copying": several.measure_copying,
    "stalls": stalls.scenario,
    "reconnecting": reconnecting.scenario,
    "weight": weight.scenario,
    "slow_link": slow_link.scenario,
    "boards": boards.scenario,
    "http": recording.measure_over_http,
    "books": recording.measure_in_process,
    "rules_mighty": rules_mighty.scenario,
    "rules_zpy": rules_zpy.scenario,
    "growth": growth.scenario,
    "evening_pages": evening_pages.scenario,
    "exports": exports.scenario,
    "first_pages": first_pages.scenario,
}


PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"


def main() -> None:
    """Run the scenarios and print the table; after a complete run, write it to docs/benchmarks.md too."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("scenarios", nargs="*", type=parse_scenarios, metavar="scenario", help=", ".join(SCENARIOS))
    parser.add_argument("--quick", action="store_true", help="a run of seconds, whose figures mean little")
    options = parser.parse_args()
    size = sizes.QUICK if options.quick else sizes.WHOLE
    if servers.SOCKETIO not in servers.list_kinds(size):
        print("Flask-SocketIO is left out: the run is a quick one, or it is not installed.", file=sys.stderr)
    allow_many_files()  # inherited by every process started from here
    rows: list[report.Row] = []
    failed: list[str] = []
    for name in chain(*options.scenarios) if options.scenarios else SCENARIOS:
        print(f"Measuring {name}", file=sys.stderr, flush=True)
        try:
            with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
                rows += SCENARIOS[name](Path(folder), size)
        except Exception:  # the figures of the other scenarios are kept
            traceback.print_exc()
            failed.append(name)
    print(report.format_table(rows))
    if not options.scenarios and not options.quick and not failed:
        write_page(report.format_table(report.choose_page_rows(rows)))
    if failed:
        parser.exit(1, f"Not measured, or in part: {', '.join(failed)}\n")


def write_page(table: str) -> None:
    """Write the table to docs/benchmarks.md."""
    before, begin, rest = PAGE.read_text(encoding="utf-8").partition("<!-- table -->\n")
    PAGE.write_text(
        f"{before}{begin}{table.rstrip()}\n<!-- end -->{rest.partition('<!-- end -->')[2]}", encoding="utf-8"
    )


def parse_scenarios(names: str) -> list[str]:
    """Return the scenarios in a comma-separated argument. Raises `ArgumentTypeError` for an unknown one."""
    scenarios = names.split(",")
    if unknown := set(scenarios) - SCENARIOS.keys():
        raise argparse.ArgumentTypeError(f"there is no {min(unknown)!r}; there are {', '.join(SCENARIOS)}")
    return scenarios


if __name__ == "__main__":
    main()

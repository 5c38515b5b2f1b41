"""Run every scenario, or the scenarios that are named, and say whether anything was lost."""

import argparse
import os
import secrets
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from tools.faults.report import Tally, format_markdown, format_plain, sum_tallies
from tools.faults.scenarios import ENDS, NAMES, plan_jobs, run_job
from tools.faults.server import PROCESSES


def main() -> None:
    """Print the table. Exit with 1 if anything was lost, half recorded or wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.faults", description=__doc__)
    parser.add_argument("scenarios", nargs="*", choices=[*NAMES, []], metavar="scenario", help=", ".join(NAMES))
    parser.add_argument(
        "--kills",
        type=int,
        default=1000,
        help="servers to kill, and a fifth as many commands [default: 1000]",
    )
    parser.add_argument("--seed", type=int, default=secrets.randbits(32), help="of the random instants")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="how many databases at once")
    parser.add_argument("--markdown", action="store_true", help="print the table in Markdown")
    options = parser.parse_args()
    print(f"Seed {options.seed}", file=sys.stderr, flush=True)
    tallies = run_all(tuple(options.scenarios) or NAMES, options.kills, options.seed, options.processes)
    whole = sum_tallies(tallies.values())
    print((format_markdown if options.markdown else format_plain)([*tallies.values(), whole]))
    print("\n".join([*whole.figures, *(text for _, text in whole.faults)]))
    sys.exit(bool(whole.faults))


def run_all(names: tuple[str, ...], kills: int, seed: int, processes: int) -> dict[str, Tally]:
    """Return the tally of each scenario. Scenarios that measure times run alone, after all others."""
    planned, began = list(plan_jobs(names, kills, seed)), time.monotonic()
    tallies = {job.name: Tally(job.what) for job in planned}
    with ProcessPoolExecutor(processes, mp_context=PROCESSES) as pool:
        running = {pool.submit(run_job, job): job for job in planned if job.name != "slow"}
        for future in as_completed(running):
            tallies[running[future].name].add(future.result())
            print_progress(tallies, future.result(), time.monotonic() - began)
        for job in planned:
            if job.name == "slow":
                tallies["slow"].add(pool.submit(run_job, job).result())
    return tallies


def print_progress(tallies: dict[str, Tally], latest: Tally, seconds: float) -> None:
    """Print one line of progress, and the faults of `latest`."""
    whole, ended = sum_tallies(tallies.values()), sum(tally.tried for name, tally in tallies.items() if name in ENDS)
    told = (
        f"{seconds:5.0f} s: {ended:,} servers and commands ended, {60 * ended / seconds:.0f} a minute",
        f"{whole.tried - ended} other troubles",
        f"{whole.acknowledged:,} actions acknowledged",
        f"{len(whole.faults)} faults",
    )
    print("\n".join([", ".join(told), *(text for _, text in latest.faults)]), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()

"""All scenarios as jobs, each with a database of its own."""

import asyncio
import os
import re
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests import loops
from tests.postgresql import PostgresqlServer as Postgresql
from tools.faults.cluster import Cluster, Fault
from tools.faults.commands import CommandKills
from tools.faults.kills import KILLS, STOP_CLEANLY, Kill
from tools.faults.report import Tally
from tools.faults.troubles import OF_ROOT, TROUBLES, measure_slow_connections

ENDS: dict[str, Kill | CommandKills] = {**KILLS, "stop": STOP_CLEANLY, "commands": CommandKills()}
NAMES = (*ENDS, *TROUBLES, *OF_ROOT, "slow")

A_DATABASE = 20
"""The most kills of servers over one database."""

ORPHANED = re.compile(
    r"Traceback [^\n]*\n(?: [^\n]*\n)*? [^\n]*"
    r"(?:spawn_main\n(?: [^\n]*\n)*EOFError: Ran out of input|recvfds\n(?: [^\n]*\n)*EOFError)\n"
)
"""The traceback of a process that was to check a file, or of the one that starts such processes: their server was
killed before they were given the file."""

SECONDS = 900
"""Seconds after which a job counts as hanging."""


class Job(NamedTuple):
    """A scenario, the seed of its random choices, and its number of repetitions."""

    name: str
    seed: int
    times: int = 1
    connections: int = 1000
    taps: int = 250
    pause: float = 0.1

    @property
    def what(self) -> str:
        """The description of the scenario."""
        if self.name == "slow":
            return f"{self.connections:,} connections that send a byte a second"
        return ENDS[self.name].what if self.name in ENDS else {**TROUBLES, **OF_ROOT}[self.name][0]


def plan_jobs(names: tuple[str, ...], kills: int, seed: int) -> Iterator[Job]:
    """Yield jobs with `kills` kills in all, and every other trouble a hundredth as often."""
    random = Random(seed)
    for name in names:
        if name in OF_ROOT and os.geteuid() != 0:
            continue
        times = round(kills * ENDS[name].share) if name in ENDS else 1 if name == "slow" else max(1, kills // 100)
        most = A_DATABASE if name in ENDS else 1
        for done in range(0, times, most):
            yield Job(name, random.getrandbits(32), min(most, times - done))


def run_job(job: Job) -> Tally:
    """Run a job and return its tally."""
    with ExitStack() as open_now:
        folder = open_now.enter_context(tempfile.TemporaryDirectory(prefix="scorekeeper-faults-"))
        shared = job.name in ENDS and ENDS[job.name].servers > 1
        cluster = Cluster(Path(folder), Random(job.seed), open_now.enter_context(Postgresql()) if shared else None)
        tally = Tally(job.what)
        try:
            loops.run(run_with_timeout(cluster, job, tally))
        except BaseExceptionGroup as group:
            cluster.faults += [each for each in group.exceptions if isinstance(each, Fault)] or [build_fault(group)]
        except Exception as error:
            cluster.faults.append(build_fault(error))
        finally:
            cluster.close()
        said = ORPHANED.sub("", cluster.read_log_file())
        if "Traceback" in said or "Fatal" in said or (cluster.faults and said):
            cluster.faults.append(Fault("wrong", f"the server said {said}"))
    tally.tried, tally.acknowledged = cluster.tried, cluster.acknowledged
    tally.faults = [(fault.kind, f"{job}: {fault}") for fault in cluster.faults]
    return tally


def build_fault(error: BaseException) -> Fault:
    """Return a fault for an unexpected exception."""
    return Fault("wrong", "".join(traceback.format_exception(error)))


async def run_with_timeout(cluster: Cluster, job: Job, tally: Tally) -> None:
    """Run the job's scenario within `SECONDS`."""
    async with asyncio.timeout(SECONDS):
        if job.name in ENDS:
            await ENDS[job.name].run(cluster, job.times)
        elif job.name == "slow":
            tally.figures.append(await measure_slow_connections(cluster, job.connections, job.taps, job.pause))
            cluster.tried += 1
        else:
            await {**TROUBLES, **OF_ROOT}[job.name][1](cluster)
            cluster.tried += 1

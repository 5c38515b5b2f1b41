"""A short run of each fault scenario: acknowledged actions are kept. `make faults` runs them a thousand times."""

import asyncio
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests import loops
from tests.tiers import one_in
from tools.bench.wire import Answer
from tools.faults.cluster import Cluster
from tools.faults.kills import KILLS
from tools.faults.scenarios import Job, run_job
from tools.faults.troubles import TROUBLES

pytestmark = pytest.mark.programs


@pytest.mark.parametrize("name", one_in(3, (*KILLS, "stop", *TROUBLES, "slow")))
def test_nothing_is_lost(name: str) -> None:
    tally = run_job(Job(name, seed=1, connections=50, taps=20, pause=0))
    assert tally.faults == []
    assert tally.tried
    assert tally.acknowledged


def test_no_command_leaves_half_a_file() -> None:
    tally = run_job(Job("commands", seed=1, times=4))
    assert (tally.tried, tally.faults) == (4, [])


def test_a_request_refused_while_the_trouble_ends_is_repeated(tmp_path: Path) -> None:
    statuses = [503, 200]

    async def answer_late(_port: int) -> Answer:
        cluster.retry_refused()
        return Answer(statuses.pop(0), b"", b"")

    async def ask() -> Answer:
        async with asyncio.timeout(10):
            return await cluster.ask_until_answered(answer_late)

    with closing(Cluster(tmp_path, Random(1))) as cluster:
        cluster.start_server()
        assert loops.run(ask()).status == 200

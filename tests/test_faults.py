"""A short run of each fault scenario: acknowledged actions are kept. `make faults` runs them a thousand times."""

import pytest

from tests.tiers import one_in
from tools.faults.kills import KILLS
from tools.faults.scenarios import Job, run_job
from tools.faults.troubles import TROUBLES

pytestmark = pytest.mark.programs


@pytest.mark.parametrize("name", one_in(2, (*KILLS, "stop", *TROUBLES, "slow")))
def test_nothing_is_lost(name: str) -> None:
    tally = run_job(Job(name, seed=1, connections=50, taps=20, pause=0))
    assert tally.faults == []
    assert tally.tried
    assert tally.acknowledged

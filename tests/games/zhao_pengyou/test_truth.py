"""What really happened is never refused, however little of it is written down, and comes to what it really came to."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games import zhao_pengyou as zpy
from tests.games.zhao_pengyou.scribe import Scribe
from tests.games.zhao_pengyou.test_properties import rulesets
from tests.games.zhao_pengyou.truth import Truth

SCRIBES = 3


@given(rulesets(), st.integers(5, 12), st.integers(0, 1_000_000))
@settings(max_examples=60, deadline=None)
def test_the_truth_is_never_refused(rules: zpy.Rules, players: int, seed: int) -> None:
    truth = Truth(rules, players, Random(seed))
    for scribe in range(SCRIBES):
        check_scribe(truth, Scribe(truth, Random(f"{seed} {scribe}")))


def check_scribe(truth: Truth, scribe: Scribe) -> None:
    """Everyone's level is that of the real hand, and so is the next session."""
    scribe.whole()
    settled, real = scribe.hand.promotions, truth.promotions
    assert settled
    assert (settled.total, settled.verdict.side, settled.verdict.levels) == (
        real.total,
        real.verdict.side,
        real.verdict.levels,
    )
    assert {player: promoted.after for player, promoted in settled.players.items()} == {
        player: promoted.after for player, promoted in real.players.items()
    }

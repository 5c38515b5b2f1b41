"""A real hand is never refused, however little is written down, and gives the same result when recorded in part."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import zhao_pengyou as zpy
from tests.games.zhao_pengyou.note_taker import NoteTaker
from tests.games.zhao_pengyou.real_hand import RealHand
from tests.games.zhao_pengyou.test_properties import rulesets
from tests.tiers import examples

NOTE_TAKERS = 3


@given(rulesets(), st.integers(5, 12), st.integers(0, 1_000_000))
@examples(60)
def test_what_really_happened_is_never_refused(rules: zpy.Rules, players: int, seed: int) -> None:
    real_hand = RealHand(rules, players, Random(seed))
    for number in range(NOTE_TAKERS):
        check_notes(real_hand, NoteTaker(real_hand, Random(f"{seed} {number}")))


def check_notes(real_hand: RealHand, note_taker: NoteTaker) -> None:
    """Check that recording the hand in part gives its real verdict and everyone's real level."""
    note_taker.record_hand()
    settled, real = note_taker.hand.promotions, real_hand.promotions
    assert settled
    assert (settled.total, settled.verdict.side, settled.verdict.levels) == (
        real.total,
        real.verdict.side,
        real.verdict.levels,
    )
    assert {player: promoted.after for player, promoted in settled.players.items()} == {
        player: promoted.after for player, promoted in real.players.items()
    }

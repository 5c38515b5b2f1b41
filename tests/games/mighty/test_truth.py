"""Nothing true is refused, however much or little of a hand is written down, and it is paid as it was played.

The hands are real ones, in every preset and with house rules flipped: somebody plays out of suit here and there.
"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import mighty
from tests.games.mighty.play import EVERY_PRESET
from tests.games.mighty.scorers import Scorer
from tests.games.mighty.true_hands import random_truth
from tests.tiers import examples


@pytest.mark.parametrize("preset", EVERY_PRESET)
@examples(15)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_written_down_of_a_hand_it_is_paid_as_it_was_played(preset: str, seed: int) -> None:
    check_records(preset, seed)


@pytest.mark.parametrize(
    ("preset", "seed"),
    [
        ("base10_seven_sit_out", 168),  # a fine for a redeal, and a made contract
        ("double_seven", 56159977),  # the same with two packs
        ("dongsin", 30),  # a claim answered where nobody may bid no-trump
    ],
)
def test_hands_that_were_found_by_chance(preset: str, seed: int) -> None:
    check_records(preset, seed)


def check_records(preset: str, seed: int) -> None:
    """Write a random hand down three times, and check that each record is paid as the hand was played."""
    random = Random(seed)
    truth = random_truth(preset, random)
    for _ in range(3):
        hand = Scorer(truth, random).write_down()
        assert hand.settlement == truth.settlement
        assert {offence.player for offence in hand.offences} <= truth.guilty
        if hand.rules.next_dealer == "joker_holder":
            assert mighty.advance_session(hand).begins == truth.joker_holder

"""Every set of house rules, by what people who play it say: sentences of its source as exposures, tricks and results.

The sentences are in the tables of `sets`, one for each source; `asking` has the questions.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from scorekeeper.games import zhao_pengyou as zpy
from tests.games.sayings import find_wrong, list_unheard, read_sayings
from tests.games.zhao_pengyou.asking import ask

SAID = read_sayings(Path(__file__).parent / "sets", zpy.PRESETS)

WITHOUT_EFFECT: Mapping[str, tuple[str, ...]] = {
    # what a set has otherwise than the main text, and nobody at its table would notice
    "shengji": ("kitty", "must_play_by"),  # as near to six; defenders at the ace stop there in any case
    "shengji_two_packs": ("must_play_by",),
    "finding_friends": ("must_play_by", "ace_passes"),  # either leaves the ace to the trump maker
    "five_falling_levels": ("ace_passes",),
}


@pytest.mark.parametrize("key", zpy.PRESETS)
def test_each_set_answers_as_its_source(key: str) -> None:
    these = zpy.PRESETS[key].rules
    assert these.check() == ()
    assert SAID[key]
    assert find_wrong(ask, these, SAID[key]) == []


@pytest.mark.parametrize("key", zpy.PRESETS)
def test_every_choice_of_a_set_is_heard_in_its_sentences(key: str) -> None:
    """Put back to the main text, each house rule that a set has otherwise would give another answer."""
    unheard = list_unheard(ask, zpy.PRESETS[key].rules, SAID[key])
    assert [rule for rule in unheard if rule not in WITHOUT_EFFECT.get(key, ())] == []

"""Every set of house rules, by what people who play it say: sentences of its source as bids, hands and payments.

The sentences are in the tables of `sets`, one for each source; `asking` has the questions.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from scorekeeper.games import mighty
from tests.games.mighty.asking import ask
from tests.games.sayings import find_wrong, list_unheard, read_sayings

SAID = read_sayings(Path(__file__).parent / "sets", mighty.PRESETS)

WITHOUT_EFFECT: Mapping[str, str] = {
    # what a set has otherwise than the main text, and nobody at its table would notice
    "trump_first_lead": "wikipedia_ja standard snucse sinchon daegu_city gwangju_city jeju busan gwanak daejeon "
    "korean40_three gibon",  # of hands that have a card besides, the joker and the mighty, or never nothing else
    "no_friend_double": "double_six double_seven double_eight",  # nobody announces it
    "redeal_limit": "daegu gwangju dongsin sungkyunkwan standard snucse sinchon daegu_city gwangju_city "
    "gyeonggi_province jeju busan gwanak daejeon",  # hands count whole numbers
    "redeal_ten": "daegu gwangju dongsin sungkyunkwan standard snucse sinchon daegu_city gwangju_city "
    "gyeonggi_province jeju busan gwanak daejeon",  # one counts too much either way, or is a redeal
    "raise_suit_to_no_trump": "dongsin yonsei",  # nobody plays without trumps
    "no_trump_double": "dongsin yonsei",
    "raise_near_twenty": "dongsin sungkyunkwan",  # a change costs one or nothing
    "twenty_closes": "standard gwangju_city gyeonggi_province jeju busan gwanak daejeon",  # nothing is above a 20
}


@pytest.mark.parametrize("key", mighty.PRESETS)
def test_each_set_answers_as_its_source(key: str) -> None:
    these = mighty.PRESETS[key].rules
    assert these.check() == ()
    assert SAID[key]
    assert find_wrong(ask, these, SAID[key]) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("key", mighty.PRESETS)
def test_every_choice_of_a_set_is_heard_in_its_sentences(key: str) -> None:
    """Put back to the main text, each house rule that a set has otherwise would give another answer."""
    unheard = list_unheard(ask, mighty.PRESETS[key].rules, SAID[key])
    assert [rule for rule in unheard if key not in WITHOUT_EFFECT.get(rule, "").split()] == []


def test_a_family_has_one_set_for_each_number_but_three_for_six_and_for_seven() -> None:
    counts: dict[str, list[int]] = {}
    for preset in mighty.PRESETS.values():
        if preset.family:
            counts.setdefault(preset.family, []).append(preset.rules.setting.table)
    assert {family: sorted(each) for family, each in counts.items()} == {
        "pagat": [3, 4, 5, 6, 6, 6, 7, 7, 7],
        "base10": [3, 4, 5, 6, 6, 6, 7, 7, 7],
        "korean40": [3, 4, 5, 6, 6, 6, 7, 7, 7],
    }

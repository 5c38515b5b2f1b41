"""Hands of Mighty as taps."""

import re
from collections.abc import Sequence

from scorekeeper.games import mighty
from tests.web.phones import Fields

HANGUL = re.compile("[가-힣]")

Step = tuple[str, Fields]
"""A form of the dock and what it holds."""

PEOPLE = ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay", "Gil", "Hye")


def people_of(preset: str) -> tuple[str, ...]:
    """Return as many names as a hand of this preset is dealt to."""
    return PEOPLE[: mighty.PRESETS[preset].rules.setting.table]


DEALT: Sequence[Step] = [("start_hand", {})]


def bid_steps(*said: str) -> list[Step]:
    """Return the calls of the players in turn, such as "14H" or "-" for a pass; Ana is first."""
    steps, turns = list(DEALT), list(range(1, 6))
    for call in said:
        player = turns.pop(0)
        if call == "-":
            steps.append(("pass", {"player": player}))
        else:
            steps.append(("place_bid", {"player": player, "level": call[:2], "trump": call[2:]}))
            turns.append(player)
    return steps


CONTRACT: Sequence[Step] = [*DEALT, ("enter_contract", {"declarer": 1, "level": 16, "trump": "H"})]
WITH_KITTY: Sequence[Step] = [*CONTRACT, ("take_kitty", {})]
PLAY: Sequence[Step] = [*CONTRACT, ("call_friend", {"call": "card", "card": "SA"})]

HAND = [f"{suit}{rank}" for suit in "CD" for rank in range(2, 7)]
GOOD = [f"{suit}{rank}" for suit in "SH" for rank in "AKQJ9"]
POOR = ["C2", "C3", "C4", "C6", "C8", "D2", "D5", "D7", "H9", "S10"]
"""Worth ½."""

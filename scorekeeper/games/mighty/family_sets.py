"""Two Korean ways to play with three, four, six and seven: what the number changes in the set for five.

The numbers are those of Korean groups (docs/rules.md, groups, Sets for other numbers).
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scorekeeper.games.mighty.rules import Rules
from scorekeeper.house_rules import Preset
from scorekeeper.messages import N_

SITTING_OUT = {"first_bidder": "previous_declarer", "next_dealer": "rotate", "redeal_dealer": "same"}
"""The changes in a set for five under which the dealer gets no cards."""

NUMBERS: Mapping[str, Mapping[str, object]] = {
    "three": {
        "min_bid": 12,
        "next_dealer": "joker_holder",
        "friend_by_card": False,
        "friend_by_first_trick": False,
        "no_friend_double": "off",
    },
    "four": {"min_bid": 14, "split": "even"},
    "six_sit_out": SITTING_OUT,
    "six_drop": {},
    "six_all": {"split": "one_share"},
    "seven_drop": {},
    "seven_sit_out": SITTING_OUT,
    "seven_all": {"split": "one_share"},
}
"""By the house rule `players`: what it changes in a set for five. The first for a number is the usual one."""

LABELS: Mapping[str, Mapping[str, str]] = {
    "base10": {
        "three": N_("Korean, points above ten, three players"),
        "four": N_("Korean, points above ten, four players"),
        "six_sit_out": N_("Korean, points above ten, six, one sits out"),
        "six_drop": N_("Korean, points above ten, six, one drops out"),
        "six_all": N_("Korean, points above ten, six, all play"),
        "seven_drop": N_("Korean, points above ten, seven, two drop out"),
        "seven_sit_out": N_("Korean, points above ten, seven, two sit out"),
        "seven_all": N_("Korean, points above ten, seven, all play"),
    },
    "korean40": {
        "three": N_("Korean, 40-point bankroll, three players"),
        "four": N_("Korean, 40-point bankroll, four players"),
        "six_sit_out": N_("Korean, 40-point bankroll, six, one sits out"),
        "six_drop": N_("Korean, 40-point bankroll, six, one drops out"),
        "six_all": N_("Korean, 40-point bankroll, six, all play"),
        "seven_drop": N_("Korean, 40-point bankroll, seven, two drop out"),
        "seven_sit_out": N_("Korean, 40-point bankroll, seven, two sit out"),
        "seven_all": N_("Korean, 40-point bankroll, seven, all play"),
    },
}
"""The names of the sets, by the set for five and the house rule `players`."""


def list_kin(family: str, rules: Rules, about: Mapping[str, str]) -> Iterator[Preset[Rules]]:
    """Yield the sets for other numbers of the family whose set for five has `rules`; `about` tells each number."""
    for players, label in LABELS[family].items():
        changed = replace(rules, players=players, **NUMBERS[players])  # type: ignore[arg-type]  # a choice of it
        source = f"{family}; groups, Sets for other numbers"
        yield Preset(f"{family}_{players}", label, changed, source, about[players], family=family)

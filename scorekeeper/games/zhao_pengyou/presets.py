"""The documented ways to play, as house rules that differ from pagat's main text."""

from collections.abc import Mapping

from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.house_rules import Preset
from scorekeeper.messages import N_

PAGAT = Rules()

ACTIVE_PASSIVE = Rules(levels="active_passive")

JOKER_LAPS = Rules(
    making_trumps="predetermined",
    nobody_made_trumps="kitty_decides",
    failed_throw="hand_lost",
    end="joker_lap",
)

PRESETS: Mapping[str, Preset[Rules]] = {
    preset.key: preset
    for preset in (
        Preset(
            "pagat",
            N_("International (pagat.com)"),
            PAGAT,
            "pagat",
            N_("Every player has a level, and anyone makes trumps."),
        ),
        Preset(
            "active_passive",
            N_("Active and passive"),
            ACTIVE_PASSIVE,
            "pagat, Variations: Active and Passive Scores",
            N_("The older scoring: only the winners of the last hand make trumps."),
        ),
        Preset(
            "joker_laps",
            N_("Laps to the joker"),
            JOKER_LAPS,
            "pagat, Variations: Scoring",
            N_("Rick Heli’s version: the last hand decides who is trump maker, and the levels go round."),
        ),
    )
}
"""The presets by key, in the order in which the setup offers them."""

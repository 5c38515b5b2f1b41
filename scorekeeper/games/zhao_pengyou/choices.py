"""What the house rules of Zhao Pengyou can be set to, and how each choice is called."""

from collections.abc import Mapping
from functools import partial
from typing import Literal

from scorekeeper.house_rules import house_rule
from scorekeeper.messages import N_

BLOCKS: Mapping[str, str] = {
    "setting": N_("Cards and deal"),
    "trumps": N_("Making trumps"),
    "call": N_("Friend calls"),
    "play": N_("Play"),
    "throw": N_("Throws"),
    "result": N_("Result"),
    "levels": N_("Levels"),
}
"""The sections of the house rules, in order."""

MakingTrumps = Literal["overcall", "first_is_final", "active_ranks", "predetermined"]

setting_rule = partial(house_rule, block="setting")
trumps_rule = partial(house_rule, block="trumps")
call_rule = partial(house_rule, block="call")
play_rule = partial(house_rule, block="play")
throw_rule = partial(house_rule, block="throw")
result_rule = partial(house_rule, block="result")
levels_rule = partial(house_rule, block="levels")

PACKS_LABELS: Mapping[str, str] = {
    "table": N_("two for 5–7 players, three for 8–11, four for 12"),
    "three_for_seven": N_("three for 7 players too"),
}

JOKERS_LABELS: Mapping[str, str] = {
    "table": N_("as the cards must come out even; 5 players use all four"),
    "kitty_of_six": N_("so that the kitty always has six cards"),
    "one_of_each_per_pack": N_("a red and a black one for each pack"),
}

STARTER_LABELS: Mapping[str, str] = {
    "previous_trump_maker": N_("the last trump maker, if still active"),
    "rotate_right": N_("the next to the right"),
}

MAKING_TRUMPS_LABELS: Mapping[str, str] = {
    "overcall": N_("by exposing cards of one’s own level; more identical cards overcall"),
    "first_is_final": N_("by exposing cards of one’s own level; the first are final"),
    "active_ranks": N_("by exposing cards of any active player’s level"),
    "predetermined": N_("the last hand decides who; anyone shows which suit"),
}

NOBODY_MADE_TRUMPS_LABELS: Mapping[str, str] = {
    "redeal": N_("the cards are dealt again"),
    "kitty_decides": N_("the kitty is turned up and decides"),
}

FOLLOW_LABELS: Mapping[str, str] = {
    "sets_only": N_("sets as large as those led, while the suit has them"),
    "subset_pattern": N_("as much of the pattern led as the suit has"),
}

FAILED_THROW_LABELS: Mapping[str, str] = {
    "withdraw": N_("the rest is withdrawn, at 10 points a card"),
    "hand_ends": N_("the play ends and the other side wins one level"),
    "cards_to_opponents": N_("the play ends and all cards left go to the other side"),
    "hand_lost": N_("the leader’s side loses the hand; the others rise one level"),
    "penalty_points": N_("the leader owes two levels, each team mate one"),
}

AFTER_FAILED_THROW_LABELS: Mapping[str, str] = {
    "ends": N_("is over"),
    "goes_on": N_("goes on with the part that was beaten"),
}

LEVELS_LABELS: Mapping[str, str] = {
    "plain": N_("levels only"),
    "active_passive": N_("levels, and players active or passive"),
}

END_LABELS: Mapping[str, str] = {
    "above_ace": N_("when someone rises above the ace"),
    "joker_lap": N_("never: after the ace come the joker and another lap"),
}

"""The house rules of Zhao Pengyou. Their defaults are the main text of pagat, which is pagat.com's page on the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from scorekeeper.house_rules import Ruleset, house_rule, needs
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

setting_rule = partial(house_rule, block="setting")
trumps_rule = partial(house_rule, block="trumps")
call_rule = partial(house_rule, block="call")
play_rule = partial(house_rule, block="play")
throw_rule = partial(house_rule, block="throw")
result_rule = partial(house_rule, block="result")
levels_rule = partial(house_rule, block="levels")


def exposing_alone_makes_trumps(rules: "Rules") -> bool:
    """Return whether only exposing makes trumps though levels reach the joker, at which nobody can expose."""
    exposing = rules.making_trumps != "predetermined" and rules.nobody_made_trumps == "redeal"
    return rules.end == "joker_lap" and exposing


@dataclass(frozen=True, slots=True)
class Rules(Ruleset):
    """The house rules of a table, each an attribute: ``rules.making_trumps``."""

    packs: Literal["table", "three_for_seven"] = setting_rule(
        "table",
        {
            "table": N_("two for 5–7 players, three for 8–11, four for 12"),
            "three_for_seven": N_("three for 7 players too"),
        },
        N_("Packs"),
        source="pagat, The Players and Cards; pagat, Variations: Number of Cards and Size of Kitty",
        only={"three_for_seven": needs("rules.three_packs_without_jokers", jokers=("one_of_each_per_pack",))},
        sentence=N_("The packs: {choice}."),
    )
    jokers: Literal["table", "kitty_of_six", "one_of_each_per_pack"] = setting_rule(
        "table",
        {
            "table": N_("as the cards must come out even; 5 players use all four"),
            "kitty_of_six": N_("so that the kitty always has six cards"),
            "one_of_each_per_pack": N_("a red and a black one for each pack"),
        },
        N_("Jokers"),
        source="pagat, The Players and Cards; pagat, Variations: Number of Cards and Size of Kitty",
        help=N_("With one of each for every pack the kitty is as near to six cards as equal hands allow."),
        sentence=N_("Jokers: {choice}."),
    )
    starter: Literal["previous_trump_maker", "rotate_right"] = setting_rule(
        "previous_trump_maker",
        {
            "previous_trump_maker": N_("the last trump maker, if still active"),
            "rotate_right": N_("the next to the right"),
        },
        N_("The first card of a deal is taken by"),
        source="pagat, The Scores, the Deal and Making Trumps; pagat, Variations: Deal",
        sentence=N_("The first card of a deal is taken by {choice}."),
    )

    making_trumps: Literal["overcall", "first_is_final", "active_ranks", "predetermined"] = trumps_rule(
        "overcall",
        {
            "overcall": N_("by showing cards of one’s own level; more identical cards overcall"),
            "first_is_final": N_("by showing cards of one’s own level; the first are final"),
            "active_ranks": N_("by showing cards of any active player’s level"),
            "predetermined": N_("the last hand decides who; anyone shows which suit"),
        },
        N_("Trumps are made"),
        source="pagat, The Scores, the Deal and Making Trumps; pagat, Variations: Making trumps; "
        "pagat, Variations: Scoring",
        sentence={
            "overcall": N_("Trumps are made by showing cards of one’s own level; more identical cards overcall."),
            "first_is_final": N_("Trumps are made by showing cards of one’s own level; the first are final."),
            "active_ranks": N_("Trumps are made by showing cards of any active player’s level."),
            "predetermined": N_("The last hand decides who is trump maker; anyone may show the suit."),
        },
    )
    nobody_made_trumps: Literal["redeal", "kitty_decides"] = trumps_rule(
        "redeal",
        {
            "redeal": N_("the cards are dealt again"),
            "kitty_decides": N_("the kitty is turned up and decides"),
        },
        N_("When nobody makes trumps"),
        source="pagat, The Scores, the Deal and Making Trumps; pagat, Variations: Scoring",
        sentence=N_("When nobody makes trumps, {choice}."),
    )

    call_the_other: bool = call_rule(
        False,
        None,
        N_("The trump maker may call “the other” copy"),
        source="pagat, Variations: Calling",
        help=N_("With two packs, of a card that the trump maker holds once."),
        sentence={True: N_("With two packs the trump maker may call “the other” copy of a card held once.")},
    )

    follow: Literal["sets_only", "subset_pattern"] = play_rule(
        "sets_only",
        {
            "sets_only": N_("sets as large as those led, while the suit has them"),
            "subset_pattern": N_("as much of the pattern led as the suit has"),
        },
        N_("Sets and sequences are followed with"),
        source="pagat, Leading a Set of Identical Cards; pagat, Leading a Sequence of Sets; pagat, Variations: Play",
        sentence={
            "sets_only": N_(
                "Sets and sequences are followed with sets as large as those led, while the suit has them."
            ),
            "subset_pattern": N_("Sets and sequences are followed with as much of the pattern led as the suit has."),
        },
    )
    tractors_above_ace: bool = play_rule(
        False,
        None,
        N_("Sequences of trumps go on above the ace"),
        source="pagat, Leading a Sequence of Sets; pagat, Variations: Play",
        help=N_("By way of the trump rank in other suits, the trump rank in trumps, black and red jokers."),
        sentence={
            True: N_(
                "Sequences of trumps go on above the ace: the trump rank of other suits, then of trumps, black joker, "
                "red joker."
            )
        },
    )
    four_beats_tractor: bool = play_rule(
        False, None, N_("Four identical cards beat a sequence of two pairs"), source="pagat, Variations: Play"
    )

    even_throws: bool = throw_rule(
        False, None, N_("A throw has the same number of cards of each rank"), source="pagat, Variations: Play"
    )
    failed_throw: Literal["withdraw", "hand_ends", "cards_to_opponents", "hand_lost", "penalty_points"] = throw_rule(
        "withdraw",
        {
            "withdraw": N_("the rest is withdrawn, at 10 points a card"),
            "hand_ends": N_("the play ends and the other side wins one level"),
            "cards_to_opponents": N_("the play ends and all cards left go to the other side"),
            "hand_lost": N_("the leader’s side loses the hand; the others rise one level"),
            "penalty_points": N_("the leader owes two levels, each team mate one"),
        },
        N_("When a throw is beaten"),
        source="pagat, Leading a Group of Top Cards; pagat, Variations: Play; pagat, Variations: Scoring",
        sentence=N_("When a throw is beaten, {choice}."),
    )
    after_failed_throw: Literal["ends", "goes_on"] = throw_rule(
        "ends",
        {
            "ends": N_("is over"),
            "goes_on": N_("goes on with the part that was beaten"),
        },
        N_("After a beaten throw the play"),
        source="pagat, Variations: Scoring",
        when={"failed_throw": ("hand_ends", "hand_lost", "penalty_points")},
        sentence=N_("After a beaten throw the play {choice}."),
    )

    kitty_multiplier: int = result_rule(
        2,
        {1: N_("once"), 2: N_("twice"), 3: N_("three times"), 4: N_("four times")},
        N_("Points in the kitty count for the defenders"),
        source="pagat, The Scoring",
        help=N_("When the defenders win the last trick."),
        sentence=N_("When the defenders win the last trick, points in the kitty count for them {choice}."),
    )

    levels: Literal["plain", "active_passive"] = levels_rule(
        "plain",
        {
            "plain": N_("levels only"),
            "active_passive": N_("levels, and players active or passive"),
        },
        N_("Players have"),
        source="pagat, The Scoring; pagat, Variations: Active and Passive Scores",
        help=N_("Only active players make trumps. A passive one spends the first level won on becoming active."),
        sentence={
            "plain": N_("Players have levels, and everyone may make trumps."),
            "active_passive": N_(
                "Only active players make trumps; a passive one spends the first level won on becoming active."
            ),
        },
    )
    end: Literal["above_ace", "joker_lap"] = levels_rule(
        "above_ace",
        {
            "above_ace": N_("when someone rises above the ace"),
            "joker_lap": N_("never: after the ace come the joker and another lap"),
        },
        N_("The game ends"),
        source="pagat, The Scoring; pagat, Variations: Scoring",
        never={"rules.joker_level_makes_no_trumps": exposing_alone_makes_trumps},
        sentence={
            "above_ace": N_("The game ends when someone rises above the ace."),
            "joker_lap": N_("The game has no end: after the ace come the joker and another lap."),
        },
    )
    skip_low: bool = levels_rule(
        False,
        None,
        N_("After the first lap levels begin at ten"),
        source="pagat, Variations: Scoring",
        when={"end": ("joker_lap",)},
    )

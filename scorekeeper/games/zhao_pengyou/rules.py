"""The house rules of Zhao Pengyou. Their defaults are the main text of S2, which is pagat.com's page on the game."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.zhao_pengyou.choices import (
    AFTER_FAILED_THROW_LABELS,
    END_LABELS,
    FAILED_THROW_LABELS,
    FOLLOW_LABELS,
    JOKERS_LABELS,
    LEVELS_LABELS,
    MAKING_TRUMPS_LABELS,
    NOBODY_MADE_TRUMPS_LABELS,
    PACKS_LABELS,
    STARTER_LABELS,
    MakingTrumps,
    call_rule,
    levels_rule,
    play_rule,
    result_rule,
    setting_rule,
    throw_rule,
    trumps_rule,
)
from scorekeeper.games.zhao_pengyou.penalties import THROW_PENALTIES, FailedThrow, ThrowPenalty
from scorekeeper.house_rules import Ruleset
from scorekeeper.messages import N_


@dataclass(frozen=True, slots=True)
class Rules(Ruleset):
    """Every house rule of a table, as attributes: ``rules.making_trumps``."""

    packs: Literal["table", "three_for_seven"] = setting_rule(
        "table",
        PACKS_LABELS,
        N_("Packs"),
        source="S2, The Players and Cards; S2, Variations: Number of Cards and Size of Kitty",
    )
    jokers: Literal["table", "kitty_of_six", "one_of_each_per_pack"] = setting_rule(
        "table",
        JOKERS_LABELS,
        N_("Jokers"),
        source="S2, The Players and Cards; S2, Variations: Number of Cards and Size of Kitty",
        help=N_("With one of each for every pack the kitty is as near to six cards as equal hands allow."),
    )
    starter: Literal["previous_trump_maker", "rotate_right"] = setting_rule(
        "previous_trump_maker",
        STARTER_LABELS,
        N_("The first card of a deal is taken by"),
        source="S2, The Scores, the Deal and Making Trumps; S2, Variations: Deal",
    )

    making_trumps: MakingTrumps = trumps_rule(
        "overcall",
        MAKING_TRUMPS_LABELS,
        N_("Trumps are made"),
        source="S2, The Scores, the Deal and Making Trumps; S2, Variations: Making trumps; S2, Variations: Scoring",
    )
    nobody_made_trumps: Literal["redeal", "kitty_decides"] = trumps_rule(
        "redeal",
        NOBODY_MADE_TRUMPS_LABELS,
        N_("When nobody makes trumps"),
        source="S2, The Scores, the Deal and Making Trumps; S2, Variations: Scoring",
    )

    call_the_other: bool = call_rule(
        False,
        None,
        N_("The trump maker may call “the other” copy"),
        source="S2, Variations: Calling",
        help=N_("With two packs, of a card that the trump maker holds once."),
    )

    follow: Literal["sets_only", "subset_pattern"] = play_rule(
        "sets_only",
        FOLLOW_LABELS,
        N_("Sets and sequences are followed with"),
        source="S2, Leading a Set of Identical Cards; S2, Leading a Sequence of Sets; S2, Variations: Play",
    )
    tractors_above_ace: bool = play_rule(
        False,
        None,
        N_("Sequences of trumps go on above the ace"),
        source="S2, Leading a Sequence of Sets; S2, Variations: Play",
        help=N_("By way of the trump rank in other suits, the trump rank in trumps, black and red jokers."),
    )
    four_beats_tractor: bool = play_rule(
        False, None, N_("Four identical cards beat a sequence of two pairs"), source="S2, Variations: Play"
    )

    even_throws: bool = throw_rule(
        False, None, N_("A throw has the same number of cards of each rank"), source="S2, Variations: Play"
    )
    failed_throw: FailedThrow = throw_rule(
        "withdraw",
        FAILED_THROW_LABELS,
        N_("When a throw is beaten"),
        source="S2, Leading a Group of Top Cards; S2, Variations: Play; S2, Variations: Scoring",
    )
    after_failed_throw: Literal["ends", "goes_on"] = throw_rule(
        "ends",
        AFTER_FAILED_THROW_LABELS,
        N_("After a beaten throw the play"),
        source="S2, Variations: Scoring",
        when={"failed_throw": tuple(choice for choice, row in THROW_PENALTIES.items() if row.ends_play is None)},
    )

    kitty_multiplier: int = result_rule(
        2,
        {1: N_("once"), 2: N_("twice"), 3: N_("three times"), 4: N_("four times")},
        N_("Points in the kitty count for the defenders"),
        source="S2, The Scoring",
        help=N_("When the defenders win the last trick."),
    )

    levels: Literal["plain", "active_passive"] = levels_rule(
        "plain",
        LEVELS_LABELS,
        N_("Players have"),
        source="S2, The Scoring; S2, Variations: Active and Passive Scores",
        help=N_("Only active players make trumps. A passive one spends the first level won on becoming active."),
    )
    end: Literal["above_ace", "joker_lap"] = levels_rule(
        "above_ace", END_LABELS, N_("The game ends"), source="S2, The Scoring; S2, Variations: Scoring"
    )
    skip_low: bool = levels_rule(
        False,
        None,
        N_("After the first lap levels begin at ten"),
        source="S2, Variations: Scoring",
        when={"end": ("joker_lap",)},
    )

    @collected
    def contradictions(self) -> Iterator[Problem]:
        """Choices that cannot stand together."""
        if self.packs == "three_for_seven" and self.jokers != "one_of_each_per_pack":
            yield problem("rules.three_packs_without_jokers")
        exposed = self.making_trumps != "predetermined" and self.nobody_made_trumps == "redeal"
        if self.end == "joker_lap" and exposed:
            yield problem("rules.joker_level_makes_no_trumps")

    @property
    def throw_penalty(self) -> ThrowPenalty:
        """What a beaten throw costs."""
        return THROW_PENALTIES[self.failed_throw]

    @property
    def throw_ends_play(self) -> bool:
        """Whether a beaten throw is the last of the hand."""
        ends = self.throw_penalty.ends_play
        return self.after_failed_throw == "ends" if ends is None else ends

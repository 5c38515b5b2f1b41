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

SHENGJI = Rules(
    packs="every_two",
    jokers="one_of_each_per_pack",
    kitty="at_least_five",
    starter="coming_maker",
    making_trumps="predetermined",
    same_number="jokers",
    jokers_expose="two",
    own_exposure="add",
    nobody_made_trumps="first_card",
    next_maker="next_defender",
    follow="subset_pattern",
    tractors_above_ace=True,
    failed_throw="nothing",
    throw_part="fewest",
    throw_winner="every_part",
    kitty_by_lead="twice",
    small_team="one_more",
    beyond="goes_on",
    must_play="A",
    must_play_by="makers",
    ace_passes="makers_joker",
    end="joker_lap",
)

SHENGJI_TWO_PACKS = SHENGJI.change(packs="two")

FINDING_FRIENDS = Rules(
    packs="half",
    jokers="one_of_each_per_pack",
    same_number="jokers",
    jokers_expose="two",
    own_exposure="add",
    nobody_made_trumps="redeal_twice",
    follow="subset_pattern",
    tractors_above_ace=True,
    failed_throw="nothing",
    throw_part="fewest",
    throw_winner="every_part",
    kitty_by_lead="twice",
    small_team="nothing",
    must_play="A",
    must_play_by="maker",
    ace_passes="maker",
)

FIVE_WITH_THREE_PACKS = Rules(
    packs="three",
    jokers="one_of_each_per_pack",
    starter="friend",
    exposes="own_or_standing",
    nobody_made_trumps="any_rank",
    friend_cards="any_not_shown",
    follow="subset_pattern",
    tractors_above_ace=True,
    failed_throw="nothing",
    throw_part="kind",
    kitty_by_lead="power_less",
    small_team="alone_three_times",
    neutral=0,
    beyond="defenders_four",
    must_play="A",
)

FIVE_WITH_FALLING_LEVELS = Rules(
    packs="three",
    jokers="one_of_each_per_pack",
    starter="last_trick",
    same_number="jokers",
    jokers_expose="two",
    expose_at_least=2,
    own_exposure="never",
    nobody_made_trumps="kitty_joker",
    friend_cards="any",
    follow="subset_pattern",
    tractors_above_ace=True,
    failed_throw="ten",
    throw_part="fewest",
    kitty_by_lead="table",
    small_team="nothing",
    neutral=15,
    beyond="defenders",
    must_play="5_10_J_Q_K_A",
    must_play_by="maker",
    ace_passes="maker",
    demotion="rank_cards",
    end="joker_lap",
)

GROUPS = N_("Sets of groups")
"""The fold of the sets that groups wrote down."""

FOUR_AND_OWN_CARDS = (N_("four players"), N_("one’s own cards both added to and matched"))
"""Choices of the best-known program that these rules do not have."""

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
        Preset(
            "shengji",
            N_("Shengji"),
            SHENGJI,
            "groups, Sets",
            N_("As the best-known program plays, with a pack for every two players: 26 cards each for six."),
            place=GROUPS,
            missing=(
                N_("triples in sequence followed by a triple first, and four of a kind by pairs in sequence"),
                *FOUR_AND_OWN_CARDS,
            ),
        ),
        Preset(
            "shengji_two_packs",
            N_("Shengji, two packs"),
            SHENGJI_TWO_PACKS,
            "groups, Sets",
            N_("As the best-known program plays: the last hand decides who is trump maker, and jokers make no-trump."),
            place=GROUPS,
            missing=FOUR_AND_OWN_CARDS,
        ),
        Preset(
            "finding_friends",
            N_("Finding Friends"),
            FINDING_FRIENDS,
            "groups, Sets",
            N_("For five to eight: a pack for every two players, and only the trump maker passes the ace."),
            place=GROUPS,
            missing=(N_("the next seat as trump maker after two deals without trumps"),),
        ),
        Preset(
            "five_three_packs",
            N_("Five with three packs"),
            FIVE_WITH_THREE_PACKS,
            "groups, Sets",
            N_("For five: any card may be called, and the kitty counts by the last lead."),
            place=GROUPS,
            missing=(N_("a sequence of the ace and the trump rank of the trump suit"),),
        ),
        Preset(
            "five_falling_levels",
            N_("Five with falling levels"),
            FIVE_WITH_FALLING_LEVELS,
            "groups, Sets",
            N_("For five: 5, 10, J, Q, K and A are left as trump maker alone, and the last trick can cost levels."),
            place=GROUPS,
            missing=(
                N_("following with the same shape, or else with anything of the suit"),
                N_("at most 25 points in the kitty"),
                N_("levels below two"),
                N_("a farther fall for more than one card at J, Q, K and the ace"),
            ),
        ),
    )
}
"""The presets by key, in the order in which the setup offers them."""

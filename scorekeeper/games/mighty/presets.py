"""The documented ways to play, as house rules that differ from pagat's main text."""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.games.mighty.family_sets import NUMBERS, list_kin
from scorekeeper.games.mighty.region_sets import REGION_PRESETS
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.school_sets import SCHOOL_PRESETS
from scorekeeper.house_rules import Preset
from scorekeeper.messages import N_

PAGAT = Rules()

BASE10 = Rules(
    redeal_limit="below_half",
    redeal_window="first_turn",
    change_before_kitty=True,
    raise_before_kitty_to_no_trump=1,
    raise_same_trump=False,
    secret_solo=False,
    suit_request=False,
    joker_first_lead="forbidden",
    joker_first_last="powerless_first",
    made="P-10",
    back_run="short_by_10",
    no_friend_double="off",
)

KOREAN40 = Rules(
    twenty_closes="any_20",
    first_bidder="dealer",
    next_dealer="by_result",
    redeal="token",
    redeal_window="first_turn",
    redeal_dealer="same",
    raise_suit_to_suit="forbidden",
    raise_suit_to_no_trump="forbidden",
    raise_no_trump_to_suit="forbidden",
    raise_same_trump=False,
    secret_solo=False,
    suit_request=False,
    trump_first_lead="trumps_and_joker",
    joker_led_powerless="leader",
    joker_call_tricks="2_to_last_but_one",
    made="P-10",
    back_run="defenders_10",
    no_trump_double="made",
    no_friend_double="made",
    first_trick_solo="no_friend",
    bankroll=40,
    eliminate=True,
)

WIKIPEDIA_JA = Rules(
    all_pass="second_round",
    redeal="off",
    kitty_exposed=True,
    raise_before_kitty_to_suit=0,
    raise_suit_to_suit=0,
    raise_suit_to_no_trump=0,
    raise_no_trump_to_suit=1,
    raise_same_trump=False,
    friend_by_first_trick=False,
    suit_request=False,
    trump_first_lead="nothing_else",
    mighty_first_lead="forbidden",
    joker_first_last="forbidden",
    joker_first_lead="forbidden",
    joker_call_first_lead="forbidden",
    joker_call_optional=False,
    made="B-M+1",
    failed="as_made",
    run="off",
    back_run="off",
    no_trump_double="off",
    no_friend_double="off",
)

FIVE_PLAYER_PRESETS: Mapping[str, Preset[Rules]] = {
    preset.key: preset
    for preset in (
        Preset(
            "pagat",
            N_("International (pagat.com)"),
            PAGAT,
            "pagat",
            N_("The rules most often described in English."),
            family="pagat",
        ),
        Preset(
            "base10",
            N_("Korean, points above ten"),
            BASE10,
            "base10",
            N_("Korean rules as often played with cards: points above ten."),
            family="base10",
        ),
        Preset(
            "korean40",
            N_("Korean, 40-point bankroll"),
            KOREAN40,
            "korean40",
            N_("Everyone begins with 40 points, until one has none."),
            family="korean40",
        ),
        Preset(
            "wikipedia_ja",
            N_("Japanese (Wikipedia)"),
            WIKIPEDIA_JA,
            "wikipedia_ja",
            N_("The bid alone is paid, made or failed."),
        ),
    )
}
"""By key, in the order they are offered."""

THREE = Rules(
    players="three",
    min_bid=11,
    next_dealer="joker_holder",
    friend_by_card=False,
    friend_by_first_trick=False,
    suit_request=False,
    no_friend_double="off",
)

FOUR_CHICAGO = Rules(
    players="four_chicago",
    made="B-M+1",
    failed="as_made",
    run="off",
    back_run="off",
    no_trump_double="off",
    no_friend_double="off",
    split="chicago_table",
)

SIX_SIT_OUT = Rules(players="six_sit_out", next_dealer="rotate", redeal_dealer="same")

SIX_ALL = Rules(players="six_all", split="one_share")

DOUBLE_SIX = Rules(
    players="double_six",
    min_bid=25,
    raise_before_kitty_to_suit=2,
    raise_before_kitty_to_no_trump=1,
    raise_suit_to_suit=3,
    raise_suit_to_no_trump=2,
    raise_no_trump_to_suit=3,
    friend_by_first_trick=False,
    no_friend=False,
    friend_may_announce=True,
    made="B-M+1",
    failed="as_made",
    run="off",
    back_run="off",
    no_trump_double="off",
    no_friend_double="off",
)

GROUPS_SOURCE = "groups, Sets for other numbers"
DOUBLE_SOURCE = "pagat, Six, seven or eight players (Chicago)"
ALONE = N_("The declarer always plays alone.")
DROPPING_OUT = N_("Named cards decide who drops out after the auction.")
TWO_PACKS = N_("With two packs and two friends.")

OTHER_PRESETS: Mapping[str, Preset[Rules]] = {
    preset.key: preset
    for preset in (
        Preset("three", N_("Three players"), THREE, "pagat, Three players", ALONE, family="pagat"),
        Preset(
            "four",
            N_("Four players"),
            Rules(players="four", min_bid=14, split="even"),
            "pagat, Four players",
            N_("Two against two, who share evenly."),
            family="pagat",
        ),
        Preset(
            "four_chicago",
            N_("Four players, Chicago"),
            FOUR_CHICAGO,
            "pagat, Four players (Chicago)",
            N_("The contract alone is paid, in whole numbers."),
        ),
        Preset(
            "six_drop",
            N_("Six players, one drops out"),
            Rules(players="six_drop", min_bid=14),
            "pagat, Six players: first version",
            DROPPING_OUT,
            family="pagat",
        ),
        Preset(
            "six_sit_out",
            N_("Six players, one sits out"),
            SIX_SIT_OUT,
            "pagat, Six players: second version",
            N_("The dealer gets no cards."),
            family="pagat",
        ),
        Preset(
            "six_all",
            N_("Six players, all play"),
            SIX_ALL,
            GROUPS_SOURCE,
            N_("Eight cards each, and eight tricks."),
            family="pagat",
        ),
        Preset(
            "seven_drop",
            N_("Seven players, two drop out"),
            Rules(players="seven_drop", min_bid=14),
            "pagat, Seven players",
            DROPPING_OUT,
            family="pagat",
        ),
        Preset(
            "seven_sit_out",
            N_("Seven players, two sit out"),
            replace(SIX_SIT_OUT, players="seven_sit_out"),
            GROUPS_SOURCE,
            N_("The dealer and the one before in turn get no cards."),
            family="pagat",
        ),
        Preset(
            "seven_all",
            N_("Seven players, all play"),
            replace(SIX_ALL, players="seven_all"),
            GROUPS_SOURCE,
            N_("Seven cards each, and seven tricks."),
            family="pagat",
        ),
        Preset("double_six", N_("Six players, two packs"), DOUBLE_SIX, DOUBLE_SOURCE, TWO_PACKS),
        Preset(
            "double_seven",
            N_("Seven players, two packs"),
            replace(DOUBLE_SIX, players="double_seven"),
            DOUBLE_SOURCE,
            TWO_PACKS,
        ),
        Preset(
            "double_eight",
            N_("Eight players, two packs"),
            replace(DOUBLE_SIX, players="double_eight"),
            DOUBLE_SOURCE,
            TWO_PACKS,
        ),
    )
}
"""By key, which is the house rule `players`."""

FAMILY_PRESETS: Mapping[str, Preset[Rules]] = {
    preset.key: preset
    for family in ("base10", "korean40")
    for preset in list_kin(
        family,
        FIVE_PLAYER_PRESETS[family].rules,
        {players: OTHER_PRESETS[players].about for players in NUMBERS},
    )
}
"""The Korean sets with other numbers of players, by key."""

PRESETS: Mapping[str, Preset[Rules]] = {
    **FIVE_PLAYER_PRESETS,
    **OTHER_PRESETS,
    **FAMILY_PRESETS,
    **SCHOOL_PRESETS,
    **REGION_PRESETS,
}
"""Every documented way to play."""

"""The sets of Korean schools and of a program's players, as they wrote them down (docs/rules.md, groups).

All are for five: the dealer bids first, who has passed is out, the declarer wins or loses twice as much as the friend.
"""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.games.mighty.rules import Rules
from scorekeeper.house_rules import Preset
from scorekeeper.messages import N_

COMMON = Rules(
    min_bid=13,
    first_bidder="dealer",
    next_dealer="rotate",
    redeal_ten=1,
    redeal_joker=0,
    redeal_mighty=1,
    redeal_limit="below_half",
    redeal_dealer="same",
    raise_suit_to_no_trump=2,
    raise_same_trump=False,
    raise_near_twenty="strict",
    friend_by_last_trick=True,
    friend_by_player=True,
    suit_request=False,
    trump_first_lead="trumps_joker_mighty",
    joker_led_powerless="leader",
    joker_call_tricks="every",
    made="P-10",
    back_run="defenders_10",
    no_trump_double="made",
    no_friend_double="made",
)
"""The rules that most of these sets share."""

GIBON = replace(
    COMMON,
    min_bid=14,
    no_trump_bids="count_one_more",
    all_pass="first_again",
    next_dealer="friend",
    redeal_ten="half",
    redeal_joker=-1,
    redeal_mighty=0,
    redeal_limit="at_most_half",
    redeal_window="before_auction",
    redeal_dealer="claimer",
    raise_suit_to_no_trump=1,
    raise_no_trump_to_suit=3,
    raise_same_trump=True,
    friend_by_last_trick=False,
    trump_first_lead="trumps_and_joker",
    joker_first_lead="forbidden",
    joker_call_tricks="2_to_last_but_one",
    made="2(B-M)+(P-B)",
    score_from=13,
    minimum_made=1,
    no_trump_double="always",
    no_friend_double="always",
    bid_20_double="always",
)

DONGSIN = replace(
    COMMON,
    no_trump_bids="none",
    raise_suit_to_suit=1,
    friend_by_first_trick=False,
    friend_by_last_trick=False,
    friend_by_player=False,
    joker_call_under_clubs="C",
)

DAEGU = replace(COMMON, min_bid=12, highest_bid=23, first_bidder_must_bid=True, mighty_first_trick="plain")

MINSAGO = replace(
    COMMON,
    redeal_joker=-1,
    redeal_limit="at_most_one",
    mighty_saves_joker=False,
)

GWANGJU = replace(
    COMMON,
    min_bid=12,
    mighty_first_trick="plain",
    joker_first_last="full",
    joker_first_lead="full",
)

SUNGKYUNKWAN = replace(
    COMMON,
    min_bid=12,
    raise_suit_to_suit=0,
    raise_suit_to_no_trump=0,
    raise_no_trump_to_suit=0,
    trump_first_lead="free",
    joker_first_last="full",
    joker_first_lead="full",
    called_joker="full",
)

GYEONGGI = replace(
    COMMON,
    players="five_two_jokers",
    min_bid=14,
    no_trump_bids="count_one_more",
    redeal_joker="minus_half",
    redeal_mighty=-1,
    redeal_limit="at_most_one",
    raise_suit_to_no_trump=1,
    raise_no_trump_to_suit=3,
    joker_led_powerless="second_card",
)

SEOUL = replace(
    COMMON,
    redeal_ten="half",
    redeal_joker="minus_half",
    redeal_mighty="half",
    redeal_limit="at_most_half",
    friend_by_player=False,
    joker_call_tricks="2_to_last",
)

YONSEI = replace(
    COMMON,
    min_bid=14,
    highest_bid=23,
    no_trump_bids="none",
    first_bidder_must_bid=True,
    redeal_ten="half_of_majors",
    redeal_mighty="half",
    redeal_limit="at_most_half",
    joker_call_tricks="2_to_last",
)

SCHOOLS = N_("Korean schools and universities")
EXACT_PRICE = (N_("a change of trumps at exactly its price, never at more"),)

SCHOOL_PRESETS: Mapping[str, Preset[Rules]] = {
    preset.key: preset
    for preset in (
        Preset(
            "gibon", N_("Basic set (기본)"), GIBON, "groups", N_("No-trump counts one more; bids from 14."), SCHOOLS
        ),
        Preset(
            "minsago",
            N_("Minjok Leadership Academy (민사고)"),
            MINSAGO,
            "groups",
            N_("The Mighty does not save a called joker."),
            SCHOOLS,
            missing=EXACT_PRICE,
        ),
        Preset(
            "seoul",
            N_("Seoul Science High School (서울과고)"),
            SEOUL,
            "groups",
            N_("Friends by a card, the first or the last trick."),
            SCHOOLS,
            missing=EXACT_PRICE,
        ),
        Preset(
            "daegu",
            N_("Daegu Science High School (대구과고)"),
            DAEGU,
            "groups",
            N_("Bids from 12 to 23; the first to bid may not pass."),
            SCHOOLS,
            missing=EXACT_PRICE,
        ),
        Preset(
            "gwangju",
            N_("Gwangju Science Academy (광주과고)"),
            GWANGJU,
            "groups",
            N_("Bids from 12; the joker always has its power."),
            SCHOOLS,
            missing=EXACT_PRICE,
        ),
        Preset(
            "gyeonggi",
            N_("Gyeonggi Science High School (경기과고)"),
            GYEONGGI,
            "groups",
            N_("Two jokers, each with a colour of its own."),
            SCHOOLS,
            missing=EXACT_PRICE,
        ),
        Preset(
            "dongsin",
            N_("Daejeon Dongsin Science High School (대전동신과고)"),
            DONGSIN,
            "groups",
            N_("No no-trump; friends by a card alone."),
            SCHOOLS,
            missing=EXACT_PRICE,
        ),
        Preset(
            "sungkyunkwan",
            N_("Sungkyunkwan University (성균관대)"),
            SUNGKYUNKWAN,
            "groups",
            N_("Trumps change freely; a called joker keeps its power."),
            SCHOOLS,
            missing=EXACT_PRICE,
        ),
        Preset(
            "yonsei",
            N_("Yonsei University (연세대)"),
            YONSEI,
            "groups",
            N_("Bids from 14 to 23, never no-trump."),
            SCHOOLS,
            missing=EXACT_PRICE,
        ),
    )
}
"""By key, in the order they are offered."""

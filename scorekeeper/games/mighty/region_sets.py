"""The sets of Korean cities and campuses in an old program of students, from 1999 to 2015 (docs/rules.md, groups).

In all of them bids go by number alone, any 20 ends the auction and trumps may change before the kitty.
"""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.games.mighty.rules import Rules
from scorekeeper.house_rules import Preset
from scorekeeper.messages import N_

COMMON = Rules(
    no_trump_bids="opens_lower",
    no_trump_outranks=False,
    twenty_closes="any_20",
    first_bidder_must_bid=True,
    first_bidder="previous_friend",
    redeal_ten=1,
    redeal_joker=-1,
    redeal_mighty=0,
    redeal_limit="below_half",
    redeal_lone_ten=True,
    redeal_lone_jack=True,
    redeal_one_eyed_jack=True,
    redeal_dealer="same",
    change_before_kitty=True,
    secret_solo=False,
    friend_by_player=True,
    suit_request=False,
    trump_first_lead="nothing_else",
    joker_first_last="forbidden",
    joker_call_tricks="every",
    back_run="defenders_bid",
    no_trump_double="made",
    no_friend_double="off",
)
"""The rules that most of these sets share."""

NO_POINTS_OR_A_TEN = replace(
    COMMON,
    redeal_joker=0,
    redeal_mighty=1,
    redeal_lone_jack=False,
    redeal_one_eyed_jack=False,
)
"""The same, with a redeal only for a hand without points or with a ten alone."""

STANDARD = replace(
    NO_POINTS_OR_A_TEN,
    no_trump_bids="as_suits",
    first_bidder_must_bid=False,
    first_bidder="previous_declarer",
    raise_before_kitty_to_no_trump=1,
    raise_suit_to_no_trump=2,
    mighty_saves_joker=False,
    back_run="off",
)

GWANAK = replace(COMMON, players="six_drop", joker_call_under_clubs="H", made="P-B")

SINCHON = replace(
    COMMON,
    min_bid=14,
    highest_bid=25,
    above_twenty="made_with_all",
    redeal_all_points=True,
    joker_call_tricks="2_to_last",
    no_friend_double="made",
)

BUSAN = replace(COMMON, players="four", redeal_joker=0, joker_friend=False, split="even")

DAEGU = replace(
    NO_POINTS_OR_A_TEN,
    min_bid=12,
    highest_bid=25,
    above_twenty="made_with_all",
    mighty_first_trick="plain",
)

DAEJEON = replace(COMMON, players="six_drop")

GWANGJU = replace(
    NO_POINTS_OR_A_TEN,
    min_bid=12,
    first_bidder_must_bid=False,
    first_bidder="previous_declarer",
    mighty_first_trick="plain",
    joker_first_last="powerless",
    joker_led_powerless="leader",
    joker_call_tricks="2_to_last",
    mighty_saves_joker=False,
)

GYEONGGI = replace(
    NO_POINTS_OR_A_TEN,
    min_bid=12,
    no_trump_bids="as_suits",
    first_bidder_must_bid=False,
    first_bidder="previous_declarer",
    raise_before_kitty_to_no_trump=1,
    raise_suit_to_suit=1,
    raise_no_trump_to_suit=1,
    redeal_lone_ten=False,
    friend_may_announce=True,
    friend_must_announce=True,
    trump_first_lead="free",
    joker_first_last="full",
    joker_first_lead="full",
    joker_call_under_clubs="H",
    called_joker="full",
    no_friend_double="made",
)

JEJU = replace(
    COMMON,
    players="three_with_threes",
    min_bid=12,
    no_trump_bids="as_suits",
    first_bidder_must_bid=False,
    first_bidder="previous_declarer",
    next_dealer="joker_holder",
    raise_before_kitty_to_no_trump=1,
    raise_suit_to_suit=1,
    raise_no_trump_to_suit=1,
    redeal_all_points=True,
    friend_by_card=False,
    friend_by_first_trick=False,
    friend_by_player=False,
)

SNUCSE = replace(
    COMMON,
    no_trump_bids="count_one_more",
    first_bidder_must_bid=False,
    redeal_all_points=True,
    redeal_lone_jack=False,
    redeal_one_eyed_jack=False,
    joker_first_last="powerless",
    joker_led_powerless="leader",
    joker_call_tricks="2_to_last",
    joker_call_under_clubs="H",
    back_run="defenders_11",
    no_friend_double="made",
)

REGIONS = N_("Korean cities and campuses, 1999–2015")
FREE_AT_THE_TOP = N_("another suit for nothing once the highest bid is reached")

REGION_PRESETS: Mapping[str, Preset[Rules]] = {
    preset.key: preset
    for preset in (
        Preset(
            "standard",
            N_("Standard of those years (표준)"),
            STANDARD,
            "groups",
            N_("The Mighty does not save a called joker; no back run."),
            REGIONS,
            missing=(FREE_AT_THE_TOP,),
        ),
        Preset(
            "snucse",
            N_("Seoul National University, computer science (서울대 컴공)"),
            SNUCSE,
            "groups",
            N_("No-trump counts one more; the last friend bids first."),
            REGIONS,
            missing=(
                FREE_AT_THE_TOP,
                N_("20 with trumps over 19 without"),
                N_("twice what is missing below the lowest bid, where a contract fails"),
                N_("six or seven players, of whom one or two drop out"),
            ),
        ),
        Preset(
            "sinchon",
            N_("Sinchon, Seoul (신촌)"),
            SINCHON,
            "groups",
            N_("Bids from 14 to 25; the first to bid may not pass."),
            REGIONS,
            missing=(FREE_AT_THE_TOP, N_("discards that count for the defenders")),
        ),
        Preset(
            "daegu_city",
            N_("Daegu (대구)"),
            DAEGU,
            "groups",
            N_("Bids from 12 to 25; the last friend bids first."),
            REGIONS,
            missing=(FREE_AT_THE_TOP,),
        ),
        Preset(
            "gwangju_city",
            N_("Gwangju (광주)"),
            GWANGJU,
            "groups",
            N_("Bids from 12; the Mighty does not save a called joker."),
            REGIONS,
            missing=(FREE_AT_THE_TOP,),
        ),
        Preset(
            "gyeonggi_province",
            N_("Gyeonggi (경기)"),
            GYEONGGI,
            "groups",
            N_("The friend shows with the first points; the joker always has its power."),
            REGIONS,
            missing=(FREE_AT_THE_TOP, N_("bidding again after a pass")),
        ),
        Preset(
            "jeju",
            N_("Jeju, three players (제주)"),
            JEJU,
            "groups",
            N_("The pack keeps the threes, so that the three of clubs calls the joker."),
            REGIONS,
            missing=(FREE_AT_THE_TOP,),
        ),
        Preset(
            "busan",
            N_("Busan, four players (부산)"),
            BUSAN,
            "groups",
            N_("The joker is never the friend."),
            REGIONS,
            missing=(FREE_AT_THE_TOP,),
        ),
        Preset(
            "gwanak",
            N_("Gwanak, six players (관악)"),
            GWANAK,
            "groups",
            N_("One drops out; only points above the bid are paid."),
            REGIONS,
            missing=(FREE_AT_THE_TOP,),
        ),
        Preset(
            "daejeon",
            N_("Daejeon, six players (대전)"),
            DAEJEON,
            "groups",
            N_("One drops out; the first to bid may not pass."),
            REGIONS,
            missing=(FREE_AT_THE_TOP,),
        ),
    )
}
"""By key, in the order they are offered."""

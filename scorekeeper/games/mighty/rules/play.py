"""The house rules of the play: the lead to the first trick, the joker, the joker call and the mighty."""

from dataclasses import dataclass
from typing import Literal

from scorekeeper.games.mighty.choices import (
    FIRST_LEADS,
    FIRST_LEADS_OF_THE_JOKER,
    FIRST_LEADS_OF_TRUMPS,
    FULL_OR_PLAIN,
    JOKER_AT_THE_ENDS,
    JOKER_CALL_SUITS,
    JOKER_CALL_TRICKS,
    SETS_THE_SUIT,
    play_rule,
)
from scorekeeper.messages import N_


@dataclass(frozen=True)
class PlayRules:
    """The house rules of the play: the lead to the first trick, the joker, the joker call and the mighty."""

    trump_first_lead: Literal["only_trumps", "trumps_and_joker", "nothing_else"] = play_rule(
        "only_trumps",
        FIRST_LEADS_OF_TRUMPS,
        N_("The declarer may lead a trump to the first trick"),
        source="S0, The Play; S3, 2-2; S4, Play",
        help=N_("In every house, when no other card may be led."),
    )
    mighty_first_trick: Literal["full", "plain"] = play_rule(
        "full",
        FULL_OR_PLAIN,
        N_("In the first trick the mighty is"),
        source="S0, Variations: Play",
    )
    mighty_first_lead: Literal["allowed", "forbidden"] = play_rule(
        "allowed",
        FIRST_LEADS,
        N_("The mighty led to the first trick"),
        source="S0, The Play; S4, Play",
        when={"mighty_first_trick": ("full",)},
    )
    joker_first_last: Literal["powerless", "forbidden", "full"] = play_rule(
        "powerless",
        JOKER_AT_THE_ENDS,
        N_("The joker in the first and last trick"),
        source="S0, The Play; S3, 2-3; S4, Exceptions in play",
        help=N_("Where it may not be played, it goes before the last trick."),
    )
    joker_first_lead: Literal["powerless", "forbidden"] = play_rule(
        "powerless",
        FIRST_LEADS_OF_THE_JOKER,
        N_("The joker led to the first trick"),
        source="S0, The Play; S0, Variations: Play; S1, Opening lead",
        help=N_("If not allowed, the declarer may not keep only trumps and the joker."),
        when={"joker_first_last": ("powerless", "full")},
    )
    joker_led_powerless: Literal["second_card", "leader"] = play_rule(
        "second_card",
        SETS_THE_SUIT,
        N_("When the joker is led without power, the suit is set by"),
        source="S0, The Play; S0, Variations: Play; S3, 2-2",
        help=N_("If it is the leader, the joker still wins when nobody follows and nobody plays a trump."),
        when={"joker_first_last": ("powerless", "full")},
    )
    joker_lead_any_card: bool = play_rule(
        False,
        None,
        N_("Who leads the joker may ask for any card"),
        source="S0, Variations: Play",
        help=N_("Instead of a suit, where the joker has its power."),
    )
    joker_call_under_clubs: Literal["S", "H", "D", "C"] = play_rule(
        "S",
        JOKER_CALL_SUITS,
        N_("When clubs are trumps, the joker call is of"),
        source="S0, Players and cards; S4, Cards",
        help=N_("Else it is the three of clubs; the seven with three players."),
    )
    joker_call_first_lead: Literal["allowed", "forbidden"] = play_rule(
        "allowed",
        FIRST_LEADS,
        N_("The joker call led to the first trick"),
        source="S0, The Play; S4, Play",
        help=N_("It never calls the joker there."),
    )
    joker_call_tricks: Literal["2_to_last", "2_to_last_but_one"] = play_rule(
        "2_to_last",
        JOKER_CALL_TRICKS,
        N_("The joker may be called in"),
        source="S0, The Play; S3, Special cards",
    )
    joker_call_optional: bool = play_rule(
        True,
        None,
        N_("Who leads the joker call may leave the joker alone"),
        source="S0, The Play; S4, Cards",
    )
    mighty_saves_joker: bool = play_rule(
        True,
        None,
        N_("The mighty may be played instead of a called joker"),
        source="S0, The Play; S1, Playing; S4, Exceptions in play",
    )
    lone_mighty_must_follow: bool = play_rule(
        True,
        None,
        N_("The mighty must follow suit when it is the only card of its suit"),
        source="S0, The Play; S3, Special cards; S4, Exceptions in play",
        help=N_("The joker may be played instead."),
    )

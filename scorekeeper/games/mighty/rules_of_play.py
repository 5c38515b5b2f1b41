"""The house rules of Mighty for kitty, friend and play. `rules.py` names the sources."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from scorekeeper.cards import Card, Suit
from scorekeeper.games.mighty.rules_of_auction import (
    CALLS_OF_A_FRIEND,
    WITH_FRIENDS,
    AuctionRules,
    list_player_choices,
    may_call_friend,
)
from scorekeeper.house_rules import OTHERS, house_rule, needs
from scorekeeper.messages import N_

kitty_rule = partial(house_rule, block="kitty")
friend_rule = partial(house_rule, block="friend")
play_rule = partial(house_rule, block="play")

# --- Under which other choices a rule matters ---

BEFORE_KITTY = {"change_before_kitty": (True,)}
BY_CARD = {"friend_by_card": (True,)}
NO_FRIENDS = dict.fromkeys(CALLS_OF_A_FRIEND, (False,))
JOKER_AT_THE_ENDS = {"joker_first_last": ("powerless", "powerless_first", "full")}

# --- With which players a choice can be made ---

UP_TO_ONE_FRIEND = list_player_choices(lambda setting: setting.partners <= 1)
TWO_KINDS_OF_JOKERS = list_player_choices(lambda setting: len(setting.jokers) > 1)

TWO_JOKERS = {"players": TWO_KINDS_OF_JOKERS}

FRIENDS = needs("rules.always_alone", players=WITH_FRIENDS)
ONE_FRIEND = (FRIENDS, needs("rules.two_friends_by_card", players=UP_TO_ONE_FRIEND))

# --- What contradicts itself whoever plays ---


def is_change_dearer_before_kitty(rules: "PlayRules") -> bool:
    """Return whether a change before the kitty costs more than the same change after it, when the cards are known."""
    to_suit, to_no_trump = rules.raise_before_kitty_to_suit, rules.raise_before_kitty_to_no_trump
    prices = (
        (to_suit, rules.raise_suit_to_suit),
        (to_suit, rules.raise_no_trump_to_suit),
        (to_no_trump, rules.raise_suit_to_no_trump),
    )
    return rules.change_before_kitty and any(after != "forbidden" and before > after for before, after in prices)


def joker_call_not_in_pack(rules: "PlayRules") -> bool:
    """Return whether the card that calls the joker under clubs was taken out of the pack."""
    return Card(Suit(rules.joker_call_under_clubs), rules.setting.joker_caller) not in rules.setting.copies


# --- The house rules ---

Raise = int | Literal["forbidden"]
RAISES: Mapping[Raise, str] = {0: N_("none"), 1: "1", 2: "2", 3: "3"}
RAISES_OR_FORBIDDEN: Mapping[Raise, str] = {**RAISES, "forbidden": N_("not allowed")}
FIRST_LEADS: Mapping[str, str] = {"allowed": N_("is allowed"), "forbidden": N_("may not be played")}


@dataclass(frozen=True, slots=True)
class PlayRules(AuctionRules):
    """The house rules of kitty, friend and play beside those before, which `Rules` completes."""

    kitty_exposed: bool = kitty_rule(
        False,
        None,
        N_("The kitty is shown to all"),
        source="pagat, Variations: Exchanging and Calling; wikipedia_ja, Bidding",
    )
    change_before_kitty: bool = kitty_rule(
        False,
        None,
        N_("The contract may change before the kitty is seen"),
        source="pagat, Variations: Exchanging and Calling; base10, Special card changes",
        never={"rules.dearer_before_kitty": is_change_dearer_before_kitty},
    )
    raise_before_kitty_to_suit: int = kitty_rule(
        1,
        RAISES,
        N_("Raise before the kitty, to a suit"),
        source="pagat, Variations: Exchanging and Calling; base10, Special card changes",
        when=BEFORE_KITTY,
        sentence={
            OTHERS: N_("Before the kitty, another suit costs {choice} more."),
            0: N_("Before the kitty, another suit costs nothing more."),
        },
    )
    raise_before_kitty_to_no_trump: int = kitty_rule(
        0,
        RAISES,
        N_("Raise before the kitty, to no-trump"),
        source="pagat, Variations: Exchanging and Calling; base10, Special card changes",
        when=BEFORE_KITTY,
        sentence={
            OTHERS: N_("Before the kitty, no-trump costs {choice} more."),
            0: N_("Before the kitty, no-trump costs nothing more."),
        },
    )
    raise_suit_to_suit: Raise = kitty_rule(
        2,
        RAISES_OR_FORBIDDEN,
        N_("Raise from a suit to another"),
        source="pagat, Exchanging cards and calling a partner",
        help=N_("From 18 or 19 it is enough to reach 20."),
        sentence={
            OTHERS: N_("After the kitty, another suit costs {choice} more, or up to the highest bid."),
            0: N_("After the kitty, another suit costs nothing more."),
            "forbidden": N_("After the kitty nobody may change to another suit."),
        },
    )
    raise_suit_to_no_trump: Raise = kitty_rule(
        1,
        RAISES_OR_FORBIDDEN,
        N_("Raise from a suit to no-trump"),
        source="pagat, Exchanging cards and calling a partner; base10, Switching to No-Trump",
        help=N_("20 with trumps may become 20 without."),
        sentence={
            OTHERS: N_("After the kitty, no-trump costs {choice} more, or up to the highest bid."),
            0: N_("After the kitty, no-trump costs nothing more."),
            "forbidden": N_("After the kitty nobody may change to no-trump."),
        },
    )
    raise_no_trump_to_suit: Raise = kitty_rule(
        2,
        RAISES_OR_FORBIDDEN,
        N_("Raise from no-trump to a suit"),
        source="pagat, Exchanging cards and calling a partner; wikipedia_ja, Bidding",
        help=N_("From 18 or 19 it is enough to reach 20."),
        sentence={
            OTHERS: N_("After the kitty, a suit in place of no-trump costs {choice} more, or up to the highest bid."),
            0: N_("After the kitty, a suit in place of no-trump costs nothing more."),
            "forbidden": N_("After the kitty no-trump stays no-trump."),
        },
    )
    raise_same_trump: bool = kitty_rule(
        True,
        None,
        N_("The contract may be raised without changing trumps"),
        source="pagat, Exchanging cards and calling a partner",
    )
    raise_near_twenty: Literal["reach", "strict"] = kitty_rule(
        "reach",
        {"reach": N_("is enough up to the highest bid"), "strict": N_("must have room")},
        N_("A raise near 20"),
        source="pagat, Exchanging cards and calling a partner; groups, Changing trumps",
        help=N_("Without room for the whole raise, trumps then stay."),
        sentence={
            "reach": N_("Near 20 a raise up to the highest bid is enough."),
            "strict": N_("Trumps change only where there is room for the whole raise."),
        },
        rare=True,
    )
    raise_to_higher_suit: Literal["as_suit", "free"] = kitty_rule(
        "as_suit",
        {"as_suit": N_("as much as to any suit"), "free": N_("nothing")},
        N_("A change to a higher suit costs"),
        source="groups, Changing trumps",
        help=N_("Spades are higher than diamonds, then hearts, then clubs."),
        when={"raise_suit_to_suit": (1, 2, 3)},
        sentence={
            "as_suit": N_("A change to a higher suit costs as much as to any other."),
            "free": N_(
                "After the kitty, a change to a higher suit costs nothing: spades, then diamonds, hearts, clubs."
            ),
        },
        rare=True,
    )

    friend_by_card: bool = friend_rule(
        True,
        None,
        N_("Friend by a card"),
        source="pagat, Exchanging cards and calling a partner",
        help=N_("Whoever holds the card that the declarer names."),
        sentence={True: N_("The declarer may call a card; whoever holds it is the friend.")},
        only={True: FRIENDS},
    )
    friend_by_first_trick: bool = friend_rule(
        True,
        None,
        N_("Friend by the first trick"),
        source="pagat, Exchanging cards and calling a partner; base10, First Help Friend",
        help=N_("Whoever wins the first trick."),
        sentence={True: N_("The declarer may call the winner of the first trick.")},
        only={True: ONE_FRIEND},
    )
    friend_by_last_trick: bool = friend_rule(
        False,
        None,
        N_("Friend by the last trick"),
        source="groups, Friend by the last trick",
        help=N_("Whoever wins the last trick; nobody is known before."),
        sentence={True: N_("The declarer may call the winner of the last trick.")},
        refusals={"call.no_last_trick": N_("At this table the last trick does not make a friend.")},
        only={True: ONE_FRIEND},
        rare=True,
    )
    friend_by_player: bool = friend_rule(
        False,
        None,
        N_("Friend by name"),
        source="pagat, Variations: Exchanging and Calling",
        help=N_("The player whom the declarer names."),
        sentence={True: N_("The declarer may call a player by name.")},
        only={True: ONE_FRIEND},
    )
    no_friend: bool = friend_rule(
        True,
        None,
        N_("The declarer may announce no friend"),
        source="pagat, Exchanging cards and calling a partner",
        never={"rules.no_call_left": lambda rules: not (may_call_friend(rules) or rules.no_friend)},
    )
    secret_solo: bool = friend_rule(
        True,
        None,
        N_("The declarer may call a card of their own"),
        source="pagat, Exchanging cards and calling a partner; korean40, 1-4",
        help=N_("One in hand or discarded: the declarer then plays alone in secret."),
        sentence={True: N_("The declarer may call an own card and then plays alone in secret.")},
        when=BY_CARD,
    )
    joker_friend: bool = friend_rule(
        True, None, N_("The joker may be called"), source="pagat, Exchanging cards and calling a partner", when=BY_CARD
    )
    suit_request: bool = friend_rule(
        True,
        None,
        N_("At 20 no-trump the declarer may ask for a suit"),
        source="pagat, Exchanging cards and calling a partner",
        help=N_("The friend is asked to lead it after winning a trick."),
        sentence={True: N_("At 20 no-trump the declarer may ask the friend to lead a suit.")},
        unless=NO_FRIENDS,
    )
    win_order: bool = friend_rule(
        False,
        None,
        N_("The declarer may once order the friend to win a trick"),
        source="pagat, Variations: Play",
        help=N_("With a contract of 17 or more. The friend need not obey."),
        sentence={
            True: N_(
                "From a contract of 17 the declarer may once order the friend to win a trick, with two packs from 34 "
                "and twice; the friend need not obey."
            )
        },
        unless=NO_FRIENDS,
    )
    friend_may_announce: bool = friend_rule(
        False,
        None,
        N_("The friend may announce themselves on winning points"),
        source="pagat, Variations: Play",
        when=BY_CARD,
    )

    friend_must_announce: bool = friend_rule(
        False,
        None,
        N_("The friend must announce themselves with the first points they win"),
        source="groups, Showing the friend",
        help=N_("The points then go to the declarer’s side at once."),
        when={**BY_CARD, "friend_may_announce": (True,)},
        rare=True,
    )

    trump_first_lead: Literal["only_trumps", "trumps_and_joker", "trumps_joker_mighty", "nothing_else", "free"] = (
        play_rule(
            "only_trumps",
            {
                "only_trumps": N_("with nothing but trumps"),
                "trumps_and_joker": N_("with nothing but trumps and the joker"),
                "trumps_joker_mighty": N_("with nothing but trumps, the joker and the Mighty"),
                "nothing_else": N_("when nothing else may be led"),
                "free": N_("with any hand"),
            },
            N_("The declarer may lead a trump to the first trick"),
            source="pagat, The Play; korean40, 2-2; wikipedia_ja, Play; groups, First lead",
            help=N_("Always, when no other card may be led."),
            sentence={
                OTHERS: N_(
                    "The declarer leads a trump to the first trick only {choice}, or when nothing else may be led."
                ),
                "nothing_else": N_("The declarer leads a trump to the first trick only when nothing else may be led."),
                "free": N_("The declarer may lead a trump to the first trick."),
            },
        )
    )
    mighty_first_trick: Literal["full", "plain"] = play_rule(
        "full",
        {"full": N_("the highest card"), "plain": N_("an ordinary ace")},
        N_("In the first trick the Mighty is"),
        source="pagat, Variations: Play",
        sentence=N_("In the first trick the Mighty is {choice}."),
    )
    mighty_first_lead: Literal["allowed", "forbidden"] = play_rule(
        "allowed",
        FIRST_LEADS,
        N_("The Mighty led to the first trick"),
        source="pagat, The Play; wikipedia_ja, Play",
        when={"mighty_first_trick": ("full",)},
        sentence={
            "allowed": N_("The first trick may be led with the Mighty."),
            "forbidden": N_("The first trick may not be led with the Mighty."),
        },
    )
    joker_first_last: Literal["powerless", "powerless_first", "forbidden", "full"] = play_rule(
        "powerless",
        {
            "powerless": N_("has no power"),
            "powerless_first": N_("has no power in the first; in the last it has"),
            "forbidden": N_("may not be played"),
            "full": N_("has its power"),
        },
        N_("The joker in the first and last trick"),
        source="pagat, The Play; base10, Playing; korean40, 2-3; wikipedia_ja, Exceptions in play",
        help=N_("Where it may not be played, it goes before the last trick."),
        sentence={
            OTHERS: N_("In the first and the last trick the joker {choice}."),
            "forbidden": N_("The joker may not be played to the first or the last trick, so it goes before the last."),
        },
    )
    joker_first_lead: Literal["powerless", "forbidden", "full"] = play_rule(
        "powerless",
        {"powerless": N_("has no power"), "forbidden": N_("may not be played"), "full": N_("has its power")},
        N_("The joker led to the first trick"),
        source="pagat, The Play; pagat, Variations: Play; base10, Opening lead; groups, First lead",
        only={"full": needs("rules.joker_stronger_led", joker_first_last=("full",))},
        help=N_("If not allowed, the declarer may not keep only trumps and the joker."),
        when=JOKER_AT_THE_ENDS,
        sentence={
            "powerless": N_("Led to the first trick the joker has no power."),
            "full": N_("Led to the first trick the joker has its power too."),
            "forbidden": N_(
                "The joker may not be led to the first trick, so the declarer may not keep only trumps and the joker."
            ),
        },
    )
    joker_led_powerless: Literal["second_card", "leader"] = play_rule(
        "second_card",
        {"second_card": N_("the next card played"), "leader": N_("the leader")},
        N_("When the joker is led without power, the suit is set by"),
        source="pagat, The Play; pagat, Variations: Play; korean40, 2-2",
        help=N_("If it is the leader, the joker still wins when nobody follows and nobody plays a trump."),
        when=JOKER_AT_THE_ENDS,
        unless={"joker_first_last": ("powerless_first", "full"), "joker_first_lead": ("forbidden", "full")},
        sentence={
            "second_card": N_("When the joker is led without power, the next card sets the suit."),
            "leader": N_(
                "When the joker is led without power, the leader sets the suit; the joker wins if nobody follows or "
                "plays a trump."
            ),
        },
    )
    joker_lead_any_card: bool = play_rule(
        False,
        None,
        N_("Who leads the joker may ask for any card"),
        source="pagat, Variations: Play",
        help=N_("Instead of a suit, where the joker has its power."),
        unless=TWO_JOKERS,
        sentence={True: N_("Who leads the joker with its power may ask for any card instead of a suit.")},
    )
    other_joker: Literal["above_suit", "below_suit"] = play_rule(
        "above_suit",
        {"above_suit": N_("beats the suit led"), "below_suit": N_("does not beat the suit led")},
        N_("Without trumps, the joker of the other colour"),
        source="groups, Two jokers",
        help=N_("The joker of the colour led is above it. With trumps, theirs is above them and the other below."),
        when=TWO_JOKERS,
        sentence={
            "above_suit": N_(
                "The joker of the trumps’ colour beats trumps, the other one only the suit led. Without trumps, both "
                "beat it, that of the colour led the other."
            ),
            "below_suit": N_(
                "The joker of the trumps’ colour beats trumps, the other one only the suit led. Without trumps, only "
                "that of the colour led beats it."
            ),
        },
    )
    joker_call_under_clubs: Literal["S", "H", "D", "C"] = play_rule(
        "S",
        {"S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds"), "C": N_("clubs")},
        N_("When clubs are trumps, the joker call is of"),
        source="pagat, Players and cards; wikipedia_ja, Cards",
        help=N_("Else it is the three of clubs; the seven where the pack has no threes."),
        unless=TWO_JOKERS,
        never={"rules.joker_call_not_in_pack": joker_call_not_in_pack},
        sentence=N_(
            "The three of clubs calls the joker (the seven where the pack has no threes); if clubs are trumps, that of "
            "{choice}."
        ),
    )
    joker_call_first_lead: Literal["allowed", "forbidden"] = play_rule(
        "allowed",
        FIRST_LEADS,
        N_("The joker call led to the first trick"),
        source="pagat, The Play; wikipedia_ja, Play",
        sentence={
            "allowed": N_("The first trick may be led with the card that calls the joker."),
            "forbidden": N_("The first trick may not be led with the card that calls the joker."),
        },
    )
    joker_call_tricks: Literal["2_to_last", "2_to_last_but_one", "every"] = play_rule(
        "2_to_last",
        {
            "2_to_last": N_("every trick but the first"),
            "2_to_last_but_one": N_("every trick but the first and last"),
            "every": N_("every trick"),
        },
        N_("The joker may be called in"),
        source="pagat, The Play; korean40, Special cards; groups, Joker call",
        help=N_("In the first trick also where the joker may otherwise not be played to it."),
        sentence=N_("The joker may be called in {choice}."),
    )
    called_joker: Literal["powerless", "full"] = play_rule(
        "powerless",
        {"powerless": N_("has no power"), "full": N_("keeps its power")},
        N_("A called joker"),
        source="pagat, The Play; groups, Joker call",
        sentence={
            "powerless": N_("A called joker has no power."),
            "full": N_("A called joker must be played, and keeps its power."),
        },
        rare=True,
    )
    joker_call_optional: bool = play_rule(
        True,
        None,
        N_("Who leads the joker call may leave the joker alone"),
        source="pagat, The Play; wikipedia_ja, Cards",
    )
    mighty_saves_joker: bool = play_rule(
        True,
        None,
        N_("The Mighty may be played instead of a called joker"),
        source="pagat, The Play; base10, Playing; wikipedia_ja, Exceptions in play",
    )
    lone_mighty_must_follow: bool = play_rule(
        True,
        None,
        N_("The Mighty must follow suit when it is the only card of its suit"),
        source="pagat, The Play; korean40, Special cards; wikipedia_ja, Exceptions in play",
        help=N_("The joker may be played instead."),
        sentence={
            True: N_("The Mighty must follow suit when it is the only card of its suit, unless the joker is played.")
        },
    )

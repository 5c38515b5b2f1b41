"""What the house rules of Mighty can be set to, and how each choice is called."""

from collections.abc import Mapping
from functools import partial
from typing import Literal

from scorekeeper.games.mighty.setting import SETTINGS
from scorekeeper.house_rules import house_rule
from scorekeeper.messages import N_

BLOCKS: Mapping[str, str] = {
    "players": N_("Players and cards"),
    "auction": N_("Auction"),
    "redeal": N_("Redeal"),
    "kitty": N_("Kitty and contract change"),
    "friend": N_("Friend"),
    "play": N_("Play"),
    "score": N_("Score"),
    "session": N_("Session"),
}
"""The sections of the house rules, in order."""

Players = Literal[
    "three",
    "four",
    "four_chicago",
    "five",
    "six_drop",
    "six_sit_out",
    "seven_drop",
    "double_six",
    "double_seven",
    "double_eight",
]
Double = Literal["off", "made", "always"]
Raise = int | Literal["forbidden"]

DOUBLE_LABELS: Mapping[str, str] = {"off": N_("no"), "made": N_("only when made"), "always": N_("made or failed")}
RAISES: Mapping[Raise, str] = {0: N_("none"), 1: "1", 2: "2", 3: "3"}
RAISES_OR_FORBIDDEN: Mapping[Raise, str] = {**RAISES, "forbidden": N_("not allowed")}

players_rule = partial(house_rule, block="players")
auction_rule = partial(house_rule, block="auction")
redeal_rule = partial(house_rule, block="redeal")
kitty_rule = partial(house_rule, block="kitty")
friend_rule = partial(house_rule, block="friend")
play_rule = partial(house_rule, block="play")
score_rule = partial(house_rule, block="score")
session_rule = partial(house_rule, block="session")

CLAIMABLE = {"redeal": ("hand_value", "token")}
VALUED = {"redeal": ("hand_value",)}
VALUED_WHOLE = {"redeal": ("hand_value",), "redeal_pointless_only": (False,)}
BEFORE_KITTY = {"change_before_kitty": (True,)}
BY_CARD = {"friend_by_card": (True,)}
NO_FRIENDS = dict.fromkeys(("friend_by_card", "friend_by_first_trick", "friend_by_player"), (False,))
FOUR = {"players": ("four", "four_chicago")}
ONE_PACK = {"players": tuple(key for key, setting in SETTINGS.items() if setting.packs == 1)}
TWO_PACKS = {"players": tuple(key for key, setting in SETTINGS.items() if setting.packs == 2)}
WITH_FRIENDS = {"players": tuple(key for key, setting in SETTINGS.items() if setting.partners)}
WITH_ONE_FRIEND = {"players": tuple(key for key, setting in SETTINGS.items() if setting.partners == 1)}
SIT_OUT = {"players": tuple(key for key, setting in SETTINGS.items() if setting.sit_out)}

PLAYERS: Mapping[str, str] = {
    "three": N_("three, each for themselves against the declarer"),
    "four": N_("four, 43 cards"),
    "four_chicago": N_("four, 51 cards (Chicago)"),
    "five": N_("five"),
    "six_drop": N_("six, of whom one drops out after the auction"),
    "six_sit_out": N_("six, of whom the dealer sits out"),
    "seven_drop": N_("seven, of whom two drop out after the auction"),
    "double_six": N_("six with two packs (Chicago)"),
    "double_seven": N_("seven with two packs (Chicago)"),
    "double_eight": N_("eight with two packs (Chicago)"),
}

CLOSING_BIDS: Mapping[str, str] = {"only_20NT": N_("20 without trumps"), "any_20": N_("any 20")}

FIRST_BIDDERS: Mapping[str, str] = {
    "previous_declarer": N_("the last declarer"),
    "previous_friend": N_("the last friend"),
    "dealer": N_("the dealer"),
}

DEALERS: Mapping[str, str] = {
    "friend": N_("the friend"),
    "by_result": N_("the declarer if made, the friend if failed"),
    "rotate": N_("the next in turn"),
    "joker_holder": N_("whoever held the joker"),
    "sit_out_by_result": N_("the friend if made, the declarer if failed, who then sits out"),
}

AFTER_ALL_PASSED: Mapping[str, str] = {
    "redeal": N_("the same dealer deals again"),
    "second_round": N_("a second round of bids, then the same dealer deals again"),
    "last_must_bid": N_("cannot happen: the last to speak must bid"),
}

REDEALS: Mapping[str, str] = {
    "hand_value": N_("with a poor hand"),
    "token": N_("with any hand, once each in a session"),
    "off": N_("never"),
}

LIMITS: Mapping[str, str] = {"at_most_half": N_("½ or less"), "below_half": N_("less than ½")}

WINDOWS: Mapping[str, str] = {
    "first_turn": N_("before one’s own first call"),
    "before_auction": N_("before anyone has called"),
}

REDEALERS: Mapping[str, str] = {
    "claimer": N_("the claimer, who also bids first"),
    "same": N_("the same dealer"),
    "next": N_("the next in turn"),
    "previous": N_("the one before in turn"),
}

FIRST_LEADS_OF_TRUMPS: Mapping[str, str] = {
    "only_trumps": N_("with nothing but trumps"),
    "trumps_and_joker": N_("with nothing but trumps and the joker"),
    "nothing_else": N_("when nothing else may be led"),
}

FIRST_LEADS: Mapping[str, str] = {"allowed": N_("is allowed"), "forbidden": N_("may not be played")}

FIRST_LEADS_OF_THE_JOKER: Mapping[str, str] = {"powerless": N_("has no power"), "forbidden": N_("may not be played")}

FULL_OR_PLAIN: Mapping[str, str] = {"full": N_("the highest card"), "plain": N_("an ordinary ace")}

JOKER_AT_THE_ENDS: Mapping[str, str] = {
    "powerless": N_("has no power"),
    "forbidden": N_("may not be played"),
    "full": N_("has its power, unless led to the first"),
}

SETS_THE_SUIT: Mapping[str, str] = {"second_card": N_("the next card played"), "leader": N_("the leader")}

JOKER_CALL_SUITS: Mapping[str, str] = {"S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds"), "C": N_("clubs")}

JOKER_CALL_TRICKS: Mapping[str, str] = {
    "2_to_last": N_("every trick but the first"),
    "2_to_last_but_one": N_("every trick but the first and last"),
}

SCORES_MADE: Mapping[str, str] = {
    "2(B-M)+(P-B)": N_("2 × (bid − lowest bid) + (points − bid)"),
    "P-10": N_("points − 10"),
    "P-M": N_("points − lowest bid"),
    "P-M+1": N_("points − lowest bid + 1"),
    "P-B": N_("points − bid"),
    "B-M+1": N_("bid − lowest bid + 1"),
}

SCORES_FAILED: Mapping[str, str] = {
    "B-P": N_("bid − points"),
    "2(B-P)": N_("2 × (bid − points)"),
    "as_made": N_("bid − lowest bid + 1"),
}

RUNS: Mapping[str, str] = {
    "off": N_("no"),
    "captured": N_("all 20 points"),
    "bid_and_captured": N_("all 20 points, when 20 was bid"),
}

BACK_RUNS: Mapping[str, str] = {
    "off": N_("no"),
    "defenders_11": N_("11 points for the defenders"),
    "defenders_10": N_("10 points for the defenders"),
    "short_by_10": N_("10 points short of the bid"),
}

SPLIT_LABELS: Mapping[str, str] = {
    "two_to_one": N_("twice as much for the declarer as for a friend"),
    "even": N_("evenly"),
    "declarer_pays": N_("evenly if made; if failed the declarer pays alone"),
    "chicago_table": N_("in whole numbers, by the Chicago table"),
}

FIRST_TRICK_SOLOS: Mapping[str, str] = {
    "solo": N_("alone, not doubled"),
    "no_friend": N_("as if no friend was announced"),
}

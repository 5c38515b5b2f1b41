"""Hands of both games as taps, each a form of the table with its fields.

A seat "+2" is the second after the player who speaks first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Step = tuple[str, Mapping[str, Any]]


def trick_steps(*tricks: tuple[int | str, int]) -> list[Step]:
    """Return steps that record tricks by winner and points."""
    return [("record_trick", {"winner": winner, "points": points}) for winner, points in tricks]


def card_steps(form: str, name: str, *played: str) -> list[Step]:
    """Return steps that play cards one after the other, given as "2:CK"."""
    return [(form, {"player": play[0], name: play[2:]}) for play in played]


RESULT_ONLY: Sequence[Step] = [
    ("start_hand", {}),
    ("enter_contract", {"declarer": 4, "level": 14, "trump": "S"}),
    ("result", {"side": "card|3", "points": 16}),
]
BID_BY_BID: Sequence[Step] = [
    ("start_hand", {}),
    ("place_bid", {"player": "+0", "level": 13, "trump": "H"}),
    ("pass", {"player": "+1"}),
    ("place_bid", {"player": "+2", "level": 14, "trump": "NT"}),
    ("pass", {"player": "+3"}),
    ("pass", {"player": "+4"}),
    ("pass", {"player": "+0"}),
    ("take_kitty", {}),
    ("call_friend", {"call": "card", "card": "SA"}),
    *trick_steps(("+2", 2), ("+4", 3), ("+2", 4)),
    ("reveal_friend", {"player": "+4"}),
    ("result", {"side": "SA|+4", "points": 15}),
]
CARD_BY_CARD: Sequence[Step] = [
    ("start_hand", {}),
    ("enter_contract", {"declarer": 2, "level": 15, "trump": "D"}),
    ("call_friend", {"call": "first_trick"}),
    *card_steps("play_card", "card", *["2:CK", "3:C2", "4:C4", "5:C5", "1:CA", "1:H9", "2:H2", "3:HJ", "4:H3", "5:H4"]),
    ("result", {"side": "first_trick|1", "points": 12}),
]

PROMOTION_ONLY: Sequence[Step] = [
    ("start_hand", {}),
    ("enter_trumps", {"maker": 2, "suit": "S"}),
    ("result", {"friend_4": "yes", "friend_5": "yes", "points": 180, "last_trick": "makers", "kitty_points": 10}),
]
SHOW_BY_SHOW: Sequence[Step] = [
    ("start_hand", {}),
    ("expose", {"player": 1, "shown": "1xC"}),
    ("expose", {"player": 2, "shown": "2xH"}),
    ("take_back", {"takes": 1}),
    ("end_deal", {}),
    ("call_friends", {"calls": ["CA#1", "CK#2", "CQ#3"]}),
    *trick_steps((2, 20), (3, 10), (2, 35)),
    ("reveal_friend", {"player": 4, "call": "CA#1"}),
    ("result", {"friend_4": "yes", "friend_6": "yes", "points": 190, "last_trick": "defenders", "kitty_points": 5}),
]
PLAY_BY_PLAY: Sequence[Step] = [
    ("start_hand", {}),
    ("enter_trumps", {"maker": 3, "suit": "D"}),
    ("call_friends", {"calls": ["CA#1", "HA#2", "CK#3"]}),
    *card_steps("play_cards", "cards", *["3:S3", "4:S4", "5:SK", "6:S9", "7:S5", "8:S6", "1:S7", "2:S8"]),
    ("result", {"friend_4": "yes", "points": 200, "last_trick": "defenders", "kitty_points": 0}),
]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as played here: its players, its hands, and points that a corrected result of any of them may have.

    Each of `adjustments` changes the standings whichever other one of them was recorded last.
    """

    game: str
    names: Sequence[str]
    hands: Sequence[Sequence[Step]]
    points: Sequence[int]
    adjustments: Sequence[Mapping[str, Any]]


NAMES = ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay", "Gil", "Hye")

GAMES = (
    PlayedGame(
        "mighty",
        NAMES[:5],
        (RESULT_ONLY, BID_BY_BID, CARD_BY_CARD),
        (14, 16, 17),
        ({"amount_1": 5, "amount_2": -5, "reason": "a bet"},),
    ),
    PlayedGame(
        "zhao_pengyou",
        NAMES,
        (PROMOTION_ONLY, SHOW_BY_SHOW, PLAY_BY_PLAY),
        (185, 195, 205),
        ({"amount_1": "3", "reason": "last week"}, {"amount_1": "9", "reason": "last week"}),
    ),
)

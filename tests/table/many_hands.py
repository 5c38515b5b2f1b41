"""Evenings of so many hands among so many people, as moves: both games, by their results alone."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.cards import Suit
from scorekeeper.games import mighty, zhao_pengyou
from scorekeeper.games.mighty import Bid, Call
from scorekeeper.table import moves as m

PEOPLE = ("Ana", "Bo", "김아름", "Dan", "Eun", "Fay", "Gil", "Hye", "Ian", "Jo", "Kit", "Lea")
PRESETS = {3: "three", 5: "pagat", 6: "double_six", 7: "double_seven", 8: "double_eight", 12: "pagat"}
"""Of Mighty by the number of people. Of twelve, five play a hand."""

DOUBLE = frozenset({6, 7, 8})
SIZES = [("mighty", players) for players in PRESETS] + [("zhao_pengyou", players) for players in (5, 8, 12)]


def evening_moves(game: str, players: int, hands: int) -> list[Any]:
    make = mighty_hand if game == "mighty" else zhao_pengyou_hand
    preset = PRESETS[players] if game == "mighty" else "pagat"
    opening = m.CreateTable(game, preset, {}, PEOPLE[:players])
    return [opening, *(move for number in range(hands) for move in make(players, number))]


def mighty_hand(players: int, number: int) -> Iterator[Any]:
    """A hand: those who declare, make it and are friends change from one to the next."""
    seats = tuple(sorted((number + place) % players + 1 for place in range(5))) if players == 12 else None
    playing = seats or tuple(range(1, players + 1))
    declarer, friend = (playing[(number * step + shift) % len(playing)] for step, shift in ((2, 0), (3, 1)))
    yield m.StartHand(seats)
    friend = playing[(playing.index(declarer) + 1) % len(playing)] if declarer == friend else friend
    alone = players == 3 or (players not in DOUBLE and number % 7 == 3)
    level = 27 if players in DOUBLE else 14
    points = (level - 3, level + 2, 40 if players in DOUBLE else 20, 8)[number % 4]
    called = Call.parse("none" if alone else "card")
    bid = Bid.parse(f"{level}{('H', 'S', 'NT')[number % 3]}")
    holder = playing[0] if players == 3 else None
    yield mighty.RecordHand(declarer, bid, called, points, None if alone else friend, joker_holder=holder)


def zhao_pengyou_hand(players: int, number: int) -> Iterator[Any]:
    """A hand: at first makers or defenders rise, later almost nobody, so that the evening lasts."""
    maker = number % players + 1
    setting = zhao_pengyou.find_setting(zhao_pengyou.Rules(), players)
    friends = tuple((maker + place) % players + 1 for place in range(setting.most_makers - 1 - number % 2))
    rises = number < 5 or number % 50 == 7
    points = (0, 80, 50, 30, 70)[number % 5] if rises else 50
    yield m.StartHand()
    yield zhao_pengyou.RecordHand(maker, Suit.HEARTS, friends, points * setting.packs, "makers")

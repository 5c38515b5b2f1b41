"""Conditions from a word like "H5", and random cards of few ranks, which make many sets."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards import Card, Suit
from scorekeeper.games.zhao_pengyou.combinations import read_lead
from scorekeeper.games.zhao_pengyou.order import Conditions, Group, Trumps
from scorekeeper.games.zhao_pengyou.pack import Setting, find_setting
from scorekeeper.games.zhao_pengyou.trick import find_strongest
from tests.games.zhao_pengyou.naive import build_pagat_order
from tests.games.zhao_pengyou.play import cards, rules

ALL_KINDS = Setting(players=12, packs=4, red_jokers=4, black_jokers=4, kitty_size=6)
"""Four packs with every joker, so that no card of a test is missing."""

TRUMPS = ("D4", "S5", "C10", "HA", "H2")
"""Trumps for random tricks: in the middle, at the ends, of a scoring card."""

THROW_WINNERS = ("largest", "largest_then_next", "every_part", "highest_card")

STRAYS = cards("H7 H7 D9 D9 S3 S3")


def read_trumps(word: str) -> Trumps:
    """Read "H5", hearts and fives; "5" for fives without a suit, "JK" for the level of the joker."""
    return Trumps.parse(word if word == "JK" or word[0] in "SHDC" else f"NT{word}")


def conditions(trump: str, players: int | None = None, **changes: Any) -> Conditions:
    these = rules(**changes)
    return Conditions(these, find_setting(these, players) if players else ALL_KINDS, read_trumps(trump))


def find_winning_play(these: Conditions, plays: Sequence[Sequence[Card]]) -> int:
    """Return the index of the winning play without checking the plays."""
    return find_strongest(these, read_lead(these, plays[0]), plays)


def join_words(cards: Any) -> str:
    return " ".join(map(str, cards))


def dense_cards(these: Conditions, group: Group, most: int) -> st.SearchStrategy[list[Card]]:
    """A strategy for cards of one group from five neighbouring places, so that sets and sequences are common."""
    order = build_pagat_order(these.trumps)[group]
    return st.integers(0, len(order) - 1).flatmap(
        lambda place: st.lists(
            st.sampled_from([card for equals in order[place : place + 5] for card in equals]), min_size=1, max_size=most
        ).filter(lambda drawn: max(map(drawn.count, drawn)) <= ALL_KINDS.packs)
    )


def add_strays(suit: list[Card], count: int = len(STRAYS)) -> tuple[Card, ...]:
    """Return a hand of `suit` and some other cards, of which the packs have enough."""
    return (*suit, *[card for card in STRAYS if suit.count(card) <= 2][:count])


def groups(these: Conditions) -> st.SearchStrategy[Group]:
    return st.sampled_from(["trump", *(suit for suit in Suit if suit is not these.trumps.suit)])


@st.composite
def any_conditions(draw: st.DrawFn, /, **fixed: Any) -> Conditions:
    switches = {key: draw(st.booleans()) for key in ("tractors_above_ace", "four_beats_tractor")}
    follow = draw(st.sampled_from(("sets_only", "subset_pattern")))
    winner = draw(st.sampled_from(THROW_WINNERS))
    return conditions(draw(st.sampled_from(TRUMPS)), **{"follow": follow, "throw_winner": winner, **switches, **fixed})

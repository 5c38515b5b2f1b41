"""The order of all cards, for every trump suit and rank, against the list that pagat gives in words."""

from itertools import combinations, product
from typing import Any

from scorekeeper.cards import BLACK_JOKER, RED_JOKER, Rank, Suit, standard_pack
from scorekeeper.codec import decoder, encode
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.order import Conditions, Trumps
from scorekeeper.games.zhao_pengyou.pack import find_setting
from tests.cases import for_each
from tests.games.zhao_pengyou.naive import RANKS, build_pagat_order
from tests.games.zhao_pengyou.play import cards, refusals, rules

PACK = (*standard_pack(0), BLACK_JOKER, RED_JOKER)
EVERY_TRUMPS = [Trumps(suit, rank) for suit, rank in product((*Suit, None), RANKS)]
NO_RANK = Trumps(None, Rank.JOKER)


@for_each(*EVERY_TRUMPS, NO_RANK)
def test_order_of_every_card(trumps: Trumps) -> None:
    order = build_pagat_order(trumps)
    assert sorted(str(card) for group in order.values() for equals in group for card in equals) == sorted(
        map(str, PACK)
    )
    for group, falling in order.items():
        strengths = [{trumps.strength(card) for card in equals} for equals in falling]
        assert all(len(strength) == 1 for strength in strengths), "equals are of one strength"
        assert all(max(lower) < min(higher) for higher, lower in combinations(strengths, 2))
        for card in (card for equals in falling for card in equals):
            assert trumps.group(card) == group
            assert trumps.is_trump(card) == (group == "trump")


@for_each(*EVERY_TRUMPS, NO_RANK)
def test_a_hand_is_sorted_by_group_and_order(trumps: Trumps) -> None:
    told = [card for group in build_pagat_order(trumps).values() for equals in group for card in equals]
    assert trumps.sort_highest_first(reversed(PACK)) == tuple(told)
    assert trumps.select_group(told, "trump") == tuple(card for card in told if trumps.is_trump(card))


# --- Trumps as people write them ---


@for_each(
    # what is written; as text, as a sign
    ("H5", "H5", "♥5"),
    ("♥5", "H5", "♥5"),
    (" s10 ", "S10", "♠10"),
    ("10S", "S10", "♠10"),
    ("da", "DA", "♦A"),
    ("NT5", "NT5", "NT5"),
    ("ntk", "NTK", "NTK"),
    ("JK", "JK", "JK"),
)
def test_trumps_are_read_and_written(text: str, written: str, symbol: str) -> None:
    trumps = Trumps.parse(text)
    assert (str(trumps), trumps.symbol) == (written, symbol)
    assert decoder(Trumps).decode(encode(trumps)) == trumps


@for_each("", "H", "5", "HH", "H11", "NT", "NTJK", "HJK", "BJ", "RJ", "NT5 ", "X5", 5, ())
def test_what_is_no_trumps_is_refused(text: Any) -> None:
    expected = [] if text == "NT5 " else ["trumps.malformed"]
    assert refusals(Trumps.parse, text) == expected
    assert refusals(Conditions, rules(), find_setting(rules(), 6), text) == expected


@for_each(
    # suit and rank; what they are, or refusals
    ("H", 5, "H5"),
    ("♥", "5", "H5"),
    (Suit.HEARTS, 5, "H5"),
    ("S", "a", "SA"),
    (None, 14, "NTA"),
    (None, "JK", "JK"),
    (None, 15, "JK"),
    (None, 1, ["rank.malformed"]),
    (None, 16, ["rank.malformed"]),
    (None, "BJ", ["rank.malformed"]),
    (None, "H", ["rank.malformed"]),
    (None, (), ["rank.malformed"]),
    (None, True, ["rank.malformed"]),
    (None, 5.5, ["rank.malformed"]),
    ("X", 5, ["suit.malformed"]),
    (4, 5, ["suit.malformed"]),
    ("H", Rank.JOKER, ["trumps.malformed"]),
)
def test_trumps_from_a_text_and_a_number(suit: Any, rank: Any, expected: str | list[str]) -> None:
    if isinstance(expected, list):
        assert refusals(Trumps, suit, rank) == expected
        return
    trumps = Trumps(suit, rank)
    assert str(trumps) == expected
    assert trumps == Trumps.parse(expected)
    assert (trumps.suit in (None, *Suit), type(trumps.rank)) == (True, Rank)


def test_conditions_take_trumps_as_text() -> None:
    """Text gives the same answers as the value."""
    table = find_setting(rules(), 6)
    text: Any = "H5"
    written, given = Conditions(rules(), table, text), Conditions(rules(), table, Trumps(Suit.HEARTS, Rank.FIVE))
    assert written == given
    assert [written.group(card) for card in table.pack] == [given.group(card) for card in table.pack]


def test_cards_of_a_suit_are_asked_by_its_letter_too() -> None:
    hand, trumps = cards("S5 H5 H9 HA D4 RJ"), Trumps(Suit.SPADES, Rank.FIVE)
    letter: Any = "H"
    assert trumps.select_group(hand, letter) == trumps.select_group(hand, Suit.HEARTS) == cards("H9 HA")
    assert trumps.select_group(hand, "trump") == cards("S5 H5 RJ")
    nothing: Any = "X"
    assert refusals(trumps.select_group, hand, nothing) == ["suit.malformed"]


@for_each(("S", Suit.SPADES, []), ("♠", Suit.SPADES, []), (None, None, []), ("X", None, ["suit.malformed"]))
def test_a_suit_is_entered_as_text(text: Any, suit: Suit | None, expected: list[str]) -> None:
    for move, facts in ((zpy.EnterTrumps, ()), (zpy.RecordHand, ((), 0, "makers"))):
        assert refusals(move, 1, text, *facts) == expected
        if not expected:
            assert move(1, text, *facts) == move(1, suit, *facts)


@for_each(Rank.FOUR, 4, "4")
def test_the_kitty_is_turned_for_any_rank(rank: Any) -> None:
    assert str(zpy.find_trumps_of_kitty(rank, cards("S3 H9 D4 C4 SK HA"))) == "D4"

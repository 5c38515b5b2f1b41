"""The order of all cards, for every trump suit and rank, against the list that S2 gives in words."""

from itertools import combinations, product

import pytest

from scorekeeper.cards import BLACK_JOKER, RED_JOKER, Rank, Suit, standard_pack
from scorekeeper.games.zhao_pengyou.order import Trumps
from tests.games.zhao_pengyou.naive import RANKS, told_by_s2

PACK = (*standard_pack(0), BLACK_JOKER, RED_JOKER)
EVERY_TRUMPS = [Trumps(suit, rank) for suit, rank in product((*Suit, None), RANKS)]
NO_RANK = Trumps(None, Rank.JOKER)


@pytest.mark.parametrize("trumps", [*EVERY_TRUMPS, NO_RANK], ids=str)
def test_order_of_every_card(trumps: Trumps) -> None:
    order = told_by_s2(trumps)
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


@pytest.mark.parametrize("trumps", [*EVERY_TRUMPS, NO_RANK], ids=str)
def test_a_hand_is_sorted_by_group_and_order(trumps: Trumps) -> None:
    told = [card for group in told_by_s2(trumps).values() for equals in group for card in equals]
    assert trumps.highest_first(reversed(PACK)) == tuple(told)
    assert trumps.of_group(told, "trump") == tuple(card for card in told if trumps.is_trump(card))

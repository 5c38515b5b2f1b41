"""The order of all cards, for every trump suit and rank, against the list that S2 gives in words."""

from itertools import combinations, product

import pytest

from scorekeeper.cards import BLACK_JOKER, JOKER_LETTERS, RED_JOKER, Card, Rank, Suit, standard_pack
from scorekeeper.games.zhao_pengyou.order import Group, Trumps

PACK = (*standard_pack(0), BLACK_JOKER, RED_JOKER)
RANKS = [rank for rank in Rank if rank not in JOKER_LETTERS]
EVERY_TRUMPS = [Trumps(suit, rank) for suit, rank in product((*Suit, None), RANKS)]
NO_RANK = Trumps(None, Rank.JOKER)


def told_by_s2(trumps: Trumps) -> dict[Group, list[list[Card]]]:
    """Red joker, black joker, the card of both, the other cards of the rank, the other cards of the suit ace to two."""
    falling = [rank for rank in reversed(RANKS) if rank is not trumps.rank]
    both = [Card(trumps.suit, trumps.rank)] if trumps.suit else []
    others = [Card(suit, trumps.rank) for suit in Suit if suit is not trumps.suit and trumps.rank in RANKS]
    trump_suit = [[Card(trumps.suit, rank)] for rank in falling] if trumps.suit else []
    every: dict[Group, list[list[Card]]] = {
        "trump": [equals for equals in ([RED_JOKER], [BLACK_JOKER], both, others, *trump_suit) if equals]
    }
    for suit in Suit:
        if suit is not trumps.suit:
            every[suit] = [[Card(suit, rank)] for rank in falling]
    return every


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

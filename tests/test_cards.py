"""Cards are read and written as people write them, and a pack holds each of its cards."""

import copy
import pickle
from typing import Any

import pytest

from scorekeeper.cards import BLACK_JOKER, JOKER, RED_JOKER, Card, Rank, Suit, parse_cards, standard_pack
from scorekeeper.errors import RuleError
from tests.cases import for_each

READ = [("S", Suit.SPADES), ("h", Suit.HEARTS), (" D ", Suit.DIAMONDS), ("♣", Suit.CLUBS)]


@for_each(*READ)
def test_suit_is_read(text: str, suit: Suit) -> None:
    assert Suit.parse(text) is suit


@for_each(text=["", "X", "SS", "spades", "N"])
def test_what_is_no_suit_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(RuleError) as refusal:
        Suit.parse(text)
    assert (refusal.value.code, refusal.value.problems[0].facts) == ("suit.malformed", {"text": text})


@for_each(
    ("SA", Card(Suit.SPADES, Rank.ACE), "SA", "♠A"),
    ("♥k", Card(Suit.HEARTS, Rank.KING), "HK", "♥K"),
    (" d10 ", Card(Suit.DIAMONDS, Rank.TEN), "D10", "♦10"),
    ("c2", Card(Suit.CLUBS, Rank.TWO), "C2", "♣2"),
    ("jk", JOKER, "JK", "JK"),
    ("bj", BLACK_JOKER, "BJ", "BJ"),
    (" RJ", RED_JOKER, "RJ", "RJ"),
    ("As", Card(Suit.SPADES, Rank.ACE), "SA", "♠A"),
    ("10H", Card(Suit.HEARTS, Rank.TEN), "H10", "♥10"),
    ("♠A", Card(Suit.SPADES, Rank.ACE), "SA", "♠A"),
    ("q♦", Card(Suit.DIAMONDS, Rank.QUEEN), "DQ", "♦Q"),
    ("joker", JOKER, "JK", "JK"),
)
def test_card_is_read_and_written(text: str, card: Card, written: str, symbol: str) -> None:
    assert (Card.parse(text), str(card), card.symbol) == (card, written, symbol)


# Too short, no such rank, no such suit, neither suit nor rank, a joker with a suit, a rank of two letters, no text.
@for_each(text=["", "S", "S1", "S11", "XA", "AA", "SH", "SAS", "SJK", "SBJ", "JKS", "10", "S 2", "JOKERS", None, 10])
def test_what_is_no_card_is_refused_with_the_text(text: Any) -> None:
    with pytest.raises(RuleError) as refusal:
        Card.parse(text)
    assert (refusal.value.code, refusal.value.problems[0].facts) == ("card.malformed", {"text": text})


@for_each(
    *(("A", Rank.ACE), ("k", Rank.KING), (" 10 ", Rank.TEN), ("2", Rank.TWO)),
    *(("JK", Rank.JOKER), ("joker", Rank.JOKER), ("bj", Rank.BLACK_JOKER), ("RJ", Rank.RED_JOKER)),
)
def test_rank_is_read(text: str, rank: Rank) -> None:
    assert Rank.parse(text) is rank


@for_each(rank=Rank)
def test_every_rank_reads_back(rank: Rank) -> None:
    assert Rank.parse(str(rank)) is rank


@for_each(text=["", "1", "11", "14", "ace", "S", "SA", "T", None, 14])
def test_what_is_no_rank_is_refused_with_the_text(text: Any) -> None:
    with pytest.raises(RuleError) as refusal:
        Rank.parse(text)
    assert (refusal.value.code, refusal.value.problems[0].facts) == ("rank.malformed", {"text": text})


@for_each(("S", "A"), (Suit.SPADES, 99), ("X", Rank.ACE), (Suit.SPADES, None))
def test_what_is_no_suit_or_no_rank_makes_no_card(suit: Any, rank: Any) -> None:
    with pytest.raises(ValueError, match="is not a valid"):
        Card(suit, rank)


def test_many_cards_are_read_in_order_and_every_card_reads_back() -> None:
    cards = (Card(Suit.SPADES, Rank.ACE), JOKER)
    assert parse_cards("SA  JK") == parse_cards(["SA", "JK"]) == cards
    assert parse_cards("") == ()
    assert all(Card.parse(str(card)) == Card.parse(card.symbol) == card for card in standard_pack())


@for_each(jokers=[0, 1, 2])
def test_pack_has_every_card_once_and_its_jokers(jokers: int) -> None:
    pack = standard_pack(jokers)
    suited = [card for card in pack if card != JOKER]
    assert (len(suited), len(set(suited)), pack.count(JOKER)) == (52, 52, jokers)
    assert [str(card) for card in (pack[0], pack[12], pack[13], pack[51])] == ["SA", "S2", "HA", "C2"]


def test_aces_are_high_and_jokers_above_them() -> None:
    assert Rank.TWO < Rank.TEN < Rank.JACK < Rank.QUEEN < Rank.KING < Rank.ACE < Rank.JOKER
    assert Rank.ACE < Rank.BLACK_JOKER < Rank.RED_JOKER


@for_each(card=standard_pack())
def test_equal_cards_are_the_same_card(card: Card) -> None:
    assert Card(card.suit, card.rank) is Card.parse(str(card)) is card
    assert copy.deepcopy(card) is pickle.loads(pickle.dumps(card)) is card
    assert [other for other in standard_pack() if other == card] == [card]


def test_ranks_and_suits_may_be_given_by_what_they_stand_for() -> None:
    """An `IntEnum` is its number, and there is one object of each card, whoever asked for it first."""
    number: Any = 14
    letter: Any = "S"
    assert Card(Suit.SPADES, number) is Card(letter, Rank.ACE) is parse_cards("SA")[0]
    assert type(Card(Suit.SPADES, number).rank) is Rank

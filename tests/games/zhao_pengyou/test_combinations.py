"""Leads: their kinds, the parts of a throw, and the reasons why cards are no set, no sequence or no lead."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.zhao_pengyou.combinations import (
    SEQUENCES,
    SETS,
    Shape,
    can_lead,
    check_lead,
    check_sequence,
    check_set,
    read_lead,
)
from tests.cases import for_each
from tests.games.zhao_pengyou.naive import NaiveReferee
from tests.games.zhao_pengyou.play import cards, codes, refusals
from tests.games.zhao_pengyou.tricks import any_conditions, conditions, dense_cards, groups, join_words
from tests.tiers import examples


def test_facts_of_a_name() -> None:
    these = conditions("H5")
    assert read_lead(these, cards("SQ SQ SJ SJ S10 S10")).name.facts == {"length": 3}
    assert read_lead(these, cards("SA SK SJ SJ")).name.facts == {"count": 3}


def test_ace_of_trumps_is_next_to_the_trump_rank_only_among_trumps() -> None:
    these = conditions("D4", tractors_above_ace=True)
    assert refusals(read_lead, these, cards("HA HA S4 S4")) == ["lead.several_suits"]
    assert read_lead(conditions("DA", tractors_above_ace=True), cards("DK DK SA SA")).kind == "sequence"


@for_each(
    # What the cards of the table lack leaves no gap: black jokers, a trump suit, a trump rank.
    ("D4", 8, "D4 D4 RJ RJ"),
    ("4", 5, "S4 S4 BJ BJ"),
    ("JK", 5, "BJ BJ RJ RJ"),
)
def test_above_the_ace_what_is_not_there_leaves_no_gap(trump: str, players: int, led: str) -> None:
    assert read_lead(conditions(trump, players, tractors_above_ace=True), cards(led)).kind == "sequence"


def test_of_equal_sets_one_is_part_of_the_sequence() -> None:
    lead = read_lead(conditions("D4", tractors_above_ace=True), cards("DA DA S4 S4 H4 H4 D4 D4"))
    assert [join_words(part.cards) for part in lead.parts] == ["D4 D4 S4 S4 DA DA", "H4 H4"]


def test_cards_that_are_not_there_are_no_set_and_no_sequence() -> None:
    """Two packs have two of each."""
    these = conditions("H5", 6)
    assert codes(check_set(these, cards("S8 S8 S8"))) == ["cards.too_many"]
    assert codes(check_sequence(these, cards("S8 S8 S8 S7 S7 S7"))) == ["cards.too_many"] * 2
    assert codes(check_sequence(these, cards("S8 S8 S8"))) == ["cards.too_many", "sequence.one_rank"]


@for_each(
    # Fives and hearts are trumps among eight players, who have three packs and no black jokers.
    ("", None, ["lead.nothing"]),
    ("", "S8 S8 S8 S8", ["cards.too_many", "lead.nothing"]),
    ("S8 C8", None, ["lead.several_suits"]),
    ("S5 S8", None, ["lead.several_suits"]),
    ("RJ SA", None, ["lead.several_suits"]),
    ("S5 H8 RJ", None, []),
    ("S8 S8 S8 S8", None, ["cards.too_many"]),
    ("BJ", None, ["cards.not_in_pack"]),
    ("JK", None, ["cards.not_in_pack"]),
    ("S8 S8", "S8 S9", ["play.not_held"]),
    ("S8 C8", "S8 S9", ["play.not_held", "lead.several_suits"]),
    ("S8", "S8 S9", []),
)
def test_every_reason_against_a_lead(led: str, hand: str | None, reasons: list[str]) -> None:
    these, held = conditions("H5", 8), None if hand is None else cards(hand)
    assert codes(check_lead(these, cards(led), held)) == refusals(read_lead, these, cards(led), held) == reasons
    assert can_lead(these, cards(led), held) == (not reasons)


@examples(150)
@given(st.data())
def test_combinations_of_random_cards_are_whole_sets_in_their_longest_sequences(data: st.DataObject) -> None:
    these = data.draw(any_conditions())
    led = data.draw(dense_cards(these, data.draw(groups(these)), 12))
    lead, naive = read_lead(these, led), NaiveReferee(these)
    assert sorted(map(str, lead.cards)) == sorted(map(str, led))
    for part in lead.parts:
        assert naive.can_take(part.cards, [part.shape])
        assert {led.count(card) for card in part.cards} == {part.shape.size}
    for one in lead.parts:
        for other in lead.parts:
            longer = Shape(one.shape.size, one.shape.length + other.shape.length)
            if one is not other and one.shape.size == other.shape.size > 1:
                assert not naive.can_take((*one.cards, *other.cards), [longer])
    if lead.kind == "sequence":
        assert not codes(check_sequence(these, led))
    if lead.kind == "throw":
        assert codes(check_sequence(these, led))


def test_every_size_has_a_name() -> None:
    assert set(SETS) == {1, 2, 3, 4}
    assert set(SEQUENCES) == {2, 3, 4}

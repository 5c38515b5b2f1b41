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


@for_each(
    # Fives and hearts are trumps: the lead, its kind, its combinations, its name.
    ("S7", "single", "S7", "lead.single"),
    ("RJ", "single", "RJ", "lead.single"),
    ("S7 S7", "set", "S7 S7", "lead.pair"),
    ("C5 C5 C5", "set", "C5 C5 C5", "lead.triple"),
    ("BJ BJ BJ BJ", "set", "BJ BJ BJ BJ", "lead.quadruple"),
    ("C8 C7 C7 C8", "sequence", "C8 C8 C7 C7", "lead.pairs_in_sequence"),
    ("DK DK DK DQ DQ DQ", "sequence", "DK DK DK DQ DQ DQ", "lead.triples_in_sequence"),
    ("S6 S6 S6 S6 S4 S4 S4 S4", "sequence", "S6 S6 S6 S6 S4 S4 S4 S4", "lead.quadruples_in_sequence"),
    ("HQ HQ HJ HJ H10 H10", "sequence", "HQ HQ HJ HJ H10 H10", "lead.pairs_in_sequence"),
    ("SA SK", "throw", "SA / SK", "lead.throw"),
    ("SA SK SJ SJ", "throw", "SJ SJ / SA / SK", "lead.throw"),
    ("C9 C9 C7 C7", "throw", "C9 C9 / C7 C7", "lead.throw"),
    ("C9 C9 C9 C8 C8", "throw", "C9 C9 C9 / C8 C8", "lead.throw"),
    ("DA DA DK DK DJ DJ DJ", "throw", "DA DA DK DK / DJ DJ DJ", "lead.throw"),
    ("CA CA CK CK C9 C9 C8 C8", "throw", "CA CA CK CK / C9 C9 C8 C8", "lead.throw"),
    ("CK CK CQ CQ C9 C9 C9 C9", "throw", "C9 C9 C9 C9 / CK CK CQ CQ", "lead.throw"),
    ("D5 S5", "throw", "S5 / D5", "lead.throw"),
    ("D5 D5 S5 S5", "throw", "S5 S5 / D5 D5", "lead.throw"),
    ("H6 H6 H5 H5", "throw", "H5 H5 / H6 H6", "lead.throw"),
    ("SA SA SA SA SK SK S3 S3 S3 S2 S2 S2", "throw", "S3 S3 S3 S2 S2 S2 / SA SA SA SA / SK SK", "lead.throw"),
)
def test_kind_of_a_lead(led: str, kind: str, parts: str, name: str) -> None:
    lead = read_lead(conditions("H5"), cards(led))
    assert (lead.kind, " / ".join(join_words(part.cards) for part in lead.parts)) == (kind, parts)
    assert lead.name.code == name
    assert lead.size == len(lead.cards) == len(cards(led))


def test_facts_of_a_name() -> None:
    these = conditions("H5")
    assert read_lead(these, cards("SQ SQ SJ SJ S10 S10")).name.facts == {"length": 3}
    assert read_lead(these, cards("SA SK SJ SJ")).name.facts == {"count": 3}


@for_each(
    # Fours and diamonds are trumps; above the ace: sequences where the house rule is chosen, throws where not.
    "DA DA S4 S4",
    "H4 H4 D4 D4",
    "D4 D4 BJ BJ",
    "BJ BJ RJ RJ",
    "DK DK DA DA C4 C4 D4 D4 BJ BJ RJ RJ",
)
def test_sequences_above_the_ace_are_a_house_rule(led: str) -> None:
    for chosen in (False, True):
        these = conditions("D4", tractors_above_ace=chosen)
        assert read_lead(these, cards(led)).kind == ("sequence" if chosen else "throw")
        assert (not codes(check_sequence(these, cards(led)))) == chosen


@for_each(
    # Never: equals are not neighbours, two steps are too many, a plain ace is no trump, and neither wraps around.
    "S4 S4 H4 H4",
    "DA DA D4 D4",
    "H4 H4 BJ BJ",
    "D4 D4 RJ RJ",
    "DA DA D2 D2",
    "RJ RJ D2 D2",
    "HA HA H2 H2",
)
def test_no_sequence_even_above_the_ace(led: str) -> None:
    these = conditions("D4", tractors_above_ace=True)
    assert read_lead(these, cards(led)).kind == "throw"
    assert codes(check_sequence(these, cards(led)))


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


@for_each(
    # Fives and hearts are trumps; every reason why pagat's examples and others are no sequence.
    ("C8 C8 S7 S7", ["sequence.suits"]),
    ("C9 C9 C7 C7", ["sequence.gap"]),
    ("C10 C10 C9 C9 C7 C7", ["sequence.gap"]),
    ("C9 C9 C9 C8 C8", ["sequence.sizes"]),
    ("H6 H6 H5 H5", ["sequence.trump_rank"]),
    ("D5 D5 HA HA", ["sequence.trump_rank"]),
    ("D5 D5 S5 S5", ["sequence.trump_rank", "sequence.trump_rank"]),
    ("BJ BJ RJ RJ", ["sequence.joker", "sequence.joker"]),
    ("C9 C8", ["sequence.no_sets"]),
    ("C9 C9 C8", ["sequence.no_sets", "sequence.sizes"]),
    ("C9 C9", ["sequence.one_rank"]),
    ("", ["sequence.one_rank"]),
    ("C9 C9 C8 C8", []),
)
def test_why_cards_are_no_sequence(led: str, reasons: list[str]) -> None:
    assert codes(check_sequence(conditions("H5"), cards(led))) == reasons


def test_sets_of_equal_rank_are_no_sequence_above_the_ace() -> None:
    these = conditions("H5", tractors_above_ace=True)
    assert codes(check_sequence(these, cards("D5 D5 S5 S5"))) == ["sequence.equal_ranks"]


# Nines and clubs are trumps in pagat's example: two nines are no set unless they are identical.
@for_each(
    ("D9 D9", []), ("D9 D9 D9", []), ("D9 S9", ["set.not_identical"]), ("D9", ["set.too_few"]), ("", ["set.too_few"])
)
def test_why_cards_are_no_set(led: str, reasons: list[str]) -> None:
    assert codes(check_set(conditions("C9"), cards(led))) == reasons


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


@for_each(
    # Threes and spades are trumps; under the house rule each rank of a throw has as many cards.
    ("CA CQ", True),
    ("DK DK DQ DQ D10 D10", True),
    ("HA HK HK", False),
    ("HA HA HA HK HK", False),
    ("S2 H3 D3", False),
    ("H3 D3", True),
    ("HA HA", True),
    ("HA HA HK HK", True),
)
def test_even_throws(led: str, even: bool) -> None:
    assert codes(check_lead(conditions("S3", even_throws=True), cards(led))) == ([] if even else ["lead.uneven_throw"])
    assert can_lead(conditions("S3"), cards(led))


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

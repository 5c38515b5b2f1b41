"""Following: against every play of small hands, judged by the naive referee, and reason by reason."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards import Card
from scorekeeper.games.zhao_pengyou.combinations import Lead, read_lead
from scorekeeper.games.zhao_pengyou.following import (
    can_follow,
    check_follow,
    check_revoke,
    find_duty,
    find_forced_cards,
    suggest_follow,
)
from scorekeeper.games.zhao_pengyou.order import Conditions
from scorekeeper.games.zhao_pengyou.sentences import BY_LEAD, SENTENCES
from tests.cases import for_each
from tests.games.zhao_pengyou.naive import NaiveReferee
from tests.games.zhao_pengyou.play import cards, codes
from tests.games.zhao_pengyou.tricks import (
    add_strays,
    any_conditions,
    conditions,
    dense_cards,
    groups,
    join_words,
    read_trumps,
)
from tests.tiers import examples

# Diamonds and twos are trumps; the lead, the hand, what follows under each rule.
LEADS = ["S6", "S6 S6", "S6 S6 S6", "S6 S6 S6 S6", "S7 S7 S6 S6", "S8 S8 S7 S7 S6 S6", "S7 S7 S7 S6 S6 S6", "SA SA SK"]
THROWS = ["SA SK", "SA SA SA SK SK", "SA SA SK SK SJ SJ", "SA SA SA SJ", "SJ SJ SJ S9 S9 S7 S7"]
HANDS = [
    "SA SA SA SA SK SK SK", "SA SA SA SA SK SK SK S4 S3", "SA SA SK SK SQ SQ SJ", "SA SA SK SJ SJ S10 S10 H3",
    "SA SA SA SK SK S10 S10", "SA SA SA SJ SJ SJ S5 S4", "SA SA SA SA S5 S4 S4", "SK SK SQ SQ SJ SJ S9 S9",
    "SA SK SK H5 H5 H5 DA DA", "HA HK D2 D2 D3 D3 RJ RJ",
]  # fmt: skip


def list_legal_plays(these: Conditions, lead: Lead, hand: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    plays = set(combinations(sorted(hand, key=str), lead.size))
    return {play for play in plays if can_follow(these, lead, hand, play)}


@for_each(follow=["sets_only", "subset_pattern"], hand=HANDS, led=[*LEADS, *THROWS])
def test_legal_plays_are_those_of_the_rule_text(led: str, hand: str, follow: str) -> None:
    these = conditions("D2", follow=follow)
    lead, held = read_lead(these, cards(led)), cards(hand)
    assert list_legal_plays(these, lead, held) == NaiveReferee(these).find_legal_plays(lead.cards, lead.shapes, held)


@examples(120)
@given(st.data())
def test_legal_plays_of_random_small_hands_are_those_of_the_rule_text(data: st.DataObject) -> None:
    these = data.draw(any_conditions())
    group = data.draw(groups(these))
    lead = read_lead(these, data.draw(dense_cards(these, group, 6)))
    suit = data.draw(dense_cards(these, group, 8))
    hand = add_strays(suit, max(2, lead.size - len(suit)))
    found = list_legal_plays(these, lead, hand)
    assert found == NaiveReferee(these).find_legal_plays(lead.cards, lead.shapes, hand)
    assert found, "somebody could not play at all"
    assert tuple(sorted(suggest_follow(these, lead, hand), key=str)) in found
    common = list((Counter(hand) & Counter(next(iter(found)))).elements())
    for play in found:
        common = list((Counter(common) & Counter(play)).elements())
    in_suit = these.trumps.select_group(common, lead.group)
    assert sorted(map(str, find_forced_cards(these, lead, hand))) == sorted(map(str, in_suit))


@for_each(
    # Diamonds and twos are trumps; a lead, a hand, a play that the pattern refuses and one that it allows.
    ("a sequence is kept", "S7 S7 S6 S6", "SA SA SK SK S9 S9", "SA SA S9 S9", "SA SA SK SK",
     "follow.pairs_in_sequence"),
    ("two pairs, failing that", "S7 S7 S6 S6", "SA SA SJ SJ S9", "SA SA SJ S9", "SA SA SJ SJ", "follow.pairs"),
    ("one pair, failing that", "S7 S7 S6 S6", "SA SA SJ S10 S9", "SA SJ S10 S9", "SA SA SJ S10", "follow.pairs"),
    ("a pair where a triple was led", "S7 S7 S7", "SA SK SK S8 S5", "SA S8 S5", "SK SK S8", "follow.pairs"),
    ("a sequence of pairs where one of triples was led", "S9 S9 S9 S8 S8 S8", "SA SA SK SK S7 S7 S7 S5 S4",
     "SA SA S7 S7 S7 S5", "SA SA SK SK S5 S4", "follow.pairs_in_sequence"),
    ("a sequence of triples where one of four each was led", "S9 S9 S9 S9 S8 S8 S8 S8", "SA SA SA SK SK SK S7 S7 S5",
     "SA SA SK SK S7 S7 SA S5", "SA SA SA SK SK SK S7 S7", "follow.triples_in_sequence"),
    ("two sequences of the same cards", "S9 S9 S8 S8 S6 S6 S5 S5", "SA SA SA SA SK SK SK SK SQ",
     "SA SA SA SA SK SK SK SQ", "SA SA SA SA SK SK SK SK", "follow.pairs_in_sequence"),
    ("a shorter sequence above the longer one", "SQ SQ SJ SJ S10 S10 S8 S8 S7 S7",
     "SA SA SK SK S9 S9 S6 S6 S5 S5 S4 S4", "SA SA S9 S9 S6 S6 S5 S5 S4 S4", "SA SA SK SK S6 S6 S5 S5 S4 S4",
     "follow.pairs_in_sequence"),
    ("a sequence of pairs stands for the longer one, and a triple for those in sequence",
     "S9 S9 S9 S8 S8 S8 SQ SQ SJ SJ S10 S10", "SA SA SK SK S7 S7 S7 SJ S9 S6 S5 S4 S3",
     "SA SA SK SK S7 S7 SJ S9 S6 S5 S4 S3", "SA SA SK SK S7 S7 S7 S9 S6 S5 S4 S3", "follow.triples"),
)  # fmt: skip
def test_pattern_is_kept_as_far_as_it_goes(
    about: str, led: str, hand: str, refused: str, allowed: str, reason: str
) -> None:
    these = conditions("D2", follow="subset_pattern")
    lead = read_lead(these, cards(led))
    assert reason in codes(check_follow(these, lead, cards(hand), cards(refused)))
    assert can_follow(these, lead, cards(hand), cards(allowed))


def test_four_each_in_sequence_is_kept_under_the_pattern() -> None:
    these = conditions("D2", follow="subset_pattern")
    lead = read_lead(these, cards("S9 S9 S9 S9 S8 S8 S8 S8"))
    hand = cards("SA SA SA SA SK SK SK SK SQ SQ")
    assert "follow.quadruples_in_sequence" in codes(check_follow(these, lead, hand, hand[2:]))


@for_each(
    # A lead of clubs, and the sections that say how many cards of the suit, and which combinations, must follow.
    ("C9", "Single Card Lead", ""),
    ("C9 C9", "Leading a Set of Identical Cards", "pairs"),
    ("C9 C9 C9", "Leading a Set of Identical Cards", "triples"),
    ("C9 C9 C9 C9", "Leading a Set of Identical Cards", "quadruples"),
    ("C9 C9 C8 C8", "Leading a Sequence of Sets", "pairs"),
    ("C9 C9 C9 C8 C8 C8", "Leading a Sequence of Sets", "triples"),
    ("CA CK", "Leading a Group of Top Cards", ""),
    ("CA CA CK", "Leading a Group of Top Cards", "pairs"),
)
def test_a_refusal_cites_the_section_on_the_lead(led: str, section: str, sets: str) -> None:
    for follow in ("sets_only", "subset_pattern"):
        these = conditions("D2", follow=follow)
        lead, hand = read_lead(these, cards(led)), cards("C7 C7 C7 C7 C6 C6 C6 C6 SA S3 S4 S5 S6 S7 S8")
        found = check_follow(these, lead, hand, hand[8:14][: lead.size - 1])
        cited = {each.code: SENTENCES[each.code].cite(each.facts) for each in found}
        of_sets = "Variations: Play" if follow == "subset_pattern" else section
        assert {cited.pop("follow.count"), cited.pop("follow.suit")} == {f"pagat, {section}"}
        assert set(cited.values()) == ({f"pagat, {of_sets}"} if sets else set())
        assert any(sets in code for code in cited) == bool(sets)


def test_every_refusal_of_a_follow_cites_a_section() -> None:
    codes_of_follows = {code for code in SENTENCES if code.startswith("follow.")}
    assert len(codes_of_follows) == 10
    assert {SENTENCES[code].source for code in codes_of_follows} == {BY_LEAD}


def test_what_is_missing_is_told_in_numbers() -> None:
    these = conditions("C9")
    lead = read_lead(these, cards("HQ HQ HJ HJ H10 H10"))
    [problem] = check_follow(these, lead, cards("HA HA HK HK H5 H4 H3"), cards("HA HA HK H5 H4 H3"))
    section = "pagat, Leading a Sequence of Sets"
    facts = {"length": 1, "included": 1, "needed": 2, "section": section}
    assert (problem.code, problem.facts) == ("follow.pairs", facts)


def test_duty_names_the_cards_of_the_suit_and_the_combinations() -> None:
    these = conditions("C9")
    must = find_duty(these, read_lead(these, cards("HQ HQ HJ HJ")), cards("HA H10 H10 H7 H6 C9"))
    assert (must.suit_count, must.combinations, join_words(must.example)) == (4, ((2, 1),), "H10 H10")
    must = find_duty(these, read_lead(these, cards("HQ HQ HJ HJ")), cards("SA SA SK SK"))
    assert (must.suit_count, must.combinations, must.example) == (0, (), ())


def test_an_example_gives_away_as_little_as_can_be() -> None:
    """The weakest pair, and none out of a triple or a four."""
    these = conditions("C9")
    lead = read_lead(these, cards("HJ HJ"))
    for hand, example in [("HA HA H10 H10 H8 H8", "H8 H8"), ("HA HA H10 H10 H10 H8 H8 H8 H8", "HA HA")]:
        assert (
            join_words(find_duty(these, lead, cards(hand)).example)
            == join_words(suggest_follow(these, lead, cards(hand)))
            == example
        )


@examples(60)
@given(st.data())
def test_a_legal_play_is_never_proven_a_revoke(data: st.DataObject) -> None:
    """It holds for any part of the other cards that is shown later."""
    these = data.draw(any_conditions())
    group = data.draw(groups(these))
    lead = read_lead(these, data.draw(dense_cards(these, group, 6)))
    hand = add_strays(data.draw(dense_cards(these, group, 10)))
    play = suggest_follow(these, lead, hand)
    kept = list((Counter(hand) - Counter(play)).elements())
    later = data.draw(st.lists(st.sampled_from(range(len(kept))), unique=True)) if kept else []
    assert not check_revoke(these, lead, play, [kept[place] for place in later])


def test_trumps_are_read_in_tests() -> None:
    assert (read_trumps("5").suit, read_trumps("JK").suit) == (None, None)

"""Leads and the words with them: one row for each clause of the rulebooks, and a second referee."""

from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards import JOKER, SUITED_RANKS, Card, Suit
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.kitty import can_discard, check_discard
from scorekeeper.games.mighty.leading import can_lead, check_lead, lead_problems, legal_leads
from scorekeeper.games.mighty.trick import Play
from tests.cases import for_each, require
from tests.games.mighty.naive import Naive
from tests.games.mighty.play import cards, codes
from tests.games.mighty.tricks import TRUMPS, any_conditions, conditions, deal_whole_hands, play, play_whole_hand
from tests.tiers import examples

NINE_TRUMPS = "HK HQ HJ H10 H9 H8 H7 H6 H5"
NO_JOKER: dict[str, Any] = {"joker_first_lead": "forbidden"}


def test_without_trumps_anything_may_be_led() -> None:
    held = cards("HK HQ HJ H10 H9 H8 H7 SA JK C3")
    assert legal_leads(conditions("NT"), 1, held) == held


def test_every_reason_is_told() -> None:
    held = cards("HK HQ HJ H10 H9 H8 SA JK C3 C4")
    told = {
        str(card): codes(problems) for card, problems in lead_problems(conditions("H", "wikipedia_ja"), 1, held).items()
    }
    trumps = {str(card): ["lead.trump"] for card in held[:6]}
    assert told == {**trumps, "SA": ["lead.mighty"], "JK": ["play.joker_barred"], "C3": ["lead.joker_call"], "C4": []}
    assert codes(lead_problems(conditions(**NO_JOKER), 1, held)[JOKER]) == ["lead.joker"]
    assert lead_problems(conditions(), 1, held)[held[0]][0].facts["instead"] == held[6]


def test_in_later_tricks_any_card_may_be_led() -> None:
    held = cards("HK HQ HJ H10 H9 H8 SA JK C3")
    assert legal_leads(conditions("H", "wikipedia_ja"), 2, held) == held


@for_each((8, "JK H2 C2", "JK H2 C2"), (9, "JK C2", "JK"), (10, "JK", "JK"), (9, "H2 C2", "H2 C2"))
def test_the_joker_is_gone_before_the_last_trick(trick: int, hand: str, legal: str) -> None:
    """wikipedia_ja, Exceptions in play: with two cards left the joker is led."""
    assert legal_leads(conditions("H", "wikipedia_ja"), trick, cards(hand)) == cards(legal)
    assert legal_leads(conditions("H"), trick, cards(hand)) == cards(hand)


def test_with_two_packs_two_jokers_go_in_time() -> None:
    these = conditions("H", "wikipedia_ja", players="double_six")
    assert legal_leads(these, 14, cards("JK JK H2 C2")) == cards("JK H2 C2")
    assert legal_leads(these, 15, cards("JK JK H2")) == cards("JK")
    assert codes(check_lead(these, 15, play("H2"), cards("JK JK H2"))) == ["play.joker_due"]


# --- What is said with the card ---


@for_each(
    (9, "C4 C5", []),
    (9, "C4", ["cards.count"]),
    (8, "C4 C5", ["cards.count"]),
    (9, "C4 C4", ["cards.too_many"]),
    (9, "C5 C6", ["play.not_held"]),
    (9, "C4 BJ", ["cards.not_in_pack"]),
    (11, "C4", ["play.no_such_trick", "cards.count"]),
)
def test_a_wrong_hand_is_refused(trick: int, hand: str, against: list[str]) -> None:
    problems = list(check_lead(conditions(), trick, play("C4"), cards(hand)))
    assert codes(problems) == against
    if against not in ([], ["play.not_held"]):
        with pytest.raises(RuleError) as refusal:
            legal_leads(conditions(), trick, cards(hand))
        assert codes(refusal.value.problems) == against
    assert all(problem.code in mighty.SENTENCES for problem in problems)


# --- The discard (pagat, Variations: Play) ---

TWELVE_TRUMPS = f"{NINE_TRUMPS} H4 H3 H2"


def test_discard_tells_how_many_cards_there_must_be() -> None:
    [cards_held, discarded] = check_discard(conditions(), cards("C4 C5 C6"), cards("C4 C5"))
    assert (cards_held.facts, discarded.facts) == ({"count": 3, "needed": 13}, {"count": 2, "needed": 3})


def test_with_two_packs_both_jokers_are_discarded() -> None:
    these = conditions("H", "base10", players="double_six")
    hand = cards(f"{TWELVE_TRUMPS} HA HA HK HQ HJ H10 H9 JK JK")
    assert can_discard(these, hand, cards("JK JK H2 H3"))
    assert codes(check_discard(these, hand, cards("JK H4 H2 H3"))) == ["discard.trumps_and_joker"]


# --- A second referee ---


@for_each(trump=TRUMPS, trump_first_lead=["only_trumps", "trumps_and_joker", "nothing_else"])
def test_a_second_referee_agrees_on_every_opening_with_trumps_and_special_cards(
    trump: str, trump_first_lead: str
) -> None:
    few = cards("JK SA C3 D5 DA")
    openings = [some for count in range(6) for some in combinations(few, count)]
    trumps = [Card(TRUMPS[trump] or Suit.HEARTS, rank) for rank in SUITED_RANKS]
    allowed = ("allowed", "forbidden")
    chosen = product(
        ("full", "plain"), allowed, ("powerless", "forbidden", "full"), ("powerless", "forbidden"), allowed, "SC"
    )
    keys = ("mighty_first_trick", "mighty_first_lead", "joker_first_last", "joker_first_lead", "joker_call_first_lead")
    for choices in chosen:
        changes = dict(zip((*keys, "joker_call_under_clubs"), choices, strict=True))
        these = conditions(trump, trump_first_lead=trump_first_lead, **changes)
        naive = Naive(these.rules, these.trump)
        for special in openings:
            hand = (*special, *(card for card in trumps if card not in special))[:10]
            assert set(require(legal_leads(these, 1, hand))) == naive.list_leads(1, hand)


@examples(60)
@given(any_conditions(), st.integers(0, 2**32))
def test_a_second_referee_agrees_on_random_leads(these: Conditions, seed: int) -> None:
    random, naive = Random(seed), Naive(these.rules, these.trump)
    hands, _ = deal_whole_hands(these, random)

    def choose(trick: int, made: Any, held: Any) -> Any:
        if made:
            return held
        legal = legal_leads(these, trick, held)
        assert set(legal) == naive.list_leads(trick, held)
        for card in held:
            names = these.suits_to_name(trick, card)
            assert can_lead(these, trick, Play(1, card, names[0] if names else None), held) == (card in legal)
        return legal

    assert len(list(play_whole_hand(these, hands, random, choose))) == these.tricks

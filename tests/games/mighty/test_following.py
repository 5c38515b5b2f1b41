"""Following a lead: one row for each clause of the rulebooks, and a second referee."""

from collections.abc import Sequence
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards import Card, parse_cards
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.following import can_follow, card_problems, check_follow, legal_cards
from scorekeeper.games.mighty.trick import Play
from tests.cases import for_each, require
from tests.games.mighty.naive import Naive
from tests.games.mighty.play import cards, codes
from tests.games.mighty.tricks import (
    TRUMPS,
    any_conditions,
    choose_legal,
    conditions,
    deal_whole_hands,
    play,
    play_whole_hand,
    plays,
)
from tests.tiers import examples


def test_a_reason_names_the_suit_and_the_mighty() -> None:
    [suit] = check_follow(conditions(), 8, plays("C4"), play("H5", 2), cards("C5 H5 SA"))
    assert suit.facts["suit"] is cards("C5")[0].suit
    [lone] = check_follow(conditions(), 8, plays("S4"), play("H5", 2), cards("C5 H5 SA"))
    assert lone.facts["card"] == cards("SA")[0]


@for_each(
    # trick, cards on the table from player 1, the card of player 6, the hand, what is wrong
    (8, "C4", "C5", "C5 C6 C7", []),
    (8, "C4 D5", "C4", None, ["play.gone"]),
    (8, "C4 D5", "C4", "C4 C6 C7", ["cards.too_many"]),
    (8, "C4 D5", "C6", "C4 C6 C7", ["cards.too_many"]),
    (8, "BJ D5", "C6", "C4 C6 C7", ["cards.not_in_pack"]),
    (8, "BJ D5", "C6", None, ["cards.not_in_pack"]),
    (8, "C2 C3 C4 C8 D5", "C6", "C5 C6 C7", ["trick.count"]),
    (99, "C4", "C6", None, ["play.no_such_trick"]),
)
def test_the_cards_on_the_table_are_in_nobodys_hand(
    trick: int, made: str, follow: str, hand: str | None, against: list[str]
) -> None:
    held = None if hand is None else cards(hand)
    assert codes(check_follow(conditions(), trick, plays(made), play(follow, 6), held)) == against
    if held is None or not against:
        return
    with pytest.raises(RuleError) as refusal:
        legal_cards(conditions(), trick, plays(made), held)
    assert codes(refusal.value.problems) == against


def test_with_two_packs_the_other_copy_may_be_played() -> None:
    these = conditions(players="double_six")
    for held in (None, cards("C4 C5 C6")):
        assert codes(check_follow(these, 15, plays("C4 D5"), play("C4", 3), held)) == []
    assert codes(check_follow(these, 15, plays("C4 C4"), play("C4", 3))) == ["play.gone"]


def test_nobody_plays_twice_to_a_trick() -> None:
    assert codes(check_follow(conditions(), 8, plays("C4 C5"), play("C6", 1))) == ["trick.player_twice"]


def test_with_nothing_on_the_table_the_cards_are_led() -> None:
    these, hand = conditions(), cards("H5 C5 C6 C7 C8 C9 D5 D6 D7 D8")
    assert card_problems(these, 1, (), hand) == mighty.lead_problems(these, 1, hand)
    assert legal_cards(these, 1, (), hand) == hand[1:]
    assert codes(check_follow(these, 1, (), play("H5"), hand)) == ["lead.trump"]
    assert codes(check_follow(these, 2, (), play("C3!"))) == []
    assert can_follow(these, 2, (), play("JK>C"))


def test_without_a_hand_a_joker_in_the_first_trick_is_refused_where_it_may_not_be() -> None:
    these = conditions(joker_first_last="forbidden")
    assert codes(check_follow(these, 1, plays("C4"), play("JK", 2))) == ["play.joker_barred"]
    assert codes(check_follow(these, 10, plays("C4"), play("JK", 2))) == []


def test_no_legal_cards_without_a_hand_that_can_be() -> None:
    with pytest.raises(RuleError) as refusal:
        legal_cards(conditions(), 8, plays("C4"), cards("C5 C5"))
    assert codes(refusal.value.problems) == ["cards.count", "cards.too_many"]


def test_with_two_packs_the_mighties_alone_must_follow_and_each_called_joker_is_played() -> None:
    these = conditions(players="double_six")
    assert legal_cards(these, 15, plays("S4"), cards("SA SA C5")) == cards("SA")
    assert legal_cards(these, 15, plays("C3! JK C5"), cards("JK C3 C5")) == cards("JK")


# --- A second referee ---

FEW = parse_cards("JK SA S2 DA D2 C3 C4 H2")


def check_agreement(these: Conditions, naive: Naive, trick: int, made: Sequence[Play], hand: Sequence[Card]) -> None:
    assert set(require(legal_cards(these, trick, made, hand))) == naive.list_follows(trick, made, hand)


@pytest.mark.exhaustive
@for_each(trump=["H", "S", "NT"], joker_first_last=["powerless", "forbidden", "full"])
def test_a_second_referee_agrees_on_every_end_of_a_hand_with_few_cards(trump: str, joker_first_last: str) -> None:
    """One or two cards played and a hand of the last three, two or one, out of eight."""
    for saves, lone, optional in product((True, False), repeat=3):
        these = conditions(
            trump,
            joker_first_last=joker_first_last,
            joker_led_powerless="leader" if saves else "second_card",
            mighty_saves_joker=saves,
            lone_mighty_must_follow=lone,
            joker_call_optional=optional,
        )
        naive = Naive(these.rules, these.trump)
        for trick, led in product((8, 9, 10), FEW):
            names = these.suits_to_name(trick, led)[2:]
            first = Play(1, led, names[0] if names else None, led in these.joker_calls)
            for hand in combinations([card for card in FEW if card != led], 11 - trick):
                check_agreement(these, naive, trick, (first,), hand)
                for second in set(FEW) - {led, *hand}:
                    check_agreement(these, naive, trick, (first, Play(2, second)), hand)


@for_each(plain=["full", "plain"], joker_first_last=["powerless", "forbidden", "full"])
def test_a_second_referee_agrees_on_every_first_trick_with_few_cards(plain: str, joker_first_last: str) -> None:
    """Hands of which only some cards matter; the others are trumps."""
    fill = parse_cards("H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ")
    for lone in (True, False):
        these = conditions(
            "H", mighty_first_trick=plain, joker_first_last=joker_first_last, lone_mighty_must_follow=lone
        )
        naive = Naive(these.rules, these.trump)
        for lead in FEW:
            rest = [card for card in FEW if card != lead]
            for count in range(5):
                for some in combinations(rest, count):
                    check_agreement(these, naive, 1, (Play(1, lead),), (*some, *fill)[:10])


@examples(80)
@given(any_conditions(), st.integers(0, 2**32))
def test_a_second_referee_agrees_on_whole_random_hands(these: Conditions, seed: int) -> None:
    """Every number of players and every house rule; there is always a legal card, and all points are won once."""
    random, naive = Random(seed), Naive(these.rules, these.trump)
    hands, discards = deal_whole_hands(these, random)
    by_rules = choose_legal(these)

    def choose(trick: int, made: Sequence[Play], held: Sequence[Card]) -> Sequence[Card]:
        if made:
            check_agreement(these, naive, trick, made, held)
        return by_rules(trick, made, held)

    shown = [made.card for trick in list(play_whole_hand(these, hands, random, choose)) for made in trick]
    assert sorted([*shown, *discards], key=str) == sorted(these.rules.setting.pack, key=str)


@for_each(*TRUMPS)
def test_nothing_is_legal_that_is_not_held(trump: str) -> None:
    held = cards("C5 D5 H5")
    assert set(legal_cards(conditions(trump), 8, plays("C4"), held)) <= set(held)

"""Winners of tricks: identical cards, what is no trick, and a second referee over random tricks."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards import JOKER, Suit
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.cards import Colour
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.trick import (
    Led,
    Play,
    check_players,
    find_called_joker,
    find_led_suit,
    find_winning_place,
    judge_trick,
)
from tests.cases import for_each
from tests.games.mighty.naive import Naive
from tests.games.mighty.play import cards, codes
from tests.games.mighty.tricks import any_conditions, conditions, deal_whole_hands, play_whole_hand, plays
from tests.tiers import examples

LEADER, SECOND, THIRD, FOURTH, FIFTH = 1, 2, 3, 4, 5


@for_each(
    # pagat, Six, seven or eight players
    ("CK CA C2 CA C3 C4", SECOND),
    ("CK H2 H9 C2 H9 C4", THIRD),
    ("CK SA H9 SA H9 C4", SECOND),
    ("CK JK H9 JK H9 C4", SECOND),
    ("JK>D JK D9 D2 D9 D4", LEADER),
    ("C3! JK C9 JK C9 C4", THIRD),
    ("C3! C2 C3 JK C2 JK", LEADER),
)
def test_of_identical_cards_the_first_wins(cards: str, won_by: int) -> None:
    assert judge_trick(conditions(players="double_six"), 2, plays(cards)).winner == won_by


def test_with_two_packs_the_joker_led_without_power_may_be_followed_by_the_other() -> None:
    these = conditions(players="double_six")
    made = plays("JK JK D5 C9 D7 SK")
    assert [find_led_suit(these, 17, made[:count]) for count in (1, 2, 3)] == [None, None, made[2].card.suit]
    assert judge_trick(these, 17, made).winner == FIFTH


def test_the_joker_call_of_three_players_is_a_seven() -> None:
    assert find_called_joker(conditions(players="three"), 2, plays("C7!")) is JOKER
    assert find_called_joker(conditions("C", players="three"), 2, plays("S7!")) is JOKER
    assert find_called_joker(conditions("C", players="three"), 2, plays("C7!")) is None


def test_the_trick_so_far_is_won_by_the_highest_card_so_far() -> None:
    these, made = conditions(), plays("CK H2 CA HJ SA")
    assert [find_winning_place(these, 2, made[:count]) + 1 for count in range(1, 6)] == [1, 2, 2, 4, 5]


def test_points_are_the_court_cards_and_tens() -> None:
    assert judge_trick(conditions(), 2, plays("CA CK CQ CJ C10")).points == 5
    assert judge_trick(conditions(), 2, plays("C9 JK C2 C3 H8")).points == 0


AGAIN = Play(2, cards("C6")[0])


@for_each(
    (2, plays("C9 C2 C4 C5 C6"), [], []),
    (2, plays("C9 C2 C4 C5"), [], ["trick.count"]),
    (2, plays("C9"), [], ["trick.count"]),
    (2, (), ["trick.nothing_led"], ["trick.count"]),
    (2, plays("C9 C2 C4 C5 C6 C7"), ["trick.count"], ["trick.count"]),
    (2, (*plays("C9 C2 C4 C5"), AGAIN), ["trick.player_twice"], ["trick.player_twice"]),
    (2, (*plays("C9 C2"), AGAIN), ["trick.player_twice"], ["trick.count", "trick.player_twice"]),
    (2, plays("C9 C2 C4 C9 JK"), ["cards.too_many"], ["cards.too_many"]),
    (2, plays("C9 C2 C4 RJ JK"), ["cards.not_in_pack"], ["cards.not_in_pack"]),
    (2, plays("BJ C2"), ["cards.not_in_pack"], ["trick.count", "cards.not_in_pack"]),
    (0, plays("C9 C2 C4 C5 C6"), ["play.no_such_trick"], ["play.no_such_trick"]),
    (99, plays("C9 C2 C4 C5 C6"), ["play.no_such_trick"], ["play.no_such_trick"]),
)
def test_what_is_no_trick_is_told(trick: int, made: tuple[Play, ...], so_far: list[str], complete: list[str]) -> None:
    problems = list(mighty.check_plays(conditions(), trick, made))
    assert codes(problems) == so_far
    assert codes(mighty.check_plays(conditions(), trick, made, complete=True)) == complete
    assert all(problem.code in mighty.SENTENCES for problem in problems)
    if not so_far:
        assert mighty.judge_trick(conditions(), trick, made).plays == made
        return
    with pytest.raises(RuleError) as refusal:
        mighty.judge_trick(conditions(), trick, made)
    assert codes(refusal.value.problems) == so_far


# --- A second referee ---


def list_suits(led: Led) -> tuple[Suit, ...]:
    """Return the suits that follow what was led, where not every card does."""
    return led.suits if isinstance(led, Colour) else (led,) if led else ()


@examples(60)
@given(any_conditions(), st.integers(0, 2**32))
def test_a_second_referee_agrees_on_random_tricks(these: Conditions, seed: int) -> None:
    """Tricks of any cards whatever, played by the rules or not."""
    random, naive = Random(seed), Naive(these.rules, these.trump)
    hands, _ = deal_whole_hands(these, random)
    for trick, made in enumerate(play_whole_hand(these, hands, random, lambda _trick, _made, held: held), 1):
        for count in range(1, len(made) + 1):
            assert find_winning_place(these, trick, made[:count]) == naive.find_winner(trick, made[:count])
            assert list_suits(find_led_suit(these, trick, made[:count])) == naive.find_suits(trick, made[:count])


@examples(60)
@given(any_conditions(), st.sampled_from([1, 2, 9, 10]), st.data())
def test_a_second_referee_agrees_on_tricks_of_special_cards(these: Conditions, trick: int, data: st.DataObject) -> None:
    """Jokers, mighties, joker calls, high and low cards, as many of them as the pack has."""
    copies = these.rules.setting.copies
    few = [*these.jokers, these.mighty, *these.joker_calls, *cards("S10 D10 H10 C10 SK HA")]
    pack = [card for card in few for _ in range(copies[card])]
    drawn = data.draw(st.permutations(range(len(pack))))[: these.rules.setting.active]
    names = data.draw(st.sampled_from(these.suits_to_name(trick, pack[drawn[0]]) or (None,)))
    called = data.draw(st.booleans())
    made = [
        Play(player, pack[index], names if player == 1 else None, called and player == 1)
        for player, index in enumerate(drawn, 1)
    ]
    assert find_winning_place(these, trick, made) == Naive(these.rules, these.trump).find_winner(trick, made)


# --- Why ---


@given(these=any_conditions(), seed=st.integers(0, 2**32))
def test_why_is_told_of_every_winner(these: Conditions, seed: int) -> None:
    random = Random(seed)
    for number, made in enumerate(play_whole_hand(these, deal_whole_hands(these, random)[0], random), 1):
        won = mighty.explain_winner(these, number, made)
        assert won.player == judge_trick(these, number, made).winner
        assert mighty.say(won.why)


def test_every_problem_of_plays_is_told_at_once() -> None:
    made = plays("CK HA")
    assert mighty.check_plays(conditions(), 2, made) == ()
    twice = mighty.check_plays(conditions(), 11, [*made, made[0]])
    assert codes(twice) == ["play.no_such_trick", "trick.player_twice", "cards.too_many"]
    assert len(twice) == 3, "they can be counted"
    assert codes(check_players(conditions(), [1, 2, 3, 4, 5, 5])) == ["trick.count", "trick.player_twice"]
    assert check_players(conditions(), [1, None, 3], complete=False) == ()


def test_why_asks_for_plays_that_can_be_there() -> None:
    with pytest.raises(RuleError) as refusal:
        mighty.explain_winner(conditions(), 11, ())
    assert codes(refusal.value.problems) == ["play.no_such_trick", "trick.nothing_led"]

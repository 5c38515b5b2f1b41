"""Correcting a trick of the hand in progress: its consequences, and what contradicts it."""

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.cards import Card
from scorekeeper.errors import RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.trick_corrections import find_recorded_cards
from tests.games.zhao_pengyou.hands import find_refusals, play_cards, start_play, start_play_of_seven
from tests.games.zhao_pengyou.note_taker import NoteTaker
from tests.games.zhao_pengyou.play import cards, facts_of
from tests.games.zhao_pengyou.random_moves import RandomMoves
from tests.games.zhao_pengyou.real_hand import RealHand
from tests.games.zhao_pengyou.test_properties import rulesets
from tests.tiers import examples


def record_tricks(hand: zpy.Hand, text: str) -> zpy.Hand:
    """Record tricks by winner and points: "1:20 3:10"."""
    return zpy.do(hand, *(zpy.RecordTrick(*map(int, word.split(":"))) for word in text.split()))


def list_lines(hand: zpy.Hand, move: Any) -> list[str]:
    return [zpy.say(line) for line in move.says(hand, zpy.do(hand, move))]


def correct_cards(trick: int, player: int, text: str) -> zpy.CorrectCards:
    return zpy.CorrectCards(trick, player, cards(text))


TALLY = record_tricks(start_play(), "1:20 3:10 2:15")

# --- Tricks whose cards nobody wrote down ---


def test_a_corrected_trick_counts_as_if_it_had_been_recorded_so_at_once() -> None:
    corrected = zpy.do(TALLY, zpy.CorrectTrick(2, winner=4, points=30))
    assert corrected == record_tricks(start_play(), "1:20 4:30 2:15")
    assert (zpy.points_showing(TALLY), zpy.points_showing(corrected)) == (25, 45)


def test_the_history_tells_how_it_was_and_how_it_is() -> None:
    assert list_lines(TALLY, zpy.CorrectTrick(2, 4, 30)) == ["Trick 2 fixed: 3 +10 → 4 +30."]


def test_who_was_told_to_be_a_friend_stays_one_and_so_does_a_beaten_throw() -> None:
    call = zpy.Call.parse("HA#1")
    told = zpy.do(TALLY, zpy.RevealFriend(5, call), zpy.RecordThrow(3, 2))
    corrected = zpy.do(told, zpy.CorrectTrick(1, 6, 5))
    assert (corrected.team, corrected.throws) == ((1, 5), (zpy.FailedThrow(3, 2),))


def test_more_points_than_later_tricks_leave_are_refused() -> None:
    hand = record_tricks(start_play(), "1:60 2:60 3:40")
    assert find_refusals(hand, zpy.CorrectTrick(1, 1, 105)) == ["mend.contradicts"]
    why = facts_of(zpy.check_move(hand, zpy.CorrectTrick(1, 1, 105)))
    assert (why["trick"], why["why"].code) == (3, "trick.points")


# --- Tricks that are played card by card ---

SINGLES = "H3 H10 H4 H4 HA H6"
PAIRS = "HK+HK H9+H9 H3+H4 H7+H7 H8+H8 H5+H6"


def test_cards_are_corrected_where_they_are_written_down() -> None:
    hand = play_cards(start_play(), f"{SINGLES} D3")
    assert find_refusals(hand, zpy.CorrectTrick(1, 5, 15)) == ["mend.has_cards"]
    corrected = zpy.do(hand, correct_cards(1, 3, "HK"))
    assert corrected == play_cards(start_play(), "H3 H10 HK H4 HA H6 D3")
    assert corrected.tricks[0].points == 20
    assert list_lines(hand, correct_cards(1, 3, "HK")) == ["Trick 1 fixed: 3 played ♥K, not ♥4.", "Trick 1: 5 +20."]


def test_sets_are_corrected_as_they_are_played() -> None:
    hand = play_cards(start_play(), PAIRS)
    corrected = zpy.do(hand, correct_cards(1, 4, "HA HA"))
    assert (hand.tricks[0].winner, corrected.tricks[0].winner) == (1, 4)
    assert corrected == play_cards(start_play(), PAIRS.replace("H7+H7", "HA+HA"))


def test_the_trick_that_goes_on_is_corrected_as_well() -> None:
    hand = play_cards(start_play(), f"{SINGLES} D3 D4")
    assert zpy.do(hand, correct_cards(2, 5, "D9")).table[0].cards == cards("D9")
    assert find_refusals(hand, correct_cards(2, 1, "D9")) == ["mend.no_such_card"], (
        "a player who has not played yet has nothing to correct"
    )


def test_a_card_that_changes_the_winner_contradicts_the_lead_after_it() -> None:
    hand = play_cards(start_play(), f"{SINGLES} D3")
    assert find_refusals(hand, correct_cards(1, 5, "H9")) == ["mend.contradicts"]
    assert facts_of(zpy.check_move(hand, correct_cards(1, 5, "H9")))["why"].code == "play.out_of_turn"


def test_a_lead_that_nobody_has_followed_may_have_been_of_another_size() -> None:
    hand = play_cards(start_play(), f"{SINGLES} D3")
    assert zpy.do(hand, correct_cards(2, 5, "D3 D3")).lead == zpy.read_lead(hand.conditions, cards("D3 D3"))


def test_a_trick_of_which_some_cards_are_written_down_is_corrected_both_ways() -> None:
    hand = record_tricks(play_cards(start_play(), "H3 H10"), "5:25")
    assert zpy.do(hand, zpy.CorrectTrick(1, 3, 30)) == record_tricks(play_cards(start_play(), "H3 H10"), "3:30")
    assert zpy.do(hand, correct_cards(1, 2, "H9")) == record_tricks(play_cards(start_play(), "H3 H9"), "5:25")


# --- Friends ---


def test_a_corrected_card_shows_another_friend() -> None:
    hand = play_cards(start_play(), SINGLES)
    other = correct_cards(1, 4, "HA")
    corrected = zpy.do(hand, other)
    assert (hand.team, corrected.team) == ((1, 5), (1, 4))
    assert "4 has played ♥A#1." in list_lines(hand, other)
    assert corrected == play_cards(start_play(), "H3 H10 H4 HA HA H6")


def test_a_friend_whom_no_card_shows_any_more_is_none() -> None:
    hand = play_cards(start_play(), SINGLES)
    none = correct_cards(1, 5, "HQ")
    assert zpy.do(hand, none).team == (1,)
    assert list_lines(hand, none) == ["Trick 1 fixed: 5 played ♥Q, not ♥A.", "Nobody has played ♥A#1 yet."]


def test_a_friend_who_was_told_may_be_shown_by_a_corrected_card() -> None:
    hand = zpy.do(play_cards(start_play(), "H3 H10 H4 H4 HK H6"), zpy.RevealFriend(5, zpy.Call.parse("HA#1")))
    assert not hand.in_full
    corrected = zpy.do(hand, correct_cards(1, 5, "HA"))
    assert (corrected.team, corrected.in_full) == ((1, 5), True), "nothing is missing any more"
    assert zpy.do(corrected, correct_cards(1, 5, "HK")) == hand
    assert find_refusals(hand, correct_cards(1, 4, "HA")) == ["mend.contradicts"]


# --- Throws ---


def beat_throw(**changes: Any) -> zpy.Hand:
    """Return a hand in which player 1 threw ace and queens of hearts, and player 3 has shown two kings."""
    hand = play_cards(start_play("DA#1 CA#1", **changes), "HA+HQ+HQ")
    return zpy.do(hand, zpy.BeatThrow(3, cards("HK HK")))


def test_a_beaten_throw_stays_beaten_when_its_cards_are_corrected() -> None:
    hand = play_cards(beat_throw(), "H9+H9 H3+H4 H7+H7")
    assert find_recorded_cards(hand, 1, 1) == cards("HA HQ HQ")
    corrected = zpy.do(hand, correct_cards(1, 1, "HA HJ HJ H10"))
    assert (hand.throws, corrected.throws) == ((zpy.FailedThrow(1, 1),), (zpy.FailedThrow(1, 2),))
    assert corrected.table[0].cards == cards("HJ HJ")


def test_the_part_that_was_said_to_stay_stays_when_another_card_is_corrected() -> None:
    """If the corrected lead lacks that part, the usual part stays."""
    hand = zpy.do(play_cards(start_play("DA#1 CA#1"), "HK+HQ+H10+H10"), zpy.BeatThrow(3, cards("HA HA"), cards("HQ")))
    hand = play_cards(hand, "H3 HA")
    assert zpy.do(hand, correct_cards(1, 2, "H4")).table[0].cards == cards("HQ")
    assert zpy.do(hand, correct_cards(1, 1, "HK HQ H9 H9 H8")).table[0].cards == cards("HQ")
    assert zpy.do(hand, correct_cards(1, 1, "HK HJ")).table[0].cards == cards("HK")


def test_tricks_are_corrected_until_the_result_is_recorded() -> None:
    ended = record_tricks(start_play(failed_throw="hand_lost", after_failed_throw="ends"), "1:20 3:10")
    ended = zpy.do(ended, zpy.RecordThrow(3))
    assert ended.phase == "result"
    corrected = zpy.do(ended, zpy.CorrectTrick(1, 2, 5))
    assert (corrected.phase, corrected.throws, corrected.tricks[0]) == ("result", ended.throws, zpy.Trick(2, 5))
    over = zpy.do(corrected, zpy.RecordResult((5, 6), 15, "defenders"))
    assert find_refusals(over, zpy.CorrectTrick(1, 1, 20)) == ["now.complete"]


def test_nothing_is_played_after_the_last_card() -> None:
    """Fourteen cards each: had the first lead been a pair, there would have been no trick 14."""
    hand = record_tricks(play_cards(start_play_of_seven(), "H9"), "3:15 " + "1:15 " * 10 + "1:0 " * 3)
    assert hand.phase == "result"
    assert find_refusals(hand, correct_cards(1, 1, "H9 H9")) == ["mend.contradicts"]
    against = facts_of(zpy.check_move(hand, correct_cards(1, 1, "H9 H9")))
    assert (against["trick"], against["why"].code) == (14, "now.result")
    assert zpy.do(hand, zpy.CorrectTrick(14, 2, 0)).phase == "result"


# --- Random hands ---


def list_recorded_moves(real_hand: RealHand, seed: str) -> list[Any]:
    note_taker = NoteTaker(real_hand, Random(seed))
    note_taker.record_hand()
    return [move for move in note_taker.said if not isinstance(move, (zpy.RecordResult, zpy.RecordHand))]


def replay_moves(real_hand: RealHand, moves: list[Any]) -> Iterator[zpy.Hand]:
    hand = real_hand.dealt
    for move in moves:
        hand = zpy.do(hand, move)
        if hand.begun:
            yield hand


def list_neutral_corrections(hand: zpy.Hand) -> Iterator[zpy.CorrectTrick | zpy.CorrectCards]:
    """Yield a correction of every trick and play to its recorded value."""
    for number, trick in enumerate(hand.tricks, 1):
        if len(trick.plays) < len(hand.seats):
            yield zpy.CorrectTrick(number, trick.winner, trick.points)
    for step in hand.steps:
        if isinstance(step.move, zpy.PlayCards):
            yield zpy.CorrectCards(step.trick, step.move.player, step.move.cards)


@given(rulesets(), st.integers(5, 12), st.integers(0, 1_000_000))
@examples(30)
def test_corrected_to_what_it_was_nothing_changes(rules: zpy.Rules, players: int, seed: int) -> None:
    real_hand, luck = RealHand(rules, players, Random(seed)), Random(seed)
    every = list(replay_moves(real_hand, list_recorded_moves(real_hand, str(seed))))
    for hand in luck.sample(every, min(len(every), 2)):
        moves = list(list_neutral_corrections(hand))
        for move in luck.sample(moves, min(len(moves), 5)):
            assert zpy.do(hand, move) == hand


@given(rulesets(), st.integers(5, 12), st.integers(0, 1_000_000))
@examples(30)
def test_corrected_and_corrected_back_it_is_the_same_hand(rules: zpy.Rules, players: int, seed: int) -> None:
    real_hand, luck = RealHand(rules, players, Random(seed)), Random(seed)
    random_moves, every = RandomMoves(luck), list(replay_moves(real_hand, list_recorded_moves(real_hand, str(seed))))
    for hand in luck.sample(every, min(len(every), 3)):
        for back in luck.sample(moves := list(list_neutral_corrections(hand)), min(len(moves), 5)):
            other = choose_other_correction(random_moves, hand, back)
            if zpy.can(hand, other):
                corrected = zpy.do(hand, other)
                assert zpy.do(corrected, back) == hand
                assert all(zpy.do(corrected, same) == corrected for same in list_neutral_corrections(corrected))


def choose_other_correction(
    random_moves: RandomMoves, hand: zpy.Hand, told: zpy.CorrectTrick | zpy.CorrectCards
) -> zpy.CorrectTrick | zpy.CorrectCards:
    """Choose another correction of the same trick: another winner, other points, other cards."""
    luck = random_moves.luck
    if isinstance(told, zpy.CorrectTrick):
        points = luck.choice([told.points, told.points + 5, told.points - 5, 0])
        return zpy.CorrectTrick(told.trick, luck.choice(hand.seats), points)
    return zpy.CorrectCards(told.trick, told.player, swap_card(luck, hand, told.cards))


def swap_card(luck: Random, hand: zpy.Hand, was: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards with one replaced, or as many copies of any card."""
    other = luck.choice(hand.setting.pack)
    return luck.choice([(*was[1:], other), (other,) * len(was)])


@given(rulesets(), st.integers(5, 12), st.integers(0, 1_000_000))
@examples(60)
def test_a_mistake_that_is_corrected_leaves_the_hand_as_it_really_was(
    rules: zpy.Rules, players: int, seed: int
) -> None:
    real_hand, luck = RealHand(rules, players, Random(seed)), Random(seed)
    moves = list_recorded_moves(real_hand, str(seed))
    places = [place for place, move in enumerate(moves) if isinstance(move, (zpy.RecordTrick, zpy.PlayCards))]
    assume(places)
    for place in luck.sample(places, min(len(places), 6)):
        *_, right = replay_moves(real_hand, moves)
        trick = next(step.trick for step in right.steps if step.move is moves[place])
        mistake, correction = make_mistake(luck, right, trick, moves[place])
        try:
            *_, wrong = replay_moves(real_hand, [*moves[:place], mistake, *moves[place + 1 :]])
        except RuleError:
            continue
        assert zpy.do(wrong, correction) == right


def make_mistake(luck: Random, hand: zpy.Hand, trick: int, move: Any) -> tuple[Any, Any]:
    """Return a wrong version of a move, and the move that corrects it."""
    if isinstance(move, zpy.RecordTrick):
        wrong = zpy.RecordTrick(luck.choice(hand.seats), luck.choice([move.points, move.points + 5, 0]))
        return wrong, zpy.CorrectTrick(trick, move.winner, move.points)
    wrong_cards = zpy.PlayCards(move.player, swap_card(luck, hand, move.cards))
    return wrong_cards, zpy.CorrectCards(trick, move.player, move.cards)

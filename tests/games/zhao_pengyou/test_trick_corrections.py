"""Mending a trick of the hand in progress: what changes with it, and what contradicts it."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorekeeper.cards import Card
from scorekeeper.errors import RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.trick_corrections import find_recorded_cards
from tests.games.zhao_pengyou.guesses import Guesses
from tests.games.zhao_pengyou.hands import called, of_seven, played, refused
from tests.games.zhao_pengyou.play import cards, facts_of
from tests.games.zhao_pengyou.scribe import Scribe
from tests.games.zhao_pengyou.test_properties import rulesets
from tests.games.zhao_pengyou.truth import Truth


def tally(hand: zpy.Hand, text: str) -> zpy.Hand:
    """Tricks by winner and points: "1:20 3:10"."""
    return zpy.do(hand, *(zpy.RecordTrick(*map(int, word.split(":"))) for word in text.split()))


def history(hand: zpy.Hand, move: Any) -> list[str]:
    return [zpy.say(line) for line in move.says(hand, zpy.do(hand, move))]


def mend(trick: int, player: int, text: str) -> zpy.CorrectCards:
    return zpy.CorrectCards(trick, player, cards(text))


TALLY = tally(called(), "1:20 3:10 2:15")

# --- Tricks whose cards nobody wrote down ---


def test_a_mended_trick_counts_as_if_it_had_been_recorded_so_at_once() -> None:
    mended = zpy.do(TALLY, zpy.CorrectTrick(2, winner=4, points=30))
    assert mended == tally(called(), "1:20 4:30 2:15")
    assert (zpy.points_showing(TALLY), zpy.points_showing(mended)) == (25, 45)


def test_the_history_tells_how_it_was_and_how_it_is() -> None:
    assert history(TALLY, zpy.CorrectTrick(2, 4, 30)) == ["Trick 2 mended: 4 won it, points: 30. Before: 3, 10."]


def test_who_was_told_to_be_a_friend_stays_one_and_so_does_a_beaten_throw() -> None:
    call = zpy.Call.parse("HA#1")
    told = zpy.do(TALLY, zpy.RevealFriend(5, call), zpy.RecordThrow(3, 2))
    mended = zpy.do(told, zpy.CorrectTrick(1, 6, 5))
    assert (mended.team, mended.throws) == ((1, 5), (zpy.FailedThrow(3, 2),))


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    hand = zpy.do(TALLY, zpy.PlayCards(2, cards("S9")))
    assert refused(hand, zpy.CorrectTrick(3, 4, 15)) == ["mend.contradicts"]
    assert zpy.can(hand, zpy.CorrectTrick(3, 2, 20))
    assert zpy.can(hand, zpy.CorrectTrick(1, 4, 20))


def test_more_points_than_later_tricks_leave_are_refused() -> None:
    hand = tally(called(), "1:60 2:60 3:40")
    assert refused(hand, zpy.CorrectTrick(1, 1, 105)) == ["mend.contradicts"]
    why = facts_of(zpy.check_move(hand, zpy.CorrectTrick(1, 1, 105)))
    assert (why["trick"], why["why"].code) == (3, "trick.points")


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (zpy.CorrectTrick(4, 1, 10), "mend.no_such_trick"),
        (zpy.CorrectTrick(0, 1, 10), "mend.no_such_trick"),
        (zpy.CorrectTrick(2, 9, 10), "trick.not_seated"),
        (zpy.CorrectTrick(2, 1, 3), "points.multiple"),
        (zpy.CorrectTrick(2, 1, 205), "trick.points"),
        (mend(2, 1, "SK"), "mend.no_such_card"),
        (mend(9, 1, "SK"), "mend.no_such_card"),
        (mend(0, 1, "SK"), "mend.no_such_card"),
    ],
)
def test_what_can_never_have_been_is_refused(move: Any, code: str) -> None:
    assert refused(TALLY, move) == [code]


# --- Tricks that are played card by card ---

SINGLES = "H3 H10 H4 H4 HA H6"
PAIRS = "HK+HK H9+H9 H3+H4 H7+H7 H8+H8 H5+H6"


def test_cards_are_mended_where_they_are_written_down() -> None:
    hand = played(called(), f"{SINGLES} D3")
    assert refused(hand, zpy.CorrectTrick(1, 5, 15)) == ["mend.has_cards"]
    mended = zpy.do(hand, mend(1, 3, "HK"))
    assert mended == played(called(), "H3 H10 HK H4 HA H6 D3")
    assert mended.tricks[0].points == 20
    assert history(hand, mend(1, 3, "HK")) == [
        "Trick 1 mended: 3 played ♥K, not ♥4.",
        "5 takes a trick with 20.",
    ]


def test_sets_are_mended_as_they_are_played() -> None:
    hand = played(called(), PAIRS)
    mended = zpy.do(hand, mend(1, 4, "HA HA"))
    assert (hand.tricks[0].winner, mended.tricks[0].winner) == (1, 4)
    assert mended == played(called(), PAIRS.replace("H7+H7", "HA+HA"))


def test_the_trick_that_goes_on_is_mended_as_well() -> None:
    hand = played(called(), f"{SINGLES} D3 D4")
    assert zpy.do(hand, mend(2, 5, "D9")).table[0].cards == cards("D9")
    assert refused(hand, mend(2, 1, "D9")) == ["mend.no_such_card"], "who has not played yet has nothing to mend"


def test_a_card_that_changes_the_winner_contradicts_the_lead_after_it() -> None:
    hand = played(called(), f"{SINGLES} D3")
    assert refused(hand, mend(1, 5, "H9")) == ["mend.contradicts"]
    assert facts_of(zpy.check_move(hand, mend(1, 5, "H9")))["why"].code == "play.out_of_turn"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (mend(1, 4, "HK"), "follow.count"),
        (mend(1, 4, ""), "follow.count"),
        (mend(1, 4, "HA HA HA"), "follow.count"),
        (mend(1, 4, "HK HQ"), "cards.too_many"),
        (mend(1, 1, "HA"), "mend.followed"),
        (mend(1, 1, ""), "mend.followed"),
        (mend(1, 1, "HA SA"), "lead.several_suits"),
    ],
)
def test_cards_that_cannot_have_been_played_are_refused(move: zpy.CorrectCards, code: str) -> None:
    assert code in refused(played(called(), PAIRS), move)


def test_a_card_that_was_played_later_was_not_played_before() -> None:
    hand = played(called(), f"{SINGLES} HA")
    assert refused(hand, mend(1, 2, "HA")) == ["mend.contradicts"]


def test_a_lead_that_nobody_has_followed_may_have_been_of_another_size() -> None:
    hand = played(called(), f"{SINGLES} D3")
    assert zpy.do(hand, mend(2, 5, "D3 D3")).lead == zpy.read_lead(hand.conditions, cards("D3 D3"))


def test_a_trick_of_which_some_cards_are_written_down_is_mended_both_ways() -> None:
    hand = tally(played(called(), "H3 H10"), "5:25")
    assert zpy.do(hand, zpy.CorrectTrick(1, 3, 30)) == tally(played(called(), "H3 H10"), "3:30")
    assert zpy.do(hand, mend(1, 2, "H9")) == tally(played(called(), "H3 H9"), "5:25")


# --- Friends ---


def test_a_mended_card_shows_another_friend() -> None:
    hand = played(called(), SINGLES)
    other = mend(1, 4, "HA")
    mended = zpy.do(hand, other)
    assert (hand.team, mended.team) == ((1, 5), (1, 4))
    assert "4 has played ♥A#1." in history(hand, other)
    assert mended == played(called(), "H3 H10 H4 HA HA H6")


def test_a_friend_whom_no_card_shows_any_more_is_none() -> None:
    hand = played(called(), SINGLES)
    none = mend(1, 5, "HQ")
    assert zpy.do(hand, none).team == (1,)
    assert history(hand, none) == [
        "Trick 1 mended: 5 played ♥Q, not ♥A.",
        "Nobody has played ♥A#1 yet.",
    ]


def test_a_friend_who_was_told_may_be_shown_by_a_mended_card() -> None:
    hand = zpy.do(played(called(), "H3 H10 H4 H4 HK H6"), zpy.RevealFriend(5, zpy.Call.parse("HA#1")))
    assert not hand.in_full
    mended = zpy.do(hand, mend(1, 5, "HA"))
    assert (mended.team, mended.in_full) == ((1, 5), True), "nothing is missing any more"
    assert zpy.do(mended, mend(1, 5, "HK")) == hand
    assert refused(hand, mend(1, 4, "HA")) == ["mend.contradicts"]


# --- Throws ---


def thrown(**changes: Any) -> zpy.Hand:
    """Player 1 threw ace and queens of hearts; player 3 has shown two kings."""
    hand = played(called("DA#1 CA#1", **changes), "HA+HQ+HQ")
    return zpy.do(hand, zpy.BeatThrow(3, cards("HK HK")))


def test_a_beaten_throw_stays_beaten_when_its_cards_are_mended() -> None:
    hand = played(thrown(), "H9+H9 H3+H4 H7+H7")
    assert find_recorded_cards(hand, 1, 1) == cards("HA HQ HQ")
    mended = zpy.do(hand, mend(1, 1, "HA HJ HJ H10"))
    assert (hand.throws, mended.throws) == ((zpy.FailedThrow(1, 1),), (zpy.FailedThrow(1, 2),))
    assert mended.table[0].cards == cards("HJ HJ")


def test_the_part_that_was_said_to_stay_stays_when_another_card_is_mended() -> None:
    """Where the lead has no such part after all, the usual one does."""
    hand = zpy.do(played(called("DA#1 CA#1"), "HK+HQ+H10+H10"), zpy.BeatThrow(3, cards("HA HA"), cards("HQ")))
    hand = played(hand, "H3 HA")
    assert zpy.do(hand, mend(1, 2, "H4")).table[0].cards == cards("HQ")
    assert zpy.do(hand, mend(1, 1, "HK HQ H9 H9 H8")).table[0].cards == cards("HQ")
    assert zpy.do(hand, mend(1, 1, "HK HJ")).table[0].cards == cards("HK")


def test_a_throw_that_the_cards_shown_do_not_beat_is_refused() -> None:
    hand = played(thrown(), "H9+H9")
    assert refused(hand, mend(1, 1, "CA CQ CQ")) == ["throw.not_beaten"]
    assert refused(hand, mend(1, 1, "HA HA HQ")) == ["follow.count"], "only the queen would have stayed"
    assert refused(hand, mend(1, 1, "HA HA")) == ["throw.none_led"]


def test_tricks_are_mended_until_the_result_is_recorded() -> None:
    ended = tally(called(failed_throw="hand_lost", after_failed_throw="ends"), "1:20 3:10")
    ended = zpy.do(ended, zpy.RecordThrow(3))
    assert ended.phase == "result"
    mended = zpy.do(ended, zpy.CorrectTrick(1, 2, 5))
    assert (mended.phase, mended.throws, mended.tricks[0]) == ("result", ended.throws, zpy.Trick(2, 5))
    over = zpy.do(mended, zpy.RecordResult((5, 6), 15, "defenders"))
    assert refused(over, zpy.CorrectTrick(1, 1, 20)) == ["now.complete"]


def test_nothing_is_played_after_the_last_card() -> None:
    """Fourteen cards each: had the first lead been a pair, there would have been no trick 14."""
    hand = tally(played(of_seven(), "H9"), "3:15 " + "1:15 " * 10 + "1:0 " * 3)
    assert hand.phase == "result"
    assert refused(hand, mend(1, 1, "H9 H9")) == ["mend.contradicts"]
    against = facts_of(zpy.check_move(hand, mend(1, 1, "H9 H9")))
    assert (against["trick"], against["why"].code) == (14, "now.result")
    assert zpy.do(hand, zpy.CorrectTrick(14, 2, 0)).phase == "result"


# --- Whatever was recorded ---


def written(truth: Truth, seed: str) -> list[Any]:
    """What somebody writes down of a hand before the result."""
    scribe = Scribe(truth, Random(seed))
    scribe.whole()
    return [move for move in scribe.said if not isinstance(move, (zpy.RecordResult, zpy.RecordHand))]


def hands(truth: Truth, moves: list[Any]) -> Iterator[zpy.Hand]:
    """The hand after each move of the play."""
    hand = truth.dealt
    for move in moves:
        hand = zpy.do(hand, move)
        if hand.begun:
            yield hand


def as_it_was(hand: zpy.Hand) -> Iterator[zpy.CorrectTrick | zpy.CorrectCards]:
    """Every trick and play mended to what was told of it."""
    for number, trick in enumerate(hand.tricks, 1):
        if len(trick.plays) < len(hand.seats):
            yield zpy.CorrectTrick(number, trick.winner, trick.points)
    for step in hand.steps:
        if isinstance(step.move, zpy.PlayCards):
            yield zpy.CorrectCards(step.trick, step.move.player, step.move.cards)


@given(rulesets(), st.integers(5, 12), st.integers(0, 1_000_000))
@settings(max_examples=30, deadline=None)
def test_mended_to_what_it_was_nothing_changes(rules: zpy.Rules, players: int, seed: int) -> None:
    truth, luck = Truth(rules, players, Random(seed)), Random(seed)
    every = list(hands(truth, written(truth, str(seed))))
    for hand in luck.sample(every, min(len(every), 2)):
        moves = list(as_it_was(hand))
        for move in luck.sample(moves, min(len(moves), 5)):
            assert zpy.do(hand, move) == hand


@given(rulesets(), st.integers(5, 12), st.integers(0, 1_000_000))
@settings(max_examples=30, deadline=None)
def test_mended_and_mended_back_it_is_the_same_hand(rules: zpy.Rules, players: int, seed: int) -> None:
    truth, luck = Truth(rules, players, Random(seed)), Random(seed)
    guesses, every = Guesses(luck), list(hands(truth, written(truth, str(seed))))
    for hand in luck.sample(every, min(len(every), 3)):
        for back in luck.sample(moves := list(as_it_was(hand)), min(len(moves), 5)):
            other = another(guesses, hand, back)
            if zpy.can(hand, other):
                mended = zpy.do(hand, other)
                assert zpy.do(mended, back) == hand
                assert all(zpy.do(mended, same) == mended for same in as_it_was(mended))


def another(
    guesses: Guesses, hand: zpy.Hand, told: zpy.CorrectTrick | zpy.CorrectCards
) -> zpy.CorrectTrick | zpy.CorrectCards:
    """What it may have been instead: another winner, other points, other cards."""
    luck = guesses.luck
    if isinstance(told, zpy.CorrectTrick):
        points = luck.choice([told.points, told.points + 5, told.points - 5, 0])
        return zpy.CorrectTrick(told.trick, luck.choice(hand.seats), points)
    return zpy.CorrectCards(told.trick, told.player, swapped(luck, hand, told.cards))


def swapped(luck: Random, hand: zpy.Hand, was: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards, but for one, or as many of any."""
    other = luck.choice(hand.setting.pack)
    return luck.choice([(*was[1:], other), (other,) * len(was)])


@given(rulesets(), st.integers(5, 12), st.integers(0, 1_000_000))
@settings(max_examples=60, deadline=None)
def test_a_mistake_that_is_mended_leaves_the_hand_as_it_really_was(rules: zpy.Rules, players: int, seed: int) -> None:
    truth, luck = Truth(rules, players, Random(seed)), Random(seed)
    moves = written(truth, str(seed))
    places = [place for place, move in enumerate(moves) if isinstance(move, (zpy.RecordTrick, zpy.PlayCards))]
    assume(places)
    for place in luck.sample(places, min(len(places), 6)):
        *_, right = hands(truth, moves)
        trick = next(step.trick for step in right.steps if step.move is moves[place])
        mistake, mending = mistaken(luck, right, trick, moves[place])
        try:
            *_, wrong = hands(truth, [*moves[:place], mistake, *moves[place + 1 :]])
        except RuleError:
            continue
        assert zpy.do(wrong, mending) == right


def mistaken(luck: Random, hand: zpy.Hand, trick: int, move: Any) -> tuple[Any, Any]:
    """A move told wrongly, and what mends it."""
    if isinstance(move, zpy.RecordTrick):
        wrong = zpy.RecordTrick(luck.choice(hand.seats), luck.choice([move.points, move.points + 5, 0]))
        return wrong, zpy.CorrectTrick(trick, move.winner, move.points)
    wrong_cards = zpy.PlayCards(move.player, swapped(luck, hand, move.cards))
    return wrong_cards, zpy.CorrectCards(trick, move.player, move.cards)

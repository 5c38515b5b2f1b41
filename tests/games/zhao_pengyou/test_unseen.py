"""Cards that nobody looked at: no points, no called card, nothing that wins."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.trick_corrections import reset_play
from tests.cases import for_each
from tests.games.zhao_pengyou.hands import find_refusals, play_cards, start_play
from tests.games.zhao_pengyou.note_taker import list_what_counts
from tests.games.zhao_pengyou.play import cards, facts_of
from tests.games.zhao_pengyou.real_hand import RealHand
from tests.games.zhao_pengyou.test_properties import rulesets
from tests.tiers import examples


def pass_over(hand: zpy.Hand, *rest: int) -> zpy.Hand:
    """Record that the next player, or the rest of the trick with so many points, played what does not count."""
    assert hand.turn
    return zpy.do(hand, zpy.PlayUnseen(hand.turn, *rest))


def list_lines(hand: zpy.Hand, move: Any) -> list[str]:
    return [zpy.say(line) for line in move.says(hand, zpy.do(hand, move))]


# --- The trick ---


def test_unseen_cards_win_nothing_and_have_no_points() -> None:
    hand = play_cards(start_play("HA#1 DA#1"), "C9")
    hand = play_cards(pass_over(play_cards(pass_over(hand), "CK")), "C5")
    assert [play.cards for play in hand.table] == [cards("C9"), (), cards("CK"), (), cards("C5")]
    assert zpy.find_winner(hand.conditions, hand.table) == 3
    (trick,) = pass_over(hand).tricks
    assert (trick.winner, trick.points) == (3, 15)


@for_each(
    # points of the rest, the lines, the points of the trick
    (0, ["The rest play nothing that counts.", "Trick 1: 2 +10."], 10),
    (15, ["The rest fell, with 15 points.", "Trick 1: 2 +25."], 25),
)
def test_the_rest_of_a_trick_is_one_move(points: int, lines: list[str], in_it: int) -> None:
    hand = play_cards(start_play(), "C9 CK")
    assert list_lines(hand, zpy.PlayUnseen(3, points)) == lines
    played = pass_over(hand, points)
    assert (played.tricks[0].points, played.turn, played.unseen, len(played.steps)) == (in_it, 2, 4, 3)


def test_several_are_one_move_until_a_player_who_is_next() -> None:
    hand, move = play_cards(start_play("HA#1 DA#1"), "HA"), zpy.PlayUnseen(2, until=5)
    assert list_lines(hand, move) == ["2 to 4 play nothing that counts."]
    one_by_one = pass_over(pass_over(pass_over(hand)))
    assert replace(zpy.do(hand, move), steps=()) == replace(one_by_one, steps=())
    assert (one_by_one.turn, one_by_one.unseen) == (5, 3)


def test_one_player_is_told_in_one_line() -> None:
    assert list_lines(play_cards(start_play(), "C9"), zpy.PlayUnseen(2)) == ["2 plays nothing that counts."]


def test_a_throw_stands_once_somebody_follows_unseen_and_its_called_card_shows_the_friend() -> None:
    thrown = play_cards(start_play("HA#1 DA#1"), "HA+HK")
    assert (thrown.found, pass_over(thrown, 0).found) == ((None, None), (1, None))
    assert find_refusals(pass_over(thrown), zpy.BeatThrow(3, cards("HA"))) == ["throw.too_late"]


# --- What is refused ---


@for_each(
    # plays, the move, refusals
    ("", zpy.PlayUnseen(1), ["unseen.lead"]),
    ("", zpy.PlayUnseen(1, 0), ["unseen.lead"]),
    ("C9", zpy.PlayUnseen(3), ["play.out_of_turn"]),
    ("C9", zpy.PlayUnseen(9), ["play.not_seated"]),
    ("C9", zpy.PlayUnseen(2, 3), ["points.multiple"]),
    ("C9", zpy.PlayUnseen(2, -5), ["trick.points"]),
    ("C9", zpy.PlayUnseen(2, 55), ["trick.points"]),
    ("C9", zpy.PlayUnseen(2, 50), []),
    ("C9", zpy.PlayUnseen(2, until=2), ["play.out_of_turn"]),
    ("C9", zpy.PlayUnseen(2, until=1), ["play.out_of_turn"]),
    ("C9", zpy.PlayUnseen(2, until=9), ["play.out_of_turn"]),
    ("C9", zpy.PlayUnseen(2, 0, 4), ["play.out_of_turn"]),  # either the rest or some of it
    ("C9", zpy.PlayUnseen(2, until=3), []),
    ("C9", zpy.PlayUnseen(2, until=6), []),
)
def test_unseen_cards_are_refused(plays: str, move: zpy.PlayUnseen, expected: list[str]) -> None:
    assert find_refusals(play_cards(start_play(), plays), move) == expected


def leave_out(hand: zpy.Hand, left: str) -> zpy.Hand:
    """Return the hand in which all cards are gone but `left` and those on the table."""
    kept = [*cards(left), *(card for play in hand.table for card in play.cards)]
    gone = {card: copies - kept.count(card) for card, copies in hand.setting.copies.items()}
    won = {1: hand.setting.points - zpy.points_of(kept)}
    record = zpy.Record(cards=hand.setting.hand_size - 1, played=gone, points=won)
    return zpy.Hand(**{**{name: getattr(hand, name) for name in hand.__struct_fields__}, "record": record})


@for_each(
    # cards left in hands, how many of them do not count for who follows the nine of clubs
    ("CK CK C10 D5 DK", 0),
    ("CK HA DA C10 D5", 0),  # called
    ("CJ CQ CA S2 C10", 0),  # each wins
    ("CK CK C10 D5 C8", 1),
)
def test_nothing_is_refused_where_only_cards_that_count_are_left(left: str, free: int) -> None:
    hand = leave_out(play_cards(start_play("HA#1 DA#1"), "C9"), left)
    problems = [each for each in zpy.check_move(hand, zpy.PlayUnseen(2)) if each.code == "unseen.counts"]
    assert bool(problems) == (free == 0)
    assert not problems or facts_of(problems) == {"player": 2, "needed": 1, "left": free}


def test_a_pair_needs_two_cards_that_do_not_count() -> None:
    hand = play_cards(start_play("HA#1 DA#1"), "C9+C9")
    assert find_refusals(leave_out(hand, "C3 CK CK C10"), zpy.PlayUnseen(2)) == ["unseen.counts"]
    assert "unseen.counts" not in find_refusals(leave_out(hand, "C3 C4 CK CK"), zpy.PlayUnseen(2))


def test_points_that_no_card_left_can_have_are_refused_after_unseen_cards() -> None:
    """Three of the eleven cards in hands and kitty have no points, so five players cannot all follow without."""
    hand = leave_out(play_cards(start_play(), "C9"), "C3 C4 C6 CK CK C10 C10 DK DK D10 D10")
    assert find_refusals(hand, zpy.PlayUnseen(2)) == []
    assert find_refusals(hand, zpy.PlayUnseen(2, 0)) == ["trick.points"]
    hand = pass_over(pass_over(pass_over(hand)))
    assert find_refusals(hand, zpy.PlayUnseen(5)) == ["play.points"], "three of three have followed without"


# --- What is no longer known ---


def test_unseen_cards_prove_no_revoke_and_are_proven_none() -> None:
    """Player 2 leads a club after an unseen card to clubs, player 3 after a diamond to clubs."""
    hand = pass_over(play_cards(pass_over(play_cards(start_play(), "C9")), "D3"), 0)
    assert zpy.find_revokes(play_cards(hand, "D4 C3")) == ()
    hand = pass_over(play_cards(hand, "D4 C3 C4"), 0)
    assert [(each.player, each.trick) for each in zpy.find_revokes(hand)] == [(3, 1)]


def test_called_cards_are_still_found_by_themselves() -> None:
    hand = play_cards(pass_over(play_cards(start_play("HA#1 DA#1"), "H9")), "HA")
    assert (hand.in_full, hand.team) == (True, (1, 3))


# --- Corrections ---


def played_unseen(*points: int) -> zpy.Hand:
    """Return a hand in which 2 and the rest after 3 went unseen in the first trick, and 4 leads to the second."""
    return play_cards(pass_over(play_cards(pass_over(play_cards(start_play(), "C9")), "CJ"), *points), "D6")


@for_each(
    # player, cards, the winner and the points of the trick
    (2, "C10", (3, 10)),
    (2, "CK", (2, 10)),
    (5, "CK", (5, 10)),
    (3, "C5", (1, 5)),
    (1, "CQ", (1, 0)),
)
def test_cards_that_were_not_seen_are_corrected(player: int, corrected: str, expected: tuple[int, int]) -> None:
    hand = pass_over(play_cards(pass_over(play_cards(start_play(), "C9")), "CJ"), 0)
    hand = zpy.do(hand, zpy.CorrectCards(1, player, cards(corrected)))
    assert (hand.tricks[0].winner, hand.tricks[0].points) == expected
    assert [play.player for play in hand.tricks[0].plays if not play.cards] == [
        each for each in (2, 4, 5, 6) if each != player
    ]


@for_each(
    # the player whose cards were seen after all, the players whose cards stay unseen
    (2, [3, 4]),
    (3, [2, 4]),
    (4, [2, 3]),
)
def test_one_of_several_unseen_plays_is_corrected(player: int, unseen: list[int]) -> None:
    hand = zpy.do(play_cards(start_play(), "C9"), zpy.PlayUnseen(2, until=5))
    for whole in (hand, play_cards(hand, "C5 C4")):
        mended = zpy.do(whole, zpy.CorrectCards(1, player, cards("CK")))
        plays = mended.tricks[0].plays if mended.tricks else mended.table
        assert [play.player for play in plays if not play.cards] == unseen
        assert zpy.find_winner(mended.conditions, plays) == player


def test_the_history_tells_what_nobody_had_seen() -> None:
    assert list_lines(played_unseen(0), zpy.CorrectCards(1, 2, cards("C10"))) == [
        "Trick 1 fixed: 2 played ♣10.",
        "Trick 1: 3 +10.",
    ]


def test_a_trick_ended_by_its_points_is_corrected_as_a_whole() -> None:
    hand = played_unseen(15)
    assert find_refusals(hand, zpy.CorrectCards(1, 5, cards("CK"))) == ["mend.no_such_card"]
    assert list_lines(hand, zpy.CorrectTrick(1, 3, 20)) == ["Trick 1 fixed: 3 +15 → 3 +20."]
    assert find_refusals(pass_over(play_cards(start_play(), "C9")), zpy.CorrectTrick(1, 3, 20)) == [
        "mend.no_such_trick"
    ]


# --- A whole hand ---


@given(rulesets(), st.integers(5, 12), st.integers(0, 1_000_000))
@examples(40, 6)
def test_a_hand_of_what_counts_pays_as_the_hand_in_full(rules: zpy.Rules, players: int, seed: int) -> None:
    played = RealHand(rules, players, Random(seed))
    hand = zpy.do(reset_play(played.hand), *list_what_counts(played))
    told, full = [[(trick.winner, trick.points) for trick in each.tricks] for each in (hand, played.hand)]
    assert (told, hand.found, hand.throws) == (full, played.hand.found, played.hand.throws)
    assert zpy.derive_result(hand) == zpy.derive_result(played.hand)
    proven, all_proven = [{(each.player, each.trick) for each in zpy.find_revokes(one)} for one in (hand, played.hand)]
    assert proven <= all_proven

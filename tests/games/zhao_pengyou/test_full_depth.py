"""A hand recorded card by card: friends, results and revokes that follow from the cards."""

import pytest

from scorekeeper.games import zhao_pengyou as zpy
from tests.games.zhao_pengyou.hands import play_cards, start_play
from tests.games.zhao_pengyou.play import cards, codes

# Player 3 has hearts after all in the third trick, and player 2 diamonds.
REVOKED = [
    *((1, "HK"), (2, "H4"), (3, "C3"), (4, "H6"), (5, "H7"), (6, "H8")),
    *((1, "DK"), (2, "C4"), (3, "D4"), (4, "D5"), (5, "D6"), (6, "D7")),
    *((1, "C5"), (2, "D8"), (3, "H9"), (4, "C7"), (5, "C8"), (6, "C9")),
]


def test_cards_reveal_friends_and_tricks() -> None:
    hand = play_cards(start_play(), "H3 H4 HA HK H5 H6")
    assert hand.team == (1, 3)
    assert [(trick.winner, trick.points) for trick in hand.tricks] == [(3, 15)]
    assert (hand.turn, hand.phase, zpy.points_showing(hand)) == (3, "play", 0)


def test_a_throw_reveals_nobody_until_it_stands() -> None:
    """A called card that is taken back again was not played."""
    thrown = play_cards(start_play("HA#1 DA#1"), "HA+HQ")
    assert thrown.found == (None, None)
    assert play_cards(thrown, "H3+H4").found == (1, None)
    beaten = zpy.do(thrown, zpy.BeatThrow(4, cards("HK")))
    assert (beaten.found, beaten.throws) == ((None, None), (zpy.FailedThrow(1, 1),))
    assert [card for play in beaten.table for card in play.cards] == list(cards("HQ"))
    kept = zpy.do(play_cards(start_play("HQ#1 DA#1"), "HA+HQ"), zpy.BeatThrow(4, cards("HK")))
    assert kept.found == (1, None)


# The throw, the cards that are shown against it, the part that is to stay, and what stays.
STAYING = [
    ("HK+HQ+H10+H10", "HA HA", "", "H10 H10"),
    ("HK+HQ+H10+H10", "HA HA", "HK", "HK"),
    ("HK+HQ+H10+H10", "HA HA", "HQ", "HQ"),
    ("HK+HQ+H10+H10", "HA", "HQ", "HQ"),
    ("HJ+HJ+H10+H10+H8+H7", "HQ HQ HK HK", "H10 H10 HJ HJ", "HJ HJ H10 H10"),
]


@pytest.mark.parametrize(("throw", "shown", "stays", "left"), STAYING)
def test_whoever_beats_several_parts_says_which_stays(throw: str, shown: str, stays: str, left: str) -> None:
    """By default the largest, and of those as large the highest."""
    thrown = play_cards(start_play("DA#1 CA#1"), throw)
    hand = zpy.do(thrown, zpy.BeatThrow(4, cards(shown), cards(stays)))
    assert hand.table[0].cards == cards(left)
    assert hand.throws == (zpy.FailedThrow(1, len(cards(throw.replace("+", " "))) - len(cards(left))),)


def test_revokes_are_told_trick_by_trick() -> None:
    """Each with the trick that has proven it: that of player 3 is proven two tricks later."""
    hand = zpy.do(start_play(), *(zpy.PlayCards(player, cards(card)) for player, card in REVOKED))
    assert [(one.player, one.trick, one.proven) for one in zpy.find_revokes(hand)] == [(3, 1, 3), (2, 2, 3)]


def test_a_revoke_is_proven_by_the_first_cards_that_prove_it() -> None:
    """Player 3 had a pair of fives when a pair was led: the second of them proves it, and the first does not."""
    hand = play_cards(start_play(), "H3+H3 H8+H9 H4+H6 H10+HJ HQ+HK C5+C6")
    hand = play_cards(hand, "C3 C4 H5 C7 C8 C9")
    assert zpy.find_revokes(hand) == ()
    hand = play_cards(hand, "C10 CJ CQ H5 D3 D4")
    assert [(one.player, one.trick, one.proven) for one in zpy.find_revokes(hand)] == [(3, 1, 3)]
    (later,) = zpy.find_revokes(play_cards(hand, "D5 H7 D6 D7 D8 D9"))
    assert later.proven == 3


def test_revokes_that_the_cards_prove() -> None:
    """Player 2 had hearts after all, player 3 a pair of them."""
    hand = play_cards(start_play(), "H3+H3 D4+H4 H6+H7 H8+H8 H9+H10 HJ+HQ")
    assert zpy.find_revokes(hand) == ()
    hand = play_cards(hand, "D3 D5 D6 D7 H5 H7")
    assert [(one.player, one.trick, codes(one.problems)) for one in zpy.find_revokes(hand)] == [
        (2, 1, ["follow.suit"]),
        (3, 1, ["follow.pairs"]),
    ]

"""The first hand is what its sentences say."""

from itertools import accumulate

from scorekeeper.games import mighty
from scorekeeper.games.mighty.lessons import FIRST_GAME
from tests.cases import require
from tests.games.mighty.play import bid, call, do

RULES = mighty.PRESETS["pagat"].rules
SEATS = (1, 2, 3, 4, 5)
DEALT = mighty.deal(RULES, mighty.start_session(RULES, SEATS), SEATS)
AFTER = list(accumulate(FIRST_GAME.lessons, lambda hand, lesson: do(hand, *lesson.moves), initial=DEALT))[1:]
_DEAL, BIDDING, CONTRACT, KITTY, CALLED, FIRST_TRICK, TRUMPS, JOKER, PLAYED, PAID = AFTER


def test_it_is_a_hand_of_five_by_the_usual_rules() -> None:
    assert (FIRST_GAME.preset, FIRST_GAME.players, FIRST_GAME.lessons[0].moves) == ("pagat", 5, ())


def test_everybody_bids_more_than_the_bid_before_or_passes() -> None:
    assert [(made.player, made.bid) for made in BIDDING.auction.calls] == [(1, bid("14H")), (2, None), (3, bid("15S"))]
    assert CONTRACT.contract_bid == bid("15S")
    assert (CONTRACT.declarer, CONTRACT.phase, KITTY.phase) == (3, "contract", "call")


def test_the_friend_is_known_by_the_mighty() -> None:
    assert (CALLED.call, CALLED.friends, FIRST_TRICK.friends, TRUMPS.friends) == (call("DA"), (), (), (5,))
    assert mighty.Conditions(RULES, bid("15S").trump).mighty == call("DA").cards[0]


def test_who_takes_the_tricks_that_are_shown() -> None:
    assert [(trick.winner, trick.points) for trick in JOKER.tricks] == [(1, 2), (5, 3), (3, 1)]


def test_the_declarer_and_the_friend_take_what_was_promised() -> None:
    assert sum(trick.points for trick in PLAYED.tricks if trick.winner in (3, 5)) == 16
    assert sum(trick.points for trick in PLAYED.tricks) == 20
    assert dict(require(PAID.settlement).amounts) == {3: 10, 5: 5, 1: -5, 2: -5, 4: -5}

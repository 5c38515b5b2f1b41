"""Unlikely results are asked about, and never refused."""

from scorekeeper.cards import Card
from scorekeeper.games import mighty
from scorekeeper.games.mighty import do
from scorekeeper.messages import Message, message
from tests.cases import for_each
from tests.games.mighty import two_packs
from tests.games.mighty.play import called_hand, tricks

ALL = "1:3 1:2 2:3 1:2 1:3 4:2 1:3 1:1 1:1 5:0"


def list_warnings(hand: mighty.Hand, result: mighty.RecordResult) -> list[Message]:
    """Return the warnings about a result; none of them is a refusal."""
    assert mighty.check_move(hand, result) == ()
    return list(mighty.find_unlikely_results(hand, result.play(hand)))


def all_points_warning(trick: int, winner: int, points: int = 20) -> Message:
    return message("doubt.all_though_lost", points=points, trick=trick, winner=winner)


@for_each(
    ("", mighty.RecordResult(20, 2), []),
    ("1:3 3:0", mighty.RecordResult(20, 2), [all_points_warning(2, 3)]),
    ("4:0 3:0 1:3", mighty.RecordResult(20, 2), [all_points_warning(1, 4)]),
    ("1:3 3:0", mighty.RecordResult(19, 2), []),
    ("1:3 2:0", mighty.RecordResult(20, 2), []),
    (ALL, mighty.RecordResult(18, 2), []),
    (ALL, mighty.RecordResult(15, 3), [message("doubt.mighty_took_nothing", friend=3)]),
    (ALL.rsplit(maxsplit=1)[0], mighty.RecordResult(15, 3), []),
)
def test_what_is_doubtful(played: str, result: mighty.RecordResult, expected: list[Message]) -> None:
    assert list_warnings(do(called_hand("SA"), *tricks(played)), result) == expected


def test_a_friend_by_another_card_may_take_no_trick() -> None:
    assert list_warnings(do(called_hand("JK"), *tricks(ALL)), mighty.RecordResult(15, 3)) == []


def test_with_two_packs_another_mighty_may_beat_it() -> None:
    every = " ".join(["1:2"] * 12 + ["2:2"] * 4 + ["2:4"])
    hand = do(two_packs.called_hand(), *tricks(every))
    assert list_warnings(hand, mighty.RecordResult(28, 3, second_friend=4)) == []


@for_each(("base10", [message("doubt.own_card_called")]), ("pagat", []))
def test_an_own_card_is_asked_about_where_it_may_not_be_called(preset: str, expected: list[Message]) -> None:
    hand = called_hand("SA", preset=preset)
    assert list_warnings(hand, mighty.RecordResult(17, own_card_called=True)) == expected
    assert list_warnings(hand, mighty.RecordResult(17, 2)) == []


def test_an_own_card_that_all_have_seen_is_not_asked_about() -> None:
    hand = called_hand("SA", preset="base10")
    for player, card in ((1, "CK"), (2, "C2"), (3, "C5"), (4, "C4"), (5, "C9"), (1, "SA")):
        hand = do(hand, mighty.PlayCard(player, Card.parse(card)))
    assert hand.friend_known
    assert list_warnings(hand, mighty.RecordResult(17, own_card_called=True)) == []


def test_a_revoke_that_was_told_is_an_offence_and_pays_nothing() -> None:
    hand = called_hand("SA")
    plain, told = (do(hand, mighty.RecordResult(16, 2, revoked=player)) for player in (None, 3))
    assert told.settlement == plain.settlement
    assert [(each.code, each.player) for each in told.offences] == [("offence.revoke_told", 3)]
    assert plain.offences == ()


def test_who_does_not_play_cannot_have_revoked() -> None:
    refused = mighty.check_move(called_hand("SA"), mighty.RecordResult(16, 2, revoked=9))
    assert [each.code for each in refused] == ["result.revoker"]

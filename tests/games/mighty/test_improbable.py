"""What is improbable in a result is asked about, and never refused."""

import pytest

from scorekeeper.games import mighty
from scorekeeper.games.mighty import do
from tests.games.mighty.play import called, tricks

ALL = "1:3 1:2 2:3 1:2 1:3 4:2 1:3 1:1 1:1 5:0"


def doubts(hand: mighty.Hand, result: mighty.RecordResult) -> list[str]:
    """The doubts about a result; none of them is a refusal."""
    assert mighty.check_move(hand, result) == ()
    return [each.code for each in mighty.improbable(hand, result.play(hand))]


@pytest.mark.parametrize(
    ("played", "result", "expected"),
    [
        ("", mighty.RecordResult(20, 2), []),
        ("1:3 3:0", mighty.RecordResult(20, 2), ["doubt.all_though_lost"]),
        ("1:3 3:0", mighty.RecordResult(19, 2), []),
        ("1:3 2:0", mighty.RecordResult(20, 2), []),
        (ALL, mighty.RecordResult(18, 2), []),
        (ALL, mighty.RecordResult(15, 3), ["doubt.mighty_took_nothing"]),
    ],
)
def test_what_is_doubtful(played: str, result: mighty.RecordResult, expected: list[str]) -> None:
    assert doubts(do(called("SA"), *tricks(played)), result) == expected


def test_a_friend_by_another_card_may_take_no_trick() -> None:
    assert doubts(do(called("JK"), *tricks(ALL)), mighty.RecordResult(15, 3)) == []


def test_a_revoke_that_was_told_is_an_offence_and_pays_nothing() -> None:
    hand = called("SA")
    plain, told = (do(hand, mighty.RecordResult(16, 2, revoked=player)) for player in (None, 3))
    assert told.settlement == plain.settlement
    assert [(each.code, each.player) for each in told.offences] == [("offence.revoke_told", 3)]
    assert plain.offences == ()


def test_who_does_not_play_cannot_have_revoked() -> None:
    refused = mighty.check_move(called("SA"), mighty.RecordResult(16, 2, revoked=9))
    assert [each.code for each in refused] == ["result.revoker"]

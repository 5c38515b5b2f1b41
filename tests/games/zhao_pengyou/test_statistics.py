"""The statistics of one hand: everyone's events, and the order of the lines."""

from scorekeeper.cards import Suit
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.statistics import STATISTICS, list_events
from tests.cases import for_each
from tests.games.zhao_pengyou.hands import deal_hand, start_play


def describe_events(hand: zpy.Hand) -> list[str]:
    """Describe each event by player, code and amount if there is one."""
    return [
        f"{player} {deed.code.removeprefix('deed.')} {deed.amount or ''}".strip() for player, deed in list_events(hand)
    ]


@for_each(
    # friends, the defenders' points, kitty points; events of trump maker 1, of each defender, of each friend
    ((2, 3), 30, 0, "made_trumps, against 30, makers_rose", "defended", "friend, friend_rose"),
    ((2, 3), 0, 0, "made_trumps, against, makers_rose", "defended", "friend, friend_rose"),
    ((), 20, 0, "made_trumps, against 20, makers_rose, alone", "defended", ""),
    ((2,), 160, 0, "made_trumps, against 160", "defended, defenders_rose", "friend"),
    ((2, 5), 100, 20, "made_trumps, against 140", "defended, defenders_rose", "friend"),
    ((), 160, 0, "made_trumps, against 160, alone", "defended, defenders_rose", ""),
)
def test_what_everyone_did(
    friends: tuple[int, ...], points: int, kitty: int, maker: str, defender: str, friend: str
) -> None:
    hand = zpy.do(
        deal_hand(), zpy.RecordHand(1, Suit.SPADES, friends, points, "defenders" if kitty else "makers", kitty)
    )
    told = {1: maker} | {player: friend if player in friends else defender for player in range(2, 7)}
    assert describe_events(hand) == [
        f"{player} {each}" for player, all_of_it in told.items() for each in all_of_it.split(", ")
    ]


def test_throws_are_counted_of_whoever_threw() -> None:
    """Each of them, also of the trump maker."""
    throws = (zpy.FailedThrow(4, 2), zpy.FailedThrow(4, 1), zpy.FailedThrow(1, 1))
    hand = zpy.do(deal_hand(), zpy.RecordHand(1, Suit.SPADES, (2, 3), 60, "makers", throws=throws))
    assert [each for each in describe_events(hand) if "throw" in each] == ["4 throw", "4 throw", "1 throw"]


def test_a_hand_that_a_throw_ended_has_no_points_to_average() -> None:
    """The maker's side rises all the same."""
    hand = zpy.do(start_play(failed_throw="hand_ends"), zpy.RecordThrow(4), zpy.RecordResult((2, 3), 0, "makers"))
    assert [each for each in describe_events(hand) if each.startswith("1 ")] == ["1 made_trumps", "1 makers_rose"]


@for_each(deal_hand(), start_play())
def test_nobody_did_anything_in_a_hand_that_is_not_over(hand: zpy.Hand) -> None:
    assert describe_events(hand) == []


def test_the_lines_of_a_person() -> None:
    """A line is a number, a number of another one, or an average."""
    assert [(line.code.removeprefix("deed."), line.of.removeprefix("deed.")) for line in STATISTICS.lines] == [
        ("made_trumps", ""),
        *((code, "made_trumps") for code in ("makers_rose", "against", "alone")),
        *(("friend", ""), ("friend_rose", "friend"), ("defended", ""), ("defenders_rose", "defended"), ("throw", "")),
    ]
    assert [line.code for line in STATISTICS.lines if line.is_mean] == ["deed.against"]
    assert (STATISTICS.main, STATISTICS.parts) == ("deed.makers_rose", ("deed.friend",))

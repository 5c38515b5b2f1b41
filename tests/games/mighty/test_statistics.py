"""The statistics of one hand: the events of every player, and their order."""

from scorekeeper.games import mighty
from scorekeeper.games.mighty.statistics import STATISTICS, list_events
from tests.cases import for_each
from tests.games.mighty.play import bid, call, contracted_hand, deal_first_hand, do


def list_event_words(hand: mighty.Hand) -> list[str]:
    """Return the events in words: player, event, and amount where there is one."""
    return [
        f"{player} {deed.code.removeprefix('deed.')} {deed.amount or ''}".strip() for player, deed in list_events(hand)
    ]


def events_of_all(what: str, *players: int) -> list[str]:
    return [f"{player} {what}" for player in players]


@for_each(
    # bid, call, friend, points; declarer 2 did this, and the others that
    ("16H", "card", 3, 17, "declared, over 1, made", "defended", "friend, friend_made"),
    ("16H", "card", 3, 16, "declared, over, made", "defended", "friend, friend_made"),
    ("16H", "card", 3, 15, "declared, over -1", "defended, defeated", "friend"),
    ("16NT", "card", 3, 17, "declared, over 1, made, no_trump", "defended", "friend, friend_made"),
    ("16NT", "card", 3, 9, "declared, over -7, no_trump, back_run", "defended, defeated", "friend"),
    ("16H", "card", 3, 20, "declared, over 4, made, run", "defended", "friend, friend_made"),
    ("16H", "none", None, 18, "declared, over 2, made, no_friend", "defended", ""),
    ("16NT", "none", None, 5, "declared, over -11, no_trump, no_friend, back_run", "defended, defeated", ""),
)
def test_what_everyone_did(
    contract: str, called: str, friend: int | None, points: int, declarer: str, defender: str, helper: str
) -> None:
    hand = do(deal_first_hand(), mighty.RecordHand(2, bid(contract), call(called), points, friend))
    told = {2: declarer, **dict.fromkeys((1, 3, 4, 5), defender)} | ({friend: helper} if friend else {})
    players = [2, 1, 3, 4, 5]  # the declarer first, then all others by their seats
    assert list_event_words(hand) == [f"{player} {each}" for player in players for each in told[player].split(", ")]


def test_who_does_not_play_does_nothing() -> None:
    """Of six, whoever sits out is counted nowhere, and two friends are two."""
    hand = do(deal_first_hand("six_sit_out"), mighty.RecordHand(2, bid("16H"), call("card"), 17, 3))
    idle = set(hand.seats) - set(hand.active)
    assert {player for player, _ in list_events(hand)} == set(hand.active)
    assert not {player for player, _ in list_events(hand)} & idle
    hand = do(deal_first_hand("double_eight"), mighty.RecordHand(2, bid("27H"), call("card"), 30, 3, second_friend=5))
    assert [each for each in list_event_words(hand) if "friend_made" in each] == events_of_all("friend_made", 3, 5)


@for_each(deal_first_hand(), contracted_hand())
def test_nobody_did_anything_in_a_hand_that_is_not_over(hand: mighty.Hand) -> None:
    assert list_event_words(hand) == []


def test_the_lines_of_a_person() -> None:
    """A count, a share or an average."""
    assert [(line.code.removeprefix("deed."), line.of.removeprefix("deed.")) for line in STATISTICS.lines] == [
        ("declared", ""),
        *((code, "declared") for code in ("made", "over", "no_trump", "no_friend", "run", "back_run")),
        *(("friend", ""), ("friend_made", "friend"), ("defended", ""), ("defeated", "defended")),
    ]
    assert [line.code for line in STATISTICS.lines if line.is_mean] == ["deed.over"]
    assert (STATISTICS.main, STATISTICS.parts) == ("deed.made", ("deed.friend",))

"""Impossible input is refused by code and facts, wherever it is given."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import Problem
from scorekeeper.games import zhao_pengyou as zpy
from tests.cases import for_each, require
from tests.games.zhao_pengyou.hands import start_play_of_seven
from tests.games.zhao_pengyou.play import calls, cards, rules, seats, session
from tests.games.zhao_pengyou.tricks import conditions

FIVE, SEVEN = (zpy.find_setting(rules(), players) for players in (5, 7))
"""Two packs: five players have all four jokers and 20 cards each, seven no jokers and 14."""

HEARTS_ARE_TRUMPS = zpy.Trumps(Suit.HEARTS, cards("H5")[0].rank)
IN_FIVE, IN_SEVEN = conditions("H5", 5), conditions("H5", 7)
WHOLE_HAND = "S2 S2 S3 S3 S4 S4 S6 S6 S7 S7 S8 S8 S9 S9"


def lead(text: str) -> zpy.Lead:
    return zpy.read_lead(IN_FIVE, cards(text))


def follow_problems(led: str, hand: str, play: str) -> tuple[Problem, ...]:
    return zpy.check_follow(IN_FIVE, lead(led), cards(hand), cards(play))


def exposure_problems(text: str, levels: str = "2 2 2 2 2") -> tuple[Problem, ...]:
    players = seats(len(levels.split()))
    return zpy.check_exposure(zpy.TrumpMaking(rules(), players, session(levels)), 1, cards(text))


def call_problems(text: str, table: zpy.Setting = FIVE) -> tuple[Problem, ...]:
    return zpy.check_calls(rules(), table, HEARTS_ARE_TRUMPS, calls(text))


def trick_problems(*plays: str) -> tuple[Problem, ...]:
    return zpy.check_plays(IN_FIVE, [zpy.Play(player, cards(play)) for player, play in enumerate(plays, start=1)])


def outcome_problems(
    points: int, kitty: int = 0, throws: tuple[zpy.FailedThrow, ...] = (), **changes: Any
) -> tuple[Problem, ...]:
    outcome = zpy.Outcome((1, 2), (3, 4, 5), points, "makers", kitty, throws)
    return zpy.check_outcome(rules(**changes), FIVE, outcome)


@for_each(
    # --- a third copy with two packs ---
    ("in a hand", zpy.check_hand(SEVEN, cards(WHOLE_HAND.replace("S3", "S2", 1))), "cards.too_many", {"count": 3}),
    ("exposed", exposure_problems("C2 C2 C2"), "cards.too_many", {"count": 3, "copies": 2}),
    ("called", call_problems("SA#3"), "call.copy", {"copies": 2}),
    ("led", zpy.check_lead(IN_FIVE, cards("SA SA SA")), "cards.too_many", {"count": 3, "copies": 2}),
    ("led from a hand that has it", zpy.check_lead(IN_FIVE, cards("SA SA SA"), cards("SA SA SA")), "cards.too_many",
     {"count": 3, "copies": 2}),
    ("in a hand that follows", follow_problems("SA", "SK SK SK", "SK"), "cards.too_many", {"count": 3, "copies": 2}),
    ("in a trick", trick_problems("SA", "SA", "SA"), "cards.too_many", {"count": 3, "copies": 2}),
    # --- a card that is not in the pack, or has left it ---
    ("colourless", zpy.check_in_pack(FIVE.copies, cards("JK")), "cards.not_in_pack", {"card": cards("JK")[0]}),
    ("of no use", zpy.check_in_pack(SEVEN.copies, cards("RJ")), "cards.not_in_pack", {"card": cards("RJ")[0]}),
    ("led", zpy.check_lead(IN_SEVEN, cards("BJ")), "cards.not_in_pack", {"card": cards("BJ")[0]}),
    ("called", call_problems("RJ#1 SA#1", SEVEN), "cards.not_in_pack", {"card": cards("RJ")[0]}),
    # --- a wrong number ---
    ("a hand too small", zpy.check_hand(SEVEN, cards("SA SK")), "cards.count", {"count": 2, "needed": 14}),
    ("a hand too large", zpy.check_hand(SEVEN, cards(f"{WHOLE_HAND} SA")), "cards.count", {"count": 15, "needed": 14}),
    ("led from a hand too large", zpy.check_lead(IN_SEVEN, cards("S2"), cards(f"{WHOLE_HAND} SA")),
     "play.hand_too_large", {"count": 15, "most": 14}),
    ("calls", call_problems("SA#1 SK#1"), "call.count", {"count": 2, "needed": 1}),
    ("plays", trick_problems("SA SA", "SK"), "trick.count", {"player": 2, "count": 1, "needed": 2}),
    # --- totals that no play can give ---
    ("more than all points", outcome_problems(205), "points.range", {"points": 205, "most": 200}),
    ("more than the kitty leaves", outcome_problems(165, kitty=40), "points.range", {"points": 165, "most": 160}),
    ("less than nothing", outcome_problems(-5), "points.range", {"points": -5, "most": 200}),
    ("a kitty of more than tens", outcome_problems(0, kitty=85), "points.kitty_range", {"points": 85, "most": 80}),
    ("no sum of fives", outcome_problems(33), "points.multiple", {"points": 33, "smallest": 5}),
    ("no card taken back", outcome_problems(0, throws=(zpy.FailedThrow(1, 0),)), "throw.withdrawn",
     {"cards": 0, "least": 1}),
    ("a whole hand taken back", outcome_problems(0, throws=(zpy.FailedThrow(1, 20),)), "throw.withdrawn",
     {"cards": 20, "most": 19}),
    ("fewer than none taken back", outcome_problems(0, throws=(zpy.FailedThrow(1, -1),), failed_throw="hand_ends"),
     "throw.withdrawn", {"cards": -1, "least": 0}),
)  # fmt: skip
def test_refused_by_code_and_facts(
    about: str, problems: tuple[Problem, ...], code: str, facts: Mapping[str, Any]
) -> None:
    found = [problem for problem in problems if problem.code == code]
    assert len(found) == 1, "told once"
    assert facts.items() <= found[0].facts.items()


# --- In a hand ---


def list_plays(text: str) -> list[Any]:
    return [zpy.PlayCards(player, cards(word)) for player, word in enumerate(text.split(), start=1)]


def list_reasons(hand: zpy.Hand, move: Any) -> list[tuple[str, Mapping[str, Any]]]:
    return [(problem.code, problem.facts) for problem in zpy.check_move(hand, move)]


def too_many(card: str, count: int) -> tuple[str, Mapping[str, Card | int]]:
    return "cards.too_many", {"card": cards(card)[0], "count": count, "copies": 2}


@for_each(
    ("led, buried twice", [], zpy.PlayCards(1, cards("HK")), too_many("HK", 3)),
    ("led as a pair, buried once", [], zpy.PlayCards(1, cards("H5 H5")), too_many("H5", 3)),
    ("led too often at once", [], zpy.PlayCards(1, cards("HA HA HA")), too_many("HA", 3)),
    ("followed with, on the table", list_plays("HA HA"), zpy.PlayCards(3, cards("HA")), too_many("HA", 3)),
    ("followed with, played before", list_plays("D3 D3 D4 D4 D5 D5 DQ"), zpy.PlayCards(7, cards("D3")),
     too_many("D3", 3)),
    ("shown against a throw", [zpy.PlayCards(1, cards("HQ H5"))], zpy.BeatThrow(2, cards("HK")), too_many("HK", 3)),
)  # fmt: skip
def test_a_card_of_which_every_copy_is_gone(about: str, before: list[Any], move: Any, problem: Any) -> None:
    assert list_reasons(start_play_of_seven(*before), move) == [problem]


def test_nobody_shows_more_cards_than_they_have_left() -> None:
    tricks = [zpy.RecordTrick(1, 10)] * 12
    hand = start_play_of_seven(*tricks, zpy.PlayCards(1, cards("H4 H6")))
    assert list_reasons(hand, zpy.BeatThrow(2, cards("H7 H8 H9"))) == [
        ("play.too_many", {"player": 2, "count": 3, "left": 2})
    ]


def test_no_trick_has_points_that_are_in_the_kitty() -> None:
    """Two kings, a ten and a five were buried."""
    assert list_reasons(start_play_of_seven(), zpy.RecordTrick(1, 170)) == [
        ("trick.points", {"points": 170, "least": 0, "most": 165})
    ]
    assert zpy.can(start_play_of_seven(), zpy.RecordTrick(1, 165))


def test_there_are_no_more_tricks_than_cards() -> None:
    hand = start_play_of_seven(*[zpy.RecordTrick(2, 10)] * 13)
    assert hand.phase == "play"
    assert list_reasons(hand, zpy.PlayCards(2, cards("D3 D3"))) == [
        ("play.too_many", {"player": 2, "count": 2, "left": 1})
    ]
    hand = zpy.do(hand, zpy.RecordTrick(2, 35))
    assert hand.phase == "result"
    assert list_reasons(hand, zpy.RecordTrick(2, 0)) == [("now.result", {})]


def test_friends_are_no_more_than_calls_still_open() -> None:
    """The trump maker has played one called card, so there is one friend at most."""
    hand = start_play_of_seven(zpy.RevealFriend(1, zpy.Call.parse("HA#1")))
    assert list_reasons(hand, zpy.RecordResult((2, 3), 0, "makers", 35)) == [
        ("result.too_many_friends", {"count": 2, "most": 1})
    ]
    assert zpy.can(hand, zpy.RecordResult((2,), 0, "makers", 35))
    assert zpy.can(start_play_of_seven(), zpy.RecordResult((2, 3), 0, "makers", 35))
    with_one_friend = start_play_of_seven(zpy.RevealFriend(2, zpy.Call.parse("HA#1")))
    assert zpy.can(with_one_friend, zpy.RecordResult((2, 3), 0, "makers", 35))


def test_friends_are_no_more_than_calls_still_open_though_the_team_could_be_larger() -> None:
    """Eight players call three cards, two of which the trump maker has played."""
    hand = zpy.deal(rules(), session("2 2 2 2 2 2 2 2"), seats(8))
    hand = zpy.do(hand, zpy.EnterTrumps(1, Suit.SPADES), zpy.CallFriends(calls("HA#1 DA#1 CA#1")))
    hand = zpy.do(hand, *(zpy.RevealFriend(1, zpy.Call.parse(called)) for called in ("HA#1", "DA#1")))
    assert list_reasons(hand, zpy.RecordResult((2, 3), 0, "makers")) == [
        ("result.too_many_friends", {"count": 2, "most": 1})
    ]


def test_a_called_copy_that_was_never_played_makes_no_friend() -> None:
    """One of each card called is in the kitty, so that nobody plays the second."""
    hand = zpy.deal(rules(), session("2 2 2 2 2 2 2"), seats(7))
    hand = zpy.do(hand, zpy.EnterTrumps(1, Suit.SPADES), zpy.CallFriends(calls("H3#2 C3#2")))
    dealt = Counter(hand.setting.pack) - Counter(cards("H3 C3 D3 D4 D6 D7"))
    for card in dealt.elements():
        assert hand.turn
        hand = zpy.do(hand, zpy.PlayCards(hand.turn, (card,)))
    assert (hand.phase, hand.found, hand.friends_known) == ("result", (None, None), True)
    second = zpy.Call.parse("H3#2")
    assert list_reasons(hand, zpy.RevealFriend(2, second)) == [("reveal.never_played", {"call": second})]
    result = require(zpy.derive_result(hand))
    assert result.friends == ()
    richer = zpy.RecordResult((), result.points, result.last_trick, result.kitty_points + 5)
    assert list_reasons(hand, richer) == [
        ("result.kitty", {"points": result.kitty_points + 5, "buried": result.kitty_points})
    ]
    with_friend = zpy.RecordResult((2,), result.points, result.last_trick, result.kitty_points)
    assert ("result.no_friend", {"player": 2}) in list_reasons(hand, with_friend)


def test_a_throw_that_ends_the_play_leaves_open_what_nobody_wrote_down() -> None:
    """Points are known from cards; where only the throw was recorded, earlier tricks may have any."""
    these = {"failed_throw": "cards_to_opponents"}
    recorded = start_play_of_seven(zpy.RecordThrow(2), **these)
    assert (recorded.phase, recorded.in_full) == ("result", False)
    assert zpy.can(recorded, zpy.RecordResult((3,), 60, "makers", 35))
    shown = zpy.do(start_play_of_seven(zpy.PlayCards(1, cards("HQ HJ")), **these), zpy.BeatThrow(2, cards("HA")))
    assert (shown.phase, shown.in_full) == ("result", True)
    assert list_reasons(shown, zpy.RecordResult((3,), 60, "defenders", 35)) == [
        ("result.not_the_tally", {"points": 60, "least": 165, "most": 165})
    ]

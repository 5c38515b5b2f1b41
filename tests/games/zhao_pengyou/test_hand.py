"""A hand from deal to promotion, at each recording depth: what each phase takes, and what is refused and why."""

from scorekeeper.cards import Suit
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.result import result_range
from tests.cases import require
from tests.games.zhao_pengyou.hands import SEATS, deal_hand, find_refusals, play_cards, start_play
from tests.games.zhao_pengyou.play import calls, cards, rules, session


def test_phases_follow_each_other() -> None:
    hand = deal_hand()
    phases = [hand.phase]
    for move in (
        zpy.ExposeCards(1, cards("S2")),
        zpy.EndDeal(),
        zpy.BuryKitty(),
        zpy.CallFriends(calls("HA#1 DA#1")),
        zpy.RecordResult((2, 3), 100, "makers"),
    ):
        assert zpy.can(hand, move)
        hand = zpy.do(hand, move)
        phases.append(hand.phase)
    assert phases == ["trumps", "trumps", "kitty", "call", "play", "complete"]


def test_each_phase_says_what_it_waits_for() -> None:
    assert zpy.find_expected_moves(deal_hand()) == (SEATS, zpy.PHASES["trumps"].moves)
    made = zpy.do(deal_hand(), zpy.EnterTrumps(3, Suit.CLUBS))
    assert zpy.find_expected_moves(made) == ((3,), zpy.PHASES["kitty"].moves)
    assert zpy.find_expected_moves(zpy.do(made, zpy.BuryKitty())) == ((3,), zpy.PHASES["call"].moves)
    assert zpy.find_expected_moves(start_play()).players == (1,)
    assert zpy.find_expected_moves(play_cards(start_play(), "HA")).players == (2,)
    assert zpy.find_expected_moves(zpy.do(start_play(), zpy.RecordResult((2,), 0, "makers"))) == ((), ())


def test_those_who_sit_out_stay_as_they_are() -> None:
    everyone = session("2 2 2 2 2 2 7", passive=(7,), owed={7: 1, 4: 2})
    hand = zpy.deal(rules("active_passive"), everyone, SEATS)
    hand = zpy.do(hand, zpy.RecordHand(1, Suit.SPADES, (), 0, "makers"))
    promoted = require(hand.promotions).players[7]
    assert (promoted.steps, promoted.after) == ((), promoted.before)


def test_a_whole_hand_at_once_is_its_parts() -> None:
    whole = zpy.RecordHand(1, Suit.SPADES, (2, 3), 30, "defenders", 20, calls("HA#1 DA#1"))
    parts = zpy.do(start_play(), zpy.RecordResult((2, 3), 30, "defenders", 20))
    assert zpy.do(deal_hand(), whole) == parts
    assert require(parts.promotions).total == 70
    exposed = zpy.do(deal_hand(), zpy.ExposeCards(1, cards("S2")), zpy.EndDeal(), zpy.BuryKitty())
    assert zpy.do(exposed, whole).settlement == parts.settlement
    assert find_refusals(exposed, zpy.RecordHand(2, Suit.SPADES, (), 0, "makers")) == ["trumps.made_already"]


def test_a_kitty_that_nobody_tells_has_no_points() -> None:
    hand = zpy.do(deal_hand(), zpy.RecordHand(1, Suit.SPADES, (4,), 0, "makers"))
    assert hand.result == zpy.RecordResult((4,), 0, "makers", 0) == zpy.RecordResult((4,), 0, "makers")
    assert zpy.do(start_play(), zpy.RecordResult((4,), 0, "makers")).result == hand.result


def test_everything_that_happens_is_checked() -> None:
    """By its own check; a deal may end at any time, and nobody need expose."""
    assert [move for move in zpy.GAME.moves if "check" not in vars(move)] == [zpy.EndDeal]


def test_possible_points_are_a_range_in_steps_of_five() -> None:
    hand = zpy.do(start_play(), zpy.RecordTrick(4, 100), zpy.RecordTrick(1, 60))
    assert result_range(hand, zpy.RecordResult((2,), 0, "makers", 10)) == range(100, 135, 5)
    assert result_range(hand, zpy.RecordResult((4,), 0, "makers")) == range(0, 45, 5)
    result = zpy.check_move(hand, zpy.RecordResult((2,), 95, "makers"))
    assert result[0].facts == {"points": 95, "least": 100, "most": 140}

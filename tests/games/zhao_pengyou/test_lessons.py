"""The first hand agrees with its sentences."""

from collections import Counter
from itertools import accumulate

from scorekeeper.cards import Rank, Suit
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.lessons import FIRST_GAME
from tests.cases import require
from tests.games.zhao_pengyou.play import calls, rules, seats, session

DEALT = zpy.deal(rules(), session("2 2 2 2 2 2", None), seats(6))
AFTER = list(accumulate(FIRST_GAME.lessons, lambda hand, lesson: zpy.do(hand, *lesson.moves), initial=DEALT))[1:]
_DEAL, SHOWN, TRUMPS, ASIDE, CALLED, FIRST_TRICK, PAIRS, SECOND_ACE, THROW, PLAYED, ENOUGH, SETTLED = AFTER


def test_it_is_a_hand_of_six_by_the_usual_rules() -> None:
    assert (FIRST_GAME.preset, FIRST_GAME.players, FIRST_GAME.lessons[0].moves) == ("pagat", 6, ())
    assert DEALT.setting.packs == 2
    assert DEALT.setting.kitty_size < DEALT.setting.hand_size


def test_two_equal_cards_are_more_than_one_and_make_trumps() -> None:
    assert require(SHOWN.making.made).maker == 4
    assert (TRUMPS.maker, TRUMPS.trumps, TRUMPS.phase, ASIDE.phase) == (
        4,
        zpy.Trumps(Suit.HEARTS, Rank.TWO),
        "kitty",
        "call",
    )


def test_the_friends_are_known_by_the_called_aces() -> None:
    assert CALLED.calls == calls("CA#1 DA#2")
    assert [hand.found for hand in (CALLED, FIRST_TRICK, PAIRS, SECOND_ACE)] == [
        (None, None),
        (1, None),
        (1, None),
        (1, 6),
    ]


def test_who_takes_the_tricks_that_are_shown() -> None:
    assert [(trick.winner, trick.points) for trick in SECOND_ACE.tricks] == [(1, 15), (4, 25), (2, 20)]


def test_the_throw_stands_and_brings_its_points() -> None:
    lead = zpy.read_lead(THROW.conditions, THROW.tricks[-1].plays[0].cards)
    spades = Counter(THROW.conditions.trumps.select_group(THROW.setting.pack, lead.group))
    unseen = spades - Counter(SECOND_ACE.record.played) - Counter(lead.cards)
    assert [shape.size for shape in lead.shapes] == [2, 1]
    assert zpy.is_unbeaten(THROW.conditions, lead, {3: tuple(unseen.elements())})
    assert (THROW.tricks[-1].winner, THROW.tricks[-1].points) == (2, 15)


def test_so_many_points_are_enough() -> None:
    totals = (0, 5, 35, 40, 75, 80, 115, 120)
    verdicts = [zpy.judge_total(ENOUGH.rules, ENOUGH.setting, total, makers=3) for total in totals]
    assert [(verdict.side, verdict.levels) for verdict in verdicts] == [
        ("makers", 3),
        *[("makers", 2)] * 2,
        *[("makers", 1)] * 2,
        *[(None, 0)] * 2,
        ("defenders", 1),
    ]
    assert ENOUGH.rules.kitty_multiplier == 2


def test_the_trump_maker_and_the_friends_go_up() -> None:
    points = {
        defender: sum(trick.points for trick in PLAYED.tricks if trick.winner == defender) for defender in (2, 3, 5)
    }
    assert (sum(points.values()), sum(trick.points for trick in PLAYED.tricks)) == (70, 190)
    assert {player for player, amount in require(SETTLED.settlement).amounts.items() if amount} == {1, 4, 6}

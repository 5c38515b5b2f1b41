"""Reveals of the friend, with the points that they move."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.mighty.cards import is_point
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.friend import Piles, count_piles, find_reveals, reveal_by_trick
from scorekeeper.games.mighty.trick import Trick, judge_trick, trick_points
from tests.cases import for_each
from tests.games.mighty.play import SEATS, cards
from tests.games.mighty.tricks import any_conditions, conditions, deal_whole_hands, play_whole_hand, plays
from tests.tiers import examples

DECLARER = 1
HAND = ("CQ CA C5 C6 C7", "DQ DA D5 D6 D10", "SK SQ SA S7 S8", "HK HQ H5 HA H8")
"""Hearts are trumps. Player 2 wins two points, then three; 3 the next three with the mighty; 4 the last three."""


def judge_first_tricks(count: int) -> list[Trick]:
    return [judge_trick(conditions(), number, plays(words)) for number, words in enumerate(HAND[:count], 1)]


@for_each(
    ("SA", 2, []),
    ("SA", 3, [(3, 3, "SA", 0)]),
    ("S8", 3, [(5, 3, "S8", 0)]),
    ("HQ", 3, []),
    ("HQ", 4, [(2, 4, "HQ", 5)]),  # pagat: what the friend has won goes to the declarer's pile
    ("DA", 4, [(2, 2, "DA", 2)]),  # not the trick it is shown in
    ("SK", 4, []),  # the declarer's own card makes no friend
    ("", 4, []),  # nobody wrote down which card was called
)
def test_the_called_card_shows_the_friend(called: str, count: int, expected: list[tuple[int, int, str, int]]) -> None:
    found = find_reveals(DECLARER, cards(called), judge_first_tricks(count))
    assert [(one.player, one.trick, str(one.card), one.points) for one in found] == expected


def test_a_friend_is_known_before_the_trick_is_over() -> None:
    [reveal] = find_reveals(DECLARER, cards("HQ"), judge_first_tricks(3), plays(HAND[3])[:2])
    assert (reveal.player, reveal.trick, reveal.points) == (2, 4, 5)
    assert find_reveals(DECLARER, cards("HQ"), judge_first_tricks(3), plays(HAND[3])[:1]) == ()


def test_the_winner_of_the_first_trick_is_the_friend_with_its_points() -> None:
    """pagat, Exchanging cards and calling a partner: also the points of that trick move."""
    [reveal] = reveal_by_trick(DECLARER, judge_first_tricks(4), 1)
    assert (reveal.player, reveal.trick, reveal.card, reveal.points) == (2, 1, None, 2)
    assert reveal_by_trick(DECLARER, [], 1) == ()


def test_the_winner_of_the_last_trick_is_the_friend_with_all_points_won() -> None:
    """Nobody is known before, as if it were a hand of four tricks."""
    assert reveal_by_trick(DECLARER, judge_first_tricks(3), 4) == ()
    [reveal] = reveal_by_trick(DECLARER, judge_first_tricks(4), 4)
    assert (reveal.player, reveal.trick, reveal.card, reveal.points) == (4, 4, None, 3)
    assert reveal_by_trick(4, judge_first_tricks(4), 4) == ()


def test_a_declarer_who_wins_the_first_trick_is_alone() -> None:
    assert reveal_by_trick(2, judge_first_tricks(4), 1) == ()


@for_each(1, 3, 5)
def test_the_friend_sits_before_or_after_the_declarer(declarer: int) -> None:
    assert [one.player for one in find_reveals(declarer, cards("HQ"), judge_first_tricks(4))] == [2]
    assert [one.player for one in reveal_by_trick(declarer, judge_first_tricks(4), 1)] == [2]


def test_tricks_without_cards_show_nobody_but_count() -> None:
    tricks = [Trick(2, 4), *judge_first_tricks(4)[1:]]
    [reveal] = find_reveals(DECLARER, cards("HQ"), tricks)
    assert (reveal.trick, reveal.points) == (4, 7)


def test_with_two_packs_the_first_copies_of_others_show_the_friends() -> None:
    """pagat, Six, seven or eight players."""
    made = plays("SA SA HK SA HK H2")
    found = find_reveals(DECLARER, cards("SA HK"), [], made)
    assert [(one.player, str(one.card)) for one in found] == [(2, "SA"), (3, "HK")]


def test_with_two_packs_one_player_may_be_both_friends() -> None:
    tricks = [Trick(2, 3, plays("CK CA")), Trick(2, 1, plays("D4 SA")), Trick(3, 1, plays("D5 HK"))]
    found = find_reveals(DECLARER, cards("SA HK"), tricks)
    assert [(one.player, one.trick, one.points) for one in found] == [(2, 2, 3), (2, 3, 0)]


def test_points_lie_with_the_declarer_or_in_front_of_everyone_else() -> None:
    tricks = judge_first_tricks(4)
    assert count_piles(SEATS, DECLARER, (), tricks) == Piles(0, {2: 5, 3: 3, 4: 3, 5: 0})
    assert count_piles(SEATS, DECLARER, (2,), tricks) == Piles(5, {3: 3, 4: 3, 5: 0})
    assert count_piles(SEATS, 4, (2,), tricks) == Piles(8, {1: 0, 3: 3, 5: 0})


@examples(40)
@given(any_conditions(), st.integers(0, 2**32))
def test_all_points_are_somewhere(these: Conditions, seed: int) -> None:
    random = Random(seed)
    hands, discards = deal_whole_hands(these, random)
    setting = these.rules.setting
    called = random.sample(list(setting.copies), 2 if setting.packs > 1 else 1)
    tricks: list[Trick] = []
    makers = 0
    for number, made in enumerate(play_whole_hand(these, hands, random), 1):
        tricks.append(judge_trick(these, number, made))
        found = find_reveals(DECLARER, called, tricks)
        friends = [one.player for one in found]
        assert DECLARER not in friends
        here = count_piles(tuple(hands), DECLARER, friends, tricks)
        won = tricks[-1].points if tricks[-1].winner in (DECLARER, *friends) else 0
        assert here.makers == makers + won + sum(one.points for one in found if one.trick == number)
        makers = here.makers
        assert makers + sum(here.others.values()) == sum(trick_points(trick.plays) for trick in tricks)
    assert sum(trick.points for trick in tricks) + sum(map(is_point, discards)) == setting.points
    if setting.packs == 1:
        holder = [player for player, held in hands.items() if called[0] in held and player != DECLARER]
        assert friends == holder

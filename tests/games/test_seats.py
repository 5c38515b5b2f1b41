"""Seats: the order of turn, and the ranking from first to last."""

from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import Standing, rank_players
from scorekeeper.games.seats import check_seats, find_stand_in, next_player, players_after, players_from
from scorekeeper.messages import message
from tests.cases import for_each

SEATS = (2, 5, 3)
"""In order of turn; 5 joined the table last and took the second seat."""


@for_each((2, (5, 3, 2)), (5, (3, 2, 5)), (3, (2, 5, 3)))
def test_turns_go_round_to_the_player_themself(player: int, turns: tuple[int, ...]) -> None:
    assert players_after(SEATS, player) == turns
    assert next_player(SEATS, player) == turns[0]


@for_each(
    (2, (), 2),
    (3, (), 3),
    (4, (4, 2, 5, 3), 2),
    (4, (2, 4, 5, 3), 5),
    (4, (2, 5, 4, 1, 3), 3),  # 1 does not sit either
    (4, (2, 5, 3, 4), 2),
    (4, (), 2),  # nobody knows where they sat
    (6, (2, 4, 5, 3), 2),
    (None, (2, 5, 3), 2),
)
def test_for_who_does_not_sit_the_next_in_turn_stands_in(player: int | None, circle: tuple[int, ...], who: int) -> None:
    assert find_stand_in(SEATS, player, circle) == who


@for_each((2, (2, 5, 3)), (5, (5, 3, 2)), (3, (3, 2, 5)))
def test_turns_begin_with_whoever_begins(player: int, turns: tuple[int, ...]) -> None:
    assert players_from(SEATS, player) == turns


FROM_THREE_TO_FIVE = {"least": 3, "most": 5}


@for_each(
    ((2, 5), range(3, 6), [problem("players.count", count=2, **FROM_THREE_TO_FIVE)]),
    ((2, 5, 3), range(3, 6), []),
    ((2, 5, 3, 1, 4), range(3, 6), []),
    ((2, 5, 3, 1, 4, 6), range(3, 6), [problem("players.count", count=6, **FROM_THREE_TO_FIVE)]),
    ((2, 5, 3), range(3, 4), []),
    ((2, 5), range(3, 4), [problem("players.exactly", count=2, needed=3)]),
    ((2, 5, 2), range(3, 4), [problem("players.twice", player=2)]),
    ((), range(3, 6), [problem("players.count", count=0, **FROM_THREE_TO_FIVE)]),
    (
        (2, 2, 5, 5),
        range(3, 4),
        [
            problem("players.exactly", count=4, needed=3),
            problem("players.twice", player=2),
            problem("players.twice", player=5),
        ],
    ),
)
def test_a_hand_is_dealt_to_so_many_people_each_of_them_once(
    seats: tuple[int, ...], allowed: range, told: list[Problem]
) -> None:
    assert list(check_seats(seats, allowed)) == told


@for_each(
    ({}, ()), ({2: 7}, ((2,),)), ({2: 7, 5: 9, 3: -1}, ((5,), (2,), (3,))), ({2: 7, 5: 9, 3: 7, 1: 9}, ((5, 1), (2, 3)))
)
def test_equals_stand_in_one_group(scores: dict[int, int], groups: tuple[tuple[int, ...], ...]) -> None:
    standings = {player: Standing(score, message("standing.points", points=score)) for player, score in scores.items()}
    assert rank_players(standings) == groups

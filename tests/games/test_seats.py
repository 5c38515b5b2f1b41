"""Going round the table."""

import pytest

from scorekeeper.games.seats import after, next_after, seated

SEATS = (2, 5, 3)
"""In order of turn; 5 joined the table last and took the second seat."""


@pytest.mark.parametrize(("player", "turns"), [(2, (5, 3, 2)), (5, (3, 2, 5)), (3, (2, 5, 3))])
def test_turns_go_round_to_the_player_themself(player: int, turns: tuple[int, ...]) -> None:
    assert after(SEATS, player) == turns
    assert next_after(SEATS, player) == turns[0]


@pytest.mark.parametrize(("player", "who"), [(2, 2), (3, 3), (4, 5), (1, 2), (6, 2)])
def test_for_who_does_not_sit_the_next_to_have_joined_stands_in(player: int, who: int) -> None:
    assert seated(SEATS, player) == who

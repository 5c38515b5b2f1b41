"""The order of turn round the table."""

from collections import Counter
from collections.abc import Iterator

from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.game import Player


def find_stand_in(seats: tuple[Player, ...], player: Player | None, circle: tuple[Player, ...] = ()) -> Player:
    """Return `player`, or when they do not sit, the next in turn who does.

    `circle` is everyone in order of turn, absent players included. The first of `seats` stands in for a player who is
    not in it, and for None.
    """
    if player in seats:
        return player
    if player not in circle:
        return seats[0]
    return next(seat for seat in players_after(circle, player) if seat in seats)


def players_from(seats: tuple[Player, ...], player: Player) -> tuple[Player, ...]:
    """Return everyone in order of turn, beginning with `player`, who sits."""
    turn = seats.index(player)
    return (*seats[turn:], *seats[:turn])


def players_after(seats: tuple[Player, ...], player: Player) -> tuple[Player, ...]:
    """Return everyone in order of turn, from the one after `player`, who sits, round to `player`."""
    return (*players_from(seats, player)[1:], player)


def next_player(seats: tuple[Player, ...], player: Player) -> Player:
    """Return the player whose turn follows that of `player`, who sits."""
    return seats[(seats.index(player) + 1) % len(seats)]


@collect_problems
def check_seats(seats: tuple[Player, ...], allowed: range) -> Iterator[Problem]:
    """Yield every reason against dealing among `seats`: a number that is not in `allowed`, or a player twice."""
    count = len(seats)
    if count not in allowed and len(allowed) == 1:
        yield problem("players.exactly", count=count, needed=allowed[0])
    elif count not in allowed:
        yield problem("players.count", count=count, least=allowed[0], most=allowed[-1])
    for player, times in Counter(seats).items():
        if times > 1:
            yield problem("players.twice", player=player)

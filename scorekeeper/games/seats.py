"""Going round the table."""

from scorekeeper.games.game import Player


def seated(seats: tuple[Player, ...], player: Player) -> Player:
    """`player`; or when they do not sit, whoever joined the table next after them."""
    return min(seats, key=lambda seat: (seat < player, seat))


def after(seats: tuple[Player, ...], player: Player) -> tuple[Player, ...]:
    """Everyone in order of turn, from the one after `player`, who sits, round to `player`."""
    turn = seats.index(player) + 1
    return (*seats[turn:], *seats[:turn])

"""The games: pure rules, found by key. Nothing here stores or sends anything."""

from scorekeeper.errors import RuleError
from scorekeeper.games.game import Game
from scorekeeper.games.mighty.game import GAME as MIGHTY

GAMES: dict[str, Game] = {MIGHTY.key: MIGHTY}
"""Every game that a table can be opened for, by key."""


def find_game(key: str) -> Game:
    """The game of that key. Raises `RuleError` ``game.unknown``."""
    if key not in GAMES:
        raise RuleError("game.unknown", key=key)
    return GAMES[key]

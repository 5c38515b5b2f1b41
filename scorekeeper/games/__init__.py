"""The games: pure rules, found by key. Nothing here stores or sends anything."""

from scorekeeper.errors import RuleError
from scorekeeper.games.game import Game
from scorekeeper.games.mighty.game import GAME as MIGHTY
from scorekeeper.games.zhao_pengyou.game import GAME as ZHAO_PENGYOU

GAMES: dict[str, Game] = {game.key: game for game in (MIGHTY, ZHAO_PENGYOU)}
"""Every game that a table can be opened for, by key."""


def find_game(key: str) -> Game:
    """The game of that key. Raises `RuleError` ``game.unknown``."""
    if key not in GAMES:
        raise RuleError("game.unknown", key=key)
    return GAMES[key]

"""The screens of each game, by its key."""

from scorekeeper.web.games import mighty
from scorekeeper.web.games.screens import Reader, Screens
from scorekeeper.web.wording import SCREENS_SAY

__all__ = ["SCREENS", "Reader", "Screens", "screens_for"]

SCREENS: dict[str, Screens] = {"mighty": mighty.SCREENS}
SCREENS_SAY.update({key: screens.sentences for key, screens in SCREENS.items()})


def screens_for(game_key: str) -> Screens:
    """The screens of a game."""
    return SCREENS[game_key]

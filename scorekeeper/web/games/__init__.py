"""The screens of each game, by its key. Importing this makes them known."""

from scorekeeper.web.games import mighty, zhao_pengyou
from scorekeeper.web.page.screens import SCREENS

SCREENS.update({"mighty": mighty.SCREENS, "zhao_pengyou": zhao_pengyou.SCREENS})

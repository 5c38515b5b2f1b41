"""Mighty on screen. Every check is the library's."""

from scorekeeper.web.games.mighty.board import board, whole_hand_fields
from scorekeeper.web.games.mighty.forms import FORMS, OWN_BUSINESS
from scorekeeper.web.games.mighty.referee import REFEREE
from scorekeeper.web.games.screens import Screens

SCREENS = Screens(
    folder="mighty",
    forms=FORMS,
    board=board,
    correction="record_hand",
    correction_fields=whole_hand_fields,
    referee=REFEREE,
    own_business=OWN_BUSINESS,
)

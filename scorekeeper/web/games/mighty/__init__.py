"""Mighty on screen. Every check is the library's."""

from scorekeeper.messages import N_
from scorekeeper.web.games.mighty.board import WAYS, board, opening
from scorekeeper.web.games.mighty.forms import FORMS, OWN_BUSINESS, SENTENCES, whole_hand_fields
from scorekeeper.web.games.mighty.referee import REFEREE
from scorekeeper.web.games.mighty.setup import SETUP, SETUP_SENTENCES
from scorekeeper.web.screens import Screens

SCREENS = Screens(
    folder="mighty",
    forms=FORMS,
    ways=WAYS,
    board=board,
    opening=opening,
    leader=N_("Somebody else deals"),
    correction="record_hand",
    correction_fields=whole_hand_fields,
    sentences={**SENTENCES, **SETUP_SENTENCES},
    referee=REFEREE,
    own_business=OWN_BUSINESS,
    setup=SETUP,
)

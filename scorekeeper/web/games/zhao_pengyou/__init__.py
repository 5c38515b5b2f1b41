"""Zhao Pengyou on screen: results, as far as they are recorded without the play. Every check is the library's."""

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.messages import N_
from scorekeeper.web.games.zhao_pengyou.board import board, opening, whole_hand_fields
from scorekeeper.web.games.zhao_pengyou.forms import FORMS, SENTENCES
from scorekeeper.web.games.zhao_pengyou.referee import QUESTION_SENTENCES, REFEREE
from scorekeeper.web.games.zhao_pengyou.setup import SETUP, SETUP_SENTENCES
from scorekeeper.web.screens import Screens

SCREENS = Screens(
    folder="zhao_pengyou",
    forms=FORMS,
    ways={},
    board=board,
    opening=opening,
    leader=N_("Somebody else takes the first card"),
    begins=N_("First to take a card"),
    correction="record_hand",
    correction_fields=whole_hand_fields,
    sentences={**SENTENCES, **SETUP_SENTENCES, **QUESTION_SENTENCES},
    referee=REFEREE,
    total=lambda text: zpy.Level.parse(text).height,
    setup=SETUP,
)

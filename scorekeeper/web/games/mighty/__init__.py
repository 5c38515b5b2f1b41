"""Mighty on screen. Every check is the library's."""

from functools import partial
from operator import attrgetter

from scorekeeper.games import mighty
from scorekeeper.games.mighty.lessons import FIRST_GAME
from scorekeeper.messages import N_
from scorekeeper.web.games.mighty.auction import pays_page
from scorekeeper.web.games.mighty.board import OVERLAYS, RECORDING_MODES, board_context, opening_message, question_state
from scorekeeper.web.games.mighty.forms import FORMS, OWN_BUSINESS, SENTENCES
from scorekeeper.web.games.mighty.glossary import WORDS
from scorekeeper.web.games.mighty.recorded_forms import (
    PARTS,
    PLAY,
    adapt,
    answers,
    enter_contract,
    find_form,
    list_moves,
    replaces,
)
from scorekeeper.web.games.mighty.redeal import redeal_page
from scorekeeper.web.games.mighty.referee import QUESTION_SENTENCES, REFEREE
from scorekeeper.web.games.mighty.result import SENTENCES as RESULT_SENTENCES
from scorekeeper.web.games.mighty.result import build_result_panel, player_marks, preview_result, render_next_hand
from scorekeeper.web.games.mighty.sample_hands import SAMPLE_SENTENCES
from scorekeeper.web.games.mighty.setup import SETUP, SETUP_SENTENCES
from scorekeeper.web.games.mighty.tricks import explain_tricks
from scorekeeper.web.games.remedies import offer_other_friend
from scorekeeper.web.page.screens import BoardScreens, Correcting, HelpTexts, RefereePages, Screens, SeatQuestion

SCREENS = Screens(
    folder="mighty",
    recording=BoardScreens(
        forms=FORMS,
        modes=RECORDING_MODES,
        board=board_context,
        question=question_state,
        opening=opening_message,
        leader=N_("Change dealer"),
        begins=N_("First to deal"),
        previews={"result": preview_result},
        overlays=OVERLAYS,
        own_business=OWN_BUSINESS,
        remedy=partial(offer_other_friend, mighty.RevealFriend, attrgetter("friends")),
    ),
    correcting=Correcting(PARTS, PLAY, find_form, answers, list_moves, replaces, adapt, enter_contract),
    explaining=HelpTexts(
        sentences={**SENTENCES, **RESULT_SENTENCES, **SETUP_SENTENCES, **SAMPLE_SENTENCES, **QUESTION_SENTENCES},
        result_panel=build_result_panel,
        marks=player_marks,
        next_line=render_next_hand,
        tricks=explain_tricks,
        proven=lambda hand: tuple(offence.message for offence in hand.offences),
        words=WORDS,
        help={
            "auction": ("auction", "redeal"),
            "claim": ("redeal",),
            "drop": ("players",),
            "contract": ("kitty", "friend"),
            "call": ("kitty", "friend"),
            "play": ("play",),
            "complete": ("score",),
        },
        outcomes={"✓": N_("made"), "✗": N_("failed"), "×2": N_("run, back run")},
        paying="score",
        first_game=FIRST_GAME,
    ),
    refereeing=RefereePages(
        REFEREE, {"redeal": SeatQuestion(redeal_page, frozenset({"cards"})), "pays": SeatQuestion(pays_page)}
    ),
    setup=SETUP,
)

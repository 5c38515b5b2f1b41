"""Zhao Pengyou on screen. Every check is the library's."""

from functools import partial
from operator import attrgetter

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.lessons import FIRST_GAME
from scorekeeper.games.zhao_pengyou.levels import count_steps_between, read_level
from scorekeeper.messages import N_, Sentence
from scorekeeper.web.games.remedies import offer_other_friend
from scorekeeper.web.games.zhao_pengyou import cards, result
from scorekeeper.web.games.zhao_pengyou.board import (
    OVERLAYS,
    RECORDING_MODES,
    board_context,
    opening_message,
    question_state,
)
from scorekeeper.web.games.zhao_pengyou.forms import FORMS, SENTENCES
from scorekeeper.web.games.zhao_pengyou.glossary import WORDS
from scorekeeper.web.games.zhao_pengyou.levels import between_hands_context, build_result_panel, render_next_hand
from scorekeeper.web.games.zhao_pengyou.recorded_forms import (
    PARTS,
    PLAY,
    adapt,
    answers,
    enter_trumps,
    find_form,
    list_moves,
    replaces,
)
from scorekeeper.web.games.zhao_pengyou.referee import QUESTION_SENTENCES, REFEREE
from scorekeeper.web.games.zhao_pengyou.sample_hands import SAMPLE_SENTENCES
from scorekeeper.web.games.zhao_pengyou.setup import SETUP, SETUP_SENTENCES
from scorekeeper.web.games.zhao_pengyou.tricks import explain_tricks
from scorekeeper.web.page.screens import BoardScreens, Correcting, HelpTexts, RefereePages, Screens

TERMS = {
    "term.promotion.nothing": Sentence(N_("no points")),
    "term.promotion.makers": Sentence(N_("defenders {total}")),
    "term.promotion.defenders": Sentence(N_("defenders {total}")),
    "term.promotion.short_team": Sentence(N_("makers short: {missing}")),
    "term.promotion.one_more": Sentence(N_("makers short: {missing}")),
    "term.promotion.alone": Sentence(N_("alone")),
    "term.promotion.against_one": Sentence(N_("against one alone")),
    "term.promotion.last_trick": Sentence(N_("last trick")),
    "term.promotion.failed_throw": Sentence(N_("beaten throw")),
    "term.points.tricks": Sentence(N_("tricks")),
    "term.points.kitty": Sentence(N_("kitty {times} × {points}")),
    "term.points.throw": Sentence(N_("throw, {cards} back")),
    "term.points.throw_in_all": Sentence(N_("beaten throw")),
}
"""The short words of the formula: what stands above a step."""

SCREENS = Screens(
    folder="zhao_pengyou",
    recording=BoardScreens(
        forms=FORMS,
        modes=RECORDING_MODES,
        board=board_context,
        question=question_state,
        opening=opening_message,
        leader=N_("Change who starts"),
        begins=N_("First to take a card"),
        previews={"result": result.preview_result, "cards": cards.preview_cards},
        overlays=OVERLAYS,
        between_hands=between_hands_context,
        remedy=partial(offer_other_friend, zpy.RevealFriend, attrgetter("team")),
        total=lambda rules, session, player, text: count_steps_between(
            rules, session.level(player), read_level(rules, text)
        ),
        styles=("zhao_pengyou/screens",),
        scripts=("zhao_pengyou/screens",),
    ),
    correcting=Correcting(PARTS, PLAY, find_form, answers, list_moves, replaces, adapt, enter_trumps),
    explaining=HelpTexts(
        sentences={**SENTENCES, **TERMS, **SETUP_SENTENCES, **SAMPLE_SENTENCES, **QUESTION_SENTENCES},
        result_panel=build_result_panel,
        next_line=render_next_hand,
        tricks=explain_tricks,
        words=WORDS,
        help={
            "trumps": ("trumps", "setting"),
            "turn": ("trumps",),
            "kitty": ("call",),
            "call": ("call",),
            "play": ("play", "throw"),
            "result": ("result",),
            "complete": ("result", "levels"),
        },
        outcomes={"✓": N_("makers rise"), "✗": N_("defenders rise"), "–": N_("nobody rises")},
        paying="result",
        first_game=FIRST_GAME,
    ),
    refereeing=RefereePages(REFEREE),
    setup=SETUP,
)

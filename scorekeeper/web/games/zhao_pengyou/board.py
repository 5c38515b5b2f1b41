"""The board of a hand of Zhao Pengyou in progress: the context of its templates, and the choice of the screen."""

from collections.abc import Callable, Collection, Mapping

from markupsafe import Markup

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Player
from scorekeeper.messages import N_, Message, message
from scorekeeper.table.state import TableState
from scorekeeper.web.games.zhao_pengyou.calls import calls_context
from scorekeeper.web.games.zhao_pengyou.cards import cards_context, challenge_context
from scorekeeper.web.games.zhao_pengyou.forms import hand_of
from scorekeeper.web.games.zhao_pengyou.levels import build_level_tracks, list_ranks
from scorekeeper.web.games.zhao_pengyou.play import read_call_place, tally_context, throw_context
from scorekeeper.web.games.zhao_pengyou.result import result_context
from scorekeeper.web.games.zhao_pengyou.trumps import maker_context, trumps_context, turn_context
from scorekeeper.web.games.zhao_pengyou.words import cards_word
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, html
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.screens import RecordingMode, SeatCaption, Turn
from scorekeeper.web.page.wording import face, say

RECORDING_MODES: Mapping[str, tuple[RecordingMode, ...]] = {
    "trumps": (RecordingMode("shows", N_("Show by show")), RecordingMode("maker", N_("Maker only"))),
    "play": (
        RecordingMode("tally", N_("Trick by trick"), N_("2 taps a trick")),
        RecordingMode("cards", N_("Card by card"), N_("about 100 taps a hand")),
        RecordingMode("result", N_("Result only"), N_("about 11 taps a hand")),
    ),
}

OVERLAYS = frozenset({"friend", "more", "throw", "beaten", "end", "levels", "clear"})
"""The screens that one phone opens over the usual one: the player of a called card, more points, beaten throws, the
correction of a trick, the result, the removal of the cards of a trick, and between hands the ladder of levels."""


def board_context(state: TableState, modes: Collection[str]) -> Context:
    """Return the context of the screen of a hand in progress."""
    hand = hand_of(state)
    screen = choose_screen(hand, modes)
    whose = find_turn(hand, screen)
    return {
        "screen": screen,
        "at": find_overlay(hand, modes),
        "phase": zpy.PHASES[hand.phase],
        "turn": whose,
        "captions": {player: render_seat_caption(state, hand, player, whose) for player in state.seating},
        "tracks": build_level_tracks(state),
        "ranks": list_ranks(state),
        **CONTEXTS[screen](state, hand, modes),
    }


def clear_context(_state: TableState, hand: zpy.Hand, _modes: Collection[str]) -> Context:
    """Return the cards of the trick in progress that would be taken back."""
    lies = [(play.player, cards_word(play.cards) or "–") for play in hand.table]
    return {"lies": lies, "number": len(hand.tricks) + 1}


def question_state(hand: zpy.Hand) -> tuple[object, ...]:
    """Return the parts of a hand that tell its present question from all others. Burying the kitty changes none."""
    return (
        *("kitty" if hand.phase == "call" else hand.phase, hand.turn),
        *(hand.redeals, len(hand.making.exposures), hand.making.given_up),
        *(sum(friend is not None for friend in hand.found), len(hand.throws), len(hand.tricks), len(hand.table)),
    )


CONTEXTS: Mapping[str, Callable[[TableState, zpy.Hand, Collection[str]], Context]] = {
    "trumps": trumps_context,
    "trump_maker": maker_context,
    "turn_kitty": turn_context,
    "call_friends": calls_context,
    "tally": tally_context,
    "cards": cards_context,
    "beaten_throw": challenge_context,
    "throw": throw_context,
    "clear_table": clear_context,
    "result": result_context,
}
"""The function that returns the context of each screen, beside the context of all screens."""


PHASE_SCREENS = {"trumps": "trumps", "turn": "turn_kitty"}
"""The screen of each phase in which trumps are made."""

OVERLAY_SCREENS = {"throw": "throw", "beaten": "beaten_throw", "clear": "clear_table"}
"""The screen of each overlay that has one of its own; the others open a part of a usual screen."""


def choose_screen(hand: zpy.Hand, modes: Collection[str]) -> str:
    """Return the name of a hand's screen: that of its phase, or the result where nothing before it is recorded."""
    if hand.phase in PHASE_SCREENS:
        return "trump_maker" if "maker" in modes else PHASE_SCREENS[hand.phase]
    opened = find_overlay(hand, modes).partition("-")[0]
    if opened in OVERLAY_SCREENS:
        return OVERLAY_SCREENS[opened]
    if hand.phase == "result" or opened == "end" or "result" in modes:
        return "result"
    if hand.phase in ("kitty", "call"):
        return "call_friends"
    return "cards" if shows_cards(hand, modes) and not opened else "tally"


def find_overlay(hand: zpy.Hand, modes: Collection[str]) -> str:
    """Return the screen that this phone opened over the usual one, if it fits the state of the hand; else ""."""
    opened = next((mode for mode in modes if mode.partition("-")[0] in OVERLAYS), "")
    playing = hand.phase == "play"
    place = read_call_place(hand, modes)
    fits = {
        "friend": playing and place is not None and hand.found[place] is None,
        "more": playing,
        "throw": playing and not hand.table,
        "beaten": playing and hand.lead_may_go_back,
        "clear": bool(hand.table) and "cards" not in modes and "result" not in modes,
        "end": playing and not hand.table,
    }
    return opened if fits.get(opened.partition("-")[0]) else ""


def shows_cards(hand: zpy.Hand, modes: Collection[str]) -> bool:
    """Return whether the play is shown card by card.

    That is the case where the phone records so and where cards lie on the table. A phone without a choice, and every
    spectator, follows what is being recorded. Earlier tricks without cards do not matter.
    """
    if "cards" in modes or hand.table:
        return True
    return "tally" not in modes and bool(hand.tricks and hand.tricks[-1].plays)


WAITING: Mapping[str, str] = {
    "trump_maker": "turn.maker",
    "turn_kitty": "turn.kitty",
    "result": "turn.result",
}
"""The sentence of each screen on which it is nobody's turn: what is not recorded yet."""


def find_turn(hand: zpy.Hand, screen: str) -> Turn:
    """Return who is to act, and the sentence that the other phones show."""
    challenged = hand.making.challenged
    if screen == "trumps" and challenged and challenged.player in zpy.find_needs(hand.making):
        return Turn(challenged.player, message("turn.defend", player=challenged.player))
    if screen == "trumps":
        return Turn(None, message("turn.deal"))
    if screen in WAITING:
        return Turn(None, message(WAITING[screen]))
    player = hand.maker if screen == "call_friends" else hand.turn
    code = "turn.call" if screen == "call_friends" else "turn.play" if hand.table else "turn.lead"
    own = message("turn.you_lead") if code == "turn.lead" else None
    return Turn(player, message(code, player=player), own=own)


def render_seat_caption(state: TableState, hand: zpy.Hand, player: Player, whose: Turn) -> SeatCaption:
    """Render the caption under a name: the role if it is known, then the points won, or the cards exposed."""
    if player not in hand.seats:
        return SeatCaption(escape(gettext("out")), "out")
    if hand.maker is None:
        return render_exposure_caption(hand, player)
    if player == hand.maker:
        return SeatCaption(say(message("caption.maker"), state), "makers")
    if player in hand.team:
        return SeatCaption(say(message("caption.friend"), state), "makers")
    side = "defenders" if hand.friends_known else ""
    if won := hand.record.points.get(player):
        return SeatCaption(escape(str(won)), side)
    if any(play.player == player for play in hand.table):
        return SeatCaption(escape(gettext("led") if hand.table[0].player == player else gettext("followed")), side)
    if player == whose.player:
        return SeatCaption(escape(gettext("to play") if hand.table else gettext("leads")), side)
    return SeatCaption(say(message("caption.defender"), state), side) if side else SeatCaption(Markup(""))


def render_exposure_caption(hand: zpy.Hand, player: Player) -> SeatCaption:
    """Render the suit or the joker that a player has exposed during the deal, or that they take the first card."""
    making = hand.making
    own = [exposure for exposure in making.exposures if exposure.player == player]
    if own and own[-1] is making.standing:
        return SeatCaption(face(own[-1].card.suit or own[-1].card), "makers")
    if own:
        kind = face(own[-1].card.suit or own[-1].card)
        return SeatCaption(kind if making.challenged is own[-1] else html("<s>{}</s>", kind))
    if not making.session.is_active(player):
        return SeatCaption(escape(gettext("passive")), "out")
    return SeatCaption(escape(gettext("starts")) if player == hand.session.begins else Markup(""))


def opening_message(hand: zpy.Hand) -> Message:
    """Return the message that names the player who takes the first card."""
    return message("screen.opening", player=hand.session.begins)

"""The board of a hand of Mighty in progress: the context of its templates, and the choice of the screen."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache

from babel.support import NullTranslations
from markupsafe import Markup

from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.trick import find_winning_place
from scorekeeper.messages import N_, Message, message
from scorekeeper.table.state import TableState
from scorekeeper.web.games.mighty.auction import auction_context, render_call_caption
from scorekeeper.web.games.mighty.contract import contract_context
from scorekeeper.web.games.mighty.dropping import drop_context
from scorekeeper.web.games.mighty.forms import hand_of
from scorekeeper.web.games.mighty.piles import piles_context
from scorekeeper.web.games.mighty.play import cards_context, list_announcers, open_cards, tally_context
from scorekeeper.web.games.mighty.redeal import claim_context, find_answerers, find_claimants
from scorekeeper.web.games.mighty.result import caption_sitting_out, may_change_contract, result_context
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, html
from scorekeeper.web.page.language import catalogue, gettext, join_list, ngettext
from scorekeeper.web.page.screens import RecordingMode, SeatCaption, Turn
from scorekeeper.web.page.wording import face, say, word

RECORDING_MODES: Mapping[str, tuple[RecordingMode, ...]] = {
    "auction": (RecordingMode("calls", N_("Bid by bid")), RecordingMode("contract", N_("Final contract"))),
    "play": (
        RecordingMode("tally", N_("Trick by trick")),
        RecordingMode("cards", N_("Card by card")),
        RecordingMode("result", N_("Result only"), N_("8 taps a hand")),
    ),
}

MOST_CARDS_WITH_A_TRICK = 48
"""The most cards on the pad, six rows, that leave room for the trick above it."""

OVERLAYS = frozenset({"friend", "said", "piles", "clear", "change"})
"""The screens that one phone opens over the usual one: the friend revealed, words said with a lead, the correction of a
trick, the piles counted, the removal of the cards of a trick, and the change of the contract where only the result is
recorded."""


@word.register
def _(bid: mighty.Bid) -> Markup:
    return render_bid(bid, catalogue())


@lru_cache(maxsize=500)
def render_bid(bid: mighty.Bid, _spoken: NullTranslations) -> Markup:
    """Render a bid in a language; the second argument is only a key of the cache."""
    return html('<span class="bid">{} {}</span>', bid.level, word(bid.trump) if bid.trump else gettext("NT"))


@word.register
def _(call: mighty.Call) -> Markup:
    said = {
        "card": join_list(map(word, call.cards)) if call.cards else gettext("the holder of a card"),
        "first_trick": gettext("the winner of trick 1"),
        "last_trick": gettext("the winner of the last trick"),
        "player": gettext("a player"),
        "none": gettext("no friend"),
    }[call.kind]
    return html("{} ({})", said, word(call.suit)) if call.suit else escape(said)


def board_context(state: TableState, modes: Collection[str]) -> Context:
    """Return the context of the screen of a hand in progress."""
    hand = hand_of(state)
    screen = choose_screen(hand, modes)
    whose = find_turn(hand, screen, modes)
    return {
        "screen": screen,
        "lies_on_seats": shows_cards_on_seats(state, hand),
        "at": find_overlay(hand, modes),
        "phase": mighty.PHASES[hand.phase],
        "turn": whose,
        "captions": {player: render_seat_caption(state, hand, player, whose) for player in state.seating},
        "claimants": find_claimants(hand),
        "suit_due": mighty.find_requested_suit(hand),
        "also": tuple(list_side_screens(hand, screen)),
        **CONTEXTS[screen](state, hand, modes),
    }


def clear_context(_state: TableState, hand: mighty.Hand, _modes: Collection[str]) -> Context:
    """Return the cards of the trick in progress that would be taken back."""
    return {"lies": [(play.player, face(play.card)) for play in hand.table], "number": len(hand.tricks) + 1}


def question_state(hand: mighty.Hand) -> tuple[object, ...]:
    """Return the parts of a hand that tell its present question from all others. Taking the kitty changes none."""
    return (
        *("contract" if hand.phase == "call" else hand.phase, hand.turn if hand.call else hand.auction.turn),
        *(hand.redeals, len(hand.auction.calls), len(hand.named), len(hand.dropped), hand.contract_changed),
        *(len(hand.told), len(hand.ordered), hand.said is not None, len(hand.tricks), len(hand.table)),
    )


CONTEXTS: Mapping[str, Callable[[TableState, mighty.Hand, Collection[str]], Context]] = {
    "auction": auction_context,
    "redeal_claim": claim_context,
    "contract": contract_context,
    "drop_out": drop_context,
    "tally": tally_context,
    "cards": cards_context,
    "clear_table": clear_context,
    "piles": piles_context,
    "result": result_context,
}
"""The function that returns the context of each screen, beside the context of all screens."""


def list_side_screens(hand: mighty.Hand, screen: str) -> Iterator[tuple[str, str]]:
    """Yield the screens offered beside the ways of recording, by name and label; narrow phones have no other link."""
    if screen == "result" and may_change_contract(hand):
        yield "change&view=raise", N_("Contract")
    if len(hand.tricks) < hand.rules.setting.tricks:
        yield "piles", N_("Count the piles")
    if (screen == "cards" and list_announcers(hand)) or (
        screen == "result" and may_open(hand, "friend") and open_cards(hand)
    ):
        yield "friend", N_("Friend shown")


PHASE_SCREENS = {"auction": "auction", "claim": "redeal_claim", "drop": "drop_out"}
"""The screen of each phase that has exactly one."""

OVERLAY_SCREENS = {"piles": "piles", "clear": "clear_table", "change": "contract"}
"""The screen of each overlay that has one of its own; the others open a part of a usual screen."""


def choose_screen(hand: mighty.Hand, modes: Collection[str]) -> str:
    """Return the name of a hand's screen: that of its phase, or the result where nothing before it is recorded."""
    if hand.phase in PHASE_SCREENS:
        return PHASE_SCREENS[hand.phase]
    opened = find_overlay(hand, modes).partition("-")[0]
    if opened in OVERLAY_SCREENS:
        return OVERLAY_SCREENS[opened]
    if opened == "friend":
        return "tally"
    if "result" in modes or len(hand.tricks) == hand.rules.setting.tricks:
        return "result"
    if hand.phase in ("contract", "call"):
        return "contract"
    return "cards" if shows_cards(hand, modes) and not opened else "tally"


def find_overlay(hand: mighty.Hand, modes: Collection[str]) -> str:
    """Return the screen that this phone opened over the usual one, if it fits the state of the hand; else ""."""
    opened = next((mode for mode in modes if mode.partition("-")[0] in OVERLAYS), "")
    return opened if opened and may_open(hand, opened.partition("-")[0], modes) else ""


def may_open(hand: mighty.Hand, overlay: str, modes: Collection[str] = ()) -> bool:
    """Return whether the state of the hand, recorded in these modes, allows this screen over the usual one."""
    fits = {
        "clear": bool(hand.table) and "cards" not in modes and "result" not in modes,
        "piles": hand.contract_bid is not None and hand.phase in ("contract", "call", "play"),
        "change": hand.phase in ("contract", "call"),
        "friend": hand.phase == "play" and not hand.friend_known and hand.turn is not None,
        "said": hand.phase == "play" and not hand.table and hand.turn is not None,
    }
    return fits[overlay]


def shows_cards(hand: mighty.Hand, modes: Collection[str]) -> bool:
    """Return whether the play is shown card by card.

    That is the case where the phone records so and where cards lie on the table. A phone without a choice, and every
    spectator, follows what is being recorded. Earlier tricks without cards do not matter.
    """
    if "cards" in modes or hand.table:
        return True
    return "tally" not in modes and bool(hand.tricks and hand.tricks[-1].plays)


def find_turn(hand: mighty.Hand, screen: str, modes: Collection[str]) -> Turn:
    """Return who is to act, and the sentence that the other phones show."""
    if screen in ("result", "piles", "clear_table") or (screen == "auction" and "contract" in modes):
        return Turn(None, message("turn.not_recorded"))
    if hand.phase == "claim":
        return Turn(None, message("turn.answer"), find_answerers(hand), message("turn.may_answer"))
    player, code = {
        "auction": (hand.auction.turn, "turn.bid"),
        "drop": (hand.declarer, "turn.drop"),
        "contract": (hand.declarer, "turn.contract"),
        "play": (hand.turn, "turn.play" if hand.table else "turn.lead"),
    }["contract" if hand.phase == "call" else hand.phase]
    said = message(code, player=player) if player is not None else message(code)
    return Turn(player, said, own=message("turn.you_lead") if code == "turn.lead" else None)


def render_seat_caption(state: TableState, hand: mighty.Hand, player: Player, whose: Turn) -> SeatCaption:
    """Render the caption under a name: the role if it is known, before that the last call, then the points."""
    if player not in hand.auction.seats:
        return caption_sitting_out(state)
    if player in hand.dropped:
        return SeatCaption(escape(gettext("out")), "out")
    if hand.phase in ("auction", "claim"):
        return render_call_caption(state, hand, player, whose)
    if caught := recent_offence(hand, player):
        return SeatCaption(html('<b class="bad">{}</b>', caught), "")
    lies = next((play for play in hand.table if play.player == player), None)
    side = "makers" if player in (hand.declarer, *hand.friends) else "defenders" if hand.friend_known else ""
    if lies and shows_cards_on_seats(state, hand):
        return SeatCaption(
            html('<b class="seat-card{}">{}</b>', " seat-card--wins" * is_winning(hand, lies), face(lies.card)), side
        )
    if player == hand.declarer:
        return SeatCaption(say(message("role.declarer"), state), "makers")
    if player in hand.friends:
        return SeatCaption(say(message("role.friend"), state), "makers")
    if hand.call and hand.friend_known:
        return SeatCaption(say(message("role.defender"), state), "defenders")
    if hand.tricks:
        return SeatCaption(points_won(hand, player))
    return SeatCaption(escape(gettext("dealer")) if player == hand.session.begins else Markup(""))


def is_winning(hand: mighty.Hand, play: mighty.Play) -> bool:
    """Return whether a card on the table is the highest so far."""
    return hand.table[find_winning_place(hand.conditions, len(hand.tricks) + 1, hand.table)] == play


def recent_offence(hand: mighty.Hand, player: Player) -> str:
    """Return an offence proven against a player by this trick or the one just taken, in a word; else ""."""
    trick = len(hand.tricks) + bool(hand.table)
    codes = [each.code for each in hand.offences if each.player == player and each.proven == trick]
    if not codes:
        return ""
    return gettext("revoke") if "offence.revoke" in codes else gettext("offence")


def shows_cards_on_seats(state: TableState, hand: mighty.Hand) -> bool:
    """Return whether cards are shown on the seats: with two rows of seats, and while the pad leaves no room."""
    still_out = len(hand.rules.setting.copies) - sum(len(trick.plays) for trick in hand.tricks)
    return len(state.seating) > 5 or still_out > MOST_CARDS_WITH_A_TRICK


def points_won(hand: mighty.Hand, player: Player) -> Markup:
    """Render the points a player has won in tricks, for the time in which sides are unknown."""
    won = sum(trick.points for trick in hand.tricks if trick.winner == player)
    return escape(ngettext("%(num)s point", "%(num)s points", won)) if won else Markup("–")


def opening_message(hand: mighty.Hand) -> Message:
    """Return the message that names the dealer and the first bidder."""
    dealer, first = hand.session.begins, hand.session.first
    if dealer == first:
        return message("screen.opening_alone", dealer=dealer)
    return message("screen.opening", dealer=dealer, first=first)

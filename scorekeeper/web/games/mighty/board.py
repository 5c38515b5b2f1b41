"""What every screen of a hand of Mighty in progress shows, and which of them is drawn."""

from collections.abc import Callable, Collection, Mapping

from markupsafe import Markup, escape

from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.messages import N_, Message, message
from scorekeeper.table.state import TableState
from scorekeeper.web.games.mighty.auction import auction_context, called
from scorekeeper.web.games.mighty.contract import contract_context
from scorekeeper.web.games.mighty.dropping import drop_context
from scorekeeper.web.games.mighty.forms import hand_of
from scorekeeper.web.games.mighty.play import play_context
from scorekeeper.web.games.mighty.redeal import answering, claim_context, claimants
from scorekeeper.web.games.mighty.result import result_context
from scorekeeper.web.language import gettext
from scorekeeper.web.screens import Foot, Turn, Way
from scorekeeper.web.services import Context
from scorekeeper.web.wording import number, say, word

WAYS: Mapping[str, tuple[Way, ...]] = {
    "auction": (Way("calls", N_("Bid by bid")), Way("contract", N_("Final contract"))),
    "play": (
        Way("tally", N_("Trick by trick")),
        Way("cards", N_("Card by card")),
        Way("result", N_("Result only")),
    ),
}


@word.register
def _(bid: mighty.Bid) -> Markup:
    return Markup('<span class="bid">{} {}</span>').format(bid.level, word(bid.trump) if bid.trump else gettext("NT"))


@word.register
def _(call: mighty.Call) -> Markup:
    said = {
        "card": word(call.card) if call.card else gettext("the holder of a card"),
        "first_trick": gettext("the winner of trick 1"),
        "player": gettext("a player"),
        "none": gettext("no friend"),
    }[call.kind]
    return Markup("{} ({})").format(said, word(call.suit)) if call.suit else escape(said)


def board(state: TableState, ways: Collection[str]) -> Context:
    """What the screen of a hand in progress reads."""
    hand = hand_of(state)
    screen = screen_of(hand, ways)
    whose = turn(hand, screen, ways)
    return {
        "screen": screen,
        "phase": mighty.PHASES[hand.phase],
        "turn": whose,
        "feet": {player: foot(state, hand, player, whose) for player in state.seating},
        "claimants": claimants(hand),
        **CONTEXTS[screen](state, hand, ways),
    }


CONTEXTS: Mapping[str, Callable[[TableState, mighty.Hand, Collection[str]], Context]] = {
    "auction": auction_context,
    "claim": claim_context,
    "contract": contract_context,
    "drop": drop_context,
    "tally": play_context,
    "cards": play_context,
    "result": result_context,
}
"""What each screen reads besides what all do."""


def screen_of(hand: mighty.Hand, ways: Collection[str]) -> str:
    """The screen of a hand: that of its phase, or the result where nothing before it is written down."""
    if hand.phase in ("auction", "claim", "drop"):
        return hand.phase
    if "result" in ways or len(hand.tricks) == hand.rules.setting.tricks:
        return "result"
    if hand.phase in ("contract", "call"):
        return "contract"
    return "cards" if hand.table or ("cards" in ways and hand.in_full) else "tally"


def turn(hand: mighty.Hand, screen: str, ways: Collection[str]) -> Turn:
    """Who is to act, and what the others read of it."""
    if screen == "result" or (screen == "auction" and "contract" in ways):
        return Turn(None, message("turn.not_recorded"))
    if hand.phase == "claim":
        return Turn(None, message("turn.answer"), answering(hand), message("turn.may_answer"))
    player, code = {
        "auction": (hand.auction.turn, "turn.bid"),
        "drop": (hand.declarer, "turn.drop"),
        "contract": (hand.declarer, "turn.contract"),
        "play": (hand.turn, "turn.play" if hand.table else "turn.lead"),
    }["contract" if hand.phase == "call" else hand.phase]
    return Turn(player, message(code, player=player) if player is not None else message(code))


def foot(state: TableState, hand: mighty.Hand, player: Player, whose: Turn) -> Foot:
    """What stands under a name: the part played as far as it is known, before that the last call, then the points."""
    if player not in hand.auction.seats:
        return Foot(escape(gettext("sits out")), "out")
    if player in hand.dropped:
        return Foot(escape(gettext("out")), "out")
    if hand.phase in ("auction", "claim"):
        return called(state, hand, player, whose)
    if player == hand.declarer:
        return Foot(say(message("role.declarer"), state), "makers")
    if player in hand.friends:
        return Foot(say(message("role.friend"), state), "makers")
    if hand.call and hand.friend_known:
        return Foot(say(message("role.defender"), state), "defenders")
    if hand.tricks:
        return Foot(points_won(hand, player))
    return Foot(escape(gettext("dealer")) if player == hand.session.begins else Markup(""))


def points_won(hand: mighty.Hand, player: Player) -> Markup:
    """The points in the tricks a player has taken, while nobody knows whose side they are on."""
    won = sum(trick.points for trick in hand.tricks if trick.winner == player)
    return escape(gettext("%(points)s points") % {"points": number(won)}) if won else Markup("–")


def opening(hand: mighty.Hand) -> Message:
    """Who deals a hand and who speaks first."""
    return message("screen.opening", dealer=hand.session.begins, first=hand.session.first)

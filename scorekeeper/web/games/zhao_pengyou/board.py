"""What the board of Zhao Pengyou shows, and the form of a correction."""

from collections.abc import Collection, Iterable

from markupsafe import Markup, escape

from scorekeeper.cards import Suit
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Player, Role
from scorekeeper.messages import Message, message
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.forms import Form
from scorekeeper.web.games.zhao_pengyou.forms import NO_SUIT, hand_of
from scorekeeper.web.screens import Foot, Turn
from scorekeeper.web.services import Context
from scorekeeper.web.wording import say, word


@word.register
def _(trumps: zpy.Trumps) -> Markup:
    return Markup("{} {}").format(word(trumps.suit), trumps.rank) if trumps.suit else escape(trumps.rank)


def board(state: TableState, _ways: Collection[str]) -> Context:
    """What the screen of a hand in progress reads."""
    hand = hand_of(state)
    return {
        "screen": "trumps" if hand.maker is None else "result",
        "phase": zpy.PHASES[hand.phase],
        "turn": Turn(None, message("turn.not_recorded")),
        "feet": {player: foot(state, held) for player, held in roles(hand).items()},
        "suits": [*(suit.value for suit in Suit), NO_SUIT],
        "says_throws": not hand.called,
    }


def roles(hand: zpy.Hand) -> dict[Player, tuple[Role, ...]]:
    """What stands beside each name: who takes the first card, and what is known of the sides."""
    starts = {hand.session.begins: (Role("role.starter"),)}
    known = zpy.GAME.summary(hand).roles
    return {player: (*starts.get(player, ()), *known.get(player, ())) for player in hand.seats}


def foot(state: TableState, held: Iterable[Role]) -> Foot:
    """What stands under a name: the part this player has, and its side."""
    last = next(reversed(tuple(held)), None)
    return Foot(say(message(last.code), state), last.side or "") if last else Foot(Markup(""))


def opening(hand: zpy.Hand) -> Message:
    """Who takes the first card of a hand."""
    return message("screen.opening", player=hand.session.begins)


def whole_hand_fields(_state: TableState, record: HandRecord, draft: Form | None) -> Context:
    """What the form of a correction shows first: the hand as recorded, or what was typed and refused."""
    hand: zpy.Hand = record.hand
    shown: dict[str, str] = {}
    if hand.maker is not None and hand.trumps is not None:
        shown = {"maker": str(hand.maker), "suit": hand.trumps.suit.value if hand.trumps.suit else NO_SUIT}
    if hand.result is not None:
        result = hand.result
        shown |= {"points": str(result.points), "last_trick": result.last_trick}
        shown |= {"kitty_points": str(result.kitty_points), **{f"friend_{player}": "yes" for player in result.friends}}
        shown |= {f"taken_back_{player}": str(cards) for player, cards in hand.throws}
    return {
        "seats": hand.seats,
        "suits": [*(suit.value for suit in Suit), NO_SUIT],
        "shown": draft.to_dict() if draft else shown,
    }


def promotion(state: TableState, _form: Form) -> Context:
    """What each total of the defenders gives, by the size of the trump maker's team."""
    players = len(state.current.hand.seats if state.current else state.seating)
    possible = players in zpy.GAME.seat_counts(state.rules)
    lines = zpy.promotion_table(state.rules, zpy.setting(state.rules, players)) if possible else ()  # type: ignore[arg-type]
    return {"lines": lines, "sizes": list(lines[0].verdicts) if lines else []}

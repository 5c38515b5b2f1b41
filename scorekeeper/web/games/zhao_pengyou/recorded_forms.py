"""The forms that recorded moves of Zhao Pengyou came from: the inverse of their readers, to fill in a board."""

from collections.abc import Iterator

from msgspec.structs import replace

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Move
from scorekeeper.messages import N_
from scorekeeper.web.games.zhao_pengyou.calls import pile_value
from scorekeeper.web.games.zhao_pengyou.cards import cards_value
from scorekeeper.web.games.zhao_pengyou.demotion_rows import write_won_last
from scorekeeper.web.games.zhao_pengyou.forms import NO_SUIT, UNWRITTEN, write_shown
from scorekeeper.web.games.zhao_pengyou.play import USUAL_POINTS
from scorekeeper.web.games.zhao_pengyou.result import write_led_last
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.screens import LinePart, RecordedForm, fill_form

SHOWS, MAKER = {"trumps": "shows"}, {"trumps": "maker"}
TALLY, CARDS, RESULT = {"play": "tally"}, {"play": "cards"}, {"play": "result"}


def find_form(hand: zpy.Hand, move: Move) -> RecordedForm | None:
    """Return the form that records a move in a hand; None where no board has one."""
    match move:
        case zpy.CallFriends(calls):
            return RecordedForm("call_friends", call_fields(calls), TALLY)
        case zpy.RecordTrick(winner, points):
            at = "" if points in USUAL_POINTS else "more"
            return RecordedForm("record_trick", fill_form(winner=winner, points=points), TALLY, at)
        case zpy.RecordThrow(player, taken_back):
            return RecordedForm("record_throw", fill_form(player=player, taken_back=taken_back or None), TALLY, "throw")
        case zpy.RevealFriend(player, call):
            place = hand.calls.index(call) if call in hand.calls else 0
            return RecordedForm("reveal_friend", fill_form(player=player, call=call), TALLY, f"friend-{place}")
        case zpy.PlayCards(player, cards):
            return RecordedForm("play_cards", fill_form(player=player, cards=cards), CARDS)
        case zpy.PlayUnseen(player, points, until):
            return RecordedForm("play_unseen", fill_form(player=player, rest_points=points, until=until), CARDS)
        case zpy.BeatThrow():
            return RecordedForm("beat_throw", challenge_fields(hand, move), CARDS, "beaten")
        case zpy.RecordResult() | zpy.RecordHand():
            return RecordedForm("result", result_fields(move), RESULT)
    return find_deal_form(move)


def find_deal_form(move: Move) -> RecordedForm | None:
    """Return the form that records a move until trumps are made; None for any other move."""
    match move:
        case zpy.ExposeCards(player, cards):
            card = cards[0]
            shown = write_shown(len(cards), card.suit or card)
            return RecordedForm("expose", fill_form(player=player, rank=card.suit and card.rank, shown=shown), SHOWS)
        case zpy.TakeBack(player):
            return RecordedForm("take_back", fill_form(takes=player), SHOWS)
        case zpy.EndDeal():
            return RecordedForm("end_deal", fill_form(), SHOWS)
        case zpy.TurnKitty(cards):
            return RecordedForm("turn_kitty", fill_form(cards=cards), SHOWS)
        case zpy.EnterTrumps(maker, suit):
            return RecordedForm("enter_trumps", fill_form(maker=maker, suit=suit.value if suit else NO_SUIT), MAKER)
    return None


def call_fields(calls: tuple[zpy.Call, ...] | None) -> Form:
    """Return the fields of the calls, of which the last is being chosen; or that nobody writes them down."""
    if not calls:
        return fill_form(calls=UNWRITTEN)
    *finished, last = calls
    return fill_form(
        calls=tuple(finished), suit=pile_value(last.card.suit), rank=last.card.rank, copy=last.copy, last=last
    )


def challenge_fields(hand: zpy.Hand, move: zpy.BeatThrow) -> Form:
    """Return the fields of a throw that is beaten: who beats which part of it, with which cards."""
    beaten, lead = move.part_beaten(hand), hand.lead
    place = lead.parts.index(beaten) if lead and beaten in lead.parts else None
    return fill_form(player=move.player, shown=cards_value(move.cards), part=place)


def result_fields(move: zpy.RecordResult | zpy.RecordHand) -> Form:
    """Return the fields of a result, with its points in front."""
    fields = fill_form(
        step="second",
        points=move.points,
        last_trick=move.last_trick,
        kitty_points=move.kitty_points,
        led_last=write_led_last(move.led_last),
        won_last=write_won_last(move.won_last),
    )
    fields.update({f"friend_{player}": "yes" for player in move.friends})
    for player, cards in getattr(move, "throws", ()):
        fields.add(f"taken_back_{player}", str(cards))
    return fields


# --- The moves as boards record them ---


def list_moves(hand: zpy.Hand, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves of a hand as boards record them, one question each: they come to the same hand.

    Corrections of tricks are replaced by the tricks they made, a whole hand by its trumps, its calls and its result.
    """
    played: list[Move] = []
    for move in moves:
        if isinstance(move, zpy.CorrectTrick | zpy.CorrectCards):
            steps = [step.move for step in move.correct_steps(hand)]
            played[len(played) - len(hand.steps) :] = steps
            hand = move.play(hand)
            continue
        for part in list_parts(hand, move):
            played.append(part)
            hand = part.play(hand)
    return tuple(played)


def list_parts(hand: zpy.Hand, move: Move) -> Iterator[Move]:
    """Yield the parts of a move that boards ask for one by one; most moves are a part by themselves."""
    if not isinstance(move, zpy.RecordHand):
        yield move
        return
    if hand.maker is None or hand.trumps is None:
        yield zpy.EnterTrumps(move.maker, move.suit)
    if move.calls and not hand.called:
        yield zpy.CallFriends(move.calls)
    yield replace(move, calls=None) if move.calls else move


# --- The parts of a hand, and the moves beside a corrected one ---

PLAY = (zpy.RecordTrick, zpy.PlayCards, zpy.PlayUnseen, zpy.BeatThrow, zpy.RecordThrow, zpy.RevealFriend)
"""The moves that make tricks, or tell of their cards."""

QUESTIONS = (
    (zpy.ExposeCards, zpy.TakeBack, zpy.EndDeal, zpy.TurnKitty, zpy.EnterTrumps),
    (zpy.RecordResult, zpy.RecordHand),
)
"""Kinds of moves that answer one question: the trumps, the result."""


PARTS = (
    LinePart("trumps", N_("Trumps"), QUESTIONS[0]),
    LinePart("call", N_("Call"), (zpy.CallFriends,)),
    LinePart("tricks", N_("Tricks"), PLAY[:-1]),
    LinePart("friend", N_("Friend"), (zpy.RevealFriend,)),
    LinePart("result", N_("Result"), QUESTIONS[1]),
)


def enter_trumps(hand: zpy.Hand) -> zpy.EnterTrumps | None:
    """Return the trumps in one move; None where the hand has none yet."""
    return zpy.EnterTrumps(hand.maker, hand.trumps.suit) if hand.maker is not None and hand.trumps is not None else None


def answers(new: Move, old: Move) -> bool:
    """Return whether a new move answers the question that a recorded one answered."""
    return type(new) is type(old) or any(isinstance(new, kinds) and isinstance(old, kinds) for kinds in QUESTIONS)


def replaces(new: Move, old: Move) -> bool:
    """Return whether a new move takes the place of a recorded one that follows it: trumps that of the cards shown."""
    return isinstance(new, zpy.EnterTrumps) and isinstance(old, QUESTIONS[0])


def adapt(hand: zpy.Hand, was: zpy.Hand, move: Move) -> Move:
    """Return a recorded move with what it repeats as that is now: the trumps, the card of a friend, and the friends."""
    match move:
        case zpy.RecordHand() if hand.maker is not None and hand.trumps is not None:
            return replace(move, maker=hand.maker, suit=hand.trumps.suit)
        case zpy.RevealFriend(call=call) if call in was.calls and len(hand.calls) == len(was.calls):
            return replace(move, call=hand.calls[was.calls.index(call)])
        case zpy.RecordResult(friends=friends) if set(was.team[1:]) <= set(friends) and hand.team != was.team:
            others = (player for player in friends if player not in was.team and player not in hand.team)
            return replace(move, friends=(*hand.team[1:], *others))
    return move

"""The forms that recorded moves of Mighty came from: the inverse of their readers, to fill in a board."""

from collections.abc import Iterator

from msgspec.structs import replace

from scorekeeper.games import mighty
from scorekeeper.games.game import Move
from scorekeeper.messages import N_
from scorekeeper.web.games.mighty.forms import NOBODY
from scorekeeper.web.games.mighty.keys import ALONE, side_keys
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.screens import LinePart, RecordedForm, fill_form

CALLS, CONTRACT = {"auction": "calls"}, {"auction": "contract"}
TALLY, CARDS, RESULT = {"play": "tally"}, {"play": "cards"}, {"play": "result"}


def find_form(hand: mighty.Hand, move: Move) -> RecordedForm | None:
    """Return the form that records a move in a hand; None where no board has one."""
    match move:
        case mighty.RecordTrick(winner, points):
            return RecordedForm("record_trick", fill_form(winner=winner, points=points), TALLY)
        case mighty.PlayCard(player, card, suit, calls_joker):
            said = "!" if calls_joker else f">{suit.value}" if suit else ""
            return RecordedForm("play_card", fill_form(player=player, card=f"{card}{said}"), CARDS)
        case mighty.LeadAloud(card, suit, calls_joker):
            said = "!" if calls_joker else f">{suit.value}" if suit else ""
            return RecordedForm("lead_aloud", fill_form(player=hand.turn, card=f"{card}{said}"), TALLY, "said")
        case mighty.GiveWinOrder():
            return RecordedForm("give_win_order", fill_form(), TALLY, "said")
        case mighty.RevealFriend(player, announced, card):
            shown = f"{player}!" if announced else player
            return RecordedForm("reveal_friend", fill_form(player=shown, card=card), TALLY, "friend")
        case mighty.RecordResult() | mighty.RecordHand():
            return RecordedForm("result", result_fields(hand, move), RESULT)
        case mighty.CorrectTrick() | mighty.CorrectCard():
            return None  # `list_moves` has the tricks that they made
    return find_auction_form(move) or find_contract_form(hand, move)


def find_auction_form(move: Move) -> RecordedForm | None:
    """Return the form that records a move of the auction; None for any other move."""
    match move:
        case mighty.PlaceBid(player, bid):
            return RecordedForm("place_bid", fill_form(player=player, **bid_fields(bid)), CALLS)
        case mighty.Pass(player):
            return RecordedForm("pass", fill_form(player=player), CALLS)
        case mighty.AllPass():
            return RecordedForm("all_pass", fill_form(), CONTRACT)
        case mighty.EnterContract(declarer, bid):
            return RecordedForm("enter_contract", fill_form(declarer=declarer, **bid_fields(bid)), CONTRACT)
        case mighty.ClaimRedeal(player, cards, turns_known):
            claim = fill_form(player=player, cards=cards or ())
            return RecordedForm("claim_redeal", claim, CALLS if turns_known else CONTRACT)
        case mighty.AnswerClaim(player, bid):
            return RecordedForm("answer_claim", fill_form(player=player, **bid_fields(bid)))
        case mighty.AcceptClaim():
            return RecordedForm("accept_claim", fill_form())
    return None


def find_contract_form(hand: mighty.Hand, move: Move) -> RecordedForm | None:
    """Return the form that records a move between auction and play; None for any other move."""
    when = "raise" if hand.kitty_taken else "before"
    match move:
        case mighty.NameCard(card, holder):
            return RecordedForm("drop", fill_form(card=card, holder=NOBODY if holder is None else holder))
        case mighty.DropOut(player):
            return RecordedForm("drop", fill_form(holder=player))
        case mighty.TakeKitty(None):
            return RecordedForm("take_kitty", fill_form(view="raise"), TALLY)
        case mighty.TakeKitty(cards):
            return RecordedForm("take_kitty", fill_form(cards=cards, view="kitty"), TALLY)
        case mighty.ChangeContract(bid):
            return RecordedForm("change_contract", fill_form(view=when, when=when, **bid_fields(bid)), TALLY)
        case mighty.CallFriend(call):
            return RecordedForm("exchange", fill_form(**call_fields(call)), TALLY)
        case mighty.Exchange(call=None) if (final_bid := move.bid or move.before) is not None:
            final = fill_form(at="change", view="raise", when="raise", **bid_fields(final_bid))
            return RecordedForm("change_after_kitty", final, RESULT, "change")
        case mighty.Exchange(mighty.Call() as call, bid, before, cards):
            changed = fill_form(before=before, contract=bid, cards=cards or (), **call_fields(call))
            return RecordedForm("exchange", changed, TALLY)
    return None


def bid_fields(bid: mighty.Bid) -> dict[str, object]:
    """Return the fields of a bid."""
    return {"level": bid.level, "trump": bid.trump.value if bid.trump else "NT"}


def call_fields(call: mighty.Call) -> dict[str, object]:
    """Return the fields of a call: the first card or the kind, a second card, and the suit asked of the friend.

    Among all cards is the key of a card that nobody wrote down.
    """
    unwritten = call.kind == "card" and call.card is None
    first = call.card or str(call).partition(">")[0]
    return {
        "view": "card" if unwritten else None,
        "call": first,
        "second": call.second,
        "suit": call.suit and call.suit.value,
    }


def result_fields(hand: mighty.Hand, move: mighty.RecordResult | mighty.RecordHand) -> Form:
    """Return the fields of a result."""
    call = move.call if isinstance(move, mighty.RecordHand) else hand.call
    fields = fill_form(
        side=f"{call}|{move.friend or ALONE}",
        points=move.points,
        joker_holder=move.joker_holder,
        second_friend=move.second_friend,
        revoked=move.revoked,
    )
    fields.update({f"buried_{magic}": "yes" for magic in move.buried})
    return fields


# --- The moves as boards record them ---


def list_moves(hand: mighty.Hand, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves of a hand as boards record them, one question each: they come to the same hand.

    Corrections of tricks are replaced by the tricks they made, short cuts by the parts that boards ask for.
    """
    played: list[tuple[int, Move]] = []
    for move in moves:
        if isinstance(move, mighty.CorrectTrick | mighty.CorrectCard):
            played = [(trick, correct_part(part, move) if trick == move.trick else part) for trick, part in played]
            hand = move.play(hand)
            continue
        for part in list_parts(hand, move):
            played.append((len(hand.tricks) + 1, part))
            hand = part.play(hand)
    return tuple(part for _, part in played)


def correct_part(part: Move, really: mighty.CorrectTrick | mighty.CorrectCard) -> Move:
    """Return a move of a trick as its correction has it."""
    match part, really:
        case mighty.RecordTrick(), mighty.CorrectTrick():
            return mighty.RecordTrick(really.winner, really.points)
        case mighty.PlayCard(), mighty.CorrectCard() if part.player == really.player:
            return mighty.PlayCard(really.player, really.card, really.suit, really.calls_joker)
    return part


def list_parts(hand: mighty.Hand, move: Move) -> Iterator[Move]:
    """Yield the parts of a move that boards ask for one by one; most moves are a part by themselves."""
    match move:
        case mighty.EnterContract(out=(_, *_)):
            yield from (replace(move, out=()), *move.drops)
        case mighty.RecordHand() if is_one_question(hand, move):
            yield move
        case mighty.RecordHand():
            *parts, call, result = move.expand(hand)
            changed = any(isinstance(part, mighty.ChangeContract) for part in parts)
            yield from (part for part in parts if changed or not isinstance(part, mighty.TakeKitty))
            for part in parts:
                hand = part.play(hand)
            whole = replace(move, out=())
            yield from (whole,) if is_one_question(hand, whole) else (call, result)
        case _:
            yield move


def is_one_question(hand: mighty.Hand, whole: mighty.RecordHand) -> bool:
    """Return whether the board of the result asks for just this: the contract stands, and its keys have the call."""
    if whole.out or (hand.declarer, hand.contract_bid) != (whole.declarer, whole.bid) or hand.call is not None:
        return False
    sides = side_keys(hand.rules, hand.active, whole.declarer, whole.bid)
    return f"{whole.call}|{whole.friend or ALONE}" in [side.value for side in sides]


# --- The parts of a hand, and the moves beside a corrected one ---

PLAY = (mighty.RecordTrick, mighty.PlayCard, mighty.RevealFriend, mighty.LeadAloud, mighty.GiveWinOrder)
"""The moves that make tricks, or tell of their cards."""

QUESTIONS = (
    (mighty.PlaceBid, mighty.Pass, mighty.AllPass, mighty.ClaimRedeal, mighty.AcceptClaim, mighty.AnswerClaim),
    (mighty.NameCard, mighty.DropOut),
    (mighty.TakeKitty, mighty.ChangeContract, mighty.CallFriend, mighty.Exchange),
    (mighty.RecordResult, mighty.RecordHand),
)
"""Kinds of moves that answer one question: calls, who drops out, kitty with contract and friend, the result."""


PARTS = (
    LinePart("contract", N_("Contract"), (mighty.EnterContract, *QUESTIONS[0])),
    LinePart("call", N_("Call"), (*QUESTIONS[1], *QUESTIONS[2])),
    LinePart("tricks", N_("Tricks"), (mighty.RecordTrick, mighty.PlayCard, mighty.LeadAloud, mighty.GiveWinOrder)),
    LinePart("friend", N_("Friend"), (mighty.RevealFriend,)),
    LinePart("result", N_("Result"), QUESTIONS[3]),
)


def enter_contract(hand: mighty.Hand) -> mighty.EnterContract | None:
    """Return the contract, as it was before the kitty, in one move; None where the hand has none."""
    bid = hand.auction.highest or hand.contract_bid
    return mighty.EnterContract(hand.declarer, bid) if hand.declarer is not None and bid is not None else None


def answers(new: Move, old: Move) -> bool:
    """Return whether a new move answers the question that a recorded one answered."""
    return type(new) is type(old) or any(isinstance(new, kinds) and isinstance(old, kinds) for kinds in QUESTIONS)


def replaces(new: Move, old: Move) -> bool:
    """Return whether a new move takes the place of a recorded one that follows it: a contract that of the calls."""
    return isinstance(new, mighty.EnterContract) and isinstance(old, QUESTIONS[0])


def adapt(hand: mighty.Hand, was: mighty.Hand, move: Move) -> Move:
    """Return a recorded move with what it repeats as that is now: contract, called cards, the friend who was shown."""
    match move:
        case mighty.RecordHand() if hand.declarer is not None and hand.contract_bid is not None:
            return replace(move, declarer=hand.declarer, bid=hand.contract_bid)
        case mighty.RevealFriend(card=card) if card and was.call and hand.call and card in was.call.cards:
            place = was.call.cards.index(card)
            return replace(move, card=hand.call.cards[place]) if place < len(hand.call.cards) else move
        case mighty.RecordResult(friend=friend) if was.friends == (friend,) and len(hand.friends) == 1:
            return replace(move, friend=hand.friends[0])
    return move

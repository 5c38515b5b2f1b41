"""Correcting a hand: its fields one at a time, and the moves of it that still hold."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

from markupsafe import Markup
from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.contract import find_winning_bid
from scorekeeper.games.mighty.dropping_out import NamedCard
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.games.correction import (
    card_choices,
    changed,
    first_holding,
    name,
    other_friend,
    played,
    retold,
    still_holding,
    suit,
    told_friends,
)
from scorekeeper.web.games.mighty.forms import own_card_called, read_bid, read_whole_hand
from scorekeeper.web.games.mighty.keys import ALONE, Side, named_friend, sides
from scorekeeper.web.games.mighty.result import ResultPad, buried_asked, point_keys
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, html, join_html
from scorekeeper.web.page.forms import Form, gather, integer, optional_integer
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.screens import HandStart, Moves, Remedy

CALLS = (mighty.PlaceBid, mighty.Pass, mighty.AllPass, mighty.ClaimRedeal, mighty.AcceptClaim, mighty.AnswerClaim)
"""What is said before there is a contract."""

PLAY = (
    *(mighty.RecordTrick, mighty.PlayCard, mighty.LeadAloud, mighty.RevealFriend, mighty.GiveWinOrder),
    *(mighty.CorrectTrick, mighty.CorrectCard),
)
"""What is recorded of the play."""

GIVEN_UP: tuple[tuple[type[Any], ...], ...] = (
    (mighty.RecordResult, mighty.RecordHand),
    (mighty.RevealFriend,),
    PLAY,
    (mighty.CallFriend, mighty.Exchange),
    (mighty.ChangeContract, mighty.TakeKitty),
)
"""What of a hand is given up for a correction, row after row, until the rest of it holds."""


class Head(NamedTuple):
    """What is played: by whom, for what, with which call if there is one yet, and who dropped out by which card."""

    declarer: Player
    bid: mighty.Bid
    call: mighty.Call | None
    out: tuple[tuple[Player, Card | None], ...]


# --- The moves ---


def corrected(state: TableState, record: HandRecord, begun: HandStart, form: Form) -> Moves:
    """The moves of the hand after its redeals with what the form changes, as many as still hold. Raises `RuleError`."""
    hand: mighty.Hand = record.hand
    if record.after is None and hand.declarer is None:
        return begun.rest
    if record.after is None:
        begun = begun._replace(rest=retold(begun.rest, mighty.RevealFriend, form))
        head = read_head(hand, form)
        return first_holding(state.game, begun.hand, candidates(state, hand, begun, head))
    wanted = whole_hand(state, record, form)
    head = Head(wanted.declarer, wanted.bid, wanted.call, read_out(hand, form))
    ending = partial(end, wanted, head)
    for candidate in candidates(state, hand, begun, head):
        if (moves := still_holding(state.game, begun.hand, candidate, GIVEN_UP, ending)) is not None:
            return moves
    return ending(begun.hand) or (wanted,)


def candidates(state: TableState, hand: mighty.Hand, begun: HandStart, head: Head) -> Iterator[Moves]:
    """The ways in which a hand may have come as far as it has with `head`: as it was recorded, with its calls, without.

    What was recorded of the play stays in each of them.
    """
    if head == head_of(hand):
        yield begun.rest
        return
    calls = tuple(takewhile(lambda move: isinstance(move, CALLS), begun.rest))
    play = tuple(move for move in begun.rest if isinstance(move, PLAY))
    for said in (calls, ()) if calls else ((),):
        after = played(state.game, begun.hand, said)
        if after is not None:
            yield (*said, *head_moves(hand, after, head), *play)


def head_of(hand: mighty.Hand) -> Head | None:
    """What was recorded; None before there is a contract."""
    if hand.declarer is None or hand.contract_bid is None:
        return None
    return Head(hand.declarer, hand.contract_bid, hand.call, dropped_out(hand))


def dropped_out(hand: mighty.Hand) -> tuple[tuple[Player, Card | None], ...]:
    """Who dropped out, each with the card that was named for it, if one was."""
    cards = {named.holder: named.card for named in reversed(hand.named)}
    return tuple((player, cards.get(player)) for player in hand.dropped)


def head_moves(recorded: mighty.Hand, hand: mighty.Hand, head: Head) -> Iterator[Any]:
    """The moves from `hand`, where the auction has come to, as far as the hand was `recorded` before the play."""
    nothing_called = mighty.Call("none")
    whole = mighty.RecordHand(head.declarer, head.bid, head.call or nothing_called, 0)
    parts = list(whole.expand(hand))
    if isinstance(parts[0], mighty.EnterContract):
        yield parts.pop(0)
    yield from drops(recorded.named, head)
    for part in parts:
        if isinstance(part, mighty.TakeKitty) and recorded.kitty_taken:
            yield mighty.TakeKitty(recorded.kitty or None)
        elif isinstance(part, mighty.ChangeContract) or (isinstance(part, mighty.CallFriend) and head.call):
            yield part


def drops(named: Sequence[NamedCard], head: Head) -> Iterator[Any]:
    """The moves by which those of `head` drop out; a card that was `named` and that nobody held stays named."""
    cards = [card for _, card in head.out]
    yield from (mighty.NameCard(each.card) for each in named if each.holder is None and each.card not in cards)
    for player, card in head.out:
        yield mighty.DropOut(player) if card is None else mighty.NameCard(card, player)


def end(wanted: mighty.RecordHand, head: Head, hand: mighty.Hand) -> Moves | None:
    """What ends a hand as wanted: its result, once a friend is called; None where another contract or call stands."""
    if hand.dropped and {*hand.dropped} != {player for player, _ in head.out}:
        return None
    if hand.call is not None:
        stands = (hand.declarer, hand.contract_bid, hand.call) == (wanted.declarer, wanted.bid, wanted.call)
        return (wanted.result,) if stands else None
    if hand.dropped or not head.out:
        return (wanted,)
    won = find_winning_bid(hand.rules, hand.auction, wanted.declarer, wanted.bid)
    enter = (mighty.EnterContract(wanted.declarer, won),) if hand.declarer is None else ()
    return (*enter, *drops(hand.named, head), wanted)


# --- The form ---


def whole_hand(state: TableState, record: HandRecord, form: Form) -> mighty.RecordHand:
    """The hand that the form describes; what it does not ask stays as it was recorded."""
    wanted, hand = read_whole_hand(state, form), record.hand
    if hand.call is not None and hand.call.kind == wanted.call.kind != "player":
        wanted = replace(wanted, call=hand.call)
    if wanted.call.kind == "card" and "called" in form:
        wanted = replace(wanted, call=card_call(wanted.call, form))
    return replace(wanted, own_card_called=own_card_called(hand.rules, wanted.call, wanted.friend))


def card_call(call: mighty.Call, form: Form) -> mighty.Call:
    """A call of the cards that the form names, or of such as nobody wrote down. Raises `RuleError`."""
    text = "+".join(card for card in (form.get("called"), form.get("second_called")) if card) or "card"
    return mighty.Call.parse(f"{text}>{call.suit.value}" if call.suit else text)


def read_head(hand: mighty.Hand, form: Form) -> Head:
    """What is played, of a hand in progress. Raises `RuleError`."""
    chosen = gather(declarer=lambda: integer(form, "declarer"), bid=lambda: read_bid(form))
    call = hand.call
    if call is not None and form.get("call"):
        kind = mighty.Call.parse(form["call"])
        call = call if kind == call and kind.kind != "card" else kind
        call = card_call(hand.call or call, form) if call.kind == "card" and "called" in form else call
    return Head(chosen["declarer"], chosen["bid"], call, read_out(hand, form))


def read_out(hand: mighty.Hand, form: Form) -> tuple[tuple[Player, Card | None], ...]:
    """Who dropped out and by which card; as it was recorded where the form does not ask. Raises `RuleError`."""
    if "out_1" not in form:
        return dropped_out(hand)
    places = range(1, hand.rules.setting.drop_out + 1)
    chosen = ((optional_integer(form, f"out_{place}"), form.get(f"out_card_{place}")) for place in places)
    return tuple((player, Card.parse(card) if card else None) for player, card in chosen if player is not None)


def redeals(moves: Moves, form: Form) -> Moves:
    """The moves up to the last redeal with who really claimed each. Raises `RuleError`."""
    return tuple(
        replace(move, player=integer(form, f"claimer_{place}"))
        if isinstance(move, mighty.ClaimRedeal) and f"claimer_{place}" in form
        else move
        for place, move in enumerate(moves)
    )


def claims(moves: Moves) -> dict[str, str]:
    """Who claimed each redeal, by the name of the field."""
    found = ((place, move) for place, move in enumerate(moves) if isinstance(move, mighty.ClaimRedeal))
    return {f"claimer_{place}": str(move.player) for place, move in found}


def remedy(state: TableState, asked: Any) -> Remedy | None:
    """What is offered where a refused move has another friend than the table was told."""
    friends = state.current.hand.friends if state.current else ()
    return other_friend(state, asked, friends, mighty.RevealFriend)


# --- The fields ---


def as_recorded(hand: mighty.Hand) -> dict[str, str]:
    """What the fields hold of a hand, as `read_whole_hand` and `read_head` read them."""
    shown: dict[str, str] = {}
    if hand.declarer is not None and hand.contract_bid is not None:
        level, trump = hand.contract_bid.level, hand.contract_bid.trump
        shown = {"declarer": str(hand.declarer), "level": str(level), "trump": trump.value if trump else "NT"}
    if hand.call is not None:
        shown["call"] = "card" if hand.call.kind == "card" else str(hand.call)
        shown |= dict(zip(("called", "second_called"), map(str, hand.call.cards), strict=False))
    for place, (player, card) in enumerate(dropped_out(hand), 1):
        shown |= {f"out_{place}": str(player), f"out_card_{place}": str(card or "")}
    if result := hand.result:
        shown |= {"points": str(result.points), "side": f"{hand.call}|{result.friend or ALONE}"}
        more = {"joker_holder": result.joker_holder, "second_friend": result.second_friend, "revoked": result.revoked}
        shown |= {name: str(player) for name, player in more.items() if player is not None}
        shown |= {f"buried_{magic}": "yes" for magic in result.buried}
    return shown


def correction_fields(state: TableState, record: HandRecord, begun: HandStart, draft: Form | None) -> Context:
    """The fields of a correction: as recorded, or as they were changed, and what is the difference."""
    hand: mighty.Hand = record.hand
    told = told_friends(begun.rest, mighty.RevealFriend) if record.after is None else {}
    before = as_recorded(hand) | claims(record.moves[: len(begun.moves)]) | told
    shown = draft.to_dict() if draft else before
    seats = begun.hand.auction.seats
    out = {shown.get(f"out_{place}") for place in range(1, hand.rules.setting.drop_out + 1)}
    playing = tuple(player for player in seats if str(player) not in out)
    pad = pad_of(hand, playing, shown)
    tabs = list(tabs_of(state, hand, pad, before, shown)) if hand.declarer is not None else []
    for key, fields, note in (("shown", told, gettext("friend")), ("redeal", claims(begun.moves), gettext("redeal"))):
        if fields:
            said = (join_html(", ", (name(state, each.get(field)) for field in fields)) for each in (before, shown))
            tabs.append((key, changed(*said), note))
    cards = list(hand.rules.setting.copies)
    return {
        "rules": hand.rules,
        "seats": playing,
        "bidders": seats,
        "people": [("", gettext("Nobody")), *((str(player), state.name(player)) for player in seats)],
        "shown": shown,
        "pad": pad,
        "cards": card_choices(cards, gettext("card not written down")),
        "calls": call_choices(state, hand, playing) if record.after is None and hand.call else [],
        "asks_card": asks_card(shown),
        "claims": list(claims(begun.moves)),
        "told": list(told),
        "tabs": tabs,
    }


def tabs_of(
    state: TableState, hand: mighty.Hand, pad: ResultPad, before: dict[str, str], shown: dict[str, str]
) -> Iterator[tuple[str, Markup, str]]:
    """The fields: what each is called in the template, what it says, and its words below it."""
    yield "contract", changed(contract_word(before), contract_word(shown)), gettext("contract")
    declarers = (name(state, each.get("declarer")) for each in (before, shown))
    yield "declarer", changed(*declarers), gettext("declarer")
    if hand.rules.setting.drop_out and (hand.dropped or hand.result):
        yield "out", changed(out_word(state, before), out_word(state, shown)), gettext("out")
    if hand.result:
        yield "friend", changed(friend_word(state, before), friend_word(state, shown)), gettext("friend")
        points = (escape(each.get("points", "–")) for each in (before, shown))
        yield "points", changed(*points), gettext("points")
        if pad.buried or pad.joker_holders:
            yield "more", Markup("…"), gettext("more")
    elif hand.call:
        yield "call", changed(call_word(before), call_word(shown)), gettext("call")


def asks_card(shown: dict[str, str]) -> bool:
    """Whether the form has a friend by a card, so that it asks which."""
    call, _, friend = shown.get("side", "").partition("|")
    return friend not in ("", ALONE) and mighty.Call.parse(call).kind == "card"


def call_choices(state: TableState, hand: mighty.Hand, playing: Sequence[Player]) -> list[tuple[str, str]]:
    """The ways of calling a friend in a hand in progress; the card is asked for beside."""
    assert hand.call is not None
    kinds = {
        "card": gettext("the holder of a card"),
        "first_trick": gettext("the winner of trick 1"),
        "none": gettext("no friend"),
    }
    rules = hand.rules
    allowed = {"card": rules.friend_by_card, "first_trick": rules.friend_by_first_trick, "none": rules.no_friend}
    named = [(str(mighty.Call("player", player=player)), state.name(player)) for player in playing]
    return [
        *((kind, said) for kind, said in kinds.items() if allowed[kind] or kind == hand.call.kind),
        *(named if rules.friend_by_player or hand.call.kind == "player" else []),
    ]


def pad_of(hand: mighty.Hand, playing: tuple[Player, ...], shown: dict[str, str]) -> ResultPad:
    """The keys of the result under the declarer and the contract that the form has now."""
    rules = hand.rules
    declarer, bid = chosen_declarer(playing, shown), chosen_bid(hand, shown)
    every = list(kept_calls(hand, sides(rules, playing, declarer, bid)))
    friends = [side for side in every if side.friend is not None]
    return ResultPad(
        friends,
        [side for side in every if side.friend is None],
        [player for player in playing if player != declarer] if rules.setting.partners > 1 and friends else [],
        point_keys(rules, bid, range(rules.setting.points + 1)),
        bid.level,
        mighty.back_run_limit(rules, bid),
        buried_asked(rules),
        playing if rules.next_dealer == "joker_holder" else (),
        playing,
    )


def chosen_declarer(playing: tuple[Player, ...], shown: dict[str, str]) -> Player:
    """The declarer of the form; any, while it names none who plays."""
    return next((player for player in playing if str(player) == shown.get("declarer")), playing[0])


def chosen_bid(hand: mighty.Hand, shown: dict[str, str]) -> mighty.Bid:
    """The contract of the form; the lowest, while it is none."""
    wanted = f"{shown.get('level', '')}{shown.get('trump', '')}"
    every = mighty.every_bid(hand.rules)
    return next((bid for bid in every if str(bid) == wanted), every[0])


def kept_calls(hand: mighty.Hand, every: list[Side]) -> Iterator[Side]:
    """The same ways, each by the call that was recorded where it can be by that."""
    for side in every:
        call = hand.call
        if side.friend is None or call is None or call.kind == "none":
            yield side
            continue
        if call.kind == "player":
            call = named_friend(hand.rules, side.friend)
        yield side._replace(value=f"{call}|{side.friend}")


# --- Their words ---


def contract_word(shown: dict[str, str]) -> Markup:
    """The contract of the form."""
    trump = shown.get("trump")
    return html("{} {}", shown.get("level", "–"), suit(trump, gettext("NT") if trump else ""))


def friend_word(state: TableState, shown: dict[str, str]) -> Markup:
    """Whom the form has as the friend."""
    if "side" not in shown:
        return Markup("–")
    first = shown["side"].rpartition("|")[2]
    second = shown.get("second_friend")
    both = [name(state, player) for player in (first, second) if player and player != ALONE]
    return join_html(" + ", both) if both else escape(gettext("alone"))


def out_word(state: TableState, shown: dict[str, str]) -> Markup:
    """Whom the form has dropping out."""
    out = [name(state, shown[field]) for field in ("out_1", "out_2") if shown.get(field)]
    return join_html(" + ", out) if out else Markup("–")


def call_word(shown: dict[str, str]) -> Markup:
    """The call of the form."""
    kind = shown.get("call", "")
    if kind == "card" and shown.get("called"):
        return escape(Card.parse(shown["called"]).symbol)
    return escape({"card": gettext("card"), "first_trick": gettext("trick 1"), "none": gettext("alone")}.get(kind, "–"))

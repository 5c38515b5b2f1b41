"""Mending a hand that is over: its fields one at a time, and the moves of it that still hold."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from markupsafe import Markup
from msgspec.structs import replace

from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.escaping import escape, html, joined
from scorekeeper.web.forms import Form
from scorekeeper.web.games.correction import Moves, changed, name, still_holding, suit
from scorekeeper.web.games.mighty.forms import own_card_called, read_whole_hand
from scorekeeper.web.games.mighty.keys import ALONE, Side, named_friend, sides
from scorekeeper.web.games.mighty.result import ResultPad, buried_asked, point_keys
from scorekeeper.web.language import gettext
from scorekeeper.web.services import Context

GIVEN_UP: tuple[tuple[type[Any], ...], ...] = (
    (mighty.RecordResult, mighty.RecordHand),
    (mighty.RevealFriend,),
    (mighty.RecordTrick, mighty.PlayCard, mighty.GiveWinOrder, mighty.MendTrick, mighty.MendCard),
    (mighty.CallFriend,),
    (mighty.ChangeContract, mighty.TakeKitty),
)
"""What of a hand is given up for a correction, row after row, until the rest of it holds."""


# --- The moves ---


def corrected(state: TableState, record: HandRecord, form: Form) -> Moves:
    """The moves of the hand with what the form changes: as many of those recorded as still hold. Raises `RuleError`."""
    wanted = whole_hand(state, record, form)
    return still_holding(state, record, GIVEN_UP, partial(end, wanted)) or (wanted,)


def end(wanted: mighty.RecordHand, hand: mighty.Hand) -> Moves | None:
    """What ends a hand as wanted: its result, once a friend is called; None where another contract or call stands."""
    if hand.call is None:
        return (wanted,)
    stands = (hand.declarer, hand.contract_bid, hand.call) == (wanted.declarer, wanted.bid, wanted.call)
    return (wanted.result,) if stands else None


def whole_hand(state: TableState, record: HandRecord, form: Form) -> mighty.RecordHand:
    """The hand that the form describes; what it does not ask stays as it was recorded."""
    wanted, hand = read_whole_hand(state, form), record.hand
    if hand.call is not None and hand.call.kind == wanted.call.kind != "player":
        wanted = replace(wanted, call=hand.call)
    against = own_card_called(hand.rules, wanted.call, wanted.friend)
    out = hand.dropped if wanted.declarer not in hand.dropped else ()
    return replace(wanted, own_card_called=against, out=out)


# --- The fields ---


def as_recorded(hand: mighty.Hand) -> dict[str, str]:
    """What the fields hold of a hand, as `read_whole_hand` reads them."""
    shown: dict[str, str] = {}
    if hand.declarer is not None and hand.contract_bid is not None:
        level, trump = hand.contract_bid.level, hand.contract_bid.trump
        shown = {"declarer": str(hand.declarer), "level": str(level), "trump": trump.value if trump else "NT"}
    if result := hand.result:
        shown |= {"points": str(result.points), "side": f"{hand.call}|{result.friend or ALONE}"}
        more = {"joker_holder": result.joker_holder, "second_friend": result.second_friend, "revoked": result.revoked}
        shown |= {name: str(player) for name, player in more.items() if player is not None}
        shown |= {f"buried_{magic}": "yes" for magic in result.buried}
    return shown


def correction_fields(state: TableState, record: HandRecord, draft: Form | None) -> Context:
    """The fields of a correction: as recorded, or as they were changed, and what is the difference."""
    hand: mighty.Hand = record.hand
    before = as_recorded(hand)
    shown = draft.to_dict() if draft else before
    pad = pad_of(hand, shown)
    more = pad.buried or pad.joker_holders
    labels = [
        (gettext("contract"), contract_word(before), contract_word(shown)),
        (gettext("declarer"), name(state, before.get("declarer")), name(state, shown.get("declarer"))),
        (gettext("friend"), friend_word(state, before), friend_word(state, shown)),
        (gettext("points"), escape(before.get("points", "–")), escape(shown.get("points", "–"))),
    ]
    return {
        "rules": hand.rules,
        "seats": playing(hand),
        "shown": shown,
        "pad": pad,
        "tabs": [(changed(*words), note) for note, *words in labels] + ([("…", gettext("more"))] if more else []),
    }


def playing(hand: mighty.Hand) -> tuple[Player, ...]:
    """Those who may have declared: who sat out or dropped out did not."""
    return tuple(player for player in hand.seats if player not in hand.out)


def pad_of(hand: mighty.Hand, shown: dict[str, str]) -> ResultPad:
    """The keys of the result under the declarer and the contract that the form has now."""
    rules = hand.rules
    declarer, bid = chosen_declarer(hand, shown), chosen_bid(hand, shown)
    every = list(kept_calls(hand, sides(rules, playing(hand), declarer, bid)))
    friends = [side for side in every if side.friend is not None]
    return ResultPad(
        friends,
        [side for side in every if side.friend is None],
        [player for player in playing(hand) if player != declarer] if rules.setting.partners > 1 and friends else [],
        point_keys(rules, bid, range(rules.setting.points + 1)),
        bid.level,
        mighty.back_run_line(rules, bid),
        buried_asked(rules),
        playing(hand) if rules.next_dealer == "joker_holder" else (),
        playing(hand),
    )


def chosen_declarer(hand: mighty.Hand, shown: dict[str, str]) -> Player:
    """The declarer of the form; any, while it names none who plays."""
    seats = playing(hand)
    return next((player for player in seats if str(player) == shown.get("declarer")), seats[0])


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
    return joined(" + ", both) if both else escape(gettext("alone"))

"""The correction of a hand of Mighty: the fields of its form, and the moves that stay possible."""

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
from scorekeeper.games.mighty.friend import CALL_KINDS, CallKind
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.games.correction import (
    card_choices,
    correct_reveals,
    find_possible_moves,
    keep_possible_moves,
    offer_other_friend,
    play_moves,
    player_name,
    render_change,
    reveal_fields,
    suit_word,
)
from scorekeeper.web.games.mighty.forms import own_card_called, read_bid, read_whole_hand
from scorekeeper.web.games.mighty.keys import ALONE, SideKey, call_of_friend, side_keys
from scorekeeper.web.games.mighty.result import ResultPad, magic_cards_asked, point_keys
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, html, join_html
from scorekeeper.web.page.forms import Form, gather, integer, optional_integer
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.screens import HandStart, Moves, Remedy
from scorekeeper.web.page.wording import set_apart

CALLS = (mighty.PlaceBid, mighty.Pass, mighty.AllPass, mighty.ClaimRedeal, mighty.AcceptClaim, mighty.AnswerClaim)
"""The moves of the auction."""

PLAY = (
    *(mighty.RecordTrick, mighty.PlayCard, mighty.LeadAloud, mighty.RevealFriend, mighty.GiveWinOrder),
    *(mighty.CorrectTrick, mighty.CorrectCard),
)
"""The moves of the play."""

GIVEN_UP: tuple[tuple[type[Any], ...], ...] = (
    (mighty.RecordResult, mighty.RecordHand),
    (mighty.RevealFriend,),
    PLAY,
    (mighty.CallFriend, mighty.Exchange),
    (mighty.ChangeContract, mighty.TakeKitty),
)
"""The kinds of moves that a correction drops, row after row, until the rest is possible."""


class ContractTerms(NamedTuple):
    """The declarer, the contract, the call if there is one yet, and the players who dropped out."""

    declarer: Player
    bid: mighty.Bid
    call: mighty.Call | None
    out: tuple[tuple[Player, Card | None], ...]
    """The players who dropped out, each with the card named for it, if one was."""


# --- The moves ---


def correct_moves(state: TableState, record: HandRecord, begun: HandStart, form: Form) -> Moves:
    """Return the moves of the hand after its redeals, changed by the form, as far as possible. Raises `RuleError`."""
    hand: mighty.Hand = record.hand
    if record.after is None and hand.declarer is None:
        return begun.rest
    if record.after is None:
        begun = begun._replace(rest=correct_reveals(begun.rest, mighty.RevealFriend, form))
        head = read_terms(hand, form)
        return find_possible_moves(state.game, begun.hand, candidate_moves(state, hand, begun, head))
    wanted = read_corrected_hand(state, record, form)
    head = ContractTerms(wanted.declarer, wanted.bid, wanted.call, read_dropped(hand, form))
    ending = partial(end_hand, wanted, head)
    for candidate in candidate_moves(state, hand, begun, head):
        if (moves := keep_possible_moves(state.game, begun.hand, candidate, GIVEN_UP, ending)) is not None:
            return moves
    return ending(begun.hand) or (wanted,)


def candidate_moves(state: TableState, hand: mighty.Hand, begun: HandStart, head: ContractTerms) -> Iterator[Moves]:
    """Yield sequences of moves that may lead to `head`: as recorded, with its calls, and without its calls.

    Each of them keeps the recorded moves of the play. Where the contract stood as it was bid, it was misheard in the
    winning bid: no change of the contract is invented.
    """
    if head == recorded_terms(hand):
        yield begun.rest
        return
    calls = tuple(takewhile(lambda move: isinstance(move, CALLS), begun.rest))
    play = tuple(move for move in begun.rest if isinstance(move, PLAY))
    as_bid = hand.contract_bid == hand.auction.highest
    for said in dict.fromkeys((with_winning_bid(calls, hand, head) if as_bid else calls, calls, ())):
        after = play_moves(state.game, begun.hand, said)
        if after is None:
            continue
        before_play = tuple(moves_before_play(hand, after, head))
        if not (said and as_bid and any(isinstance(move, mighty.ChangeContract) for move in before_play)):
            yield (*said, *before_play, *play)


def with_winning_bid(calls: Moves, hand: mighty.Hand, head: ContractTerms) -> Moves:
    """Return the calls with the contract of `head` as the bid that won, where its declarer made that bid."""
    won = (head.declarer, hand.contract_bid)
    return tuple(
        replace(call, bid=head.bid) if (call.player, getattr(call, "bid", None)) == won else call for call in calls
    )


def recorded_terms(hand: mighty.Hand) -> ContractTerms | None:
    """Return the terms that were recorded; None before there is a contract."""
    if hand.declarer is None or hand.contract_bid is None:
        return None
    return ContractTerms(hand.declarer, hand.contract_bid, hand.call, dropped_with_cards(hand))


def dropped_with_cards(hand: mighty.Hand) -> tuple[tuple[Player, Card | None], ...]:
    """Return the players who dropped out, each with the card that was named for it, if one was."""
    cards = {named.holder: named.card for named in reversed(hand.named)}
    return tuple((player, cards.get(player)) for player in hand.dropped)


def moves_before_play(recorded: mighty.Hand, hand: mighty.Hand, head: ContractTerms) -> Iterator[Any]:
    """Yield the moves from `hand`, the state after the auction, to where the `recorded` hand was before the play."""
    nothing_called = mighty.Call("none")
    whole = mighty.RecordHand(head.declarer, head.bid, head.call or nothing_called, 0)
    parts = list(whole.expand(hand))
    if isinstance(parts[0], mighty.EnterContract):
        yield parts.pop(0)
    yield from drop_moves(recorded.named, head)
    for part in parts:
        if isinstance(part, mighty.TakeKitty) and recorded.kitty_taken:
            yield mighty.TakeKitty(recorded.kitty or None)
        elif isinstance(part, mighty.ChangeContract) or (isinstance(part, mighty.CallFriend) and head.call):
            yield part


def drop_moves(named: Sequence[NamedCard], head: ContractTerms) -> Iterator[Any]:
    """Yield the moves by which the players of `head` drop out; a `named` card that nobody held stays named."""
    cards = [card for _, card in head.out]
    yield from (mighty.NameCard(each.card) for each in named if each.holder is None and each.card not in cards)
    for player, card in head.out:
        yield mighty.DropOut(player) if card is None else mighty.NameCard(card, player)


def end_hand(wanted: mighty.RecordHand, head: ContractTerms, hand: mighty.Hand) -> Moves | None:
    """Return the moves that end a hand as wanted; None where another contract, call or drop-out is recorded in it."""
    if hand.dropped and {*hand.dropped} != {player for player, _ in head.out}:
        return None
    if hand.call is not None:
        stands = (hand.declarer, hand.contract_bid, hand.call) == (wanted.declarer, wanted.bid, wanted.call)
        return (wanted.result,) if stands else None
    if hand.dropped or not head.out:
        return (wanted,)
    won = find_winning_bid(hand.rules, hand.auction, wanted.declarer, wanted.bid)
    enter = (mighty.EnterContract(wanted.declarer, won),) if hand.declarer is None else ()
    return (*enter, *drop_moves(hand.named, head), wanted)


# --- The form ---


def read_corrected_hand(state: TableState, record: HandRecord, form: Form) -> mighty.RecordHand:
    """Return the hand that the form describes; fields that it lacks keep their recorded values."""
    wanted, hand = read_whole_hand(state, form), record.hand
    if hand.call is not None and hand.call.kind == wanted.call.kind != "player":
        wanted = replace(wanted, call=hand.call)
    if wanted.call.kind == "card" and "called" in form:
        wanted = replace(wanted, call=read_card_call(wanted.call, form))
    return replace(wanted, own_card_called=own_card_called(hand.rules, wanted.call, wanted.friend))


def read_card_call(call: mighty.Call, form: Form) -> mighty.Call:
    """Return a call of the cards in the form, or of cards not written down. Raises `RuleError`."""
    text = "+".join(card for card in (form.get("called"), form.get("second_called")) if card) or "card"
    return mighty.Call.parse(f"{text}>{call.suit.value}" if call.suit else text)


def read_terms(hand: mighty.Hand, form: Form) -> ContractTerms:
    """Read the terms of a hand in progress. Raises `RuleError`."""
    chosen = gather(declarer=lambda: integer(form, "declarer"), bid=lambda: read_bid(form))
    call = hand.call
    if call is not None and form.get("call"):
        kind = mighty.Call.parse(form["call"])
        call = call if kind == call and kind.kind != "card" else kind
        call = read_card_call(hand.call or call, form) if call.kind == "card" and "called" in form else call
    return ContractTerms(chosen["declarer"], chosen["bid"], call, read_dropped(hand, form))


def read_dropped(hand: mighty.Hand, form: Form) -> tuple[tuple[Player, Card | None], ...]:
    """Read the players who dropped out and the cards named; as recorded without such fields. Raises `RuleError`."""
    if "out_1" not in form:
        return dropped_with_cards(hand)
    places = range(1, hand.rules.setting.drop_out + 1)
    chosen = ((optional_integer(form, f"out_{place}"), form.get(f"out_card_{place}")) for place in places)
    return tuple((player, Card.parse(card) if card else None) for player, card in chosen if player is not None)


def correct_claimers(moves: Moves, form: Form) -> Moves:
    """Return the moves up to the last redeal with the claimers of the form. Raises `RuleError`."""
    return tuple(
        replace(move, player=integer(form, f"claimer_{place}"))
        if isinstance(move, mighty.ClaimRedeal) and f"claimer_{place}" in form
        else move
        for place, move in enumerate(moves)
    )


def claimer_fields(moves: Moves) -> dict[str, str]:
    """Return the claimer of each redeal by the name of the form field."""
    found = ((place, move) for place, move in enumerate(moves) if isinstance(move, mighty.ClaimRedeal))
    return {f"claimer_{place}": str(move.player) for place, move in found}


def offer_remedy(state: TableState, asked: Any) -> Remedy | None:
    """Return the correction to offer where a refused move contradicts the friend revealed earlier."""
    friends = state.current.hand.friends if state.current else ()
    return offer_other_friend(state, asked, friends, mighty.RevealFriend)


# --- The fields ---


def recorded_fields(hand: mighty.Hand) -> dict[str, str]:
    """Return the form fields of a hand, as `read_whole_hand` and `read_terms` read them."""
    shown: dict[str, str] = {}
    if hand.declarer is not None and hand.contract_bid is not None:
        level, trump = hand.contract_bid.level, hand.contract_bid.trump
        shown = {"declarer": str(hand.declarer), "level": str(level), "trump": trump.value if trump else "NT"}
    if hand.call is not None:
        shown["call"] = "card" if hand.call.kind == "card" else str(hand.call)
        shown |= dict(zip(("called", "second_called"), map(str, hand.call.cards), strict=False))
    for place, (player, card) in enumerate(dropped_with_cards(hand), 1):
        shown |= {f"out_{place}": str(player), f"out_card_{place}": str(card or "")}
    if result := hand.result:
        shown |= {"points": str(result.points), "side": f"{hand.call}|{result.friend or ALONE}"}
        more = {"joker_holder": result.joker_holder, "second_friend": result.second_friend, "revoked": result.revoked}
        shown |= {name: str(player) for name, player in more.items() if player is not None}
        shown |= {f"buried_{magic}": "yes" for magic in result.buried}
    return shown


def correction_fields(state: TableState, record: HandRecord, begun: HandStart, draft: Form | None) -> Context:
    """Return the fields of a correction, as recorded or as changed, and the differences."""
    hand: mighty.Hand = record.hand
    told = reveal_fields(begun.rest, mighty.RevealFriend) if record.after is None else {}
    before = recorded_fields(hand) | claimer_fields(record.moves[: len(begun.moves)]) | told
    shown = draft.to_dict() if draft else before
    seats = begun.hand.auction.seats
    out = {shown.get(f"out_{place}") for place in range(1, hand.rules.setting.drop_out + 1)}
    playing = tuple(player for player in seats if str(player) not in out)
    pad = build_pad(hand, playing, shown)
    over = record.after is not None
    tabs = list(field_tabs(state, hand, pad, before, shown, over=over)) if over or hand.declarer is not None else []
    for key, fields, note in (
        ("shown", told, gettext("friend")),
        ("redeal", claimer_fields(begun.moves), gettext("redeal")),
    ):
        if fields:
            said = (
                join_html(", ", (player_name(state, each.get(field)) for field in fields)) for each in (before, shown)
            )
            tabs.append((key, render_change(*said), note))
    cards = list(hand.rules.setting.copies)
    return {
        "rules": hand.rules,
        "seats": playing,
        "bidders": seats,
        "people": [("", gettext("Nobody")), *((str(player), set_apart(state.name(player))) for player in seats)],
        "shown": shown,
        "pad": pad,
        "levels": list(dict.fromkeys(bid.level for bid in mighty.every_bid(hand.rules))),
        "cards": card_choices(cards, gettext("card not written down")),
        "calls": call_choices(state, hand, playing) if record.after is None and hand.call else [],
        "asks_card": asks_card(shown),
        "claims": list(claimer_fields(begun.moves)),
        "told": list(told),
        "tabs": tabs,
    }


def field_tabs(
    state: TableState, hand: mighty.Hand, pad: ResultPad, before: dict[str, str], shown: dict[str, str], *, over: bool
) -> Iterator[tuple[str, Markup, str]]:
    """Yield the fields: the name in the template, the rendered value, and the label below it.

    A hand that is `over` has all of them, even if it was given up before its contract.
    """
    yield "contract", render_change(contract_word(before), contract_word(shown)), gettext("contract")
    declarers = (player_name(state, each.get("declarer")) for each in (before, shown))
    yield "declarer", render_change(*declarers), gettext("declarer")
    if hand.rules.setting.drop_out and (hand.dropped or over):
        yield "out", render_change(out_word(state, before), out_word(state, shown)), gettext("out")
    if over:
        yield "friend", render_change(friend_word(state, before), friend_word(state, shown)), gettext("friend")
        points = (escape(each.get("points", "–")) for each in (before, shown))
        yield "points", render_change(*points), gettext("points")
        if pad.buried or pad.joker_holders:
            yield "more", Markup("…"), gettext("more")
    elif hand.call:
        yield "call", render_change(call_word(before), call_word(shown)), gettext("call")


def asks_card(shown: dict[str, str]) -> bool:
    """Return whether the form has a friend found by a card, so that it asks for the card."""
    call, _, friend = shown.get("side", "").partition("|")
    return friend not in ("", ALONE) and mighty.Call.parse(call).kind == "card"


def call_choices(state: TableState, hand: mighty.Hand, playing: Sequence[Player]) -> list[tuple[str, str]]:
    """Return the ways of calling a friend in a hand in progress; a card has a field of its own."""
    assert hand.call is not None
    kinds: dict[CallKind, str] = {
        "card": gettext("the holder of a card"),
        "first_trick": gettext("the winner of trick 1"),
        "last_trick": gettext("the winner of the last trick"),
        "none": gettext("no friend"),
    }
    rules = hand.rules
    allowed = {kind: getattr(rules, house_rule) for kind, (house_rule, _) in CALL_KINDS.items()}
    named = [(str(mighty.Call("player", player=player)), set_apart(state.name(player))) for player in playing]
    return [
        *((kind, said) for kind, said in kinds.items() if allowed[kind] or kind == hand.call.kind),
        *(named if rules.friend_by_player or hand.call.kind == "player" else []),
    ]


def build_pad(hand: mighty.Hand, playing: tuple[Player, ...], shown: dict[str, str]) -> ResultPad:
    """Return the keys of the result under the declarer and the contract in the form."""
    rules = hand.rules
    declarer, bid = chosen_declarer(playing, shown), chosen_bid(hand, shown)
    every = list(with_recorded_call(hand, side_keys(rules, playing, declarer, bid)))
    friends = [side for side in every if side.friend is not None]
    return ResultPad(
        friends,
        [side for side in every if side.friend is None],
        [player for player in playing if player != declarer] if rules.setting.partners > 1 and friends else [],
        point_keys(rules, bid, range(rules.setting.points + 1)),
        bid.level,
        mighty.back_run_limit(rules, bid),
        magic_cards_asked(rules),
        playing if rules.next_dealer == "joker_holder" else (),
        playing,
    )


def chosen_declarer(playing: tuple[Player, ...], shown: dict[str, str]) -> Player:
    """Return the declarer in the form; the first player while it has none."""
    return next((player for player in playing if str(player) == shown.get("declarer")), playing[0])


def chosen_bid(hand: mighty.Hand, shown: dict[str, str]) -> mighty.Bid:
    """Return the contract in the form; the lowest one while it has none."""
    wanted = f"{shown.get('level', '')}{shown.get('trump', '')}"
    every = mighty.every_bid(hand.rules)
    return next((bid for bid in every if str(bid) == wanted), every[0])


def with_recorded_call(hand: mighty.Hand, every: list[SideKey]) -> Iterator[SideKey]:
    """Yield the same sides, each with the call that was recorded where that call can lead to it."""
    for side in every:
        call = hand.call
        if side.friend is None or call is None or call.kind == "none":
            yield side
            continue
        if call.kind == "player":
            call = call_of_friend(hand.rules, side.friend)
        yield side._replace(value=f"{call}|{side.friend}")


# --- Their words ---


def contract_word(shown: dict[str, str]) -> Markup:
    """Return the contract in the form."""
    trump = shown.get("trump")
    return html("{} {}", shown.get("level", "–"), suit_word(trump, gettext("NT") if trump else ""))


def friend_word(state: TableState, shown: dict[str, str]) -> Markup:
    """Return the friends in the form."""
    if "side" not in shown:
        return Markup("–")
    first = shown["side"].rpartition("|")[2]
    second = shown.get("second_friend")
    both = [player_name(state, player) for player in (first, second) if player and player != ALONE]
    return join_html(" + ", both) if both else escape(gettext("no friend"))


def out_word(state: TableState, shown: dict[str, str]) -> Markup:
    """Return the players in the form who drop out."""
    out = [player_name(state, shown[field]) for field in ("out_1", "out_2") if shown.get(field)]
    return join_html(" + ", out) if out else Markup("–")


def call_word(shown: dict[str, str]) -> Markup:
    """Return the call in the form."""
    kind = shown.get("call", "")
    if kind == "card" and shown.get("called"):
        return escape(Card.parse(shown["called"]).symbol)
    said = {
        "card": gettext("card"),
        "first_trick": gettext("trick 1"),
        "last_trick": gettext("last trick"),
        "none": gettext("no friend"),
    }
    return escape(said.get(kind, "–"))

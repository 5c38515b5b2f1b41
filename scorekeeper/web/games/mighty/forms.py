"""The forms of Mighty: the readers that make moves of what was sent."""

from collections.abc import Callable, Mapping

from werkzeug.datastructures import MultiDict

from scorekeeper.cards import Card, Suit, parse_cards
from scorekeeper.errors import RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Move, Player
from scorekeeper.games.mighty.contract import find_changes
from scorekeeper.messages import N_, Sentence, Sentences
from scorekeeper.table.state import TableState
from scorekeeper.web.games.mighty.keys import ALONE
from scorekeeper.web.games.remedies import read_other_friend, remove_trick_cards
from scorekeeper.web.page.forms import Form, gather, integer, optional_integer, text


def hand_of(state: TableState) -> mighty.Hand:
    """Return the hand in progress. Raises `RuleError` ``hand.none`` if there is none."""
    if state.current is None:
        raise RuleError("hand.none")
    hand: mighty.Hand = state.current.hand
    return hand


def read_bid(form: Form) -> mighty.Bid:
    """Read a level and trumps. Raises `RuleError` naming what is missing."""
    chosen = gather(level=lambda: integer(form, "level"), trump=lambda: text(form, "trump"))
    trump = None if chosen["trump"] == "NT" else Suit.parse(chosen["trump"])
    return mighty.Bid(chosen["level"], trump)


def read_side(form: Form) -> tuple[mighty.Call, Player | None]:
    """Read how the friend was called and who it is: "card|3", "none|-". Raises `RuleError`.

    Where the call was not recorded, ``alone`` is the kind of call of a declarer who was alone.
    """
    call, _, friend = text(form, "side").partition("|")
    if friend == ALONE:
        return mighty.Call.parse(form.get("alone") or call), None
    return mighty.Call.parse(call), integer(MultiDict({"friend": friend}), "friend")


def read_ending(form: Form) -> dict[str, object]:
    """Read the fields of a result except the friend. Raises `RuleError` naming what is missing."""
    return {
        **gather(
            points=lambda: integer(form, "points"),
            joker_holder=lambda: optional_integer(form, "joker_holder"),
            second_friend=lambda: optional_integer(form, "second_friend"),
            revoked=lambda: optional_integer(form, "revoked"),
        ),
        "buried": frozenset(magic for magic in ("mighty", "joker") if f"buried_{magic}" in form),
    }


def own_card_called(rules: mighty.Rules, call: mighty.Call, friend: Player | None) -> bool:
    """Return whether a result shows the call of an own card under rules that forbid it."""
    return friend is None and call.kind == "card" and not rules.secret_solo


def read_result(state: TableState, form: Form) -> mighty.RecordResult | mighty.RecordHand:
    """Read the result of the hand in progress, with the contract and the call if the call was not recorded before.

    The points follow from the friend once all tricks are recorded.
    """
    hand = hand_of(state)
    if hand.declarer is None or hand.contract_bid is None:
        raise RuleError("hand.none")
    chosen = gather(side=lambda: read_side(form), ending=lambda: read_ending(add_points(hand, form)))
    (call, friend), ending = chosen["side"], chosen["ending"]
    ending["own_card_called"] = own_card_called(hand.rules, hand.call or call, friend)
    if hand.call is not None:
        return mighty.RecordResult(friend=friend, **ending)
    return mighty.RecordHand(hand.declarer, hand.contract_bid, call, friend=friend, **ending)


def add_points(hand: mighty.Hand, form: Form) -> Form:
    """Return the form with the points of the tricks for the friend it names, where it has none and all are recorded."""
    if form.get("points") or "side" not in form or mighty.derive_result(hand) is None:
        return form
    _, friend = read_side(form)
    second = optional_integer(form, "second_friend")
    friends = [player for player in (friend, second) if player is not None]
    counted = MultiDict(form)
    counted["points"] = str(mighty.result_range(hand, friends)[-1])
    return counted


def read_whole_hand(_state: TableState, form: Form) -> mighty.RecordHand:
    """Read a hand from contract to result, as a correction has it."""
    chosen = gather(
        declarer=lambda: integer(form, "declarer"),
        bid=lambda: read_bid(form),
        side=lambda: read_side(form),
        ending=lambda: read_ending(form),
    )
    (call, friend), ending = chosen["side"], chosen["ending"]
    return mighty.RecordHand(chosen["declarer"], chosen["bid"], call, friend=friend, **ending)


def build_claim(state: TableState, player: Player, cards: tuple[Card, ...] | None = None) -> mighty.ClaimRedeal:
    """Return a claim at this table, which knows whose turn it is only where it records bid by bid."""
    return mighty.ClaimRedeal(player, cards, turns_known=state.mode("auction") == "calls")


def read_cards(form: Form) -> tuple[Card, ...] | None:
    """Read the cards picked; None if there are none."""
    return parse_cards(form.getlist("cards")) or None


def read_contract(_state: TableState, form: Form) -> mighty.EnterContract:
    """Read the final contract and the declarer."""
    return mighty.EnterContract(**gather(declarer=lambda: integer(form, "declarer"), bid=lambda: read_bid(form)))


def read_trick(_state: TableState, form: Form) -> mighty.RecordTrick:
    """Read the winner and the points of a trick."""
    return mighty.RecordTrick(**gather(winner=lambda: integer(form, "winner"), points=lambda: integer(form, "points")))


def read_friend_call(form: Form) -> mighty.Call:
    """Read the call: a kind or a card, perhaps a second card and a suit asked of the friend.

    The card may be a field of its own, with or without the kind. Of several calls the last counts: that of the button
    tapped.
    """
    called, card = (form.getlist("call") or [""])[-1], form.get("card", "")
    called = card if card and called in ("", "card") else called or text(form, "call")
    call = mighty.Call.parse(called)
    more = (f"+{form['second']}" if call.card and form.get("second") else "") + (
        f">{form['suit']}" if form.get("suit") else ""
    )
    return mighty.Call.parse(f"{called}{more}") if more else call


def read_card(_state: TableState, form: Form) -> mighty.PlayCard:
    """Read a card that is played, with the words said: "JK>H" asks for hearts, "C3!" calls the joker."""
    card, _, suit = text(form, "card").removesuffix("!").partition(">")
    named = Suit.parse(suit) if suit else None
    return mighty.PlayCard(integer(form, "player"), Card.parse(card), named, text(form, "card").endswith("!"))


def read_announced_lead(state: TableState, form: Form) -> mighty.LeadAloud:
    """Read the words said with a lead whose trick is not recorded card by card."""
    play = read_card(state, form)
    return mighty.LeadAloud(play.card, play.suit, play.calls_joker)


def read_reveal(_state: TableState, form: Form) -> mighty.RevealFriend:
    """Read who was revealed as a friend, or announced it ("3!"); with two packs by which card."""
    card = Card.parse(form["card"]) if form.get("card") else None
    announced = text(form, "player").endswith("!") or form.get("announced") == "yes"
    player = integer(MultiDict({"player": text(form, "player").removesuffix("!")}), "player")
    return mighty.RevealFriend(player, announced, card)


def read_call(_state: TableState, form: Form) -> mighty.CallFriend:
    """Read the call of the friend."""
    return mighty.CallFriend(read_friend_call(form))


def read_contract_field(form: Form, field: str) -> mighty.Bid | None:
    """Return the contract in one field, such as "17H"; None if there is none."""
    try:
        return mighty.Bid.parse(form.get(field, ""))
    except RuleError:
        return None


def read_exchange(state: TableState, form: Form) -> mighty.Exchange:
    """Read the kitty, the contract as it is played, and the call; an unchanged contract is no change."""
    stands = before = read_contract_field(form, "before")
    if before is None:
        stands = hand_of(state).contract_bid
    contract = read_contract_field(form, "contract")
    chosen = gather(call=lambda: read_friend_call(form), cards=lambda: read_cards(form))
    return mighty.Exchange(chosen["call"], None if contract == stands else contract, before, chosen["cards"])


def read_final_contract(state: TableState, form: Form) -> mighty.Exchange:
    """Read the contract as it was played, where only the result is recorded; a change before the kitty follows."""
    hand, final = hand_of(state), read_bid(form)
    if hand.contract_bid in (None, final):
        return mighty.Exchange(None, final)
    before_kitty = not (hand.kitty_taken or hand.contract_changed)
    before, later = find_changes(hand.rules, hand.contract_bid, final, before_kitty=before_kitty) or (None, final)
    return mighty.Exchange(None, later, before)


NOBODY = "-"
"""The value of a form field for a named card that nobody was dealt."""


def read_drop(_state: TableState, form: Form) -> mighty.NameCard | mighty.DropOut:
    """Read the card named and its holder; without a card, the player who drops out."""
    holder = text(form, "holder")
    if holder != NOBODY and not form.get("card"):
        return mighty.DropOut(integer(form, "holder"))
    card = Card.parse(text(form, "card"))
    return mighty.NameCard(card, None if holder == NOBODY else integer(form, "holder"))


FORMS: Mapping[str, Callable[[TableState, Form], Move]] = {
    "answer_claim": lambda _state, form: mighty.AnswerClaim(integer(form, "player"), read_bid(form)),
    "place_bid": lambda _state, form: mighty.PlaceBid(integer(form, "player"), read_bid(form)),
    "pass": lambda _state, form: mighty.Pass(integer(form, "player")),
    "all_pass": lambda _state, _form: mighty.AllPass(),
    "enter_contract": read_contract,
    "claim_redeal": lambda state, form: build_claim(state, integer(form, "player"), read_cards(form)),
    "accept_claim": lambda _state, _form: mighty.AcceptClaim(),
    "take_kitty": lambda _state, form: mighty.TakeKitty(read_cards(form)),
    "change_contract": lambda _state, form: mighty.ChangeContract(read_bid(form)),
    "call_friend": read_call,
    "exchange": read_exchange,
    "change_after_kitty": read_final_contract,
    "drop": read_drop,
    "record_trick": read_trick,
    "play_card": read_card,
    "lead_aloud": read_announced_lead,
    "reveal_friend": read_reveal,
    "give_win_order": lambda _state, _form: mighty.GiveWinOrder(),
    "result": read_result,
    "record_hand": read_whole_hand,
    "other_friend": lambda state, form: read_other_friend(state, form, mighty.RevealFriend),
    "clear_table": lambda state, _form: remove_trick_cards(state, (mighty.PlayCard,)),
}

OWN_BUSINESS: frozenset[type] = frozenset({mighty.ClaimRedeal})
"""The moves that a player may record without keeping the score."""

SENTENCES: Sentences = {
    "field.declarer": Sentence(N_("the declarer")),
    "field.winner": Sentence(N_("who took the trick")),
    "field.level": Sentence(N_("the number")),
    "field.trump": Sentence(N_("the trump suit")),
    "field.points": Sentence(N_("the points")),
    "field.friend": Sentence(N_("the friend")),
    "field.side": Sentence(N_("the friend")),
    "field.call": Sentence(N_("how the friend is called")),
    "field.card": Sentence(N_("the card")),
    "field.holder": Sentence(N_("who held it")),
    "field.trick": Sentence(N_("the trick")),
    "field.joker_holder": Sentence(N_("who held the joker")),
    "role.dealer": Sentence(N_("dealer")),
    "turn.bid": Sentence(N_("{player} to bid")),
    "turn.answer": Sentence(N_("To be answered")),
    "turn.may_answer": Sentence(N_("You may answer")),
    "turn.drop": Sentence(N_("{player} names a card")),
    "turn.contract": Sentence(N_("{player} to call")),
    "turn.lead": Sentence(N_("{player} leads")),
    "turn.you_lead": Sentence(N_("You lead")),
    "turn.play": Sentence(N_("{player} to play")),
    "turn.not_recorded": Sentence(N_("Not recorded yet")),
    "screen.lowest_bid": Sentence(N_("The lowest bid now is {bid}.")),
    "screen.dealer": Sentence(N_("{dealer} deals")),
    "screen.would_revoke": Sentence(
        N_("{player} had no {suit} in trick {trick}. Playing {card} now would show a revoke.")
    ),
    "screen.would_prove": Sentence(N_("Playing {card} now would show: {why}")),
    "screen.opening_alone": Sentence(N_("{dealer} deals and bids first.")),
    "screen.opening": Sentence(N_("{dealer} deals, {first} bids first.")),
}
"""The sentences of the screens beside those of the rules."""

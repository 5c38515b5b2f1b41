"""The screen between auction and play: the kitty, the contract as it stands, and the friend.

Its unsent form is read once, as a `ContractDraft`. One function a field (`KEYS`) returns its keys, each with the reason
against it, and the template draws them all with one macro.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple, TypeVar

from scorekeeper.cards import Card, Rank, Suit
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.contract import find_changes
from scorekeeper.settlement import Amount
from scorekeeper.table.state import TableState
from scorekeeper.values import remember_recent
from scorekeeper.web.games.mighty.forms import read_bid, read_cards, read_contract_field, read_friend_call
from scorekeeper.web.games.mighty.prices import (
    Price,
    PriceColumn,
    contract_alone_pays,
    most_friends,
    price_if_just_made,
    prices,
    printed_table,
    telling_points,
)
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import BLANK, Form

T = TypeVar("T")


class Offer(NamedTuple):
    """The lowest contract possible with some trumps, and the `steps` that a change may go to."""

    bid: mighty.Bid
    steps: tuple[mighty.Bid, ...]
    problem: Problem | None = None


class DraftKey(NamedTuple):
    """A key of a field: its value, what it shows and notes below that, and the reason why it is impossible now."""

    value: object
    shown: object
    note: str | Amount = ""
    problem: Problem | None = None
    checked: bool = False
    steps: str = ""
    """The first and the last level that further taps go through, as "16-20"."""


class SecondDeal(NamedTuple):
    """The numbers of cards in the second deal, after players dropped out: in all, for each and for the declarer."""

    cards: int
    each: int
    declarer: int


def second_deal(rules: mighty.Rules) -> SecondDeal | None:
    """Return the numbers of the deal after players dropped out; None under rules where nobody drops out."""
    setting = rules.setting
    if not setting.drop_out:
        return None
    cards = setting.drop_out * setting.hand_size + setting.kitty
    return SecondDeal(cards, setting.tricks - setting.hand_size, setting.taken)


def contract_context(_state: TableState, hand: mighty.Hand, _modes: Collection[str]) -> Context:
    """Return the context of the screen; `exchange` reads the rest from its form."""

    def exchange(draft: Form) -> ContractDraft:
        return read_blank_draft(hand) if draft is BLANK else read_draft(hand, draft)

    return {"exchange": exchange, "second_deal": second_deal(hand.rules)}


@lru_cache(maxsize=500)
def offers_after(rules: mighty.Rules, bid: mighty.Bid, *, before_kitty: bool = False) -> tuple[Offer, ...]:
    """Return what the contract may become with each trump suit; its own suit keeps it."""
    offers = []
    for trump, lowest in mighty.lowest_changes(rules, bid, before_kitty=before_kitty).items():
        first = lowest or mighty.Bid(bid.level, trump)
        higher = tuple(mighty.Bid(level, trump) for level in range(first.level, rules.highest_level + 1))
        against = () if lowest else mighty.check_change(rules, bid, first, before_kitty=before_kitty)
        if trump == bid.trump:
            offers.append(Offer(bid, (bid, *higher) if lowest else (bid,)))
        else:
            offers.append(Offer(first, higher if lowest else (), against[0] if against else None))
    return tuple(offers)


@lru_cache(maxsize=500)
def final_offers(rules: mighty.Rules, bid: mighty.Bid) -> tuple[Offer, ...]:
    """Return what the contract may become with each trump suit by changes before and after the kitty."""
    offers = []
    for offer in offers_after(rules, bid):
        every = (mighty.Bid(level, offer.bid.trump) for level in range(bid.level, rules.highest_level + 1))
        steps = tuple(final for final in every if find_changes(rules, bid, final))
        offers.append(Offer(steps[0], steps) if steps else offer)
    return tuple(offers)


@lru_cache(maxsize=500)
def usual_cards(rules: mighty.Rules, trump: Suit | None) -> tuple[tuple[Card, str], ...]:
    """Return the cards called most, with their kinds: the mighty, the joker, side aces, ace and king of trumps.

    A second joker takes the place of the king.
    """
    best, jokers = mighty.mighty_card(trump), rules.setting.jokers
    aces = [Card(suit, Rank.ACE) for suit in Suit if suit is not trump]
    cards = [(best, "mighty"), *((joker, "joker") for joker in jokers), *((ace, "") for ace in aces if ace != best)]
    if trump is not None:
        cards += [(Card(trump, rank), "trump") for rank in (Rank.ACE, Rank.KING)[: 3 - len(jokers)]]
    return tuple((card, kind) for card, kind in cards if card in rules.setting.copies)


@lru_cache(maxsize=5000)
def check_card_call(
    rules: mighty.Rules, bid: mighty.Bid, card: Card, first: Card | None, kitty: tuple[Card, ...]
) -> Problem | None:
    """Return why a card may not be called, as the `first` one or after it; a missing second card is no reason."""
    call = mighty.Call("card", card=first, second=card) if first else mighty.Call("card", card=card)
    against = mighty.check_call(rules, bid, call, kitty)
    return next((problem for problem in against if problem.code != "call.two_cards"), None)


@lru_cache(maxsize=500)
def other_calls(rules: mighty.Rules, bid: mighty.Bid) -> tuple[tuple[mighty.Call, Problem | None], ...]:
    """Return the calls without a card or a name, with the reasons against them. With two packs, these are left out."""
    last = (mighty.Call("last_trick"),) if rules.friend_by_last_trick else ()
    calls = (mighty.Call("first_trick"), *last, mighty.Call("none"))
    checked = ((call, next(iter(mighty.check_call(rules, bid, call)), None)) for call in calls)
    return tuple((call, against) for call, against in checked if rules.setting.partners < 2 or against is None)


@dataclass(frozen=True)
class ContractDraft:
    """The choices of an unsent form of this screen. Impossible choices are as if they were missing."""

    hand: mighty.Hand
    view: str
    """The part of the screen that is open: "" for none, "raise" or "before" for the numbers of a change after or before
    the kitty, "card" for the pack to call from, "kitty" for the pack to show the kitty from, "result" for the question
    whether only results are recorded."""
    before: mighty.Bid | None
    """The contract after a change before the kitty; None without one."""
    stands: mighty.Bid
    """The contract at the kitty."""
    now: mighty.Bid
    """The contract that the open view changes."""
    offers: tuple[Offer, ...]
    """The contracts to which the open view may change it."""
    is_final: bool
    """Whether the contract may be what a change before the kitty made of it, or two changes."""
    contract: mighty.Bid
    """The contract as it will be played."""
    candidate: mighty.Bid
    """The contract under consideration in an open view."""
    call: mighty.Call | None
    asked: str
    """The field of the card that is chosen now: the "call" or the "second" one."""
    kitty: tuple[Card, ...]
    sent_calls: tuple[tuple[str, str], ...]
    """The fields `call` and `second` as they were sent."""

    @property
    def rules(self) -> mighty.Rules:
        """The house rules of the hand."""
        return self.hand.rules

    def keys(self, field: str) -> Iterable[DraftKey]:
        """Return the keys of a field of `KEYS`."""
        return KEYS[field](self)

    @property
    def may_change(self) -> bool:
        """Return whether another contract can be chosen."""
        return any(len(each.steps) > 1 or (each.steps and each.bid != self.stands) for each in self.offers)

    @property
    def may_raise(self) -> bool:
        """Return whether any trumps can be chosen with more than one number."""
        return any(len(each.steps) > 1 for each in self.offers)

    @property
    def early(self) -> str:
        """The view that may be opened before the kitty is taken: "kitty", "before" for a change, or ""."""
        if self.rules.kitty_exposed and not self.hand.kitty_taken:
            return "kitty"
        return "before" if may_change_before(self.hand) else ""

    @property
    def usual(self) -> dict[Card, str]:
        """The usual cards to call, with their kinds."""
        return dict(usual_cards(self.rules, self.contract.trump)) if self.rules.friend_by_card else {}

    @property
    def first(self) -> Card | None:
        """The card called before the one that is chosen now."""
        return self.call.card if self.call and self.asked == "second" else None

    @property
    def card(self) -> Card | None:
        """The card that is chosen now."""
        return (self.call.second if self.asked == "second" else self.call.card) if self.call else None

    @property
    def other(self) -> Card | None:
        """The called card if it is none of the usual ones."""
        return self.card if self.card not in self.usual else None

    @property
    def crowded(self) -> bool:
        """Return whether there are so many calls without a card that another card has its key beside the usual ones."""
        return bool(self.usual) and len(other_calls(self.rules, self.contract)) > 2

    @property
    def columns_of_others(self) -> int:
        """The number of keys below those of the usual cards: calls without a card, and another card."""
        another = self.other or (self.usual and not self.two)
        return len(other_calls(self.rules, self.contract)) + bool(another and not self.crowded)

    @property
    def two(self) -> bool:
        """Return whether two cards are called."""
        return self.rules.setting.partners > 1

    @property
    def may_ask_suit(self) -> bool:
        """Return whether a friend may be asked for a suit."""
        return mighty.may_ask_suit(self.rules, self.contract)

    @property
    def always_alone(self) -> bool:
        """Return whether these rules know no friend."""
        return most_friends(self.rules) == 0

    @property
    def alone(self) -> bool:
        """Return whether the declarer openly plays alone."""
        return self.call is not None and self.call.kind == "none"

    @property
    def friends(self) -> int:
        """The most friends that the call can find."""
        return 0 if self.alone else most_friends(self.rules)

    @property
    def is_complete(self) -> bool:
        """Return whether every part of the call is chosen."""
        return self.call is not None and not (self.two and self.call.card and not self.call.second)

    def carried_fields(self, *without: str) -> Iterator[tuple[str, object]]:
        """Yield the hidden fields that carry on the choices, except those `without`, which the open view asks for."""
        yield from [("before", self.before)] if self.before else []
        if "contract" not in without and self.contract != self.stands:
            yield "contract", self.contract
        if "call" not in without:
            yield from self.sent_calls
        if "cards" not in without and not self.hand.kitty:
            yield from (("cards", card) for card in self.kitty)

    @property
    def unrecorded(self) -> list[object]:
        """The choices of this phone that nobody has recorded: the contract, the cards of the kitty, the call."""
        contract = [] if self.contract == self.hand.contract_bid else [self.contract]
        kitty = () if self.hand.kitty else self.kitty
        return [*contract, *kitty, *([self.call] if self.call and self.sent_calls else [])]

    @property
    def printed(self) -> tuple[PriceColumn, ...]:
        """The printed table of contracts under the Chicago rules; else empty."""
        return printed_table(self.rules)

    def price_of(self, bid: mighty.Bid) -> Price:
        """Return the payment of a contract if just made, with as many friends as the call can find."""
        return price_if_just_made(self.rules, bid, self.friends, announced=self.alone)

    @property
    def alone_made(self) -> Price:
        """The payment of the contract if just made by a declarer who announced to play alone."""
        return price_if_just_made(self.rules, self.contract, 0, announced=True)

    @property
    def just(self) -> bool:
        """Return whether points beyond the contract pay more."""
        beyond = self.candidate.level < self.rules.setting.points
        return beyond and self.rules.split != "chicago_table" and not contract_alone_pays(self.rules, self.candidate)

    @property
    def can_be_made(self) -> bool:
        """Return whether all points make the contract; above 20 they may not."""
        return mighty.is_made(self.rules, self.contract, self.rules.setting.points)

    def prices_by_friends(self, bid: mighty.Bid) -> list[tuple[str, Price]]:
        """Return the payments of a contract if just made, by the number of friends."""
        most, made = most_friends(self.rules), partial(price_if_just_made, self.rules, bid)
        rows = [(f"friends_{count}" if most > 1 else "friend", made(count)) for count in range(most, 0, -1)]
        secretly = self.rules.secret_solo and self.rules.friend_by_card
        rows += [("own_card", made(0))] if most and secretly else []
        return rows + ([("none", made(0, announced=True))] if self.rules.no_friend else [])

    @property
    def compared(self) -> tuple[mighty.Bid, ...]:
        """The present contract and the one under consideration."""
        return tuple(dict.fromkeys((self.now, self.candidate)))

    @property
    def points(self) -> list[int]:
        """The points whose payments are shown: six of one contract, or five of the present one and another."""
        if self.view in ("raise", "before"):
            return telling_points(self.rules, self.compared, 5)
        return telling_points(self.rules, (self.contract,), 6)

    def prices_by_points(self, bid: mighty.Bid) -> list[tuple[int, Price]]:
        """Return the payment of a contract at each of the `points`."""
        table = prices(self.rules, bid, self.friends, announced=self.alone)
        return [(points, table[points]) for points in self.points]


def contract_keys(it: ContractDraft) -> Iterator[DraftKey]:
    """Yield a key for each trump suit with the contract after the kitty; further taps go on through its levels."""
    for offer in it.offers:
        checked = offer.bid.trump == it.contract.trump
        bid = it.contract if checked else offer.bid
        note = "keep" if bid == it.stands else "" if offer.problem else bid.level - it.stands.level
        steps = f"{offer.steps[0].level}-{offer.steps[-1].level}" if len(offer.steps) > 1 else ""
        yield DraftKey(bid, bid, note, offer.problem, checked, steps)


def trump_keys(it: ContractDraft) -> Iterator[DraftKey]:
    """Yield a key for the trumps of a change, with their lowest level."""
    for bid, _steps, problem in it.offers:
        note, checked = "now" if bid == it.now else "", bid.trump == it.candidate.trump
        yield DraftKey(bid.trump or "NT", bid, note, problem, checked)


def level_keys(it: ContractDraft) -> Iterator[DraftKey]:
    """Yield a key for each number with the trumps chosen, and what it pays."""
    trump, before = it.candidate.trump, it.view == "before"
    steps = next(offer.steps for offer in it.offers if offer.bid.trump == trump)
    for level in range(it.rules.min_bid, it.rules.highest_level + 1):
        bid = mighty.Bid(level, trump)
        problem = None if bid in steps else mighty.check_change(it.rules, it.now, bid, before_kitty=before)[0]
        yield DraftKey(level, level, "–" if problem else it.price_of(bid).declarer, problem, bid == it.candidate)


def card_keys(it: ContractDraft) -> Iterator[DraftKey]:
    """Yield a key for each usual card, with its kind. Among many keys trumps are told by their suit alone."""
    for card, kind in it.usual.items():
        note = "first" if card == it.first else "" if (it.two or it.crowded) and kind == "trump" else kind
        yield card_key(it, card, note)


def pack_keys(it: ContractDraft) -> Iterator[DraftKey]:
    """Yield a key for every card of the pack, to call an unusual one."""
    return (card_key(it, card) for card in it.rules.setting.copies)


def card_key(it: ContractDraft, card: Card, note: str = "") -> DraftKey:
    """Return the key of a card to call."""
    against = check_card_call(it.rules, it.contract, card, it.first, it.kitty)
    return DraftKey(card, card, note, against, card == it.card)


def player_keys(it: ContractDraft) -> Iterator[DraftKey]:
    """Yield a key for each player who may be called by name."""
    for player in it.hand.active:
        call = mighty.Call("player", player=player)
        if player != it.hand.declarer:
            yield DraftKey(call, player, checked=call == it.call)


def other_keys(it: ContractDraft) -> Iterator[DraftKey]:
    """Yield a key for each call without a card or a name."""
    double = it.rules.no_friend_double
    alone = "alone_doubled" if double == "always" or (double == "made" and it.can_be_made) else "alone"
    for call, against in other_calls(it.rules, it.contract):
        note = "winner" if call.kind != "none" else "" if against else alone
        yield DraftKey(call, call.kind, note, against, it.call is not None and it.call.kind == call.kind)


KEYS: Mapping[str, Callable[[ContractDraft], Iterable[DraftKey]]] = {
    "contract": contract_keys,
    "trump": trump_keys,
    "level": level_keys,
    "card": card_keys,
    "pack": pack_keys,
    "player": player_keys,
    "other": other_keys,
}


@remember_recent
def read_blank_draft(hand: mighty.Hand) -> ContractDraft:
    """Read the form of which nothing is filled in, once for all languages."""
    return read_draft(hand, BLANK)


def read_draft(hand: mighty.Hand, form: Form) -> ContractDraft:
    """Read the unsent form. Impossible choices are treated as missing."""
    rules, bid = hand.rules, hand.declaration.bid
    view, numbers = read_view(hand, form), read_change(form)
    changing = form.get("when", form.get("view", ""))
    before = read_contract_field(form, "before") or (numbers if changing == "before" and view != "before" else None)
    earlier = offers_after(rules, bid, before_kitty=True) if may_change_before(hand) else ()
    if before == bid or not any(before in offer.steps for offer in earlier):
        before = None
    stands, is_final = before or bid, form.get("at") == "change" and may_change_before(hand)
    offers = (final_offers if is_final else offers_after)(rules, stands)
    if hand.kitty_taken and hand.contract_changed:
        offers = (Offer(stands, (stands,)),)
    wanted = (numbers if changing == "raise" else None) or read_contract_field(form, "contract") or stands
    contract = candidate = nearest_contract(offers, wanted, stands)
    now = stands
    if view == "before":
        offers, now, candidate = earlier, bid, nearest_contract(earlier, numbers or bid, bid)
    kitty = hand.kitty or read_or_none(read_cards, form) or ()
    call = complete_call(rules, contract, read_possible_call(hand, form), kitty)
    second = rules.setting.partners > 1 and call is not None and call.card is not None and form.get("asked") != "call"
    sent = tuple((field, form.getlist(field)[-1]) for field in ("call", "second") if form.get(field))
    asked = "second" if second else "call"
    return ContractDraft(
        hand, view, before, stands, now, offers, is_final, contract, candidate, call, asked, kitty, sent
    )


def may_change_before(hand: mighty.Hand) -> bool:
    """Return whether the contract may still change before the kitty is taken."""
    return hand.rules.change_before_kitty and not (hand.kitty_taken or hand.contract_changed)


def read_view(hand: mighty.Hand, form: Form) -> str:
    """Return the open view if it still offers a choice; else ""."""
    possible = {
        "raise": not (hand.kitty_taken and hand.contract_changed),
        "before": may_change_before(hand),
        "card": hand.rules.friend_by_card,
        "kitty": hand.rules.kitty_exposed and not hand.kitty_taken,
        "result": True,
    }
    view = form.get("view", "")
    return view if possible.get(view) and "done" not in form else ""


def nearest_contract(offers: tuple[Offer, ...], wanted: mighty.Bid, stands: mighty.Bid) -> mighty.Bid:
    """Return the wanted contract, else the lowest one with its trumps, else the present one."""
    steps = next((offer.steps for offer in offers if offer.bid.trump == wanted.trump), ())
    return wanted if wanted in steps else steps[0] if steps else stands


def read_or_none(read: Callable[[Form], T | None], form: Form) -> T | None:
    """Return the value that is read from the form; None where it holds none that is possible."""
    with suppress(RuleError):
        return read(form)
    return None


def read_change(form: Form) -> mighty.Bid | None:
    """Return the contract of a change whose level and trumps are both chosen; None also after "keep"."""
    return None if form.get("done") == "keep" or "level" not in form else read_or_none(read_bid, form)


def read_possible_call(hand: mighty.Hand, form: Form) -> mighty.Call | None:
    """Return the call chosen so far; None if nobody here could make it."""
    rules = hand.rules
    if most_friends(rules) == 0:
        return mighty.Call("none")
    call = read_or_none(read_friend_call, form)
    if call is None or (call.kind == "none" and not rules.no_friend):
        return None
    return call if {*call.cards} <= rules.setting.copies.keys() and call.player in (None, *hand.active) else None


def complete_call(
    rules: mighty.Rules, contract: mighty.Bid, call: mighty.Call | None, kitty: tuple[Card, ...]
) -> mighty.Call | None:
    """Return the call, with the best card filled in where one is missing: the only card or the second of two."""
    two = rules.setting.partners > 1
    if call is None and rules.friend_by_card and not two:
        best = best_card(rules, contract, None, kitty)
        return mighty.Call("card", card=best) if best else None
    if call and call.card and not call.second and two:
        return mighty.Call("card", card=call.card, second=best_card(rules, contract, call.card, kitty), suit=call.suit)
    return call


def best_card(rules: mighty.Rules, contract: mighty.Bid, first: Card | None, kitty: tuple[Card, ...]) -> Card | None:
    """Return the best card that may be called, alone or after the `first`; None if there is none."""
    usual = (card for card, _kind in usual_cards(rules, contract.trump))
    return next((card for card in usual if check_card_call(rules, contract, card, first, kitty) is None), None)

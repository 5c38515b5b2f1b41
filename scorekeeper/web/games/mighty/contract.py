"""The screen between auction and play: the kitty, the contract as it stands, and the friend."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from scorekeeper.cards import JOKER, Card, Rank, Suit
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import mighty
from scorekeeper.table.state import TableState
from scorekeeper.web.games.mighty.forms import called_in, named_contract, read_bid, read_cards
from scorekeeper.web.games.mighty.keys import Key
from scorekeeper.web.games.mighty.prices import (
    Column,
    Price,
    contract_alone_pays,
    if_just_made,
    most_friends,
    prices,
    printed_table,
    telling_points,
)
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form


class ContractKey(NamedTuple):
    """A trump suit with the lowest contract that it may have: a tap again goes on to the next of `steps`."""

    bid: mighty.Bid
    steps: tuple[mighty.Bid, ...]
    problem: Problem | None = None


class CallKey(NamedTuple):
    """A call as one key, what its card is, and why it is no good now."""

    call: mighty.Call
    kind: str = ""
    problem: Problem | None = None

    @property
    def value(self) -> str:
        """What a form sends for it."""
        return str(self.call)


class DealtAgain(NamedTuple):
    """How the cards of those who drop out and the undealt ones are dealt again."""

    cards: int
    each: int
    declarer: int


def dealt_again(rules: mighty.Rules) -> DealtAgain | None:
    """The new deal where somebody drops out; None where nobody does."""
    setting = rules.setting
    if not setting.drop_out:
        return None
    cards = setting.drop_out * setting.hand_size + setting.kitty
    return DealtAgain(cards, setting.tricks - setting.hand_size, setting.taken)


def contract_context(_state: TableState, hand: mighty.Hand, _ways: Collection[str]) -> Context:
    """What the screen shows depends on what its form holds so far."""
    return {"exchange": partial(chosen, hand), "dealt_again": dealt_again(hand.rules)}


@lru_cache(maxsize=500)
def contract_keys(rules: mighty.Rules, bid: mighty.Bid, *, before_kitty: bool = False) -> tuple[ContractKey, ...]:
    """What a contract may become, a key a trump suit; its own keeps it as it is."""
    keys = []
    for trump, lowest in mighty.lowest_changes(rules, bid, before_kitty=before_kitty).items():
        first = lowest or mighty.Bid(bid.level, trump)
        higher = tuple(mighty.Bid(level, trump) for level in range(first.level, rules.setting.points + 1))
        against = () if lowest else mighty.check_change(rules, bid, first, before_kitty=before_kitty)
        if trump == bid.trump:
            keys.append(ContractKey(bid, (bid, *higher) if lowest else (bid,)))
        else:
            keys.append(ContractKey(first, higher if lowest else (), against[0] if against else None))
    return tuple(keys)


@lru_cache(maxsize=500)
def usual_cards(rules: mighty.Rules, trump: Suit | None) -> tuple[tuple[Card, str], ...]:
    """The cards that are mostly called, and what each is: the mighty, the joker, side aces, ace and king of trumps."""
    best = mighty.mighty_card(trump)
    aces = [Card(suit, Rank.ACE) for suit in Suit if suit is not trump]
    cards = [(best, "mighty"), (JOKER, "joker"), *((ace, "") for ace in aces if ace != best)]
    if trump is not None:
        cards += [(Card(trump, rank), "trump") for rank in (Rank.ACE, Rank.KING)]
    return tuple((card, kind) for card, kind in cards if card in rules.setting.copies)


def against_card(
    rules: mighty.Rules, bid: mighty.Bid, card: Card, first: Card | None, kitty: tuple[Card, ...]
) -> Problem | None:
    """Why a card may not be called, as the `first` one or after it. That another is still to be named is no reason."""
    call = mighty.Call("card", card=first, second=card) if first else mighty.Call("card", card=card)
    against = mighty.check_call(rules, bid, call, kitty)
    return next((problem for problem in against if problem.code != "call.two_cards"), None)


@lru_cache(maxsize=500)
def card_keys(
    rules: mighty.Rules,
    bid: mighty.Bid,
    first: Card | None = None,
    kitty: tuple[Card, ...] = (),
    *,
    every: bool = False,
) -> tuple[CallKey, ...]:
    """The cards that may be called, the usual ones or `every` one of the pack once."""
    cards = [(card, "") for card in rules.setting.copies] if every else usual_cards(rules, bid.trump)
    return tuple(
        CallKey(mighty.Call("card", card=card), kind, against_card(rules, bid, card, first, kitty))
        for card, kind in cards
    )


@lru_cache(maxsize=500)
def other_keys(rules: mighty.Rules, bid: mighty.Bid) -> tuple[CallKey, ...]:
    """The calls without a card or a name. What is not allowed says so; with two packs it is left out."""
    calls = (mighty.Call("first_trick"), mighty.Call("none"))
    keys = [CallKey(call, problem=next(iter(mighty.check_call(rules, bid, call)), None)) for call in calls]
    return tuple(key for key in keys if rules.setting.partners < 2 or key.problem is None)


@dataclass(frozen=True)
class ExchangeDraft:
    """What the form of this screen holds so far, and what follows from it; nothing of it is recorded.

    `view` is what is open: "" for the screen itself, "raise" or "before" for the numbers of a change after the kitty or
    before it, "card" for the pack to call from, "kitty" for the pack to show it from. `stands` is the contract at the
    kitty, `contract` as it will be played. `asked` says whether the "call" or the "second" card is chosen now;
    `sent_calls` are both as they came.
    """

    hand: mighty.Hand
    view: str
    before: mighty.Bid | None
    contract: mighty.Bid
    candidate: mighty.Bid
    call: mighty.Call | None
    asked: str
    kitty: tuple[Card, ...]
    sent_calls: tuple[tuple[str, str], ...] = ()

    @cached_property
    def rules(self) -> mighty.Rules:
        """The house rules of the hand."""
        return self.hand.rules

    @cached_property
    def stands(self) -> mighty.Bid:
        """The contract at the kitty."""
        assert self.hand.contract_bid is not None
        return self.before or self.hand.contract_bid

    @cached_property
    def may_change_before(self) -> bool:
        """Whether the contract may still change before the kitty is taken."""
        return self.rules.change_before_kitty and not (self.hand.kitty_taken or self.hand.contract_changed)

    @cached_property
    def keys(self) -> tuple[ContractKey, ...]:
        """The contracts that the open view offers, the one that stands among them."""
        if self.view == "before":
            assert self.hand.contract_bid is not None
            return contract_keys(self.rules, self.hand.contract_bid, before_kitty=True)
        if self.hand.kitty_taken and self.hand.contract_changed:
            return (ContractKey(self.stands, (self.stands,)),)
        return contract_keys(self.rules, self.stands)

    @cached_property
    def may_change(self) -> bool:
        """Whether there is any other contract to choose."""
        return any(len(key.steps) > 1 or (key.steps and key.bid != self.stands) for key in self.keys)

    @cached_property
    def levels(self) -> list[Key]:
        """The numbers for the trumps chosen, each with the reason against it."""
        steps = next(key.steps for key in self.keys if key.bid.trump == self.candidate.trump)
        every = range(self.rules.min_bid, self.rules.setting.points + 1)
        bids = (mighty.Bid(level, self.candidate.trump) for level in every)
        return [Key(bid, None if bid in steps else self.against(bid)) for bid in bids]

    def against(self, bid: mighty.Bid) -> Problem:
        """Why the contract may not become this one."""
        before = self.view == "before"
        bid_now = self.hand.contract_bid if before else self.stands
        assert bid_now is not None
        return mighty.check_change(self.rules, bid_now, bid, before_kitty=before)[0]

    @cached_property
    def cards(self) -> tuple[CallKey, ...]:
        """The cards that are mostly called."""
        if not self.rules.friend_by_card:
            return ()
        return card_keys(self.rules, self.contract, self.first, self.kitty)

    @cached_property
    def pack(self) -> tuple[CallKey, ...]:
        """Every card, to call another."""
        return card_keys(self.rules, self.contract, self.first, self.kitty, every=True)

    @cached_property
    def first(self) -> Card | None:
        """The card called before the one that is chosen now."""
        return self.call.card if self.call and self.asked == "second" else None

    @cached_property
    def card(self) -> Card | None:
        """The card that is chosen now."""
        return (self.call.second if self.asked == "second" else self.call.card) if self.call else None

    @cached_property
    def other(self) -> Card | None:
        """The called card that is none of the usual ones."""
        return self.card if self.card not in [key.call.card for key in self.cards] else None

    @cached_property
    def by_name(self) -> list[CallKey]:
        """The players who may be called by name."""
        others = [player for player in self.hand.active if player != self.hand.declarer]
        return [CallKey(mighty.Call("player", player=each)) for each in others] if self.rules.friend_by_player else []

    @cached_property
    def other_calls(self) -> tuple[CallKey, ...]:
        """The calls without a card or a name."""
        return other_keys(self.rules, self.contract)

    @cached_property
    def columns_of_others(self) -> int:
        """How many keys stand below those of the usual cards: calls without a card, and another card."""
        another = self.other or (self.cards and not self.two)
        return len(self.other_calls) + (1 if another else 0)

    @cached_property
    def two(self) -> bool:
        """Whether two cards are called."""
        return self.rules.setting.partners > 1

    def note(self, key: CallKey) -> str:
        """Return the kind of a card that stands below its key: "first", "mighty", "joker", "trump" or nothing."""
        if key.call.card == self.first:
            return "first"
        return "" if self.two and key.kind == "trump" else key.kind

    @cached_property
    def early(self) -> str:
        """The view that may be opened before the kitty is taken: "kitty", "before" for a change, or nothing."""
        if self.hand.kitty_taken:
            return ""
        return "kitty" if self.rules.kitty_exposed else "before" if self.may_change_before else ""

    @cached_property
    def stays_because(self) -> str:
        """Why the contract cannot change after the kitty."""
        if self.hand.kitty_taken and self.hand.contract_changed:
            return "changed"
        return "highest" if self.stands.level == self.rules.setting.points else "rules"

    @cached_property
    def headline(self) -> str:
        """The subject of the line below the contract: the open view, or the declarer's next step."""
        if self.view in ("raise", "before", "card", "kitty"):
            return self.view
        if dealt_again(self.rules):
            return "dealt_again"
        return "printed" if self.printed else "alone" if self.always_alone else "call"

    def carried(self, *without: str) -> Iterator[tuple[str, object]]:
        """Yield the fields that the form carries on, but those `without`, for which its view asks."""
        yield from [("before", self.before)] if self.before else []
        if "contract" not in without and self.contract != self.stands:
            yield "contract", self.contract
        if "call" not in without:
            yield from self.sent_calls
        if "cards" not in without and not self.hand.kitty:
            yield from (("cards", card) for card in self.kitty)

    @cached_property
    def may_ask_suit(self) -> bool:
        """Whether a suit may be asked of the friend."""
        alone = self.call is not None and self.call.kind == "none"
        return mighty.may_ask_suit(self.rules, self.contract) and not alone

    @cached_property
    def always_alone(self) -> bool:
        """Whether there is no friend to call under these rules."""
        return most_friends(self.rules) == 0

    @cached_property
    def alone(self) -> bool:
        """Whether the declarer plays alone, and says so."""
        return self.always_alone or (self.call is not None and self.call.kind == "none")

    @cached_property
    def friends(self) -> int:
        """How many friends the call finds at most."""
        return 0 if self.alone else most_friends(self.rules)

    @cached_property
    def is_complete(self) -> bool:
        """Whether all that must be called is chosen."""
        two_cards = self.rules.setting.partners > 1 and self.call is not None and self.call.card is not None
        return self.call is not None and not (two_cards and self.call.second is None)

    @cached_property
    def printed(self) -> tuple[Column, ...]:
        """The printed table of contracts, where the house has one."""
        return printed_table(self.rules)

    @cached_property
    def made(self) -> Price:
        """What the contract pays if it is just made, as far as the call is chosen."""
        return self.price_of(self.contract)

    @cached_property
    def alone_made(self) -> Price:
        """What it pays if it is just made without a friend, and that was said."""
        return if_just_made(self.rules, self.contract, 0, announced=True)

    def price_of(self, bid: mighty.Bid) -> Price:
        """What a contract pays if it is just made, with as many friends as the call finds at most."""
        return if_just_made(self.rules, bid, self.friends, announced=self.alone)

    @cached_property
    def just(self) -> bool:
        """Whether more than the contract needs would pay more."""
        return self.rules.split != "chicago_table" and not contract_alone_pays(self.rules, self.candidate)

    def by_friends(self, bid: mighty.Bid) -> list[tuple[str, Price]]:
        """What a contract pays if made, by how many friends there are."""
        most, made = most_friends(self.rules), partial(if_just_made, self.rules, bid)
        rows = [(f"friends_{count}" if most > 1 else "friend", made(count)) for count in range(most, 0, -1)]
        secretly = self.rules.secret_solo and self.rules.friend_by_card
        rows += [("own_card", made(0))] if most and secretly else []
        return rows + ([("none", made(0, announced=True))] if self.rules.no_friend else [])

    @cached_property
    def points(self) -> list[int]:
        """The points whose pay is told: six of one contract, or five of the one that stands and another."""
        if self.view in ("raise", "before"):
            return telling_points(self.rules, self.compared, 5)
        return telling_points(self.rules, (self.contract,), 6)

    @cached_property
    def compared(self) -> tuple[mighty.Bid, ...]:
        """The contract as it stands and the one that is thought of."""
        now = self.hand.contract_bid if self.view == "before" else self.stands
        assert now is not None
        return tuple(dict.fromkeys((now, self.candidate)))

    def by_points(self, bid: mighty.Bid) -> list[tuple[int, Price]]:
        """What a contract pays at each of them."""
        table = prices(self.rules, bid, self.friends, announced=self.alone)
        return [(points, table[points]) for points in self.points]


def chosen(hand: mighty.Hand, draft: Form) -> ExchangeDraft:
    """What the form holds: nothing yet, or what it will send. What cannot be is as if it was not there."""
    assert hand.contract_bid is not None
    view, numbers = view_in(hand, draft), numbers_in(draft)
    changing = draft.get("when", draft.get("view", ""))
    before = named_contract(draft, "before") or (numbers if changing == "before" and view != "before" else None)
    if before and (hand.kitty_taken or hand.contract_changed or before not in earlier_contracts(hand)):
        before = None
    stands = before or hand.contract_bid
    contract = (numbers if changing == "raise" else None) or named_contract(draft, "contract") or stands
    it = ExchangeDraft(hand, view, before, stands, stands, call_in(hand, draft), "call", hand.kitty or kitty_in(draft))
    contract = nearest(it.keys if view != "before" else contract_keys(hand.rules, stands), contract, stands)
    candidate = contract
    if view == "before":
        candidate = nearest(it.keys, numbers or hand.contract_bid, hand.contract_bid)
    call = proposed(hand.rules, contract, it.call, it.kitty)
    sent = tuple((field, draft.getlist(field)[-1]) for field in ("call", "second") if draft.get(field))
    return ExchangeDraft(hand, view, before, contract, candidate, call, asked_now(hand, draft, call), it.kitty, sent)


def earlier_contracts(hand: mighty.Hand) -> set[mighty.Bid]:
    """What the contract may become before the kitty is taken."""
    assert hand.contract_bid is not None
    keys = contract_keys(hand.rules, hand.contract_bid, before_kitty=True)
    return {bid for key in keys for bid in key.steps} - {hand.contract_bid}


def view_in(hand: mighty.Hand, draft: Form) -> str:
    """What is open, as long as there is anything to be done there."""
    changed, taken = hand.contract_changed, hand.kitty_taken
    possible = {
        "raise": not (taken and changed),
        "before": hand.rules.change_before_kitty and not (taken or changed),
        "card": hand.rules.friend_by_card,
        "kitty": hand.rules.kitty_exposed and not taken,
    }
    view = draft.get("view", "")
    return view if possible.get(view) and "done" not in draft else ""


def nearest(keys: tuple[ContractKey, ...], wanted: mighty.Bid, stands: mighty.Bid) -> mighty.Bid:
    """The contract that is wanted, or the lowest with these trumps, or else the one that stands."""
    steps = next((key.steps for key in keys if key.bid.trump == wanted.trump), ())
    return wanted if wanted in steps else steps[0] if steps else stands


def numbers_in(draft: Form) -> mighty.Bid | None:
    """The number and trumps of a change, if both are chosen and it is not taken back."""
    try:
        return None if draft.get("done") == "keep" or "level" not in draft else read_bid(draft)
    except RuleError:
        return None


def call_in(hand: mighty.Hand, draft: Form) -> mighty.Call | None:
    """The call as far as it is chosen, if anybody here could make it."""
    rules = hand.rules
    if most_friends(rules) == 0:
        return mighty.Call("none")
    try:
        call = called_in(draft)
    except RuleError:
        return None
    there = {*call.cards} <= rules.setting.copies.keys() and call.player in (None, *hand.active)
    return call if there and (call.kind != "none" or rules.no_friend) else None


def proposed(
    rules: mighty.Rules, contract: mighty.Bid, call: mighty.Call | None, kitty: tuple[Card, ...]
) -> mighty.Call | None:
    """The call with the best card where one is still to be chosen: the only one, or after the first the second."""
    two = rules.setting.partners > 1
    if call is None and rules.friend_by_card and not two:
        best = best_left(rules, contract, None, kitty)
        return mighty.Call("card", card=best) if best else None
    if call and call.card and not call.second and two:
        return mighty.Call("card", card=call.card, second=best_left(rules, contract, call.card, kitty), suit=call.suit)
    return call


def best_left(rules: mighty.Rules, contract: mighty.Bid, first: Card | None, kitty: tuple[Card, ...]) -> Card | None:
    """The best card that may be called, or called after the `first`."""
    return next((key.call.card for key in card_keys(rules, contract, first, kitty) if key.problem is None), None)


def asked_now(hand: mighty.Hand, draft: Form, call: mighty.Call | None) -> str:
    """Which of two cards is chosen now: with two packs the second once there is a first."""
    two = hand.rules.setting.partners > 1 and call is not None and call.card is not None
    return "second" if two and draft.get("asked") != "call" else "call"


def kitty_in(draft: Form) -> tuple[Card, ...]:
    """The cards of the kitty as far as they are chosen."""
    try:
        return read_cards(draft) or ()
    except RuleError:
        return ()

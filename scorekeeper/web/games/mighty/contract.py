"""The screen between auction and play: the kitty, the contract as it stands, and the friend."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from scorekeeper.cards import Card, Rank, Suit
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import mighty
from scorekeeper.games.mighty.contract import find_changes
from scorekeeper.table.state import TableState
from scorekeeper.values import remember_recent
from scorekeeper.web.games.keys import Key
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


class ContractKey(NamedTuple):
    """A key for a trump suit, showing the lowest contract possible in it; each further tap moves on through `steps`."""

    bid: mighty.Bid
    steps: tuple[mighty.Bid, ...]
    problem: Problem | None = None


class CallKey(NamedTuple):
    """A key for a call, with the kind of its card and the reason why it is impossible now."""

    call: mighty.Call
    kind: str = ""
    problem: Problem | None = None

    @property
    def value(self) -> str:
        """The value in a form."""
        return str(self.call)


class SecondDeal(NamedTuple):
    """The numbers of cards in the second deal, after players dropped out."""

    cards: int
    """In all."""
    each: int
    """For each player."""
    declarer: int
    """For the declarer."""


def second_deal(rules: mighty.Rules) -> SecondDeal | None:
    """Return the numbers of the deal after players dropped out; None under rules where nobody drops out."""
    setting = rules.setting
    if not setting.drop_out:
        return None
    cards = setting.drop_out * setting.hand_size + setting.kitty
    return SecondDeal(cards, setting.tricks - setting.hand_size, setting.taken)


def contract_context(_state: TableState, hand: mighty.Hand, _ways: Collection[str]) -> Context:
    """Return the context of the screen; `exchange` reads the rest from its form."""

    def exchange(draft: Form) -> ExchangeDraft:
        return read_blank_draft(hand) if draft is BLANK else read_draft(hand, draft)

    return {"exchange": exchange, "second_deal": second_deal(hand.rules)}


@lru_cache(maxsize=500)
def contract_keys(rules: mighty.Rules, bid: mighty.Bid, *, before_kitty: bool = False) -> tuple[ContractKey, ...]:
    """Return a key for each trump suit with what the contract may become; its own suit keeps it."""
    keys = []
    for trump, lowest in mighty.lowest_changes(rules, bid, before_kitty=before_kitty).items():
        first = lowest or mighty.Bid(bid.level, trump)
        higher = tuple(mighty.Bid(level, trump) for level in range(first.level, rules.highest_level + 1))
        against = () if lowest else mighty.check_change(rules, bid, first, before_kitty=before_kitty)
        if trump == bid.trump:
            keys.append(ContractKey(bid, (bid, *higher) if lowest else (bid,)))
        else:
            keys.append(ContractKey(first, higher if lowest else (), against[0] if against else None))
    return tuple(keys)


@lru_cache(maxsize=500)
def final_contract_keys(rules: mighty.Rules, bid: mighty.Bid) -> tuple[ContractKey, ...]:
    """Return a key for each trump suit with what the contract may become by changes before and after the kitty."""
    keys = []
    for key in contract_keys(rules, bid):
        every = (mighty.Bid(level, key.bid.trump) for level in range(bid.level, rules.highest_level + 1))
        steps = tuple(final for final in every if find_changes(rules, bid, final))
        keys.append(ContractKey(steps[0], steps) if steps else key)
    return tuple(keys)


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


def check_card_call(
    rules: mighty.Rules, bid: mighty.Bid, card: Card, first: Card | None, kitty: tuple[Card, ...]
) -> Problem | None:
    """Return why a card may not be called, as the `first` one or after it; a missing second card is no reason."""
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
    """Return keys for the cards that may be called: the usual ones, or `every` card of the pack."""
    cards = [(card, "") for card in rules.setting.copies] if every else usual_cards(rules, bid.trump)
    return tuple(
        CallKey(mighty.Call("card", card=card), kind, check_card_call(rules, bid, card, first, kitty))
        for card, kind in cards
    )


@lru_cache(maxsize=500)
def other_keys(rules: mighty.Rules, bid: mighty.Bid) -> tuple[CallKey, ...]:
    """Return keys for the calls without a card or a name. With two packs, forbidden ones are left out."""
    last = (mighty.Call("last_trick"),) if rules.friend_by_last_trick else ()
    calls = (mighty.Call("first_trick"), *last, mighty.Call("none"))
    keys = [CallKey(call, problem=next(iter(mighty.check_call(rules, bid, call)), None)) for call in calls]
    return tuple(key for key in keys if rules.setting.partners < 2 or key.problem is None)


@dataclass(frozen=True)
class ExchangeDraft:
    """The choices of an unsent form of this screen, with everything derived from them."""

    hand: mighty.Hand
    view: str
    """The part of the screen that is open: "" for none, "raise" or "before" for the numbers of a change after or before
    the kitty, "card" for the pack to call from, "kitty" for the pack to show the kitty from, "result" for the question
    whether only results are recorded."""
    before: mighty.Bid | None
    """The contract after a change before the kitty; None without one."""
    contract: mighty.Bid
    """The contract as it will be played."""
    candidate: mighty.Bid
    """The contract under consideration in an open view."""
    call: mighty.Call | None
    asked: str
    """The card that is chosen now: the "call" or the "second" one."""
    kitty: tuple[Card, ...]
    over_result: bool
    """Whether the screen lies over that of the result: it asks for the contract as it was played."""
    sent_calls: tuple[tuple[str, str], ...] = ()
    """The fields `call` and `second` as they were sent."""

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
        """Return whether the contract may still change before the kitty is taken."""
        return self.rules.change_before_kitty and not (self.hand.kitty_taken or self.hand.contract_changed)

    @cached_property
    def is_final(self) -> bool:
        """Return whether the contract may be what a change before the kitty made of it, or two changes."""
        return self.over_result and self.may_change_before

    @cached_property
    def keys(self) -> tuple[ContractKey, ...]:
        """The contracts that the open view offers, including the present one."""
        if self.view == "before":
            assert self.hand.contract_bid is not None
            return contract_keys(self.rules, self.hand.contract_bid, before_kitty=True)
        if self.hand.kitty_taken and self.hand.contract_changed:
            return (ContractKey(self.stands, (self.stands,)),)
        return (final_contract_keys if self.is_final else contract_keys)(self.rules, self.stands)

    @cached_property
    def may_change(self) -> bool:
        """Return whether another contract can be chosen."""
        return any(len(key.steps) > 1 or (key.steps and key.bid != self.stands) for key in self.keys)

    @cached_property
    def levels(self) -> list[Key]:
        """The numbers for the trumps chosen, each with the reason against it."""
        steps = next(key.steps for key in self.keys if key.bid.trump == self.candidate.trump)
        every = range(self.rules.min_bid, self.rules.highest_level + 1)
        bids = (mighty.Bid(level, self.candidate.trump) for level in every)
        return [Key(bid, None if bid in steps else self.check_change(bid)) for bid in bids]

    def check_change(self, bid: mighty.Bid) -> Problem:
        """Return the reason why the contract may not become this one."""
        before = self.view == "before"
        bid_now = self.hand.contract_bid if before else self.stands
        assert bid_now is not None
        return mighty.check_change(self.rules, bid_now, bid, before_kitty=before)[0]

    @cached_property
    def cards(self) -> tuple[CallKey, ...]:
        """The usual cards to call."""
        if not self.rules.friend_by_card:
            return ()
        return card_keys(self.rules, self.contract, self.first, self.kitty)

    @cached_property
    def pack(self) -> tuple[CallKey, ...]:
        """Every card of the pack, to call an unusual one."""
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
        """The called card if it is none of the usual ones."""
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
        """The number of keys below those of the usual cards: calls without a card, and another card."""
        another = self.cards and not self.two
        return len(self.other_calls) + (1 if (self.other or another) and not self.crowded else 0)

    @cached_property
    def crowded(self) -> bool:
        """Return whether there are so many calls without a card that another card has its key beside the usual ones."""
        return bool(self.cards) and len(self.other_calls) > 2

    @cached_property
    def two(self) -> bool:
        """Return whether two cards are called."""
        return self.rules.setting.partners > 1

    def note(self, key: CallKey) -> str:
        """Return the kind of a card that stands below its key: "first", "mighty", "joker", "trump" or nothing.

        Among many keys trumps are told by their suit alone.
        """
        if key.call.card == self.first:
            return "first"
        return "" if (self.two or self.crowded) and key.kind == "trump" else key.kind

    @cached_property
    def early(self) -> str:
        """The view that may be opened before the kitty is taken: "kitty", "before" for a change, or ""."""
        if self.hand.kitty_taken:
            return ""
        return "kitty" if self.rules.kitty_exposed else "before" if self.may_change_before else ""

    @cached_property
    def stays_because(self) -> str:
        """The code of the reason why the contract cannot change after the kitty."""
        if self.hand.kitty_taken and self.hand.contract_changed:
            return "changed"
        return "highest" if self.stands.level == self.rules.highest_level else "rules"

    @cached_property
    def headline(self) -> str:
        """The subject of the line below the contract: the open view, or the declarer's next step."""
        if self.view in ("raise", "before", "card", "kitty"):
            return self.view
        if second_deal(self.rules):
            return "second_deal"
        return "printed" if self.printed else "alone" if self.always_alone else "call"

    def carried_fields(self, *without: str) -> Iterator[tuple[str, object]]:
        """Yield the hidden fields that carry on the choices, except those `without`, which the open view asks for."""
        yield from [("before", self.before)] if self.before else []
        if "contract" not in without and self.contract != self.stands:
            yield "contract", self.contract
        if "call" not in without:
            yield from self.sent_calls
        if "cards" not in without and not self.hand.kitty:
            yield from (("cards", card) for card in self.kitty)

    @cached_property
    def unrecorded(self) -> list[object]:
        """The choices of this phone that nobody has recorded: the contract, the cards of the kitty, the call."""
        contract = [] if self.contract == self.hand.contract_bid else [self.contract]
        kitty = () if self.hand.kitty else self.kitty
        return [*contract, *kitty, *([self.call] if self.call and self.sent_calls else [])]

    @cached_property
    def may_ask_suit(self) -> bool:
        """Return whether the friend may be asked for a suit."""
        alone = self.call is not None and self.call.kind == "none"
        return mighty.may_ask_suit(self.rules, self.contract) and not alone

    @cached_property
    def always_alone(self) -> bool:
        """Return whether these rules know no friend."""
        return most_friends(self.rules) == 0

    @cached_property
    def alone(self) -> bool:
        """Return whether the declarer openly plays alone."""
        return self.always_alone or (self.call is not None and self.call.kind == "none")

    @cached_property
    def friends(self) -> int:
        """The most friends that the call can find."""
        return 0 if self.alone else most_friends(self.rules)

    @cached_property
    def is_complete(self) -> bool:
        """Return whether every part of the call is chosen."""
        two_cards = self.rules.setting.partners > 1 and self.call is not None and self.call.card is not None
        return self.call is not None and not (two_cards and self.call.second is None)

    @cached_property
    def printed(self) -> tuple[PriceColumn, ...]:
        """The printed table of contracts under the Chicago rules; else empty."""
        return printed_table(self.rules)

    @cached_property
    def made(self) -> Price:
        """The payment of the contract if just made, with the call chosen so far."""
        return self.price_of(self.contract)

    @cached_property
    def alone_made(self) -> Price:
        """The payment of the contract if just made by a declarer who announced to play alone."""
        return price_if_just_made(self.rules, self.contract, 0, announced=True)

    def price_of(self, bid: mighty.Bid) -> Price:
        """Return the payment of a contract if just made, with as many friends as the call can find."""
        return price_if_just_made(self.rules, bid, self.friends, announced=self.alone)

    @cached_property
    def just(self) -> bool:
        """Return whether points beyond the contract pay more."""
        beyond = self.candidate.level < self.rules.setting.points
        return beyond and self.rules.split != "chicago_table" and not contract_alone_pays(self.rules, self.candidate)

    @cached_property
    def can_be_made(self) -> bool:
        """Return whether all points make the contract; above 20 they may not."""
        return mighty.is_made(self.rules, self.contract, self.rules.setting.points)

    @cached_property
    def alone_doubles(self) -> bool:
        """Return whether to play alone as announced doubles what the contract pays if made."""
        double = self.rules.no_friend_double
        return double == "always" or (double == "made" and self.can_be_made)

    @cached_property
    def may_raise(self) -> bool:
        """Return whether any trumps can be chosen with more than one number."""
        return any(len(key.steps) > 1 for key in self.keys)

    def prices_by_friends(self, bid: mighty.Bid) -> list[tuple[str, Price]]:
        """Return the payments of a contract if just made, by the number of friends."""
        most, made = most_friends(self.rules), partial(price_if_just_made, self.rules, bid)
        rows = [(f"friends_{count}" if most > 1 else "friend", made(count)) for count in range(most, 0, -1)]
        secretly = self.rules.secret_solo and self.rules.friend_by_card
        rows += [("own_card", made(0))] if most and secretly else []
        return rows + ([("none", made(0, announced=True))] if self.rules.no_friend else [])

    @cached_property
    def points(self) -> list[int]:
        """The points whose payments are shown: six of one contract, or five of the present one and another."""
        if self.view in ("raise", "before"):
            return telling_points(self.rules, self.compared, 5)
        return telling_points(self.rules, (self.contract,), 6)

    @cached_property
    def compared(self) -> tuple[mighty.Bid, ...]:
        """The present contract and the one under consideration."""
        now = self.hand.contract_bid if self.view == "before" else self.stands
        assert now is not None
        return tuple(dict.fromkeys((now, self.candidate)))

    def prices_by_points(self, bid: mighty.Bid) -> list[tuple[int, Price]]:
        """Return the payment of a contract at each of the `points`."""
        table = prices(self.rules, bid, self.friends, announced=self.alone)
        return [(points, table[points]) for points in self.points]


@remember_recent
def read_blank_draft(hand: mighty.Hand) -> ExchangeDraft:
    """Read the form of which nothing is filled in, once for all languages."""
    return read_draft(hand, BLANK)


def read_draft(hand: mighty.Hand, draft: Form) -> ExchangeDraft:
    """Read the unsent form. Impossible choices are treated as missing."""
    assert hand.contract_bid is not None
    view, numbers = read_view(hand, draft), read_change(draft)
    changing = draft.get("when", draft.get("view", ""))
    before = read_contract_field(draft, "before") or (numbers if changing == "before" and view != "before" else None)
    if before and (hand.kitty_taken or hand.contract_changed or before not in earlier_contracts(hand)):
        before = None
    stands = before or hand.contract_bid
    contract = (numbers if changing == "raise" else None) or read_contract_field(draft, "contract") or stands
    call, kitty, over = read_possible_call(hand, draft), hand.kitty or read_kitty(draft), draft.get("at") == "change"
    it = ExchangeDraft(hand, view, before, stands, stands, call, "call", kitty, over)
    contract = nearest_contract(it.keys if view != "before" else contract_keys(hand.rules, stands), contract, stands)
    candidate = contract
    if view == "before":
        candidate = nearest_contract(it.keys, numbers or hand.contract_bid, hand.contract_bid)
    call = complete_call(hand.rules, contract, call, kitty)
    sent = tuple((field, draft.getlist(field)[-1]) for field in ("call", "second") if draft.get(field))
    asked = card_asked(hand, draft, call)
    return ExchangeDraft(hand, view, before, contract, candidate, call, asked, kitty, over, sent)


def earlier_contracts(hand: mighty.Hand) -> set[mighty.Bid]:
    """Return the contracts possible by a change before the kitty is taken."""
    assert hand.contract_bid is not None
    keys = contract_keys(hand.rules, hand.contract_bid, before_kitty=True)
    return {bid for key in keys for bid in key.steps} - {hand.contract_bid}


def read_view(hand: mighty.Hand, draft: Form) -> str:
    """Return the open view if it still offers a choice; else ""."""
    changed, taken = hand.contract_changed, hand.kitty_taken
    possible = {
        "raise": not (taken and changed),
        "before": hand.rules.change_before_kitty and not (taken or changed),
        "card": hand.rules.friend_by_card,
        "kitty": hand.rules.kitty_exposed and not taken,
        "result": True,
    }
    view = draft.get("view", "")
    return view if possible.get(view) and "done" not in draft else ""


def nearest_contract(keys: tuple[ContractKey, ...], wanted: mighty.Bid, stands: mighty.Bid) -> mighty.Bid:
    """Return the wanted contract, else the lowest one with its trumps, else the present one."""
    steps = next((key.steps for key in keys if key.bid.trump == wanted.trump), ())
    return wanted if wanted in steps else steps[0] if steps else stands


def read_change(draft: Form) -> mighty.Bid | None:
    """Return the contract of a change whose level and trumps are both chosen; None also after "keep"."""
    try:
        return None if draft.get("done") == "keep" or "level" not in draft else read_bid(draft)
    except RuleError:
        return None


def read_possible_call(hand: mighty.Hand, draft: Form) -> mighty.Call | None:
    """Return the call chosen so far; None if nobody here could make it."""
    rules = hand.rules
    if most_friends(rules) == 0:
        return mighty.Call("none")
    try:
        call = read_friend_call(draft)
    except RuleError:
        return None
    there = {*call.cards} <= rules.setting.copies.keys() and call.player in (None, *hand.active)
    return call if there and (call.kind != "none" or rules.no_friend) else None


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
    return next((key.call.card for key in card_keys(rules, contract, first, kitty) if key.problem is None), None)


def card_asked(hand: mighty.Hand, draft: Form, call: mighty.Call | None) -> str:
    """Return which card is chosen now: the "second" with two packs once there is a first, else the "call"."""
    two = hand.rules.setting.partners > 1 and call is not None and call.card is not None
    return "second" if two and draft.get("asked") != "call" else "call"


def read_kitty(draft: Form) -> tuple[Card, ...]:
    """Return the cards of the kitty chosen so far."""
    try:
        return read_cards(draft) or ()
    except RuleError:
        return ()

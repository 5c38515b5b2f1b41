"""The screen between trumps and play: the kitty, and the cards that the trump maker calls."""

from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial

from scorekeeper.cards import SUITED_RANKS, Card, Rank, Suit
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.friends import Copy, check_calls_in_hand
from scorekeeper.table.state import TableState
from scorekeeper.web.games.keys import Key
from scorekeeper.web.games.zhao_pengyou.keys import first_problem, last_value
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form


@dataclass(frozen=True)
class CallsDraft:
    """The choices of an unsent form of this screen: the finished calls, and the present one."""

    hand: zpy.Hand
    calls: tuple[zpy.Call, ...]
    pile: str
    """The suit of the present call, or the jokers, as a form writes it; "" for none."""
    rank: Rank | None
    """The rank of the present call; None for none."""
    wanted: str
    """The copy chosen, as a form writes it; "" for none."""

    @cached_property
    def number(self) -> int:
        """The number of the present call, from 1."""
        return len(self.calls) + 1

    @cached_property
    def total(self) -> int:
        """The number of calls."""
        return self.hand.setting.calls

    @cached_property
    def is_last(self) -> bool:
        """Return whether the present call is the last one."""
        return self.number >= self.total

    @cached_property
    def suit(self) -> Suit | None:
        """The suit whose ranks are drawn, None for the jokers: the one chosen, else one of those called least."""
        return next(
            (each for each in list_piles(self.hand) if pile_value(each) == self.pile),
            least_called_suit(self.hand, self.calls),
        )

    @cached_property
    def card(self) -> Card | None:
        """The card of the present call, once its suit and its rank are chosen."""
        return Card(self.suit, self.rank) if self.pile and self.rank is not None else None

    @cached_property
    def suits(self) -> tuple[Key, ...]:
        """Keys for the suits, and for the jokers where they may be called; the trump suit has the reason against it."""
        return tuple(Key(pile_value(suit), self.check_suit(suit)) for suit in list_piles(self.hand))

    @cached_property
    def ranks(self) -> tuple[Key, ...]:
        """Keys for the ranks of the suit, highest first."""
        return tuple(Key(rank, self.check_card(self.card_of(rank))) for rank in list_ranks(self.hand, self.suit))

    def check_card(self, card: Card) -> Problem | None:
        """Return the reason against the last copy of a card; None where a copy can be called."""
        problem = None
        for copy in range(1, self.hand.setting.packs + 1):
            problem = self.check_call(zpy.Call(card, copy))
            if problem is None:
                break
        return problem

    def card_of(self, rank: Rank) -> Card:
        """Return the card of a rank in the open suit."""
        return Card(self.suit, rank)

    @cached_property
    def copies(self) -> tuple[Key, ...]:
        """Keys for the copies of the card."""
        every: list[Copy] = [*range(1, self.hand.setting.packs + 1)]
        card = self.card
        if card is None:
            return tuple(map(Key, every))
        if self.hand.rules.call_the_other and not self.check_call(zpy.Call(card, "other")):
            every.append("other")
        return tuple(Key(copy, self.check_call(zpy.Call(card, copy))) for copy in every)

    @cached_property
    def call(self) -> zpy.Call | None:
        """The present call, with the first free copy unless another was chosen; None without a card or a free copy."""
        free = [key.value for key in self.copies if not key.problem]
        chosen = next((copy for copy in free if str(copy) == self.wanted), next(iter(free), None))
        return None if self.card is None or chosen is None else zpy.Call(self.card, chosen)

    def check_call(self, call: zpy.Call) -> Problem | None:
        """Return the reason against a call beside those before it; missing calls are no reason."""
        problems = check_calls_in_hand(self.hand, (*self.calls, call))
        return first_problem(problem for problem in problems if problem.code != "call.count")

    def check_suit(self, suit: Suit | None) -> Problem | None:
        """Return the reason why no card of a suit can be called, told of the chosen rank; None if one can."""
        reasons = {rank: self.check_call(zpy.Call(Card(suit, rank), 1)) for rank in list_ranks(self.hand, suit)}
        only_trumps = all(reason is not None and reason.code == "call.trump" for reason in reasons.values())
        highest = next(iter(reasons))
        return reasons.get(self.rank or highest, reasons[highest]) if only_trumps else None


def calls_context(_state: TableState, hand: zpy.Hand, _modes: Collection[str]) -> Context:
    """Return the context of the screen; `calling` reads the rest from its form."""
    return {"calling": partial(read_draft, hand), "kitty": hand.setting.kitty_size}


def read_draft(hand: zpy.Hand, form: Form) -> CallsDraft:
    """Read the unsent form as far as its calls are legal: "add" begins the next call, "back" drops the last one."""
    now = choose_call(hand, read_finished_calls(hand, form), form)
    if form.get("add") and now.call and not now.is_last:
        return choose_call(hand, (*now.calls, now.call), Form())
    return choose_call(hand, now.calls[:-1], Form()) if form.get("back") else now


def read_finished_calls(hand: zpy.Hand, form: Form) -> tuple[zpy.Call, ...]:
    """Return the calls before the present one."""
    calls: list[zpy.Call] = []
    for text in form.getlist("calls"):
        with suppress(RuleError):
            call = zpy.Call.parse(text)
            if not [each for each in check_calls_in_hand(hand, (*calls, call)) if each.code != "call.count"]:
                calls.append(call)
    return tuple(calls[: hand.setting.calls - 1])


def choose_call(hand: zpy.Hand, calls: tuple[zpy.Call, ...], form: Form) -> CallsDraft:
    """Return the draft with the present call, as far as its card may be called; it begins empty.

    The board shows it on every phone, and a card that nobody has chosen would be told as called.
    """
    draft = CallsDraft(hand, calls, last_value(form, "suit"), None, last_value(form, "copy"))
    if draft.pile not in map(pile_value, list_piles(hand)):
        draft = replace(draft, pile="")
    high = (rank for rank in list_ranks(hand, draft.suit) if can_be_called(hand, Card(draft.suit, rank)))
    return replace(draft, rank=next((rank for rank in high if str(rank) == last_value(form, "rank")), None))


ANY = ("any", "any_not_shown")
"""The choices of `friend_cards` by which trumps and jokers may be called."""
JOKERS = "JK"
"""The value of a form field for the jokers."""


def pile_value(suit: Suit | None) -> str:
    """Return a suit, or the jokers, as a form writes them."""
    return suit.value if suit else JOKERS


def list_piles(hand: zpy.Hand) -> list[Suit | None]:
    """Return the suits, and None for the jokers where the rules let them be called."""
    return [*Suit, *([None] if hand.rules.friend_cards in ANY and list_ranks(hand, None) else [])]


def list_ranks(hand: zpy.Hand, suit: Suit | None) -> list[Rank]:
    """Return the ranks of a suit, or of the jokers that the packs have, highest first."""
    if suit:
        return list(reversed(SUITED_RANKS))
    return [rank for rank in (Rank.RED_JOKER, Rank.BLACK_JOKER) if Card(None, rank) in hand.setting.copies]


def can_be_called(hand: zpy.Hand, card: Card) -> bool:
    """Return whether the rules let a copy of the card be called."""
    return all(problem.code == "call.count" for problem in check_calls_in_hand(hand, (zpy.Call(card, 1),)))


def least_called_suit(hand: zpy.Hand, calls: tuple[zpy.Call, ...]) -> Suit:
    """Return the suit whose ranks are drawn until one is chosen: one of the side suits called least."""
    called, trump = Counter(call.card.suit for call in calls), hand.conditions.trumps.suit
    return min((suit for suit in Suit if suit is not trump), key=lambda suit: called[suit])

"""The screen between trumps and play: the kitty, and the cards that the trump maker calls."""

from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import takewhile

from scorekeeper.cards import SUITED_RANKS, Card, Rank, Suit
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.friends import Copy, check_calls_in_hand
from scorekeeper.table.state import TableState
from scorekeeper.web.games.zhao_pengyou.keys import Key, first, last_value
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form


@dataclass(frozen=True)
class Calling:
    """The calls chosen so far, and the one that is chosen now."""

    hand: zpy.Hand
    calls: tuple[zpy.Call, ...]
    suit: Suit
    rank: Rank
    wanted: str

    @cached_property
    def number(self) -> int:
        """Which call it is, from 1."""
        return len(self.calls) + 1

    @cached_property
    def of(self) -> int:
        """How many there are."""
        return self.hand.setting.calls

    @cached_property
    def is_last(self) -> bool:
        """Whether all are called with this one."""
        return self.number >= self.of

    @cached_property
    def card(self) -> Card:
        """The card that is called now."""
        return Card(self.suit, self.rank)

    @cached_property
    def suits(self) -> tuple[Key, ...]:
        """The suits; that of trumps has the reason against it."""
        return tuple(Key(suit, self.against_all(suit)) for suit in Suit)

    @cached_property
    def ranks(self) -> tuple[Key, ...]:
        """The ranks of the suit, the highest first."""
        return tuple(Key(rank, self.against(zpy.Call(Card(self.suit, rank), 1))) for rank in reversed(SUITED_RANKS))

    @cached_property
    def copies(self) -> tuple[Key, ...]:
        """Which copy of the card it may be."""
        every: list[Copy] = [*range(1, self.hand.setting.packs + 1)]
        if self.hand.rules.call_the_other and not self.against(zpy.Call(self.card, "other")):
            every.append("other")
        return tuple(Key(copy, self.against(zpy.Call(self.card, copy))) for copy in every)

    @cached_property
    def call(self) -> zpy.Call | None:
        """The call as it is chosen now, the first copy that is free unless another was; None where none is."""
        free = [key.value for key in self.copies if not key.problem]
        chosen = next((copy for copy in free if str(copy) == self.wanted), next(iter(free), None))
        return None if chosen is None else zpy.Call(self.card, chosen)

    def against(self, call: zpy.Call) -> Problem | None:
        """Why a call cannot be made beside those before it. That others are still missing is no reason."""
        problems = check_calls_in_hand(self.hand, (*self.calls, call))
        return first(problem for problem in problems if problem.code != "call.count")

    def against_all(self, suit: Suit) -> Problem | None:
        """Why no card of a suit can be called."""
        reasons = (self.against(zpy.Call(Card(suit, rank), 1)) for rank in SUITED_RANKS)
        trumps = list(takewhile(lambda reason: reason is not None and reason.code == "call.trump", reasons))
        return trumps[0] if len(trumps) == len(SUITED_RANKS) else None


def calls_context(_state: TableState, hand: zpy.Hand, _ways: Collection[str]) -> Context:
    """What the screen shows depends on what its form holds so far."""
    return {"calling": partial(calling, hand), "kitty": hand.setting.kitty_size}


def calling(hand: zpy.Hand, form: Form) -> Calling:
    """The calls of the form as far as they can stand: "add" goes on to the next, "back" gives the last one up."""
    now = chosen(hand, kept_calls(hand, form), form)
    if form.get("add") and now.call and not now.is_last:
        return chosen(hand, (*now.calls, now.call), Form())
    return chosen(hand, now.calls[:-1], Form()) if form.get("back") else now


def kept_calls(hand: zpy.Hand, form: Form) -> tuple[zpy.Call, ...]:
    """The calls before the one that is chosen now."""
    calls: list[zpy.Call] = []
    for text in form.getlist("calls"):
        with suppress(RuleError):
            call = zpy.Call.parse(text)
            if not [each for each in check_calls_in_hand(hand, (*calls, call)) if each.code != "call.count"]:
                calls.append(call)
    return tuple(calls[: hand.setting.calls - 1])


def chosen(hand: zpy.Hand, calls: tuple[zpy.Call, ...], form: Form) -> Calling:
    """The call that is chosen now; the ace of a side suit from which least was called unless it is another."""
    assert hand.trumps is not None
    free = [suit for suit in Suit if suit is not hand.trumps.suit]
    suit = next((each for each in free if each.value == last_value(form, "suit")), offered(free, calls))
    high = [rank for rank in reversed(SUITED_RANKS) if rank is not hand.trumps.rank]
    rank = next((each for each in high if str(each) == last_value(form, "rank")), high[0])
    return Calling(hand, calls, suit, rank, last_value(form, "copy"))


def offered(free: list[Suit], calls: tuple[zpy.Call, ...]) -> Suit:
    """The suit that is chosen beforehand: one of those from which least was called."""
    called = Counter(call.card.suit for call in calls)
    return min(free, key=lambda suit: called[suit])

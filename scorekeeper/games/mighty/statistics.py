"""The statistics of Mighty: contracts declared and made, roles played, and doubles."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorekeeper.games.game import Player, StatEvent, Statistics, StatLine
from scorekeeper.games.mighty.payment import is_made

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand

DECLARED, MADE, OVER = StatEvent("deed.declared"), StatEvent("deed.made"), "deed.over"
NO_TRUMP, NO_FRIEND = StatEvent("deed.no_trump"), StatEvent("deed.no_friend")
FRIEND, FRIEND_MADE = StatEvent("deed.friend"), StatEvent("deed.friend_made")
DEFENDED, DEFEATED = StatEvent("deed.defended"), StatEvent("deed.defeated")
DOUBLES = {"score.run": StatEvent("deed.run"), "score.back_run": StatEvent("deed.back_run")}
"""Events of the declarer by the code of the payment's step."""


def list_events(hand: "Hand") -> Iterator[tuple[Player, StatEvent]]:
    """Yield the events of every player in a complete hand."""
    bid, result = hand.contract_bid, hand.result
    if bid is None or result is None or hand.declarer is None:
        return
    made = is_made(hand.rules, bid, result.points)
    for deed in list_declarer_events(hand, made=made, over=result.points - bid.level):
        yield hand.declarer, deed
    for player in hand.active:
        if player != hand.declarer:
            is_friend = player in hand.friends
            yield player, FRIEND if is_friend else DEFENDED
            if made == is_friend:
                yield player, FRIEND_MADE if is_friend else DEFEATED


def list_declarer_events(hand: "Hand", *, made: bool, over: int) -> Iterator[StatEvent]:
    """Yield the events of the declarer of a complete hand; `over` are the points above the bid."""
    yield DECLARED
    yield StatEvent(OVER, over)
    if made:
        yield MADE
    if hand.contract_bid and hand.contract_bid.trump is None:
        yield NO_TRUMP
    if not hand.friends:
        yield NO_FRIEND
    for account in hand.settlement.accounts if hand.settlement else ():
        for step in account.steps:
            if step.why.code in DOUBLES:
                yield DOUBLES[step.why.code]


STATISTICS = Statistics(
    lines=(
        StatLine("deed.declared"),
        StatLine("deed.made", of="deed.declared"),
        StatLine("deed.over", of="deed.declared", is_mean=True),
        StatLine("deed.no_trump", of="deed.declared"),
        StatLine("deed.no_friend", of="deed.declared"),
        StatLine("deed.run", of="deed.declared"),
        StatLine("deed.back_run", of="deed.declared"),
        StatLine("deed.friend"),
        StatLine("deed.friend_made", of="deed.friend"),
        StatLine("deed.defended"),
        StatLine("deed.defeated", of="deed.defended"),
    ),
    main="deed.made",
    parts=("deed.friend",),
    list_events=list_events,
)

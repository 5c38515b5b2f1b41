"""What is counted over many hands of Mighty: who declares and makes it, as what one plays, and the doubles."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorekeeper.games.game import Count, Deed, Player, Statistics
from scorekeeper.games.mighty.payment import is_made

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand

DECLARED, MADE, OVER = Deed("deed.declared"), Deed("deed.made"), "deed.over"
NO_TRUMP, NO_FRIEND = Deed("deed.no_trump"), Deed("deed.no_friend")
FRIEND, FRIEND_MADE = Deed("deed.friend"), Deed("deed.friend_made")
DEFENDED, DEFEATED = Deed("deed.defended"), Deed("deed.defeated")
DOUBLES = {"score.run": Deed("deed.run"), "score.back_run": Deed("deed.back_run")}
"""What the declarer did, by the step of the payment that tells it."""


def deeds(hand: "Hand") -> Iterator[tuple[Player, Deed]]:
    """What everyone did in a complete hand."""
    bid, result = hand.contract_bid, hand.result
    if bid is None or result is None or hand.declarer is None:
        return
    made = is_made(bid, result.points)
    for deed in of_declarer(hand, made=made, over=result.points - bid.level):
        yield hand.declarer, deed
    for player in hand.active:
        if player != hand.declarer:
            is_friend = player in hand.friends
            yield player, FRIEND if is_friend else DEFENDED
            if made == is_friend:
                yield player, FRIEND_MADE if is_friend else DEFEATED


def of_declarer(hand: "Hand", *, made: bool, over: int) -> Iterator[Deed]:
    """What the declarer of a complete hand did, who had so many points more than were bid."""
    yield DECLARED
    yield Deed(OVER, over)
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
    counts=(
        Count("deed.declared"),
        Count("deed.made", of="deed.declared"),
        Count("deed.over", of="deed.declared", is_mean=True),
        Count("deed.no_trump", of="deed.declared"),
        Count("deed.no_friend", of="deed.declared"),
        Count("deed.run", of="deed.declared"),
        Count("deed.back_run", of="deed.declared"),
        Count("deed.friend"),
        Count("deed.friend_made", of="deed.friend"),
        Count("deed.defended"),
        Count("deed.defeated", of="deed.defended"),
    ),
    main="deed.made",
    parts=("deed.friend",),
    deeds=deeds,
)

"""Statistics over many hands of Zhao Pengyou: trumps made, promotions by role, and beaten throws."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorekeeper.games.game import Player, StatEvent, Statistics, StatLine
from scorekeeper.games.zhao_pengyou.promotion import Promotions

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand

MADE_TRUMPS, MAKERS_ROSE, AGAINST = StatEvent("deed.made_trumps"), StatEvent("deed.makers_rose"), "deed.against"
ALONE, THROW = StatEvent("deed.alone"), StatEvent("deed.throw")
FRIEND, FRIEND_ROSE = StatEvent("deed.friend"), StatEvent("deed.friend_rose")
DEFENDED, DEFENDERS_ROSE = StatEvent("deed.defended"), StatEvent("deed.defenders_rose")


def list_events(hand: "Hand") -> Iterator[tuple[Player, StatEvent]]:
    """Yield the events of a complete hand, each with its player; none before the hand is complete."""
    promotions = hand.promotions
    if promotions is None or hand.maker is None:
        return
    for deed in list_maker_events(hand, promotions):
        yield hand.maker, deed
    for throw in hand.throws:
        yield throw.player, THROW
    for player in hand.seats:
        if player != hand.maker:
            is_friend = player in hand.team
            yield player, FRIEND if is_friend else DEFENDED
            rose = promotions.verdict.levels and promotions.verdict.side
            if rose == ("makers" if is_friend else "defenders"):
                yield player, FRIEND_ROSE if is_friend else DEFENDERS_ROSE


def list_maker_events(hand: "Hand", promotions: Promotions) -> Iterator[StatEvent]:
    """Yield the trump maker's events in a complete hand; no points if a throw ended the hand without a count."""
    yield MADE_TRUMPS
    if promotions.count:
        yield StatEvent(AGAINST, promotions.total)
    if promotions.verdict.side == "makers":
        yield MAKERS_ROSE
    if len(hand.team) == 1:
        yield ALONE


STATISTICS = Statistics(
    lines=(
        StatLine("deed.made_trumps"),
        StatLine("deed.makers_rose", of="deed.made_trumps"),
        StatLine("deed.against", of="deed.made_trumps", is_mean=True),
        StatLine("deed.alone", of="deed.made_trumps"),
        StatLine("deed.friend"),
        StatLine("deed.friend_rose", of="deed.friend"),
        StatLine("deed.defended"),
        StatLine("deed.defenders_rose", of="deed.defended"),
        StatLine("deed.throw"),
    ),
    main="deed.makers_rose",
    parts=("deed.friend",),
    list_events=list_events,
)

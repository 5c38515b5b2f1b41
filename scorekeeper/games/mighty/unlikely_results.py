"""Warnings about results that are possible but unlikely: a question before the result is confirmed, never a refusal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorekeeper.games.mighty.cards import mighty_card
from scorekeeper.games.mighty.counting import RecordResult, makers_of
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


def find_unlikely_results(before: "Hand", after: "Hand") -> Iterator[Message]:
    """Yield the warnings about the result of `after`, if it has one, entered when the hand was `before`."""
    if after.result is None:
        return
    yield from warn_of_all_points(after, after.result)
    yield from warn_of_idle_mighty(after, after.result)
    if after.result.own_card_called and not after.rules.secret_solo and not before.friend_known:
        yield message("doubt.own_card_called")


def warn_of_all_points(hand: "Hand", result: RecordResult) -> Iterator[Message]:
    """Yield a warning when the declarer's side has all points though the defenders took a trick."""
    makers = makers_of(hand, result.friends)
    lost = [number for number, trick in enumerate(hand.tricks, 1) if trick.winner not in makers]
    if result.points == hand.rules.setting.points and lost:
        yield message(
            "doubt.all_though_lost", points=result.points, trick=lost[0], winner=hand.tricks[lost[0] - 1].winner
        )


def warn_of_idle_mighty(hand: "Hand", result: RecordResult) -> Iterator[Message]:
    """Yield a warning about a friend by the mighty who took no trick, since the mighty always takes its own."""
    setting, bid = hand.rules.setting, hand.declaration.bid
    by_mighty = hand.call is not None and mighty_card(bid.trump) in hand.call.cards
    if not by_mighty or setting.packs > 1 or len(hand.tricks) < setting.tricks:
        return
    winners = {trick.winner for trick in hand.tricks}
    yield from (
        message("doubt.mighty_took_nothing", friend=friend) for friend in result.friends if friend not in winners
    )

"""Cards that can still be in a player's hand: not played, not discarded, and not shown by others."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.game import Player
from scorekeeper.games.packs import check_counts
from scorekeeper.games.zhao_pengyou.pack import POINTS
from scorekeeper.games.zhao_pengyou.trumps import count_exposed

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.friends import Copy
    from scorekeeper.games.zhao_pengyou.hand import Hand


def count_gone(hand: "Hand", card: Card) -> int:
    """Count the copies of `card` that were played, lie on the table, or are written down as discards."""
    on_table = sum([play.cards.count(card) for play in hand.table])
    return on_table + hand.record.played.get(card, 0) + (hand.buried or ()).count(card)


def list_points_out(hand: "Hand") -> list[int]:
    """Return the points of each scoring card that is not gone, the highest first."""
    copies = hand.setting.copies
    worth = [
        POINTS[card.rank]
        for card in copies
        if card.rank in POINTS
        for _ in range(copies[card] - count_gone(hand, card))
    ]
    return sorted(worth, reverse=True)


def most_points(hand: "Hand", count: int) -> int:
    """Return the most points that `count` of the cards not gone can have."""
    return sum(hand.points_out[:count])


@collect_problems
def check_left(hand: "Hand", player: Player, cards: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `player` cannot still have `cards` in hand."""
    if len(cards) > hand.cards_left:
        yield problem("play.too_many", player=player, count=len(cards), left=hand.cards_left)
    yield from check_could_hold(hand, player, cards)


@collect_problems
def check_could_hold(hand: "Hand", player: Player, cards: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `player` cannot have so many of each card: copies are gone, or others must have them."""
    copies = hand.setting.copies
    counts = {card: count_gone(hand, card) + cards.count(card) for card in cards}
    problems = check_counts(copies, counts)
    yield from problems
    for card, count in () if problems else counts.items():
        kept = count_held_by_others(hand, player, card)
        if count + kept > copies[card]:
            yield problem("trumps.others_hold", card=card, left=copies[card] - count_gone(hand, card) - kept)


def count_held_by_others(hand: "Hand", player: Player, card: Card) -> int:
    """Count the copies of `card` that other players have shown to have and have not used as far as is written down."""
    return sum(
        max(0, copies - count_used(hand, other, card))
        for other, copies in find_known_copies(hand, card).items()
        if other != player
    )


def find_known_copies(hand: "Hand", card: Card) -> Mapping[Player, int]:
    """Return the least number of copies of `card` that each player had.

    They are known from exposures in the deal, the kitty turned up, and called copies that a friend played.
    """
    known = dict(count_exposed(hand.making, card))
    if hand.maker is not None and card in hand.turned:
        known[hand.maker] = hand.turned.count(card)
    revealed: dict[Player, list[Copy]] = {}
    for call, player in zip(hand.calls, hand.found, strict=True):
        if call.card == card and player is not None:
            revealed.setdefault(player, []).append(call.copy)
    for player, copies in revealed.items():
        # A call of "the other" and one of the first or second copy may be answered by the same card.
        known[player] = max(known.get(player, 0), len(copies) - copies.count("other"), 1)
    return known


def could_have_played(hand: "Hand", player: Player, card: Card) -> bool:
    """Return whether `player` has played `card`, or may have without anybody writing it down."""
    left = hand.setting.copies.get(card, 0) - count_gone(hand, card) - count_held_by_others(hand, player, card)
    return left > 0 or count_used(hand, player, card) > 0


def count_used(hand: "Hand", player: Player, card: Card) -> int:
    """Count the copies of `card` that `player` played or discarded as far as is written down."""
    plays = (*(play for trick in hand.tricks for play in trick.plays), *hand.table)
    buried = hand.buried if hand.buried and player == hand.maker else ()
    return buried.count(card) + sum(play.cards.count(card) for play in plays if play.player == player)

"""A hand in a line of the score sheet."""

from scorekeeper.games.game import Player, Summary
from scorekeeper.games.mighty.hand import Hand
from scorekeeper.games.mighty.payment import is_made
from scorekeeper.messages import Message, message


def summarize(hand: Hand) -> Summary:
    """The contract, how it ended, everyone's role as far as it is known, and columns for the export."""
    return Summary(hand.contract_bid, result_of(hand), roles_of(hand), facts_of(hand))


def result_of(hand: Hand) -> Message | None:
    """Made or failed, and by how much; None before the end."""
    if hand.result is None or hand.contract_bid is None:
        return None
    points, bid = hand.result.points, hand.contract_bid
    if is_made(bid, points):
        return message("result.made", points=points, bid=bid, over=points - bid.level)
    return message("result.failed", points=points, bid=bid, short=bid.level - points)


def roles_of(hand: Hand) -> dict[Player, str]:
    """Who is declarer, friend and defender. While a friend is unknown, nobody is a defender."""
    if hand.declarer is None:
        return {}
    named = {hand.declarer: "role.declarer", **dict.fromkeys(hand.friends, "role.friend")}
    if not hand.friend_known:
        return named
    return {player: named.get(player, "role.defender") for player in hand.active}


def facts_of(hand: Hand) -> dict[str, str | int | None]:
    """The hand as plain values for the export, by column."""
    bid, result = hand.contract_bid, hand.result
    return {
        "redeals": hand.redeals,
        "bid": bid.level if bid else None,
        "trump": str(bid.trump or "NT") if bid else None,
        "call": str(hand.call) if hand.call else None,
        "points": result.points if result else None,
        "buried": " ".join(sorted(result.buried)) if result else None,
    }

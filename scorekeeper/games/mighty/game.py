"""Mighty as the rest of the program sees it."""

from scorekeeper.games.game import Game, Player, Role, Side, Summary
from scorekeeper.games.mighty import session
from scorekeeper.games.mighty.earlier import EARLIER
from scorekeeper.games.mighty.hand import PHASES, Hand, bid_first, dealt
from scorekeeper.games.mighty.payment import is_made
from scorekeeper.games.mighty.presets import PRESETS
from scorekeeper.games.mighty.rules import BLOCKS, Rules
from scorekeeper.games.mighty.sentences import PLAYER_FACTS, SENTENCES
from scorekeeper.games.mighty.statistics import STATISTICS
from scorekeeper.messages import N_, Message, message


def summarize(hand: "Hand") -> Summary:
    """The contract, how it ended, everyone's role as far as it is known, and columns for the export."""
    return Summary(hand.contract_bid, how_it_ended(hand), roles(hand), columns(hand), winner(hand))


def winner(hand: "Hand") -> Side | None:
    """The makers when the contract was made, else the defenders; None before the end."""
    if hand.result is None or hand.contract_bid is None:
        return None
    return "makers" if is_made(hand.contract_bid, hand.result.points) else "defenders"


def how_it_ended(hand: "Hand") -> Message | None:
    """Made or failed, and by how much; None before the end."""
    if hand.result is None or hand.contract_bid is None:
        return None
    points, bid = hand.result.points, hand.contract_bid
    if is_made(bid, points):
        return message("result.made", points=points, bid=bid, over=points - bid.level)
    return message("result.failed", points=points, bid=bid, short=bid.level - points)


def roles(hand: "Hand") -> dict[Player, tuple[Role, ...]]:
    """Who is declarer, friend and defender. While a friend is unknown, nobody is a defender."""
    if hand.declarer is None:
        return {}
    friends = dict.fromkeys(hand.friends, (Role("role.friend", "makers"),))
    makers: dict[Player, tuple[Role, ...]] = {hand.declarer: (Role("role.declarer", "makers"),), **friends}
    if not hand.friend_known:
        return makers
    defenders = (player for player in hand.active if player not in makers)
    return makers | dict.fromkeys(defenders, (Role("role.defender", "defenders"),))


def columns(hand: "Hand") -> dict[str, str | int | None]:
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


GAME = Game(
    key="mighty",
    name=N_("Mighty"),
    rules=Rules,
    presets=PRESETS,
    blocks=BLOCKS,
    phases=PHASES,
    session=session.Session,
    hand=Hand,
    pays=True,
    sentences=SENTENCES,
    player_facts=PLAYER_FACTS,
    earlier={1: EARLIER},
    seat_counts=lambda rules: rules.setting.seat_counts,
    begin=session.begin,
    join=session.join,
    restake=session.restake,
    led_by=session.led_by,
    bid_first=bid_first,
    has_tokens=lambda rules: rules.redeal == "token",
    set_token=session.set_token,
    adjust=session.adjust,
    deal=dealt,
    resumed=session.resumed,
    following=session.following,
    summary=summarize,
    ending=session.ending,
    statistics=STATISTICS,
)

"""The screens of the auction, and of a redeal that is claimed in it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from scorekeeper.cards import Suit
from scorekeeper.errors import Problem
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.auction import check_height
from scorekeeper.table.state import TableState
from scorekeeper.web.games.mighty.keys import level_keys, trump_keys
from scorekeeper.web.language import gettext
from scorekeeper.web.screens import Foot
from scorekeeper.web.services import Context
from scorekeeper.web.wording import word


class Called(NamedTuple):
    """A call in its player's column: a bid, a pass, or nothing yet by the player who is next."""

    column: int
    bid: mighty.Bid | None = None
    next: bool = False


def auction_context(state: TableState, hand: mighty.Hand, ways: Collection[str]) -> Context:
    """Which bids are good; any contract may be written down that is not below the last bid."""
    bids = mighty.every_bid(hand.rules)
    against: Mapping[mighty.Bid, tuple[Problem, ...]] = {bid: check_height(hand.auction, bid) for bid in bids}
    if "contract" in ways:
        against = dict.fromkeys(bids, ())
    return {
        "levels": level_keys(against),
        "trumps": trump_keys(against),
        "offered": next((bid for bid in bids if not against[bid]), None),
        "beats": beats(hand.auction),
        "rounds": list(rounds(hand.auction, state.seating)),
        "may_pass": mighty.can_pass(hand.auction, hand.auction.turn) if hand.auction.turn is not None else False,
    }


def claim_context(state: TableState, hand: mighty.Hand, ways: Collection[str]) -> Context:
    """A claim is answered with a bid, as in the auction."""
    return auction_context(state, hand, ways)


def called(hand: mighty.Hand, player: Player) -> Foot:
    """The last call of a player; before there is one, what this player is or does next."""
    auction = hand.auction
    own = [call for call in auction.calls if call.player == player]
    if player == auction.turn:
        return Foot(escape(gettext("to bid")))
    if own and len(hand.seats) > 5:
        last = own[-1].bid
        return Foot(word(last)) if last else Foot(escape(gettext("pass")), "out")
    return Foot(escape(gettext("dealer")) if player == hand.session.begins else Markup(""))


def rounds(auction: mighty.Auction, seating: Sequence[Player]) -> Iterator[list[Called | None]]:
    """The calls as rows with a place for each seat, the player who is next included."""
    columns = {player: column for column, player in enumerate(seating)}
    calls = [Called(columns[call.player], call.bid) for call in auction.calls]
    if auction.turn is not None:
        calls.append(Called(columns[auction.turn], next=True))
    row: list[Called | None] = [None] * len(columns)
    for call in calls:
        if any(row[call.column :]):
            yield row
            row = [None] * len(columns)
        row[call.column] = call
    if any(row):
        yield row


def beats(auction: mighty.Auction) -> tuple[int | None, int | None]:
    """The lowest number with which no-trump, and with which a suit, is higher than all bids so far."""
    lowest = (mighty.lowest_bid(auction, trump) for trump in (None, Suit.SPADES))
    no_trump, suit = (bid.level if bid else None for bid in lowest)
    return no_trump, suit

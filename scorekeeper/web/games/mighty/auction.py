"""The screen of the auction, including a redeal claimed in it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.cards import Suit
from scorekeeper.errors import Problem
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.auction import check_height, lowest_level_of
from scorekeeper.games.mighty.contract import check_end_of_auction
from scorekeeper.games.mighty.rules_of_auction import may_call_friend
from scorekeeper.settlement import Amount
from scorekeeper.table.state import TableState
from scorekeeper.web.games.keys import Key
from scorekeeper.web.games.mighty.forms import read_bid
from scorekeeper.web.games.mighty.keys import call_of_friend, level_keys, trump_keys
from scorekeeper.web.games.mighty.redeal import exposed_hand
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape
from scorekeeper.web.page.forms import Form, optional_integer
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.screens import SeatCaption, Turn
from scorekeeper.web.page.wording import word

ROUNDS = 6
"""The number of rounds of calls shown under the seats: the latest ones."""

PRICES = 6
"""The number of results whose payment is shown before a contract is recorded."""


class CallCell(NamedTuple):
    """A cell of the table of calls, in the column of its player."""

    column: int
    bid: mighty.Bid | None = None
    """The bid; None for a pass, or while the call is still to come."""
    next: bool = False
    """Whether the player of this column is to call next."""


def auction_context(state: TableState, hand: mighty.Hand, modes: Collection[str]) -> Context:
    """Return the legal bids and the calls so far; under "contract" the contracts and declarers still possible."""
    auction = hand.auction
    if "contract" in modes:
        keys = bid_keys({bid: check_contract(auction, bid) for bid in mighty.every_bid(hand.rules)})
    else:
        keys = keys_above(hand.rules, auction.highest, auction.lowered)
    pass_problems = () if auction.turn is None else mighty.check_pass(auction, auction.turn)
    return {
        "levels": keys.levels,
        "trumps": keys.trumps,
        "offered": keys.offered,
        "no_trump_only": needs_no_trump(auction),
        "beats": lowest_levels(auction),
        "rounds": list(split_rounds(auction, state.seating))[-ROUNDS:],
        "why_no_pass": pass_problems[0] if pass_problems else None,
        "others_left": len(auction.active_bidders) > 2 and auction.highest is not None,
        "declarers": list(declarer_keys(auction)) if "contract" in modes else [],
        "shown": exposed_hand(hand) if not auction.calls else None,
    }


class BidKeys(NamedTuple):
    """The keys for the numbers and trumps of bids, and the lowest legal bid."""

    levels: list[Key]
    trumps: list[Key]
    offered: mighty.Bid | None


def bid_keys(against: Mapping[mighty.Bid, tuple[Problem, ...]]) -> BidKeys:
    """Return the keys for bids, given the reasons against each bid."""
    offered = next((bid for bid, problems in against.items() if not problems), None)
    return BidKeys(level_keys(against), trump_keys(against), offered)


@lru_cache(maxsize=500)
def keys_above(rules: mighty.Rules, highest: mighty.Bid | None, lowered: int) -> BidKeys:
    """Return the keys for bids over the highest so far, or over none after so many rounds of passes.

    They depend on nothing else.
    """
    passes = (mighty.AuctionCall(1, None),) * lowered
    auction = mighty.Auction(rules, (1,), 1, (*passes, mighty.AuctionCall(1, highest)) if highest else passes)
    lowest = lowest_level_of(rules, None) - lowered
    return bid_keys({bid: check_height(auction, bid) for bid in mighty.every_bid(rules) if bid.level >= lowest})


def check_contract(auction: mighty.Auction, bid: mighty.Bid) -> tuple[Problem, ...]:
    """Return the reasons why nobody can have won the auction with `bid` after the calls so far."""
    passed_last = sorted(auction.seats, key=lambda player: player in auction.passed)
    against = check_end_of_auction(auction, passed_last[0], bid)
    others = (check_end_of_auction(auction, player, bid) for player in passed_last[1:])
    return () if against and not all(others) else against


def declarer_keys(auction: mighty.Auction) -> Iterator[Key]:
    """Yield a key for each player, with the reason why that player can no longer win the auction."""
    highest = mighty.every_bid(auction.rules)[-1]
    for player in auction.seats:
        against = check_end_of_auction(auction, player, highest)
        yield Key(player, against[0] if against else None)


def render_call_caption(state: TableState, hand: mighty.Hand, player: Player, whose: Turn) -> SeatCaption:
    """Render the caption of a seat during the auction: the last call, or else what the player is or does next."""
    auction = hand.auction
    own = [call for call in auction.effective_calls if call.player == player]
    if player == hand.claimer:
        return SeatCaption(escape(gettext("claims")))
    if player == whose.player:
        return SeatCaption(escape(gettext("to bid")))
    if own and len(state.seating) > 5:
        last = own[-1].bid
        return SeatCaption(word(last)) if last else SeatCaption(escape(gettext("pass")), "out")
    return SeatCaption(escape(gettext("dealer")) if player == hand.session.begins else Markup(""))


def split_rounds(auction: mighty.Auction, seating: Sequence[Player]) -> Iterator[tuple[CallCell | None, ...]]:
    """Yield the calls as rows with a cell for each seat, including the player who is next."""
    columns = {player: column for column, player in enumerate(seating)}
    calls = [CallCell(columns[call.player], call.bid) for call in auction.calls]
    if auction.turn is not None:
        calls.append(CallCell(columns[auction.turn], next=True))
    row: list[CallCell | None] = [None] * len(columns)
    for call in calls:
        if any(row[call.column :]):
            yield tuple(row)
            row = [None] * len(columns)
        row[call.column] = call
    if any(row):
        yield tuple(row)


def lowest_levels(auction: mighty.Auction) -> tuple[int | None, int | None]:
    """Return the lowest level at which no trump, and at which a suit, beats all bids so far."""
    lowest = (mighty.lowest_bid(auction, trump) for trump in (None, Suit.SPADES))
    no_trump, suit = (bid.level if bid else None for bid in lowest)
    return no_trump, suit


def needs_no_trump(auction: mighty.Auction) -> bool:
    """Return whether the lowest legal level takes no trump, and a suit the next one."""
    no_trump, suit = lowest_levels(auction)
    return no_trump is not None and suit is not None and no_trump < suit


def pays_page(state: TableState, _player: Player | None, form: Form) -> Context:
    """Return the payments of the contract in a form to its declarer, with as many friends as possible.

    The form may be empty. Raises `RuleError` for half a contract.
    """
    hand: mighty.Hand | None = state.current.hand if state.current else None
    if hand is None or not form:
        return {"prices": ()}
    friends = hand.rules.setting.partners if may_call_friend(hand.rules) else 0
    declarer = optional_integer(form, "declarer")
    return {
        "declarer": declarer,
        "friends": friends,
        "prices": results_with_prices(hand.rules, read_bid(form), friends),
    }


def results_with_prices(rules: mighty.Rules, bid: mighty.Bid, friends: int) -> list[tuple[int, Amount]]:
    """Return the points of the results around a contract, each with its payment to the declarer."""
    seats = range(1, rules.setting.active + 1)
    declarer, friend, second = 1, 2 if friends else None, 3 if friends > 1 else None
    defenders = tuple(seat for seat in seats if seat not in (declarer, friend, second))
    call = mighty.Call("none") if friend is None else call_of_friend(rules, friend)
    outcome = mighty.Outcome(0, declarer, friend, defenders, second_friend=second)
    table = mighty.payment_table(rules, mighty.Contract(bid, call), outcome)
    return [(points, table[points].amounts[declarer]) for points in results_around(rules, bid)]


def results_around(rules: mighty.Rules, bid: mighty.Bid) -> list[int]:
    """Return the points people ask about: a back run, one short, just made, two more, all; others where equal."""
    every, back_run = rules.setting.points, mighty.back_run_limit(rules, bid)
    wanted = [bid.level, bid.level - 1, every, back_run, bid.level + 1, bid.level + 2, *range(bid.level - 2, -1, -1)]
    there = dict.fromkeys(points for points in wanted if points is not None and 0 <= points <= every)
    return sorted(list(there)[:PRICES])

"""The screens of the auction, and of a redeal that is claimed in it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.cards import Suit
from scorekeeper.errors import Problem
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.auction import check_height
from scorekeeper.games.mighty.contract import check_end_of_auction
from scorekeeper.games.mighty.rules import may_call_friend
from scorekeeper.settlement import Amount
from scorekeeper.table.state import TableState
from scorekeeper.web.games.mighty.forms import read_bid
from scorekeeper.web.games.mighty.keys import Key, level_keys, named_friend, trump_keys
from scorekeeper.web.games.mighty.redeal import shown_hand
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape
from scorekeeper.web.page.forms import Form, optional_integer
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.screens import SeatCaption, Turn
from scorekeeper.web.page.wording import word

ROUNDS = 6
"""How many rounds of calls there is room for under the seats, the latest."""

PRICES = 6
"""For how many results the price of a contract is told before it is recorded."""


class Called(NamedTuple):
    """A call in its player's column: a bid, a pass, or nothing yet by the player who is next."""

    column: int
    bid: mighty.Bid | None = None
    next: bool = False


def auction_context(state: TableState, hand: mighty.Hand, ways: Collection[str]) -> Context:
    """Which bids are good, and the calls so far; or which contracts and declarers the calls so far leave."""
    auction = hand.auction
    if "contract" in ways:
        keys = bid_keys({bid: check_contract(auction, bid) for bid in mighty.every_bid(hand.rules)})
    else:
        keys = keys_above(hand.rules, auction.highest)
    pass_problems = () if auction.turn is None else mighty.check_pass(auction, auction.turn)
    return {
        "levels": keys.levels,
        "trumps": keys.trumps,
        "offered": keys.offered,
        "no_trump_only": no_trump_only(auction),
        "beats": beats(auction),
        "rounds": list(rounds(auction, state.seating))[-ROUNDS:],
        "why_no_pass": pass_problems[0] if pass_problems else None,
        "others_left": len(auction.active_bidders) > 2 and auction.highest is not None,
        "declarers": list(declarers(auction)) if "contract" in ways else [],
        "shown": shown_hand(hand) if not auction.calls else None,
    }


class BidKeys(NamedTuple):
    """The keys for a number and for trumps, and the lowest bid that is good."""

    levels: list[Key]
    trumps: list[Key]
    offered: mighty.Bid | None


def bid_keys(against: Mapping[mighty.Bid, tuple[Problem, ...]]) -> BidKeys:
    """The keys for bids, each with what is against it."""
    offered = next((bid for bid, problems in against.items() if not problems), None)
    return BidKeys(level_keys(against), trump_keys(against), offered)


@lru_cache(maxsize=500)
def keys_above(rules: mighty.Rules, highest: mighty.Bid | None) -> BidKeys:
    """The keys for a bid over the highest so far: nothing else of an auction matters to them."""
    calls = (mighty.AuctionCall(1, highest),) if highest else ()
    auction = mighty.Auction(rules, (1,), 1, calls)
    return bid_keys({bid: check_height(auction, bid) for bid in mighty.every_bid(rules)})


def check_contract(auction: mighty.Auction, bid: mighty.Bid) -> tuple[Problem, ...]:
    """Why nobody can have won the auction with `bid`, after the calls so far."""
    winner = auction.seats[0] if auction.bidder is None else auction.bidder
    return tuple(check_end_of_auction(auction, winner, bid))


def declarers(auction: mighty.Auction) -> Iterator[Key]:
    """A key a player who bids, with the reason why that player cannot have won the auction any more."""
    highest = mighty.every_bid(auction.rules)[-1]
    for player in auction.seats:
        against = check_end_of_auction(auction, player, highest)
        yield Key(player, against[0] if against else None)


def called(state: TableState, hand: mighty.Hand, player: Player, whose: Turn) -> SeatCaption:
    """The last call of a player; before there is one, what this player is or does next."""
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


def rounds(auction: mighty.Auction, seating: Sequence[Player]) -> Iterator[tuple[Called | None, ...]]:
    """The calls as rows with a place for each seat, the player who is next included."""
    columns = {player: column for column, player in enumerate(seating)}
    calls = [Called(columns[call.player], call.bid) for call in auction.calls]
    if auction.turn is not None:
        calls.append(Called(columns[auction.turn], next=True))
    row: list[Called | None] = [None] * len(columns)
    for call in calls:
        if any(row[call.column :]):
            yield tuple(row)
            row = [None] * len(columns)
        row[call.column] = call
    if any(row):
        yield tuple(row)


def beats(auction: mighty.Auction) -> tuple[int | None, int | None]:
    """The lowest number with which no-trump, and with which a suit, is higher than all bids so far."""
    lowest = (mighty.lowest_bid(auction, trump) for trump in (None, Suit.SPADES))
    no_trump, suit = (bid.level if bid else None for bid in lowest)
    return no_trump, suit


def no_trump_only(auction: mighty.Auction) -> Problem | None:
    """Why no suit can be bid with the lowest number that is good, where only no-trump can."""
    highest, (no_trump, suit) = auction.highest, beats(auction)
    if highest is None or no_trump != highest.level or suit == no_trump:
        return None
    return check_height(auction, mighty.Bid(no_trump, Suit.SPADES))[0]


def pays_page(state: TableState, _player: Player | None, form: Form) -> Context:
    """What the contract in a form would pay its declarer with as many friends as there can be, by result.

    Raises `RuleError` for half a contract; there is nothing to tell of none.
    """
    hand: mighty.Hand | None = state.current.hand if state.current else None
    if hand is None or not form:
        return {"prices": ()}
    friends = hand.rules.setting.partners if may_call_friend(hand.rules) else 0
    declarer = optional_integer(form, "declarer")
    return {"declarer": declarer, "friends": friends, "prices": prices(hand.rules, read_bid(form), friends)}


def prices(rules: mighty.Rules, bid: mighty.Bid, friends: int) -> list[tuple[int, Amount]]:
    """The points of the results around a contract, and what each pays the declarer."""
    seats = range(1, rules.setting.active + 1)
    declarer, friend, second = 1, 2 if friends else None, 3 if friends > 1 else None
    defenders = tuple(seat for seat in seats if seat not in (declarer, friend, second))
    call = mighty.Call("none") if friend is None else named_friend(rules, friend)
    outcome = mighty.Outcome(bid.level, declarer, friend, defenders, second_friend=second)
    table = mighty.payment_table(rules, mighty.Contract(bid, call), outcome)
    return [(points, table[points].amounts[declarer]) for points in results_around(rules, bid)]


def results_around(rules: mighty.Rules, bid: mighty.Bid) -> list[int]:
    """The results that people ask about: a back run, one short, just made, two more, everything; others where equal."""
    every, back_run = rules.setting.points, mighty.back_run_limit(rules, bid)
    wanted = [bid.level, bid.level - 1, every, back_run, bid.level + 1, bid.level + 2, *range(bid.level - 2, -1, -1)]
    there = dict.fromkeys(points for points in wanted if points is not None and 0 <= points <= every)
    return sorted(list(there)[:PRICES])

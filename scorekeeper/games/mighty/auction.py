"""The auction: bids, turns, the declarer, and the moves that record them (pagat, Bidding)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import replace as replace_field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Self

from msgspec.structs import replace

from scorekeeper.cards import Suit
from scorekeeper.errors import Problem, RuleError, collect_problems, problem, refuse
from scorekeeper.games.game import CompositeMove, Move, Player
from scorekeeper.games.mighty.pot import fine_for_passing, put_into_pot, report_fines
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.seats import players_after
from scorekeeper.messages import Message, message
from scorekeeper.values import derived, text_value

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand

TRUMPS: tuple[Suit | None, ...] = (*Suit, None)
"""The possible trumps in the order in which they are shown; None is no-trump."""


WRITTEN = re.compile(r"(\d{1,2}) ?(NT|[SHDC♠♥♦♣])", re.ASCII)


@text_value
@dataclass(frozen=True)
class Bid:
    """A promise of `level` points with `trump`, which is None for no-trump: ``Bid(16, Suit.HEARTS)``.

    Raises `RuleError` ``bid.malformed`` for numbers and suits that are still text.
    """

    level: int
    trump: Suit | None

    def __post_init__(self) -> None:
        level: object = self.level
        trump: object = self.trump
        if not isinstance(level, int) or not (trump is None or isinstance(trump, Suit)):
            raise RuleError("bid.malformed", text=f"{self.level}{self.trump}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "16H", "16♥", "16nt", "16 NT". Raises `RuleError` ``bid.malformed`` with the text."""
        written = WRITTEN.fullmatch(text.strip().upper())
        if written is None:
            raise RuleError("bid.malformed", text=text)
        level, trump = written.groups()
        return cls(int(level), None if trump == "NT" else Suit.parse(trump))

    @property
    def symbol(self) -> str:
        """The bid as people write it: "16♥", "16NT"."""
        return f"{self.level}{self.trump.symbol if self.trump else 'NT'}"

    def __str__(self) -> str:
        return f"{self.level}{self.trump or 'NT'}"


class AuctionCall(NamedTuple):
    """A call of a player: a bid, or None for a pass."""

    player: Player
    bid: Bid | None


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction under `rules` among `seats` in order of turn, of which `first` speaks first.

    `place_bid` and `pass_turn` carry it on. Raises `RuleError` when `first` is not among `seats`.
    """

    rules: Rules
    seats: tuple[Player, ...]
    first: Player
    calls: tuple[AuctionCall, ...] = ()

    def __post_init__(self) -> None:
        if self.first not in self.seats:
            raise RuleError("bid.not_seated", player=self.first)

    def add_call(self, player: Player, bid: Bid | None) -> "Auction":
        """Return the auction after one more call. Nothing is checked."""
        return replace_field(self, calls=(*self.calls, AuctionCall(player, bid)))

    @derived
    def highest(self) -> Bid | None:
        """The last bid: each is higher than the one before."""
        return next((bid for _, bid in reversed(self.calls) if bid), None)

    @derived
    def bidder(self) -> Player | None:
        """The player who made the highest bid."""
        return next((player for player, bid in reversed(self.calls) if bid), None)

    @derived
    def passed_rounds(self) -> int:
        """The number of rounds at the beginning in which everyone passed, so that there was another chance."""
        first_bid = next((index for index, call in enumerate(self.calls) if call.bid), len(self.calls))
        return min(first_bid // len(self.seats), most_passed_rounds(self.rules))

    @property
    def lowered(self) -> int:
        """The points by which bids begin lower after rounds in which everyone passed."""
        return self.passed_rounds if self.rules.all_pass in ("first_again", "lowest_falls") else 0

    @derived
    def effective_calls(self) -> tuple[AuctionCall, ...]:
        """The calls that count: all, or those after rounds of passes that gave another chance."""
        return self.calls[len(self.seats) * self.passed_rounds :]

    @property
    def may_start_another_round(self) -> bool:
        """Return whether another round follows if everyone else passes in this one too."""
        return self.highest is None and self.passed_rounds < most_passed_rounds(self.rules)

    @property
    def starts_another_round(self) -> bool:
        """Return whether another round begins, after one in which everyone passed."""
        return bool(self.calls) and not self.effective_calls

    @derived
    def passed(self) -> frozenset[Player]:
        """The players who may not bid any more."""
        said_pass = frozenset(player for player, bid in self.effective_calls if bid is None)
        if self.passed_rounds and self.rules.all_pass == "first_again":
            return said_pass | {player for player in self.seats if player != self.first}
        return said_pass

    @derived
    def active_bidders(self) -> tuple[Player, ...]:
        """The players who have not passed, in order of seats."""
        passed = self.passed
        return tuple(player for player in self.seats if player not in passed)

    @property
    def all_passed(self) -> bool:
        """Return whether everyone passed for good, so that the cards are thrown in."""
        return not self.active_bidders and self.highest is None

    @derived
    def closed(self) -> bool:
        """Return whether nobody has anything more to say."""
        return self.all_passed or self.declarer is not None

    @derived
    def declarer(self) -> Player | None:
        """The winner of the auction: everyone else has passed, or no higher bid is possible."""
        highest = self.highest
        if highest is not None and (len(self.active_bidders) == 1 or ends_auction(self.rules, highest)):
            return self.bidder
        return None

    @derived
    def turn(self) -> Player | None:
        """The player who calls next; None once the auction is closed."""
        if self.closed:
            return None
        if not self.calls:
            return self.first
        waiting = self.active_bidders
        return next(player for player in players_after(self.seats, self.calls[-1].player) if player in waiting)


def most_passed_rounds(rules: Rules) -> int:
    """Return after how many rounds in which everyone passed there is still another (groups, Everyone passes).

    Where the lowest bid falls, it falls no further than to more than half of the points.
    """
    if rules.all_pass == "lowest_falls":
        return rules.min_bid - rules.setting.points // 2 - 1
    return int(rules.all_pass in ("second_round", "first_again"))


def lowest_level_of(rules: Rules, trump: Suit | None) -> int:
    """Return the level at which bids with `trump` begin (groups, No-trump bids)."""
    return rules.min_bid if trump else rules.lowest_no_trump


def lowest_contract_of(rules: Rules, trump: Suit | None) -> int:
    """Return the lowest level of any contract with `trump`, after rounds in which everyone passed too."""
    lowered = 0 if rules.all_pass == "second_round" else most_passed_rounds(rules)
    return lowest_level_of(rules, trump) - lowered


def allowed_trumps(rules: Rules) -> tuple[Suit | None, ...]:
    """Return the trumps that may be bid, no-trump last."""
    return TRUMPS[:-1] if rules.no_trump_bids == "none" else TRUMPS


def outranks(rules: Rules, bid: Bid, other: Bid) -> bool:
    """Return whether `bid` is higher than `other`. Suits have no rank among themselves."""
    if rules.no_trump_bids == "count_one_more":
        return bid.level + (bid.trump is None) > other.level + (other.trump is None)
    if bid.level != other.level:
        return bid.level > other.level
    return rules.no_trump_outranks and bid.trump is None and other.trump is not None


def ends_auction(rules: Rules, bid: Bid) -> bool:
    """Return whether `bid` ends the auction at once: no bid is higher, or the house rules say so (korean40, 1-3)."""
    if bid.level < rules.setting.points:
        return False
    top = (Bid(rules.highest_level, trump) for trump in allowed_trumps(rules))
    return rules.twenty_closes == "any_20" or not any(outranks(rules, each, bid) for each in top)


@lru_cache
def every_bid(rules: Rules) -> tuple[Bid, ...]:
    """Return every bid there is under `rules`, from the lowest to the highest, no-trump as the last of each number."""
    lowest = {trump: lowest_contract_of(rules, trump) for trump in allowed_trumps(rules)}
    levels = range(min(lowest.values()), rules.highest_level + 1)
    return tuple(Bid(level, trump) for level in levels for trump, least in lowest.items() if level >= least)


def lowest_bid(auction: Auction, trump: Suit | None) -> Bid | None:
    """The lowest bid with `trump` that is higher than all before; None when there is none."""
    rules, highest = auction.rules, auction.highest
    if trump not in allowed_trumps(rules):
        return None
    lowest = lowest_level_of(rules, trump) - auction.lowered
    if highest is None:
        return Bid(lowest, trump)
    above = (Bid(level, trump) for level in range(max(lowest, highest.level - 1), rules.highest_level + 1))
    return next((bid for bid in above if outranks(rules, bid, highest)), None)


@collect_problems
def check_level(rules: Rules, bid: Bid, lowest: Bid | None = None) -> Iterator[Problem]:
    """Yield a problem when `bid` is for more points than there are, or for fewer than `lowest`.

    Without `lowest` it is the lowest contract of the house rules. The limits hold for contracts too: no change lowers
    one.
    """
    if bid.trump not in allowed_trumps(rules):
        yield problem("bid.no_no_trump", bid=bid)
    elif bid.level > rules.highest_level:
        yield problem("bid.too_high", bid=bid, highest=rules.highest_level)
    elif bid.level < (lowest := lowest or Bid(lowest_contract_of(rules, bid.trump), bid.trump)).level:
        yield problem("bid.too_low", bid=bid, lowest=lowest)


@collect_problems
def check_turn(auction: Auction, player: Player) -> Iterator[Problem]:
    """Yield the reason why `player` may not call now."""
    if player not in auction.seats:
        yield problem("bid.not_seated", player=player)
    elif auction.turn is None:
        yield problem("bid.auction_over")
    elif player in auction.passed:
        yield problem("bid.after_passing", player=player)
    elif player != auction.turn:
        yield problem("bid.out_of_turn", player=player, turn=auction.turn)


@collect_problems
def check_height(auction: Auction, bid: Bid) -> Iterator[Problem]:
    """Yield the reason why `bid` is too low or too high, whoever makes it."""
    rules = auction.rules
    lowest = lowest_bid(auction, bid.trump)
    if lowest is None and not check_level(rules, bid):
        yield problem("bid.nothing_higher", bid=bid, highest=auction.highest)
    else:
        yield from check_level(rules, bid, lowest)


@collect_problems
def check_bid(auction: Auction, player: Player, bid: Bid) -> Iterator[Problem]:
    """Every reason why `player` may not bid `bid` now."""
    yield from check_turn(auction, player)
    yield from check_height(auction, bid)


def can_bid(auction: Auction, player: Player, bid: Bid) -> bool:
    """Return whether `player` may bid `bid` now."""
    return not check_bid(auction, player, bid)


def place_bid(auction: Auction, player: Player, bid: Bid) -> Auction:
    """The auction after `player` has bid `bid`. Raises `RuleError` with every problem of `check_bid`."""
    refuse(check_bid(auction, player, bid))
    return auction.add_call(player, bid)


@collect_problems
def check_pass(auction: Auction, player: Player) -> Iterator[Problem]:
    """Every reason why `player` may not pass now."""
    yield from check_turn(auction, player)
    if auction.rules.first_bidder_must_bid and not auction.calls:
        yield problem("bid.first_must_bid", player=player)
    if auction.rules.all_pass == "last_must_bid" and auction.highest is None and auction.active_bidders == (player,):
        yield problem("bid.last_must_bid", player=player)


def can_pass(auction: Auction, player: Player) -> bool:
    """Return whether `player` may pass now."""
    return not check_pass(auction, player)


def pass_turn(auction: Auction, player: Player) -> Auction:
    """The auction after `player` has passed. Raises `RuleError` with every problem of `check_pass`."""
    refuse(check_pass(auction, player))
    return auction.add_call(player, None)


def bid_problems(auction: Auction, player: Player) -> Mapping[Bid, tuple[Problem, ...]]:
    """Every bid with the reasons against it; none means that `player` may make it now."""
    turn = check_turn(auction, player)
    return {bid: (*turn, *check_height(auction, bid)) for bid in every_bid(auction.rules)}


def legal_bids(auction: Auction) -> tuple[Bid, ...]:
    """The bids that the player whose turn it is may make, from the lowest; none once the auction is over."""
    if auction.closed:
        return ()
    return tuple(bid for bid in every_bid(auction.rules) if not check_height(auction, bid))


# --- The moves ---


class PlaceBid(Move, tag="mighty.place_bid"):
    """Bid in the auction."""

    player: Player
    bid: Bid

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why this cannot be bid now."""
        return check_bid(hand.auction, self.player, self.bid)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand after the bid, with its declarer when the bid ends the auction."""
        return apply_call(hand, self.player, self.bid)


class Pass(Move, tag="mighty.pass"):
    """Leave the auction. When everyone has passed, the cards are dealt again (pagat, Redeal)."""

    player: Player

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why the player cannot pass now."""
        return check_pass(hand.auction, self.player)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand after the pass: with its declarer, or dealt again when everyone has passed."""
        passed = apply_call(hand, self.player, None)
        if not passed.auction.all_passed:
            return passed
        fined = put_into_pot(passed, passed.auction.seats, fine_for_passing(passed.rules))
        return fined.redeal(fined.session)

    def says(self, before: "Hand", after: "Hand") -> Iterable[Message]:
        """Yield the pass, and what follows when it was the last of a round without a bid."""
        yield from super().says(before, after)
        if after.redeals > before.redeals:
            yield from report_fines(before, after)
            yield report_all_passed(after)
        elif after.auction.starts_another_round:
            yield report_another_round(after.auction)


class AllPass(CompositeMove, tag="mighty.all_pass"):
    """Short cut: everyone else passes, so that the highest bidder has won or the cards are dealt again."""

    def expand(self, hand: "Hand") -> Iterator[Move]:
        """Yield the passes of all who have not passed yet, in a second round too, unless bids then begin lower."""
        auction, lowered = hand.auction, hand.auction.lowered
        while (turn := auction.turn) is not None and auction.lowered == lowered:
            yield Pass(turn)
            auction = auction.add_call(turn, None)

    def says(self, before: "Hand", after: "Hand") -> Iterable[Message]:
        """Yield the result of the auction in one line, after the fines that it costs."""
        if after.redeals > before.redeals:
            yield from report_fines(before, after)
            yield report_all_passed(after)
        elif after.auction.starts_another_round:
            yield report_another_round(after.auction)
        else:
            yield message("log.mighty.all_pass", declarer=after.declarer, bid=after.contract_bid)


def apply_call(hand: "Hand", player: Player, bid: Bid | None) -> "Hand":
    """Return the hand after a call, with its declarer when the call ends the auction."""
    auction = hand.auction.add_call(player, bid)
    declarer = auction.declarer
    return replace(hand, auction=auction, declarer=declarer, contract_bid=None if declarer is None else auction.highest)


def report_another_round(auction: Auction) -> Message:
    """Return the line that everyone passed and may bid again, or the first alone."""
    if auction.rules.all_pass == "second_round":
        return message("log.mighty.second_round")
    code = "log.mighty.first_again" if auction.rules.all_pass == "first_again" else "log.mighty.lowest_falls"
    return message(code, player=auction.first, level=lowest_level_of(auction.rules, Suit.SPADES) - auction.lowered)


def report_all_passed(after: "Hand") -> Message:
    """Return the line that everyone has passed for good, with the next dealer."""
    return message("log.mighty.all_passed", dealer=after.session.begins)

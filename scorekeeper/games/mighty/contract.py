"""The contract that the auction gives, and raising it or changing its trumps (pagat, Bidding; Exchanging cards)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from scorekeeper.cards import Suit
from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.game import Move, Player
from scorekeeper.games.mighty.auction import (
    TRUMPS,
    Auction,
    Bid,
    allowed_trumps,
    check_level,
    lowest_contract_of,
    lowest_level_of,
    outranks,
)
from scorekeeper.games.mighty.dropping_out import DropOut
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.rules_of_play import Raise
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


def can_win_auction(auction: Auction, declarer: Player, bid: Bid) -> bool:
    """Return whether `declarer` can have won with `bid` after the calls: it is their own highest bid or higher."""
    highest = auction.highest
    own = auction.bidder == declarer and bid == highest
    return highest is None or own or outranks(auction.rules, bid, highest)


def lowest_opening(auction: Auction, declarer: Player, trump: Suit | None) -> Bid:
    """Return the lowest bid that `declarer` can have made while nobody has bid.

    After a round of passes in which only the first to speak may bid lower, nobody else can (groups, Everyone passes).
    """
    rules = auction.rules
    others = rules.all_pass == "first_again" and declarer != auction.first
    return Bid(lowest_level_of(rules, trump) if others else lowest_contract_of(rules, trump), trump)


def may_call_again(auction: Auction, player: Player) -> bool:
    """Return whether a player who has passed may bid again, in another round after one in which everyone passed."""
    return auction.may_start_another_round and (auction.rules.all_pass != "first_again" or player == auction.first)


@collect_problems
def check_end_of_auction(auction: Auction, declarer: Player, bid: Bid) -> Iterator[Problem]:
    """Every reason why the auction cannot have ended with `bid` by `declarer` (pagat, Bidding)."""
    if declarer not in auction.seats:
        yield problem("bid.not_seated", player=declarer)
    elif declarer in auction.passed and not may_call_again(auction, declarer):
        yield problem("bid.after_passing", player=declarer)
    lowest = lowest_opening(auction, declarer, bid.trump) if auction.highest is None else None
    yield from check_level(auction.rules, bid, lowest)
    if not can_win_auction(auction, declarer, bid):
        yield problem("contract.below_auction", bid=bid, highest=auction.highest)


SUITS_BY_RANK = (Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES)
"""The suits from the lowest, where a change to a higher one costs nothing (groups, Changing trumps)."""


def is_higher_suit(suit: Suit, other: Suit) -> bool:
    """Return whether `suit` is higher than `other` where a change to a higher one costs nothing."""
    return SUITS_BY_RANK.index(suit) > SUITS_BY_RANK.index(other)


def least_raise(rules: Rules, bid: Bid, trump: Suit | None, *, before_kitty: bool) -> Raise:
    """Return the raise that a change to `trump` needs; "forbidden" when the change is not allowed."""
    if before_kitty and not rules.change_before_kitty:
        return "forbidden"
    if trump == bid.trump:
        return 1 if rules.raise_same_trump else "forbidden"
    if trump not in allowed_trumps(rules):
        return "forbidden"
    if before_kitty:
        return rules.raise_before_kitty_to_suit if trump else rules.raise_before_kitty_to_no_trump
    if bid.trump is None:
        return rules.raise_no_trump_to_suit
    if trump is None:
        return rules.raise_suit_to_no_trump
    may_be_free = rules.raise_to_higher_suit == "free" and rules.raise_suit_to_suit != "forbidden"
    return 0 if may_be_free and is_higher_suit(trump, bid.trump) else rules.raise_suit_to_suit


def lowest_level(rules: Rules, bid: Bid, trump: Suit | None, *, before_kitty: bool) -> int | None:
    """Return the lowest level at which the contract `bid` may change to `trump`; None when it may not.

    Where there is no room for the whole raise it is enough to reach the highest bid, 20 with one pack, unless the house
    rules ask for the whole. From there is no raise at all, but the highest with trumps may become the highest without.
    """
    highest = rules.highest_level
    raised_by = least_raise(rules, bid, trump, before_kitty=before_kitty)
    if raised_by == "forbidden":
        return None
    if rules.raise_near_twenty == "strict":
        return bid.level + raised_by if bid.level + raised_by <= highest else None
    to_no_trump = trump is None and bid.trump is not None
    if raised_by and bid.level == highest and not to_no_trump:
        return None
    return min(bid.level + raised_by, highest)


def lowest_changes(rules: Rules, bid: Bid, *, before_kitty: bool) -> Mapping[Suit | None, Bid | None]:
    """Return the lowest new contract for each trump, None where a change is not allowed."""
    levels = {trump: lowest_level(rules, bid, trump, before_kitty=before_kitty) for trump in TRUMPS}
    return {trump: None if level is None else Bid(level, trump) for trump, level in levels.items()}


@collect_problems
def check_change(rules: Rules, bid: Bid, new: Bid, *, before_kitty: bool) -> Iterator[Problem]:
    """Every reason why the contract `bid` may not become `new`."""
    if before_kitty and not rules.change_before_kitty:
        yield problem("contract.not_before_kitty")
        return
    if new == bid:
        yield problem("contract.unchanged", bid=bid)
        return
    yield from check_level(rules, new)
    lowest = lowest_level(rules, bid, new.trump, before_kitty=before_kitty)
    if least_raise(rules, bid, new.trump, before_kitty=before_kitty) == "forbidden":
        yield problem("contract.no_raise" if new.trump == bid.trump else "contract.no_change", bid=bid, new=new)
    elif lowest is None:
        yield problem("contract.no_room", bid=bid, new=new)
    elif new.level < lowest:
        yield problem("contract.raise_too_small", bid=bid, new=new, lowest=Bid(lowest, new.trump))


def can_change(rules: Rules, bid: Bid, new: Bid, *, before_kitty: bool) -> bool:
    """Return whether the contract `bid` may become `new`."""
    return not check_change(rules, bid, new, before_kitty=before_kitty)


def find_changes(
    rules: Rules, bid: Bid, contract: Bid, *, before_kitty: bool = True
) -> tuple[Bid | None, Bid | None] | None:
    """Return the changes before and after the kitty that made `contract` of `bid`; None where none can have.

    One change is preferred to two. Unless `before_kitty`, there is no change before the kitty any more.
    """
    if bid == contract:
        return None, None
    if before_kitty and can_change(rules, bid, contract, before_kitty=True):
        return contract, None
    earlier = lowest_changes(rules, bid, before_kitty=True).values() if before_kitty else ()
    for between in (None, *filter(None, earlier)):
        if can_change(rules, between or bid, contract, before_kitty=False):
            return between, contract
    return None


def find_winning_bid(rules: Rules, auction: Auction, declarer: Player, contract: Bid) -> Bid:
    """Return the bid with which the declarer of `contract` won: `contract` itself unless it cannot have won.

    A change never lowers a contract, so the bid is else the highest so far, or no-trump at its level.
    """
    highest = auction.highest
    if highest is None or can_win_auction(auction, declarer, contract):
        return contract
    for bid in (highest, Bid(highest.level, None)):
        if can_win_auction(auction, declarer, bid) and find_changes(rules, bid, contract):
            return bid
    return contract


# --- The moves ---


class EnterContract(Move, tag="mighty.enter_contract"):
    """Short cut: the declarer and the contract, without the calls or without the rest of them.

    `out` are those who dropped out after it, as far as they are known.
    """

    declarer: Player
    bid: Bid
    out: tuple[Player, ...] = ()

    @property
    def drops(self) -> Iterator[DropOut]:
        """The moves of those who dropped out."""
        return map(DropOut, self.out)

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why the auction cannot have ended so, or somebody cannot have dropped out."""
        if hand.declarer is not None:
            yield problem("contract.other_declarer", declarer=hand.declarer)
        else:
            yield from check_end_of_auction(hand.auction, self.declarer, self.bid)
        hand = replace(hand, declarer=self.declarer, contract_bid=self.bid)
        for drop in self.drops:
            yield from drop.check(hand)
            hand = drop.play(hand)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with declarer and contract; the recorded calls stay."""
        dropped = (*hand.dropped, *self.out)
        return replace(hand, declarer=self.declarer, contract_bid=self.bid, dropped=dropped)

    def says(self, before: "Hand", after: "Hand") -> Iterable[Message]:
        """Yield the contract, and the players who drop out."""
        yield message("log.mighty.enter_contract", declarer=self.declarer, bid=self.bid)
        for drop in self.drops:
            yield from drop.says(before, after)


class ChangeContract(Move, tag="mighty.change_contract"):
    """Raise the contract or change its trumps: at the price before the kitty until it is taken, then at that after."""

    bid: Bid

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Yield every reason against the change. One is allowed before the kitty and one after it."""
        if hand.contract_changed:
            yield problem("contract.changed_already")
        yield from check_change(hand.rules, hand.declaration.bid, self.bid, before_kitty=not hand.kitty_taken)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the new contract."""
        return replace(hand, contract_bid=self.bid, contract_changed=True)

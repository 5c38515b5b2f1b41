"""A hand of Mighty as far as it has been recorded, and how it is dealt."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.codec import Frozen
from scorekeeper.errors import RuleError, refuse
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.auction import Auction, Bid
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.counting import RecordResult
from scorekeeper.games.mighty.dropping_out import NamedCard
from scorekeeper.games.mighty.friend import (
    Call,
    Reveal,
    find_deciding_trick,
    find_reveals,
    reveal_by_trick,
)
from scorekeeper.games.mighty.kitty import derive_discards
from scorekeeper.games.mighty.known_cards import FriendReport, KnownCards
from scorekeeper.games.mighty.leading import SpokenLead
from scorekeeper.games.mighty.offences import Offence, find_false_friends, list_admitted_offences, prove_offences
from scorekeeper.games.mighty.payment import Contract, is_made
from scorekeeper.games.mighty.pot import Fine
from scorekeeper.games.mighty.redeal import ClaimedHand
from scorekeeper.games.mighty.rules import Rules, check_rules
from scorekeeper.games.mighty.session import Session
from scorekeeper.games.mighty.trick import Play, Trick
from scorekeeper.games.seats import check_seats, find_stand_in, next_player, players_after, players_from
from scorekeeper.settlement import Settlement
from scorekeeper.values import derived


class Declaration(NamedTuple):
    """The declarer, and the bid as it stands."""

    declarer: Player
    bid: Bid


NOTHING_PLAYED: Mapping[Card, int] = {}
"""Shared by all hands and never changed. A mapping proxy could not be copied."""


class Hand(Frozen):
    """One hand: immutable. Every move makes another. The payment is kept; properties work out all else that follows."""

    rules: Rules
    """The house rules that the hand is played under."""
    session: Session
    """The session as the hand was dealt in it or as a redeal changed it: with this hand's dealer and first bidder."""
    seats: tuple[Player, ...]
    """Everyone whom the hand was dealt among, in order of turn, also who sits out; those who play are `active`."""
    auction: Auction
    """The bids and passes."""
    redeals: int = 0
    """How many times the cards were dealt again."""
    spent: tuple[Player, ...] = ()
    """Who spent a redeal token in this hand."""
    fined: tuple[Fine, ...] = ()
    """Who put something into the pot in this hand, in order."""
    claimer: Player | None = None
    """Who claims a redeal that has not been answered yet."""
    laid_open: ClaimedHand | None = None
    """The hand that the last claim of a redeal was made with, before this deal or in it."""
    declarer: Player | None = None
    """The declarer, once the auction is over."""
    contract_bid: Bid | None = None
    """The contract as it stands."""
    contract_changed: bool = False
    """Whether the contract was changed on this side of the kitty."""
    named: tuple[NamedCard, ...] = ()
    """The cards that the declarer named for their holders to drop out."""
    dropped: tuple[Player, ...] = ()
    """Who dropped out."""
    kitty_taken: bool = False
    """Whether the declarer has taken the kitty."""
    kitty: tuple[Card, ...] = ()
    """The cards of the kitty, where they were written down."""
    call: Call | None = None
    """The friend call."""
    told: tuple[FriendReport, ...] = ()
    """Who was said to be a friend although the card was not written down."""
    tricks: tuple[Trick, ...] = ()
    """The finished tricks."""
    table: tuple[Play, ...] = ()
    """The cards of the trick in progress, where cards are written down."""
    played: Mapping[Card, int] = msgspec.field(default_factory=lambda: NOTHING_PLAYED)
    """How many copies of each card were played."""
    ordered: tuple[int, ...] = ()
    """The numbers of the tricks that the friend was ordered to win."""
    said: SpokenLead | None = None
    """What was said with a lead whose card is not written down."""
    result: RecordResult | None = None
    """The result of a complete hand."""
    settlement: Settlement[Player] | None = None
    """The settlement of a complete hand."""

    @derived
    def phase(self) -> str:
        """The phase of the hand, a key of `PHASES`."""
        if self.result:
            return "complete"
        if self.call:
            return "play"
        if self.claimer is not None:
            return "claim"
        if self.declarer is None:
            return "auction"
        if self.kitty_taken:
            return "call"
        return "drop" if self.still_to_drop else "contract"

    @derived
    def auction_won(self) -> Auction:
        """The auction, also with the bid that won it where that was written down without the calls before."""
        if self.declarer is None or self.contract_bid is None or self.auction.closed:
            return self.auction
        return self.auction.add_call(self.declarer, self.contract_bid)

    @property
    def out(self) -> tuple[Player, ...]:
        """Those at the table who do not play: whoever sits out, then those who dropped out."""
        return (*(player for player in self.seats if player not in self.auction.seats), *self.dropped)

    @derived
    def active(self) -> tuple[Player, ...]:
        """Those who play, in order of turn; before the auction is over, those who bid."""
        out = self.out
        return tuple(player for player in self.seats if player not in out)

    @property
    def still_to_drop(self) -> int:
        """The number of players who must still drop out before the kitty is taken."""
        return self.rules.setting.drop_out - len(self.dropped)

    @derived
    def friends(self) -> tuple[Player, ...]:
        """The friends as far as the table knows, in the order they were found; nobody when the declarer is alone."""
        if self.result:
            return self.result.friends
        if self.call and self.call.kind == "player" and self.call.player is not None:
            return (self.call.player,)
        return tuple(dict.fromkeys(reveal.player for reveal in self.reveals))

    @derived
    def reveals(self) -> tuple[Reveal, ...]:
        """The reveals in order: by the cards, or by reports that no card contradicts."""
        if self.call is None or self.declarer is None or not (self.tricks or self.table or self.told):
            return ()
        if deciding := find_deciding_trick(self.rules, self.call):
            return reveal_by_trick(self.declarer, self.tricks, deciding)
        told = tuple(filter(self.known.may_be_true, self.told))
        return find_reveals(self.declarer, self.call.cards, self.tricks, self.table, told)

    @property
    def friend(self) -> Player | None:
        """The first friend as far as the table knows; None while nobody is, and when the declarer plays alone."""
        return next(iter(self.friends), None)

    @property
    def second_friend(self) -> Player | None:
        """The second friend as far as the table knows; there can be one with two packs."""
        return next(iter(self.friends[1:]), None)

    @derived
    def friend_known(self) -> bool:
        """Return whether the table knows who all friends are, or that there is none."""
        if self.result:
            return True
        if self.call is None:
            return False
        if self.call.kind == "card":
            return self.cards_open == 0
        return len(self.tricks) >= (find_deciding_trick(self.rules, self.call) or 0)

    @derived
    def cards_open(self) -> int:
        """The number of called cards that may still reveal a friend."""
        if self.call is None or self.call.kind != "card":
            return 0
        called = len(self.call.cards) or self.rules.setting.partners
        return called - len(self.reveals) - len(self.own_cards_called)

    @property
    def only_card_open(self) -> Card | None:
        """The called card that a reveal must be by; None when there are several, or nobody knows."""
        shown = {*(reveal.card for reveal in self.reveals), *self.own_cards_called}
        left = [card for card in self.call.cards if card not in shown] if self.call else []
        return left[0] if len(left) == 1 else None

    @derived
    def own_cards_called(self) -> tuple[Card, ...]:
        """The called cards of which every copy was seen to be the declarer's, so that they find no friend."""
        return tuple(filter(self.known.is_own, self.call.cards)) if self.call else ()

    @property
    def win_orders(self) -> int:
        """The number of orders to the friend to win a trick."""
        return len(self.ordered)

    @derived
    def conditions(self) -> Conditions:
        """The conditions of every question about a trick. There must be a contract."""
        return Conditions(self.rules, self.declaration.bid.trump)

    @derived
    def turn(self) -> Player | None:
        """The next to play: the declarer leads first, then the winner of each trick. None outside the play."""
        if self.phase != "play" or len(self.tricks) == self.rules.setting.tricks:
            return None
        if self.table:
            return next_player(self.active, self.table[-1].player)
        return self.tricks[-1].winner if self.tricks else self.declarer

    @derived
    def discards(self) -> tuple[Card, ...] | None:
        """The discards, once every other card was written down; None before."""
        return derive_discards(self.rules.setting, self.played)

    @derived
    def known(self) -> KnownCards:
        """The known owners of cards. There must be a declarer."""
        copies, declarer = self.rules.setting.copies, self.declaration.declarer
        return KnownCards(copies, declarer, self.tricks, self.table, self.kitty, self.discards, self.told)

    @property
    def is_made(self) -> bool:
        """Whether the declarer made the contract; False before the result."""
        bid, result = self.contract_bid, self.result
        return bid is not None and result is not None and is_made(self.rules, bid, result.points)

    @property
    def in_full(self) -> bool:
        """Return whether every card so far was written down."""
        return all(trick.plays for trick in self.tricks)

    @derived
    def offences(self) -> tuple[Offence, ...]:
        """The offences that the recorded cards prove so far, and those admitted with the result."""
        if self.declarer is None or self.call is None:
            return ()
        tricks = (*(trick.plays for trick in self.tricks), self.table)
        by_cards = prove_offences(self.conditions, self.declarer, tricks, self.call.cards)
        return (*by_cards, *find_false_friends(self.known), *list_admitted_offences(self, by_cards))

    @property
    def declaration(self) -> Declaration:
        """The declarer and the bid. Raises `RuleError` before there are both."""
        if self.declarer is None or self.contract_bid is None:
            raise RuleError(f"now.{self.phase}")
        return Declaration(self.declarer, self.contract_bid)

    @property
    def contract(self) -> Contract:
        """The bid and the call. Raises `RuleError` before a friend is called."""
        if self.call is None:
            raise RuleError(f"now.{self.phase}")
        return Contract(self.declaration.bid, self.call)

    def redeal(self, session: Session) -> "Hand":
        """Return the hand dealt again in `session`."""
        again = deal_unchecked(self.rules, session, self.seats)
        return replace(again, redeals=self.redeals + 1, spent=self.spent, fined=self.fined)


def deal(rules: Rules, session: Session, seats: tuple[Player, ...], circle: tuple[Player, ...] = ()) -> "Hand":
    """Return a new hand among `seats`, in order of turn.

    When the dealer or first bidder does not sit, the next in turn of the `circle` stands in, which is everyone in order
    of turn, absent players included. Where the dealer bids first, that is the dealer of this hand, even one whom people
    chose. Where the dealer sits out (pagat, Six players: second version) and would bid first, the next in turn does.

    Raises `RuleError` when the house rules contradict themselves or are for another number of seats, or when somebody
    has two.
    """
    refuse(check_rules(rules))
    seats = tuple(seats)
    refuse(check_seats(seats, rules.setting.seat_counts))
    return deal_unchecked(rules, session, seats, circle)


def deal_unchecked(
    rules: Rules, session: Session, seats: tuple[Player, ...], circle: tuple[Player, ...] = ()
) -> "Hand":
    """Return a new hand without checking the house rules. Until a hand was paid, the dealer bids first."""
    dealer = find_stand_in(seats, session.begins, circle)
    dealer_first = rules.first_bidder == "dealer" or session.first is None
    first = dealer if dealer_first else find_stand_in(seats, session.first, circle)
    out = players_after(seats, dealer)[len(seats) - rules.setting.sit_out :]
    bidding = tuple(player for player in seats if player not in out) if out else seats
    speaks = next(player for player in players_from(seats, first) if player in bidding)
    here = replace(session, begins=dealer, first=speaks)
    return Hand(rules, here, seats, Auction(rules, bidding, speaks))


def set_first_bidder(hand: "Hand", player: Player) -> "Hand":
    """Return a hand just dealt in which `player` bids first; for a player who sits out, the next in turn does."""
    bidding = hand.auction.seats
    speaks = next(seat for seat in players_from(hand.seats, player) if seat in bidding)
    return replace(hand, session=replace(hand.session, first=speaks), auction=Auction(hand.rules, bidding, speaks))

"""A hand of Mighty as far as it has been recorded, and which commands each of its phases takes."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from scorekeeper.cards import Card
from scorekeeper.codec import Frozen
from scorekeeper.errors import RuleError, refuse
from scorekeeper.games.decider import Phase, Waiting
from scorekeeper.games.game import Player, Situation
from scorekeeper.games.mighty import commands as c
from scorekeeper.games.mighty.auction import Auction
from scorekeeper.games.mighty.bids import Bid
from scorekeeper.games.mighty.calls import Call
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.discard import discarded
from scorekeeper.games.mighty.events import ResultRecorded
from scorekeeper.games.mighty.offences import Offence, false_friends, offences
from scorekeeper.games.mighty.payment import Contract, Outcome, settle
from scorekeeper.games.mighty.reveal import Reveal, by_first_trick, reveals
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.seen import Seen, Told
from scorekeeper.games.mighty.trick import Play, Trick
from scorekeeper.games.seats import check_seats, next_after, seated, turns_from
from scorekeeper.messages import N_
from scorekeeper.settlement import Settlement

PHASES: Mapping[str, Phase] = {
    "auction": Phase(N_("Auction"), (c.PlaceBid, c.Pass, c.ClaimRedeal, c.EnterContract, c.RecordHand), "now.auction"),
    "claim": Phase(N_("Redeal claimed"), (c.AcceptClaim, c.PlaceBid), "now.claim"),
    "drop": Phase(N_("Dropping out"), (c.NameCard, c.DropOut, c.ClaimRedeal, c.RecordHand), "now.drop"),
    "contract": Phase(
        N_("Kitty and contract"),
        (c.TakeKitty, c.ChangeContract, c.CallFriend, c.ClaimRedeal, c.RecordHand),
        "now.contract",
    ),
    "call": Phase(N_("Friend call"), (c.ChangeContract, c.CallFriend, c.RecordHand), "now.call"),
    "play": Phase(N_("Play"), (c.PlayCard, c.RecordTrick, c.RevealFriend, c.GiveWinOrder, c.RecordResult), "now.play"),
    "complete": Phase(N_("Finished"), (), "now.complete"),
}
"""By key, in the order a hand goes through them.

"claim" only occurs where a bid of 20 may answer a claim, "drop" where some of those who bid do not play.
"""


class Shown(NamedTuple):
    """The hand that a player laid open to claim a redeal."""

    player: Player
    cards: tuple[Card, ...]


class Named(NamedTuple):
    """A card that the declarer named, and who held it; None when nobody did."""

    card: Card
    holder: Player | None


class Hand(Frozen):
    """One hand: immutable, and everything that can be derived is. Every event makes another, which a struct does fast.

    `seats` are all whom it was dealt among, in order of turn, also who sits out; those who play are `active`.
    `named` are the cards that the declarer named for their holders to drop out, `dropped` who did.
    `shown` is the hand that the last claim of a redeal was made with, before this deal or in it.
    `contract_bid` is the contract as it stands; `contract_changed` whether it was changed at this side of
    the kitty. `told` is who was said to be a friend, without the card being written down. `table` are the cards of the
    trick in progress, where cards are written down, and `played` how many copies of each card were.
    """

    rules: Rules
    situation: Situation
    seats: tuple[Player, ...]
    auction: Auction
    redeals: int = 0
    claimer: Player | None = None
    shown: Shown | None = None
    declarer: Player | None = None
    contract_bid: Bid | None = None
    contract_changed: bool = False
    named: tuple[Named, ...] = ()
    dropped: tuple[Player, ...] = ()
    kitty_taken: bool = False
    kitty: tuple[Card, ...] = ()
    call: Call | None = None
    told: tuple[Told, ...] = ()
    tricks: tuple[Trick, ...] = ()
    table: tuple[Play, ...] = ()
    played: Mapping[Card, int] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    win_orders: int = 0
    result: ResultRecorded | None = None

    @property
    def phase(self) -> str:
        """Where the hand is: a key of `PHASES`."""
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

    @property
    def out(self) -> tuple[Player, ...]:
        """Those at the table who do not play: whoever sits out, then those who dropped out."""
        return (*(player for player in self.seats if player not in self.auction.seats), *self.dropped)

    @property
    def active(self) -> tuple[Player, ...]:
        """Those who play, in order of turn; before the auction is over, those who bid."""
        out = self.out
        return tuple(player for player in self.seats if player not in out)

    @property
    def still_to_drop(self) -> int:
        """How many more must drop out before the kitty is taken."""
        return self.rules.setting.drop_out - len(self.dropped)

    @property
    def friends(self) -> tuple[Player, ...]:
        """The friends as far as the table knows, in the order they were found; nobody when the declarer is alone."""
        if self.result:
            return self.result.friends
        if self.call and self.call.kind == "player" and self.call.player is not None:
            return (self.call.player,)
        return tuple(dict.fromkeys(reveal.player for reveal in self.reveals))

    @property
    def reveals(self) -> tuple[Reveal, ...]:
        """How the friends were found, in order: by the cards, or by what was said as long as no card contradicts it."""
        if self.call is None or self.declarer is None:
            return ()
        if self.call.kind == "first_trick":
            return by_first_trick(self.declarer, self.tricks)
        told = tuple(filter(self.seen.stands, self.told))
        return reveals(self.declarer, self.call.cards, self.tricks, self.table, told)

    @property
    def friend(self) -> Player | None:
        """The first friend as far as the table knows; None while nobody is, and when the declarer plays alone."""
        return next(iter(self.friends), None)

    @property
    def second_friend(self) -> Player | None:
        """The second friend as far as the table knows; there can be one with two packs."""
        return next(iter(self.friends[1:]), None)

    @property
    def friend_known(self) -> bool:
        """Whether the table knows who all friends are, or that there is none."""
        if self.result:
            return True
        if self.call is None:
            return False
        if self.call.kind == "card":
            return self.cards_open == 0
        return self.call.kind != "first_trick" or bool(self.tricks)

    @property
    def cards_open(self) -> int:
        """How many called cards have not shown yet whose friend they find, and may still do so."""
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

    @property
    def own_cards_called(self) -> tuple[Card, ...]:
        """The called cards of which every copy was seen to be the declarer's, so that they find no friend."""
        return tuple(filter(self.seen.is_own, self.call.cards)) if self.call else ()

    @property
    def conditions(self) -> Conditions:
        """What every question about a trick is asked under. There must be a contract."""
        assert self.contract_bid is not None
        return Conditions(self.rules, self.contract_bid.trump)

    @property
    def turn(self) -> Player | None:
        """Who plays the next card: the declarer leads first, then whoever won. None before the play and after it."""
        if self.phase != "play" or len(self.tricks) == self.rules.setting.tricks:
            return None
        if self.table:
            return next_after(self.active, self.table[-1].player)
        return self.tricks[-1].winner if self.tricks else self.declarer

    @property
    def discards(self) -> tuple[Card, ...] | None:
        """What the declarer discarded, once every other card was written down; None before."""
        return discarded(self.rules.setting, self.played)

    @property
    def seen(self) -> Seen:
        """What shows whose the cards are. There must be a contract."""
        assert self.declarer is not None
        copies = self.rules.setting.copies
        return Seen(copies, self.declarer, self.tricks, self.table, self.kitty, self.discards, self.told)

    @property
    def in_full(self) -> bool:
        """Whether every card so far was written down."""
        return all(trick.plays for trick in self.tricks)

    @property
    def offences(self) -> tuple[Offence, ...]:
        """What the cards written down prove so far."""
        if self.declarer is None or self.call is None:
            return ()
        tricks = (*(trick.plays for trick in self.tricks), self.table)
        return (*offences(self.conditions, self.declarer, tricks, self.call.cards), *false_friends(self.seen))

    @property
    def contract(self) -> Contract | None:
        """What is played for, once the friend is called."""
        return Contract(self.contract_bid, self.call) if self.contract_bid and self.call else None

    @property
    def settlement(self) -> Settlement[Player] | None:
        """The payment of a complete hand, None before."""
        return preview(self, self.result) if self.result and self.contract else None


def deal(rules: Rules, situation: Situation, seats: tuple[Player, ...]) -> Hand:
    """A new hand. For a dealer or first speaker who is not at the table, the next to join the table does it.

    Where the dealer bids first, that is whoever deals this hand, also when people overruled who that is. Where the
    dealer sits out (S0, Six players: second version) and would speak first, the next in turn does.

    Raises `RuleError` when the house rules are for another number of seats, or somebody has two.
    """
    refuse(check_seats(seats, rules.setting.seat_counts))
    dealer = seated(seats, situation.dealer)
    first = dealer if rules.first_bidder == "dealer" else seated(seats, situation.first)
    out = turns_from(seats, dealer)[: rules.setting.sit_out]
    bidding = tuple(player for player in seats if player not in out)
    speaks = next(player for player in turns_from(seats, first) if player in bidding)
    here = Situation(dealer, speaks, situation.tokens_spent)
    return Hand(rules, here, seats, Auction(rules, bidding, speaks))


def waiting(hand: Hand) -> Waiting:
    """Who is expected to act, and the commands that are possible. A redeal may be claimed by others as well."""
    commands = PHASES[hand.phase].commands
    match hand.phase:
        case "auction":
            turn = hand.auction.turn
            return Waiting(() if turn is None else (turn,), commands)
        case "claim":
            return Waiting(tuple(player for player in hand.active if player != hand.claimer), commands)
        case "play":
            return Waiting(hand.active if hand.turn is None or not hand.table else (hand.turn,), commands)
        case "complete":
            return Waiting((), ())
        case _:
            assert hand.declarer is not None
            return Waiting((hand.declarer,), commands)


def outcome_of(hand: Hand, result: ResultRecorded) -> Outcome[Player]:
    """`result` with everyone's side. The hand must have a declarer."""
    assert hand.declarer is not None
    makers = (hand.declarer, *result.friends)
    defenders = tuple(player for player in hand.active if player not in makers)
    return Outcome(result.points, hand.declarer, result.friend, defenders, result.buried, result.second_friend)


def preview(hand: Hand, result: ResultRecorded) -> Settlement[Player]:
    """What the hand pays if it ends with `result`. Raises `RuleError` if it cannot, or no friend is called yet."""
    if hand.contract is None:
        raise RuleError(PHASES[hand.phase].refusal)
    return settle(rules_for(hand, result), hand.contract, outcome_of(hand, result))


def rules_for(hand: Hand, result: ResultRecorded) -> Rules:
    """The house rules that `result` is held against.

    A declarer whom the cards have shown to be alone is paid as that, also where it is not allowed: `Hand.offences`
    tells it.
    """
    alone = hand.friend_known and not result.friends
    return replace(hand.rules, secret_solo=True) if alone else hand.rules

"""A hand of Mighty as far as it has been recorded, and which commands each of its phases takes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.games.game import Player, Situation
from scorekeeper.games.mighty import commands as c
from scorekeeper.games.mighty.auction import Auction
from scorekeeper.games.mighty.bids import Bid
from scorekeeper.games.mighty.calls import Call
from scorekeeper.games.mighty.events import ResultRecorded
from scorekeeper.games.mighty.payment import Contract, Outcome, settle
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.seats import seated
from scorekeeper.messages import N_
from scorekeeper.settlement import Settlement


class Phase(NamedTuple):
    """A part of the hand: its name, the commands that it takes, and the refusal of all others."""

    label: str
    commands: tuple[type[c.Command], ...]
    refusal: str


PHASES: Mapping[str, Phase] = {
    "auction": Phase(
        N_("Auction"),
        (c.PlaceBid, c.Pass, c.ClaimRedeal, c.EnterContract, c.RecordHand),
        "now.auction",
    ),
    "claim": Phase(
        N_("Redeal claimed"),
        (c.AcceptClaim, c.PlaceBid),
        "now.claim",
    ),
    "contract": Phase(
        N_("Kitty and contract"),
        (c.TakeKitty, c.ChangeContract, c.CallFriend, c.ClaimRedeal, c.RecordHand),
        "now.contract",
    ),
    "call": Phase(
        N_("Friend call"),
        (c.ChangeContract, c.CallFriend, c.RecordHand),
        "now.call",
    ),
    "play": Phase(
        N_("Play"),
        (c.RecordTrick, c.RevealFriend, c.GiveWinOrder, c.RecordResult),
        "now.play",
    ),
    "complete": Phase(
        N_("Finished"),
        (),
        "now.complete",
    ),
}
"""By key, in the order a hand goes through them. "claim" only occurs where a bid of 20 may answer a claim."""


class Shown(NamedTuple):
    """The hand that a player laid open to claim a redeal."""

    player: Player
    cards: tuple[Card, ...]


class Trick(NamedTuple):
    """Who won a trick, and how many of its cards are points."""

    winner: Player
    points: int


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand: immutable, and everything that can be derived is.

    `shown` is the hand that the last claim of a redeal was made with, before this deal or in it.
    `contract_bid` is the contract as it stands; `contract_changed` whether it was changed at this side of
    the kitty. `revealed` is the friend who played the called card or announced it.
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
    kitty_taken: bool = False
    kitty: tuple[Card, ...] = ()
    call: Call | None = None
    revealed: Player | None = None
    tricks: tuple[Trick, ...] = ()
    win_order_given: bool = False
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
        return "call" if self.kitty_taken else "contract"

    @property
    def friend(self) -> Player | None:
        """The friend as far as the table knows; None while nobody is, and when the declarer plays alone."""
        if self.result:
            return self.result.friend
        if self.call and self.call.kind == "player":
            return self.call.player
        if self.call and self.call.kind == "first_trick" and self.tricks:
            return self.tricks[0].winner if self.tricks[0].winner != self.declarer else None
        return self.revealed

    @property
    def friend_known(self) -> bool:
        """Whether the table knows who the friend is, or that there is none."""
        if self.result or self.revealed is not None or self.called_card_in_kitty:
            return True
        if self.call is None or self.call.kind == "card":
            return False
        return self.call.kind != "first_trick" or bool(self.tricks)

    @property
    def called_card_in_kitty(self) -> bool:
        """Whether everyone has seen that nobody else can hold the called card."""
        return self.call is not None and self.call.card in self.kitty

    @property
    def contract(self) -> Contract | None:
        """What is played for, once the friend is called."""
        return Contract(self.contract_bid, self.call) if self.contract_bid and self.call else None

    @property
    def settlement(self) -> Settlement[Player] | None:
        """The payment of a complete hand, None before."""
        return preview(self, self.result) if self.result and self.contract else None


def deal(rules: Rules, situation: Situation, seats: tuple[Player, ...]) -> Hand:
    """A new hand. For a dealer or first speaker who does not sit, the next to join the table does it.

    Where the dealer bids first, that is whoever deals this hand, also when people overruled who that is.
    """
    dealer = seated(seats, situation.dealer)
    first = dealer if rules.first_bidder == "dealer" else seated(seats, situation.first)
    here = Situation(dealer, first, situation.tokens_spent)
    return Hand(rules, here, seats, Auction(rules, seats, first))


def outcome(hand: Hand, result: ResultRecorded) -> Outcome[Player]:
    """`result` with everyone's side. The hand must have a declarer."""
    assert hand.declarer is not None
    defenders = tuple(player for player in hand.seats if player not in (hand.declarer, result.friend))
    return Outcome(result.points, hand.declarer, result.friend, defenders, result.buried)


def preview(hand: Hand, result: ResultRecorded) -> Settlement[Player]:
    """What the hand pays if it ends with `result`. Raises `RuleError` if it cannot; the friend must be called."""
    assert hand.contract is not None
    return settle(hand.rules, hand.contract, outcome(hand, result))

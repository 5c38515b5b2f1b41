"""What happened in a hand of Mighty. Events name players by number, so that they can be replayed in another deal."""

from typing import Literal

from scorekeeper.cards import Card, Suit
from scorekeeper.codec import Frozen, tagged
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.bids import Bid
from scorekeeper.games.mighty.calls import Call
from scorekeeper.games.mighty.pack import Buried


class Event(Frozen, tag=tagged("mighty")):
    """A fact about the hand. Folding it checks nothing."""


class BidPlaced(Event):
    """A bid in the auction."""

    player: Player
    bid: Bid


class Passed(Event):
    """A pass in the auction."""

    player: Player


class RedealClaimed(Event):
    """A player asked for a new deal and showed `cards`, when they were written down."""

    player: Player
    cards: tuple[Card, ...] | None = None

    @property
    def variant(self) -> str:
        """The history tells the cards that everyone saw."""
        return "" if self.cards is None else "_with"


class ClaimBlocked(Event):
    """`player` answered the claim of `claimer` with a bid of 20, so that the auction goes on."""

    claimer: Player
    player: Player
    bid: Bid


class HandThrownIn(Event):
    """The cards were dealt anew, by `dealer`, with `first` to speak. `token` is the player who spent one for it."""

    reason: Literal["claim", "all_passed"]
    dealer: Player
    first: Player
    token: Player | None = None


class ContractEntered(Event):
    """The outcome of the auction, written down without its last calls."""

    declarer: Player
    bid: Bid


class CardNamed(Event):
    """The declarer named a card for its holder to drop out; None when nobody holds it."""

    card: Card
    holder: Player | None = None

    @property
    def variant(self) -> str:
        """The history tells who held it."""
        return "" if self.holder is not None else "_undealt"


class PlayerDroppedOut(Event):
    """A player dropped out after the auction, written down without the card that was named."""

    player: Player


class KittyTaken(Event):
    """The declarer took the kitty; `cards` are all of it where it was exposed and written down."""

    cards: tuple[Card, ...] | None = None

    @property
    def variant(self) -> str:
        """The history tells the cards that everyone saw."""
        return "" if self.cards is None else "_exposed"


class ContractChanged(Event):
    """The contract was raised to `bid` or its trumps changed."""

    bid: Bid


class FriendCalled(Event):
    """The declarer chose how the friend is found."""

    call: Call


class CardPlayed(Event):
    """A card was played. Who wins the trick and who is revealed by it follow from the cards."""

    player: Player
    card: Card
    suit: Suit | None = None
    calls_joker: bool = False

    @property
    def variant(self) -> str:
        """The history tells what the leader said with the card."""
        return "_naming" if self.suit else "_calling" if self.calls_joker else ""


class TrickRecorded(Event):
    """A trick was won, with `points` in it."""

    winner: Player
    points: int


class FriendRevealed(Event):
    """`player` turned out to be a friend, by the called card or by announcing it; `card` is which, of two."""

    player: Player
    announced: bool = False
    card: Card | None = None


class WinOrderGiven(Event):
    """The declarer told the friend to win a trick."""


class ResultRecorded(Event):
    """The hand is over."""

    points: int
    friend: Player | None = None
    buried: frozenset[Buried] = frozenset()
    joker_holder: Player | None = None
    second_friend: Player | None = None

    @property
    def friends(self) -> tuple[Player, ...]:
        """Everyone on the declarer's side but the declarer."""
        return tuple(friend for friend in (self.friend, self.second_friend) if friend is not None)


Events = (
    BidPlaced
    | Passed
    | RedealClaimed
    | ClaimBlocked
    | HandThrownIn
    | ContractEntered
    | CardNamed
    | PlayerDroppedOut
    | KittyTaken
    | ContractChanged
    | FriendCalled
    | CardPlayed
    | TrickRecorded
    | FriendRevealed
    | WinOrderGiven
    | ResultRecorded
)

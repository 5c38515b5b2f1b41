"""What people ask of a hand of Mighty. `decide` answers with events or refuses."""

from scorekeeper.cards import Card, Suit
from scorekeeper.codec import Frozen, tagged
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.bids import Bid
from scorekeeper.games.mighty.calls import Call
from scorekeeper.games.mighty.pack import Buried


class Command(Frozen, tag=tagged("mighty")):
    """Asks for a change of the hand."""


class PlaceBid(Command):
    """Bid in the auction; or answer a claim of a redeal with a bid of 20, where the house rules let it."""

    player: Player
    bid: Bid


class Pass(Command):
    """Leave the auction."""

    player: Player


class EnterContract(Command):
    """Short cut: how the auction ended, without its calls or without the rest of them.

    `out` are those who dropped out after it, as far as they are known.
    """

    declarer: Player
    bid: Bid
    out: tuple[Player, ...] = ()


class ClaimRedeal(Command):
    """Ask for a new deal; `cards` is the hand shown for it, None when the table has looked at it itself."""

    player: Player
    cards: tuple[Card, ...] | None = None


class AcceptClaim(Command):
    """Nobody answers the claim with a bid of 20."""


class NameCard(Command):
    """The declarer names a card, whose holder drops out; None when nobody holds it and another must be named."""

    card: Card
    holder: Player | None = None


class DropOut(Command):
    """Short cut: who drops out, without the card that was named."""

    player: Player


class TakeKitty(Command):
    """The declarer takes the kitty; `cards` are all of it where it is exposed."""

    cards: tuple[Card, ...] | None = None


class ChangeContract(Command):
    """Raise the contract or change its trumps: at the price before the kitty until it is taken, then at that after."""

    bid: Bid


class CallFriend(Command):
    """Choose how the friend is found. It implies that the kitty was taken."""

    call: Call


class PlayCard(Command):
    """Play a card to the trick.

    `suit` is the one that the leader of the joker names, None for any card; `calls_joker` is whether the leader of
    the joker call calls the joker.
    """

    player: Player
    card: Card
    suit: Suit | None = None
    calls_joker: bool = False


class RecordTrick(Command):
    """Who won the next trick and how many of its cards are points."""

    winner: Player
    points: int


class RevealFriend(Command):
    """`player` has played the called card, or has announced it on winning points; `card` says which, of two."""

    player: Player
    announced: bool = False
    card: Card | None = None


class GiveWinOrder(Command):
    """The declarer tells the friend to win this trick."""


class RecordResult(Command):
    """How the play ended: all points of the declarer's side, the friends, and what matters of the discards.

    With two packs there may be a `second_friend`, found after the first. `joker_holder` is who was dealt
    the joker or took it from the kitty; asked where that player deals next.
    """

    points: int
    friend: Player | None = None
    buried: frozenset[Buried] = frozenset()
    joker_holder: Player | None = None
    second_friend: Player | None = None


class RecordHand(Command):
    """A whole hand at once: the contract as it was played, who was `out`, the call and the result."""

    declarer: Player
    bid: Bid
    call: Call
    points: int
    friend: Player | None = None
    buried: frozenset[Buried] = frozenset()
    joker_holder: Player | None = None
    second_friend: Player | None = None
    out: tuple[Player, ...] = ()


Commands = (
    PlaceBid
    | Pass
    | EnterContract
    | ClaimRedeal
    | AcceptClaim
    | NameCard
    | DropOut
    | TakeKitty
    | ChangeContract
    | CallFriend
    | PlayCard
    | RecordTrick
    | RevealFriend
    | GiveWinOrder
    | RecordResult
    | RecordHand
)

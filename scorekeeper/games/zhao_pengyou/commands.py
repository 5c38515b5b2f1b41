"""What people ask of a hand of Zhao Pengyou. `decide` answers with events or refuses."""

from scorekeeper.cards import Card, Suit
from scorekeeper.codec import Frozen, tagged
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.calls import Call
from scorekeeper.games.zhao_pengyou.promotion import Side


class Command(Frozen, tag=tagged("zhao_pengyou")):
    """Asks for a change of the hand."""


class ExposeCards(Command):
    """Lay identical cards open to make trumps, overcall or defend; `cards` are all that then lie there."""

    player: Player
    cards: tuple[Card, ...]


class TakeBack(Command):
    """The player who was just overcalled does not defend."""

    player: Player


class EndDeal(Command):
    """All cards are dealt, and nobody exposes any more."""


class TurnKitty(Command):
    """Nobody made trumps, and the kitty is turned up: `cards` in the order in which they were."""

    cards: tuple[Card, ...]


class EnterTrumps(Command):
    """Short cut: who became trump maker, and the trump suit, None at the level of the joker."""

    maker: Player
    suit: Suit | None


class BuryKitty(Command):
    """The trump maker takes the kitty and discards as many; `cards` are the discards where they are written down."""

    cards: tuple[Card, ...] | None = None


class CallFriends(Command):
    """The trump maker calls cards; None when nobody writes down which. It implies that the kitty was buried."""

    calls: tuple[Call, ...] | None


class PlayCards(Command):
    """Play to the trick, or lead to the next."""

    player: Player
    cards: tuple[Card, ...]


class BeatThrow(Command):
    """Show at once the cards that beat a part of the throw that was led."""

    player: Player
    cards: tuple[Card, ...]


class RecordTrick(Command):
    """Who won a trick and how many card points are in it: that in progress, or else the next or a later one.

    Tricks before it may have been left out; the winner leads to the next.
    """

    winner: Player
    points: int


class RecordThrow(Command):
    """A throw of `player` was beaten, and so many cards were taken back.

    It is said when it happens or at any time later in the play; a throw on the table is met with `BeatThrow`.
    """

    player: Player
    taken_back: int = 0


class RevealFriend(Command):
    """`player` has played the called copy, in a trick that is recorded already, or will be, or never is."""

    player: Player
    call: Call


class RecordResult(Command):
    """How the play ended: the friends, the points in the defenders' tricks, the last trick, the points in the kitty."""

    friends: tuple[Player, ...]
    points: int
    last_trick: Side
    kitty_points: int = 0


class RecordHand(Command):
    """A whole hand at once: trumps, calls where they are written down, and the result."""

    maker: Player
    suit: Suit | None
    friends: tuple[Player, ...]
    points: int
    last_trick: Side
    kitty_points: int = 0
    calls: tuple[Call, ...] | None = None


Commands = (
    ExposeCards
    | TakeBack
    | EndDeal
    | TurnKitty
    | EnterTrumps
    | BuryKitty
    | CallFriends
    | PlayCards
    | BeatThrow
    | RecordTrick
    | RecordThrow
    | RevealFriend
    | RecordResult
    | RecordHand
)

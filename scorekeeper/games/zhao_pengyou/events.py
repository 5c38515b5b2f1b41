"""What happened in a hand of Zhao Pengyou. Events name players by number, so that they can be replayed."""

from scorekeeper.cards import Card, Suit
from scorekeeper.codec import Frozen, tagged
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.calls import Call
from scorekeeper.games.zhao_pengyou.promotion import Side


class Event(Frozen, tag=tagged("zhao_pengyou")):
    """A fact about the hand. Folding it checks nothing."""


class CardsExposed(Event):
    """Cards were laid open to make trumps; `cards` are all that then lay there."""

    player: Player
    cards: tuple[Card, ...]


class CardsTakenBack(Event):
    """The player who was overcalled did not defend."""

    player: Player


class DealEnded(Event):
    """Nobody has made trumps, and the kitty decides."""


class HandThrownIn(Event):
    """Nobody has made trumps, and the cards were dealt again."""


class KittyTurned(Event):
    """The kitty was turned up to decide trumps."""

    cards: tuple[Card, ...]


class TrumpsMade(Event):
    """Who is trump maker, and the trump suit, None where there is none; the rank is the maker's level."""

    maker: Player
    suit: Suit | None


class KittyBuried(Event):
    """The trump maker took the kitty and discarded; `cards` are the discards where they were written down."""

    cards: tuple[Card, ...] | None = None


class FriendsCalled(Event):
    """The trump maker called cards; None when nobody wrote down which."""

    calls: tuple[Call, ...] | None


class CardsPlayed(Event):
    """Cards were led, or played to the trick."""

    player: Player
    cards: tuple[Card, ...]


class ThrowBeaten(Event):
    """A throw of `player` was beaten and so many cards of it taken back.

    `left` is what stayed of it, nothing where that was the end of the play; None when no cards are written down.
    """

    player: Player
    taken_back: int
    left: tuple[Card, ...] | None = None


class TrickRecorded(Event):
    """A trick was won, with `points` in it."""

    winner: Player
    points: int


class FriendRevealed(Event):
    """`player` has played the called copy; it may be the trump maker."""

    player: Player
    call: Call


class ResultRecorded(Event):
    """The hand is over."""

    friends: tuple[Player, ...]
    points: int
    last_trick: Side
    kitty_points: int = 0


Events = (
    CardsExposed
    | CardsTakenBack
    | DealEnded
    | HandThrownIn
    | KittyTurned
    | TrumpsMade
    | KittyBuried
    | FriendsCalled
    | CardsPlayed
    | ThrowBeaten
    | TrickRecorded
    | FriendRevealed
    | ResultRecorded
)

"""Friend calls as values: how the declarer chooses a partner, or plays alone."""

from dataclasses import dataclass
from typing import Any, Literal, Self

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import RuleError
from scorekeeper.games.game import Player
from scorekeeper.values import text_value

CallKind = Literal["card", "first_trick", "player", "none"]


@text_value
@dataclass(frozen=True)
class Call:
    """What the declarer says after the exchange (S0, Exchanging cards and calling a partner).

    The friend is the holder of `card` (None when nobody wrote down which), the winner of the first trick,
    or `player`; "none" is the announced "no friend". `suit` is the suit asked of the friend at 20NT.
    With two packs two cards are called: those who play their first copies are the friends, and `second` is
    the other card.
    """

    kind: CallKind
    card: Card | None = None
    player: Player | None = None
    suit: Suit | None = None
    second: Card | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The called cards that were written down."""
        return tuple(card for card in (self.card, self.second) if card)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "SA", "SA+HK", "card", "first_trick", "none", "player:3", each with ">H" for a suit asked of the friend.

        Raises `RuleError` ``call.malformed`` with the text.
        """
        called, asks, suit = text.strip().partition(">")
        try:
            return cls(**read_called(called), suit=Suit.parse(suit) if asks else None)
        except (RuleError, ValueError):
            raise RuleError("call.malformed", text=text) from None

    def __str__(self) -> str:
        named = "+".join(map(str, self.cards))
        called = named or (f"player:{self.player}" if self.kind == "player" else self.kind)
        return f"{called}>{self.suit}" if self.suit else called


def read_called(text: str) -> dict[str, Any]:
    """What is called, without the suit asked for. Raises `RuleError` or `ValueError` when it is none of these."""
    match text.partition(":"):
        case "card" | "first_trick" | "none" as kind, "", "":
            return {"kind": kind}
        case "player", ":", number:
            return {"kind": "player", "player": int(number)}
        case _:
            card, both, second = text.partition("+")
            return {"kind": "card", "card": Card.parse(card), "second": Card.parse(second) if both else None}

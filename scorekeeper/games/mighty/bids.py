"""Bids as values: a number of points and a trump suit, or no-trump. Whose turn it is belongs to the auction."""

import re
from dataclasses import dataclass
from typing import Self

from scorekeeper.cards import Suit
from scorekeeper.errors import RuleError
from scorekeeper.values import text_value

TRUMPS: tuple[Suit | None, ...] = (*Suit, None)
"""What may be trumps, in the order it is shown; None is no-trump."""

WRITTEN = re.compile(r"(\d{1,2}) ?(NT|[SHDC♠♥♦♣])", re.ASCII)


@text_value
@dataclass(frozen=True)
class Bid:
    """A promise of `level` points with `trump`, which is None for no-trump: ``Bid(16, Suit.HEARTS)``."""

    level: int
    trump: Suit | None

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
        """As people write it: "16♥", "16NT"."""
        return f"{self.level}{self.trump.symbol if self.trump else 'NT'}"

    def __str__(self) -> str:
        return f"{self.level}{self.trump or 'NT'}"

"""Calls as values: a card, and which of its copies makes a friend."""

import re
from dataclasses import dataclass
from typing import Literal, Self

from scorekeeper.cards import Card
from scorekeeper.errors import RuleError
from scorekeeper.values import text_value

Copy = int | Literal["other"]
"""1 for the first of a card's copies to be played, 2 for the second; or the one that the trump maker does not hold."""

WRITTEN = re.compile(r"(.+)#(other|[0-9]{1,3})")


@text_value
@dataclass(frozen=True)
class Call:
    """What the trump maker says: ``Call(Card.parse("SA"), 1)`` for the first ace of spades."""

    card: Card
    copy: Copy

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "SA#1", "♠A#2", "SA#other". Raises `RuleError` ``call.malformed`` with the text."""
        written = WRITTEN.fullmatch(text.strip().lower())
        if written is None:
            raise RuleError("call.malformed", text=text)
        card, copy = written.groups()
        try:
            return cls(Card.parse(card), "other" if copy == "other" else int(copy))
        except RuleError:
            raise RuleError("call.malformed", text=text) from None

    @property
    def symbol(self) -> str:
        """As people write it: "♠A#1"."""
        return f"{self.card.symbol}#{self.copy}"

    def __str__(self) -> str:
        return f"{self.card}#{self.copy}"

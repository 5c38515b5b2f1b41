"""Telling where in a document something is, and what stands there, in a few words."""

from collections.abc import Mapping
from typing import Any

import msgspec

from scorekeeper.export.differences import ABSENT, Path
from scorekeeper.export.document import LARGEST
from scorekeeper.messages import Message, message

LONGEST_SHOWN = 60
"""A value may be as long as the file; a sentence is not."""


def place(path: Path, names: Mapping[int, str]) -> Message:
    """A path in words: ("hands", 6, "amounts", "2") is the payment of player 2 in hand 7."""
    match path:
        case (str() as part, "count"):
            return message("place.count", field=part)
        case ("hands", int() as index, "amounts" | "balances" as kind, str() as player):
            code = "place.payment" if kind == "amounts" else "place.balance"
            return message(code, number=index + 1, name=name_of(player, names))
        case ("hands", int() as index, "steps", int() as step, *_):
            return message("place.step", number=index + 1, step=step + 1)
        case ("hands", int() as index, *rest):
            return message("place.hand", number=index + 1, field=dotted(rest))
        case ("adjustments", int() as index, "amounts" | "balances" as kind, str() as player):
            code = "place.adjustment_payment" if kind == "amounts" else "place.adjustment_balance"
            return message(code, number=index + 1, name=name_of(player, names))
        case ("adjustments", int() as index, *rest):
            return message("place.adjustment", number=index + 1, field=dotted(rest))
        case ("totals", str() as player):
            return message("place.total", name=name_of(player, names))
        case ("players", int() as index, *rest):
            return message("place.player", number=index + 1, field=dotted(rest))
        case _:
            return message("place.other", field=dotted(path))


def name_of(player: str, names: Mapping[int, str]) -> str:
    """A player by name, or by number when nobody has it."""
    return names.get(int(player), player)


def dotted(path: Path | list[str | int]) -> str:
    """What is left of a path, as programs write it."""
    return brief(".".join(str(key) for key in path))


def shown(value: Any) -> Any:
    """A value of JSON for a sentence: numbers and words as they are, the rest as JSON, nothing too long."""
    if value is ABSENT or value is None:
        return message("place.nothing")
    if type(value) is int and abs(value) <= LARGEST:
        return value
    return brief(value if isinstance(value, str) else msgspec.json.encode(value).decode())


def brief(text: str) -> str:
    """`text`, cut where it gets long."""
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"

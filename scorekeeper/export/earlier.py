"""Documents of schema 1, which held events and what followed from them: what is read of them, and compared."""

from datetime import datetime
from typing import Any, ClassVar

import msgspec

from scorekeeper.codec import Frozen, encode
from scorekeeper.errors import RuleError
from scorekeeper.export.document import Amount, Amounts, Number, Whole
from scorekeeper.table.earlier import moves_from_events
from scorekeeper.table.state import TableState


class ActionPart(Frozen):
    """One recorded action: the events that it led to, each of which took a version."""

    version: Whole
    at: str
    player: Number | None
    events: tuple[msgspec.Raw, ...]

    @property
    def size(self) -> int:
        """How many versions it took."""
        return len(self.events)


class TablePart(Frozen):
    """The table at the end of the log."""

    game: str
    preset: str
    seating: tuple[Number, ...]
    hand_limit: Whole | None
    closed: bool


class PlayerPart(Frozen):
    """A player, present or gone home."""

    number: Number
    name: str
    start: Amount
    present: bool


class HandPart(Frozen):
    """A hand that is over."""

    number: Whole
    at: str
    seats: tuple[Number, ...]
    amounts: Amounts
    balances: Amounts
    voided: str | None
    corrections: Whole


class AdjustmentPart(Frozen):
    """Balances changed by hand."""

    after_hand: Whole
    at: str
    reason: str
    penalized: Number | None
    amounts: Amounts
    balances: Amounts


class Document(Frozen):
    """The whole file. What else stood in one was told in words that are no longer used."""

    edition: ClassVar[int] = 1

    exported: datetime
    table: TablePart
    players: tuple[PlayerPart, ...]
    log: tuple[ActionPart, ...]
    hands: tuple[HandPart, ...]
    adjustments: tuple[AdjustmentPart, ...]
    totals: Amounts


NAMES_NOW = {"amounts": "gains", "balances": "standings"}


def figures(document: Document, computed: dict[str, Any]) -> dict[str, Any]:
    """What a document says of people and points, under the names of today.

    Whoever sat down later stood in every line from the first, with what they began with; where it is not among what is
    `computed`, that is left out.
    """
    told = msgspec.json.decode(encode(document))
    start = {str(player["number"]): player.pop("start") for player in told["players"]}
    for part in ("hands", "adjustments"):
        told[part] = [{NAMES_NOW.get(name, name): value for name, value in line.items()} for line in told[part]]
        for line, now in zip(told[part], computed[part], strict=False):
            line["standings"] = {
                player: value
                for player, value in line["standings"].items()
                if player in now["standings"] or value != start.get(player)
            }
    return {**told, "sheets": []}


def read_moves(part: ActionPart, state: TableState | None) -> tuple[Any, ...]:
    """The moves behind an action at a table. Raises as `moves_from_events` does for events that nobody recorded."""
    events = [msgspec.json.decode(event) for event in part.events]
    kinds = [event["type"] for event in events]
    joined = [event["player"] for event in events if event["type"] == "table.player_joined"]
    first = len(state.people) + 1 if state else 1
    opens = kinds[0] == "table.table_created"
    in_order = joined == list(range(first, first + len(joined)))
    if opens is not (state is None) or not in_order or not came_together(*kinds):
        raise RuleError("move.unknown")
    return moves_from_events(state, part.events)


def came_together(first: str, *more: str) -> bool:
    """Whether one command led to events of these types: a table with its people, else one event or a game's own."""
    if first == "table.table_created":
        return set(more) <= {"table.player_joined", "table.hands_limited"}
    return not more if first.startswith("table.") else not any(kind.startswith("table.") for kind in more)

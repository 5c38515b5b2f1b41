"""Documents of schema 1, which held events and what followed from them: what is read of them, and compared."""

from datetime import datetime
from typing import Annotated, Any, ClassVar

import msgspec

from scorekeeper.codec import Frozen, encode
from scorekeeper.store import StoredAction
from scorekeeper.version_0.events import SCHEMA

LARGEST = 10**15
Whole = Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]
Amount = Whole | Annotated[str, msgspec.Meta(pattern=r"^-?[0-9]{1,16}/[0-9]{1,16}$")]
Number = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Amounts = dict[Number, Amount]


class OldAction(Frozen):
    """One recorded action: the events that it led to, each of which took a version."""

    version: Whole
    at: str
    player: Number | None
    events: tuple[msgspec.Raw, ...]

    @property
    def size(self) -> int:
        """How many versions it took."""
        return len(self.events)


class OldTable(Frozen):
    """The table at the end of the log."""

    game: str
    preset: str
    seating: tuple[Number, ...]
    hand_limit: Whole | None
    closed: bool


class OldPlayer(Frozen):
    """A player, present or gone home."""

    number: Number
    name: str
    start: Amount
    present: bool


class OldHand(Frozen):
    """A hand that is over."""

    number: Whole
    at: str
    seats: tuple[Number, ...]
    amounts: Amounts
    balances: Amounts
    voided: str | None
    corrections: Whole


class OldAdjustment(Frozen):
    """Balances changed by hand."""

    after_hand: Whole
    at: str
    reason: str
    penalized: Number | None
    amounts: Amounts
    balances: Amounts


class OldDocument(Frozen):
    """The whole file. What else stood in one was told in words that are no longer used."""

    edition: ClassVar[int] = 1

    exported: datetime
    table: OldTable
    players: tuple[OldPlayer, ...]
    log: tuple[OldAction, ...]
    hands: tuple[OldHand, ...]
    adjustments: tuple[OldAdjustment, ...]
    totals: Amounts


NAMES_NOW = {"amounts": "gains", "balances": "standings"}


def extract_figures(document: OldDocument, computed: dict[str, Any]) -> dict[str, Any]:
    """Return what a document says of people and points, under the names of today.

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


def read_old_action(part: OldAction) -> StoredAction:
    """Return an action as the database of that time held it."""
    return StoredAction(part.version, part.at, tuple(map(bytes, part.events)), SCHEMA, player=part.player)

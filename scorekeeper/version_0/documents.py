"""Documents of schema 1, with events and what followed from them: the parts that are read and compared."""

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
    """One recorded action: its events, each of which took a version."""

    version: Whole
    at: str
    player: Number | None
    events: tuple[msgspec.Raw, ...]

    @property
    def size(self) -> int:
        """The number of versions that the action took."""
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
    """The whole file. Fields whose words are no longer used are left out."""

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
    """Return people and points of a document, under the names of today.

    In schema 1 a player who sat down later stood in every line from the first, with their stake. Such a standing is
    left out unless it is among the `computed` ones.
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
    """Return an action of the file as the database of version 0.1.0 held it."""
    return StoredAction(part.version, part.at, tuple(map(bytes, part.events)), SCHEMA, player=part.player)

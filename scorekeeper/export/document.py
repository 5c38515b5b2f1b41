"""The JSON document of a table: every field with its meaning. docs/export.md is generated from here.

The document holds the log and also what follows from it, so that a reader needs no rules and a checker can compare.
Devices, links and tokens are left out: files are passed on, and nobody needs them to read an evening.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from scorekeeper.codec import Frozen
from scorekeeper.house_rules import Value

FORMAT = "scorekeeper"
SCHEMA = 2
"""The version of this form, public since version 1.0.0. It grows when a field is added, removed or changed."""

LARGEST_FILE = 8 * 1024 * 1024
"""The largest file in bytes; 200 hands recorded trick by trick are about 2 MB."""

LARGEST = 10**15
"""The largest whole number. Larger ones are no scores, and some JSON readers do not keep them exact."""

Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Amount = Whole | Annotated[str, Meta(pattern=r"^-?[0-9]{1,16}/[0-9]{1,16}$")]
"""Points or levels: a whole number, or text such as "1/3" for a fraction."""

Number = Annotated[int, Meta(ge=1, le=1000)]
"""A player's number."""

Amounts = dict[Number, Amount]
Plain = bool | Whole | str | None
Facts = dict[str, Plain | tuple[Plain, ...]]


class DocumentPart(Frozen, forbid_unknown_fields=True, kw_only=True):
    """A part of the document. Unknown fields are refused, since they could not be checked."""


class MessagePart(DocumentPart):
    """A message of the rules: the code of a sentence, and the values in it."""

    code: Annotated[str, Meta(description="Names the sentence, such as `score.extra_points`.")]
    facts: Annotated[
        Facts, Meta(description="The values in the sentence by name. Players by number, cards and bids as text.")
    ]


class StandingPart(DocumentPart):
    """A player's standing: points, or a level."""

    value: Annotated[Amount, Meta(description="The standing as a number; the highest is first.")]
    said: Annotated[MessagePart, Meta(description="The standing in words, such as the name of a level.")]
    marks: Annotated[
        tuple[MessagePart, ...], Meta(description="Further facts about the player, such as a spent token.")
    ]


class GainPart(DocumentPart):
    """A player's gain by a hand."""

    amount: Annotated[Amount, Meta(description="Points or levels gained, below 0 lost.")]
    said: Annotated[MessagePart | None, Meta(description="The gain in words, where the number alone is not clear.")]


class StepPart(DocumentPart):
    """One step of a line of reasoning. The steps, applied in order to 0, give its total."""

    why: Annotated[MessagePart, Meta(description="The rule and the numbers it used.")]
    effect: Annotated[
        Literal["add", "times"], Meta(description="Whether the amount is added to the total so far or multiplies it.")
    ]
    amount: Annotated[Amount, Meta(description="The number that is added, or the factor.")]


class AccountPart(DocumentPart):
    """One line of reasoning about the gains of a hand."""

    title: Annotated[MessagePart, Meta(description="The subject of the account.")]
    player: Annotated[Number | None, Meta(description="The player it is about, null for the whole hand.")]
    steps: Annotated[tuple[StepPart, ...], Meta(description="The steps that give its total.")]


class RowPart(DocumentPart):
    """A line of the score sheet as it was written when the action was recorded."""

    entry: Annotated[
        int,
        Meta(
            description="Its place among all entries of the sheet, from 0; players who joined count.", ge=0, le=LARGEST
        ),
    ]
    session: Annotated[dict[str, Any], Meta(description="The session after the entry, in the game's own fields.")]
    gains: Annotated[Amounts, Meta(description="Each player's gain.")]
    refused: Annotated[
        tuple[str, ...], Meta(description="Codes of the problems with it when it was imported from an older file.")
    ]
    sheet: Annotated[
        Whole | None, Meta(description="The earlier sheet on which it stands, from 1; null for the present one.")
    ] = None


class ActionPart(DocumentPart):
    """One recorded action. Everything else in the file follows from the log."""

    version: Annotated[Whole, Meta(description="The number of its first move; moves count from 1.")]
    at: Annotated[str, Meta(description="When, in UTC: `2026-11-21T20:15:00.000+00:00`.", max_length=40)]
    player: Annotated[
        Number | None, Meta(description="The player whose seat recorded it, null for a device without a seat.")
    ]
    moves: Annotated[
        tuple[msgspec.Raw, ...],
        Meta(description="The moves, each an object whose `type` names the kind of move.", min_length=1),
    ]
    rows: Annotated[tuple[RowPart, ...], Meta(description="The lines of the score sheet that it wrote or changed.")]

    @property
    def size(self) -> int:
        """The number of versions that the action takes."""
        return len(self.moves)


class EndingPart(DocumentPart):
    """The reason why the session is over."""

    why: Annotated[MessagePart, Meta(description="The rule that ended the session.")]
    ranking: Annotated[
        tuple[tuple[Number, ...], ...],
        Meta(description="Everyone by number from first to last; equals stand in one group."),
    ]


class TablePart(DocumentPart):
    """The table and its house rules at the end of the log."""

    game: Annotated[str, Meta(description="The game's key.")]
    preset: Annotated[str, Meta(description="The rules it started from.")]
    rules: Annotated[dict[str, Value], Meta(description="Every house rule by key, the preset's among them.")]
    seating: Annotated[tuple[Number, ...], Meta(description="The players at the table in order of turn, by number.")]
    hand_limit: Annotated[
        Whole | None, Meta(description="The number of hands after which the session ends, null for no limit.")
    ]
    closed: Annotated[bool, Meta(description="Whether the session was closed by hand.")]
    ending: Annotated[EndingPart | None, Meta(description="The reason why the session is over, null while it goes on.")]
    zone: Annotated[
        str | None,
        Meta(description="The time zone it was opened in, such as `Asia/Seoul`, null where that is not known."),
    ] = None


class PlayerPart(DocumentPart):
    """A player, present or gone home."""

    number: Annotated[Number, Meta(description="Stands for the player everywhere else in the file.")]
    name: Annotated[str, Meta(description="The player's name.")]
    present: Annotated[bool, Meta(description="Whether the player is at the table now.")]


class HandPart(DocumentPart):
    """A finished hand. A hand in progress is in the log only."""

    number: Annotated[Whole, Meta(description="Counts the hands of the session from 1.")]
    at: Annotated[str, Meta(description="When it was finished, corrected or given up, in UTC.")]
    seats: Annotated[tuple[Number, ...], Meta(description="The players of the hand in order of turn, by number.")]
    begins: Annotated[
        Number | None,
        Meta(description="The player who dealt it or took its first card, after the last redeal; null for nobody."),
    ]
    rules: Annotated[
        dict[str, Value], Meta(description="House rules of this hand that differ from those of the sheet, by key.")
    ]
    contract: Annotated[str | None, Meta(description="The contract, such as `16H`.")]
    result: Annotated[MessagePart | None, Meta(description="The result of the hand.")]
    roles: Annotated[
        dict[Number, tuple[str, ...]], Meta(description="The roles of each player, such as `role.declarer`.")
    ]
    facts: Annotated[Facts, Meta(description="The hand in the game's own columns, such as `points`.")]
    accounts: Annotated[tuple[AccountPart, ...], Meta(description="The reasoning behind the gains.")]
    gains: Annotated[dict[Number, GainPart], Meta(description="The gain of each player; empty when void.")]
    standings: Annotated[dict[Number, StandingPart], Meta(description="Everyone's standing after it.")]
    voided: Annotated[str | None, Meta(description="The reason why it was given up; null when it counts.")]
    corrections: Annotated[Whole, Meta(description="The number of its earlier versions in the log.")]
    today: Annotated[
        Amounts | None,
        Meta(description="The gains by this edition of the rules, where the recorded `gains` differ; else null."),
    ]
    refused: Annotated[
        tuple[str, ...], Meta(description="Codes of the problems with it, where it was imported from an older file.")
    ]


class AdjustmentPart(DocumentPart):
    """Points or levels changed by hand: a penalty, or anything else with a reason."""

    after_hand: Annotated[Whole, Meta(description="The hand it follows, 0 before the first.")]
    at: Annotated[str, Meta(description="When, in UTC.")]
    reason: Annotated[
        str | None, Meta(description="The reason that people gave; null for a line of which only its row is left.")
    ]
    penalized: Annotated[Number | None, Meta(description="The player who pays, when it was a penalty.")]
    gains: Annotated[Amounts, Meta(description="The change for each player.")]
    standings: Annotated[dict[Number, StandingPart], Meta(description="Everyone's standing after it.")]
    today: Annotated[Amounts | None, Meta(description="As in a hand.")]
    refused: Annotated[tuple[str, ...], Meta(description="As in a hand.")]


class SheetPart(DocumentPart):
    """The score sheet of an earlier session, which was over when another began."""

    preset: Annotated[str, Meta(description="The rules it started from.")]
    rules: Annotated[dict[str, Value], Meta(description="Every house rule by key, as they were at its end.")]
    hands: Annotated[tuple[HandPart, ...], Meta(description="Its hands.")]
    adjustments: Annotated[tuple[AdjustmentPart, ...], Meta(description="Its penalties and other changes by hand.")]
    totals: Annotated[dict[Number, StandingPart], Meta(description="Everyone's standing at its end.")]


class Document(DocumentPart):
    """The whole file."""

    format: Annotated[Literal["scorekeeper"], Meta(description="Always `scorekeeper`.")]
    schema: Annotated[int, Meta(description="The form of this file; this page describes 2.")]
    move_schema: Annotated[int, Meta(description="The form of the moves in the log.", ge=2)]
    edition: Annotated[
        int, Meta(description="The oldest edition of the rules' code that recorded anything in the log.", ge=1)
    ]
    program: Annotated[str, Meta(description="The version of Scorekeeper that wrote it.", max_length=40)]
    exported: Annotated[datetime, Meta(description="When it was written.", tz=True)]
    table: Annotated[TablePart, Meta(description="The table, its house rules, and whether the session is over.")]
    players: Annotated[tuple[PlayerPart, ...], Meta(description="Everyone who ever sat down.")]
    log: Annotated[
        tuple[ActionPart, ...], Meta(description="Every recorded action, including those taken back.", min_length=1)
    ]
    hands: Annotated[tuple[HandPart, ...], Meta(description="Every hand that is over, void ones among them.")]
    adjustments: Annotated[tuple[AdjustmentPart, ...], Meta(description="Penalties and other changes by hand.")]
    totals: Annotated[dict[Number, StandingPart], Meta(description="Everyone's standing at the end.")]
    sheets: Annotated[tuple[SheetPart, ...], Meta(description="Earlier sessions of the table, oldest first.")]


PARTS = (
    *(Document, TablePart, EndingPart, PlayerPart, ActionPart, RowPart, HandPart, AccountPart, StepPart, GainPart),
    *(StandingPart, MessagePart, AdjustmentPart, SheetPart),
)
"""Every struct of the document, in the order of docs/export.md."""

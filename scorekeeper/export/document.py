"""The JSON document of a table: every field with what it means. docs/export.md is drawn from here.

What follows from the log stands beside it, so that a reader needs no rules and a checker has something to check.
Devices, links and tokens are left out: a file goes from hand to hand, and nobody needs them to read an evening.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from scorekeeper.codec import Frozen
from scorekeeper.house_rules import Value

FORMAT = "scorekeeper"
SCHEMA = 2
"""The form of the document, public since version 1.0.0. It grows when a field is added, removed or means otherwise."""

LARGEST_FILE = 8 * 1024 * 1024
"""In bytes; 200 hands recorded trick by trick are about 2 MB."""

LARGEST = 10**15
"""Whole numbers beyond this are no scores, and not every program that reads JSON keeps them exact."""

Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Amount = Whole | Annotated[str, Meta(pattern=r"^-?[0-9]{1,16}/[0-9]{1,16}$")]
"""Points or levels: a whole number, or text such as "1/3" where a payment does not come out even."""

Number = Annotated[int, Meta(ge=1, le=1000)]
"""A player's number."""

Amounts = dict[Number, Amount]
Plain = bool | Whole | str | None
Facts = dict[str, Plain | tuple[Plain, ...]]


class DocumentPart(Frozen, forbid_unknown_fields=True, kw_only=True):
    """A part of the document. A field that nobody knows could not be checked, so there is none."""


class MessagePart(DocumentPart):
    """Something said by the rules: the code of a sentence, and what is filled in."""

    code: Annotated[str, Meta(description="Names the sentence, such as `score.extra_points`.")]
    facts: Annotated[Facts, Meta(description="The values in it by name. Players by number, cards and bids as text.")]


class StandingPart(DocumentPart):
    """How a player stands: points, or a level."""

    value: Annotated[Amount, Meta(description="As a number: whoever has the most is first.")]
    said: Annotated[MessagePart, Meta(description="The same in words, such as the name of a level.")]
    marks: Annotated[tuple[MessagePart, ...], Meta(description="What else is to be known of the player.")]


class GainPart(DocumentPart):
    """A player's gain by a hand."""

    amount: Annotated[Amount, Meta(description="Points or levels gained, below 0 lost.")]
    said: Annotated[MessagePart | None, Meta(description="The same in words, where a number does not say it.")]


class StepPart(DocumentPart):
    """One step of a line of reasoning. The steps in order, from 0, make its total."""

    why: Annotated[MessagePart, Meta(description="The rule and the numbers it used.")]
    effect: Annotated[
        Literal["add", "times"], Meta(description="Whether the amount is added to what there is or multiplies it.")
    ]
    amount: Annotated[Amount, Meta(description="What is added, or by how much is multiplied.")]


class AccountPart(DocumentPart):
    """One line of reasoning about what a hand gave."""

    title: Annotated[MessagePart, Meta(description="What it is about.")]
    player: Annotated[Number | None, Meta(description="Whom it is about, null when it is about the whole hand.")]
    steps: Annotated[tuple[StepPart, ...], Meta(description="How its total came about.")]


class RowPart(DocumentPart):
    """A line of the score sheet as it was written when the action was recorded."""

    entry: Annotated[
        int,
        Meta(
            description="Its place among all entries of the sheet, from 0; players who joined count.", ge=0, le=LARGEST
        ),
    ]
    session: Annotated[dict[str, Any], Meta(description="What the next hand took over, in the game's own words.")]
    gains: Annotated[Amounts, Meta(description="What each player gained by it.")]
    refused: Annotated[
        tuple[str, ...], Meta(description="Codes of what was against it when it was taken from an older file.")
    ]
    sheet: Annotated[
        Whole | None, Meta(description="The earlier sheet on which it stands, from 1; null for the present one.")
    ] = None


class ActionPart(DocumentPart):
    """One recorded action. The log alone makes everything else in the file."""

    version: Annotated[Whole, Meta(description="The number of its first move; moves count from 1.")]
    at: Annotated[str, Meta(description="When, in UTC: `2026-11-21T20:15:00.000+00:00`.", max_length=40)]
    player: Annotated[Number | None, Meta(description="Whose seat recorded it, null when it was nobody's.")]
    moves: Annotated[
        tuple[msgspec.Raw, ...],
        Meta(description="What was done, each an object whose `type` names the kind of move.", min_length=1),
    ]
    rows: Annotated[tuple[RowPart, ...], Meta(description="The lines of the score sheet that it wrote or changed.")]

    @property
    def size(self) -> int:
        """How many versions it takes."""
        return len(self.moves)


class EndingPart(DocumentPart):
    """Why the session is over."""

    why: Annotated[MessagePart, Meta(description="The rule that ended it.")]
    ranking: Annotated[
        tuple[tuple[Number, ...], ...],
        Meta(description="Everyone by number from first to last; equals stand in one group."),
    ]


class TablePart(DocumentPart):
    """The table and its house rules as they are at the end of the log."""

    game: Annotated[str, Meta(description="The game's key.")]
    preset: Annotated[str, Meta(description="The rules it started from.")]
    rules: Annotated[dict[str, Value], Meta(description="Every house rule by key, the preset's among them.")]
    seating: Annotated[tuple[Number, ...], Meta(description="Who sits at the table, in order of turn, by number.")]
    hand_limit: Annotated[Whole | None, Meta(description="After how many hands the session ends, null for no limit.")]
    closed: Annotated[bool, Meta(description="Whether the session was closed by hand.")]
    ending: Annotated[EndingPart | None, Meta(description="Why the session is over, null while it goes on.")]
    zone: Annotated[
        str | None,
        Meta(description="The time zone it was opened in, such as `Asia/Seoul`, null where that is not known."),
    ] = None


class PlayerPart(DocumentPart):
    """A player, present or gone home."""

    number: Annotated[Number, Meta(description="Stands for the player everywhere else in the file.")]
    name: Annotated[str, Meta(description="What the player is called.")]
    present: Annotated[bool, Meta(description="Whether the player is at the table now.")]


class HandPart(DocumentPart):
    """A hand that is over. One in progress stands in the log only."""

    number: Annotated[Whole, Meta(description="Counts the hands of the session from 1.")]
    at: Annotated[str, Meta(description="When it was finished, corrected or given up, in UTC.")]
    seats: Annotated[tuple[Number, ...], Meta(description="Who played it, in order of turn, by number.")]
    begins: Annotated[
        Number | None, Meta(description="Who dealt it or took its first card, after the last redeal; null for nobody.")
    ]
    rules: Annotated[
        dict[str, Value], Meta(description="House rules of this hand that differ from those of the sheet, by key.")
    ]
    contract: Annotated[str | None, Meta(description="What was promised, such as `16H`.")]
    result: Annotated[MessagePart | None, Meta(description="How it ended.")]
    roles: Annotated[dict[Number, tuple[str, ...]], Meta(description="What each player was, such as `role.declarer`.")]
    facts: Annotated[Facts, Meta(description="The hand in the game's own columns, such as `points`.")]
    accounts: Annotated[tuple[AccountPart, ...], Meta(description="How the gains came about.")]
    gains: Annotated[dict[Number, GainPart], Meta(description="What it gave each player; empty when void.")]
    standings: Annotated[dict[Number, StandingPart], Meta(description="How everyone stood after it.")]
    voided: Annotated[str | None, Meta(description="Why it was given up; null when it counts.")]
    corrections: Annotated[Whole, Meta(description="How many earlier versions the log keeps of it.")]
    today: Annotated[
        Amounts | None,
        Meta(description="What this edition makes of it, where `gains` were written down otherwise; else null."),
    ]
    refused: Annotated[
        tuple[str, ...], Meta(description="Codes of what is against it, when it was taken from an older file.")
    ]


class AdjustmentPart(DocumentPart):
    """Points or levels changed by hand: a penalty, or anything else with a reason."""

    after_hand: Annotated[Whole, Meta(description="The hand it follows, 0 before the first.")]
    at: Annotated[str, Meta(description="When, in UTC.")]
    reason: Annotated[
        str | None, Meta(description="Why, as somebody wrote it; null for a line of which nothing but its row is left.")
    ]
    penalized: Annotated[Number | None, Meta(description="The player who pays, when it was a penalty.")]
    gains: Annotated[Amounts, Meta(description="What was added for each player.")]
    standings: Annotated[dict[Number, StandingPart], Meta(description="How everyone stood after it.")]
    today: Annotated[Amounts | None, Meta(description="As in a hand.")]
    refused: Annotated[tuple[str, ...], Meta(description="As in a hand.")]


class SheetPart(DocumentPart):
    """The score sheet of an earlier session, which was over when another began."""

    preset: Annotated[str, Meta(description="The rules it started from.")]
    rules: Annotated[dict[str, Value], Meta(description="Every house rule by key, as they were at its end.")]
    hands: Annotated[tuple[HandPart, ...], Meta(description="Its hands.")]
    adjustments: Annotated[tuple[AdjustmentPart, ...], Meta(description="Its penalties and other changes by hand.")]
    totals: Annotated[dict[Number, StandingPart], Meta(description="How everyone stood at its end.")]


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
        tuple[ActionPart, ...], Meta(description="Every recorded action, also those taken back.", min_length=1)
    ]
    hands: Annotated[tuple[HandPart, ...], Meta(description="Every hand that is over, void ones among them.")]
    adjustments: Annotated[tuple[AdjustmentPart, ...], Meta(description="Penalties and other changes by hand.")]
    totals: Annotated[dict[Number, StandingPart], Meta(description="How everyone stands at the end.")]
    sheets: Annotated[tuple[SheetPart, ...], Meta(description="Earlier sessions of the table, oldest first.")]


PARTS = (
    *(Document, TablePart, EndingPart, PlayerPart, ActionPart, RowPart, HandPart, AccountPart, StepPart, GainPart),
    *(StandingPart, MessagePart, AdjustmentPart, SheetPart),
)
"""Every struct of the document, as docs/export.md tells them."""

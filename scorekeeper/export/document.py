"""The JSON document of a table: every field with what it means. docs/export.md is drawn from here.

What follows from the log stands beside it, so that a reader needs no rules and a checker has something to check.
Devices, links and tokens are left out: a file goes from hand to hand, and nobody needs them to read an evening.
"""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from scorekeeper.codec import Frozen
from scorekeeper.house_rules import Value

FORMAT = "scorekeeper"
SCHEMA = 1
"""The form of the document. It grows when a field is added, removed or means something else."""

LARGEST_FILE = 8 * 1024 * 1024
"""In bytes; 200 hands recorded trick by trick are about 2 MB."""

LARGEST = 10**15
"""Whole numbers beyond this are no scores, and not every program that reads JSON keeps them exact."""

Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Amount = Whole | Annotated[str, Meta(pattern=r"^-?[0-9]{1,16}/[0-9]{1,16}$")]
"""Points: a whole number, or text such as "1/3" where a payment does not come out even."""

Number = Annotated[int, Meta(ge=1, le=1000)]
"""A player's number."""

Amounts = dict[Number, Amount]
Plain = bool | Whole | str | None
Facts = dict[str, Plain | tuple[Plain, ...]]


class Part(Frozen, forbid_unknown_fields=True, kw_only=True):
    """A part of the document. A field that nobody knows could not be checked, so there is none."""


class Told(Part):
    """Something said by the rules: the code of a sentence, and what is filled in."""

    code: Annotated[str, Meta(description="Names the sentence, such as `score.extra_points`.")]
    facts: Annotated[Facts, Meta(description="The values in it by name. Players by number, cards and bids as text.")]


class StepPart(Part):
    """One step of a hand's score. The steps in order, from 0, make the score; each amount is a share of it."""

    why: Annotated[Told, Meta(description="The rule and the numbers it used.")]
    effect: Annotated[
        Literal["add", "times"], Meta(description="Whether the amount is added to the score or multiplies it.")
    ]
    amount: Annotated[Amount, Meta(description="What is added, or by how much is multiplied.")]


class EndingPart(Part):
    """Why the session is over."""

    why: Annotated[Told, Meta(description="The rule that ended it.")]
    ranking: Annotated[
        tuple[tuple[Number, ...], ...],
        Meta(description="Everyone by number from first to last; equals stand in one group."),
    ]


class TablePart(Part):
    """The table and its house rules as they are at the end of the log."""

    game: Annotated[str, Meta(description="The game's key.")]
    preset: Annotated[str, Meta(description="The rules it started from.")]
    changes: Annotated[dict[str, Value], Meta(description="House rules that differ from the preset, by key.")]
    rules: Annotated[dict[str, Value], Meta(description="Every house rule by key, the preset's among them.")]
    seating: Annotated[tuple[Number, ...], Meta(description="Who sits at the table, in order of turn, by number.")]
    hand_limit: Annotated[Whole | None, Meta(description="After how many hands the session ends, null for no limit.")]
    closed: Annotated[bool, Meta(description="Whether the session was closed by hand.")]
    ending: Annotated[EndingPart | None, Meta(description="Why the session is over, null while it goes on.")]


class PlayerPart(Part):
    """A player, present or gone home."""

    number: Annotated[Number, Meta(description="Stands for the player everywhere else in the file.")]
    name: Annotated[str, Meta(description="What the player is called.")]
    start: Annotated[Amount, Meta(description="The balance the player began with.")]
    present: Annotated[bool, Meta(description="Whether the player is at the table now.")]


class ActionPart(Part):
    """One recorded action. The log alone makes everything else in the file."""

    version: Annotated[Whole, Meta(description="The number of its first event; events count from 1.")]
    at: Annotated[str, Meta(description="When, in UTC: `2026-11-21T20:15:00.000+00:00`.", max_length=40)]
    player: Annotated[Number | None, Meta(description="Whose seat recorded it, null when it was nobody's.")]
    events: Annotated[
        tuple[msgspec.Raw, ...],
        Meta(description="What happened, each an object whose `type` names the kind of event.", min_length=1),
    ]


class HandPart(Part):
    """A hand that is over. One in progress stands in the log only."""

    number: Annotated[Whole, Meta(description="Counts the hands of the session from 1.")]
    at: Annotated[str, Meta(description="When it was finished, corrected or given up, in UTC.")]
    seats: Annotated[tuple[Number, ...], Meta(description="Who played it, in order of turn, by number.")]
    dealer: Annotated[Number, Meta(description="Who dealt; the last dealer if it was dealt again.")]
    first: Annotated[Number, Meta(description="Who spoke first.")]
    rules: Annotated[
        dict[str, Value], Meta(description="House rules of this hand that differ from `table.rules`, by key.")
    ]
    contract: Annotated[str | None, Meta(description="What was promised, such as `16H`.")]
    result: Annotated[Told | None, Meta(description="How it ended.")]
    roles: Annotated[dict[Number, str], Meta(description="What each player was, such as `role.declarer`.")]
    facts: Annotated[Facts, Meta(description="The hand in the game's own columns, such as `points`.")]
    steps: Annotated[tuple[StepPart, ...], Meta(description="How the score came about.")]
    amounts: Annotated[Amounts, Meta(description="What each player received, or paid when below 0; empty when void.")]
    balances: Annotated[Amounts, Meta(description="Everyone's balance after it.")]
    voided: Annotated[str | None, Meta(description="Why it was given up; null when it counts.")]
    corrections: Annotated[Whole, Meta(description="How many earlier versions the log keeps of it.")]


class AdjustmentPart(Part):
    """Balances changed by hand: a penalty, or anything else with a reason."""

    after_hand: Annotated[Whole, Meta(description="The hand it follows, 0 before the first.")]
    at: Annotated[str, Meta(description="When, in UTC.")]
    reason: Annotated[str, Meta(description="Why, as somebody wrote it.")]
    penalized: Annotated[Number | None, Meta(description="The player who pays, when it was a penalty.")]
    amounts: Annotated[Amounts, Meta(description="What was added to each balance.")]
    balances: Annotated[Amounts, Meta(description="Everyone's balance after it.")]


class Document(Part):
    """The whole file."""

    format: Annotated[Literal["scorekeeper"], Meta(description="Always `scorekeeper`.")]
    schema: Annotated[int, Meta(description="The form of this file; this page describes 1.")]
    event_schema: Annotated[int, Meta(description="The form of the events in the log.", ge=1)]
    program: Annotated[str, Meta(description="The version of Scorekeeper that wrote it.", max_length=40)]
    exported: Annotated[datetime, Meta(description="When it was written.", tz=True)]
    table: Annotated[TablePart, Meta(description="The table, its house rules, and whether the session is over.")]
    players: Annotated[tuple[PlayerPart, ...], Meta(description="Everyone who ever sat down.")]
    log: Annotated[
        tuple[ActionPart, ...], Meta(description="Every recorded action, also those taken back.", min_length=1)
    ]
    hands: Annotated[tuple[HandPart, ...], Meta(description="Every hand that is over, void ones among them.")]
    adjustments: Annotated[tuple[AdjustmentPart, ...], Meta(description="Penalties and other changes of balances.")]
    totals: Annotated[Amounts, Meta(description="Everyone's balance at the end.")]


PARTS = (Document, TablePart, EndingPart, PlayerPart, ActionPart, HandPart, StepPart, Told, AdjustmentPart)
"""Every struct of the document, as docs/export.md tells them."""

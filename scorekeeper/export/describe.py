"""A table as its document: the log, and what follows from it. Exports and checks share every line."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from itertools import groupby
from typing import Any

import msgspec

from scorekeeper import __version__
from scorekeeper.bookkeeper import read
from scorekeeper.codec import encode
from scorekeeper.export import document as d
from scorekeeper.messages import Message
from scorekeeper.settlement import Amount, Step
from scorekeeper.store import CURRENT_SCHEMA, EventStore, Record
from scorekeeper.table.ledger import fold
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.table.views import SheetRow, score_sheet


def export_document(events: EventStore, table_id: str) -> bytes:
    """The JSON document of a table. Raises `UnknownTable`."""
    records = events.load(table_id)
    state = fold(read(records)).state
    return laid_out(describe(state, actions_of(records), datetime.now(UTC)))


def laid_out(document: d.Document) -> bytes:
    """The document as JSON with a line for each field, and for each entry of the log, hand and so on."""
    write = msgspec.json.encode  # `encode` has put everything in order, and would sort the fields again
    fields = []
    for name, value in msgspec.json.decode(encode(document)).items():
        written = write(value)
        if isinstance(value, list) and value:
            written = b"[\n  " + b",\n  ".join(write(item) for item in value) + b"\n ]"
        fields.append(write(name) + b": " + written)
    return b"{\n " + b",\n ".join(fields) + b"\n}\n"


def actions_of(records: Iterable[Record]) -> tuple[d.ActionPart, ...]:
    """The log as its actions. Who recorded stays, on which device does not."""
    grouped = (list(group) for _, group in groupby(records, key=lambda record: record.action))
    return tuple(
        d.ActionPart(
            version=group[0].version,
            at=group[0].at,
            player=group[0].player,
            events=tuple(msgspec.Raw(record.event) for record in group),
        )
        for group in grouped
    )


def describe(state: TableState, log: tuple[d.ActionPart, ...], at: datetime) -> d.Document:
    """The document of the table whose `log` folds to `state`."""
    rows = list(score_sheet(state))
    return d.Document(
        format="scorekeeper",
        schema=d.SCHEMA,
        event_schema=CURRENT_SCHEMA,
        program=__version__,
        exported=at,
        table=table_part(state),
        players=tuple(
            d.PlayerPart(number=person.number, name=person.name, start=amount(person.start), present=person.present)
            for person in state.people.values()
        ),
        log=log,
        hands=tuple(hand_parts(state, rows)),
        adjustments=tuple(adjustment_parts(rows)),
        totals=amounts(state.balances),
    )


def table_part(state: TableState) -> d.TablePart:
    """The table and its rules."""
    ending = state.ending
    return d.TablePart(
        game=state.game_key,
        preset=state.preset,
        changes=dict(state.changes),
        rules=state.rules.as_dict(),
        seating=state.seating,
        hand_limit=state.hand_limit,
        closed=state.closed,
        ending=d.EndingPart(why=told(ending.why), ranking=ending.ranking) if ending else None,
    )


def hand_parts(state: TableState, rows: Iterable[SheetRow]) -> Iterator[d.HandPart]:
    """The hands that are over."""
    for row in rows:
        record = row.hand
        if record is None:
            continue
        summary = state.summary(record)
        steps = record.settlement.steps if record.settlement and record.voided is None else ()
        yield d.HandPart(
            number=record.number,
            at=record.stamp.at if record.stamp else "",
            seats=record.hand.seats,
            dealer=record.hand.situation.dealer,
            first=record.hand.situation.first,
            rules=record.hand.rules.differences(state.rules),
            contract=None if summary.contract is None else str(summary.contract),
            result=told(summary.result) if summary.result else None,
            roles=dict(summary.roles),
            facts=facts(summary.facts),
            steps=tuple(step_part(step) for step in steps),
            amounts=amounts(row.amounts),
            balances=amounts(row.balances),
            voided=record.voided,
            corrections=len(record.earlier),
        )


def adjustment_parts(rows: Iterable[SheetRow]) -> Iterator[d.AdjustmentPart]:
    """The changes of balances by hand, each with the hand it follows."""
    after = 0
    for row in rows:
        if isinstance(row.entry, HandRecord):
            after = row.entry.number
            continue
        yield d.AdjustmentPart(
            after_hand=after,
            at=row.entry.stamp.at,
            reason=row.entry.reason,
            penalized=row.entry.penalized,
            amounts=amounts(row.amounts),
            balances=amounts(row.balances),
        )


def step_part(step: Step) -> d.StepPart:
    """One step of a score."""
    return d.StepPart(why=told(step.why), effect=step.effect, amount=amount(step.amount))


def told(said: Message) -> d.Told:
    """A message as code and plain facts."""
    return d.Told(code=said.code, facts=facts(said.facts))


def facts(values: Mapping[str, object]) -> d.Facts:
    """Facts as JSON can hold them."""
    return {name: plain(value) for name, value in values.items()}


def plain(value: object) -> Any:
    """A value of the rules as JSON can hold it: as it is, as the text people write, or a list of such."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (tuple, list)):
        return tuple(plain(item) for item in value)
    if isinstance(value, frozenset):
        return tuple(sorted(str(item) for item in value))
    return str(value)


def amount(value: Amount) -> d.Amount:
    """A whole number, or "1/3"."""
    return str(value) if isinstance(value, Fraction) else value


def amounts(values: Mapping[int, Amount]) -> d.Amounts:
    """Points by player."""
    return {player: amount(value) for player, value in values.items()}

"""The document of a table: the log, and everything that follows from it. Exports and checks share this module."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import msgspec

from scorekeeper import __version__
from scorekeeper.bookkeeper import encode_last_action, fold_undamaged
from scorekeeper.codec import encode
from scorekeeper.export import document as d
from scorekeeper.games.game import EDITION, Amounts, Game, Standing
from scorekeeper.house_rules import Ruleset
from scorekeeper.messages import Message
from scorekeeper.settlement import Account, Amount, Gain
from scorekeeper.store import EventStore, StoredAction
from scorekeeper.table.moves import SCHEMA as MOVE_SCHEMA
from scorekeeper.table.state import Adjustment, Entry, HandRecord, SheetRow, TableState, score_sheet


def export_document(events: EventStore, table_id: str) -> bytes:
    """Return the JSON document of a table; of a damaged one up to the damage. Raises `UnknownTable`."""
    folded = list(fold_undamaged(events.load(table_id)))
    return format_document(
        build_document(
            folded[-1].state, [encode_last_action(ledger, whole=True) for ledger in folded], datetime.now(UTC)
        )
    )


def format_document(document: d.Document) -> bytes:
    """Return the document as JSON with a line for each field, and for each entry of the log, hand and so on."""
    write = msgspec.json.encode  # `encode` has put everything in order, and would sort the fields again
    fields = []
    for name, value in msgspec.json.decode(encode(document)).items():
        written = write(value)
        if isinstance(value, list) and value:
            written = b"[\n  " + b",\n  ".join(write(item) for item in value) + b"\n ]"
        fields.append(write(name) + b": " + written)
    return b"{\n " + b",\n ".join(fields) + b"\n}\n"


def build_document(state: TableState, log: Sequence[StoredAction], at: datetime) -> d.Document:
    """Return the document of the table whose `log`, in today's form and with all rows, leads to `state`."""
    return d.Document(
        format="scorekeeper",
        schema=d.SCHEMA,
        move_schema=MOVE_SCHEMA,
        edition=min(state.kept_from or EDITION, *(action.edition for action in log)),
        program=__version__,
        exported=at,
        table=table_part(state),
        players=tuple(
            d.PlayerPart(number=person.number, name=person.name, present=person.present)
            for person in state.people.values()
        ),
        log=tuple(action_parts(log)),
        hands=tuple(hand_parts(state.game, state.rules, state.entries)),
        adjustments=tuple(adjustment_parts(state.entries)),
        totals=standing_parts(state.standings),
        sheets=tuple(
            d.SheetPart(
                preset=sheet.preset,
                rules=sheet.rules.as_dict(),
                hands=tuple(hand_parts(state.game, sheet.rules, sheet.entries)),
                adjustments=tuple(adjustment_parts(sheet.entries)),
                totals=standing_parts(sheet.session.standings),
            )
            for sheet in state.sheets
        ),
    )


def table_part(state: TableState) -> d.TablePart:
    """Return the table and its rules."""
    ending = state.ending
    return d.TablePart(
        game=state.game.key,
        preset=state.preset,
        rules=state.rules.as_dict(),
        seating=state.seating,
        hand_limit=state.hand_limit,
        closed=state.closed,
        ending=d.EndingPart(why=message_part(ending.why), ranking=ending.ranking) if ending else None,
        zone=state.zone,
    )


def action_parts(log: Iterable[StoredAction]) -> Iterator[d.ActionPart]:
    """Yield the log with versions numbered anew, since some actions once took more. Devices are left out."""
    version = 1
    for action in log:
        yield d.ActionPart(
            version=version,
            at=action.at,
            player=action.player,
            moves=tuple(map(msgspec.Raw, action.moves)),
            rows=read_rows(action.rows or b"[]"),
        )
        version += len(action.moves)


read_rows = msgspec.json.Decoder(tuple[d.RowPart, ...]).decode


def hand_parts(game: Game, rules: Ruleset, entries: tuple[Entry, ...]) -> Iterator[d.HandPart]:
    """Yield the hands of a sheet whose last rules were `rules`."""
    for row in score_sheet(entries):
        record = row.hand
        if record is None:
            continue
        summary = game.summarize(record.hand)
        settled = record.settlement
        yield d.HandPart(
            number=record.number,
            at=record.stamp.at if record.stamp else "",
            seats=record.hand.seats,
            begins=record.hand.session.begins,
            rules=record.hand.rules.differences(rules),
            contract=None if summary.contract is None else str(summary.contract),
            result=message_part(summary.result) if summary.result else None,
            roles={player: tuple(role.code for role in roles) for player, roles in summary.roles.items()},
            facts=plain_facts(summary.facts),
            accounts=tuple(map(account_part, settled.accounts)) if settled else (),
            gains=gain_parts(row),
            standings=standing_parts(row.standings),
            voided=record.voided,
            corrections=len(record.previous_versions),
            **todays_fields(record),
        )


def gain_parts(row: SheetRow) -> dict[int, d.GainPart]:
    """Return the gains of a hand; in words only where today's code computes the same."""
    settled = row.hand and row.hand.settlement
    agreed = settled and settled.amounts == row.amounts
    gains = settled.gains if settled and agreed else {player: Gain(value) for player, value in row.amounts.items()}
    return {
        player: d.GainPart(amount=plain_amount(gain.amount), said=message_part(gain.said) if gain.said else None)
        for player, gain in gains.items()
    }


def account_part(account: Account[int]) -> d.AccountPart:
    """Return one line of reasoning."""
    steps = (
        d.StepPart(why=message_part(step.why), effect=step.effect, amount=plain_amount(step.amount))
        for step in account.steps
    )
    return d.AccountPart(title=message_part(account.title), player=account.player, steps=tuple(steps))


def adjustment_parts(entries: tuple[Entry, ...]) -> Iterator[d.AdjustmentPart]:
    """Yield the changes by hand, each with the number of the hand before it."""
    after = 0
    for row in score_sheet(entries):
        entry = row.entry
        if isinstance(entry, HandRecord):
            after = entry.number
            continue
        yield d.AdjustmentPart(
            after_hand=after,
            at=entry.stamp.at if entry.stamp else "",
            reason=entry.reason if isinstance(entry, Adjustment) else None,
            penalized=entry.penalized if isinstance(entry, Adjustment) else None,
            gains=plain_amounts(row.amounts),
            standings=standing_parts(row.standings),
            **todays_fields(entry),
        )


def todays_fields(entry: Entry) -> dict[str, Any]:
    """Return today's gains of an entry whose row says something else, and the problems with it."""
    return {
        "today": None if entry.amounts == entry.computed_amounts else plain_amounts(entry.computed_amounts),
        "refused": entry.recorded.refused if entry.recorded else (),
    }


def standing_parts(everyone: Mapping[int, Standing]) -> dict[int, d.StandingPart]:
    """Return everyone's standing."""
    return {
        player: d.StandingPart(
            value=plain_amount(standing.value),
            said=message_part(standing.said),
            marks=tuple(map(message_part, standing.marks)),
        )
        for player, standing in everyone.items()
    }


def message_part(said: Message) -> d.MessagePart:
    """Return a message as its code and plain facts."""
    return d.MessagePart(code=said.code, facts=plain_facts(said.facts))


def plain_facts(values: Mapping[str, object]) -> d.Facts:
    """Return facts as values of JSON."""
    return {name: plain_value(value) for name, value in values.items()}


def plain_value(value: object) -> Any:
    """Return a value of the rules as a value of JSON: unchanged, as the text that people write, or as a list."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (tuple, list)):
        return tuple(plain_value(item) for item in value)
    if isinstance(value, frozenset):
        return tuple(sorted(str(item) for item in value))
    return str(value)


def plain_amount(value: Amount) -> d.Amount:
    """Return a whole number unchanged, a fraction as "1/3"."""
    return str(value) if isinstance(value, Fraction) else value


def plain_amounts(values: Amounts) -> d.Amounts:
    """Return points or levels by player as values of JSON."""
    return {player: plain_amount(value) for player, value in values.items()}

"""Replaying a log from a file. Each action is asked for again, as a command, and must lead to the same events.

A log of our own may be folded unchecked, since every command in it was decided once. One that comes from
a file was not, so here it is; the reasons against an entry are then the ones people get at the table.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from scorekeeper.codec import encode
from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.export.document import ActionPart, Document
from scorekeeper.export.places import shown
from scorekeeper.messages import PLAYER_FACTS
from scorekeeper.store import CURRENT_SCHEMA, Record, upcast
from scorekeeper.table import commands as c
from scorekeeper.table import events as e
from scorekeeper.table.evolve import redeals
from scorekeeper.table.ledger import Action, Ledger, propose, record
from scorekeeper.table.state import HandRecord, Stamp, TableState

MOST_WORK = 250_000
"""Events folded, those that a correction folds again among them. A file of a few lines could ask for an hour of it."""

ENTRIES_PER_EVENT = 20
"""How many entries of the score sheet are looked at in the time that an event is folded."""

MOST_ENTRIES = 3000
"""Hands and adjustments. Each state of a table holds them all, and every version of it is kept."""


class DoesNotFollow(Exception):
    """No command leads to these events."""


def replay(document: Document) -> tuple[Ledger, tuple[Record, ...]]:
    """The table that the document's log makes, and the log as records for a store. Raises `RuleError`."""
    decode = decoder_of(document.table.game)
    ledger, records, work = Ledger(), list[Record](), 0
    for part in document.log:
        check_entry(part, len(records) + 1)
        action = Action(Stamp(part.version, part.at, part.player), read_events(part, document.event_schema, decode))
        work += effort(ledger, action)
        if work > MOST_WORK or (ledger.latest and len(ledger.state.entries) > MOST_ENTRIES):
            raise RuleError("import.too_long")
        ledger = redone(ledger, action)
        records += records_of(action)
    return ledger, tuple(records)


def decoder_of(game: str) -> Callable[[bytes], Any]:
    """What reads the events of a table of `game`."""
    try:
        return e.event_decoder(game).decode
    except RuleError as refusal:
        raise RuleError("game.unknown", key=shown(game)) from refusal


def check_entry(part: ActionPart, version: int) -> None:
    """Refuse an entry that is out of order, or whose time or player no program writes so."""
    if part.version != version:
        raise RuleError("import.log_order", entry=version)
    try:
        proper = datetime.fromisoformat(part.at).astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        proper = ""
    if part.at != proper:
        raise RuleError("import.log_time", entry=version)


def read_events(part: ActionPart, schema: int, decode: Callable[[bytes], Any]) -> tuple[Any, ...]:
    """The events of an entry, lifted to today's form."""
    try:
        return tuple(compact(decode(upcast(bytes(event), schema)), decode) for event in part.events)
    except RuleError as refusal:
        raise against_rules(part.version, refusal.problems) from refusal
    except (ValueError, RecursionError) as error:
        raise RuleError("import.unreadable", entry=part.version) from error


def compact(event: Any, decode: Callable[[bytes], Any]) -> Any:
    """An event without what the file's layout put around its inner ones."""
    if not isinstance(event, e.HandCorrected):
        return event
    inner = tuple(msgspec.Raw(encode(decode(bytes(raw)))) for raw in event.events)
    return decode(encode(msgspec.structs.replace(event, events=inner)))


def effort(ledger: Ledger, action: Action) -> int:
    """What recording an action takes, in events folded: its own, the past's that it rewrites, and a look at all."""
    entries = ledger.state.entries if ledger.latest else ()
    rewrites = isinstance(action.events[0], e.HandCorrected | e.HandVoided)
    again = sum(1 + len(entry.events) for entry in entries if isinstance(entry, HandRecord)) if rewrites else 0
    return len(action.events) + again + len(entries) // ENTRIES_PER_EVENT


def redone(ledger: Ledger, action: Action) -> Ledger:
    """The ledger after `action`, which must be what somebody could have recorded then."""
    version = action.stamp.version
    try:
        check_asked(ledger, action.events)
        return record(ledger, action)
    except RuleError as refusal:
        known = ledger.state if ledger.latest else None
        raise against_rules(version, refusal.problems, known) from refusal
    except DoesNotFollow as error:
        raise RuleError("import.does_not_follow", entry=version) from error


def check_asked(ledger: Ledger, events: tuple[Any, ...]) -> None:
    """Raise unless a command leads from the ledger to exactly these events: `RuleError` or `DoesNotFollow`."""
    first = events[0]
    if isinstance(first, e.HandCorrected) and ledger.latest:
        check_correction(ledger.state, events)
    elif type(first) in ASKED:
        if propose(ledger, ASKED[type(first)](events)) != events:
            raise DoesNotFollow
    elif ledger.latest is None:
        raise DoesNotFollow
    elif ledger.state.current is None:
        raise RuleError("hand.none")
    else:
        play(ledger.state, ledger.state.current.hand, events)


def check_correction(state: TableState, events: tuple[e.HandCorrected, ...]) -> None:
    """A correction gives a whole hand, after the redeals that it keeps."""
    (event, *more) = events
    past = state.find_hand(event.number)
    if more or past is None or past is state.current:
        raise DoesNotFollow
    decode = e.event_decoder(state.game_key).decode
    played = tuple(decode(raw) for raw in event.events)
    kept, hand = redeals(state, past)
    if played[: len(kept)] != kept:
        raise DoesNotFollow
    if play(state, hand, played[len(kept) :]).phase != "complete":
        raise RuleError("hand.correction_unfinished")


def play(state: TableState, hand: Any, events: tuple[Any, ...]) -> Any:
    """The hand after `events`, each of them asked for or following from one that was."""
    game, left = state.game, events
    while left:
        if hand.phase == "complete":
            raise DoesNotFollow
        command = game.command_for(left[0]) if isinstance(left[0], game.events) else None
        if command is None:
            raise DoesNotFollow
        made = game.decide(hand, command)
        if left[: len(made)] != made:
            raise DoesNotFollow
        for event in made:
            hand = game.evolve(hand, event)
        left = left[len(made) :]
    return hand


def asked_creation(events: tuple[Any, ...]) -> c.CreateTable:
    """The command that opens a table with these players and this limit."""
    created = events[0]
    names = tuple(event.name for event in events if isinstance(event, e.PlayerJoined))
    limits = [event.hands for event in events if isinstance(event, e.HandsLimited)]
    return c.CreateTable(created.game, created.preset, created.changes, names, limits[0] if limits else None)


def asked_adjustment(events: tuple[Any, ...]) -> c.Adjust | c.Penalize:
    """A penalty is told by whom it hits; each of the others received what was to be paid."""
    adjusted = events[0]
    if adjusted.penalized is None:
        return c.Adjust(adjusted.amounts, adjusted.reason)
    received = [amount for player, amount in adjusted.amounts.items() if player != adjusted.penalized]
    paid = received[0] if received else -adjusted.amounts.get(adjusted.penalized, 0)
    return c.Penalize(adjusted.penalized, paid, bool(received), adjusted.reason)


def same(command: type) -> Callable[[tuple[Any, ...]], Any]:
    """A reader for an event whose fields are those of the command behind it."""
    return lambda events: command(**msgspec.structs.asdict(events[0]))


ASKED: Mapping[type, Callable[[tuple[Any, ...]], Any]] = {
    e.TableCreated: asked_creation,
    e.PlayerJoined: lambda events: c.JoinTable(events[0].name),
    e.PlayerRenamed: same(c.RenamePlayer),
    e.PlayerLeft: same(c.LeaveTable),
    e.PlayerReturned: same(c.ReturnToTable),
    e.SeatsSwapped: same(c.SwapSeats),
    e.RulesChanged: same(c.ChangeRules),
    e.HandsLimited: same(c.LimitHands),
    e.HandStarted: same(c.StartHand),
    e.HandVoided: same(c.VoidHand),
    e.Adjusted: asked_adjustment,
    e.SessionEnded: same(c.EndSession),
    e.SessionResumed: same(c.ResumeSession),
    e.Undone: lambda _events: c.Undo(),
    e.Redone: lambda _events: c.Redo(),
}
"""The command behind each of the table's own events; behind a game's, the game knows it."""


def against_rules(version: int, problems: tuple[Problem, ...], state: TableState | None = None) -> RuleError:
    """The refusal of an entry, with every reason, short and with names."""
    return RuleError(
        problems=(
            problem("import.against_rules", entry=version, why=Problem(each.code, readable(each, state)))
            for each in problems
        )
    )


def readable(said: Problem, state: TableState | None) -> Mapping[str, object]:
    """The facts of a refusal; players by name, since whoever reads it sees no table, and nothing too long."""
    people = state.people if state else {}
    return {
        name: people[value].name
        if name in PLAYER_FACTS and isinstance(value, int) and value in people
        else shown(value)
        if isinstance(value, (int, str))
        else value
        for name, value in said.facts.items()
    }


def records_of(action: Action) -> Iterator[Record]:
    """An action as the store keeps it, in today's form and on no device."""
    stamp = action.stamp
    for version, event in enumerate(action.events, stamp.version):
        yield Record(version, stamp.version, encode(event), CURRENT_SCHEMA, stamp.at, stamp.player)

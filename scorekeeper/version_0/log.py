"""A whole log rewritten: action by action the same, each in the form of today.

First the log is played as it was meant then. That says who dealt each hand in the end, after every correction. Then its
moves are written down without flags, and a hand that another would deal today says who dealt it.
"""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from scorekeeper.bookkeeper import encode_last_action
from scorekeeper.codec import encode
from scorekeeper.games.game import Player
from scorekeeper.store import StoredAction
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Action, Ledger, LedgerStep, fold_action
from scorekeeper.table.state import HandRecord, Stamp, TableState
from scorekeeper.version_0 import events
from scorekeeper.version_0.moves import FLAGS, has_new_deals, move_decoder, remove_flags


class CannotBeRewritten(Exception):
    """A log says something else today than it said then."""


class RewrittenLog(NamedTuple):
    """A log in the form of today.

    `rest` are the actions, as they were, from the first on that could not be read or played; `error` says why.
    """

    log: tuple[StoredAction, ...]
    rest: tuple[StoredAction, ...] = ()
    error: Exception | None = None


def is_of_version_0(action: StoredAction) -> bool:
    """Whether an action is of schema 1, or means something else than it would today."""
    return action.schema == events.SCHEMA or any(flag.encode() in move for move in action.moves for flag in FLAGS)


def rewrite_log(
    log: Sequence[StoredAction], read: Callable[[StoredAction, Ledger], Action] | None = None
) -> RewrittenLog:
    """Rewrite a log, whose versions are counted anew. Another `read` than `read_action` may refuse an action.

    Raises `CannotBeRewritten` where any figure, dealer or correction would be another.
    """
    then, actions, records, error = Ledger(), list[Action](), dict[int, HandRecord](), None
    for recorded in log:
        try:
            action = (read or read_action)(recorded, then)
            then = fold_action(then, action)
        except Exception as stopped:  # a damaged row may break whatever reads it
            error = stopped
            break
        actions.append(action)
        if isinstance(action.moves[0], m.StartHand) and then.state.current:
            records[action.stamp.version] = then.state.current
    in_the_end = find_final_deals(then)
    dealt_anew = {
        version for version, record in in_the_end.items() if not are_dealt_alike(then, record, records[version])
    }
    records |= in_the_end
    now, rewritten = Ledger(), list[StoredAction]()
    for action in actions:
        version = action.stamp.version
        now = fold_without_flags(now, action, records.get(version), say_so=version in dealt_anew)
        rewritten.append(encode_last_action(now))
    if not have_equal_outcome(tuple(then.steps()), tuple(now.steps())):
        raise CannotBeRewritten
    return RewrittenLog(tuple(rewritten), tuple(log[len(actions) :]), error)


def have_equal_outcome(then: Sequence[LedgerStep], now: Sequence[LedgerStep]) -> bool:
    """Whether all stand as they stood after every step, and every line of the sheets is as it was at the end."""
    totals = [
        [{player: standing.value for player, standing in step.state.standings.items()} for step in steps]
        for steps in (then, now)
    ]
    return totals[0] == totals[1] and not (then and facts_of(then[0].state) != facts_of(now[0].state))


def rewrite_if_old(log: Sequence[StoredAction]) -> Sequence[StoredAction]:
    """Return a whole log in the form of today. Raises whatever is wrong with it."""
    if not any(map(is_of_version_0, log)):
        return log
    rewriting = rewrite_log(log)
    if rewriting.error:
        raise rewriting.error
    return rewriting.log


def read_action(recorded: StoredAction, ledger: Ledger) -> Action:
    """Return an action of the log as it was meant then; of schema 1 without rows, since none were written."""
    stamp = Stamp(recorded.version, recorded.at, recorded.player, recorded.device)
    state = ledger.state_or_none
    told: Sequence[Any] = [msgspec.json.decode(move) for move in recorded.moves]
    is_events = recorded.schema == events.SCHEMA
    moves = [encode(move) for move in events.translate_events(state, told)] if is_events else recorded.moves
    game_key = state.game.key if state else told[0]["game"]
    rows = None if recorded.rows is None else m.rows_decoder(game_key).decode(recorded.rows)
    return Action(stamp, tuple(map(move_decoder(game_key).decode, moves)), rows, edition=recorded.edition)


def find_final_deals(then: Ledger) -> dict[int, HandRecord]:
    """Return each hand that the last correction with new dealers found, as it left it, by the version that began it."""
    steps = list(then.steps())
    last = next((at for at, step in enumerate(steps) if any(map(has_new_deals, step.action.moves))), None)
    if last is None:
        return {}
    end = steps[last].state
    found = {}
    for step in steps[last:]:
        if isinstance(step.action.moves[0], m.StartHand) and step.state.current:
            sheet = len(step.state.sheets) + 1
            record = m.find_hand(end, sheet if sheet <= len(end.sheets) else None, step.state.current.number)
            if record and record.hand.seats == step.state.current.hand.seats:
                found[step.action.stamp.version] = record
    return found


def fold_without_flags(ledger: Ledger, action: Action, record: HandRecord | None, *, say_so: bool) -> Ledger:
    """Return the ledger after an action in the form of today, and a hand dealt by whoever dealt that of `record`.

    The hand says who began it where today another would, and where it must `say_so`: its bids were for another.
    """
    stamp = replace(action.stamp, version=ledger.version + 1)
    action = replace(action, stamp=stamp, moves=tuple(map(remove_flags, action.moves)))
    after = fold_action(ledger, action)
    if record is None or (is_dealt_alike(after, record) and not say_so):
        return after
    (move,) = action.moves
    someone: tuple[Player | None, ...] = (None, *record.hand.seats)
    for leader, first in product(someone, someone):
        after = fold_action(ledger, replace(action, moves=(replace(move, leader=leader, first=first),)))
        if is_dealt_alike(after, record) and (leader, first) != (None, None):
            return after
    raise CannotBeRewritten


def is_dealt_alike(ledger: Ledger, record: HandRecord) -> bool:
    """Whether the hand in progress begins as that of `record` did."""
    assert ledger.state.current is not None
    return are_dealt_alike(ledger, ledger.state.current, record)


def are_dealt_alike(ledger: Ledger, one: HandRecord, other: HandRecord) -> bool:
    """Whether two hands were begun alike, whatever they are added to."""
    game, session = ledger.state.game, one.opening_session
    hands = (game.rebase_hand(record.redeal(game).hand, session) for record in (one, other))
    return bool(next(hands) == next(hands))


def facts_of(state: TableState) -> Any:
    """Return what must be as it was: people, rules, and of every line who played, what it gave and how all stood."""
    sheets = (*(sheet.entries for sheet in state.sheets), state.entries)
    return (
        (state.preset, state.rules, state.people, state.seating, state.hand_limit, state.closed, state.ending),
        [[facts_of_entry(entry) for entry in sheet] for sheet in sheets],
        state.current and facts_of_entry(state.current),
    )


def facts_of_entry(entry: Any) -> Any:
    """Return what must be as it was of a line of the sheet, or of the hand in progress."""
    if not isinstance(entry, HandRecord):
        return type(entry), entry.amounts, entry.after
    return entry.number, entry.hand, entry.amounts, entry.after, entry.voided, len(entry.previous_versions)

"""A whole log rewritten, action by action, in the form of today.

The log is first played as version 0 meant it, which tells who dealt each hand after every correction. Its moves are
then written without flags, and a hand that today another player would deal names its dealer.
"""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from scorekeeper.bookkeeper import decode_rows, encode_last_action
from scorekeeper.codec import encode
from scorekeeper.games.game import Player
from scorekeeper.store import StoredAction
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Action, Ledger, LedgerStep, fold_action
from scorekeeper.table.state import HandRecord, Stamp, TableState
from scorekeeper.version_0 import events
from scorekeeper.version_0.moves import FLAGS, has_new_deals, move_decoder, remove_flags


class CannotBeRewritten(Exception):
    """Raised where the rewritten log would change a figure, a dealer or a correction."""


class RewrittenLog(NamedTuple):
    """A log in the form of today.

    `rest` are the actions, unchanged, from the first that could not be read or played; `error` is the reason.
    """

    log: tuple[StoredAction, ...]
    rest: tuple[StoredAction, ...] = ()
    error: Exception | None = None


def is_of_version_0(action: StoredAction) -> bool:
    """Return whether an action is of schema 1 or has a flag of version 0."""
    return action.schema == events.SCHEMA or any(flag.encode() in move for move in action.moves for flag in FLAGS)


def rewrite_log(
    log: Sequence[StoredAction], read: Callable[[StoredAction, Ledger], Action] | None = None
) -> RewrittenLog:
    """Rewrite a log, whose versions are numbered anew. `read` replaces `read_action`, to refuse actions.

    Raises `CannotBeRewritten` where a figure, a dealer or a correction would change.
    """
    then, actions, records, error = Ledger(), list[Action](), dict[int, HandRecord](), None
    for recorded in log:
        try:
            action = (read or read_action)(recorded, then)
            then = fold_action(then, action)
        except Exception as stopped:  # a damaged row may raise anything
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
        rewritten.append(encode_last_action(now, whole=True))
    if not have_equal_outcome(tuple(then.steps()), tuple(now.steps())):
        raise CannotBeRewritten
    return RewrittenLog(tuple(rewritten), tuple(log[len(actions) :]), error)


def have_equal_outcome(then: Sequence[LedgerStep], now: Sequence[LedgerStep]) -> bool:
    """Return whether two logs have the same standings after every step and the same lines at the end."""
    totals = [
        [{player: standing.value for player, standing in step.state.standings.items()} for step in steps]
        for steps in (then, now)
    ]
    return totals[0] == totals[1] and not (then and facts_of(then[0].state) != facts_of(now[0].state))


def rewrite_if_old(log: Sequence[StoredAction]) -> Sequence[StoredAction]:
    """Return a whole log in the form of today. Raises the error of the first action that cannot be read or played."""
    if not any(map(is_of_version_0, log)):
        return log
    rewriting = rewrite_log(log)
    if rewriting.error:
        raise rewriting.error
    return rewriting.log


def read_action(recorded: StoredAction, ledger: Ledger) -> Action:
    """Return an action of the log as version 0 meant it; of schema 1 without rows, since none were stored."""
    stamp = Stamp(recorded.version, recorded.at, recorded.player, recorded.device)
    state = ledger.state_or_none
    told: Sequence[Any] = [msgspec.json.decode(move) for move in recorded.moves]
    is_events = recorded.schema == events.SCHEMA
    moves = [encode(move) for move in events.translate_events(state, told)] if is_events else recorded.moves
    game_key = state.game.key if state else told[0]["game"]
    rows = decode_rows(recorded, state, game_key)
    return Action(stamp, tuple(map(move_decoder(game_key).decode, moves)), rows, edition=recorded.edition)


def find_final_deals(then: Ledger) -> dict[int, HandRecord]:
    """Return the hands that the last correction dealt anew, by the version of their `StartHand`."""
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
    """Return the ledger after an action without flags, and with a hand that is dealt as `record` was.

    The hand names who began it where the rules give another player, and where it must (`say_so`).
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
    """Return whether the hand in progress begins as the hand of `record` did."""
    assert ledger.state.current is not None
    return are_dealt_alike(ledger, ledger.state.current, record)


def are_dealt_alike(ledger: Ledger, one: HandRecord, other: HandRecord) -> bool:
    """Return whether two hands begin alike, apart from the standings before them."""
    game, session = ledger.state.game, one.opening_session
    hands = (game.rebase_hand(record.redeal(game).hand, session) for record in (one, other))
    return bool(next(hands) == next(hands))


def facts_of(state: TableState) -> Any:
    """Return the facts that rewriting must not change: people, rules, and each line's players, gains and standings."""
    sheets = (*(sheet.entries for sheet in state.sheets), state.entries)
    return (
        (state.preset, state.rules, state.people, state.seating, state.hand_limit, state.closed, state.ending),
        [[facts_of_entry(entry) for entry in sheet] for sheet in sheets],
        state.current and facts_of_entry(state.current),
    )


def facts_of_entry(entry: Any) -> Any:
    """Return the facts of a line of the sheet, or of the hand in progress, that rewriting must not change."""
    if not isinstance(entry, HandRecord):
        return type(entry), entry.amounts, entry.after
    return entry.number, entry.hand, entry.amounts, entry.after, entry.voided, len(entry.previous_versions)

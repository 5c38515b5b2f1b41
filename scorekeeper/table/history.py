"""The history of a table: its log, action by action, for people to read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.games.game import Player
from scorekeeper.messages import Message
from scorekeeper.table.ledger import Action, Ledger, count_steps_to_keep, describe_last_action, fold_action
from scorekeeper.table.moves import CorrectHand, VoidHand, find_hand
from scorekeeper.table.state import HandRecord, Stamp


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One recorded action: its messages, and whether it counts.

    `hand` is the number of its hand, None between hands; `sheet` counts the sheets from 0. `player` is the player who
    acted, where the move names one. `phone` numbers the phones in the order of their first action, None for an action
    of no phone. `versions` are the hand before and after a correction; None for other actions.
    """

    stamp: Stamp
    says: tuple[Message, ...]
    counts: bool
    hand: int | None
    player: Player | None
    sheet: int
    phone: int | None
    versions: tuple[HandRecord, HandRecord] | None


def read_history(actions: Iterable[Action]) -> Iterator[HistoryLine]:
    """Yield a line for every action of a log, in order. Actions that were taken back are marked."""
    log = tuple(actions)
    counting, ledger = find_counting_versions(log), Ledger(keeps=count_steps_to_keep(action.is_undo for action in log))
    phones, hands = dict[str, int](), dict[int, int | None]()
    for action in log:
        before, ledger = ledger, fold_action(ledger, action)
        move, version = action.moves[-1], action.stamp.version
        hands[version] = (
            hands[undone_or_redone_version(ledger, action)] if action.is_undo_or_redo else hand_of(move, before, ledger)
        )
        device = action.stamp.device
        yield HistoryLine(
            action.stamp,
            describe_last_action(ledger),
            action.is_undo_or_redo or version in counting,
            hands[version],
            getattr(move, "player", None),
            sheet_of(move, ledger),
            phones.setdefault(device, len(phones) + 1) if device else None,
            versions_of(move, before, ledger),
        )


def find_counting_versions(log: Iterable[Action]) -> set[int]:
    """Return the versions of the actions that count at the end of the log."""
    counting, undone = list[int](), list[int]()
    for action in log:
        if action.is_undo:
            undone.append(counting.pop())
        elif action.is_undo_or_redo:
            counting.append(undone.pop())
        else:
            counting.append(action.stamp.version)
    return set(counting)


def undone_or_redone_version(ledger: Ledger, last: Action) -> int:
    """Return the version of the action that the last action has undone or redone."""
    steps = ledger.undone if last.is_undo else ledger.kept
    return steps[-1].action.stamp.version


def hand_of(move: object, before: Ledger, after: Ledger) -> int | None:
    """Return the number of the hand that a move corrects, or else of the hand in progress; None between hands."""
    if isinstance(move, CorrectHand | VoidHand):
        return move.number
    now = (before.state_or_none and before.state.current) or after.state.current
    return now.number if now else None


def sheet_of(move: object, ledger: Ledger) -> int:
    """Return the index of the sheet that the last move corrects, or else of the present sheet."""
    corrected = getattr(move, "sheet", None)
    return len(ledger.state.sheets) if corrected is None else int(corrected) - 1


def versions_of(move: object, before: Ledger, after: Ledger) -> tuple[HandRecord, HandRecord] | None:
    """Return a hand before and after the action that corrected it; None for other actions."""
    if not isinstance(move, CorrectHand):
        return None
    was, now = (find_hand(each.state, move.sheet, move.number) for each in (before, after))
    return (was, now) if was and now else None

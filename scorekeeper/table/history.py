"""The history in a log, action by action, for people to read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.games.game import Player
from scorekeeper.messages import Message
from scorekeeper.table.ledger import Action, Ledger, count_steps_to_keep, describe_last_action, fold_action
from scorekeeper.table.moves import CorrectHand, VoidHand, find_hand
from scorekeeper.table.state import HandRecord, Stamp


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One recorded action: what it says, and whether it counts now.

    `hand` is the hand it belongs to, None between hands, on the `sheet` of that number, the first being 0; `player` is
    who acted, where the move names one. `phone` numbers the phones that recorded anything, in the order in which they
    first did; None of one that has no name. Of a correction, `versions` are the hand as it was and as it was then.
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
    """Every action of a log in order; those taken back are there too, and marked."""
    log = tuple(actions)
    counting, ledger = find_counting_versions(log), Ledger(keeps=count_steps_to_keep(action.is_undo for action in log))
    phones, hands = dict[str, int](), dict[int, int | None]()
    for action in log:
        before, ledger = ledger, fold_action(ledger, action)
        move, version = action.moves[-1], action.stamp.version
        hands[version] = hands[undone_or_redone_version(ledger)] if action.is_undo_or_redo else hand_of(before, ledger)
        device = action.stamp.device
        yield HistoryLine(
            action.stamp,
            describe_last_action(ledger),
            action.is_undo_or_redo or version in counting,
            hands[version],
            getattr(move, "player", None),
            sheet_of(ledger),
            phones.setdefault(device, len(phones) + 1) if device else None,
            versions_of(move, before, ledger),
        )


def find_counting_versions(log: Iterable[Action]) -> set[int]:
    """The versions of the actions that count after all of them. A redo brings back what was taken back last."""
    counting, undone = list[int](), list[int]()
    for action in log:
        if action.is_undo:
            undone.append(counting.pop())
        elif action.is_undo_or_redo:
            counting.append(undone.pop())
        else:
            counting.append(action.stamp.version)
    return set(counting)


def undone_or_redone_version(ledger: Ledger) -> int:
    """The version of the action that the last one took back or brought again."""
    assert ledger.last is not None
    steps = ledger.undone if ledger.last.is_undo else ledger.kept
    return steps[-1].action.stamp.version


def hand_of(before: Ledger, after: Ledger) -> int | None:
    """The number of the hand that an action is about: the one it corrects, or else the one in progress."""
    assert after.last is not None
    move = after.last.moves[-1]
    if isinstance(move, CorrectHand | VoidHand):
        return move.number
    now = (before.state_or_none and before.state.current) or after.state.current
    return now.number if now else None


def sheet_of(ledger: Ledger) -> int:
    """The sheet of the last action: the one that it corrects, or else the present one; the first is number 0."""
    assert ledger.last is not None
    corrected = getattr(ledger.last.moves[-1], "sheet", None)
    return len(ledger.state.sheets) if corrected is None else int(corrected) - 1


def versions_of(move: object, before: Ledger, after: Ledger) -> tuple[HandRecord, HandRecord] | None:
    """A hand before and after the action that corrected it; None of all other actions."""
    if not isinstance(move, CorrectHand):
        return None
    was, now = (find_hand(each.state, move.sheet, move.number) for each in (before, after))
    return (was, now) if was and now else None

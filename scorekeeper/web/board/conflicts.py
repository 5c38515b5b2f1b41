"""Conflicts: a tap that a phone had to keep, and what others recorded before it arrived.

Nothing is overwritten without a choice. If recording the tap would take more than one undo, the conflict is shown
without a choice: a hand is then corrected by its own form.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from flask import g, request
from markupsafe import Markup

from scorekeeper.bookkeeper import apply_move
from scorekeeper.errors import RuleError
from scorekeeper.games.game import Move, Player
from scorekeeper.messages import Message
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import Stamp
from scorekeeper.web.board.recording import INSTEAD, NOT_CONTENT, Read, recorder_message, version_of
from scorekeeper.web.http.asgi import KEPT_BY
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import least_role
from scorekeeper.web.page.screens import QUESTION
from scorekeeper.web.page.template_helpers import last_move_text

DRAWN_ANEW = {*NOT_CONTENT, INSTEAD} - {QUESTION}
"""Fields that the form of a conflict has of its own; it keeps the question that the tap answered."""

Choice = Literal["", "add", "instead"]
"""What choosing the tap does: nothing, record it as well, or take back the one action in its place first."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A tap that came too late: `mine` is what it would have recorded, `theirs` what somebody did in its place.

    They may be the `same`. `more` counts the actions after `theirs`. `form`, `fields` and `key` are those of the tap.
    """

    mine: Markup
    theirs: Markup
    same: bool
    stamp: Stamp
    more: int
    choice: Choice
    form: str
    fields: tuple[tuple[str, str], ...]
    key: str

    @property
    def player(self) -> Player | None:
        """The player who recorded the action in place of the tap, where that is known."""
        return self.stamp.player

    @property
    def notice(self) -> Message:
        """Return the notice for a tap that is the same as the recorded one."""
        return recorder_message("form.same", self.player)

    @property
    def warning(self) -> Message:
        """Return the warning for a tap that differs from the recorded one."""
        return recorder_message("form.overtaken", self.player)


def find_conflict(table_id: str, form_name: str, read: Read) -> Conflict | None:
    """Return the conflict of a form that its phone had to keep; None for one that was sent at once.

    None as well for a form that could not be read at the version it was tapped at.
    """
    if KEPT_BY not in request.headers:
        return None
    form = request.form
    try:
        before, *since = services().books.load_since(table_id, version_of(form))
        mine = apply_move(before, read(before.state, form), g.visitor.recorder)
    except RuleError:
        return None
    chosen = possible_choice(before, since, mine, read)
    first = find_counterpart(mine, since, before)
    assert first.last
    assert mine.last
    return Conflict(
        mine=last_move_text(mine),
        theirs=last_move_text(first),
        same=mine.last.moves == first.last.moves,
        stamp=first.last.stamp,
        more=since[-1].version - first.version,
        choice=chosen,
        form=form_name,
        fields=tuple(field for field in form.items(multi=True) if field[0] not in DRAWN_ANEW),
        key=request.headers.get("Idempotency-Key", ""),
    )


def last_move(ledger: Ledger) -> Move:
    """Return the last move of a ledger."""
    assert ledger.last
    return ledger.last.moves[-1]


def find_counterpart(mine: Ledger, since: Sequence[Ledger], before: Ledger) -> Ledger:
    """Return the action in the place of the tap: the first of its kind, else the first that changed the hand."""
    kind = (each for each in since if type(last_move(each)) is type(last_move(mine)))
    hand = (each for each in since if each.state.current != before.state.current)
    return next(kind, next(hand, since[-1]))


def possible_choice(before: Ledger, since: Sequence[Ledger], mine: Ledger, read: Read) -> Choice:
    """Return what choosing the tap may do, for a tap that came too late.

    The tap is still meant if the table is as it was, or if only other kinds of moves came in between.
    """
    now = since[-1]
    if isinstance(last_move(mine), m.Undo | m.Redo):
        return ""
    if now.latest is before.latest:
        return "add"
    kinds = {type(last_move(each)) for each in since}
    if kinds.isdisjoint({type(last_move(mine)), m.Undo, m.Redo}):
        try:
            apply_move(now, read(now.state, request.form), g.visitor.recorder)
        except RuleError:
            pass
        else:
            return "add"
    alone = now.latest is not None and now.latest.before is before.state
    return "instead" if alone and g.visitor.reaches(least_role(now, m.Undo())) else ""

"""The history of a table in words: who recorded what and when, what was taken back, and what was corrected."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from flask import Blueprint, g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.table.history import HistoryLine, read_history
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.moves import Redo, Undo, find_hand
from scorekeeper.table.state import HandRecord, Stamp, TableState
from scorekeeper.web.board.hand_addresses import hand_address
from scorekeeper.web.board.hand_result import result_panel_of
from scorekeeper.web.board.host_away import told_of_hosting
from scorekeeper.web.board.recording import FormOutcome, record_form
from scorekeeper.web.board.table import read_move
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import at_table, least_role
from scorekeeper.web.page.escaping import escape
from scorekeeper.web.page.forms import optional_integer
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.large_tables import heavy_if_large
from scorekeeper.web.page.template_helpers import isolated_name
from scorekeeper.web.page.wording import with_sign, word

blueprint = Blueprint("history", __name__, url_prefix="/t/<table_id>/log")

LINES_OF_A_PAGE = 200
"""The most lines of a page: some three hands card by card, or fifty by their results; any phone opens it at once."""

MOST_HISTORIES = 20
"""The most histories in the cache; folding an evening of a thousand hands again takes seconds."""

histories: dict[str, tuple[Stamp, tuple[HistoryLine, ...]]] = {}
"""The history of each table as it was read last, with the stamp of its last action."""


class Section(NamedTuple):
    """Lines that follow each other and are about one hand, or none, the latest first, and the page of the hand."""

    number: int | None
    lines: list[HistoryLine]
    address: str


class ChangedDetail(NamedTuple):
    """A thing that a correction changed: what it is called, as it was, and as it was then."""

    label: Markup
    was: Markup
    now: Markup


@blueprint.get("")
@at_table()
@heavy_if_large()
def page(table_id: str) -> str:
    """Render the history, hand by hand, the latest first, undone actions included."""
    return render_history(table_id, FormOutcome(services().books.ledger(table_id)))


@blueprint.post("/<any(undo, redo):turn>")
@at_table()
def turn_back(table_id: str, turn: str) -> Response | tuple[str, int]:
    """Undo or redo from this page and come back to it."""
    outcome = record_form(table_id, lambda state, form: read_move(state, turn, form))
    if outcome.status == 200:
        return redirect(url_for("history.page", table_id=table_id), 303)
    return render_history(table_id, outcome), outcome.status


def render_history(table_id: str, outcome: FormOutcome) -> str:
    """Render the page, with the reason where an undo was refused."""
    ledger, state = outcome.ledger, outcome.ledger.state
    hand, before = optional_integer(request.args, "hand"), optional_integer(request.args, "before")
    lines = [line for line in lines_of(table_id, ledger) if hand is None or line.hand == hand]
    earlier = [line for line in lines if before is None or line.stamp.version < before]
    shown = earlier[-LINES_OF_A_PAGE:]
    return render_template(
        "board/history.html",
        table_id=table_id,
        ledger=ledger,
        state=state,
        outcome=outcome,
        sections=list(sections(table_id, state, shown)),
        hand=hand,
        earlier=shown[0].stamp.version if len(earlier) > len(shown) else None,
        is_latest=len(earlier) == len(lines),
        phones=len({line.phone for line in lines if line.phone}),
        versions=changed_details,
        hosting=told_of_hosting(table_id),
        may_undo=ledger.can_undo and g.visitor.reaches(least_role(ledger, Undo())),
        may_redo=bool(ledger.undone) and g.visitor.reaches(least_role(ledger, Redo())),
        visitor=g.visitor,
    )


def lines_of(table_id: str, ledger: Ledger) -> tuple[HistoryLine, ...]:
    """The history of a table, read from its log where it has gone on since it was read last."""
    assert ledger.last is not None
    stamp, lines = histories.get(table_id, (None, ()))
    if stamp != ledger.last.stamp:
        lines = tuple(read_history(services().books.read_log(table_id)))
        if len(histories) >= MOST_HISTORIES:
            histories.clear()
        histories[table_id] = lines[-1].stamp, lines
    return lines


def sections(table_id: str, state: TableState, lines: list[HistoryLine]) -> Iterator[Section]:
    """The lines hand by hand, the latest first."""
    for (number, place), group in groupby(reversed(lines), key=lambda line: (line.hand, line.sheet)):
        sheet = None if place == len(state.sheets) else place + 1
        known = number is not None and find_hand(state, sheet, number) is not None
        yield Section(number, list(group), hand_address(table_id, number or 0, sheet) if known else "")


def changed_details(state: TableState, was: HandRecord, now: HandRecord) -> Iterator[ChangedDetail]:
    """Yield the changes of a correction, one by one: the contract, the result, everyone's gain."""
    yield from list_if_changed(Markup(escape(gettext("Contract"))), contract_of(state, was), contract_of(state, now))
    yield from list_if_changed(Markup(escape(gettext("Result"))), result_of(state, was), result_of(state, now))
    for player in dict.fromkeys((*was.amounts, *now.amounts)):
        name = isolated_name(state, player)
        before, after = (escape(with_sign(each.amounts.get(player, 0))) for each in (was, now))
        yield from list_if_changed(name, before, after)


def list_if_changed(label: Markup, was: Markup, now: Markup) -> Iterator[ChangedDetail]:
    """Yield a detail if the correction changed it."""
    if was != now:
        yield ChangedDetail(label, was, now)


def contract_of(state: TableState, record: HandRecord) -> Markup:
    """Return the contract of a hand."""
    promised = state.summary(record).contract
    return Markup("–") if promised is None else word(promised)


def result_of(state: TableState, record: HandRecord) -> Markup:
    """Return the result of a hand."""
    moment = result_panel_of(state, record)
    return moment.fact if moment else escape(gettext("Void"))

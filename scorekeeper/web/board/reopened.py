"""The boards on which a hand is corrected: any line of it is recorded again, and the rest is played after it."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import quote
from zlib import crc32

from flask import Blueprint, abort, g, redirect, render_template, request
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, RuleError, problem, refuse
from scorekeeper.games.game import Move
from scorekeeper.live import Audience
from scorekeeper.messages import Message
from scorekeeper.table import moves as m
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.board.corrections import CorrectionPreview, dealing_context, preview_move, read_dealing
from scorekeeper.web.board.frames import audience_of, render_main, render_preview
from scorekeeper.web.board.hand_addresses import hand_address
from scorekeeper.web.board.hand_lines import DEAL, HandLines, cards_of, list_hand_lines, list_later_cards
from scorekeeper.web.board.recording import record_form
from scorekeeper.web.board.reopening import ReopenedHand, Reopening, ledger_at, read_reopening
from scorekeeper.web.board.ruling_links import RulingLink, refusal_link
from scorekeeper.web.board.table import read_move, with_overlay
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import Role, at_table
from scorekeeper.web.page.escaping import join_html
from scorekeeper.web.page.forms import BLANK, Form, small_number
from scorekeeper.web.page.language import gettext, with_facts
from scorekeeper.web.page.screens import RecordedForm, screens_for
from scorekeeper.web.page.wording import say

blueprint = Blueprint("reopened", __name__, url_prefix="/t/<table_id>")

HELD = "X-Reopening"
"""The header with a correction that no address may have: it holds what is shown to nobody before it is recorded."""

PRESENT, EARLIER = "/sheet/<int:number>/fix", "/sheets/<int:sheet>/<int:number>/fix"
"""The addresses of the lines of a hand: of the present sheet, and of an earlier one."""

UNDER_WAY = "/fix/<where>"


class Correction(NamedTuple):
    """A correction under way at a table: where it stands, and the hand after the moves so far."""

    table_id: str
    ledger: Ledger
    hand: ReopenedHand
    reopening: Reopening
    played: HandRecord
    where: str
    """The address's part of the correction; behind the correction itself where that is held by the page."""

    @property
    def address(self) -> str:
        """The address of the board."""
        return f"/t/{self.table_id}/fix/{self.where}"

    @property
    def state(self) -> TableState:
        """The table as it was while the hand was played."""
        return self.hand.table_at(self.reopening, self.played)

    def stands_at(self, reopening: Reopening) -> "Correction":
        """Return the correction at another place; its address stays where no address may have it."""
        played = self.hand.play(reopening)
        where = self.where if reopening.is_secret else reopening.write()
        return self._replace(reopening=reopening, played=played, where=where)


class ReopenedView(NamedTuple):
    """A correction as its pages show it."""

    number: int
    lines_at: str
    """The address of the lines of the hand, but for its end."""
    back: str
    """The address that cancelling leads to."""
    lines: HandLines
    place: int
    """The place in the hand where the board stands."""
    asked: Message | None
    """The line recorded there, in words."""
    where: str
    has_tricks: bool
    claimants: tuple[int, ...]
    form: str
    """The form that recorded the line, if its board has no preview of its own; else nothing."""
    cards: tuple[Card, ...]
    """The cards that the recorded line plays."""
    later: Mapping[Card, int]
    """The cards that were played after it, each with the number of its trick."""


def open_correction(table_id: str, where: str) -> Correction:
    """Return the correction of an address, or of the page that sent this request; abort where its moves do not fit."""
    ledger = services().books.ledger(table_id)
    held = request.headers.get(HELD) or request.form.get("where") or where
    reopening = read_reopening(ledger.state, held) or abort(404)
    try:
        hand = ReopenedHand(ledger.state, reopening.number, reopening.sheet)
        played = hand.play(reopening)
        check_places(hand, reopening)
    except (LookupError, RuleError):
        abort(404)
    return Correction(table_id, ledger, hand, reopening, played, where)


def check_places(hand: ReopenedHand, reopening: Reopening) -> None:
    """Refuse places that the hand does not have. Raises `LookupError`."""
    places = {*reopening.left_out, *([] if reopening.asked is None else [reopening.asked])}
    if not places <= set(range(len(hand.moves))) or not 0 <= reopening.rest <= len(hand.moves):
        raise LookupError(reopening.rest)


# --- Views ---


@blueprint.get("/fix")
@at_table(Role.SCORER)
def reopen_latest_hand(table_id: str) -> Response:
    """Lead to a line of the hand in progress, or of the one that was played last: the last, or ``?at=…``."""
    state = services().books.ledger(table_id).state
    record = state.current or state.last_hand or abort(404)
    line = request.args.get("at", "").strip("/")
    return redirect(f"{hand_address(table_id, record.number)}/fix{line and '/'}{quote(line)}")


@blueprint.get(PRESENT, endpoint="last_line")
@blueprint.get(EARLIER, endpoint="last_line")
@blueprint.get(f"{PRESENT}/<line>", endpoint="line")
@blueprint.get(f"{EARLIER}/<line>", endpoint="line")
@at_table(Role.SCORER)
def reopen_hand(table_id: str, number: int, sheet: int | None = None, line: str = "") -> Response:
    """Lead to the board of a recorded line: its place, `DEAL`, or a part of the hand; by default the last one.

    With ``?before=yes`` something is put in before that place.
    """
    try:
        hand = ReopenedHand(services().books.ledger(table_id).state, number, sheet)
    except LookupError:
        abort(404)
    return redirect(f"/t/{table_id}/fix/{open_line(hand, line).write()}")


def open_line(hand: ReopenedHand, line: str) -> Reopening:
    """Return the reopening at a recorded line: its place, `DEAL`, or a part of the hand; by default the last one."""
    place = small_number(line)
    if line == DEAL:
        return hand.open_at(0, instead=False)._replace(at=DEAL)
    return hand.open_part(line) if place is None else hand.open_at(place, instead="before" not in request.args)


@blueprint.get(UNDER_WAY, endpoint="board")
@at_table(Role.SCORER)
def page(table_id: str, where: str) -> str | Response:
    """Render the board as it was, filled in as it was recorded; or what the correction changes once everything fits.

    With ``?line=…`` it leads to another line, before which all changes are kept.
    """
    fix = open_correction(table_id, where)
    if "line" in request.args:
        with suppress(RuleError):  # where what lies in between no longer fits, that is asked first
            fix = fix.stands_at(fix.hand.go_to(fix.reopening, open_line(fix.hand, request.args["line"])))
        return redirect(fix.address)
    if "at" in request.args:
        fix = fix.stands_at(fix.reopening._replace(at=request.args["at"]))
    late = (problem("form.overtaken_unknown"),) if fix.hand.is_outdated(fix.reopening) else ()
    return render_page(fix, render_correction(fix, problems=late))


@blueprint.get(f"{UNDER_WAY}/draft", endpoint="draft")
@at_table(Role.SCORER)
def draft(table_id: str, where: str) -> str:
    """Render the board with what its form holds so far."""
    fix = open_correction(table_id, where)
    main = render_correction(fix, draft=request.args)
    return main if request.headers.get("HX-Request") else render_page(fix, main)


@blueprint.get(f"{UNDER_WAY}/preview/<form_name>", endpoint="preview")
@at_table(Role.SCORER)
def preview(table_id: str, where: str, form_name: str) -> str:
    """Render what a form that is filled in would pay, by the board's own preview, and what it would change."""
    fix = open_correction(table_id, where)
    ledger = ledger_at(fix.ledger, fix.state)
    main = render_preview(table_id, ledger, audience_at(fix), form_name, request.args, fix.address) or ""
    after = None
    with suppress(RuleError):
        after = fix.hand.record_instead(fix.reopening, read_checked_move(fix, form_name, request.args))
    return main + render_changes(fix.stands_at(after) if after and not after.waits else None)


@blueprint.get(f"{UNDER_WAY}/referee/pays", endpoint="pays")
@at_table(Role.SCORER)
def pays(table_id: str, where: str) -> str:
    """Render what the contract on a board would pay, by the game's own question if it has one."""
    fix = open_correction(table_id, where)
    screens = screens_for(fix.hand.game.key)
    question = screens.refereeing.pages.get("pays") or abort(404)
    try:
        tool = question.ask(fix.state, g.visitor.player, request.args)
    except RuleError:
        tool = question.ask(fix.state, g.visitor.player, BLANK)
    layout = "help/referee/answer.html"
    return render_template(f"{screens.folder}/pays.html", state=fix.state, tool=tool, layout=layout)


@blueprint.post(f"{UNDER_WAY}/record/<form_name>", endpoint="record")
@at_table(Role.SCORER)
def record(table_id: str, where: str, form_name: str) -> Response | tuple[str, int]:
    """Take a form of the board into the correction. It is saved only where its board has shown just what it changes."""
    fix = open_correction(table_id, where)
    if form_name == "deal":
        return record_deal(fix)
    if form_name == "mode":
        part, _, mode = request.form.get("by", "").partition(":")
        modes = {**dict(fix.reopening.modes), part: mode}
        return lead_on(fix.stands_at(fix.reopening._replace(modes=tuple(modes.items()), at="")))
    try:
        after = fix.stands_at(fix.hand.record_instead(fix.reopening, read_checked_move(fix, form_name, request.form)))
    except RuleError as refusal:
        return answer(fix, 422, draft=request.form, problems=refusal.problems, why=find_ruling(fix, form_name))
    if not after.reopening.waits and request.form.get("seen") == seen_mark(after):
        return store(after)
    return lead_on(after)


def record_deal(fix: Correction) -> Response | tuple[str, int]:
    """Take how the hand was really dealt into the correction, and play all that was recorded after it."""
    try:
        dealing = read_dealing(fix.hand.table, fix.hand.record, request.form)
        after = fix.hand.deal_anew(fix.reopening._replace(at=""), dealing)
    except RuleError as refusal:
        return answer(fix, 422, draft=request.form, problems=refusal.problems)
    return lead_on(fix.stands_at(after))


@blueprint.post(f"{UNDER_WAY}/leave-out", endpoint="leave_out")
@at_table(Role.SCORER)
def leave_out(table_id: str, where: str) -> Response | tuple[str, int]:
    """Leave the recorded move out that the board asks for, and play the rest again."""
    fix = open_correction(table_id, where)
    return lead_on(fix.stands_at(fix.hand.leave_out(fix.reopening)))


@blueprint.post(f"{UNDER_WAY}/leave-tricks-out", endpoint="leave_tricks_out")
@at_table(Role.SCORER)
def leave_tricks_out(table_id: str, where: str) -> Response | tuple[str, int]:
    """Leave all tricks out, which contradict what is recorded instead."""
    fix = open_correction(table_id, where)
    return lead_on(fix.stands_at(fix.hand.leave_tricks_out(fix.reopening)))


@blueprint.post(f"{UNDER_WAY}/save", endpoint="save")
@at_table(Role.SCORER)
def save(table_id: str, where: str) -> Response | tuple[str, int]:
    """Save the correction by the one path of every tap."""
    return store(open_correction(table_id, where))


# --- What they share ---


def read_checked_move(fix: Correction, form_name: str, form: Form) -> Move:
    """Return the move of the hand that a form of its board asks for. Raises `RuleError`."""
    state, game = fix.state, fix.ledger.state.game
    move = read_move(state, form_name, form)
    refuse(m.check_game_move(game, fix.played.hand, move))
    if not fix.hand.is_over and move.play(fix.played.hand).settlement is not None:
        raise RuleError("hand.not_over", number=fix.reopening.number)
    return move


def find_ruling(fix: Correction, form_name: str) -> RulingLink | None:
    """Return the way to the ruling on the form that is refused now; None where it cannot be read."""
    try:
        return refusal_link(fix.state, read_move(fix.state, form_name, request.form))
    except RuleError:
        return None


def store(fix: Correction) -> Response | tuple[str, int]:
    """Record a correction, and lead to its hand; or to the table where the hand goes on."""

    def read(state: TableState, _form: Form) -> m.CorrectHand[Move]:
        return ReopenedHand(state, fix.reopening.number, fix.reopening.sheet).correction(fix.reopening)

    outcome = record_form(fix.table_id, read)
    if outcome.status != 200:
        now = fix._replace(ledger=outcome.ledger)
        return answer(now, outcome.status, problems=outcome.problems, notice=outcome.notice)
    return lead_to(view_of(fix).back)


def hand_address_of(fix: Correction) -> str:
    """Return the address of the hand that is corrected."""
    return hand_address(fix.table_id, fix.reopening.number, fix.reopening.sheet)


def lead_to(url: str) -> Response:
    """Lead to an address; htmx is told to go there."""
    return Response("", headers={"HX-Redirect": url}) if request.headers.get("HX-Request") else redirect(url, 303)


def lead_on(fix: Correction) -> Response | tuple[str, int]:
    """Lead on to where a correction stands; the page keeps what no address may have."""
    return answer(fix, 200) if fix.reopening.is_secret else lead_to(fix.address)


def answer(fix: Correction, status: int, **told: Any) -> tuple[str, int]:
    """Answer a form with the board, or with what the correction changes."""
    main = render_correction(fix, **told)
    return main if request.headers.get("HX-Request") else render_page(fix, main), status


def audience_at(fix: Correction) -> Audience:
    """Return the audience of the board, with the screen opened over the usual one."""
    return with_overlay(fix.table_id, audience_of(g.visitor), fix.reopening.at)


def view_of(fix: Correction) -> ReopenedView:
    """Return what the pages of a correction show of it."""
    hand, asked, address, place = fix.hand, fix.reopening.asked, hand_address_of(fix), fix.reopening.place
    played = any(isinstance(move, hand.correcting.play) for move in hand.moves)
    own = screens_for(hand.game.key).recording.own_business
    claims = asked is not None and isinstance(hand.moves[asked], tuple(own))
    found = find_asked_form(fix)
    opened = DEAL if fix.reopening.at == DEAL else hand.correcting.parts[0].key if is_entered(fix) else str(place)
    return ReopenedView(
        fix.reopening.number,
        f"{fix.address}?line=",
        f"/t/{fix.table_id}" if not hand.is_over else address,
        list_hand_lines(hand, opened),
        place,
        None if asked is None else hand.find_line(asked),
        fix.reopening.write(),
        played and fix.reopening.tricks,
        fix.played.hand.seats if claims else (),
        "" if found is None or found.name in screens_for(hand.game.key).recording.previews else found.name,
        () if asked is None else cards_of(hand.moves[asked]),
        list_later_cards(hand, place),
    )


def render_page(fix: Correction, main: str) -> str:
    """Render the page around a correction."""
    return render_template(
        "board/reopened_page.html",
        table_id=fix.table_id,
        board_address=fix.address,
        main=main,
        visitor=g.visitor,
        screens=screens_for(fix.hand.game.key),
        reopened=view_of(fix),
        state=fix.state,
        television=False,
    )


def render_correction(
    fix: Correction,
    *,
    draft: Form | None = None,
    problems: Iterable[Problem] = (),
    notice: Message | None = None,
    why: RulingLink | None = None,
) -> str:
    """Render the board at which a correction stands; once all its moves are there, what it changes."""
    if fix.reopening.at == DEAL:
        return render_deal(fix, draft, problems)
    if not fix.reopening.waits:
        return render_template(
            "board/reopened_preview.html",
            board_address=fix.address,
            visitor=g.visitor,
            ledger=fix.ledger,
            state=fix.hand.table,
            reopened=view_of(fix),
            preview=(preview := preview_of(fix)),
            why=refusal_link(fix.ledger.state, preview.asked),
            problems=tuple(problems),
            notice=notice,
        )
    return render_main(
        fix.table_id,
        ledger_at(fix.ledger, fix.state),
        audience_at(fix),
        draft=(MultiDict(form.fields) if (form := find_asked_form(fix)) else BLANK) if draft is None else draft,
        problems=problems or fix.hand.problems_now(fix.reopening, fix.played),
        notice=notice,
        why=why,
        skeleton="board/reopened.html",
        board_address=fix.address,
        reopened=view_of(fix),
        may_record_alone=lambda _player: False,  # whoever corrects a hand records for everybody
        held=fix.reopening.write() if fix.reopening.is_secret else "",
    )


def render_deal(fix: Correction, draft: Form | None, problems: Iterable[Problem]) -> str:
    """Render the page that asks how the hand was dealt."""
    return render_template(
        "board/reopened_deal.html",
        board_address=fix.address,
        screens=screens_for(fix.hand.game.key),
        state=fix.hand.table,
        reopened=view_of(fix),
        problems=tuple(problems),
        dealing=dealing_context(fix.hand.table, fix.hand.record, draft),
    )


def find_asked_form(fix: Correction) -> RecordedForm | None:
    """Return the form of the recorded move that is asked, as it was filled in; or of what is entered in its place."""
    asked, correcting = fix.reopening.asked, fix.hand.correcting
    if asked is None:
        return None
    entered = correcting.entered(fix.hand.record.hand) if is_entered(fix) else None
    return correcting.find_form(fix.played.hand, entered or fix.hand.adapt(fix.played, asked))


def is_entered(fix: Correction) -> bool:
    """Return whether the board asks in one move for what several lines said, in that move's way of recording."""
    reopening, correcting = fix.reopening, fix.hand.correcting
    whole = correcting.entered(fix.hand.record.hand)
    if whole is None or reopening.asked is None:
        return False
    if not isinstance(fix.hand.moves[reopening.asked], correcting.parts[0].kinds):
        return False
    old, new = (correcting.find_form(fix.played.hand, move) for move in (fix.hand.moves[reopening.asked], whole))
    return bool(old and new and old.modes != new.modes and new.modes.items() <= dict(reopening.modes).items())


def preview_of(fix: Correction) -> CorrectionPreview:
    """Return what a correction changes: payments, effects, every line that gives way; or what is wrong with it."""
    left_out = [line for place in sorted({*fix.reopening.left_out}) for line in fix.hand.describe(place)]
    try:
        move = fix.hand.correction(fix.reopening)
        shown = preview_move(fix.hand.table, fix.hand.record, move, fix.ledger.state, left_out)
    except RuleError as refusal:
        return CorrectionPreview(problems=refusal.problems)
    new = join_html(" ", (say(line, fix.hand.table) for line in fix.hand.describe_new(fix.reopening)))
    said = with_facts(gettext("Recorded instead: %(lines)s"), {"lines": new}) if new else new
    return shown._replace(note=join_html(" ", [said, shown.note]))


def seen_mark(fix: Correction) -> str:
    """Return the mark of what a correction changes, which a form sends where its board has shown just that."""
    shown = preview_of(fix)
    return f"{crc32(repr((shown.rows, shown.note, shown.problems)).encode()):x}"


def render_changes(fix: Correction | None) -> Markup | str:
    """Render what the form that is filled in would change, beside its board.

    Nothing is rendered where a confirmation has more to show, such as lines that give way.
    """
    if fix is None or fix.reopening.left_out:
        return render_template("board/reopened_changes.html", rows=(), mark="")
    return render_template("board/reopened_changes.html", rows=preview_of(fix).rows, mark=seen_mark(fix))

"""Frames of a table: one fragment for each audience, and one for each refused form."""

from collections.abc import Callable, Collection, Iterable
from contextlib import nullcontext
from functools import partial

from flask import Flask, current_app, has_app_context
from markupsafe import Markup

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.demo import plays_itself
from scorekeeper.errors import Problem
from scorekeeper.export.live_table import describe_live
from scorekeeper.games.game import Player
from scorekeeper.live import Audience, Frame
from scorekeeper.messages import Message, message
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.moves import PlayOn, Redo, SeatLatecomer, Undo, deal_next_hand, lacks_starter, usual_seats
from scorekeeper.table.state import Adjustment, TableState
from scorekeeper.values import remember_recent
from scorekeeper.web.board.conflicts import Conflict
from scorekeeper.web.board.endings import ending_context
from scorekeeper.web.board.playing_on import describe_number
from scorekeeper.web.board.ruling_links import RulingLink
from scorekeeper.web.board.score_sheet import sheet_fragment
from scorekeeper.web.http.services import Context, services
from scorekeeper.web.page.access import Presence, Role, Visitor, least_role, may_record_alone, presence
from scorekeeper.web.page.escaping import escape, html
from scorekeeper.web.page.forms import BLANK, Form
from scorekeeper.web.page.jinja import rendering_from
from scorekeeper.web.page.language import catalogue, gettext, language, say_sentence, use_language
from scorekeeper.web.page.screens import SeatCaption, Turn, is_asked, question_of, screens_for

RECORDING, READING, TELEVISION, SHEET = "recording", "reading", "television", "sheet"
INVITING = "television that invites"
"""The role of a television that shows the QR to join, which no address asks for."""

SEATS, NAMES, VERSION = "seats", "names", "version"
LIVE_JSON = "json"
"""The view for other programs: its frames are JSON."""

FRAGMENTS = {SEATS: "joining/links/seats.html", NAMES: "joining/links/names.html"}
"""Views that are a part of another page: the people who are here, and the names to tap for a seat."""

TURNS = {"undo": Undo(), "redo": Redo()}
"""The forms that turn the log back and forth, with what they record."""

TICK, NO_TICK = Markup('<i class="tick"></i>'), Markup("–")
"""The marks in a seat before the first hand; the caption below says the same in words."""

VIEWS = (TELEVISION, SHEET, VERSION, LIVE_JSON, *FRAGMENTS)
"""Views that everyone sees alike, by the name they have in an address."""


def board_address(table_id: str) -> str:
    """Return the address of a board, with which those of its forms, drafts and overlays begin."""
    return f"/t/{table_id}"


def audience_of(visitor: Visitor, view: str | None = None) -> Audience:
    """Return the audience of the visitor who sends this request."""
    return audience_for(visitor, view, language())


def audience_for(visitor: Visitor, view: str | None, language: str) -> Audience:
    """Return the audience of a visitor who reads that language."""
    if view == TELEVISION and visitor.shows_invitation:
        return Audience(INVITING, language)
    role = view if view in VIEWS else RECORDING if visitor.may_record else READING
    return Audience(role, language)


def build_renderer(app: Flask, books: Bookkeeper) -> Callable[[str, Audience], Frame]:
    """Return the renderer of frames for the hub. It needs no request: a frame does not depend on who looks.

    The rights that a frame shows are the people of the table: whose joining is taken back has none by their seat.
    """

    def render(table_id: str, audience: Audience) -> Frame:
        ledger = books.ledger(table_id)
        draw = OTHER_FRAMES.get(audience.role, render_frame)
        with nullcontext() if has_app_context() else app.app_context():
            return draw(table_id, ledger, audience)._replace(rights=tuple(ledger.state.people))

    return render


def render_frame(table_id: str, ledger: Ledger, audience: Audience) -> Frame:
    """Render the frame of the table."""
    return Frame(ledger.version, render_main(table_id, ledger, audience))


def render_sheet_frame(table_id: str, ledger: Ledger, audience: Audience) -> Frame:
    """Render the frame of the score sheet, at the version that last changed it."""
    with use_language(audience.language):
        fragment = sheet_fragment(table_id, ledger)
    return Frame(fragment.version, fragment.html)


def render_version_frame(_table_id: str, ledger: Ledger, _audience: Audience) -> Frame:
    """Render a frame with a version alone: its page then asks for its own part."""
    return Frame(ledger.version, html('<div id="table" data-version="{}"></div>', ledger.version))


def render_json_frame(_table_id: str, ledger: Ledger, audience: Audience) -> Frame:
    """Render the table as JSON, in one line."""
    with use_language(audience.language):
        return Frame(ledger.version, describe_live(ledger.state, ledger.version, gettext).decode())


OTHER_FRAMES = {SHEET: render_sheet_frame, VERSION: render_version_frame, LIVE_JSON: render_json_frame}
"""The renderers of views that do not show the table itself."""


def render_main(
    table_id: str,
    ledger: Ledger,
    audience: Audience,
    *,
    refused: str = "",
    draft: Form | None = None,
    problems: Iterable[Problem] = (),
    notice: Message | None = None,
    conflict: Conflict | None = None,
    why: RulingLink | None = None,
    asked: object = None,
    **more: object,
) -> str:
    """Render the table as HTML.

    `refused` names a form that was refused or came too late, `draft` are its values, to be shown again if its question
    is still asked; a `conflict` takes the place of the dock. `why` leads to the ruling on the refusal of `asked`.
    A hand that is reopened has a skeleton and an address of its own, and `more` to show.
    """
    with use_language(audience.language):
        here, context = presence(table_id), table_context(ledger.state, audience.overlay)
        template = template_for(audience.role, context)
        context = {**context, **extra_context(template, table_id, ledger, here, audience.role)}
        return draw(
            template,
            table_id=table_id,
            ledger=ledger,
            audience=audience,
            refused=refused,
            draft=draft if draft and is_asked(ledger.state, draft) else BLANK,
            problems=tuple(problems),
            notice=notice,
            conflict=conflict,
            why=why,
            remedy=None if asked is None else context["screens"].recording.remedy(ledger.state, asked),
            may_record=audience.role == RECORDING,
            presence=here,
            **{**context, **more},
        )


@remember_recent
def find_turns_by_host(ledger: Ledger) -> frozenset[str]:
    """Return which of undo and redo only a host may record."""
    return frozenset(form for form, move in TURNS.items() if least_role(ledger, move) is Role.HOST)


def extra_context(template: str, table_id: str, ledger: Ledger, here: Presence, role: str) -> Context:
    """Return what follows from the ledger and the role: the turns of hosts, free seats, for some screens the end."""
    is_television = role in (TELEVISION, INVITING)
    shared = {
        "is_television": is_television,
        "skeleton": "board/television.html" if is_television else "board/phone.html",
        "board_address": board_address(table_id),
        "free_seats": sum(1 << place for place, player in enumerate(ledger.state.seating) if player not in here.seats),
        "turns_by_host": find_turns_by_host(ledger),
        "may_record_alone": partial(may_record_alone, table_id, here),
        "corner": invitation_for_newcomers(table_id, ledger.state, here) if role == INVITING else None,
        "number_facts": number_facts(ledger),
        "is_demo": plays_itself(ledger),
    }
    if template == "board/session_over.html":
        return {**shared, **ending_context(ledger.state)}
    if template in ("board/ready.html", FRAGMENTS[SEATS]):
        return {**shared, **ready_context(table_id, ledger, here, role)}
    return shared


def number_facts(ledger: Ledger) -> tuple[Message, ...]:
    """Return what those who are here need to know to play on, where their number has just changed."""
    move = ledger.latest.action.moves[-1] if ledger.latest else None
    if not isinstance(move, PlayOn | SeatLatecomer) or not move.rules:
        return ()
    return describe_number(ledger.state.game, ledger.state.rules, len(ledger.state.seating))[:3]


def render_preview(
    table_id: str, ledger: Ledger, audience: Audience, form_name: str, form: Form, address: str = ""
) -> str | None:
    """Render the part above the dock while a form is filled in; None where its game has nothing to show of it now.

    A hand that is reopened has an `address` of its own.
    """
    with use_language(audience.language):
        context = table_context(ledger.state, audience.overlay)
        preview = context["screens"].recording.previews.get(form_name)
        if preview is None or not context["hand"] or context["board"]["screen"] != form_name:
            return None
        form = form if is_asked(ledger.state, form) else BLANK
        context = {**context, "board": {**context["board"], **preview(ledger.state, form)}}
        return draw(
            template_for(audience.role, context),
            table_id=table_id,
            board_address=address or board_address(table_id),
            ledger=ledger,
            audience=audience,
            skeleton="board/preview_main.html",
            refused="",
            draft=form,
            problems=(),
            notice=None,
            may_record=False,
            is_television=False,
            **context,
        )


def draw(template: str, **context: object) -> str:
    """Render a template like `flask.render_template`, without asking what else templates should be given.

    The globals are put beside the context here: Jinja looks up each of them in two dictionaries for every `render`.
    """
    jinja = current_app.jinja_env
    context["_"] = partial(say_sentence, catalogue())
    with rendering_from(context):
        found = jinja.get_template(template)
        return "".join(found.root_render_func(found.new_context({**jinja.globals, **context}, shared=True)))


def template_for(role: str, context: Context) -> str:
    """The template of a table: that of the phase it is in, by the game or between its hands."""
    if role in FRAGMENTS:
        return FRAGMENTS[role]
    if context["state"].ending and not context["hand"]:
        return "board/session_over.html"
    if "screen" in context["board"]:
        return f"{context['screens'].folder}/{context['board']['screen']}.html"
    return "board/hand_result.html" if context["state"].last_hand else "board/ready.html"


def table_context(state: TableState, overlay: str = "") -> Context:
    """Return the context of every view of a table, the game's part of it included."""
    screens = screens_for(state.game.key)
    modes = (*state.modes.values(), overlay)
    hand = state.current.hand if state.current else None
    return {
        "state": state,
        "game": state.game,
        "hand": hand,
        "question": question_of(state),
        "screens": screens,
        "next_hand": None if hand or state.ending else next_hand(state),
        "board": screens.recording.board(state, modes) if hand else between_hands(state, modes),
    }


def between_hands(state: TableState, modes: Collection[str]) -> Context:
    """Return the context of the board between two hands, the game's part of it included."""
    return {
        "turn": Turn(None, message("turn.between")),
        **screens_for(state.game.key).recording.between_hands(state, modes),
    }


def ready_context(table_id: str, ledger: Ledger, here: Presence, role: str) -> Context:
    """Return the context before the first hand: who is here, and the invitation for those who may pass it on."""
    state, latest = ledger.state, here.latest_seat
    needed = max(len(state.seating), state.game.seat_counts(state.rules)[0])
    come = sum(player in here.seats for player in state.seating)
    invitations = services().invitations
    return {
        "arrived": latest.player if latest and latest.player in state.people and not ledger.can_undo else None,
        "board": {
            "turn": Turn(None, message("turn.between")),
            "captions": {player: arrival_caption(player, here) for player in state.seating},
            "scores": {}
            if any(isinstance(entry, Adjustment) for entry in state.entries)
            else {player: TICK if player in here.seats else NO_TICK for player in state.seating},
        },
        "needed": needed,
        "come": come,
        "invitation": invitations.for_table(table_id) if role == RECORDING and come < needed else None,
        "address": invitations.address(table_id),
    }


def invitation_for_newcomers(table_id: str, state: TableState, here: Presence) -> Context | None:
    """Return the invitation with the address to type its code at; None once every seat is taken, or at the end."""
    if state.ending or count_missing(state, here) <= 0:
        return None
    invitations = services().invitations
    return {
        "invitation": invitations.for_table(table_id),
        "address": invitations.address(table_id),
        "moved": invitations.address_changed,
    }


def count_missing(state: TableState, here: Presence) -> int:
    """Return how many players have no phone at the table yet; as many as a hand takes are expected."""
    needed = max(len(state.seating), state.game.seat_counts(state.rules)[0])
    return needed - sum(player in here.seats for player in state.seating)


def arrival_caption(player: Player, here: Presence) -> SeatCaption:
    """Return the words under a name before the first hand."""
    if player not in here.seats:
        return SeatCaption(escape(gettext("not yet")), "out")
    return SeatCaption(escape(gettext("host") if player in here.hosts else gettext("here")), "here")


@remember_recent
def next_hand(state: TableState) -> dict[str, object]:
    """Return the usual seats of the next hand, whether they are enough, and the hand as it would be dealt."""
    seats: tuple[Player, ...] = usual_seats(state)
    counts = state.game.seat_counts(state.rules)
    possible, lacking = len(seats) in counts, lacks_starter(state)
    hand = deal_next_hand(state, seats).hand if possible else None
    return {
        "seats": seats,
        "counts": counts,
        "possible": possible,
        "choice": len(state.seating) > counts[-1],
        "opening": hand,
        "begins": hand.session.begins if hand and not lacking else None,
        "lacks_starter": lacking,
    }

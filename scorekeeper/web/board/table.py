"""The page of a table, and the views that record the forms of its dock."""

from http import HTTPStatus

from flask import Blueprint, abort, g, make_response, redirect, render_template, request, session, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.demo import plays_itself
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games.game import Move, Player
from scorekeeper.live import Audience
from scorekeeper.messages import message
from scorekeeper.settlement import Amount, Settlement
from scorekeeper.table import moves as m
from scorekeeper.table.state import TableState
from scorekeeper.web.board.conflicts import find_conflict
from scorekeeper.web.board.frames import RECORDING, TELEVISION, audience_of, board_address, render_main, render_preview
from scorekeeper.web.board.hand_result import play_checked, read_deal
from scorekeeper.web.board.playing_on import ways_to_play
from scorekeeper.web.board.recording import FormOutcome, record_form
from scorekeeper.web.board.ruling_links import refusal_link
from scorekeeper.web.board.sum_checks import SumLine, with_sums
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import Role, at_table
from scorekeeper.web.page.forms import Form, integer, optional_integer, read_standing, small_number, text
from scorekeeper.web.page.group_nights import names_to_come
from scorekeeper.web.page.language import gettext
from scorekeeper.web.page.screens import Reader, Screens, screens_for
from scorekeeper.web.page.template_helpers import standing_text

blueprint = Blueprint("table", __name__, url_prefix="/t/<table_id>")


@blueprint.get("")
@at_table()
def page(table_id: str) -> str:
    """The table in the visitor's role, or a screen that this phone opened over the usual one."""
    audience = audience_of(g.visitor)
    opened = with_overlay(table_id, audience, request.args.get("at", ""))
    if opened == audience:
        return render_page(table_id, services().hub.frame(table_id, audience).html)
    return render_page(table_id, render_main(table_id, services().books.ledger(table_id), opened, draft=request.args))


@blueprint.get("/watch")
@at_table()
def television(table_id: str) -> str:
    """The table for a television: large type, no controls."""
    frame = services().hub.frame(table_id, audience_of(g.visitor, TELEVISION))
    return render_template(
        "board/television_page.html",
        table_id=table_id,
        main=frame.html,
        visitor=g.visitor,
        screens=own_screens(table_id),
        moved=services().invitations.address_changed,
    )


@blueprint.get("/preview/<form_name>")
@at_table()
def preview(table_id: str, form_name: str) -> str | Response:
    """Render the payment of a result before anyone confirms it: the screen above the dock, or step by step.

    Where the board asks for something else by now there is no content: a refusal would stand in place of that board.
    """
    ledger = services().books.ledger(table_id)
    audience = with_overlay(table_id, audience_of(g.visitor), request.args.get("at", ""))
    main = render_preview(table_id, ledger, audience, form_name, request.args)
    if main is not None:
        return main
    state = ledger.state
    if form_name in screens_for(state.game.key).recording.previews:
        return make_response("", HTTPStatus.NO_CONTENT)
    settlement = None
    problems: tuple[Problem, ...] = ()
    try:
        settlement = preview_settlement(state, form_name, request.args)
    except RuleError as refusal:
        problems = refusal.problems
    return render_template("board/preview.html", state=state, settlement=settlement, problems=problems)


def preview_settlement(state: TableState, form_name: str, form: Form) -> Settlement[Player] | None:
    """Return the settlement of the hand in progress after a form of the game, None when that does not end it.

    Raises `RuleError` when the form is refused.
    """
    reader = screens_for(state.game.key).recording.forms.get(form_name)
    if reader is None:
        raise RuleError("move.unknown")
    if state.current is None:
        raise RuleError("hand.none")
    settlement: Settlement[Player] | None = play_checked(state, reader(state, form)).settlement
    return settlement


@blueprint.get("/draft")
@at_table()
def draft(table_id: str) -> str:
    """Render the table with what a form of the dock holds so far. Nothing is recorded."""
    ledger = services().books.ledger(table_id)
    audience = with_overlay(table_id, audience_of(g.visitor), request.args.get("at", ""))
    main = render_main(table_id, ledger, audience, draft=request.args)
    return main if request.headers.get("HX-Request") else render_page(table_id, main)


@blueprint.post("/record/<form_name>")
@at_table()
def record_dock_form(table_id: str, form_name: str) -> Response:
    """Record what a form of the dock asks for, and answer with the table: after it, or with what was wrong."""

    def read_form(state: TableState, form: Form) -> Move:
        return read_move(state, form_name, form)

    outcome = record_form(table_id, read_form)
    audience = audience_of(g.visitor)
    if outcome.status == 200:
        services().verified_cookies.remember(request.environ.get("asgi.scope", {}), session)
        then = request.args.get("then", "")  # the screen that this phone opens once the form is recorded
        if not request.headers.get("HX-Request"):
            return redirect(url_for("table.page", table_id=table_id, at=then or None), 303)
        if (opened := with_overlay(table_id, audience, then)) != audience:
            return make_response(render_main(table_id, outcome.ledger, opened))
        return make_response(services().hub.frame(table_id, audience).html)
    conflict = find_conflict(table_id, form_name, read_form) if outcome.status == 409 else None
    main = render_main(
        table_id,
        outcome.ledger,
        audience if conflict else with_overlay(table_id, audience, request.values.get("at", "")),
        refused=form_name,
        draft=None if conflict else outcome.draft,
        problems=outcome.problems,
        notice=conflict.notice if conflict and conflict.same else outcome.notice,
        conflict=None if conflict and conflict.same else conflict,
        why=refusal_link(outcome.ledger.state, outcome.asked),
        asked=outcome.asked,
    )
    return make_response(main if request.headers.get("HX-Request") else render_page(table_id, main), outcome.status)


def with_overlay(table_id: str, audience: Audience, opened: str) -> Audience:
    """Return the audience of a phone that has opened an overlay."""
    name, _, place = opened.partition("-")
    known = name in own_screens(table_id).recording.overlays
    if not known or len(place) > 2 or audience.role != RECORDING:
        return audience
    return audience._replace(overlay=opened)


def render_page(table_id: str, main: str) -> str:
    """Render the whole page around the table's fragment. A large screen with the link to watch is a television."""
    television = not g.visitor.may_sit_down and request.args.get("view") != "phone"
    return render_template(
        "board/page.html",
        table_id=table_id,
        board_address=board_address(table_id),
        main=main,
        visitor=g.visitor,
        television=television,
        screens=own_screens(table_id),
        until=services().store.events.deadline(table_id),
        plays=plays_itself(services().books.ledger(table_id)),
    )


def own_screens(table_id: str) -> Screens:
    """The screens of the game at a table."""
    return screens_for(services().books.ledger(table_id).state.game.key)


@blueprint.get("/people")
@at_table()
def people(table_id: str) -> str:
    """Players and what may be done about them."""
    return render_people(table_id, FormOutcome(services().books.ledger(table_id)))


@blueprint.get("/people/<int:player>")
@at_table(Role.SCORER)
def person(table_id: str, player: Player) -> Response | str:
    """Render what becomes of the table when somebody goes home or comes back, and the ways to play on."""
    ledger = services().books.ledger(table_id)
    state = ledger.state
    if player not in state.people:
        abort(404)
    after = m.PlayOn(player).with_player_moved(state)
    return render_template(
        "board/person.html",
        table_id=table_id,
        state=state,
        version=ledger.version,
        player=player,
        goes=player in state.seating,
        playing=bool(state.current and player in state.current.hand.seats),
        visitor=g.visitor,
        **ways_to_play(after),
    )


@blueprint.get("/people/new")
@at_table(Role.SCORER)
def newcomer(table_id: str) -> str:
    """Render the questions about somebody who comes: what they begin with, their chair, and who plays then."""
    return render_newcomer(table_id, FormOutcome(services().books.ledger(table_id), draft=request.args))


@blueprint.post("/people/<form_name>")
@at_table()
def record_people(table_id: str, form_name: str) -> Response | tuple[str, int]:
    """Record a form of this page and come back to it; to play on leads to the table."""
    outcome = record_form(table_id, lambda state, form: read_move(state, form_name, form))
    if outcome.status == 200:
        leads = "table.page" if "to_table" in request.form else "table.people"
        return redirect(url_for(leads, table_id=table_id), 303)
    if form_name == "join":
        return render_newcomer(table_id, outcome), outcome.status
    return render_people(table_id, outcome, form_name), outcome.status


@blueprint.get("/paper-hands", endpoint="paper_hands")
@at_table(Role.SCORER)
def paper_hands_page(table_id: str) -> str:
    """Render the form for hands that were played on paper, or for the totals."""
    return render_paper_hands(table_id, FormOutcome(services().books.ledger(table_id)))


@blueprint.post("/paper-hands/<form_name>", endpoint="record_paper_hands")
@at_table(Role.SCORER)
def record_paper_hands(table_id: str, form_name: str) -> Response | tuple[str, int]:
    """Record hands or totals from paper and lead to the table, or draw the grid with more rows."""
    if form_name == "more":
        rows = (small_number(request.form.get("rows")) or ROWS) + ROWS
        draft = MultiDict({**request.form.to_dict(), "rows": str(rows)})
        return render_paper_hands(table_id, FormOutcome(services().books.ledger(table_id), draft=draft)), 200
    if form_name not in ("earlier", "totals"):
        abort(404)
    outcome = record_form(table_id, lambda state, form: read_move(state, form_name, form))
    if outcome.status == 200:
        return redirect(url_for("table.page", table_id=table_id), 303)
    return render_paper_hands(table_id, outcome, form_name), outcome.status


def render_paper_hands(table_id: str, outcome: FormOutcome, form_name: str = "") -> str:
    """Render the page, with the refused form as it was filled in."""
    draft = outcome.draft or request.args
    rows = optional_integer(draft, "rows") or ROWS
    return render_template(
        "board/paper_hands.html",
        table_id=table_id,
        ledger=outcome.ledger,
        state=outcome.ledger.state,
        outcome=outcome,
        draft=draft,
        refused=form_name,
        screens=screens_for(outcome.ledger.state.game.key),
        rows=min(max(rows, ROWS), m.MOST_EARLIER_HANDS),
        most=m.MOST_EARLIER_HANDS,
        visitor=g.visitor,
    )


def render_newcomer(table_id: str, outcome: FormOutcome) -> str:
    """Render the questions about somebody who comes, as far as they were answered."""
    state = outcome.ledger.state
    after, lowest = with_newcomer(state), find_lowest(state)
    return render_template(
        "board/newcomer.html",
        table_id=table_id,
        state=state,
        outcome=outcome,
        draft=outcome.draft or {},
        usual=standing_text(after, max(after.people)),
        lowest=standing_text(state, lowest) if lowest else "",
        visitor=g.visitor,
        **ways_to_play(after),
    )


def render_people(table_id: str, outcome: FormOutcome, form_name: str = "") -> str:
    """Render the page, with refusals beside their form."""
    state = outcome.ledger.state
    return render_template(
        "board/people.html",
        table_id=table_id,
        state=state,
        game=state.game,
        outcome=outcome,
        draft=outcome.draft or {},
        refused=form_name,
        present=[state.people[player] for player in state.seating],
        absent=[person for person in state.people.values() if not person.present],
        known=names_to_come(table_id, state),
        visitor=g.visitor,
        **ways_to_play(state),
    )


def read_move(state: TableState, name: str, form: Form) -> Move:
    """The move a form asks for: the table's own, or the game's. Raises `RuleError`."""
    reader = TABLE_FORMS.get(name) or screens_for(state.game.key).recording.forms.get(name)
    if reader is None:
        raise RuleError("move.unknown")
    return reader(state, form)


def read_adjustment(state: TableState, form: Form) -> m.Adjust:
    """Read a change by hand: amounts to add, or new standings where those are no numbers."""
    if screens_for(state.game.key).recording.total:
        return m.Adjust(read_changes(state, form, "amount"), form.get("reason", ""))
    amounts = read_amounts(state, form, "amount", "field.amount_of")
    return with_sums(state, form, m.Adjust(amounts, form.get("reason", "")), [SumLine(amounts)])


def read_amounts(state: TableState, form: Form, field: str, what: str, **facts: int) -> dict[int, int]:
    """The amount of each player; 0 where nothing is written. Raises `RuleError`, which names the player."""
    return {
        player: optional_integer(form, f"{field}_{player}", message(what, player=player, **facts)) or 0
        for player in state.people
    }


def read_paper_hands(state: TableState, form: Form) -> m.AddEarlierHands:
    """Read the rows of the grid with any amount. Raises `RuleError`."""
    hands, lines = [], []
    for row in range(1, m.MOST_EARLIER_HANDS + 1):
        amounts = read_amounts(state, form, f"amount_{row}", "field.amount_in_hand", number=row)
        if any(amounts.values()):
            played = form.get(f"played_{row}", "").strip()
            hands.append(m.EarlierHand(amounts, played or gettext("hand %(number)s, from paper") % {"number": row}))
            lines.append(SumLine(amounts, number=row))
    return with_sums(state, form, m.AddEarlierHands(tuple(hands)), lines)


def read_totals(state: TableState, form: Form) -> m.Adjust:
    """Return the changes after which all stand as a form says. Raises `RuleError`."""
    changes = read_changes(state, form, "total")
    stand = {player: standing.value for player, standing in state.standings.items()}
    after = {player: value + changes.get(player, 0) for player, value in stand.items()}
    move = m.Adjust(changes, gettext("totals from paper"))
    return with_sums(state, form, move, [SumLine(after, sum(stand.values()))])


def read_changes(state: TableState, form: Form, kind: str) -> dict[int, Amount]:
    """Return the changes after which all stand as the fields of a kind say; empty fields stay. Raises `RuleError`."""
    read = screens_for(state.game.key).recording.total
    return {
        player: read(state.rules, state.session, player, form[field])
        if read
        else read_standing(form, field, message("field.amount_of", player=player)) - state.standings[player].value
        for player in state.people
        if form.get(field := f"{kind}_{player}", "").strip()
    }


def read_join(state: TableState, form: Form) -> m.JoinTable:
    """Read who comes, what they begin with, and the rules for as many as are here then. Raises `RuleError`."""
    join = m.build_join(state, form.get("name", ""), optional_integer(form, "before"))
    adds, preset = read_beginning(with_newcomer(state), form), form.get("preset", "")
    if not adds and not preset:
        return join
    return m.SeatLatecomer(join.name, before=join.before, adds=adds, reason=gettext("Begins with"), preset=preset)


def read_beginning(state: TableState, form: Form) -> Amount:
    """Return how much more than the rules give the player who joined last begins with. Raises `RuleError`."""
    player, read = max(state.people), screens_for(state.game.key).recording.total
    usual, lowest = state.standings[player].value, find_lowest(state, player)
    if typed := form.get("score", "").strip():
        if read:
            return read(state.rules, state.session, player, typed)
        return read_standing(form, "score", message("field.total")) - usual
    return state.standings[lowest].value - usual if lowest and form.get("begins") == "lowest" else 0


def with_newcomer(state: TableState) -> TableState:
    """Return the state with one more player."""
    return m.JoinTable("").play(state)


def find_lowest(state: TableState, *but: Player) -> Player | None:
    """Return who stands lowest at the table; None before the first hand, when all begin alike."""
    here = [player for player in state.seating if player not in but]
    return min(here, key=lambda player: state.standings[player].value, default=None) if state.last_hand else None


def read_hand_limit(state: TableState, form: Form) -> m.LimitHands:
    """Read the number of hands after which the session ends. Raises `RuleError` for fewer than there are.

    The form alone refuses them: a log may hold such a number, and opens all the same.
    """
    hands = optional_integer(form, "hands")
    played = sum(entry.counts for entry in state.entries) + bool(state.current)
    if hands is not None and 0 < hands < played:
        raise RuleError("session.limit_passed", hands=played)
    return m.LimitHands(hands)


def read_mode(_state: TableState, form: Form) -> m.ChooseMode:
    """Read how a part of the hands is to be recorded: ``auction:contract``."""
    part, _, mode = text(form, "by").partition(":")
    return m.ChooseMode(part, mode)


ROWS = 6
"""How many earlier hands the grid offers at first."""

TABLE_FORMS: dict[str, Reader] = {
    "start_hand": read_deal,
    "void_hand": lambda _state, form: m.VoidHand(integer(form, "number"), form.get("reason", "")),
    "join": read_join,
    "rename": lambda _state, form: m.RenamePlayer(integer(form, "player"), form.get("name", "")),
    "play_on": lambda _state, form: m.PlayOn(
        optional_integer(form, "player"), form.get("preset", ""), before=optional_integer(form, "before")
    ),
    "leave": lambda _state, form: m.LeaveTable(integer(form, "player")),
    "return": lambda _state, form: m.build_return(integer(form, "player"), optional_integer(form, "before")),
    "move_seat": lambda _state, form: m.MoveSeat(integer(form, "player"), integer(form, "before")),
    "swap": lambda _state, form: m.SwapSeats(integer(form, "one"), integer(form, "other")),
    "draw_seats": lambda _state, _form: m.DrawSeats(),
    "draw_leader": lambda _state, _form: m.DrawLeader(),
    "adjust": read_adjustment,
    "penalize": lambda _state, form: m.Penalize(
        integer(form, "player"), integer(form, "amount"), form.get("to_others") == "yes", form.get("reason", "")
    ),
    "set_token": lambda _state, form: m.SetToken(integer(form, "player"), spent=text(form, "spent") == "yes"),
    "earlier": read_paper_hands,
    "totals": read_totals,
    "limit_hands": read_hand_limit,
    "mode": read_mode,
    "end": lambda _state, _form: m.EndSession(),
    "begin": lambda _state, _form: m.BeginSession(),
    "resume": lambda _state, _form: m.ResumeSession(),
    "undo": lambda _state, _form: m.Undo(),
    "redo": lambda _state, _form: m.Redo(),
}
"""The readers of the table's own forms, by name. They raise as those of `scorekeeper.web.page.forms`."""

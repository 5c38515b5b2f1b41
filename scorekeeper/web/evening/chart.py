"""The chart of the evening: the standings after each hand, as an image with a table behind it."""

from collections.abc import Mapping

from flask import Blueprint, Response, g, render_template, request
from markupsafe import Markup

from scorekeeper.games.game import Player
from scorekeeper.settlement import Amount
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.standings_over_time import StandingsOverTime, find_leads, track_standings
from scorekeeper.table.state import TableState
from scorekeeper.values import RecentValues
from scorekeeper.web.board.frames import SHEET, audience_of
from scorekeeper.web.evening.svg_chart import (
    PALETTES,
    SIZES,
    ChartData,
    Curve,
    RenderedChart,
    render_chart,
    round_heights,
    round_step,
)
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import at_table
from scorekeeper.web.page.escaping import join_html
from scorekeeper.web.page.language import catalogue, gettext, with_facts
from scorekeeper.web.page.large_tables import LARGE_FOR_NUMBERS, heavy_if_large
from scorekeeper.web.page.template_helpers import both_wordings, isolated_name
from scorekeeper.web.page.wording import number, plain_text, say

blueprint = Blueprint("chart", __name__, url_prefix="/t/<table_id>")

MOST_DRAWINGS = 100
"""The most charts in the cache, of all tables, each up to 60 KB."""

MOST_PLACES = 8
"""The most labels of an axis; with more hands only every second, fifth, … has its number."""


@blueprint.get("/chart")
@at_table()
@heavy_if_large()
def page(table_id: str) -> str:
    """Render the chart with the line of one player in front, and who led when."""
    ledger = services().books.ledger(table_id)
    course = track_standings(ledger.state.entries)
    chosen = choose_player(course, g.visitor.player)
    return render_template(
        "evening/chart.html",
        table_id=table_id,
        state=ledger.state,
        version=ledger.version,
        course=course,
        chosen=chosen,
        drawing=chart_of(table_id, ledger, chosen) if course.lines else None,
        headline=headline(ledger.state, course),
        before=describe_former_leaders(ledger.state, course),
        said=height_texts(ledger.state, course),
        sheet_version=services().hub.frame(table_id, audience_of(g.visitor, SHEET)).version,
        visitor=g.visitor,
    )


@blueprint.get("/chart.svg")
@at_table()
@heavy_if_large(LARGE_FOR_NUMBERS)
def image(table_id: str) -> Response:
    """The picture itself, as it is now. What else its address says keeps browsers from showing an older one."""
    ledger = services().books.ledger(table_id)
    look = pick_known(PALETTES, request.args.get("look", ""))
    shape = pick_known(SIZES, request.args.get("shape", ""))
    chosen = choose_player(track_standings(ledger.state.entries), None)
    return Response(chart_of(table_id, ledger, chosen, look, shape).svg, content_type="image/svg+xml; charset=utf-8")


def pick_known(known: Mapping[str, object], wanted: str) -> str:
    """Return the wanted one, or the first that there is."""
    return wanted if wanted in known else next(iter(known))


def choose_player(course: StandingsOverTime, own: Player | None) -> Player | None:
    """Return the player whose line is in front: the one asked for, the phone's own, or the leader."""
    wanted = request.args.get("player", type=int)
    leads = find_leads(course)
    candidates = (wanted, own, leads[-1].players[0] if leads else None)
    return next((player for player in candidates if player in course.players), None)


# --- The picture ---


charts = RecentValues[tuple[object, ...], RenderedChart](MOST_DRAWINGS)


def chart_of(
    table_id: str, ledger: Ledger, chosen: Player | None, look: str = "light", shape: str = "phone"
) -> RenderedChart:
    """The chart of a table at its version, drawn once in each language, which its names and heights are in."""
    key = table_id, ledger.version, chosen, look, shape, catalogue()
    return charts.get(key) or charts.keep(
        key, render_chart(chart_data(ledger.state, track_standings(ledger.state.entries), chosen), look, shape)
    )


def chart_data(state: TableState, course: StandingsOverTime, chosen: Player | None) -> ChartData:
    """The course of an evening as lines. The chosen one is drawn last, over all others."""
    curves = [
        Curve(state.name(player), points_of(course, player), player == chosen)
        for player in sorted(course.players, key=lambda player: player == chosen)
    ]
    step = round_step(len(course.lines), MOST_PLACES)
    places = [(at, number) for at, number in enumerate(course.numbers, 1) if number and number % step == 0]
    return ChartData(
        tuple(curves),
        len(course.lines),
        tuple((at, str(number)) for at, number in places),
        height_labels(state, course),
    )


def points_of(course: StandingsOverTime, player: Player) -> tuple[tuple[int, float], ...]:
    """Return a player's standings, from the hand at which they had sat down."""
    return tuple(
        (at, float(standings[player].value)) for at, standings in enumerate(course.standings) if player in standings
    )


def height_labels(state: TableState, course: StandingsOverTime) -> tuple[tuple[float, str], ...]:
    """Return the labels of the chart: round numbers, or the game's words for heights that occurred."""
    said = height_texts(state, course)
    if not said:
        return ()
    if all(text == number(value) for value, text in said.items()):
        return tuple((float(each), number(each)) for each in round_heights(float(min(said)), float(max(said))))
    values = sorted(said)
    step = round_step(len(values), MOST_PLACES)
    return tuple((float(value), said[value]) for value in values[::step])


def height_texts(state: TableState, course: StandingsOverTime) -> dict[Amount, str]:
    """Return each height that occurred with its text."""
    said = {each.value: each.said for standings in course.standings for each in standings.values()}
    return {value: plain_text(say(text, state)) for value, text in said.items()}


# --- Who leads ---


def headline(state: TableState, course: StandingsOverTime) -> Markup:
    """Return the sentence on who leads now; empty before the first hand."""
    leads = find_leads(course)
    if not leads or leads[-1].last != len(course.lines):
        return Markup("")
    players = leads[-1].players
    score = say(course.standings[-1][players[0]].said, state)
    if len(players) > 1:
        facts = {"names": join_player_names(state, players), "score": score}
        return with_facts(gettext("%(names)s share the lead with %(score)s"), facts)
    own = with_facts(gettext("You lead with %(score)s"), {"score": score})
    others = with_facts(
        gettext("%(name)s leads with %(score)s"), {"name": join_player_names(state, players), "score": score}
    )
    return both_wordings(players[0], own, others)


def describe_former_leaders(state: TableState, course: StandingsOverTime) -> Markup:
    """Return the sentence on who led before the present leaders, and how long; empty where nobody did."""
    leads = find_leads(course)
    now = leads[-1].players if leads and leads[-1].last == len(course.lines) else ()
    last = next((lead for lead in reversed(leads) if lead.players != now), None)
    if last is None:
        return Markup("")
    first, until = hand_of_line(course, last.first), hand_of_line(course, last.last)
    facts = {"names": join_player_names(state, last.players), "first": first, "last": until}
    if first == until:
        return with_facts(gettext("%(names)s led after hand %(last)s"), facts)
    return with_facts(gettext("%(names)s led from hand %(first)s to %(last)s"), facts)


def hand_of_line(course: StandingsOverTime, line: int) -> int:
    """The hand of a line, or the last one before it; 0 before the first."""
    return next((number for number in reversed(course.numbers[:line]) if number), 0)


def join_player_names(state: TableState, players: tuple[Player, ...]) -> Markup:
    """Names one after the other."""
    return join_html(", ", (isolated_name(state, player) for player in players))

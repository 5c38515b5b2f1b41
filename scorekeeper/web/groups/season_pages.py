"""A season of a group: the all-time table between two days, by game and by rules, with its chart and its files."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, render_template, request
from flask_babel import gettext

from scorekeeper.export.season import season_csv, season_xlsx
from scorekeeper.games.game import Game
from scorekeeper.table.evenings import Evening, games_of
from scorekeeper.table.seasons import SeasonChoice, day_of, tally_season, track_totals
from scorekeeper.web.evening.export import XLSX
from scorekeeper.web.evening.figures import format_mean
from scorekeeper.web.evening.svg_chart import ChartData, Curve, render_chart, round_heights, round_step
from scorekeeper.web.groups.group_pages import heavy_if_many_nights, in_group
from scorekeeper.web.page.group_nights import GroupHistory, load_group_history
from scorekeeper.web.page.wording import number

blueprint = Blueprint("seasons", __name__, url_prefix="/g/<group_id>/season")

MOST_PLACES = 8
"""The most labels of an axis."""


class Season(NamedTuple):
    """A season as it was asked for: the group, the choice, the game, and the evenings, the latest first."""

    met: GroupHistory
    choice: SeasonChoice
    game: Game | None
    evenings: list[Evening[int]]

    @property
    def names(self) -> Mapping[int, str]:
        """The names of the people of the group."""
        return {person.number: person.name for person in self.met.group.people}

    @property
    def query(self) -> str:
        """The choice as it stands in an address."""
        asked = (
            ("from", self.choice.first and self.choice.first.isoformat()),
            ("to", self.choice.last and self.choice.last.isoformat()),
            ("game", self.choice.game),
            ("rules", self.choice.preset),
        )
        return urlencode([(name, value) for name, value in asked if value])


def read_day(name: str) -> date | None:
    """Return a day of the request; None where there is none, or what is no day."""
    try:
        return date.fromisoformat(request.args.get(name, ""))
    except ValueError:
        return None


def read_season(group_id: str) -> Season:
    """Return the season that is asked for: of the game of the latest night, where none is named."""
    met = load_group_history(group_id)
    games = {game.key: game for game in games_of(met.evenings)}
    game = games.get(request.args.get("game", "")) or next(iter(games.values()), None)
    preset = request.args.get("rules", "")
    known = preset if game and preset in game.presets else None
    choice = SeasonChoice(read_day("from"), read_day("to"), game.key if game else None, known)
    return Season(met, choice, game, [evening for evening in met.evenings if choice.has(evening)])


@blueprint.get("")
@in_group()
@heavy_if_many_nights
def page(group_id: str) -> str:
    """Render the table of a season, its chart, and the form that chooses it."""
    season = read_season(group_id)
    played = {evening.state.preset for evening in season.met.evenings if evening.state.game is season.game}
    return render_template(
        "groups/season.html",
        group=season.met.group,
        season=season,
        games=games_of(season.met.evenings),
        presets=[preset for key, preset in season.game.presets.items() if key in played] if season.game else [],
        rows=tally_season(season.evenings) if season.evenings else [],
        format_mean=format_mean,
    )


@blueprint.get("/chart.svg")
@in_group()
@heavy_if_many_nights
def chart(group_id: str) -> Response:
    """Send the chart of everyone's total over the nights; there is none where nobody has played."""
    look = "dark" if request.args.get("look") == "dark" else "light"
    data = draw_season(read_season(group_id))
    if not data.curves:
        abort(404)
    drawn = render_chart(data, look)
    return Response(drawn.svg, content_type="image/svg+xml; charset=utf-8")


def draw_season(season: Season) -> ChartData:
    """Return the course of a season as lines, of which the first person's is in front."""
    course = track_totals(season.evenings)
    people = list(course[-1]) if course else []
    best = max(people, key=lambda person: course[-1][person]) if people else None
    curves = tuple(
        Curve(
            season.names[person],
            tuple((at, float(totals[person])) for at, totals in enumerate(course, 1) if person in totals),
            person == best,
        )
        for person in sorted(people, key=lambda person: person == best)
    )
    values = [float(total) for totals in course for total in totals.values()]
    step = round_step(len(course), MOST_PLACES)
    days = [f"{day_of(evening):%m-%d}" for evening in reversed(season.evenings)]
    places = tuple((at, day) for at, day in enumerate(days, 1) if at % step == 0)
    heights = tuple((float(each), number(each)) for each in label_heights(values))
    return ChartData(curves, max(len(course), 1), places, heights)


def label_heights(values: list[float]) -> list[int]:
    """Return round numbers between the lowest and the highest of `values`; that one where all are the same."""
    if not values or min(values) == max(values):
        return [round(value) for value in values[:1]]
    return round_heights(min(values), max(values))


@blueprint.get("/table.csv")
@in_group()
@heavy_if_many_nights
def as_csv(group_id: str) -> Response:
    """Send the table of a season as CSV, in the reader's language."""
    season = read_season(group_id)
    content = season_csv(season.evenings, season.names, gettext)
    return attach(content, "text/csv; charset=utf-8; header=present", "csv")


@blueprint.get("/table.xlsx")
@in_group()
@heavy_if_many_nights
def as_xlsx(group_id: str) -> Response:
    """Send a season as Excel writes it, with a chart that follows its cells."""
    season = read_season(group_id)
    return attach(season_xlsx(season.evenings, season.names, gettext), XLSX, "xlsx")


def attach(content: bytes, kind: str, ending: str) -> Response:
    """Return a file that a browser saves."""
    response = Response(content, content_type=kind)
    response.headers.set("Content-Disposition", "attachment", filename=f"scorekeeper-season.{ending}")
    return response

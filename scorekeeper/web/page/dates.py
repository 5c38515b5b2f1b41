"""Dates and times as people write them, where they are: the reader, or the table where nobody's browser asks.

A browser tells its zone by a cookie that appearance.js writes. A time on a page says in which zone it was written, and
phone.js writes it anew where that is another than its own: on the first page ever, and on boards, which are drawn once
for all who watch and so in nobody's zone.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime
from flask import Flask, has_request_context, request
from markupsafe import Markup

from scorekeeper.store import now
from scorekeeper.table.state import TableState
from scorekeeper.web.page.escaping import html
from scorekeeper.web.page.language import gettext, is_drawn_for_all, locale
from scorekeeper.zones import find_zone, localize_time

COOKIE = "zone"

NEAR = timedelta(days=6)
"""How long a day is called by its name."""


def init_app(app: Flask) -> None:
    """Make dates and the present time known to templates."""
    app.jinja_env.globals["time_now"] = now
    app.jinja_env.filters.update(time=write_time, day=write_day)


# --- Where ---


def reader_zone() -> ZoneInfo | None:
    """Return the zone of this request's browser; None in frames drawn for all, and where the browser told none."""
    if is_drawn_for_all() or not has_request_context():
        return None
    return find_zone(request.cookies.get(COOKIE))


def reader_zone_name() -> str | None:
    """Return the name of the reader's zone, to be kept with a table that is opened."""
    zone = reader_zone()
    return zone.key if zone else None


def table_zone(state: TableState) -> ZoneInfo | None:
    """The zone that a table was opened in; of one that does not say, the reader's."""
    return find_zone(state.zone) or reader_zone()


def time_at_table(at: str, state: TableState) -> datetime:
    """A time of the log by the clock of the table, or of this computer where nobody has told a zone."""
    return localize_time(at, table_zone(state))


# --- As it is written ---


def long_date(time: datetime) -> str:
    """A day in full: October 3, 2026."""
    return str(format_date(time, "long", locale=locale()))


def short_date(time: datetime) -> str:
    """A day as lists have it: 3 Oct 2026."""
    return str(format_date(time, gettext("d MMM y"), locale=locale()))


def near_day(time: datetime) -> str:
    """A day by its name while it is near, else by its date."""
    near = datetime.now(UTC) - time < NEAR
    return str(format_date(time, "EEEE", locale=locale())) if near else short_date(time)


FORMS: Mapping[str, Callable[[datetime], str]] = {
    "full": lambda time: str(format_datetime(time, gettext("d MMM y, HH:mm"), locale=locale())),
    "short": lambda time: str(format_datetime(time, "HH:mm", locale=locale())),
    "date": short_date,
    "day": near_day,
}
"""How a time is written, by the word that phone.js knows it by."""


def write_time(at: str, form: str = "full") -> Markup:
    """A time of the log as the reader writes it, in one of `FORMS`."""
    zone = reader_zone()
    shown = FORMS[form](localize_time(at, zone))
    return html(
        '<time datetime="{}" data-time="{}" data-zone="{}">{}</time>', at, form, zone.key if zone else "", shown
    )


def write_day(at: str) -> Markup:
    """A day by its name while it is near, else by its date."""
    return write_time(at, "day")


def write_date(at: str) -> Markup:
    """A day by its date."""
    return write_time(at, "date")

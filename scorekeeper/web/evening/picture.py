"""The result as a picture: for those at the table, and for the preview that a chat shows of the link to watch.

The preview's picture has an address of its own, signed, that is good for that one picture and for nothing else.
"""

import re
from contextlib import suppress
from typing import NamedTuple
from unicodedata import east_asian_width

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from itsdangerous import BadSignature, Signer

from scorekeeper.errors import RuleError
from scorekeeper.games.game import Player
from scorekeeper.store import NOT_STORED, Grant, UnknownTable
from scorekeeper.svg_to_png import RenderFailed, render_png
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import TableState
from scorekeeper.values import RecentValues
from scorekeeper.web.evening.export import download, opening_time
from scorekeeper.web.http.heavy_pages import delegate
from scorekeeper.web.http.invitations import public_url
from scorekeeper.web.http.security import GUESSABLE, limiter
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import at_table
from scorekeeper.web.page.dates import long_date, table_zone, time_at_table
from scorekeeper.web.page.language import LANGUAGES, language, use_language
from scorekeeper.web.page.template_helpers import place_of, players_by_rank, standing_text
from scorekeeper.web.page.wording import plain_text

blueprint = Blueprint("picture", __name__)

MOST_PICTURES = 100
"""Kept at once, of all tables, each up to 100 KB."""

WIDTH, HEIGHT, MARGIN = 1200, 630, 64
"""In the shape that chats show a picture in."""

TOP, BOTTOM = 190, 540
"""Between these heights stands the ranking."""

GAP = 56
"""Between two columns."""

ONE_COLUMN = 6
"""The most lines of one column; more lines take two columns."""

TALLEST_LINE = 66

FAMILIES = {"ja": "JP", "zh-Hans": "SC", "en": "KR", "ko": "KR"}
"""The regional font of each language; characters that it lacks are taken from the others."""

MARK = re.compile("[0-9]+(-[0-9]+)?")
"""The mark of a link in the address of a picture (see `mark_of`)."""

FETCHERS = (
    *("facebookexternalhit", "Facebot", "kakaotalk-scrap", "WhatsApp/", "TelegramBot", "Twitterbot", "Slackbot"),
    *("Discordbot", "LinkedInBot", "SkypeUriPreview", "Mastodon/", "Yeti/", "line-poker"),
)
"""The programs that fetch a link for a chat, by their user agents."""


# --- Who stands where ---


class PictureLine(NamedTuple):
    """A line of the ranking; `number` tells apart those whose names no font of the server has."""

    place: int
    name: str
    stands: str
    number: int = 0


def ranking_lines(state: TableState) -> list[PictureLine]:
    """Return the lines of the ranking, first to last, by present standing or the end of the session."""
    values = {player: each.value for player, each in state.standings.items()}
    order = players_by_rank(state) or sorted(values, key=lambda player: -values[player])

    def place(player: Player) -> int:
        above = sum(other > values[player] for other in values.values())
        return place_of(state.ending, player) if state.ending else 1 + above

    return [PictureLine(place(player), state.name(player), plain_standing(state, player), player) for player in order]


def plain_standing(state: TableState, player: Player) -> str:
    """Return a player's standing in characters that the fonts have."""
    return plain_text(standing_text(state, player)).replace("\ufe0e", "")


def date_of(table_id: str, state: TableState) -> str:
    """The day on which the table was opened, in words, by the clock there."""
    return long_date(time_at_table(opening_time(table_id), state))


# --- Where it stands in the picture ---


class Text(NamedTuple):
    """A text in the picture: `size` is that of its letters, `x` where it begins, or ends where `ends`.

    `otherwise` stands there where none of its letters can be drawn.
    """

    x: float
    y: float
    size: float
    text: str
    ends: bool = False
    otherwise: str = ""


class Panel(NamedTuple):
    """The panel behind a line. That of the `first` is filled, unless everyone is first."""

    x: float
    y: float
    width: float
    height: float
    first: bool


def text_width(text: str) -> float:
    """Return the most that a text may be wide, in heights of its letters."""
    return sum(map(letter_width, text))


def letter_width(letter: str) -> float:
    """Return the most that a letter may be wide, in heights of the letter."""
    if east_asian_width(letter) in "WFA" or letter in "MW@%mw":
        return 1
    return 0.76 if letter.isupper() or letter in "+=<>~&" else 0.66


def fit_size(text: str, size: float, room: float) -> float:
    """Return the size at which a text fits its room, at most `size`."""
    return min(size, room / max(text_width(text), 1))


def lay_out(lines: list[PictureLine]) -> tuple[list[Panel], list[Text]]:
    """Lay out the ranking in one column or two, each line as high as there is room for."""
    columns = 1 if len(lines) <= ONE_COLUMN else 2
    a_column = -(-len(lines) // columns) or 1
    width = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns
    height = min(TALLEST_LINE, (BOTTOM - TOP) / a_column)
    panels, texts = list[Panel](), list[Text]()
    for at, line in enumerate(lines):
        column, row = divmod(at, a_column)
        x, y = MARGIN + column * (width + GAP), TOP + row * height
        panels.append(Panel(x, y, width, height - 6, line.place == 1 != lines[-1].place))
        texts += place_line(line, x, y + height * 0.62, width, height * 0.5)
    return panels, texts


def place_line(line: PictureLine, x: float, y: float, width: float, size: float) -> list[Text]:
    """Return the texts of a line: place, name and standing, none over another."""
    pad, numbers = 16.0, 1.8 * size
    room = width - 2 * pad - numbers - size
    stands = fit_size(line.stands, size, room * 0.5)
    left = room - text_width(line.stands) * stands
    return [
        Text(x + pad, y, size * 0.8, f"{line.place}."),
        Text(x + pad + numbers, y, fit_size(line.name, size, left), line.name, otherwise=f"#{line.number}"),
        Text(x + width - pad, y, stands, line.stands, ends=True),
    ]


def render_svg(table_id: str, state: TableState) -> str:
    """Render the picture as an SVG."""
    panels, texts = lay_out(ranking_lines(state))
    return render_template(
        "evening/export/picture.svg",
        state=state,
        date=date_of(table_id, state),
        panels=panels,
        texts=texts,
        size=(WIDTH, HEIGHT, MARGIN),
        family=FAMILIES.get(language(), "KR"),
        fitting=fit_size,
    )


# --- The picture itself ---

pictures = RecentValues[tuple[str, int, str, str], bytes](MOST_PICTURES)


def picture_key(table_id: str, version: int, state: TableState) -> tuple[str, int, str, str]:
    """Return the key of a picture: its table, version and language, and the zone of its date."""
    zone = table_zone(state)
    return (table_id, version, language(), zone.key if zone else "")


def cached_picture(table_id: str, ledger: Ledger) -> bytes:
    """The picture of a table at its version in the language being spoken, painted once. Raises `RenderFailed`."""
    key = picture_key(table_id, ledger.version, ledger.state)
    return pictures.get(key) or pictures.keep(key, render_png(render_svg(table_id, ledger.state)))


def delegate_unpainted(table_id: str, version: int | None = None) -> Response | None:
    """Let another process paint the picture of a table, now or at a version; None if it is painted or may not be so.

    It is kept where the table is in memory, since the zone of its date is a part of the key.
    """
    services_here = services()
    ledger = services_here.books.find_remembered(table_id)
    if ledger is None:
        return delegate(services_here.heavy_pages)
    key = picture_key(table_id, version or ledger.version, ledger.state)

    def keep(painted: bytes) -> None:
        # Painted meanwhile, it may be of a later version.
        if version or services_here.store.events.version(table_id) == ledger.version:
            pictures.keep(key, painted)

    return None if key in pictures else delegate(services_here.heavy_pages, keep)


@blueprint.get("/t/<table_id>/picture.png", endpoint="own")
@at_table()
@limiter.limit(GUESSABLE)
def own_picture(table_id: str) -> Response:
    """The picture as it is now, to be saved or sent."""
    if handed_on := delegate_unpainted(table_id):
        return handed_on
    try:
        painted = cached_picture(table_id, services().books.ledger(table_id))
    except RenderFailed as error:
        current_app.logger.warning("no picture of table %s: %s", table_id, error)
        abort(503)
    return download(painted, "image/png", table_id, "png")


@blueprint.get("/picture/<picture>.png", endpoint="signed")
@limiter.limit(GUESSABLE)
def signed_picture(picture: str) -> Response:
    """Send the picture of a signed address: the table as it was when the address was made, while its link is good."""
    table_id, version, mark, tag = read_picture_address(picture) or abort(404)
    if not is_link_good(table_id, mark):
        abort(404)
    with use_language(tag):
        if handed_on := delegate_unpainted(table_id, version):
            return handed_on
    try:
        with use_language(tag):
            return Response(picture_at(table_id, version), content_type="image/png")
    except (UnknownTable, RuleError):  # the table was deleted, or never had this version
        abort(404)
    except RenderFailed as error:
        current_app.logger.warning("no picture of table %s: %s", table_id, error)
        abort(503)


def picture_at(table_id: str, version: int) -> bytes:
    """The picture of a table as it was at a version. Raises `UnknownTable`, `RuleError` and `RenderFailed`."""
    ledger = services().books.ledger(table_id)
    painted = pictures.get(picture_key(table_id, version, ledger.state))
    if painted or ledger.version == version:
        return painted or cached_picture(table_id, ledger)
    return cached_picture(table_id, services().books.load_since(table_id, version)[0])


# --- Its address ---


def picture_signer() -> Signer:
    """Return the signer of such addresses, and of nothing else."""
    return Signer(str(current_app.secret_key), salt="picture")


def picture_address(grant: Grant, version: int) -> str:
    """Return the address of the picture of a table at a version, in the language being spoken, on this site.

    It is good for as long as `grant`, which is that of the link to watch.
    """
    told = f"{grant.table_id}_{version}_{mark_of(grant)}_{language()}"
    return url_for("picture.signed", picture=picture_signer().sign(told).decode())


def mark_of(grant: Grant) -> str:
    """Return the mark of a link to watch: the number of its grant, or, where none is stored, source and generation."""
    if grant.id != NOT_STORED:
        return str(grant.id)
    return f"{grant.source}-{services().grants.read_generation(grant.table_id, 'watch').times}"


def is_link_good(table_id: str, mark: str) -> bool:
    """Return whether the link to watch with a mark is in force."""
    grants = services().grants
    number, _, times = mark.partition("-")
    if not times:
        grant = grants.get(int(number))
        return grant is not None and grant.table_id == table_id
    with suppress(UnknownTable):
        if grants.read_generation(table_id, "watch").times == int(times):
            return grants.find(grants.derive_link(table_id, "watch", int(number))) is not None
    return False


def read_picture_address(picture: str) -> tuple[str, int, str, str] | None:
    """The table, version, mark of the link and language of an address; None of one that nobody here has made."""
    with suppress(BadSignature, ValueError):
        table_id, version, mark, tag = picture_signer().unsign(picture.encode(errors="replace")).decode().split("_")
        return (table_id, int(version), mark, tag) if MARK.fullmatch(mark) and tag in LANGUAGES else None
    return None


# --- What a chat shows of the link to watch ---


def is_fetched_for_a_chat() -> bool:
    """Return whether a chat's program asks, to preview a link. It keeps no cookie and follows no redirection."""
    asks = request.headers.get("User-Agent", "")
    return request.args.get("open") is None and any(name in asks for name in FETCHERS)


def render_chat_preview(grant: Grant, token: str) -> str:
    """The page of the link to watch, as a chat tells of it: game, date, ranking and picture."""
    table_id = grant.table_id
    ledger = services().books.ledger(table_id)
    return render_template(
        "joining/links/chat_preview.html",
        state=ledger.state,
        date=date_of(table_id, ledger.state),
        ranks=ranking_lines(ledger.state),
        image=public_url() + picture_address(grant, ledger.version),
        size=(WIDTH, HEIGHT),
        token=token,
    )

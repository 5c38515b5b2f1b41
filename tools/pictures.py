"""Take the pictures of the README: ``python -m tools.pictures``, as ``make pictures`` does.

Each picture is a screenshot of the tables to try, so that no picture shows an outdated screen.
"""

import io
import logging
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from scorekeeper.demo import play_next_move
from scorekeeper.table.state import TableState
from scorekeeper.web.http.services import Services
from tests.browser.app_pages import ServedApp, serve_app
from tests.web.phones import Phone, Table
from tools.programs import find_program

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
COLOURS = 200
"""Colours of a picture: enough for flat screens, at half the bytes."""

ON_A_PHONE = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}
ON_A_TELEVISION = {"viewport": {"width": 1280, "height": 720}}
LAPTOP = {"viewport": {"width": 760, "height": 852}}
ALL_IS_LOADED = """async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].filter(image => image.checkVisibility()).map(image => image.decode()));
}"""
ADDRESS = "http://192.168.1.5:8000"
"""The address of the tables in the pictures."""

SEAT = 4
"""The seat of the phone in the pictures."""


def is_own_bid(state: TableState) -> bool:
    """Return whether some have bid or passed, and it is the turn of `SEAT`."""
    hand = state.current and state.current.hand
    return bool(hand and hand.phase == "auction" and len(hand.auction.calls) > 2 and hand.auction.turn == SEAT)


def is_late_in_play(state: TableState) -> bool:
    """Return whether tricks are told, most of them by now, and the friend is known."""
    hand = state.current and state.current.hand
    return bool(hand and len(hand.tricks) > 5 and hand.friend_known and not hand.in_full)


def is_between_hands(state: TableState) -> bool:
    """Return whether a hand is over, and the next is not dealt."""
    return state.current is None


class Screen(NamedTuple):
    """A page below the address of a table to try, once the table stands as `is_reached` says.

    `place` is that of the table in the list of a phone, the one that plays itself first.
    """

    is_reached: Callable[[TableState], bool]
    at: str = ""
    place: int = 0


class Picture(NamedTuple):
    """Screens side by side, in the order in which the hand reaches them, and their width together in pixels."""

    screens: tuple[Screen, ...]
    browser: Mapping[str, Any]
    width: int


PICTURES = {
    "phone": Picture(
        (Screen(is_own_bid), Screen(is_late_in_play), Screen(is_between_hands)),
        ON_A_PHONE,
        810,
    ),
    "television": Picture((Screen(is_between_hands, "/watch"),), ON_A_TELEVISION, 810),
    "sheet": Picture((Screen(is_between_hands, "/sheet", place=2),), LAPTOP, 810),
}


def open_tables_to_try(program: ServedApp) -> list[Table]:
    """Open the tables to try for a phone that sits at the first of them."""
    program.app.config.update(DEMO=True, PUBLIC_URL=ADDRESS)  # on a demo no table says that it is deleted
    phone = Phone(program.app)
    phone.submit("/", "/try")
    rows = phone.page("/").all("a", **{"class": "row"})
    paths = [path for row in rows if (path := row.attributes["href"]).startswith("/t/")]
    tables = [Table(phone, path.removeprefix("/t/")) for path in paths]
    phone.post(f"{tables[0].path}/seat", {"player": SEAT})
    return tables


def play_until(app: Flask, table_id: str, is_reached: Callable[[TableState], bool]) -> None:
    """Let a table play itself, without waiting, until it stands as `is_reached` says."""
    services: Services = app.extensions["scorekeeper"]
    later = datetime.now(UTC) + timedelta(days=1)
    while not is_reached(services.books.ledger(table_id).state):
        ledger = play_next_move(services.books, table_id, later)
        assert ledger, "the table plays no longer"
        services.hub.publish(table_id, ledger.version)


def take_screenshots(
    browser: Browser, program: ServedApp, tables: list[Table], picture: Picture
) -> Iterator[Image.Image]:
    """Yield a screenshot of each screen, at twice its size."""
    for screen in picture.screens:
        table = tables[screen.place]
        play_until(program.app, table.id, screen.is_reached)
        context = browser.new_context(**picture.browser, locale="en-GB", service_workers="block", device_scale_factor=2)
        page = context.new_page()
        program.show(page, table.host, table.path + screen.at)
        page.evaluate(ALL_IS_LOADED)
        yield Image.open(io.BytesIO(page.screenshot(animations="disabled")))
        context.close()


def join_side_by_side(shots: list[Image.Image], width: int) -> Image.Image:
    """Join `shots` side by side, together `width` pixels wide."""
    gap = 24
    whole = Image.new(
        "RGB", (sum(shot.width + gap for shot in shots) - gap, max(shot.height for shot in shots)), "white"
    )
    left = 0
    for shot in shots:
        whole.paste(shot, (left, 0))
        left += shot.width + gap
    small = whole.resize((width, round(whole.height * width / whole.width)), Image.Resampling.LANCZOS)
    return small.quantize(COLOURS, dither=Image.Dither.NONE)


def main() -> None:
    """Take every picture."""
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, serve_app() as program:
        browser = playwright.chromium.launch(executable_path=find_program("Chromium"), args=["--no-sandbox"])
        tables = open_tables_to_try(program)
        for name, picture in PICTURES.items():
            path = FOLDER / f"{name}.png"
            shots = list(take_screenshots(browser, program, tables, picture))
            join_side_by_side(shots, picture.width).save(path, optimize=True)
            print(f"{path.relative_to(FOLDER.parents[1])}: {path.stat().st_size / 1024:.0f} KB")
        browser.close()


if __name__ == "__main__":
    main()

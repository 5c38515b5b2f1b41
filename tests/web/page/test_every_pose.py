"""Screens of every pose: a board is small, no address holds a hand, and what other screens kept is right on each.

Each is drawn as Jinja's own code draws it.
"""

import re
from collections.abc import Iterator
from itertools import cycle
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Context
from werkzeug.exceptions import HTTPException

from scorekeeper.web.board import score_sheet
from scorekeeper.web.page import jinja
from scorekeeper.web.page.screens import SCREENS
from tests.browser import poses_zhao_pengyou as zhao_pengyou
from tests.browser.poses import KOREAN, LATIN, PAGES, POSES, open_pose
from tests.tiers import FULL, one_in
from tests.web.addresses import addresses_on
from tests.web.boards import draw_boards
from tests.web.pages import parse
from tests.web.phones import Phone

pytestmark = pytest.mark.exhaustive

BOARD, OPEN = 8 * 1024 + 40, 14 * 1024  # what each way of recording costs took the 40
"""Bytes of HTML: of a board, and of one on which all cards lie open, or a field for every throw of everybody."""

SCREENS_AT_A_TABLE = {**POSES, **zhao_pengyou.POSES}
READERS = (("en", LATIN), ("ko", KOREAN))


class OpenedPose(NamedTuple):
    """A pose with the phone that looks at it, and where."""

    name: str
    language: str
    phone: Phone
    path: str

    @property
    def page(self) -> str:
        """The page in its language."""
        self.phone.headers["Accept-Language"] = self.language
        return self.phone.client.get(self.path, headers=self.phone.headers, follow_redirects=True).text


@pytest.fixture(scope="module")
def opened_poses(app: Flask) -> list[OpenedPose]:
    """Every screen of a table in English and Korean, or in the sample in one of them in turn."""
    turns = cycle(READERS)
    return [
        OpenedPose(name, language, *open_pose(app, pose, names))
        for name, pose in SCREENS_AT_A_TABLE.items()
        for language, names in (READERS if FULL else (next(turns),))
    ]


@pytest.fixture(scope="module")
def opened_pages(app: Flask) -> list[OpenedPose]:
    """Every other page of a table, in English."""
    around = {**PAGES, **zhao_pengyou.PAGES}
    return [OpenedPose(name, "en", *open_pose(app, pose, LATIN)) for name, pose in around.items()]


def test_a_board_is_small(opened_poses: list[OpenedPose]) -> None:
    """Each tap sends it to every phone."""
    large = list[str]()
    for each in opened_poses:
        if not SCREENS_AT_A_TABLE[each.name].at.startswith(("/referee/", "/fix")):
            board = each.page.partition('<div id="table"')[2].partition('<nav class="tools"')[0]
            size = len(board.encode())
            if not 1000 < size <= (OPEN if 'class="pad"' in board or 'id="throws" open' in board else BOARD):
                large.append(f"{each.name}, {each.language}: {size}")
    assert large == []


def test_one_key_is_the_next_step(opened_poses: list[OpenedPose], opened_pages: list[OpenedPose]) -> None:
    """Two solid keys on a screen ask which of them goes on."""
    pages = [*opened_poses, *opened_pages]
    assert [each.name for each in pages if len(parse(each.page).of_class("button--solid")) > 1] == []


def secret_fields(app: Flask, address: str) -> set[str]:
    """Return the fields of an address that hold a hand where its page asks for one."""
    parts = urlsplit(address)
    try:
        endpoint, arguments = app.url_map.bind("localhost").match(parts.path)
    except HTTPException:
        return set()
    if not endpoint.startswith(("referee.asked", "questions.asked")):
        return set()
    key, secret = arguments["key"], set[str]()
    for each in SCREENS.values():
        seat = each.refereeing.pages.get(key) if endpoint.startswith("referee.") else None
        question = seat or each.refereeing.questions.get(key)
        secret |= question.secret if question else set()
    return {name for name, values in parse_qs(parts.query).items() if name in secret and any(values)}


def find_addresses_with_hands(app: Flask, path: str, page: str) -> Iterator[str]:
    """Yield the path of a page, or an address on it, that holds a hand."""
    yield from (each for each in (path, *addresses_on(parse(page))) if secret_fields(app, each))


def test_no_page_leads_to_an_address_with_a_hand(
    app: Flask, opened_poses: list[OpenedPose], opened_pages: list[OpenedPose]
) -> None:
    pages = one_in(2, [*opened_poses, *opened_pages])
    assert [
        (each.name, address) for each in pages for address in find_addresses_with_hands(app, each.path, each.page)
    ] == []


def test_fragments_that_other_screens_kept_are_right_on_each(app: Flask, opened_poses: list[OpenedPose]) -> None:
    tables = [each.path.split("/")[2].partition("?")[0] for each in opened_poses if each.path.startswith("/t/")]
    kept = [draw_boards(app, table_id) for table_id in tables]
    for table_id, drawn in zip(tables, kept, strict=True):
        jinja.fragments.clear()
        assert draw_boards(app, table_id) == drawn


# --- What templates compile to ---

OF_ONE_REQUEST = re.compile(
    r'(csrf_token" value="|X-CSRFToken": "|signed" value="|name="key" value=")[^"]*|<noscript>.*?</noscript>', re.DOTALL
)
"""The signed texts and keys of a page, and the time of a page without scripts, which differ each time."""


def draw_anew(app: Flask, each: OpenedPose) -> list[str]:
    """Return a page and the boards of its table, of which nothing was kept."""
    for kept in (jinja.fragments, score_sheet.fragments, score_sheet.rows):
        kept.clear()
    boards = draw_boards(app, each.path.split("/")[2].partition("?")[0]) if each.path.startswith("/t/") else []
    return [OF_ONE_REQUEST.sub(r"\1", drawn) for drawn in (each.page, *boards)]


def test_every_screen_is_byte_for_byte_what_jinja_draws(
    app: Flask, opened_poses: list[OpenedPose], opened_pages: list[OpenedPose], monkeypatch: pytest.MonkeyPatch
) -> None:
    screens = one_in(2, [*opened_poses, *opened_pages])
    drawn = [draw_anew(app, each) for each in screens]
    stock = app.jinja_env.overlay(bytecode_cache=None)
    stock.code_generator_class, stock.context_class = CodeGenerator, Context
    stock.globals = {**stock.globals, "macros_of": jinja.SharedMacros(app)}
    monkeypatch.setattr(app, "jinja_env", stock)
    assert [each.name for each, was in zip(screens, drawn, strict=True) if draw_anew(app, each) != was] == []


def test_no_function_of_templates_takes_their_context(app: Flask) -> None:
    """Templates call functions directly, so none would be given it."""
    with app.test_request_context():
        known = app.jinja_env.globals
        assert [name for name, value in known.items() if hasattr(value, "jinja_pass_arg")] == []

"""Hands under every set of rules, for every number of people, played by forms alone: each screen fits on a phone."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Page

from scorekeeper.games import GAMES
from tests.browser.app_pages import ServedApp, SharedPage
from tests.browser.test_screens import FOLD, NAMES, PHONES, WIDEST, measure_layouts
from tests.tiers import FULL, in_turn, one_in
from tests.web.driver import MOST_TAPS, Stuck, tap_something
from tests.web.pages import Element
from tests.web.phones import Table, open_table

pytestmark = pytest.mark.exhaustive

LANGUAGES = {"mighty": ("en-GB", "ko-KR"), "zhao_pengyou": ("en-GB", "zh-CN")}
"""Each game in the language with the longest words, and in that of most who play it."""
PLAYERS = NAMES["en-GB"]

WAYS = {
    "result only": ("auction:contract", "trumps:maker", "play:result"),
    "trick by trick": ("auction:calls", "trumps:shows", "play:tally"),
    "card by card": ("auction:calls", "trumps:shows", "play:cards"),
}
MOST_BY_CARDS = 8 if FULL else 5
"""The most people whose cards somebody who knows nothing of the game finds in time, of three packs and more."""

SETS = {
    (game.key, count): [key for key, preset in game.presets.items() if count in game.seat_counts(preset.rules)]
    for game in GAMES.values()
    for count in range(3, 13)
}
TABLES = [
    pytest.param(game, count, way, id=f"{game}, {count}, {way}")
    for (game, count), sets in SETS.items()
    if sets
    for way in in_turn(f"{game} {count}", [way for way in WAYS if way != "card by card" or count <= MOST_BY_CARDS])
]

Look = tuple[object, ...]


def look_of(page: Element) -> Look:
    """Return what the layout of a screen depends on: its question, and how much stands in the dock."""
    (table,) = page.all("div", id="table")
    docks = page.of_class("dock")
    parts = [len(dock.of_class(part)) for dock in docks for part in ("key", "dock__ask", "select-grid")]
    names = [re.sub(r"\d+", "#", dock.attributes.get("id", "")) for dock in docks]
    return (
        table.attributes["data-phase"],
        *names,
        *parts,
        len(page.of_class("offence")),
        len(page.of_class("seat--out")),
    )


def list_screens(table: Table, random: Random) -> Iterator[Element]:
    """Yield every screen of a hand, until it is over and has been shown.

    Where chance does not find an answer, it ends: that every hand can be played is tested elsewhere.
    """
    hands = len(table.state.hands)
    for _ in range(MOST_TAPS):
        yield table.host.page(table.path)
        if len(table.state.hands) > hands:
            return
        try:
            tap_something(table, table.host, random)
        except Stuck:
            return


def list_faults(page: Page) -> Iterator[str]:
    """Yield what is shown wrongly on each phone in the widest font, and with the dock folded where it can be."""
    layouts = [(WIDEST, size) for size in PHONES]
    yield from measure_layouts(page, layouts)
    if page.evaluate(FOLD):
        yield from (f"folded, {each}" for each in measure_layouts(page, layouts))


@pytest.mark.parametrize(("game", "count", "way"), one_in(2, TABLES))
def test_every_screen_of_a_hand_fits(
    shared_page: SharedPage, served_app: ServedApp, game: str, count: int, way: str
) -> None:
    """Screens that look alike are measured once."""
    measured, wrong = set[Look](), list[str]()
    for key in in_turn(f"{game} {count}", SETS[game, count]):
        table = open_table(served_app.app, key, PLAYERS[:count], game=game)
        table.choose_modes(*WAYS[way])
        for screen in list_screens(table, Random(f"{key}{count}{way}")):
            if (look := look_of(screen)) in measured:
                continue
            measured.add(look)
            for language in in_turn(key, LANGUAGES[game]):
                page = shared_page.renew(language)
                served_app.show(page, table.host, table.path)
                wrong += [f"{key}, {look}, {language}: {each}" for each in list_faults(page)]
    assert "\n".join(wrong) == ""

"""The six rows of the table, measured: nothing is hidden, overlaps or is clipped, on any phone, for 3 to 12 players."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from tests.browser.test_screens import Table, client, looking

__all__ = ["client"]

MEASURE = """() => {
  const wrong = [], app = document.querySelector(".app");
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => element.checkVisibility() && box(element).width > 0 && box(element).height > 0;
  const all = (selector) => [...app.querySelectorAll(selector)].filter(seen);
  const called = (element) => `${element.className || element.tagName} “${element.textContent.trim().slice(0, 40)}”`;
  const narrow = innerWidth < 390;
  const within = (from, to, end) => from >= -0.5 && to <= end + 0.5;
  const inside = (at) => within(at.top, at.bottom, innerHeight) && within(at.left, at.right, innerWidth);

  // Headline, seats and the primary action are wholly in the window.
  for (const element of all(".head, .hero, .seats, .dock .act--main, .dock .key--go")) {
    if (!inside(box(element))) wrong.push(`${called(element)} is not wholly in the window`);
  }
  // The rows stand below one another.
  const rows = all(".top, .head, .hero, .seats, .context, .last, .dock").map(box);
  rows.slice(1).forEach((row, index) => {
    if (row.top < rows[index].bottom - 0.5) wrong.push(`row ${index + 2} begins above the end of the one before`);
  });
  // No control lies on another, nor a seat.
  const controls = all("label.key, button:not(.ways__list button), a.act, a.tool, .seat");
  controls.forEach((one, index) => controls.slice(index + 1).forEach((other) => {
    if (one.contains(other) || other.contains(one)) return;
    const a = box(one), b = box(other);
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1 && !one.matches(".link, .last__back") && !other.matches(".link, .last__back")) {
      wrong.push(`${called(one)} lies on ${called(other)}`);
    }
  }));
  // Only a name may end in an ellipsis; no row holds more than it shows.
  const names = `.seat__name, .pay__who, bdi, .key--word .key__text, .last__said, .head__label *, .chip,
    .dock__ask *, h1`;
  for (const element of all("*")) {
    if (element.closest(`svg, .unseen, ${names}`)) continue;
    const style = getComputedStyle(element);
    if (element.clientWidth <= 1) continue;
    const [wide, high] = [style.overflowX !== "visible", style.overflowY !== "visible"];
    if (wide && element.scrollWidth > element.clientWidth + 1) wrong.push(`${called(element)} is cut at its side`);
    if (high && element.scrollHeight > element.clientHeight + 1) wrong.push(`${called(element)} is cut below`);
  }
  // Targets are large.
  for (const element of all("label.key, button:not(.ways__list button), a.act, a.tool, summary")) {
    const at = box(element);
    const many = element.closest(".cols-7, .cols-8, .pad");
    const [least, wide] = [narrow ? 40 : 44, many ? (innerWidth < 340 ? 33 : narrow ? 37 : 41) : narrow ? 40 : 44];
    if (at.height < least - 0.5) wrong.push(`${called(element)} is ${at.height} high`);
    if (at.width < wide - 0.5) wrong.push(`${called(element)} is ${at.width} wide`);
  }
  return wrong;
}"""

SIZES = [(390, 664), (360, 600), (320, 568)]
LATIN = ("Ana", "Bo", "김아름", "Bartholomew Longname", "Maximiliane-Antoin", "Dan", "Eun", "Fay")
KOREAN = ("남궁아리따운", "민준", "서연", "가나다라마바사아자차카타파하", "도윤", "하은", "지호", "김수한무거북이")


class State(NamedTuple):
    """How a table came to what is looked at."""

    name: str
    game: str
    preset: str
    players: int
    play: Callable[[Table], object]


def bids(table: Table) -> None:
    """The beginning of an auction."""
    table.record("start_hand")
    for player in (1, 2):
        table.record("pass", player=player)


def contract(table: Table, level: int = 15) -> None:
    """A contract of player 3."""
    table.record("start_hand")
    table.record("enter_contract", declarer=3, level=level, trump="NT")


STATES = [
    State("ready", "mighty", "pagat", 5, lambda _table: None),
    State("auction of five", "mighty", "pagat", 5, bids),
    State("auction of three", "mighty", "three", 3, lambda table: table.record("start_hand")),
    State("auction of eight", "mighty", "double_eight", 8, bids),
    State("contract", "mighty", "pagat", 5, contract),
]


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("language", ["en-GB", "ko-KR"])
def test_the_six_rows(browser: Browser, client: FlaskClient, language: str, width: int, height: int) -> None:
    names = KOREAN if language == "ko-KR" else LATIN
    tables = {}
    for state in STATES:
        tables[state.name] = table = Table(client, state.preset, list(names[: state.players]), game=state.game)
        state.play(table)
    wrong: list[str] = []
    with looking(browser, client, language, "light", viewport={"width": width, "height": height}) as page:
        for name, table in tables.items():
            page.goto(client.environ_base["SCOREKEEPER_URL"] + table.path)
            wrong += [f"{name}: {each}" for each in page.evaluate(MEASURE)]
    assert "\n".join(wrong) == ""

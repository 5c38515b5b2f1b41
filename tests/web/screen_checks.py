"""Checks that each screen of a table shows what the table's state says."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from openpyxl import load_workbook

from scorekeeper.cards import SYMBOLS
from scorekeeper.export.wording import tell
from scorekeeper.games.game import Player
from scorekeeper.messages import Message
from scorekeeper.table.history import read_history
from scorekeeper.table.ledger import Ledger, describe_last_action, find_line
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.evening.history import LINES_OF_A_PAGE
from scorekeeper.web.page.access import Role
from scorekeeper.web.page.language import use_language
from scorekeeper.web.page.template_helpers import add_actor
from scorekeeper.web.page.wording import SUIT_NAMES, say
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import Table

BROKEN = re.compile(r"%\(|\{\w*\}|\bNone\b|Undefined|object at 0x")
"""Texts that a page shows where a value is missing. No player in these tests has such a name."""


class ScreenView(NamedTuple):
    """A page as one phone sees it, with the state of the table."""

    table: Table
    ledger: Ledger
    page: Element
    role: Role
    player: Player | None

    @property
    def state(self) -> TableState:
        return self.ledger.state

    @property
    def may_record(self) -> bool:
        return self.role >= Role.SCORER


def normalize(text: str) -> str:
    """Return a text without the spaces, signs and suits that files and screens write differently."""
    for suit, symbol in SYMBOLS.items():
        text = text.replace(symbol, SUIT_NAMES[suit.value])
    return re.sub(r"[\s#]", "", text.replace("−", "-"))


def is_plain(words: Message) -> bool:
    """Return whether a message reads the same everywhere; screens have their own words for bids and calls."""
    return all(
        is_plain(value) if isinstance(value, Message) else value is None or isinstance(value, (int, str))
        for value in words.facts.values()
    )


def shows_message(seen: ScreenView, element: Element, words: Message) -> bool:
    """Return whether an element shows a message: as a file has it if it is plain, else in the words of the screens."""
    text = tell(words, seen.state) if is_plain(words) else say_on_screen(seen, words)
    return normalize(text) in normalize(element.text)


def say_on_screen(seen: ScreenView, words: Message) -> str:
    with seen.table.app.test_request_context(), use_language("en"):
        return parse(say(words, seen.state)).text


def class_texts(page: Element, name: str) -> list[str]:
    return normalized_texts(page.of_class(name))


def normalized_texts(elements: list[Element]) -> list[str]:
    return [normalize(each.text) for each in elements]


def player_names(state: TableState, players: tuple[Player, ...]) -> list[str]:
    return [normalize(state.name(player)) for player in players]


def standing_texts(state: TableState, players: tuple[Player, ...]) -> list[str]:
    return [normalize(tell(state.standings[player].said, state)) for player in players]


def has_form(page: Element, action: str) -> bool:
    return any(True for _ in page.all("form", action=action))


# --- Screen by screen ---


NOT_BEGUN = {"–", ""}
"""The texts in the place of a score before the first hand: a dash, or nothing beside a drawn tick."""


def check_seats(seen: ScreenView) -> None:
    """Check names and standings: in order of seats, or of places once the session is over."""
    state = seen.state
    if state.ending:
        players = tuple(player for equals in state.ending.ranking for player in equals)
        named = [
            each for who in seen.page.of_class("gains__player") for each in who.all("bdi")
        ]  # beside it stands "you"
        assert normalized_texts(named) == player_names(state, players)
        assert class_texts(seen.page, "gains__amount") == standing_texts(state, players)
    elif state.current or not state.last_hand:
        assert normalized_texts(seen.page.seats("b")) == player_names(state, state.seating)
        scores = normalized_texts(seen.page.seats("span"))
        assert scores == standing_texts(state, state.seating) or (not state.current and set(scores) <= NOT_BEGUN)


def check_board(seen: ScreenView) -> None:
    """Check the board: hand, seats, last action, and undo and redo exactly where they are possible."""
    state, ledger, here = seen.state, seen.ledger, seen.table.path
    (table,) = (each for each in seen.page.all(id="table"))
    assert table.attributes["data-version"] == str(ledger.version)
    assert table.attributes.get("data-phase", "between") == (state.current.hand.phase if state.current else "between")
    number = state.hand_number if state.current or not state.last_hand else state.last_hand.number
    assert normalize(next(table.all("h1")).text).partition("·")[0] == f"Hand{number}"
    check_seats(seen)
    (last,) = table.of_class("last")
    arrived = not ledger.can_undo and "took a seat" in last.text
    line = add_actor(ledger, find_line(describe_last_action(ledger), ledger.state))
    assert arrived or shows_message(seen, last, line)
    assert has_form(table, f"{here}/record/undo") is (seen.may_record and ledger.can_undo)
    assert has_form(table, f"{here}/record/redo") is (seen.may_record and bool(ledger.undone))
    over = state.ending is not None and not state.current  # whoever looks on may share the result, or go home
    assert bool(table.of_class("dock")) is (seen.may_record or over)


def check_television(seen: ScreenView) -> None:
    """Check the television: the seats, and nothing to tap."""
    check_seats(seen)
    assert list(seen.page.all("form")) == seen.page.of_class("dock") == []


def check_sheet(seen: ScreenView) -> None:
    """Check the score sheet and earlier sheets: a line for each hand, and totals equal to the standings."""
    state = seen.state
    bodies = list(seen.page.all("tbody"))
    shown = [state.entries, *(sheet.entries for sheet in reversed(state.sheets))]
    if not any(isinstance(entry, HandRecord) or hasattr(entry, "reason") for entry in state.entries):
        shown = shown[1:]
    assert len(bodies) == len(shown)
    for body, entries in zip(bodies, shown, strict=True):
        rows = [row for row in body.all("tr") if row.of_class("sheet__number")]
        hands = [entry for entry in entries if isinstance(entry, HandRecord)]
        assert [row.of_class("sheet__number")[0].text for row in rows] == [str(hand.number) for hand in hands]
        assert ["void" in row.attributes.get("class", "") for row in rows] == [
            hand.voided is not None for hand in hands
        ]
        corrected = [any(True for _ in row.all("span", title="fixed")) for row in rows]
        assert corrected == [bool(hand.previous_versions) for hand in hands]
    if state.entries and len(shown) > len(state.sheets):
        (total, *_) = seen.page.all("tfoot")
        assert sorted(class_texts(total, "sheet__cell")) == sorted(standing_texts(state, tuple(state.people)))


def check_hand(seen: ScreenView, record: HandRecord) -> None:
    """Check the page of a hand: payments, earlier versions, and links to correct or void it."""
    text, here = seen.page.one("main").text, f"{seen.table.path}/sheet/{record.number}"
    over = record.after is not None
    assert ("Earlier versions" in text) is bool(record.previous_versions)
    assert ("Not over yet" in text) is (not over)
    assert (seen.page.of_class("hero__fact")[0].text == "Void") is (record.voided is not None)
    if over and record.voided is None:
        paid = [row for table in seen.page.of_class("versus") for body in table.all("tbody") for row in body.all("tr")]
        assert len(paid) == len(record.amounts)
    assert any(True for _ in seen.page.all("a", href=f"{here}/fix")) is seen.may_record
    assert has_form(seen.page, f"{here}/void") is (seen.may_record and over and record.voided is None)


def check_people(seen: ScreenView) -> None:
    """Check the page of everyone at the table and those who left."""
    state, here = seen.state, f"{seen.table.path}/people"
    left = tuple(person.number for person in state.people.values() if not person.present)
    everyone = (*state.seating, *left)
    rows = [row for people in seen.page.of_class("people") for row in people.all("li")]
    assert normalized_texts([next(row.all("bdi")) for row in rows]) == player_names(state, everyone)
    assert class_texts(seen.page, "people__stand") == standing_texts(state, everyone)
    assert any(True for _ in seen.page.all("a", href=f"{here}/new")) is seen.may_record
    own = seen.role == Role.PLAYER and seen.player is not None
    assert has_form(seen.page, f"{here}/rename") is (seen.may_record or own)
    assert has_form(seen.page, f"{here}/end") is (seen.role == Role.HOST and not state.closed)
    assert has_form(seen.page, f"{here}/void_hand") is (seen.may_record and state.current is not None)


def check_log(seen: ScreenView) -> None:
    """Check the latest actions, latest first, with those undone marked."""
    lines = list(read_history(seen.table.services.books.read_log(seen.table.id)))[-LINES_OF_A_PAGE:]
    rows = seen.page.of_class("log__line")
    assert len(rows) == len(lines)
    assert ["log__line--undone" in row.attributes["class"] for row in rows] == [
        not line.counts for line in reversed(lines)
    ]
    for row, line in zip(rows, reversed(lines), strict=True):
        assert all(shows_message(seen, row, words) for words in line.says)


def check_links(seen: ScreenView) -> None:
    """Check the links that a visitor may pass on, and that only the host may revoke them."""
    least = {"join": Role.SCORER, "watch": Role.WATCHER, "host": Role.HOST}
    shown = [each for each in seen.page.all("p") if "data-link" in each.attributes]
    assert len(shown) == sum(seen.role >= role for role in least.values())
    assert has_form(seen.page, f"{seen.table.path}/links/revoke") is (seen.role == Role.HOST)


def check_rules(seen: ScreenView) -> None:
    """Check the rules in force, which only the host may change."""
    assert bool(list(seen.page.all("a", id="change-rules"))) is (seen.role == Role.HOST)
    assert seen.page.of_class("prose")


def check_change(seen: ScreenView) -> None:
    """Check that the form of house rules shows the preset in force."""
    fields = seen.page.form(f"{seen.table.path}/rules").sends()
    assert fields["preset"] == seen.state.preset


def check_names(seen: ScreenView) -> None:
    """Check that a page names everyone at the table."""
    for player in seen.state.seating:
        assert normalize(seen.state.name(player)) in normalize(seen.page.one("main").text)


def check_paper(seen: ScreenView) -> None:
    """Check the printed page: a line for each hand."""
    hands = seen.state.hands
    lines = [entry for steps in seen.page.of_class("steps") for entry in steps.of_class("entry")]
    assert len(lines) == len(hands)
    for line, record in zip(lines, hands, strict=True):
        assert line.text.startswith(f"{record.number} · ")
        assert ("(fixed)" in line.text) is bool(record.previous_versions)


class Screen(NamedTuple):
    """A screen of a table."""

    least: Role
    """The lowest role that may see it."""
    check: Callable[[ScreenView], None] | None = None
    """Checks its content."""
    alike: Callable[[Role, Player | None], object] = lambda _role, _player: "everyone"
    """(role, player): a key, equal for all viewers for whom the screen is drawn alike."""


def role_key(role: Role, player: Player | None) -> object:
    return role, player is None


def recording_key(role: Role, _player: Player | None) -> object:
    return role >= Role.SCORER


PAGES: Mapping[str, Screen] = {
    "": Screen(Role.WATCHER, check_board, recording_key),
    "/watch": Screen(Role.WATCHER, check_television),
    "/people": Screen(Role.WATCHER, check_people, role_key),
    "/log": Screen(Role.WATCHER, check_log),
    "/help": Screen(Role.WATCHER),
    "/links": Screen(Role.WATCHER, check_links, role_key),
    "/rules": Screen(Role.WATCHER, check_rules, lambda role, player: (role == Role.HOST, player)),
    "/rules/change": Screen(Role.HOST, check_change),
    "/pack": Screen(Role.WATCHER, alike=lambda _role, player: player),
    "/sheet": Screen(Role.WATCHER, check_sheet),
    "/referee": Screen(Role.WATCHER),
    "/export": Screen(Role.WATCHER, check_names),
    "/print": Screen(Role.WATCHER, check_paper),
    "/seat": Screen(Role.JOINER, check_names),
    "/move": Screen(Role.PLAYER, alike=role_key),
    "/forget": Screen(Role.WATCHER, alike=role_key),
    "/delete": Screen(Role.HOST, alike=role_key),
}
"""The pages of a table."""
HAND = Screen(Role.WATCHER, alike=recording_key)
FILE = Screen(Role.WATCHER)

NOTHING = Element("", {})


def list_screens(state: TableState) -> Iterator[tuple[str, Screen]]:
    """Yield everything that can be looked at below the address of a table."""
    yield from PAGES.items()
    hands = (*state.hands, *([state.current] if state.current else []))
    yield from ((f"/sheet/{hand.number}", HAND._replace(check=partial(check_hand, record=hand))) for hand in hands)
    yield from (("/export.json", FILE), ("/export.csv", FILE), ("/export.xlsx", FILE))


def check_file(path: str, data: bytes, state: TableState) -> None:
    """Check that an exported file has everyone's standing."""
    if path.endswith(".json"):
        document = json.loads(data)
        totals = {player: total["value"] for player, total in document["totals"].items()}
        assert totals == {str(player): standing.value for player, standing in state.standings.items()}
        assert [hand["number"] for hand in document["hands"]] == [hand.number for hand in state.hands]
        assert [hand["voided"] for hand in document["hands"]] == [hand.voided for hand in state.hands]
    else:
        rows = list(load_workbook(io.BytesIO(data)).active.values if path.endswith(".xlsx") else read_csv(data))
        assert all(any(person.name in row for row in rows) for person in state.people.values())


def read_csv(data: bytes) -> Iterator[list[str]]:
    """Return the rows of a CSV file."""
    return csv.reader(io.StringIO(data.decode("utf-8-sig")))


def check_page(seen: ScreenView, path: str, check: Callable[[ScreenView], None] | None, html: str) -> None:
    """Check that a page is complete, and that its content is right."""
    assert BROKEN.findall(html) == [], path
    if check:
        seen = seen._replace(page=parse(html))
        assert find_faults(seen.page) == [], path
        check(seen)

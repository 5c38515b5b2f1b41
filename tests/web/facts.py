"""What each screen of a table must tell, taken from the table itself."""

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
from scorekeeper.table.ledger import Ledger, describe_last_action
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.web.evening.history import LINES_OF_A_PAGE
from scorekeeper.web.page.access import Role
from scorekeeper.web.page.language import use_language
from scorekeeper.web.page.wording import SUIT_NAMES, say
from tests.web.pages import Element, faults, parse
from tests.web.phones import Table

BROKEN = re.compile(r"%\(|\{\w*\}|\bNone\b|Undefined|object at 0x")
"""What a page shows when something was not filled in. Nobody in these tests is called so."""


class Seen(NamedTuple):
    """A screen, who looks at it, and the table as it is."""

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


def squeezed(text: str) -> str:
    """A text without what files and screens write differently: spaces, signs, suits."""
    for suit, symbol in SYMBOLS.items():
        text = text.replace(symbol, SUIT_NAMES[suit.value])
    return re.sub(r"[\s#]", "", text.replace("−", "-"))


def is_plain(words: Message) -> bool:
    """Whether a message is the same wherever it is said: screens have their own words for a bid and a call."""
    return all(
        is_plain(value) if isinstance(value, Message) else value is None or isinstance(value, (int, str))
        for value in words.facts.values()
    )


def says(seen: Seen, element: Element, words: Message) -> bool:
    """Whether a message stands in an element: as in a file where it is plain, else in the words of the screens."""
    text = tell(words, seen.state) if is_plain(words) else on_screen(seen, words)
    return squeezed(text) in squeezed(element.text)


def on_screen(seen: Seen, words: Message) -> str:
    """A message in the words of the screens."""
    with seen.table.app.test_request_context(), use_language("en"):
        return parse(say(words, seen.state)).text


def texts(page: Element, name: str) -> list[str]:
    """What the elements of a class say."""
    return squeezed_texts(page.of_class(name))


def squeezed_texts(elements: list[Element]) -> list[str]:
    return [squeezed(each.text) for each in elements]


def names(state: TableState, players: tuple[Player, ...]) -> list[str]:
    return [squeezed(state.name(player)) for player in players]


def standings(state: TableState, players: tuple[Player, ...]) -> list[str]:
    return [squeezed(tell(state.standings[player].said, state)) for player in players]


def has_form(page: Element, action: str) -> bool:
    return any(True for _ in page.all("form", action=action))


# --- Screen by screen ---


NOT_BEGUN = {"–", ""}
"""What stands in the place of a score before the first hand: nothing, or a tick, which is a drawing."""


def check_seats(seen: Seen) -> None:
    """Everyone in order of seats, or of places when the session is over, with how they stand."""
    state = seen.state
    if state.ending:
        players = tuple(player for equals in state.ending.ranking for player in equals)
        named = [
            each for who in seen.page.of_class("gains__player") for each in who.all("bdi")
        ]  # beside it stands "you"
        assert squeezed_texts(named) == names(state, players)
        assert texts(seen.page, "gains__amount") == standings(state, players)
    elif state.current or not state.last_hand:
        assert squeezed_texts(seen.page.seats("b")) == names(state, state.seating)
        scores = squeezed_texts(seen.page.seats("span"))
        assert scores == standings(state, state.seating) or (not state.current and set(scores) <= NOT_BEGUN)


def check_board(seen: Seen) -> None:
    """The table: its hand, its seats, the last action, and the ways back exactly where they may be taken."""
    state, ledger, here = seen.state, seen.ledger, seen.table.path
    (table,) = (each for each in seen.page.all(id="table"))
    assert table.attributes["data-version"] == str(ledger.version)
    assert table.attributes.get("data-phase", "between") == (state.current.hand.phase if state.current else "between")
    number = state.hand_number if state.current or not state.last_hand else state.last_hand.number
    assert squeezed(next(table.all("h1")).text).partition("·")[0] == f"Hand{number}"
    check_seats(seen)
    (last,) = table.of_class("last")
    arrived = not ledger.can_undo and "took a seat" in last.text
    assert arrived or says(seen, last, describe_last_action(ledger)[-1])
    assert has_form(table, f"{here}/record/undo") is (seen.may_record and ledger.can_undo)
    assert has_form(table, f"{here}/record/redo") is (seen.may_record and bool(ledger.undone))
    over = state.ending is not None and not state.current  # whoever looks on may share the result, or go home
    assert bool(table.of_class("dock")) is (seen.may_record or over)


def check_television(seen: Seen) -> None:
    """The same in large type, and nothing to tap."""
    check_seats(seen)
    assert list(seen.page.all("form")) == seen.page.of_class("dock") == []


def check_sheet(seen: Seen) -> None:
    """A line a hand, with what became of it, and totals that are the standings; the sheets before it as well."""
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
        corrected = [any(True for _ in row.all("span", title="corrected")) for row in rows]
        assert corrected == [bool(hand.previous_versions) for hand in hands]
    if state.entries and len(shown) > len(state.sheets):
        (total, *_) = seen.page.all("tfoot")
        assert sorted(texts(total, "sheet__cell")) == sorted(standings(state, tuple(state.people)))


def check_hand(seen: Seen, record: HandRecord) -> None:
    """What it gave and what it was before; it can be put right by whoever keeps the score, and given up once over."""
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


def check_people(seen: Seen) -> None:
    """Everyone at the table, and those who left."""
    state, here = seen.state, f"{seen.table.path}/people"
    left = tuple(person.number for person in state.people.values() if not person.present)
    assert squeezed_texts(seen.page.seats("b")) == names(state, state.seating)
    assert squeezed_texts(seen.page.seats("span")) == standings(state, state.seating)
    text = squeezed(seen.page.one("main").text)
    assert all(
        f"{name}({stands})" in text for name, stands in zip(names(state, left), standings(state, left), strict=True)
    )
    assert has_form(seen.page, f"{here}/join") is seen.may_record
    own = seen.role == Role.PLAYER and seen.player is not None
    assert has_form(seen.page, f"{here}/rename") is (seen.may_record or own)
    assert has_form(seen.page, f"{here}/end") is (seen.role == Role.HOST and not state.closed)
    assert has_form(seen.page, f"{here}/void_hand") is (seen.may_record and state.current is not None)


def check_log(seen: Seen) -> None:
    """The latest actions, the last first; those taken back are marked."""
    lines = list(read_history(seen.table.services.books.read_log(seen.table.id)))[-LINES_OF_A_PAGE:]
    rows = seen.page.of_class("log__line")
    assert len(rows) == len(lines)
    assert ["log__line--undone" in row.attributes["class"] for row in rows] == [
        not line.counts for line in reversed(lines)
    ]
    for row, line in zip(rows, reversed(lines), strict=True):
        assert all(says(seen, row, words) for words in line.says)


def check_links(seen: Seen) -> None:
    """Those a visitor may pass on; what the host may do with them."""
    least = {"join": Role.SCORER, "watch": Role.WATCHER, "host": Role.HOST}
    shown = [each for each in seen.page.all("p") if "data-link" in each.attributes]
    assert len(shown) == sum(seen.role >= role for role in least.values())
    assert has_form(seen.page, f"{seen.table.path}/links/revoke") is (seen.role == Role.HOST)


def check_rules(seen: Seen) -> None:
    """The rules in force; the host may change them."""
    assert bool(list(seen.page.all("a", id="change-rules"))) is (seen.role == Role.HOST)
    assert seen.page.of_class("prose")


def check_change(seen: Seen) -> None:
    """The form of house rules, with those in force."""
    fields = seen.page.form(f"{seen.table.path}/rules").sends()
    assert fields["preset"] == seen.state.preset


def check_names(seen: Seen) -> None:
    """A page about everyone."""
    for player in seen.state.seating:
        assert squeezed(seen.state.name(player)) in squeezed(seen.page.one("main").text)


def check_paper(seen: Seen) -> None:
    """The score sheet, and a line a hand."""
    hands = seen.state.hands
    lines = [entry for steps in seen.page.of_class("steps") for entry in steps.of_class("entry")]
    assert len(lines) == len(hands)
    for line, record in zip(lines, hands, strict=True):
        assert line.text.startswith(f"{record.number} · ")
        assert ("(corrected)" in line.text) is bool(record.previous_versions)


class Screen(NamedTuple):
    """A screen of a table: who may see it, what it must tell of its state, and for whom it is drawn alike."""

    least: Role
    check: Callable[[Seen], None] | None = None
    alike: Callable[[Role, Player | None], object] = lambda _role, _player: "everyone"


def by_role(role: Role, player: Player | None) -> object:
    return role, player is None


def by_recording(role: Role, _player: Player | None) -> object:
    return role >= Role.SCORER


PAGES: Mapping[str, Screen] = {
    "": Screen(Role.WATCHER, check_board, by_recording),
    "/watch": Screen(Role.WATCHER, check_television),
    "/people": Screen(Role.WATCHER, check_people, by_role),
    "/log": Screen(Role.WATCHER, check_log),
    "/help": Screen(Role.WATCHER),
    "/links": Screen(Role.WATCHER, check_links, by_role),
    "/rules": Screen(Role.WATCHER, check_rules, lambda role, player: (role == Role.HOST, player)),
    "/rules/change": Screen(Role.HOST, check_change),
    "/pack": Screen(Role.WATCHER, alike=lambda _role, player: player),
    "/sheet": Screen(Role.WATCHER, check_sheet),
    "/referee": Screen(Role.WATCHER),
    "/export": Screen(Role.WATCHER, check_names),
    "/print": Screen(Role.WATCHER, check_paper),
    "/seat": Screen(Role.JOINER, check_names),
    "/move": Screen(Role.PLAYER, alike=by_role),
    "/forget": Screen(Role.WATCHER, alike=by_role),
    "/delete": Screen(Role.HOST, alike=by_role),
}
"""The pages of a table."""
HAND = Screen(Role.WATCHER, alike=by_recording)
FILE = Screen(Role.WATCHER)

NOTHING = Element("", {})


def screens(state: TableState) -> Iterator[tuple[str, Screen]]:
    """Everything that can be looked at below the address of a table."""
    yield from PAGES.items()
    hands = (*state.hands, *([state.current] if state.current else []))
    yield from ((f"/sheet/{hand.number}", HAND._replace(check=partial(check_hand, record=hand))) for hand in hands)
    yield from (("/export.json", FILE), ("/export.csv", FILE), ("/export.xlsx", FILE))


def check_file(path: str, data: bytes, state: TableState) -> None:
    """A file tells how everyone stands."""
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
    """The rows of a spreadsheet."""
    return csv.reader(io.StringIO(data.decode("utf-8-sig")))


def check_page(seen: Seen, path: str, check: Callable[[Seen], None] | None, html: str) -> None:
    """Whole, and right."""
    assert BROKEN.findall(html) == [], path
    if check:
        seen = seen._replace(page=parse(html))
        assert faults(seen.page) == [], path
        check(seen)

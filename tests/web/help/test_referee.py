"""Questions to the referee: their addresses, what a table fills in, what is refused, and that a hand stays a secret."""

import logging
import re
import sqlite3
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.house_rules import house_rules
from scorekeeper.web.page.screens import SCREENS
from tests.cases import for_each
from tests.tiers import one_in
from tests.web.conftest import MakeApp
from tests.web.hands import CONTRACT, HANGUL
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import Phone, Table, open_table
from tests.web.questions import NONSENSE, SECTION, Answer

EVERY = [(game, key) for game in GAMES for key in SCREENS[game].refereeing.questions]
TRICK = "/referee/mighty/trick?trump=H&trick=3&cards=C3+JK+CK+H2+CA&called=yes"


def answer_at(phone: Phone, path: str) -> Answer:
    response = phone.get(path)
    return Answer(response.status_code, response.text)


def shared_address(page: Element) -> str:
    found = next(each.attributes["data-share"] for each in page.all("button") if "data-share" in each.attributes)
    return found.removeprefix("http://localhost")


# --- Addresses ---
def test_every_question_is_reached_from_home(phone: Phone) -> None:
    home = phone.page("/")
    assert list(home.all("a", href="/referee"))
    listed = [each.attributes["href"] for each in phone.page("/referee").of_class("row")]
    for game, key in EVERY:
        link = next(each for each in listed if urlsplit(each).path == f"/referee/{game}/{key}")
        page = phone.page(link)
        assert find_faults(page) == []
        assert list(page.all("form", id="question"))


@for_each(game=GAMES)
def test_every_preset_and_number_of_players(game: str, *, app: Flask) -> None:
    phone, linked = Phone(app), list[str]()
    for preset in GAMES[game].presets.values():
        for count in GAMES[game].seat_counts(preset.rules):
            page = phone.page(f"/referee/{game}?preset={preset.key}&count={count}")
            assert f"{count} players" in page.text
            linked += [each.attributes["href"] for each in page.of_class("row")]
    questions = [path for path in linked if path.startswith(f"/referee/{game}/")]
    assert [path for path in one_in(4, questions) if phone.get(path).status_code != 200] == []


def test_another_number_of_players_brings_rules_and_no_field_of_its_own(phone: Phone) -> None:
    page = phone.page("/referee/mighty?count=3")
    assert "3 players" in page.text
    assert all("preset=three" in each.attributes["href"] for each in page.of_class("row")[:5])
    fields = {"cards", "hand", "play", "seen", "shown", "laid", "before", "add", "drop", "clear", "pad", "show", "size"}
    fields |= {"trump", "trick", "called", "suit", "led", "level", "new_level", "new_trump", "when", "way", "points"}
    fields |= {"rank", "player", "total", "makers", "count", "nobody"}
    for game in GAMES.values():
        assert not fields & house_rules(game.rules).keys()
    # Nor can anybody keep the program busy with more.
    pack = "+".join(f"{suit}{rank}+{suit}{rank}" for suit in "SHDC" for rank in range(2, 11))
    for key in ("lead", "follow", "trick"):
        assert phone.get(f"/referee/zhao_pengyou/{key}?suit=H&rank=7&cards={pack}").status_code == 422


def test_a_question_has_an_address_of_its_own_to_which_taps_lead(app: Flask, phone: Phone) -> None:
    """Another phone, which has seen no table, gets the same cards and the same answer."""
    asking, other = Phone(app), Phone(app)
    page = asking.page(TRICK)
    address = shared_address(page)
    assert answer_at(other, address).text == answer_at(asking, TRICK).text != ""
    assert other.page(address).one("input", name="cards").attributes["value"] == "C3 JK CK H2 CA"
    # Without a script, by a redirect; with one, the form says where it is now.
    tapped = "/referee/mighty/trick?trump=H&cards=C3&add=JK&add=H2"
    response = phone.get(tapped)
    assert response.status_code == 303
    assert "cards=C3+JK+H2" in response.location
    phone.headers["HX-Request"] = "true"
    form = parse(phone.get(tapped).text).one("form", id="question")
    assert form.attributes["data-address"] == response.location


@for_each(
    ("cards=C3&add=JK", "C3 JK"),
    ("cards=C3+JK&add=C3", "JK"),
    ("cards=C3+JK&drop=cards:0", "JK"),
    ("cards=C3+JK&clear=cards", ""),
    ("cards=C3&add=JK&add=SA&add=JK", "C3 SA"),
)
def test_taps(taps: str, cards: str, *, app: Flask) -> None:
    phone = Phone(app)
    phone.headers["HX-Request"] = "true"
    form = parse(phone.get(f"/referee/mighty/trick?trump=H&{taps}").text).one("form", id="question")
    assert form.one("input", name="cards").attributes["value"] == cards


def test_the_rule_behind_an_answer_and_where_it_stands_is_told_once(phone: Phone, app: Flask) -> None:
    answer = answer_at(phone, TRICK)
    assert "2hearts is the highest trump. 3clubs calls the joker" in answer.text
    source = answer.section.one("details")
    assert source.one("summary").text == "Where is that written?"
    assert "pagat.com: The Play" in source.text
    assert len(SECTION.findall(phone.get(TRICK).text)) == 1
    phone = Phone(app, "ko")
    assert HANGUL.search(answer_at(phone, TRICK).text)


# --- At a table ---
def test_the_questions_of_a_table_are_under_its_rules_and_record_nothing(app: Flask, table: Table) -> None:
    log = table.log
    for key in SCREENS["mighty"].refereeing.questions:
        assert table.host.get(f"{table.path}/referee/{key}").status_code == 200
        assert table.host.post(f"{table.path}/referee/{key}", {"hand": "SA"}).status_code == 200
    assert table.log == log
    table = open_table(app, "korean40", min_bid=14)
    page = table.watcher().page(f"{table.path}/referee")
    assert "1 changed" in page.text
    assert table.watcher().page(f"{table.path}/referee/bid?when=bid&new_level=13&new_trump=H").of_class("answer--no")


def test_a_table_fills_in_trumps_trick_cards_and_seats(table: Table) -> None:
    for step, sent in CONTRACT:
        table.record(step, sent)
    table.record("call_friend", {"call": "card", "card": "SA"})
    hand = table.state.current.hand  # type: ignore[union-attr]
    turn = hand.turn
    for card in ("DK", "D2"):
        table.record("play_card", {"player": table.state.current.hand.turn, "card": card})  # type: ignore[union-attr]
    page = table.watcher().page(f"{table.path}/referee/trick")
    assert page.one("input", name="cards").attributes["value"] == "DK D2"
    chosen = {
        each.attributes["name"]: next(option for option in each.all("option") if "selected" in option.attributes)
        for each in page.all("select")
    }
    assert chosen["trump"].attributes["value"] == hand.contract_bid.trump.value
    assert chosen["trick"].attributes["value"] == "1"
    assert chosen["led"].text == table.state.name(turn)
    assert "Kdiamonds wins so far" in page.of_class("answer")[0].text
    stranger = Phone(table.app)
    assert answer_at(stranger, shared_address(page)).text == page.of_class("answer")[0].text


# --- Refusals ---


MALFORMED: list[tuple[str, str]] = [
    ("preset=martian", "There are no rules called martian"),
    ("min_bid=99", "lowest bid"),
    ("count=x", "the number of players"),
    ("count=0", "the number of players"),
    ("trump=X", "cannot be chosen here"),
    ("trump=H&trick=11", "cannot be chosen here"),
    ("trump=H&trick=-1", "cannot be chosen here"),
    ("trump=H&cards=SA+SA", "Aspades"),
    ("trump=H&cards=SA+SK+SQ+SJ+S10+S9", "5"),
    ("trump=H&drop=cards:7", "cannot be read"),
    ("trump=H&drop=nowhere:0", "cannot be read"),
    ("trump=H&cards=SA&called=perhaps", "cannot be chosen here"),
    ("trump=H&pad=nowhere", "cannot be chosen here"),
    *((f"trump=H&cards={each}", "") for each in NONSENSE if each not in ("<b>", "%00")),
]


@for_each(*MALFORMED, language=["en", "ko"])
def test_what_cannot_be_read_is_refused_in_words(asked: str, says: str, language: str, *, app: Flask) -> None:
    phone = Phone(app, language)
    response = phone.get(f"/referee/mighty/trick?{asked}")
    assert response.status_code == 422
    text = parse(response.text).text
    assert "Traceback" not in text
    if language == "ko":
        assert HANGUL.search(text)
    elif says:
        assert says.lower() in text.lower()


@for_each(path=["/referee/poker", "/referee/poker/trick", "/referee/mighty/nonsense", "/referee/zhao_pengyou/bid"])
def test_a_question_that_there_is_not(path: str, *, app: Flask) -> None:
    phone = Phone(app)
    assert phone.get(path).status_code == 404
    assert phone.post(path).status_code in (404, 405)


FIELDS = """cards hand play seen add drop clear pad show size trump trick suit rank level new_level way points total
makers when led player count"""


@for_each(*EVERY)
def test_no_field_breaks_a_page(game: str, key: str, *, app: Flask) -> None:
    """Every field of every question, with what nobody would send."""
    phone = Phone(app)
    for name, value in one_in(3, [*product(FIELDS.split(), ("\x00", "9" * 40, "𝟙", "SA " * 500, ":"))]):
        status = phone.post(f"/referee/{game}/{key}", {name: value}, htmx=True).status_code
        assert status in (200, 422), (name, value)


# --- Secrets ---

HAND = "D9 S7 C10 H4 CJ"
"""A hand whose cards nobody has reason to write down."""
SECRET = [
    ("mighty", "play", {"trump": "H", "cards": "D5", "hand": HAND}),
    ("mighty", "redeal", {"hand": HAND}),
    ("zhao_pengyou", "lead", {"suit": "H", "rank": "7", "cards": "SA SK", "hand": HAND}),
    ("zhao_pengyou", "follow", {"suit": "H", "rank": "8", "cards": "S2", "hand": HAND, "play": "D9"}),
]
"""Questions with a hand in them."""


def contains_hand(text: str) -> bool:
    return re.search(r"D9\W{1,4}S7|D9%20S7|9♦.{0,9}7♠", text) is not None


@for_each(*SECRET)
def test_a_hand_is_in_no_address(game: str, key: str, fields: dict[str, str], *, app: Flask) -> None:
    """Neither in that of the page nor in the one it gives away; and an address with a hand in it is not read."""
    phone = Phone(app)
    response = phone.post(f"/referee/{game}/{key}", fields, htmx=True)
    form = parse(response.text).one("form", id="question")
    assert form.one("input", name="hand").attributes["value"] == HAND
    assert response.status_code == 200
    assert not contains_hand(str(response.headers))
    for each in form.all():
        addresses = {name: value for name, value in each.attributes.items() if name not in ("value", "class")}
        assert not contains_hand(" ".join(addresses.values())), each.tag
    assert form.attributes["method"] == "post"
    hand = HAND.replace(" ", "+")
    phone.headers["HX-Request"] = "true"
    for tap in ("&pad=hand&add=SA", "&add=SA", ""):
        page = phone.page(f"/referee/{game}/{key}?hand={hand}{tap}")
        assert page.one("input", name="hand").attributes["value"] == ""


def test_a_hand_is_kept_nowhere(make_app: MakeApp, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Logs, database and every page of another phone, searched for it; also after a refusal and after an error."""
    caplog.set_level(logging.DEBUG)
    database = tmp_path / "scorekeeper.db"
    app = make_app(DATABASE=str(database), PROPAGATE_EXCEPTIONS=False)
    for game in GAMES:
        table = open_table(app, game=game, names=("Ana", "Bo", "Cho", "Dan", "Eun"))
        table.record("start_hand")
        asking, other = table.take_seat(2), table.watcher()
        pages = ["", "/watch", "/log", "/sheet", "/referee", "/export.json", "/print"]
        pages += [f"/referee/{key}" for key in SCREENS[game].refereeing.questions]
        before = {page: without_token(other.get(table.path + page).text) for page in pages}
        ask_in_secret(asking, table, game)
        assert {page: without_token(other.get(table.path + page).text) for page in pages} == before
        assert not any(contains_hand(text) for text in before.values())
    with sqlite3.connect(database) as stored:
        dump = "\n".join(stored.iterdump())
    assert "start_hand" in dump or "mighty" in dump
    assert not contains_hand(dump)
    assert not re.search(r"\b(D9|S7|C10)\b", dump)
    assert "unexpected error" in caplog.text, "the error was logged"
    assert not contains_hand(caplog.text)


def ask_in_secret(asking: Phone, table: Table, game: str) -> None:
    """Ask every question with a hand: at the table and without, refused, and while the program is at fault."""
    for own, key, fields in SECRET:
        if own != game:
            continue
        for path in (f"{table.path}/referee/{key}", f"/referee/{game}/{key}"):
            sent: dict[str, Any] = {**fields, "cards": fields.get("cards", "")}
            if key == "redeal" and path.startswith("/t/"):
                sent = {"cards": HAND.split()}
            assert asking.post(path, sent, htmx=True).status_code == 200
            assert asking.post(path, {**sent, "hand": f"{HAND} xx"}).status_code in (200, 422)
            break_once(asking, game, key, path, sent)


def break_once(asking: Phone, game: str, key: str, path: str, sent: dict[str, Any]) -> None:
    """Ask while the library fails."""
    question = SCREENS[game].refereeing.questions[key]

    def fails(_inquiry: object) -> object:
        raise ValueError("broken")

    kept = question.ask
    object.__setattr__(question, "ask", fails)
    try:
        asking.post(path, sent)
    finally:
        object.__setattr__(question, "ask", kept)


def without_token(html: str) -> str:
    """A page without what differs at every look."""
    html = re.sub(r"<time [^>]*>[^<]*</time>", "", html)
    return re.sub(r'(?<=csrf_token" value=")[^"]*|(?<="X-CSRFToken": ")[^"]*|"exported": "[^"]*"', "", html)

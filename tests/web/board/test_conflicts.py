"""A tap that a phone kept and sent when others had gone on: told beside theirs, and recorded by choice alone."""

from collections.abc import Sequence

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.cases import for_each
from tests.web.hands import Step
from tests.web.pages import Element, parse
from tests.web.phones import Phone, Table, open_table

PLAYING: Sequence[Step] = (
    ("start_hand", {}),
    ("enter_contract", {"declarer": 1, "level": 16, "trump": "H"}),
    ("call_friend", {"call": "card", "card": "SA"}),
    ("record_trick", {"winner": 1, "points": 1}),
)
MINE: Step = ("record_trick", {"winner": "4", "points": "3"})
THEIRS: Step = ("record_trick", {"winner": "2", "points": "1"})
SHOWN: Step = ("reveal_friend", {"player": "3"})
UNDO: Step = ("undo", {})


@pytest.fixture
def table_in_play(app: Flask) -> Table:
    table = open_table(app)
    for form, fields in PLAYING:
        table.record(form, fields)
    return table


def owner_key(table: Table, phone: Phone) -> str:
    return phone.page(table.path).one("body").attributes["data-phone"]


def send_kept(
    table: Table, phone: Phone, step: Step, version: int, *, by: str | None = None, key: str = "a tap"
) -> TestResponse:
    form, fields = step
    headers = {"HX-Request": "true", "X-CSRFToken": phone.token, "Idempotency-Key": key}
    kept_by = owner_key(table, phone) if by is None else by
    return phone.client.post(
        f"{table.path}/record/{form}",
        data={"version": version, **fields},
        headers={**phone.headers, **headers, "Kept-By": kept_by},
    )


def conflict_page(table: Table, phone: Phone, mine: Step, *meanwhile: Step) -> Element:
    """Return the page that a phone gets whose tap comes after what Bo recorded."""
    version, bo = table.version, table.take_seat(2)
    for form, fields in meanwhile:
        table.record(form, fields, by=bo)
    log = table.log
    answer = send_kept(table, phone, mine, version)
    assert answer.status_code == 409
    assert table.log == log
    return parse(answer.text)


def key_labels(page: Element) -> list[str]:
    return [" ".join(key.text.split()) for key in page.one("form", id="dock-conflict").of_class("key")]


# Mine, what others recorded meanwhile, and what may be done: the form's button, and whether theirs goes.
CHOICES: list[tuple[str, Step, Sequence[Step], str, bool]] = [
    ("another trick in its place", MINE, [THEIRS], "Use mine", True),
    ("something that goes before it", MINE, [SHOWN], "Record mine too", False),
    ("another trick, taken back", MINE, [THEIRS, UNDO], "Record mine too", False),
    ("two tricks", MINE, [THEIRS, THEIRS], "", False),
    ("the trick before it, taken back", MINE, [UNDO], "", False),
    ("what it would take back", UNDO, [THEIRS], "", False),
]


@pytest.mark.parametrize(
    ("mine", "meanwhile", "button", "instead"), [row[1:] for row in CHOICES], ids=[row[0] for row in CHOICES]
)
def test_what_may_become_of_it(
    table_in_play: Table, mine: Step, meanwhile: Sequence[Step], button: str, instead: bool
) -> None:
    phone = table_in_play.take_seat(4)
    page = conflict_page(table_in_play, phone, mine, *meanwhile)
    form = page.one("form", id="dock-conflict")
    buttons = [each.text.strip() for each in form.of_class("button")]
    assert buttons[:-1] == ([button] if button else [])
    assert buttons[-1] == ("Drop mine" if button == "Record mine too" else "Keep Bo’s")
    assert ("instead" in form.sends()) is instead
    assert page.one("div", id="table").attributes["data-overlay"] == "conflict", "no frame takes it away"
    if not button:
        return
    tricks = len(table_in_play.state.current.hand.tricks) if table_in_play.state.current else 0
    chosen = phone.post(f"{table_in_play.path}/record/{mine[0]}", form.sends(), htmx=True)
    assert chosen.status_code == 200
    assert table_in_play.state.current
    *_, last = table_in_play.state.current.hand.tricks
    assert (last.winner, last.points) == (4, 3)
    assert len(table_in_play.state.current.hand.tricks) == tricks + (not instead)


def test_both_entries_are_told_by_whom_and_when(table_in_play: Table) -> None:
    page = conflict_page(table_in_play, table_in_play.take_seat(4), MINE, THEIRS)
    theirs, mine = key_labels(page)
    assert theirs.startswith("Trick 2: Bo +1. Bo, recorded ")
    assert mine == "Trick 2: Dan +3. you, not recorded"
    assert "Your tap is not saved. Bo recorded first." in page.text


def test_a_result_that_is_not_recorded_is_not_told_as_recorded(table_in_play: Table) -> None:
    results: list[Step] = [("result", {"side": "card|3", "points": points}) for points in ("16", "18")]
    page = conflict_page(table_in_play, table_in_play.take_seat(4), *results)
    theirs, mine = key_labels(page)
    assert theirs.startswith("Result: 18 of 20 points. Bo, recorded ")
    assert mine == "Result: 16 of 20 points. you, not recorded"


def test_the_same_is_no_conflict(table_in_play: Table) -> None:
    page = conflict_page(table_in_play, table_in_play.take_seat(4), THEIRS, THEIRS)
    assert page.notices == ["Bo has just recorded the same."]
    assert not list(page.all("form", id="dock-conflict"))


def test_what_takes_the_place_of_another_is_recorded_once(table_in_play: Table) -> None:
    """Two actions under one key: the other taken back, and this."""
    phone = table_in_play.take_seat(4)
    sent = conflict_page(table_in_play, phone, MINE, THEIRS).form(f"{table_in_play.path}/record/record_trick").sends()
    before = table_in_play.version
    for _ in range(2):
        found = phone.post(f"{table_in_play.path}/record/record_trick", {**sent, "key": "mine"}, htmx=True).status_code
        assert found == 200
        assert table_in_play.version == before + 2


def test_it_takes_the_place_of_nothing_else(table_in_play: Table) -> None:
    """One more trick while somebody was choosing."""
    phone = table_in_play.take_seat(4)
    sent = conflict_page(table_in_play, phone, MINE, THEIRS).form(f"{table_in_play.path}/record/record_trick").sends()
    table_in_play.record(*THEIRS)
    log = table_in_play.log
    assert phone.post(f"{table_in_play.path}/record/record_trick", sent, htmx=True).status_code == 409
    assert table_in_play.log == log


def test_nothing_is_taken_back_for_what_is_refused(table_in_play: Table) -> None:
    log = table_in_play.log
    refused = table_in_play.send("record_trick", {"winner": "9", "points": "1", "instead": "yes"})
    assert refused.status_code == 422
    assert table_in_play.log == log
    # Taking back is the score keepers' business, whatever comes in its place.
    table_in_play.limit_scorers(1)
    dan = table_in_play.take_seat(4)
    assert table_in_play.send("rename", {"player": 4, "name": "Dani"}, by=dan).status_code == 200
    assert table_in_play.send("rename", {"player": 4, "name": "D", "instead": "yes"}, by=dan).status_code == 403
    assert table_in_play.state.name(4) == "Dani"


def test_a_tap_is_not_recorded_for_whoever_has_the_phone_now(table_in_play: Table) -> None:
    """Dan's, when it was tapped; now it is Eun's. What arrived in time is told all the same."""
    phone = table_in_play.take_seat(4)
    mark, version = owner_key(table_in_play, phone), table_in_play.version
    assert send_kept(table_in_play, phone, MINE, version, key="in time").status_code == 200
    log = table_in_play.log
    phone.post(f"{table_in_play.path}/seat", {"player": 5, "move": "yes"})
    assert owner_key(table_in_play, phone) != mark
    late = send_kept(table_in_play, phone, THEIRS, table_in_play.version, by=mark, key="late")
    assert (late.status_code, late.json) == (403, {"message": "This phone had another seat when that was tapped."})
    assert send_kept(table_in_play, phone, MINE, version, by=mark, key="in time").status_code == 200
    assert table_in_play.log == log


@for_each(version=["0", "99", "-1"])
def test_a_version_that_there_never_was(version: str, *, table_in_play: Table) -> None:
    log = table_in_play.log
    page = send_kept(table_in_play, table_in_play.host, MINE, int(version))
    assert page.status_code == 409
    assert not list(parse(page.text).all("form", id="dock-conflict"))
    assert table_in_play.log == log

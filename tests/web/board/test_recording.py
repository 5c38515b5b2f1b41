"""Forms that come too late, twice, or at once: what was chosen is kept, and everything is recorded once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import pytest
from flask import Flask

from scorekeeper.live import Hub
from tests.cases import for_each
from tests.web.fixing import Fix, correct_hand
from tests.web.hands import CONTRACT, DEALT, WITH_KITTY, Step
from tests.web.pages import Element, parse
from tests.web.phones import NAMES, Fields, Phone, Table, open_table

# What had been recorded, the form of the dock, the way of recording it needs, what was chosen in it, and what somebody
# else recorded meanwhile.
RENAME: Step = ("rename", {"player": 2, "name": "Bob"})
FIVE = {"choose_seats": "yes", **{f"seat_{player}": "yes" for player in (1, 2, 4, 5, 6)}}

LATE: list[tuple[str, Sequence[Step], str, str, Fields, Step]] = [
    ("who plays", [], "start_hand", "", {**FIVE, "leader": "4"}, RENAME),
    (
        "a contract",
        DEALT,
        "enter_contract",
        "auction:contract",
        {"declarer": "3", "level": "17", "trump": "NT"},
        RENAME,
    ),
    ("a bid", DEALT, "place_bid", "auction:calls", {"player": "1", "level": "15", "trump": "D"}, RENAME),
    ("a change", WITH_KITTY, "change_contract", "", {"level": "18", "trump": "S", "view": "raise"}, RENAME),
    ("an exchange", CONTRACT, "exchange", "", {"contract": "18S", "call": "HK"}, ("take_kitty", {})),
    ("a result", CONTRACT, "result", "play:result", {"side": "card|4", "points": "18"}, ("take_kitty", {})),
]


@for_each(*LATE)
def test_a_form_that_comes_too_late_keeps_what_was_chosen(
    what: str, before: Sequence[Step], form: str, way: str, chosen: Fields, meanwhile: Step, *, app: Flask
) -> None:
    table = open_table(app, names=(*NAMES, "Fay", "Gil"))
    table.choose_modes(way)
    for step, sent in before:
        table.record(step, {"choose_seats": "yes", **{f"seat_{n}": "yes" for n in range(1, 6)}, **sent})
    version, question = table.version, question_at(table)
    bo = table.take_seat(2)
    table.record(*meanwhile, by=bo)
    log = table.log
    response = table.send(form, {"question": question, **chosen}, version=version)
    page = parse(response.text)
    assert response.status_code == 409
    assert table.log == log
    assert page.one("div", id="table").attributes["data-version"] == str(table.version)
    assert page.notices == [
        f"{table.state.name(2)} has just recorded something. Look again; what you had chosen is kept."
    ]
    (drawn,) = page.all("form", action=f"{table.path}/record/{form}")
    assert chosen.items() <= drawn.sends().to_dict().items()
    assert drawn.sends()["version"] == str(table.version), "one more tap and it is recorded"
    again = table.send(form, drawn.sends())
    assert again.status_code == 200, parse(again.text).problems


def question_at(table: Table) -> str:
    """Return the question that the host's board asks."""
    return table.host.page(table.path).one("div", id="table").attributes["data-question"]


PLAYING: Sequence[Step] = (*CONTRACT, ("call_friend", {"call": "card", "card": "SA"}))
LED: Sequence[Step] = (*PLAYING, ("play_card", {"player": "1", "card": "HA"}))
TRICK: Step = ("record_trick", {"winner": 2, "points": 1})

# As above, but what somebody else recorded meanwhile answers the question.
OVERTAKEN: list[tuple[str, Sequence[Step], str, str, Fields, Step]] = [
    ("a bid", DEALT, "place_bid", "", {"player": "1", "level": "15", "trump": "D"}, ("pass", {"player": 1})),
    ("a trick", PLAYING, "record_trick", "", {"winner": "1", "points": "3"}, TRICK),
    ("a card", LED, "play_card", "", {"player": "2", "card": "H3"}, ("play_card", {"player": "2", "card": "H4"})),
    ("a call", CONTRACT, "exchange", "", {"call": "HK"}, ("call_friend", {"call": "none"})),
]


@for_each(*OVERTAKEN)
def test_an_answer_to_what_others_have_answered_is_not_drawn_into_the_next_question(
    what: str, before: Sequence[Step], form: str, way: str, chosen: Fields, meanwhile: Step, *, app: Flask
) -> None:
    table = open_table(app)
    for step, sent in before:
        table.record(step, sent)
    version, question = table.version, question_at(table)
    table.record(*meanwhile, by=table.take_seat(2))
    sent = {"question": question, "version": version, **chosen}
    response = table.send(form, {"question": question, **chosen}, version=version)
    assert response.status_code == 409
    page, fresh = parse(response.text), table.host.page(table.path)
    assert page.notices == ["Your tap is not saved. Bo recorded first."]
    drafted = table.host.page(f"{table.path}/draft?{urlencode(sent)}")
    for drawn in (page, drafted):
        assert dock_forms(drawn) == dock_forms(fresh), "as on a phone that has chosen nothing"
    page.form(f"{table.path}/record/undo")  # the way back is there, or this raises


def dock_forms(page: Element) -> list[list[tuple[str, str]]]:
    """Return the fields that the forms of the dock send unchanged."""
    return [list(form.sends().items(multi=True)) for form in page.of_class("dock") if form.tag == "form"]


def test_a_form_of_another_phase_leaves_a_way_to_go_on(table: Table) -> None:
    """Two entered the contract: the second is told, and finds the dock of what comes next, not an empty one."""
    table.record("start_hand")
    version = table.version
    table.record("enter_contract", declarer=1, level=16, trump="H")
    sent = {"version": version, "mode": "contract", "declarer": 2, "level": 15, "trump": "S"}
    page = parse(table.send("enter_contract", sent, by=table.take_seat(2)).text)
    assert page.form(f"{table.path}/record/exchange").of_class("button--main")
    assert page.notices == ["Someone has just recorded something. Look again; what you had chosen is kept."]


PAGES: list[tuple[str, str, Fields]] = [
    ("/people/new", "/people/join", {"name": "Zoe"}),
    ("/people", "/people/rename", {"player": "3", "name": "Zoe"}),
    ("/people", "/people/swap", {"one": "4", "other": "2"}),
    ("/people", "/people/penalize", {"player": "4", "amount": "7", "reason": "revoke"}),
    ("/people", "/people/adjust", {"amount_2": "−3", "amount_5": "3", "reason": "from paper"}),
    ("/people", "/people/void_hand", {"reason": "misdeal"}),
    ("/people", "/people/limit_hands", {"hands": "30"}),
    ("/sheet/1", "/sheet/1/void", {"reason": "wrong pack"}),
    ("/rules/change", "/rules", {"preset": "base10", "fields_of": "base10", "min_bid": "12", "run": "off"}),
]


@for_each(*PAGES)
def test_a_form_of_a_page_keeps_what_was_typed(page: str, action: str, chosen: Fields, *, app: Flask) -> None:
    """When it comes too late, and when it is refused."""
    table = open_table(app)
    table.play_hand()
    table.record("start_hand")
    drawn = table.host.page(table.path + page).form(table.path + action).sends()
    table.record("join", name="Fay")
    log, usual = table.log, table.host.page(table.path + page).notices
    for fields, status in (({**drawn, **chosen}, 409), ({**drawn, **chosen, "version": "x"}, 422)):
        response = table.host.post(table.path + action, fields)
        assert response.status_code == status
        answer = parse(response.text)
        assert chosen.items() <= answer.form(table.path + action).sends().to_dict().items()
        assert (answer.notices != usual) is (status == 409)
        assert bool(answer.problems) is (status == 422)
        assert is_form_open(answer, table.path + action)
    assert table.log == log


def is_form_open(page: Element, action: str) -> bool:
    """Return whether the form stands on the page without a tap."""
    folded = [fold for fold in page.all("details") if list(fold.all("form", action=action))]
    return all("open" in fold.attributes for fold in folded)


def test_a_correction_begins_with_all_that_was_recorded(app: Flask) -> None:
    """Only what is changed changes, and what was unticked in a form that was refused stays so."""
    table = open_table(app, buried_mighty_double="always", buried_joker_double="always", next_dealer="joker_holder")
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=16, trump="H")
    table.record("result", side="card|2", points=17, buried_mighty="yes", buried_joker="yes", joker_holder=3)
    correct_hand(table, points=18)
    result = table.state.hands[0].hand.result
    assert (result.points, result.friend, result.buried, result.joker_holder) == (18, 2, {"mighty", "joker"}, 3)
    fix = Fix(table)
    sent, at = fix.filled_in("result"), f"{fix.at}/record/result"
    del sent["buried_joker"]
    refused = parse(table.host.post(at, {**sent, "points": "21"}).text).form(at).sends()
    assert ("buried_mighty" in refused, "buried_joker" in refused) == (True, False)


def test_a_double_tap_is_recorded_once_and_a_lost_answer_comes_again_whatever_happened_since(table: Table) -> None:
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=16, trump="H")
    result = {"version": table.version, "side": "card|2", "points": 17, "key": "one tap"}
    first = table.send("result", result)
    log = table.log
    second = table.send("result", result)
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.text == first.text
    assert table.log == log
    # The phone sends its tap again under the same key; the hand it ended is long over.
    table.record("start_hand")
    table.record("join", name="Fay")
    log = table.log
    again = table.send("result", result)
    assert again.status_code == 200
    assert parse(again.text).one("div", id="table").attributes["data-version"] == str(table.version)
    assert table.log == log


def test_without_a_key_or_with_one_in_a_header_a_form_is_recorded_once(table: Table) -> None:
    headers = {"Idempotency-Key": "one tap", "X-CSRFToken": table.host.token}
    fields = {"version": table.version, "name": "Fay"}
    doors = [f"{table.path}/{door}/join" for door in ("record", "people")]
    statuses = [table.host.client.post(door, data=fields, headers=headers).status_code for door in doors]
    assert (statuses, len(table.state.people)) == ([303, 303], 6)
    # A browser without scripts sends the same form of the same version twice: it was tapped twice.
    sent = {"version": table.version}
    assert [table.host.post(f"{table.path}/record/start_hand", sent).status_code for _ in range(2)] == [303, 303]
    other = table.take_seat(2)
    assert other.post(f"{table.path}/record/start_hand", sent).status_code == 409, "another phone is another matter"
    fields = {"version": "0", "player": "2", "amount": "3", "reason": "x"}
    answer = parse(table.host.post(f"{table.path}/people/penalize", fields).text)
    assert "to_others" not in answer.form(f"{table.path}/people/penalize").sends()


def test_a_table_is_opened_once(phone: Phone) -> None:
    form = {**phone.page("/new").form("/new").sends(), "name_1": "Ana"}
    first, again = phone.post("/new", form).location, phone.post("/new", form).location
    assert first == again
    assert phone.post("/new", {**form, "name_1": "Bo"}).location != first, "not the same tap"


def test_two_scorers_at_once(table: Table) -> None:
    """Both saw the same table. One is recorded; the other is told, whatever the threads do."""
    phones = [table.host, *(table.take_seat(player) for player in range(1, 6))]
    table.record("start_hand")
    version = table.version
    for phone in phones:
        assert phone.token

    def tap(phone: Phone) -> int:
        fields = {"version": version, "declarer": 1, "level": 16, "trump": "H"}
        return phone.post(f"{table.path}/record/enter_contract", fields, htmx=True).status_code

    with ThreadPoolExecutor(len(phones)) as threads:
        statuses = sorted(threads.map(tap, phones))
    assert statuses == [200] + [409] * 5
    assert table.version == version + 1


def test_who_recorded_what_stands_in_the_log(table: Table) -> None:
    bo = table.take_seat(2)
    table.record("start_hand", by=bo)
    table.record("enter_contract", declarer=1, level=16, trump="H")
    table.record("undo", by=bo)
    lines = [line.text for line in table.host.page(f"{table.path}/log").of_class("log__line")]
    recorders = [line.removesuffix("undone").rstrip().endswith("Bo · phone 1") for line in lines]
    assert recorders == [True, False, True, False], "the latest first; the host has no seat"
    assert "phone 2" in lines[1]
    assert [line.endswith("undone") for line in lines] == [False, True, False, False]


def test_what_was_recorded_is_published(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    published: list[tuple[str, int]] = []
    monkeypatch.setattr(Hub, "publish", lambda _hub, table_id, version: published.append((table_id, version)))
    table.record("start_hand")
    table.host.post(f"{table.path}/people/join", {"version": table.version, "name": "Fay"})
    table.host.post(f"{table.path}/rules", {"version": table.version, "preset": "base10"})
    table.send("start_hand")
    table.send("start_hand", version=0)
    own = {version for table_id, version in published if table_id == table.id}  # news of others may come late
    assert own == {2, 3, 4}, "and what was refused is not"

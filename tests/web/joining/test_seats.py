"""Seats and the phones that hold them: taken, moved, freed, and limited."""

from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

from tests.cases import for_each
from tests.web.joining.test_links import rows_of
from tests.web.pages import Element, parse
from tests.web.phones import Phone, Table, open_table


@pytest.fixture
def table(table: Table) -> Table:
    """A table with something to take back."""
    table.record("start_hand")
    return table


def test_a_seat_moves_to_another_phone_and_the_old_one_watches(table: Table) -> None:
    old, new = table.take_seat(1), table.stranger()
    link = table.seat_link(old)
    response = new.submit(link, link)
    assert response.location == table.path
    assert (table.role_of(old), table.role_of(new)) == ("watcher", "scorer")
    table.record("undo", by=new)
    assert table.services.books.ledger(table.id).state.current is None


def test_a_seat_moves_on_and_its_phones_are_out_when_the_host_frees_it(table: Table) -> None:
    """With all phones that had the seat before, and those that they showed a link: each was let in by it alone."""
    phones = [table.take_seat(1), table.stranger(), table.stranger()]
    for old, new in pairwise(phones):
        new.post(table.seat_link(old))
    # A phone that got its seat by such a link has no other, and yet it goes on watching.
    assert [table.role_of(phone) for phone in phones] == ["watcher", "watcher", "scorer"]
    guest = table.stranger()
    assert guest.get(table.links(phones[-1])[-1]).status_code == 302
    table.host.post(f"{table.path}/links/revoke", {"kind": "join"})
    assert [table.role_of(phone) for phone in (*phones, guest)] == ["stranger", "watcher", "scorer", "watcher"]
    (seat,) = [grant for grant in table.services.grants.list(table.id) if grant.kind == "seat"]
    table.host.post(f"{table.path}/links/revoke", {"kind": "seat", "grant": seat.id})
    assert [table.role_of(phone) for phone in (*phones, guest)] == ["stranger"] * 4


def test_a_guest_or_host_stays_when_the_phone_that_let_them_in_leaves(table: Table) -> None:
    phone, guest = table.take_seat(1), table.stranger()
    assert guest.get(table.links(phone)[-1]).status_code == 302
    phone.post(f"{table.path}/seat", {"player": 3})
    assert table.role_of(guest) == "watcher"
    phone.post(f"{table.path}/forget")
    assert table.role_of(guest) == "watcher"
    table.host.post(f"{table.path}/links/revoke", {"kind": "watch"})
    assert table.role_of(guest) == "stranger"
    # Also those who were shown a link by the first one are out, and the first one is as well.
    guest, second = table.stranger(), table.stranger()
    join, watch, host = table.links()
    assert guest.get(watch).status_code == 302
    second.post(host)
    second.post(f"{table.path}/links/revoke", {"kind": "host"})
    assert [table.role_of(phone) for phone in (table.host, guest, second)] == ["stranger", "stranger", "host"]
    assert table.stranger().get(join).status_code == 302, "that to join is the table's"


def test_the_seat_of_a_host_moves_and_the_hosting_stays(table: Table) -> None:
    """Their phone is named as the host of that seat, which is a grant for the same player."""
    table.host.post(f"{table.path}/seat", {"player": 1})
    new = table.stranger()
    page = table.host.page(f"{table.path}/move").one("main").text
    assert "this phone stays the host" in page
    new.post(table.seat_link(table.host))
    assert (table.role_of(table.host), table.role_of(new)) == ("host", "scorer")
    assert held_seats(table) == {1}
    assert table.host.get(f"{table.path}/move").status_code == 403


def test_a_link_that_moves_a_seat_works_once(table: Table) -> None:
    old, new, late = table.take_seat(1), table.stranger(), table.stranger()
    link = table.seat_link(old)
    new.post(link)
    response = late.post(link)
    assert response.status_code == 422
    assert "no longer valid" in parse(response.text).one("main").text
    assert (table.role_of(new), table.role_of(late)) == ("scorer", "stranger")


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1"
TABLET = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15"
ANDROID = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


def start_of_home_screen(phone: Phone, table: Table) -> str:
    """Return the address with which the page of a phone on its home screen starts."""
    link = phone.page(table.path).one("link", rel="manifest").attributes
    assert link.get("crossorigin") == "use-credentials" or link["href"] == "/manifest.webmanifest"
    told = phone.get(link["href"]).get_json(force=True)
    assert (told["id"], told["scope"], told["display"]) == ("/", "/", "standalone")
    return str(told["start_url"])


@for_each(agent=[IPHONE, TABLET])
def test_a_page_on_the_home_screen_brings_the_seat_along_once(agent: str, *, app: Flask) -> None:
    table = open_table(app)
    table.record("start_hand")
    browser, installed, stranger = table.take_seat(1), table.stranger(), table.stranger()
    browser.headers["User-Agent"] = installed.headers["User-Agent"] = agent
    start = start_of_home_screen(browser, table)
    assert "it asks for your seat" in browser.get(table.path).text
    page = installed.page(start)
    assert "The page in the browser will only watch from then on." in page.one("main").text
    assert table.role_of(installed) == "stranger", "it asks first"
    assert installed.submit(start, urlsplit(start).path).location == table.path
    assert (table.role_of(installed), table.role_of(browser)) == ("scorer", "watcher")
    # It starts so each time, and the link is nothing to others.
    assert installed.get(start).location == table.path
    assert browser.get(start).location == table.path
    assert stranger.get(start).status_code == stranger.post(urlsplit(start).path).status_code == 422
    assert table.role_of(stranger) == "stranger"


def test_a_page_on_the_home_screen_ends_with_its_right(table: Table) -> None:
    browser, watcher, other = table.take_seat(1), table.watcher(), table.take_seat(2)
    for each in (browser, watcher):
        each.headers["User-Agent"] = IPHONE
    other.headers["User-Agent"] = ANDROID
    assert start_of_home_screen(other, table) == "/", "its pages share their cookies"
    assert other.get(f"{table.path}/manifest.webmanifest").get_json(force=True)["start_url"] == "/"
    starts = [start_of_home_screen(each, table) for each in (browser, watcher)]
    installed = table.stranger()
    assert installed.get(starts[1]).location == table.path
    assert table.role_of(installed) == "watcher"
    assert "Take your seat along" in installed.page(starts[0]).text, "who watches has no seat yet"
    table.host.post(f"{table.path}/links/revoke", {"kind": "others"})
    for start in starts:
        assert installed.get(start).status_code == 422
    assert table.stranger().get(f"{table.path}/manifest.webmanifest").status_code == 403


def body_of(page: Element) -> dict[str, str]:
    """Return the attributes of a page's body, which say what this phone alone may do."""
    return page.one("body").attributes


def test_a_free_seat_on_the_board_asks_once_and_is_taken(table: Table) -> None:
    table.take_seat(2)
    phone = table.joiner()
    page = phone.page(table.path)
    assert page.one(id="table").attributes["data-free"] == str(0b11101)
    assert "data-sit" in body_of(page)
    asked = phone.page(f"{table.path}/seat/3/ask")
    assert "Cho has a chair here" in asked.text
    assert f"{table.path}" in [each.attributes.get("href") for each in asked.of_class("dock")[0].all("a")]
    assert phone.submit(f"{table.path}/seat/3/ask", f"{table.path}/seat").location == table.path
    assert table.role_of(phone) == "scorer"
    page = phone.page(table.path)
    assert page.one(id="table").attributes["data-free"] == str(0b11001)
    assert body_of(page)["data-seat"] == "3"
    assert "data-sit" not in body_of(page)


def test_seats_are_free_to_tap_for_those_alone_who_may_take_one(table: Table) -> None:
    sitting, watcher = table.take_seat(2), table.watcher()
    assert "data-sit" in body_of(table.host.page(table.path)), "a host without a seat"
    assert all("data-sit" not in body_of(phone.page(table.path)) for phone in (sitting, watcher))
    assert watcher.get(f"{table.path}/seat/3/ask").status_code == 403
    assert sitting.get(f"{table.path}/seat/3/ask").location == f"{table.path}/seat"


def test_no_seat_is_free_once_all_are_taken(table: Table) -> None:
    for player in range(1, 6):
        table.take_seat(player)
    assert "data-free" not in table.joiner().page(table.path).one(id="table").attributes


def test_one_phone_has_one_seat(table: Table) -> None:
    """A phone that takes another seat, by name or by a link, gives the first one back."""
    phone, other = table.take_seat(1), table.take_seat(2)
    phone.post(f"{table.path}/seat", {"player": 3, "move": "yes"})
    assert held_seats(table) == {2, 3}
    phone.post(table.seat_link(other))
    assert held_seats(table) == {2}
    assert "Bo" in phone.page(f"{table.path}/move").one("main").text


def held_seats(table: Table) -> set[int | None]:
    """The players whose seat some phone holds."""
    return {grant.player for grant in table.services.grants.list(table.id) if grant.kind == "seat"}


def test_a_seat_that_is_or_was_taken_meanwhile_is_asked_for(table: Table) -> None:
    first, late = table.take_seat(1), table.joiner()
    response = late.post(f"{table.path}/seat", {"player": 1})
    assert response.location == f"{table.path}/seat/1/ask"
    assert "Is this you?" in late.page(response.location).one("main").text
    assert (table.role_of(first), table.role_of(late)) == ("scorer", "watcher")
    later = table.joiner()
    form = later.page(f"{table.path}/seat/3/ask").form(f"{table.path}/seat").sends()
    table.take_seat(3)
    assert later.post(f"{table.path}/seat", form).location == f"{table.path}/seat/3/ask"
    assert table.role_of(later) == "watcher"


def test_the_same_phone_takes_its_seat_again_and_is_led_to_the_table(table: Table) -> None:
    phone = table.take_seat(1)
    assert phone.post(f"{table.path}/seat", {"player": 1}).status_code == 302
    assert table.role_of(phone) == "scorer"
    assert phone.get(table.links()[0]).location == table.path


@for_each(player=["9", "", "x", "-1", "9" * 40])
def test_a_seat_that_there_is_not(player: str, *, table: Table) -> None:
    response = table.joiner().post(f"{table.path}/seat", {"player": player})
    assert response.status_code == 422
    assert parse(response.text).problems
    assert held_seats(table) == set()


def test_the_host_frees_a_seat(table: Table) -> None:
    phone = table.take_seat(1)
    (form,) = [
        form.sends()
        for form in table.host.page(f"{table.path}/links").all("form", action=f"{table.path}/links/revoke")
        if form.sends()["kind"] == "seat"
    ]
    table.host.post(f"{table.path}/links/revoke", form)
    assert table.role_of(phone) == "watcher"
    assert table.role_of(table.take_seat(1)) == "scorer", "somebody else may sit there now"


def test_the_host_limits_who_keeps_the_score(table: Table) -> None:
    ana, bo = table.take_seat(1), table.take_seat(2)
    table.limit_scorers(2)
    assert (table.role_of(ana), table.role_of(bo), table.role_of(table.host)) == ("player", "scorer", "host")
    page = table.host.page(f"{table.path}/links")
    assert set(page.form(f"{table.path}/links/scorers").sends()) == {"csrf_token", "scorer_2"}
    table.limit_scorers(1, 2, 3, 4, 5)
    assert table.role_of(ana) == "scorer"
    assert table.services.grants.scorers(table.id) is None, "everyone, those who are yet to come included"
    table.limit_scorers()
    assert (table.role_of(ana), table.role_of(table.host)) == ("player", "host")


def test_friends_sit_down_at_once_while_a_hand_is_recorded(table: Table) -> None:
    """The page was drawn before the others came; nobody is sent back for that."""
    phones = [table.joiner() for _ in range(3)]
    forms = [
        list(phone.page(f"{table.path}/seat").all("form", action=f"{table.path}/seat"))[1].sends() for phone in phones
    ]
    table.record("enter_contract", declarer=1, level=16, trump="H")
    for phone, form, name in zip(phones, forms, ("Fay", "Gil", "Hye"), strict=True):
        form["name"] = f" {name} "
        assert phone.post(f"{table.path}/seat", form).status_code == 302
    assert [table.state.name(player) for player in (6, 7, 8)] == ["Fay", "Gil", "Hye"]
    for phone, name in zip(phones, ("Fay", "Gil", "Hye"), strict=True):
        assert name in phone.page(f"{table.path}/move").one("main").text, "each has their own seat"


@pytest.mark.parametrize("before", ["at another table", "for somebody who is named"])
def test_nobody_is_named_and_then_refused_a_seat(app: Flask, table: Table, before: str) -> None:
    """The key of a form is a phone's own word for it, and may have stood for another form."""
    phone, elsewhere = table.joiner(), open_table(app)
    if before == "at another table":
        key_of_another = elsewhere.joiner().post(f"{elsewhere.path}/seat", {"player": 1, "key": "one tap"})
    else:
        key_of_another = phone.post(f"{table.path}/seat", {"player": 1, "key": "one tap"})
    assert key_of_another.status_code == 302
    log = table.log
    named = {"version": table.version, "name": "Fay", "key": "one tap", "move": "yes"}
    response = phone.post(f"{table.path}/seat", named)
    assert (response.status_code == 422) is (table.log == log)


def test_someone_who_taps_twice_sits_down_once_with_a_name_put_right(table: Table) -> None:
    phone = table.joiner()
    response = phone.post(f"{table.path}/seat", {"version": table.version, "name": "ana", "another": "yes"})
    page = parse(response.text)
    assert (response.status_code, page.problems) == (422, ["ana is taken. Add an initial."])
    assert page.one("input", id="name").attributes["value"] == "ana"
    form = {"version": table.version, "name": "Fay", "key": "one tap"}
    assert phone.post(f"{table.path}/seat", form).status_code == 302
    table.record("join", name="Gil")
    assert phone.post(f"{table.path}/seat", form).status_code == 302
    assert [person.name for person in table.state.people.values()][5:] == ["Fay", "Gil"]
    assert "Fay" in phone.page(f"{table.path}/move").one("main").text, "not the seat of whoever came last"


def test_a_phone_whose_person_is_gone_acts_for_nobody_and_may_sit_down_again(table: Table) -> None:
    """Somebody takes back that Fay sat down. Her phone is not that of whoever comes next."""
    fay = table.joiner()
    fay.post(f"{table.path}/seat", {"version": table.version, "name": "Fay"})
    table.record("undo", by=fay)
    for path in ("", "/people", "/links", "/log", "/watch", "/sheet"):
        assert fay.get(table.path + path).status_code == table.host.get(table.path + path).status_code == 200, path
    assert fay.get(f"{table.path}/move").status_code == 403
    assert f"{table.path}/seat" in {link.attributes["href"] for link in fay.page(table.path).all("a")}
    table.record("join", name="Gil")
    gil = next(person.number for person in table.state.people.values() if person.name == "Gil")
    table.limit_scorers(gil)
    assert table.send("start_hand", by=fay).status_code == 403
    assert (
        fay.post(f"{table.path}/people/rename", {"version": table.version, "player": gil, "name": "Fay"}).status_code
        == 403
    )
    other = table.joiner()
    assert other.post(f"{table.path}/seat", {"player": gil}).status_code == 302, "nobody sits there"
    assert fay.get(table.links()[0]).location == f"{table.path}/seat"
    assert fay.post(f"{table.path}/seat", {"version": table.version, "name": "Fay"}).status_code == 302
    assert "Fay" in fay.page(f"{table.path}/move").one("main").text
    assert held_seats(table) == {gil, gil + 1}


def test_a_joining_that_was_taken_back_gives_no_right(table: Table) -> None:
    """The phone may sit down again for as long as it has the link to join, and after that it is a stranger."""
    fay = table.joiner()
    fay.post(f"{table.path}/seat", {"version": table.version, "name": "Fay"})
    assert table.role_of(fay) == "scorer"
    table.record("undo")
    log = table.log
    for form in ("redo", "undo", "enter_contract", "draw_seats"):
        assert table.send(form, by=fay, declarer=1, level=16, trump="H").status_code == 403, form
    assert table.log == log
    assert table.role_of(fay) == "watcher"
    table.host.post(f"{table.path}/links/revoke", {"kind": "join"})
    assert fay.get(table.path).status_code == 403
    assert rows_of(fay, "/") == []
    table.record("redo")
    assert table.role_of(fay) == "scorer", "the seat is there again with its person"
    assert "Fay" in fay.page(f"{table.path}/move").one("main").text


def test_the_stream_of_a_phone_ends_when_its_joining_is_taken_back(table: Table) -> None:
    """Its board was that of somebody who keeps the score."""
    fay = table.joiner()
    fay.post(f"{table.path}/seat", {"version": table.version, "name": "Fay"})
    stream = fay.client.get(f"/live/{table.id}", headers=fay.headers)
    news = iter(stream.response)
    assert b"/record/undo" in next(each for each in news if b"data-version" in each)
    table.record("undo")
    assert not any(b"/record/redo" in each for each in news)
    stream.close()


# --- A name that somebody has ---
def sit_down(table: Table, phone: Phone, path: str, **typed: str) -> str:
    """Return the address to which the form for a name on a page leads."""
    form = phone.page(path).one("form", id="new-seat").sends()
    return phone.post(f"{table.path}/seat", {**form.to_dict(), **typed}).location


def type_name(table: Table, name: str) -> tuple[Phone, str]:
    """Return a phone that has typed a name to sit down, and the address that it was led to."""
    phone = table.joiner()
    return phone, sit_down(table, phone, f"{table.path}/seat", name=name)


@for_each(name=["Bo", " bo ", "B\u043e"])
def test_the_name_of_a_free_chair_asks_whether_it_is_theirs_and_makes_no_sixth(name: str, *, app: Flask) -> None:
    """A name that looks the same, in Cyrillic letters, too."""
    table = open_table(app)
    phone, asked = type_name(table, name)
    page = phone.page(asked)
    assert "Bo has a chair here" in page.one("main").text
    assert "Free: Ana, Cho, Dan, Eun" in page.one("main").text
    log = table.log
    answer = phone.submit(asked, f"{table.path}/seat")
    assert (answer.location, table.log) == (table.path, log)
    assert held_seats(table) == {2}
    assert len(table.state.people) == 5


def test_the_name_of_a_seat_that_is_taken_has_three_ways_on(table: Table) -> None:
    """To be let in on it, to sit down under the next number, and as somebody else; Back keeps what was typed."""
    table.take_seat(2)
    phone, asked = type_name(table, "Bo")
    page = phone.page(asked)
    assert "This name is taken" in page.one("main").text
    ways = [link.attributes["href"] for link in page.one("main").all("a")]
    assert ways == [f"{table.path}/seat?another=yes&name=Bo%202", f"{table.path}/seat"]
    (back,) = [link.attributes["href"] for link in page.of_class("dock")[0].all("a")]
    assert phone.page(back).one("input", id="name").attributes["value"] == "Bo"
    another = table.joiner()
    assert sit_down(table, another, ways[0]) == table.path
    assert [person.name for person in table.state.people.values()][5:] == ["Bo 2"]
    other, asked = type_name(table, "Bo")
    assert "Bo 3" in other.page(asked).one("main").text
    assert phone.submit(f"{table.path}/seat/2/ask", f"{table.path}/seat/2/ask").location.endswith("asked=1")


def test_a_phone_with_a_seat_is_refused_the_name_of_a_free_chair(table: Table) -> None:
    """It changes seats by a tap on the name."""
    phone = table.take_seat(1)
    form = {"version": table.version, "name": "Bo", "move": "yes"}
    assert parse(phone.post(f"{table.path}/seat", form).text).problems == ["Bo is taken. Add an initial."]


# --- A seat is offered ---
PAGES = ("/people", "/sheet", "/rules", "/log", "/settle", "/chart", "/statistics", "/referee", "/export", "/help")


def offers(page: Element, table: Table) -> list[str]:
    """The links to take a seat that stand on a page itself, outside its menu."""
    in_menu = [*page.one(id="menu").all("a")] if [*page.all(id="menu")] else []
    seat = f"{table.path}/seat"
    return [each.text for each in page.all("a") if each.attributes.get("href") == seat and each not in in_menu]


def test_who_left_the_names_to_the_others_is_offered_a_seat_once_on_every_screen(app: Flask) -> None:
    """Until every seat is taken, and no longer once the phone has one. Who only watches is offered none."""
    table = open_table(app, names=())
    assert offers(table.host.page(table.path), table) == ["Take a seat"]
    assert table.host.get(table.links()[0]).location == f"{table.path}/seat"
    page = table.host.page(f"{table.path}/seat")
    assert [each.text for each in page.of_class("dock")[0].of_class("button")] == ["To the table", "Sit down"]
    for path in (*PAGES, "/links"):
        assert len(offers(table.host.page(table.path + path), table)) == 1, path
        assert offers(table.watcher().page(table.path + path), table) == [], path
    assert sit_down(table, table.host, f"{table.path}/seat", name="Ana") == table.path
    assert all(offers(table.host.page(table.path + path), table) == [] for path in PAGES)
    table = open_table(app)
    for player in range(1, 6):
        table.take_seat(player)
    assert offers(table.host.page(f"{table.path}/people"), table) == []


# --- Chairs ---
def list_seating(table: Table) -> list[int]:
    """Return the players at the table, in order of turn."""
    return [*table.state.seating]


def send_people_form(table: Table, form: str, **fields: Any) -> None:
    """A form of "Players and session", as its page sends it; who goes home or comes has a page of their own."""
    own = {"leave": fields.get("player"), "return": fields.get("player"), "join": "new"}.get(form)
    page = f"{table.path}/people/{own}" if own else f"{table.path}/people"
    answer = table.host.submit(page, f"{table.path}/people/{form}", **fields)
    assert answer.status_code == 303, answer.text


def test_who_comes_after_somebody_left_sits_there_or_on_any_chair(app: Flask) -> None:
    """By the host's phone, and by a phone that scans the QR."""
    table = open_table(app)
    send_people_form(table, "leave", player="2")
    send_people_form(table, "leave", player="4")
    send_people_form(table, "join", name="Fay")
    assert list_seating(table) == [1, 3, 6, 5]
    assert table.joiner().post(f"{table.path}/seat", {"name": "Gil", "version": table.version}).status_code == 302
    assert list_seating(table) == [1, 7, 3, 6, 5]
    send_people_form(table, "return", player="2")
    assert list_seating(table) == [1, 7, 2, 3, 6, 5]
    assert table.joiner().post(f"{table.path}/seat", {"name": "Hana", "version": table.version}).status_code == 302
    assert list_seating(table) == [1, 7, 2, 3, 6, 5, 8]
    table = open_table(app)
    send_people_form(table, "leave", player="2")
    options = [
        each.text for each in table.host.page(f"{table.path}/people/new").one("select", id="join-before").all("option")
    ]
    assert options == ["On the chair of Bo", "Before Ana", "Before Cho", "Before Dan", "Before Eun", "Last"]
    send_people_form(table, "join", name="Fay", before="5")
    assert list_seating(table) == [1, 3, 4, 6, 5]
    send_people_form(table, "return", player="2", before="0")
    assert list_seating(table) == [1, 3, 4, 6, 5, 2]
    send_people_form(table, "move_seat", player="2", before="3")
    assert list_seating(table) == [1, 2, 3, 4, 6, 5]
    page = table.host.post(f"{table.path}/people/join", {"version": table.version, "name": "Gil", "before": "99"})
    assert page.status_code == 422

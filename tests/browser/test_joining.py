"""Joining on phones: names appear as people sit down, codes are typed, seats are taken back, televisions open."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from scorekeeper.bookkeeper import Bookkeeper, Recorder
from scorekeeper.store import Kind, open_store
from scorekeeper.table import moves as m
from tests.browser.app import AppServer, BrowserPhone, NewPhone


class LinkedTable:
    """A table in the server's database, and its links."""

    def __init__(self, server: AppServer) -> None:
        self.store = open_store(str(server.database))
        create = m.CreateTable("mighty", "pagat", {}, ("Ana", "Bo", "김아름", "Dan", "Eun"))
        self.id = Bookkeeper(self.store.events).create(create, Recorder())
        self.path = f"/t/{self.id}"

    def issue_link(self, kind: Kind) -> str:
        return f"/l/{self.store.grants.issue(self.id, kind)}"


@pytest.fixture
def table(server: AppServer) -> Iterator[LinkedTable]:
    opened = LinkedTable(server)
    yield opened
    opened.store.close()


@pytest.fixture
def host(table: LinkedTable, new_phone: NewPhone) -> BrowserPhone:
    phone: BrowserPhone = new_phone()
    phone.open(table.issue_link("host"))
    phone.tap("Yes, on this phone")
    phone.wait_for_text("0 of 5 are here")
    return phone


def take_seat(phone: BrowserPhone, name: str) -> None:
    phone.page.locator(".names button", has_text=name).click()
    phone.taps += 1


def test_names_tick_in_on_every_page_and_what_was_chosen_stays(
    table: LinkedTable, host: BrowserPhone, new_phone: NewPhone
) -> None:
    host.choose("leader", 3)
    inviting, late = new_phone(), new_phone()
    inviting.open(table.issue_link("host"))
    inviting.tap("Yes, on this phone")
    inviting.open(f"{table.path}/links")
    late.open(table.issue_link("join"))
    code = host.page.locator(".invite__code b").inner_text()
    bo = new_phone()
    bo.open("/join")
    bo.page.fill("#code", code)
    bo.tap("Join")
    take_seat(bo, "Bo")
    for phone in (host, inviting, bo):
        phone.wait_for_text("1 of 5 are here")
    expect(late.page.locator(".names li", has_text="Bo")).to_contain_text("seated")
    expect(host.page.locator("input[name=leader][value='3']")).to_be_checked()
    assert host.page.evaluate("document.querySelector('.invite__qr').naturalWidth") > 0
    expect(host.page.locator(".invite__code")).to_contain_text(host.url.removeprefix("http://"))


def test_a_seat_is_taken_back_with_one_tap_of_somebody_else(
    table: LinkedTable, host: BrowserPhone, new_phone: NewPhone
) -> None:
    old, new, friend = new_phone(), new_phone(), new_phone()
    for phone, name in ((old, "Bo"), (friend, "Ana")):
        phone.open(table.issue_link("join"))
        take_seat(phone, name)
        expect(phone.page.locator("body[data-seat]")).to_be_attached()
    host.tap("Deal hand 1")
    new.open(table.issue_link("join"))
    take_seat(new, "Bo")
    new.tap("Yes, ask the table")
    new.wait_for_text("Asked the table")
    friend.wait_for_text("Is this Bo?")
    friend.tap("Let in")
    expect(new.page.locator("body[data-seat='2'] #table.app")).to_be_attached()
    expect(old.page.locator("body:not([data-seat]) #table.app")).to_be_attached()
    expect(old.page.locator(".dock")).to_have_count(0)
    expect(host.page.locator(".claim")).to_have_count(0)


def test_a_free_seat_is_taken_by_a_tap_on_the_board(
    table: LinkedTable, host: BrowserPhone, new_phone: NewPhone
) -> None:
    """Two taps. A seat that is taken meanwhile is no longer offered, and no seat is once this phone has one."""
    late, ana = new_phone(), new_phone()
    late.open(table.issue_link("join"))
    late.tap("Watch only")
    host.tap("Deal hand 1")
    seats = late.page.locator(".seat__take")
    expect(seats).to_have_count(5)
    ana.open(table.issue_link("join"))
    take_seat(ana, "Ana")
    expect(seats).to_have_count(4)
    expect(host.page.locator(".seat__take")).to_have_count(0)
    late.tap(late.page.locator(".seat--free", has_text="Bo"))
    late.wait_for_text("Nobody sits on it yet.")
    late.tap("That’s me")
    expect(late.page.locator("body[data-seat='2'] #table.app")).to_be_attached()
    expect(seats).to_have_count(0)
    assert late.taps == 3


def test_a_television_is_opened_by_the_code_that_a_phone_shows(
    table: LinkedTable, host: BrowserPhone, new_phone: NewPhone
) -> None:
    """Two taps on the phone. The QR to join stands there while a seat is free."""
    host.taps = 0
    host.tap("Menu")
    host.tap("Show on a television")
    code = host.page.locator(".to-television__code").inner_text()
    assert host.taps == 2
    host.wait_for_text(host.url.removeprefix("http://"))
    television = new_phone(viewport={"width": 1920, "height": 1080}, is_mobile=False)
    television.open("/")
    television.page.fill("#code", code)
    television.tap("Join")
    television.page.wait_for_url(f"**{table.path}/watch")
    invitation = television.page.locator(".tv__join")
    expect(invitation).to_contain_text("Join with")
    assert invitation.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    for name in ("Ana", "Bo", "김아름", "Dan", "Eun"):
        phone = new_phone()
        phone.open(table.issue_link("join"))
        expect(television.page.locator("body > .tv__qr")).to_be_hidden()
        take_seat(phone, name)
    expect(invitation).to_have_count(0)
    expect(television.page.locator("body > .tv__qr")).to_be_visible()
    television.tap("With a menu")
    expect(television.page.locator("#table.app")).to_be_attached()


def test_the_link_to_watch_is_a_television_where_there_is_room(table: LinkedTable, new_phone: NewPhone) -> None:
    television, phone = new_phone(viewport={"width": 1920, "height": 1080}, is_mobile=False), new_phone()
    for each, path in ((television, f"{table.path}/watch"), (phone, table.path)):
        each.open(table.issue_link("watch"))
        each.page.wait_for_url(f"**{path}")
        each.wait_for_text("0 of 5 are here")
    assert television.page.locator("body.tv").count() == 1
    assert phone.page.locator("body.tv").count() == 0


def test_times_are_those_of_the_reader(table: LinkedTable, new_phone: NewPhone) -> None:
    seoul = new_phone(timezone_id="Asia/Seoul")
    seoul.open(table.issue_link("watch"))
    seoul.open(f"{table.path}/log")
    time = seoul.page.locator(".log time").first
    hour, there = int((time.get_attribute("datetime") or "")[11:13]), int(time.inner_text()[:2])
    assert there == (hour + 9) % 24

"""A phone shows the table as it is, and says when it cannot: over links that fail in every way."""

from playwright.sync_api import expect

from tests.browser.live.looks import DENIED, LOST, Visit, hide, is_calm, is_live, says, shows, tap
from tests.browser.live.tiny import TinyTable
from tests.browser.proxy import Proxy
from tests.server_thread import ServerThread


def test_tap_on_one_phone_shows_on_every_other(visit: Visit, table: TinyTable) -> None:
    phones = [visit() for _ in range(3)]
    for phone in phones:
        expect(phone.locator("[data-phones]")).to_have_text("3 phones")
    tap(phones[0])
    for phone in phones:
        shows(phone, 1)
    tap(phones[1], "Add two")
    for phone in phones:
        shows(phone, 3)
    phones[2].close()
    phones[1].close()
    expect(phones[0].locator("[data-phones]")).to_have_text("1 phone")
    assert table.posts == 2


def test_server_restart_is_told_and_survived(visit: Visit, server: ServerThread, table: TinyTable) -> None:
    phone = visit()
    is_live(phone)
    server.stop()
    says(phone, LOST)
    shows(phone, 0)
    table.record()
    server.start()
    is_calm(phone)
    shows(phone, 1)
    table.record()
    shows(phone, 2)


def test_silent_link_is_noticed_and_the_whole_state_comes_when_it_speaks_again(
    visit: Visit, link: Proxy, table: TinyTable
) -> None:
    phone = visit(link.url)
    is_live(phone)
    link.fall_silent()
    says(phone, LOST)
    table.record()
    shows(phone, 0)
    link.flow()
    is_calm(phone)
    shows(phone, 1)
    table.record()
    shows(phone, 2)


def test_link_that_is_cut_is_mended_without_a_word(visit: Visit, link: Proxy, table: TinyTable) -> None:
    phone = visit(link.url)
    is_live(phone)
    link.cut()
    table.record()
    shows(phone, 1)
    is_calm(phone)


def test_first_connection_that_is_refused_is_tried_again(visit: Visit, link: Proxy, table: TinyTable) -> None:
    link.refuse_requests_for("/live/")
    phone = visit(link.url)
    says(phone, LOST)
    shows(phone, 0)
    table.record()
    link.refuse_requests_for("")
    is_calm(phone)
    shows(phone, 1)
    table.record()
    shows(phone, 2)


def test_first_connection_answered_with_an_error_is_tried_again(visit: Visit, table: TinyTable) -> None:
    table.drawable = False
    phone = visit()
    says(phone, LOST)
    shows(phone, 0)
    table.drawable = True
    is_calm(phone)
    table.record()
    shows(phone, 1)


def test_page_that_comes_in_place_of_the_stream_does_not_replace_the_table(visit: Visit, table: TinyTable) -> None:
    """A proxy's page of its own, with status 200: it is neither shown nor taken for the stream."""
    phone = visit()
    is_live(phone)
    phone.route("**/live/t", lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Hotel</h1>"))
    phone.reload()
    says(phone, LOST)
    shows(phone, 0)
    expect(phone.locator("#toast")).to_be_hidden()
    phone.unroute("**/live/t")
    is_calm(phone)
    table.record()
    shows(phone, 1)


def test_slow_phone_delays_nobody_and_goes_on_with_the_newest(visit: Visit, link: Proxy, table: TinyTable) -> None:
    slow, quick = visit(link.url), visit()
    is_live(slow)
    is_live(quick)
    link.fall_silent()
    for version in range(1, 21):
        table.record()
        shows(quick, version)
    shows(slow, 0)
    link.flow()
    shows(slow, 20)


def test_hidden_page_is_not_streamed_to_and_returns_with_the_newest(visit: Visit, table: TinyTable) -> None:
    phone, other = visit(), visit()
    expect(other.locator("[data-phones]")).to_have_text("2 phones")
    hide(phone, True)
    expect(other.locator("[data-phones]")).to_have_text("1 phone")
    table.record()
    shows(other, 1)
    shows(phone, 0)
    is_calm(phone)
    hide(phone, False)
    shows(phone, 1)
    is_calm(phone)


def test_phone_whose_rights_were_taken_is_told_and_asks_no_more(visit: Visit, table: TinyTable) -> None:
    phone = visit()
    is_live(phone)
    table.record()
    shows(phone, 1)
    table.admitted = False
    table.hub.publish_access_change("t")
    says(phone, DENIED)
    shows(phone, 1)
    assert table.hub.phones("t") == 0


def test_phone_whose_role_changed_sees_the_same_version_in_its_new_role(visit: Visit, table: TinyTable) -> None:
    phone = visit()
    is_live(phone)
    table.role = "reader"
    table.hub.publish_access_change("t")
    shows(phone, 0, "reader")
    is_calm(phone)


def test_what_is_typed_stays_while_others_record(visit: Visit, table: TinyTable) -> None:
    phone = visit()
    is_live(phone)
    phone.locator("#note").press_sequentially("half a wo")
    table.record()
    shows(phone, 1)
    expect(phone.locator("#note")).to_have_value("half a wo")
    expect(phone.locator("#note")).to_be_focused()


def test_offline_is_told_at_once(visit: Visit, table: TinyTable) -> None:
    phone = visit()
    is_live(phone)
    phone.context.set_offline(True)
    says(phone, LOST)
    phone.context.set_offline(False)
    is_calm(phone)
    table.record()
    shows(phone, 1)

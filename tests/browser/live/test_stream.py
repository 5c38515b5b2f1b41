"""A phone shows the table as it is, and says when it cannot, over links that fail in every way."""

from playwright.sync_api import expect

from tests.browser.live.counter_table import CounterTable
from tests.browser.live.expectations import (
    DENIED,
    LOST,
    Visit,
    expect_banner,
    expect_no_banner,
    expect_version,
    set_hidden,
    tap,
)
from tests.browser.proxy import Proxy
from tests.server_thread import ServerThread


def test_tap_on_one_phone_shows_on_every_other(visit: Visit, table: CounterTable) -> None:
    phones = [visit() for _ in range(3)]
    for phone in phones:
        expect(phone.locator("[data-phones]")).to_have_text("3 phones")
    tap(phones[0])
    for phone in phones:
        expect_version(phone, 1)
    tap(phones[1], "Add two")
    for phone in phones:
        expect_version(phone, 3)
    phones[2].close()
    phones[1].close()
    expect(phones[0].locator("[data-phones]")).to_have_text("1 phone")
    assert table.posts == 2


def test_server_restart_is_told_and_survived(visit: Visit, server: ServerThread, table: CounterTable) -> None:
    phone = visit()
    server.stop()
    expect_banner(phone, LOST)
    expect_version(phone, 0)
    table.record()
    server.start()
    expect_no_banner(phone)
    expect_version(phone, 1)
    table.record()
    expect_version(phone, 2)


def test_silent_link_is_noticed_and_the_whole_state_comes_when_it_speaks_again(
    visit: Visit, link: Proxy, table: CounterTable
) -> None:
    phone = visit(link.url)
    link.fall_silent()
    expect_banner(phone, LOST)
    table.record()
    expect_version(phone, 0)
    link.flow()
    expect_no_banner(phone)
    expect_version(phone, 1)
    table.record()
    expect_version(phone, 2)


def test_link_that_is_cut_is_mended_without_a_word(visit: Visit, link: Proxy, table: CounterTable) -> None:
    phone = visit(link.url)
    link.cut_connections()
    table.record()
    expect_version(phone, 1)
    expect_no_banner(phone)


def test_first_connection_that_is_refused_is_tried_again(visit: Visit, link: Proxy, table: CounterTable) -> None:
    link.refuse_requests_for("/live/")
    phone = visit(link.url, waits=False)
    expect_banner(phone, LOST)
    expect_version(phone, 0)
    table.record()
    link.refuse_requests_for("")
    expect_no_banner(phone)
    expect_version(phone, 1)
    table.record()
    expect_version(phone, 2)


def test_first_connection_answered_with_an_error_is_tried_again(visit: Visit, table: CounterTable) -> None:
    table.drawable = False
    phone = visit(waits=False)
    expect_banner(phone, LOST)
    expect_version(phone, 0)
    table.drawable = True
    expect_no_banner(phone)
    table.record()
    expect_version(phone, 1)


def test_page_that_comes_in_place_of_the_stream_does_not_replace_the_table(visit: Visit, table: CounterTable) -> None:
    """A proxy's own page with status 200 is neither shown nor taken for the stream."""
    phone = visit()
    phone.route("**/live/t", lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Hotel</h1>"))
    phone.reload()
    expect_banner(phone, LOST)
    expect_version(phone, 0)
    expect(phone.locator("#toast")).to_be_hidden()
    phone.unroute("**/live/t")
    expect_no_banner(phone)
    table.record()
    expect_version(phone, 1)


def test_slow_phone_delays_nobody_and_goes_on_with_the_newest(visit: Visit, link: Proxy, table: CounterTable) -> None:
    slow, quick = visit(link.url), visit()
    link.fall_silent()
    for version in range(1, 21):
        table.record()
        expect_version(quick, version)
    expect_version(slow, 0)
    link.flow()
    expect_version(slow, 20)


def test_hidden_page_is_not_streamed_to_and_returns_with_the_newest(visit: Visit, table: CounterTable) -> None:
    phone, other = visit(), visit()
    expect(other.locator("[data-phones]")).to_have_text("2 phones")
    set_hidden(phone, True)
    expect(other.locator("[data-phones]")).to_have_text("1 phone")
    table.record()
    expect_version(other, 1)
    expect_version(phone, 0)
    expect_no_banner(phone)
    set_hidden(phone, False)
    expect_version(phone, 1)
    expect_no_banner(phone)


def test_phone_whose_rights_were_taken_is_told_and_asks_no_more(visit: Visit, table: CounterTable) -> None:
    phone = visit()
    table.record()
    expect_version(phone, 1)
    table.admitted = False
    table.hub.publish_access_change("t")
    expect_banner(phone, DENIED)
    expect_version(phone, 1)
    assert table.hub.count_phones("t") == 0


def test_phone_whose_role_changed_sees_the_same_version_in_its_new_role(visit: Visit, table: CounterTable) -> None:
    phone = visit()
    table.role = "reader"
    table.hub.publish_access_change("t")
    expect_version(phone, 0, "reader")
    expect_no_banner(phone)


def test_what_is_typed_stays_while_others_record(visit: Visit, table: CounterTable) -> None:
    phone = visit()
    phone.locator("#note").press_sequentially("half a wo")
    table.record()
    expect_version(phone, 1)
    expect(phone.locator("#note")).to_have_value("half a wo")
    expect(phone.locator("#note")).to_be_focused()


def test_offline_is_told_at_once(visit: Visit, table: CounterTable) -> None:
    phone = visit()
    phone.context.set_offline(True)
    expect_banner(phone, LOST)
    phone.context.set_offline(False)
    expect_no_banner(phone)
    table.record()
    expect_version(phone, 1)

"""The real table over failing links: restarts, silence, lost answers and repeated taps. More in `live`."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.app import AppServer, BrowserPhone, NewPhone, open_phone, open_table_by_request, run_server
from tests.browser.link_banner import expect_banner, expect_no_banner_after_trouble
from tests.browser.proxy import Proxy
from tests.browser.test_evening import ANA, BO, NAMES, record_result

ENCODING = """async () => {
  const stream = document.getElementById("live").getAttribute("hx-sse:connect");
  return (await fetch(stream, { method: "HEAD" })).headers.get("Content-Encoding");
}"""


def test_server_restart(server: AppServer, linked_phone: BrowserPhone, host_phone: BrowserPhone) -> None:
    assert server.stop() == 0
    expect_banner(linked_phone, "may be old")
    linked_phone.tap_primary()
    expect_banner(linked_phone, "kept")
    server.start()
    for each in (linked_phone, host_phone):
        expect_no_banner_after_trouble(each)
        each.wait_for_phase("auction")
    assert linked_phone.read_version() == host_phone.read_version()


def test_a_tap_before_the_scripts_have_come(host_phone: BrowserPhone, new_phone: NewPhone) -> None:
    """The page is there but a script is still loading: the tap is sent once, after the script has come."""
    slow, held = new_phone(service_workers="block"), list[Route]()
    slow.context.add_cookies(host_phone.context.cookies())  # type: ignore[arg-type]
    slow.page.route("**/live-pages.js*", lambda route: held.append(route))
    before = host_phone.read_version()
    slow.page.goto(host_phone.page.url, wait_until="commit")
    slow.tap_primary()
    slow.tap_primary()
    held[0].continue_()
    slow.wait_for_phase("auction")
    host_phone.wait_for_version_of(slow)
    assert host_phone.read_version() == before + 1


def test_a_page_from_before_an_update_is_loaded_anew_once(
    server: AppServer, linked_phone: BrowserPhone, host_phone: BrowserPhone
) -> None:
    """It requests its stream like a page of another version, until it is told to reload."""
    told: list[int] = []
    loads: list[str] = []

    def ask(route: Route) -> None:
        route.continue_(url=None if told else route.request.url.replace("program=", "program=0"))

    linked_phone.page.on("response", lambda answer: told.append(answer.status) if answer.status == 412 else None)
    linked_phone.page.on("load", lambda page: loads.append(page.url))
    linked_phone.page.route("**/live/**", ask)
    assert server.stop() == 0
    with linked_phone.page.expect_event("load"):
        server.start()
    host_phone.tap_primary("auction")
    linked_phone.wait_for_version_of(host_phone)
    for each in (linked_phone, host_phone):
        expect_no_banner_after_trouble(each)
    assert (told, len(loads)) == ([412], 1)


def test_an_open_list_outlives_a_tap_on_another_phone(linked_phone: BrowserPhone, host_phone: BrowserPhone) -> None:
    host_phone.tap_primary("auction")
    linked_phone.wait_for_version_of(host_phone)
    ways = linked_phone.page.locator("#popup-auction")
    linked_phone.tap(ways.locator("summary"))
    host_phone.choose("level", 14)
    host_phone.choose("trump", "H")
    before = host_phone.read_version()
    host_phone.tap(host_phone.page.locator(".dock button.button").filter(has_text="14"))
    expect(host_phone.page.locator(f'#table[data-version="{before + 1}"]')).to_be_visible()
    linked_phone.wait_for_version_of(host_phone)
    expect(ways.get_by_role("button", name="Final contract")).to_be_visible()
    linked_phone.tap("Final contract")
    expect(ways.locator("summary")).to_have_text("Final contract")


def test_proxy_that_strips_what_phones_can_unpack(
    link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone
) -> None:
    """The stream is then uncompressed, and goes on."""
    link.strip_encodings()
    linked_phone.page.reload()
    host_phone.tap_primary("auction")
    linked_phone.wait_for_version_of(host_phone)
    assert linked_phone.page.evaluate(ENCODING) is None
    assert host_phone.page.evaluate(ENCODING) == "gzip"


def test_proxy_that_collects_streams(link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone) -> None:
    """The phone says so and asks for the board: it shows what others do, and its own taps are recorded."""
    link.collect_streams()
    linked_phone.page.reload()
    expect_banner(linked_phone, "held back on the way")
    linked_phone.tap_primary()
    linked_phone.wait_for_phase("auction")
    host_phone.wait_for_phase("auction")
    host_phone.tap("Undo")
    host_phone.wait_for_phase("between")
    linked_phone.wait_for_phase("between")
    linked_phone.wait_for_version_of(host_phone)
    expect_banner(linked_phone, "held back on the way")
    link.refuse_requests_for("/t/")
    expect_banner(linked_phone, "may be old")


def test_a_page_about_the_sheet_behind_a_proxy_that_collects_streams(
    link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone
) -> None:
    """It is loaded anew when the sheet has changed, as with a stream."""
    link.collect_streams()
    linked_phone.open(f"{linked_phone.page.url}/chart")
    expect_banner(linked_phone, "held back on the way")
    with linked_phone.page.expect_event("load"):
        record_result(host_phone, BO, 16, "H", f"card|{ANA}", 17)


def test_many_pages_in_one_browser_say_that_they_ask_for_the_board(host_phone: BrowserPhone) -> None:
    """A browser has six connections to a host; with a stream each, the seventh page would never come."""
    first, table = host_phone.page, host_phone.page.url
    tabs = [host_phone.new_tab() for _ in range(7)]
    for tab in tabs:
        tab.goto(table)
        expect(tab.locator("#banner")).to_be_hidden()
    crowded = first.locator("#banner", has_text="Many pages are open in this browser.")
    expect(crowded).to_be_visible()
    host_phone.tap_primary("auction")
    shown = str(host_phone.read_version())
    for tab in (first, *tabs):
        expect(tab.locator("#table")).to_have_attribute("data-version", shown)
    expect(crowded).to_be_visible()
    for tab in tabs[:-1]:
        tab.goto("about:blank")
    expect(first.locator("#banner")).to_be_hidden()


@pytest.mark.parametrize("change", ["className = 'translated-ltr'", "lang = 'fr'"])
def test_a_page_that_the_browser_translates_says_so_once(host_phone: BrowserPhone, change: str) -> None:
    host_phone.page.evaluate("document.documentElement.classList.add('of-our-own')")
    host_phone.tap_primary("auction")
    expect(host_phone.page.locator("#toast")).to_be_hidden()
    host_phone.page.evaluate(f"document.documentElement.{change}")
    expect(host_phone.page.locator("#toast")).to_contain_text("Your browser has translated this page")


def test_a_page_whose_scripts_did_not_come_says_so_and_is_loaded_anew(
    host_phone: BrowserPhone, new_phone: NewPhone
) -> None:
    """Htmx is there, and nothing that follows."""
    half = new_phone(service_workers="block")
    half.context.add_cookies(host_phone.context.cookies())  # type: ignore[arg-type]
    half.page.route("**/live-pages.js*", lambda route: route.abort())
    half.open(host_phone.page.url)
    expect_banner(half, "cannot follow live: the page loads itself anew. As of ")
    half.page.unroute("**/live-pages.js*")
    host_phone.tap_primary("auction")
    half.wait_for_phase("auction")
    expect_no_banner_after_trouble(half)


def test_the_overlay_says_the_time_of_a_score_that_may_be_old(
    link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone
) -> None:
    linked_phone.open(f"{linked_phone.page.url}/overlay")
    linked_phone.wait_for_text("Ana")
    link.fall_silent()
    old = linked_phone.page.locator("[data-part=old]")
    expect(old).to_contain_text("As of ")
    host_phone.tap_primary("auction")
    link.flow()
    linked_phone.wait_for_text("Auction")
    expect(old).to_be_empty()


def test_two_scorers_at_once(link: Proxy, linked_phone: BrowserPhone, host_phone: BrowserPhone) -> None:
    host_phone.tap_primary("auction")
    linked_phone.wait_for_version_of(host_phone)
    for each, level in ((host_phone, 14), (linked_phone, 15)):
        each.choose_mode("auction", "Final contract")
        each.choose("declarer", ANA)
        each.choose("level", level)
        each.choose("trump", "H")
    link.fall_silent()
    host_phone.tap_primary("contract")
    linked_phone.tap_primary()
    link.flow()
    linked_phone.wait_for_text("Your tap is not saved.")
    expect(linked_phone.page.locator(".head__fact")).to_contain_text("14")
    linked_phone.wait_for_version_of(host_phone)


def test_phones_that_do_nothing_hear_that_the_database_is_gone(browser: Browser, tmp_path: Path) -> None:
    with run_server(tmp_path / "evening.db") as server:
        host, guest = open_phone(browser, server.url), open_phone(browser, server.url)
        link = open_table_by_request(host, "pagat", NAMES)
        host.tap("To the table")
        guest.open(link)
        guest.page.get_by_role("button", name="Bo").click()
        guest.wait_for_phase("between")
        server.database.unlink()
        for each in (host, guest):
            expect_banner(each, "cannot reach its database")
            expect_banner(each, "As of ")
        host.tap_primary()
        host.wait_for_text("deleted or replaced")
        for each in (host, guest):
            each.context.close()
    assert list(tmp_path.glob("evening-rescued-*.db"))

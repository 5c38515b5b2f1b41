"""The real table over links that fail: restarts, silence, lost answers, taps that come twice; more in `live`."""

from pathlib import Path

from playwright.sync_api import Browser, Route, expect

from tests.browser.app import NewPhone, Phone, Server, open_table, phone, serving
from tests.browser.far import is_calm, is_calm_after_trouble, says
from tests.browser.proxy import Proxy
from tests.browser.test_evening import ANA, NAMES

ENCODING = """async () => {
  const stream = document.getElementById("live").getAttribute("hx-sse:connect");
  return (await fetch(stream, { method: "HEAD" })).headers.get("Content-Encoding");
}"""


def test_server_restart(server: Server, far: Phone, near: Phone) -> None:
    assert server.stop() == 0
    says(far, "may be old")
    far.go()
    says(far, "kept")
    server.start()
    for each in (far, near):
        is_calm_after_trouble(each)
        each.is_in("auction")
    assert far.version() == near.version()


def test_silent_link(link: Proxy, far: Phone, near: Phone) -> None:
    link.fall_silent()
    says(far, "may be old")
    near.go("auction")
    far.is_in("between")
    link.flow()
    is_calm(far)
    far.is_in("auction")
    far.follows(near)


def test_first_connection_refused(link: Proxy, far: Phone, near: Phone) -> None:
    link.refuse_requests_for("/live/")
    far.page.reload()
    says(far, "may be old")
    near.go("auction")
    link.refuse_requests_for("")
    is_calm(far)
    far.follows(near)
    far.is_in("auction")


def test_answer_lost_after_the_server_stored_it(link: Proxy, far: Phone, near: Phone) -> None:
    before = near.version()
    link.lose_answers()
    far.go()
    near.is_in("auction")
    says(far, "kept")
    link.find_answers()
    is_calm(far)
    far.is_in("auction")
    assert far.version() == near.version() == before + 1


def test_double_tap(far: Phone, near: Phone) -> None:
    before = near.version()
    far.page.locator(".act--main").evaluate("button => { button.click(); button.click(); }")
    far.is_in("auction")
    near.follows(far)
    near.is_in("auction")
    assert near.version() == before + 1


def test_a_tap_before_the_scripts_have_come(near: Phone, new_phone: NewPhone) -> None:
    """The page is there and a script of it is still on its way: the tap is sent, once, when it has come."""
    slow, held = new_phone(service_workers="block"), list[Route]()
    slow.context.add_cookies(near.context.cookies())  # type: ignore[arg-type]
    slow.page.route("**/live-pages.js*", lambda route: held.append(route))
    before = near.version()
    slow.page.goto(near.page.url, wait_until="commit")
    slow.go()
    slow.go()
    held[0].continue_()
    slow.is_in("auction")
    near.follows(slow)
    assert near.version() == before + 1


def test_a_page_from_before_an_update_is_loaded_anew_once(server: Server, far: Phone, near: Phone) -> None:
    """It asks for its stream as the page of another edition would, until it is told."""
    told: list[int] = []
    loads: list[str] = []

    def ask(route: Route) -> None:
        route.continue_(url=None if told else route.request.url.replace("program=", "program=0"))

    far.page.on("response", lambda answer: told.append(answer.status) if answer.status == 412 else None)
    far.page.on("load", lambda page: loads.append(page.url))
    far.page.route("**/live/**", ask)
    assert server.stop() == 0
    with far.page.expect_event("load"):
        server.start()
    near.go("auction")
    far.follows(near)
    for each in (far, near):
        is_calm_after_trouble(each)
    assert (told, len(loads)) == ([412], 1)


def test_an_open_list_outlives_a_tap_on_another_phone(far: Phone, near: Phone) -> None:
    near.go("auction")
    far.follows(near)
    ways = far.page.locator("#ways-auction")
    far.tap(ways.locator("summary"))
    near.choose("level", 14)
    near.choose("trump", "H")
    before = near.version()
    near.tap(near.page.locator(".dock button.act").filter(has_text="14"))
    expect(near.page.locator(f'#table[data-version="{before + 1}"]')).to_be_visible()
    far.follows(near)
    expect(ways.get_by_role("button", name="Final contract")).to_be_visible()
    far.tap("Final contract")
    expect(ways.locator("summary")).to_have_text("Final contract")


def test_proxy_that_strips_what_phones_can_unpack(link: Proxy, far: Phone, near: Phone) -> None:
    """The stream is plain then, and goes on."""
    link.strip_encodings()
    far.page.reload()
    near.go("auction")
    far.follows(near)
    assert far.page.evaluate(ENCODING) is None
    assert near.page.evaluate(ENCODING) == "gzip"


def test_proxy_that_collects_streams(link: Proxy, far: Phone, near: Phone) -> None:
    """Such a phone cannot follow the others and says so; its own taps count, and it sees what became of them."""
    link.collect_streams()
    far.page.reload()
    says(far, "may be old")
    far.go()
    far.is_in("auction")
    near.is_in("auction")
    far.follows(near)


def test_slow_phone(link: Proxy, far: Phone, near: Phone) -> None:
    link.fall_silent()
    before = near.version()
    for _ in range(5):
        near.go("auction")
        near.tap("Undo")
        near.is_in("between")
    link.flow()
    is_calm(far)
    far.follows(near)
    assert near.version() == before + 10


def test_two_scorers_at_once(link: Proxy, far: Phone, near: Phone) -> None:
    near.go("auction")
    far.follows(near)
    for each, level in ((near, 14), (far, 15)):
        each.record_by("auction", "Final contract")
        each.choose("declarer", ANA)
        each.choose("level", level)
        each.choose("trump", "H")
    link.fall_silent()
    near.go("contract")
    far.go()
    link.flow()
    far.sees("Your tap is not saved.")
    expect(far.page.locator(".head__fact")).to_contain_text("14")
    far.follows(near)


def test_phones_that_do_nothing_hear_that_the_database_is_gone(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "evening.db") as server:
        host, guest = phone(browser, server.url), phone(browser, server.url)
        link = open_table(host, "pagat", NAMES)
        host.tap("To the table")
        guest.open(link)
        guest.page.get_by_role("button", name="Bo").click()
        guest.is_in("between")
        server.database.unlink()
        for each in (host, guest):
            says(each, "cannot reach its database")
        host.go()
        host.sees("deleted or replaced")
        for each in (host, guest):
            each.context.close()
    assert list(tmp_path.glob("evening-rescued-*.db"))

"""A phone shows the table as it is, says when it cannot, and sends each tap once: over links that fail in every way."""

import json
from collections.abc import Callable, Iterator

import pytest
from flask import Response
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.browser.app import PATIENCE
from tests.browser.proxy import Proxy
from tests.browser.tiny import TinyTable
from tests.serving import ServerThread

LOST, SENDING, DENIED = "Lost.", "Waiting to send.", "Denied."
SECONDS = PATIENCE / 1000

Visit = Callable[..., Page]


@pytest.fixture
def table() -> TinyTable:
    return TinyTable()


@pytest.fixture
def server(table: TinyTable) -> Iterator[ServerThread]:
    with ServerThread(table.make) as running:
        yield running


@pytest.fixture
def link(server: ServerThread) -> Iterator[Proxy]:
    with Proxy(server.port) as proxy:
        yield proxy


@pytest.fixture
def visit(browser: Browser, server: ServerThread) -> Iterator[Visit]:
    """Opens the page on a new phone. No script of it may fail, and no policy forbid it anything."""
    contexts = []
    troubles: list[str] = []

    def note(said: ConsoleMessage) -> None:
        if "Content Security Policy" in said.text:
            troubles.append(said.text)

    def open_page(url: str = server.url) -> Page:
        contexts.append(browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", note)
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


def shows(page: Page, version: int, role: str = "scorer") -> None:
    expect(page.locator("#score")).to_have_text(f"Score {version} for {role}")


def says(page: Page, text: str) -> None:
    expect(page.locator("#banner")).to_be_visible()
    expect(page.locator("#banner")).to_have_text(text)


def is_calm(page: Page) -> None:
    expect(page.locator("#banner")).to_be_hidden()


def is_live(page: Page) -> None:
    """The stream has begun: the count of phones comes with it."""
    expect(page.locator("[data-phones]")).not_to_be_empty()
    is_calm(page)


def tap(page: Page, name: str = "Add") -> None:
    page.get_by_role("button", name=name, exact=True).click()


def hide(page: Page, hidden: bool) -> None:
    """Put the page behind another, or before it again."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


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


def test_tap_while_the_server_is_away_is_sent_when_it_is_back(
    visit: Visit, server: ServerThread, table: TinyTable
) -> None:
    phone = visit()
    is_live(phone)
    server.stop()
    says(phone, LOST)
    tap(phone)
    says(phone, SENDING)
    server.start()
    is_calm(phone)
    shows(phone, 1)
    assert table.version == 1


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


def test_tap_into_a_silent_link_is_recorded_once(visit: Visit, link: Proxy, table: TinyTable) -> None:
    """The first sending arrives too, late; both carry one key."""
    phone = visit(link.url)
    is_live(phone)
    link.fall_silent()
    tap(phone)
    says(phone, SENDING)
    link.flow()
    is_calm(phone)
    shows(phone, 1)
    tap(phone)
    shows(phone, 2)
    assert len(table.keys) == 2


def test_connections_that_died_without_a_word_are_replaced(visit: Visit, link: Proxy, table: TinyTable) -> None:
    """As after a phone has changed from one network to another."""
    phone = visit(link.url)
    is_live(phone)
    link.strand()
    tap(phone)
    says(phone, SENDING)
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


@pytest.mark.parametrize(
    "taps",
    [
        "document.getElementById('add').click(); document.getElementById('add').click();",
        "const form = document.querySelector('form'); form.requestSubmit(); form.requestSubmit();",
        "document.getElementById('add').click(); document.getElementById('add-two').click();",
    ],
    ids=["button", "form", "two buttons"],
)
def test_double_tap_posts_once(visit: Visit, table: TinyTable, taps: str) -> None:
    phone = visit()
    is_live(phone)
    phone.evaluate(f"() => {{ {taps} }}")
    shows(phone, 1)
    tap(phone)
    shows(phone, 2)
    assert table.posts == 2


def test_second_half_of_a_double_tap_is_not_meant_for_what_the_first_brought(visit: Visit, table: TinyTable) -> None:
    """The answer is there before the finger is up again, and another button may stand in the same place."""
    phone = visit()
    is_live(phone)
    phone.evaluate(
        """() => {
            const button = document.getElementById("add");
            document.addEventListener("htmx:finally:request", () => button.click(), {once: true});
            button.click();
        }"""
    )
    shows(phone, 1)
    tap(phone)
    shows(phone, 2)
    assert table.posts == 2


def test_key_held_down_is_one_tap(visit: Visit, table: TinyTable) -> None:
    phone = visit()
    is_live(phone)
    phone.focus("#note")
    phone.keyboard.down("Enter")
    shows(phone, 1)
    expect(phone.locator("#add")).not_to_have_attribute("aria-disabled", "true")
    for _ in range(5):
        phone.keyboard.down("Enter")
    phone.keyboard.up("Enter")
    expect(phone.locator("#note")).to_be_focused()
    tap(phone, "Add two")
    shows(phone, 3)
    assert table.posts == 2


def test_answer_lost_after_the_server_stored_it_records_once(visit: Visit, link: Proxy, table: TinyTable) -> None:
    phone = visit(link.url)
    is_live(phone)
    link.lose_answers()
    tap(phone)
    assert table.recorded.acquire(timeout=SECONDS)
    shows(phone, 0)
    says(phone, SENDING)
    link.find_answers()
    is_calm(phone)
    shows(phone, 1)
    assert table.posts > 1
    assert table.version == 1


def test_tap_that_is_not_delivered_survives_the_page(visit: Visit, link: Proxy, table: TinyTable) -> None:
    phone = visit(link.url)
    is_live(phone)
    phone.fill("#note", "a&b=ㄱ")
    link.refuse_requests_for("/add")
    tap(phone)
    says(phone, SENDING)
    phone.reload()
    says(phone, SENDING)
    shows(phone, 0)
    link.refuse_requests_for("")
    is_calm(phone)
    shows(phone, 1)
    phone.reload()
    is_live(phone)
    assert table.posts == 1


def test_answer_lost_with_its_page_records_once(visit: Visit, link: Proxy, table: TinyTable) -> None:
    phone = visit(link.url)
    is_live(phone)
    link.lose_answers()
    tap(phone)
    assert table.recorded.acquire(timeout=SECONDS)
    link.refuse_requests_for("/add")
    link.find_answers()
    phone.reload()
    says(phone, SENDING)
    link.refuse_requests_for("")
    is_calm(phone)
    shows(phone, 1)
    expect(phone.locator("#problem")).to_be_empty()
    assert (table.posts, table.version) == (2, 1)


def test_while_a_tap_waits_no_other_is_sent(visit: Visit, link: Proxy, table: TinyTable) -> None:
    phone, other = visit(link.url), visit()
    is_live(phone)
    link.refuse_requests_for("/add")
    tap(phone)
    says(phone, SENDING)
    tap(other)
    shows(phone, 1)
    expect(phone.locator("#add")).to_have_attribute("aria-disabled", "true")
    phone.evaluate("document.getElementById('add').click()")
    link.refuse_requests_for("")
    expect(phone.locator("#problem")).to_have_text("Too late.")
    is_calm(phone)
    assert table.posts == 2


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


def test_two_at_once_the_second_keeps_its_input(visit: Visit, table: TinyTable, link: Proxy) -> None:
    first, second = visit(), visit(link.url)
    is_live(second)
    link.fall_silent()
    tap(first)
    shows(first, 1)
    second.fill("#note", "mine")
    tap(second)
    link.flow()
    expect(second.locator("#problem")).to_have_text("Too late.")
    expect(second.locator("#note")).to_have_value("mine")
    shows(second, 1)
    assert table.version == 1


def test_refusal_is_shown_with_what_was_typed(visit: Visit, table: TinyTable) -> None:
    phone = visit()
    is_live(phone)
    phone.fill("#note", "kept")
    tap(phone, "Wrong")
    expect(phone.locator("#problem")).to_have_text("That is wrong.")
    expect(phone.locator("#note")).to_have_value("kept")
    expect(phone.locator("#toast")).to_be_hidden()
    tap(phone)
    shows(phone, 1)
    expect(phone.locator("#problem")).to_be_empty()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda: Response("<h1>Sorry</h1>", 500), "Not recorded."),
        (lambda: Response("<h1>No</h1>", 403), "Not recorded."),
        (lambda: Response(json.dumps({"message": "Too often."}), 429, mimetype="application/json"), "Too often."),
        (lambda: Response(json.dumps({"message": "Disk full."}), 503, mimetype="application/json"), "Disk full."),
        (lambda: Response(json.dumps({"message": "No such bid."}), 422, mimetype="application/json"), "No such bid."),
        (lambda: Response("<h1>Hotel</h1>", 200), "Not recorded."),
    ],
    ids=["500", "403", "429", "503 of the application", "422 without a form", "a page of somebody else"],
)
def test_error_is_told_and_the_table_stays(
    visit: Visit, table: TinyTable, answer: Callable[[], Response], told: str
) -> None:
    phone = visit()
    is_live(phone)
    table.failing = answer
    tap(phone)
    expect(phone.locator("#toast")).to_be_visible()
    expect(phone.locator("#toast")).to_have_text(told)
    shows(phone, 0)
    table.failing = None
    tap(phone)
    shows(phone, 1)


def test_gateway_without_its_application_counts_as_a_lost_link(visit: Visit, table: TinyTable) -> None:
    phone = visit()
    is_live(phone)
    table.failing = lambda: Response("<h1>Bad gateway</h1>", 502)
    tap(phone)
    says(phone, SENDING)
    table.failing = None
    is_calm(phone)
    shows(phone, 1)


def test_answer_older_than_what_is_shown_does_not_bring_it_back(visit: Visit, table: TinyTable) -> None:
    phone = visit()
    is_live(phone)
    table.answering.clear()
    tap(phone)
    assert table.recorded.acquire(timeout=SECONDS)
    table.record()
    shows(phone, 2)
    with phone.expect_response("**/add"):
        table.answering.set()
    expect(phone.locator("#add")).not_to_have_attribute("aria-disabled", "true")
    shows(phone, 2)


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

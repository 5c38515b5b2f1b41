"""Each tap is recorded once, or the phone says why not, over failing links and with double taps."""

import json
from collections.abc import Callable, Mapping

import pytest
from flask import Response
from playwright.sync_api import Page, expect

from scorekeeper.live import hub
from tests.browser.app import PATIENCE
from tests.browser.live.counter_table import CounterTable
from tests.browser.live.expectations import (
    LOST,
    SENDING,
    Visit,
    expect_banner,
    expect_no_banner,
    expect_version,
    tap,
    wait_for_stream,
)
from tests.browser.proxy import Proxy
from tests.server_thread import ServerThread

SECONDS = PATIENCE / 1000


def test_tap_while_the_server_is_away_is_sent_when_it_is_back(
    visit: Visit, server: ServerThread, table: CounterTable
) -> None:
    phone = visit()
    server.stop()
    expect_banner(phone, LOST)
    tap(phone)
    expect_banner(phone, SENDING)
    server.start()
    expect_no_banner(phone)
    expect_version(phone, 1)
    assert table.version == 1


def test_tap_into_a_silent_link_is_recorded_once(visit: Visit, link: Proxy, table: CounterTable) -> None:
    """The first request arrives too, late. Both carry the same key."""
    phone = visit(link.url)
    link.fall_silent()
    tap(phone)
    expect_banner(phone, SENDING)
    link.flow()
    expect_no_banner(phone)
    expect_version(phone, 1)
    tap(phone)
    expect_version(phone, 2)
    assert len(table.keys) == 2


def test_connections_that_died_without_a_word_are_replaced(visit: Visit, link: Proxy, table: CounterTable) -> None:
    """Connections die like this when a phone changes networks."""
    phone = visit(link.url)
    link.strand()
    tap(phone)
    expect_banner(phone, SENDING)
    expect_no_banner(phone)
    expect_version(phone, 1)
    table.record()
    expect_version(phone, 2)


@pytest.mark.parametrize(
    "taps",
    [
        "document.getElementById('add').click(); document.getElementById('add').click();",
        "const form = document.querySelector('form'); form.requestSubmit(); form.requestSubmit();",
    ],
    ids=["button", "form"],
)
def test_double_tap_posts_once(visit: Visit, table: CounterTable, taps: str) -> None:
    phone = visit()
    phone.evaluate(f"() => {{ {taps} }}")
    expect_version(phone, 1)
    tap(phone)
    expect_version(phone, 2)
    assert table.posts == 2


def test_two_buttons_tapped_at_once_are_posted_one_after_the_other(visit: Visit, table: CounterTable) -> None:
    phone = visit()
    phone.evaluate("() => { document.getElementById('add').click(); document.getElementById('add-two').click(); }")
    expect_version(phone, 3)
    assert table.posts == 2


def test_second_half_of_a_double_tap_is_not_meant_for_what_the_first_brought(visit: Visit, table: CounterTable) -> None:
    """The answer comes between the two taps, and another button may be in the same place."""
    phone = visit()
    phone.evaluate(
        """() => {
            const button = document.getElementById("add");
            document.addEventListener("htmx:finally:request", () => button.click(), {once: true});
            button.click();
        }"""
    )
    expect_version(phone, 1)
    tap(phone)
    expect_version(phone, 2)
    assert table.posts == 2


def test_key_held_down_is_one_tap(visit: Visit, table: CounterTable) -> None:
    phone = visit()
    phone.focus("#note")
    phone.keyboard.down("Enter")
    expect_version(phone, 1)
    expect(phone.locator("#add")).not_to_have_attribute("aria-disabled", "true")
    for _ in range(5):
        phone.keyboard.down("Enter")
    phone.keyboard.up("Enter")
    expect(phone.locator("#note")).to_be_focused()
    tap(phone, "Add two")
    expect_version(phone, 3)
    assert table.posts == 2


def test_answer_lost_after_the_server_stored_it_records_once(visit: Visit, link: Proxy, table: CounterTable) -> None:
    phone = visit(link.url)
    link.lose_answers()
    tap(phone)
    assert table.recorded.acquire(timeout=SECONDS)
    expect_version(phone, 0)
    expect_banner(phone, SENDING)
    link.find_answers()
    expect_no_banner(phone)
    expect_version(phone, 1)
    assert table.posts > 1
    assert table.version == 1


def test_tap_that_is_not_delivered_survives_the_page(visit: Visit, link: Proxy, table: CounterTable) -> None:
    phone = visit(link.url)
    phone.fill("#note", "a&b=ㄱ")
    link.refuse_requests_for("/add")
    tap(phone)
    expect_banner(phone, SENDING)
    phone.reload()
    expect_banner(phone, SENDING)
    expect_version(phone, 0)
    link.refuse_requests_for("")
    expect_no_banner(phone)
    expect_version(phone, 1)
    phone.reload()
    wait_for_stream(phone)
    assert table.posts == 1


def test_a_tap_outlives_its_tab_and_is_sent_with_the_token_of_the_page_of_now(
    visit: Visit, link: Proxy, table: CounterTable
) -> None:
    phone = visit(link.url)
    link.refuse_requests_for("/add")
    tap(phone)
    expect_banner(phone, SENDING)
    browser = phone.context
    phone.close()
    link.refuse_requests_for("")
    table.token = "drawn later"
    later = browser.new_page()
    later.goto(link.url)
    expect_version(later, 1)
    expect_no_banner(later)
    assert (table.posts, table.version, table.kept_by) == (1, 1, ["7"])


def test_a_tap_that_arrives_at_once_is_not_said_to_have_been_kept(visit: Visit, table: CounterTable) -> None:
    phone = visit()
    tap(phone)
    expect_version(phone, 1)
    assert table.kept_by == [None]


REFUSALS = {
    "403": lambda: build_refusal(403, "Not yours."),
    "404": lambda: build_refusal(404, "No such table."),
    "410": lambda: build_refusal(410, "It is gone."),
    "422": lambda: build_refusal(422, "No such bid."),
    "500": lambda: build_refusal(500, "Something went wrong."),
}


def build_refusal(status: int, why: str, headers: Mapping[str, str] | None = None) -> Response:
    return Response(json.dumps({"message": why}), status, headers, mimetype="application/json")


@pytest.mark.parametrize("answer", REFUSALS.values(), ids=REFUSALS)
def test_a_kept_tap_that_is_refused_is_told_with_its_reason(
    visit: Visit, link: Proxy, table: CounterTable, answer: Callable[[], Response]
) -> None:
    """The reason stays across pages until somebody discards it, and blocks no other tap."""
    phone = visit(link.url)
    link.refuse_requests_for("/add")
    tap(phone)
    expect_banner(phone, SENDING)
    table.failing = answer
    link.refuse_requests_for("")
    told = phone.locator("#unsaved")
    for _ in range(2):
        expect(told.locator("b")).to_have_text("Add")
        expect(told.locator("small")).to_have_text(answer().get_json()["message"])
        expect_no_banner(phone)
        phone.reload()
    expect(told.locator("small")).to_have_text(answer().get_json()["message"])
    table.failing = None
    tap(phone, "Discard")
    expect(told).to_be_hidden()
    phone.reload()
    wait_for_stream(phone)
    tap(phone)
    expect_version(phone, 1)
    expect(told).to_be_hidden()


@pytest.mark.parametrize(
    "answer",
    [
        lambda: build_refusal(429, "Too often."),
        lambda: build_refusal(503, "Busy."),
        lambda: Response("<h1>Hotel</h1>", 200),
    ],
    ids=["429", "503", "a page of somebody else"],
)
def test_a_kept_tap_waits_for_whoever_cannot_record_it_now(
    visit: Visit, link: Proxy, table: CounterTable, answer: Callable[[], Response]
) -> None:
    phone = visit(link.url)
    link.refuse_requests_for("/add")
    tap(phone)
    expect_banner(phone, SENDING)
    table.failing = answer
    with phone.expect_response("**/add"):
        link.refuse_requests_for("")
    expect_banner(phone, SENDING)
    table.failing = None
    expect_version(phone, 1)
    expect_no_banner(phone)
    assert table.version == 1


ASK = "async () => void (await (await fetch(location.href)).text())"


def run_until_sent(phone: Page, sent: list[str]) -> None:
    """Let the page's clock run by seconds until the page sends once more.

    Answers come in real time: the page asks for something of its own between the seconds and at the end, so that what
    waits for an earlier answer has read it and has set its timer.
    """
    before = len(sent)
    with phone.expect_response("**/add", timeout=9 * PATIENCE):
        for _ in range(120):
            phone.clock.run_for(1_000)
            phone.evaluate(ASK)
            if len(sent) > before:
                break
    phone.evaluate(ASK)


def test_a_kept_tap_comes_again_when_it_was_told_to(
    visit: Visit, link: Proxy, table: CounterTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not every few seconds: what has too many requests would get as many again.

    Pings come in real time. None is promised while the page's clock runs: a link that seems lost and found is a chance.
    """
    monkeypatch.setattr(hub, "SHORTEST_PING", 1000)
    monkeypatch.setattr(hub, "LONGEST_PING", 1000)
    phone = visit(link.url)
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.url) if request.url.endswith("/add") else None)
    phone.clock.install()
    phone.clock.pause_at(phone.evaluate("Date.now()") + 1_000)
    link.refuse_requests_for("/add")
    tap(phone)
    phone.clock.run_for(3_000)
    expect_banner(phone, SENDING)
    table.failing = lambda: build_refusal(429, "Too much.", {"Retry-After": "30"})
    link.refuse_requests_for("")
    run_until_sent(phone, sent)
    table.failing, before = None, len(sent)
    phone.clock.run_for(8_000)
    assert len(sent) == before
    run_until_sent(phone, sent)
    phone.clock.resume()
    expect_version(phone, 1)
    assert table.version == 1


def test_answer_lost_with_its_page_records_once(visit: Visit, link: Proxy, table: CounterTable) -> None:
    phone = visit(link.url)
    table.answering.clear()
    tap(phone)
    assert table.recorded.acquire(timeout=SECONDS)
    link.refuse_requests_for("/add")
    link.cut_connections()
    table.answering.set()  # to nobody
    phone.reload()
    expect_banner(phone, SENDING)
    link.refuse_requests_for("")
    expect_no_banner(phone)
    expect_version(phone, 1)
    expect(phone.locator("#problem")).to_be_empty()
    assert (table.posts, table.version) == (2, 1)


def test_while_a_tap_waits_no_other_is_sent(visit: Visit, link: Proxy, table: CounterTable) -> None:
    phone, other = visit(link.url), visit()
    link.refuse_requests_for("/add")
    tap(phone)
    expect_banner(phone, SENDING)
    tap(other)
    expect_version(phone, 1)
    expect(phone.locator("#add")).to_have_attribute("aria-disabled", "true")
    phone.evaluate("document.getElementById('add').click()")
    link.refuse_requests_for("")
    expect(phone.locator("#problem")).to_have_text("Too late.")
    expect_no_banner(phone)
    assert table.posts == 2


def test_two_at_once_the_second_keeps_its_input(visit: Visit, table: CounterTable, link: Proxy) -> None:
    first, second = visit(), visit(link.url)
    link.fall_silent()
    tap(first)
    expect_version(first, 1)
    second.fill("#note", "mine")
    tap(second)
    link.flow()
    expect(second.locator("#problem")).to_have_text("Too late.")
    expect(second.locator("#note")).to_have_value("mine")
    expect_version(second, 1)
    assert table.version == 1


def test_refusal_is_shown_with_what_was_typed(visit: Visit, table: CounterTable) -> None:
    phone = visit()
    phone.fill("#note", "kept")
    tap(phone, "Wrong")
    expect(phone.locator("#problem")).to_have_text("That is wrong.")
    expect(phone.locator("#note")).to_have_value("kept")
    expect(phone.locator("#toast")).to_be_hidden()
    tap(phone)
    expect_version(phone, 1)
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
    visit: Visit, table: CounterTable, answer: Callable[[], Response], told: str
) -> None:
    phone = visit()
    table.failing = answer
    tap(phone)
    expect(phone.locator("#toast")).to_be_visible()
    expect(phone.locator("#toast")).to_have_text(told)
    expect_version(phone, 0)
    table.failing = None
    tap(phone)
    expect_version(phone, 1)


def test_gateway_without_its_application_counts_as_a_lost_link(visit: Visit, table: CounterTable) -> None:
    phone = visit()
    table.failing = lambda: Response("<h1>Bad gateway</h1>", 502)
    tap(phone)
    expect_banner(phone, SENDING)
    table.failing = None
    expect_no_banner(phone)
    expect_version(phone, 1)


def test_answer_older_than_what_is_shown_does_not_bring_it_back(visit: Visit, table: CounterTable) -> None:
    phone = visit()
    table.answering.clear()
    tap(phone)
    assert table.recorded.acquire(timeout=SECONDS)
    table.record()
    expect_version(phone, 2)
    with phone.expect_response("**/add"):
        table.answering.set()
    expect(phone.locator("#add")).not_to_have_attribute("aria-disabled", "true")
    expect_version(phone, 2)

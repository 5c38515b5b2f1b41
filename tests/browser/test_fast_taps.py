"""A tap on a page with an open stream is answered with a version only; the board comes by the stream."""

import re

from playwright.sync_api import Response, Route, expect

from tests.browser.app import BrowserPhone

RECORD, BOARD = re.compile(r"/record/"), re.compile(r"/draft$")


def start_hand(phone: BrowserPhone) -> int:
    """Start a hand. Return the status of the answer, which may come after the stream's board."""
    with phone.page.expect_response(RECORD) as answered:
        phone.tap_primary("auction")
    return read_status(answered.value)


def undo(phone: BrowserPhone) -> int:
    """Tap "Undo". Return the status of the answer."""
    with phone.page.expect_response(RECORD) as answered:
        phone.tap("Undo")
    return read_status(answered.value)


def read_status(answer: Response) -> int:
    """Return the status of an answer that has come completely."""
    answer.finished()
    return answer.status


def test_the_board_of_a_tap_comes_by_the_stream(host_phone: BrowserPhone, linked_phone: BrowserPhone) -> None:
    assert start_hand(host_phone) == 200  # the first tap is checked, and answered with its board
    assert undo(host_phone) == 204
    host_phone.wait_for_phase("between")
    linked_phone.wait_for_phase("between")
    linked_phone.wait_for_version_of(host_phone)
    assert start_hand(host_phone) == 204
    linked_phone.wait_for_phase("auction")


def test_a_board_that_does_not_come_is_asked_for(host_phone: BrowserPhone) -> None:
    """The old board does not stay, even when the new one is lost between server and phone."""
    start_hand(host_phone)

    def acknowledge(route: Route) -> None:
        route.fulfill(status=204, headers={"Table-Version": "999"})

    host_phone.page.route(RECORD, acknowledge)
    with host_phone.page.expect_response(BOARD) as asked:
        assert undo(host_phone) == 204
        expect(host_phone.page.locator(".last__undo")).to_have_attribute("aria-disabled", "true")
    assert asked.value.status == 200
    host_phone.page.unroute(RECORD)
    expect(host_phone.page.locator(".last__undo")).not_to_have_attribute("aria-disabled", "true")
    assert undo(host_phone) == 204
    host_phone.wait_for_phase("between")


def test_a_screen_that_was_opened_over_the_usual_one_is_answered_with_the_board(
    host_phone: BrowserPhone, linked_phone: BrowserPhone
) -> None:
    """Such a screen takes no frames of the stream, so it could not go on."""
    start_hand(host_phone)
    assert undo(host_phone) == 204
    host_phone.wait_for_phase("between")
    linked_phone.wait_for_version_of(host_phone)
    host_phone.page.evaluate("document.getElementById('table').dataset.overlay = 'friend'")
    with host_phone.page.expect_response(RECORD) as answered:
        host_phone.tap(host_phone.page.locator(".button--main"))
    assert answered.value.status == 200
    host_phone.wait_for_phase("auction")

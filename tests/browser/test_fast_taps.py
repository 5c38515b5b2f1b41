"""A tap on a page whose stream is open is answered with no more than a version; its board comes by the stream."""

import re

from playwright.sync_api import Response, Route, expect

from tests.browser.app import Phone

RECORD, BOARD = re.compile(r"/record/"), re.compile(r"/draft$")


def taps_on(phone: Phone) -> int:
    """Begin a hand; the status of the answer, which may come after the board that the stream brings."""
    with phone.page.expect_response(RECORD) as answered:
        phone.go("auction")
    return status(answered.value)


def taps_back(phone: Phone) -> int:
    """Tap "Undo"; the status of the answer."""
    with phone.page.expect_response(RECORD) as answered:
        phone.tap("Undo")
    return status(answered.value)


def status(answer: Response) -> int:
    """The status of an answer that has come whole."""
    answer.finished()
    return answer.status


def test_the_board_of_a_tap_comes_by_the_stream(near: Phone, far: Phone) -> None:
    assert taps_on(near) == 200  # the first is checked, and answered with its board
    assert taps_back(near) == 204
    near.is_in("between")
    far.is_in("between")
    far.follows(near)
    assert taps_on(near) == 204
    far.is_in("auction")


def test_a_board_that_does_not_come_is_asked_for(near: Phone) -> None:
    """Whatever is between a server and a phone: no phone is left with what was there before."""
    taps_on(near)

    def acknowledge(route: Route) -> None:
        route.fulfill(status=204, headers={"Table-Version": "999"})

    near.page.route(RECORD, acknowledge)
    with near.page.expect_response(BOARD) as asked:
        assert taps_back(near) == 204
        expect(near.page.locator(".last__back")).to_have_attribute("aria-disabled", "true")
    assert asked.value.status == 200
    near.page.unroute(RECORD)
    expect(near.page.locator(".last__back")).not_to_have_attribute("aria-disabled", "true")
    assert taps_back(near) == 204
    near.is_in("between")


def test_a_screen_that_was_opened_over_the_usual_one_is_answered_with_the_board(near: Phone, far: Phone) -> None:
    """It takes no frame of the stream, so it could not go on."""
    taps_on(near)
    assert taps_back(near) == 204
    near.is_in("between")
    far.follows(near)
    near.page.evaluate("document.getElementById('table').dataset.at = 'mend'")
    with near.page.expect_response(RECORD) as answered:
        near.tap(near.page.locator(".act--main"))
    assert answered.value.status == 200
    near.is_in("auction")

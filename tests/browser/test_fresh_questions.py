"""No choice for one question is carried over to the next, whatever the question and the way of recording."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import by_taps_mighty as mighty
from tests.browser import by_taps_zhao_pengyou as zpy
from tests.browser import poses_zhao_pengyou as poses
from tests.browser.app import BrowserPhone, NewPhone, open_table_by_request
from tests.browser.app_pages import ServedApp, open_page, wait_until
from tests.browser.by_taps import FREE, TapEvening, find_primary, tap_and_wait
from tests.browser.poses import LATIN, Pose, open_pose
from tests.tiers import in_turn, one_in

NAMES = ("Ana", "Bo", "김아름", "Dan", "Eun", "Fei")

WATCH = """
let shown;
addEventListener("DOMContentLoaded", () => (shown = document.getElementById("table")?.dataset.version));
document.addEventListener("htmx:after:swap", () => setTimeout(() => {
  const table = document.getElementById("table");
  if (!table || table.dataset.version === shown) return;
  shown = table.dataset.version;
  const chosen = [...table.querySelectorAll(".dock input")].filter((input) =>
    input.checked !== input.defaultChecked || input.value !== input.defaultValue);
  const questions = JSON.parse(sessionStorage.questions ?? "[]");
  questions.push([table.dataset.phase, ...chosen.map((input) => `${input.name}=${input.value}`)]);
  sessionStorage.questions = JSON.stringify(questions);
}));
"""
"""A script that notes the phase of each question, and choices in it that the server did not make."""

EACH_TAP_IS_KEPT = """
const sent = new Set(), send = fetch;
window.fetch = (url, request) => {
  const key = request?.headers?.["Idempotency-Key"];
  if (!key || sent.has(key)) return send(url, request);
  sent.add(key);
  setTimeout(() => dispatchEvent(new Event("online")));
  return Promise.reject(new TypeError("no connection"));
};
"""
"""A script that loses every tap once, so that each is kept and sent again."""


def read_questions(phone: BrowserPhone) -> list[list[Any]]:
    """Return the questions so far: the phase of each, and its choices at first."""
    questions: list[list[Any]] = json.loads(phone.page.evaluate("sessionStorage.questions ?? '[]'"))
    return questions


def bid_twice(phone: BrowserPhone) -> None:
    """Record two bids and passes of all others on one phone."""
    phone.choose_mode("auction", "Bid by bid")
    for _ in range(2):
        mighty.tap_key(phone, "level")
        if mighty.is_unanswered(phone, "trump"):  # else no-trump alone is legal
            mighty.tap_key(phone, "trump")
        tap_and_wait(phone, phone.page.locator(".actions--turn > :last-child"))
    while phone.page.locator("[data-phase=auction]").count():
        tap_and_wait(phone, phone.page.locator(".actions--turn > :first-child"))


def play_mighty(evening: TapEvening) -> None:
    """Go through every phase, with recorded tricks and played cards."""
    mighty.start_hand(evening, 1)
    bid_twice(evening.latest)
    mighty.reduce_players(evening)
    evening.latest.choose_mode("play", "Trick by trick")
    mighty.call_friend(evening)
    for winner in (1, 2, 2):
        key = evening.latest.page.locator(".dock label:has(input[name=winner])").nth(winner)
        evening.latest.tap(key)
        tap_and_wait(evening.latest, evening.latest.page.locator(f".dock button[name=points]{FREE}").nth(1))
    for _ in range(6):
        mighty.play_card(evening)
    mighty.record_result(evening, 1)


def play_zhao_pengyou(evening: TapEvening) -> None:
    """Go through every phase but the kitty's decision, with recorded tricks and played cards."""
    zpy.start_hand(evening, 1)
    zpy.show_cards(evening, 2, "C")
    zpy.end_deal(evening, 1)
    evening.latest.choose_mode("play", "Trick by trick")
    zpy.call_friends(evening)
    for points in (5, 10):
        zpy.record_trick(evening, 1, 3, points)
    zpy.play_cards(evening, "SA", suit="S")
    for card in ("S6", "S7", "S8", "S9"):
        zpy.play_cards(evening, card)
    zpy.record_result(evening, 1, (4,), 45, "makers")


def play_kitty_decision(evening: TapEvening) -> None:
    """Play a hand in which nobody makes trumps, and record only the result."""
    zpy.start_hand(evening, 1)
    turn_kitty(evening.latest)
    zpy.record_result(evening, 1, (), 60, "makers")


def turn_kitty(phone: BrowserPhone) -> None:
    """End the deal without shows, and turn hearts until one decides."""
    tap_and_wait(phone, phone.page.get_by_role("button", name="Nobody shows"))
    phone.tap(phone.page.locator('.dock button[name="pile"][value="H"]'))
    expect(phone.page.locator('.dock input[name="pile"][value="H"]')).to_be_attached()
    unturned = phone.page.locator(".kitty .card--empty")
    while phone.page.locator(".dock .button--off").count():
        left = unturned.count()
        phone.tap(phone.page.locator(f".dock .pad button{FREE}").first)
        expect(unturned).not_to_have_count(left)
    tap_and_wait(phone, find_primary(phone))


PLAYED: dict[str, tuple[str, str, Callable[[TapEvening], None], set[str]]] = {
    "mighty": ("mighty", "six_drop", play_mighty, {"auction", "drop", "contract", "play", "between"}),
    "zhao_pengyou": ("zhao_pengyou", "pagat", play_zhao_pengyou, {"trumps", "kitty", "play", "between"}),
    "the kitty": ("zhao_pengyou", "joker_laps", play_kitty_decision, {"trumps", "turn", "between"}),
}


def open_single_phone(phone: BrowserPhone, preset: str = "pagat", game: str = "mighty") -> TapEvening:
    """Open a table at which one phone without a seat records for everybody.

    Such a phone chooses nothing by itself.
    """
    open_table_by_request(phone, preset, NAMES if preset == "six_drop" else NAMES[:5], game=game)
    phone.tap("To the table")
    return TapEvening(dict.fromkeys(range(1, 7), phone), phone)


@pytest.mark.parametrize(
    ("played", "kept"), [(played, kept) for played in one_in(2, PLAYED) for kept in in_turn(played, (False, True))]
)
def test_nothing_is_chosen_when_a_question_is_put(new_phone: NewPhone, played: str, kept: bool) -> None:
    """Two hands in a row."""
    game, preset, play, phases = PLAYED[played]
    phone = new_phone()
    phone.context.add_init_script(WATCH + EACH_TAP_IS_KEPT * kept)
    evening = open_single_phone(phone, preset, game)
    for _ in range(2):
        play(evening)
    questions = read_questions(phone)
    assert {phase for phase, *_ in questions} >= phases
    assert [question for question in questions if len(question) > 1] == []


def test_a_page_that_is_come_back_to_has_nothing_of_an_earlier_question(new_phone: NewPhone) -> None:
    """A bid is chosen, the score sheet opened, and meanwhile the bidder passes on another page."""
    phone = new_phone()
    evening = open_single_phone(phone)
    mighty.start_hand(evening, 1)
    phone.choose_mode("auction", "Bid by bid")
    mighty.tap_key(phone, "level")
    mighty.tap_key(phone, "trump", "H")
    first, address = phone.page, phone.page.url
    phone.open(f"{address}/sheet")
    phone.new_tab()
    phone.open(address)
    tap_and_wait(phone, phone.page.locator(".actions--turn > :first-child"))
    version = phone.read_version()
    first.go_back()
    expect(first.locator("#table")).to_have_attribute("data-version", str(version))
    expect(first.locator(".actions--turn")).to_be_visible()
    expect(first.locator(".dock input:checked")).to_have_count(0)


# The screens, and keys tapped in turn: after each tap the server redraws the board.
DRAWN: dict[str, tuple[Pose, tuple[str, ...]]] = {
    "another player shows": (
        poses.zpy(steps=poses.DEALT, players=5, modes=("trumps:shows",)),
        ("player=2", "player=3"),
    ),
    "another part of the throw": (
        poses.zpy(
            steps=[*poses.EIGHT, *poses.play_steps("SQ SJ SJ")], players=8, modes=("play:cards",), at="?at=beaten"
        ),
        ("player=5", "part=0", "shown=SK SK", "part=1"),
    ),
}


@pytest.mark.parametrize(("pose", "keys"), DRAWN.values(), ids=DRAWN)
def test_what_is_chosen_is_what_the_server_drew(
    browser: Browser, served_app: ServedApp, pose: Pose, keys: tuple[str, ...]
) -> None:
    with open_page(browser) as page:
        served_app.show(page, *open_pose(served_app.app, pose, LATIN))
        for name, value in (key.split("=") for key in keys):
            with page.expect_response(lambda answer: "draft" in answer.url or "at=beaten" in answer.url):
                page.locator(f'.dock label:has(input[name="{name}"][value="{value}"])').tap()
            wait_until(
                page,
                "() => [...document.querySelectorAll('.dock input')].every(one => one.checked === one.defaultChecked)",
            )


# --- Taps that come faster than boards ---

CARDS = ("D2", "D3", "D4", "D5")


def touch(page: Page, selector: str) -> None:
    """Touch the place where the element is now, whatever is there later."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


TAP_BEFORE_ANY_ANSWER = """
async (places) => {
  const send = window.fetch;
  let letGo;
  const done = new Promise((resolve) => (letGo = resolve));
  window.fetch = (...request) => done.then(() => send(...request));
  for (const { x, y, width, height } of places) {
    const at = { clientX: x + width / 2, clientY: y + height / 2 };
    const tap = new MouseEvent("click", { ...at, bubbles: true, cancelable: true, detail: 1 });
    document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(tap);
    await new Promise((resolve) => setTimeout(resolve));
  }
  window.fetch = send;
  letGo();
}
"""
"""A script that taps places in turn. The request of the first tap waits for the last tap."""


def tap_before_any_answer(page: Page, *selectors: str) -> None:
    """Tap the places of the elements, faster than any board comes."""
    page.evaluate(TAP_BEFORE_ANY_ANSWER, [page.locator(selector).bounding_box() for selector in selectors])


def prepare_first_trick(phone: BrowserPhone) -> TapEvening:
    """Record a hand up to the lead of the first trick, card by card."""
    evening = open_single_phone(phone)
    mighty.start_hand(evening, 1)
    mighty.record_contract(evening, 1, 1)
    phone.choose_mode("play", "Card by card")
    mighty.call_friend(evening)
    return evening


@pytest.mark.parametrize("at_once", [True, False], ids=["all at once", "each on the board that has just come"])
def test_cards_that_are_tapped_fast_are_all_recorded_in_order(new_phone: NewPhone, at_once: bool) -> None:
    phone = new_phone()
    prepare_first_trick(phone)
    page, version = phone.page, phone.read_version()
    page.evaluate("performance.now = () => 0")  # a stopped clock: every board counts as just arrived
    keys = [f'.pad button[value="{card}"]' for card in CARDS]
    if at_once:
        tap_before_any_answer(page, *keys)
    else:
        for done, key in enumerate(keys):
            expect(page.locator("#table")).to_have_attribute("data-version", str(version + done))
            touch(page, key)
    expect(page.locator("#table")).to_have_attribute("data-version", str(version + len(CARDS)))
    expect(page.locator(".seat-card")).to_contain_text(["2", "3", "4", "5"])
    expect(page.locator("#toast")).to_be_hidden()
    expect(page.locator("[data-queued]")).to_have_count(0)


def test_a_key_that_is_tapped_twice_records_once_and_says_so(new_phone: NewPhone) -> None:
    phone = new_phone()
    open_single_phone(phone)
    version = phone.read_version()
    tap_before_any_answer(phone.page, ".button--main", ".button--main")
    expect(phone.page.locator("#toast")).to_have_text("Tapped twice, recorded once.")
    phone.wait_for_phase("auction")
    assert phone.read_version() == version + 1


def test_what_cannot_be_tapped_on_the_board_that_comes_is_refused(new_phone: NewPhone) -> None:
    """A card, the same card under another name, and the step after it."""
    phone = new_phone()
    prepare_first_trick(phone)
    page, version = phone.page, phone.read_version()
    page.evaluate("performance.now = () => 0")
    first, second, third = (f'.pad button[value="{card}"]' for card in CARDS[:3])
    tap_before_any_answer(page, first, second, first, third)
    expect(page.locator("#toast")).to_have_text("The board has changed: what you tapped last was not taken.")
    expect(page.locator("#table")).to_have_attribute("data-version", str(version + 2))
    expect(page.locator(".seat-card")).to_contain_text(["2", "3"])


def test_a_tap_on_a_board_that_another_phone_changed_just_then_is_refused(
    linked_phone: BrowserPhone, host_phone: BrowserPhone
) -> None:
    """It is unknown which board the tap was meant for."""
    host_phone.tap_primary("auction")
    linked_phone.wait_for_version_of(host_phone)
    linked_phone.choose_mode("auction", "Bid by bid")
    host_phone.choose_mode("auction", "Bid by bid")
    linked_phone.page.evaluate("performance.now = () => 0")
    tap_and_wait(host_phone, host_phone.page.locator(".actions--turn > :first-child"))
    linked_phone.wait_for_version_of(host_phone)
    version = linked_phone.read_version()
    touch(linked_phone.page, ".actions--turn > :first-child")
    expect(linked_phone.page.locator("#toast")).to_have_text("The board changed just then. Tap again.")
    assert linked_phone.read_version() == version
    linked_phone.page.evaluate("performance.now = () => 1000")
    touch(linked_phone.page, ".actions--turn > :first-child")
    host_phone.wait_for_phase("auction")
    expect(host_phone.page.locator("#table")).to_have_attribute("data-version", str(version + 1))


def test_a_late_tap_is_told_with_the_way_back_beside_it(linked_phone: BrowserPhone, host_phone: BrowserPhone) -> None:
    """The bidder has passed, but Bo's phone does not know yet and records the same."""
    host_phone.tap_primary("auction")
    linked_phone.wait_for_version_of(host_phone)
    linked_phone.choose_mode("auction", "Bid by bid")
    host_phone.choose_mode("auction", "Bid by bid")
    mighty.tap_key(linked_phone, "level")
    mighty.tap_key(linked_phone, "trump", "H")
    linked_phone.page.evaluate("document.getElementById('table').dataset.overlay = 'late'")  # takes no frames
    tap_and_wait(host_phone, host_phone.page.locator(".actions--turn > :first-child"))
    linked_phone.tap(linked_phone.page.locator(".actions--turn > :last-child"))
    expect(linked_phone.page.locator("#last .alert--notice")).to_have_text(
        "Your tap is not saved. Somebody recorded first."
    )
    expect(linked_phone.page.locator(".dock input:checked:not([data-offered])")).to_have_count(0)
    expect(linked_phone.page.get_by_role("button", name="Undo")).to_be_visible()

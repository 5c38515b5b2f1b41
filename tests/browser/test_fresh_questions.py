"""Nothing that was chosen for one question is chosen for the next, whatever is asked and however it was recorded."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import by_taps_mighty as mighty
from tests.browser import by_taps_zhao_pengyou as zpy
from tests.browser.app import NewPhone, Phone, open_table
from tests.browser.by_taps import FREE, Evening, recorded

NAMES = ("Ana", "Bo", "김아름", "Dan", "Eun", "Fei")

WATCH = """
let shown;
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
"""Writes down the phase of each question that is put, and whatever is chosen then that the server did not choose."""

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
"""Loses every tap once, so that each is kept and sent again."""


def questions_of(phone: Phone) -> list[list[Any]]:
    """What was put so far: the phase, and what was chosen at the beginning."""
    questions: list[list[Any]] = json.loads(phone.page.evaluate("sessionStorage.questions ?? '[]'"))
    return questions


def a_hand_of_mighty(evening: Evening) -> None:
    """Every phase, with tricks told and cards played."""
    mighty.next_hand(evening, 1)
    mighty.auction(evening)
    mighty.drop_out(evening)
    mighty.call_friend(evening)
    for winner in (1, 2, 2):
        phone = evening.hand_to()
        phone.record_by("play", "Trick by trick")
        phone.choose("winner", phone.page.locator(".dock input[name=winner]").nth(winner).get_attribute("value"))
        recorded(phone, phone.page.locator(f".dock button[name=points]{FREE}").nth(1))
    for _ in range(6):
        mighty.card(evening)
    mighty.result(evening, 1)


def a_hand_of_zhao_pengyou(evening: Evening) -> None:
    """Every phase, with tricks told and cards played."""
    zpy.next_hand(evening, 1)
    zpy.show(evening, 2, "C")
    zpy.end_deal(evening, 1)
    zpy.call_friends(evening)
    for points in (5, 10):
        zpy.trick(evening, 1, 3, points)
    zpy.play(evening, "SA", suit="S")
    for card in ("S6", "S7", "S8", "S9"):
        zpy.play(evening, card)
    zpy.end(evening, 1, (4,), 45, "makers")


def a_hand_of_which_the_kitty_decides(evening: Evening) -> None:
    """Nobody shows; the kitty is turned."""
    zpy.next_hand(evening, 1)
    phone = evening.hand_to(1)
    phone.record_by("trumps", "Show by show")
    recorded(phone, phone.page.get_by_role("button", name="Nobody shows"))
    phone.tap(phone.page.locator('.dock button[name="pile"][value="H"]'))
    phone.tap(phone.page.locator(f'.dock .pad button[name="card"]{FREE}').first)
    expect(phone.page.locator(".kitty .card--empty").first).to_be_visible()


PLAYED: dict[str, tuple[str, Callable[[Evening], None], set[str]]] = {
    "mighty": ("six_drop", a_hand_of_mighty, {"auction", "drop", "contract", "play", "between"}),
    "zhao_pengyou": ("pagat", a_hand_of_zhao_pengyou, {"trumps", "kitty", "play", "between"}),
}


@pytest.mark.parametrize("kept", [False, True], ids=["online", "each tap kept"])
@pytest.mark.parametrize("game", PLAYED)
def test_nothing_is_chosen_when_a_question_is_put(new_phone: NewPhone, game: str, kept: bool) -> None:
    """Two hands in a row on one phone without a seat, which chooses nothing of its own."""
    preset, play, phases = PLAYED[game]
    phone = new_phone()
    phone.context.add_init_script(WATCH + EACH_TAP_IS_KEPT * kept)
    open_table(phone, preset, NAMES if game == "mighty" else NAMES[:5], game=game)
    phone.tap("To the table")
    evening = Evening(dict.fromkeys(range(1, 7), phone), phone)
    for _ in range(2):
        play(evening)
    questions = questions_of(phone)
    assert {phase for phase, *_ in questions} >= phases
    assert [question for question in questions if len(question) > 1] == []

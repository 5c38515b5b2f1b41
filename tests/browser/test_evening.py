"""A whole evening on five phones: all show what one records, up to the elimination, and every page and file agrees."""

from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from tests.browser.app import BrowserPhone, NewPhone, check_files, join_table, open_table, open_table_by_request

NAMES = ["Ana", "Bo", "김아름", "Dan", "Eun"]
ANA, BO, CHO, DAN, EUN = 1, 2, 3, 4, 5


def record_result(phone: BrowserPhone, declarer: int, level: int, trump: str, side: str, points: int) -> None:
    """Record a hand by its contract and result only, starting with "next hand"."""
    phone.tap_primary("auction")
    phone.choose_mode("auction", "Final contract")
    phone.choose("declarer", declarer)
    phone.choose("level", level)
    phone.choose("trump", trump)
    phone.tap_primary("contract")
    phone.choose_mode("play", "Result only")
    phone.choose("side", side)
    phone.choose("points", points)
    phone.tap_primary("between")


def read_common_balances(phones: list[BrowserPhone], leader: BrowserPhone) -> dict[str, str]:
    """Return the balances, once every phone shows the same."""
    for phone in phones:
        phone.wait_for_version_of(leader)
    seen = [phone.read_balances() for phone in phones]
    assert all(balances == seen[0] for balances in seen)
    return seen[0]


def call_round_the_table(phones: list[BrowserPhone], calls: list[str | None], leader: BrowserPhone) -> None:
    """Let each phone bid or pass for its seat, once it shows the call before."""
    for number, (phone, call) in enumerate(zip(phones, calls, strict=True), 1):
        phone.wait_for_version_of(leader)
        leader = phone
        phone.choose_mode("auction", "Bid by bid")
        expect(phone.page.locator(".turn .own")).to_be_visible()
        if call is None:
            phone.tap("Pass")
        else:
            phone.choose("level", call[:2])
            phone.choose("trump", call[2:])
            phone.tap(phone.page.get_by_role("button", name=f"Bid {call[:2]}"))
        expect(phone.page.locator(".rounds > li:not(:empty, .rounds__next)")).to_have_count(number)


def record_tricks(phone: BrowserPhone, call: str, tricks: list[tuple[int, int]]) -> None:
    """Call the friend and record the first tricks by winner and points, two taps each."""
    phone.choose_mode("play", "Trick by trick")
    phone.choose("call", call)
    phone.tap_primary("play")
    for trick, (winner, points) in enumerate(tricks, 2):
        phone.choose("winner", winner)
        phone.tap(phone.page.locator(f'.dock button[name="points"][value="{points}"]'))
        phone.wait_for_text(f"Trick {trick} of")


def test_a_korean_evening_to_an_elimination(new_phone: NewPhone) -> None:
    host = new_phone()
    link = open_table(host, "korean40", NAMES)
    others = [join_table(new_phone, link, name) for name in NAMES[1:]]
    host.page.get_by_role("button", name="Ana").click()
    host.page.goto(host.page.url.split("/links")[0])
    phones = [host, *others]
    bo, cho, dan, eun = others
    expect(host.page.locator("#phones")).to_contain_text("5 phones")
    record_result(dan, BO, 15, "S", f"card|{EUN}", 17)
    assert read_common_balances(phones, dan) == {"Ana": "33", "Bo": "54", "김아름": "33", "Dan": "33", "Eun": "47"}

    # The auction call by call, each on another phone: the last was made, so Bo deals and speaks first.
    bo.tap_primary("auction")
    call_round_the_table([bo, cho, dan, eun, host], ["13H", None, None, "14NT", None], bo)
    bo.wait_for_version_of(host)
    bo.tap("Pass")
    bo.wait_for_phase("contract")

    # Trick by trick, and left for the result before the last.
    eun.wait_for_version_of(bo)
    record_tricks(eun, "first_trick", [(CHO, 2), (EUN, 4), (CHO, 3), (EUN, 4), (BO, 1)])
    eun.choose_mode("play", "Result only")
    eun.choose("points", 16)
    expect(eun.page.locator(".formula")).to_contain_text("no-trump × 2")
    eun.tap_primary("between")
    assert read_common_balances(phones, eun) == {"Ana": "21", "Bo": "42", "김아름": "45", "Dan": "21", "Eun": "71"}

    # A mistake: undone on one phone, redone on another.
    cho.tap("Undo")
    cho.wait_for_phase("play")
    host.wait_for_version_of(cho)
    host.tap("Redo")
    host.wait_for_phase("between")
    read_common_balances(phones, host)

    # No friend, all points: 10, doubled for the run and for no friend. The others pay 40 each.
    record_result(host, EUN, 16, "C", "none|-", 20)
    balances = read_common_balances(phones, host)
    assert balances == {"Ana": "−19", "Bo": "2", "김아름": "5", "Dan": "−19", "Eun": "231"}
    for phone in phones:
        phone.wait_for_text("Session over")
        phone.wait_for_text("Eun wins")
    check_files(bo, balances, NAMES)
    bo.open(host.page.url + "/log")
    bo.wait_for_text("Result: 20 of 20 points.")


def test_a_correction_reaches_every_phone(new_phone: NewPhone) -> None:
    host = new_phone()
    link = open_table_by_request(host, "pagat", NAMES)
    other = join_table(new_phone, link, "Bo")
    host.tap("To the table")
    record_result(host, ANA, 14, "H", f"card|{BO}", 16)
    assert read_common_balances([host, other], host) == {
        "Ana": "8",
        "Bo": "4",
        "김아름": "−4",
        "Dan": "−4",
        "Eun": "−4",
    }
    table = host.page.url
    host.tap("Sheet")
    host.page.locator("tbody a").first.click()
    host.tap("Fix this hand")
    host.choose("points", 13)
    expect(host.page.locator("#changes")).to_contain_text("−2")
    host.tap(host.page.locator(".dock .button--main"))
    host.wait_for_text("Earlier versions")
    host.open(table)
    assert read_common_balances([host, other], host) == {"Ana": "−2", "Bo": "−1", "김아름": "1", "Dan": "1", "Eun": "1"}


def test_two_scorers_at_once(new_phone: NewPhone) -> None:
    host = new_phone()
    link = open_table_by_request(host, "pagat", NAMES)
    bo = join_table(new_phone, link, "Bo")
    host.tap("To the table")
    host.tap_primary("auction")
    bo.wait_for_version_of(host)
    for phone, level in ((host, 14), (bo, 15)):
        phone.wait_for_version_of(host)
        phone.choose_mode("auction", "Final contract")
        phone.choose("declarer", ANA)
        phone.choose("level", level)
        phone.choose("trump", "H")
    # Bo's phone hears nothing of what the host records while Bo taps.
    bo.page.evaluate("document.getElementById('live').remove()")
    host.tap_primary("contract")
    bo.tap_primary()
    bo.wait_for_text("Your tap is not saved.")
    expect(bo.page.locator(".head__fact")).to_contain_text("14")
    host.wait_for_text("14")


def test_a_late_joiner_types_a_name_and_a_watcher_records_nothing(new_phone: NewPhone) -> None:
    host = new_phone()
    link = open_table(host, "pagat", NAMES)
    watch = host.page.locator("[data-link]").nth(1).text_content() or ""
    guest = new_phone()
    guest.open(link)
    guest.page.fill("#name", "Fee")
    guest.tap("Sit down")
    guest.wait_for_text("of 6 are here")
    guest.tap_primary("auction")
    watcher = new_phone()
    watcher.open(watch)
    watcher.wait_for_text("Auction")
    expect(watcher.page.locator(".dock")).to_have_count(0)
    guest.choose_mode("auction", "Final contract")
    guest.choose("declarer", ANA)
    guest.choose("level", 13)
    guest.choose("trump", "S")
    guest.tap_primary("contract")
    watcher.wait_for_version_of(guest)


@pytest.mark.parametrize("kind", [0, 1])
def test_the_qr_holds_the_link_below_it(new_phone: NewPhone, tmp_path: Path, kind: int) -> None:
    host = new_phone()
    open_table(host, "korean40", NAMES)
    if kind:
        host.page.locator("summary", has_text="Watch only").click()
    link = host.page.locator("[data-link]").nth(kind)
    picture = tmp_path / "qr.png"
    code = host.page.locator(".qr__code").nth(kind)
    code.evaluate("code => code.scrollIntoView()")  # from under the dock
    code.screenshot(path=picture)
    assert [read.text for read in zxingcpp.read_barcodes(Image.open(picture))] == [link.text_content()]

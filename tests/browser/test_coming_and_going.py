"""People leave and come, and a host's phone dies, by taps alone while the server is killed between any two of them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser import by_taps_mighty, by_taps_zhao_pengyou
from tests.browser.app import AppServer, BrowserPhone, NewPhone, check_files, open_table_by_request, opening_phones
from tests.browser.by_taps import TapEvening, seat_everyone
from tests.browser.link_banner import TROUBLE_OF_THE_LINK
from tests.browser.test_settling import end_session
from tools.faults.server import PROCESSES

pytestmark = pytest.mark.full
NAMES = ("Ana", "Bo", "김아름", "Dan", "Eun", "Gil")
ANA, BO, ARUM, DAN, EUN, GIL = range(1, 7)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[AppServer]:
    """A server that may be killed, whose clock a test can put forward."""
    running = AppServer(tmp_path / "scorekeeper.db", clock=PROCESSES.Value("d", 0.0, lock=False))
    running.start()
    yield running
    assert running.stop() == 0


@pytest.fixture
def new_phone(browser: Browser, server: AppServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[NewPhone]:
    """A function that opens phones. Before each tap on any of them the server is killed and started again."""
    tap = BrowserPhone.tap

    def tap_after_a_kill(phone: BrowserPhone, what: str | Locator) -> None:
        server.kill()
        server.start()
        tap(phone, what)

    monkeypatch.setattr(BrowserPhone, "tap", tap_after_a_kill)
    with opening_phones(browser, server.url, TROUBLE_OF_THE_LINK) as make:
        yield make


def play_mighty(evening: TapEvening, seat: int) -> None:
    """Record a hand of Mighty by its contract and its result."""
    by_taps_mighty.start_hand(evening, seat)
    by_taps_mighty.record_contract(evening, seat, seat)
    by_taps_mighty.record_result(evening, seat)


def play_zhao_pengyou(evening: TapEvening, seat: int) -> None:
    """Record a hand of Zhao Pengyou by its trumps and its result."""
    by_taps_zhao_pengyou.start_hand(evening, seat)
    by_taps_zhao_pengyou.make_trumps(evening, seat, "S")
    by_taps_zhao_pengyou.record_result(evening, seat, (), 60, "defenders", kitty=10)


@pytest.mark.parametrize(
    ("game", "count", "play"), [("mighty", 5, play_mighty), ("zhao_pengyou", 6, play_zhao_pengyou)]
)
def test_somebody_leaves_after_hand_3_and_another_comes_for_hand_6(
    new_phone: NewPhone, server: AppServer, game: str, count: int, play: Callable[[TapEvening, int], None]
) -> None:
    """Two taps each, without a host's rights; then all is settled."""
    evening = seat_everyone(new_phone, "pagat", NAMES[:count], game=game)
    table = evening.phones[ANA].page.url
    for seat in (ANA, ARUM, DAN):
        play(evening, seat)
    scorer = evening.use_phone(ARUM)
    scorer.open(f"{table}/people")
    scorer.taps = 0
    scorer.tap(scorer.page.locator("li", has_text="Bo").get_by_role("link", name="Goes home"))
    scorer.wait_for_text("That stays on the sheet")
    scorer.tap(f"Play on with {count - 1}")
    scorer.wait_for_text("Bo went home; 4 play on" if game == "mighty" else "Bo left")
    assert scorer.taps == 2
    evening.phones.pop(BO).context.close()
    for seat in (DAN, EUN):
        play(evening, seat)
    host = evening.use_phone(ANA)
    open_table_by_request(host, "pagat", ("Ana", "Bo", "김아름", "Dan", "Fay"))  # another evening: Fay is known here
    host.open(f"{table}/people")
    host.taps = 0
    host.tap("Fay")
    host.wait_for_text("Begins with")
    host.tap("Play on with 5" if game == "mighty" else "Sit down")
    host.wait_for_text("5 play on" if game == "mighty" else "Fay joined")
    assert host.taps == 2
    evening.phones[count + 1] = join_by_code(new_phone, host, table, "Fay")
    host.open(table)
    evening.latest = host
    play(evening, EUN)
    stands = evening.check_standings()
    settle(evening, table, is_paid=game == "mighty")
    check_files(evening.phones[DAN], {**stands, "Bo": read_stand(evening, table, "Bo")}, (*NAMES[:count], "Fay"))


def join_by_code(new_phone: NewPhone, host: BrowserPhone, table: str, name: str) -> BrowserPhone:
    """Return the phone of somebody who types the code that Invite shows, and taps a name."""
    host.open(f"{table}/links")
    if host.page.locator(".invite__code").count() == 0:
        host.tap("Show a code to type")
    code = host.page.locator(".invite__code b").inner_text()
    phone: BrowserPhone = new_phone()
    phone.open("/join")
    phone.page.fill("#code", code)
    phone.tap("Join")
    phone.tap(phone.page.locator(".names button", has_text=name))
    expect(phone.page.locator("body[data-seat] #table")).to_be_attached()
    return phone


def read_stand(evening: TapEvening, table: str, name: str) -> str:
    """Return the balance of a person on the page of players."""
    phone = evening.phones[DAN]
    phone.open(f"{table}/people")
    stand = phone.page.locator(".people li", has_text=name).locator(".people__stand").inner_text().strip()
    phone.open(table)
    return stand


def settle(evening: TapEvening, table: str, *, is_paid: bool) -> None:
    """End the evening, and mark all payments as made; levels are not paid, but may be played for again."""
    host = evening.phones[ANA]
    host.open(f"{table}/settle" if is_paid else table)
    end_session(host)
    if not is_paid:
        host.wait_for_text("Play again")
        return
    host.tap("Mark all as paid")
    host.wait_for_text("payments been made?")
    host.tap("Mark all as paid")
    host.wait_for_text("All is paid")


def open_evening(new_phone: NewPhone) -> tuple[TapEvening, str]:
    """Return an evening after a hand that the host recorded, and the address of its table."""
    evening = seat_everyone(new_phone, "pagat", NAMES[:5])
    play_mighty(evening, ANA)
    return evening, evening.phones[ANA].page.url


def test_the_host_s_phone_dies_and_comes_back(new_phone: NewPhone, server: AppServer) -> None:
    """Bo takes two taps from the menu, each other one, and the host one."""
    evening, table = open_evening(new_phone)
    host, bo, arum, dan = (evening.phones[seat] for seat in (ANA, BO, ARUM, DAN))
    host.page.goto("about:blank")
    server.clock.value = 400.0
    bo.open(table)
    bo.tap("Menu")
    bo.taps = 0
    bo.tap("Host instead?")
    bo.tap("Ask the table")
    bo.wait_for_text("0 of 2 yes")
    for voter in (arum, dan):
        voter.open(table)
        voter.taps = 0
        voter.wait_for_text("Bo asks to host")
        voter.tap("Yes")
        expect(voter.page.locator(f".claim--takeover .others[data-p='{BO}']")).to_have_count(1 if voter is arum else 0)
        assert voter.taps == 1
    assert bo.taps == 2
    bo.open(f"{table}/people")
    bo.wait_for_text("End the session")
    host.open(table)
    host.taps = 0
    host.wait_for_text("Meanwhile Bo became host too.")
    host.tap("I alone")
    expect(host.page.locator(".claim--deputy")).to_have_count(0)
    assert host.taps == 1
    bo.open(f"{table}/people")
    expect(bo.page.get_by_text("End the session")).to_have_count(0)
    host.open(f"{table}/people")
    host.wait_for_text("End the session")


def seat_strangers(new_phone: NewPhone, phone: BrowserPhone, table: str, *names: str) -> list[BrowserPhone]:
    """Return phones that come by the code, for which somebody at the table has made chairs."""
    for name in names:
        phone.open(f"{table}/people")
        phone.tap("New")
        phone.page.fill("#name", name)
        phone.tap("Sit down")
        phone.wait_for_text(f"{name} joined")
    return [join_by_code(new_phone, phone, table, name) for name in names]


def test_a_stranger_cannot_take_the_table_from_a_host_who_is_here(new_phone: NewPhone, server: AppServer) -> None:
    """By two tabs with a seat each, that came by the code, and by a request from a time when the host was away."""
    evening, table = open_evening(new_phone)
    host, bo, dan = (evening.phones[seat] for seat in (ANA, BO, DAN))
    tabs = seat_strangers(new_phone, host, table, "Fay", "Hye")
    host.open(table)
    for tab in tabs:
        tab.open(f"{table}/host")
        tab.wait_for_text("A host is here")
        expect(tab.page.get_by_role("button", name="Ask the table")).to_have_count(0)
    # The host goes, strangers come, one who sat here asks, and the host is back before anybody else says yes.
    host.page.goto("about:blank")
    server.clock.value = 400.0
    late = seat_strangers(new_phone, bo, table, "Ivo", "Jo")
    for phone in late:
        phone.open(f"{table}/host")
        phone.tap("Ask the table")
        phone.wait_for_text("have no say in this")
    bo.open(f"{table}/host")
    bo.tap("Ask the table")
    bo.wait_for_text("0 of 2 yes")
    for phone in late:
        phone.open(table)
        phone.tap(phone.page.locator(".claim--takeover button[value=yes]"))
        expect(phone.page.locator("#toast")).to_contain_text("have no say in this")
    dan.open(table)
    old = dan.page.locator(".claim--takeover input[name=takeover]").get_attribute("value")
    host.open(table)
    expect(dan.page.locator(".claim--takeover")).to_have_count(0)
    bo.open(f"{table}/host")
    bo.wait_for_text("A host is here")
    for phone in (dan, *tabs, *late):
        token = phone.page.locator("input[name=csrf_token]").first.get_attribute("value") or ""
        form: dict[str, str | float | bool] = {"csrf_token": token, "takeover": old or "", "answer": "yes"}
        assert phone.context.request.post(f"{table}/host/answer", form=form).status == 422
    for phone in (bo, *tabs, *late):
        phone.open(f"{table}/people")
        expect(phone.page.get_by_text("End the session")).to_have_count(0)
    host.open(f"{table}/people")
    host.wait_for_text("End the session")

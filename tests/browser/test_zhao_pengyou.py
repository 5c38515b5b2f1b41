"""Evenings of Zhao Pengyou on several phones, by taps: trumps, calls, tricks, leads of several cards, and results."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.app import NewPhone, Phone, check_files, join, open_table
from tests.browser.by_taps import FREE, Evening, main_act, recorded
from tests.browser.test_evening import all_follow
from tests.browser.test_families import TELEVISION

NAMES = ["Ana", "Bo", "Cho", "Dan", "Eun", "Fee"]
ANA, BO, CHO, DAN, EUN, FEE = range(1, 7)


# --- What is tapped ---


def begin_higher(host: Phone, levels: int, players: Sequence[int]) -> None:
    """Some were further up last week: levels are given by hand before the first hand."""
    table = host.page.url.split("/links")[0]
    host.open(f"{table}/people")
    host.page.get_by_text("Change standings by hand").click()
    for player in players:
        host.page.fill(f"#amount_{player}", str(levels))
    host.page.fill("#adjust-reason", "as last week")
    host.tap("Record the change")
    host.page.wait_for_url(f"{table}/people")
    host.open(table)


def make_trumps(phone: Phone, maker: int, suit: str) -> None:
    """From "next hand" to trumps, in four taps."""
    phone.go("trumps")
    phone.record_by("trumps", "Maker only")
    phone.choose("maker", maker)
    phone.choose("suit", suit)
    phone.go("kitty")


def write(phone: Phone, number: int) -> None:
    """The points, digit by digit."""
    for digit in str(number):
        phone.tap(phone.page.locator(f'.digits [value="{digit}"]'))


def end(phone: Phone, friends: Sequence[int], points: int, last_trick: str, *previewed: str, kitty: int = 0) -> None:
    """The result, with what it would give shown before it is confirmed."""
    if phone.page.locator("#dock-result").count() == 0:
        phone.record_by("play", "Result only")
    for friend in friends:
        phone.choose(f"friend_{friend}", "yes")
    points_open = phone.page.locator('input[name="step"][value="second"]')
    if points_open.count() and not points_open.is_checked():
        phone.choose("step", "second")
    write(phone, points)
    phone.choose("last_trick", last_trick)
    for _ in range(kitty // 5):
        phone.tap(phone.page.locator('.stepper [value="5"]'))
    for text in previewed:
        expect(phone.page.locator("#main, #told").filter(has_text=text).first).to_be_visible()
    phone.go("between")


def show(evening: Evening, seat: int, suit: str) -> None:
    """A player shows the fewest cards of a suit that stand."""
    phone = evening.hand_to(1)
    phone.record_by("trumps", "Show by show")
    phone.choose("player", seat)
    expect(main_act(phone)).to_have_attribute("data-p", str(seat))
    phone.choose("suit", suit)
    expect(main_act(phone).locator("svg").first).to_be_attached()
    recorded(phone, main_act(phone))


def call_friends(evening: Evening) -> None:
    """The trump maker calls what is offered, one card after the other."""
    phone = evening.hand_to()
    number = 1
    while evening.table.get_attribute("data-phase") == "kitty":
        expect(phone.page.locator(".dock__ask").first).to_contain_text(f"Call {number}")
        version, last = phone.version(), main_act(phone).get_attribute("name") == "last"
        phone.tap(main_act(phone))
        if last:
            expect(phone.page.locator("#table")).not_to_have_attribute("data-version", str(version))
        number += 1


def trick(evening: Evening, seat: int, winner: int, points: int) -> None:
    """Who took a trick, and the points: two taps."""
    phone = evening.hand_to(seat)
    phone.choose("winner", winner)
    recorded(phone, phone.page.locator(f'.dock button[name="points"][value="{points}"]'))


def play(evening: Evening, *cards: str) -> None:
    """Whoever is in turn taps cards of the suit that is open, a card twice for a pair, and plays them."""
    phone = evening.hand_to()
    for card in cards:
        phone.tap(phone.page.locator(f'.pad label:has(input[value="{card}"])'))
    expect(phone.page.locator("#told")).not_to_be_empty()
    recorded(phone, main_act(phone))


def group(evening: Evening, suit: str) -> None:
    """Open the cards of a suit."""
    phone = evening.hand_to()
    phone.tap(phone.page.locator(f'.dock button[name="group"][value="{suit}"]'))
    expect(phone.page.locator(f'.dock input[name="group"][value="{suit}"]')).to_be_attached()


# --- Evenings ---


def sit_down(new_phone: NewPhone, preset: str, names: Sequence[str]) -> Evening:
    """A table whose people have all taken their seats, and a television."""
    host = new_phone()
    link = open_table(host, preset, names, game="zhao_pengyou")
    watch = host.page.locator("[data-link]").nth(1).text_content() or ""
    host.tap("Take a seat on this phone")
    host.page.get_by_role("button", name=names[0]).click()
    others = [join(new_phone, link, name) for name in names[1:]]
    host.open(others[0].page.url)
    television = new_phone(**TELEVISION)
    television.open(watch)
    return Evening(dict(enumerate([host, *others], 1)), television)


PEOPLE = ("Ana", "Bo", "김아름", "Dan", "Eun", "Maximiliane-Antoin", "Gil", "Hye", "Ivo", "Jo", "Kit", "Lea")


@pytest.mark.parametrize(
    ("count", "preset"),
    [
        (5, "pagat"),
        pytest.param(8, "active_passive", marks=pytest.mark.evenings),
        pytest.param(12, "joker_laps", marks=pytest.mark.evenings),
    ],
)
def test_an_evening(new_phone: NewPhone, count: int, preset: str) -> None:
    evening = sit_down(new_phone, preset, PEOPLE[:count])

    # Shown, overcalled and defended; called; some tricks by two phones, the friend, and what it came to.
    recorded(evening.hand_to(1), main_act(evening.latest))
    show(evening, BO, "C")
    show(evening, CHO, "H")
    defending = evening.hand_to(BO)
    expect(defending.page.locator(".turn .you").filter(visible=True)).to_be_visible()
    recorded(defending, main_act(defending))
    recorded(evening.hand_to(1), evening.latest.page.get_by_role("button", name="Deal over"))
    call_friends(evening)
    for each in (1, 2, 3):
        evening.hand_to(1 + each % 2)
        trick(evening, 1 + each % 2, 1 + each, 5 * each)
    asking = evening.hand_to(2)
    asking.tap(asking.page.locator(".called a, .dock__links a").filter(visible=True).first)
    recorded(asking, asking.page.locator(f'.dock button[name="player"]{FREE}').nth(3))
    ending = evening.hand_to(1)
    ending.tap("All played")
    expect(ending.page.locator("#dock-result")).to_be_visible()
    if ending.page.locator('input[name="step"]').count():
        ending.choose("step", "second")
    ending.choose("last_trick", "makers")
    ending.go("between")
    evening.all_agree()

    # Card by card: a pair is led and followed, then no more than the result; undone and redone on other phones.
    recorded(evening.hand_to(2), main_act(evening.latest))
    maker = evening.hand_to(1)
    maker.record_by("trumps", "Maker only")
    maker.tap(maker.page.locator(f'.dock label:has(input[name="maker"]{FREE})').first)
    maker.choose("suit", "H")
    recorded(maker, main_act(maker))
    call_friends(evening)
    for phone in evening.phones.values():
        phone.follows(evening.latest)
        phone.record_by("play", "Card by card")
    group(evening, "S")
    play(evening, "S9", "S9")
    play(evening, "S3", "S4")
    expect(evening.television.page.locator(".head__label")).to_contain_text("pair")
    result = evening.hand_to(2)
    end(result, (), 40, "makers")
    before = evening.all_agree()
    recorded(evening.hand_to(1), evening.latest.page.get_by_role("button", name="Undo"))
    evening.hand_to(3)
    recorded(evening.latest, evening.latest.page.get_by_role("button", name="Redo"))
    assert evening.all_agree() == before

    # A mistake in the first hand is mended.
    host = evening.hand_to(1)
    table = host.page.url
    host.open(table + "/sheet/1")
    host.tap("Fix this hand")
    host.tap(host.page.locator('.digits [value="+5"]'))
    expect(host.page.locator(".vs--fix tbody tr").first).to_be_visible()
    host.tap("Save the fix")
    host.sees("Earlier versions")
    host.open(table)
    expect(host.page.locator("#table")).to_be_visible()
    check_files(evening.phones[2], evening.all_agree(), PEOPLE[:count])


def ladder(phone: Phone) -> list[str]:
    """Everyone's level in the last line of the score sheet."""
    return [total.strip() for total in phone.page.locator("tfoot .sheet__cell").all_inner_texts()]


def correct_points(phone: Phone, number: int, points: int) -> None:
    """Somebody miscounted."""
    table = phone.page.url
    phone.open(f"{table}/sheet/{number}")
    phone.tap("Fix this hand")
    phone.page.fill('input[name="points"]', str(points))
    phone.tap("Save the fix")
    phone.sees("Earlier versions")
    phone.open(table)


def taken_home_and_back(phone: Phone, levels: dict[str, str]) -> None:
    """The file of the evening makes a table at which everyone is as high."""
    table = phone.page.url
    phone.open(f"{table}/sheet")
    assert ladder(phone) == [levels[name] for name in NAMES]
    phone.tap("Export")
    with phone.page.expect_download() as started:
        phone.page.get_by_role("link", name="Everything").click()
    file = Path(started.value.path())
    totals = json.loads(file.read_text())["totals"]
    assert [total["said"]["facts"]["level"] for total in totals.values()] == [levels[name] for name in NAMES]
    phone.open("/import")
    phone.page.set_input_files("#file", file)
    phone.tap("Check and open")
    phone.sees("Ana wins")
    assert phone.page.url != table
    assert phone.balances() == levels


def test_an_evening_from_two_until_above_the_ace(new_phone: NewPhone) -> None:
    host = new_phone()
    link = open_table(host, "pagat", NAMES, game="zhao_pengyou")
    bo, dan = (join(new_phone, link, name) for name in ("Bo", "Dan"))
    begin_higher(host, 8, (ANA, BO, CHO))
    phones, television = [host, bo, dan], new_phone(viewport={"width": 1280, "height": 720})
    television.open(link)
    television.open(f"{host.page.url}/watch")
    levels = all_follow(phones, host)
    assert levels == {"Ana": "10", "Bo": "10", "Cho": "10", "Dan": "2", "Eun": "2", "Fee": "2"}

    # Under 40 points the makers rise two levels.
    make_trumps(bo, ANA, "S")
    for phone in (host, dan, television):
        expect(phone.page.locator(".head__fact")).to_contain_text("10")
    dan.follows(bo)
    end(dan, (BO, CHO), 30, "makers", "Under 80: makers rise", "makers +2")
    assert all_follow(phones, dan) == {**levels, "Ana": "Q", "Bo": "Q", "Cho": "Q"}
    host.sees("Makers up 2")

    # The last trick doubles the kitty: 160 points, and the defenders rise two levels.
    make_trumps(host, DAN, "H")
    bo.follows(host)
    end(bo, (EUN,), 140, "defenders", "140 + kitty 2 × 10", "defenders +2", kitty=10)
    levels = all_follow(phones, bo)
    assert levels == {"Ana": "A", "Bo": "A", "Cho": "A", "Dan": "2", "Eun": "2", "Fee": "4"}
    expect(television.page.locator(".seat > span").first).to_have_text("A")

    # A mistake is taken back on one phone and recorded again on another.
    dan.tap("Undo")
    dan.is_in("kitty")
    host.follows(dan)
    host.tap("Redo")
    host.is_in("between")
    assert all_follow(phones, host) == levels

    # The first hand was counted wrong. Whoever rose by it is lower by as much, and stays so after the second.
    correct_points(dan, 1, 60)
    levels = {**levels, "Ana": "K", "Bo": "K", "Cho": "K"}
    assert all_follow(phones, dan) == levels

    # One friend was found of two: the makers win twice as much, and Ana passes the ace.
    make_trumps(dan, ANA, "C")
    host.follows(dan)
    end(host, (FEE,), 60, "makers", "makers +2")
    levels = {**levels, "Ana": "JK", "Fee": "6"}
    assert all_follow(phones, host) == levels
    for phone in (*phones, television):
        phone.sees("Someone has risen above the ace")
        phone.sees("Ana wins")
    dan.open(f"{dan.page.url}/rules")
    dan.sees("when someone rises above the ace")
    taken_home_and_back(bo, levels)

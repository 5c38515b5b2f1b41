"""An evening of Zhao Pengyou on several phones, from level 2 until somebody rises above the ace."""

import json
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.app import NewPhone, Phone, join, open_table
from tests.browser.test_evening import all_follow

NAMES = ["Ana", "Bo", "Cho", "Dan", "Eun", "Fee"]
ANA, BO, CHO, DAN, EUN, FEE = range(1, 7)


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
    """From "next hand" to trumps."""
    phone.go("trumps")
    phone.choose("maker", maker)
    phone.choose("suit", suit)
    phone.go("kitty")


def end(phone: Phone, friends: Sequence[int], points: int, last_trick: str, *previewed: str, kitty: int = 0) -> None:
    """The result, with what it would give shown before it is confirmed."""
    for friend in friends:
        phone.choose(f"friend_{friend}", "yes")
    phone.page.fill("#points", str(points))
    phone.page.fill("#kitty_points", str(kitty))
    phone.choose("last_trick", last_trick)
    for text in previewed:
        expect(phone.page.locator(".preview")).to_contain_text(text)
    phone.go("between")


def ladder(phone: Phone) -> list[str]:
    """Everyone's level in the last line of the score sheet."""
    return [total.strip() for total in phone.page.locator("tfoot .sheet__cell").all_inner_texts()]


def correct_points(phone: Phone, number: int, points: int) -> None:
    """Somebody miscounted."""
    table = phone.page.url
    phone.open(f"{table}/sheet/{number}")
    phone.tap("Fix this hand")
    phone.page.fill("#points", str(points))
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
    end(dan, (BO, CHO), 30, "makers", "Ana 10 → Q", "Fee stays at 2")
    assert all_follow(phones, dan) == {**levels, "Ana": "Q", "Bo": "Q", "Cho": "Q"}
    host.sees("defenders 30: makers +2")
    host.page.get_by_text("Player by player").click()
    expect(host.page.locator(".fold[open] .steps").first).to_contain_text("Ana’s level")

    # The last trick doubles the kitty: 160 points, and the defenders rise two levels.
    make_trumps(host, DAN, "H")
    bo.follows(host)
    end(bo, (EUN,), 140, "defenders", "Cho Q → A", "Fee 2 → 4", kitty=10)
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
    end(host, (FEE,), 60, "makers", "Ana K → JK", "Fee 4 → 6")
    levels = {**levels, "Ana": "JK", "Fee": "6"}
    assert all_follow(phones, host) == levels
    for phone in (*phones, television):
        phone.sees("Someone has risen above the ace")
        phone.sees("Ana wins")
    dan.open(f"{dan.page.url}/rules")
    dan.sees("when someone rises above the ace")
    taken_home_and_back(bo, levels)

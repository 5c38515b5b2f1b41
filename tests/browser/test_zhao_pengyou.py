"""Evenings of Zhao Pengyou by taps alone: a phone a player, each at another depth, and a television."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.games.zhao_pengyou.levels import ABOVE_ACE, SHOWN_ABOVE_ACE
from tests.browser.app import NewPhone, Phone, check_files
from tests.browser.by_taps import Evening, each_at_another_depth, fix, sit_down, undone_and_redone
from tests.browser.by_taps_zhao_pengyou import (
    call_friends,
    defend,
    end,
    end_counted,
    end_deal,
    make_trumps,
    next_hand,
    play,
    reveal,
    show,
    trick,
    write,
)

NAMES = ("Ana", "Bo", "김아름", "Dan", "Eun", "Maximiliane-Antoin", "Gil", "Hye", "Ivo", "Jo", "Kit", "Lea")
ANA, BO, ARUM, DAN, EUN = range(1, 6)
FIVE = NAMES[:5]


@pytest.mark.parametrize(
    ("count", "preset"),
    [
        (5, "pagat"),
        pytest.param(8, "active_passive", marks=pytest.mark.evenings),
        pytest.param(12, "joker_laps", marks=pytest.mark.evenings),
    ],
)
def test_an_evening(new_phone: NewPhone, count: int, preset: str) -> None:
    evening = sit_down(new_phone, preset, NAMES[:count], game="zhao_pengyou")
    trick_by_trick(evening)
    evening.all_agree()
    card_by_card(evening)
    undone_and_redone(evening)
    result_only(evening)
    evening.all_agree()
    fix(evening, 1, lambda host: host.tap(host.page.locator('.digits [value="+5"]')))
    check_files(evening.phones[2], evening.all_agree(), NAMES[:count])


def trick_by_trick(evening: Evening) -> None:
    """Shown, overcalled and defended; called; some tricks by two who keep the score, the friend, what it came to."""
    next_hand(evening, 1)
    show(evening, BO, "C")
    show(evening, ARUM, "H")
    defend(evening, BO)
    end_deal(evening, 1)
    call_friends(evening)
    each_at_another_depth(evening)
    for number in (1, 2, 3):
        trick(evening, 1 + number % 2, 1 + number, 5 * number)
    reveal(evening, 2)
    end_counted(evening, 1, "makers")


def card_by_card(evening: Evening) -> None:
    """A pair is led and followed on the phones of those who play, and then no more is recorded than the result."""
    next_hand(evening, 2)
    make_trumps(evening, 1, "H")
    call_friends(evening)
    play(evening, "S9", "S9", suit="S")
    play(evening, "S3", "S4")
    expect(evening.television.page.locator(".head__label")).to_contain_text("pair")
    end(evening, 2, (), 40, "makers")


def result_only(evening: Evening) -> None:
    """Who made trumps, and what it came to."""
    next_hand(evening, 3)
    make_trumps(evening, 3, "S")
    end(evening, 1, (), 60, "defenders", kitty=10)


# --- Whole games, of which little more than the results is recorded ---


def levels(*shown: str) -> dict[str, str]:
    """Everyone's level, in order of seats."""
    return dict(zip(FIVE, shown, strict=True))


def hand(evening: Evening, seats: tuple[int, int], maker: int, suit: str) -> None:
    """A hand is begun on one phone; another says who has made which trumps."""
    next_hand(evening, seats[0])
    make_trumps(evening, seats[1], suit, maker)


def test_a_game_from_two_until_above_the_ace(new_phone: NewPhone) -> None:
    evening = sit_down(new_phone, "pagat", FIVE, game="zhao_pengyou")

    # Ana calls herself. Under 40 points the makers rise two levels, and as many again for the missing friend.
    hand(evening, (ANA, BO), ANA, "S")
    end(evening, DAN, (), 30, "makers", "Under 80: makers rise", "makers +4")
    assert evening.all_agree() == levels("6", "2", "2", "2", "2")

    # The last trick doubles the kitty: 160 points, and the defenders rise two levels.
    hand(evening, (BO, ANA), DAN, "H")
    end(evening, EUN, (EUN,), 140, "defenders", "140 + kitty 2 × 10", "defenders +2", kitty=10)
    undone_and_redone(evening)
    assert evening.all_agree() == levels("8", "4", "4", "2", "2")

    # The first hand was counted wrong: it made Ana rise two levels less, and she is as much lower after the second.
    fix(evening, 1, count_sixty)
    assert evening.all_agree() == levels("6", "4", "4", "2", "2")

    # Without a point for the defenders Ana rises six levels at once, and in the next hand past the ace.
    hand(evening, (ARUM, EUN), ANA, "C")
    end(evening, ANA, (), 0, "makers", "makers +6")
    hand(evening, (DAN, ANA), ANA, "D")
    end(evening, BO, (), 0, "makers")
    assert evening.all_agree() == levels(">A", "4", "4", "2", "2")
    for phone in (*evening.phones.values(), evening.television):
        phone.sees("Someone has risen above the ace")
        phone.sees("Ana wins")
    taken_home_and_back(evening.phones[BO], evening.all_agree())


def count_sixty(host: Phone) -> None:
    """The points that were counted are written anew."""
    for key in ("back", "back"):
        host.tap(host.page.locator(f'.digits [value="{key}"]'))
    write(host, 60)


def taken_home_and_back(phone: Phone, stands: dict[str, str]) -> None:
    """The file of the evening agrees with all phones, and makes a table at which everyone is as high."""
    table = phone.page.url
    check_files(phone, stands, FIVE)
    with phone.page.expect_download() as started:
        phone.page.get_by_role("link", name="Everything").click()
    file = Path(started.value.path())
    totals = json.loads(file.read_text())["totals"]
    written = [total["said"]["facts"]["level"] for total in totals.values()]
    assert written == [str(ABOVE_ACE) if stands[name] == SHOWN_ABOVE_ACE else stands[name] for name in FIVE]
    phone.open("/import")
    phone.page.set_input_files("#file", file)
    phone.tap("Check and open")
    phone.sees("Ana wins")
    assert phone.page.url != table
    assert phone.balances() == stands


@pytest.mark.evenings
def test_laps_go_past_the_joker(new_phone: NewPhone) -> None:
    """The last hand decides the next trump maker: a defender if it was lost, the same one if won without a friend."""
    evening = sit_down(new_phone, "joker_laps", FIVE, game="zhao_pengyou")
    hand(evening, (ANA, BO), EUN, "H")
    end(evening, BO, (DAN,), 120, "makers", "defenders +1")
    assert evening.all_agree() == levels("3", "3", "3", "2", "2")
    for level, suit in (("9", "S"), ("JK", "C")):
        hand(evening, (BO, DAN), ANA, suit)
        end(evening, EUN, (), 0, "makers", "makers +6")
        assert evening.all_agree() == levels(level, "3", "3", "2", "2")

    # At the joker nothing is shown: jokers are trumps, and the hand begins with the kitty.
    next_hand(evening, DAN)
    evening.latest.is_in("kitty")
    expect(evening.television.page.locator(".head")).to_contain_text("jokers")
    end(evening, ANA, (), 60, "makers", "makers +2")
    assert evening.all_agree() == levels("3+", "3", "3", "2", "2")

    # In the second lap her rank is three again.
    hand(evening, (ARUM, ANA), ANA, "D")
    expect(evening.latest.page.locator(".head")).to_contain_text("3")
    end(evening, DAN, (BO,), 100, "makers", "nobody rises")
    fix(evening, 1, lambda host: host.tap(host.page.locator('.digits [value="+5"]')))
    stands = evening.all_agree()
    assert stands == levels("3+", "3", "3", "2", "2"), "125 points are as good as 120"
    evening.latest.tap("Levels")
    expect(evening.latest.page.get_by_role("img", name="3+")).to_be_visible()
    check_files(evening.phones[BO], stands, FIVE)

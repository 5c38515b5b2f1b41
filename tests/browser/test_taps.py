"""How many taps a hand takes, counted in the page, the ways of recording being those that were used last."""

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.games.mighty import PRESETS
from tests.browser import poses_zhao_pengyou as zhao_pengyou
from tests.browser.by_taps import FREE
from tests.browser.looking import Served, looking
from tests.browser.poses import LATIN, Pose, call, contract, open_pose, result

COUNT = """addEventListener("pointerdown", () => sessionStorage.taps = 1 + Number(sessionStorage.taps ?? 0), true)"""


class Tapping:
    """A phone that counts how often its screen is touched."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(COUNT)

    @property
    def taps(self) -> int:
        taps: int = self.page.evaluate("Number(sessionStorage.taps ?? 0)")
        return taps

    def tap(self, selector: str) -> None:
        """Tap the first of what may be tapped."""
        self.page.locator(selector).filter(visible=True).first.click()

    def pick(self, name: str, value: object = "") -> None:
        """Tap a key: that of a value, or the first."""
        wanted = f'[value="{value}"]' if value else ":not([value='none'])"
        self.tap(f'.dock label:not([aria-disabled] *):has(input[name="{name}"]{FREE}{wanted})')

    def record(self, selector: str) -> None:
        """Tap what records, and wait for the answer."""
        table = self.page.locator("#table")
        version = table.get_attribute("data-version") or ""
        self.tap(selector)
        expect(table).not_to_have_attribute("data-version", version)
        expect(self.page.locator('[data-command] button[aria-disabled="true"]:not([data-why])')).to_have_count(0)


def opened(page: Page, served: Served, preset: str, *ways: str) -> Tapping:
    """A phone before a hand, with these ways of recording."""
    tapping = Tapping(page)
    served.show(page, *open_pose(served.app, Pose(preset, ways=ways, seat=1), LATIN))
    return tapping


def final_contract(phone: Tapping) -> None:
    """The next hand and its contract."""
    phone.record(".act--main")
    phone.pick("declarer", 1)
    phone.pick("level")
    phone.pick("trump", "H")
    phone.record(".act--main")


def test_a_hand_of_which_only_the_result_is_recorded(browser: Browser, served: Served) -> None:
    with looking(browser) as page:
        phone = opened(page, served, "pagat", "auction:contract", "play:result")
        final_contract(phone)
        phone.pick("side")
        phone.pick("points", 17)
        phone.record(".act--main")
        expect(page.locator('#table[data-phase="between"]')).to_be_visible()
        assert phone.taps <= 8


@pytest.mark.parametrize(
    "preset", ["pagat", "three", "four", "four_chicago", "six_drop", "seven_drop", "double_seven", "double_eight"]
)
def test_a_hand_trick_by_trick(browser: Browser, served: Served, preset: str) -> None:
    setting = PRESETS[preset].rules.setting
    with looking(browser) as page:
        phone = opened(page, served, preset, "auction:contract", "play:tally")
        final_contract(phone)
        while page.locator('#table[data-phase="drop"]').count():
            phone.record(f"button[name=holder]{FREE}")
        if setting.partners > 1:
            phone.pick("call")
        if setting.partners:
            expect(page.locator(".act--main small")).to_be_visible()  # what it pays, once all is called
        phone.record(".act--main")
        for _ in range(setting.tricks):
            phone.pick("winner")
            keys = page.locator(f".dock button[name=points]{FREE}")
            expect(keys.first).to_be_visible()
            each = setting.points / setting.tricks
            fair = min((int(key.inner_text()) for key in keys.all()), key=lambda points: abs(points - each))
            phone.record(f'.dock button[name="points"][value="{fair}"]')
        if setting.partners:
            phone.pick("side")
            if setting.partners > 1:
                phone.pick("second_friend", 3)
        if PRESETS[preset].rules.next_dealer == "joker_holder":
            phone.pick("joker_holder")
        phone.record(".act--main")
        expect(page.locator('#table[data-phase="between"]')).to_be_visible()
        assert phone.taps <= 2 * setting.tricks + 10


def test_a_bid_a_pass_and_a_call(browser: Browser, served: Served) -> None:
    with looking(browser) as page:
        phone = opened(page, served, "pagat")
        phone.record(".act--main")
        before = phone.taps
        phone.pick("level", 15)
        phone.pick("trump", "C")
        phone.record(".acts--turn > :last-child")
        assert phone.taps == before + 3
        phone.record(".acts--turn > :first-child")
        assert phone.taps == before + 4
        served.show(page, *open_pose(served.app, Pose(steps=contract(), seat=4), LATIN))
        before = phone.taps
        phone.pick("call")
        phone.record(".act--main")
        assert phone.taps == before + 2


def test_a_trick_and_the_one_tap_to_join_and_to_play_again(browser: Browser, served: Served) -> None:
    with looking(browser) as page:
        phone = Tapping(page)
        served.show(page, *open_pose(served.app, Pose(steps=[*contract(), call()]), LATIN))
        phone.pick("winner", 2)
        phone.record(f'.dock button[name="points"][value="3"]{FREE}')
        assert phone.taps == 2
        served.show(page, *open_pose(served.app, Pose("korean40", result("none|-", 20, "16C", 2)), LATIN))
        phone.record(".act--main")
        assert phone.taps == 3
    with looking(browser) as guest:
        phone = Tapping(guest)
        _, path = open_pose(served.app, Pose(), LATIN)
        services = served.app.extensions["scorekeeper"]
        guest.goto(f"{served.url}/l/{services.grants.issue(path.split('/')[2], 'join')}")
        phone.tap("button[name=player]")
        expect(guest.locator("#table")).to_be_visible()
        assert phone.taps == 1


# --- Zhao Pengyou ---


@pytest.mark.parametrize("count", [5, 8, 12])
def test_a_hand_of_zhao_pengyou_of_which_only_the_result_is_recorded(
    browser: Browser, served: Served, count: int
) -> None:
    """Eight, and one for each friend and digit."""
    with looking(browser) as page:
        phone = Tapping(page)
        ways = ("trumps:maker", "play:result")
        served.show(page, *open_pose(served.app, zhao_pengyou.zpy(players=count, ways=ways, seat=1), LATIN))
        phone.record(".act--main")
        phone.pick("maker", 1)
        phone.pick("suit", "H")
        phone.record(".act--main")
        friends = {5: 1, 8: 3, 12: 5}[count]
        for friend in range(2, 2 + friends):
            phone.pick(f"friend_{friend}", "yes")
        for digit in "65":
            phone.tap(f'.digits [value="{digit}"]')
        phone.pick("last_trick", "makers")
        expect(page.locator("#told")).to_contain_text("makers +")
        phone.record(".act--main")
        expect(page.locator('#table[data-phase="between"]')).to_be_visible()
        assert phone.taps <= 8 + friends + 2


def test_a_trick_a_call_and_a_lead_of_zhao_pengyou(browser: Browser, served: Served) -> None:
    with looking(browser) as page:
        phone = Tapping(page)
        served.show(page, *open_pose(served.app, zhao_pengyou.zpy(steps=zhao_pengyou.EIGHT, players=8), LATIN))
        phone.pick("winner", 2)
        phone.record(f'.dock button[name="points"][value="10"]{FREE}')
        assert phone.taps == 2
        calls = zhao_pengyou.zpy(steps=zhao_pengyou.trumps(), players=5)
        served.show(page, *open_pose(served.app, calls, LATIN))
        phone.pick("rank", "K")
        expect(page.locator(".act--main")).to_have_attribute("value", "SK#1")
        phone.record(".act--main")
        assert phone.taps == 4
        lead = zhao_pengyou.zpy(steps=zhao_pengyou.EIGHT, players=8, ways=("play:cards",))
        served.show(page, *open_pose(served.app, lead, LATIN))
        phone.tap('.dock button[name="group"][value="D"]')
        expect(page.locator('.dock input[name="opened"][value="D"]')).to_be_attached()
        for card in ("D9", "D9", "D10", "D10"):
            phone.pick("cards", card)
        expect(page.locator("#told")).to_have_text("tractor of 2 pairs")
        phone.record(".act--main")
        assert phone.taps == 10

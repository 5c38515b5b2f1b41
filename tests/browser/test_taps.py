"""The number of taps that a hand takes, counted in the page, with the ways of recording that were used last."""

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.games.mighty import PRESETS
from scorekeeper.web.games.mighty import board as mighty
from scorekeeper.web.games.zhao_pengyou import board as zpy
from tests.browser import poses_zhao_pengyou as zhao_pengyou
from tests.browser.app import BALANCES, NewPhone, open_table
from tests.browser.app_pages import ServedApp, SharedPage, open_page
from tests.browser.by_taps import FREE
from tests.browser.poses import LATIN, POSES, Pose, call_step, contract_steps, open_pose, result_steps
from tests.tiers import one_in

COUNT = """addEventListener("pointerdown", () => sessionStorage.taps = 1 + Number(sessionStorage.taps ?? 0), true)"""


class CountedPhone:
    """A phone that counts the touches of its screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(COUNT)

    @property
    def taps(self) -> int:
        taps: int = self.page.evaluate("Number(sessionStorage.taps ?? 0)")
        return taps

    def tap(self, selector: str) -> None:
        """Tap the first element that accepts taps."""
        self.page.locator(selector).filter(visible=True).first.click()

    def tap_key(self, name: str, value: object = "") -> None:
        """Tap the key with `value`, or the first one."""
        wanted = f'[value="{value}"]' if value else ":not([value='none'])"
        self.tap(f'.dock label:not([aria-disabled] *):has(input[name="{name}"]{FREE}{wanted})')

    def record(self, selector: str) -> None:
        """Tap an element that records, and wait for the answer."""
        table = self.page.locator("#table")
        version = table.get_attribute("data-version") or ""
        self.tap(selector)
        expect(table).not_to_have_attribute("data-version", version)
        expect(self.page.locator('[data-command] button[aria-disabled="true"]:not([data-reason])')).to_have_count(0)


def open_counted(page: Page, served: ServedApp, preset: str, *ways: str) -> CountedPhone:
    """Open a phone before a hand, with these ways of recording."""
    tapping = CountedPhone(page)
    served.show(page, *open_pose(served.app, Pose(preset, modes=ways, seat=1), LATIN))
    return tapping


def record_contract(phone: CountedPhone) -> None:
    """Start the next hand and record its contract."""
    phone.record(".button--main")
    phone.tap_key("declarer", 1)
    phone.tap_key("level")
    phone.tap_key("trump", "H")
    phone.record(".button--main")


def test_a_hand_of_which_only_the_result_is_recorded(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser) as page:
        phone = open_counted(page, served_app, "pagat", "auction:contract", "play:result")
        record_contract(phone)
        phone.tap_key("side")
        phone.tap_key("points", 17)
        phone.record(".button--main")
        expect(page.locator('#table[data-phase="between"]')).to_be_visible()
        assert f"{phone.taps} taps a hand" == mighty.RECORDING_MODES["play"][2].cost


def test_the_first_hand_of_a_new_table(new_phone: NewPhone) -> None:
    """From the home page on, with the ways of recording chosen; five names are typed."""
    host = new_phone()
    counted = CountedPhone(host.page)
    open_table(host, "pagat", LATIN[:5])
    host.tap(LATIN[0])
    host.tap_primary("auction")
    host.choose_mode("auction", "Final contract")
    for name, value in (("declarer", 1), ("level", 16), ("trump", "H")):
        host.choose(name, value)
    host.tap_primary("contract")
    host.choose_mode("play", "Result only")
    host.choose("side", "card|2")
    host.choose("points", 17)
    host.tap_primary("between")
    assert counted.taps <= 16, counted.taps


FAMILIES = ("pagat", "three", "four", "four_chicago", "six_drop", "seven_drop", "double_seven", "double_eight")


@pytest.mark.parametrize("preset", one_in(4, FAMILIES))
def test_a_hand_trick_by_trick(browser: Browser, served_app: ServedApp, preset: str) -> None:
    setting = PRESETS[preset].rules.setting
    with open_page(browser) as page:
        phone = open_counted(page, served_app, preset, "auction:contract", "play:tally")
        record_contract(phone)
        while page.locator('#table[data-phase="drop"]').count():
            phone.record(f"button[name=holder]{FREE}")
        if setting.partners > 1:
            phone.tap_key("call")
        if setting.partners:
            expect(page.locator(".button--main small")).to_be_visible()  # the payment, shown once everything is called
        phone.record(".button--main")
        for _ in range(setting.tricks):
            phone.tap_key("winner")
            keys = page.locator(f".dock button[name=points]{FREE}")
            expect(keys.first).to_be_visible()
            each = setting.points / setting.tricks
            fair = min((int(key.inner_text()) for key in keys.all()), key=lambda points: abs(points - each))
            phone.record(f'.dock button[name="points"][value="{fair}"]')
        if setting.partners:
            phone.tap_key("side")
            if setting.partners > 1:
                phone.tap_key("second_friend", 3)
        if PRESETS[preset].rules.next_dealer == "joker_holder":
            phone.tap_key("joker_holder")
        phone.record(".button--main")
        expect(page.locator('#table[data-phase="between"]')).to_be_visible()
        assert phone.taps <= 2 * setting.tricks + 10


def test_a_bid_a_pass_and_a_call(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser) as page:
        phone = open_counted(page, served_app, "pagat")
        phone.record(".button--main")
        before = phone.taps
        phone.tap_key("level", 15)
        phone.tap_key("trump", "C")
        phone.record(".actions--turn > :last-child")
        assert phone.taps == before + 3
        phone.record(".actions--turn > :first-child")
        assert phone.taps == before + 4
        served_app.show(page, *open_pose(served_app.app, Pose(steps=contract_steps(), seat=4), LATIN))
        before = phone.taps
        phone.tap_key("call")
        phone.record(".button--main")
        assert phone.taps == before + 2


def test_a_trick_and_the_one_tap_to_join_and_to_play_again(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser) as page:
        phone = CountedPhone(page)
        served_app.show(page, *open_pose(served_app.app, Pose(steps=[*contract_steps(), call_step()]), LATIN))
        phone.tap_key("winner", 2)
        phone.record(f'.dock button[name="points"][value="3"]{FREE}')
        assert f"{phone.taps} taps a trick" == mighty.RECORDING_MODES["play"][0].cost
        served_app.show(page, *open_pose(served_app.app, Pose("korean40", result_steps("none|-", 20, "16C", 2)), LATIN))
        phone.record(".button--main")
        assert phone.taps == 3
        served_app.show(page, *open_pose(served_app.app, POSES["cards"], LATIN))
        phone.record(f".pad button{FREE}")
        assert (phone.taps, mighty.RECORDING_MODES["play"][1].cost) == (4, "a tap a card")
    with open_page(browser) as guest:
        phone = CountedPhone(guest)
        _, path = open_pose(served_app.app, Pose(), LATIN)
        services = served_app.app.extensions["scorekeeper"]
        guest.goto(f"{served_app.url}/l/{services.grants.issue(path.split('/')[2], 'join')}")
        phone.tap("button[name=player]")
        expect(guest.locator("#table")).to_be_visible()
        assert phone.taps == 1


# --- Zhao Pengyou ---


@pytest.mark.parametrize("count", [5, 8, 12])
def test_a_hand_of_zhao_pengyou_of_which_only_the_result_is_recorded(
    browser: Browser, served_app: ServedApp, count: int
) -> None:
    """Eight taps, and one for each friend and digit."""
    with open_page(browser) as page:
        phone = CountedPhone(page)
        ways = ("trumps:maker", "play:result")
        served_app.show(page, *open_pose(served_app.app, zhao_pengyou.zpy(players=count, modes=ways, seat=1), LATIN))
        phone.record(".button--main")
        phone.tap_key("maker", 1)
        phone.tap_key("suit", "H")
        phone.record(".button--main")
        friends = {5: 1, 8: 3, 12: 5}[count]
        for friend in range(2, 2 + friends):
            phone.tap_key(f"friend_{friend}", "yes")
        for digit in "65":
            phone.tap(f'.digits [value="{digit}"]')
        phone.tap_key("last_trick", "makers")
        expect(page.locator("#gives")).to_contain_text("makers +")
        phone.record(".button--main")
        expect(page.locator('#table[data-phase="between"]')).to_be_visible()
        assert phone.taps <= 8 + friends + 2
        assert count != 8 or zpy.RECORDING_MODES["play"][2].cost == f"about {phone.taps} taps a hand"


def test_a_trick_a_call_and_a_lead_of_zhao_pengyou(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser) as page:
        phone = CountedPhone(page)
        served_app.show(page, *open_pose(served_app.app, zhao_pengyou.zpy(steps=zhao_pengyou.EIGHT, players=8), LATIN))
        phone.tap_key("winner", 2)
        phone.record(f'.dock button[name="points"][value="10"]{FREE}')
        assert f"{phone.taps} taps a trick" == zpy.RECORDING_MODES["play"][0].cost
        calls = zhao_pengyou.zpy(steps=zhao_pengyou.trump_steps(), players=5)
        served_app.show(page, *open_pose(served_app.app, calls, LATIN))
        phone.tap_key("suit", "S")
        phone.tap_key("rank", "K")
        expect(page.locator(".button--main")).to_have_attribute("value", "SK#1")
        phone.record(".button--main")
        assert phone.taps == 5
        lead = zhao_pengyou.zpy(steps=zhao_pengyou.EIGHT, players=8, modes=("play:cards",))
        served_app.show(page, *open_pose(served_app.app, lead, LATIN))
        phone.tap('.dock button[name="group"][value="D"]')
        expect(page.locator('.dock input[name="opened"][value="D"]')).to_be_attached()
        for card in ("D9", "D9", "D10", "D10"):
            phone.tap_key("cards", card)
        expect(page.locator("#gives")).to_have_text("tractor of 2 pairs")
        phone.record(".button--main")
        assert phone.taps == 11


JOKERS = {
    "en-GB": ("no-trump", "black", "red"),
    "ko-KR": ("노기루다", "검정", "빨강"),
    "ja-JP": ("ノートランプ", "黒", "赤"),
    "zh-CN": ("无主", "小王", "大王"),
}
"""The words for trumps that jokers make, and for each joker on its key, by language."""


@pytest.mark.parametrize("language", one_in(4, JOKERS))
def test_a_hand_whose_trumps_are_jokers(browser: Browser, served_app: ServedApp, language: str) -> None:
    """Two black jokers beat a card of one’s own level, and two red ones these; the makers rise as in any suit."""
    with open_page(browser, language) as page:
        phone = CountedPhone(page)
        pose = zhao_pengyou.zpy("finding_friends", zhao_pengyou.DEALT, players=5, seat=1)
        served_app.show(page, *open_pose(served_app.app, pose, LATIN))
        phone.record('.dock button[name="shown"][value="1xH"]')
        no_trumps, *words = JOKERS[language]
        for player, shown, word in ((2, "2xBJ", words[0]), (4, "2xRJ", words[1])):
            phone.tap_key("player", player)
            expect(page.locator(f'.dock input[name="player"][value="{player}"][checked]')).to_be_attached()
            key = f'.dock button[name="shown"][value="{shown}"]'
            expect(page.locator(key)).to_have_text(word)
            phone.record(key)
            expect(page.locator(".head")).to_contain_text(no_trumps)
            expect(page.locator(".head")).to_contain_text(word)
        assert phone.taps == 5
        phone.record(".shows > .button")
        phone.tap_key("suit", "S")
        phone.tap_key("rank", "A")
        phone.record(".button--main")
        for winner, points in ((4, 10), (3, 25), (5, 15)):
            phone.tap_key("winner", winner)
            phone.record(f'.dock button[name="points"][value="{points}"]{FREE}')
        expect(page.locator(".head")).to_contain_text(no_trumps)
        phone.tap('.dock a[href*="at=end"]')
        phone.tap_key("friend_3", "yes")
        phone.tap_key("last_trick", "makers")
        expect(page.locator("#gives")).to_contain_text("+2")
        phone.record(".button--main")
        expect(page.locator('#table[data-phase="between"]')).to_be_visible()
        assert page.evaluate(BALANCES) == dict(zip(LATIN, ("2", "2", "4", "4", "2"), strict=False))


def test_a_correction_of_an_old_hand(browser: Browser, served_app: ServedApp) -> None:
    """Every cell of its row on the sheet opens it."""
    pose = Pose(steps=[*result_steps("card|5", 16, "14H", 2), *result_steps("card|4", 13, "15S", 1)])
    with open_page(browser) as page:
        phone, path = open_pose(served_app.app, pose, LATIN)
        counted = CountedPhone(page)
        served_app.show(page, phone, path)
        counted.tap(".tools a[href$='/sheet']")
        page.wait_for_url("**/sheet")
        cells = page.locator("tbody tr").first.locator("td")
        for cell in (cells.first, cells.last):
            page.goto(page.url)
            box = cell.bounding_box()
            assert box
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.wait_for_url("**/sheet/1")
            page.go_back()
        counted.tap("tbody tr a")
        counted.tap(".dock a[href$='/fix']")
        counted.tap_key("points", 17)
        expect(page.locator("#changes")).to_contain_text("+10")
        counted.tap(".dock .button--main")
        page.wait_for_url("**/sheet/1")
        expect(page.locator(".hero__fact")).to_have_text("Made with 17")
        assert counted.taps == 2 + 5, "two of the cells, and five for the correction"


WINDOWS = [(390, 664), (360, 600), (320, 568)]
OUTSIDE = """() => [...document.querySelectorAll(".formula > span")].filter(term => {
  const at = term.getBoundingClientRect(), around = document.querySelector(".context").getBoundingClientRect();
  return !at.height || at.top < around.top - 1 || at.bottom > around.bottom + 1 || at.right > innerWidth;
}).map(term => term.textContent)"""
COLOUR = "key => getComputedStyle(key).backgroundColor"


@pytest.mark.parametrize(("width", "height", "people"), [*((*window, 5) for window in WINDOWS), (390, 664, 8)])
def test_the_account_of_a_result_is_seen_whole_before_it_is_confirmed(
    browser: Browser, served_app: ServedApp, width: int, height: int, people: int
) -> None:
    """Paid eight times: a run without trumps, without a friend. The number chosen has the colour of what it means."""
    pose = Pose(steps=contract_steps("16NT"), modes=("play:result",), players=people)
    with open_page(browser, viewport={"width": width, "height": height}) as page:
        phone, path = open_pose(served_app.app, pose, LATIN)
        served_app.show(page, phone, path)
        page.locator("label.key:has([name=side][value='none|-'])").click()
        colours = set()
        for points, total in ((20, "= 80"), (17, "= 28"), (12, "= 16"), (3, "= 104")):
            key = page.locator(f"label.key:has([name=points][value='{points}'])")
            key.click()
            expect(page.locator(".formula__total")).to_have_text(total)
            assert page.evaluate(OUTSIDE) == [], points
            colours.add(key.evaluate(COLOUR))
        assert len(colours) == 3, "made, failed, back run"


PLACES = """() => Object.fromEntries([...document.querySelectorAll(".dock label.key")]
  .filter(key => key.checkVisibility({visibilityProperty: true}) && !key.closest(".popup__list"))
  .map(key => [[key.control.name, key.control.value], key.getBoundingClientRect()])
  .map(([key, at]) => [key, [at.x, at.y]]))"""
STEPS = {
    "result only": ("[name=side][value='none|-']", "[name=points]"),
    "result of six": ("[name=side][value='none|-']", "[name=points]"),
    "result of eight": ("[name=step][value=second]", "[name=step][value=points]", "[name=step][value=first]"),
    "zpy: twelve, result only": ("[name=step][value=second]", "[name=step][value=first]"),
    "friend by name": ("[name=call][value=none]", "[name=call][value='player:1']"),
    "zpy: a throw beaten": ("[name=part][value='2']", "[name=part][value='0']"),
}


@pytest.mark.parametrize("name", one_in(2, STEPS))
def test_no_key_moves_between_two_taps(shared_page: SharedPage, served_app: ServedApp, name: str) -> None:
    """A key that comes or goes with a tap is not compared."""
    page = open_shared(shared_page, served_app, name)
    before = page.evaluate(PLACES)
    for key in STEPS[name]:
        page.locator(f".dock label.key:has({key})").filter(visible=True).first.click()
        expect(page.locator(f".dock label.key:has({key}) input:checked")).not_to_have_count(0)
        after = page.evaluate(PLACES)
        assert {each: at for each, at in after.items() if before.get(each, at) != at} == {}, key
        before = after


@pytest.mark.parametrize("name", ["result", "result of six"])
def test_the_points_of_both_sides_stand_in_as_many_rows(
    shared_page: SharedPage, served_app: ServedApp, name: str
) -> None:
    """Mirrored are only the places of the numbers: the dock is as high as before."""
    page = open_shared(shared_page, served_app, name)
    for width, whose in ((390, "defenders"), (390, "makers"), (320, "defenders")):
        before = len({at[1] for key, at in page.evaluate(PLACES).items() if key.startswith("points")})
        page.set_viewport_size({"width": width, "height": 664})
        page.locator(f".dock label.key:has([name=whose][value={whose}])").click()
        assert len({at[1] for key, at in page.evaluate(PLACES).items() if key.startswith("points")}) == before


def open_shared(shared_page: SharedPage, served_app: ServedApp, name: str) -> Page:
    """Show a pose on the page that tests share."""
    page = shared_page.renew("en-GB")
    page.set_viewport_size({"width": 390, "height": 664})
    served_app.show(page, *open_pose(served_app.app, {**POSES, **zhao_pengyou.POSES}[name], LATIN))
    return page

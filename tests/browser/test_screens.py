"""Every screen, measured and read by axe: nothing is hidden, overlaps, is clipped or small."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import poses_zhao_pengyou as zhao_pengyou
from tests.browser.looking import Served, looking
from tests.browser.poses import KOREAN, LATIN, PAGES, POSES, TELEVISION, TROUBLE, Pose, overtake, posed, unlink
from tests.web.phones import Phone, open_table

HERE = Path(__file__).parent
MEASURE = (HERE / "measure.js").read_text()
AXE = (HERE.parent / "vendor" / "axe.min.js").read_text()
CHECK = """axe.run({resultTypes: ["violations", "incomplete"]}).then(found =>
  [...found.violations, ...found.incomplete].flatMap(rule => rule.nodes
    .filter(node => !(rule.id === "color-contrast" && document.querySelector(node.target[0]).closest("svg")))
    .map(node => [rule.id, ...node.target, ...[...node.any, ...node.all].map(each => each.message)].join(": "))))"""
"""What axe reports. Letters in a drawing have a picture behind them, of which it cannot tell the colour: they are `ink`
and `soft` on `paper`, a contrast that `test_look.py` measures."""
SMALL = """[...document.querySelectorAll("button, a, summary, select, input:not([type=hidden]), label.key")]
  .filter(control => control.checkVisibility())
  .filter(control => !control.closest("label:not(.key)") && !control.matches(".unseen, .key input, .skip"))
  .map(control => [control.outerHTML.slice(0, 120), control.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && box.height < 43.5)
  .map(([html, box]) => `${html} is ${Math.round(box.height)} high`)"""
SLIDES = "document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['slides sideways'] : []"

SHOWN = (HERE / "shown.js").read_text()

PHONES = [(390, 664), (360, 600), (320, 568)]
ZOOMED = [(width // 2, height // 2) for width, height in PHONES]
LANGUAGES = {"en-GB": LATIN, "ko-KR": KOREAN}
HANGUL = "Noto Sans CJK KR"
WIDEST = "DejaVu Sans"
FONTS = {"en-GB": (WIDEST, "Noto Sans"), "ko-KR": (WIDEST, HANGUL)}
"""Letters by language. What phones have lies between them: DejaVu is the widest of all, and Hangul is Noto's."""

SQUARE = {"ja-JP": "Noto Sans CJK JP", "zh-CN": "Noto Sans CJK SC"}
"""Languages whose letters break anywhere. What else is measured does not depend on the language."""


def in_both_themes(page: Page) -> list[str]:
    """What axe finds in light and in dark."""
    page.evaluate(AXE)
    wrong: list[str] = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        wrong += [f"{theme}: {each}" for each in page.evaluate(CHECK)]
    return wrong


def sized(page: Page, width: int, height: int, *checks: str) -> list[str]:
    """What a window of that size shows wrongly."""
    page.set_viewport_size({"width": width, "height": height})
    return [f"{width}×{height}: {each}" for check in checks for each in page.evaluate(check)]


def written_in(page: Page, font: str) -> None:
    """Write the page in that font, Hangul in its own where the font has none. The page's policy lets scripts do so."""
    page.evaluate("family => { document.body.style.fontFamily = family }", f"'{font}', '{HANGUL}'")


def show_whole(page: Page, width: int = 390) -> None:
    """Make the window as tall as what is written in it: axe cannot judge a line that its edge cuts or a dock covers."""
    page.set_viewport_size({"width": width, "height": 664})
    page.set_viewport_size({"width": width, "height": page.evaluate("document.documentElement.scrollHeight")})


def of_all(poses: Mapping[str, Pose]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("pose", poses.values(), ids=poses)


SCREENS = {**POSES, **zhao_pengyou.POSES}


@pytest.fixture(scope="module", params=[(name, language) for name in SCREENS for language in LANGUAGES], ids="-".join)
def screen(request: pytest.FixtureRequest, browser: Browser, served: Served) -> Iterator[tuple[Page, str]]:
    """A phone at the table and its language. Making one costs more than measuring it, so the tests share it."""
    name, language = request.param
    pose = SCREENS[name]
    with looking(browser, language) as page:
        phone, path = posed(served.app, pose, LANGUAGES[language])
        served.show(page, phone, path)
        if pose.unlinked is not None:
            unlink(page, pose, phone, path)
        if pose.late:
            overtake(page, pose, phone, path)
        yield page, language


def test_the_six_rows(screen: tuple[Page, str]) -> None:
    page, language = screen
    wrong = in_both_themes(page)
    for width, height in PHONES:
        for font in FONTS[language]:
            written_in(page, font)
            wrong += [f"{font}, {each}" for each in sized(page, width, height, MEASURE, SLIDES)]
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize("language", SQUARE)
@of_all(SCREENS)
def test_the_six_rows_in_square_letters(browser: Browser, served: Served, pose: Pose, language: str) -> None:
    with looking(browser, language) as page:
        phone, path = posed(served.app, pose, LATIN)
        served.show(page, phone, path)
        if pose.unlinked is not None:
            unlink(page, pose, phone, path)
        if pose.late:
            overtake(page, pose, phone, path)
        written_in(page, SQUARE[language])
        wrong = [each for width, height in PHONES for each in sized(page, width, height, MEASURE, SLIDES)]
    assert "\n".join(wrong) == ""


def test_zoomed_to_200_percent(screen: tuple[Page, str]) -> None:
    page, language = screen
    assert "\n".join(zoomed(page, *FONTS[language])) == ""


def zoomed(page: Page, *fonts: str) -> list[str]:
    """What of all that a phone shows is not found by scrolling down at 200 %, with whatever folds open."""
    page.set_viewport_size({"width": 390, "height": 664})
    shown = page.evaluate(SHOWN)
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
    zoom = page.context.new_cdp_session(page)
    wrong: list[str] = []
    for width, height in ZOOMED:
        window = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True}
        zoom.send("Emulation.setDeviceMetricsOverride", window)
        for font in fonts or [WIDEST]:
            written_in(page, font)
            found = [each for check in (MEASURE, SLIDES) for each in page.evaluate(check)]
            wrong += [f"{font}, {width}×{height}: {each}" for each in found]
        wrong += [f"{width}×{height}: “{text}” is gone" for text in set(shown) - set(page.evaluate(SHOWN))]
    return wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_measured_in_the_fonts_that_are_named(browser: Browser, served: Served, language: str) -> None:
    with looking(browser, language) as page:
        served.show(page, *posed(served.app, POSES["tally"], LANGUAGES[language]))
        for font in FONTS[language]:
            written_in(page, font)
            # What is just being drawn has the font that it had before.
            seen = next((fonts for _ in range(50) if (fonts := fonts_of(page)) == {font, HANGUL}), fonts_of(page))
            assert seen == {font, HANGUL}, "`make browser` installs the fonts that are missing"


def fonts_of(page: Page) -> set[str]:
    """The fonts that the texts at the table are drawn with."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    found = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": ".app :is(h1, p, b, small, bdi, button)"})
    nodes = [session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in found["nodeIds"]]
    session.detach()
    return {font["familyName"] for fonts in nodes for font in fonts}


@pytest.mark.parametrize("language", LANGUAGES)
@of_all({**PAGES, **zhao_pengyou.PAGES})
def test_pages_around_a_table(browser: Browser, served: Served, pose: Pose, language: str) -> None:
    with looking(browser, language) as page:
        served.show(page, *posed(served.app, pose, LANGUAGES[language]))
        for fold in page.locator("summary").filter(visible=True).all():
            fold.click()
        assert "\n".join(on_a_page(page)) == ""


def on_a_page(page: Page) -> list[str]:
    """What axe finds on a page that scrolls, and what it shows wrongly however wide or zoomed, every section of it."""
    page.evaluate("document.querySelectorAll('.part').forEach(part => { part.style.display = 'block' })")
    show_whole(page)
    wrong = [*in_both_themes(page), *page.evaluate(SMALL)]
    for width, _height in PHONES:
        show_whole(page, width)
        wrong += [f"{width}: {each}" for check in (MEASURE, SLIDES) for each in page.evaluate(check)]
    return [*wrong, *sized(page, 768, 664, SLIDES), *zoomed(page)]


ALONE = (
    *("/", "/new", "/new?game=zhao_pengyou", "/import", "/join", "/forget", "/rules/all?game=mighty", "/nothing"),
    *("/referee", "/words", "/first/mighty", "/first/mighty/7", "/first/mighty/10"),
    *("/first/zhao_pengyou", "/first/zhao_pengyou/5", "/first/zhao_pengyou/8", "/first/zhao_pengyou/12"),
    *("/referee/mighty", "/referee/mighty/redeal", "/referee/mighty/bid", "/referee/mighty/payment?level=15&trump=NT"),
    *("/referee/mighty/trick?trump=H&trick=3&cards=C3+JK+CK+H2+CA&called=yes", "/referee/mighty/trick?cards=xx"),
    *("/referee/mighty/play?trump=H&cards=D5", "/referee/zhao_pengyou/trumps?level=5&cards=H5&laid=S7"),
    *("/referee/zhao_pengyou/trick?suit=H&rank=7&cards=SA+SA+SK+SK+H9&size=2", "/referee/zhao_pengyou/promotion"),
    *("/referee/zhao_pengyou/lead?suit=H&rank=7&count=8&cards=SA+SK+SJ+SJ", "/referee/zhao_pengyou/follow"),
)


@pytest.mark.parametrize("path", ALONE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_without_a_table(browser: Browser, served: Served, path: str, language: str) -> None:
    with looking(browser, language) as page:
        page.goto(served.url + path)
        assert "\n".join(on_a_page(page)) == ""


NUMBERS = ("/mighty/hands", "/people/4/mighty/hands")
GROUP_PAGES = (
    "",
    *NUMBERS,
    "/people/1",
    "/people/13",
    "/nights/TABLE",
    "/links",
    "/leave",
    "/join",
    "/group",
    "/new",
    "/setup",
)


@pytest.mark.parametrize("place", GROUP_PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_a_group(browser: Browser, served: Served, place: str, language: str) -> None:
    phone, table_id = posed(served.app, POSES["moment among twelve"], LANGUAGES[language])
    group = group_of_two_nights(phone, table_id, LANGUAGES[language])
    places = {
        "/join": f"{group}/join",
        "/group": f"{table_id}/group",
        "/new": "/groups/new",
        "/setup": f"/new?group={group[3:]}",
    }
    with looking(browser, language) as page:
        path = places.get(place, group + place.replace("TABLE", table_id[3:]))
        if place == "/join":
            link = next(each.text for each in phone.page(f"{group}/links").all("p") if "data-link" in each.attributes)
            page.goto(served.url + urlsplit(link).path)
        else:
            served.show(page, phone, path)
        for fold in page.locator("summary").filter(visible=True).all():
            fold.click()
        assert "\n".join(on_a_page(page)) == ""


def group_of_two_nights(phone: Phone, first: str, names: tuple[str, ...]) -> str:
    """The path of a group with a table, and another one at which somebody had another name."""
    group = str(phone.post("/groups", {"name": names[3], "key": "k", "table": first[3:]}).location)
    phone.post(f"{group}/people/1", {"name": names[7][::-1]})
    phone.post(f"{group}/nights/{first[3:]}/rules", {"name": names[4]})
    phone.post(f"{group}/people", {"name": "Zoe"})
    open_table(phone.app, "korean40", names[:6], host=phone, group=group[3:])
    return group


@pytest.mark.parametrize("trouble", TROUBLE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_errors(
    browser: Browser, served: Served, monkeypatch: pytest.MonkeyPatch, trouble: str, language: str
) -> None:
    pose, place, error = TROUBLE[trouble]
    phone, path = posed(served.app, pose, LANGUAGES[language])

    def fail(*_args: object) -> None:
        raise error

    monkeypatch.setattr(place, fail)
    with looking(browser, language) as page:
        served.show(page, phone, path)
        assert page.locator(".oops").count() == 1
        show_whole(page)
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollHeight") <= height, "it is read without scrolling"
        assert "\n".join(on_a_page(page)) == ""


UNSAVED = {"key": "1", "url": "/t/nowhere/record/undo", "body": "version=1", "page": "/t/nowhere", "at": 0}
"""A tap at a table that is not this phone's any more."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tap_that_was_not_saved(browser: Browser, served: Served, language: str) -> None:
    with looking(browser, language) as page:
        page.goto(served.url)
        tap = {**UNSAVED, "by": "1", "words": f"Trick 7: {LANGUAGES[language][3]}, 2"}
        page.evaluate("tap => localStorage.setItem('tap:1', JSON.stringify(tap))", tap)
        page.reload()
        page.locator("#unsaved small:not(:empty)").wait_for()
        assert "\n".join(on_a_page(page)) == ""


@pytest.mark.parametrize("views", [(), ("presets",), ("presets", "rules")], ids=["names", "presets", "rules"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_setting_up(browser: Browser, served: Served, views: tuple[str, ...], language: str) -> None:
    with looking(browser, language) as page:
        page.goto(f"{served.url}/new")
        for count, name in enumerate(LANGUAGES[language][:6], 1):
            page.locator("#another").fill(name)
            page.locator("#another").press("Enter")
            page.locator(f".person--on[data-seat='{count}']").wait_for()
        for view in views:
            page.locator(f"[value='view:{view}']").click()
            page.locator(f"#setup[data-view={view}]").wait_for()
        assert "\n".join(on_a_page(page)) == ""


MENUS = {"home": "/", "the referee": "/referee", "a table": "", "a sheet": "/sheet"}


@pytest.mark.parametrize("place", MENUS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_menus(browser: Browser, served: Served, place: str, language: str) -> None:
    with looking(browser, language) as page:
        if place.startswith("a "):
            served.show(page, *posed(served.app, Pose(at=MENUS[place]), LANGUAGES[language]))
        else:
            page.goto(served.url + MENUS[place])
        page.locator("[popovertarget=menu]").first.click()
        wrong = page.evaluate(SMALL)
        for width, height in PHONES:
            wrong += sized(page, width, height, MEASURE, SLIDES)
        wrong += zoomed(page)
    assert "\n".join(wrong) == ""


@of_all({**TELEVISION, **zhao_pengyou.TELEVISION})
@pytest.mark.parametrize("language", LANGUAGES)
def test_television(browser: Browser, served: Served, pose: Pose, language: str) -> None:
    with looking(browser, language, viewport={"width": 1920, "height": 1080}, is_mobile=False, has_touch=False) as page:
        served.show(page, *posed(served.app, pose, LANGUAGES[language]))
        assert page.locator(".dock, form").count() == 0
        wrong = in_both_themes(page)
        for width, height in ((1920, 1080), (1280, 720)):
            wrong += sized(page, width, height, MEASURE, SLIDES)
    assert "\n".join(wrong) == ""


def test_the_calls_on_a_television_are_whole(browser: Browser, served: Served) -> None:
    with looking(browser, viewport={"width": 1280, "height": 720}, is_mobile=False, has_touch=False) as page:
        served.show(page, *posed(served.app, TELEVISION["a long auction"], LATIN))
        calls, around = (page.locator(each).bounding_box() for each in (".rounds", ".tv__context"))
        assert calls
        assert around
        assert around["y"] <= calls["y"]
        assert calls["y"] + calls["height"] <= around["y"] + around["height"]


@pytest.mark.parametrize("pose", ["auction of eight, a hand before", "moment among twelve", "zpy: twelve, moment"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_the_board_on_a_large_screen(browser: Browser, served: Served, pose: str, language: str) -> None:
    with looking(browser, language, viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False) as page:
        served.show(page, *posed(served.app, {**POSES, **zhao_pengyou.POSES}[pose], LANGUAGES[language]))
        expect(page.locator("#beside img:visible")).to_have_count(1)
        wrong = in_both_themes(page)
        for width, height in ((1280, 800), (1920, 1080), (900, 640)):
            wrong += sized(page, width, height, MEASURE, SLIDES)
    assert [each for each in wrong if "begins above the end" not in each] == [], "the rows of a phone"

"""Every screen, measured and read by axe: nothing is hidden, overlaps, is clipped or small."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import poses_zhao_pengyou as zhao_pengyou
from tests.browser.looking import Served, looking
from tests.browser.poses import KOREAN, LATIN, PAGES, POSES, TELEVISION, Pose, posed

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
FONTS = {"en-GB": ("DejaVu Sans", "Noto Sans"), "ko-KR": ("DejaVu Sans", HANGUL)}
"""Letters by language. What phones have lies between them: DejaVu is the widest of all, and Hangul is Noto's."""


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


def show_whole(page: Page) -> None:
    """Make the window as tall as what is written in it: axe cannot judge a line that the edge of a window cuts."""
    page.set_viewport_size({"width": 390, "height": page.evaluate("document.documentElement.scrollHeight")})


def of_all(poses: Mapping[str, Pose]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("pose", poses.values(), ids=poses)


@pytest.fixture(scope="module", params=[(name, language) for name in POSES for language in LANGUAGES], ids="-".join)
def screen(request: pytest.FixtureRequest, browser: Browser, served: Served) -> Iterator[tuple[Page, str]]:
    """A phone at the table and its language. Making one costs more than measuring it, so the tests share it."""
    name, language = request.param
    with looking(browser, language) as page:
        served.show(page, *posed(served.app, POSES[name], LANGUAGES[language]))
        yield page, language


def in_six_rows(page: Page, language: str) -> list[str]:
    """What axe finds, and what a phone shows wrongly in either font."""
    wrong = in_both_themes(page)
    for width, height in PHONES:
        for font in FONTS[language]:
            written_in(page, font)
            wrong += [f"{font}, {each}" for each in sized(page, width, height, MEASURE, SLIDES)]
    return wrong


def test_the_six_rows(screen: tuple[Page, str]) -> None:
    assert "\n".join(in_six_rows(*screen)) == ""


@pytest.mark.parametrize("language", LANGUAGES)
@of_all(zhao_pengyou.POSES)
def test_the_six_rows_of_zhao_pengyou(browser: Browser, served: Served, pose: Pose, language: str) -> None:
    with looking(browser, language) as page:
        served.show(page, *posed(served.app, pose, LANGUAGES[language]))
        assert "\n".join(in_six_rows(page, language)) == ""


def test_zoomed_to_200_percent(screen: tuple[Page, str]) -> None:
    """All that a phone shows is found by scrolling down, with whatever folds open."""
    page, language = screen
    page.set_viewport_size({"width": 390, "height": 664})
    shown = page.evaluate(SHOWN)
    page.evaluate("document.querySelectorAll('.app details').forEach(fold => { fold.open = true })")
    zoom = page.context.new_cdp_session(page)
    wrong: list[str] = []
    for width, height in ZOOMED:
        window = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True}
        zoom.send("Emulation.setDeviceMetricsOverride", window)
        for font in FONTS[language]:
            written_in(page, font)
            found = [each for check in (MEASURE, SLIDES) for each in page.evaluate(check)]
            wrong += [f"{font}, {width}×{height}: {each}" for each in found]
        wrong += [f"{width}×{height}: “{text}” is gone" for text in set(shown) - set(page.evaluate(SHOWN))]
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_measured_in_the_fonts_that_are_named(browser: Browser, served: Served, language: str) -> None:
    with looking(browser, language) as page:
        served.show(page, *posed(served.app, POSES["tally"], LANGUAGES[language]))
        for font in FONTS[language]:
            written_in(page, font)
            assert fonts_of(page) == {font, HANGUL}, "`make browser` installs the fonts that are missing"


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
        show_whole(page)
        wrong = [*in_both_themes(page), *page.evaluate(SMALL)]
        for width in (768, 320):
            wrong += sized(page, width, 664, SLIDES)
    assert "\n".join(wrong) == ""


ALONE = (
    *("/", "/new", "/new?game=zhao_pengyou", "/import", "/join", "/rules/all?game=mighty", "/nothing", "/referee"),
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
        show_whole(page)
        wrong = [*in_both_themes(page), *page.evaluate(SMALL)]
        for width in (768, 320):
            wrong += sized(page, width, 664, SLIDES)
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

"""Every screen, measured and read by axe: nothing is hidden, overlaps, is clipped or small."""

from collections.abc import Mapping
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
SLIDES = "document.documentElement.scrollWidth > innerWidth ? ['slides sideways'] : []"

PHONES = [(390, 664), (360, 600), (320, 568)]
LANGUAGES = {"en-GB": LATIN, "ko-KR": KOREAN}


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


def show_whole(page: Page) -> None:
    """Make the window as tall as what is written in it: axe cannot judge a line that the edge of a window cuts."""
    page.set_viewport_size({"width": 390, "height": page.evaluate("document.documentElement.scrollHeight")})


def of_all(poses: Mapping[str, Pose]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("pose", poses.values(), ids=poses)


@pytest.mark.parametrize("language", LANGUAGES)
@of_all({**POSES, **zhao_pengyou.POSES})
def test_the_six_rows(browser: Browser, served: Served, pose: Pose, language: str) -> None:
    with looking(browser, language) as page:
        served.show(page, *posed(served.app, pose, LANGUAGES[language]))
        wrong = in_both_themes(page)
        for width, height in PHONES:
            wrong += sized(page, width, height, MEASURE, SLIDES)
    assert "\n".join(wrong) == ""


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


@pytest.mark.parametrize(
    "path", ["/", "/new", "/new?game=zhao_pengyou", "/import", "/join", "/rules/all?game=mighty", "/nothing"]
)
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

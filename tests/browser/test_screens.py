"""Every screen, measured and checked by axe: nothing is hidden, overlapping, clipped or too small."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.browser import poses_zhao_pengyou as zhao_pengyou
from tests.browser.app_pages import AXE_PATH, ServedApp, SharedPage, open_page, wait_until
from tests.browser.poses import (
    KOREAN,
    LATIN,
    MIXED,
    PAGES,
    POSES,
    TELEVISION,
    TROUBLE,
    Pose,
    check_hand,
    open_pose,
    overtake,
    send_refused,
    unlink,
)
from tests.costs import count
from tests.tiers import FULL, draw_lot, in_turn, one_in
from tests.web.phones import Phone, open_table

HERE = Path(__file__).parent
MEASURE = (HERE / "measure.js").read_text()
SHOWN = (HERE / "visible_texts.js").read_text()
GIVEN_WAY = (HERE / "given_way.js").read_text()
MAY_GIVE_WAY = tomllib.loads((HERE / "given_way.toml").read_text())
DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done([]))))"
"""Wait until the page was drawn: then its observers know what is seen."""
AXE = """options => {
  const hidden = element => element.closest("svg")
    || element.getBoundingClientRect().right > element.closest("[role=region]")?.getBoundingClientRect().right;
  const list = document.querySelector(".popup[open] > .popup__list");
  const touches = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const covered = element =>
    list && !list.contains(element) && touches(element.getBoundingClientRect(), list.getBoundingClientRect());
  const behind = node => list?.contains(document.querySelector(node.target[0]))
    && node.any.every(each => each.message.includes("partially overlaps"));
  const unseen = node => behind(node)
    || [hidden, covered].some(is => is(document.querySelector(node.target[0])));
  return axe.run({resultTypes: ["violations", "incomplete"], ...options}).then(found =>
  [...found.violations, ...found.incomplete].flatMap(rule => rule.nodes
    .filter(node => !(rule.id === "color-contrast" && unseen(node)))
    .map(node => [rule.id, ...node.target, ...[...node.any, ...node.all].map(each => each.message)].join(": "))));
}"""
"""Run axe and return its findings. Texts in drawings are left out, since axe cannot see the colours behind them;
`test_look.py` measures the contrast of `ink` and `soft` on `paper`. Also left out is what only scrolling sideways
shows, what an open fold covers, and lines of the opaque fold with several elements behind it.
"""
THEMES: Mapping[Literal["light", "dark"], Mapping[str, Any]] = {
    "light": {},
    "dark": {"runOnly": ["color-contrast", "link-in-text-block"]},
}
"""Options of axe. In the second theme only colours differ."""
SMALL = """[...document.querySelectorAll("button, a, summary, select, input:not([type=hidden]), label.key")]
  .filter(control => control.checkVisibility())
  .filter(control => !control.closest("label:not(.key)"))
  .filter(control => !control.matches(".sr-only, .key input, .skip-link"))
  .map(control => [control.outerHTML.slice(0, 120), control.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && box.height < 43.5)
  .map(([html, box]) => `${html} is ${Math.round(box.height)} high`)"""
UNFOLD = "document.querySelectorAll('details').forEach(fold => { fold.open = true })"
FOLD = "[...document.querySelectorAll('.popup[open]')].map(fold => { fold.open = false }).length > 0"
"""Close what floats over a board, and return whether there was anything: the board is measured without it too."""
SLIDES = "document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['slides sideways'] : []"

PHONES = [(390, 664), (360, 600), (320, 568)]
SMALLEST = PHONES[-1]
ROOMY = (540, 1200)
"""A window in which every part of a board has room."""
ZOOMED = [(width // 2, height // 2) for width, height in PHONES]
TELEVISIONS = [(1920, 1080), (1280, 720)]

LARGER_TEXTS = {"en-GB": (24, (390, 664)), "ko-KR": (20, (412, 732))}
"""The size in pixels that a reader has chosen for text instead of 16, and the window, by language."""

NAMES = {"en-GB": LATIN, "ko-KR": KOREAN, "ja-JP": LATIN, "zh-CN": MIXED}
"""The names at the table, by the language of the phones."""
HANGUL = "Noto Sans CJK KR"
WIDEST = "DejaVu Sans"
FONTS = {"en-GB": "Noto Sans", "ko-KR": HANGUL, "ja-JP": "Noto Sans CJK JP", "zh-CN": "Noto Sans CJK SC"}
"""Fonts by language. Phones' fonts are between these and DejaVu, the widest, in width. The space above and below
letters differs too, and is scarcest in the smallest window.
"""
LANGUAGES = ["en-GB", "ko-KR"]
SQUARE = ["ja-JP", "zh-CN"]
"""Languages whose text breaks at any letter, and whose words are short."""
TURNS = ("en-GB", "ko-KR", "en-GB", "ja-JP", "en-GB", "zh-CN")
"""Languages of the screens in the sample: axe reads those in English."""


def with_languages(names: Iterable[str], languages: Iterable[str] = LANGUAGES) -> list[tuple[str, str]]:
    """Return each name with each language, or in the sample with one of them in turn."""
    return [(name, language) for name in names for language in in_turn(name, languages)]


Layout = tuple[str, tuple[int, int]]
"""A font, and the width and height of a window."""

LAYOUTS: dict[str, list[Layout]] = {
    language: [*((WIDEST, size) for size in PHONES), (FONTS[language], SMALLEST)] for language in LANGUAGES
} | {language: [(FONTS[language], size) for size in (PHONES[0], SMALLEST)] for language in SQUARE}


def found_by_axe(page: Page, name: str) -> list[str]:
    """Return what axe finds in light, and what of it depends on colours in dark; in the sample, one of the two."""
    count("axe runs")
    load_axe(page)
    wrong: list[str] = []
    for theme in in_turn(f"{name} theme", THEMES):
        page.emulate_media(color_scheme=theme)
        wrong += [f"{theme}: {each}" for each in page.evaluate(AXE, THEMES[theme])]
    page.emulate_media(color_scheme="light")
    return wrong


def load_axe(page: Page) -> None:
    """Load axe, for which the page needs its connection."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(url=AXE_PATH)


def measure(page: Page, width: int, height: int, *checks: str) -> list[str]:
    """Return what a window of that size shows wrongly."""
    page.set_viewport_size({"width": width, "height": height})
    return [f"{width}×{height}: {each}" for check in checks for each in page.evaluate(check)]


def write_in(page: Page, font: str) -> None:
    """Set the page in a font by a script, as the policy allows. Hangul has its own font where that one lacks it."""
    page.evaluate("family => { document.body.style.fontFamily = family }", f"'{font}', '{HANGUL}'")


def measure_layouts(page: Page, layouts: Iterable[Layout]) -> Iterator[str]:
    """Yield what is shown wrongly in each font and window."""
    for font, size in layouts:
        write_in(page, font)
        yield from (f"{font}, {each}" for each in measure(page, *size, MEASURE, SLIDES))


def show_whole(page: Page, width: int = 390) -> None:
    """Make the window as tall as its content: axe cannot judge text cut by its edge or covered by a dock."""
    page.set_viewport_size({"width": width, "height": 664})
    page.set_viewport_size({"width": width, "height": page.evaluate("document.documentElement.scrollHeight")})


def parametrize_poses(poses: Mapping[str, Pose]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("pose", poses.values(), ids=poses)


SCREENS = {**POSES, **zhao_pengyou.POSES}
DISTURBED = {name: pose for name, pose in SCREENS.items() if pose.unlinked is not None or pose.late or pose.tapped}
QUIET = {name: pose for name, pose in SCREENS.items() if name not in DISTURBED}


@pytest.mark.parametrize("name", one_in(3, QUIET))
def test_a_screen_in_every_language_and_size(shared_page: SharedPage, served_app: ServedApp, name: str) -> None:
    pose, wrong = QUIET[name], list[str]()
    for language in FONTS if FULL else in_turn(name, TURNS):
        page = shared_page.renew(language)
        served_app.show(page, *open_pose(served_app.app, pose, NAMES[language]))
        check_hand(page, pose)
        wrong += [f"{language}, {each}" for each in measure_screen(page, language, name)]
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize(("name", "language"), with_languages(one_in(2, DISTURBED), FONTS))
def test_a_screen_that_others_or_a_lost_link_disturb(
    browser: Browser, served_app: ServedApp, name: str, language: str
) -> None:
    pose = DISTURBED[name]
    with open_page(browser, language) as page:
        phone, path = open_pose(served_app.app, pose, NAMES[language])
        served_app.show(page, phone, path)
        load_axe(page)
        disturb(page, pose, phone, path)
        assert "\n".join(measure_screen(page, language, name)) == ""


def disturb(page: Page, pose: Pose, phone: Phone, path: str) -> None:
    """Disconnect the page, let others record before it, or tap on it, as its pose says."""
    if pose.unlinked is not None:
        unlink(page, pose, phone, path)
    if pose.late:
        overtake(page, pose, phone, path)
    for tapped in pose.tapped:
        page.locator(tapped).filter(visible=True).first.click()
        expect(page.locator(".last > .alert, .actions--asked").filter(visible=True)).to_be_visible()


def measure_screen(page: Page, language: str, name: str) -> Iterator[str]:
    """Yield the faults of a phone at the table. Colours and roles are checked in one language only.

    The sample has the smallest window in the widest font and one other layout, and either larger text or a zoom.
    """
    layouts = LAYOUTS[language]
    if not FULL:
        smallest = next(each for each in layouts if each[1] == SMALLEST)
        others = [each for each in layouts if each != smallest]
        layouts = [smallest, *(in_turn(name, others) if language in LANGUAGES else ())]
    if language == "en-GB":
        yield from found_by_axe(page, name)
    yield from measure_layouts(page, layouts)
    if page.evaluate(FOLD):
        if language == "en-GB" and FULL:
            measure(page, *PHONES[0])
            yield from (f"folded, {each}" for each in found_by_axe(page, name))
        yield from (f"folded, {each}" for each in measure_layouts(page, layouts))
    if language == "en-GB":
        yield from find_missing_parts(page, name)
    if language in LANGUAGES:
        yield from measure_enlarged(page, language, name)


def find_missing_parts(page: Page, name: str) -> Iterator[str]:
    """Yield the parts that are not seen though they may not give way, or that are read although they have."""
    write_in(page, WIDEST)
    measure(page, *ROOMY)
    page.evaluate(GIVEN_WAY, {"remember": True})
    for width, height in PHONES:
        measure(page, width, height, DRAWN)
        gone, alive = page.evaluate(GIVEN_WAY, {"remember": False})
        lists = (MAY_GIVE_WAY[each].get(str(width), "") for each in ("everywhere", name) if each in MAY_GIVE_WAY)
        may = {part for each in lists for part in each.split(", ")}
        yield from (f"{width}×{height}: “{part}” is not seen" for part in gone if part not in may)
        yield from (f"{width}×{height}: “{part}” is hardly seen, or read unseen" for part in alive)


def test_parts_give_way_in_poses_that_exist() -> None:
    assert {*MAY_GIVE_WAY} - {"everywhere", *SCREENS} == set()


def measure_enlarged(page: Page, language: str, name: str, *, is_whole: bool = False) -> Iterator[str]:
    """Yield what is wrong with larger text, and what zoomed; in the sample with one of the two."""
    for how in in_turn(f"{name} enlarged", ("text", "zoom")):
        yield from measure_zoomed(page) if how == "zoom" else measure_larger_text(page, language, is_whole=is_whole)


def measure_zoomed(page: Page) -> list[str]:
    """Return what cannot be reached by scrolling down at 200 %, with every fold open."""
    page.set_viewport_size({"width": 390, "height": 664})
    shown = page.evaluate(SHOWN)
    page.evaluate(UNFOLD)
    write_in(page, WIDEST)
    zoom = page.context.new_cdp_session(page)
    wrong: list[str] = []
    for width, height in ZOOMED:
        window = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True}
        zoom.send("Emulation.setDeviceMetricsOverride", window)
        wrong += [f"{width}×{height}: {each}" for check in (MEASURE, SLIDES) for each in page.evaluate(check)]
        wrong += [f"{width}×{height}: “{text}” is gone" for text in set(shown) - set(page.evaluate(SHOWN))]
    zoom.detach()
    return wrong


def measure_larger_text(page: Page, language: str, *, is_whole: bool = False) -> list[str]:
    """Return what is wrong where a reader has chosen larger text; `is_whole` measures all that scrolls at once."""
    size, (width, height) = LARGER_TEXTS[language]
    reader = page.context.new_cdp_session(page)
    write_in(page, FONTS[language])
    choose_text(page, reader, size)
    window = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
    reader.send("Emulation.setDeviceMetricsOverride", window)
    for _ in range(8 if is_whole else 0):  # in a taller window more has room, and some pages are always higher than it
        window["height"] = max(height, page.evaluate("document.documentElement.scrollHeight"))
        reader.send("Emulation.setDeviceMetricsOverride", window)
    wrong = [f"text of {size}: {each}" for check in (MEASURE, SLIDES) for each in page.evaluate(check)]
    choose_text(page, reader, 16)
    reader.detach()
    return wrong


def choose_text(page: Page, reader: CDPSession, size: int) -> None:
    """Set the size of text as a reader does in the browser's settings, and wait until the page has it."""
    reader.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    wait_until(page, "size => getComputedStyle(document.documentElement).fontSize === size", f"{size}px")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_measured_in_the_fonts_that_are_named(
    shared_page: SharedPage, served_app: ServedApp, language: str
) -> None:
    page = shared_page.renew(language)
    served_app.show(page, *open_pose(served_app.app, POSES["tally"], NAMES[language]))
    for font in (WIDEST, FONTS[language]):
        write_in(page, font)
        # Text that is still being drawn has its previous font.
        seen = next((fonts for _ in range(50) if (fonts := list_fonts(page)) == {font, HANGUL}), list_fonts(page))
        assert seen == {font, HANGUL}, "`make browser` installs the fonts that are missing"


def list_fonts(page: Page) -> set[str]:
    """Return the fonts that draw the texts at the table."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    found = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": ".app :is(h1, p, b, small, bdi, button)"})
    nodes = [session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in found["nodeIds"]]
    session.detach()
    return {font["familyName"] for fonts in nodes for font in fonts}


AROUND = {**PAGES, **zhao_pengyou.PAGES}


@pytest.mark.parametrize(("name", "language"), with_languages(one_in(3, AROUND)))
def test_pages_around_a_table(shared_page: SharedPage, served_app: ServedApp, name: str, language: str) -> None:
    page, pose = shared_page.renew(language), AROUND[name]
    names = NAMES[language] if FULL or draw_lot(f"names of {name}", 3) else MIXED
    served_app.show(page, *open_pose(served_app.app, pose, names))
    send_refused(page, pose)
    page.evaluate(UNFOLD)
    assert "\n".join(measure_page(page, language, name)) == ""


def measure_page(page: Page, language: str, name: str) -> Iterator[str]:
    """Yield the faults of a scrolling page, in every width, at every zoom and in every section."""
    page.evaluate("document.querySelectorAll('.rule-section').forEach(part => { part.style.display = 'block' })")
    show_whole(page)
    if language == "en-GB":
        yield from found_by_axe(page, name)
    yield from page.evaluate(SMALL)
    for width in {SMALLEST[0], *(width for width, _ in in_turn(name, PHONES))}:
        show_whole(page, width)
        yield from (f"{width}: {each}" for check in (MEASURE, SLIDES) for each in page.evaluate(check))
    yield from measure(page, 768, 664, SLIDES)
    yield from measure_enlarged(page, language, name, is_whole=True)


ALONE = (
    *("/", "/new", "/new?game=zhao_pengyou", "/import", "/join", "/forget", "/rules/all?game=mighty", "/nothing"),
    "/rules/compare?game=mighty&preset=base10&with=wikipedia_ja",
    *("/referee", "/words", "/first/mighty", "/first/mighty/7", "/first/mighty/10"),
    *("/first/zhao_pengyou", "/first/zhao_pengyou/5", "/first/zhao_pengyou/8", "/first/zhao_pengyou/12"),
    *("/referee/mighty", "/referee/mighty/redeal", "/referee/mighty/bid", "/referee/mighty/payment?level=15&trump=NT"),
    *("/referee/mighty/trick?trump=H&trick=3&cards=C3+JK+CK+H2+CA&called=yes", "/referee/mighty/trick?cards=xx"),
    *("/referee/mighty/play?trump=H&cards=D5", "/referee/zhao_pengyou/trumps?level=5&cards=H5&laid=S7"),
    *("/referee/zhao_pengyou/trick?suit=H&rank=7&cards=SA+SA+SK+SK+H9&size=2", "/referee/zhao_pengyou/promotion"),
    *("/referee/zhao_pengyou/lead?suit=H&rank=7&count=8&cards=SA+SK+SJ+SJ", "/referee/zhao_pengyou/follow"),
)


@pytest.mark.parametrize(("path", "language"), with_languages(one_in(2, ALONE)))
def test_pages_without_a_table(shared_page: SharedPage, served_app: ServedApp, path: str, language: str) -> None:
    page = shared_page.renew(language)
    page.goto(served_app.url + path)
    assert "\n".join(measure_page(page, language, path)) == ""


NUMBERS = ("/mighty/hands", "/people/4/mighty/hands")
GROUP_PAGES = (
    "",
    *NUMBERS,
    "/people/1",
    "/people/13",
    "/season",
    "/nights/TABLE",
    "/links",
    "/leave",
    "/join",
    "/group",
    "/new",
    "/setup",
)


@pytest.mark.parametrize(("place", "language"), with_languages(GROUP_PAGES))
def test_pages_of_a_group(shared_page: SharedPage, served_app: ServedApp, place: str, language: str) -> None:
    phone, table_id = open_pose(served_app.app, POSES["moment among twelve"], NAMES[language])
    group = open_group(phone, table_id, NAMES[language])
    places = {
        "/join": f"{group}/join",
        "/group": f"{table_id}/group",
        "/new": "/groups/new",
        "/setup": f"/new?group={group[3:]}",
    }
    page = shared_page.renew(language)
    path = places.get(place, group + place.replace("TABLE", table_id[3:]))
    if place == "/join":
        link = next(each.text for each in phone.page(f"{group}/links").all("p") if "data-link" in each.attributes)
        page.goto(served_app.url + urlsplit(link).path)
    else:
        served_app.show(page, phone, path)
    for fold in page.locator("summary").filter(visible=True).all():
        fold.click()
    assert "\n".join(measure_page(page, language, place)) == ""


def open_group(phone: Phone, first: str, names: tuple[str, ...]) -> str:
    """Create a group with two tables, at one of which somebody has another name. Return its path."""
    group = str(phone.post("/groups", {"name": names[3], "key": "k", "table": first[3:]}).location)
    phone.post(f"{group}/people/1", {"name": names[7][::-1]})
    phone.post(f"{group}/nights/{first[3:]}/rules", {"name": names[4]})
    phone.post(f"{group}/people", {"name": "Zoe"})
    open_table(phone.app, "korean40", names[:6], host=phone, group=group[3:])
    return group


@pytest.mark.parametrize(("trouble", "language"), with_languages(TROUBLE))
def test_pages_of_errors(
    shared_page: SharedPage, served_app: ServedApp, monkeypatch: pytest.MonkeyPatch, trouble: str, language: str
) -> None:
    pose, place, error = TROUBLE[trouble]
    phone, path = open_pose(served_app.app, pose, NAMES[language])

    def fail(*_args: object) -> None:
        raise error

    monkeypatch.setattr(place, fail)
    page = shared_page.renew(language)
    served_app.show(page, phone, path)
    assert page.locator(".error-page").count() == 1
    show_whole(page)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollHeight") <= height, "it is read without scrolling"
    assert "\n".join(measure_page(page, language, trouble)) == ""


@pytest.mark.full
@parametrize_poses(AROUND)
def test_pages_with_names_of_both_directions(shared_page: SharedPage, served_app: ServedApp, pose: Pose) -> None:
    page = shared_page.renew("zh-CN")
    served_app.show(page, *open_pose(served_app.app, pose, MIXED))
    send_refused(page, pose)
    page.evaluate(UNFOLD)
    show_whole(page, SMALLEST[0])
    assert [each for check in (MEASURE, SLIDES) for each in page.evaluate(check)] == []


@pytest.mark.parametrize("name", ["statistics/hands", "zpy: fallen", "zpy: past the ace"])
def test_pages_where_names_of_both_directions_take_much_room(
    shared_page: SharedPage, served_app: ServedApp, name: str
) -> None:
    """A long name beside others, six makers in a line, and upright heads of columns, one above the other at 200 %."""
    page = shared_page.renew("en-GB")
    served_app.show(page, *open_pose(served_app.app, AROUND[name], MIXED))
    page.evaluate(UNFOLD)
    assert "\n".join([*measure_page(page, "en-GB", name), *measure_zoomed(page)]) == ""


UNSAVED = {"key": "1", "url": "/t/nowhere/record/undo", "body": "version=1", "page": "/t/nowhere", "at": 0}
"""A kept tap at a table that this phone has left."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tap_that_was_not_saved(browser: Browser, served_app: ServedApp, language: str) -> None:
    with open_page(browser, language) as page:
        page.goto(served_app.url)
        tap = {**UNSAVED, "by": "1", "words": f"Trick 7: {NAMES[language][3]}, 2"}
        page.evaluate("tap => localStorage.setItem('tap:1', JSON.stringify(tap))", tap)
        page.reload()
        page.locator("#unsaved small:not(:empty)").wait_for()
        assert "\n".join(measure_page(page, language, "not saved")) == ""


VIEWS_OF_SETUP: Mapping[str, tuple[str, ...]] = {
    "names": (),
    "presets": ("presets",),
    "questions": ("presets", "questions"),
    "rules": ("presets", "rules"),
}


@pytest.mark.parametrize(("name", "language"), with_languages(VIEWS_OF_SETUP))
def test_setting_up(browser: Browser, served_app: ServedApp, name: str, language: str) -> None:
    with open_page(browser, language) as page:
        page.goto(f"{served_app.url}/new")
        for count, player in enumerate(NAMES[language][:6], 1):
            page.locator("#another").fill(player)
            page.locator("#another").press("Enter")
            page.locator(f".pill--seated[data-seat='{count}']").wait_for()
        for view in VIEWS_OF_SETUP[name]:
            page.locator(f"[value='view:{view}']").click()
            page.locator(f"#setup[data-view={view}]").wait_for()
        if name == "questions":
            page.locator("[name^=answer_]").last.check()
            page.locator("[value^='near:']").first.wait_for()
        assert "\n".join(measure_page(page, language, name)) == ""


MENUS = {"home": "/", "the referee": "/referee", "a table": "", "a sheet": "/sheet"}


@pytest.mark.parametrize(("place", "language"), with_languages(MENUS))
def test_menus(shared_page: SharedPage, served_app: ServedApp, place: str, language: str) -> None:
    page = shared_page.renew(language)
    if place.startswith("a "):
        served_app.show(page, *open_pose(served_app.app, Pose(at=MENUS[place]), NAMES[language]))
    else:
        page.goto(served_app.url + MENUS[place])
    page.locator("[popovertarget=menu]").first.click()
    wrong = page.evaluate(SMALL)
    for width, height in PHONES:
        wrong += measure(page, width, height, MEASURE, SLIDES)
    wrong += measure_zoomed(page)
    assert "\n".join(wrong) == ""


TELEVISED = {**TELEVISION, **zhao_pengyou.TELEVISION}


@pytest.mark.parametrize(("name", "language"), with_languages(one_in(2, TELEVISED)))
def test_television(shared_screen: SharedPage, served_app: ServedApp, name: str, language: str) -> None:
    page, pose = shared_screen.renew(language), TELEVISED[name]
    names = NAMES[language] if FULL or draw_lot(f"names of {name}", 3) else MIXED
    served_app.show(page, *open_pose(served_app.app, pose, names))
    assert page.locator(".dock, form").count() == 0
    wrong = found_by_axe(page, name) if language == "en-GB" else []
    for width, height in TELEVISIONS:
        wrong += measure(page, width, height, MEASURE, SLIDES)
    assert "\n".join(wrong) == ""


@pytest.mark.full
@parametrize_poses(TELEVISED)
def test_television_with_names_of_both_directions(shared_screen: SharedPage, served_app: ServedApp, pose: Pose) -> None:
    page = shared_screen.renew("zh-CN")
    served_app.show(page, *open_pose(served_app.app, pose, MIXED))
    assert measure(page, *TELEVISIONS[0], MEASURE, SLIDES) == []


def test_the_calls_on_a_television_are_whole(shared_screen: SharedPage, served_app: ServedApp) -> None:
    page = shared_screen.renew("en-GB")
    served_app.show(page, *open_pose(served_app.app, TELEVISION["a long auction"], LATIN))
    page.set_viewport_size({"width": 1280, "height": 720})
    calls, around = (page.locator(each).bounding_box() for each in (".rounds", ".tv__context"))
    assert calls
    assert around
    assert around["y"] <= calls["y"]
    assert calls["y"] + calls["height"] <= around["y"] + around["height"]


ON_ITS_SIDE = {
    name: f"{points}, .dock .key--submit"
    for points, names in {
        ".bar .makers, .bar .defenders": ("tally", "tally of seven", "tally of eight", "tally of five among twelve"),
        ".head__fact, .bands": ("zpy: five, tally", "zpy: eight, tally"),
    }.items()
    for name in names
}
"""Parts of a table that a phone on its side shows at once: the points of both sides, and the keys that record more."""
CUT = """selector => [...document.querySelectorAll(selector)].filter(element => {
  const { left, top, right, bottom } = element.getBoundingClientRect(), root = document.documentElement;
  return right === left || left < 0 || top < 0 || right > root.clientWidth || bottom > root.clientHeight;
}).map(element => element.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize(("name", "language"), with_languages(ON_ITS_SIDE))
def test_a_phone_on_its_side_shows_points_beside_keys(
    shared_page: SharedPage, served_app: ServedApp, name: str, language: str
) -> None:
    page = shared_page.renew(language)
    served_app.show(page, *open_pose(served_app.app, SCREENS[name], NAMES[language]))
    for width, height in ((664, 390), (568, 320)):
        assert measure(page, width, height, SLIDES) == []
        assert page.evaluate(CUT, ON_ITS_SIDE[name]) == []


BESIDE = ("auction of eight, a hand before", "moment among twelve", "zpy: twelve, moment")


@pytest.mark.parametrize(("name", "language"), with_languages(BESIDE))
def test_beside_the_board_on_a_large_screen(
    shared_screen: SharedPage, served_app: ServedApp, name: str, language: str
) -> None:
    page = shared_screen.renew(language)
    served_app.show(page, *open_pose(served_app.app, SCREENS[name], NAMES[language]))
    expect(page.locator("#side-panel img:visible")).to_have_count(1)
    wrong = found_by_axe(page, name) if language == "en-GB" else []
    for width, height in ((1280, 800), (1920, 1080), (900, 640)):
        wrong += measure(page, width, height, MEASURE, SLIDES)
    assert [each for each in wrong if "begins above the end" not in each] == [], "the rows of a phone"

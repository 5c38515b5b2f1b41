"""Styles: icons exist, themes define the same colours, and text has enough contrast."""

import re
from itertools import product
from pathlib import Path

from tests.cases import for_each

ROOT = Path(__file__).parents[1]
TOKENS = (ROOT / "static" / "page" / "tokens.css").read_text()
STYLES = sorted((ROOT / "static").rglob("*.css"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


PAIR = r"--([\w-]+): var\(--light, (#[0-9a-f]{6})\) var\(--dark, (#[0-9a-f]{6})\);"
LIGHT, DARK = ({found[1]: found[at] for found in re.finditer(PAIR, TOKENS)} for at in (2, 3))
"""The colours of each theme by name."""


def relative_luminance(colour: str) -> float:
    """Return the relative luminance as WCAG 2.2 defines it."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_ratio(one: str, other: str) -> float:
    """Return the contrast ratio as WCAG 2.2 defines it."""
    low, high = sorted((relative_luminance(one), relative_luminance(other)))
    return (high + 0.05) / (low + 0.05)


ON_PAGE = ("ink", "soft", "accent", "makers-text", "defenders", "good", "bad", "spades", "hearts", "diamonds", "clubs")
PAIRS = [
    *product(ON_PAGE, ("paper", "sheet")),
    ("ink", "accent-soft"),
    ("soft", "accent-soft"),
    ("ink", "bad-soft"),
    ("soft", "bad-soft"),
    ("faded", "sheet"),
    ("on-accent", "accent"),
    ("accent", "accent-soft"),
    ("makers-text", "makers-soft"),
    ("defenders", "defenders-soft"),
]


@for_each(*PAIRS, theme=[LIGHT, DARK])
def test_text_stands_out_from_its_ground(text: str, ground: str, theme: dict[str, str]) -> None:
    assert contrast_ratio(theme[text], theme[ground]) >= 4.5


@for_each(theme=[LIGHT, DARK])
def test_large_letters_and_bars_stand_out(theme: dict[str, str]) -> None:
    """Three to one is enough for 40-pixel text and for graphics."""
    for colour, ground in product(("makers", "defenders", "accent"), ("paper", "sheet")):
        assert contrast_ratio(theme[colour], theme[ground]) >= 3


def test_every_icon_is_in_the_sprite_and_every_one_in_it_is_used() -> None:
    held = set(re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static" / "icons.svg").read_text()))
    named = r'(?:icon|icon_button|menu_link|menu_button|empty)\("([\w-]+)"|symbol="([\w-]+)"'
    pages = "".join(path.read_text() for path in TEMPLATES)
    used = {name for names in re.findall(named, pages) for name in names if name}
    assert used == held


@for_each(page=TEMPLATES)
def test_nothing_is_styled_or_scripted_in_a_page(page: Path) -> None:
    """The content policy forbids inline styles and scripts."""
    text = page.read_text()
    assert not re.search(r'\sstyle="|\son\w+="|<style', text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)


@for_each(style=STYLES)
def test_styles_take_their_colours_from_the_tokens(style: Path) -> None:
    """Exceptions: a QR code is black on white in any theme, paper has its own ink, and a backdrop only darkens."""
    if style.name in ("tokens.css", "print.css"):
        return
    written = re.findall(r"#[0-9a-f]{3,8}\b|rgba?\([^)]*\)", style.read_text())
    assert set(written) <= {"#fff", "rgb(0 0 0 / 45%)"}


STROKES = re.compile(r"\b(?:border(?!-radius|-spacing)|outline|box-shadow|text-underline-offset)[\w-]*:[^;}]*")
COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)


@for_each(style=STYLES)
def test_lengths_grow_with_the_text(style: Path) -> None:
    """A reader's larger text gives what a larger zoom gives: what is in pixels would be too small for it."""
    rest = STROKES.sub("", COMMENTS.sub("", style.read_text()))
    assert set(re.findall(r"-?[\d.]+px", rest)) <= {"1px", "-1px"}, "strokes and hairlines alone"


NEWER = re.compile(r":(?:has\(|popover-open|modal\b|open\b|user-(?:in)?valid|:backdrop|focus-visible|dir\()")
"""Selectors that a phone of 2021 does not know: Chromium 92, Safari 14.1 and 15.0, Firefox 90."""


def split_list(selectors: str) -> list[str]:
    """Return the parts of a list of selectors, split at the commas outside brackets."""
    parts, depth = [""], 0
    for letter in selectors:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def read_rules(style: Path) -> list[tuple[str, str]]:
    """Return the selectors and the declarations of each rule, also of those inside @media and @supports."""
    text = COMMENTS.sub("", style.read_text())
    return [(selectors.strip(), body) for selectors, body in re.findall(r"([^{};]+)\{([^{}]*)", text)]


def negated_lists(selectors: str) -> list[str]:
    """Return the contents of each :not() that lists several selectors."""
    found = []
    for start in re.finditer(r":not\(", selectors):
        depth, end = 1, start.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(selectors[end], 0)
            end += 1
        found.append(selectors[start.end() : end - 1])
    return [each for each in found if len(split_list(each)) > 1]


@for_each(*STYLES)
def test_no_list_mixes_selectors_that_an_older_phone_knows_with_newer_ones(style: Path) -> None:
    """A browser drops a rule whole for one selector in its list, or in a :not(), that it does not know.

    In :is() and :where() it drops that selector alone.
    """
    mixed = []
    for selectors, _ in read_rules(style):
        if selectors.startswith("@"):
            continue
        for parts in (split_list(selectors), *map(split_list, negated_lists(selectors))):
            if len({bool(NEWER.search(part)) for part in parts}) > 1:
                mixed.append(" ".join(selectors.split()))
    assert mixed == []


@for_each(*STYLES)
def test_a_height_of_the_shown_screen_has_one_of_the_whole_screen_before_it(style: Path) -> None:
    """Chromium before 108 and Safari before 15.4 drop what is in `dvh`: a sheet would be higher than the screen."""
    for selectors, body in read_rules(style):
        for name, number in re.findall(r"([\w-]+): ([\d.]+)dvh", body):
            assert re.search(rf"{name}: {number}vh;\s*{name}: {number}dvh", body), selectors


def test_a_screen_is_not_fitted_by_exceptions() -> None:
    """Sizes are functions of the room: a screen that is too full takes one of the steps that are there."""
    styles = "".join(COMMENTS.sub("", each.read_text()) for each in STYLES)
    assert len(set(re.findall(r"@(?:media|container) .+(?= \{)", styles))) <= 28


WITHOUT_HAS = "@supports not selector(:has(*))"


def read_fallbacks(style: Path) -> str:
    """Return the rules of a style sheet for browsers without :has()."""
    return "".join(re.findall(rf"^{re.escape(WITHOUT_HAS)} \{{(.*?)^\}}", style.read_text(), re.DOTALL | re.MULTILINE))


OPENED = {
    "keys.css": (".how-alone", ".steps"),
    "setup.css": (".rule-section",),  # hidden only where @supports selector(:has(*))
    "page.css": (".menu",),  # by a class
}
"""Parts that a rule with a newer selector opens, and another rule hides."""
LAID_OUT = (
    ".zone",
    ".dock--pack",
    ".invite",
    ".names .key",
    "bdi:has(> bdi)",
    "span:has(> bdi)",
    ".error-page",
    ".to-try",
    ".last",
    ".head",
)
"""Parts that such a rule only draws in another layout."""


@for_each(*STYLES)
def test_nothing_waits_for_a_newer_selector_to_be_opened(style: Path) -> None:
    """Something hidden is shown by an older rule, for a browser may drop the one that opens it."""
    for selectors, body in read_rules(style):
        if not NEWER.search(selectors) or not re.search(r"(?:display: (?!none)|visibility: visible)", body):
            continue
        for part in split_list(" ".join(selectors.split())):
            if any(each in part for each in LAID_OUT) or ".dock__folded" in part:
                continue
            assert any(each in part for each in OPENED.get(style.name, ())), part
    fallbacks = read_fallbacks(style)
    if style.name == "keys.css":
        assert all(f"{each} {{" in fallbacks for each in (*OPENED["keys.css"], ".dock > .dock__folded"))


def test_a_chosen_key_looks_chosen_without_the_newer_selector() -> None:
    """A key is coloured by `:has(> input:checked)`. Before Chromium 105 its input does so."""
    fallbacks = read_fallbacks(ROOT / "static" / "page" / "keys.css")
    drawn = re.search(r":is\(\.key, \.section-pills \.pill\) > input:checked \{(.*?)\}", fallbacks, re.DOTALL)
    assert drawn is not None
    assert "opacity: 1;" in drawn[1]

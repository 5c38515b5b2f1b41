"""Take the pictures of the README: ``python -m tools.pictures``, as ``make pictures`` does.

Each picture is a screenshot of the program at an evening of five, so that no picture shows an outdated screen.
"""

import io
import logging
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.app_pages import ServedApp, serve_app
from tests.browser.poses import KNOWN, Pose, call_steps, open_pose, result_steps
from tools.programs import find_program

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
NAMES = ("Ana", "Bo", "Cho", "Dan", "Eun")
COLOURS = 200
"""Colours of a picture: enough for flat screens, at half the bytes."""

HANDS = [
    *result_steps("card|5", 16, "14H", 2),
    *result_steps("card|4", 13, "15S", 1),
    *result_steps("none|-", 14, "15C", 5),
    *result_steps("card|1", 9, "17S", 2),
    *result_steps("card|2", 17, "16D", 3),
    *result_steps("card|3", 18, "16NT", 4),
]
ON_A_PHONE = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}
ON_A_TELEVISION = {"viewport": {"width": 1280, "height": 720}}
LAPTOP = {"viewport": {"width": 760, "height": 590}}


class Picture(NamedTuple):
    """Screens side by side, and their width together in pixels."""

    poses: tuple[Pose, ...]
    browser: Mapping[str, Any]
    width: int


PICTURES = {
    "phone": Picture(
        (
            Pose(steps=[*HANDS, *call_steps("14H", "-", "15S")], seat=4),
            Pose(steps=[*HANDS, *KNOWN]),
            Pose(steps=HANDS, seat=3),
        ),
        ON_A_PHONE,
        810,
    ),
    "television": Picture((Pose(steps=HANDS, at="/watch"),), ON_A_TELEVISION, 810),
    "sheet": Picture((Pose(steps=HANDS, at="/sheet"),), LAPTOP, 810),
}


def take_screenshots(browser: Browser, program: ServedApp, picture: Picture) -> Iterator[Image.Image]:
    """Yield a screenshot of each pose, at twice the size of the screen."""
    for pose in picture.poses:
        context = browser.new_context(**picture.browser, locale="en-GB", service_workers="block", device_scale_factor=2)
        page = context.new_page()
        program.show(page, *open_pose(program.app, pose, NAMES))
        page.evaluate("() => document.fonts.ready")
        yield Image.open(io.BytesIO(page.screenshot(animations="disabled")))
        context.close()


def join_side_by_side(shots: list[Image.Image], width: int) -> Image.Image:
    """Join `shots` side by side, together `width` pixels wide."""
    gap = 24
    whole = Image.new(
        "RGB", (sum(shot.width + gap for shot in shots) - gap, max(shot.height for shot in shots)), "white"
    )
    left = 0
    for shot in shots:
        whole.paste(shot, (left, 0))
        left += shot.width + gap
    small = whole.resize((width, round(whole.height * width / whole.width)), Image.Resampling.LANCZOS)
    return small.quantize(COLOURS, dither=Image.Dither.NONE)


def main() -> None:
    """Take every picture."""
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, serve_app() as program:
        browser = playwright.chromium.launch(executable_path=find_program("Chromium"), args=["--no-sandbox"])
        for name, picture in PICTURES.items():
            path = FOLDER / f"{name}.png"
            join_side_by_side(list(take_screenshots(browser, program, picture)), picture.width).save(
                path, optimize=True
            )
            print(f"{path.relative_to(FOLDER.parents[1])}: {path.stat().st_size / 1024:.0f} KB")
        browser.close()


if __name__ == "__main__":
    main()

"""Text in pictures: every common name is drawn, also on a server without fonts, and no letter is drawn as a box."""

import io
import struct
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from scorekeeper import lettering
from scorekeeper.lettering import MARKS, OWN, choose_fonts, read_family_name, read_letters
from scorekeeper.svg_to_png import OTHERWISE, TEXT, render_here, split_by_family
from tests.cases import for_each, require

COMMON = (
    *("李昊睿", "张雨婷", "陈萱怡", "王梓涵", "朱镕基", "刘玥", "赵喆", "陳怡君", "張家豪", "黃淑芬", "梁詠琪"),
    *("이지민", "김아름", "뷁쀍힣", "佐藤美咲", "髙橋翔太", "渡邊葵", "さくら", "ゑヴ", "Zażółć", "Ngọc Đặng", "Çağrı"),
    *("Ελένη", "Жанна Її", "สมชาย", "ธนพล", "محمد علي", "گلناز پری", "יוסי כהן", "O’Neill-Smith", "−½ ♠♥♦♣ >A"),
    *("Ana 🎉", "🀄❤", "🦊 Bo", "🐻김아름"),
)
"""Common names in many scripts and with emoji, and the symbols that pictures contain."""

SEQUENCES = ("Ana 👍🏽", "김 🇰🇷 이", "👨‍👩‍👧 Bo", "1️⃣", "❤️", "لله Ana 🏴󠁧󠁢󠁳󠁣󠁴󠁿")
"""Emoji of several code points."""


@pytest.fixture
def no_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server without fonts of its own, as in a container."""
    monkeypatch.setattr(lettering, "SYSTEM", {sys.platform: (), "linux": ()})


def build_svg(text: str, otherwise: str = "") -> str:
    told = f' data-else="{otherwise}"' if otherwise else ""
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' width='900' height='60'>"
        f"<text x='5' y='40' font-size='30' font-family='Noto Sans CJK KR'{told}>{text}</text></svg>"
    )


def render_text(text: str, otherwise: str = "") -> bytes:
    """Return the pixels of a text, to compare texts by."""
    return Image.open(io.BytesIO(render_here(build_svg(text, otherwise)))).convert("RGBA").tobytes()


@pytest.mark.usefixtures("no_fonts")
@for_each(name=COMMON)
def test_every_letter_of_a_common_name_is_drawn_by_fonts_of_our_own(name: str) -> None:
    found = choose_fonts(name)
    assert "".join(run for _, run in split_by_family(name, found)) == name
    assert {path.parent for path in found.files} == {OWN}


@pytest.mark.usefixtures("no_fonts")
@for_each(name=COMMON)
def test_no_letter_of_a_common_name_is_drawn_as_another(name: str) -> None:
    """Missing letters would all be drawn as the same box."""
    each = sorted(letter for letter in set(name) if not letter.isspace() and letter.isalnum())
    assert len({render_text(letter) for letter in each}) == len(each)


@pytest.mark.usefixtures("no_fonts")
@for_each(("Ana नेहा", "Ana"), ("Aहna", "Ana"), ("नेAna", "Ana"), ("🇰🇷 Bo", " Bo"), ("🂡", ""))
def test_what_no_font_has_is_left_out(text: str, stays: str) -> None:
    assert render_text(text) == render_text(stays)


@pytest.mark.usefixtures("no_fonts")
def test_whoever_has_no_letter_left_is_a_number() -> None:
    assert render_text("नेहा", "#3") == render_text("#3")
    assert render_text("Bo नेहा", "#3") == render_text("Bo")


@pytest.mark.usefixtures("no_fonts")
@for_each(("👨‍👩‍👧", "👨"), ("👍🏽", "👍"), ("❤️", "❤"), ("🎉", "🎉"))
def test_emoji_are_drawn_by_a_font_of_our_own(text: str, first: str) -> None:
    assert render_text(text) == render_text(first) != render_text("")


def test_an_emoji_is_as_wide_as_it_is_reckoned() -> None:
    box = require(Image.open(io.BytesIO(render_here(build_svg("🎉" * 20)))).getbbox())
    assert 19 * 30 <= box[2] - box[0] <= 20 * 30
    # The system has the fonts of the browser tests.
    assert render_text("नेहा") != render_text("शर्मा") != render_text("")


@for_each(text=SEQUENCES)
def test_emoji_of_several_letters_are_drawn_as_their_first(text: str) -> None:
    """Beside letters of another font, resvg panics on whole sequences."""
    assert render_text(text)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8))
@example("Ana 👍🏽")
@example("<&>\"'")
def test_any_text_is_drawn_by_fonts_that_have_its_letters(text: str) -> None:
    found = choose_fonts(text)
    fonts = {"": found.usual, **found.others}
    for family, run in split_by_family(text, found):
        assert all(letter.isspace() or letter in fonts[family] for letter in run)


def test_texts_and_what_stands_instead_are_found_in_a_picture() -> None:
    ((begin, text, end),) = TEXT.findall(build_svg("A &amp; B", "#1"))
    found = require(OTHERWISE.search(begin))
    assert (text, end, found[1]) == ("A &amp; B", "</text>", "#1")
    assert MARKS
    assert read_family_name(OWN / "NotoSansThai-Regular-subset.ttf") == "Noto Sans Thai"


TABLE = b"\0\1\0\0" + struct.pack(">H6x", 1) + b"cmap" + bytes(4)


@for_each(
    data=[
        *(b"", b"no font", b"ttcf" + bytes(40), TABLE + struct.pack(">II", 28, 900)),
        TABLE + struct.pack(">II", 28, 12) + struct.pack(">HHHHI", 0, 1, 3, 1, 4000),
        TABLE + struct.pack(">II", 28, 14) + struct.pack(">HHHHIH", 0, 1, 3, 10, 12, 12),
        TABLE + struct.pack(">II", 28, 40) + struct.pack(">HHHHI3H", 0, 1, 3, 1, 12, 4, 9999, 0) + b"\xff" * 30,
    ]
)
def test_a_file_that_is_no_font_has_no_letters(data: bytes, *, tmp_path: Path) -> None:
    path = tmp_path / "broken.ttf"
    path.write_bytes(data)
    assert read_letters(path, {65}) == set()
    assert read_letters(tmp_path / "missing.ttf", {65}) == set()
    assert read_family_name(path) == "broken"

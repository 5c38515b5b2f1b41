"""The result as a picture, and the preview of the link to watch in a chat."""

import io
import os
import re
import threading
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask
from PIL import Image, ImageChops
from werkzeug.test import TestResponse

from scorekeeper import svg_to_png
from scorekeeper.own_process import ProcessTarget, ResultSender
from scorekeeper.store import Kind
from scorekeeper.svg_to_png import render_png
from scorekeeper.web.evening import picture
from scorekeeper.web.evening.picture import HEIGHT, MARGIN, WIDTH, PictureLine, Text, lay_out, text_width
from tests.cases import for_each, require
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import NAMES, Phone, Table, open_table

CHATS = ("facebookexternalhit/1.1;kakaotalk-scrap/1.0", "WhatsApp/2.24.20 A", "TelegramBot (like TwitterBot)")

LONG = {
    "hangul": tuple(f"선우용녀{'뷁쀍힣'[n % 3] * 19}{chr(0xAC00 + n)}" for n in range(12)),
    "kana": tuple(f"さくら{'ゑヴ' * 10}{chr(0x3042 + 2 * n)}" for n in range(12)),
    "han": tuple(f"欧阳{'赢麟' * 10}{chr(0x4E00 + n)}" for n in range(12)),
    "latin": tuple(f"W{'MW@' * 7}{chr(65 + n)}" for n in range(12)),
}


def open_table_at(response: TestResponse) -> Image.Image:
    assert response.status_code == 200, response.text
    assert response.mimetype == "image/png"
    return Image.open(io.BytesIO(response.data)).convert("RGB")


def drawn_box(image: Image.Image) -> tuple[int, int, int, int]:
    """Return the box of everything drawn on the picture's ground."""
    paper = Image.new("RGB", image.size, image.getpixel((0, 0)))
    box = require(ImageChops.difference(image, paper).getbbox())
    return box


def is_within_margins(image: Image.Image) -> bool:
    left, top, right, bottom = drawn_box(image)
    return left >= MARGIN - 2 and right <= WIDTH - MARGIN + 2 and top >= 40 and bottom <= HEIGHT - 20


def fetch_for_chat(table: Table, chat: str = CHATS[0], kind: Kind = "watch", query: str = "") -> TestResponse:
    """Fetch a link as a chat's program does."""
    phone = Phone(table.app)
    phone.headers["User-Agent"] = chat
    return phone.get(f"/l/{table.services.grants.issue(table.id, kind)}{query}")


def chat_preview(page: Element) -> dict[str, str]:
    return {
        each.attributes["property"].removeprefix("og:"): each.attributes["content"]
        for each in page.all("meta")
        if "property" in each.attributes
    }


def image_of(table: Table) -> str:
    """The path of the picture that a chat is sent to."""
    return urlsplit(chat_preview(parse(fetch_for_chat(table).text))["image"]).path


# --- The picture ---
@for_each(language=["en", "ko", "ja", "zh-Hans"], game=["mighty", "zhao_pengyou"])
def test_a_picture_opens_and_is_whole(game: str, language: str, *, app: Flask) -> None:
    table = open_table(app, game=game)
    image = open_table_at(table.watcher(language).get(f"{table.path}/picture.png"))
    assert image.size == (WIDTH, HEIGHT)
    assert is_within_margins(image)


@for_each(script=LONG)
def test_twelve_long_names_stay_within_the_margins(script: str, *, app: Flask) -> None:
    table = open_table(app, names=LONG[script])
    assert is_within_margins(open_table_at(table.host.get(f"{table.path}/picture.png")))


def collect_svgs(svgs: list[str]) -> Callable[[str], bytes]:
    """Return a painter that only collects what it was to paint."""

    def paint(svg: str) -> bytes:
        svgs.append(svg)
        return b"png"

    return paint


def anchor(text: Text) -> str:
    return "end" if text.ends else "start"


def line_boxes(name: str, stands: str, shown: slice = slice(1, 3)) -> Image.Image:
    """Name and standing of a line of twelve, painted alone."""
    _, texts = lay_out([PictureLine(1, name, stands)] * 12)
    words = "".join(
        f"<text x='{text.x}' y='{text.y}' font-size='{text.size}' text-anchor='{anchor(text)}'"
        f" font-family='Noto Sans CJK KR'>{text.text}</text>"
        for text in texts[:3][shown]
    )
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}'>{words}</svg>"
    return Image.open(io.BytesIO(render_png(svg))).getchannel("A")


@for_each(script=LONG)
def test_a_name_is_never_over_its_amount(script: str) -> None:
    name, amount = LONG[script][0], "−12345 ½"
    one, other = (line_boxes(name, amount, slice(at, at + 1)).getbbox() for at in (1, 2))
    assert one is not None
    assert other is not None
    assert one[2] < other[0]


@for_each(text="뷁힣ゑ麟WmÆЖ−½@OQGVnobwg+=~8")
def test_no_letter_is_wider_than_is_reckoned(text: str) -> None:
    box = require(line_boxes(text * 8, "").getbbox())
    size = lay_out([PictureLine(1, text * 8, "")] * 12)[1][1].size
    assert box[2] - box[0] <= text_width(text * 8) * size


@for_each(text=["가힣", "一龟", "亜腕", "昊睿", "あン", "Zażółć", "Жук", "−½+"])
def test_every_usual_letter_has_a_shape_of_its_own(text: str) -> None:
    one, other = (line_boxes(letter, "") for letter in (text[0], text[1]))
    assert one.tobytes() != other.tobytes()


@for_each(players=[1, 6, 7, 12, 24, 40])
def test_no_line_is_over_another(players: int) -> None:
    panels, texts = lay_out([PictureLine(number, "Ana", "+1") for number in range(1, players + 1)])
    assert len(panels) == players
    assert len(texts) == 3 * players
    places = {(panel.x, panel.y) for panel in panels}
    assert len(places) == players
    assert all(panel.y + panel.height <= picture.BOTTOM and panel.height > 0 for panel in panels)
    assert all(panel.x + panel.width <= WIDTH - MARGIN for panel in panels)


def test_a_picture_ranks_everyone_and_none_stands_out_where_all_are_first(table: Table) -> None:
    table.play_hand(points=17)
    ranks = picture.ranking_lines(table.state)
    assert [rank.name for rank in ranks] == list(NAMES)
    assert [rank.place for rank in ranks] == [1, 2, 3, 3, 3]
    assert [panel.first for panel in lay_out([PictureLine(1, "Ana", "1"), PictureLine(2, "Bo", "0")])[0]] == [
        True,
        False,
    ]
    found = [panel.first for panel in lay_out([PictureLine(1, "Ana", "0"), PictureLine(1, "Bo", "0")])[0]]
    assert found == [False, False]


def test_a_picture_is_painted_once_with_names_as_text(
    table: Table, monkeypatch: pytest.MonkeyPatch, app: Flask
) -> None:
    svgs: list[str] = []
    monkeypatch.setattr(picture, "render_png", collect_svgs(svgs))
    for _ in range(3):
        assert table.host.get(f"{table.path}/picture.png").data == b"png"
    assert len(svgs) == 1
    table.play_hand(points=17)
    table.host.get(f"{table.path}/picture.png")
    assert len(svgs) == 2
    assert "1 hand" in svgs[1]
    svgs.clear()
    table = open_table(app, names=("<b>&amp;", *NAMES[1:]))
    table.host.get(f"{table.path}/picture.png")
    assert "&lt;b&gt;&amp;amp;" in svgs[0]
    svgs.clear()
    # The painter is told what stands for a name without letters.
    table = open_table(app, names=("Ana", "🐱", *NAMES[2:]))
    table.host.get(f"{table.path}/picture.png")
    assert re.findall(r'data-else="([^"]*)"', svgs[0]) == ["#1", "#2", "#3", "#4", "#5"]
    assert 'data-else="#2" fill="#17181b">🐱</text>' in svgs[0]


def test_only_so_many_are_painted_at_once_and_names_of_every_script(app: Flask, table: Table) -> None:
    for _ in range(svg_to_png.WAITING_AT_MOST):
        assert svg_to_png.slots.acquire(blocking=False)
    try:
        assert table.host.get(f"{table.path}/picture.png").status_code == 503
    finally:
        svg_to_png.slots.release(svg_to_png.WAITING_AT_MOST)
    table = open_table(app, names=("李昊睿", "陈萱怡", "이지민", "สมชาย 🎉", "محمد"))
    for phone in (table.host, table.watcher("zh-Hans")):
        assert is_within_margins(open_table_at(phone.get(f"{table.path}/picture.png")))
    assert is_within_margins(open_table_at(Phone(app).get(image_of(table))))


# --- The process that paints ---
def crash(_svg: str, _sender: ResultSender) -> None:
    os.abort()


def hang(_svg: str, _sender: ResultSender) -> None:
    threading.Event().wait()


def panic(_svg: str, _sender: ResultSender) -> None:
    raise BaseException("a panic of Rust's")


@pytest.mark.parametrize("painter", [crash, hang, panic])
def test_a_failing_painter_touches_nothing_else(
    table: Table, monkeypatch: pytest.MonkeyPatch, painter: ProcessTarget
) -> None:
    monkeypatch.setattr(svg_to_png, "painter", painter)
    monkeypatch.setattr(svg_to_png, "SECONDS", 0.5)
    for _ in range(svg_to_png.WAITING_AT_MOST + 1):  # each gives its place back
        page = table.host.page(f"{table.path}/picture.png", 503)
        assert "The server is busy." in page.text
    table.play_hand(points=17)
    monkeypatch.undo()
    assert is_within_margins(open_table_at(table.host.get(f"{table.path}/picture.png")))


# --- What a chat is shown ---
@for_each(chat=CHATS)
def test_a_chat_is_told_of_the_link_to_watch(chat: str, *, app: Flask) -> None:
    table = open_table(app)
    table.play_hand(points=17)
    response = fetch_for_chat(table, chat)
    assert "Set-Cookie" not in response.headers
    page = parse(response.text)
    assert find_faults(page) == []
    tags = chat_preview(page)
    assert tags["title"].startswith("Mighty · ")
    assert tags["description"] == "1. Ana 14, 2. Bo 7, 3. Cho −7, 3. Dan −7, 3. Eun −7"
    assert tags["image"].startswith("http://localhost/picture/")
    assert is_within_margins(open_table_at(table.stranger().get(urlsplit(tags["image"]).path)))


@for_each(kind=["join", "host"])
def test_a_chat_is_told_of_no_other_link(kind: Kind, *, app: Flask) -> None:
    table = open_table(app)
    response = fetch_for_chat(table, kind=kind)
    assert "og:" not in response.text
    assert "/picture/" not in response.text


def test_people_are_led_on_to_the_table_unless_they_have_no_link(table: Table) -> None:
    assert fetch_for_chat(table, "Mozilla/5.0 (Linux; Android 16)").status_code == 302
    assert fetch_for_chat(table, query="?open=1").status_code == 302, (
        "whoever taps the page for chats is led on as well"
    )
    stranger = table.stranger()
    stranger.headers["User-Agent"] = CHATS[0]
    for path in (table.path, f"{table.path}/picture.png"):
        response = stranger.get(path)
        assert response.status_code == 403
        assert "og:" not in response.text
        assert NAMES[0] not in response.text
    assert "og:" not in stranger.get("/l/nothing").text
    assert "og:" not in stranger.get(table.links()[1] + "x").text


def test_the_address_of_a_picture_opens_nothing_else(table: Table) -> None:
    path = image_of(table)
    stranger = table.stranger()
    before = stranger.get(path).data
    assert "Set-Cookie" not in stranger.get(path).headers
    assert stranger.get(table.path).status_code == 403
    table.play_hand(points=17)
    picture.pictures.clear()
    assert stranger.get(path).data == before, "it shows nothing that came later"
    table_id, version, rest = path.removeprefix("/picture/").split("_", 2)
    for other in (
        *(f"{table_id}_{table.version}_{rest}", f"{'0' * 12}_{version}_{rest}", f"{table_id}_{version}_{rest[2:]}"),
        *("nothing.png", f"{table_id}_{version}_en.png"),
    ):
        assert stranger.get(f"/picture/{other}").status_code == 404


def test_a_picture_goes_with_the_link_that_told_of_it_and_with_its_table(table: Table) -> None:
    """A chat that keeps the address shows nothing any more."""
    path = image_of(table)
    assert table.stranger().get(path).status_code == 200
    table.host.post(f"{table.path}/links/revoke", {"kind": "watch"})
    assert table.stranger().get(path).status_code == 404
    token = table.services.grants.issue(table.id, "watch")
    table.host.post(f"{table.path}/links/revoke", {"kind": "watch"})
    phone = Phone(table.app)
    phone.headers["User-Agent"] = CHATS[0]
    assert "og:" not in phone.get(f"/l/{token}").text
    path = image_of(table)
    assert table.stranger().get(path).status_code == 200
    table.services.books.delete(table.id)
    assert table.stranger().get(path).status_code == 404


def test_a_picture_goes_with_a_link_that_nobody_has_followed(table: Table) -> None:
    """Nor does it go when somebody follows the link; its address opens nothing else, and is no link itself."""
    link, chat = table.links()[1], table.stranger()
    chat.headers["User-Agent"] = CHATS[0]
    path = str(chat.page(link).one("meta", property="og:image").attributes["content"]).removeprefix("http://localhost")
    assert link.rpartition("-")[2] not in path
    for follows in (False, True):
        if follows:
            assert table.stranger().get(link).status_code == 302
        assert table.stranger().get(path).status_code == 200
    table.host.post(f"{table.path}/forget")
    assert table.stranger().get(link).status_code == 302, "it was left by its host, and revoked by nobody"
    assert table.stranger().get(path).status_code == 200
    table.services.grants.revoke_kinds(table.id, ["watch"])
    assert table.stranger().get(path).status_code == 404
    table.services.books.delete(table.id)
    assert table.stranger().get(path).status_code == 404

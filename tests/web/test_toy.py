"""A third game goes through every screen with nothing but its own rules and screens."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

import scorekeeper
from scorekeeper.games import GAMES
from scorekeeper.web.page.screens import SCREENS
from tests.toy import TOY
from tests.web.conftest import MakeApp
from tests.web.fixing import correct_hand
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import Phone, Table, open_table
from tests.web.toy_screens import SCREENS as TOY_SCREENS
from tests.web.toy_screens import add_toy_templates

NAMES = ("Ana", "Bo", "Cho")


@pytest.fixture
def app(make_app: MakeApp) -> Iterator[Flask]:
    """An application whose only game is the toy."""
    registries: list[tuple[dict[str, Any], object]] = [(GAMES, TOY), (SCREENS, TOY_SCREENS)]
    known = [dict(registry) for registry, _ in registries]
    for registry, value in registries:
        registry.clear()
        registry["toy"] = value
    yield add_toy_templates(make_app())
    for (registry, _), before in zip(registries, known, strict=True):
        registry.clear()
        registry.update(before)


@pytest.fixture
def table(app: Flask) -> Table:
    return open_table(app, "plain", NAMES, game="toy")


def draw_hands(table: Table, *winners: int) -> None:
    for winner in winners:
        table.record("start_hand")
        table.record("draw", winner=winner)


def main_text(table: Table, path: str = "", phone: Phone | None = None) -> str:
    return (phone or table.host).page(table.path + path).one("main").text


def test_the_first_page_and_a_new_table(app: Flask, phone: Phone) -> None:
    phone = Phone(app)
    assert "Climb" in phone.page("/").one("main").text
    fields = phone.page("/new").form("/new").sends()
    assert fields["preset"] == "plain"
    offered = parse(phone.post("/new/draft", {**fields, "do": "view:presets"}).text)
    found = [each.attributes["value"] for each in offered.all("button", name="do") if each.of_class("row__title")]
    assert found == ["preset:plain", "preset:strides"]
    form = parse(phone.post("/new/draft", {**fields, "do": "start_from:strides"}).text).form("/new")
    assert [name for name in form.sends() if name in ("top", "strides", "start")] == ["top", "strides", "start"]
    chosen = {**form.sends(), "top": "9", "strides": "2", "name_1": "Ana", "name_2": "Bo"}
    used = parse(phone.post("/new/draft", {**chosen, "do": "use"}).text).form("/new")
    response = phone.post("/new", used.sends())
    table = Table(phone, response.location.split("/")[2])
    assert (table.state.game.key, table.state.rules.as_dict()) == ("toy", {"top": 9, "strides": 2, "start": 0})
    assert "Ana, Bo" in phone.page("/").one("main").text


def test_a_hand_from_the_deal_to_the_score_sheet(table: Table) -> None:
    bo, watcher = table.take_seat(2), table.watcher()
    dock = table.host.page(table.path).form(f"{table.path}/record/start_hand")
    assert dock.sends()["leader"] == "1", "Ana draws first"
    table.record("start_hand", by=bo)
    table.record("shuffle", by=bo)
    assert "Who draws the highest card?" in main_text(table, phone=watcher)
    assert "Drawn" not in main_text(table, phone=watcher)
    preview = bo.get(f"{table.path}/preview/draw?winner=2")
    assert [each.text for each in parse(preview.text).all("li")] == ["Bo 1 up"]
    assert bo.submit(table.path, f"{table.path}/record/draw", winner="2").status_code == 303
    for shown in ("", "/watch", "/sheet"):
        assert "rung 1" in watcher.page(table.path + shown).text, shown
    assert "winner" in main_text(table, "/sheet/1")
    assert "1 up" in main_text(table, "/sheet/1")
    assert "Bo drew the highest card" in main_text(table, "/sheet/1")
    assert "Bo drew the highest card" in main_text(table, "/log")


def test_refusals_are_the_games_own(table: Table) -> None:
    table.record("start_hand")
    for winner, says in (("9", "#9 does not play."), ("", "Pick who drew the highest card."), ("x", "whole number")):
        response = table.send("draw", winner=winner)
        assert response.status_code == 422
        assert says in " ".join(parse(response.text).problems)
    assert table.send("place_bid", player=1, level=14, trump="H").status_code == 422, "no form of another game"
    assert "What is fair is fair" not in main_text(table, "/referee")
    assert "A new one is fair" in main_text(table, "/referee/fairness?deck=A+new+one")


def test_undo_correction_void_penalty_and_rules(table: Table) -> None:
    draw_hands(table, 2, 1)
    table.record("undo")
    table.record("redo")
    assert table.scores == {1: 1, 2: 1, 3: 0}
    correct_hand(table, 1, "draw", "draw", winner=3)
    assert table.scores == {1: 1, 2: 0, 3: 1}
    assert "Earlier versions" in main_text(table, "/sheet/1")
    table.host.submit(f"{table.path}/people", f"{table.path}/people/adjust", amount_2="2", reason="a bet")
    table.host.submit(f"{table.path}/sheet/2", f"{table.path}/sheet/2/void", reason="dropped")
    assert table.scores == {1: 0, 2: 2, 3: 1}
    penalty = {"player": "2", "amount": "1", "reason": "late"}
    fields = table.host.page(f"{table.path}/people").form(f"{table.path}/people/penalize").sends()
    refused = table.host.post(f"{table.path}/people/penalize", {**fields, **penalty, "to_others": "yes"})
    assert parse(refused.text).problems == ["A penalty lifts nobody. house rule"]
    del fields["to_others"]
    table.host.post(f"{table.path}/people/penalize", {**fields, **penalty})
    assert table.scores == {1: 0, 2: 1, 3: 1}
    table.host.submit(f"{table.path}/rules/change", f"{table.path}/rules", strides="2")
    assert "Different here Rungs for a win: 2." in main_text(table, "/rules")
    draw_hands(table, 1)
    assert table.scores == {1: 2, 2: 1, 3: 1}
    for player, action in ((3, "leave"), (3, "return")):
        table.host.submit(f"{table.path}/people/{player}", f"{table.path}/people/{action}")
    assert table.state.seating == (1, 2, 3)


def test_a_new_sheet_with_the_same_people(table: Table) -> None:
    draw_hands(table, 2, 2)
    table.host.submit(f"{table.path}/people", f"{table.path}/people/begin")
    assert table.scores == {1: 0, 2: 0, 3: 0}
    assert "No hand yet" in main_text(table, "/sheet")
    assert "Earlier sheet 1" in main_text(table, "/sheet")
    assert "rung 2" in main_text(table, "/sheet")
    draw_hands(table, 3)
    assert [hand.number for hand in table.state.hands] == [1]
    table.record("undo")
    table.record("undo")
    table.record("undo")
    assert table.scores == {1: 0, 2: 2, 3: 0}


def test_its_end_by_its_own_rule_and_its_streams(app: Flask, table: Table) -> None:
    phone = table.watcher()
    for view in ("", "?view=television", "?view=sheet"):
        with phone.get(f"/live/{table.id}{view}") as stream:
            messages = stream.iter_encoded()
            first = next(messages).decode()
            assert first.startswith(f"id: {table.version}\ndata: ")
            draw_hands(table, 2)
            frame = next(each for each in messages if each.startswith(b"id: "))
            assert frame.startswith(f"id: {table.version}\n".encode())
    table = open_table(app, "strides", NAMES, game="toy")
    draw_hands(table, 2, 2, 2, 2)
    for shown in ("", "/watch", "/sheet"):
        assert "Somebody stands at the top" in main_text(table, shown), shown
    assert "Bo wins" in main_text(table)
    assert table.send("start_hand").status_code == 422


def test_files_and_back(table: Table, make_app: MakeApp) -> None:
    draw_hands(table, 2, 1, 3)
    table.record("adjust", amount_1=4, reason="found")
    data = table.host.get(f"{table.path}/export.json").data
    assert {player: total["value"] for player, total in json.loads(data)["totals"].items()} == {"1": 5, "2": 1, "3": 1}
    rows = list(csv.reader(io.StringIO(table.host.get(f"{table.path}/export.csv").data.decode("utf-8-sig"))))
    assert any("Bo" in row for row in rows)
    assert "winner Bo" in main_text(table, "/print")
    other = Phone(add_toy_templates(make_app()))
    token = other.token
    file = {"file": (io.BytesIO(data), "evening.json"), "csrf_token": token}
    response = other.client.post("/import", data=file, content_type="multipart/form-data")
    assert response.status_code == 303
    taken = Table(other, response.location.split("/")[2])
    assert taken.scores == table.scores
    assert taken.log == table.log
    spoiled = data.replace(b'"winner": 2', b'"winner": 3', 1).replace(b'"winner":2', b'"winner":3', 1)
    assert spoiled != data
    file = {"file": (io.BytesIO(spoiled), "evening.json"), "csrf_token": token}
    assert other.client.post("/import", data=file, content_type="multipart/form-data").status_code == 422


def all_pages(table: Table) -> dict[str, Element]:
    paths = ["", "/watch", "/people", "/log", "/links", "/rules", "/sheet", "/sheet/1", "/referee", "/export", "/print"]
    return {path: table.host.page(path) for path in ["/", "/new", "/import", *(table.path + path for path in paths)]}


def test_no_screen_of_it_speaks_of_another_game(table: Table) -> None:
    draw_hands(table, 2)
    for shown in (None, "start_hand"):
        if shown:
            table.record(shown)
        for path, page in all_pages(table).items():
            assert find_faults(page) == [], path
            assert not re.search(
                "mighty|trump|auction|kitty|declarer|friend|redeal|dealer|bankroll", page.text, re.IGNORECASE
            ), path


def test_one_of_two_games_is_chosen(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)
    monkeypatch.setitem(SCREENS, "toy", TOY_SCREENS)
    phone = Phone(add_toy_templates(make_app()))
    assert "Climb" in phone.page("/").one("main").text
    games = [each.attributes["value"] for each in phone.page("/new").form("/new").all("button", name="do")]
    assert {f"game:{key}" for key in GAMES} <= {*games}
    form = phone.page("/new?game=toy&preset=pagat&name_2=Bo").form("/new").sends()
    assert (form["game"], form["preset"], form["name_1"]) == ("toy", "plain", "Bo")
    mighty, toy = open_table(phone.app, host=phone), open_table(phone.app, "plain", NAMES, game="toy", host=phone)
    mighty.record("start_hand")
    toy.record("start_hand")
    assert toy.send("pass", player=1).status_code == mighty.send("draw", winner=1).status_code == 422
    links = [each.attributes["href"] for each in phone.page("/").of_class("row")]
    assert {mighty.path, toy.path} <= {*links}


GAME_FOLDERS = (
    *("games/mighty/", "games/__init__.py", "web/games/mighty/", "web/games/__init__.py"),
    "translations/",
)


def test_nothing_else_knows_a_game_by_name() -> None:
    """Code, templates and scripts: only a game's rules, its screens and the two registries name it."""
    package = Path(scorekeeper.__file__).parent
    roots = {package: GAME_FOLDERS, package.parent / "templates": ("mighty/",), package.parent / "static": ("vendor/",)}
    naming = [
        str(path)
        for root, own in roots.items()
        for path in root.rglob("*")
        if path.suffix in (".py", ".html", ".js", ".css") and not path.relative_to(root).as_posix().startswith(own)
        if re.search("mighty", path.read_text(encoding="utf-8"), re.IGNORECASE)
    ]
    assert naming == []

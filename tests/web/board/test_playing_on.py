"""The pages of Players: somebody goes home, the others play on, and whoever comes back finds their balance."""

import pytest
from flask import Flask

from tests.web.pages import Element, parse
from tests.web.phones import NAMES, Phone, Table, open_table


def tap(table: Table, phone: Phone, page: str, action: str, button: str) -> Element:
    """Tap a button of a form of a page, which must be recorded, and return the page that it leads to."""
    whole = phone.page(table.path + page)
    (found,) = [each for each in whole.all("button") if each.text == button]
    form = whole.form(f"{table.path}/people/{action}").sends()
    target = found.attributes.get("formaction", f"{table.path}/people/{action}")
    fields = {**form.to_dict(), **({"preset": found.attributes["value"]} if "value" in found.attributes else {})}
    answer = phone.post(target, fields)
    assert (answer.status_code, answer.location) == (303, table.path), parse(answer.text).problems
    return phone.page(answer.location)


def players_of(table: Table) -> object:
    """Return the house rule on the number of players."""
    return table.state.rules.as_dict()["players"]


def rows(page: Element) -> dict[str, str]:
    """The balance of each person on the page of players."""
    people = [each for each in page.all("li") if "row--form" in each.attributes.get("class", "")]
    return {each.one("bdi").text: each.of_class("people__stand")[0].text for each in people}


def test_bo_goes_home_in_two_taps_of_a_scorer_and_four_play_on(app: Flask) -> None:
    """The balance stays on the sheet, one Undo takes all of it back, and who comes back finds it."""
    table = open_table(app)
    table.play_hand()
    dan = table.take_seat(4)
    people = dan.page(f"{table.path}/people")
    assert rows(people) == {
        name: f"{score:+}".replace("+", "").replace("-", "−")
        for name, score in zip(NAMES, table.scores.values(), strict=True)
    }
    version, scores = table.version, table.scores
    board = tap(table, dan, "/people/2", "leave", "Play on with 4")
    assert table.version == version + 1
    assert (players_of(table), table.state.seating, table.scores) == ("four", (1, 3, 4, 5), scores)
    assert "Bo went home; 4 play on" in board.one(id="said").text
    assert "Take out every 2, every 4, both red 3s · Bids start at 14 · 2 play against 2" in board.one("main").text
    table.record("undo", by=dan)
    assert (players_of(table), len(table.state.seating)) == ("five", 5)
    table.record("redo", by=dan)
    table.play_hand(side="card|3")
    stands = table.scores[2]
    phone = table.joiner()
    asked = phone.post(f"{table.path}/seat", {"version": table.version, "name": "Bo"}).location
    assert "Bo was here" in phone.page(asked).one("main").text
    assert phone.submit(asked, f"{table.path}/seat").location == table.path
    assert (len(table.state.seating), table.scores[2]) == (5, stands)
    assert table.role_of(phone) == "scorer"
    table.record("undo")
    board = tap(table, dan, "/people/2", "return", "Play on with 5")
    assert "Bo is back; 5 play on" in board.one(id="said").text
    assert players_of(table) == "five"


def test_those_who_are_left_play_on_from_the_page_of_players(app: Flask) -> None:
    """Somebody has left already; and with a sixth, five play whoever goes home."""
    table = open_table(app)
    table.record("leave", player=2)
    assert "4 of 5 here" in table.host.page(table.path).one("main").text
    tap(table, table.host, "/people", "play_on", "Play on with 4")
    assert players_of(table) == "four"
    table.record("undo")
    table.record("undo")
    table.record("join", name="Fay")
    page = table.host.page(f"{table.path}/people/6")
    assert "53 cards, 10 each, 3 down" in page.one("main").text


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ((*NAMES, "Fay"), "108 cards, 20 each, 8 down · 5 players, 2 packs, 1 friend"),
        (NAMES, "This is not played by 4."),
    ],
)
def test_zhao_pengyou_says_its_packs_and_without_rules_leads_to_the_sheet(
    app: Flask, names: tuple[str, ...], told: str
) -> None:
    table = open_table(app, names=names, game="zhao_pengyou")
    page = table.host.page(f"{table.path}/people/2")
    assert told in page.one("main").text
    (main,) = page.of_class("button--main")
    assert main.text == ("Play on with 5" if len(names) > 5 else "Settle up")
    if len(names) > 5:
        tap(table, table.host, "/people/2", "leave", "Play on with 5")
        assert table.state.seating == (1, 3, 4, 5, 6)


def test_who_plays_the_hand_in_progress_is_told_so(app: Flask) -> None:
    table = open_table(app)
    table.record("start_hand")
    page = table.host.page(f"{table.path}/people/2")
    assert page.problems == ["Bo is in the hand that is being played. Finish it or give it up first."]
    assert [each.text for each in page.of_class("button--main")] == ["To the table"]
    refused = table.send("play_on", player=2)
    assert refused.status_code == 422

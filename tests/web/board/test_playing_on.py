"""The pages of Players: somebody goes home, the others play on, and whoever comes back finds their balance."""

from fractions import Fraction

import pytest
from flask import Flask

from tests.web.pages import Element, parse
from tests.web.phones import NAMES, Phone, Table, open_table


def tap(table: Table, phone: Phone, page: str, action: str, button: str, **chosen: str) -> Element:
    """Tap a button of a form of a page, which must be recorded, and return the page that it leads to."""
    whole = phone.page(table.path + page)
    (found,) = [each for each in whole.all("button") if each.text == button]
    form = whole.form(f"{table.path}/people/{action}").sends()
    for name, value in chosen.items():
        form[name] = value
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


def test_bo_goes_home_in_two_taps_of_a_scorer_and_four_play_on(table: Table) -> None:
    """The balance stays on the sheet, one Undo takes all of it back, and who comes back finds it."""
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


def test_those_who_are_left_play_on_from_the_page_of_players(table: Table) -> None:
    """Somebody has left already; and with a sixth, five play whoever goes home."""
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


def test_who_plays_the_hand_in_progress_is_told_so(table: Table) -> None:
    table.record("start_hand")
    page = table.host.page(f"{table.path}/people/2")
    assert page.problems == ["Bo is in the hand that is being played. Finish it or give it up first."]
    assert [each.text for each in page.of_class("button--main")] == ["To the table"]
    refused = table.send("play_on", player=2)
    assert refused.status_code == 422


def stand_of_latest(table: Table) -> object:
    """Return the standing of the player who came last."""
    return table.scores[max(table.scores)]


def test_a_latecomer_known_to_the_phone_sits_down_in_two_taps_and_the_beginning_is_asked_once(app: Flask) -> None:
    """One tap on the name, one to sit down; whoever scans the QR later is asked nothing but the name."""
    open_table(app, names=("Ana", "Fay", "Gil", "Hye", "Ida"))
    table = open_table(app, host=open_table(app, names=("Ana", "Fay", "Gil", "Hye", "Ida")).host)
    table.play_hand()
    page = table.host.page(f"{table.path}/people")
    links = [each.attributes["href"] for each in page.one("main").of_class("key--submit")]
    assert links == [
        f"{table.path}/people/new{name}" for name in ("?name=Fay", "?name=Gil", "?name=Hye", "?name=Ida", "")
    ]
    version, lowest = table.version, min(table.scores.values())
    asked = links[0].removeprefix(table.path)
    board = tap(table, table.host, asked, "join", "Sit down")
    assert (table.version, stand_of_latest(table)) == (version + 1, 0)
    assert "Fay joined" in board.one(id="said").text
    table.record("undo")
    board = tap(table, table.host, asked, "join", "Sit down", begins="lowest")
    assert stand_of_latest(table) == lowest
    assert f"Fay sat down with −{-lowest}" in board.one(id="said").text
    phone = table.joiner()
    assert phone.post(f"{table.path}/seat", {"player": max(table.scores)}).location == table.path
    table.record("undo")
    tap(table, table.host, asked, "join", "Sit down", score="−7½")
    assert stand_of_latest(table) == Fraction(-15, 2)
    table.record("undo")
    way = next(each for each in table.host.page(table.path + asked).all("button") if "8 each" in each.text)
    board = tap(table, table.host, asked, "join", way.text, begins="lowest")
    assert (players_of(table), stand_of_latest(table)) == ("six_drop", lowest)
    assert "6 play on" in board.one(id="said").text


def test_a_latecomer_of_levels_begins_with_the_lowest_or_any_level(app: Flask) -> None:
    table = open_table(app, game="zhao_pengyou")
    for score, level in (("", 0), ("5", 3)):
        tap(table, table.host, "/people/new", "join", "Sit down", name="Fay", score=score)
        assert stand_of_latest(table) == table.scores[1] + level
        table.record("undo")


def test_a_guest_begins_with_what_the_rules_give_and_is_told_so(table: Table) -> None:
    """A phone with the link to join and no seat can ask for no other beginning, nor for other rules."""
    table.play_hand()
    guest = table.joiner()
    assert "Begins with 0 · One sits out each hand, in turn." in guest.page(f"{table.path}/seat").one("main").text
    for more in ({"begins": "lowest"}, {"score": "100"}, {"preset": "six_all"}):
        answer = guest.post(f"{table.path}/people/join", {"version": table.version, "name": "Fay", **more})
        assert answer.status_code == 403, more
    assert guest.post(f"{table.path}/seat", {"version": table.version, "name": "Fay", "score": "9"}).status_code == 302
    assert table.scores[6] == 0


def test_who_is_back_on_another_chair_plays_on_there(table: Table) -> None:
    table.play_hand()
    tap(table, table.host, "/people/2", "leave", "Play on with 4")
    tap(table, table.host, "/people/2", "return", "Play on with 5", before="5")
    assert table.state.seating == (1, 3, 4, 2, 5)

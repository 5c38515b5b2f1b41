"""Equals: wherever somebody is told of as the first, the best or the last, all who are so are told of."""

from flask import Flask

from tests.cases import for_each
from tests.web.groups.test_groups import add_to_group, make_group
from tests.web.imported_tables import import_table
from tests.web.phones import Table, open_table


def highlights(table: Table) -> dict[str, str]:
    """Return the highlights of a finished evening, by label."""
    (list_,) = [
        each for each in table.host.page(table.path).all("dl") if "fact-grid" in each.attributes["class"].split()
    ]
    return {next(each.all("dt")).text: next(each.all("dd")).text for each in list_.all("div")}


def end_session(table: Table) -> None:
    table.host.post(f"{table.path}/people/end", {"version": table.version})


def test_the_best_of_an_evening_are_all_who_were_as_good(app: Flask) -> None:
    """Ana and Bo each declared 16♥ with the other as friend, and made it with one over."""
    found = highlights(import_table(app, "tied-best-of-evening"))
    assert found == {"Biggest hand": "+14 Ana, Bo", "Most hands won": "2 Ana, Bo", "Hands": "2"}


def test_a_contract_made_for_nothing_is_a_hand_won_and_nobody_leads(app: Flask) -> None:
    table = import_table(app, "made-for-nothing")
    assert home_line(table) == "Hand 2 · Mighty"
    end_session(table)
    assert highlights(table) == {"Most hands won": "1 Ana, Bo", "Hands": "1"}
    assert "won 1 of 1" in table.host.page(f"{table.path}/statistics/1").one("main").text
    rows = {row.text for row in table.host.page(f"{table.path}/statistics/2").of_class("row")}
    assert "longest winning streak1" in rows


def test_of_more_than_two_equals_their_number_is_told(table: Table) -> None:
    """A whole side rises alike in Zhao Pengyou; the defenders of a failed contract get the same in Mighty."""
    table.play_hand(points=3)
    assert home_line(table).startswith("Hand 2 · 3 tied at ")
    end_session(table)
    assert highlights(table)["Most hands won"] == "1 3 players"


def test_equals_are_counted_where_their_names_have_no_room(app: Flask) -> None:
    table = open_table(app, names=("Maximiliane", "Bartholomew", "Cho", "Dan", "Eun"))
    table.play_hand()
    end_session(table)
    assert highlights(table)["Biggest hand"] == "+14 Maximiliane"
    assert highlights(table)["Most hands won"] == "1 2 players"


def home_line(table: Table) -> str:
    return next(row.of_class("row__detail")[0].text for row in table.host.page("/").of_class("row"))


def test_the_home_screen_names_all_who_lead(app: Flask) -> None:
    table = import_table(app, "tied-best-of-evening")
    assert home_line(table) == "ended · Ana, Bo tied at 21 · Mighty"
    table.record("resume")
    assert home_line(table) == "Hand 3 · Ana, Bo tied at 21 · Mighty"
    table.play_hand()
    assert home_line(table) == "Hand 4 · Ana leads · Mighty"
    end_session(table)
    assert home_line(table) == "ended · Ana won · Mighty"


@for_each(("tied-best-of-evening", "Ana, Bo+21"), ("made-for-nothing", "5 people0"))
def test_a_night_names_all_who_were_first(name: str, told: str, *, app: Flask) -> None:
    table = import_table(app, name)
    group = make_group(table.host)
    add_to_group(table, group)
    assert next(
        row for row in table.host.page(group).of_class("row") if "/nights/" in row.attributes.get("href", "")
    ).text.endswith(told)


def test_nights_that_were_equally_good_and_pairs_as_good_as_the_third_are_told_of(app: Flask, table: Table) -> None:
    group = make_group(table.host)
    for each in (table, open_table(app, host=table.host)):
        each.play_hand()
        add_to_group(each, group)
    assert "Best night +14 2 nights" in table.host.page(f"{group}/people/1").one("main").text
    table = open_table(app)
    # Five of twelve hands each won by two others.
    for declarer, friend in ((1, 2), (2, 3), (3, 4), (4, 5), (5, 1)):
        table.play_hand(declarer=declarer, side=f"card|{friend}")
    together = table.host.page(f"{table.path}/statistics").one("ul", **{"aria-label": "Best together"})
    assert len(list(together.all("li"))) == 5


@for_each(0, 5)
def test_players_out_together_are_named(owed: int, *, app: Flask) -> None:
    """Three defenders of a hand that cost all they had, of whom one may have had less than the others."""
    table = open_table(app, "korean40")
    if owed:
        table.record("adjust", amount_3=-owed, amount_4=owed, reason="paper")
    table.play_hand(points=20, bid="20NT", declarer=2, side="card|4")
    said = "Ana, Cho, Eun have no points left: the session is over."
    assert said in table.host.page(table.path).one("main").text

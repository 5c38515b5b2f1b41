"""Help on the spot: the rules in force for what happens now, told as the rules page tells them."""

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.web.page.screens import SCREENS
from scorekeeper.web.page.wording import word
from scorekeeper.web.setup.house_rules import rule_sections, sections_in_words
from tests.cases import require
from tests.web.hands import PEOPLE
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import Table, open_table


def parts(table: Table) -> list[Element]:
    return table.host.page(f"{table.path}/help").of_class("fold")


def title(part: Element) -> str:
    return next(part.one("summary").all("span")).text


def open_parts(table: Table) -> list[str]:
    """Return the parts that lie open on the page, by title."""
    return [title(part) for part in parts(table) if "open" in part.attributes]


def test_a_question_mark_on_the_board_leads_to_what_matters_now_which_stands_first(table: Table) -> None:
    """On every board of a hand, and nowhere on a television."""
    assert table.host.page(table.path).of_class("help-link") == []
    table.record("start_hand")
    (mark,) = table.host.page(table.path).of_class("help-link")
    page = table.host.page(mark.attributes["href"])
    assert find_faults(page) == []
    assert [each.text for each in page.one("main").all("h2")] == open_parts(table) == ["Auction", "Redeal"]
    assert "fewer than 13 points" in page.one("main").text
    assert table.host.page(f"{table.path}/watch").of_class("help-link") == []
    table.record("enter_contract", declarer=1, level=16, trump="H")
    page = table.host.page(mark.attributes["href"])
    titles = [each.text for each in page.one("main").all("h2")]
    assert titles == open_parts(table) == ["Kitty and contract change", "Friend"]
    assert [title(part) for part in parts(table)][:2] == open_parts(table)


@pytest.mark.parametrize("key", GAMES)
def test_every_rule_in_force_is_told_in_its_sentence_and_phase(app: Flask, key: str) -> None:
    table = open_table(app, names=PEOPLE[:5] if key == "mighty" else PEOPLE, game=key)
    text = table.host.page(f"{table.path}/help").one("main").text
    state = table.state
    with app.test_request_context():
        for group in sections_in_words(state.game, state.rules, state.rules):
            assert word(group.title).striptags() in text
            assert all(parse(f"<p>{each.said}</p>").text in text for each in group.played)
    screens, its = SCREENS[key], GAMES[key]
    known = {block for block, _title, _rules in rule_sections(its)}
    assert set(screens.explaining.help) == set(its.phases)
    assert {block for named in screens.explaining.help.values() for block in named} <= known
    assert screens.explaining.paying in known


def test_the_example_is_the_last_hand_that_was_paid(table: Table) -> None:
    assert "For example" not in table.host.page(f"{table.path}/help").one("main").text
    table.play_hand(points=17)
    table.play_hand(points=12)
    score = next(part for part in parts(table) if title(part) == "Score")
    assert "For example, hand 2 tonight" in score.text
    hand = require(table.state.find_hand(2))
    assert hand.settlement
    assert str(hand.settlement.accounts[0].total) in score.text

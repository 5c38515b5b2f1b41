"""A first game, hand by hand: every move in it is legal, and what is shown is what the rules make of it."""

from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.web.help.lessons import deal_hand, play_lessons
from scorekeeper.web.page.screens import SCREENS
from scorekeeper.web.page.wording import with_sign
from tests.cases import for_each, require
from tests.web.pages import find_faults
from tests.web.phones import Phone

GUIDED = [key for key, screens in SCREENS.items() if screens.explaining.first_game]


@for_each(key=GUIDED)
def test_every_move_of_a_first_game_is_legal_and_its_end_shows_what_the_rules_pay(key: str, *, app: Flask) -> None:
    game, guide = GAMES[key], SCREENS[key].explaining.first_game
    assert guide
    with app.test_request_context():
        hand = deal_hand(game, guide).hand
        for number, lesson in enumerate(guide.lessons, 1):
            hand = game.do(hand, *lesson.moves)
            shown = play_lessons(game, guide, number).table
            assert (shown.current or shown.last_hand).hand == hand  # type: ignore[union-attr]
    assert hand.settlement
    with app.test_request_context():
        table = play_lessons(game, guide, len(guide.lessons)).table
    assert table.last_hand
    page = Phone(app).page(f"/first/{key}/{len(guide.lessons)}")
    rows = [row.text for row in page.of_class("row") if row.tag == "li"]
    assert table.last_hand.after
    for player, amount in table.last_hand.amounts.items():
        stands = table.last_hand.after.standings[player].said
        told = with_sign(amount) if game.pays else str(stands.facts["level"])
        assert any(row.startswith(table.name(player)) and row.endswith(told) for row in rows)


@for_each(key=GUIDED, language=["en", "ko"])
def test_one_goes_from_lesson_to_lesson_to_a_table(key: str, language: str, *, app: Flask) -> None:
    phone, path, seen = Phone(app, language), f"/first/{key}", list[str]()
    guide = require(SCREENS[key].explaining.first_game)
    while path.startswith("/first/"):
        page = phone.page(path)
        assert find_faults(page) == []
        seen.append(page.of_class("fact")[0].text)
        path = page.of_class("button--main")[0].attributes["href"]
    assert path == f"/new?game={key}"
    assert len(dict.fromkeys(seen)) == len(guide.lessons)


def test_home_leads_there_and_nothing_else_is_there(phone: Phone) -> None:
    links = [link.attributes["href"] for link in phone.page("/").all("a")]
    assert [link for link in links if link.startswith("/first/")] == [f"/first/{key}" for key in GUIDED]
    for path in ("/first/nothing", f"/first/{GUIDED[0]}/0", f"/first/{GUIDED[0]}/99"):
        assert phone.get(path).status_code == 404

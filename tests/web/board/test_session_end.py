"""The end of a session: who won, and a way on for everyone who looks; history and what an undo undoes."""

from typing import Any

from flask import Flask

from tests.cases import require
from tests.web.fixing import correct_hand
from tests.web.pages import Element, parse
from tests.web.phones import Table, open_table


def end_session(app: Flask, **more: Any) -> Table:
    table = open_table(app, **more)
    table.take_seat(1)
    table.play_hand()
    table.host.post(f"{table.path}/people/end", {"version": table.version})
    assert table.state.ending
    return table


def form_targets(page: Element) -> set[str]:
    """Return the addresses that the buttons of a page post to."""
    forms = {form.attributes["action"] for form in page.all("form")}
    return forms | {each.attributes["formaction"] for each in page.all("button") if "formaction" in each.attributes}


def test_a_session_that_the_rules_ended_tells_its_last_hand_and_is_not_resumed(app: Flask) -> None:
    table = open_table(app, "korean40")
    table.play_hand(points=20, bid="20NT", declarer=2, side="card|4")
    assert table.state.ending
    page = table.host.page(table.path)
    assert f"{table.path}/record/resume" not in form_targets(page)
    assert [tag.text for tag in page.of_class("tag--bad")] == ["eliminated"] * 3
    [told] = page.of_class("sum--hand")
    assert told.attributes["href"] == f"{table.path}/why/1"
    assert told.of_class("sum__hand")[0].text.startswith("All twenty RUN ×2 · Bo + Dan · 20 NT")
    assert told.of_class("formula__total")[0].text == "= 40"
    assert f"{table.path}/settle" in {link.attributes.get("href") for link in page.of_class("dock")[0].all("a")}


def test_nothing_is_settled_after_levels_and_a_session_may_end_before_its_first_hand(app: Flask) -> None:
    table = open_table(app, "pagat", game="zhao_pengyou")
    for suit, points in (("S", 0), ("H", 0), ("D", 20)):
        table.record("start_hand")
        table.record("enter_trumps", maker=4, suit=suit)
        friends = {"friend_2": "yes"} if points else {}
        table.record("result", {"points": points, "last_trick": "makers", "kitty_points": 0, **friends})
    assert table.state.ending
    page = table.host.page(table.path)
    assert "/settle" not in str([link.attributes.get("href") for link in page.of_class("dock")[0].all("a")])
    assert page.of_class("sum__hand")[0].text == "Makers up 2 · Dan + Bo"
    table = open_table(app)
    table.host.post(f"{table.path}/people/end", {"version": table.version})
    page = table.host.page(table.path)
    assert page.of_class("hero__fact")[0].text == "Closed"
    assert f"{table.path}/record/undo" in form_targets(page)


def test_ending_is_one_question_and_leads_to_where_play_again_stands(table: Table) -> None:
    """Resume does not stand where End was, nor on the board that End leads to: a second tap there ends nothing else."""
    table.play_hand()
    page = table.host.page(f"{table.path}/people")
    (fold,) = [each for each in page.all("details") if each.one("summary").text == "End the session"]
    assert "Is the evening over?" in fold.text
    answer = table.host.post(f"{table.path}/people/end", fold.one("form").sends().to_dict())
    assert (answer.status_code, answer.location) == (303, table.path)
    board = table.host.page(answer.location)
    assert "Play again" in board.of_class("dock")[0].text
    assert not [target for target in form_targets(board) if "resume" in target]
    forms = [
        each.attributes["action"].rpartition("/")[2] for each in table.host.page(f"{table.path}/people").all("form")
    ]
    assert forms.index("resume") < forms.index("limit_hands")
    assert "end" not in forms


def test_a_television_shows_the_ranking_of_everyone_who_played_and_the_chart(app: Flask) -> None:
    table = open_table(app, "korean40", ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay"), game="mighty")
    table.record("start_hand", {"choose_seats": "yes", **{f"seat_{player}": "yes" for player in range(1, 6)}})
    table.record("enter_contract", declarer=2, level=20, trump="NT")
    table.record("result", side="card|4", points=20)
    assert table.state.ending
    page = table.host.page(f"{table.path}/watch")
    rows = [row.text for row in page.of_class("tv__row")]
    found = [row.split()[:2] for row in rows]
    assert found == [*(["1", "Bo"], ["2", "Dan"], ["3", "Fay"]), *(["4", "Ana"], ["4", "Cho"], ["4", "Eun"])]
    assert "eliminated" in rows[-1]
    assert page.of_class("tv__chart")


def test_whoever_keeps_the_score_plays_again_with_the_same_seats_and_links(app: Flask) -> None:
    table = end_session(app)
    link = table.links()[0]
    table.record("begin", by=table.take_seat(2))
    assert table.state.ending is None
    assert table.state.seating == (1, 2, 3, 4, 5)
    assert set(table.scores.values()) == {0}
    assert table.links()[0] == link


def test_a_session_that_was_closed_by_hand_has_no_dead_end(app: Flask) -> None:
    table = end_session(app)
    for phone in (table.watcher(), table.joiner()):
        page = phone.page(table.path)
        assert form_targets(page) == {"/language"}
        links = {link.attributes["href"] for link in page.of_class("dock")[0].all("a")}
        assert links == {f"{table.path}/sheet", f"{table.path}/settle", f"{table.path}/export", "/"}
    page = table.host.page(table.path)
    assert page.of_class("hero")[0].of_class("hero__fact")[0].text == "Ana wins"
    lines = [[each.text for each in line.all("span")] for line in page.of_class("gains")[0].all("li")]
    assert lines[0][0] == "1"
    assert {f"{table.path}/record/begin", f"{table.path}/record/undo"} <= form_targets(page)
    people = f"{table.path}/people"
    assert table.host.submit(people, f"{people}/resume").status_code == 303
    assert table.state.ending is None


def test_the_undo_says_what_it_undoes(table: Table) -> None:
    table.record("start_hand")
    page = table.host.page(table.path)
    (undo,) = page.of_class("last__undo")
    assert (undo.text, page.one(id=undo.attributes["aria-describedby"]).text) == ("Undo", "Hand 1 dealt")
    table.record("enter_contract", declarer=2, level=15, trump="H")
    (undo, *_) = [each for each in table.record("undo").of_class("last__undo") if each.text.startswith("Undo")]
    assert undo.text == "Undo: Hand 1 dealt", "what was said last is another"
    page = table.record("undo")
    assert page.of_class("last__text")[0].text == "Undid: Hand 1 dealt"
    assert [button.text for button in page.of_class("last__undo")] == ["Redo: Hand 1 dealt"]


def test_history_is_told_hand_by_hand_and_takes_back(table: Table) -> None:
    table.play_hand()
    table.record("start_hand")
    table.record("pass", player=1, by=table.take_seat(2))
    page = table.host.page(f"{table.path}/log")
    heads = [section.one("h2").strings[0] for section in page.all("section") if list(section.all("h2"))]
    assert heads == ["Hand 2", "Hand 1", "Between hands"]
    assert "Bo for Ana" in page.one("main").text
    times = require(list(page.all("time")))
    assert all(time.attributes["datetime"] for time in times)
    (undo,) = [button for button in page.all("button") if button.attributes.get("form") == "undo"]
    assert undo.text.startswith("Undo last: ")
    response = table.host.submit(f"{table.path}/log", f"{table.path}/log/undo")
    assert response.location == f"{table.path}/log"
    page = table.host.page(f"{table.path}/log")
    assert len(page.of_class("log__line--undone")) == 1
    assert table.host.post(f"{table.path}/log/end", {"version": table.version}).status_code == 404


def test_the_link_to_watch_and_the_keys_of_players(table: Table) -> None:
    """The page knows where the television's is; its script goes there on a large screen."""
    assert table.watcher().page(table.path).one("body").attributes["data-television"] == f"{table.path}/watch"
    assert "data-television" not in table.watcher().page(f"{table.path}?view=phone").one("body").attributes
    for phone in (table.host, table.joiner(), table.take_seat(1)):
        assert "data-television" not in phone.page(table.path).one("body").attributes
    # A list is for chairs alone.
    page = table.host.page(f"{table.path}/people")
    assert {each.attributes["name"] for each in page.all("select")} <= {"before"}
    form = page.form(f"{table.path}/people/swap")
    assert [key.attributes["value"] for key in form.all("input", name="one")] == ["1", "2", "3", "4", "5"]


def refused_limit(table: Table, hands: int) -> list[str]:
    """Return the refusal of a number of hands; empty where it is accepted."""
    response = table.host.post(f"{table.path}/people/limit_hands", {"version": table.version, "hands": hands})
    return parse(response.text).problems if response.status_code == 422 else []


def test_a_limit_below_the_hands_played_is_refused_and_stays_agreed(table: Table, app: Flask) -> None:
    for _ in range(3):
        table.play_hand()
    refused = ["3 hands have been played or are on, so the number cannot be lower. End the session instead."]
    assert refused_limit(table, 2) == refused
    table.record("start_hand")
    assert refused_limit(table, 3) == [refused[0].replace("3", "4")]
    table.record("undo")
    assert table.state.hand_limit is None
    assert refused_limit(table, 3) == []
    assert "Hands played: 3. The agreed number is reached." in table.host.page(table.path).text
    # A void hand that is corrected counts beside those played in its place.
    table = open_table(app, hands=2)
    table.play_hand()
    table.host.submit(f"{table.path}/sheet/1", f"{table.path}/sheet/1/void", reason="misdeal")
    table.play_hand()
    table.play_hand()
    correct_hand(table)
    assert sum(hand.counts for hand in table.state.hands) == 3
    assert "Hands played: 3. The agreed number is reached." in table.host.page(table.path).text

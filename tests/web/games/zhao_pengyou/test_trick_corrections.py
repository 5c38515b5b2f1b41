"""Correcting tricks of Zhao Pengyou on a phone: their list, the winner of one, and the cards really played."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.cards import parse_cards
from scorekeeper.games import zhao_pengyou as zpy
from tests.cases import require
from tests.web.games.zhao_pengyou.test_screens import (
    ANA,
    BO,
    CHO,
    DAN,
    EUN,
    NAMES,
    chosen_values,
    class_text,
    hand_of,
    open_keys,
    play_cards,
    start_play,
)
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import Table, open_table


@pytest.fixture
def table(app: Flask) -> Table:
    """A table of five: Dan makes trumps, hearts and twos, and leads first."""
    table = open_table(app, "pagat", NAMES[:5], game="zhao_pengyou")
    start_play(table, "CA#1")
    return table


def record_tricks(table: Table, *won: tuple[int, int]) -> None:
    for winner, points in won:
        table.record("record_trick", winner=winner, points=points)


def play_singles(table: Table, cards: str = "S3 S4 SK S9 S5") -> None:
    """Play a trick of single cards, beginning with Dan."""
    for player, card in zip((DAN, EUN, ANA, BO, CHO), cards.split(), strict=True):
        play_cards(table, card, player)


def open_aside(table: Table, at: str, **headers: str) -> Element:
    table.host.headers.update(headers)
    return table.host.page(f"{table.path}?at={at}")


def form_fields(page: Element, table: Table, form: str, at: str) -> dict[str, object]:
    return dict(page.form(f"{table.path}/record/{form}?at={at}").sends())


def button_values(page: Element, name: str) -> list[str]:
    return [each.attributes["value"] for each in page.all("button", name=name)]


def refusal_text(table: Table, form: str, at: str, fields: dict[str, object]) -> str:
    """Return the answer to a form that is refused, on the screen that sent it."""
    before = hand_of(table)
    response = table.host.post(f"{table.path}/record/{form}?at={at}", {"version": table.version, **fields}, htmx=True)
    assert response.status_code == 422
    assert hand_of(table) == before
    page = parse(response.text)
    assert page.one("div", id="table").attributes["data-overlay"] == at
    return page.one("div", id="last").text


# --- Who took it ---
def test_a_trick_is_mended_as_one_action_taken_back_and_done_again(table: Table) -> None:
    record_tricks(table, (BO, 20), (CHO, 10))
    before, actions = hand_of(table), table.version
    page = open_aside(table, "mend-1&winner=4&points=15")
    assert class_text(page, "head__fact") == "10 was 30", "Dan is the trump maker"
    assert class_text(page, "head__line") == "Trick 1: from Bo to Dan, 15 points"
    assert not find_faults(page)
    page = table.record("mend_trick", form_fields(page, table, "mend_trick", "mend-1"))
    assert hand_of(table).tricks[0] == zpy.Trick(DAN, 15)
    assert page.of_class("last__text")[0].text == "Trick 1 fixed: Bo +20 → Dan +15."
    assert table.version == actions + 1
    mended = hand_of(table)
    table.record("undo")
    assert hand_of(table) == before
    table.record("redo")
    assert hand_of(table) == mended


def test_how_it_was_recorded_is_nothing_to_mend_and_any_points_can_be_reached(table: Table) -> None:
    record_tricks(table, (BO, 20))
    page = open_aside(table, "mend-1")
    [main] = page.of_class("button--main")
    assert main.attributes["data-reason"] == "This is how it was recorded."
    record_tricks(table, (BO, 100))
    assert button_values(open_aside(table, "mend-1"), "points") == ["0", "5", "10", "15", "20", "25", "30", "35"]
    page = open_aside(table, "mend-1&points=90")
    assert button_values(page, "points")[:2] == ["70", "75"], "the row goes along with what is chosen"
    assert [each.text for each in page.of_class("key--off")] == ["105"], "100 of 200 are in the second trick"


def test_every_trick_is_listed_and_their_number_opens_the_list(table: Table) -> None:
    assert not table.host.page(table.path).of_class("top__link")
    record_tricks(table, (BO, 5))
    for ways in ("play:tally", "play:cards", "play:result"):
        table.choose_modes(ways)
        [link] = table.host.page(table.path).of_class("top__link")
        assert link.attributes["href"].endswith("?at=mend")
    record_tricks(table, (DAN, 10))
    page = open_aside(table, "mend-1")
    assert [each.text for each in page.of_class("trick-tile")] == ["1 · Bo 5 points", "2 · Dan 10 points", "3 now"]
    record_tricks(table, *[(CHO, 0)] * 12)
    page = open_aside(table, "mend-10")
    assert [each.text for each in page.of_class("trick-tile")][:2] == ["1–8", "9 · Cho 0 points"]
    assert [each.text for each in open_aside(table, "mend-1").of_class("trick-tile")][-1] == "9–15"


def test_tricks_are_mended_until_the_result_is_confirmed(table: Table) -> None:
    record_tricks(table, (BO, 10), *[(DAN, 10)] * 19)
    assert hand_of(table).phase == "result"
    table.record("mend_trick", form_fields(open_aside(table, "mend-20&winner=2"), table, "mend_trick", "mend-20"))
    assert hand_of(table).tricks[19] == zpy.Trick(BO, 10)


def test_a_hand_that_is_fixed_later_keeps_what_was_mended_or_gives_it_up_with_its_tricks(table: Table) -> None:
    record_tricks(table, (BO, 20), (CHO, 10))
    table.record(
        "mend_trick", form_fields(open_aside(table, "mend-1&winner=2&points=25"), table, "mend_trick", "mend-1")
    )
    table.record("result", friend_3="yes", points=60, last_trick="makers")
    table.host.submit(f"{table.path}/sheet/1/fix", f"{table.path}/sheet/1", points=80)
    assert corrected_hand(table).tricks == (zpy.Trick(BO, 25), zpy.Trick(CHO, 10))
    table.host.submit(f"{table.path}/sheet/1/fix", f"{table.path}/sheet/1", points=5)
    assert (corrected_hand(table).result.points, corrected_hand(table).tricks) == (5, ())
    assert corrected_hand(table).called, "the calls hold without the tricks"


def corrected_hand(table: Table) -> Any:
    """Return the finished first hand after its last correction."""
    record = require(table.state.find_hand(1))
    return record.hand


def test_what_the_rest_contradicts_is_refused_on_the_screen_that_asked(table: Table) -> None:
    record_tricks(table, (BO, 20), (CHO, 100))
    play_cards(table, "S9", CHO)
    said = refusal_text(table, "mend_trick", "mend-1", {"trick": 1, "winner": BO, "points": 105})
    assert "Trick 2 says otherwise" in said
    assert "It is Bo’s turn." in refusal_text(table, "mend_trick", "mend-2", {"trick": 2, "winner": BO, "points": 100})


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        ("mend_trick", {"trick": 1}),
        ("mend_trick", {"trick": "x", "winner": BO, "points": 5}),
        ("mend_trick", {"trick": 1, "winner": 99, "points": 5}),
        ("mend_trick", {"trick": -1, "winner": BO, "points": 5}),
        ("mend_trick", {"trick": 10**30, "winner": BO, "points": 5}),
        ("mend_cards", {"trick": 1, "player": BO, "cards": "S3"}),
        ("mend_cards", {"trick": 1, "player": BO, "cards": "nonsense"}),
        ("mend_cards", {"trick": 1, "player": BO}),
    ],
)
def test_what_is_no_mending_is_refused(table: Table, form: str, fields: dict[str, object]) -> None:
    record_tricks(table, (BO, 20))
    assert refusal_text(table, form, "mend-1", fields)


def test_nonsense_in_the_address_opens_the_last_trick(table: Table) -> None:
    record_tricks(table, (BO, 20), (CHO, 10))
    for at in ("mend", "mend-", "mend-0", "mend-99", "mend-x", "mend-²"):
        page = open_aside(table, f"{at}&winner=x&points=-5&player=y&cards=Q&group=z")
        assert page.one("section", id="dock-correct-trick").attributes["aria-label"] == "Fix trick 2"
    watcher = table.watcher().page(f"{table.path}?at=mend-1")
    assert "data-overlay" not in watcher.one("div", id="table").attributes


# --- What somebody played ---
def test_cards_are_mended_by_whose_they_were(table: Table) -> None:
    play_singles(table)
    page = open_aside(table, "mend-1")
    assert [each.text for each in page.all("button", name="player")] == [
        *("3 spades Dan", "4 spades Eun", "K spades Ana", "9 spades Bo", "5 spades Cho")
    ]
    page = open_aside(table, "mend-1&player=2")
    assert class_text(page, "head__line") == "Trick 1: Bo played 9 spades"
    assert chosen_values(page, "cards") == [], "they are picked anew"
    page = open_aside(table, "mend-1&player=2&cards=S10")
    assert class_text(page, "head__line") == "Trick 1: Bo played 10 spades"
    assert page.of_class("button--main")[0].text == "Fix trick 1 1 of 1"
    page = table.record("mend_cards", form_fields(page, table, "mend_cards", "mend-1"))
    assert hand_of(table).tricks[0].plays[3] == zpy.Play(BO, parse_cards("S10"))
    assert page.of_class("last__text")[0].text == "Trick 1: Ana +25."
    assert "Trick 1 fixed: Bo played" in table.host.page(f"{table.path}/log").one("main").text


def test_the_pad_has_every_card_that_no_other_play_has(table: Table) -> None:
    play_singles(table, "S3 S3 SK SK S5")
    page = open_aside(table, "mend-1&player=4")
    assert [each.text for each in page.of_class("gone")] == ["Kspades"]
    assert "S3" in open_keys(page, "cards"), "what was recorded of Dan is out again"


def test_a_play_of_several_cards_waits_until_all_are_picked(table: Table) -> None:
    play_cards(table, "S9 S9", DAN)
    play_cards(table, "SJ SQ", EUN)
    page = open_aside(table, "mend-1&player=5&cards=SJ")
    assert page.of_class("button--main")[0].attributes["aria-disabled"] == "true"
    page = open_aside(table, "mend-1&player=5&cards=SJ&cards=SJ")
    assert "button--solid" in page.of_class("button--main")[0].attributes["class"]
    page = open_aside(table, "mend-1&player=5&cards=SJ&cards=SJ&cards=SJ")
    assert "as many cards as were led: 2" in class_text(page, "head__line")
    page = open_aside(table, "mend-1&player=4&cards=S8&cards=S8&cards=S8")
    assert class_text(page, "head__line") == "Cards that the others played to trick 1: 2, not 3."


def test_a_mended_card_may_show_another_friend(table: Table) -> None:
    play_singles(table, "C3 CA C5 C7 C8")
    assert hand_of(table).team == (DAN, EUN)
    table.record("mend_cards", trick=1, player=EUN, cards="C9")
    assert hand_of(table).team == (DAN,)
    assert "Nobody has played" in table.host.get(f"{table.path}/log").text


def test_a_trick_of_which_some_cards_are_written_down_is_mended_both_ways(table: Table) -> None:
    play_cards(table, "S9", DAN)
    record_tricks(table, (EUN, 10))
    page = open_aside(table, "mend-1")
    assert len(button_values(page, "winner")) == 5
    page = open_aside(table, "mend-1&by=cards")
    assert [each.text for each in page.all("button", name="player")] == ["9 spades Dan"]
    assert button_values(open_aside(table, "mend-1&player=4&cards=SJ&by=trick"), "winner"), "and back to who took it"
    table.record(
        "mend_cards", form_fields(open_aside(table, "mend-1&player=4&cards=SJ"), table, "mend_cards", "mend-1")
    )
    table.record("mend_trick", trick=1, winner=ANA, points=15)
    assert hand_of(table).tricks == (zpy.Trick(ANA, 15, (zpy.Play(DAN, parse_cards("SJ")),)),)


def test_a_throw_is_mended_as_it_was_thrown(table: Table) -> None:
    play_cards(table, "SA SQ SQ", DAN)
    table.record("beat_throw", player=BO, shown="SK SK")
    page = open_aside(table, "mend-1&player=4")
    assert class_text(page, "head__line") == "Trick 1: Dan played A Q Q spades"

"""The result of a hand of Mighty: entered with a live preview, shown in a panel, corrected field by field."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Flask

from scorekeeper.bookkeeper import Recorder
from scorekeeper.games import mighty
from scorekeeper.games.mighty.payment import DOUBLES, FAILED, MADE
from scorekeeper.web.games.mighty.result import SENTENCES
from tests.cases import for_each, require
from tests.web.fixing import Fix, correct_hand
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import NAMES, Table, open_table

SIX = (*NAMES, "Fay")
EIGHT = (*SIX, "Gus", "Hal")


def open_with_contract(table: Table, declarer: int = 4, level: int = 15, trump: str = "NT") -> None:
    """A contract, and this phone records nothing but results."""
    table.record("start_hand")
    table.record("enter_contract", declarer=declarer, level=level, trump=trump)
    table.choose_modes("play:result")


def open_with_tricks(table: Table, *tricks: tuple[int, int], call: str = "JK", friend: int | None = None) -> None:
    """A contract, a call, and tricks by winner and points."""
    open_with_contract(table)
    table.record("call_friend", call="card", card=call)
    if friend:
        table.record("reveal_friend", player=friend)
    for winner, points in tricks:
        table.record("record_trick", winner=winner, points=points)


ALL_TRICKS = ((4, 3), (4, 2), (5, 3), (1, 2), (4, 3), (5, 2), (4, 3), (2, 1), (4, 1), (5, 0))


def preview_text(table: Table, **chosen: object) -> Element:
    """Return the text of the screen while a form is filled in so."""
    response = table.host.get(f"{table.path}/preview/result?{urlencode(chosen)}")
    assert response.status_code == 200
    return parse(response.text)


def test_a_preview_that_comes_after_the_result_leaves_the_board_alone(table: Table) -> None:
    table.play_hand()
    late = table.host.get(f"{table.path}/preview/result?side=card|2&points=16")
    assert (late.status_code, late.text) == (204, "")


def test_who_sits_out_shows_no_total_among_the_amounts_of_a_preview(app: Flask) -> None:
    table = open_table(app, names=("Ana", "Bo", "Cho", "Dan", "Eun", "Fay"), sitting_out="stays")
    table.play_hand()
    open_with_contract(table)
    page = preview_text(table, side="card|2", points=17)
    shown = {seat.attributes["data-p"]: re.findall("[+−][0-9]+", seat.text) for seat in page.of_class("seat")}
    assert [player for player, amounts in shown.items() if not amounts] == ["6"]
    assert page.of_class("seat")[-1].text == "Fay sits out"


def test_a_refused_deal_and_its_reason_do_not_lie_behind_a_list(app: Flask) -> None:
    """The choice is kept, in a list that is closed: open it would cover the row of refusals."""
    table = open_table(app, names=("Ana", "Bo", "Cho", "Dan", "Eun", "Fay"))
    table.play_hand()
    refused = table.send("start_hand", {"choose_seats": "yes", "seat_1": "yes", "leader": 1})
    assert refused.status_code == 422
    page = parse(refused.text)
    assert page.problems
    assert "open" not in page.one("details", id="leader").attributes
    assert "checked" in page.one("input", name="leader", value="1").attributes


def test_who_begins_and_who_is_out_are_told_as_this_phone_chooses_them(app: Flask) -> None:
    """And why a hand cannot be dealt so; other phones are told the usual deal."""
    table = open_table(app, names=SIX, sitting_out="stays")
    table.play_hand()

    def read_line(**chosen: object) -> str:
        found = table.host.page(f"{table.path}/draft?{urlencode(chosen)}")
        return " ".join(found.one("span", id="opening").text.split())

    five = {f"seat_{player}": "yes" for player in (2, 3, 4, 5, 6)}
    assert read_line().endswith("Ana bids first, out: Fay")
    assert read_line(choose_seats="yes", leader=3, first=4, **five).endswith("Dan bids first, out: Ana")
    assert read_line(choose_seats="yes", **five, seat_1="yes") == "These house rules are for 5 players, not 6."
    assert read_line(leader=3).startswith("Next: Cho deals")
    assert table.host.page(table.path).one("span", id="opening").text.split()[-1] == "Fay"


def test_out_is_told_of_those_who_are_here_alone(app: Flask) -> None:
    """It goes when they go home, comes with them, and goes with a new sheet or with rules by which all play."""
    table = open_table(app, names=("Ana", "Bo", "Cho", "Dan", "Eun", "Fay"), sitting_out="stays")
    table.play_hand()
    out = ": Fay"

    def is_told() -> bool:
        return f"out{out}" in table.host.page(table.path).of_class("dock")[0].text

    assert is_told()
    for form, fields, told in (
        ("leave", {"player": 6}, False),
        ("return", {"player": 6}, True),
        ("leave", {"player": 2}, False),
        ("return", {"player": 2}, True),
        ("play_on", {"preset": "six_all"}, False),
        ("undo", {}, True),
        ("begin", {}, False),
    ):
        table.record(form, fields)
        assert is_told() is told, (form, fields)


def text_of_class(page: Element, look: str) -> str:
    (found,) = page.of_class(look)
    return found.text


def points_of(page: Element) -> list[int]:
    """The makers' points that keys inside stand for."""
    return [int(each.attributes["value"]) for each in page.all("input", type="radio", name="points")]


def points_keys(page: Element) -> dict[int, Element]:
    labels = [each for each in page.one("form", id="dock-result").all("label") if any(each.all("input", name="points"))]
    return {int(each.one("input").attributes["value"]): each for each in labels}


# --- The preview ---
def test_a_preview_draws_all_from_one_answer_and_of_half_a_result_the_contract(table: Table) -> None:
    open_with_contract(table)
    page = preview_text(table, side="card|5", points=17)
    assert page.one("main").attributes["id"] == "main"
    assert text_of_class(page, "head__fact") == "17 points"
    assert text_of_class(page, "head__line") == "Made with 2 over, 3 to the defenders"
    assert [each.text for each in page.seats("span")] == ["−12", "−12", "−12", "+24", "+12"]
    captions = [each.text for each in page.seats("small")]
    assert captions == ["defender", "defender", "defender", "declarer", "friend"]
    assert text_of_class(page, "formula") == "bid 2 × (15 − 13) + over (17 − 15) = 6 no-trump × 2 = 12"
    assert page.one("small", id="gives").attributes["hx-swap-oob"] == "true"
    assert "+24" in page.one("small", id="gives").text
    assert "Eun +12" in page.one("small", id="gives").text
    # Half a result shows the contract and no refusal.
    page = preview_text(table, side="card|5")
    assert text_of_class(page, "head__fact") == "15 NT"
    assert page.one("p", id="alert").attributes.get("hidden") is not None
    assert page.of_class("formula") == []
    assert 'name="points"' not in table.watcher().get(table.path).text


@for_each(
    ({}, {"side": "card|5", "points": 20}, "bid 2 × (15 − 13) + over (20 − 15) = 9 run × 2 no-trump × 2 = 36"),
    ({}, {"side": "card|5", "points": 8}, "short 15 − 8 = 7 back run × 2 no-trump × 2 = 28"),
    ({}, {"side": "none|-", "points": 15}, "bid 2 × (15 − 13) + over (15 − 15) = 4 no-trump × 2 no friend × 2 = 16"),
    (
        {"buried_mighty_double": "always", "buried_joker_double": "always"},
        {"side": "card|5", "points": 14, "buried_mighty": "yes", "buried_joker": "yes"},
        "short 15 − 14 = 1 no-trump × 2 Mighty discarded × 2 joker discarded × 2 = 8",
    ),
    ({"made": "P-10"}, {"side": "card|5", "points": 16}, "points 16 − 10 = 6 no-trump × 2 = 12"),
    (
        {"made": "P-B", "minimum_made": 1},
        {"side": "card|5", "points": 15},
        "over 15 − 15 + at least 1 1 = 1 no-trump × 2 = 2",
    ),
    (
        {"made": "1.5(B-M)+(P-B)"},
        {"side": "card|5", "points": 16},
        "bid, rounded down 1½ × (15 − 13) + over (16 − 15) = 4 no-trump × 2 = 8",
    ),
    ({"made": "2(B-M+1)"}, {"side": "card|5", "points": 16}, "bid 2 × (15 − 13 + 1) = 6 no-trump × 2 = 12"),
    ({"made": "P-B+1"}, {"side": "card|5", "points": 16}, "over 16 − 15 + 1 = 2 no-trump × 2 = 4"),
    ({"failed": "2(B-P)"}, {"side": "card|5", "points": 14}, "short 2 × (15 − 14) = 2 no-trump × 2 = 4"),
)
def test_every_factor_in_the_formula(
    rules: Mapping[str, Any], chosen: Mapping[str, Any], formula: str, *, app: Flask
) -> None:
    table = open_table(app, **rules)
    open_with_contract(table)
    assert text_of_class(preview_text(table, **chosen), "formula") == formula


def test_every_step_of_every_payment_has_short_words() -> None:
    """A step without them would fall back to the long list of steps."""
    codes = {code for terms in (*MADE.values(), *FAILED.values()) for code, _ in terms} | {*DOUBLES, "score.at_least"}
    assert {f"term.{code}" for code in codes} <= SENTENCES.keys()


# --- What the tricks know ---
def test_points_that_the_tricks_rule_out_are_faded_with_the_reason(table: Table) -> None:
    open_with_tricks(table, (1, 2), (4, 3), friend=5)
    page = table.host.page(table.path)
    ruled_out = [points for run in page.all(role="group") for points in points_of(run)]
    assert ruled_out == [0, 1, 2, 19, 20]
    assert points_of(page) == [*range(21)]
    [why] = [each.attributes["data-reason"] for each in table.host.page(table.path).of_class("zone")]
    reason = table.host.page(table.path).one("p", id=why.removeprefix("#")).text
    assert reason == "By the tricks recorded, the declarer’s side has from 3 to 18 points."
    response = table.send("result", side="JK|5", points=20)
    assert response.status_code == 422
    form = parse(response.text).form(f"{table.path}/record/result")
    assert form.sends()["points"] == "20"


def test_with_all_tricks_the_points_follow_from_the_friend(table: Table) -> None:
    open_with_tricks(table, *ALL_TRICKS)
    page = table.host.page(table.path)
    assert not any(page.all("input", name="points"))
    assert text_of_class(preview_text(table, side="JK|5"), "head__fact") == "17 points"
    assert text_of_class(preview_text(table, side="JK|1"), "head__fact") == "14 points"
    table.record("result", side="JK|1")
    assert table.state.hands[-1].hand.result.points == 14


def test_once_all_tricks_are_recorded_the_result_stands_there_with_its_friend(table: Table) -> None:
    open_with_tricks(table, *ALL_TRICKS, friend=5)
    form = table.host.page(table.path).form(f"{table.path}/record/result")
    sides = {each.attributes["value"]: each.attributes.get("data-reason") for each in form.all("input", name="side")}
    assert sides["JK|5"] is None
    assert all(why for side, why in sides.items() if side != "JK|5")
    page = table.host.page(table.path)
    assert text_of_class(page, "head__fact") == "17 points"
    assert "+24" in page.one("small", id="gives").text
    form = page.form(f"{table.path}/record/result")
    assert form.sends()["points"] == "17"
    assert table.send("result", form.sends()).status_code == 200
    assert table.state.hands[-1].amounts == {4: 24, 5: 12, 1: -12, 2: -12, 3: -12}


# --- Other numbers of players, other rules ---
def test_three_are_asked_who_held_the_joker_and_who_is_nearly_out_is_marked(app: Flask) -> None:
    table = open_table(app, "three", NAMES[:3])
    open_with_contract(table, 2, 14, "H")
    form = table.host.page(table.path).form(f"{table.path}/record/result")
    assert len(list(form.all("input", name="joker_holder"))) == 3
    assert [each.attributes["value"] for each in form.all("input", name="side")] == ["none|-"]
    assert preview_text(table, side="none|-", points=15).one("p", id="alert").attributes.get("hidden") is not None
    table.record("result", side="none|-", points=15, joker_holder=3)
    assert table.state.session.begins == 3
    # A quarter of what all began with, or less.
    table = open_table(app, "korean40")
    open_with_contract(table, 1, 13, "H")
    table.record("result", side="card|2", points=16)
    more = 10 - table.scores[3] + 2
    table.record("adjust", reason="a bet", amount_3=more, amount_4=-more)
    open_with_contract(table, 1, 13, "H")
    table.record("result", side="card|2", points=16)
    assert 0 < table.scores[3] <= 10
    rows = [each.text for each in table.host.page(table.path).one("ol", **{"class": "gains"}).all("li")]
    assert [row for row in rows if "nearly out" in row] == [row for row in rows if row.startswith("Cho")]


def test_two_packs_are_marked_by_both_numbers_and_drawn_one_ten_at_a_time(app: Flask) -> None:
    table = open_table(app, "double_eight", EIGHT)
    open_with_contract(table, 2, 27, "H")
    keys = points_keys(table.host.page(table.path))
    assert all(f"{points}{40 - points}" == key.text.replace(" ", "") for points, key in keys.items())
    # One ten is drawn at a time, and what was chosen stays chosen.
    assert points_of(table.host.page(table.path)) == [*range(20, 30)]
    for tens, drawn in ((0, range(10)), (1, range(10, 20)), (2, range(20, 30)), (3, range(30, 41))):
        points = preview_text(table, tens=tens, points=27).one("fieldset", id="points")
        assert points_of(points) == [*drawn]
        kept = [each.attributes["value"] for each in points.all("input", type="hidden")]
        assert kept == ([] if 27 in drawn else ["27"])
    table.record("result", side="card|3", second_friend=5, points=31)
    result = table.state.hands[-1].hand.result
    assert (result.friend, result.second_friend) == (3, 5)


@for_each(wrong=[{"tens": "9"}, {"tens": "x"}, {"points": "99"}, {"points": "-1"}, {"points": "x"}])
def test_a_ten_that_is_none_is_that_of_the_contract(wrong: dict[str, str], *, app: Flask) -> None:
    table = open_table(app, "double_eight", EIGHT)
    open_with_contract(table, 2, 27, "H")
    assert points_of(preview_text(table, **wrong).one("fieldset", id="points")) == [*range(20, 30)]


@for_each(("none", "none"), ("card", "card"), ("first_trick", "first_trick"))
def test_alone_asks_in_which_way(alone: str, kind: str, *, app: Flask) -> None:
    table = open_table(app)
    open_with_contract(table)
    form = table.host.page(table.path).form(f"{table.path}/record/result")
    assert alone in [each.attributes["value"] for each in form.all("input", name="alone")]
    table.record("result", side="none|-", alone=alone, points=16)
    hand = table.state.hands[-1].hand
    assert (hand.call.kind, hand.result.friend) == (kind, None)


def test_an_own_card_called_where_nobody_may_is_asked_about_and_recorded_as_such(app: Flask) -> None:
    table = open_table(app, "korean40")
    open_with_contract(table)
    asked = preview_text(table, side="none|-", alone="card", points=16).one("p", id="alert")
    assert "Nobody may call an own card here" in asked.text
    table.record("result", side="none|-", alone="card", points=16)
    hand = table.state.hands[-1].hand
    assert [offence.code for offence in hand.offences] == ["offence.own_card_called"]


def test_a_revoke_can_be_recorded_with_the_result(table: Table) -> None:
    open_with_contract(table)
    table.record("result", side="card|5", points=16, revoked=2)
    hand = table.state.hands[-1].hand
    assert [(offence.code, offence.player) for offence in hand.offences] == [("offence.revoke_told", 2)]
    assert "Bo revoked." in table.host.page(f"{table.path}/sheet/1").one("main").text


def test_the_same_result_twice_within_seconds_is_asked_and_not_refused(table: Table) -> None:
    open_with_contract(table)
    table.record("result", side="card|5", points=17)
    open_with_contract(table)
    asked = preview_text(table, side="card|5", points=17).one("p", id="alert")
    assert "Hand 1 had just this result" in asked.text
    assert preview_text(table, side="card|5", points=16).one("p", id="alert").attributes.get("hidden") is not None
    table.record("result", side="card|5", points=17)
    assert len(table.state.hands) == 2


# --- Silent errors ---


def test_all_points_though_a_trick_was_lost_is_asked(table: Table) -> None:
    open_with_tricks(table, (1, 0), (4, 3), friend=5)
    asked = preview_text(table, side="JK|5", points=20).one("p", id="alert")
    assert asked.text == "All 20, though Ana took trick 1? Confirm if it is so."
    table.record("result", side="JK|5", points=20)


# --- The moment ---


MOMENTS = {
    "made": ("card|5", 17, "Made with 17", "hero--makers", ""),
    "failed": ("card|5", 13, "2 short", "hero--defenders", ""),
    "run": ("card|5", 20, "All twenty", "hero--run", "RUN ×2"),
    "back run": ("card|5", 7, "8 short", "hero--back", "BACK RUN ×2"),
}


@for_each(*MOMENTS.values())
def test_the_moment_of_a_hand(side: str, points: int, fact: str, look: str, stamp: str, *, app: Flask) -> None:
    table = open_table(app)
    open_with_contract(table)
    table.record("result", side=side, points=points)
    for phone, path in ((table.take_seat(1), ""), (table.watcher(), ""), (table.watcher(), "/watch")):
        page = phone.page(table.path + path)
        assert text_of_class(page, "hero__fact") == fact
        assert look in page.of_class("hero")[0].attributes["class"].split()
        assert [each.text for each in page.of_class("stamp")] == ([stamp] if stamp else [])
        assert len(page.of_class("makers-cell")) == points
        rows = [each.text for each in page.of_class("gains__amount")]
        assert rows[0].lstrip("+−") == str(2 * int(rows[1].lstrip("+−"))), "the declarer first"
        good = {each.text for each in page.of_class("gains__amount") if "good" in each.attributes["class"]}
        assert all(each.startswith("+") for each in good)
        assert find_faults(page) == []


def test_the_moment_says_who_deals_next_and_stays_until_then(table: Table) -> None:
    open_with_contract(table)
    table.record("result", side="card|5", points=17)
    for phone, path in ((table.watcher(), ""), (table.watcher(), "/watch")):
        (line,) = phone.page(table.path + path).of_class("next")
        assert "Eun deals" in line.text
    assert "deals" in text_of_class(table.host.page(table.path), "dock__ask--next")
    page = table.watcher().page(f"{table.path}/sheet/1/chips")
    rows = [each.text for each in page.of_class("chips__row")]
    assert len(rows) == 3
    assert all(row.endswith("12") for row in rows)
    assert find_faults(page) == []
    table.record("join", name="Fay")
    assert text_of_class(table.host.page(table.path), "hero__fact") == "Made with 17"
    table.record("start_hand", {"choose_seats": "yes", **{f"seat_{seat}": "yes" for seat in range(1, 6)}})
    assert table.host.page(table.path).of_class("hero") == []


# --- The score sheet ---


def test_the_legend_explains_the_marks_that_occur(table: Table) -> None:
    table.play_hand("card|5", 17, 4, "15NT")
    legend = text_of_class(table.watcher().page(f"{table.path}/sheet"), "sheet__legend")
    assert "made" in legend
    assert not [word for word in ("failed", "run") if word in legend]


def test_the_sheet_marks_sides_results_doubles_and_explains_its_marks(table: Table) -> None:
    table.play_hand("card|5", 20, 4, "15NT")
    table.play_hand("card|1", 9, 2, "17S")
    table.record("penalize", player=3, amount=5, to_others="yes", reason="late")
    page = table.watcher().page(f"{table.path}/sheet")
    rows = list(page.one("tbody").all("tr"))
    assert [each.text for each in page.of_class("sheet__brief")] == ["made ✓20 ×2", "failed ✗9 ×2"]
    assert [each.text.split()[0] for each in rows[0].of_class("sheet__cell--lead")] == ["+72"]
    assert [each.text.split()[0] for each in rows[0].of_class("sheet__cell--helper")] == ["+36"]
    assert "late" in rows[2].text
    legend = text_of_class(page, "sheet__legend")
    assert all(word in legend for word in ("+72 declarer", "+36 friend", "made", "failed", "run, back run"))
    assert find_faults(page) == []


def test_a_void_and_a_corrected_hand_are_marked_and_a_seat_finds_its_column(table: Table) -> None:
    """The sheet is drawn once for all; the style of the seat marks its column."""
    table.play_hand()
    page = table.take_seat(3).page(f"{table.path}/sheet")
    [style] = [each.attributes["href"] for each in page.all("link") if "/seat-3" in each.attributes["href"]]
    assert '.sheet col[data-p="3"]' in table.host.get(style).text
    assert [each.attributes.get("data-p") for each in page.all("col")] == [None, *"12345"]
    assert [each.attributes["data-p"] for each in page.one("tfoot").of_class("sheet__cell")] == [*"12345"]
    table.play_hand()
    correct_hand(table, points="18")
    found = table.host.post(f"{table.path}/sheet/2/void", {"version": table.version, "reason": "misdeal"}).status_code
    assert found == 303
    page = table.host.page(f"{table.path}/sheet")
    first, second = page.one("tbody").all("tr")
    assert "fixed" in first.text
    assert second.attributes["class"] == "void"


@for_each(("six_sit_out", SIX), ("double_eight", EIGHT))
def test_sheets_of_many_players(preset: str, names: tuple[str, ...], *, app: Flask) -> None:
    table = open_table(app, preset, names)
    level = 27 if len(names) == 8 else 15
    open_with_contract(table, 2, level, "H")
    table.record("result", side="card|3", points=level)
    page = table.host.page(f"{table.path}/sheet")
    assert len(list(page.one("thead").all("th"))) == len(names) + 1
    assert ("sheet--upright" in page.one("table").attributes["class"]) is (len(names) > 6)


# --- Mending a hand ---
def recorded_moves(table: Table, number: int) -> list[str]:
    """The moves of a hand by name."""
    record = require(table.state.find_hand(number))
    return [type(move).__name__ for move in record.moves]


def long_hand(table: Table) -> None:
    """A hand with its auction, kitty, call, tricks and the friend."""
    table.record("start_hand")
    for bid in ("13H", "-", "-", "-", "-"):
        player = table.state.current.hand.auction.turn  # type: ignore[union-attr]
        if bid == "-":
            table.record("pass", player=player)
        else:
            table.record("place_bid", player=player, level=bid[:2], trump=bid[2:])
    table.record("take_kitty")
    table.record("call_friend", call="card", card="SA")
    table.record("record_trick", winner=1, points=2)
    table.record("reveal_friend", player=3)
    table.record("result", side="SA|3", points=15)


def test_a_correction_of_the_points_keeps_every_other_move(table: Table) -> None:
    long_hand(table)
    before = recorded_moves(table, 1)
    correct_hand(table, points="16")
    hand = table.state.hands[0].hand
    assert recorded_moves(table, 1) == before
    assert (hand.result.points, hand.result.friend, str(hand.call)) == (16, 3, "SA")


def test_a_correction_of_the_friend_keeps_the_auction_the_kitty_and_the_called_card(table: Table) -> None:
    long_hand(table)
    before = recorded_moves(table, 1)
    hand = correct_hand(table, 1, "friend", "reveal_friend", player=4).hand
    assert (hand.result.friend, str(hand.call)) == (4, "SA")
    assert recorded_moves(table, 1) == before


def test_a_correction_of_the_contract_keeps_what_the_result_said(app: Flask) -> None:
    table = open_table(app, "korean40", buried_joker_double="always")
    open_with_contract(table, 1, 14, "H")
    table.record("result", side="none|-", alone="card", points=16, buried_joker="yes", revoked=3)
    correct_hand(table, 1, "contract", "enter_contract", level=15)
    hand = table.state.hands[0].hand
    assert str(hand.contract_bid) == "15H"
    result = hand.result
    assert (result.own_card_called, result.buried, result.revoked) == (True, {"joker"}, 3)


def test_a_correction_keeps_who_dropped_out(app: Flask) -> None:
    preset = next(key for key, each in mighty.PRESETS.items() if each.rules.setting.drop_out == 1)
    table = open_table(app, preset, SIX)
    table.record("start_hand")
    with_out = mighty.RecordHand(1, mighty.Bid.parse("15H"), mighty.Call("card"), 16, friend=2, out=(6,))
    recorder = Recorder(device="a device")
    table.services.books.record(table.id, with_out, version=table.version, recorder=recorder, key="one")
    correct_hand(table, points="17")
    mended = table.state.hands[0].hand
    assert (mended.dropped, mended.result.points) == ((6,), 17)


def test_the_preview_of_a_correction_shows_both_versions_and_records_nothing(table: Table) -> None:
    table.play_hand("card|2", 17)
    table.play_hand("card|2", 17)
    version = table.version
    page = Fix(table).record("result", points=15).page
    assert table.version == version
    first = next(iter(page.one("tbody").all("tr")))
    assert [each.text for each in first.all("td")] == ["+14", "−2", "28", "12"]
    assert "1 short instead of Made with 17" in page.text
    assert "Later hands pay the same" in page.text


def test_a_correction_that_cannot_be_says_why_and_keeps_what_was_chosen(table: Table) -> None:
    table.play_hand()
    fix = Fix(table)
    sent = {**fix.filled_in("result"), "points": "21", "side": "card|3"}
    refused = fix.phone.post(f"{fix.at}/record/result", sent)
    assert refused.status_code == 422
    page = parse(refused.text)
    assert page.problems
    assert page.form(f"{fix.at}/record/result").sends()["side"] == "card|3"
    assert table.state.hands[0].hand.result.points == 17


def test_the_page_of_a_corrected_hand_tells_both_payments(table: Table) -> None:
    table.play_hand("card|2", 17)
    correct_hand(table, points="15")
    page = table.host.page(f"{table.path}/sheet/1")
    assert text_of_class(page, "hero__fact") == "1 short"
    row = next(iter(page.one("tbody").all("tr")))
    assert [each.text for each in row.all("td")] == ["+14", "−2", "−2"]
    assert "Made with 17 → 1 short" in page.one("main").text
    assert find_faults(page) == []


def test_an_earlier_version_with_the_same_result_is_told_once(table: Table) -> None:
    """A friend was another: "Made with 17" then and now is no change."""
    table.play_hand("card|2", 17)
    correct_hand(table, side="card|3")
    page = table.host.page(f"{table.path}/sheet/1")
    (earlier,) = [each.text for each in page.of_class("row__title") if "Made with" in each.text]
    assert (earlier.count("Made with 17"), "→" in earlier) == (1, False)


def test_a_result_that_the_tricks_make_doubtful_is_looked_up_as_soon_as_it_is_drawn(table: Table) -> None:
    open_with_tricks(table, *ALL_TRICKS[:4], (4, 3), (4, 2), (4, 3), (2, 1), (4, 1), (4, 0), call="SA", friend=3)
    page = table.host.page(table.path)
    assert "load" in page.one("div", **{"data-preview": "points"}).attributes["hx-trigger"]
    asked = preview_text(table, **page.form(f"{table.path}/record/result").sends().to_dict()).one("p", id="alert")
    assert asked.text == "Cho took no trick, but the Mighty always takes its own. Confirm if it is so."


def test_a_hand_that_was_given_up_at_once_can_be_entered_after_all(table: Table) -> None:
    table.record("start_hand")
    table.record("void_hand", number=1, reason="misdeal")
    fix = Fix(table).record("enter_contract", declarer=1, level=15, trump="H")
    fix.record("result", side="card|2", points=16).save()
    assert table.state.hands[0].amounts == {1: 10, 2: 5, 3: -5, 4: -5, 5: -5}


@for_each(("stays", "out: Fay, Gyu"), ("in_turn", "out: Ana, Bo"), ("by_result", "out: Bo, Cho"))
def test_the_board_says_who_sits_out_next(choice: str, out: str, *, app: Flask) -> None:
    names = ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay", "Gyu")
    table = open_table(app, names=names, sitting_out=choice)
    table.record("start_hand")
    table.record("record_hand", {"declarer": 2, "level": 16, "trump": "H", "side": "card|3", "points": 15})
    asked = table.watcher().page(f"{table.path}?view=phone").one("main").text + table.host.page(table.path).text
    assert out in asked
    table.record("start_hand")
    seats = table.host.page(table.path).of_class("seat")
    assert {seat.one("bdi").text for seat in seats if "sits out" in seat.text} == set(out[5:].split(", "))

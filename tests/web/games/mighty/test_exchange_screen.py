"""Kitty, contract and friend on one screen: the choices, the prices shown, and the moves that one tap records."""

from collections.abc import Iterable
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from scorekeeper.games import mighty
from scorekeeper.web.games.mighty.contract import read_draft
from scorekeeper.web.page.wording import with_sign
from tests.cases import for_each
from tests.web.hands import CONTRACT
from tests.web.pages import Element
from tests.web.phones import NAMES, Fields, Phone, Table, open_table

EIGHT = (*NAMES, "Fay", "Gil", "Hye")


def open_contract(app: Flask, bid: str, preset: str = "pagat", declarer: int = 4, **rules: Any) -> Table:
    """Open a table at which a player, by default Dan, has just won the auction."""
    seats = mighty.PRESETS[preset].rules.setting.table
    table = open_table(app, preset, EIGHT[:seats], **rules)
    table.record("start_hand")
    table.record("enter_contract", declarer=declarer, level=bid[:2], trump=bid[2:])
    return table


def draw_screen(
    table: Table, fields: Fields | Iterable[tuple[str, str]] | None = None, by: Phone | None = None
) -> Element:
    """Return the screen while its form holds these fields."""
    query = "&".join(f"{name}={value}" for name, value in MultiDict(fields or {}).items(multi=True))
    return (by or table.host).page(f"{table.path}/draft?{query}")


def key_problems(page: Element, field: str) -> dict[str, str]:
    """Return the keys of a field by value, each with the reason against it or ""."""
    return {
        each.attributes["value"]: each.attributes.get("data-reason", "")
        for each in page.all("input", name=field)
        if each.attributes["type"] != "hidden"
    }


def chosen_values(page: Element, field: str) -> list[str]:
    form = next(each for each in page.all("form") if "dock" in each.attributes.get("class", "").split())
    return form.sends().getlist(field)


def main_button_text(page: Element) -> str:
    [main] = page.of_class("button--main")
    return main.text


def shown_prices(page: Element) -> dict[str, str]:
    [strip] = page.of_class("fact-grid--prices")
    return {row.one("dt").text: row.one("dd").text for row in strip.all("div")}


@for_each(
    ("pagat", "15NT", "17S 17H 17D 17C 15NT"),
    ("pagat", "19H", "20S 19H 20D 20C 20NT"),
    ("base10", "14H", "16S 14H 16D 16C 15NT"),
    ("wikipedia_ja", "14S", "14S 14H 14D 14C 14NT"),
    ("double_eight", "32H", "35S 32H 35D 35C 34NT"),
)
def test_each_trump_is_offered_at_its_lowest_and_the_own_is_kept(
    preset: str, bid: str, keys: str, *, app: Flask
) -> None:
    page = draw_screen(open_contract(app, bid, preset))
    assert list(key_problems(page, "contract")) == keys.split()
    assert chosen_values(page, "contract") == [bid]
    assert not any(key_problems(page, "contract").values())


@for_each(
    ("15NT", "SA JK HA DA CA first_trick none"),
    ("15H", "SA JK DA CA HA HK first_trick none"),
    ("15S", "DA JK HA CA SA SK first_trick none"),
)
def test_usual_calls_go_with_the_trumps(bid: str, calls: str, *, app: Flask) -> None:
    assert list(key_problems(draw_screen(open_contract(app, bid)), "call")) == calls.split()


def test_what_the_rules_do_not_let_anybody_call_or_change_says_why(app: Flask) -> None:
    calls = key_problems(draw_screen(open_contract(app, "14S", "wikipedia_ja")), "call")
    assert [call for call, why in calls.items() if why] == ["first_trick"]
    assert "first trick" in calls["first_trick"]
    without = key_problems(draw_screen(open_contract(app, "14S", joker_friend=False, no_friend=False)), "call")
    assert [call for call, why in without.items() if why] == ["JK", "none"]
    assert key_problems(draw_screen(open_contract(app, "14H", "korean40")), "contract") == {}
    assert "stays as it is" in draw_screen(open_contract(app, "14H", "korean40")).text
    assert "20 NT cannot be raised" in draw_screen(open_contract(app, "20NT")).text
    table = open_contract(app, "14S", "wikipedia_ja", secret_solo=False)
    table.record("take_kitty", cards=["HA", "C10", "D4"])
    assert "kitty" in key_problems(draw_screen(table), "call")["HA"]
    assert key_problems(draw_screen(table, {"view": "card"}), "call")["C10"]
    table = open_contract(app, "14S", no_friend=False)
    assert "may not announce" in table.send("exchange", contract="14S", call="none").text
    table = open_contract(app, "14H", "three", declarer=1)
    assert table.send("exchange", contract="14H", call="SA").status_code == 422


def test_every_price_is_the_settlement_of_the_library_and_a_change_has_its_own_calls(app: Flask) -> None:
    table = open_contract(app, "15NT")
    rules = table.state.rules
    assert isinstance(rules, mighty.Rules)
    page = draw_screen(table)
    steps = {each.attributes["value"]: each.attributes["data-steps"] for each in page.all("input", name="contract")}
    assert steps == {"17S": "17-20", "17H": "17-20", "17D": "17-20", "17C": "17-20", "15NT": "15-20"}
    page = draw_screen(table, {"contract": "17S"})
    assert list(key_problems(page, "call"))[:2] == ["DA", "JK"]
    for draft, bid, call, friend in (
        ({}, "15NT", "JK", 1),
        ({"contract": "18H", "call": "JK"}, "18H", "JK", 1),
        ({"call": "none"}, "15NT", "none", None),
    ):
        shown = shown_prices(draw_screen(table, draft))
        assert len(shown) == 6
        for points, amount in shown.items():
            outcome = mighty.Outcome(int(points), 4, friend, tuple(set(range(1, 6)) - {4, friend}))
            contract = mighty.Contract(mighty.Bid.parse(bid), mighty.Call.parse(call))
            assert amount == with_sign(mighty.settle(rules, contract, outcome).amounts[4])


def test_the_button_names_the_call_and_its_price_and_drafts_come_back_chosen(app: Flask) -> None:
    table = open_contract(app, "15NT")
    assert main_button_text(draw_screen(table)) == "Dan calls Aspades +16 if just made, friend +8", (
        "the Mighty is proposed"
    )
    assert main_button_text(draw_screen(table, {"call": "JK"})) == "Dan calls the joker +16 if just made, friend +8"
    assert main_button_text(draw_screen(table, {"call": "none"})) == "Dan plays alone +64 if just made"
    changed = {"contract": "17H", "call": "first_trick"}
    found = main_button_text(draw_screen(table, changed))
    assert found == "17 hearts · Dan calls the winner of trick 1 +16 if just made, friend +8"
    own = draw_screen(table, {"call": "JK"}, by=table.take_seat(4))
    assert main_button_text(own) == "Call the joker you +16 if just made, friend +8"
    page = draw_screen(table, {"call": "HQ"})
    assert chosen_values(page, "call") == ["HQ"]
    assert main_button_text(page).startswith("Dan calls Qhearts")
    # Levels stand with their prices, and both contracts line by line.
    page = draw_screen(table, {"view": "raise", "when": "raise", "trump": "H", "level": "17"})
    levels = key_problems(page, "level")
    assert [level for level, why in levels.items() if not why] == ["17", "18", "19", "20"]
    assert "17" in levels["16"]
    [compared] = page.of_class("compare")
    assert [row.text.split()[0] for row in compared.all("tr")] == ["points", "15", "17"]
    back = draw_screen(
        table, {"done": "yes", "view": "raise", "when": "raise", "trump": "H", "level": "18", "call": "JK"}
    )
    assert chosen_values(back, "contract") == ["18H"]
    assert chosen_values(back, "call") == ["JK"]
    kept = draw_screen(table, {"done": "keep", "view": "raise", "when": "raise", "trump": "H", "level": "18"})
    assert chosen_values(kept, "contract") == ["15NT"]


def test_the_best_card_that_may_be_called_is_proposed_or_none(app: Flask) -> None:
    assert chosen_values(draw_screen(open_contract(app, "15S")), "call") == ["DA"], "the Mighty, spades being trumps"
    assert chosen_values(draw_screen(open_contract(app, "32H", preset="double_eight")), "call") == [], (
        "of two the first is chosen"
    )
    table = open_contract(app, "14H", "three", declarer=1)
    page = draw_screen(table)
    assert chosen_values(page, "call") == ["none"]
    assert main_button_text(page) == "Ana plays alone +12 if just made"
    table.host.submit(table.path, f"{table.path}/record/exchange")
    assert table.state.current.hand.phase == "play"  # type: ignore[union-attr]


def test_drafts_record_nothing_and_what_cannot_be_is_left_out(app: Flask) -> None:
    table = open_contract(app, "15NT")
    before = table.version
    nonsense = {"contract": "16H", "call": "whoever", "second": "S1", "before": "13C", "view": "x", "cards": "?"}
    page = draw_screen(table, nonsense)
    assert chosen_values(page, "contract") == ["17H"]  # the lowest with these trumps
    assert chosen_values(page, "call") == ["SA"]  # as if nothing was chosen
    for call in ("player:99", "player:3", "S1", "none>H", "SA+HK"):
        assert main_button_text(draw_screen(table, {"call": call}))
    draw_screen(table, {"contract": "99Z", "level": "x", "trump": "NT", "when": "raise", "view": "raise"})
    assert table.version == before
    # Nobody but recorders has the dock; all see what it pays.
    page = table.watcher().page(table.path)
    assert page.of_class("dock") == []
    assert shown_prices(page)["15"] == "+16"
    assert "Dan plays" in page.text
    table.choose_modes("play:result")
    assert list(table.host.page(table.path).all("form", action=f"{table.path}/record/exchange")) == []


def test_exchange_is_one_move_that_one_undo_takes_back(app: Flask) -> None:
    table = open_contract(app, "15NT")
    moves = len(table.log)
    page = draw_screen(table, {"contract": "17H", "call": "HK"})
    form = page.form(f"{table.path}/record/exchange")
    assert table.host.post(f"{table.path}/record/exchange", form.sends(), htmx=True).status_code == 200
    hand = table.state.current.hand  # type: ignore[union-attr]
    assert (str(hand.contract_bid), str(hand.call), hand.kitty_taken, hand.phase) == ("17H", "HK", True, "play")
    assert len(table.log) == moves + 1
    table.record("undo")
    assert table.state.current.hand.phase == "contract"  # type: ignore[union-attr]


def test_an_exchange_is_refused_whole_and_a_card_alone_or_none_is_a_call(app: Flask) -> None:
    table = open_contract(app, "16H")
    before = table.version
    response = table.send("exchange", {"contract": "17S", "call": "player:3", "suit": "H"})
    assert response.status_code == 422
    for reason in ("18", "no player is called", "not ask for a suit"):
        assert reason in response.text
    assert table.version == before
    table.record("call_friend", card="SA")
    assert str(table.state.current.hand.call) == "SA"  # type: ignore[union-attr]
    table.record("undo")
    table.record("exchange", card="HK")
    assert str(table.state.current.hand.call) == "HK"  # type: ignore[union-attr]
    table.record("undo")
    # No card need be named.
    [rest] = draw_screen(table, {"view": "card"}).of_class("pad__rest")
    assert (rest.attributes["name"], rest.attributes["value"]) == ("call", "card")
    sent = MultiDict([("version", str(table.version)), ("call", "HK"), ("call", "card")])  # the button comes last
    assert table.host.post(f"{table.path}/record/exchange", sent, htmx=True).status_code == 200
    assert str(table.state.current.hand.call) == "card"  # type: ignore[union-attr]


@for_each(("pagat", "16H", 53), ("four", "16H", 43), ("four_chicago", "16H", 51), ("double_eight", "32H", 51))
def test_the_open_pack_has_each_card_of_this_pack_once(preset: str, bid: str, cards: int, *, app: Flask) -> None:
    assert len(key_problems(draw_screen(open_contract(app, bid, preset), {"view": "card"}), "call")) == cards


def test_players_are_called_by_name_and_a_suit_asked_for_where_the_rules_have_it(app: Flask) -> None:
    table = open_contract(app, "17H")
    assert key_problems(draw_screen(table), "suit") == {}
    assert list(key_problems(draw_screen(table, {"contract": "20NT"}), "suit")) == ["", "S", "H", "D", "C"]
    assert key_problems(draw_screen(table, {"contract": "20NT", "call": "none"}), "suit") == {}
    table.record("exchange", contract="20NT", call="JK", suit="H")
    assert str(table.state.current.hand.call) == "JK>H"  # type: ignore[union-attr]
    table = open_contract(app, "15NT", friend_by_player=True)
    named = [call for call in key_problems(draw_screen(table), "call") if call.startswith("player")]
    assert named == ["player:1", "player:2", "player:3", "player:5"]
    table.record("exchange", contract="15NT", call="player:2")
    assert table.state.current.hand.friends == (2,)  # type: ignore[union-attr]


def test_two_cards_are_called_and_may_lie_in_the_kitty_of_two_packs(app: Flask) -> None:
    table = open_contract(app, "32H", "double_eight")
    assert list(shown_prices(draw_screen(table)).values()) == ["+20, each +10", "+32, +16", "+56"]
    page = draw_screen(table, {"call": "SA"})
    assert key_problems(page, "call") == {}
    assert "twice" in key_problems(page, "second")["SA"]
    assert chosen_values(page, "call") == ["SA"]
    assert list(key_problems(draw_screen(table, {"call": "SA", "second": "JK", "asked": "call"}), "call"))
    both = draw_screen(table, {"call": "SA", "second": "JK"})
    assert main_button_text(both) == "Dan calls Aspades and the joker +20 if made, each friend +10"
    table.record("exchange", contract="32H", call="SA", second="JK")
    assert str(table.state.current.hand.call) == "SA+JK"  # type: ignore[union-attr]
    shares = "; ".join(f"{score}: {score + 1} {score} {score - 1}" for score in range(1, 17))
    table = open_contract(app, "32H", "double_six", split="own", own_shares=shares)
    page = draw_screen(table, {"call": "SA", "second": "JK"})
    assert main_button_text(page) == "Dan calls Aspades and the joker +9 if made, friends +8 and +7"
    assert next(iter(shown_prices(draw_screen(table)).values())) == "+9, +8, +7"
    table = open_contract(app, "32H", "double_eight", kitty_exposed=True)
    page = draw_screen(table, [("view", "kitty"), ("cards", "SA"), ("cards", "SA")])
    assert chosen_values(page, "cards") == ["SA", "SA"]
    sent = MultiDict([("version", str(table.version)), *(("cards", card) for card in ("SA", "SA", "HK", "C9"))])
    assert table.host.post(f"{table.path}/record/take_kitty", sent, htmx=True).status_code == 200
    assert [str(card) for card in table.state.current.hand.kitty] == ["SA", "SA", "HK", "C9"]  # type: ignore[union-attr]


def test_chicago_prints_its_table_with_the_column_of_this_contract(app: Flask) -> None:
    table = open_contract(app, "16C", "four_chicago")
    for draft, level in (({}, "16"), ({"contract": "18H"}, "18")):
        [printed] = draw_screen(table, draft).of_class("compare")
        rows = [[cell.text for cell in row.all() if cell.tag in ("th", "td")] for row in printed.all("tr")]
        assert rows == [
            ["Contract", *map(str, range(13, 21))],
            ["Declarer", "1", "3", "4", "5", "7", "8", "9", "11"],
            ["Friend", "1", "1", "2", "3", "3", "4", "5", "5"],
            ["Defenders", "1", "2", "3", "4", "5", "6", "7", "8"],
        ]
        inverted = printed.of_class("is-current")
        assert len(inverted) == 4
        assert inverted[0].text == level


def test_a_change_can_be_recorded_by_itself_and_opens_no_view_then(app: Flask) -> None:
    table = open_contract(app, "15NT")
    table.record("take_kitty")
    table.record("change_contract", level=17, trump="H", when="raise", view="raise")
    page = draw_screen(table)
    assert key_problems(page, "contract") == {}
    assert "changed already" in page.text
    table.record("exchange", call="SA")
    assert str(table.state.current.hand.contract_bid) == "17H"  # type: ignore[union-attr]
    # After a form that came too late, for instance.
    table = open_contract(app, "15NT")
    for view in ("before", "kitty"):
        assert list(draw_screen(table, {"view": view}).all("form", action=f"{table.path}/record/exchange"))
    table.record("take_kitty")
    table.record("change_contract", level=17, trump="H")
    late = table.send("change_contract", level=18, trump="S", when="raise", view="raise")
    assert "changed already" in late.text
    assert f"{table.path}/record/exchange" in late.text


def test_a_change_before_the_kitty_has_its_price_and_all_see_an_exposed_one(app: Flask) -> None:
    table = open_contract(app, "14H", "base10")
    page = draw_screen(table, {"view": "before", "when": "before"})
    [trumps] = [each for each in page.all("fieldset") if next(each.all("legend")).text == "Trumps"]
    assert [key.text.split()[0] for key in trumps.all("label")] == ["15", "14", "15", "15", "15"]
    after = draw_screen(table, {"done": "yes", "when": "before", "trump": "D", "level": "15"})
    assert chosen_values(after, "before") == ["15D"]
    assert list(key_problems(after, "contract")) == ["17S", "17H", "15D", "17C", "16NT"]
    table.record("exchange", contract="17S", before="15D", call="JK")
    assert str(table.state.current.hand.contract_bid) == "17S"  # type: ignore[union-attr]
    table = open_table(app, "wikipedia_ja")
    for step, sent in CONTRACT:
        table.record(step, sent)
    table.record("take_kitty", cards=["SA", "H3", "JK"])
    for path in ("", "/watch"):
        cards = table.watcher().page(table.path + path).of_class("inline-card")
        assert [card.text for card in cards] == ["Aspades", "3hearts", "joker"]
    assert "takes the kitty: Aspades, 3hearts, " in table.host.page(f"{table.path}/log").text


def test_the_kitty_that_all_see_goes_with_the_one_move_and_a_refused_one_keeps_its_pad(app: Flask) -> None:
    table = open_contract(app, "14S", "wikipedia_ja")
    page = draw_screen(table, [("view", "kitty"), ("cards", "HK")])
    response = table.host.post(f"{table.path}/record/take_kitty", page.form(f"{table.path}/record/take_kitty").sends())
    assert response.status_code == 422
    assert 'value="S2"' in response.text
    pad = draw_screen(table, [("view", "kitty"), ("cards", "HK")])
    assert len(key_problems(pad, "cards")) == 53
    page = draw_screen(table, [("cards", "HK"), ("cards", "C10"), ("cards", "D4"), ("call", "JK")])
    assert [each.text for each in page.of_class("inline-card")] == ["Khearts", "10clubs", "4diamonds"]
    form = page.form(f"{table.path}/record/exchange").sends()
    assert table.host.post(f"{table.path}/record/exchange", form, htmx=True).status_code == 200
    assert [str(card) for card in table.state.current.hand.kitty] == ["HK", "C10", "D4"]  # type: ignore[union-attr]


@pytest.mark.exhaustive
@for_each(preset=mighty.PRESETS)
def test_every_contract_of_every_preset_is_drawn(preset: str, *, app: Flask) -> None:
    """Everything the screen asks of the library has an answer, whatever was bid."""
    table = open_contract(app, "25S" if preset.startswith("double") else "14S", preset, declarer=2)
    hand = table.state.current.hand  # type: ignore[union-attr]
    if hand.phase == "drop":
        for player in (1, 3)[: hand.rules.setting.drop_out]:
            hand = mighty.do(hand, mighty.DropOut(player))
    for bid in mighty.every_bid(hand.rules):
        for view in ("", "raise", "before", "card", "kitty"):
            it = read_draft(replace(hand, contract_bid=bid), MultiDict({"view": view, "when": view}))
            assert it.contract == bid
            assert it.offers
            assert it.price_of(it.candidate)
            assert it.points == sorted(set(it.points))
            assert len(it.prices_by_points(bid)) == len(it.points)


def test_a_bid_above_all_points_says_no_more_than_holds(app: Flask) -> None:
    """daegu: a bid of 21 is never made, so nothing is doubled that is doubled when made, and none is just made."""
    table = open_contract(app, "21H", preset="daegu", declarer=4)
    page = draw_screen(table, {"call": "none"})
    text = page.one("main").text + " ".join(each.text for each in page.all("form"))
    assert "if just made" not in text
    assert "×2" not in text
    assert "at best" in main_button_text(page)
    fine = draw_screen(open_contract(app, "19H", preset="daegu", declarer=4), {"call": "none"})
    assert "if just made" in main_button_text(fine)


def test_nothing_offers_to_raise_what_cannot_be_raised(app: Flask) -> None:
    page = draw_screen(open_contract(app, "20H", declarer=4))
    assert "Raise more" not in page.text
    assert "Raise more" in draw_screen(open_contract(app, "15H", declarer=4)).text


# --- Result only ---


def result_keys(page: Element) -> list[Element]:
    """Return the keys that choose, or first ask, to record results only."""
    return [each for each in page.all("button") if each.text.startswith("Result only")]


def test_to_record_results_only_is_asked_first_with_what_is_dropped(app: Flask) -> None:
    table = open_contract(app, "16H")
    (key,) = result_keys(draw_screen(table, {"call": "JK", "contract": "18S"}))
    assert (key.attributes["name"], key.attributes["value"]) == ("view", "result")
    assert "form" not in key.attributes, "it records nothing"
    asks = draw_screen(table, {"call": "JK", "contract": "18S", "view": "result"})
    assert "The call is left out" in asks.text
    assert "Chosen here and not recorded: 18 spades, joker" in asks.text
    (key,) = result_keys(asks)
    assert (key.attributes["form"], key.attributes["value"]) == ("mode", "play:result")
    (dock,) = asks.of_class("dock")
    (back,) = (each for each in dock.all("button") if each.text == "Cancel")
    again = draw_screen(table, {**dock.sends(), back.attributes["name"]: back.attributes["value"]})
    assert (chosen_values(again, "call"), chosen_values(again, "contract")) == (["JK"], ["18S"])


def test_a_card_that_nobody_chose_is_not_dropped(app: Flask) -> None:
    asks = draw_screen(open_contract(app, "16H"), {"view": "result"})
    assert "The call is left out" in asks.text
    assert "Chosen here" not in asks.text

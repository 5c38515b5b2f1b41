"""The screens of Zhao Pengyou: each shows the library's results, and records what is tapped."""

from functools import partial
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from scorekeeper.bookkeeper import Recorder
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.web.games.zhao_pengyou.play import points_so_far
from tests.cases import for_each
from tests.games.zhao_pengyou.play import cards
from tests.web.fixing import Fix
from tests.web.hands import HANGUL
from tests.web.page.test_screens import check
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import Phone, Table, open_table

NAMES = ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay", "Gil", "Hye", "Ian", "Jo", "Kit", "Lea")
ANA, BO, CHO, DAN, EUN, FAY, GIL, HYE = range(1, 9)
CALLS = "CA#1 DA#2 SK#3"


@pytest.fixture
def table(app: Flask) -> Table:
    """A table of eight, with three packs."""
    return open_table(app, "pagat", NAMES[:8], game="zhao_pengyou")


def hand_of(table: Table) -> zpy.Hand:
    assert table.state.current is not None
    hand: zpy.Hand = table.state.current.hand
    return hand


def last_hand(table: Table) -> Any:
    assert table.state.last_hand is not None
    return table.state.last_hand.hand


def deal(table: Table) -> None:
    table.record("start_hand")


def make_trumps(table: Table, maker: int = DAN, suit: str = "H") -> None:
    deal(table)
    table.record("enter_trumps", maker=maker, suit=suit)


def start_play(table: Table, calls: str = CALLS) -> None:
    """Deal, make trumps and call the cards."""
    make_trumps(table)
    table.record("call_friends", calls=calls.split())


def play_cards(table: Table, cards: str, player: int = DAN) -> None:
    table.record("play_cards", player=player, cards=cards.split())


def draft_page(table: Table, **fields: object) -> Element:
    """Return the table while its form holds these fields."""
    return table.host.page(f"{table.path}/draft?{urlencode(fields, doseq=True)}")


def preview_page(table: Table, screen: str, **fields: object) -> Element:
    response = table.host.get(f"{table.path}/preview/{screen}?{urlencode(fields, doseq=True)}")
    assert response.status_code == 200
    return parse(response.text)


def class_text(page: Element, look: str) -> str:
    return page.of_class(look)[0].text


def open_keys(page: Element, name: str) -> list[str]:
    """Return the values of the keys of this name that can be chosen."""
    fields = [*page.all("input", name=name), *page.all("button", name=name)]
    return [each.attributes["value"] for each in fields if "aria-disabled" not in each.attributes]


def chosen_values(page: Element, name: str) -> list[str]:
    return [each.attributes["value"] for each in page.all("input", name=name) if "checked" in each.attributes]


# --- Making trumps ---
def test_whoever_is_overcalled_may_defend_with_one_tap_or_give_up(table: Table) -> None:
    deal(table)
    table.record("expose", player=ANA, shown="1xC")
    page = table.record("expose", player=BO, shown="2xH")
    assert class_text(page, "head__fact") == "2 hearts two of them, Bo"
    assert class_text(page, "turn") == "Ana may defend"
    assert "Ana may match: two 2clubs now, later three alike" in class_text(page, "head__line")
    # Ana may match with two clubs; any other suit takes three cards.
    assert chosen_values(page, "player") == ["1"]
    assert open_keys(page, "shown") == ["3xS", "3xD", "3xC", "2xC"]
    page = table.record("expose", player=ANA, shown="2xC")
    assert class_text(page, "head__fact") == "2 clubs two of them, Ana"
    assert [each.text for each in page.all("s")][:1] == ["hearts"]
    table.record("undo")
    table.record("take_back", takes=ANA)
    assert hand_of(table).making.given_up
    table.record("end_deal")
    assert (hand_of(table).maker, str(hand_of(table).trumps)) == (BO, "H2")


def test_levels_of_others_may_be_shown_and_the_other_copy_called(app: Flask) -> None:
    table = open_table(app, "pagat", NAMES[:5], game="zhao_pengyou", making_trumps="active_ranks")
    table.host.post(f"{table.path}/people/adjust", {"version": table.version, "amount_3": 5, "reason": "last week"})
    deal(table)
    page = draft_page(table, player=ANA)
    assert open_keys(page, "rank") == ["2", "5"]
    table.record("expose", player=ANA, rank="5", shown="1xS")
    table.record("end_deal")
    assert (hand_of(table).maker, str(hand_of(table).trumps)) == (CHO, "S5")
    table = open_table(app, "pagat", NAMES[:5], game="zhao_pengyou", call_the_other=True)
    make_trumps(table)
    assert open_keys(draft_page(table, suit="S", rank="A"), "copy") == ["1", "2", "other"]
    table.record("call_friends", calls="SA#other")
    assert str(hand_of(table).calls[0]) == "SA#other"


def test_nobody_shows_and_the_kitty_is_turned_until_it_decides(app: Flask) -> None:
    table = open_table(app, "pagat", NAMES[:8], game="zhao_pengyou", nobody_made_trumps="kitty_decides")
    deal(table)
    page = table.record("end_deal")
    assert class_text(page, "head__fact") == "Turn the kitty"
    page = draft_page(table, cards=["SK", "D9"], pile="C")
    assert class_text(page, "head__fact") == "2 spades turned from the kitty"
    assert "aria-disabled" in page.of_class("button--main")[0].attributes
    page = draft_page(table, cards=["SK", "D9"], card="C2", pile="C")
    assert class_text(page, "card--wins") == "2clubs"
    found = [each.text for each in page.of_class("kitty")[0].all("small")]
    assert found == ["turned", "turned", "decides", *3 * ["down"]]
    table.record("turn_kitty", cards=["SK", "D9", "C2"])
    assert str(hand_of(table).trumps) == "C2"


def test_only_what_may_stand_is_live_and_nobody_shows_deals_again(table: Table) -> None:
    deal(table)
    page = table.record("end_deal")
    assert class_text(page, "head__label").startswith("Dealt again")
    table.record("expose", player=ANA, shown="2xC")
    page = draft_page(table, player=BO)
    assert open_keys(page, "shown") == ["3xS", "3xH", "3xD"]
    assert open_keys(page, "player") == [str(player) for player in range(BO, HYE + 1)]


def test_cards_shown_are_one_tap_and_the_red_joker_beats_the_black_one(app: Flask) -> None:
    table = open_table(app, "shengji_two_packs", NAMES[:5], game="zhao_pengyou")
    deal(table)
    page = table.host.page(table.path)
    rows = ["2xS", "2xH", "2xD", "2xC", "2xBJ", "2xRJ", "1xS", "1xH", "1xD", "1xC"]
    assert open_keys(page, "shown") == rows, "before a name is chosen"
    assert any("data-own" in each.attributes for each in page.all("input", name="player"))
    (keys,) = (each for each in page.all("fieldset") if "data-before" in each.attributes)
    assert (keys.attributes["data-before"], chosen_values(page, "player")) == ("shown", [])
    page = table.record("expose", player=ANA, shown="2xH")
    beats = "2 × black joker black joker, 2 × red joker red joker beat it"
    assert class_text(page, "head__line") == beats, "drawn, and by name"
    page = table.record("expose", player=BO, shown="2xBJ")
    assert class_text(page, "head__fact").startswith("2 no-trump 2 × black joker")
    (lies,) = (each for each in page.all("button", name="shown") if "aria-current" in each.attributes)
    assert (lies.attributes["value"], lies.one("small").text) == ("2xBJ", "Bo")
    assert open_keys(page, "shown") == ["2xRJ"]
    assert "None" not in page.text
    assert [each.text for each in page.seats("small")][:2] == ["hearts", "black joker"]
    stars = {each.attributes["href"] for each in page.of_class("shows")[0].all("use")}
    assert stars == {"#S", "#H", "#D", "#C", "#BJ", "#RJ"}, "told apart by their shapes"
    table.record("end_deal")
    assert str(hand_of(table).trumps) == "NT2"
    assert "no-trump" in class_text(table.watcher().page(table.path), "head")


def test_the_maker_alone_is_recorded_where_this_phone_does_so(table: Table) -> None:
    table.choose_modes("trumps:maker")
    deal(table)
    page = table.host.page(table.path)
    assert open_keys(page, "maker") == [str(player) for player in range(1, 9)]
    table.record("enter_trumps", maker=GIL, suit="S")
    assert hand_of(table).maker == GIL


# --- Calls ---
def test_calls_are_offered_one_after_the_other_and_need_not_be_written_down(table: Table) -> None:
    make_trumps(table)
    page = table.host.page(table.path)
    assert class_text(page, "head__line") == "Bury 6 cards, then call 3 friends"
    assert not chosen_values(page, "suit") + chosen_values(page, "rank") + chosen_values(page, "copy")
    assert [each.text for each in page.of_class("called-card")] == ["1– choosing", "2–next", "3–"]
    assert page.of_class("button--main")[0].text == "Pick a card"
    assert "H" not in open_keys(page, "suit")
    assert "2" not in open_keys(page, "rank")
    (hearts,) = (each for each in page.all("input", name="suit") if each.attributes["value"] == "H")
    assert hearts.attributes["data-reason"].startswith("A♥"), "told of the highest until a rank is chosen"
    page = draft_page(table, rank="K")
    assert (chosen_values(page, "rank"), chosen_values(page, "suit")) == (["K"], [])
    page = draft_page(table, suit="D", rank="K")
    assert chosen_values(page, "suit") + chosen_values(page, "rank") + chosen_values(page, "copy") == ["D", "K", "1"]
    assert page.of_class("called-card")[0].text == "Kdiamonds first choosing"
    assert table.watcher().page(table.path).of_class("called-card")[0].text == "1– choosing", "nobody else is told"
    page = draft_page(table, suit="C", rank="A", copy="1", add="yes")
    assert [each.attributes["value"] for each in page.all("input", name="calls")] == ["CA#1"]
    page = draft_page(table, calls="CA#1", suit="D", rank="A", copy="2", add="yes")
    found = [each.text for each in page.of_class("called-card")]
    assert found == ["Aclubs first called", "Adiamonds second called", "3– choosing"]
    assert page.of_class("button--main")[0].attributes["name"] == "last"
    # The same card may be called twice, by another copy.
    page = draft_page(table, calls="CA#1", suit="C", rank="A")
    assert open_keys(page, "copy") == ["2", "3"]
    assert chosen_values(page, "copy") == ["2"]
    table.record("call_friends", calls=["CA#1", "DA#2"], last="SA#1")
    assert [str(call) for call in hand_of(table).calls] == ["CA#1", "DA#2", "SA#1"]
    table.record("undo")
    table.record("call_friends", calls=["CA#1", "-"])
    assert (hand_of(table).calls, hand_of(table).phase) == ((), "play")


# --- Trick by trick ---
def test_the_bar_is_cut_where_promotion_changes_and_known_friends_are_chosen(table: Table) -> None:
    start_play(table)
    page = table.record("record_trick", winner=EUN, points=85)
    (bar,) = page.of_class("bands")
    assert [each.attributes["data-text"] for each in bar.all("b")] == ["0", "60", "120", "180", "240", "300"]
    assert [each.text for each in bar.all("span")] == ["makers +3", "+2", "+1", "nobody", "+1", "+2", "def. +3"]
    assert [each.one("span").text for each in bar.of_class("is-current")] == ["+1"]
    assert class_text(page, "head__line") == "Makers rise under 120, defenders from 180"
    table.record("reveal_friend", player=EUN, call="CA#1")
    page = table.host.page(f"{table.path}?at=end")
    assert [each.attributes["name"] for each in page.all("input", type="checkbox") if "checked" in each.attributes] == [
        "friend_5"
    ]


# The points of the defenders' tricks and the cards of theirs taken back; the place of the band, and how full all are.
ON_THE_BAR = [
    (0, 0, 0, [0, 0, 0, 0, 0, 0, 0]),
    (10, 2, 0, [0, 0, 0, 0, 0, 0, 0]),
    (5, 0, 1, [100, 0, 0, 0, 0, 0, 0]),
    (60, 0, 2, [100, 100, 0, 0, 0, 0, 0]),
    (120, 0, 3, [100, 100, 100, 0, 0, 0, 0]),
    (295, 0, 5, [100, 100, 100, 100, 100, 91, 0]),
    (300, 0, 6, [100, 100, 100, 100, 100, 100, 100]),
]


@pytest.mark.parametrize(("points", "cards", "place", "filled"), ON_THE_BAR)
def test_the_bar_has_bands_for_none_and_all(
    table: Table, points: int, cards: int, place: int, filled: list[int]
) -> None:
    make_trumps(table)
    page = table.record("result", points=points, last_trick="makers", friend_3="yes", taken_back_5=cards or "")
    (bar,) = page.of_class("bands")
    bands = list(bar.all("li"))
    assert [number for number, each in enumerate(bands) if each.attributes.get("class") == "is-current"] == [place]
    widths = [[rect.attributes["width"] for rect in each.all("rect")] for each in bands]
    assert [int(width[0]) if width else 0 for width in widths] == filled


def test_who_played_a_called_card_is_asked_for_each_and_moves_points(table: Table) -> None:
    start_play(table)
    page = table.host.page(f"{table.path}?at=friend-1")
    assert "second Adiamonds" in page.of_class("dock__ask")[0].text
    assert len(open_keys(page, "player")) == 8
    table.record("reveal_friend", player=CHO, call="DA#2")
    assert hand_of(table).found == (None, CHO, None)
    assert "friend" not in (table.host.page(f"{table.path}?at=friend-1").attributes.get("data-overlay") or "")
    # Points stay with a seat until a call moves them.
    page = table.record("record_trick", winner=EUN, points=30)
    assert class_text(page, "head__fact") == "30 trumps 2 hearts"
    assert [each.text for each in page.seats("small")][DAN - 1 : EUN] == ["maker", "30"]
    page = table.record("reveal_friend", player=EUN, call="CA#1")
    assert class_text(page, "head__fact") == "0 trumps 2 hearts"
    assert page.of_class("called-card--done")[0].text == "Aclubs Eun first fell"


def test_throws_and_large_amounts_are_written(table: Table) -> None:
    start_play(table)
    page = table.host.page(f"{table.path}?at=throw")
    assert "10 points each" in page.one("form", id="dock-throw").text
    table.record("record_throw", player=BO, taken_back=2)
    assert hand_of(table).throws == (zpy.FailedThrow(BO, 2),)
    table.record("undo")
    # With 19 cards each, 18 at most: one stays.
    field = page.one("input", name="taken_back")
    assert (field.attributes["placeholder"], field.attributes["maxlength"]) == ("1–18", "3")
    assert [each.attributes["value"] for each in page.of_class("digits")[0].all("button")] == [
        *"12345",
        "back",
        *"67890",
    ]
    table.record("record_throw", player=BO, taken_back=18)
    assert hand_of(table).throws == (zpy.FailedThrow(BO, 18),)
    page = table.host.page(f"{table.path}?at=more")
    found = [each.attributes["value"] for each in page.of_class("digits")[0].all("button")]
    assert found == [*"12345", "back", *"67890", "+5"]
    table.record("record_trick", winner=BO, points=65)


# --- Card by card ---
def test_what_is_led_and_what_must_follow_are_told_before_cards_are_played(table: Table) -> None:
    start_play(table)
    table.choose_modes("play:cards")
    page = preview_page(table, "cards", cards=["S9", "S9", "S10", "S10"])
    assert class_text(page, "head__label").startswith("Lead: tractor of 2 pairs")
    assert page.one("small", id="gives").text == "tractor of 2 pairs"
    page = preview_page(table, "cards", cards=["SA", "SK", "SJ", "SJ"])
    assert page.one("small", id="gives").text == "throw of 3 parts"
    page = preview_page(table, "cards", cards=["SA", "CK"])
    assert "of one suit" in page.one("p", id="alert").text
    play_cards(table, "S9 S9 S10 S10")
    play_cards(table, "SJ SJ SQ SQ", EUN)
    page = table.host.page(table.path)
    assert class_text(page, "head__label").startswith("Led: tractor of 2 pairs")
    assert class_text(page, "head__line") == "Eun wins so far, 20 points in it"
    assert "4 cards, spades pairs first" in page.of_class("dock__ask")[0].text
    assert [each.text for each in page.of_class("pair")[0].all("p")] == ["Dan led", "Eun wins so far"]
    assert page.one("small", id="gives").text == ""
    page = preview_page(table, "cards", cards=["SK", "SK", "S8"])
    assert (page.one("small", id="gives").text, page.one("p", id="alert").text) == ("3 of 4", "")


def test_picked_cards_of_another_suit_are_carried_on(table: Table) -> None:
    start_play(table)
    play_cards(table, "S9 S9")
    page = draft_page(table, cards=["S3", "C4"], group="C", opened="S")
    (picks,) = page.of_class("picks")
    assert (picks.text, chosen_values(page, "cards")) == ("3spades", ["S3", "C4"])
    assert page.one("form", id="dock-cards-1-1").attributes["data-plays"] == "2"


def test_what_counts_stands_first_for_a_follower_with_what_is_out(table: Table) -> None:
    start_play(table)
    play_cards(table, "S9")
    page = table.host.page(table.path)
    pad = [each.attributes["value"] for each in page.of_class("pad")[0].all("input", type="checkbox")]
    assert list(dict.fromkeys(pad))[:5] == ["SK", "S10", "S5", "SA", "SQ"], "called, with points, highest"
    assert page.of_class("key--counts")[0].attributes["data-copies-left"] == "3"
    spades = next(iter(page.all("button", name="group")))
    assert (spades.attributes["value"], spades.one("small").text) == ("S", "35")


def test_a_card_that_others_have_cannot_be_picked(table: Table) -> None:
    deal(table)
    table.record("expose", player=ANA, shown="3xC")
    table.record("end_deal")
    table.record("call_friends", calls=["SA#1", "DA#2", "SK#3"])
    play_cards(table, "S3", ANA)
    page = draft_page(table, group="trump")
    assert "C2" not in open_keys(page, "cards")
    assert open_keys(page, "cards").count("H2") == 1


def test_a_friend_lights_up_when_the_called_copy_is_played(table: Table) -> None:
    start_play(table, "SA#1 DA#2 SK#3")
    play_cards(table, "S3")
    page = table.record("play_cards", player=EUN, cards="SA")
    assert [each.text for each in page.seats("small")][EUN - 1] == "friend"


def test_a_throw_is_beaten_part_by_part_and_costs_what_goes_back(table: Table) -> None:
    start_play(table)
    play_cards(table, "SA SK SJ SJ")
    page = table.host.page(f"{table.path}?at=beaten")
    parts = [
        each.text for each in page.of_class("dock")[0].of_class("key--small") if any(each.all("input", name="part"))
    ]
    assert parts == ["J J spades 2 back: 20", "A spades nothing higher", "K spades 3 back: 30"]
    page = table.host.page(f"{table.path}?at=beaten&player=5&part=0")
    assert class_text(page, "head__fact") == "J J spades must be led"
    assert [each.text for each in page.of_class("card--back")] == ["Aspades", "Kspades"]
    assert open_keys(page, "shown") == ["SQ SQ", "SK SK", "SA SA"][: len(open_keys(page, "shown"))]
    table.record("beat_throw", player=EUN, shown="SQ SQ")
    assert (hand_of(table).throws, len(hand_of(table).table[0].cards)) == ((zpy.FailedThrow(DAN, 2),), 2)


def test_whoever_beats_a_throw_chooses_the_part_that_stays(table: Table) -> None:
    """An ace beats the king and the nine; the pair of queens is beaten by no single card."""
    start_play(table)
    play_cards(table, "SK S9 SQ SQ")
    page = table.host.page(f"{table.path}?at=beaten&player=5&part=2&shown=SA")
    assert class_text(page, "head__fact") == "9 spades must be led"
    fields = page.form(f"{table.path}/record/beat_throw?at=beaten").sends()
    table.record("beat_throw", fields)
    found = (hand_of(table).throws, [str(card) for card in hand_of(table).table[0].cards])
    assert found == ((zpy.FailedThrow(DAN, 3),), ["S9"])


def test_every_way_to_beat_a_part_is_offered(table: Table) -> None:
    """Above the three of trumps are eleven ranks, the twos of four suits, and the red jokers."""
    start_play(table)
    play_cards(table, "H3 HA HA")
    page = table.host.page(f"{table.path}?at=beaten&player=5&part=1")
    ways = [option.attributes["value"] for option in page.one("select", name="shown").all("option")]
    assert len(ways) == 11 + 4 + 1
    assert ways[0] == "H4", "the weakest is chosen beforehand"
    page = table.host.page(f"{table.path}?at=beaten&player=5&part=1&shown=HK")
    table.record("beat_throw", page.form(f"{table.path}/record/beat_throw?at=beaten").sends())
    assert hand_of(table).throws == (zpy.FailedThrow(DAN, 2),)


def find_unseen(page: Element) -> dict[str, Element]:
    """Return the buttons for cards at which nobody looks, by their words."""
    dock = page.of_class("dock")[0]
    return {each.text: each for each in dock.all("button") if "play_unseen" in each.attributes.get("formaction", "")}


def test_a_follower_or_the_rest_plays_nothing_that_counts(table: Table) -> None:
    start_play(table)
    play_cards(table, "S9")
    assert list(find_unseen(table.host.page(table.path))) == ["Nothing", "Rest: nothing Dan takes 0"]
    page = table.record("play_unseen", player=EUN)
    assert page.one("p", id="said").text == "Eun plays nothing that counts."
    spades = next(iter(page.all("button", name="group"))).one("small")
    assert (spades.text, spades.attributes["aria-label"]) == ("≤35", "at most 35 cards out")
    assert page.of_class("key--counts")[0].attributes["data-copies-left"] == "≤3"
    table.record("play_unseen", player=hand_of(table).turn, rest_points=0)
    assert (hand_of(table).tricks[0].winner, hand_of(table).unseen) == (DAN, 7)
    table.record("undo")
    assert (len(hand_of(table).table), hand_of(table).unseen) == (2, 1), "the rest is one move"


def test_a_tap_on_a_later_seat_passes_over_those_before_it(table: Table) -> None:
    start_play(table)
    assert not table.host.page(table.path).of_class("seat__key")
    play_cards(table, "S9")
    page = table.host.page(table.path)
    later = [int(key.attributes["value"]) for key in page.of_class("seat__key")]
    assert sorted(later) == sorted(set(hand_of(table).seats) - {DAN, EUN})
    assert not table.watcher().page(table.path).of_class("seat__key")
    last = hand_of(table).to_come[-1]
    sent = page.form(f"{table.path}/record/play_unseen").sends() | {"until": last}
    assert not table.record("play_unseen", sent).of_class("seat__key"), "the last alone is still to play"
    assert (hand_of(table).turn, hand_of(table).unseen) == (last, len(later))


def test_the_rest_of_any_trick_is_told_by_its_points(table: Table) -> None:
    start_play(table)
    play_cards(table, "SA")
    page = draft_page(table, view="points", cards="S3")
    assert page.one("input", name="view").attributes["value"] == "points"
    keys = [each.text for each in page.of_class("dock")[0].all("button", name="rest_points")]
    more = draft_page(table, view="points", first=page.one("button", name="first").attributes["value"])
    assert keys + [each.text for each in more.of_class("dock")[0].all("button", name="rest_points")] == [
        str(points) for points in range(0, 5 * len(keys) * 2, 5)
    ]
    assert find_unseen(draft_page(table, view="cards")), "or card by card"
    table.record("play_unseen", player=EUN, rest_points=15)
    assert (hand_of(table).tricks[0].winner, hand_of(table).tricks[0].points) == (DAN, 15)


def test_the_last_follower_has_one_button_and_a_lead_none(table: Table) -> None:
    start_play(table)
    assert not find_unseen(table.host.page(table.path + "?by=cards"))
    play_cards(table, "SK")
    while len(hand_of(table).table) < len(hand_of(table).seats) - 1:
        page = table.record("play_unseen", player=hand_of(table).turn)
    assert list(find_unseen(page)) == ["Nothing Dan takes 10"]


def test_a_throw_that_nobody_beats_is_one_tap_on_its_points(table: Table) -> None:
    start_play(table)
    table.choose_modes("play:cards")
    play_cards(table, "SA SK SJ SJ")
    page = table.host.page(table.path)
    keys = [
        (each.text, each.attributes["value"]) for each in page.of_class("dock")[0].all("button", name="rest_points")
    ]
    assert keys[:3] == [("10", "0"), ("15", "5"), ("20", "10")]
    more = page.of_class("dock")[0].one("button", name="first").attributes["value"]
    later = draft_page(table, first=more).of_class("dock")[0].all("button", name="rest_points")
    assert next(iter(later)).text == more == "45"
    assert find_unseen(draft_page(table, view="cards")), "or card by card"
    table.record("play_unseen", player=EUN, rest_points=10)
    assert (hand_of(table).tricks[0].points, hand_of(table).turn) == (20, DAN)


def play_in_turn(table: Table, cards: str) -> Element:
    """Play single cards, each by the player who is next; return the table."""
    for card in cards.split():
        play_cards(table, card, hand_of(table).turn or 0)
    return table.host.page(table.path)


def test_a_revoke_is_told_when_it_is_proven_however_long_after(app: Flask) -> None:
    """Eun has no spade in the first trick, and leads one to the fifth."""
    table = open_table(app, "pagat", NAMES[:5], game="zhao_pengyou")
    start_play(table, "CA#1")
    play_in_turn(table, "SA C3 S3 S4 S5  D3 D4 D5 D6 D7  C4 C5 C6 C7 C8  D8 D9 D10 DQ DJ")
    told = [[each.text for each in play_in_turn(table, cards).of_class("offence")] for cards in ("S6", "S7 S8 S9 S10")]
    assert told == [["Eun revoked in trick 1: A card of the suit led must be played."]] * 2
    assert not play_in_turn(table, "D3 D4 D5 D6 D7").of_class("offence")
    assert [each.text for each in table.host.page(f"{table.path}?at=end").of_class("offence")] == told[0], "to the end"


def test_a_throw_counts_as_soon_as_the_side_of_its_player_is_known(app: Flask) -> None:
    """The trump maker's at once, a friend's once shown; that of anyone else once all friends are known."""
    table = open_table(app, "pagat", NAMES[:6], game="zhao_pengyou")
    start_play(table, "CA#1 DA#2")
    table.record("record_trick", winner=EUN, points=30)
    shown = []
    for player in (DAN, EUN, FAY):
        table.record("record_throw", player=player, taken_back=2)
        shown.append(points_so_far(hand_of(table)))
    for player, call in ((FAY, "CA#1"), (ANA, "DA#2")):
        table.record("reveal_friend", player=player, call=call)
        shown.append(points_so_far(hand_of(table)))
    assert shown == [50, 50, 50, 70, 50]


# --- The result ---
def test_a_result_or_half_of_one_is_previewed_with_everyones_promotion(table: Table) -> None:
    make_trumps(table)
    table.choose_modes("play:result")
    page = preview_page(
        table, "result", friend_3="yes", friend_7="yes", points=65, last_trick="defenders", kitty_points=15
    )
    assert class_text(page, "head__fact") == "95 65 + kitty 2 × 15"
    assert class_text(page, "head__line") == "Under 120: makers rise"
    assert [each.text for each in page.seats("span")] == ["0", "0", "+2", "+2", "0", "0", "+2", "0"]
    assert class_text(page, "formula") == "60 to 115 +1 makers short: 1 × 2 = +2"
    assert page.one("small", id="gives").text == "makers +2"
    # Half a result is no mistake.
    page = preview_page(table, "result", friend_3="yes", points=65)
    assert page.one("p", id="alert").text == ""
    assert class_text(page, "head__fact") == "defenders 65"
    assert "64 is no number of card points" in preview_page(table, "result", points=64, last_trick="makers").text


def test_points_that_nobody_entered_are_those_of_the_tricks(table: Table) -> None:
    """While tricks are recorded, "All played" opens the result over the screen of the next trick."""
    start_play(table)
    table.record("record_trick", winner=EUN, points=30)
    assert "/preview/result?at=end" in table.host.get(f"{table.path}?at=end").text
    page = preview_page(table, "result", friend_3="yes", points=65, last_trick="makers", at="end")
    assert class_text(page, "head__fact") == "65"
    table.record("record_trick", winner=FAY, points=20)
    page = table.host.page(f"{table.path}?at=end")
    assert page.one("form", id="dock-result").one("input", name="points").attributes["placeholder"] == "50"
    folds = page.one("form", id="dock-result").all("details")
    assert len([fold for fold in folds if fold.of_class("digits")]) == 1, "the pad is folded"
    table.record("result", friend_5="yes", last_trick="makers")
    assert last_hand(table).result.points == 20


def test_a_hand_that_a_throw_has_ended_asks_for_its_friends_alone(app: Flask) -> None:
    table = open_table(app, "pagat", NAMES[:5], game="zhao_pengyou", failed_throw="hand_ends")
    make_trumps(table)
    table.record("call_friends", calls="SA#1")
    table.record("record_throw", player=BO)
    page = table.host.page(table.path)
    assert class_text(page, "head__fact") == "The play is over"
    assert not page.of_class("digits")
    page = table.record("result", page.form(f"{table.path}/record/result").sends())
    assert class_text(page, "hero__fact") == "Makers up 1"


def test_two_beaten_throws_of_one_player_are_two(table: Table) -> None:
    """Dan makes trumps and takes back two and three cards: 50 for the defenders beside the 130 of their tricks."""
    make_trumps(table)
    table.record("result", points=130, last_trick="makers", taken_back_4=["2", "", "3"], taken_back_2=1)
    assert last_hand(table).throws == (zpy.FailedThrow(BO, 1), zpy.FailedThrow(DAN, 2), zpy.FailedThrow(DAN, 3))
    assert last_hand(table).promotions.total == 130 + 50 - 10


def throw_fields(page: Element) -> list[str]:
    """Return the fields of failed throws, each as its player and the cards written in it."""
    fields = [each for each in page.all("input") if each.attributes.get("name", "").startswith("taken_back_")]
    return [each.attributes["name"][-1] + ":" + each.attributes.get("value", "") for each in fields]


def test_every_throw_that_is_told_leaves_a_field_for_another(table: Table) -> None:
    make_trumps(table)
    table.choose_modes("play:result")
    assert throw_fields(table.host.page(table.path)) == []
    assert throw_fields(draft_page(table, version=table.version, throws="open")) == [
        f"{player}:" for player in range(1, 9)
    ]
    page = draft_page(table, version=table.version, throws="open", taken_back_2=["1", ""], taken_back_4=["2", "3", ""])
    assert throw_fields(page)[:7] == ["1:", "2:1", "2:", "3:", "4:2", "4:3", "4:"]
    assert "open" in page.one("details", id="throws").attributes


@pytest.mark.parametrize("ways", [(), ("play:result",), ("play:cards",)])
def test_throws_are_told_with_the_result_also_when_friends_are_called(table: Table, ways: tuple[str, ...]) -> None:
    start_play(table)
    table.choose_modes(*ways)
    table.record("record_throw", player=DAN, taken_back=1)
    page = draft_page(table, version=table.version, at="end", throws="open")
    assert "Dan 1" in page.one("details", id="throws").text
    table.record("result", points=130, last_trick="makers", taken_back_4=["2", "3"])
    assert last_hand(table).throws == tuple(zpy.FailedThrow(DAN, cards) for cards in (1, 2, 3))
    assert last_hand(table).promotions.total == 190


# The last trick, what is entered beside it; the points in the kitty that are recorded, and the total.
KITTIES = [
    ("makers", {"points": 95}, 0, 95),
    ("makers", {"points": 120, "kitty_points": 50}, 0, 120),
    ("makers", {}, 0, 95),
    ("defenders", {}, 50, 195),
    ("defenders", {"points": 115}, 30, 175),
    ("defenders", {"points": 145}, 0, 145),
    ("defenders", {"kitty_points": 0}, 0, 95),
    ("defenders", {"points": 115, "kitty_points": 10}, 10, 135),
]


@pytest.mark.parametrize(("last", "entered", "kitty", "total"), KITTIES)
def test_a_guess_at_the_kitty_is_seen_and_gives_way_to_what_is_known(
    app: Flask, last: str, entered: dict[str, Any], kitty: int, total: int
) -> None:
    """Of 200 points 150 lie in tricks, 95 of them the defenders': the rest may be in the kitty or in later tricks."""
    table = open_table(app, "pagat", NAMES[:5], game="zhao_pengyou")
    start_play(table, "CA#1")
    for winner, points in ((BO, 60), (CHO, 35), (DAN, 55)):
        table.record("record_trick", winner=winner, points=points)
    field = table.host.page(f"{table.path}?at=end").one("input", name="kitty_points")
    assert (field.attributes["value"], field.attributes["placeholder"]) == ("", "50?")
    sent = {"kitty_points": "", "points": "", "last_trick": last, **entered}
    page = preview_page(table, "result", friend_5="yes", at="end", version=table.version, **sent)
    assert page.one("p", id="alert").text == ""
    if last == "defenders" and "kitty_points" not in entered:
        shown = [each.attributes.get("placeholder") for each in page.all("input", name="kitty_points")]
        assert shown == ([f"{kitty}?"] if kitty else [])
    table.record("result", friend_5="yes", **sent)
    last_hand = table.state.last_hand
    assert last_hand is not None
    assert (last_hand.hand.result.kitty_points, last_hand.hand.promotions.total) == (kitty, total)


def test_a_kitty_that_was_written_down_is_no_guess(app: Flask) -> None:
    table = open_table(app, "pagat", NAMES[:5], game="zhao_pengyou")
    make_trumps(table)
    buried = zpy.BuryKitty(cards("S3 S4 S5 C3 C4 C6 C7 C8"))
    table.services.books.record(table.id, buried, version=table.version, recorder=Recorder(), key="buried")
    table.record("call_friends", calls=["CA#1"])
    table.record("record_trick", winner=BO, points=160)
    field = table.host.page(f"{table.path}?at=end").one("input", name="kitty_points")
    assert field.attributes["placeholder"] == "…", "secret as long as the play goes on"
    table.record("result", friend_5="yes", last_trick="defenders", kitty_points="")
    last = table.state.last_hand
    assert last is not None
    assert (last.hand.result.kitty_points, last.hand.promotions.total) == (5, 170)


@pytest.mark.parametrize("failed", ["hand_ends", "hand_lost", "penalty_points"])
def test_result_only_asks_for_friends_alone_once_a_throw_has_ended_the_hand(app: Flask, failed: str) -> None:
    """Such a hand has no last trick, and points do not decide it."""
    table = open_table(app, "pagat", NAMES[:5], game="zhao_pengyou", failed_throw=failed)
    make_trumps(table)
    table.choose_modes("play:result")
    page = draft_page(table, version=table.version, throws="open", taken_back_2="0")
    assert class_text(page, "head__fact") == "The play is over"
    assert throw_fields(page) == ["2:0"]
    assert not page.of_class("digits")
    assert not any(page.all("input", name="last_trick"))
    page = preview_page(table, "result", taken_back_2="0", friend_3="yes")
    assert page.one("p", id="alert").text == ""
    table.record("result", taken_back_2="0", friend_3="yes")
    assert (last_hand(table).throws, last_hand(table).promotions.count) == ((zpy.FailedThrow(BO, 0),), ())


# The tricks recorded, whose throw was beaten, the friend; what is proposed, and the total with 10 in the kitty.
CARDS_LEFT = [
    ([(BO, 30), (DAN, 40)], DAN, "friend_3", 150, 170),
    ([(BO, 30), (DAN, 40)], DAN, "friend_2", 120, 140),
    ([(BO, 30), (DAN, 40)], BO, "friend_3", 30, 30),
    ([(BO, 30), (DAN, 40)], BO, "friend_2", 120, 140),
    ([(BO, 30)], CHO, "friend_3", 190, 210),
]


@pytest.mark.parametrize("told", ["with the result", "before"])
@pytest.mark.parametrize(("won", "leader", "friend", "points", "total"), CARDS_LEFT)
def test_the_cards_left_are_proposed_for_the_other_side(
    app: Flask, told: str, won: list[tuple[int, int]], leader: int, friend: str, points: int, total: int
) -> None:
    table = open_table(app, "pagat", NAMES[:5], game="zhao_pengyou", failed_throw="cards_to_opponents")
    start_play(table, "CA#1")
    for winner, each in won:
        table.record("record_trick", winner=winner, points=each)
    chosen: dict[str, object] = {friend: "yes", "kitty_points": 10}
    if told == "before":
        table.record("record_throw", player=leader)
    else:
        chosen[f"taken_back_{leader}"] = "0"
    page = table.host.page(f"{table.path}/draft?{urlencode({**chosen, 'version': table.version, 'at': 'end'})}")
    assert not any(page.all("input", name="last_trick"))
    table.record("result", chosen)
    assert (last_hand(table).result.points, last_hand(table).promotions.total) == (points, total)


# --- The last trick lost to the trump rank ---
def open_at_level(app: Flask, level: str, **rules: Any) -> Table:
    table = open_table(app, "pagat", NAMES[:5], game="zhao_pengyou", **rules)
    table.host.post(f"{table.path}/people/adjust", {"version": table.version, "amount_1": level, "reason": "last week"})
    assert str(table.state.session.level(ANA)) == level
    return table


def test_what_won_the_last_trick_is_asked_by_a_tap_where_it_matters(app: Flask) -> None:
    table = open_at_level(app, "J", demotion="single_jack")
    make_trumps(table, ANA, "S")
    table.choose_modes("play:result")
    page = table.host.page(table.path)
    assert [each.text for each in page.of_class("won-last")[0].all("label")] == ["other cards", "a single J"]
    fields = {"friend_2": "yes", "points": 160, "last_trick": "defenders", "won_last": "1x1"}
    seen = preview_page(table, "result", **fields)
    assert [each.text for each in seen.seats("span")] == ["−9", "0", "+2", "+2", "+2"]
    told = table.record("result", fields)
    rows = [each.text for each in told.of_class("gains")[0].all("li")]
    assert rows[:3] == ["Ana maker · J → 2 −9", "Bo friend · 2 –", "Cho 2 → 4 +2"]
    assert "−9" in table.watcher().page(f"{table.path}/sheet").text


def test_what_won_the_last_trick_is_asked_where_it_matters_alone(app: Flask) -> None:
    for level, rule in (("10", "single_jack"), ("J", "off"), ("Q", "by_suit")):
        table = open_at_level(app, level, demotion=rule)
        make_trumps(table, ANA, "S")
        table.choose_modes("play:result")
        page = table.host.page(table.path)
        assert not page.of_class("won-last")
        assert not list(page.all("select", name="won_last"))
    table = open_at_level(app, "9", demotion="rank_cards", packs="three", jokers="one_of_each_per_pack")
    make_trumps(table, ANA, "S")
    table.choose_modes("play:result")
    [list_] = table.host.page(table.path).all("select", name="won_last")
    assert [each.text for each in list_.all("option")] == ["other cards", "a single card", "a pair", "a triple"]


def test_defenders_may_win_by_the_last_trick_alone_which_is_corrected(app: Flask) -> None:
    table = open_at_level(app, "9", demotion="rank_cards")
    make_trumps(table, ANA, "S")
    fields = {"friend_2": "yes", "points": 0, "last_trick": "defenders", "won_last": "2x1"}
    page = table.record("result", fields)
    assert class_text(page, "hero__fact") == "Defenders win"
    assert next(iter(page.of_class("gains")[0].all("li"))).text == "Ana maker · 9 → 7 −2"
    assert class_text(page, "formula") == "Defenders win by the last trick"
    assert not page.of_class("bands")
    table = open_at_level(app, "A", demotion="by_suit")
    make_trumps(table, ANA, "S")
    table.record("result", friend_2="yes", points=160, last_trick="defenders", won_last="1x1t")
    assert str(table.state.session.level(ANA)) == "J"
    fix = Fix(table)
    assert chosen_values(fix.page, "won_last") == ["1x1t"]
    fix.record("result", won_last="1x1").save()
    assert str(table.state.session.level(ANA)) == "K"


def test_cards_played_tell_what_won_the_last_trick(app: Flask) -> None:
    """Each has one card left when cards are written down."""
    table = open_at_level(app, "J", demotion="single_jack")
    start_play_of(table, ANA, "S", "CA#1")
    for points in (195, *[0] * 18):
        table.record("record_trick", winner=ANA, points=points)
    for player, card in ((ANA, "C3"), (BO, "CA"), (CHO, "DJ"), (DAN, "C5"), (EUN, "C6")):
        table.record("play_cards", player=player, cards=[card])
    page = table.host.page(table.path)
    [chosen] = [each for each in page.all("input", name="won_last") if "checked" in each.attributes]
    assert chosen.attributes["value"] == "1x1"


def start_play_of(table: Table, maker: int, suit: str, calls: str) -> None:
    """Deal, make trumps for a player and call the cards."""
    make_trumps(table, maker, suit)
    table.record("call_friends", calls=calls.split())


# --- Between hands ---
def play_result(table: Table, points: int, *friends: int) -> None:
    """Record a hand of Dan's by its result."""
    make_trumps(table)
    chosen = {f"friend_{friend}": "yes" for friend in friends}
    table.record("result", {"points": points, "last_trick": "makers", "kitty_points": 0, **chosen})


RISING = [
    (195, "Defenders up 1", "Ana + Bo + Eun + Fay + Hye", "✗+1", "defenders rise", "180 to 235"),
    (130, "Nobody rises", "Makers: Dan + Cho + Gil", "–", "nobody rises", None),
    (65, "Makers up 2", "Dan + Cho + Gil", "✓+2", "makers rise", "60 to 115"),
    (0, "Makers up 6", "Dan + Cho + Gil", "✓+6", "makers rise", "no points"),
    (300, "Defenders up 3", "Ana + Bo + Eun + Fay + Hye", "✗+3", "defenders rise", "from 300"),
]


@for_each(*RISING)
def test_a_result_names_who_rose_and_its_formula_tells_why_once(
    points: int, fact: str, who: str, brief: str, meaning: str, band: str | None, *, app: Flask
) -> None:
    table = open_table(app, "pagat", NAMES[:8], game="zhao_pengyou")
    play_result(table, points, CHO, GIL)
    page = table.watcher().page(table.path)
    assert (class_text(page, "hero__fact"), class_text(page, "head__label")) == (fact, who)
    verdict = class_text(page, "sum--verdict")
    assert verdict.lower().count(f"defenders {points}") == 1
    assert band is None or class_text(page, "formula").startswith(band)
    sheet = table.watcher().page(f"{table.path}/sheet")
    [short] = sheet.of_class("sheet__brief")
    assert short.text == f"{meaning} {brief}"
    assert ("bad" in short.attributes["class"]) is fact.startswith("Defenders")
    legend = class_text(sheet, "sheet__legend")
    assert meaning in legend
    assert not [word for word in ("made", "failed", "run", "+8") if word in legend.split()]


def test_the_moment_and_the_ladder_tell_from_which_level_to_which(table: Table) -> None:
    make_trumps(table)
    page = table.record("result", friend_3="yes", friend_7="yes", points=65, last_trick="defenders", kitty_points=15)
    assert (class_text(page, "hero__fact"), class_text(page, "head__label")) == ("Makers up 2", "Dan + Cho + Gil")
    rows = [each.text for each in page.of_class("gains")[0].all("li")]
    assert rows[:4] == ["Dan maker · 2 → 4 +2", "Cho friend · 2 → 4 +2", "Gil friend · 2 → 4 +2", "Ana 2 –"]
    assert class_text(page, "sum").startswith("Defenders 65 + kitty 2 × 15 = 95")
    page = table.host.page(f"{table.path}?at=levels")
    rails = page.of_class("ladder__row")[1:]
    assert [each.of_class("rail")[0].attributes["aria-label"] for each in rails][2:4] == ["2 → 4", "2 → 4"]
    cells = [each.attributes.get("class", "") for each in rails[2].of_class("rail")[0].all("i")]
    assert cells == ["is-before", "is-between", "is-now", *10 * [""]]


def test_who_won_a_last_trick_that_was_not_recorded_is_asked(app: Flask) -> None:
    table = open_table(app, "pagat", NAMES[:5], game="zhao_pengyou", starter="last_trick")
    play_result(table, 35, EUN)
    page = table.host.page(table.path)
    assert class_text(page, "dock__ask--next").startswith("Next: who won the last trick? Say who")
    assert not chosen_values(page, "leader")
    refused = table.send("start_hand", {})
    assert refused.status_code == 422
    assert "Say who begins: the winner of the last trick, which was not recorded." in refused.text
    table.record("start_hand", leader=EUN)
    assert hand_of(table).session.begins == EUN
    # a trump maker alone has won it, and one who drew the lot begins without being asked
    table.record("enter_trumps", maker=BO, suit="S")
    table.record("result", points=35, last_trick="makers")
    assert class_text(table.host.page(table.path), "dock__ask--next").startswith("Next: Bo takes the first card")
    deal(table)
    table.record("enter_trumps", maker=BO, suit="S")
    table.record("result", points=200, last_trick="defenders")
    table.host.post(f"{table.path}/people/draw_leader", {"version": table.version})
    assert "takes the first card" in class_text(table.host.page(table.path), "dock__ask--next")
    deal(table)


def test_who_lost_is_passive_and_the_next_hand_names_its_maker(app: Flask) -> None:
    owing = partial(open_table, failed_throw="penalty_points", after_failed_throw="goes_on")
    table = owing(app, "active_passive", NAMES[:5], game="zhao_pengyou")
    make_trumps(table)
    table.record("result", friend_3="yes", points=60, last_trick="makers", taken_back_2=1)
    page = table.host.page(f"{table.path}?at=levels")
    rows = page.of_class("ladder__row")[1:]
    assert [each.one("b").text for each in rows] == ["owes 1", "owes 2", "+1", "+1", "owes 1"]
    assert len(page.of_class("is-passive")) == 3
    deal(table)
    assert open_keys(table.host.page(table.path), "player") == ["3", "4"]
    table = open_table(app, "joker_laps", NAMES[:5], game="zhao_pengyou")
    make_trumps(table)
    page = table.record("result", friend_3="yes", points=60, last_trick="makers")
    assert "Next: Dan takes the first card, Cho makes trumps at 3" in page.of_class("dock__ask")[0].text
    assert len(table.host.page(f"{table.path}?at=levels").of_class("rail--14")) == 6


def test_a_card_of_which_every_copy_is_called_is_no_key_any_more(app: Flask) -> None:
    table = open_table(app, "joker_laps", tuple(f"Player {number}" for number in range(1, 13)), game="zhao_pengyou")
    make_trumps(table)
    called = "&".join(f"calls=SA%23{copy}" for copy in (1, 2, 3, 4))
    for calls, off in (("", False), (called, True)):
        page = table.host.page(f"{table.path}/draft?{calls}&suit=S&version={table.version}")
        key = next(each for each in page.all("label") if list(each.all("input", name="rank", value="A")))
        assert ("key--off" in key.attributes["class"]) is off


# --- All screens ---


SCREENS = ("", "?at=friend-1", "?at=more", "?at=throw", "?at=end", "/watch")


@pytest.mark.parametrize("count", [5, 8, 12])
def test_screens_are_whole(app: Flask, count: int) -> None:
    calls = {5: "CA#1", 8: CALLS, 12: "CA#1 DA#2 SK#3 CK#1 DK#4"}[count]
    table = open_table(app, "pagat", NAMES[:count], game="zhao_pengyou")
    korean = Phone(app, "ko")
    korean.get(table.links()[0])

    def look(*screens: str) -> None:
        for screen in screens:
            page = table.host.page(table.path + screen)
            assert find_faults(page) == [], screen
            assert HANGUL.search(korean.get(table.path + screen).text)

    deal(table)
    look("", "/watch")
    table.record("expose", player=DAN, shown="1xH")
    look("", "/watch")
    table.record("end_deal")
    look("", "/watch")
    table.record("call_friends", calls=calls.split())
    table.record("record_trick", winner=EUN, points=30)
    look(*SCREENS)
    play_cards(table, "SA SK SJ SJ", EUN)
    look("", "?at=beaten", "/watch")
    table.record("beat_throw", player=BO, shown="SQ SQ")
    table.choose_modes("play:result")
    look("", "/watch")
    table.record("result", friend_3="yes", points=60, last_trick="makers")
    look("", "?at=levels", "/watch", "/sheet/1")


def test_to_record_results_only_is_asked_first_with_the_calls_that_are_dropped(table: Table) -> None:
    make_trumps(table)
    chosen = {"calls": "SA#1", "suit": "D", "rank": "A", "copy": "2"}
    (key,) = (each for each in draft_page(table, **chosen).all("button") if each.text.startswith("Result only"))
    assert (key.attributes["name"], key.attributes["value"]) == ("view", "result")
    asks = draft_page(table, **chosen, view="result")
    (dock,) = asks.of_class("dock")
    assert "Chosen here and not recorded: first Aspades, second Adiamonds" in dock.text
    (key,) = (each for each in asks.all("button") if each.text == "Result only")
    assert (key.attributes["form"], key.attributes["value"]) == ("mode", "play:result")
    assert dict(dock.sends()) == chosen, "Cancel brings them back"


@for_each(
    # the level of the trump maker, the last trick, what is told under the levels won
    ("Q", "makers", "0x1", "Ana: K must be played first"),
    ("10", "makers", "0x1", None),
    ("J", "defenders", "1x1t", "Ana: lost the last trick to the trump rank: down to 7"),
)
def test_levels_that_the_side_has_not_won_are_explained(
    level: str, last: str, won: str, told: str | None, *, app: Flask
) -> None:
    """On the result, in the history, and as a step on the page of the hand; in four languages."""
    table = open_at_level(app, level, must_play="5_10_K_A", demotion="by_suit")
    make_trumps(table, ANA, "S")
    points = 0 if last == "makers" else 160
    page = table.record("result", friend_2="yes", points=points, last_trick=last, won_last=won)
    assert [each.text for each in page.of_class("sum--verdict")[:-1]] == ([told] if told else [])
    log, hand = (table.host.page(table.path + path).text for path in ("/log", "/sheet/1"))
    assert f"Result: {points} points in the defenders’ tricks." + (f" · {told}" if told else "") in log
    assert told is None or hand.count(told.removeprefix("Ana: ")) == 2, "as a step, and in the history"
    assert "Undo last: Result" in log, "the reason follows from the result"
    for path in ("", "/sheet/1"):
        check(table.host, table.path + path)

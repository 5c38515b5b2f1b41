"""The play of Mighty on a phone: trick by trick and card by card, with words, friends and corrected tricks."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.cards import Suit, parse_cards
from scorekeeper.games import mighty
from tests.cases import for_each
from tests.web.fixing import Fix
from tests.web.hands import people_of
from tests.web.pages import Element, parse
from tests.web.phones import Phone, Table, open_table


def start_play(app: Flask, preset: str = "pagat", bid: str = "16H", call: str = "SA", **rules: object) -> Table:
    """Open a table at which Ana has declared and called."""
    table = open_table(app, preset, **rules)  # type: ignore[arg-type]
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=bid[:2], trump=bid[2:])
    kind = call if call in ("card", "first_trick", "none") else "card"
    table.record("call_friend", call=kind, card=call if kind != call else "")
    return table


def record_tricks(table: Table, tricks: str) -> None:
    """Record tricks: "1:3 2:0" are winners with points."""
    for trick in tricks.split():
        winner, points = trick.split(":")
        table.record("record_trick", winner=winner, points=points)


def play_cards(table: Table, played: str) -> None:
    """Play cards: "1:CK 2:C2"."""
    for play in played.split():
        player, card = play.split(":")
        table.record("play_card", player=player, card=card)


def choose_mode(table: Table, way: str, phone: Phone | None = None) -> Phone:
    """Record how the table is recorded from now on, and return a phone that sees it, by default the host's."""
    table.choose_modes(f"play:{way}")
    return phone or table.host


def hand_of(table: Table) -> mighty.Hand:
    assert table.state.current
    hand: mighty.Hand = table.state.current.hand
    return hand


def find_dock(page: Element) -> Element:
    """Return the dock, whose id begins with its kind."""
    found = [each for each in page.of_class("dock") if each.attributes.get("id", "").startswith("dock-")]
    assert len(found) == 1
    return found[0]


def button_problems(page: Element, name: str) -> dict[str, str]:
    """Return the buttons of this name by value, each with the reason against it or ""."""
    return {
        each.attributes["value"]: each.attributes.get("data-reason", "")
        for each in page.all("button", name=name)
        if each.attributes.get("value")
    }


def head_line(page: Element) -> str:
    return page.of_class("head__line")[0].text


def trick_facts(page: Element) -> dict[str, str]:
    return {each.one("dt").text: each.one("dd").text for each in page.of_class("fact-grid")[0].all("div")}


def board_of(table: Table, phone: Phone | None = None, query: str = "") -> Element:
    return (phone or table.host).page(table.path + query)


# --- Trick by trick ---
def test_no_trick_has_points_that_it_cannot_have(app: Flask) -> None:
    table = start_play(app)
    record_tricks(table, "1:5 1:5 1:5 2:3")
    found = button_problems(board_of(table), "points")
    assert [points for points, why in found.items() if not why] == ["0", "1", "2"]
    assert found["5"] == "This trick cannot have 5 in it: from 0 to 2 points are possible."
    cells = list(board_of(start_play(app)).of_class("bar__cells")[0].all("i"))
    marked = {at: each.text for at, each in enumerate(cells, 1) if each.of_class("mark")}
    assert marked == {10: "10 · no back run", 16: "16 makes it"}
    assert len(cells) == 20


@for_each(("three", 3, 3), ("four", 4, 4), ("pagat", 5, 5), ("double_seven", 7, 7), ("double_eight", 8, 8))
def test_a_trick_can_have_as_many_points_as_cards(preset: str, names: int, most: int, *, app: Flask) -> None:
    table = open_table(app, preset, ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay", "Gil", "Hye")[:names])
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=27 if names > 6 else 14, trump="H")
    table.record("call_friend", call="none" if names == 3 else "SA+HK" if names > 6 else "card")
    page = board_of(table)
    assert list(button_problems(page, "points")) == [str(points) for points in range(most + 1)]
    assert [each.attributes["value"] for each in page.all("input", name="winner")] == [
        str(player) for player in range(1, names + 1)
    ]


def test_the_head_and_the_bar_say_who_plays_and_what_is_to_come(app: Flask) -> None:
    table = start_play(app)
    record_tricks(table, "1:3 2:2 3:1")
    label = board_of(table).of_class("head__label")[0].text
    assert "A" in label
    assert "not shown yet" in label
    # Nobody is called a defender before the friend is known.
    captions = [each.text for each in board_of(table).seats("small")]
    assert captions == ["declarer", "2 points", "1 point", "–", "–"]
    assert "Declarer 3" in board_of(table).of_class("bar__text")[0].text
    table.record("reveal_friend", player=2)
    page = board_of(table)
    assert page.of_class("head__label")[0].text == "Ana + Bo play Cho leads"
    assert board_of(table, table.take_seat(2)).of_class("head__label")[0].text == "Ana + you play Cho leads"
    assert head_line(page) == "11 more to make it, 14 still to come"
    assert "5 of 16" in page.of_class("head__fact")[0].text
    assert [each.text for each in page.seats("small")] == ["declarer", "friend", *["defender"] * 3]
    assert page.of_class("bar__text")[0].text == "Makers 5 14 to come Defenders 1"


def test_the_friend_is_shown_on_the_same_screen_and_no_other_name_opens_one(app: Flask) -> None:
    table = start_play(app)
    record_tricks(table, "1:3")
    for query in ("?at=nonsense", "?at=mend-1", "?at="):
        assert "data-overlay" not in board_of(table, query=query).one("div", id="table").attributes
    watcher = board_of(table, table.watcher(), "?at=friend")
    assert "data-overlay" not in watcher.one("div", id="table").attributes
    page = board_of(table, query="?at=friend")
    assert list(button_problems(page, "player")) == ["2", "3", "4", "5"]
    assert list(page.all("input", name="winner"))
    after = parse(table.send("reveal_friend", {"player": 4}).text)
    assert button_problems(after, "points"), "the next trick is asked for at once"
    assert hand_of(table).friends == (4,)


def test_a_friend_announces_or_is_shown_without_a_card(app: Flask) -> None:
    table = start_play(app, friend_may_announce=True)
    record_tricks(table, "2:3")
    assert "2!" in button_problems(board_of(table, query="?at=friend"), "player")
    table.record("reveal_friend", player="2!")
    assert hand_of(table).told[0].announced
    table = start_play(app, call="card")
    record_tricks(table, "2:3")
    assert board_of(table).of_class("head__label")[0].text.startswith("Ana + friend ")
    table.record("reveal_friend", player=3)
    assert hand_of(table).friends == (3,)


def test_of_two_called_cards_it_is_said_which_is_shown_or_announced(app: Flask) -> None:
    names = ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay", "Gil", "Hye")
    table = open_table(app, "double_eight", names)
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=27, trump="H")
    table.record("call_friend", call="SA+HK")
    record_tricks(table, "1:3")
    page = board_of(table, query="?at=friend")
    assert [each.attributes["value"] for each in page.all("input", name="card")] == ["SA", "HK"]
    assert table.send("reveal_friend", {"player": 3}).status_code == 422
    table.record("reveal_friend", player=3, card="HK")
    table.record("reveal_friend", player=4)
    assert hand_of(table).friends == (3, 4)
    table = open_announcing_table(app, "double_six")
    table.record("call_friend", call="DA+SK")
    record_tricks(table, "2:3")
    page = board_of(table, query="?at=friend")
    assert "2!" in [each.attributes["value"] for each in page.all("button", name="player")]
    assert [each.attributes["value"] for each in page.all("input", name="card")] == ["DA", "SK"]
    table.record("reveal_friend", player="2!", card="SK")
    assert hand_of(table).friends == (2,)


def test_the_strip_says_what_holds_in_the_trick(app: Flask) -> None:
    table = start_play(app)
    found = trick_facts(board_of(table))
    assert found == {"Trumps": "hearts", "Mighty": "Aspades", "Don’t lead": "hearts", "Joker now": "no power"}
    record_tricks(table, "1:3")
    assert trick_facts(board_of(table)) | {"Calls joker": "3clubs", "Joker now": "wins"} == trick_facts(board_of(table))
    record_tricks(table, " ".join(["1:2"] * 8))
    assert trick_facts(board_of(table))["Joker now"] == "no power"


def test_what_is_said_with_a_lead_stands_on_every_phone_until_the_trick_is_over(app: Flask) -> None:
    table = start_play(app, "pagat", "17H", win_order=True)
    record_tricks(table, "1:3")
    assert list(button_problems(board_of(table, query="?at=said"), "card")) == ["JK>S", "JK>H", "JK>D", "JK>C", "C3!"]
    table.record("lead_aloud", player=1, card="JK>H")
    table.record("give_win_order")
    for page in (board_of(table), board_of(table, table.watcher()), board_of(table, query="/watch")):
        assert [each.one("dt").text for each in page.of_class("fact-grid__said")] == ["Joker asks", "Friend told"]
        assert "must play one" in head_line(page)
    record_tricks(table, "2:1")
    assert not board_of(table).of_class("fact-grid__said")


# --- Two jokers ---
def start_two_jokers(app: Flask, bid: str = "16H", way: str = "cards") -> Table:
    """Open a table with two jokers, of which the first trick is played, and 4 leads the second."""
    table = start_play(app, "gyeonggi", bid)
    choose_mode(table, way)
    play_cards(table, "1:CK 2:C2 3:C5 4:CA 5:C9")
    return table


SAID = ["BJ>S", "BJ>C", "BJ", "C3!", "RJ>H", "RJ>D", "RJ", "H3!"]
"""The words that a lead may say, where hearts are no trumps."""


def test_each_of_two_jokers_asks_for_its_suits_or_its_colour_and_has_its_call(app: Flask) -> None:
    table = start_two_jokers(app, "16S")
    keys = board_of(table).all("button", name="card")
    assert [each.attributes["value"] for each in keys if "formaction" in each.attributes] == SAID
    pad = [each.attributes["value"] for each in board_of(table).of_class("pad")[0].all("button", name="card")]
    assert not {"BJ", "RJ"} & {*pad}, "they are led by the keys that ask"
    assert len(pad) == 47
    assert trick_facts(board_of(table))["Joker now"] == "black joker wins"
    assert trick_facts(board_of(table))["Calls joker"] == "3clubs 3hearts"


def test_the_called_joker_is_named_and_the_colour_it_asks_for_stands(app: Flask) -> None:
    for way in ("cards", "tally"):
        table = start_two_jokers(app, "16S", way)
        table.record("play_card" if way == "cards" else "lead_aloud", player=4, card="RJ")
        for page in (board_of(table), board_of(table, query="/watch")):
            assert trick_facts(page)["Joker asks"] == "heartsdiamonds"
    play_cards(start_two_jokers(app), "4:RJ>D 5:D4")
    table = start_two_jokers(app, "16S", "tally")
    table.record("lead_aloud", player=4, card="H3!")
    page = board_of(table)
    assert trick_facts(page)["Joker"] == "red joker called"
    assert head_line(page) == "Dan calls the red joker: whoever has it must play it"


@for_each(
    ("16S", "4:BJ>C 5:C7 1:C6 2:C8 3:C10", "red joker below trumps"),
    ("16S", "4:RJ>H 5:H7 1:H6 2:H8 3:H10", "black joker wins"),
    ("16NT", "", "by suit led"),
    ("16NT", "4:D4", "red joker wins"),
    ("16NT", "4:D4 5:RJ", "black joker beats suit"),
)
def test_the_higher_joker_that_is_still_out_is_told(bid: str, played: str, state: str, *, app: Flask) -> None:
    table = start_two_jokers(app, bid)
    play_cards(table, played)
    assert trick_facts(board_of(table))["Joker now"] == state


def test_what_a_joker_asked_for_is_corrected(app: Flask) -> None:
    table = start_two_jokers(app, "16S")
    play_cards(table, "4:RJ")
    for asked, suit in (("RJ>H", Suit.HEARTS), ("RJ>", None)):
        fields = {"version": table.version, "player": 4, "card": asked}
        Fix(table, "tricks").follow("record/play_card", fields).save()
        assert hand_of(table).table[0].suit is suit


def test_a_trick_that_comes_too_late_keeps_what_was_chosen(app: Flask) -> None:
    table = start_play(app)
    late = table.version
    table.record("reveal_friend", player=2, by=table.take_seat(2))
    response = table.send("record_trick", {"winner": 4, "points": 3}, version=late)
    assert response.status_code == 409
    page = parse(response.text)
    chosen = [each.attributes["value"] for each in page.all("input", name="winner") if "checked" in each.attributes]
    tapped = [
        each.attributes["value"] for each in page.all("button", name="points") if "aria-pressed" in each.attributes
    ]
    assert (chosen, tapped) == (["4"], ["3"])


# --- Card by card ---
def test_the_pad_and_the_trick_show_what_was_played_and_what_a_lead_may_ask(app: Flask) -> None:
    table = start_play(app)
    choose_mode(table, "cards")
    assert len(button_problems(board_of(table), "card")) == 53
    play_cards(table, "1:CK 2:C2")
    page = board_of(table)
    assert len(button_problems(page, "card")) == 53, "within a trick no card moves"
    assert [each.attributes["value"] for each in page.of_class("key--gone")] == ["CK", "C2"]
    assert button_problems(page, "card")["CK"].endswith("was played already.")
    play_cards(table, "3:C5 4:CA 5:C9")
    assert len([card for card in button_problems(board_of(table), "card") if card.isalnum()]) == 48
    # A led joker asks for a suit, and a call is said with its card.
    offered = button_problems(board_of(table), "card")
    assert {"JK>S", "JK>H", "JK>D", "JK>C", "C3!", "C3", "JK"} <= set(offered)
    assert offered["JK"] == "Say which suit is to be played to the joker."
    play_cards(table, "4:JK>D")
    assert trick_facts(board_of(table))["Joker asks"] == "diamonds"
    table.record("undo")
    play_cards(table, "4:C3!")
    assert trick_facts(board_of(table))["Joker"] == "called"
    table.record("undo")
    play_cards(table, "4:DK 5:D2 1:D3")
    page = board_of(table)
    found = [each.text for each in page.of_class("trick")[0].all("li")]
    assert found == ["3diamonds", "next", "", "Kdiamonds", "2diamonds"]
    assert [each.text for each in page.of_class("card--wins")] == ["Kdiamonds"]
    assert head_line(page) == "diamonds led, Kdiamonds wins so far, 1 point in it"
    assert page.one("div", id="table").attributes["data-turn"] == "2"


def test_a_card_that_would_prove_a_revoke_says_so_and_is_recorded_all_the_same(app: Flask) -> None:
    table = start_play(app)
    choose_mode(table, "cards")
    play_cards(table, "1:CK 2:D2 3:C5 4:CA 5:C9 4:DK 5:D3 1:D4")
    page = board_of(table)
    would = [each.attributes["value"] for each in page.all("button") if "data-offence" in each.attributes]
    assert would == [f"C{rank}" for rank in ["Q", "J", "10", "8", "7", "6", "4", "3", "2"]]
    assert button_problems(page, "card")["C8"] == (
        "Bo had no ♣\N{VARIATION SELECTOR-15} in trick 1. Playing 8♣\N{VARIATION SELECTOR-15} now would show a revoke."
    )
    play_cards(table, "2:C8")
    after = board_of(table)
    assert "Revoke: Bo played" in after.one("div", id="last").text
    assert after.of_class("offence")
    assert [each.text for each in after.seats("small")][1] == "revoke"


def test_the_friend_the_winner_and_the_points_follow_from_the_cards(app: Flask) -> None:
    table = start_play(app, call="CA")
    choose_mode(table, "cards")
    play_cards(table, "1:CK 2:C2 3:C5 4:CA 5:C9")
    hand = hand_of(table)
    assert (hand.friends, hand.tricks[0].winner, hand.tricks[0].points) == ((4,), 4, 2)
    assert [each.text for each in board_of(table).seats("small")][3] == "friend"


# --- From one mode to another ---
def test_the_ways_change_at_any_moment_either_way(app: Flask) -> None:
    table = start_play(app)

    def find_screen() -> str:
        return find_dock(board_of(table)).attributes["id"].split("-")[1]

    assert find_screen() == "trick"
    record_tricks(table, "1:3")
    choose_mode(table, "cards")
    assert find_screen() == "card", "tricks without cards are no hindrance"
    play_cards(table, "1:CK 2:C2")
    choose_mode(table, "tally")
    assert find_screen() == "card", "the trick on the table is finished first"
    play_cards(table, "3:C5 4:CA 5:C9")
    assert find_screen() == "trick"
    choose_mode(table, "result")
    assert find_screen() == "result"
    choose_mode(table, "tally")
    record_tricks(table, "4:1")
    assert len(hand_of(table).tricks) == 3


def test_everyone_sees_how_the_table_is_recorded(app: Flask) -> None:
    table = start_play(app)
    scorer, watcher = table.take_seat(2), table.watcher()
    table.choose_modes("play:cards", by=scorer)
    play_cards(table, "1:CK 2:C2 3:C5 4:CA 5:C9")
    for phone in (table.host, scorer, table.take_seat(3)):
        assert board_of(table, phone).of_class("dock--cards")
    assert board_of(table, watcher).of_class("trick")
    table.choose_modes("play:result", by=table.host)
    for phone in (table.host, scorer, watcher):
        assert "Result" in board_of(table, phone).one("h1").text


# --- Piles ---
def test_piles_counted_at_the_end_come_to_the_result(table: Table) -> None:
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=16, trump="H")
    query = "?at=piles&side=card|2&pile_3=1&pile_4=2"
    page = board_of(table, query=f"{query}&pile=5&points=0")
    assert page.of_class("head__fact")[0].text == "17 20 − 3 in the piles"
    assert head_line(page).startswith("Made with 1 over.")
    form = page.form(f"{table.path}/record/result?at=piles").sends()
    table.record("result", form)
    assert table.scores == {1: 14, 2: 7, 3: -7, 4: -7, 5: -7}


def test_nothing_is_confirmed_before_every_pile_is_counted(app: Flask) -> None:
    table = start_play(app)
    record_tricks(table, "1:3")
    table.record("reveal_friend", player=2)
    page = board_of(table, query="?at=piles&pile=3&points=2")
    assert "Count every pile first." in [each.attributes.get("data-reason") for each in page.all("button")]
    assert board_of(table, query="?at=piles&mode=total&points=5").of_class("head__fact")[0].text.startswith("15")
    assert button_problems(board_of(table, query="?at=piles&mode=total"), "points")["18"], (
        "Ana has three points already"
    )


def test_piles_are_a_link_of_the_result(app: Flask) -> None:
    """Before any trick is recorded, and after some; once all are, the points follow from them."""
    table = start_play(app)
    choose_mode(table, "result", table.host)
    link = f"{table.path}?at=piles"
    for tricks in ("", "1:3 2:2"):
        if tricks:
            record_tricks(table, tricks)
        assert "Count the piles" in [each.text for each in board_of(table).all("a", href=link)]
        assert list(board_of(table, query="?at=piles").all("section", id="dock-piles"))


def test_piles_ask_for_both_friends_of_two_packs(app: Flask) -> None:
    table = open_table(app, "double_six", people_of("double_six"))
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=30, trump="H")
    table.record("call_friend", call="SA+HK")
    query = "?at=piles&side=SA%2BHK|2"
    page = board_of(table, query=query)
    second = {each.attributes["value"]: each.text for each in page.all("button", name="second_friend")}
    assert list(second) == ["3", "4", "5", "6", "-"]
    assert not list(page.all("button", name="points")), "whose piles they are is not known yet"
    page = board_of(table, query=f"{query}&second_friend=3&pile_4=1&pile_5=2&pile=6&points=5")
    assert next(each.text for each in page.all("button", name="pile")).startswith("Dan")
    assert page.of_class("head__fact")[0].text == "32 40 − 8 in the piles"
    table.record("result", page.form(f"{table.path}/record/result?at=piles").sends())
    hand = table.state.last_hand.hand  # type: ignore[union-attr]
    assert (hand.friends, hand.result.points) == ((2, 3), 32)
    assert sum(table.scores.values()) == 0


def test_piles_of_two_packs_with_one_friend_alone(app: Flask) -> None:
    """One player may have both called cards, which the table has seen half of."""
    table = open_table(app, "double_six", people_of("double_six"))
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=30, trump="H")
    table.record("call_friend", call="SA+HK")
    table.record("reveal_friend", player=4, card="SA")
    page = board_of(table, query="?at=piles")
    assert [each.attributes["value"] for each in page.all("button", name="second_friend")] == ["2", "3", "5", "6", "-"]
    page = board_of(table, query="?at=piles&second_friend=-&mode=total&points=9")
    table.record("result", page.form(f"{table.path}/record/result?at=piles").sends())
    hand = table.state.last_hand.hand  # type: ignore[union-attr]
    assert (hand.friends, hand.result.points) == ((4,), 31)


def test_piles_ask_for_all_that_the_rules_pay_by(app: Flask) -> None:
    """Discards and the forbidden call of an own card are entered as on the screen of the result."""
    table = open_table(app, "base10", buried_joker_double="always")
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=16, trump="H")
    query = "?at=piles&side=card|-&mode=total&points=3"
    page = board_of(table, query=query)
    assert [each.attributes["value"] for each in page.all("button", name="buried_joker")] == ["yes"]
    page = board_of(table, query=f"{query}&buried_joker=yes")
    assert [each.attributes["value"] for each in page.all("button", name="buried_joker")] == ["no"]
    assert not list(
        board_of(table, query=f"{query}&buried_joker=yes&buried_joker=no").all("input", name="buried_joker")
    )
    table.record("result", {**page.form(f"{table.path}/record/result?at=piles").sends(), "confirmed": "yes"})
    hand = table.state.last_hand.hand  # type: ignore[union-attr]
    assert (hand.result.points, hand.result.buried, hand.result.own_card_called) == (17, {"joker"}, True)


# --- What was asked of the friend ---
@pytest.mark.parametrize("way", ["tally", "cards", "result"])
def test_the_suit_asked_for_stands_until_the_friend_has_led_it(table: Table, way: str) -> None:
    """pagat: "I need hearts from my friend"."""
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=20, trump="NT")
    table.record("call_friend", call="CA", suit="H")
    choose_mode(table, way, table.host)
    watcher = table.watcher()

    def shown_on_pages() -> list[bool]:
        pages = (board_of(table), board_of(table, watcher), watcher.page(f"{table.path}/watch"))
        return ["Friend leads hearts" in page.text for page in pages]

    if way == "result":
        assert "The friend is asked to lead hearts." in board_of(table).text
        return
    if way == "tally":
        record_tricks(table, "1:3 2:2")
        assert shown_on_pages() == [True] * 3
        table.record("reveal_friend", player=2)
        assert shown_on_pages() == [True] * 3, "the friend is to lead it now"
        record_tricks(table, "1:2")
    else:
        play_cards(table, "1:C5 2:CA 3:C2 4:C6 5:C9")
        assert shown_on_pages() == [True] * 3
        play_cards(table, "2:D4 3:D2 4:D6 5:D9 1:DA")
        assert shown_on_pages() == [True] * 3, "the friend led something else"
        play_cards(table, "1:C7 2:SA 3:C8 4:C10 5:CQ 2:H3")
    assert shown_on_pages() == [False] * 3


# --- Announcements ---
def open_announcing_table(app: Flask, preset: str = "pagat", **rules: Any) -> Table:
    table = open_table(app, preset, people_of(preset), friend_may_announce=True, **rules)
    table.record("start_hand")
    least = mighty.PRESETS[preset].rules.min_bid
    table.record("enter_contract", declarer=1, level=least, trump="H")
    return table


@pytest.mark.parametrize("way", ["tally", "cards", "result"])
def test_a_friend_announces_in_every_way_of_recording(app: Flask, way: str) -> None:
    table = open_announcing_table(app)
    table.record("call_friend", call="DA")
    choose_mode(table, way, table.host)
    link = f"{table.path}?at=friend"
    if way == "tally":
        record_tricks(table, "2:3")
    elif way == "cards":
        assert not list(board_of(table).all("a", href=link)), "nobody has won points yet"
        play_cards(table, "1:C5 2:CA 3:C2 4:C6 5:C9")
    assert "Friend shown" in [each.text for each in board_of(table).all("a", href=link)]
    page = board_of(table, query="?at=friend")
    keys = [each.attributes["value"] for each in page.all("button", name="player")]
    assert keys == (["2", "3", "4", "5"] if way == "result" else ["2", "3", "4", "5", "2!"])
    assert bool(list(page.all("input", name="winner"))) == (way != "result")
    table.record("reveal_friend", player=keys[-1] if way != "result" else "2")
    assert hand_of(table).friends == (2,)


@pytest.mark.parametrize("way", ["tally", "cards"])
def test_the_strip_says_when_the_friend_must_announce(app: Flask, way: str) -> None:
    table = start_play(app, "gyeonggi_province", call="DA")
    choose_mode(table, way)
    if way == "tally":
        record_tricks(table, "2:1")
    else:
        play_cards(table, "1:C5 2:CA 3:C2 4:C6 5:C9")
    assert trick_facts(board_of(table))["A friend"] == "says so"
    if way == "cards":
        play_cards(table, "2:D4")
        assert "A friend" not in trick_facts(board_of(table)), "it is too late to be in time"
    else:
        record_tricks(table, "2:1")
        assert "A friend" not in trick_facts(board_of(table)), "these are not the first"
        record_tricks(table, "4:0 3:2")
    keys = [each.attributes["value"] for each in board_of(table, query="?at=friend").all("button", name="player")]
    assert keys == ["2", "3", "4", "5", "2!", *(["3!"] if way == "tally" else [])], "who is late still may"
    table.record("reveal_friend", player="2!")
    assert (hand_of(table).friends, hand_of(table).offences) == ((2,), ())
    assert "A friend" not in trick_facts(board_of(table))


# --- What the last card proves ---


DEALT = {
    1: "C5 C3 C4 C6 C7 C8 C9 C10 CJ CQ",
    2: "D2 D3 D4 D5 D6 D7 D8 D9 D10 CA",
    3: "S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ",
    4: "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ",
    5: "DJ DQ DK DA SQ SK SA HQ HK HA",
}
"""Hands whose players play from the left; Bo keeps the only card with which he could follow."""


def test_a_revoke_that_the_last_card_proves_is_shown_on_the_result(table: Table) -> None:
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=13, trump="H")
    table.record("call_friend", call="DA")
    choose_mode(table, "cards", table.host)
    held = {player: list(parse_cards(text)) for player, text in DEALT.items()}
    while (player := hand_of(table).turn) is not None:
        hand = hand_of(table)
        legal = mighty.legal_cards(hand.conditions, len(hand.tricks) + 1, hand.table, held[player])
        card = held[2][0] if player == 2 else legal[0]
        held[player].remove(card)
        play_cards(table, f"{player}:{card}")
    revoke = hand_of(table).offences[-1]
    assert (revoke.code, revoke.player, revoke.proven) == ("offence.revoke", 2, 10)
    assert revoke.card is not None
    says = f"Revoke: Bo played {revoke.card.rank}diamonds in trick {revoke.trick} and did not follow, but had Aclubs."
    for phone in (table.host, table.watcher()):
        assert says in board_of(table, phone).text
    result = board_of(table).form(f"{table.path}/record/result").sends()
    table.record("result", result, confirmed="yes")
    for page in (
        board_of(table),
        table.host.page(f"{table.path}/sheet/1"),
        table.watcher().page(f"{table.path}/watch"),
    ):
        assert says in page.text


def test_the_contract_is_changed_after_the_kitty_where_only_the_result_is_recorded(table: Table) -> None:
    table.choose_modes("play:result")
    table.record("start_hand")
    bids = {"player": 1, "level": 14, "trump": "H"}
    table.record("place_bid", bids)
    table.record("all_pass")
    (change,) = {each.attributes["href"] for each in board_of(table).all("a") if each.text == "Contract"}
    opened = table.host.page(change)
    assert {each.attributes["value"] for each in opened.all("input", type="radio", name="trump")} >= {"S", "H", "NT"}
    too_low = {"trump": "S", "level": 14, "at": "change", "view": "raise"}
    refused = parse(table.send("change_after_kitty", too_low).text)
    assert refused.problems
    assert list(refused.all("input", type="radio", name="trump")), "the change stays open"
    table.record("change_after_kitty", {"trump": "S", "level": 16})
    assert hand_of(table).contract_bid == mighty.Bid(16, Suit.SPADES)
    assert "Result" in board_of(table).one("h1").text
    table.record("result", {"side": "card|2", "points": 17})
    assert table.state.hands[0].hand.contract_bid == mighty.Bid(16, Suit.SPADES)


def test_no_change_is_asked_for_where_the_final_contract_is_recorded(table: Table) -> None:
    table.choose_modes("auction:contract", "play:result")
    table.record("start_hand")
    table.record("enter_contract", declarer=1, level=14, trump="H")
    assert [each for each in board_of(table).all("a") if each.text == "Contract"] == []


def test_points_of_who_may_be_the_friend_are_nobodys(app: Flask) -> None:
    """Of Bo and Cho one at most is the friend: the larger number is hidden, the other is the defenders'."""
    table = start_play(app, bid="15H")
    record_tricks(table, "1:5 2:2 3:3")
    page = table.host.page(table.path)
    assert page.of_class("bar__text")[0].text == "Declarer 5 3 hidden · 10 to come Defenders 2"
    assert len(page.of_class("hidden-cell")) == 3
    assert head_line(page) == "7 to 10 more to make it; 3 points can be the friend’s"
    assert page.of_class("head__fact")[0].text.endswith("5 to 8 of 15")
    record_tricks(table, "2:5 2:4")
    assert head_line(table.host.page(table.path)) == "up to 10 more to make it; 11 points can be the friend’s"
    table.record("reveal_friend", player=3, card="SA")
    page = table.host.page(table.path)
    assert page.of_class("bar__text")[0].text == "Makers 8 1 to come Defenders 11"
    assert not page.of_class("hidden-cell")


def test_a_bid_entered_as_the_contract_may_change_after_the_kitty(table: Table) -> None:
    """The rest of the bids was not recorded; the highest that was is a bid and no final contract."""
    table.choose_modes("play:result")
    table.record("start_hand")
    table.record("place_bid", {"player": 1, "level": 14, "trump": "H"})
    table.choose_modes("auction:contract")
    table.record("enter_contract", declarer=1, level=14, trump="H")
    assert [each.attributes["href"] for each in board_of(table).all("a") if each.text == "Contract"]


def test_a_contract_changed_before_the_kitty_is_recorded_where_only_the_result_is(app: Flask) -> None:
    """A change before the kitty costs less than one after it, or is the only one allowed."""
    table = open_table(app, change_before_kitty=True, raise_suit_to_no_trump="forbidden")
    table.choose_modes("play:result")
    table.record("start_hand")
    table.record("place_bid", {"player": 1, "level": 16, "trump": "S"})
    table.record("all_pass")
    (change,) = {each.attributes["href"] for each in board_of(table).all("a") if each.text == "Contract"}
    (key,) = table.host.page(change).all("input", type="radio", name="trump", value="NT")
    assert "aria-disabled" not in key.attributes
    table.record("change_after_kitty", {"trump": "NT", "level": 16, "at": "change", "view": "raise"})
    assert hand_of(table).contract_bid == mighty.Bid(16, None)
    assert hand_of(table).kitty_taken
    refused = parse(table.send("change_after_kitty", {"trump": "S", "level": 16, "at": "change", "view": "raise"}).text)
    assert refused.problems

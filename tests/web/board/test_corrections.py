"""Corrections of everything that was recorded, from the table or the sheet."""

import io
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.cards import Card
from scorekeeper.games import mighty
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.table.state import HandRecord
from tests.cases import for_each, require
from tests.web.fixing import Fix, correct_hand
from tests.web.pages import parse
from tests.web.phones import Phone, Table, open_table

NAMES = ("Ana", "Bo", "Cho", "Dan", "Eun", "Fay", "Gil", "Hye")
ANA, BO, CHO, DAN, EUN, FAY, GIL = range(1, 8)

MISTAKE = Path(__file__).parents[1] / "mistake-on-the-sheet-before.json"
"""Five at korean40: two hands, a new sheet, and in hand 2 of the first a friend who was another."""


def import_table(app: Flask, file: Path) -> Table:
    """The table of an exported file."""
    phone = Phone(app)
    fields = {"file": (io.BytesIO(file.read_bytes()), file.name), "csrf_token": phone.token}
    response = phone.client.post("/import", data=fields, headers=phone.headers)
    assert response.status_code in (302, 303), response.text
    return Table(phone, response.headers["Location"].split("/t/")[1].split("/")[0])


# --- Earlier sheets ---


def first_sheet_totals(table: Table) -> dict[int, Any]:
    """Return the standings at the end of the first sheet."""
    return {player: each.value for player, each in table.state.sheets[0].session.standings.items()}


def test_a_hand_of_an_earlier_sheet_is_opened_explained_and_corrected(app: Flask) -> None:
    table = import_table(app, MISTAKE)
    links = [each.attributes["href"] for each in table.host.page(f"{table.path}/sheet").all("a")]
    assert f"{table.path}/sheets/1/2" in links
    page = table.host.page(f"{table.path}/sheets/1/2")
    assert f"{table.path}/sheets/1/2/fix" in [each.attributes["href"] for each in page.all("a")]
    assert table.host.get(f"{table.path}/sheets/1/why/2").status_code == 302
    before = first_sheet_totals(table)
    record = Fix(table, number=2, sheet=1).record("result", side="card|3").save()
    assert record.hand.friends == (CHO,)
    assert first_sheet_totals(table) != before
    assert "Hand 2 of sheet 1 fixed" in table.host.page(f"{table.path}/log").one("main").text


def test_a_hand_of_an_earlier_sheet_is_voided(app: Flask) -> None:
    table = import_table(app, MISTAKE)
    at = f"{table.path}/sheets/1/1"
    response = table.host.submit(at, f"{at}/void", reason="misdeal")
    assert (response.status_code, response.headers["Location"].endswith(at)) == (303, True)
    assert "misdeal" in table.host.page(at).one("main").text


def test_there_are_no_other_sheets(app: Flask) -> None:
    table = import_table(app, MISTAKE)
    for path in ("sheets/2/1", "sheets/0/1", "sheets/1/9", "sheets/1/9/fix", "sheets/3/1/chips", "sheets/2/why/1"):
        table.host.page(f"{table.path}/{path}", status=404)


def test_hands_behind_a_number_of_all_sheets_lead_to_their_pages(app: Flask) -> None:
    table = import_table(app, MISTAKE)
    page = table.host.page(f"{table.path}/statistics/hands?sheets=all&what=hands")
    assert f"{table.path}/sheets/1/1" in [each.attributes.get("href") for each in page.all("a")]


# --- Who played, dealt and bid first ---


def test_who_waited_is_corrected(app: Flask) -> None:
    """Six at a table of five: all six can be chosen."""
    table = open_table(app, "pagat", NAMES[:6])
    seats = {f"seat_{player}": "yes" for player in range(1, 6)}
    table.record("start_hand", {"choose_seats": "yes", **seats})
    table.record("record_hand", declarer=BO, level=14, trump="H", side="card|5", points=15)
    fix = Fix(table, "deal")
    assert {f"seat_{player}" for player in range(1, 7)} <= {
        each.attributes.get("name") for each in fix.page.all("input")
    }
    fix.record("deal", seat_5=(), seat_6="yes")
    assert "Eun" in str(fix.shown_problems), "the friend did not play: the result is asked anew"
    record = fix.record("result", side="card|6").save()
    assert record.hand.seats == (ANA, BO, CHO, DAN, FAY)
    assert record.hand.friends == (FAY,)
    paid = {
        row.one("th").text: [each.text for each in row.all("td")]
        for row in table.host.page(f"{table.path}/sheet/1").one("tbody").all("tr")
    }
    assert paid["Eun"][:2] == [paid["Fay friend"][1], "0"], "whoever sits out after all gives back what it paid"
    assert len(paid) == 6


def test_who_dealt_gives_way_where_they_did_not_play(app: Flask) -> None:
    table = open_table(app, "pagat", NAMES[:6])
    table.record("start_hand", {"choose_seats": "yes", **{f"seat_{player}": "yes" for player in range(1, 6)}})
    table.record("record_hand", declarer=BO, level=14, trump="H", side="card|5", points=15)
    record = Fix(table, "deal").record("deal", seat_1=(), seat_6="yes").save()
    assert (record.hand.seats, record.hand.session.begins) == ((BO, CHO, DAN, EUN, FAY), BO)


def test_who_dealt_and_bid_first_is_corrected(app: Flask) -> None:
    table = open_table(app, "pagat", NAMES[:5])
    table.record("start_hand")
    table.record("record_hand", declarer=BO, level=14, trump="H", side="card|5", points=15)
    record = correct_hand(table, 1, "deal", "deal", leader=DAN, first=CHO)
    assert (record.hand.session.begins, record.hand.session.first) == (DAN, CHO)
    assert record.amounts == {BO: 6, EUN: 3, ANA: -3, CHO: -3, DAN: -3}


# --- Who dropped out ---


@pytest.mark.parametrize("preset", ["six_drop", "seven_drop"])
def test_who_dropped_out_is_corrected_with_the_card(app: Flask, preset: str) -> None:
    rules = mighty.PRESETS[preset].rules
    count, out = rules.setting.table, rules.setting.drop_out
    table = open_table(app, preset, NAMES[:count])
    table.record("start_hand")
    table.record("enter_contract", declarer=BO, level=15, trump="H")
    table.record("drop", card="SA", holder=EUN)
    if out > 1:
        table.record("drop", holder=FAY)
    table.record("call_friend", call="card", card="DA")
    table.record("record_trick", winner=BO, points=2)
    table.record("result", side="DA|3", points=16)
    fix = Fix(table, mighty.NameCard)
    assert fix.filled_in("drop")["card"] == "SA"
    record = fix.record("drop", card="SK", holder=DAN).save()
    assert record.hand.dropped[0] == DAN
    assert (record.hand.named[0].card, record.hand.named[0].holder) == (Card.parse("SK"), DAN)
    assert EUN in record.amounts
    assert DAN not in record.amounts
    assert len(record.hand.tricks) == 1, "what was recorded of the play stays"


def test_a_declarer_who_was_out_is_asked_who_dropped_out(app: Flask) -> None:
    table = open_table(app, "six_drop", NAMES[:6])
    table.record("start_hand")
    table.record("enter_contract", declarer=BO, level=15, trump="H")
    table.record("drop", holder=EUN)
    table.record("result", side="card|3", points=16)
    record = Fix(table, "contract").record("enter_contract", declarer=EUN).record("drop", card="CA", holder=BO).save()
    assert (record.hand.declarer, record.hand.dropped) == (EUN, (BO,))
    assert record.hand.named[0].card == Card.parse("CA")


# --- Calls and throws ---


CALLS = ("CA#1", "DA#2")


def play_example_hand(app: Flask, *, throws: tuple[tuple[int, int], ...] = ()) -> Table:
    """Play a hand of six with three packs, trick by trick: Dan makes trumps, Bo wins a trick of 30 points."""
    table = open_table(app, "pagat", NAMES[:6], game="zhao_pengyou")
    table.record("start_hand")
    table.record("enter_trumps", maker=DAN, suit="H")
    needed = zpy.find_setting(table.state.rules, 6).calls
    table.record("call_friends", calls=list(CALLS[:needed]))
    for player, cards in throws:
        table.record("record_throw", player=player, taken_back=cards)
    table.record("record_trick", winner=BO, points=30)
    return table


def total(record: HandRecord) -> Any:
    hand: zpy.Hand = record.hand
    assert hand.promotions is not None
    return hand.promotions.total


def test_two_beaten_throws_of_one_player_stay_two(app: Flask) -> None:
    """130 points less twice 50 for two cards and three: correcting the points to 125 keeps both."""
    table = play_example_hand(app, throws=((BO, 2), (BO, 3)))
    table.record("result", friend_3="yes", points=130, last_trick="makers")
    (record,) = table.state.hands
    before = total(record)
    record = correct_hand(table, points=125)
    assert record.hand.throws == ((BO, 2), (BO, 3))
    assert total(record) == before - 5
    record = Fix(table, zpy.RecordThrow, 1).record("record_throw", taken_back=4).save()
    assert sorted(record.hand.throws) == [(BO, 2), (BO, 4)]
    assert len(record.hand.tricks) == 1
    assert Fix(table, zpy.RecordThrow).follow("leave-out").save().hand.throws == ((BO, 4),)


def test_a_result_alone_has_two_beaten_throws_of_one_player(app: Flask) -> None:
    table = open_table(app, "pagat", NAMES[:6], game="zhao_pengyou")
    table.choose_modes("play:result")
    table.record("start_hand")
    table.record("enter_trumps", maker=DAN, suit="H")
    page = table.host.page(f"{table.path}/draft?version={table.version}&throws=open&taken_back_{BO}=2")
    assert len(list(page.all("input", name=f"taken_back_{BO}"))) == 2
    fields = {"friend_3": "yes", "points": "100", "last_trick": "makers", f"taken_back_{BO}": ["2", "3"]}
    table.record("result", fields)
    assert table.state.hands[0].hand.throws == ((BO, 2), (BO, 3))


def test_calls_are_corrected(app: Flask) -> None:
    table = play_example_hand(app)
    table.record("reveal_friend", player=CHO, call="CA#1")
    table.record("result", friend_3="yes", points=60, last_trick="makers")
    fix = Fix(table, "call")
    fields = {"version": table.version, "calls": ["SK#2", *map(str, table.state.hands[0].hand.calls[1:])]}
    record = fix.follow("record/call_friends", fields).save()
    assert str(record.hand.calls[0]) == "SK#2"
    assert record.hand.found[0] == CHO, "who showed the card showed the one that was really called"
    assert len(record.hand.tricks) == 1


def test_trumps_are_corrected_and_the_tricks_stay(app: Flask) -> None:
    table = play_example_hand(app)
    table.record("result", friend_3="yes", points=60, last_trick="makers")
    record = correct_hand(table, 1, "trumps", "enter_trumps", suit="S")
    assert str(record.hand.trumps.suit) == "S"
    assert len(record.hand.tricks) == 1


# --- A hand that was given up ---


BID = ("place_bid", {"player": ANA, "level": 13, "trump": "S"})
CONTRACT = ("enter_contract", {"declarer": BO, "level": 14, "trump": "H"})
TRUMPS_MADE = ("enter_trumps", {"maker": DAN, "suit": "H"})
MIGHTY_RESULT = ("result", {"side": f"card|{CHO}", "points": 17})
LEVELS_RESULT = ("result", {"friend_1": "yes", "points": 60, "last_trick": "makers"})
Steps = tuple[tuple[str, dict[str, Any]], ...]


@for_each(
    ("mighty", (), (CONTRACT, MIGHTY_RESULT)),
    ("mighty", (BID,), (CONTRACT, MIGHTY_RESULT)),
    ("mighty", (CONTRACT,), (MIGHTY_RESULT,)),
    ("zhao_pengyou", (), (TRUMPS_MADE, LEVELS_RESULT)),
    ("zhao_pengyou", (TRUMPS_MADE,), (LEVELS_RESULT,)),
)
def test_a_hand_given_up_is_recorded_after_all(game: str, moves: Steps, asked: Steps, *, app: Flask) -> None:
    """However far it had come, everything is asked that its result needs."""
    table = open_table(app, "pagat", NAMES[: 5 if game == "mighty" else 6], game=game)
    table.choose_modes("auction:contract" if game == "mighty" else "trumps:maker", "play:result")
    table.record("start_hand")
    for form, fields in moves:
        table.record(form, fields)
    table.record("void_hand", number=1, reason="misdeal")
    fix = Fix(table)
    for form, fields in asked:
        fix.follow(f"record/{form}", {"version": table.version, **fields})
    record = fix.save()
    assert record.voided is None
    assert record.amounts
    assert record.hand.result.points == (17 if game == "mighty" else 60)


# --- The hand in progress ---


def test_wrong_trumps_are_corrected_while_the_tricks_stay(app: Flask) -> None:
    table = play_example_hand(app)
    assert table.host.get(f"{table.path}/fix").headers["Location"].endswith("/sheet/1/fix")
    fix = Fix(table, "trumps")
    assert fix.filled_in("enter_trumps")["suit"] == "H"
    fix.record("enter_trumps", suit="S", maker=ANA).save()
    hand: zpy.Hand = require(table.state.current).hand
    assert (str(require(hand.trumps).suit), hand.maker) == ("S", ANA)
    assert [(trick.winner, trick.points) for trick in hand.tricks] == [(BO, 30)]
    table.record("undo")
    assert require(table.state.current).hand.maker == DAN


def play_a_trick(app: Flask) -> Table:
    """Bo plays 14 hearts with the ace of spades, and Cho has won the first trick."""
    table = open_table(app, "pagat", NAMES[:5])
    table.record("start_hand")
    table.record("enter_contract", declarer=BO, level=14, trump="H")
    table.record("call_friend", call="card", card="SA")
    table.record("record_trick", winner=CHO, points=3)
    return table


def call_cho(app: Flask) -> Table:
    """Bo plays 14 hearts with Cho, who was told to be the friend."""
    table = play_a_trick(app)
    table.record("reveal_friend", player=CHO)
    return table


def test_a_wrong_contract_is_corrected_while_the_tricks_stay(app: Flask) -> None:
    table = play_a_trick(app)
    correct_hand(table, 1, "contract", "enter_contract", level=16, trump="D")
    Fix(table, "call").follow("record/call_friend", {"version": table.version, "call": "card", "card": "DA"}).save()
    hand: mighty.Hand = require(table.state.current).hand
    assert (str(hand.contract_bid), str(hand.call)) == ("16D", "DA")
    assert [(trick.winner, trick.points) for trick in hand.tricks] == [(CHO, 3)]


def test_what_contradicts_another_contract_is_named(app: Flask) -> None:
    table = call_cho(app)
    version = table.version
    (why,) = Fix(table, "contract").record("enter_contract", declarer=CHO).shown_problems
    assert why.startswith("Recorded later: “Cho is the friend.” Cho is the declarer")
    assert table.version == version


def test_a_hand_in_its_auction_is_corrected_as_it_was_dealt(app: Flask) -> None:
    table = open_table(app, "pagat", NAMES[:5])
    table.record("start_hand")
    correct_hand(table, 1, "deal", "deal", leader=CHO, first=DAN)
    assert require(table.state.current).hand.auction.turn == DAN


def test_who_bids_first_is_overruled_for_the_next_hand(app: Flask) -> None:
    table = open_table(app, "pagat", NAMES[:5])
    table.host.submit(table.path, f"{table.path}/record/start_hand", first=DAN)
    assert table.state.current is not None
    assert table.state.current.hand.auction.turn == DAN
    table.record("record_hand", declarer=BO, level=14, trump="H", side="card|5", points=15)
    table.host.submit(table.path, f"{table.path}/record/start_hand", first=CHO)
    assert table.state.current.hand.auction.turn == CHO


# --- Somebody else was shown as the friend ---


@pytest.mark.parametrize(
    ("form", "fields"),
    [("reveal_friend", {"player": DAN}), ("result", {"side": "SA|4", "points": 15})],
)
def test_a_friend_who_contradicts_the_one_shown_is_offered_as_a_correction(
    app: Flask, form: str, fields: dict[str, Any]
) -> None:
    table = call_cho(app)
    refused = table.send(form, fields)
    assert refused.status_code == 422
    remedy = parse(refused.text).one("form", action=f"{table.path}/record/other_friend")
    assert remedy.one("button").text == "Dan, not Cho: fix it"
    assert table.host.post(f"{table.path}/record/other_friend", remedy.sends()).status_code == 303
    assert table.state.current is not None
    assert table.state.current.hand.friends == (DAN,)
    assert len(table.state.current.hand.tricks) == 1
    table.record("result", side="SA|4", points=15)


def test_who_was_shown_is_a_tap_away_from_the_board(app: Flask) -> None:
    table = call_cho(app)
    links = [each.attributes.get("href") for each in table.host.page(table.path).all("a")]
    assert f"{table.path}/fix?at=friend" in links
    assert table.host.get(f"{table.path}/fix?at=friend").headers["Location"].endswith("/sheet/1/fix/friend")
    record = correct_hand(table, 1, "friend", "reveal_friend", player=DAN)
    assert record.hand.friends == (DAN,)
    assert Fix(table, "friend").follow("leave-out").save().hand.friends == ()


def test_a_friend_who_contradicts_the_one_shown_in_a_game_of_levels(app: Flask) -> None:
    table = play_example_hand(app)
    table.record("reveal_friend", player=CHO, call="CA#1")
    refused = table.send("reveal_friend", player=EUN, call="CA#1")
    remedy = parse(refused.text).one("form", action=f"{table.path}/record/other_friend")
    assert remedy.one("button").text == "Eun, not Cho: fix it"
    table.host.post(f"{table.path}/record/other_friend", remedy.sends())
    assert table.state.current is not None
    assert table.state.current.hand.found[0] == EUN
    refused = table.send("result", friend_1="yes", points=60, last_trick="makers")
    remedy = parse(refused.text).one("form", action=f"{table.path}/record/other_friend")
    assert remedy.one("button").text == "Ana, not Eun: fix it"


def test_nothing_is_offered_where_nothing_contradicts(app: Flask) -> None:
    table = call_cho(app)
    assert "other_friend" not in table.send("result", side="SA|3", points=1).text
    assert table.send("other_friend", player=DAN, was=EUN).status_code == 422


# --- Half a trick on the table ---


def play_half_a_trick(app: Flask, game: str) -> Table:
    """Two have played to the second trick, card by card."""
    if game == "mighty":
        table = play_a_trick(app)
        for player, card in ((CHO, "D5"), (DAN, "D7")):
            table.record("play_card", player=player, card=card)
        return table
    table = play_example_hand(app)
    for player in (BO, CHO):
        table.record("play_cards", player=player, cards=[f"C{player + 3}"])
    return table


@pytest.mark.parametrize("game", ["mighty", "zhao_pengyou"])
def test_half_a_trick_is_taken_back_before_trick_by_trick(app: Flask, game: str) -> None:
    table = play_half_a_trick(app, game)
    table.choose_modes("play:cards")
    address = table.host.page(table.path).one("form", id="mode").attributes["action"]
    response = table.send(address.rpartition("/")[2], {"by": "play:tally"})
    page = parse(response.text)
    assert "2 plays are taken back" in page.one("main").text
    before = table.state.current
    table.record("clear_table")
    assert table.state.current is not None
    hand = table.state.current.hand
    assert (hand.table, len(hand.tricks)) == ((), 1)
    assert "dock-trick-2" in table.host.get(table.path).text
    table.record("record_trick", winner=BO, points=0)
    table.record("undo")
    table.record("undo")
    assert table.state.current == before


def test_what_was_told_beside_the_cards_stays(app: Flask) -> None:
    table = play_a_trick(app)
    table.record("play_card", player=CHO, card="D5")
    table.record("undo")
    table.record("reveal_friend", player=DAN)
    table.record("play_card", player=CHO, card="D5")
    table.record("clear_table")
    assert table.state.current is not None
    assert table.state.current.hand.friends == (DAN,)
    assert table.send("clear_table").status_code == 422


# --- Redeals and tokens ---


def test_a_token_is_given_back_to_whom_it_was_not_spent_by(app: Flask) -> None:
    table = open_table(app, "korean40", NAMES[:5])
    table.record("start_hand")
    table.record("claim_redeal", player=ANA)
    table.record("record_hand", declarer=BO, level=14, trump="H", side="card|5", points=15)
    fix = Fix(table, mighty.ClaimRedeal)
    record = fix.follow("record/claim_redeal", {"version": table.version, "player": CHO}).save()
    assert record.hand.redeals == 1
    assert table.state.session.spent == (CHO,)


def test_the_host_sets_a_token(app: Flask) -> None:
    table = open_table(app, "korean40", NAMES[:5])
    people = f"{table.path}/people"
    response = table.host.submit(people, f"{people}/set_token", player=CHO, spent="yes")
    assert response.status_code == 303
    assert table.state.session.spent == (CHO,)
    response = table.host.submit(people, f"{people}/set_token", player=CHO, spent="no")
    assert table.state.session.spent == ()
    assert (
        table.host.post(f"{people}/set_token", {"version": table.version, "player": BO, "spent": "no"}).status_code
        == 422
    )
    other = table.take_seat(BO)
    assert "set_token" not in other.get(people).text
    assert (
        other.post(f"{people}/set_token", {"version": table.version, "player": BO, "spent": "yes"}).status_code == 403
    )


def test_no_tokens_where_none_are_played_with(app: Flask) -> None:
    table = open_table(app, "pagat", NAMES[:5])
    assert "set_token" not in table.host.get(f"{table.path}/people").text


# --- A session with everybody out ---


def test_who_is_left_at_a_table_that_all_have_left_is_told_how_it_goes_on(app: Flask) -> None:
    table = open_table(app, "korean40", NAMES[:5])
    table.play_hand()
    for player in range(1, 6):
        table.record("leave", player=player)
    page = table.host.page(table.path)
    assert "Everybody has left." in page.of_class("dock")[0].text
    assert "+14" in page.one("main").text, "the results stay"
    refused = parse(table.send("start_hand").text)
    assert refused.problems == ["Everybody has left. Bring them back under “Players and session”; scores stay."]
    for player in range(1, 6):
        table.record("return", player=player)
    table.record("start_hand")


@pytest.mark.parametrize(
    ("form", "fields", "said"),
    [
        ("end", {}, "Resume it under “Players and session” to play on."),
        ("limit_hands", {"hands": 1}, "Agree on more under “Players and session”, or begin a new sheet."),
        (
            "adjust",
            {"amount_1": 100, "amount_3": -100, "reason": "x"},
            "change the standings or the rule that ended it, or begin a new sheet",
        ),
    ],
)
def test_a_refused_deal_says_what_revives_the_session(app: Flask, form: str, fields: dict[str, Any], said: str) -> None:
    table = open_table(app, "korean40", NAMES[:5])
    table.play_hand()
    table.record(form, fields)
    (problem,) = parse(table.send("start_hand").text).problems
    assert said in problem

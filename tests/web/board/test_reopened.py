"""Corrections on the boards that recorded a hand: any line of it is recorded again, and the rest is played after it."""

import json
from base64 import urlsafe_b64encode
from typing import Any

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards import Card
from scorekeeper.games import mighty
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.table.state import open_sheet
from tests.cases import require
from tests.tiers import examples
from tests.web.fixing import Fix
from tests.web.pages import parse
from tests.web.phones import NAMES, Phone, Table, open_table

ANA, BO, CHO, DAN, EUN = range(1, 6)

Taps = list[tuple[str, dict[str, Any]]]

BEGUN: Taps = [
    ("start_hand", {}),
    ("enter_contract", {"declarer": ANA, "level": 15, "trump": "H"}),
    ("call_friend", {"call": "card", "card": "DA"}),
]


def play(table: Table, *taps: tuple[str, dict[str, Any]]) -> Table:
    for form, fields in taps:
        table.record(form, fields)
    return table


def open_five(app: Flask, *taps: tuple[str, dict[str, Any]], modes: str = "") -> Table:
    """Open a table of five at pagat, and record."""
    table = open_table(app, "pagat")
    if modes:
        table.choose_modes(modes)
    return play(table, *taps)


def tricks(*won: tuple[int, int]) -> Taps:
    return [("record_trick", {"winner": winner, "points": points}) for winner, points in won]


def cards(table: Table, text: str) -> None:
    for card in text.split():
        table.record("play_card", player=require(table.state.current).hand.turn, card=card)


def bid_by_bid(app: Flask) -> Table:
    """Bo wins the auction at 15 hearts, over 14 spades of Ana; Cho is shown as the friend, and they make 20."""
    return open_five(
        app,
        ("start_hand", {}),
        ("place_bid", {"player": ANA, "level": 14, "trump": "S"}),
        ("place_bid", {"player": BO, "level": 15, "trump": "H"}),
        *(("pass", {"player": player}) for player in (CHO, DAN, EUN, ANA)),
        ("call_friend", {"call": "card", "card": "DA"}),
        *tricks((CHO, 2)),
        ("reveal_friend", {"player": CHO}),
        *tricks(*[(BO, 2)] * 9),
        ("result", {"side": f"DA|{CHO}", "points": 20}),
    )


# --- Finished hands ---


def test_the_points_are_filled_in_and_nothing_is_stored_before_it_is_saved(app: Flask) -> None:
    table = open_five(app)
    table.play_hand(points=17)
    table.play_hand(points=12)
    before, version = table.scores, table.version
    fix = Fix(table)
    assert {"points": "17", "side": "card|2"}.items() <= fix.filled_in("result").items()
    fix.record("result", points=18)
    assert "Ana +14 +16" in fix.text
    assert (table.scores, table.version) == (before, version)
    assert fix.save().hand.result.points == 18
    table.record("undo")
    assert table.scores == before


def test_a_board_that_showed_what_changes_saves_at_once(app: Flask) -> None:
    table = open_five(app)
    table.play_hand(points=17)
    fix = Fix(table)
    form = fix.page.form(f"{fix.at}/record/result").sends()
    form["points"] = "18"
    query = "&".join(f"{name}={value}" for name, value in form.items() if name != "csrf_token").replace("|", "%7C")
    shown = parse(fix.phone.get(f"{fix.at}/preview/result?{query}").text)
    mark = next(shown.all("input", name="seen")).attributes["value"]
    assert "Ana +14 +16" in shown.text
    other = {**form.to_dict(), "points": "19", "seen": mark}
    assert "/fix/" in fix.phone.post(f"{fix.at}/record/result", other).headers["Location"], "that was not shown"
    response = fix.phone.post(f"{fix.at}/record/result", {**form.to_dict(), "seen": mark})
    assert response.headers["Location"].endswith("/sheet/1")
    assert table.state.hands[0].hand.result.points == 18


def test_the_board_of_a_contract_says_what_it_would_pay(app: Flask) -> None:
    table = open_five(app)
    table.play_hand(points=17)
    fix = Fix(table, mighty.EnterContract)
    assert "Cho" in fix.phone.get(f"{fix.at}/referee/pays?declarer=3&level=15&trump=H").text
    assert fix.phone.get(f"{fix.at}/referee/pays?level=x").status_code == 200


def test_another_declarer_of_an_entered_contract(app: Flask) -> None:
    table = open_five(app)
    table.play_hand(points=17, declarer=ANA, side="card|2")
    assert Fix(table, mighty.EnterContract).record("enter_contract", declarer=CHO).save().hand.declarer == CHO


def test_a_bid_of_a_finished_hand_keeps_everything_else(app: Flask) -> None:
    table = bid_by_bid(app)
    record = Fix(table, mighty.PlaceBid, 1).record("place_bid", level=16).save()
    kinds = {type(move) for move in record.moves}
    assert (str(record.hand.contract_bid), len(record.hand.tricks), len(record.hand.auction.calls)) == ("16H", 10, 6)
    assert mighty.ChangeContract not in kinds


def test_another_declarer_by_the_final_contract_names_the_calls_that_give_way(app: Flask) -> None:
    table = bid_by_bid(app)
    fix = Fix(table, mighty.PlaceBid).follow("record/mode", {"by": "auction:contract"})
    fix.record("enter_contract", declarer=DAN, level=15, trump="H")
    assert fix.shown_problems, "the tricks are another declarer's by now"
    fix.record("result", side=f"DA|{CHO}", points=2)
    assert "Recorded instead: Dan won the bidding: 15 hearts. Result: 2 of 20 points." in fix.text
    assert "Left out: Ana bids 14 spades. Bo bids 15 hearts." in fix.text
    record = fix.save()
    assert (record.hand.declarer, len(record.hand.tricks)) == (DAN, 10)
    assert table.state.mode("auction") == "calls", "the table’s own way of recording stays"


def test_another_friend_keeps_the_tricks(app: Flask) -> None:
    table = bid_by_bid(app)
    fix = Fix(table, mighty.RevealFriend)
    fix.follow("record/reveal_friend", {"player": EUN, "version": table.version})
    assert "from 18 to 18 points, not 20" in str(fix.shown_problems)
    fix.record("result", side=f"DA|{EUN}", points=18)
    record = fix.save()
    assert (record.hand.friends, len(record.hand.tricks), len(record.hand.auction.calls)) == ((EUN,), 10, 6)


def test_points_against_the_tricks_offer_to_leave_all_tricks_out(app: Flask) -> None:
    table = bid_by_bid(app)
    fix = Fix(table).record("result", points=13)
    assert fix.problems
    fix.follow("leave-tricks-out").record("result", side=f"DA|{CHO}", points=13)
    assert "Left out: Trick 1: Cho +2. Cho is the friend. Trick 2: Bo +2." in fix.text
    record = fix.save()
    assert (record.hand.result.points, record.hand.tricks, len(record.hand.auction.calls)) == (13, (), 6)


def test_a_hand_given_up_before_its_contract_comes_back(app: Flask) -> None:
    table = play(open_five(app), ("start_hand", {}), ("void_hand", {"number": 1, "reason": "misdeal"}))
    fix = Fix(table).follow("record/mode", {"by": "auction:contract"})
    fix.record("enter_contract", declarer=BO, level=15, trump="H").follow("record/mode", {"by": "play:result"})
    record = fix.record("result", side="card|3", points=16).save()
    assert (record.voided, record.hand.declarer) == (None, BO)


def test_a_hand_of_an_earlier_sheet(app: Flask) -> None:
    table = open_five(app)
    table.play_hand(points=17)
    table.record("begin")
    table.play_hand(points=15)
    fix = Fix(table, sheet=1).record("result", points=18)
    assert fix.phone.submit(fix.at, f"{fix.at}/save").headers["Location"].endswith("/sheets/1/1")
    assert require(require(open_sheet(table.state, 1)).find_hand(1)).hand.result.points == 18
    assert table.state.hands[0].hand.result.points == 15


def test_points_of_a_game_of_levels_move_later_hands_and_undo_brings_them_back(app: Flask) -> None:
    table = open_table(app, "pagat", (*NAMES, "Fay"), game="zhao_pengyou")
    for points in (40, 45):
        made: Taps = [("start_hand", {}), ("enter_trumps", {"maker": DAN, "suit": "H"})]
        ending = {"points": points, "last_trick": "makers", "friend_1": "yes", "kitty_points": 0}
        play(table, *made, ("result", ending))
    before = table.scores
    fix = Fix(table)
    assert {"points": "40", "friend_1": "yes"}.items() <= fix.filled_in("result").items()
    fix.record("result", points=0).save()
    assert table.scores != before
    table.record("undo")
    assert table.scores == before
    record = Fix(table, zpy.EnterTrumps).record("enter_trumps", suit="S").save()
    assert record.hand.trumps.suit.value == "S"


# --- The hand in progress ---


def test_a_bid_of_the_running_auction(app: Flask) -> None:
    table = open_five(app, ("start_hand", {}), *(("place_bid", {"player": ANA, "level": 14, "trump": "S"}),))
    play(table, ("place_bid", {"player": BO, "level": 15, "trump": "H"}), ("pass", {"player": CHO}))
    fix = Fix(table, mighty.PlaceBid, 1)
    assert fix.filled_in("place_bid")["level"] == "15"
    assert fix.record("place_bid", level=13).problems
    record = fix.record("place_bid", level=16).save()
    assert (str(record.hand.auction.highest), len(record.hand.auction.calls)) == ("16H", 3)


def test_a_trick_is_corrected_put_in_and_left_out(app: Flask) -> None:
    def list_winners() -> list[int]:
        return [trick.winner for trick in require(table.state.current).hand.tricks]

    table = open_five(app, *BEGUN, *tricks((ANA, 2), (BO, 2), (CHO, 2)))
    fix = Fix(table, mighty.RecordTrick, 1)
    assert fix.filled_in("record_trick")["winner"] == str(BO)
    fix.record("record_trick", winner=DAN, points=1).save()
    assert list_winners() == [ANA, DAN, CHO]
    Fix(table, mighty.RecordTrick, 1, before="yes").record("record_trick", winner=EUN, points=0).save()
    assert list_winners() == [ANA, EUN, DAN, CHO]
    fix = Fix(table, mighty.RecordTrick, 2).follow("leave-out")
    assert "Left out: Trick 3: Dan +1." in fix.text
    fix.save()
    assert list_winners() == [ANA, EUN, CHO]


def test_a_card_that_changes_the_winner_asks_for_the_next_lead(app: Flask) -> None:
    table = open_five(app, *BEGUN, modes="play:cards")
    cards(table, "C5 C9 C2 C6 C4 D5 D9")
    fix = Fix(table, mighty.PlayCard, 4).record("play_card", card="CK")
    (why,) = fix.shown_problems
    assert why.startswith("Recorded later: “")
    assert fix.filled_in("play_card")["player"] == str(EUN)
    fix.record("play_card", card="D5").record("play_card", card="D9")
    hand = fix.save().hand
    assert [play.player for play in hand.table] == [EUN, ANA]


def test_two_cards_that_were_swapped(app: Flask) -> None:
    table = open_five(app, *BEGUN, modes="play:cards")
    cards(table, "C5 C9 C2 C6 C4 D5 D9 D2 D6 C7")
    fix = Fix(table, mighty.PlayCard, 4).record("play_card", card="C7")
    assert len(fix.shown_problems) == 1
    hand = fix.record("play_card", card="C4").save().hand
    assert [trick.plays[-1].card for trick in hand.tricks] == [Card.parse("C7"), Card.parse("C4")]


def test_a_result_does_not_end_the_hand_in_progress(app: Flask) -> None:
    table = open_five(app, *BEGUN)
    fix = Fix(table, mighty.CallFriend).follow("record/mode", {"by": "play:result"})
    assert "not over" in str(fix.record("result", side="card|3", points=16).problems)


# --- Several people ---


def test_what_others_record_meanwhile_is_kept(app: Flask) -> None:
    table = open_five(app, *BEGUN, *tricks((ANA, 2), (BO, 2), (CHO, 2)))
    fix = Fix(table, mighty.RecordTrick, 1).record("record_trick", winner=DAN, points=1)
    fields = fix.page.form(f"{fix.at}/save").sends()
    table.record("record_trick", winner=EUN, points=2)
    late = fix.phone.post(f"{fix.at}/save", fields)
    assert late.status_code == 409
    assert parse(late.text).notices
    record = fix.save()
    assert [trick.winner for trick in record.hand.tricks] == [ANA, DAN, CHO, EUN]


def test_a_hand_that_somebody_corrected_meanwhile_is_not_mixed_in(app: Flask) -> None:
    table = open_five(app)
    table.play_hand(points=17)
    one, other = Fix(table), Fix(table, mighty.EnterContract)
    other.record("enter_contract", level=17)
    one.record("result", points=18).save()
    fields = {**other.page.form(f"{other.at}/save").sends().to_dict(), "version": str(table.version)}
    assert other.phone.post(f"{other.at}/save", fields).status_code == 422
    assert str(table.state.hands[0].hand.contract_bid) == "16H"
    assert other.shown_problems
    assert Phone.page(one.phone, one.at).problems, "going back to what was saved says so"


def test_who_may_not_record_cannot_open_it(app: Flask) -> None:
    table = open_five(app)
    table.play_hand()
    at = Fix(table).at
    assert table.watcher().get(at).status_code == 403
    assert Phone(app).get(at).status_code == 403
    assert table.watcher().post(f"{at}/save").status_code == 403


# --- What an address may hold ---


def test_a_forged_correction_is_refused_and_never_fails(app: Flask) -> None:
    table = open_five(app, *BEGUN)
    written = [1, None, [3, 0], [[0, 2]], 3, 2, True, True, [["play", "tally"]], [], "", True]
    numbers, runs = [None, -1, 7, 10**30, True, "x"], [[[0, 9]], [[2, 1]], [[1, 2], [0, 1]], [{}], {}]
    moves = [[{"type": "mighty.pass", "player": 1}], [{"type": "table.undo"}], [["play", "nothing"]], [["x", "tally"]]]
    wrong = st.sampled_from([*numbers, *runs, *moves, "friend-123", "mend-1"])

    @examples(80)
    @given(st.dictionaries(st.integers(0, 11), wrong, min_size=1, max_size=3), st.sampled_from(["", "/draft"]))
    def check(changes: dict[int, Any], path: str) -> None:
        forged = json.dumps([changes.get(place, value) for place, value in enumerate(written)])
        at = urlsafe_b64encode(forged.encode()).decode().rstrip("=")
        assert table.host.get(f"{table.path}/fix/{at}{path}").status_code in (200, 404)
        assert table.host.post(f"{table.path}/fix/{at}/save", {"version": "3"}).status_code in (303, 404, 409, 422)

    check()
    assert table.host.get(f"{table.path}/fix/nonsense").status_code == 404


def test_no_address_has_a_hand_that_is_shown_for_a_redeal(app: Flask) -> None:
    """The page keeps the correction then, and sends it along."""
    table = open_table(app, "korean40")
    hand = ["S2", "S3", "S4", "D2", "D3", "D4", "H2", "H3", "C2", "C3"]
    play(table, ("start_hand", {}), ("claim_redeal", {"player": ANA, "cards": hand}))
    fix = Fix(table, mighty.ClaimRedeal)
    fields = {"player": BO, "cards": hand, "version": table.version}
    kept = fix.phone.post(f"{fix.at}/record/claim_redeal", fields, htmx=True)
    assert (kept.status_code, kept.headers.get("HX-Redirect")) == (200, None)
    save = parse(kept.text).form(f"{fix.at}/save")
    assert fix.phone.post(f"{fix.at}/save", save.sends()).status_code == 303
    assert isinstance(claim := require(table.state.current).moves[0], mighty.ClaimRedeal)
    assert claim.player == BO

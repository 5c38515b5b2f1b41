"""A link for the dispute: what it shows is what the rules say, here and elsewhere, and nobody can make one up."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from msgspec.structs import replace

from scorekeeper.games import mighty
from scorekeeper.games.mighty import PRESETS, PlaceBid
from scorekeeper.house_rules import house_rules
from scorekeeper.messages import Message
from scorekeeper.settlement import Settlement
from scorekeeper.table.disputes import Dispute, hand_of, play_under_other_presets, replay_dispute
from scorekeeper.table.state import TableState
from scorekeeper.web.board.ruling_links import read_dispute, ruling_address
from scorekeeper.web.page.screens import SCREENS, HelpTexts
from scorekeeper.web.page.wording import say, with_sign
from tests.cases import for_each, require
from tests.web.fixing import Fix
from tests.web.games.zhao_pengyou.test_screens import make_trumps
from tests.web.hands import PEOPLE
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import Phone, Table, open_table

CARDS = ("CK", "D2", "C5", "CA", "C9")


def follow_link(table: Table, path: str, by: Phone | None = None) -> str:
    answer = (by or table.host).get(f"{table.path}{path}")
    assert answer.status_code == 302, answer.text
    return urlsplit(answer.location).path


def dispute_at(table: Table, address: str) -> Dispute[Any, Any]:
    with table.app.test_request_context():
        found = read_dispute(address.removeprefix("/why/"))
    assert found
    return found


def page(table: Table, address: str) -> Element:
    """The page, as somebody sees it who has no right to anything."""
    found = table.stranger().page(address)
    assert find_faults(found) == []
    return found


def spoken_text(said: Message, state: TableState, app: Flask) -> str:
    """A message as pages are read."""
    with app.test_request_context():
        return parse(f"<p>{say(said, state)}</p>").text


def other_rulings(found: Element) -> dict[str, str]:
    rows = [row for row in found.of_class("row") if row.tag == "li"]
    return {row.of_class("row__title")[0].text: row.of_class("row__detail")[0].text for row in rows}


def refused_bid_address(table: Table, level: int, trump: str, player: int = 1) -> str:
    answer = table.send("place_bid", player=player, level=level, trump=trump)
    assert answer.status_code == 422
    return parse(answer.text).of_class("alert")[0].one("a").attributes["href"]


# --- A refusal ---
def test_a_refusal_is_told_to_anybody_with_its_rule_under_every_preset_and_stays(table: Table) -> None:
    table.record("start_hand")
    # Refused for another reason than the rules: no page.
    answer = table.send("place_bid", player=1, level="many", trump="H")
    assert answer.status_code == 422
    assert not list(parse(answer.text).of_class("alert")[0].all("a"))
    address = refused_bid_address(table, 12, "H")
    found = page(table, address)
    hand = table.state.current.hand  # type: ignore[union-attr]
    problems = mighty.GAME.check(hand, PlaceBid(1, mighty.Bid.parse("12H")))
    sentences = require([spoken_text(each, table.state, table.app) for each in problems])
    assert all(sentence in found.one("main").text for sentence in sentences)
    assert "pagat.com: Bidding" in found.one("main").text
    # Every other preset says what it does with the same move.
    told = other_rulings(page(table, address))
    dispute = dispute_at(table, address)
    five = {key for key, preset in PRESETS.items() if 5 in mighty.GAME.seat_counts(preset.rules)}
    assert {other.preset.key for other in play_under_other_presets(dispute)} == five - {"pagat"}
    for preset, there, problems in play_under_other_presets(dispute):
        assert there, preset.key
        assert problems == (), preset.key
        allowed = not dispute.refusals(hand_of(there).hand)
        assert (told[preset.label] == "Allowed") is allowed, preset.key
    # It stays as it was, whatever is played later.
    before = page(table, address).one("main").text
    table.record("enter_contract", declarer=2, level=18, trump="S")
    table.host.post(f"{table.path}/delete", {"version": table.version})
    assert page(table, address).one("main").text == before


def test_a_correction_that_the_rules_refuse_is_told_as_well(table: Table) -> None:
    table.record("start_hand")
    table.record("enter_contract", declarer=2, level=14, trump="S")
    table.record("result", side="card|3", points=15)
    fix = Fix(table, "contract")
    answer = fix.phone.post(f"{fix.at}/record/enter_contract", {"declarer": 2, "level": 12, "trump": "S"})
    assert answer.status_code == 422
    told = parse(answer.text).of_class("alert")[0].one("a")
    found = page(table, told.attributes["href"])
    assert told.text in found.one("main").text


# --- What a hand paid ---
def test_a_payment_is_what_the_rules_settle_here_and_elsewhere(table: Table) -> None:
    table.play_hand(points=17)
    record = require(table.state.find_hand(1))
    assert record.settlement
    found = page(table, follow_link(table, "/why/1"))
    for player, amount in record.amounts.items():
        assert f"{table.state.name(player)} {with_sign(amount)}" in found.one("main").text
    told = other_rulings(found)
    for preset, there, _problems in play_under_other_presets(dispute_at(table, follow_link(table, "/why/1"))):
        if there is None:
            continue
        settled: Settlement[int] | None = hand_of(there).settlement
        assert settled
        same = settled.amounts == record.settlement.amounts
        said = (
            "The same"
            if same
            else ", ".join(f"{there.name(who)} {with_sign(settled.amounts[who])}" for who in settled.amounts)
        )
        assert sorted(told[preset.label].split(", ")) == sorted(said.split(", ")), preset.key


def test_the_rules_behind_it_are_those_in_force_and_others_say_why_not(app: Flask) -> None:
    table = open_table(app, "wikipedia_ja", min_bid=12)
    table.play_hand(bid="12H", points=15)
    address = follow_link(table, "/why/1")
    dispute = dispute_at(table, address)
    reasons = {preset.label: problems for preset, there, problems in play_under_other_presets(dispute) if there is None}
    assert reasons
    told = other_rulings(page(table, address))
    for label, problems in reasons.items():
        assert spoken_text(problems[0], replay_dispute(dispute), app) in told[label]
    table = open_table(app, min_bid=14)
    table.record("start_hand")
    found = page(table, refused_bid_address(table, 13, "H"))
    rule = house_rules(mighty.Rules)["min_bid"]
    assert rule.choices[14] in found.one("main").text
    assert "1 changed" in found.one("main").text


# --- A trick ---
def play_trick_by_cards(table: Table) -> None:
    table.record("start_hand")
    table.record("enter_contract", declarer=4, level=15, trump="H")
    table.record("call_friend", call="card", card="SA")
    for player, card in zip((4, 5, 1, 2, 3), CARDS, strict=True):
        table.record("play_card", player=player, card=card)


def test_every_trick_names_its_winner_and_the_rule(table: Table, app: Flask) -> None:
    play_trick_by_cards(table)
    hand = table.state.current.hand  # type: ignore[union-attr]
    won = mighty.explain_winner(hand.conditions, 1, hand.tricks[0].plays)
    found = page(table, follow_link(table, "/why/1/1"))
    assert spoken_text(won.why, table.state, table.app) in found.one("main").text
    plays = list(found.of_class("dispute__plays")[0].all("li"))
    assert [row.one("bdi").text for row in plays] == ["Dan", "Eun", "Ana", "Bo", "Cho"]
    assert [row.one("bdi").text for row in plays if "wins" in row.text] == [table.state.name(won.player)]
    levels = open_table(app, "pagat", PEOPLE, game="zhao_pengyou")
    make_trumps(levels)
    levels.record("call_friends", calls=["CA#1", "DA#2", "SK#3"])
    levels.record("record_trick", winner=3, points=10)
    for each, winner in ((levels, "Cho"), (table, "Bo")):
        found = page(each, follow_link(each, "/why/1/1"))
        assert winner in found.one("main").text
        assert each.host.get(f"{each.path}/why/1/2").status_code == 404


# --- The address ---
def test_an_address_that_nobody_here_has_made_is_no_page(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.play_hand()
    address = follow_link(table, "/why/1")
    packed, _, signature = address.rpartition(".")
    for forged in (f"{packed}x.{signature}", f"{packed}.{signature[:-2]}xx", packed, "/why/x", "/why/" + "x" * 9_000):
        assert table.stranger().get(forged).status_code == 404
    with table.app.test_request_context():
        dispute = require(read_dispute(address.removeprefix("/why/")))
        assert read_dispute(ruling_address(replace(dispute, number=9)).removeprefix("/why/")) != dispute
        monkeypatch.setattr(table.app, "secret_key", "another")
        assert read_dispute(address.removeprefix("/why/")) is None


@for_each(game=SCREENS)
def test_every_game_tells_its_tricks(game: str) -> None:
    assert SCREENS[game].explaining.tricks is not HelpTexts().tricks


def test_the_formula_of_the_moment_leads_who_may_see_it_to_what_it_paid(table: Table) -> None:
    table.play_hand()
    links = [link.attributes["href"] for link in table.host.page(table.path).of_class("sum--link")]
    assert links == [f"{table.path}/why/1"]
    assert not table.host.page(f"{table.path}/watch").of_class("sum--link")
    assert table.stranger().get(f"{table.path}/why/1").status_code == 403
    assert table.watcher().get(f"{table.path}/why/1").status_code == 302
    assert table.host.get(f"{table.path}/why/2").status_code == 404


@for_each(
    ("http://localhost/t/1/sheet/1", "/t/1/sheet/1"),
    ("http://localhost//evil.example/x", "/evil.example/x"),
    ("http://localhost/\\evil.example/x", "/evil.example/x"),
    ("http://evil.example/t/1", "/"),
    ("", "/"),
)
def test_the_way_back_is_to_the_page_of_this_site_that_led_here(came: str, back: str, *, app: Flask) -> None:
    table = open_table(app)
    table.play_hand(points=17)
    address = follow_link(table, "/why/1")
    phone = table.stranger()
    phone.headers["Referer"] = came
    assert [each.attributes["href"] for each in phone.page(address).all("a") if each.text == "Back"] == [back]

"""The auction on the screen, call by call and by the contract alone, for every number of players."""

from collections.abc import Sequence
from typing import Any

from flask import Flask

from scorekeeper.games import mighty
from scorekeeper.web.games.mighty.auction import check_contract, declarer_keys
from tests.cases import for_each
from tests.games.mighty.play import deal_first_hand
from tests.web.hands import people_of
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import Phone, Table, open_table

PRESETS = tuple(mighty.GAME.presets)


def deal_hand(app: Flask, preset: str = "pagat", **more: Any) -> Table:
    """Open a table with the number of players of a preset, and start a hand."""
    table = open_table(app, preset, people_of(preset), **more)
    table.record("start_hand")
    return table


def make_calls(table: Table, *said: str) -> None:
    """Record calls of the players in turn, such as "14H" or "-" for a pass."""
    for word in said:
        turn = table.state.current.hand.auction.turn  # type: ignore[union-attr]
        if word == "-":
            table.record("pass", player=turn)
        else:
            table.record("place_bid", player=turn, level=word[:2], trump=word[2:])


def head_text(page: Element) -> str:
    return page.one("section", **{"aria-atomic": "true"}).text


def button_texts(page: Element) -> list[str]:
    (row,) = (each for each in page.of_class("actions") if "actions--asked" not in each.attributes["class"])
    return [button.text for button in row.all("button")]


def key_states(page: Element, name: str) -> dict[str, bool]:
    """Return the keys of a row by value, each with whether it can be chosen now."""
    return {
        each.attributes["value"]: each.attributes.get("aria-disabled") != "true"
        for each in page.all("input", name=name)
    }


def last_action_text(page: Element) -> str:
    return page.of_class("last__text")[0].text


def choose_contract_mode(table: Table, phone: Phone | None = None) -> Element:
    table.choose_modes("auction:contract")
    return (phone or table.host).page(table.path)


# --- Every call ---
def test_the_highest_bid_is_the_fact_until_five_pass(app: Flask) -> None:
    table = deal_hand(app)
    assert "No bid yet" in head_text(table.host.page(table.path))
    assert "Bids start at 13" in head_text(table.host.page(table.path))
    for said, by, beats in (
        ("13H", "Ana", "13 no-trump, or 14 of anything, beats it"),
        ("14NT", "Bo", "15 of anything beats it"),
        ("20S", "Cho", "only 20 no-trump beats it"),
    ):
        make_calls(table, said)
        assert f"by {by} {beats}" in head_text(table.host.page(table.path))
    table = deal_hand(app)
    make_calls(table, "-", "-", "-", "14H")
    assert "All pass" not in button_texts(table.host.page(table.path))
    table = deal_hand(app)
    make_calls(table, "-", "-", "-", "-", "-")
    page = table.watcher().page(table.path)
    assert "Dealt again" in head_text(page)
    assert last_action_text(page) == "All passed: Ana deals again."


def test_the_own_call_is_solid_and_offered_and_that_of_another_names_the_player(app: Flask) -> None:
    """Chosen by the script, on that phone alone; what is below has no edge and says why."""
    table = deal_hand(app)
    make_calls(table, "14H")
    page = table.take_seat(2).page(table.path)
    offered = [each.attributes["value"] for each in page.all("input") if "data-offered" in each.attributes]
    assert offered == ["14", "NT"]
    assert key_states(page, "level") == {str(level): level >= 14 for level in range(13, 21)}
    levels = page.of_class("levels")[0]
    assert levels.attributes["data-reason"] == "The lowest bid now is 14 NT.", "the same whichever number is tapped"
    needed = {each.attributes["value"]: each.attributes.get("data-from") for each in page.all("input", name="trump")}
    assert needed == {**dict.fromkeys("SHDC", "level 15"), "NT": None}
    assert key_states(page, "trump") == dict.fromkeys(("S", "H", "D", "C", "NT"), True), "a suit is chosen with 15"
    own, other = page, table.take_seat(3).page(table.path)
    assert "Your call" in own.of_class("dock__ask")[0].text
    assert "Bid for Bo" in other.of_class("dock__ask")[0].text
    assert button_texts(own) == ["Pass", "All pass", "Bid …"]
    assert button_texts(other) == ["Bo passes", "All pass", "Bo bids …"]
    (row,) = own.of_class("actions--turn")
    assert row.attributes["data-p"] == "2", "the sheet of this seat makes the row its own"
    sheet = table.host.get("/seat-2-ko.css").text
    assert 'li[data-p="2"] > i::before { content: "나"; }' in sheet
    assert '.actions--turn[data-p="2"] > :last-child { flex-grow: 2; background: var(--accent);' in sheet


def folded_docks(page: Element) -> list[tuple[str, str, str]]:
    """Return the player that each folded dock waits for, what it says, and its button."""
    return [
        (each.attributes["data-p"], each.one("p").text, each.one("button").text)
        for each in page.of_class("dock__folded")
    ]


def test_the_dock_is_folded_and_knows_whose_phone_recorded_last(app: Flask) -> None:
    """The sheet of that player's seat unfolds it on their own phone."""
    table = deal_hand(app)
    cho = table.take_seat(3)
    assert folded_docks(cho.page(table.path)) == [], "nobody else records for Ana, who has no phone"
    table.take_seat(1)
    assert folded_docks(cho.page(table.path)) == [("1", "Waiting for Ana", "Bid for Ana")]
    table.limit_scorers(3)
    assert folded_docks(cho.page(table.path)) == [], "Ana’s phone may not record"
    sheet = table.host.get("/seat-1-en.css").text
    assert '.dock:has(> .dock__folded[data-p="1"]) > * { visibility: visible; }' in sheet
    # A phone that records for others unfolds once: the dock stays unfolded until another phone records.
    table = deal_hand(app)
    ana, bo = table.take_seat(1), table.take_seat(2)
    table.take_seat(3)
    table.record("place_bid", player=1, level=13, trump="S", by=ana)
    table.record("pass", player=2, by=bo)
    assert [each.attributes["data-by"] for each in bo.page(table.path).of_class("dock__folded")] == ["2"]


def test_all_others_passed_where_there_is_a_highest_bid_and_it_is_asked_once_more(app: Flask) -> None:
    table = deal_hand(app)
    assert "All pass" not in button_texts(table.host.page(table.path))
    make_calls(table, "14H", "-", "15S")
    assert "All pass" in button_texts(table.host.page(table.path))
    # The first tap records nothing and shows what comes of it.
    page = table.host.page(table.path)
    (asking,) = (each for each in page.all("button") if each.attributes.get("data-asks"))
    assert (asking.attributes["type"], asking.attributes["data-asks"]) == ("button", "all-pass")
    answers = page.one("template", id="all-pass")
    cancel, confirm = answers.all("button")
    assert (cancel.text, confirm.text) == ("Cancel", "All pass Cho plays 15 spades")
    assert confirm.attributes["formaction"] == f"{table.path}/record/all_pass"
    page = table.record("all_pass")
    assert last_action_text(page) == "All others passed. Cho won the bidding: 15 spades."
    assert table.state.current.hand.declarer == 3  # type: ignore[union-attr]
    assert len(table.state.current.moves) == 4  # type: ignore[union-attr]


def test_the_last_who_must_bid_is_told_so_after_a_second_round(app: Flask) -> None:
    table = deal_hand(app, all_pass="second_round")
    make_calls(table, "-")
    assert "Second round" not in head_text(table.host.page(table.path))
    make_calls(table, "-", "-", "-", "-")
    page = table.watcher().page(table.path)
    assert "Second round" in head_text(page)
    assert "Everyone passed. Who passes again is out" in head_text(page)
    assert last_action_text(page) == "All passed: a second round begins."
    make_calls(table, "-")
    assert "Second round" in head_text(table.host.page(table.path))
    make_calls(table, "-", "-", "-", "-")
    assert "Dealt again" in head_text(table.host.page(table.path))
    table = deal_hand(app, all_pass="last_must_bid")
    make_calls(table, "-", "-", "-", "-")
    page = table.take_seat(5).page(table.path)
    assert "Everyone else has passed: you must bid" in head_text(page)
    passing = next(button for button in page.of_class("actions")[0].all("button"))
    assert passing.attributes["aria-disabled"] == "true"
    assert passing.attributes["data-reason"] == "Everyone else has passed, so Eun must bid."


def test_calls_stand_in_columns_or_chips_beside_who_sits_out(app: Flask) -> None:
    five, eight = deal_hand(app), deal_hand(app, "double_eight")
    make_calls(five, "13H", "-", "14S")
    rows = five.watcher().page(five.path).of_class("rounds")[0]
    assert [each.text for each in rows.all("li")] == ["13 hearts", "pass", "14 spades", "?", ""]
    make_calls(eight, "-", "27H", "-", "28NT", "31C")
    page = eight.watcher().page(eight.path)
    assert [each.text for each in page.of_class("chip")] == ["2 earlier", "Cho pass", "Dan 28 NT", "Eun 31 clubs"]
    captions = [each.text for each in page.seats("small")]
    assert captions == ["pass", "27 hearts", "pass", "28 NT", "31 clubs", "to bid", "", ""]
    # The dealer where six play so, and whoever was not dealt in.
    table = deal_hand(app, "six_sit_out")
    page = table.watcher().page(table.path)
    assert [each.text for each in page.seats("small")] == ["sits out", "to bid", "", "", "", ""]
    table = open_table(app, "pagat", people_of("six_drop"))
    table.record("start_hand", {"choose_seats": "yes", **{f"seat_{player}": "yes" for player in (1, 2, 3, 4, 6)}})
    page = table.watcher().page(table.path)
    assert [each.text for each in page.seats("small")] == ["to bid", "", "", "", "sits out", ""]


# --- The contract alone ---
def test_player_number_and_trumps_make_a_contract_on_every_phone(app: Flask) -> None:
    table = deal_hand(app)
    page = choose_contract_mode(table)
    for phone in (table.take_seat(1), table.watcher()):
        assert "Not recorded yet" in head_text(phone.page(table.path))
    assert "Enter the contract Not recorded yet" in head_text(page)
    assert "Ana dealt, bids not recorded" in head_text(page)
    form = page.form(f"{table.path}/record/enter_contract")
    assert list(key_states(form, "declarer")) == ["1", "2", "3", "4", "5"]
    assert button_texts(page) == ["All passed", "Set contract"]
    (button,) = (each for each in form.all("button") if each.attributes.get("data-player-from") == "declarer")
    assert "button--for" in button.attributes["class"], "outlined until the phone's own seat is chosen"
    table.record("enter_contract", declarer=3, level=16, trump="H")
    assert table.state.current.hand.declarer == 3  # type: ignore[union-attr]


@for_each(("redeal", "All passed"), ("second_round", "All passed twice"), ("last_must_bid", "All passed"))
def test_all_passed_without_a_bid(rule: str, says: str, *, app: Flask) -> None:
    table = deal_hand(app, all_pass=rule)
    assert button_texts(choose_contract_mode(table))[0] == says
    answer = table.send("all_pass")
    if rule == "last_must_bid":
        assert answer.status_code == 422
        assert "Everyone else has passed, so Eun must bid." in parse(answer.text).problems
    else:
        assert table.state.current.hand.redeals == 1  # type: ignore[union-attr]


PRICES: Sequence[tuple[str, str, str]] = [
    ("pagat", "16H", "9 −28 15 −2 16 +12 17 +14 18 +16 20 +40"),
    ("pagat", "20NT", "9 −88 16 −16 17 −12 18 −8 19 −4 20 +112"),
    ("wikipedia_ja", "14S", "12 −4 13 −4 14 +4 15 +4 16 +4 20 +4"),
    ("three", "14C", "9 −20 13 −2 14 +12 15 +14 16 +16 20 +48"),
    ("four_chicago", "16H", "14 −5 15 −5 16 +5 17 +5 18 +5 20 +5"),
]


@for_each(*PRICES)
def test_what_a_contract_would_pay_is_told_beforehand(preset: str, bid: str, pays: str, *, app: Flask) -> None:
    table = deal_hand(app, preset)
    log = table.log
    asked = f"{table.path}/referee/pays?declarer=2&level={bid[:2]}&trump={bid[2:]}"
    answer = parse(table.host.client.get(asked, headers={**table.host.headers, "HX-Request": "true"}).text)
    assert answer.one("dl").text == pays
    assert "Bo" in answer.of_class("heading")[0].text
    assert find_faults(table.host.page(asked)) == []
    assert table.log == log


@for_each(preset=PRESETS)
def test_the_numbers_and_prices_of_every_preset_are_those_of_the_library(preset: str, *, app: Flask) -> None:
    """The prices are those with the most friends possible, for six results of any contract."""
    table = deal_hand(app, preset)
    rules: mighty.Rules = table.state.rules  # type: ignore[assignment]
    page = table.host.page(table.path)
    assert find_faults(page) == []
    lowest = rules.min_bid - (rules.no_trump_bids in ("opens_lower", "count_one_more"))
    levels = range(lowest, rules.highest_level + 1)
    assert key_states(page, "level") == {str(level): True for level in levels}
    no_trump = ["NT"] if rules.no_trump_bids != "none" else []
    assert list(key_states(page, "trump")) == ["S", "H", "D", "C", *no_trump]
    rows = page.of_class("levels")[0].attributes["class"].split()
    assert ("levels--two" in rows) == (len(levels) > 10)
    for bid in (mighty.every_bid(rules)[0], mighty.every_bid(rules)[-1]):
        trump = bid.trump.value if bid.trump else "NT"
        page = table.host.page(f"{table.path}/referee/pays?level={bid.level}&trump={trump}")
        told = {each.one("dt").text: each.one("dd").text for each in page.of_class("fact-grid--prices")[0].all("div")}
        assert len(told) == 6
        if bid.level > rules.setting.points:
            assert told["20"].startswith("+" if rules.above_twenty == "made_with_all" else "−")
            continue
        assert str(bid.level) in told
        assert told[str(bid.level)].startswith("+") or told[str(bid.level)] == "0"
        assert told[str(bid.level - 1)].startswith("−")


def test_half_a_contract_has_no_price_and_calls_rule_some_out(app: Flask) -> None:
    table = deal_hand(app)
    for query in ("", "?level=16", "?trump=H", "?level=x&trump=H", "?level=99&trump=H"):
        assert not table.host.page(f"{table.path}/referee/pays{query}").of_class("fact-grid--prices")
    make_calls(table, "-", "14H", "-", "15S")
    page = choose_contract_mode(table)
    assert key_states(page, "declarer") == {"1": False, "2": True, "3": False, "4": True, "5": True}
    assert key_states(page, "level") == {str(level): level >= 15 for level in range(13, 21)}
    assert "Bids so far stay, later ones are not recorded" in head_text(page)
    page = table.record("all_pass")
    assert table.state.current.hand.declarer == 4  # type: ignore[union-attr]


def test_a_pass_rules_out_one_declarer_and_no_contract(app: Flask) -> None:
    """Each of the others may have won with any contract."""
    table = deal_hand(app)
    make_calls(table, "-")
    page = choose_contract_mode(table)
    assert key_states(page, "declarer") == {"1": False, "2": True, "3": True, "4": True, "5": True}
    assert key_states(page, "level") == {str(level): True for level in range(13, 21)}
    assert set(key_states(page, "trump").values()) == {True}


@for_each(*PRESETS)
def test_a_contract_is_ruled_out_only_where_nobody_can_have_won_with_it(preset: str) -> None:
    """After passes of the first few, and of the first alone where bids begin lower in another round."""
    hand = deal_first_hand(preset)
    every = mighty.every_bid(hand.rules)
    for _passes in range(len(hand.auction.seats) - 1):
        turn = hand.auction.turn
        assert turn is not None
        if not mighty.can_pass(hand.auction, turn):
            return
        hand = mighty.Pass(turn).play(hand)
        possible = {
            bid
            for bid in every
            if any(mighty.can(hand, mighty.EnterContract(player, bid)) for player in hand.auction.seats)
        }
        assert {bid for bid in every if not check_contract(hand.auction, bid)} == possible
        assert possible, "somebody can still win"
        assert turn not in {key.value for key in declarer_keys(hand.auction) if not key.problem} or (
            hand.auction.may_start_another_round
        )

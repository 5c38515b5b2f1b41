"""Redeals on the screen: the page on which one phone checks its hand, the token, and the claim that everyone sees."""

import logging
import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.games import mighty
from tests.cases import for_each
from tests.tiers import one_in
from tests.web.conftest import MakeApp
from tests.web.hands import CONTRACT, DEALT, GOOD, HAND, PLAY, POOR, Step, bid_steps, people_of
from tests.web.pages import Element, find_faults, parse
from tests.web.phones import Fields, Phone, Table, open_table

PAGE = "/referee/redeal"


def check_hand(table: Table, fields: Fields, phone: Phone | None = None) -> Element:
    """Return the part of the page that htmx swaps after a tap."""
    response = (phone or table.host).post(table.path + PAGE, fields, htmx=True)
    assert response.status_code == 200
    assert "<html" not in response.text
    return parse(response.text)


def claim_button(page: Element) -> Element:
    (button,) = page.of_class("button--main")
    return button


def is_off(control: Element) -> bool:
    """Return whether a key or a button looks inactive and answers with the reason."""
    return control.attributes.get("aria-disabled") == "true"


ANSWERS: list[tuple[str, Sequence[Step], list[str], str]] = [
    ("a poor hand", DEALT, POOR, "½ ½ or less: you may claim 10spades ½, the rest 0"),
    ("a good hand", DEALT, GOOD, "7 no redeal needed: ½ or less"),
    ("nothing that counts", DEALT, [*HAND[:8], "H2", "H3"], "0 ½ or less: you may claim Nothing in it counts"),
    ("a joker", DEALT, [*HAND[:8], "HA", "JK"], "0 ½ or less: you may claim Ahearts 1, joker −1, the rest 0"),
    ("no cards yet", DEALT, [], "Tap every card of your hand. Needed: ½ or less"),
    ("three cards", DEALT, ["HA", "D10", "C2"], "1½ so far Ahearts 1, 10diamonds ½"),
    ("eleven cards", DEALT, [*HAND, "HA"], "1 so far"),
    ("a card twice", DEALT, [*HAND[:9], HAND[0]], "is there 2×"),
    ("no card at all", DEALT, ["Z9"], "“Z9” is not a card"),
    ("a poor hand between hands", [], POOR, "½ good for a redeal"),
    ("a poor hand after passing", bid_steps("-"), POOR, "½ not now Too late: Ana has already bid or passed."),
]


@for_each(*ANSWERS)
def test_each_tap_is_answered(what: str, before: Sequence[Step], cards: list[str], says: str, *, app: Flask) -> None:
    table = open_table(app)
    for step, sent in before:
        table.record(step, sent)
    log, ana = table.log, table.take_seat(1)
    answer = check_hand(table, {"cards": cards}, ana)
    assert says in answer.one("section").text
    whole = parse(ana.post(table.path + PAGE, {"cards": cards}).text)
    assert find_faults(whole) == []
    assert says in whole.one("main").text, "without a script, the same on a whole page"
    assert table.log == log


def test_a_hand_that_is_whole_and_poor_enough_is_claimed_from_the_page(table: Table) -> None:
    table.record("start_hand")
    ana = table.take_seat(1)
    table.limit_scorers(2)  # it is Ana's own business all the same
    page = parse(ana.post(table.path + PAGE, {"cards": POOR}).text)
    form = page.form(table.path + PAGE)
    assert sorted(form.sends().getlist("cards")) == sorted(POOR)
    assert claim_button(form).attributes["formaction"] == f"{table.path}/record/claim_redeal"
    assert ana.post(f"{table.path}/record/claim_redeal", form.sends()).status_code == 303
    assert table.state.current is not None
    assert table.state.current.hand.redeals == 1
    table.record("undo")
    for cards, off, says in (
        (POOR[:9], True, "Claim redeal 1 to go"),
        (POOR, False, "Claim redeal you deal"),
        (GOOD, True, "Claim redeal only ½ or less"),
        ([*POOR, "CA"], True, "Claim redeal put 1 back"),
        ([*POOR, "CA", "DA"], True, "Claim redeal put 2 back"),
    ):
        button = claim_button(check_hand(table, {"cards": cards}, ana))
        assert (is_off(button), button.text) == (off, says)
    table.record("pass", player=1)
    assert is_off(claim_button(check_hand(table, {"cards": POOR}, ana)))
    assert not check_hand(table, {"cards": POOR}, table.watcher()).of_class("button--main"), (
        "a watcher has no hand to claim with"
    )


def test_other_hands_that_are_good_are_named_and_counted(app: Flask) -> None:
    table = open_table(app, redeal_pointless_only=True)
    table.record("start_hand")
    ana = table.take_seat(1)
    low = ["S2", "S3", "S4", "H2", "H3", "D2", "D3", "C2", "C3"]
    assert "0 no point cards: you may claim" in check_hand(table, {"cards": [*low, "JK"]}, ana).text
    assert "1 no redeal Point cards in the hand: 1" in check_hand(table, {"cards": [*low, "D10"]}, ana).text
    table = open_table(app, redeal_limit="none", redeal_all_points=True, redeal_lone_jack=True)
    table.record("start_hand")
    ana = table.take_seat(1)
    assert "Needed: only point cards / a lone jack" in check_hand(table, {}, ana).text
    assert "no redeal Point cards in the hand: 1" in check_hand(table, {"cards": POOR}, ana).text
    jack = ["S2", "S3", "S4", "H2", "H3", "D2", "D3", "C2", "C3", "CJ"]
    assert "only point cards / a lone jack: you may claim" in check_hand(table, {"cards": jack}, ana).text
    table = open_table(app, redeal_mighty=-1)
    table.record("start_hand")
    pad = table.take_seat(1).page(table.path + PAGE).one("div", role="group")
    values = {key.one("input").attributes["value"]: key.text for key in pad.all("label")}
    assert len(values) == 53
    told = {card: values[card] for card in ("SA", "HA", "D10", "JK", "C9")}
    assert told == {"SA": "Aspades −1", "HA": "Ahearts +1", "D10": "10diamonds +½", "JK": "joker −1", "C9": "9clubs"}


@for_each(preset=mighty.GAME.presets)
def test_a_hand_of_every_size_is_checked(preset: str, *, app: Flask) -> None:
    """With two packs there are two boxes a card, so that a second tap adds one."""
    table = open_table(app, preset, people_of(preset), redeal="hand_value")
    table.record("start_hand")
    rules = table.state.current.hand.rules  # type: ignore[union-attr]
    player = table.state.current.hand.auction.seats[0]  # type: ignore[union-attr]
    phone = table.take_seat(player)
    boxes = [each.attributes["value"] for each in phone.page(table.path + PAGE).all("input", name="cards")]
    assert sorted(boxes) == sorted(map(str, rules.setting.pack))
    low = [str(card) for card in rules.setting.pack if card.suit and not mighty.is_point(card)]
    cards = low[: rules.setting.hand_size]
    answer = check_hand(table, {"cards": cards}, phone)
    assert f"{len(cards)} of {len(cards)}" in answer.text
    assert not is_off(claim_button(answer))
    table.record("claim_redeal", player=player, cards=cards, by=phone)
    shown = table.host.page(table.path).of_class("shown-cards")[0]
    assert len(list(shown.all("li"))) == len(cards)


# --- The token ---
def test_a_token_is_spent_without_any_card(app: Flask) -> None:
    table = open_table(app, "korean40")
    table.record("start_hand")
    bo = table.take_seat(2)
    page = bo.page(table.path + PAGE)
    assert not list(page.all("input", name="cards"))
    assert "Redeal you may claim" in page.one("main").text
    assert "Ana deals, Ana bids first. A spent token does not come back." in page.text, "its price is told first"
    form = page.form(f"{table.path}/record/claim_redeal")
    assert bo.post(f"{table.path}/record/claim_redeal", form.sends()).status_code == 303
    page = bo.page(table.path + PAGE)
    assert [each.text for each in page.of_class("tokens")[0].all("li")] == [
        "R not spent", "– spent, hand 1", "R not spent", "R not spent", "R not spent",
    ]  # fmt: skip
    assert "4 left" in page.text
    assert is_off(claim_button(page))
    assert "Bo has already had a redeal in this session." in page.text


def test_a_spent_token_stands_beside_the_name_in_every_phase(app: Flask) -> None:
    table = open_table(app, "korean40")
    table.record("start_hand")
    table.record("claim_redeal", player=2)

    def marked_players() -> list[str]:
        names = table.watcher().page(table.path).seats("b")
        return [name.text for name in names if name.of_class("seat__mark")]

    for step, fields in (*CONTRACT[1:], *PLAY[2:]):
        assert marked_players() == ["redeal usedBo"], step
        table.record(step, fields)
    table.record("result", side="SA|2", points=17)
    table.record("start_hand")
    assert marked_players() == ["redeal usedBo"], "in the next hand as well"


# --- Others ---
PHASES: Sequence[Sequence[Step]] = ([], DEALT, bid_steps("14H", "-"), CONTRACT, PLAY)


@for_each(*one_in(4, [*product(mighty.GAME.presets, PHASES)]))
def test_claims_are_offered_where_they_are_good(preset: str, before: Sequence[Step], *, app: Flask) -> None:
    """A scorer records the claim of another player; a key that would be refused says why."""
    table = open_table(app, preset, people_of(preset))
    for step, sent in before:
        table.send(step, sent)  # what this preset's rules refuse leaves the hand where it is, a place as good as any
    page = table.host.page(f"{table.path}{PAGE}?others=yes")
    good = [
        key.attributes["value"] for key in page.all("button", name="player") if "aria-disabled" not in key.attributes
    ]
    for player in map(str, range(1, 9)):
        log = table.log
        status = table.send("claim_redeal", player=player).status_code
        assert status == (200 if player in good else 422), player
        if status == 200:
            table.record("undo")
        else:
            assert table.log == log


def test_a_bid_that_ends_the_auction_at_once_leaves_claims_to_the_others(table: Table) -> None:
    """A player without a turn so far may still claim, until the contract is being settled."""
    table.record("start_hand")
    table.record("place_bid", player=1, level=20, trump="NT")
    page = table.host.page(f"{table.path}{PAGE}?others=yes")
    good = [key.text for key in page.all("button", name="player") if "aria-disabled" not in key.attributes]
    assert good == ["Bo", "Cho", "Dan", "Eun"]
    bo = table.take_seat(2)
    table.limit_scorers(3)
    for phone in (table.host, bo):
        assert "Redeal?" in [link.text for link in phone.page(table.path).all("a", href=table.path + PAGE)]
    table.record("claim_redeal", player=3)


def test_the_link_to_a_claim_is_there_for_whoever_may_claim(table: Table) -> None:
    """On phones that keep the score, and on that of a player who does not but may claim."""
    for step, fields in bid_steps("14H"):
        table.record(step, fields)
    ana, bo = table.take_seat(1), table.take_seat(2)
    table.limit_scorers(3)
    links = {
        phone: [link.text for link in phone.page(table.path).all("a", href=table.path + PAGE)]
        for phone in (table.host, ana, bo, table.watcher())
    }
    assert list(links.values()) == [["Redeal?"], [], ["Redeal?"], []]
    assert not list(bo.page(f"{table.path}{PAGE}?others=yes").all("button", name="player")), "not for others"


# --- The claim ---
def test_a_claim_waits_for_an_answer_where_a_20_may_be_one(app: Flask) -> None:
    table = open_table(app, redeal_blocked_by_20=True, redeal_window="first_turn")
    for step, fields in bid_steps("-"):
        table.record(step, fields)
    table.record("claim_redeal", player=3, cards=POOR)
    turns = {}
    for player in (1, 2, 3):
        page = table.take_seat(player).page(table.path)
        (turn,) = page.of_class("turn")
        turns[player] = turn.text
        assert "½ shown by" in page.one("section", **{"aria-atomic": "true"}).text
    assert turns == {1: "To be answered", 2: "You may answer", 3: "To be answered"}, "Ana has passed, Cho claims"
    page = table.host.page(table.path)
    form = page.form(f"{table.path}/record/answer_claim")
    answerers = {each.attributes["value"]: is_off(each) for each in form.all("input", name="player")}
    assert answerers == {"1": True, "2": False, "4": False, "5": False}
    assert "Accept, deal again Cho deals" in form.text
    table.record("answer_claim", player=4, level=20, trump="H")
    assert "20 hearts by Dan" in table.host.page(table.path).one("main").text


def test_a_claim_that_nothing_answers_is_accepted_and_one_without_redeals_refused(app: Flask) -> None:
    table = open_table(app, redeal_blocked_by_20=True, redeal_window="first_turn")
    table.record("start_hand")
    table.record("claim_redeal", player=3, cards=POOR)
    table.record("accept_claim")
    page = table.watcher().page(table.path)
    assert "Dealt again" in page.text
    assert "Redeal: Cho deals, Cho bids first." in page.text
    table = open_table(app, "wikipedia_ja")
    table.record("start_hand")
    page = table.take_seat(1).page(table.path + PAGE)
    assert "There are no redeals at this table." in page.one("main").text
    assert not list(page.all("input", name="cards"))
    assert "Redeal?" not in table.host.page(table.path).text


def first_frame(table: Table, phone: Phone, view: str) -> str:
    with phone.get(f"/live/{table.id}{view}") as stream:
        first = str(next(stream.iter_encoded()), "utf-8")
    return "\n".join(line.removeprefix("data: ") for line in first.splitlines() if line.startswith("data: "))


def all_screens(table: Table, *phones: Phone) -> str:
    """Return all that these phones see of the table: pages, files and streams in every view."""
    paths = ["", "/watch", "/people", "/log", "/links", "/rules", "/sheet", "/export.json", "/export.csv", "/print"]
    pages = [phone.get(table.path + path).text for phone in phones for path in paths]
    for phone in phones:
        for view in ("", "?view=television", "?view=sheet"):
            pages.append(first_frame(table, phone, view))
    return "".join(pages)


def test_a_checked_hand_reaches_nobody_else(
    make_app: MakeApp, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither log nor store nor the program's own log, nor a page or a stream of another phone."""
    path = tmp_path / "scorekeeper.db"
    table = open_table(make_app(DATABASE=str(path)))
    table.record("start_hand")
    ana, others = table.take_seat(1), [table.host, table.take_seat(2), table.watcher()]
    before = all_screens(table, *others)
    log = table.log
    with caplog.at_level(logging.DEBUG):
        for cards in (POOR, [*POOR, "H2"], ["Z9"]):
            check_hand(table, {"cards": cards}, ana)
    assert table.log == log
    stored = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert b"start_hand" in stored, "what is recorded can be read there"
    assert [card for card in POOR if f'"{card}"'.encode() in stored] == []
    assert [card for card in POOR if re.search(rf"\b{card}\b", caplog.text)] == []
    assert stable_lines(all_screens(table, *others)) == stable_lines(before)


def stable_lines(pages: str) -> list[str]:
    """Return the lines of pages, except those that differ each time."""
    changing = ("csrf", 'name="key"', "X-CSRF", "retry", '"exported"', "ping")
    timeless = re.sub(r"<time [^>]*>[^<]*</time>", "", pages)
    return [line for line in timeless.splitlines() if not any(each in line for each in changing)]


@for_each(blocked_by_20=[False, True])
def test_a_hand_that_is_claimed_with_is_shown_to_everyone(blocked_by_20: bool, *, app: Flask) -> None:
    """The rules require the hand to be shown, whether the claim waits for an answer or is granted at once."""
    table = open_table(app, redeal_blocked_by_20=blocked_by_20)
    table.record("start_hand")
    ana = table.take_seat(1)
    table.record("claim_redeal", player=1, cards=POOR, by=ana)
    shown = "10spades ½ 9hearts 7diamonds 5diamonds 2diamonds 8clubs 6clubs 4clubs 3clubs 2clubs"
    for phone in (ana, table.host, table.take_seat(2), table.watcher()):
        for path in ("", "/watch"):
            assert shown in phone.page(table.path + path).text, path
        for view in ("", "?view=television"):
            assert shown in parse(first_frame(table, phone, view)).text
    if blocked_by_20:
        assert "Redeal claimed" in table.host.page(table.path).text
        table.record("accept_claim")
        assert shown in table.watcher().page(f"{table.path}/watch").text, "and while the new cards are dealt"
    table.record("place_bid", player=table.state.current.hand.auction.turn, level=14, trump="H")  # type: ignore[union-attr]
    assert shown not in table.host.page(f"{table.path}/watch").text, "the new deal has begun"
    assert "Ana shows 2clubs, 3clubs" in table.host.page(f"{table.path}/log").text


def test_cards_of_a_claim_that_are_too_many_are_counted(table: Table) -> None:
    table.record("start_hand")
    page = check_hand(table, {"cards": [*POOR, "CA", "DA"]}, table.take_seat(1))
    (question,) = (each for each in page.all("span") if each.attributes.get("id") == "redeal-question")
    assert question.text == "2 cards too many · a claim shows them to all"


def test_a_shown_hand_lies_in_one_piece_and_a_claim_without_cards_shows_none(table: Table) -> None:
    table.record("start_hand")
    table.record("claim_redeal", player=1, cards=POOR)
    (hand,) = table.host.page(table.path).of_class("shown-hand")
    assert hand.one("figcaption").text == "The hand of Ana"
    assert len(list(hand.all("li"))) == 10
    table.record("undo")
    # The players have seen the cards themselves, so none are recorded.
    table.record("claim_redeal", player=1)
    assert "Redeal claimed by Ana · Redeal: Ana deals, Ana bids first." in table.host.page(f"{table.path}/log").text
    assert not table.host.page(table.path).of_class("shown-cards")


# --- One phone for all ---
@for_each(seat=[None, 1])
def test_a_hand_that_was_checked_is_claimed_with_for_anyone(seat: int | None, *, app: Flask) -> None:
    """On a phone that is passed round, any player can claim, whoever's seat it holds."""
    table = open_table(app, redeal_window="first_turn")
    table.record("start_hand")
    phone = table.host if seat is None else table.take_seat(seat)
    page = check_hand(table, {"cards": POOR}, phone)
    assert [each.attributes["value"] for each in page.all("button", name="others")] == ["yes"]
    assert not list(check_hand(table, {"cards": GOOD}, phone).all("button", name="others")), (
        "no claim comes of that hand"
    )
    asked = parse(phone.post(table.path + PAGE, {"cards": POOR, "others": "yes"}).text)
    assert find_faults(asked) == []
    assert "All see the hand" in asked.text
    form = asked.form(f"{table.path}/record/claim_redeal")
    names = [key.attributes["value"] for key in form.all("button", name="player")]
    assert names == ["1", "2", "3", "4", "5"]
    sent = form.sends()
    assert sorted(sent.getlist("cards")) == sorted(POOR)
    sent["player"] = "3"
    assert phone.post(f"{table.path}/record/claim_redeal", sent).status_code == 303
    assert table.state.current is not None
    assert (table.state.current.hand.redeals, table.state.current.hand.laid_open.player) == (1, 3)


def test_a_claim_before_ones_turn_is_refused_with_the_reason(table: Table) -> None:
    """pagat: "at their first turn to bid"."""
    table.record("start_hand")
    bo = table.take_seat(2)
    says = "Only at one’s first turn to bid. It is Ana’s turn."
    assert says in check_hand(table, {"cards": POOR}, bo).text
    log = table.log
    refused = table.send("claim_redeal", player=2, by=bo)
    assert (refused.status_code, table.log) == (422, log)
    assert says in parse(refused.text).text
    assert "Redeal?" in [link.text for link in bo.page(table.path).all("a", href=table.path + PAGE)], "to check a hand"
    table.record("pass", player=1)
    assert not is_off(claim_button(check_hand(table, {"cards": POOR}, bo)))


def test_the_declarer_claims_with_the_kitty_in_hand(app: Flask) -> None:
    table = open_table(app, declarer_redeal=True)
    for step, sent in bid_steps("15H", "-", "-", "-", "-"):
        table.record(step, sent)
    ana, bo = table.take_seat(1), table.take_seat(2)
    assert "Redeal?" in [link.text for link in ana.page(table.path).all("a", href=table.path + PAGE)]
    assert "the kitty too. Needed: ½ or less" in check_hand(table, {}, ana).text
    thirteen = [*POOR, "C5", "C7", "C9"]
    assert "you may claim" in check_hand(table, {"cards": thirteen}, ana).text
    assert is_off(claim_button(check_hand(table, {"cards": POOR}, ana)))
    assert is_off(claim_button(check_hand(table, {"cards": thirteen}, bo)))
    assert "The declarer, with the kitty in hand" in table.host.page(f"{table.path}{PAGE}?others=yes").text
    assert table.send("claim_redeal", player=1, cards=thirteen, by=ana).status_code in (200, 303)
    hand: mighty.Hand = table.state.current.hand  # type: ignore[union-attr]
    assert (hand.redeals, hand.phase) == (1, "auction")
    assert find_faults(table.host.page(table.path)) == []


def test_the_pot_stands_wherever_balances_do(app: Flask) -> None:
    table = open_table(app, redeal_fine=5, redeal_pot="three_to_two")
    table.record("start_hand")
    table.record("claim_redeal", player=1)
    watcher = table.watcher()
    for phone, at in ((table.host, ""), (watcher, "/watch"), (watcher, "?view=phone"), (table.host, "/settle")):
        page = phone.page(table.path + at)
        assert "Pot 5" in page.text, at
        assert find_faults(page) == []
    assert "5 in the pot" in [mark.attributes["title"] for mark in table.host.page(table.path).of_class("seat__mark")]
    failed = {"declarer": 1, "level": 16, "trump": "H", "side": "card|3", "points": 15}
    table.record("record_hand", failed)
    assert "Pot 5, theirs until somebody wins it: Ana 5" in table.host.page(f"{table.path}/sheet").text
    table.record("start_hand")
    table.record("record_hand", failed | {"declarer": 2, "points": 16})
    assert "Pot 5" not in table.host.page(table.path).text
    assert "from the pot of 5" in table.host.page(f"{table.path}/sheet/2").text
    amounts = table.state.last_hand.amounts  # type: ignore[union-attr]
    assert (sum(amounts.values()), amounts[1]) == (0, amounts[4] - 5)


def test_a_pot_that_nobody_wins_goes_back(app: Flask) -> None:
    table = open_table(app, redeal_fine=5)
    table.record("start_hand")
    table.record("claim_redeal", player=1)
    table.record("record_hand", {"declarer": 1, "level": 16, "trump": "H", "side": "card|3", "points": 15})
    table.host.post(f"{table.path}/people/end", {"version": table.version})
    assert table.state.ending
    for at in ("", "/sheet", "/settle"):
        page = table.host.page(table.path + at)
        assert "Nobody won the pot of 5: it goes back to those who paid it." in page.text, at
        assert "Pot 5" not in page.text


# --- Where the bids are not recorded ---


def test_where_bids_are_not_recorded_it_is_nobody_s_turn_so_anyone_may_claim(table: Table) -> None:
    table.choose_modes("auction:contract")
    table.record("start_hand")
    for player in range(1, 6):
        page = check_hand(table, {"cards": POOR}, table.take_seat(player))
        assert not is_off(claim_button(page)), page.text
    page = parse(table.host.post(table.path + PAGE, {"cards": POOR, "others": "yes"}).text)
    claimants = list(page.all(name="player", type="radio")) or list(page.all("button", name="player"))
    assert [is_off(each) for each in claimants] == [False] * 5
    table.choose_modes("auction:calls")
    assert (
        "Only at one’s first turn to bid. It is Ana’s turn."
        in parse(table.send("claim_redeal", {"player": 3, "cards": POOR}).text).problems
    )


def test_a_claimed_hand_is_shown_to_all_where_bids_are_not_recorded(table: Table) -> None:
    table.choose_modes("auction:contract")
    table.record("start_hand")
    table.record("claim_redeal", {"player": 3, "cards": POOR}, by=table.take_seat(3))
    for phone in (table.host, table.take_seat(1), table.watcher()):
        page = phone.page(table.path)
        assert "Dealt again" in page.one("section", **{"aria-atomic": "true"}).text
        (shown,) = page.of_class("shown-hand")
        assert "The hand of Cho" in shown.text or "Your hand" in shown.text
    assert "½" in table.watcher().page(table.path).one("section", **{"aria-atomic": "true"}).text
    table.record("enter_contract", declarer=4, level=16, trump="H")
    assert table.host.page(table.path).of_class("shown-hand") == []


def test_a_call_that_was_recorded_is_a_fact_where_later_ones_are_not(table: Table) -> None:
    """Ana has passed; whether Dan has called already, nobody knows."""
    table.record("start_hand")
    table.record("pass", player=1)
    table.choose_modes("auction:contract")
    refused = parse(table.send("claim_redeal", {"player": 1, "cards": POOR}).text)
    assert "Too late: Ana has already bid or passed." in refused.problems
    table.record("claim_redeal", {"player": 4, "cards": POOR})


def test_a_claim_is_answered_with_what_may_be_bid(app: Flask) -> None:
    """19 without trumps count as 20 here, so that no other 20 is higher."""
    table = open_table(app, redeal_blocked_by_20=True, redeal_window="first_turn", no_trump_bids="count_one_more")
    table.record("start_hand")
    table.record("place_bid", player=1, level=19, trump="NT")
    table.record("claim_redeal", player=3, cards=POOR)
    form = table.host.page(table.path).form(f"{table.path}/record/answer_claim")
    off = {each.attributes["value"]: is_off(each) for each in form.all("button", name="trump")}
    assert off == {"S": True, "H": True, "D": True, "C": True, "NT": False}

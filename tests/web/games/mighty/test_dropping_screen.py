"""Dropping out: the card named and its holder, or the player alone; and the second deal in one line."""

from flask import Flask

from scorekeeper.games import mighty
from tests.cases import for_each
from tests.web.games.mighty.test_exchange_screen import draw_screen, key_problems, open_contract
from tests.web.pages import Element
from tests.web.phones import Table


def dropping_state(table: Table) -> tuple[list[tuple[str, int | None]], tuple[int, ...], str]:
    hand: mighty.Hand = table.state.current.hand  # type: ignore[union-attr]
    return [(str(card), holder) for card, holder in hand.named], hand.dropped, hand.phase


def holder_keys(page: Element) -> dict[str, str]:
    """Return the keys for the holder of the card, each with the reason against it or ""."""
    return {
        each.attributes["value"]: each.attributes.get("data-reason", "") for each in page.all("button", name="holder")
    }


@for_each(
    ("six_drop", "13 cards dealt again: 2 each, 5 to the declarer"),
    ("seven_drop", "18 cards dealt again: 3 each, 6 to the declarer"),
)
def test_the_new_deal_is_told_in_one_line(preset: str, deal: str, *, app: Flask) -> None:
    table = open_contract(app, "15D", preset)
    assert deal in draw_screen(table).text
    for player in (1, 2)[: mighty.PRESETS[preset].rules.setting.drop_out]:
        table.record("drop", holder=player)
    assert dropping_state(table)[2] == "contract"
    assert deal in draw_screen(table).text


@for_each(("15D", "SA JK HA CA"), ("15S", "DA JK HA CA"), ("15NT", "SA JK HA DA CA"))
def test_cards_that_the_declarer_may_lack_are_offered(bid: str, cards: str, *, app: Flask) -> None:
    assert list(key_problems(draw_screen(open_contract(app, bid, "six_drop")), "card")) == cards.split()


def test_who_drops_out_is_recorded_with_a_card_or_without(app: Flask) -> None:
    table = open_contract(app, "15D", "six_drop")
    table.record("drop", card="HK", holder="-")
    assert dropping_state(table) == ([("HK", None)], (), "drop")
    assert "nobody held it" in draw_screen(table).text
    table.record("drop", card="HA", holder=2)
    assert dropping_state(table) == ([("HK", None), ("HA", 2)], (2,), "contract")
    table = open_contract(app, "15D", "seven_drop")
    table.record("drop", holder=2)
    assert holder_keys(draw_screen(table))["2"]
    table.record("drop", holder=7)
    assert dropping_state(table) == ([], (2, 7), "contract")
    table = open_contract(app, "15D", "seven_drop")
    table.record("drop", card="HA", holder=2)
    assert holder_keys(draw_screen(table, {"card": "CA"}))["2"] == ""
    table.record("drop", card="CA", holder=2)
    assert dropping_state(table)[1:] == ((2,), "drop")


def test_a_card_of_the_whole_pack_is_named_once_by_the_declarer_who_does_not_hold_it(app: Flask) -> None:
    table = open_contract(app, "15D", "six_drop")
    assert len(key_problems(draw_screen(table, {"view": "card"}), "card")) == 53
    page = draw_screen(table, {"view": "card", "done": "yes", "card": "C7"})
    assert "C7" in key_problems(page, "card")
    assert page.form(f"{table.path}/record/drop").sends()["card"] == "C7"
    # Nothing chosen is refused by name.
    assert "who held it" in table.send("drop").text
    assert "the card" in table.send("drop", holder="-").text
    assert "declarer" in table.send("drop", card="HA", holder=4).text
    assert "Name a card not your own" in draw_screen(table, by=table.take_seat(4)).text
    assert "Dan names a card" in draw_screen(table).text
    table.record("drop", card="HA", holder="-")
    page = draw_screen(table, {"card": "SA"})
    assert list(holder_keys(page)) == ["1", "2", "3", "5", "6", "-"]
    assert "named already" in key_problems(page, "card")["HA"]
    assert "named already" in key_problems(draw_screen(table, {"view": "card"}), "card")["HA"]

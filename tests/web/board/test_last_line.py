"""The last line: who did what."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Flask

from tests.cases import for_each
from tests.web.fixing import correct_hand
from tests.web.hands import POOR
from tests.web.phones import Table, open_table

Step = tuple[str, Mapping[str, Any]]


def read_last_line(table: Table) -> str:
    return table.watcher().page(table.path).of_class("last__text")[0].text


HAND: Sequence[Step] = [
    ("start_hand", {}),
    ("enter_contract", {"declarer": 1, "level": 14, "trump": "H"}),
    ("result", {"side": "card|2", "points": 16}),
]


@for_each(
    ("pagat", HAND, "Bo recorded hand 1: 16 points"),
    ("pagat", [*HAND[:2], ("result", {"side": "card|2", "points": 1})], "Bo recorded hand 1: 1 point"),
    # What the result tells besides stands before it.
    ("pagat", [*HAND[:2], ("result", {"side": "card|2", "points": 16, "revoked": 3})], "Bo recorded hand 1: 16 points"),
    ("pagat", [("start_hand", {}), ("claim_redeal", {"player": 1, "cards": POOR})], "Redeal claimed by Ana"),
    ("korean40", [("start_hand", {}), ("claim_redeal", {"player": 2})], "Redeal claimed by Bo with the token"),
    ("pagat", [*HAND, ("undo", {})], "Bo undid: Result: 16 of 20 points."),
)
def test_the_last_line_says_who_did_what(preset: str, steps: Sequence[Step], says: str, *, app: Flask) -> None:
    table = open_table(app, preset)
    bo = table.take_seat(2)
    for form, fields in steps:
        table.record(form, fields, by=bo)
    assert read_last_line(table) == says


@for_each(
    (("", "result", {"points": 17}), "Bo fixed hand 1: 16 → 17"),
    (("contract", "enter_contract", {"level": 15}), "Bo fixed hand 1: 14 hearts → 15 hearts"),
    (("", "result", {"side": "card|3"}), "Bo fixed hand 1"),
)
def test_a_correction_says_what_it_changed(changed: tuple[str, str, dict[str, Any]], says: str, *, app: Flask) -> None:
    """The points where they changed, else the contract."""
    table = open_table(app)
    for form, fields in HAND:
        table.record(form, fields)
    line, form, fields = changed
    correct_hand(table, 1, line, form, by=table.take_seat(2), **fields)
    assert read_last_line(table) == says


def test_a_correction_of_levels_says_the_points_with_the_kitty(app: Flask) -> None:
    table = open_table(app, game="zhao_pengyou")
    table.record("start_hand")
    table.record("enter_trumps", maker=1, suit="H")
    table.record("result", friend_2="yes", points=85, last_trick="makers")
    correct_hand(table, by=table.take_seat(2), points=95)
    assert read_last_line(table) == "Bo fixed hand 1: 85 → 95"
    # An arrival that is undone is told no more.
    table = open_table(app)
    fay = table.joiner()
    fay.post(f"{table.path}/seat", {"version": table.version, "name": "Fay"})
    table.record("undo")
    assert read_last_line(table) == "Undid: Fay joined"

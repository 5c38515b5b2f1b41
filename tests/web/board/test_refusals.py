"""Refusals on the board: what is missing is named field by field, so that a phone can strike what is chosen since."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Flask

from scorekeeper.errors import problem
from scorekeeper.messages import message
from scorekeeper.web.page.forms import field_name
from scorekeeper.web.page.wording import list_refusals
from tests.cases import for_each
from tests.web.hands import CONTRACT, DEALT, PLAY, POOR, Step
from tests.web.pages import Element, parse
from tests.web.phones import Table, open_table


def read_refusals(page: Element) -> list[tuple[str, str, bool]]:
    """Return what the last line says of a refused form: the missing fields, the words, and whether they are shown."""
    (alert,) = (each for each in page.of_class("alert") if each.attributes.get("id") != "alert")
    told = [each for each in alert.all("span") if "data-missing" in each.attributes]
    return [(each.attributes["data-missing"], each.text, "hidden" not in each.attributes) for each in told]


@for_each(
    (
        CONTRACT,
        "result",
        {},
        [
            ("side points", "Pick the friend and the points.", True),
            ("side", "Pick the friend.", False),
            ("points", "Pick the points.", False),
        ],
    ),
    (CONTRACT, "result", {"points": 16}, [("side", "Pick the friend.", True)]),
    (PLAY, "record_trick", {"points": 2}, [("winner", "Pick who took the trick.", True)]),
    (DEALT, "place_bid", {"player": 1, "level": 13}, [("trump", "Pick the trump suit.", True)]),
)
def test_every_missing_field_is_named_alone_too(
    steps: Sequence[Step], form: str, fields: Mapping[str, Any], says: list[tuple[str, str, bool]], *, app: Flask
) -> None:
    table = open_table(app)
    for each, sent in steps:
        table.record(each, sent)
    response = table.send(form, fields)
    assert response.status_code == 422
    assert read_refusals(parse(response.text)) == says


def test_what_is_refused_besides_is_said_until_the_form_changes() -> None:
    missing, other = problem("form.missing", what=field_name("trump")), problem("bid.too_high", bid=20, highest=20)
    assert list_refusals([other]) == [("", [other])]
    assert list_refusals([missing, other]) == [("trump", [missing, other])]
    named = problem("form.missing", what=message("field.amount_of", player=1))
    assert list_refusals([named]) == [("amount_of", [named])]


def groups_before(table: Table) -> list[tuple[str, str]]:
    """Return, of each group that keys wait for, the name of these keys and what is said meanwhile."""
    (dock,) = table.host.page(table.path).of_class("dock")
    told = [each for tag in ("div", "fieldset") for each in dock.all(tag) if "data-before" in each.attributes]
    return [(each.attributes["data-before"], each.attributes["data-pick"]) for each in told]


def test_keys_that_record_say_what_must_be_chosen_before(app: Flask, table: Table) -> None:
    for form, fields in PLAY:
        table.record(form, fields)
    assert groups_before(table) == [("points", "Pick who took the trick.")]
    claimed = open_table(app, redeal_blocked_by_20=True, redeal_window="first_turn")
    claimed.record("start_hand")
    claimed.record("claim_redeal", player=1, cards=POOR)
    assert groups_before(claimed) == [("trump", "Pick a player.")]
    other = open_table(app, game="zhao_pengyou")
    other.record("start_hand")
    other.record("enter_trumps", maker=1, suit="H")
    other.record("call_friends", calls="SA#1")
    assert groups_before(other) == [("points", "Pick who took the trick.")]

"""Numbers in addresses, of any length."""

import re

import pytest
from flask import Flask
from werkzeug.routing import Rule

from tests.web.groups.test_groups import make_group
from tests.web.phones import Phone, Table

LONG = ["9" * 10, "9" * 30, "9" * 5000]


@pytest.mark.parametrize("digits", LONG, ids=len)
def test_nobody_in_a_group_has_a_long_number(app: Flask, digits: str) -> None:
    phone = Phone(app)
    group = make_group(phone)
    for action in ("/remove", "/join", "/part", "/mighty/hands", ""):
        path = f"{group}/people/{digits}{action}"
        assert phone.post(path, {"name": "Ana", "into": 1, "joined": 1}).status_code in (404, 405), path
        assert phone.get(path).status_code in (404, 405), path


def with_a_number(app: Flask) -> list[Rule]:
    """The patterns of addresses with a number in them."""
    return [rule for rule in app.url_map.iter_rules() if "<int:" in rule.rule]


@pytest.mark.parametrize("digits", LONG, ids=len)
def test_no_address_has_a_long_number(table: Table, digits: str) -> None:
    rules = with_a_number(table.app)
    assert len(rules) > 20
    for rule in rules:
        path = re.sub(r"<int:\w+>", digits, rule.rule).replace("<table_id>", table.id)
        path = re.sub(r"<\w+>", "mighty", path)
        answer = table.host.get(path) if "GET" in (rule.methods or ()) else table.host.post(path, {"version": 1})
        assert answer.status_code == 404, path

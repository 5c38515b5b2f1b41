"""Numbers in addresses, of any length."""

import re

from flask import Flask

from tests.cases import for_each
from tests.web.groups.test_groups import make_group
from tests.web.phones import Phone, open_table

LONG = ["9" * 10, "9" * 30, "9" * 5000]


@for_each(digits=LONG)
def test_nobody_in_a_group_has_a_long_number(digits: str, *, app: Flask) -> None:
    phone = Phone(app)
    group = make_group(phone)
    for action in ("/remove", "/join", "/part", "/mighty/hands", ""):
        path = f"{group}/people/{digits}{action}"
        assert phone.post(path, {"name": "Ana", "into": 1, "joined": 1}).status_code in (404, 405), path
        assert phone.get(path).status_code in (404, 405), path


@for_each(digits=LONG)
def test_no_address_has_a_long_number(digits: str, *, app: Flask) -> None:
    table = open_table(app)
    rules = [rule for rule in table.app.url_map.iter_rules() if "<int:" in rule.rule]
    assert len(rules) > 20
    for rule in rules:
        path = re.sub(r"<int:\w+>", digits, rule.rule).replace("<table_id>", table.id)
        path = re.sub(r"<\w+>", "mighty", path)
        answer = table.host.get(path) if "GET" in (rule.methods or ()) else table.host.post(path, {"version": 1})
        assert answer.status_code in (404, 405), path

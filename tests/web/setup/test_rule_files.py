"""Rule sets as files, and rule sets that a group keeps."""

import io
import json
from typing import Any

from flask import Flask

from tests.cases import for_each
from tests.web.groups.test_groups import make_group
from tests.web.pages import parse
from tests.web.phones import Phone, Table

OURS = "/rules?game=mighty&preset=korean40&back_run=short_by_10&min_bid=14&name=Friday+rules"


def upload(phone: Phone, document: Any) -> Any:
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    sent = {"file": (io.BytesIO(data), "rules.json"), "csrf_token": phone.token}
    return phone.client.post("/import", data=sent, headers=phone.headers)


def test_a_set_is_saved_as_a_file_and_opened_again(phone: Phone) -> None:
    (link,) = (each.attributes["href"] for each in phone.page(OURS).all("a") if "download" in each.attributes)
    answer = phone.get(link)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Friday rules-rules.json"'
    assert json.loads(answer.data) == {
        "format": "scorekeeper-rules",
        "game": "mighty",
        "preset": "korean40",
        "changes": {"min_bid": 14, "back_run": "short_by_10"},
        "name": "Friday rules",
        "version": 1,
    }
    opened = upload(phone, answer.data)
    assert opened.status_code == 303
    assert phone.page(opened.location).one("main").text == phone.page(OURS).one("main").text


@for_each(
    ({"version": 2}, "This file of rules cannot be read. A newer version may have written it."),
    ({"changes": 3}, "This file of rules cannot be read. A newer version may have written it."),
    ({"game": "poker"}, "There is no game called poker here."),
    ({"preset": "martian"}, "There are no rules called martian."),
    ({"changes": {"min_bid": 99}}, "Lowest bid"),
    ({"changes": {"wishes": True}}, "wishes"),
    ({"changes": {"eliminate": True}}, "must begin with more than zero"),
    ({"format": "scorekeeper-evening"}, "not from Scorekeeper"),
)
def test_a_file_that_cannot_be_played_is_refused(changes: dict[str, Any], problem: str, *, app: Flask) -> None:
    phone = Phone(app)
    document = {"format": "scorekeeper-rules", "game": "mighty", "preset": "pagat", "changes": {}, "version": 1}
    answer = upload(phone, document | changes)
    assert answer.status_code == 422
    (told,) = parse(answer.text).problems
    assert problem in told


def test_a_group_keeps_a_named_set_of_its_members(table: Table) -> None:
    group = make_group(table.host)
    page = table.host.page(OURS)
    assert "Keep in Card club" in page.one("main").text
    form = next(iter(page.all("form", id="keep"))).sends()
    assert table.host.post(f"{group}/rules", form).status_code == 303
    assert "Friday rules" in table.host.page(group).one("main").text
    answer = table.host.post(f"{group}/rules", {"game": "mighty", "preset": "pagat"})
    assert (answer.status_code, parse(answer.text).problems) == (422, ["Name these rules to save them."])
    assert (
        table.stranger().post(f"{group}/rules", {"game": "mighty", "preset": "pagat", "name": "x"}).status_code == 404
    )
    assert "Keep in a group" not in table.stranger().page(OURS).one("main").text

"""Reading writes nothing: whatever page is opened, by whomever, the database holds what it held before."""

import io
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.grant_rows import hash_token
from scorekeeper.store.sql import TABLES
from scorekeeper.table.disputes import dispute_about_hand
from scorekeeper.web import create_app
from scorekeeper.web.board.ruling_links import ruling_address
from scorekeeper.web.http import invitations
from scorekeeper.web.http.sessions import COOKIE
from scorekeeper.web.page.access import NAME_LENGTH
from tests.cases import require
from tests.tiers import in_turn
from tests.web.board.test_corrections import MISTAKE, import_table
from tests.web.conftest import TEST_SETTINGS
from tests.web.groups.test_groups import add_to_group, link_of, make_group
from tests.web.help.test_rulings import play_trick_by_cards
from tests.web.page.test_access import addresses, phones_by_role
from tests.web.phones import Phone, Table

pytestmark = pytest.mark.exhaustive

Contents = dict[str, Counter[Any]]

EXCEPTIONS: Mapping[str, str] = {
    "links.use": "A phone that scans a link to join or to watch is in at once, without one more tap: it holds it then."
}
"""The endpoints where opening a page changes what the phone that opens it holds, and nothing else, with the reason."""

CHAT = "Mozilla/5.0 (compatible; TelegramBot (like TwitterBot))"


def read_all(table: Table) -> Contents:
    """Count every row of the database, by table."""
    database = table.services.store.database
    return database.read(lambda db: {name: Counter(db.execute(f"select * from {name}")) for name in TABLES})  # noqa: S608


def list_changes(before: Contents, after: Contents) -> list[tuple[str, Any]]:
    """Return the rows that are in one of both alone, each with its table."""
    return [
        (name, row)
        for name in TABLES
        for row in ((before[name] - after[name]) + (after[name] - before[name])).elements()
    ]


class Evening:
    """A table with two sheets in a group, and a phone of each role; the host and another phone belong to the group."""

    def __init__(self, app: Flask) -> None:
        self.table = table = import_table(app, MISTAKE)
        table.play_hand(bid="14H")
        play_trick_by_cards(table)
        self.phones = phones_by_role(table)
        self.group = make_group(table.host)
        add_to_group(table, self.group)
        self.invitation = link_of(table.host, self.group)
        self.phones.append(member := table.stranger())
        assert member.post(self.invitation).status_code == 303
        data = table.host.get(f"{table.path}/export.json").data
        sent = {"file": (io.BytesIO(data), "evening.json"), "csrf_token": table.host.token}
        assert table.host.client.post("/import", data=sent, headers=table.host.headers).status_code == 303
        self.imported = next(reversed(table.services.imports._known))

    def list_paths(self) -> Iterator[str]:
        """Yield the path of every page, and those of links, pictures and rulings as pages show them."""
        table, group_id = self.table, self.group.rpartition("/")[2]
        join, watch, host = table.links()
        for method, path, _ in addresses():
            if method == "GET" and not path.startswith("/l/"):
                yield path.replace("ID", table.id).replace("GROUP", group_id)
        yield from (join, watch, host, table.seat_link(self.phones[3]), "/l/nothing")
        yield f"{table.path}/links?at=http://elsewhere.example"
        yield f"{table.path}/seat/1/ask"
        yield f"{table.path}/why/{table.state.hand_number}/1"
        correction = table.host.get(f"{table.path}/sheet/1/fix/0").location
        for page in ("", "/draft", "/preview/enter_contract", "/referee/pays"):
            yield f"{correction}{page}"
        for page in ("", "/all", "/pack", "/compare", "/set.json"):
            yield f"/rules{page}?game=mighty&preset=pagat"
        yield self.invitation
        yield f"/import/{self.imported}"
        state = table.state
        assert state.last_hand is not None
        with table.app.test_request_context():
            yield ruling_address(dispute_about_hand(state, state.last_hand, "payment"))
        chat = table.stranger()
        chat.headers["User-Agent"] = CHAT
        yield chat.page(watch).one("meta", property="og:image").attributes["content"].removeprefix("http://localhost")


@pytest.fixture(scope="module")
def evening() -> Iterator[Evening]:
    """The evening in a database of its own, since all of it is read before and after each page."""
    app = create_app(TEST_SETTINGS)
    with app.extensions["scorekeeper"].store:
        yield Evening(app)


def read_page(phone: Phone, path: str) -> int:
    """Open a page, of a stream the first frame, and return the status."""
    with phone.get(path) as answer:
        next(iter(answer.iter_encoded()), b"")
        return answer.status_code


@pytest.mark.parametrize("code", in_turn("a code", ["over", "in force"]))
def test_reading_writes_nothing(evening: Evening, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Grants and their sources, groups, events, settings: every row is as it was, after each page and each role."""
    table = evening.table
    if code == "over":
        monkeypatch.setattr(invitations, "CODE_LASTS", timedelta(0))
    adapter, statuses = table.app.url_map.bind(""), dict[str, set[int]]()
    chat = table.stranger()
    chat.headers["User-Agent"] = CHAT
    for path in evening.list_paths():
        endpoint = adapter.match(path.partition("?")[0], "GET")[0]
        for phone in (*evening.phones, chat):
            before = read_all(table)
            statuses.setdefault(endpoint, set()).add(status := read_page(phone, path))
            changes = list_changes(before, read_all(table))
            if endpoint in EXCEPTIONS and status == 302:
                check_followed(phone, path, changes)
            else:
                assert changes == [], f"{path}, {status}"
    gets = {rule.endpoint for rule in table.app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert statuses.keys() == gets
    assert {endpoint for endpoint, each in statuses.items() if min(each) >= 400} == set(), "each is read by somebody"


def check_followed(phone: Phone, link: str, changes: list[tuple[str, Any]]) -> None:
    """Assert that a phone which followed a link holds its grant, which is stored then, and that nothing else is new."""
    token = hash_token(link.rpartition("/")[2])
    for name, row in changes:
        assert name in ("grants", "phone_grants")
        assert token in row if name == "grants" else phone.device in row
    assert len(changes) <= 2


def test_a_link_that_is_followed_again_writes_nothing(evening: Evening) -> None:
    """The grant is stored by the first phone that follows the link; each phone holds it once."""
    table, phones = evening.table, [evening.table.stranger() for _ in range(3)]
    table.host.post(f"{table.path}/links/revoke", {"kind": "watch"})
    link, written = table.links()[1], []
    for phone in (*phones, *phones):
        before = read_all(table)
        assert phone.get(link).status_code == 302
        written.append([name for name, _ in list_changes(before, read_all(table))])
    assert written == [["grants", "phone_grants"], ["phone_grants"], ["phone_grants"], [], [], []]


def test_rights_in_a_cookie_are_moved_once(evening: Evening) -> None:
    """A phone got them while the database could only be read: the next page, whatever it is, moves them there."""
    table, phone = evening.table, evening.table.stranger()
    with phone.client.session_transaction() as session:
        session["device"] = "d" * NAME_LENGTH
        session["tables"] = {table.id: [table.services.grants.issue(table.id, "watch")]}
    before = read_all(table)
    assert phone.get(table.path).status_code == 200
    assert [name for name, _ in list_changes(before, read_all(table))] == ["phone_grants"]
    before = read_all(table)
    assert phone.get(table.path).status_code == 200
    assert read_all(table) == before


def test_a_phone_that_comes_back_with_its_first_cookie_leaves_nothing(evening: Evening) -> None:
    """A browser that keeps no cookie, or a script, asks for the links again and again."""
    table = evening.table
    cookie = require(table.host.client.get_cookie(COOKIE))
    before = read_all(table)
    for path in ("/links", "/watch", "/join.svg", ""):
        for _ in range(3):
            table.host.client.set_cookie(COOKIE, cookie.value)
            assert table.host.get(table.path + path).status_code == 200
    assert read_all(table) == before

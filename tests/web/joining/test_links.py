"""Links, seats and the phones that hold them: tokens as they are used, moved, revoked and made up."""

import base64
import re
from pathlib import Path

import pytest
import zxingcpp
from flask import Flask
from PIL import Image

from scorekeeper.store import Kind
from scorekeeper.web.http.sessions import COOKIE
from scorekeeper.web.page.known_tables import TABLES_SHOWN
from tests.cases import for_each, require
from tests.web.conftest import MakeApp
from tests.web.pages import parse
from tests.web.phones import Fields, Phone, Table, open_table


@pytest.fixture
def table(table: Table) -> Table:
    """A table with something to take back."""
    table.record("start_hand")
    return table


def test_the_roles_that_links_give_and_the_links_that_each_shows(table: Table) -> None:
    phones = [table.host, table.take_seat(1), table.joiner(), table.watcher(), table.stranger()]
    assert [table.role_of(phone) for phone in phones] == ["host", "scorer", "watcher", "watcher", "stranger"]
    _, player, _, watcher, _ = phones
    assert (len(table.links()), len(table.links(player)), len(table.links(watcher))) == (3, 2, 1)
    # A QR that hangs on the wall must not be replaced by opening the page again.
    assert table.links() == table.links()


def test_the_links_that_a_page_shows_are_the_ones_that_work(table: Table) -> None:
    """Each stands there as text, as a QR, and as what the copy button copies."""
    page = table.host.page(f"{table.path}/links")
    for figure, lands in zip(page.of_class("qr"), (f"{table.path}/seat", table.path, None), strict=True):
        (link,) = [each.text for each in figure.all("p") if "data-link" in each.attributes]
        assert link.startswith("http://localhost/l/")
        assert [each.attributes["data-copy"] for each in figure.all("button") if "data-copy" in each.attributes] == [
            link
        ]
        assert figure.one("img").attributes["src"].startswith("data:image/svg+xml;base64,")
        response = table.stranger().get(link.removeprefix("http://localhost"))
        assert (response.location, response.status_code) == ((lands, 302) if lands else (None, 200))


@for_each(token=["x", "0" * 22, "%00", "가나다", "x" * 5000, "..%2f", "<b>"])
def test_a_token_that_was_made_up(token: str, *, app: Flask) -> None:
    phone = Phone(app)
    for response in (phone.get(f"/l/{token}"), phone.post(f"/l/{token}")):
        assert response.status_code in (404, 422)
        assert "/l/" not in parse(response.text).one("main").text
    with phone.client.session_transaction() as session:
        assert "tables" not in session


def test_a_token_or_session_that_hands_over_asks_first(table: Table) -> None:
    """The cookie is signed: what a phone writes into it itself is not read."""
    phone = table.stranger()
    payload = base64.urlsafe_b64encode(b'{"tables":{"%s":["x"]}}' % table.id.encode()).decode().rstrip("=")
    for cookie in (payload, f"{payload}.AAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAA", "", "."):
        phone.client.set_cookie(COOKIE, cookie)
        assert phone.get(table.path).status_code == 403
    # A phone that only looks at a link, as messengers do for a preview, changes nothing.
    seated, curious = table.take_seat(1), table.stranger()
    for path in (table.seat_link(seated), table.links()[2]):
        assert curious.get(path).status_code == 200
        assert table.role_of(curious) == "stranger"
    assert table.role_of(seated) == "scorer"


@pytest.mark.parametrize("kind", ["join", "watch"])
def test_revoked_links_are_worth_nothing_from_then_on(table: Table, kind: Kind) -> None:
    link = table.links()[0 if kind == "join" else 1]
    phone = table.follow(kind)
    seated = table.take_seat(1)
    assert table.host.post(f"{table.path}/links/revoke", {"kind": kind}).status_code == 302
    assert table.stranger().get(link).status_code == 422
    assert table.role_of(phone) == "stranger", "a phone that came by such a link is out at its next request"
    assert table.role_of(seated) == "scorer", "a seat is kept"
    fresh = table.links()[0 if kind == "join" else 1]
    assert fresh != link
    assert table.stranger().get(fresh).status_code == 302


def test_links_that_a_host_or_a_guest_showed_end_with_their_right(table: Table) -> None:
    watcher, guest, late = table.stranger(), table.stranger(), table.stranger()
    watcher.get(table.links()[1])
    (passed_on,) = table.links(watcher)
    assert guest.get(passed_on).status_code == 302
    table.host.post(f"{table.path}/links/revoke", {"kind": "watch"})
    assert table.role_of(guest) == "stranger"
    assert late.get(passed_on).status_code == 422
    # Links that nobody has followed yet end as well as the others; each host shows links of their own.
    other, used = table.stranger(), table.stranger()
    other.post(table.links()[2])
    join, *theirs = table.links(other)
    assert join == table.links()[0], "that to join is the table's"
    assert not {*theirs} & {*table.links()}
    assert used.get(table.links(other)[1]).status_code == 302
    watch = table.links()[1]
    table.host.post(f"{table.path}/links/revoke", {"kind": "host"})
    assert [table.stranger().get(link).status_code for link in theirs] == [422, 422]
    assert table.role_of(used) == "stranger"
    assert [table.stranger().get(link).status_code for link in (join, watch)] == [302, 302]


def test_other_hosts_and_kinds_are_revoked_but_not_oneself_nor_elsewhere(table: Table, app: Flask) -> None:
    grants = table.services.grants.list(table.id)
    for fields in ({"kind": "every"}, {}, {"kind": "seat"}, {"kind": "seat", "grant": "x"}):
        assert table.host.post(f"{table.path}/links/revoke", fields).status_code in (400, 422)
    assert table.services.grants.list(table.id) == grants
    other = open_table(app)
    (grant,) = [each for each in other.services.grants.list(other.id) if each.kind == "host"]
    table.host.post(f"{table.path}/links/revoke", {"kind": "seat", "grant": grant.id})
    assert other.host.get(other.path).status_code == 200
    second = table.stranger()
    assert second.post(table.links()[2]).status_code == 302
    assert table.role_of(second) == "host"
    table.host.post(f"{table.path}/links/revoke", {"kind": "host"})
    assert (table.role_of(table.host), table.role_of(second)) == ("host", "stranger")


def rows_of(phone: Phone, path: str) -> list[str]:
    """The tables that a page lists."""
    links = [link.attributes["href"] for link in phone.page(path).one("main").all("a", **{"class": "row"})]
    return [link for link in links if link.startswith("/t/")]


@pytest.fixture(scope="module")
def collector(app: Flask) -> tuple[Phone, list[Table]]:
    """A phone that has opened more tables than one page lists, a hand at each, with every link used."""
    phone, tables = Phone(app), []
    for _ in range(TABLES_SHOWN + 3):
        table = open_table(app, host=phone)
        phone.get(table.links()[0])
        phone.post(f"{table.path}/seat", {"player": 1})
        phone.post(table.links()[2])
        table.record("start_hand")
        tables.append(table)
    return phone, tables


def test_a_phone_of_many_tables_holds_its_name_alone_and_lists_all(collector: tuple[Phone, list[Table]]) -> None:
    """Browsers drop a cookie above 4096 bytes without a word: it must not grow with the tables."""
    phone, tables = collector
    cookie = require(phone.client.get_cookie(COOKIE))
    assert len(cookie.key + cookie.value) < 600
    with phone.client.session_transaction() as session:
        assert not any(table.id in repr(session.get(name)) for table in tables for name in ("tables", "device"))
    first, second = rows_of(phone, "/"), rows_of(phone, f"/?from={TABLES_SHOWN}")
    assert len(first) == TABLES_SHOWN
    assert {table.path for table in tables} <= {*first, *second}
    assert not {*first} & {*second}
    for start in ("-1", "x", str(10**30)):
        phone.page(f"/?from={start}")


def test_a_phone_forgets_no_table_and_joins_one_more(collector: tuple[Phone, list[Table]], app: Flask) -> None:
    """The host of the oldest still is its host, and may do with it all that hosts may."""
    phone, tables = collector
    for table in tables:
        assert table.role_of(phone) == "host", tables.index(table)
        for page in ("/export", "/delete", "/links", "/sheet"):
            assert phone.get(table.path + page).status_code == 200
    # The links to join, to watch and to host, and the one of `scorekeeper host`.
    oldest = tables[0]
    for link in (*oldest.links(), f"/l/{oldest.services.grants.issue(oldest.id, 'host')}"):
        answer = phone.get(link)
        assert phone.get(answer.location or link).status_code == 200
    phone, more = collector[0], open_table(app)
    assert phone.get(phone.get(more.links()[0]).location).status_code == 200
    assert phone.post(f"{more.path}/seat", {"player": 2}).status_code == 302
    more.record("start_hand")
    assert more.role_of(phone) == "scorer"


def test_a_table_that_was_taken_off_a_phone_is_not_listed(app: Flask) -> None:
    table = open_table(app)
    assert table.host.post(f"{table.path}/forget").status_code == 302
    assert rows_of(table.host, "/") == []
    assert table.role_of(table.host) == "stranger"


def test_a_phone_without_a_right_is_shown_nothing_of_a_table(app: Flask) -> None:
    """Not its names, its hand or who leads, on Home and where names are chosen; also while it still asks for a seat."""
    names = ("Quinn", "Rosa", "Sven", "Tove", "Ulla")
    table = open_table(app, names=names)
    table.play_hand()
    table.take_seat(1)
    asked, watcher, seated = table.joiner(), table.watcher(), table.take_seat(2)
    asked.post(f"{table.path}/seat/1/ask")
    brought = table.stranger()
    with brought.client.session_transaction() as session:
        session["tables"] = {table.id: ["a" * 22]}
    for kind in ("join", "watch"):
        table.host.post(f"{table.path}/links/revoke", {"kind": kind})
    (seat,) = [each for each in table.services.grants.list(table.id) if (each.kind, each.player) == ("seat", 2)]
    table.host.post(f"{table.path}/links/revoke", {"kind": "seat", "grant": seat.id})
    for phone in (asked, watcher, seated, brought):
        assert phone.get(table.path).status_code == 403
        for path in ("/", "/new", "/forget"):
            shown = phone.get(path).text
            assert not [told for told in (*names, table.id) if told in shown], path
    assert "Quinn" in table.host.get("/").text


def test_tokens_are_stored_as_hashes_only(make_app: MakeApp, tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    table = open_table(make_app(DATABASE=str(path)))
    phone = table.take_seat(1)
    tokens = [link.removeprefix("/l/") for link in [*table.links(), table.seat_link(phone)]]
    stored = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert len(stored) > 10_000
    assert [token for token in tokens if token.encode() in stored] == []


def test_a_qr_holds_its_link(table: Table) -> None:
    """Read back as a camera would, from its modules."""
    figure = table.host.page(f"{table.path}/links").of_class("qr")[0]
    svg = base64.b64decode(figure.one("img").attributes["src"].partition("base64,")[2]).decode()
    picture = Image.new("L", (400, 400), "white")
    for x, y in re.findall(r"M(\d+),(\d+)H", svg):
        picture.paste(0, (int(x) * 8, int(y) * 8, int(x) * 8 + 8, int(y) * 8 + 8))
    (link,) = [each.text for each in figure.all("p") if "data-link" in each.attributes]
    assert [code.text for code in zxingcpp.read_barcodes(picture)] == [link]


@pytest.mark.parametrize(
    ("config", "host", "address"),
    [
        ({}, "192.168.0.7:8000", "http://localhost"),
        ({"LAN_URL": "http://192.168.0.7:8000"}, "192.168.0.7:8000", "http://192.168.0.7:8000"),
        ({"LAN_URL": "http://192.168.0.7:80"}, "192.168.0.7", "http://192.168.0.7:80"),
        ({"LAN_URL": "http://192.168.0.7:8000"}, "localhost:8000", "http://192.168.0.7:8000"),
        ({"LAN_URL": "http://192.168.0.7:8000"}, "127.0.0.1:8000", "http://192.168.0.7:8000"),
        ({"LAN_URL": "http://192.168.0.7:8000"}, "[::1]:8000", "http://192.168.0.7:8000"),
        ({"LAN_URL": "http://192.168.0.7:8000"}, "laptop.local:8000", "http://192.168.0.7:8000"),
        ({"LAN_URL": "http://192.168.0.7:8000"}, "192.168.0.7:8001", "http://192.168.0.7:8000"),
        ({"PUBLIC_URL": "https://cards.example/"}, "localhost:8000", "https://cards.example"),
        ({"PUBLIC_URL": "https://cards.example/"}, "evil.example", "https://cards.example"),
    ],
)
def test_links_lead_where_phones_find_the_server(make_app: MakeApp, config: Fields, host: str, address: str) -> None:
    """The laptop's own browser came by an address that means another machine to a phone."""
    phone = Phone(make_app(**config))
    phone.headers["Host"] = host
    page = phone.page(f"{open_table(phone.app, host=phone).path}/links")
    links = [each.text for each in page.all("p") if "data-link" in each.attributes]
    assert len(links) == 3
    assert {link.partition("/l/")[0] for link in links} == {address}


NETWORKS = ("http://172.30.1.23:8000", "http://10.8.0.2:8000")


def test_the_host_header_of_a_guest_is_on_nobodys_board(make_app: MakeApp) -> None:
    """It may say anything; the board, its QR and the links lead to an address that the server itself found."""
    host = Phone(make_app(LAN_URL=NETWORKS[1], LAN_URLS=lambda: NETWORKS))
    host.headers["Host"] = NETWORKS[1].removeprefix("http://")
    table = open_table(host.app, host=host)
    guest = Phone(host.app)
    guest.headers["Host"] = "evil.example"
    guest.get(table.links()[0])
    for phone in (guest, host):
        for path in ("", "/watch", "/links"):
            assert "evil.example" not in phone.get(table.path + path).text
    assert table.services.invitations.address(table.id) == NETWORKS[1]


def test_another_address_of_the_computer_is_one_tap_away(make_app: MakeApp) -> None:
    """The host of a QR that leads nowhere has the other addresses; the board then leads to the chosen one."""
    host = Phone(make_app(LAN_URL=NETWORKS[1], LAN_URLS=lambda: NETWORKS))
    host.headers["Host"] = "localhost:8000"
    table = open_table(host.app, host=host)
    links = f"{table.path}/links"
    (button,) = host.page(links).all("button", name="address")
    assert (button.attributes["value"], button.text) == (NETWORKS[0], "172.30.1.23:8000")
    answer = host.post(f"{links}/address", {"address": NETWORKS[0]})
    page = host.page(answer.location)
    assert {each.text.partition("/l/")[0] for each in page.all("p") if "data-link" in each.attributes} == {NETWORKS[0]}
    assert [each.attributes["value"] for each in page.all("button", name="address")] == [NETWORKS[1]]
    assert "172.30.1.23:8000" in host.get(table.path).text
    assert table.services.invitations.address(table.id) == NETWORKS[0]
    host.post(f"{table.path}/seat", {"player": 1})
    host.post(f"{table.path}/television")
    for shown in ("move", "television", "programs"):
        assert "172.30.1.23:8000" in host.get(f"{table.path}/{shown}").text.replace("<wbr>", ""), shown
    # The address belongs to the table: no host changes that of another's.
    other = open_table(host.app)
    other.host.headers["Host"] = "localhost:8000"
    assert "172.30.1.23:8000" not in other.host.get(other.path).text


def test_an_address_that_is_not_this_computers_is_not_shown(make_app: MakeApp) -> None:
    host = Phone(make_app(LAN_URL=NETWORKS[1], LAN_URLS=lambda: NETWORKS))
    table = open_table(host.app, host=host)
    links = f"{table.path}/links"
    assert host.post(f"{links}/address", {"address": "http://elsewhere.example"}).status_code == 400
    page = host.page(f"{links}?at=http://elsewhere.example")
    assert not any("elsewhere" in each.text for each in page.all("p") if "data-link" in each.attributes)
    seated = table.take_seat(1)
    assert seated.post(f"{links}/address", {"address": NETWORKS[0]}).status_code == 403
    assert not list(seated.page(links).all("button", name="address"))


def test_a_guest_of_another_network_is_shown_the_address_there(make_app: MakeApp) -> None:
    host = Phone(make_app(PUBLIC_URL="https://cards.example", LAN_URLS=lambda: NETWORKS))
    assert not list(host.page(f"{open_table(host.app, host=host).path}/links").all("button", name="address"))
    host = Phone(make_app(LAN_URL=NETWORKS[1], LAN_URLS=lambda: NETWORKS))
    table = open_table(host.app, host=host)
    guest = Phone(host.app)
    guest.headers["Host"] = NETWORKS[0].removeprefix("http://")
    guest.get(table.links()[0])
    links = [each.text for each in guest.page(f"{table.path}/links").all("p") if "data-link" in each.attributes]
    assert {link.partition("/l/")[0] for link in links} == {NETWORKS[0]}


def test_a_television_says_that_the_address_has_changed(make_app: MakeApp) -> None:
    """The laptop's own page goes on; its code leads phones to where the server is now."""
    phone = Phone(make_app(LAN_URL="http://192.168.0.7:8000"))
    phone.headers["Host"] = "localhost:8000"
    table = open_table(phone.app, host=phone)
    assert not phone.page(f"{table.path}/watch").of_class("tv__new-address")
    shown = table.services.invitations
    assert shown.address(table.id) == "http://192.168.0.7:8000"
    phone.app.config["LAN_URL"] = "http://10.0.0.4:8000"
    shown.replace_address("http://192.168.0.7:8000", "http://10.0.0.4:8000")
    page = phone.page(f"{table.path}/watch")
    assert "10.0.0.4:8000" in page.of_class("tv__new-address")[0].text
    assert "http://10.0.0.4:8000" in page.of_class("tv__qr")[0].one("img").attributes["alt"]
    assert shown.address(table.id) == "http://10.0.0.4:8000"


def test_a_scorer_whose_seat_was_freed_sees_a_night_of_their_group_and_that_is_said(table: Table) -> None:
    """At the buttons that free a seat and revoke links, and only while the table is in a group."""

    def hints() -> int:
        return sum(
            "Members of a group see" in each.text for each in table.host.page(f"{table.path}/links").of_class("hint")
        )

    scorer = table.take_seat(1)
    assert hints() == 0
    group = scorer.post("/groups", {"name": "Friday", "key": "k", "table": table.id}).location
    seat = next(grant.id for grant in table.services.grants.list(table.id) if grant.kind == "seat")
    assert hints() == 2
    table.host.post(f"{table.path}/links/revoke", {"kind": "seat", "grant": seat})
    table.host.post(f"{table.path}/links/revoke", {"kind": "join"})
    assert table.role_of(scorer) == "stranger"
    scorer.post(f"{group}/nights/{table.id}/sheet")
    assert table.role_of(scorer) == "watcher"
    table.host.post(f"{table.path}/links/revoke", {"kind": "others"})
    assert (table.role_of(scorer), hints()) == ("stranger", 0)
    assert scorer.post(f"{group}/nights/{table.id}/sheet").status_code >= 400
    assert table.role_of(scorer) == "stranger"


def test_what_few_need_lies_in_one_place(table: Table) -> None:
    """The menu's other pages under "More", and on Invite all that takes rights away."""
    table.take_seat(1)
    page = table.host.page(f"{table.path}/links")
    (more,) = page.one("div", id="menu").all("details")
    links = [each.attributes["href"].removeprefix(table.path) for each in page.one("div", id="menu").all("a")]
    seldom = [each.attributes["href"].removeprefix(table.path) for each in more.all("a")]
    assert seldom == ["/help", "/pack", "/group", "/paper-hands", "/export", "/forget"]
    assert [link for link in links if link not in seldom] == [
        *("/links", "/log", "/rules", "/sheet", "/referee", "/people", "/fix", "/seat", "/")
    ]
    (revoking,) = [fold for fold in page.one("main").all("details") if "Revoke links" in fold.text]
    kinds = {each.attributes["value"] for each in revoking.all("input", name="kind")}
    assert kinds == {"join", "watch", "host", "others"}

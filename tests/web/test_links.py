"""Links, seats and the phones that hold them: tokens as they are used, moved, revoked and made up."""

import base64
import re
from itertools import pairwise
from pathlib import Path

import pytest
import zxingcpp
from flask import Flask
from PIL import Image

from scorekeeper.store import Kind
from scorekeeper.web.access import TABLES_OF_A_PHONE
from tests.web.conftest import MakeApp
from tests.web.pages import parse
from tests.web.phones import Fields, Phone, Table, open_table


def role_at(table: Table, phone: Phone) -> str:
    """What a phone is at a table, by what it is shown and let do."""
    if phone.get(table.path).status_code == 403:
        return "stranger"
    if phone.get(f"{table.path}/rules").text.count('id="change-rules"'):
        return "host"
    if table.send("nonsense", by=phone).status_code == 422 and "Undo" in phone.get(table.path).text:
        return "scorer"
    return "player" if phone.get(f"{table.path}/move").status_code == 200 else "watcher"


@pytest.fixture
def table(app: Flask) -> Table:
    """A table whose first hand is under way, so that there is something to take back."""
    table = open_table(app)
    table.record("start_hand")
    return table


def test_the_roles_that_links_give(table: Table) -> None:
    phones = [table.host, table.seated(1), table.joiner(), table.watcher(), table.stranger()]
    assert [role_at(table, phone) for phone in phones] == ["host", "scorer", "watcher", "watcher", "stranger"]


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


def test_a_link_stays_the_same_while_it_is_good(table: Table) -> None:
    """A QR that hangs on the wall must not be replaced by opening the page again."""
    assert table.links() == table.links()


def test_who_may_show_which_link(table: Table) -> None:
    player, watcher = table.seated(1), table.watcher()
    assert (len(table.links()), len(table.links(player)), len(table.links(watcher))) == (3, 2, 1)


@pytest.mark.parametrize("token", ["x", "0" * 22, "%00", "가나다", "x" * 5000, "..%2f", "<b>"])
def test_a_token_that_was_made_up(phone: Phone, token: str) -> None:
    for response in (phone.get(f"/l/{token}"), phone.post(f"/l/{token}")):
        assert response.status_code in (404, 422)
        assert "/l/" not in parse(response.text).one("main").text
    with phone.client.session_transaction() as session:
        assert "tables" not in session


def test_a_session_that_was_made_up(table: Table) -> None:
    """The cookie is signed: what a phone writes into it itself is not read."""
    phone = table.stranger()
    payload = base64.urlsafe_b64encode(b'{"tables":{"%s":["x"]}}' % table.id.encode()).decode().rstrip("=")
    for cookie in (payload, f"{payload}.AAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAA", "", "."):
        phone.client.set_cookie("session", cookie)
        assert phone.get(table.path).status_code == 403


@pytest.mark.parametrize("kind", ["join", "watch"])
def test_revoked_links_are_worth_nothing_from_then_on(table: Table, kind: Kind) -> None:
    link = table.links()[0 if kind == "join" else 1]
    phone = table.follow(kind)
    seated = table.seated(1)
    assert table.host.post(f"{table.path}/links/revoke", {"kind": kind}).status_code == 302
    assert table.stranger().get(link).status_code == 422
    assert role_at(table, phone) == "stranger", "a phone that came by such a link is out at its next request"
    assert role_at(table, seated) == "scorer", "a seat is kept"
    fresh = table.links()[0 if kind == "join" else 1]
    assert fresh != link
    assert table.stranger().get(fresh).status_code == 302


def test_other_hosts_are_revoked_but_not_oneself(table: Table) -> None:
    other = table.stranger()
    assert other.post(table.links()[2]).status_code == 302
    assert role_at(table, other) == "host"
    table.host.post(f"{table.path}/links/revoke", {"kind": "host"})
    assert (role_at(table, table.host), role_at(table, other)) == ("host", "stranger")


def test_a_kind_of_link_that_there_is_not(table: Table) -> None:
    grants = table.services.grants.list(table.id)
    for fields in ({"kind": "every"}, {}, {"kind": "seat"}, {"kind": "seat", "grant": "x"}):
        assert table.host.post(f"{table.path}/links/revoke", fields).status_code in (400, 422)
    assert table.services.grants.list(table.id) == grants


def test_a_grant_of_another_table_is_not_revoked_here(app: Flask, table: Table) -> None:
    other = open_table(app)
    (grant,) = other.services.grants.list(other.id)
    table.host.post(f"{table.path}/links/revoke", {"kind": "seat", "grant": grant.id})
    assert other.host.get(other.path).status_code == 200


def test_a_link_that_hands_over_asks_first(table: Table) -> None:
    """A phone that only looks at a link, as messengers do for a preview, changes nothing."""
    seated, curious = table.seated(1), table.stranger()
    page = seated.page(f"{table.path}/move")
    (link,) = [each.text for each in page.all("p") if "data-link" in each.attributes]
    for path in (link.removeprefix("http://localhost"), table.links()[2]):
        assert curious.get(path).status_code == 200
        assert role_at(table, curious) == "stranger"
    assert role_at(table, seated) == "scorer"


def moving_link(table: Table, phone: Phone) -> str:
    (link,) = [each.text for each in phone.page(f"{table.path}/move").all("p") if "data-link" in each.attributes]
    return link.removeprefix("http://localhost")


def test_a_seat_moves_to_another_phone_and_the_old_one_watches(table: Table) -> None:
    old, new = table.seated(1), table.stranger()
    link = moving_link(table, old)
    response = new.submit(link, link)
    assert response.location == table.path
    assert (role_at(table, old), role_at(table, new)) == ("watcher", "scorer")
    table.record("undo", by=new)
    assert table.services.books.ledger(table.id).state.current is None


def test_a_seat_moves_on_and_on(table: Table) -> None:
    """A phone that got its seat by such a link has no other, and yet it goes on watching."""
    phones = [table.seated(1), table.stranger(), table.stranger()]
    for old, new in pairwise(phones):
        new.post(moving_link(table, old))
    assert [role_at(table, phone) for phone in phones] == ["watcher", "watcher", "scorer"]


def test_a_link_that_moves_a_seat_works_once(table: Table) -> None:
    old, new, late = table.seated(1), table.stranger(), table.stranger()
    link = moving_link(table, old)
    new.post(link)
    response = late.post(link)
    assert response.status_code == 422
    assert "no longer valid" in parse(response.text).one("main").text
    assert (role_at(table, new), role_at(table, late)) == ("scorer", "stranger")


def test_one_phone_has_one_seat(table: Table) -> None:
    """Whoever takes another seat, by name or by a link, gives the first one back."""
    phone, other = table.seated(1), table.seated(2)
    phone.post(f"{table.path}/seat", {"player": 3})
    assert held(table) == {2, 3}
    phone.post(moving_link(table, other))
    assert held(table) == {2}
    assert "Bo" in phone.page(f"{table.path}/move").one("main").text


def held(table: Table) -> set[int | None]:
    """The players whose seat some phone holds."""
    return {grant.player for grant in table.services.grants.list(table.id) if grant.kind == "seat"}


def test_a_seat_that_is_taken(table: Table) -> None:
    table.seated(1)
    late = table.joiner()
    response = late.post(f"{table.path}/seat", {"player": 1})
    assert response.status_code == 409
    assert "Ana is on another phone already" in parse(response.text).problems[0]
    assert role_at(table, late) == "watcher"


def test_the_same_phone_takes_its_seat_again(table: Table) -> None:
    phone = table.seated(1)
    assert phone.post(f"{table.path}/seat", {"player": 1}).status_code == 302
    assert role_at(table, phone) == "scorer"


@pytest.mark.parametrize("player", ["9", "", "x", "-1", "9" * 40])
def test_a_seat_that_there_is_not(table: Table, player: str) -> None:
    response = table.joiner().post(f"{table.path}/seat", {"player": player})
    assert response.status_code == 422
    assert parse(response.text).problems
    assert held(table) == set()


def test_the_host_frees_a_seat(table: Table) -> None:
    phone = table.seated(1)
    (form,) = [
        form.sends()
        for form in table.host.page(f"{table.path}/links").all("form", action=f"{table.path}/links/revoke")
        if form.sends()["kind"] == "seat"
    ]
    table.host.post(f"{table.path}/links/revoke", form)
    assert role_at(table, phone) == "watcher"
    assert role_at(table, table.seated(1)) == "scorer", "somebody else may sit there now"


def test_a_phone_that_leaves_frees_its_seat(table: Table) -> None:
    phone = table.seated(1)
    phone.submit(f"{table.path}/move", f"{table.path}/forget")
    assert (role_at(table, phone), held(table)) == ("stranger", set())


def test_the_host_limits_who_keeps_the_score(table: Table) -> None:
    ana, bo = table.seated(1), table.seated(2)
    table.limit_scorers(2)
    assert (role_at(table, ana), role_at(table, bo), role_at(table, table.host)) == ("player", "scorer", "host")
    page = table.host.page(f"{table.path}/links")
    assert set(page.form(f"{table.path}/links/scorers").sends()) == {"csrf_token", "scorer_2"}
    table.limit_scorers(1, 2, 3, 4, 5)
    assert role_at(table, ana) == "scorer"
    assert table.services.grants.scorers(table.id) is None, "everyone, those who are yet to come included"


def test_the_host_alone_keeps_the_score(table: Table) -> None:
    ana = table.seated(1)
    table.limit_scorers()
    assert (role_at(table, ana), role_at(table, table.host)) == ("player", "host")


def test_friends_sit_down_at_once_while_a_hand_is_recorded(table: Table) -> None:
    """The page was drawn before the others came; nobody is sent back for that."""
    phones = [table.joiner() for _ in range(3)]
    forms = [
        list(phone.page(f"{table.path}/seat").all("form", action=f"{table.path}/seat"))[1].sends() for phone in phones
    ]
    table.record("enter_contract", declarer=1, level=16, trump="H")
    for phone, form, name in zip(phones, forms, ("Fay", "Gil", "Hye"), strict=True):
        form["name"] = f" {name} "
        assert phone.post(f"{table.path}/seat", form).status_code == 302
    assert [table.state.name(player) for player in (6, 7, 8)] == ["Fay", "Gil", "Hye"]
    for phone, name in zip(phones, ("Fay", "Gil", "Hye"), strict=True):
        assert name in phone.page(f"{table.path}/move").one("main").text, "each has their own seat"


def test_someone_who_taps_twice_sits_down_once(table: Table) -> None:
    phone = table.joiner()
    form = {"version": table.version, "name": "Fay", "key": "one tap"}
    assert phone.post(f"{table.path}/seat", form).status_code == 302
    table.record("join", name="Gil")
    assert phone.post(f"{table.path}/seat", form).status_code == 302
    assert [person.name for person in table.state.people.values()][5:] == ["Fay", "Gil"]
    assert "Fay" in phone.page(f"{table.path}/move").one("main").text, "not the seat of whoever came last"


def test_a_name_that_is_refused_may_be_put_right(table: Table) -> None:
    phone = table.joiner()
    response = phone.post(f"{table.path}/seat", {"version": table.version, "name": "ana"})
    page = parse(response.text)
    assert (response.status_code, page.problems) == (422, ["Someone here is called ana already."])
    assert page.one("input", id="name").attributes["value"] == "ana"


def test_who_sits_already_is_led_to_the_table(table: Table) -> None:
    phone = table.seated(1)
    assert phone.get(table.links()[0]).location == table.path


def test_the_cookie_of_a_phone_never_outgrows_browsers(make_app: MakeApp) -> None:
    """They drop one above 4096 bytes without a word, and with it the right to the table that was just opened."""
    app = make_app()
    phone = Phone(app)
    for _ in range(TABLES_OF_A_PHONE + 3):
        table = open_table(app, host=phone)
        phone.get(table.links()[0])
        phone.post(f"{table.path}/seat", {"player": 1})
        phone.post(table.links()[2])
        table.record("start_hand")
    cookie = phone.client.get_cookie("session")
    assert cookie is not None
    assert len(cookie.key + cookie.value) < 3900
    assert role_at(table, phone) == "host"
    listed = [link for link in phone.page("/").all("a") if link.attributes["href"].startswith("/t/")]
    assert len(listed) == TABLES_OF_A_PHONE
    assert table.path in [link.attributes["href"] for link in listed]


def test_tokens_are_stored_as_hashes_only(make_app: MakeApp, tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    table = open_table(make_app(DATABASE=str(path)))
    phone = table.seated(1)
    tokens = [link.removeprefix("/l/") for link in [*table.links(), moving_link(table, phone)]]
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
        ({}, "192.168.0.7:8000", "http://192.168.0.7:8000"),
        ({"LAN_URL": "http://192.168.0.7:8000"}, "localhost:8000", "http://192.168.0.7:8000"),
        ({"LAN_URL": "http://192.168.0.7:8000"}, "127.0.0.1:8000", "http://192.168.0.7:8000"),
        ({"LAN_URL": "http://192.168.0.7:8000"}, "[::1]:8000", "http://192.168.0.7:8000"),
        ({"LAN_URL": "http://192.168.0.7:8000"}, "laptop.local:8000", "http://laptop.local:8000"),
        ({"PUBLIC_URL": "https://cards.example/"}, "localhost:8000", "https://cards.example"),
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

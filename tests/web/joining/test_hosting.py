"""A host's phone that is away: another one hosts too, and nobody takes a table from a host who is there."""

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.web.board import host_away
from scorekeeper.web.board.stream import AdmissionCheck
from scorekeeper.web.page.access import HEARD, Role
from tests.cases import for_each
from tests.web.pages import parse
from tests.web.phones import Phone, Table, open_table


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a host count as away as soon as nothing is heard."""
    monkeypatch.setattr(host_away, "AWAY_AFTER", timedelta(0))


def open_evening(app: Flask, *seats: int) -> tuple[Table, dict[int, Phone]]:
    """Return a table whose host sits as Ana and was heard last, and phones of other seats."""
    table = open_table(app)
    table.record("start_hand")
    table.host.post(f"{table.path}/seat", {"player": 1})
    phones = {player: table.take_seat(player) for player in seats}
    table.host.get(table.path)
    return table, phones


def ask(table: Table, phone: Phone) -> int:
    """Ask to host, and return the status."""
    return phone.post(f"{table.path}/host").status_code


def answer(table: Table, phone: Phone, said: str = "yes") -> int:
    """Answer the request that the board shows, by htmx as a board does, and return the status."""
    asked = [grant.id for grant in table.services.grants.list(table.id) if grant.kind == "takeover"]
    form = {"takeover": (asked or [0])[-1], "answer": said}
    return phone.post(f"{table.path}/host/answer", form, htmx=True).status_code


def kinds(table: Table) -> list[str]:
    """Return the kinds of the grants in force that make hosts or ask for it."""
    known = ("host", "takeover", "vote", "deputy")
    return sorted(grant.kind for grant in table.services.grants.list(table.id) if grant.kind in known)


def test_one_asks_two_say_yes_and_that_phone_hosts_too_until_the_host_decides(app: Flask, away: None) -> None:
    table, seated = open_evening(app, 2, 3, 4)
    assert "Host instead?" in seated[2].page(table.path).one(id="menu").text
    assert "2 others say yes" in seated[2].page(f"{table.path}/host").one("main").text
    assert ask(table, seated[2]) == 302
    board = seated[3].page(table.path)
    assert "Bo asks to host: no host is here." in board.of_class("claim--takeover")[0].text
    assert answer(table, seated[3]) == 200
    assert "1 of 2 yes" in seated[2].page(f"{table.path}/host").one("main").text
    assert table.role_of(seated[2]) == "scorer"
    assert answer(table, seated[4]) == 200
    assert kinds(table) == ["deputy", "host", "vote", "vote"]
    assert (table.role_of(seated[2]), table.role_of(table.host)) == ("host", "host")
    assert "You host too now Cho, Dan said yes." in seated[2].page(f"{table.path}/host").one("main").text
    told = [each.text for each in table.host.page(f"{table.path}/log").of_class("log")[0].of_class("row__title")]
    assert told == ["Bo asked to host: no host was there", "Cho said yes", "Dan said yes", "Bo hosts too"]
    (row,) = table.host.page(table.path).of_class("claim--deputy")
    assert "Meanwhile Bo became host too. Cho, Dan said yes." in row.text
    deputy = row.one("input", name="deputy").attributes["value"]
    assert table.host.post(f"{table.path}/host/keep", {"deputy": deputy, "answer": "keep"}).status_code == 303
    assert kinds(table) == ["host", "host", "vote", "vote"]
    assert seated[2].get(f"{table.path}/delete").status_code == 200


def test_the_host_who_is_back_ends_it_by_one_tap_and_keeps_all_else(app: Flask, away: None) -> None:
    table, seated = open_evening(app, 2, 3)
    ask(table, seated[2])
    answer(table, seated[3])
    assert table.role_of(seated[2]) == "host", "the one other phone that there is"
    (grant,) = [each for each in table.services.grants.list(table.id) if each.kind == "deputy"]
    assert seated[2].post(f"{table.path}/host/keep", {"deputy": grant.id, "answer": "keep"}).status_code == 422
    assert table.host.post(f"{table.path}/host/keep", {"deputy": grant.id, "answer": "alone"}).status_code == 303
    assert (table.role_of(seated[2]), table.role_of(table.host)) == ("scorer", "host")
    assert "Bo hosts no longer" in table.host.page(f"{table.path}/log").one("main").text


@for_each(
    ("GET", "/delete", {}),
    ("POST", "/delete", {}),
    ("POST", "/links/revoke", {"kind": "host"}),
    ("POST", "/links/revoke", {"kind": "others"}),
    ("POST", "/links/scorers", {"scorer_2": "yes"}),
    ("POST", "/group/out", {}),
)
def test_until_the_host_decides_nothing_is_deleted_revoked_or_logged_out(
    method: str, path: str, form: dict[str, str], *, app: Flask, away: None
) -> None:
    table, seated = open_evening(app, 2, 3)
    ask(table, seated[2])
    answer(table, seated[3])
    address = f"{table.path}{path}"
    response = seated[2].get(address) if method == "GET" else seated[2].post(address, form)
    assert response.status_code == 422
    assert "Only a host who was here from the start may do that." in parse(response.text).one("main").text
    links = [each.text for each in seated[2].page(f"{table.path}/links").all("h2")]
    assert table.role_of(table.host) == "host", links
    assert len(table.links(seated[2])) == 2, "no link that makes a host"
    late = table.joiner()
    late.post(f"{table.path}/seat/1/ask")
    claim = next(each for each in table.services.grants.list(table.id) if each.kind == "claim")
    assert seated[2].post(f"{table.path}/seat/answer", {"claim": claim.id, "answer": "yes"}).status_code == 403


def test_a_no_ends_it_and_who_asks_may_take_it_back(app: Flask, away: None) -> None:
    table, seated = open_evening(app, 2, 3, 4)
    for said in (seated[3], seated[2]):
        ask(table, seated[2])
        answer(table, seated[4])
        assert answer(table, said, "no") == 200
        assert kinds(table) == ["host"]
    assert answer(table, seated[4]) == 422
    assert table.role_of(seated[2]) == "scorer"


# --- Attacks ---
def test_a_host_who_is_there_loses_nothing_to_two_tabs(app: Flask) -> None:
    """The phone was heard a moment ago: nobody can even ask."""
    table, seated = open_evening(app, 2, 3, 4)
    assert "Host instead?" not in seated[2].page(table.path).one(id="menu").text
    assert ask(table, seated[2]) == 422
    assert kinds(table) == ["host"]


def test_a_host_who_only_watches_is_there(app: Flask, away: None) -> None:
    """An open stream counts, however long nothing was tapped."""
    table, seated = open_evening(app, 2, 3)
    check = AdmissionCheck(table.services.grants, table.services.books, table.id, None, (), Role.HOST, True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table.services.hub, "has_phone", lambda _table, fits: fits(check))
        assert ask(table, seated[2]) == 422
    assert ask(table, seated[2]) == 302


def test_whatever_the_host_asks_of_the_server_ends_a_request(app: Flask, away: None) -> None:
    """An old request is worth nothing then, and the phones that sit can ask anew."""
    table, seated = open_evening(app, 2, 3, 4)
    ask(table, seated[2])
    (old,) = [grant.id for grant in table.services.grants.list(table.id) if grant.kind == "takeover"]
    answer(table, seated[3])
    table.host.get(f"{table.path}/sheet")
    assert kinds(table) == ["host"]
    form = {"takeover": old, "answer": "yes"}
    assert seated[4].post(f"{table.path}/host/answer", form).status_code == 422
    assert seated[4].page(table.path).of_class("claim--takeover") == []
    ask(table, seated[2])
    assert seated[4].post(f"{table.path}/host/answer", form).status_code == 422
    assert table.role_of(seated[2]) == "scorer"


def test_strangers_by_the_code_who_sat_down_since_have_no_say(app: Flask, away: None) -> None:
    """Neither to ask nor to say yes, in however many tabs: and then one phone alone cannot."""
    table, seated = open_evening(app, 2)
    tabs = [table.take_seat(3), table.take_seat(4), table.take_seat(5)]
    assert [ask(table, tab) for tab in tabs] == [422] * 3
    assert "No one else here" in seated[2].page(f"{table.path}/host").one("main").text
    assert ask(table, seated[2]) == 422
    table, seated = open_evening(app, 2, 3, 4)
    late = table.take_seat(5)
    ask(table, seated[2])
    assert answer(table, late) == 422
    assert answer(table, late, "no") == 422
    assert answer(table, seated[2]) == 422, "one's own request"
    assert answer(table, seated[3]) == answer(table, seated[3]) == 200
    assert kinds(table) == ["host", "takeover", "vote"], "one seat has one vote"
    for phone in (table.joiner(), table.watcher(), table.stranger()):
        assert ask(table, phone) == answer(table, phone) == 403


def test_a_phone_in_a_pocket_says_neither_yes_nor_no(app: Flask, away: None) -> None:
    """Nothing is given by silence: the request waits for its two."""
    table, seated = open_evening(app, 2, 3, 4)
    ask(table, seated[2])
    answer(table, seated[3])
    assert ask(table, seated[2]) == 302
    assert table.role_of(seated[2]) == "scorer"


def test_after_a_restart_phones_that_sat_before_the_host_recorded_last_can_take_over(app: Flask, away: None) -> None:
    table, seated = open_evening(app, 2, 3, 4)
    table.record("undo")
    late = table.take_seat(5)
    HEARD.pop(table.id)
    assert ask(table, late) == 422
    assert ask(table, seated[2]) == 302
    HEARD.pop(table.id, None)
    assert [answer(table, seated[player]) for player in (3, 4)] == [200, 200]
    assert "deputy" in kinds(table)

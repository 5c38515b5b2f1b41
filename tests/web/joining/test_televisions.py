"""A television: its code, what it sees, and until when it shows the QR to join."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.web.http import invitations
from scorekeeper.web.http.invitations import ALPHABET
from tests.web.pages import Element, parse
from tests.web.phones import Phone, Table


def television_page(table: Table) -> Element:
    """Return the page to which the row in the host's menu leads."""
    response = table.host.submit(table.path, f"{table.path}/television")
    return table.host.page(response.location)


def code_of(table: Table) -> str:
    """Return the code to type on a television."""
    (code,) = television_page(table).of_class("to-television__code")
    return code.text


def open_television(table: Table) -> Phone:
    """Return a television on which the code was typed."""
    television = table.stranger()
    response = television.post("/join", {"code": code_of(table)})
    assert (response.status_code, response.location) == (302, f"{table.path}/watch")
    return television


def count_invitations(phone: Phone, table: Table) -> int:
    """Return how many QRs to join the page of the television shows."""
    return len(phone.page(f"{table.path}/watch").of_class("tv__join"))


def test_one_tap_shows_a_code_that_both_pages_take_and_that_is_no_code_to_join(table: Table) -> None:
    page = television_page(table)
    assert next(page.all("dd")).text == "localhost"
    code = code_of(table).replace(" ", "")
    assert len(code) == 6
    assert set(code) <= set(ALPHABET)
    assert f"{table.path}/watch" in [each.attributes["href"] for each in page.of_class("button") if each.tag == "a"]
    (shown,) = table.host.page(table.path).of_class("invite__code")
    assert code_of(table) == code_of(table) != shown.one("b").text
    for path in ("/", "/join"):
        typed = table.stranger().submit(path, "/join", code=f" {code_of(table).lower()} ")
        assert typed.location == f"{table.path}/watch"


def test_the_code_leads_to_the_television_and_its_qr_to_the_names(table: Table) -> None:
    television = open_television(table)
    assert table.role_of(television) == "watcher"
    page = television.page(f"{table.path}/watch")
    assert page.one("a", href=f"{table.path}?view=phone").text == "With a menu", "a way back"
    assert television.get(f"{table.path}/seat").status_code == 403
    (corner,) = open_television(table).page(f"{table.path}/watch").of_class("tv__join")
    joined = table.services.invitations.for_table(table.id)
    assert str(joined.spaced_code) in corner.text
    assert corner.one("img").attributes["src"] == f"{table.path}/join.svg?{joined.token[-6:]}"
    assert table.stranger().post("/join", {"code": str(joined.code)}).location == f"{table.path}/seat"


def test_only_who_keeps_the_score_sees_the_code(table: Table) -> None:
    code = code_of(table)
    table.limit_scorers(2)
    for phone in (table.watcher(), table.joiner(), table.take_seat(1)):
        page = phone.page(f"{table.path}/television")
        assert code not in page.text
        assert not list(page.one("main").all("form"))
        assert phone.post(f"{table.path}/television").status_code == 403
    assert code in table.take_seat(2).page(f"{table.path}/television").text


def test_the_code_ends_after_twelve_hours_what_it_gave_does_not(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    code, television = code_of(table), open_television(table)

    class Later(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]  # noqa: ARG003
            return datetime.now(UTC) + timedelta(hours=12)

    with monkeypatch.context() as later:
        later.setattr(invitations, "datetime", Later)
        assert table.stranger().post("/join", {"code": code}).status_code == 422
        page = table.host.page(f"{table.path}/television")
        assert page.of_class("to-television__code") == [], "to make another, it has to be stored"
        assert list(page.one("main").all("form"))
        assert television.get(f"{table.path}/watch").status_code == 200
        television_page(table)
    assert code_of(table) != code


@pytest.mark.parametrize("kind", ["join", "watch", "others"])
def test_a_television_ends_with_the_links_to_watch_and_to_join(table: Table, kind: str) -> None:
    """It shows both. Its code ends with it."""
    code, television = code_of(table), open_television(table)
    guest = table.stranger()
    (link,) = [image.attributes["alt"] for image in television.page(f"{table.path}/watch").all("img", width="232")][1:]
    assert guest.get(link.removeprefix("QR code: http://localhost")).status_code == 302
    table.host.post(f"{table.path}/links/revoke", {"kind": kind})
    assert [table.role_of(phone) for phone in (television, guest)] == ["stranger"] * 2
    assert table.stranger().post("/join", {"code": code}).status_code == 422
    assert code_of(table) != code


def test_a_television_shows_the_way_in_while_seats_are_free(table: Table) -> None:
    television = open_television(table)
    for player in range(1, 6):
        assert count_invitations(television, table) == 1
        table.take_seat(player)
    assert count_invitations(television, table) == 0
    assert television.get(f"{table.path}/join.svg").status_code == 403
    assert not parse(television.get(f"{table.path}/watch").text).of_class("dock")
    code = table.services.invitations.find_code(code_of(table))
    assert code, "what has ended is the code to join"


def test_nobody_is_invited_who_only_watches_or_once_the_evening_is_over(table: Table) -> None:
    """Neither on the page of the television, nor by its stream, nor as the image alone."""
    guest, television = table.watcher(), open_television(table)
    assert [count_invitations(phone, table) for phone in (guest, table.host, television)] == [0, 1, 1]
    for phone, status in ((guest, 403), (television, 200)):
        assert phone.get(f"{table.path}/join.svg").status_code == status
        with phone.client.get(f"/live/{table.id}?view=television", headers=phone.headers) as stream:
            news = (str(message, "utf-8") for message in stream.response if isinstance(message, bytes))
            frame = next(message for message in news if "data-version" in message)
            assert ("join.svg" in frame) is (status == 200)
    table.play_hand()
    table.host.post(f"{table.path}/people/end", {"version": table.version})
    assert count_invitations(television, table) == 0


def test_a_stream_ends_when_a_television_only_watches_from_then_on(table: Table) -> None:
    """It has followed the link to watch, too; the frames that invite are none of a watcher's."""
    television = open_television(table)
    television.get(f"/l/{table.services.grants.issue(table.id, 'watch')}")
    stream = television.client.get(f"/live/{table.id}?view=television", headers=television.headers)
    news = (str(message, "utf-8") for message in stream.response if isinstance(message, bytes))
    assert "join.svg" in next(message for message in news if "data-version" in message)
    table.host.post(f"{table.path}/links/revoke", {"kind": "join"})
    assert table.role_of(television) == "watcher"
    assert "join.svg" not in next(message for message in news if "denied" in message or "data-version" in message)
    assert count_invitations(television, table) == 0
    stream.close()

"""Joining: who is here, the code beside the QR, and a seat that is taken back from another phone."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from limits import RateLimitItemPerHour

from scorekeeper.web.http import invitations, security
from scorekeeper.web.http.invitations import ALPHABET, Invitations, read_keys
from scorekeeper.web.http.sessions import COOKIE
from scorekeeper.web.page import access
from tests.cases import for_each, require
from tests.web.pages import Element, parse
from tests.web.phones import NAMES, Phone, Table, open_table


def code_of(table: Table) -> str:
    """The code that the host's phone shows."""
    (shown,) = table.host.page(table.path).of_class("invite__code")
    return shown.one("b").text


def seat_captions(page: Element) -> dict[str, str]:
    """Return the caption under each name."""
    return {name.text: foot.text for name, foot in zip(page.seats("b"), page.seats("small"), strict=True)}


# --- Who is here ---
def test_names_tick_in_and_the_same_link_and_code_stand_where_they_may_be_passed_on(table: Table) -> None:
    assert table.host.page(table.path).of_class("head__fact")[0].text == "0 of 5 are here"
    table.take_seat(2)
    page = table.host.page(table.path)
    assert page.of_class("head__fact")[0].text == "1 of 5 are here"
    assert seat_captions(page) == {"Ana": "not yet", "Bo": "here", "Cho": "not yet", "Dan": "not yet", "Eun": "not yet"}
    assert page.of_class("last__text")[0].text == "Bo took a seat"
    pages = [table.host.page(table.path), table.take_seat(1).page(table.path)]
    links = {
        button.attributes["data-share"]
        for page in pages
        for button in page.all("button")
        if "data-share" in button.attributes
    }
    assert [link.removeprefix("http://localhost") for link in links] == [table.links()[0]]
    assert len({page.of_class("invite__code")[0].text for page in pages}) == 1
    assert table.watcher().page(table.path).of_class("invite") == []
    page = table.host.page(f"{table.path}/links")
    assert seat_captions(page)["Ana"] == "here"
    address = page.one(id="live").attributes["hx-sse:connect"]
    assert re.fullmatch(rf"/live/{table.id}\?program=\w+&view=seats", address)


def test_the_host_is_known_by_the_seat_they_take(table: Table) -> None:
    table.host.post(f"{table.path}/seat", {"player": 4})
    assert seat_captions(table.host.page(table.path))["Dan"] == "host"
    moved = Phone(table.app)
    moved.post(table.links()[2])
    table.host.post(f"{table.path}/forget")
    assert seat_captions(moved.page(table.path))["Dan"] == "not yet"


def test_play_may_begin_before_all_have_come(table: Table) -> None:
    page = table.host.page(table.path)
    assert [key.attributes["value"] for key in page.all("input", name="leader")] == ["1", "2", "3", "4", "5"]
    assert page.form(f"{table.path}/record/start_hand").sends()["leader"] == "1", "the usual one is chosen"
    table.record("start_hand", leader=3)
    assert table.state.current is not None
    assert table.state.current.hand.session.begins == 3


@pytest.mark.parametrize("view", ["", "?view=seats", "?view=names"])
def test_a_stream_shows_at_once_who_sat_down(table: Table, view: str) -> None:
    """Nothing is recorded then: the same version is drawn again, and is marked as another."""
    watcher = table.watcher()
    stream = watcher.client.get(f"/live/{table.id}{view}", headers=watcher.headers)
    news = (str(message, "utf-8") for message in stream.response if isinstance(message, bytes))
    frame = next(message for message in news if "data-version" in message)
    table.take_seat(2)
    later = next(message for message in news if "data-version" in message)
    mark = re.compile(r'data-version="(\d+)" data-here="([-\d]*)"')
    before, after = mark.search(frame), mark.search(later)
    assert before
    assert after
    assert before[1] == after[1]
    assert before[2] != after[2]
    stream.close()


# --- The code ---
def test_a_code_leads_to_the_names_by_its_own_form_alone(table: Table) -> None:
    code = code_of(table)
    assert len(code.replace(" ", "")) == 6
    assert set(code.replace(" ", "")) <= set(ALPHABET)
    phone = Phone(table.app)
    response = phone.post("/join", {"code": f" {code.lower()} "})
    assert response.location == f"{table.path}/seat"
    assert phone.post(f"{table.path}/seat", {"player": 1}).status_code == 302
    assert phone.get(f"{table.path}/move").status_code == 200
    # A link that is wrong is answered alike whether it is a code or not.
    code, phone = code_of(table).replace(" ", ""), Phone(table.app)
    for ask in (phone.get, phone.post):
        answers = [ask(f"/l/{token}") for token in (code, "AAAAAA")]
        assert [answer.status_code for answer in answers] == [422, 422]
    # A wrong code stays in its field.
    page = parse(table.stranger().post("/join", {"code": "abcxyz"}).text)
    assert page.one("input", name="code").attributes["value"] == "abcxyz"
    assert page.problems


HANGUL = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ㅁㅠㅊㅇㄷㄹㅎㅗㅑㅓㅏㅣㅡㅜㅐㅔㅂㄱㄴㅅㅕㅍㅈㅌㅛㅋ", strict=True))


def test_a_code_typed_by_a_keyboard_that_writes_hangul(table: Table) -> None:
    typed = "".join(HANGUL.get(letter, letter) for letter in code_of(table))
    assert Phone(table.app).post("/join", {"code": typed}).location == f"{table.path}/seat"


@for_each(
    ("뮻", "ABC"),  # a syllable of three keys
    ("괎뛟", "RHKQTENPFQ"),  # letters of two keys each
    ("ＡＢＣ　１２", "ABC12"),  # as wide as Chinese characters
    ("ab2 c-d", "AB2C-D"),
)
def test_the_keys_that_were_typed(typed: str, keys: str) -> None:
    assert read_keys(typed) == keys


@for_each(code=["", "AAAAAA", "x" * 5000, "가나다라마바", "%00"])
def test_a_code_that_no_table_has(code: str, *, app: Flask) -> None:
    table = open_table(app)
    phone = Phone(table.app)
    response = phone.post("/join", {"code": code})
    assert response.status_code == 422
    page = parse(response.text)
    assert page.problems == ["No table with this code."]
    reasons = [each.text for each in page.one("main").of_class("row__detail")]
    assert reasons == [
        "Codes have 6 characters, never I, O, 0 or 1.",
        "A code ends once all seats are taken, and after 12 hours. “Invite” on a phone at the table makes a new one.",
        "This is localhost. It must be the address beside the code.",
    ]
    assert page.one("input", name="code").attributes["aria-invalid"] == "true"
    assert table.role_of(phone) == "stranger"


def test_where_nobody_sits_the_name_is_asked_for_and_else_the_seat(app: Flask) -> None:
    table = open_table(app, names=())
    page = table.joiner().page(f"{table.path}/seat")
    assert [each.text for each in page.of_class("dock")[0].of_class("button")] == ["Watch only", "Sit down"]
    assert [each.text for each in page.of_class("button--main")] == ["Sit down"]
    table = open_table(app, names=(*NAMES[:4], "Maximilian von Habs"))
    table.take_seat(1, "ko")
    page = table.joiner("ko").page(f"{table.path}/seat")
    rows = {row.one("bdi").text: row for row in page.of_class("row")}
    assert list(rows) == [*NAMES[:4], "Maximilian von Habs"]
    assert rows["Ana"].of_class("tag--good")
    assert not rows["Bo"].of_class("tag--good")
    assert rows["Bo"].attributes["form"] == "take-seat"
    assert page.one("form", id="take-seat").attributes["action"] == f"{table.path}/seat"


def test_a_code_ends_after_twelve_hours(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    code = code_of(table)

    class Later(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]  # noqa: ARG003
            return datetime.now(UTC) + timedelta(hours=12)

    with monkeypatch.context() as later:
        later.setattr(invitations, "datetime", Later)
        assert Phone(table.app).post("/join", {"code": code}).status_code == 422
        table.services.hub.publish_access_change(table.id)
        links = f"{table.path}/links"
        for page in (table.host.page(table.path), table.host.page(links)):
            assert page.of_class("invite__code") == [], "to make another, it has to be stored"
        assert table.host.submit(links, f"{links}/code").location == links
    assert table.host.page(links).of_class("invite__code")[0].one("b").text == code_of(table) != code
    assert not list(table.host.page(links).all("form", action=f"{links}/code"))
    assert Phone(table.app).post("/join", {"code": code_of(table)}).status_code == 302


def test_invitations_follow_from_the_secret_and_the_table_in_every_process(table: Table) -> None:
    """And so does one that starts anew; neither ends what the other shows."""
    shown, another = table.services.invitations, Invitations(table.services.grants, str(table.app.secret_key).encode())
    assert another.for_table(table.id) == shown.for_table(table.id) == another.for_table(table.id)
    table.host.post(f"{table.path}/links/revoke", {"kind": "join"})
    assert another.for_table(table.id) == shown.for_table(table.id) == another.for_table(table.id)
    # None stands for two tables, and none can be reckoned without the server's key.
    grants, invitation = table.services.grants, table.services.invitations.for_table(table.id)
    other = open_table(table.app)
    assert {*other.services.invitations.for_table(other.id)}.isdisjoint(invitation)
    assert Invitations(grants, b"another").for_table(table.id).code is None
    grants.keep_codes(table.id, Invitations(grants, b"another").codes(table.id))
    assert Invitations(grants, b"another").for_table(table.id).code not in (None, invitation.code)


def test_a_code_ends_with_the_links_or_with_the_last_seat(table: Table) -> None:
    code, link = code_of(table), table.links()[0]
    table.host.post(f"{table.path}/links/revoke", {"kind": "join"})
    assert Phone(table.app).post("/join", {"code": code}).status_code == 422
    assert code_of(table) != code
    assert table.links()[0] != link
    code = code_of(table)
    for player in range(1, 6):
        found = require(table.services.invitations.find_code(code))
        assert (found.table_id, found.kind) == (table.id, "code")
        table.take_seat(player)
    assert Phone(table.app).post("/join", {"code": code}).status_code == 422
    assert table.host.page(table.path).of_class("invite") == []
    links = f"{table.path}/links"
    assert table.host.page(links).of_class("invite__code") == []
    # For somebody who comes late there is another one, which ends when they sit.
    assert table.host.submit(links, f"{links}/code").location == links
    code = table.host.page(links).of_class("invite__code")[0].one("b").text
    late = Phone(table.app)
    assert late.post("/join", {"code": code}).location == f"{table.path}/seat"
    assert late.post(f"{table.path}/seat", {"version": table.version, "name": "Fay"}).location == table.path
    assert Phone(table.app).post("/join", {"code": code}).status_code == 422


def count_tries(phone: Phone, code: str = "AAAAAA") -> int:
    return phone.post("/join", {"code": code}).status_code


def test_any_number_of_right_codes_and_five_wrong_ones_a_minute(limited_app: Flask) -> None:
    """Wrong codes of one phone are limited, and none of it is looked at then; others behind its router pass."""
    table = open_table(limited_app)
    code, phone, other = code_of(table), Phone(limited_app), Phone(limited_app)
    assert [count_tries(Phone(limited_app), code) for _ in range(8)] == [302] * 8
    assert count_tries(other) == 422
    assert [count_tries(phone) for _ in range(6)] == [422] * 5 + [429]
    assert (count_tries(phone, code), count_tries(phone)) == (429, 429), "a refused try tells nothing"
    assert (count_tries(Phone(limited_app), code), count_tries(other), count_tries(other, code)) == (302, 422, 302)


def test_two_phones_that_mistype_lock_nobody_out(limited_app: Flask) -> None:
    table = open_table(limited_app)
    people = [Phone(limited_app) for _ in range(8)]
    assert [count_tries(phone) for phone in people] == [422] * 8
    assert [count_tries(phone, code_of(table)) for phone in people] == [302] * 8
    # Loaded before the phone had a name, each with the token of its own page.
    phone = Phone(limited_app)
    tabs = [dict(phone.page("/join").form("/join").sends().items(multi=True)) for _ in range(2)]
    statuses = [phone.client.post("/join", data={**tabs[tap % 2], "code": "AAAAAA"}).status_code for tap in range(6)]
    assert statuses == [422] * 5 + [429]


def test_a_network_guesses_no_further_by_phones_or_addresses_that_it_makes_up(limited_app: Flask) -> None:
    """Each has a name of its own, or none."""
    phone = Phone(limited_app)
    token = phone.token
    cookie = require(phone.client.get_cookie(COOKIE))
    statuses = []
    for _ in range(61):
        phone.client.set_cookie(COOKIE, cookie.value)
        statuses.append(phone.client.post("/join", data={"code": "AAAAAA", "csrf_token": token}).status_code)
    assert statuses == [422] * 60 + [429]
    assert count_tries(Phone(limited_app), code_of(open_table(limited_app))) == 429, "no guess is looked at"
    statuses = []
    for address in range(61):
        phone = Phone(limited_app)
        phone.client.environ_base["REMOTE_ADDR"] = f"2001:db8::{address}"
        statuses.append(count_tries(phone))
    assert statuses == [422] * 60 + [429]


def test_refused_tries_make_nobodys_code_longer(limited_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """1,200 of one phone, of which 1,195 were refused, made every table show eight characters for twelve hours."""
    monkeypatch.setattr(security, "CODE_LENGTHS", {6: RateLimitItemPerHour(8, 12)})
    table, phone = open_table(limited_app), Phone(limited_app)
    code = code_of(table)
    assert [count_tries(phone) for _ in range(30)] == [422] * 5 + [429] * 25
    assert code_of(table) == code
    assert count_tries(Phone(limited_app), code) == 302
    refused = phone.post("/join", {"code": code})
    assert 1 <= int(refused.headers["Retry-After"]) <= 60, "no try that was refused makes the wait longer"
    assert "Scan the QR instead, or try again in 1 minute." in refused.text


def test_one_network_makes_nobodys_code_longer(limited_app: Flask) -> None:
    """A script without cookies is judged sixty times an hour, in twelve hours and perhaps the part of one more."""
    of_one, of_all = security.WRONG_CODES_OF_A_NETWORK, security.CODE_LENGTHS[min(security.CODE_LENGTHS)]
    assert (of_all.get_expiry() // of_one.get_expiry() + 1) * of_one.amount < of_all.amount
    assert [count_tries(Phone(limited_app)) for _ in range(60)] == [422] * 60
    refused = Phone(limited_app).post("/join", {"code": "AAAAAA"})
    assert (refused.status_code, "in 60 minutes" in refused.text or "in 1 hour" in refused.text) == (429, True)


def guess_from_networks(app: Flask, guesses: int) -> None:
    """Try wrong codes, each from a network of its own."""
    for network in range(guesses):
        phone = Phone(app)
        phone.client.environ_base["REMOTE_ADDR"] = f"198.51.{network // 250}.{network % 250}"
        count_tries(phone)


def test_codes_grow_when_all_networks_together_guess(limited_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shorter ones are worth nothing then; every table shows a longer one, and that passes."""
    monkeypatch.setattr(security, "CODE_LENGTHS", {6: RateLimitItemPerHour(20, 12), 8: RateLimitItemPerHour(11, 12)})
    table = open_table(limited_app)
    for length, guesses in ((6, 20), (8, 10), (10, 10)):
        code = code_of(table)
        assert len(code.replace(" ", "")) == length
        guess_from_networks(limited_app, guesses - 1)
        assert count_tries(Phone(limited_app), code) == 302
        guess_from_networks(limited_app, 1)
        # Where it is worth nothing any more, it is one of the wrong ones itself.
        assert count_tries(Phone(limited_app), code) == (302 if length == 10 else 422)
    link = table.links()[0]
    assert Phone(limited_app).get(link).status_code == 302, "links are as they were"


def test_the_boards_show_the_longer_code_at_once(limited_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "CODE_LENGTHS", {6: RateLimitItemPerHour(3, 12)})
    table = open_table(limited_app)
    hub, told = table.services.hub, list[str]()
    monkeypatch.setattr(hub, "count_watching", lambda: {table.id: 1})
    monkeypatch.setattr(hub, "publish_access_change", told.append)
    guess_from_networks(limited_app, 2)
    assert told == []
    guess_from_networks(limited_app, 2)
    assert told == [table.id]


# --- Take my seat back ---
def ask_for_seat(table: Table, player: int = 1) -> Phone:
    phone = table.joiner()
    location = phone.post(f"{table.path}/seat", {"player": player}).location
    assert phone.post(location).status_code == 302
    return phone


def shown_claims(page: Element) -> list[str]:
    """Return the claims that a table shows."""
    return [form.one("input", name="claim").attributes["value"] for form in page.of_class("claim")]


def answer_claim(phone: Phone, table: Table, said: str) -> None:
    (claim,) = shown_claims(phone.page(table.path))
    response = phone.post(f"{table.path}/seat/answer", {"claim": claim, "answer": said}, htmx=True)
    assert response.status_code == 200
    assert shown_claims(parse(response.text)) == []


def test_nothing_is_taken_without_a_tap_of_somebody_who_sits(table: Table) -> None:
    first, friend = table.take_seat(1), table.take_seat(2)
    late = ask_for_seat(table)
    assert first.get(f"{table.path}/move").status_code == 200
    assert late.get(f"{table.path}/move").status_code == 403
    answer_claim(friend, table, "yes")
    assert late.get(f"{table.path}/move").status_code == 200, "the phone that asked has the seat"
    assert first.get(f"{table.path}/move").status_code == 403, "the old phone watches"
    assert first.get(table.path).status_code == 200
    assert late.get(f"{table.path}/seat/1/ask").location == table.path


def test_a_seat_that_is_refused_stays_where_it_is(table: Table) -> None:
    first = table.take_seat(1)
    late = ask_for_seat(table)
    answer_claim(first, table, "no")
    assert first.get(f"{table.path}/move").status_code == 200
    assert late.get(f"{table.path}/move").status_code == 403
    assert "Nobody has let you in" in late.page(f"{table.path}/seat/1/ask?asked=1").one("main").text


def test_nobody_lets_themselves_in(table: Table) -> None:
    """A phone with another seat may ask, and somebody else must answer."""
    table.take_seat(1)
    thief, friend = table.take_seat(2), table.take_seat(3)
    thief.post(f"{table.path}/seat/1/ask")
    (claim,) = shown_claims(thief.page(table.path))
    response = thief.post(f"{table.path}/seat/answer", {"claim": claim, "answer": "yes"})
    assert response.status_code == 422
    answer_claim(friend, table, "yes")
    held = {grant.player for grant in table.services.grants.list(table.id) if grant.kind == "seat"}
    assert held == {1, 3}, "one phone, one seat, and not only once it looks"
    assert thief.get(f"{table.path}/seat/1/ask").location == table.path


def test_a_watcher_and_a_joiner_answer_nothing(table: Table) -> None:
    table.take_seat(1)
    ask_for_seat(table)
    (claim,) = shown_claims(table.host.page(table.path))
    for phone in (table.watcher(), table.joiner()):
        fields = {"claim": claim, "answer": "yes"}
        assert phone.post(f"{table.path}/seat/answer", fields).status_code == 403
    assert shown_claims(table.host.page(table.path)) == [claim]


def test_the_host_may_answer_and_need_not_ask(table: Table) -> None:
    first = table.take_seat(1)
    ask_for_seat(table)
    answer_claim(table.host, table, "yes")
    assert first.get(f"{table.path}/move").status_code == 403
    assert table.host.post(f"{table.path}/seat", {"player": 2}).status_code == 302
    assert table.host.post(f"{table.path}/seat/1/ask").status_code == 302
    assert "Ana" in table.host.page(f"{table.path}/move").one("main").text
    assert {each.player for each in table.services.grants.list(table.id) if each.kind == "seat"} == {1}


def test_two_phones_of_one_person_do_not_let_each_other_into_the_seat_of_the_host(table: Table) -> None:
    """Neither do they turn away another who asks. The host's phone may do both, and so may another host."""
    table.host.post(f"{table.path}/seat", {"player": 1})
    one, other = table.take_seat(2), ask_for_seat(table)
    assert "on that phone or on a host's" in other.page(f"{table.path}/seat/1/ask").one("main").text
    (claim,) = shown_claims(table.host.page(table.path))
    for said in ("yes", "no"):
        refused = one.post(f"{table.path}/seat/answer", {"claim": claim, "answer": said})
        assert (refused.status_code, "Only the host" in refused.text) == (403, True)
    assert shown_claims(table.host.page(table.path)) == [claim]
    assert other.get(f"{table.path}/move").status_code == 403
    assert "claim--host" in one.page(table.path).of_class("claim")[0].attributes["class"]
    cohost = Phone(table.app)
    cohost.post(table.links()[2])
    answer_claim(cohost, table, "no")
    ask_for_seat(table)
    answer_claim(table.host, table, "yes")
    assert table.host.get(f"{table.path}/move").status_code == 403


def test_the_phone_at_the_seat_of_a_host_answers_for_it(table: Table) -> None:
    """Also where the host has moved that seat to another phone of theirs, which is no host."""
    table.host.post(f"{table.path}/seat", {"player": 1})
    moved = Phone(table.app)
    moved.post(table.seat_link(table.host))
    late = ask_for_seat(table)
    answer_claim(moved, table, "yes")
    assert late.get(f"{table.path}/move").status_code == 200


def test_the_host_of_the_same_players_again_is_known_by_their_seat(table: Table) -> None:
    """Nobody else gives that seat away."""
    table.host.post(f"{table.path}/seat", {"player": 1})
    table.play_hand()
    location = table.host.post("/again", {"table": table.id, "key": "k"}).location
    again = Table(table.host, location.rpartition("/")[2])
    assert seat_captions(again.host.page(again.path))["Ana"] == "host"


def test_who_asked_may_take_it_back(table: Table) -> None:
    table.host.post(f"{table.path}/seat", {"player": 1})
    thief = table.take_seat(2)
    thief.post(f"{table.path}/seat/1/ask")
    (claim,) = shown_claims(thief.page(table.path))
    assert thief.post(f"{table.path}/seat/answer", {"claim": claim, "answer": "no"}).status_code == 303
    assert shown_claims(table.host.page(table.path)) == []


@pytest.mark.parametrize("kind", ["join", "others"])
def test_a_claim_ends_with_the_link_by_which_somebody_came(table: Table, kind: str) -> None:
    """One Yes after the link was revoked seated the phone."""
    friend = table.take_seat(1)
    stranger = ask_for_seat(table)
    (claim,) = shown_claims(friend.page(table.path))
    table.host.post(f"{table.path}/links/revoke", {"kind": kind})
    assert table.role_of(stranger) == "stranger"
    assert shown_claims(table.host.page(table.path)) == []
    table.host.post(f"{table.path}/seat/answer", {"claim": claim, "answer": "yes"})
    assert table.role_of(stranger) == "stranger"


def test_a_claim_of_a_phone_that_sits_ends_with_its_seat(table: Table) -> None:
    one = table.take_seat(1)
    two = table.take_seat(2)
    table.host.post(f"{table.path}/links/revoke", {"kind": "join"})
    two.post(f"{table.path}/seat/1/ask")
    assert len(shown_claims(one.page(table.path))) == 1
    seat = next(grant for grant in table.services.grants.list_of_players(table.id) if grant.player == 2)
    table.host.post(f"{table.path}/links/revoke", {"kind": "seat", "grant": seat.id})
    assert shown_claims(one.page(table.path)) == []


def test_a_seat_that_was_given_stays_when_the_link_ends(table: Table) -> None:
    friend = table.take_seat(1)
    stranger = ask_for_seat(table)
    answer_claim(friend, table, "yes")
    table.host.post(f"{table.path}/links/revoke", {"kind": "join"})
    assert table.role_of(stranger) == "player"


def test_a_claim_is_no_link_and_an_old_one_is_not_shown(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.take_seat(1)
    token = table.services.grants.issue(table.id, "claim", 1)
    phone = Phone(table.app)
    assert phone.get(f"/l/{token}").status_code == 422
    assert phone.post(f"/l/{token}").status_code == 405
    assert table.role_of(phone) == "stranger"
    ask_for_seat(table)
    monkeypatch.setattr(access, "CLAIM_LASTS", timedelta(0))
    assert shown_claims(table.host.page(table.path)) == []


def test_asking_is_limited(limited_app: Flask) -> None:
    table = open_table(limited_app)
    table.take_seat(1)
    phone = table.joiner()
    assert [phone.post(f"{table.path}/seat/1/ask").status_code for _ in range(13)] == [302] * 12 + [429]
    assert len(shown_claims(table.host.page(table.path))) == 1, "a phone asks once"


@pytest.mark.parametrize("moves", [(), ("start_hand",)])
def test_a_claim_shows_in_every_phase(table: Table, moves: tuple[str, ...]) -> None:
    table.take_seat(1)
    for move in moves:
        table.record(move)
    ask_for_seat(table)
    assert len(shown_claims(table.host.page(table.path))) == 1


# --- Which seat is this phone's? ---
def seated_name(table: Table, phone: Phone) -> str:
    return table.state.name(int(phone.page(table.path).one("body").attributes["data-seat"] or 0))


def test_who_opens_a_table_is_asked_at_once_which_seat_is_theirs(table: Table) -> None:
    asked = table.host.page(f"{table.path}/links").form(f"{table.path}/seat")
    assert [each.text for each in asked.all("button")] == [table.state.name(player) for player in table.state.seating]
    table.take_seat(2)
    asked = table.host.page(f"{table.path}/links").form(f"{table.path}/seat")
    assert "2" not in [each.attributes["value"] for each in asked.all("button")]
    assert table.host.post(f"{table.path}/seat", {"player": 1}).location.endswith(table.path)
    assert not list(table.host.page(f"{table.path}/links").all("form", action=f"{table.path}/seat"))


@for_each(asked=[{"player": 99}, {"player": "x"}, {"name": " "}])
def test_a_phone_with_a_seat_is_refused_one_that_there_is_not(asked: dict[str, object], *, app: Flask) -> None:
    table = open_table(app)
    bo = table.take_seat(2)
    refused = bo.post(f"{table.path}/seat", {**asked, "version": table.version})
    assert refused.status_code == 422
    assert parse(refused.text).problems
    assert seated_name(table, bo) == "Bo"


def test_a_phone_with_a_seat_comes_from_the_names_to_the_table(table: Table) -> None:
    bo = table.take_seat(2)
    assert bo.get(f"{table.path}/seat").location.endswith(table.path)
    assert bo.post(f"{table.path}/seat", {"player": 2}).location.endswith(table.path)


@pytest.mark.parametrize(("field", "value", "wanted"), [("player", 3, "Cho"), ("name", "Gil", "Gil")])
def test_a_phone_with_a_seat_is_asked_before_it_changes_seats(
    table: Table, field: str, value: object, wanted: str
) -> None:
    bo = table.take_seat(2)
    offered = bo.page(f"{table.path}/seat?move=1")
    assert "You sit as Bo. Tap the seat you want instead." in offered.one("main").text
    form = offered.all("form", action=f"{table.path}/seat")
    fields = {**next(iter(form)).sends().to_dict(), "version": table.version, field: value}
    asked = parse(bo.post(f"{table.path}/seat", fields).text)
    assert wanted in asked.one("main").text
    assert "You sit as Bo" in asked.one("main").text
    assert seated_name(table, bo) == "Bo"
    moved = bo.post(f"{table.path}/seat", asked.form(f"{table.path}/seat").sends().to_dict())
    assert moved.location.endswith(table.path)
    assert seated_name(table, bo) == wanted

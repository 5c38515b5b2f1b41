"""Bounds on writing: whatever phones a script makes up, its network and its table may write only so much."""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerMinute
from werkzeug.test import TestResponse
from werkzeug.wrappers import Response

from scorekeeper.export import import_document
from scorekeeper.store import StoredAction
from scorekeeper.web.http import write_bounds
from scorekeeper.web.http.asgi import FORM_TYPE, KEPT_BY
from scorekeeper.web.http.security import limiter
from scorekeeper.web.http.services import Target
from scorekeeper.web.http.write_bounds import (
    BYTES_OF_AN_ACTION,
    TooMuchWritten,
    begin_writing,
    count_actions,
    count_request,
)
from tests.web.board.test_fast_taps import CONTRACT, send_to_fast_path, verified_headers
from tests.web.conftest import MakeApp
from tests.web.fuzz.door import scope_of
from tests.web.fuzz.judging import SentRequest
from tests.web.page.test_access import SENT, addresses
from tests.web.pages import parse
from tests.web.phones import Fields, Phone, Table, open_table

VERSION_1 = Path(__file__).parents[2] / "landed" / "version_1"
NETWORK = "192.0.2.1"
ADDRESSES = [path for method, path, _ in addresses() if method == "POST"]


class Clock:
    """The time of the server, which stands still."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of the server."""
    clock = Clock()
    monkeypatch.setattr(time, "time", clock)
    return clock


@pytest.fixture
def counting_app(make_app: MakeApp, url: str, clock: Clock) -> Flask:
    """An application on either engine that counts, from zero."""
    app = make_app(RATELIMIT_ENABLED=True, DATABASE=url)
    limiter.enabled = True
    limiter.reset()
    return app


@pytest.fixture
def app_in_memory(make_app: MakeApp, clock: Clock) -> Flask:
    """An application that counts, from zero."""
    app = make_app(RATELIMIT_ENABLED=True)
    limiter.enabled = True
    limiter.reset()
    return app


def lower_bound(patch: pytest.MonkeyPatch, name: str, *limits: RateLimitItem) -> None:
    """Let a bound be smaller from now on, with nothing counted yet."""
    patch.setattr(write_bounds, name, limits)
    limiter.reset()


def fill_address(path: str, table: Table) -> str:
    """Return an address of the table of access for a table; its group is one of nobody."""
    grants = table.services.grants
    path = path.replace("ID", table.id).replace("GROUP", "group-of-nobody")
    return path.replace("JOIN", grants.issue(table.id, "join")).replace("HOST", grants.issue(table.id, "host"))


def fill_form(path: str, table: Table) -> Fields:
    """Return what the form at an address holds."""
    form = {"version": table.version, "name": "Zoe", **SENT.get(f"POST {path}", {})}
    return {name: table.id if value == "ID" else value for name, value in form.items()}


def count_left() -> int:
    """Return how many more requests the network of the tests may write."""
    limit, *_ = write_bounds.REQUESTS_OF_A_NETWORK
    return limiter.limiter.get_window_stats(limit, "requests", "network", "127.0.0.1").remaining


# --- Every form ---
def test_every_form_is_refused_to_a_network_that_wrote_too_much(
    app_in_memory: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(app_in_memory)
    table.play_hand()
    before, sent = table.log, {path: (fill_address(path, table), fill_form(path, table)) for path in ADDRESSES}
    lower_bound(monkeypatch, "REQUESTS_OF_A_NETWORK", RateLimitItemPerMinute(1, 10))
    assert table.host.post("/language", {"language": "en"}).status_code == 302
    for address, form in sent.values():
        answer = table.host.post(address, form)
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "600"), address
        assert "from this network" in parse(answer.text).one("main").text
    assert table.log == before
    assert table.host.get(table.path).status_code == 200, "reading goes on"


@pytest.mark.exhaustive
def test_every_form_that_is_taken_counts(app_in_memory: Flask) -> None:
    """A form that is refused has written nothing: nobody uses up by such what others of the network may write."""
    taken = 0
    for path in ADDRESSES:
        table = open_table(app_in_memory)
        table.play_hand()
        address, form = fill_address(path, table), fill_form(path, table)
        limiter.reset()
        before = count_left()
        answer = table.host.post(address, form)
        assert before - count_left() == (answer.status_code < 400), path
        taken += answer.status_code < 400
    assert taken > len(ADDRESSES) / 3


# --- Phones that a script makes up ---


def test_four_phones_write_no_more_than_one(counting_app: Flask, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    table, other = open_table(counting_app), open_table(counting_app)
    phones = [table.host, *(table.take_seat(player) for player in (1, 2, 3))]
    lower_bound(monkeypatch, "ACTIONS_OF_A_TABLE", RateLimitItemPerMinute(8, 10))
    forms = ["start_hand", "undo"] * 4 + ["start_hand"] * 2
    taps = [table.send(form, by=phones[number % 4]) for number, form in enumerate(forms)]
    assert [tap.status_code for tap in taps] == [200] * 8 + [429] * 2
    assert "at this table" in taps[-1].get_json()["message"]
    assert "10 minutes" in taps[-1].get_json()["message"]
    other.record("start_hand")
    clock.now += int(taps[-1].headers["Retry-After"])
    table.record("start_hand")


def test_both_paths_refuse_alike(app_in_memory: Flask, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    table = open_table(app_in_memory)
    headers = verified_headers(table)
    for name in ("ACTIONS_OF_A_TABLE", "REQUESTS_OF_A_NETWORK"):
        with monkeypatch.context() as patch:
            lower_bound(patch, name, RateLimitItemPerMinute(2, 10))
            statuses = [send_to_fast_path(table, form, {}, headers).status for form in ("undo", "redo")]
            assert statuses == [204, 204]
            body = urlencode({"version": table.version}).encode()
            said = SentRequest("POST", f"{table.path}/record/undo", "", dict(headers), FORM_TYPE.decode(), body)
            fast = table.services.record_fast_tap(scope_of(said, "right"), Target(table.id, "undo"), body)
            ordinary = table.send("undo")
            assert isinstance(fast, Response)
            assert send_to_fast_path(table, "undo", {}, headers).status == 429
            assert (fast.status_code, ordinary.status_code) == (429, 429)
            assert fast.get_data(as_text=True) == ordinary.text
            assert fast.headers["Retry-After"] == ordinary.headers["Retry-After"] == "600"
        clock.now += 600


def test_tables_of_one_network_share_its_bound(counting_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [open_table(counting_app) for _ in range(3)]
    lower_bound(monkeypatch, "REQUESTS_OF_A_NETWORK", RateLimitItemPerMinute(4, 10))
    for number, table in enumerate(tables):
        table.host.client.environ_base["REMOTE_ADDR"] = f"2001:db8:1:2::{number}"
    tables[2].host.client.environ_base["REMOTE_ADDR"] = "2001:db8:1:3::1"
    statuses = [tables[number % 2].send("start_hand" if number < 2 else "undo").status_code for number in range(4)]
    assert statuses == [200] * 4
    assert [table.send("start_hand").status_code for table in tables] == [429, 429, 200]


def test_a_stranger_uses_up_nothing_of_a_table(counting_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does a guest: what they may not record is counted for nobody."""
    table = open_table(counting_app)
    lower_bound(monkeypatch, "ACTIONS_OF_A_TABLE", RateLimitItemPerMinute(1, 10))
    lower_bound(monkeypatch, "REQUESTS_OF_A_NETWORK", RateLimitItemPerMinute(1, 10))
    statuses = [table.send("start_hand", by=phone).status_code for phone in (table.stranger(), table.watcher())]
    limiter.reset()
    statuses += [table.send("start_hand", by=phone).status_code for phone in (table.stranger(), Phone(table.app))]
    assert statuses == [403] * 4
    table.record("start_hand")


# --- Bytes ---
def size_of(actions: Sequence[StoredAction]) -> int:
    return sum(BYTES_OF_AN_ACTION + sum(map(len, each.moves)) + len(each.rows or b"") for each in actions)


def test_bytes_are_those_of_the_log_whatever_the_request_holds(counting_app: Flask) -> None:
    table = open_table(counting_app)
    limiter.reset()
    start = len(table.services.store.events.load(table.id))
    table.play_hand()
    table.record("adjust", {"amount_1": 5, "amount_2": -5, "reason": "late", "filler": "x" * 5_000})
    written = size_of(table.services.store.events.load(table.id)[start:])
    for writer, name, (limit, *_) in (
        ("table", table.id, write_bounds.BYTES_OF_A_TABLE),
        ("network", "127.0.0.1", write_bounds.BYTES_OF_A_NETWORK),
    ):
        assert limiter.limiter.get_window_stats(limit, "bytes", writer, name).remaining == limit.amount - written


@pytest.mark.parametrize("name", ["BYTES_OF_A_TABLE", "BYTES_OF_A_NETWORK"])
def test_too_long_is_not_recorded(
    counting_app: Flask, monkeypatch: pytest.MonkeyPatch, clock: Clock, name: str
) -> None:
    table = open_table(counting_app)
    headers = verified_headers(table)
    lower_bound(monkeypatch, name, RateLimitItemPerMinute(BYTES_OF_AN_ACTION + 60, 10))
    before = table.log
    for _ in range(2):
        assert send_to_fast_path(table, "enter_contract", CONTRACT, headers).status == 429
    assert table.send("enter_contract", CONTRACT).status_code == 429
    assert table.log == before
    assert table.send("undo").status_code == 200, "what is refused uses up nothing"
    assert table.send("redo").status_code == 429
    clock.now += 600
    assert send_to_fast_path(table, "redo", {}, headers).status == 204


def test_new_tables_and_files_count_for_their_network(app_in_memory: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    phone, file = Phone(app_in_memory), (VERSION_1 / "mighty.json").read_bytes()
    form = {"game": "mighty", "preset": "pagat", "name_1": "Ana"}
    assert phone.token

    def bring_file() -> int:
        data = {"csrf_token": phone.token, "file": (VERSION_1 / "mighty.json").open("rb")}
        return phone.client.post("/import", data=data).status_code

    lower_bound(monkeypatch, "BYTES_OF_A_NETWORK", RateLimitItemPerDay(len(file) + 10))
    assert (bring_file(), bring_file()) == (303, 429)
    assert phone.post("/new", form).status_code == 429
    limiter.reset()
    assert phone.post("/new", form).status_code == 302


# --- Kept taps ---
def test_a_kept_tap_is_refused_and_recorded_later(
    counting_app: Flask, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    """It comes again with its key, though the table has gone on meanwhile or not, and is recorded once."""
    table = open_table(counting_app)
    lower_bound(monkeypatch, "ACTIONS_OF_A_TABLE", RateLimitItemPerMinute(1, 10))
    table.record("start_hand")
    owner = parse(table.host.get(table.path).text).one("body").attributes["data-phone"]
    table.host.headers |= {"Idempotency-Key": "kept", KEPT_BY: owner}
    kept = {**CONTRACT, "version": table.version}
    refused = table.send("enter_contract", kept)
    assert refused.status_code == 429
    assert refused.is_json, "a phone takes a page for somebody else's"
    clock.now += int(refused.headers["Retry-After"])
    assert [table.send("enter_contract", kept).status_code for _ in range(2)] == [200, 200]
    assert [move for move in table.log if b"enter_contract" in move].__len__() == 1


# --- Words ---
def test_the_refusal_is_told_in_the_readers_language(app_in_memory: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(app_in_memory)
    table.record("start_hand")
    told = set()
    for name in ("ACTIONS_OF_A_TABLE", "REQUESTS_OF_A_NETWORK"):
        with monkeypatch.context() as patch:
            lower_bound(patch, name, RateLimitItemPerMinute(1))
            assert table.send("undo").status_code == 200
            for language in ("en", "ko", "ja", "zh"):
                table.host.headers["Accept-Language"] = language
                told.add(table.send("redo").get_json()["message"])
            limiter.reset()
            table.record("redo")
    assert len(told) == 8


@pytest.mark.parametrize("limited", ["/l/guess", "/join"])
def test_every_refusal_of_this_kind_says_when_to_come_again(app_in_memory: Flask, clock: Clock, limited: str) -> None:
    phone = Phone(app_in_memory)

    def ask() -> TestResponse:
        return phone.post("/join", {"code": "AAAAAA"}) if limited == "/join" else phone.get(limited)

    answers = [ask() for _ in range(61)]
    assert answers[-1].status_code == 429
    assert 60 <= int(answers[-1].headers["Retry-After"]) <= 61
    clock.now += int(answers[-1].headers["Retry-After"])
    assert ask().status_code == 422


# --- Real evenings ---
def fastest_hands(app: Flask, *names: str) -> Iterator[list[StoredAction]]:
    """Yield the logs of evenings that were recorded card by card, by the most detailed way of each game."""
    events = app.extensions["scorekeeper"].store.events
    for name in names:
        yield events.load(import_document(events, (VERSION_1 / f"{name}.json").read_bytes()))


@pytest.mark.parametrize(("seconds", "taps"), [(1.0, 600), (2.4, 2_000)], ids=["a tap a second", "card by card"])
def test_two_games_behind_one_router_are_never_refused(
    app_in_memory: Flask, clock: Clock, seconds: float, taps: int
) -> None:
    """Cards are played at 250 in ten minutes; in a burst, what was played meanwhile is entered at one a second."""
    logs = list(fastest_hands(app_in_memory, "mighty", "zhao_pengyou-cards"))
    with app_in_memory.app_context():
        for tap in range(taps):
            for number, log in enumerate(logs):
                begin_writing(NETWORK)
                count_actions(f"table {number}", [log[tap % len(log)]])
                count_request(NETWORK)
            clock.now += seconds


def test_eight_tables_behind_one_router_play_card_by_card_for_eight_hours() -> None:
    taps, bytes_of_a_tap = 8 * 250, 200 + BYTES_OF_AN_ACTION
    (in_ten_minutes, in_a_day), (of_ten_minutes, of_a_day) = (
        [limit.amount for limit in limits]
        for limits in (write_bounds.REQUESTS_OF_A_NETWORK, write_bounds.BYTES_OF_A_NETWORK)
    )
    assert taps <= in_ten_minutes
    assert taps * 6 * 8 <= in_a_day
    assert taps * bytes_of_a_tap <= of_ten_minutes
    assert taps * 6 * 8 * bytes_of_a_tap <= of_a_day


STEP = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 3_000), st.integers(0, 400))
"""A network, a table, the bytes of a move and the seconds after it."""


def try_to_write(network: str, table_id: str, action: StoredAction) -> int:
    """Write an action of a network at a table; return the seconds to wait where that is refused."""
    try:
        begin_writing(network)
        count_actions(table_id, [action])
    except TooMuchWritten as refusal:
        return refusal.seconds
    count_request(network)
    return 0


@given(st.lists(STEP, max_size=60))
def test_whoever_is_refused_is_let_in_after_the_time_that_was_told(steps: list[tuple[int, int, int, int]]) -> None:
    """And no window ever holds more than its limit, for whatever networks and tables share what is written."""
    app, clock = Flask("counting"), Clock()
    limiter.init_app(app)  # it has no counter before the first application
    small: Mapping[str, tuple[RateLimitItem, ...]] = {
        "REQUESTS_OF_A_NETWORK": (RateLimitItemPerMinute(6, 10), RateLimitItemPerDay(20)),
        "ACTIONS_OF_A_TABLE": (RateLimitItemPerMinute(4, 10),),
        "BYTES_OF_A_TABLE": (RateLimitItemPerMinute(8_000, 10),),
        "BYTES_OF_A_NETWORK": (RateLimitItemPerMinute(12_000, 10), RateLimitItemPerDay(40_000)),
    }
    with pytest.MonkeyPatch.context() as patch, app.app_context():
        patch.setattr(time, "time", clock)
        patch.setattr(limiter, "enabled", True)
        for name, limits in small.items():
            lower_bound(patch, name, *limits)
        written: list[tuple[float, int, int, int]] = []
        for network, table, size, pause in steps:
            action, waits = StoredAction(1, "", (b"x" * size,), 2), 0
            while wait := try_to_write(str(network), str(table), action):
                assert 1 <= wait <= 86_400
                clock.now += wait
                waits += 1
            assert waits <= 4, "each of its windows ends once"
            written.append((clock.now, network, table, size + BYTES_OF_AN_ACTION))
            clock.now += pause
    for who in range(3):
        of_network = [(at, size) for at, network, _, size in written if network == who]
        assert_sums_below(of_network, 600, 2 * 6, 2 * 12_000)
        assert_sums_below(of_network, 86_400, 2 * 20, 2 * 40_000)
        assert_sums_below([(at, size) for at, _, table, size in written if table == who], 600, 2 * 4, 2 * 8_000)


def assert_sums_below(written: list[tuple[float, int]], seconds: int, most: int, most_bytes: int) -> None:
    """Any span as long as a window touches two windows at most."""
    for begin, _ in written:
        within = [size for at, size in written if begin <= at < begin + seconds]
        assert len(within) <= most
        assert sum(within) <= most_bytes

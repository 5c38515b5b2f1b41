"""Access of every role to every address and every command."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

import scorekeeper.web
from scorekeeper.table import moves as m
from scorekeeper.web.board.table import TABLE_FORMS
from scorekeeper.web.http.asgi import asgi_application
from scorekeeper.web.http.sessions import COOKIE
from scorekeeper.web.page.access import MOVE_ROLES, OWN_BUSINESS, Role
from scorekeeper.web.page.screens import SCREENS
from tests import loops
from tests.cases import for_each
from tests.tiers import in_turn
from tests.web.fuzz.door import ask, scope_of
from tests.web.fuzz.judging import SentRequest
from tests.web.pages import parse
from tests.web.phones import Fields, Phone, Table, open_table

pytestmark = pytest.mark.exhaustive

ROLES = tuple(Role)
"""Stranger, watcher, joiner, player, scorer, host: the columns of the tables."""

ADDRESSES = Path(__file__).with_name("addresses.txt")

POOR = [f"{suit}{rank}" for suit in "CD" for rank in range(2, 7)]
HAND: Fields = {"declarer": 1, "level": 16, "trump": "H", "side": "card|2", "points": 12}
SENT: Mapping[str, Fields] = {
    "POST /new": {"game": "mighty", "preset": "pagat"},
    "POST /again": {"table": "ID"},
    "POST /rules/keep": {"game": "mighty", "preset": "pagat"},
    "POST /rules/drop": {"game": "mighty", "preset": "pagat"},
    "POST /g/GROUP/rules": {"game": "mighty", "preset": "pagat"},
    "POST /t/ID/sheet/1": HAND,
    "POST /t/ID/sheet/1/void": {"reason": "misdeal"},
    "POST /t/ID/settle/stakes": {"worth": "0.50", "coin": 5, "unit": "€"},
    "POST /t/ID/links/revoke": {"kind": "watch"},
    "POST /t/ID/links/scorers": {"scorer_2": "yes"},
    "POST /t/ID/rules": {"preset": "base10"},
}
"""What the forms hold, besides the version. A name of their own is added to forms that let someone sit down."""


def addresses() -> list[tuple[str, str, tuple[int, ...]]]:
    """Return the rows of the table: method, path, and what it answers each role."""
    rows = (line.split() for line in ADDRESSES.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return [(method, path, tuple(map(int, statuses))) for method, path, *statuses in rows]


def phones_by_role(table: Table) -> list[Phone]:
    """A phone of each role."""
    phones = [table.stranger(), table.watcher(), table.joiner(), table.take_seat(1), table.take_seat(2), table.host]
    table.limit_scorers(2)
    return phones


class Asked:
    """A table in its second hand, a phone of each role, and the name of a group that has this night."""

    def __init__(self, app: Flask) -> None:
        self.table = open_table(app)
        self.table.play_hand()
        self.table.record("start_hand")
        self.phones = phones_by_role(self.table)
        self.group = f"group-{self.table.id}"

    def make_group(self) -> None:
        groups = self.table.services.store.groups
        groups.create(self.group, "Card club")
        groups.add_night(self.group, self.table.id, {1: "Ana"})


@pytest.fixture(scope="module")
def spare_tables() -> list[Asked]:
    """The table for requests that change nothing, once there is one. A case that fails does not give it back."""
    return []


def reason_of(refusal: TestResponse) -> str:
    """Return why a request was refused, for a person or for a program."""
    return str(refusal.json["message"]) if refusal.json else parse(refusal.text).one("main").text


@for_each(*addresses())
def test_every_address_answers_every_role(
    method: str, path: str, expected: tuple[int, ...], *, app: Flask, spare_tables: list[Asked]
) -> None:
    changes = path.startswith("/l/") or "GROUP" in path or (method == "POST" and min(expected) < 400)
    asked = Asked(app) if changes or not spare_tables else spare_tables.pop()
    table, grants = asked.table, asked.table.services.grants
    here = path.replace("ID", table.id).replace("GROUP", asked.group)
    here = here.replace("JOIN", grants.issue(table.id, "join")).replace("HOST", grants.issue(table.id, "host"))
    if "GROUP" in path:
        asked.make_group()
    statuses = []
    for role, phone in zip(ROLES, asked.phones, strict=True):
        sent = SENT.get(f"{method} {path}", {})
        form = {"version": table.version, "name": f"The {role.name}", **sent}
        form = {key: table.id if value == "ID" else value for key, value in form.items()}
        before = table.log
        response = phone.get(here) if method == "GET" else phone.post(here, form)
        statuses.append(response.status_code)
        if response.status_code >= 400:
            assert table.log == before
            assert reason_of(response), "a refusal says why"
        response.close()
    assert tuple(statuses) == expected
    if not changes:
        spare_tables.append(asked)


def test_every_address_has_its_row(app: Flask) -> None:
    """A new route without a row in the table fails here."""
    adapter = app.url_map.bind("")
    tested = {adapter.match(path, method)[0] for method, path, _ in addresses()}
    assert tested == {rule.endpoint for rule in app.url_map.iter_rules()}
    by_method = {(adapter.match(path, method)[0], method) for method, path, _ in addresses()}
    assert by_method == {
        (rule.endpoint, method)
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if method in ("GET", "POST")
    }


AT_EVERY_TABLE: Mapping[str, Fields] = {
    "mode": {"by": "play:result"},
    "start_hand": {},
    "void_hand": {"number": 1, "reason": "x"},
    "rename": {"player": 3, "name": "Zed"},
    "leave": {"player": 3},
    "play_on": {"player": 3},
    "swap": {"one": 3, "other": 4},
    "move_seat": {"player": 3, "before": 1},
    "draw_seats": {},
    "draw_leader": {},
    "adjust": {"amount_3": 1, "amount_4": -1, "reason": "x"},
    "penalize": {"player": 3, "amount": 1, "reason": "x"},
    "undo": {},
    "redo": {},
    "begin": {},
    "earlier": {"amount_1_3": 1, "amount_1_4": -1},
    "totals": {"total_3": 9, "total_4": -9},
}

MIGHTY: Mapping[str, Fields] = {
    "place_bid": {"player": 3, "level": 14, "trump": "H"},
    "pass": {"player": 3},
    "all_pass": {},
    "enter_contract": {"declarer": 3, "level": 14, "trump": "H"},
    "claim_redeal": {"player": 3},
    "accept_claim": {},
    "answer_claim": {"player": 3, "level": 20, "trump": "H"},
    "take_kitty": {},
    "change_contract": {"level": 20, "trump": "H"},
    "change_after_kitty": {"level": 20, "trump": "H"},
    "call_friend": {"call": "none"},
    "exchange": {"call": "none", "contract": "20H"},
    "drop": {"holder": 3},
    "record_trick": {"winner": 3, "points": 1},
    "reveal_friend": {"player": 3},
    "give_win_order": {},
    "play_card": {"player": 3, "card": "SA"},
    "lead_aloud": {"player": 3, "card": "JK>H"},
    "other_friend": {"player": 3, "was": 4},
    "clear_table": {},
    "result": HAND,
    "record_hand": HAND,
}

COMMANDS: Mapping[Role, Mapping[str, Fields]] = {
    Role.JOINER: {"join": {"name": "Zoe"}, "return": {"player": 3}},
    Role.SCORER: {**AT_EVERY_TABLE, **MIGHTY},
    Role.HOST: {"limit_hands": {"hands": 9}, "end": {}, "resume": {}, "set_token": {"player": 3, "spent": "yes"}},
}
"""The least role that may record each form, and what the form holds: about nobody's own seat."""


ZHAO_PENGYOU: Mapping[str, Fields] = {
    "adjust": {"amount_3": 5, "reason": "x"},
    "totals": {"total_3": 9},
    "expose": {"player": 3, "shown": "1xS"},
    "take_back": {"takes": 3},
    "end_deal": {},
    "turn_kitty": {"cards": "SA"},
    "enter_trumps": {"maker": 3, "suit": "H"},
    "call_friends": {"calls": "SA#1"},
    "play_cards": {"player": 3, "cards": "SA"},
    "play_unseen": {"player": 3},
    "beat_throw": {"player": 3, "shown": "SA"},
    "record_throw": {"player": 3},
    "record_trick": {"winner": 3, "points": 5},
    "other_friend": {"player": 3, "was": 4},
    "clear_table": {},
    "reveal_friend": {"player": 3, "call": "SA#1"},
    "result": {"points": 90, "last_trick": "makers"},
    "record_hand": {"maker": 3, "suit": "H", "points": 90, "last_trick": "makers"},
}
"""The same of the other game: all of it is a scorer's."""

COMMANDS_OF: Mapping[str, Mapping[Role, Mapping[str, Fields]]] = {
    "mighty": COMMANDS,
    "zhao_pengyou": {**COMMANDS, Role.SCORER: {**AT_EVERY_TABLE, **ZHAO_PENGYOU}},
}


@pytest.mark.parametrize(
    ("door", "game", "least", "form", "fields"),
    [
        (door, game, least, form, fields)
        for game, commands in COMMANDS_OF.items()
        for least, forms in commands.items()
        for form, fields in forms.items()
        for door in in_turn(f"{game} {form}", ("record", "people"))
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_command_is_recorded_from_its_role_upwards(
    app: Flask, door: str, game: str, least: Role, form: str, fields: Fields
) -> None:
    """Above the role the command is judged by the rules, which may refuse it; below, nothing judges it."""
    table = open_table(app, game=game)
    table.record("start_hand")
    if form in ("result", "reveal_friend"):  # their meaning depends on the contract, so it must be there to be read
        made: Fields = {"declarer": 3, "level": 14, "trump": "H"} if game == "mighty" else {"maker": 3, "suit": "H"}
        table.record("enter_contract" if game == "mighty" else "enter_trumps", made)
    for role, phone in zip(ROLES, phones_by_role(table), strict=True):
        before = table.log
        response = phone.post(f"{table.path}/{door}/{form}", {"version": table.version, **fields})
        if role >= least:
            assert response.status_code in (303, 422), role.name
        else:
            assert response.status_code == 403, role.name
            assert table.log == before


SCORERS_OWN: tuple[tuple[str, Fields], ...] = (("join", {"name": "Zoe"}), ("rename", {"player": 1, "name": "Zoe"}))
HOSTS_OWN: tuple[tuple[str, Fields], ...] = (
    ("limit_hands", {"hands": 9}),
    ("end", {}),
    ("set_token", {"player": 3, "spent": "yes"}),
    ("rules", {"preset": "base10"}),
)


@pytest.mark.parametrize("door", ["record", "people", "log"])
@pytest.mark.parametrize(
    ("least", "form", "fields"),
    [*((Role.SCORER, *each) for each in SCORERS_OWN), *((Role.HOST, *each) for each in HOSTS_OWN)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_undo_and_redo_need_the_right_of_what_they_turn(
    app: Flask, door: str, least: Role, form: str, fields: Fields
) -> None:
    """By the board and from the history, and where no page has such a form.

    What a player or a joiner may record, scorers alone take back.
    """
    table = open_table(app, redeal="token" if form == "set_token" else "hand_value")
    path = f"{table.path}/rules" if form == "rules" else f"{table.path}/record/{form}"
    for role, phone in zip(ROLES, phones_by_role(table), strict=True):
        assert table.host.post(path, {"version": table.version, **fields}).status_code in (302, 303), role.name
        for turn in ("undo", "redo"):
            before, expected = table.log, 303 if role >= least else 403
            answer = phone.post(f"{table.path}/{door}/{turn}", {"version": table.version})
            assert (answer.status_code, table.log != before) == (expected, expected == 303), (role.name, turn)
            if expected == 403:
                table.record(turn)
        table.record("undo")


@pytest.mark.parametrize(("form", "fields"), HOSTS_OWN)
def test_a_tap_of_a_scorer_takes_the_place_of_nothing_that_is_the_hosts(app: Flask, form: str, fields: Fields) -> None:
    table = open_table(app, redeal="token" if form == "set_token" else "hand_value")
    *_, scorer, host = phones_by_role(table)
    path = f"{table.path}/rules" if form == "rules" else f"{table.path}/record/{form}"
    assert host.post(path, {"version": table.version, **fields}).status_code in (302, 303)
    before = table.log
    tap: Fields = {"instead": "yes", "name": "Zoe"}
    assert table.send("join", tap, by=scorer).status_code == 403
    assert table.log == before
    assert table.send("join", tap, by=host).status_code == 200


def test_an_undo_and_a_redo_of_the_hosts_are_drawn_for_the_host(app: Flask, table: Table) -> None:
    """On a board, which is drawn alike for all who record, they are marked, and the page of a host shows them."""
    *_, scorer, host = phones_by_role(table)
    for turn in ("undo", "redo"):
        table.record("limit_hands", hands=9)
        if turn == "redo":
            table.record("undo")
        marked = host.page(table.path).form(f"{table.path}/record/{turn}").attributes.get("class")
        assert marked == "host-only"
        assert "data-host" in host.page(table.path).one("body").attributes
        assert "data-host" not in scorer.page(table.path).one("body").attributes
        history = f"{table.path}/log"
        buttons = [len(list(phone.page(history).all("button", form=turn))) for phone in (scorer, host)]
        assert buttons == [0, 1], turn
    told = open_table(app)
    told.record("limit_hands", hands=9)
    assert "Only the host may take this back" in told.take_seat(1).page(f"{told.path}/log").text
    told.record("start_hand")
    assert "host-only" not in told.host.page(told.path).form(f"{told.path}/record/undo").attributes.get("class", "")


def test_every_command_of_every_game_has_its_row() -> None:
    """A new form, or a new game, without a row above fails here."""
    named = {game: {form for forms in commands.values() for form in forms} for game, commands in COMMANDS_OF.items()}
    assert named == {game: {*TABLE_FORMS, *screens.recording.forms} for game, screens in SCREENS.items()}


def test_every_move_has_a_form_of_its_role() -> None:
    """The table above has every move that is stricter or freer than a scorer's business."""
    told = {least: set(forms) for least, forms in COMMANDS.items() if least is not Role.SCORER}
    assert told == {Role.JOINER: {"join", "return"}, Role.HOST: {"limit_hands", "end", "resume", "set_token"}}
    assert {move for move, least in MOVE_ROLES.items() if least is Role.JOINER} == {m.JoinTable, m.ReturnToTable}
    at_their_own_address = {m.ChangeRules}
    hosts = {move for move, least in MOVE_ROLES.items() if least is Role.HOST}
    assert hosts == {m.LimitHands, m.EndSession, m.ResumeSession, m.SetToken} | at_their_own_address


def test_what_players_record_of_themselves_is_little() -> None:
    assert {m.RenamePlayer} == OWN_BUSINESS
    own = {game: {move.__name__ for move in screens.recording.own_business} for game, screens in SCREENS.items()}
    assert own == {"mighty": {"ClaimRedeal"}, "zhao_pengyou": set()}


def test_the_games_forms_do_not_hide_the_tables() -> None:
    assert all(not set(TABLE_FORMS) & set(screens.recording.forms) for screens in SCREENS.values())


# --- Another game, and requests before the application ---

OF_A_HAND = ("/t/ID/sheet/", "/t/ID/referee/", "/t/ID/why/")
"""Pages that need a hand that is over, or are a game's own."""


@pytest.mark.parametrize("game", sorted(set(SCREENS) - {"mighty"}))
def test_every_page_of_another_game_answers_every_role_alike(app: Flask, game: str) -> None:
    table = open_table(app, game=game)
    table.record("start_hand")
    every = phones_by_role(table)
    for method, path, expected in addresses():
        if method == "GET" and path.startswith("/t/ID") and not path.startswith(OF_A_HAND):
            here = path.replace("ID", table.id)
            assert tuple(phone.get(here).status_code for phone in every) == expected, path
    for question in SCREENS[game].refereeing.questions:
        statuses = [phone.get(f"{table.path}/referee/{question}").status_code for phone in every]
        assert statuses == [403, *5 * [200]], question


@pytest.mark.parametrize(("method", "admitted"), [("GET", 200), ("HEAD", 200), ("POST", 405), ("PUT", 405)])
def test_the_stream_before_the_application_is_open_to_the_same_roles(
    app: Flask, table: Table, method: str, admitted: int
) -> None:
    whole = asgi_application(app)
    (expected,) = (statuses for how, path, statuses in addresses() if path == "/live/ID" and how == "GET")
    for phone, status in zip(phones_by_role(table), expected, strict=True):
        cookie = phone.client.get_cookie(COOKIE)
        headers = {"Host": "localhost"} | ({"Cookie": f"{COOKIE}={cookie.value}"} if cookie else {})
        said = SentRequest(method, f"/live/{table.id}", "", headers, "text/plain", b"")
        answer = loops.run(ask(whole, scope_of(said, "right"), b""))
        assert answer.status == (admitted if status == 200 or admitted == 405 else status)
        assert ("data-version" in answer.text) is (method == "GET" and answer.status == 200)


@pytest.mark.parametrize(
    ("form", "fields"),
    [("rename", {"name": "Annabel"}), ("claim_redeal", {"cards": POOR})],
)
def test_a_player_who_does_not_keep_the_score_has_own_business(table: Table, form: str, fields: Fields) -> None:
    table.record("start_hand")
    _, _, _, player, _, _ = phones_by_role(table)
    before = table.log
    assert table.send(form, fields, by=player, player=2).status_code == 403
    assert table.log == before
    table.record(form, fields, by=player, player=1)
    assert table.log != before


def test_a_stranger_to_this_table_may_be_at_another(app: Flask) -> None:
    """Capabilities of one table are worth nothing at the next one."""
    table, other = open_table(app), open_table(app)
    for phone in (other.host, other.take_seat(1), other.watcher()):
        assert phone.get(table.path).status_code == 403
        assert table.send("start_hand", by=phone).status_code == 403


def test_a_token_is_good_at_its_own_table_only(app: Flask) -> None:
    table, other = open_table(app), open_table(app)
    phone = table.stranger()
    with phone.client.session_transaction() as session:
        session["tables"] = {table.id: [other.services.grants.issue(other.id, "host")]}
    assert phone.get(table.path).status_code == 403


def test_a_table_that_does_not_exist_looks_like_one_that_is_closed(table: Table) -> None:
    phones = {path: Phone(table.app) for path in ("/t/0123456789ab", table.path)}
    for _ in range(2):  # at the first visit, and as a phone that has come before
        missing, closed = (parse(phone.get(path).text).one("main").text for path, phone in phones.items())
        assert missing == closed


def test_refusals_say_what_would_help(table: Table) -> None:
    stranger, watcher, _, player, scorer, host = phones_by_role(table)
    now = {"version": table.version, "name": "x"}
    for phone, form, says in (
        (stranger, "undo", "Scan the QR at the table"),
        (watcher, "join", "Scan the QR at the table"),
        (player, "undo", "Only those who keep the score"),
        (scorer, "end", "Only the host"),
    ):
        assert says in parse(phone.post(f"{table.path}/record/{form}", now).text).one("main").text
        assert says in table.send(form, by=phone, name="x").get_json()["message"]
    assert "who have a seat" in host.page(f"{table.path}/move", 403).one("main").text


def test_docks_and_forms_are_drawn_for_those_who_may_use_them(table: Table) -> None:
    table.play_hand()
    actions = {}
    for role, phone in zip(ROLES, phones_by_role(table), strict=True):
        if role >= Role.WATCHER:
            own = ("/rules/change",) if role is Role.HOST else ()
            pages = [phone.page(table.path + page) for page in ("", "/people", "/rules", "/links", "/sheet", *own)]
            forms = {form.attributes["action"].removeprefix(table.path) for page in pages for form in page.all("form")}
            actions[role] = forms - {"/language"}
    assert (actions[Role.WATCHER], actions[Role.JOINER]) == (set(), {"/seat"})
    assert actions[Role.PLAYER] == {"/people/rename"}
    assert {"/record/start_hand", "/record/undo", "/people/penalize", "/people/draw_seats"} < actions[Role.SCORER]
    assert actions[Role.HOST] - actions[Role.SCORER] == {
        "/people/limit_hands", "/people/end", "/rules", "/links/revoke", "/links/scorers", "/seat",
    }  # fmt: skip


def test_roles_are_compared_in_one_place() -> None:
    """Elsewhere a view only names the least role that reaches it."""
    web = Path(scorekeeper.web.__file__).parent
    comparing = re.compile(r"visitor\.role\s*(<|>)")
    paths = [*web.rglob("*.py"), *(web.parent.parent / "templates").rglob("*.html")]
    assert [path.name for path in paths if comparing.search(path.read_text(encoding="utf-8"))] == []

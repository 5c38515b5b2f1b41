"""Any sequence of actions at a table, through the forms people see, leaves every screen right.

After each step a phone of every role, and the one that acted, opens every screen. `make soak` goes on without an end.
"""

import io
from typing import ClassVar

import pytest
from flask import Flask
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper.games import GAMES
from scorekeeper.games.game import Player
from scorekeeper.store import Kind
from scorekeeper.table.names import tidy_text
from scorekeeper.web import create_app
from scorekeeper.web.joining import links
from scorekeeper.web.page.access import Role
from scorekeeper.web.page.screens import SCREENS
from tests.tiers import build_test_case
from tests.toy import TOY
from tests.web.conftest import TEST_SETTINGS
from tests.web.form_strategies import Tap, fill_form, find_forms, spoil_form
from tests.web.pages import parse
from tests.web.phones import Phone, Table, open_table
from tests.web.screen_checks import NOTHING, Screen, ScreenView, check_file, check_page, list_screens
from tests.web.toy_screens import SCREENS as TOY_SCREENS
from tests.web.toy_screens import add_toy_templates

NAMES = ("Ana", "Bo", "Cho", "Dan", "Eun", "Fee", "Gus")
ANSWERS = {200, 302, 303, 400, 403, 409, 422}
"""The statuses that may answer a form. 404 is for pages that do not exist."""


class Guest(Phone):
    """A phone that remembers the links it has used and the seat it holds."""

    def __init__(self, app: Flask, *links: str) -> None:
        super().__init__(app)
        self.links = set(links)
        self.seat: Player | None = None
        self.had: set[Player] = set()

    def role(self, table: Table, scorers: set[Player] | None) -> Role:
        """Return the highest role that its links and its seat give."""
        if "host" in self.links:
            return Role.HOST
        if self.player(table) is not None:
            return Role.SCORER if scorers is None or self.seat in scorers else Role.PLAYER
        watches = "watch" in self.links or self.had
        return Role.JOINER if "join" in self.links else Role.WATCHER if watches else Role.STRANGER

    def player(self, table: Table) -> Player | None:
        """Return the player it acts for; None once that player's arrival was undone."""
        return self.seat if self.seat in table.state.people else None


def has_current_hand(evening: "Evening") -> bool:
    return evening.table.state.current is not None


def has_no_current_hand(evening: "Evening") -> bool:
    return evening.table.state.current is None


def has_finished_hand(evening: "Evening") -> bool:
    return bool(evening.table.state.hands)


class Evening(RuleBasedStateMachine):
    """A table of one game and the phones around it."""

    game: ClassVar[str]
    presets: ClassVar[tuple[str, ...]]

    # --- The table, its phones ---

    @initialize(data=st.data(), players=st.sampled_from([6, 5, 3, 0]), limited=st.booleans())
    def open_evening(self, data: st.DataObject, players: int, limited: bool) -> None:
        self.patch = pytest.MonkeyPatch()
        self.patch.setitem(GAMES, "toy", TOY)
        self.patch.setitem(SCREENS, "toy", TOY_SCREENS)
        self.patch.setattr(links, "qr_svg", lambda address: address.encode())  # it takes longer than any page
        self.app = add_toy_templates(create_app(TEST_SETTINGS))
        self.host = Guest(self.app, "host")
        preset = data.draw(st.sampled_from(self.presets))
        self.table = open_table(self.app, preset, NAMES[:players], game=self.game, host=self.host)
        self.guests = [
            self.host,
            Guest(self.app),
            *(self.add_guest(kind) for kind in ("watch", "join", "join", "join")),
        ]
        self.acted, self.late = self.host, list[tuple[Guest, Tap]]()
        self.scorers: set[Player] | None = None
        self.closed: set[tuple[str, Role]] = set()
        for player, guest in zip(self.table.state.people, self.guests[3:5], strict=False):
            self.send(guest, Tap(f"{self.table.path}/seat", MultiDict({"player": str(player)})))
        if players and limited:
            self.send(self.host, Tap(f"{self.table.path}/links/scorers", MultiDict({"scorer_1": "yes"})))

    def add_guest(self, kind: Kind) -> Guest:
        """Return a phone that has used a link."""
        guest = Guest(self.app, kind)
        assert guest.get(f"/l/{self.table.services.grants.issue(self.table.id, kind)}").status_code == 302
        return guest

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.check_export()
            self.patch.undo()
            self.app.extensions["scorekeeper"].store.close()

    def check_export(self) -> None:
        """Check that the exported file, imported again, makes the same evening."""
        file = (io.BytesIO(self.host.get(f"{self.table.path}/export.json").data), "evening.json")
        response = self.host.client.post(
            "/import", data={"file": file, "csrf_token": self.host.token}, content_type="multipart/form-data"
        )
        assert response.status_code == 303, parse(response.text).problems
        other = Table(self.host, response.location.split("/")[2])
        assert other.state.standings == self.table.state.standings
        assert other.log == self.table.log

    # --- Sending forms ---

    def send(self, guest: Guest, tap: Tap, *, htmx: bool = False) -> TestResponse:
        """Send a form. It is recorded, or refused in words, and nothing breaks."""
        before, self.acted = self.table.version, guest
        response = guest.post(tap.action, tap.fields, htmx=htmx)
        event(f"{tap.action.removeprefix(self.table.path).rstrip('0123456789')} {response.status_code}")
        assert response.status_code in ANSWERS, f"{tap}: {response.status}"
        after = self.table.version
        if response.status_code in (403, 409, 422) and not tap.action.endswith("/seat"):
            assert after == before, tap
        assert after <= before + 1
        if response.status_code == 302 and not response.location.endswith("/ask"):  # where a held seat is asked for
            self.note_changes(guest, tap)
        self.late.append((guest, tap))
        return response

    def note_changes(self, guest: Guest, tap: Tap) -> None:
        """Note what a form about links and seats has changed, by its fields."""
        match tap.action.removeprefix(self.table.path):
            case "/seat" if "player" in tap.fields:
                self.note_seat(guest, int(tap.fields["player"]))
            case "/seat":
                people = self.table.state.people.values()
                named = (each.number for each in people if each.name == tidy_text(tap.fields["name"]))
                self.note_seat(guest, next(named))
            case "/links/scorers":
                chosen = {player for player in self.table.state.people if f"scorer_{player}" in tap.fields}
                self.scorers = None if chosen == self.table.state.people.keys() else chosen
            case "/forget":
                for other in self.guests:
                    if guest.seat in other.had:  # what was passed on stays, and ends with nobody's seat
                        other.links.add("watch")
                guest.links, guest.seat, guest.had = set(), None, set()
            case "/links/revoke":
                self.note_revoked(tap)

    def note_seat(self, guest: Guest, player: Player) -> None:
        """Note which seat a phone has; those that watch because they had its other one watch because of this one."""
        for other in self.guests:
            if guest.seat in other.had:
                other.had = other.had - {guest.seat} | {player}
        guest.seat = player

    def note_revoked(self, tap: Tap) -> None:
        """Note which phones lose a link or a seat."""
        kind = tap.fields["kind"]
        held = {grant.player for grant in self.table.services.grants.list(self.table.id) if grant.kind == "seat"}
        for guest in self.guests:
            if kind in ("join", "watch"):
                guest.links.discard(kind)
            if kind in ("watch", "others"):
                guest.had = set()
            if kind == "seat":
                guest.had &= held
            if kind == "others":
                guest.links &= {"host"} if guest is self.acted else set()
            if kind in ("seat", "others") and guest.seat not in held:
                guest.seat = None

    def tap_something(self, data: st.DataObject, guest: Guest, path: str, *addresses: str) -> str | None:
        """Fill in a form of a page and send it, mostly sensibly. Return where it leads, if anywhere."""
        response = guest.get(self.table.path + path)
        if response.status_code != 200:
            return None
        found = find_forms(parse(response.text), *(self.table.path + each for each in addresses))
        if not found:
            return None
        tap = data.draw(fill_form(*data.draw(st.sampled_from(found))))
        if data.draw(st.integers(0, 3)) == 0:
            tap = data.draw(spoil_form(tap))
        answer = self.send(guest, tap, htmx="/record/" in tap.action and data.draw(st.booleans()))
        return answer.headers.get("Location", answer.headers.get("HX-Redirect"))

    def draw_guest(self, data: st.DataObject) -> Guest:
        return data.draw(st.sampled_from(self.guests))

    def draw_scorer(self, data: st.DataObject) -> Guest:
        able = [guest for guest in self.guests if guest.role(self.table, self.scorers) >= Role.SCORER]
        return data.draw(st.sampled_from(able))

    # --- What people do ---

    @precondition(has_no_current_hand)
    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        self.tap_something(data, self.draw_scorer(data), "", "/record/start_hand")

    @precondition(has_current_hand)
    @rule(data=st.data(), taps=st.integers(1, 6))
    def play(self, data: st.DataObject, taps: int) -> None:
        guest, state = self.draw_scorer(data), self.table.state
        for _ in range(taps):
            if not has_current_hand(self):
                break
            self.tap_something(
                data, guest, "", *(f"/record/{form}" for form in SCREENS[state.game.key].recording.forms)
            )

    @precondition(has_finished_hand)
    @rule(data=st.data())
    def correct_hand(self, data: st.DataObject) -> None:
        hand = data.draw(st.sampled_from(self.table.state.hands))
        scorer, line = self.draw_scorer(data), data.draw(st.sampled_from(["", "/deal", "/0", "/1"]))
        at = scorer.get(f"{self.table.path}/sheet/{hand.number}/fix{line}").headers.get("Location")
        for _ in range(4):
            if at is None or "/fix/" not in at:
                break
            at = self.tap_something(data, scorer, at.partition(self.table.path)[2], "/fix/")

    @rule(data=st.data(), times=st.integers(1, 3), form=st.sampled_from(["undo", "undo", "redo"]))
    def take_back(self, data: st.DataObject, times: int, form: str) -> None:
        guest = self.draw_scorer(data)
        for _ in range(times):
            self.tap_something(data, guest, "", f"/record/{form}")

    @rule(data=st.data())
    def change_people(self, data: st.DataObject) -> None:
        page = data.draw(st.sampled_from(["/people", "/people/new"]))
        self.tap_something(data, self.draw_guest(data), page, "/people")

    @rule(data=st.data())
    def change_rules(self, data: st.DataObject) -> None:
        hosts = [guest for guest in self.guests if guest.role(self.table, self.scorers) == Role.HOST]
        self.tap_something(data, data.draw(st.sampled_from(hosts)), "/rules/change", "/rules")

    @rule(data=st.data())
    def sit_down(self, data: st.DataObject) -> None:
        guest = data.draw(st.sampled_from([guest for guest in self.guests if guest.links & {"join", "host"}]))
        page = "/seat" if guest.player(self.table) is None else "/seat?move=1"
        found = find_forms(guest.page(self.table.path + page), f"{self.table.path}/seat")
        tap = data.draw(fill_form(*data.draw(st.sampled_from(found))))
        if "name" not in tap.fields:
            if not self.table.state.seating:
                return
            tap.fields["player"] = str(data.draw(st.sampled_from(self.table.state.seating)))
        if guest.player(self.table) is not None:
            tap.fields["move"] = "yes"
        self.send(guest, tap)

    @rule(data=st.data())
    def sit_down_and_undo(self, data: st.DataObject) -> None:
        """Undo an arrival, mostly on the same phone, which then acted for a player who no longer exists."""
        guest = self.guests[-1]
        if "join" not in guest.links or guest.player(self.table) is not None:
            return
        fields = MultiDict({"name": f"New {self.table.version}", "version": str(self.table.version)})
        if self.send(guest, Tap(f"{self.table.path}/seat", fields)).status_code == 302:
            able = guest.role(self.table, self.scorers) >= Role.SCORER
            self.tap_something(data, guest if able else self.draw_scorer(data), "", "/record/undo")

    @rule(data=st.data())
    def move_a_seat(self, data: st.DataObject) -> None:
        old, new = self.draw_guest(data), self.draw_guest(data)
        if old is new or old.player(self.table) is None:
            return
        link = self.table.seat_link(old)
        assert new.get(link).status_code == 200
        assert self.send(new, Tap(link, MultiDict())).status_code == 302
        assert old.seat is not None
        self.note_seat(new, old.seat)
        new.had.add(old.seat)
        old.seat = None

    @rule(data=st.data())
    def hand_out_links(self, data: st.DataObject) -> None:
        self.tap_something(data, self.host, "/links", "/links/")

    @precondition(lambda self: self.late)
    @rule(data=st.data())
    def repeat_old_form(self, data: st.DataObject) -> None:
        """Send a form again that was sent before or drawn long ago."""
        guest, tap = data.draw(st.sampled_from(self.late[-8:]))
        if "/record/" in tap.action or "/people/" in tap.action:
            self.send(guest, tap)

    # --- What holds after each step ---

    @invariant()
    def every_screen_is_right(self) -> None:
        """Check the screens of the phone that acted, then those of the others unless drawn alike."""
        if not hasattr(self, "table"):
            return
        ledger, looked = self.table.services.books.ledger(self.table.id), set[tuple[str, object]]()
        for guest in dict.fromkeys([self.acted, *self.guests]):
            role, player = guest.role(self.table, self.scorers), guest.player(self.table)
            seen = ScreenView(self.table, ledger, NOTHING, role, player)
            for path, screen in list_screens(ledger.state):
                if role < screen.least or (path == "/move" and player is None):
                    self.check_refusal(guest, path, role)
                elif path == "/seat" and player is not None:
                    assert guest.get(self.table.path + path).location.endswith(self.table.path)
                elif (which := (path, screen.alike(role, player))) not in looked:
                    looked.add(which)
                    self.check_screen(guest, path, seen, screen)
        self.check_streams()

    def check_refusal(self, guest: Guest, path: str, role: Role) -> None:
        """Check that a page is refused, once an evening for each role: its content does not matter."""
        if (path, role) not in self.closed:
            self.closed.add((path, role))
            assert guest.get(self.table.path + path).status_code == 403, path

    def check_screen(self, guest: Guest, path: str, seen: ScreenView, screen: Screen) -> None:
        response = guest.get(self.table.path + path)
        assert response.status_code == 200, f"{path} for {seen.role.name}: {response.status}"
        if path.startswith("/export."):
            check_file(path, response.data, seen.state)
        else:
            check_page(seen, path, screen.check, response.text)

    def check_streams(self) -> None:
        """Check that the first frame of each stream has the present version, or for a sheet an older one."""
        admitted = self.acted.role(self.table, self.scorers) > Role.STRANGER
        for view in ("", "?view=television", "?view=sheet"):
            with self.acted.get(f"/live/{self.table.id}{view}") as stream:
                assert stream.status_code == (200 if admitted else 403)
                if admitted:
                    frame = next(stream.iter_encoded()).decode()
                    version = int(frame.removeprefix("id: ").partition("\n")[0])
                    assert version == self.table.version or (view == "?view=sheet" and version < self.table.version)


class MightyEvening(Evening):
    game, presets = "mighty", ("pagat", "korean40")


class ZhaoPengyouEvening(Evening):
    game, presets = "zhao_pengyou", ("pagat", "active_passive", "joker_laps")


class ToyEvening(Evening):
    game, presets = "toy", ("plain", "strides")


TestMighty = build_test_case(MightyEvening, many=3, steps=20)
TestZhaoPengyou = build_test_case(ZhaoPengyouEvening, many=3, steps=20)
TestToy = build_test_case(ToyEvening, many=2, steps=20)

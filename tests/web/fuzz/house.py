"""Tables of both games in several phases, laid out anew whenever one was changed, and a cookie for every role."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from typing import Any, NamedTuple

from flask import Flask
from itsdangerous import URLSafeTimedSerializer

from scorekeeper.games import GAMES
from scorekeeper.store import StoredAction, UnknownGroup
from scorekeeper.store.sql import TABLES, Connection
from scorekeeper.table.disputes import dispute_about_hand
from scorekeeper.web.board.reopening import ReopenedHand
from scorekeeper.web.board.ruling_links import ruling_address
from scorekeeper.web.evening.picture import picture_address as picture_address
from scorekeeper.web.groups.group_pages import link_token
from scorekeeper.web.http.services import Services
from scorekeeper.web.http.sessions import COOKIE, Sessions
from scorekeeper.web.page.access import NAME_LENGTH, Role
from tests.browser.poses import POSES, Pose, fill_in_turn
from tests.browser.poses_zhao_pengyou import POSES as POSES_ZPY
from tests.cases import require
from tests.web.phones import NAMES, open_table

PEOPLE = (*NAMES, "Fay", "Gil", "Hye", "Ian", "Jo", "Kit", "Lea")

SCENES: Mapping[str, Pose] = {
    name: (POSES | dict(POSES_ZPY))[name]
    for name in (
        *("ready", "auction of five", "a claim", "friend", "dropping out", "tally, the friend is known", "cards"),
        *("result only", "result of eight, every trick", "moment", "over"),
        *("zpy: five, nothing shown", "zpy: eight, a defence", "zpy: the kitty is turned", "zpy: eight, calls"),
        *("zpy: eight, tally", "zpy: whose cards were others", "zpy: a throw", "zpy: five, result only"),
        *("zpy: laps, levels", "zpy: eight, result"),
    )
}
"""How far the evening is at each table, as the browser tests have it."""

ENDED, SECOND = "zpy: ended", "moment, a second sheet"
TOKEN = "a-token-against-forged-forms"
PLAYER, SCORER, CLAIMED = 1, 2, 3
"""The seats: of a phone that does not keep the score, of one that does, and one that somebody else asks for."""

IN_NO_GROUP = "moment"
"""The scene whose table is no night yet of its phones' group."""

OF_TABLES = ("tables", "actions", "events", "grants", "revocations", "settings")
OF_GROUPS = (
    *("groups", "people", "former_names", "joined_people", "people_told_apart"),
    *("nights", "night_seats", "group_rules", "group_phones"),
)
"""What the database keeps."""

OF_A_GROUP = (Role.SCORER, Role.HOST)
"""Whose phones belong to the group of which each table is a night, the last as its host."""


class LaidOutTable(NamedTuple):
    """A table as it is laid out: its id, and the tokens of its links and seats by what they are for."""

    table_id: str
    tokens: Mapping[str, str]

    def cookie(self, role: Role, **more: Any) -> dict[str, Any]:
        held = [self.tokens[role.name.lower()]] if role is not Role.STRANGER else []
        groups = {self.tokens["group"]: self.tokens[f"of the {role.name.lower()}"]} if role in OF_A_GROUP else {}
        tables = {self.table_id: held}
        return {
            "tables": tables,
            "groups": groups,
            "device": device_of(role, self.table_id),
            "csrf_token": TOKEN,
            **more,
        }


NUMBERS = count()


def device_of(role: Role, table_id: str) -> str:
    """The name of the phone that has a role at a table: as long as one that the program gives.

    The host's is always the same. Any other is a new one, since what one has been let into is noted for good.
    """
    name = table_id if role is Role.HOST else f"{next(NUMBERS)}"
    return f"{role.name.lower()}-{name}".ljust(NAME_LENGTH, "-")


class Site:
    """An application with a table in each scene."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client = app.test_client(use_cookies=False)
        self.services: Services = app.extensions["scorekeeper"]
        self.logs = {name: scene_log(app, pose) for name, pose in SCENES.items()}
        self.logs[ENDED] = scene_log(app, SCENES["zpy: laps, levels"], "end")
        self.logs[SECOND] = scene_log(app, SCENES["moment"], "begin", "start_hand")
        self.laid = 0
        self.places: dict[str, LaidOutTable] = {}
        for scene in self.logs:
            self.lay_out(scene)

    def lay_out(self, scene: str) -> LaidOutTable:
        """A table in that scene, as it was before anybody changed anything."""
        self.laid += 1
        table_id, (game, log) = f"{self.laid:012x}", self.logs[scene]
        if scene in self.places:
            self.clear_away(self.places[scene].table_id)
            with suppress(UnknownGroup):  # deleted by what was tried
                self.services.store.groups.delete(self.places[scene].tokens["group"])
        self.services.store.events.restore(table_id, game, log)
        grants = self.services.grants
        tokens = {
            "watcher": grants.issue(table_id, "watch"),
            "joiner": grants.issue(table_id, "join"),
            "player": grants.take_seat(table_id, PLAYER, "Android"),
            "scorer": grants.take_seat(table_id, SCORER, "iPhone"),
            "host": grants.issue(table_id, "host"),
            "taken": grants.take_seat(table_id, CLAIMED, "Linux"),
            "claim": grants.issue(table_id, "claim", CLAIMED, "iPad"),
        }
        grants.limit_scorers(table_id, [SCORER])
        brought = self.services.imports.begin(b"{}", "key", device_of(Role.HOST, table_id))
        brought.over.wait()
        tokens["import"] = brought.id
        groups, group_id = self.services.store.groups, f"{self.laid:011x}g"
        groups.create(group_id, "Friday")
        if scene != IN_NO_GROUP:
            groups.add_night(group_id, table_id, {1: "Ana", 2: "Bo"})
        groups.keep_rules(group_id, "ours", {"game": game, "preset": next(iter(GAMES[game].presets))})
        tokens["group"] = group_id
        for role in reversed(OF_A_GROUP):
            tokens[f"of the {role.name.lower()}"] = groups.admit(group_id, "member")
        grants.keep_codes(table_id, self.services.invitations.codes(table_id))
        with self.app.test_request_context():
            invitation = self.services.invitations.for_table(table_id)
            grants.hold("the first guest", table_id, [invitation.token])  # who follows the link first stores it
            tokens["code"] = str(invitation.code)
            tokens["invitation"] = link_token(groups.get(group_id))
            tokens["dispute"] = self.dispute_of(table_id)
            tokens["picture"] = self.picture_of(table_id)
        tokens["reopened"] = self.reopening_of(table_id)
        self.places[scene] = LaidOutTable(table_id, tokens)
        return self.places[scene]

    def dispute_of(self, table_id: str) -> str:
        """Return the text in the address of a dispute about the last hand, whatever it paid."""
        state = self.services.books.ledger(table_id).state
        record = state.last_hand or state.current
        if record is None:
            return "nothing"
        return ruling_address(dispute_about_hand(state, record, "payment")).rpartition("/")[2]

    def reopening_of(self, table_id: str) -> str:
        """Return the part of an address that opens the last line of the hand in progress, or of the one before."""
        state = self.services.books.ledger(table_id).state
        record = state.current or state.last_hand
        return ReopenedHand(state, record.number, None).open_part("").write() if record else "nothing"

    def picture_of(self, table_id: str) -> str:
        grant = next(each for each in self.services.grants.list(table_id) if each.kind == "watch")
        address = picture_address(grant, self.services.books.ledger(table_id).version)
        return address.rpartition("/")[2].removesuffix(".png")

    def clear_away(self, table_id: str) -> None:
        """Take a table that was changed out of the database."""

        def work(db: Connection) -> None:
            for name, columns in reversed(TABLES.items()):
                if "table_id" in columns:
                    db.execute(f"delete from {name} where table_id = ?", [table_id])  # noqa: S608

        self.services.store.grants._database.write(work)

    def contents(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return every row of the database, table by table."""

        def work(db: Connection) -> dict[str, list[tuple[Any, ...]]]:
            return {
                name: list(db.execute(f"select * from {name}"))  # noqa: S608
                for name in (*OF_TABLES, *OF_GROUPS)
            }

        return self.services.store.grants._database.read(work)

    def sign(self, held: Mapping[str, Any]) -> str:
        """A cookie that this program would have written."""
        sessions = self.app.session_interface
        assert isinstance(sessions, Sessions)
        signer = require(sessions.get_signing_serializer(self.app))
        return f"{COOKIE}={signer.dumps(dict(held))!s}"

    @property
    def form_token(self) -> str:
        """The token that forms of every phone carry here."""
        return str(URLSafeTimedSerializer(self.app.secret_key or "", salt="wtf-csrf-token").dumps(TOKEN))

    def game_of(self, scene: str) -> str:
        return self.logs[scene][0]


def scene_log(app: Flask, pose: Pose, *forms: str) -> tuple[str, list[StoredAction]]:
    """Return the game and the log of a table that came to be so, and at which `forms` were recorded then."""
    game = GAMES[pose.game]
    count = pose.players or game.seat_counts(game.presets[pose.preset].rules.change(pose.rules))[0]
    table = open_table(app, pose.preset, PEOPLE[:count], game=pose.game, **pose.rules)
    for form, fields in pose.steps:
        table.record(form, fill_in_turn(table, fields))
    for form in forms:
        table.record(form)
    return pose.game, table.services.store.events.load(table.id)

"""Links that follow from the key: nothing is stored until one is followed, and each ends as a stored one would."""

import base64
from collections.abc import Callable

import pytest

from scorekeeper.store import NOT_STORED, Codes, Grant, Grants, Kind, Store, UnknownTable, build_store, open_store
from scorekeeper.store.links import LINK
from scorekeeper.store.sql import TABLES, Database, Rows
from scorekeeper.store.sqlite import SqliteFile
from tests.cases import for_each, require
from tests.store.log import action, issue_and_find


@pytest.fixture
def store(database: Database) -> Store:
    store = build_store(database)
    for table in ("t", "u"):
        store.events.create(table, "mighty", action(1))
    store.settings.secret_key()
    return store


@pytest.fixture
def grants(store: Store) -> Grants:
    return store.grants


def read_all(database: Database) -> dict[str, list[object]]:
    return database.read(lambda db: {name: db.execute(f"select * from {name}").fetchall() for name in TABLES})  # noqa: S608


def are_good(grants: Grants, *links: str) -> list[bool]:
    """Return whether each link is in force."""
    return [grants.find(link) is not None for link in links]


def test_a_link_is_shown_and_found_again_and_again_and_nothing_is_stored(database: Database, grants: Grants) -> None:
    host = issue_and_find(grants, "host")
    before = read_all(database)
    kinds: list[tuple[Kind, int | None]] = [("join", None), ("watch", host.id), ("host", host.id)]
    links = [grants.derive_link("t", *each) for each in kinds]
    assert [grants.derive_link("t", *each) for each in kinds] == links
    assert len({*links}) == 3
    for (kind, source), link in zip(kinds, links, strict=True):
        found = require(grants.find(link))
        assert (found.id, found.table_id, found.kind, found.source) == (NOT_STORED, "t", kind, source)
        assert len(base64.urlsafe_b64decode(link[-22:] + "==")) == 16
    assert read_all(database) == before


def test_a_link_is_stored_once_when_it_is_followed(grants: Grants) -> None:
    """All who follow it hold the same grant, which ends with its source."""
    seat = issue_and_find(grants, "seat", 1)
    link = grants.derive_link("t", "watch", seat.id)
    for phone in ("one", "other", "one"):
        grants.hold(phone, "t", [link])
    stored = require(grants.find(link))
    assert grants.list("t") == [seat, stored]
    assert grants.list_held("one", "t") == grants.list_held("other", "t") == (stored,)
    assert grants.revoke("t", seat.id)
    assert grants.find(link) is None
    grants.hold("late", "t", [link])
    assert grants.list_held("late", "t") == grants.list_held("one", "t") == ()


@pytest.mark.parametrize("followed", [False, True])
@pytest.mark.parametrize("kind", ["join", "watch", "host"])
def test_a_revocation_ends_links_of_its_kind_alone(grants: Grants, kind: Kind, *, followed: bool) -> None:
    host, other = issue_and_find(grants, "host"), issue_and_find(grants, "host")
    sources: dict[Kind, int | None] = {"join": None, "watch": host.id, "host": host.id}
    links = [grants.derive_link("t", each, source) for each, source in sources.items()]
    of_another_host, of_another_table = grants.derive_link("t", "watch", other.id), grants.derive_link("u", "join")
    if followed:
        grants.hold("phone", "t", links)
    grants.revoke_kinds("t", [kind], but=[host.id])
    assert are_good(grants, *links) == [each != kind for each in sources]
    assert are_good(grants, of_another_host, of_another_table) == [kind == "join", True]
    assert grants.derive_link("t", kind, sources[kind]) not in links
    assert are_good(grants, grants.derive_link("t", kind, sources[kind])) == [True]


@pytest.mark.parametrize("followed", [False, True])
def test_a_link_ends_with_its_source_when_that_is_taken(grants: Grants, *, followed: bool) -> None:
    """Also where that is itself a link that was followed."""
    seat = issue_and_find(grants, "seat", 1)
    first = grants.derive_link("t", "watch", seat.id)
    grants.hold("guest", "t", [first])
    (watching,) = grants.list_held("guest", "t")
    second = grants.derive_link("t", "watch", watching.id)
    if followed:
        grants.hold("friend", "t", [second])
    assert are_good(grants, first, second) == [True, True]
    grants.revoke("t", seat.id)
    assert are_good(grants, first, second) == [False, False]


ENDS_OF_A_SEAT: dict[str, Callable[[Grants, Grant], object]] = {
    "it moves": lambda grants, seat: grants.take_seat("t", 1, instead_of=seat.id),
    "it is claimed": lambda grants, _: grants.admit("t", issue_and_find(grants, "claim", 1).id),
    "another is taken": lambda grants, _: grants.take_seat("t", 2, holder="phone"),
    "it is left": lambda grants, seat: grants.leave("phone", {"t": [seat.id]}),
}


@pytest.mark.parametrize("end", ENDS_OF_A_SEAT)
@pytest.mark.parametrize("followed", ["before", "after"])
def test_a_link_that_a_phone_showed_stays_when_its_seat_moves_or_is_left(
    grants: Grants, end: str, followed: str
) -> None:
    """As one that was followed before does: it ends with the seat that came after, if there is one."""
    seat = require(grants.find(grants.take_seat("t", 1, holder="phone")))
    link = grants.derive_link("t", "watch", seat.id)
    if followed == "before":
        grants.hold("guest", "t", [link])
    ENDS_OF_A_SEAT[end](grants, seat)
    assert are_good(grants, link) == [True]
    if followed == "after":
        grants.hold("guest", "t", [link])
    assert [each.kind for each in grants.list_held("guest", "t")] == ["watch"]
    grants.revoke_kinds("t", ["seat"])
    assert are_good(grants, link) == [end == "it is left"]
    grants.revoke_kinds("t", ["watch"])
    assert are_good(grants, link) == [False]


def test_a_seat_that_moves_on_and_on_takes_its_links_along(grants: Grants) -> None:
    seat = issue_and_find(grants, "seat", 1)
    link = grants.derive_link("t", "watch", seat.id)
    for _ in range(3):
        seat = require(grants.find(grants.take_seat("t", 1, instead_of=seat.id)))
    assert are_good(grants, link) == [True]
    grants.revoke("t", seat.id)
    assert are_good(grants, link) == [False]


@for_each("seat", "watch", "join")
def test_no_grant_but_a_hosts_makes_hosts(kind: Kind, *, grants: Grants) -> None:
    """Even where a page asked for such a link by mistake."""
    source = issue_and_find(grants, kind, 1 if kind == "seat" else None)
    assert are_good(grants, grants.derive_link("t", "host", source.id)) == [False]


@for_each(("join", 1), ("watch", None), ("host", None))
def test_a_link_to_join_and_no_other_is_the_tables(kind: Kind, source: int | None, *, grants: Grants) -> None:
    with pytest.raises(ValueError, match="to join"):
        grants.derive_link("t", kind, source)


def test_a_link_is_good_at_its_own_table_only(grants: Grants) -> None:
    host = issue_and_find(grants, "host")
    grants.hold("phone", "u", [grants.derive_link("t", "join"), grants.derive_link("t", "watch", host.id)])
    assert grants.list_held("phone", "u") == ()
    assert [each.kind for each in grants.list("t")] == ["host"], "nor is it stored by that"
    assert are_good(grants, grants.derive_link("u", "watch", host.id)) == [False]


def test_a_link_that_was_altered_is_worth_nothing(grants: Grants) -> None:
    host, other = issue_and_find(grants, "host"), issue_and_find(grants, "host")
    for link in (grants.derive_link("t", "join"), grants.derive_link("t", "watch", host.id)):
        named, proof = link[:-23], link[-22:]
        swapped = proof[:-2] + ("A" if proof[-2] != "A" else "B") + proof[-1]
        altered = [*(f"{name}-{proof}" for name in ("u", other.id, f"0{named}", 9**18)), f"{named}-{swapped}"]
        malformed = [proof, f"{named}{proof}", f"{named}~{proof}", f"-{proof}", f"{link}\n", f"{link}\0", f"가{link}"]
        assert are_good(grants, *altered, *malformed) == [False] * 12
        assert [LINK.fullmatch(each) is not None for each in (*altered, *malformed)] == 5 * [True] + 7 * [False]


def test_links_follow_from_the_key_of_their_database(grants: Grants, tmp_path_factory: pytest.TempPathFactory) -> None:
    with open_store(tmp_path_factory.mktemp("another") / "another.db") as another:
        another.events.create("t", "mighty", action(1))
        assert another.grants.derive_link("t", "join") != grants.derive_link("t", "join")
        assert are_good(another.grants, grants.derive_link("t", "join")) == [False]


def test_another_process_shows_and_finds_the_same_links(grants: Grants, another: Callable[[], Store]) -> None:
    elsewhere = another().grants
    link = grants.derive_link("t", "join")
    assert elsewhere.derive_link("t", "join") == link
    assert are_good(elsewhere, link) == [True]
    elsewhere.revoke_kinds("t", ["join"])
    assert are_good(grants, link) == [False]


def test_a_deleted_table_has_no_links_nor_has_another_under_its_id(store: Store) -> None:
    """The same form, sent again, makes a table of the same id."""
    link = store.grants.derive_link("t", "join")
    store.grants.revoke_kinds("t", ["join"])
    store.events.delete("t")
    assert are_good(store.grants, link) == [False]
    with pytest.raises(UnknownTable):
        store.grants.derive_link("t", "join")
    store.events.create("t", "mighty", action(1))
    assert store.grants.read_generation("t", "join").times == 0


def test_a_link_of_a_table_that_was_there_before_is_worth_nothing(store: Store) -> None:
    link = store.grants.derive_link("t", "join")
    store.grants._database.write(lambda db: db.execute("update tables set created = '2001' where table_id = 't'"))
    assert are_good(store.grants, link) == [False]


# --- How they are found ---


class ExplainedDatabase:
    """A database that notes the query plan of each statement in `plans`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.plans: dict[str, list[str]] = {}

    def read(self, work: Callable[[object], object], **options: bool) -> object:
        return self._database.read(lambda db: work(self._explain(db)), **options)

    def write(self, work: Callable[[object], object], **options: str) -> object:
        return self._database.write(lambda db: work(self._explain(db)), **options)

    def _explain(self, db: object) -> object:
        plans = self.plans

        class Explained:
            def execute(self, sql: str, values: object = ()) -> Rows:
                rows = db.execute(f"explain query plan {sql}", values)  # type: ignore[attr-defined]
                plans[sql] = [row[3] for row in rows]
                found: Rows = db.execute(sql, values)  # type: ignore[attr-defined]
                return found

        return Explained()


def test_nothing_is_found_by_reading_all_grants(file: SqliteFile) -> None:
    """Revoked grants stay for ever: no statement may take longer because of them."""
    build_store(file).events.create("t", "mighty", action(1))
    explained = ExplainedDatabase(file)
    grants = Grants(explained)  # type: ignore[arg-type]
    host = issue_and_find(grants, "host")
    link = grants.derive_link("t", "watch", host.id)
    grants.hold("phone", "t", [link, grants.take_seat("t", 1), grants.issue("t", "watch", group_phone=1)])
    claim = issue_and_find(grants, "claim", 1)
    grants.admit("t", claim.id)
    grants.make_host("t", "phone")
    grants.keep_codes("t", Codes(lambda generation: [f"code {generation.times}"], since="", until=[1, 2]))
    grants.list_of_players("t")
    grants.list_held("phone", "t")
    grants.tables_of("phone")
    grants.get(host.id)
    grants.limit_scorers("t", grants.scorers("t"))
    grants.claim_seat("t", 1, holder="phone", admits=True)
    grants.take_seat("t", 2, holder="phone", watches=True)
    grants.revoke_kinds("t", ["watch", "code"], but=[host.id], leaves_group=True)
    grants.revoke("t", host.id)
    grants.leave("phone", {"t": [claim.id]})
    scans = {sql: plan for sql, plan in explained.plans.items() if any(step.startswith("SCAN") for step in plan)}
    assert not {sql: plan for sql, plan in scans.items() if plan != ["SCAN CONSTANT ROW"]}
    counted = require([plan for sql, plan in explained.plans.items() if "revocations where" in sql])
    assert all("SEARCH revocations USING PRIMARY KEY (table_id=? AND kind=?)" in plan for plan in counted)

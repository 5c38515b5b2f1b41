"""Grants: random, hashed at rest, gone when revoked, and one device a seat."""

import base64
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper.store import (
    Codes,
    Grants,
    Kind,
    LinkGeneration,
    SeatTaken,
    Store,
    UnknownTable,
    build_store,
    open_store,
    plan_codes,
    plan_host,
    plan_newcomer,
    plan_night,
    plan_seat,
    plan_table,
)
from scorekeeper.store import grants as module
from scorekeeper.store.sql import Connection, Database
from tests.cases import for_each, require
from tests.store.log import action, issue_and_find


@pytest.fixture(params=[False, True], ids=["with others", "alone"])
def grants(database: Database, request: pytest.FixtureRequest) -> Grants:
    store = build_store(database, alone=request.param)
    store.events.create("t", "mighty", action(1))
    store.events.create("u", "mighty", action(1))
    return store.grants


@pytest.mark.parametrize(("kind", "player"), [("join", None), ("watch", None), ("host", None), ("seat", 3)])
def test_a_token_finds_its_grant(grants: Grants, kind: Kind, player: int | None) -> None:
    grant = require(grants.find(grants.issue("t", kind, player, label="Mina's phone")))
    assert (grant.table_id, grant.kind, grant.player, grant.label) == ("t", kind, player, "Mina's phone")
    assert grants.list("t") == [grant]
    assert grants.list("u") == []


def test_tokens_are_128_random_bits_fit_for_a_url(grants: Grants) -> None:
    tokens = {grants.issue("t", "join") for _ in range(100)}
    assert len(tokens) == 100
    assert {len(base64.urlsafe_b64decode(token + "==")) for token in tokens} == {16}


@for_each("", "x", "A" * 22, "미나", "\ud800", "' or 1=1 --", "x" * 100_000)
def test_what_is_no_token_finds_nothing(token: str, *, grants: Grants) -> None:
    grants.issue("t", "host")
    assert grants.find(token) is None


def test_a_token_is_not_found_by_its_hash(grants: Grants, database: Database) -> None:
    grants.issue("t", "host")
    (stolen,) = database.read(lambda thief: thief.execute("select token_sha256 from grants").fetchone())
    assert grants.find(stolen.hex()) is None
    assert grants.find(base64.urlsafe_b64encode(stolen).decode()) is None


def test_what_was_derived_ends_with_what_it_came_of(grants: Grants) -> None:
    """However far down, and nothing else."""
    seat = issue_and_find(grants, "seat", 1)
    watch = issue_and_find(grants, "watch", derived_from=seat.id)
    further = issue_and_find(grants, "watch", derived_from=watch.id)
    other = issue_and_find(grants, "watch")
    assert grants.list("t") == [seat, watch, further, other]
    assert grants.revoke("t", seat.id)
    assert grants.list("t") == [other]
    late = grants.issue("t", "watch", derived_from=seat.id)
    assert grants.find(late) is None, "what came of an ended right is worth nothing"
    assert grants.revoke_kinds("t", ["watch"]) == 1


def test_what_a_seat_passed_on_moves_with_it(grants: Grants) -> None:
    """To the phone that takes it over, by a link or a claim, and to the other seat of the same phone."""
    seat = issue_and_find(grants, "seat", 1)
    watch = issue_and_find(grants, "watch", derived_from=seat.id)
    assert grants.find(grants.take_seat("t", 1, instead_of=seat.id))
    grants.claim_seat("t", 1, holder="phone")
    (claim,) = grants.list_held("phone", "t")
    assert grants.admit("t", claim.id)
    other = require(grants.find(grants.take_seat("t", 2, holder="phone")))
    assert grants.list("t") == [watch, other]
    assert grants.revoke("t", other.id)
    assert grants.list("t") == []


def test_what_is_given_up_takes_nothing_along(grants: Grants) -> None:
    seat = issue_and_find(grants, "seat", 1)
    watch = issue_and_find(grants, "watch", derived_from=seat.id)
    grants.leave("phone", {"t": [seat.id]})
    assert grants.list("t") == [watch]


def test_all_but_ones_own_is_revoked_at_once(grants: Grants) -> None:
    """Also where one's own was derived from what ends."""
    own = issue_and_find(grants, "host", derived_from=issue_and_find(grants, "host").id)
    issue_and_find(grants, "watch", derived_from=issue_and_find(grants, "seat", 1).id)
    assert grants.revoke_kinds("t", ["host", "seat"], but=[own.id]) == 2
    assert grants.list("t") == [own]


def test_a_grant_of_another_table_is_no_source(grants: Grants) -> None:
    other = require(grants.find(grants.issue("u", "host")))
    assert grants.find(grants.issue("t", "watch", derived_from=other.id)) is None


@pytest.mark.parametrize("ended_by", ["the table", "the night", "the group", "the phone", "another night"])
def test_what_a_night_gave_ends_with_the_night(database: Database, ended_by: str) -> None:
    store = build_store(database)
    for table in ("t", "u"):
        store.events.create(table, "mighty", action(1))
        store.groups.create("g", "Friday")
        store.groups.add_night("g", table, {1: "Ana"})
    phone = require(store.groups.find(store.groups.admit("g", "member")))
    token = store.grants.issue("t", "watch", group_phone=phone.id)
    further = store.grants.issue("t", "watch", derived_from=require(store.grants.find(token)).id)
    ends: dict[str, Callable[[], object]] = {
        "the table": lambda: store.grants.revoke_kinds("t", [], leaves_group=True),
        "the night": lambda: store.groups.drop_night("g", "t"),
        "the group": lambda: store.groups.delete("g"),
        "the phone": lambda: store.groups.send_away("g", phone.id),
        "another night": lambda: store.grants.leave_group("u"),
    }
    ends[ended_by]()
    stays = ended_by == "another night"
    assert [store.grants.find(each) is not None for each in (token, further)] == [stays, stays]
    assert (store.groups.group_of("t") == "g") is (ended_by in ("another night", "the phone"))
    assert (store.grants.find(store.grants.issue("t", "watch", group_phone=phone.id)) is not None) is stays


def test_tokens_never_reach_the_disk(path: Path) -> None:
    with open_store(path) as store:
        store.events.create("t", "mighty", action(1))
        tokens = [store.grants.issue("t", "host", label="written down"), store.grants.take_seat("t", 1)]
        store.grants.keep_codes("t", Codes(lambda _: ["7KQ2MZ"], since=""))
        tokens += [store.grants.derive_link("t", "join"), store.grants.derive_link("t", "host", 1)]
        store.grants.hold("a phone", "t", tokens)
        on_disk = b"".join(each.read_bytes() for each in path.parent.iterdir())
    on_disk += path.read_bytes()
    assert b"written down" in on_disk
    assert b"7KQ2MZ" not in on_disk
    for token in tokens:
        assert token.encode() not in on_disk
        assert base64.urlsafe_b64decode(token[-22:] + "==") not in on_disk


def test_a_revoked_grant_is_gone_at_once_in_every_process(grants: Grants, another: Callable[[], Store]) -> None:
    kept, gone = grants.issue("t", "join"), grants.issue("t", "join")
    grant = require(grants.find(gone))
    elsewhere = another().grants
    assert elsewhere.find(gone) == grant
    assert grants.revoke("t", grant.id)
    assert grants.find(gone) is None
    assert elsewhere.find(gone) is None
    assert grants.find(kept)
    assert [each.id for each in grants.list("t")] != [grant.id]
    assert not grants.revoke("t", grant.id), "only once"


def test_a_host_cannot_revoke_another_tables_grant(grants: Grants) -> None:
    token = grants.issue("u", "host")
    grant = require(grants.find(token))
    assert not grants.revoke("t", grant.id)
    assert grants.find(token) == grant


def test_revoking_a_kind_leaves_the_others_and_other_tables(grants: Grants) -> None:
    gone = [grants.issue("t", "join") for _ in range(3)]
    kept = [grants.issue("t", "watch"), grants.issue("u", "join"), grants.take_seat("t", 1)]
    assert grants.revoke_kinds("t", ["join"]) == 3
    assert [grants.find(token) for token in gone] == [None] * 3
    assert all(grants.find(token) for token in kept)


def test_a_taken_seat_is_taken(grants: Grants) -> None:
    token = grants.take_seat("t", 1)
    with pytest.raises(SeatTaken):
        grants.take_seat("t", 1)
    grants.take_seat("t", 2)
    grants.take_seat("u", 1)
    grants.revoke("t", require(grants.find(token)).id)
    assert grants.take_seat("t", 1), "a seat whose device was sent away is free"


def test_a_seat_moves_to_another_device_once(grants: Grants) -> None:
    old, other = grants.take_seat("t", 1, "old phone"), grants.take_seat("t", 2)
    link = require(grants.find(grants.issue("t", "seat", 1, "link")))
    new = grants.take_seat("t", 1, "new phone", instead_of=link.id)
    assert grants.find(old) is None
    assert [(grant.player, grant.label) for grant in grants.list("t")] == [(2, None), (1, "new phone")]
    with pytest.raises(SeatTaken):
        grants.take_seat("t", 1, instead_of=link.id)
    assert grants.find(new)
    assert grants.find(other)


def test_a_link_moves_its_own_seat_only(grants: Grants) -> None:
    mine, theirs = grants.take_seat("t", 1), grants.take_seat("t", 2)
    link = require(grants.find(mine))
    with pytest.raises(SeatTaken):
        grants.take_seat("t", 2, instead_of=link.id)
    assert grants.find(theirs)


def test_of_two_who_take_a_free_seat_at_once_one_gets_it(grants: Grants) -> None:
    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(grants.take_seat, "t", 1) for _ in range(8)]
    assert sorted(str(type(future.exception()).__name__) for future in futures) == ["NoneType"] + ["SeatTaken"] * 7


@pytest.mark.parametrize(("kind", "player"), [("seat", None), ("host", 1)])
def test_a_seats_grant_and_no_other_names_a_player(grants: Grants, kind: Kind, player: int | None) -> None:
    with pytest.raises(ValueError, match="player"):
        grants.issue("t", kind, player)


def test_everybody_records_until_scorers_are_chosen(grants: Grants) -> None:
    assert grants.scorers("t") is None
    for chosen in ({3, 1}, set(), None):
        grants.limit_scorers("t", chosen)
        assert grants.scorers("t") == chosen
    assert grants.scorers("u") is None


def test_an_unknown_table_has_no_grants(grants: Grants) -> None:
    with pytest.raises(UnknownTable):
        grants.issue("nowhere", "host")
    with pytest.raises(UnknownTable):
        grants.take_seat("nowhere", 1)
    with pytest.raises(UnknownTable):
        grants.scorers("nowhere")
    with pytest.raises(UnknownTable):
        grants.limit_scorers("nowhere", None)
    assert grants.list("nowhere") == []


def test_a_claim_that_is_admitted_takes_the_seat_from_whoever_held_it(grants: Grants) -> None:
    first = grants.take_seat("t", 2)
    asked, other = grants.issue("t", "claim", 2), grants.issue("t", "claim", 2)
    claim = require(grants.find(asked))
    assert grants.admit("t", claim.id) == claim
    seat = require(grants.find(asked))
    assert (seat.kind, seat.player, seat.id) == ("seat", 2, claim.id)
    assert grants.find(first) is None, "the phone that held it"
    assert grants.find(other) is None, "another that asked for it"
    assert grants.admit("t", claim.id) is None, "it is no claim any more"


def test_a_claim_leaves_other_seats_and_tables_alone(grants: Grants) -> None:
    other = grants.take_seat("t", 3)
    grants.issue("t", "claim", 2)
    (_, claim) = grants.list("t")
    assert grants.admit("u", claim.id) is None
    assert grants.admit("t", claim.id) == claim
    assert grants.find(other) is not None


def code_of(generation: LinkGeneration) -> list[str]:
    """The code of a generation, whatever the table: two tables want the same one."""
    return [f"code {generation.times}"]


def test_a_code_is_given_once(grants: Grants) -> None:
    """A code that is over leads nowhere, and never to another table."""
    for table in ("t", "u", "t"):
        grants.keep_codes(table, Codes(code_of, since=""))
    assert [each.table_id for code in ("code 0", "code 1") if (each := grants.find(code))] == ["t", "u"]
    grants.revoke_kinds("t", ["code"])
    assert grants.find("code 0") is None
    grants.keep_codes("t", Codes(code_of, since=""))
    assert [grants.find(f"code {times}") is not None for times in range(4)] == [False, True, True, False]
    assert (found := grants.find("code 2"))
    assert found.table_id == "t"


def test_a_code_is_renewed_once_it_is_old_and_not_before(grants: Grants) -> None:
    grants.keep_codes("t", Codes(code_of, since=""))
    grants.keep_codes("t", Codes(code_of, since="2001-01-01T20:00:00.000+00:00"))
    assert grants.find("code 0")
    grants.keep_codes("t", Codes(code_of, since="9001-01-01T20:00:00.000+00:00"))
    assert [grants.find("code 0"), grants.find("code 1") is not None] == [None, True]


def test_an_unknown_table_gets_no_code(grants: Grants) -> None:
    with pytest.raises(UnknownTable):
        grants.keep_codes("nowhere", Codes(code_of, since=""))


# --- What a phone holds ---


def test_a_phone_holds_what_its_tokens_are_worth(grants: Grants) -> None:
    host, seat, elsewhere = grants.issue("t", "host"), grants.take_seat("t", 3), grants.issue("u", "watch")
    for _ in range(2):
        grants.hold("phone", "t", [host, seat, elsewhere, "made up"])
    assert grants.list_held("phone", "t") == (grants.find(host), grants.find(seat))
    assert grants.list_held("phone", "u") == grants.list_held("another", "t") == ()
    assert grants.tables_of("phone") == ["t"]


def test_what_was_revoked_is_held_no_longer(grants: Grants) -> None:
    token = grants.issue("t", "join")
    grants.hold("phone", "t", [token])
    grants.revoke_kinds("t", ["join"])
    grants.hold("another", "t", [token])
    for device in ("phone", "another"):
        assert (grants.list_held(device, "t"), grants.tables_of(device)) == ((), [])


def test_a_claim_that_is_admitted_is_held_as_a_seat(grants: Grants) -> None:
    grants.hold("phone", "t", [grants.issue("t", "claim", 2)])
    (claim,) = grants.list_held("phone", "t")
    grants.admit("t", claim.id)
    assert [grant.kind for grant in grants.list_held("phone", "t")] == ["seat"]


def test_a_phone_lets_go_of_one_table(grants: Grants) -> None:
    for device in ("phone", "another"):
        for table in ("t", "u"):
            grants.hold(device, table, [grants.issue(table, "watch")])
    grants.leave("phone", {"t": []})
    assert grants.tables_of("phone") == ["u"]
    assert grants.tables_of("another") == ["t", "u"]
    assert len(grants.list("t")) == 2, "what it held may be held by others"


def test_a_table_that_is_deleted_is_held_by_nobody(database: Database) -> None:
    store = build_store(database)
    store.events.create("t", "mighty", action(1))
    store.grants.hold("phone", "t", [store.grants.issue("t", "host")])
    store.events.delete("t")
    assert store.grants.tables_of("phone") == []


def test_a_grant_is_found_by_its_number_while_it_is_in_force(grants: Grants) -> None:
    grant = require(grants.find(grants.issue("t", "watch")))
    assert grants.get(grant.id) == grant
    grants.revoke("t", grant.id)
    assert grants.get(grant.id) is None


def test_revocations_are_counted_by_their_kind(grants: Grants) -> None:
    """Once each, however many grants they end."""
    for table_id, kind in (("t", "join"), ("t", "join"), ("t", "watch"), ("u", "join")):
        grants.issue(table_id, kind)  # type: ignore[arg-type]
    assert grants.read_generation("t", "join").times == 0
    grants.revoke_kinds("t", ["join"])
    grants.revoke_kinds("t", ["join", "code"])
    asked: list[tuple[str, Kind]] = [("t", "join"), ("t", "code"), ("t", "watch"), ("u", "join")]
    assert [grants.read_generation(*each).times for each in asked] == [2, 1, 0, 0]


# --- What a phone is given, it holds: both are stored or neither ---


def test_a_seat_is_held_by_the_phone_that_takes_it(grants: Grants) -> None:
    """Which gives back any other, of which what it passed on is the new one's then."""
    first = require(grants.find(grants.take_seat("t", 1, holder="phone")))
    watch = issue_and_find(grants, "watch", derived_from=first.id)
    token = grants.take_seat("t", 2, token="asked for", holder="phone")
    assert grants.take_seat("t", 2, token="asked for", holder="phone") == token, "sent again"
    assert [grant.player for grant in grants.list_held("phone", "t")] == [2]
    assert grants.list("t") == [watch, grants.find(token)]
    grants.revoke("t", grants.list_held("phone", "t")[0].id)
    assert grants.list("t") == []


def test_a_host_sits_where_their_phone_does(grants: Grants) -> None:
    """The one may come first, or the other."""
    grants.make_host("t", "phone")
    grants.make_host("t", "phone")
    assert [(grant.kind, grant.player) for grant in grants.list("t")] == [("host", None)], "once"
    for player in (1, 2):
        grants.take_seat("t", player, holder="phone")
        assert [(grant.kind, grant.player) for grant in grants.list("t")] == [("host", player), ("seat", player)]
    grants.take_seat("u", 3, holder="phone")
    grants.make_host("u", "phone")
    assert [(grant.kind, grant.player) for grant in grants.list("u")] == [("seat", 3), ("host", 3)]


def test_who_loses_a_seat_that_moved_goes_on_watching(grants: Grants) -> None:
    for _ in range(2):
        grants.take_seat("t", 1, token="asked for", holder="phone", watches=True)
    assert [grant.kind for grant in grants.list_held("phone", "t")] == ["seat", "watch"]
    grants.take_seat("t", 1, instead_of=require(grants.find("asked for")).id, holder="another")
    assert [grant.kind for grant in grants.list_held("phone", "t")] == ["watch"]
    grants.revoke("t", grants.list_held("another", "t")[0].id)
    assert grants.list_held("phone", "t") == ()


def test_the_last_seat_ends_the_code(grants: Grants) -> None:
    """And where one is free again, there is another."""
    codes = {table: Codes(lambda of, table=table: [f"{table} {of.times}"], "", (1, 2)) for table in "tu"}  # type: ignore[misc]
    for table in "tu":
        grants.keep_codes(table, codes[table])
    for player in (1, 2):
        assert grants.find("t 0")
        grants.take_seat("t", player, holder=f"phone {player}", extra_writes=[plan_codes("t", codes["t"])])
    assert grants.find("t 0") is None
    assert grants.find("u 0")
    (seat,) = grants.list_held("phone 1", "t")
    grants.revoke("t", seat.id, extra_writes=[plan_codes("t", codes["t"])])
    assert grants.find("t 1")


def test_a_phone_claims_one_seat_at_a_time(grants: Grants) -> None:
    for player in (1, 2, 3):
        grants.take_seat("t", player)
    grants.take_seat("t", 4, holder="phone")
    for player in (1, 2):
        grants.claim_seat("t", player, holder="phone")
    assert [(grant.kind, grant.player) for grant in grants.list_held("phone", "t")] == [("seat", 4), ("claim", 2)]
    grants.claim_seat("t", 3, holder="phone", admits=True)
    assert [(grant.kind, grant.player) for grant in grants.list_held("phone", "t")] == [("seat", 3)]
    assert sorted(grant.player or 0 for grant in grants.list("t")) == [1, 2, 3]


def test_a_table_is_opened_with_its_host_or_not_at_all(database: Database) -> None:
    """And a seat is taken with the joining that it belongs to."""
    store = build_store(database)

    def fail(_db: Connection) -> None:
        raise SeatTaken(1)

    extra_writes = [plan_host("t", "phone"), plan_night("g", "t", {1: "Ana"}), plan_seat("t", 1, holder="phone")]
    store.groups.create("g", "Friday")
    with pytest.raises(SeatTaken):
        store.events.create_planned(
            plan_table("t", "mighty", action(1), action(2), key="form", extra_writes=[*extra_writes, fail])
        )
    assert store.events.version("t") is None
    assert (store.grants.list("t"), store.grants.tables_of("phone")) == ([], [])
    assert (store.groups.get("g").nights, store.groups.get("g").people) == ((), ())
    store.events.create_planned(plan_table("t", "mighty", action(1), action(2), key="form", extra_writes=extra_writes))
    assert store.events.create_planned(
        plan_table("t", "mighty", action(1), action(2), key="form", extra_writes=[fail])
    ).repeated
    assert [grant.kind for grant in store.grants.list_held("phone", "t")] == ["host", "seat"]
    with pytest.raises(SeatTaken):
        store.events.append("t", action(3), key="join", extra_writes=[plan_newcomer("t", 2, "Bo"), fail])
    assert store.events.version("t") == 2
    assert store.groups.group_of("t") == "g"
    assert [person.name for person in store.groups.get("g").people] == ["Ana"]


# --- What the one server reads once ---


class CountingDatabase:
    """A database that counts how often it is read; what is to happen `meanwhile` comes after the reading."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.write = database.write
        self.reads = 0
        self.meanwhile: Callable[[], object] = lambda: None

    def read(self, work: Callable[[Connection], object]) -> object:
        self.reads += 1
        found = self._database.read(work)
        self.meanwhile()
        return found


@pytest.fixture
def counting_database(store: Store, database: Database) -> CountingDatabase:
    store.events.create("t", "mighty", action(1))
    store.events.create("u", "mighty", action(1))
    return CountingDatabase(database)


@pytest.fixture
def server(counting_database: CountingDatabase) -> Grants:
    """The grants of the one server."""
    return Grants(counting_database, alone=True)  # type: ignore[arg-type]


def test_grants_of_players_are_those_that_name_one(grants: Grants) -> None:
    for kind in ("join", "watch", "host"):
        grants.issue("t", kind, holder="phone")
    grants.take_seat("t", 1)
    grants.issue("t", "claim", 1)
    grants.take_seat("u", 2)
    assert [grant.kind for grant in grants.list_of_players("t")] == ["seat", "claim"]
    grants.take_seat("t", 3, holder="phone")
    assert [(grant.kind, grant.player) for grant in grants.list_of_players("t")] == [
        ("host", 3),
        ("seat", 1),
        ("claim", 1),
        ("seat", 3),
    ]


@pytest.mark.parametrize(("alone", "reads"), [(False, 3), (True, 1)])
def test_only_who_is_alone_reads_once_who_has_a_seat(
    counting_database: CountingDatabase, *, alone: bool, reads: int
) -> None:
    grants = Grants(counting_database, alone=alone)  # type: ignore[arg-type]
    grants.take_seat("t", 1)
    assert len({grants.list_of_players("t") for _ in range(3)}) == 1
    assert counting_database.reads == reads


CHANGES: dict[str, Callable[[Grants, int], object]] = {
    "issue": lambda grants, _: grants.issue("t", "seat", 2),
    "take a seat": lambda grants, _: grants.take_seat("t", 3),
    "admit": lambda grants, claim: grants.admit("t", claim),
    "become a host": lambda grants, _: grants.make_host("t", "phone"),
    "claim": lambda grants, _: grants.claim_seat("t", 1, holder="phone"),
    "leave": lambda grants, claim: grants.leave("phone", {"t": [claim]}),
    "revoke": lambda grants, claim: grants.revoke("t", claim),
    "revoke a kind": lambda grants, _: grants.revoke_kinds("t", ["seat"]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_after_any_change_it_is_read_anew(counting_database: CountingDatabase, server: Grants, change: str) -> None:
    server.take_seat("t", 1, holder="phone")
    server.issue("t", "host")
    server.issue("t", "claim", 1)
    before = server.list_of_players("t")
    CHANGES[change](server, before[-1].id)
    now = server.list_of_players("t")
    assert now != before
    assert now == Grants(counting_database).list_of_players("t")  # type: ignore[arg-type]


def test_what_was_read_while_it_changed_is_read_anew(counting_database: CountingDatabase, server: Grants) -> None:
    server.take_seat("t", 1)
    counting_database.meanwhile = lambda: server.revoke_kinds("t", ["seat"])
    assert server.list_of_players("t"), "it was read before"
    counting_database.meanwhile = lambda: None
    assert server.list_of_players("t") == ()


def test_after_a_table_was_opened_with_a_seat_it_is_read_anew(database: Database) -> None:
    store = build_store(database, alone=True)
    assert store.grants.list_of_players("t") == ()
    store.events.create_planned(plan_table("t", "mighty", action(1), extra_writes=[plan_seat("t", 1, holder="phone")]))
    assert [grant.player for grant in store.grants.list_of_players("t")] == [1]
    store.events.append("t", action(2), extra_writes=[plan_seat("t", 2, holder="phone")])
    assert [grant.player for grant in store.grants.list_of_players("t")] == [2]


def test_a_table_that_is_deleted_has_no_players(counting_database: CountingDatabase, database: Database) -> None:
    store = build_store(database, alone=True)
    store.grants.take_seat("t", 1)
    assert len(store.grants.list_of_players("t")) == 1
    store.events.delete("t")
    assert store.grants.list_of_players("t") == ()


def test_those_who_have_seats_fill_no_memory(server: Grants, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TABLES", 3)
    for number in range(10):
        assert server.list_of_players(f"table {number}") == ()
        assert len(server._of_players) <= 3


def test_a_link_from_another_process_is_good_at_once(server: Grants, another: Callable[[], Store]) -> None:
    """`scorekeeper host` makes one beside the server."""
    assert server.list("t") == []
    assert server.find(another().grants.issue("t", "host"))
    assert len(server.list("t")) == 1

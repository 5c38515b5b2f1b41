"""Groups in an SQL database."""

import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.lookalikes import is_same_name, looks_alike
from scorekeeper.store.errors import UnknownTable
from scorekeeper.store.event_store import now
from scorekeeper.store.grant_rows import drop_night, hash_token, revoke_for_phone
from scorekeeper.store.groups import (
    Group,
    GroupPerson,
    GroupPhone,
    GroupRules,
    HasPlayed,
    InAnotherGroup,
    JoinedPerson,
    NameInUse,
    NameLooksInUse,
    Night,
    PhoneKind,
    SameNight,
    UnknownGroup,
    UnknownPerson,
)
from scorekeeper.store.lookalike_people import find_lookalikes, insert_told_apart, read_told_apart
from scorekeeper.store.sql import Connection, Database


class Groups:
    """All groups of a database. Safe to call from several threads; each call is all or nothing.

    Calls of two phones at once run one after the other. A person who was joined with another meanwhile stands for that
    other. Every method raises `StoreUnavailable` when the database cannot be reached or written, and `UnknownGroup` for
    a group that does not exist.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(
        self,
        group_id: str,
        name: str,
        *,
        token: str | None = None,
        label: str | None = None,
        night: str | None = None,
        names: Mapping[int, str] | None = None,
    ) -> bool:
        """Create a group. Returns False where there is one of that id already; it keeps its name.

        The phone of `token` is its host. The table `night`, whose players have those `names`, is its first night,
        unless it is one of another group.
        """

        def work(db: Connection) -> bool:
            sql = "insert into groups (group_id, name, created) values (?, ?, ?) on conflict do nothing"
            created = db.execute(sql, [group_id, name, now()]).rowcount > 0
            if token is not None:
                admit_phone(db, group_id, "host", label, token)
            if night is not None and group_of(db, night) in (None, group_id):
                insert_night(db, group_id, night, names or {})
            return created

        return self._database.write(work)

    def get(self, group_id: str) -> Group:
        """Return a group."""
        # One statement for each kind of row, all at the same moment.
        return self._database.read(lambda db: read_group(db, group_id), at_once=True)

    def list_ids(self) -> list[str]:
        """Return the ids of all groups, oldest first."""
        sql = "select group_id from groups order by created, group_id"
        return [group_id for (group_id,) in self._database.read(lambda db: db.execute(sql).fetchall())]

    def find_named(self, name: str) -> list[str]:
        """Return the ids of the groups of that name, whatever the case of its letters."""
        sql = "select group_id, name from groups order by created, group_id"
        rows = self._database.read(lambda db: db.execute(sql).fetchall())
        return [group_id for group_id, each in rows if is_same_name(each, name)]

    def rename(self, group_id: str, name: str) -> None:
        """Rename a group."""
        sql = "update groups set name = ? where group_id = ?"
        if self._database.write(lambda db: db.execute(sql, [name, group_id]).rowcount) == 0:
            raise UnknownGroup(group_id)

    def delete(self, group_id: str) -> None:
        """Delete a group with its people for good, and revoke what its nights gave its phones.

        Its nights stay as tables without a group.
        """

        def work(db: Connection) -> None:
            check_group_exists(db, group_id)
            phones = phones_of(db, group_id)
            delete_group(db, group_id)
            for phone in phones:
                revoke_for_phone(db, phone.id)

        self._database.write(work)

    def add_person(self, group_id: str, name: str) -> int:
        """Return the number of the person with that name, or of the only one who had it; else of a new person."""

        def work(db: Connection) -> int:
            check_group_exists(db, group_id)
            return find_person_named(db, group_id, name) or insert_person(db, group_id, name)

        return self._database.write(work)

    def rename_person(self, group_id: str, person: int, name: str) -> None:
        """Rename a person; the old name is kept as a former one.

        Raises `UnknownPerson`, and `NameInUse` or `NameLooksInUse` where another has that name or one that looks so.
        """

        def work(db: Connection) -> None:
            check_group_exists(db, group_id)
            number = resolve_person(db, group_id, person)
            people = {each.number: each for each in people_of(db, group_id)}
            if people[number].name == name:
                return
            for each in people.values():
                if each.number != number and looks_alike(each.name, name):
                    raise NameInUse(name) if is_same_name(each.name, name) else NameLooksInUse(each.name)
            insert_former_name(db, group_id, number, people[number].name)
            db.execute("update people set name = ? where group_id = ? and person = ?", [name, group_id, number])
            sql = "delete from former_names where group_id = ? and person = ? and name = ?"
            db.execute(sql, [group_id, number, name])

        self._database.write(work)

    def join_people(self, group_id: str, person: int, into: int) -> None:
        """Make two people one, under the name of `into`. Raises `UnknownPerson` or `SameNight`."""

        def work(db: Connection) -> None:
            check_group_exists(db, group_id)
            one, other = resolve_person(db, group_id, person), resolve_person(db, group_id, into)
            if one == other:
                return
            both = """
                select 1 from night_seats where group_id = ? and person in (?, ?)
                group by table_id having count(*) > 1
            """
            if db.execute(both, [group_id, one, other]).fetchone():
                raise SameNight(group_id)
            people = {each.number: each for each in people_of(db, group_id)}
            insert_joined_person(db, group_id, people[one], people[other])
            for name in (*people[one].former, people[one].name):
                if name != people[other].name:
                    insert_former_name(db, group_id, other, name)
            db.execute("delete from former_names where group_id = ? and person = ?", [group_id, one])
            for sql in (
                "update night_seats set person = :other where group_id = :group and person = :one",
                "update people set became = :other where group_id = :group and person = :one",
            ):
                db.execute(sql, {"group": group_id, "one": one, "other": other})

        self._database.write(work)

    def separate_people(self, group_id: str, person: int) -> None:
        """Make a person who was joined with another a person of their own again. The last join is undone first.

        They get back their name, their former names, and those of their seats that are still the other's. Seats taken
        since stay with the other. The two are told apart from now on. Raises `NameInUse`, and `UnknownPerson` for a
        person who was joined with nobody.
        """

        def work(db: Connection) -> None:
            check_group_exists(db, group_id)
            people = {each.number: each for each in people_of(db, group_id)}
            if person in people:
                return
            into = next((each for each in people.values() if person in (joined.number for joined in each.joined)), None)
            if into is None:
                raise UnknownPerson(person)
            name = next(joined.name for joined in into.joined if joined.number == person)
            if any(is_same_name(each.name, name) for each in people.values()):
                raise NameInUse(name)
            separate_person(db, group_id, person, into.number)
            insert_told_apart(db, group_id, person, into.number)

        self._database.write(work)

    def tell_apart(self, group_id: str, person: int, other: int) -> None:
        """Remember that two people are two, though their names look alike. Raises `UnknownPerson`."""

        def work(db: Connection) -> None:
            check_group_exists(db, group_id)
            one, two = (resolve_person(db, group_id, each) for each in (person, other))
            insert_told_apart(db, group_id, one, two)

        self._database.write(work)

    def remove_person(self, group_id: str, person: int) -> None:
        """Remove a person who never played from the group. Raises `UnknownPerson` or `HasPlayed`."""

        def work(db: Connection) -> None:
            check_group_exists(db, group_id)
            number = resolve_person(db, group_id, person)
            played = "select 1 from night_seats where group_id = ? and person = ?"
            if db.execute(played, [group_id, number]).fetchone():
                raise HasPlayed(group_id)
            db.execute("delete from former_names where group_id = ? and person = ?", [group_id, number])
            # The row stays: open forms still have the number, and nobody else may get it.
            db.execute("update people set removed = ? where group_id = ? and person = ?", [now(), group_id, number])

        self._database.write(work)

    def add_night(self, group_id: str, table_id: str, names: Mapping[int, str]) -> None:
        """Make a table a night of the group. Each player is the person known by their very name, or a new one.

        Raises `UnknownTable` or `InAnotherGroup`. A night that is there already gets the players who are new in it.
        """
        self._database.write(plan_night(group_id, table_id, names))

    def drop_night(self, group_id: str, table_id: str) -> None:
        """Take a night out of the group, and revoke what it gave the phones of the group."""

        def work(db: Connection) -> None:
            check_group_exists(db, group_id)
            if group_of(db, table_id) == group_id:
                drop_night(db, table_id)

        self._database.write(work)

    def move_seat(self, group_id: str, table_id: str, player: int, person: int) -> None:
        """Make a player of a night another person. If that person played too, the two change seats.

        Raises `UnknownPerson`. Does nothing for a player that the night does not have.
        """

        def work(db: Connection) -> None:
            check_group_exists(db, group_id)
            number = resolve_person(db, group_id, person)
            seats = seats_of(db, table_id) if group_of(db, table_id) == group_id else {}
            if player not in seats:
                return
            other = next((each for each, seated in seats.items() if seated == number), None)
            moved = {player: number} if other is None else {player: number, other: seats[player]}
            for seat, seated in moved.items():
                db.execute(
                    "update night_seats set person = ? where table_id = ? and player = ?", [seated, table_id, seat]
                )

        self._database.write(work)

    def group_of(self, table_id: str) -> str | None:
        """Return the id of the group of a night, None for a table without one."""
        return self._database.read(lambda db: group_of(db, table_id))

    def keep_rules(self, group_id: str, name: str, fields: Mapping[str, str]) -> None:
        """Keep house rules under a name, and replace those that had it."""

        def work(db: Connection) -> None:
            check_group_exists(db, group_id)
            sql = """
                insert into group_rules (group_id, name, fields) values (?, ?, ?)
                on conflict (group_id, name) do update set fields = excluded.fields
            """
            db.execute(sql, [group_id, name, json.dumps(dict(fields), ensure_ascii=False)])

        self._database.write(work)

    def drop_rules(self, group_id: str, name: str) -> None:
        """Delete the rules of that name."""

        def work(db: Connection) -> None:
            check_group_exists(db, group_id)
            db.execute("delete from group_rules where group_id = ? and name = ?", [group_id, name])

        self._database.write(work)

    def admit(self, group_id: str, kind: PhoneKind, label: str | None = None, *, token: str | None = None) -> str:
        """Add a phone to a group. Returns its `token`, or one of 128 random bits, which is stored only as a hash.

        The same `token` again changes nothing. In a group without a host the phone becomes one, whatever its `kind`.
        """
        given = token or secrets.token_urlsafe(16)
        self._database.write(lambda db: admit_phone(db, group_id, kind, label, given))
        return given

    def find(self, token: str) -> GroupPhone | None:
        """Return the phone that has a token; None for a wrong token, or a phone that was sent away."""
        sql = "select phone_id, group_id, kind, label, created from group_phones where token_sha256 = ?"
        row = self._database.read(lambda db: db.execute(sql, [hash_token(token)]).fetchone())
        return GroupPhone(*row) if row else None

    def phones(self, group_id: str) -> list[GroupPhone]:
        """Return the phones of a group, oldest first."""
        return self._database.read(lambda db: phones_of(db, group_id))

    def send_away(self, group_id: str, phone_id: int) -> None:
        """Remove a phone from a group, and revoke what its nights gave that phone.

        Where no host is left, the oldest of the others becomes one.
        """
        self._database.write(plan_send_away(group_id, phone_id))

    def renew_link(self, group_id: str) -> None:
        """Revoke the link of a group; the next one is another."""
        sql = "update groups set link = link + 1 where group_id = ?"
        if self._database.write(lambda db: db.execute(sql, [group_id]).rowcount) == 0:
            raise UnknownGroup(group_id)


def plan_night(group_id: str, table_id: str, names: Mapping[int, str]) -> Callable[[Connection], None]:
    """Return the work of `Groups.add_night`, for a transaction that does more."""

    def work(db: Connection) -> None:
        check_group_exists(db, group_id)
        if group_of(db, table_id) not in (None, group_id):
            raise InAnotherGroup(table_id)
        insert_night(db, group_id, table_id, names)

    return work


def plan_send_away(group_id: str, phone_id: int) -> Callable[[Connection], None]:
    """Return the work of `Groups.send_away`, for a transaction that does more."""

    def work(db: Connection) -> None:
        check_group_exists(db, group_id)
        sql = "delete from group_phones where group_id = ? and phone_id = ?"
        if db.execute(sql, [group_id, phone_id]).rowcount:
            revoke_for_phone(db, phone_id)
        left = phones_of(db, group_id)
        if left and all(each.kind != "host" for each in left):
            db.execute("update group_phones set kind = 'host' where phone_id = ?", [left[0].id])

    return work


def plan_newcomer(table_id: str, player: int, name: str) -> Callable[[Connection], None]:
    """Return the work that notes the person behind a player who sits down; nothing at a table without a group."""

    def work(db: Connection) -> None:
        if group_id := group_of(db, table_id):
            db.execute("delete from night_seats where table_id = ? and player = ?", [table_id, player])
            seat_newcomers(db, group_id, table_id, {player: name})

    return work


def insert_night(db: Connection, group_id: str, table_id: str, names: Mapping[int, str]) -> None:
    """Make a table a night of a group, or give the night its new players. Raises `UnknownTable`."""
    if not db.execute("select 1 from tables where table_id = ?", [table_id]).fetchone():
        raise UnknownTable(table_id)
    sql = "insert into nights (table_id, group_id, added) values (?, ?, ?) on conflict do nothing"
    db.execute(sql, [table_id, group_id, now()])
    seat_newcomers(db, group_id, table_id, names)


def admit_phone(db: Connection, group_id: str, kind: PhoneKind, label: str | None, token: str) -> None:
    """Add the phone of a token to a group, as a host where there is none. Raises `UnknownGroup`."""
    check_group_exists(db, group_id)
    there = any(each.kind == "host" for each in phones_of(db, group_id))
    db.execute(
        """
        insert into group_phones (group_id, token_sha256, kind, label, created) values (?, ?, ?, ?, ?)
        on conflict do nothing
        """,
        [group_id, hash_token(token), kind if there else "host", label, now()],
    )


def check_group_exists(db: Connection, group_id: str) -> None:
    """Raise `UnknownGroup` unless there is a group of that id."""
    if not db.execute("select 1 from groups where group_id = ?", [group_id]).fetchone():
        raise UnknownGroup(group_id)


def delete_group(db: Connection, group_id: str) -> None:
    """Delete all rows of a group, in the order of their foreign keys."""
    for rows in (
        "night_seats",
        "nights",
        "former_names",
        "joined_people",
        "people_told_apart",
        "people",
        "group_rules",
        "group_phones",
        "groups",
    ):
        db.execute(f"delete from {rows} where group_id = ?", [group_id])  # noqa: S608


def read_group(db: Connection, group_id: str) -> Group:
    """Return a group with its people, nights and rules. Raises `UnknownGroup`."""
    row = db.execute("select group_id, name, created, link from groups where group_id = ?", [group_id]).fetchone()
    if row is None:
        raise UnknownGroup(group_id)
    nights = db.execute("select table_id, added from nights where group_id = ? order by added", [group_id])
    kept = db.execute("select name, fields from group_rules where group_id = ? order by name", [group_id])
    found: tuple[str, str, str, int] = row
    people = tuple(people_of(db, group_id))
    played = tuple(Night(table_id, added, seats_of(db, table_id)) for table_id, added in nights.fetchall())
    rules = tuple(GroupRules(name, json.loads(fields)) for name, fields in kept)
    return Group(*found, people, played, rules, find_lookalikes(people, played, read_told_apart(db, group_id)))


def people_of(db: Connection, group_id: str) -> list[GroupPerson]:
    """Return the people of a group, in the order in which they came."""
    former: dict[int, list[str]] = {}
    for person, name in db.execute(
        "select person, name from former_names where group_id = ? order by since", [group_id]
    ):
        former.setdefault(person, []).append(name)
    sql = """
        select person, name from people
        where group_id = ? and became is null and removed is null order by person
    """
    joined = read_joined_people(db, group_id)
    return [
        GroupPerson(person, name, tuple(former.get(person, ())), tuple(joined.get(person, ())))
        for person, name in db.execute(sql, [group_id])
    ]


def read_joined_people(db: Connection, group_id: str) -> dict[int, list[JoinedPerson]]:
    """Return the people who were joined with each person, in the order in which they came.

    People joined by a version that kept no record of it are left out.
    """
    sql = """
        select people.became, people.person, people.name from people
        join joined_people on joined_people.group_id = people.group_id and joined_people.person = people.person
        where people.group_id = ? order by people.person
    """
    joined: dict[int, list[JoinedPerson]] = {}
    for became, person, name in db.execute(sql, [group_id]):
        joined.setdefault(became, []).append(JoinedPerson(person, name))
    return joined


def insert_joined_person(db: Connection, group_id: str, one: GroupPerson, other: GroupPerson) -> None:
    """Record a person's seats and former names before they are joined with another, and the names that they add."""
    sat = "select table_id, player from night_seats where group_id = ? and person = ? order by table_id, player"
    called = "select name, since from former_names where group_id = ? and person = ? order by name"
    seats, names = (db.execute(sql, [group_id, one.number]).fetchall() for sql in (sat, called))
    known = {other.name, *other.former}
    kept = {
        "seats": [list(seat) for seat in seats],
        "names": [list(name) for name in names],
        "given": [name for name in (*one.former, one.name) if name not in known],
    }
    db.execute(
        "insert into joined_people (group_id, person, joined, kept) values (?, ?, ?, ?)",
        [group_id, one.number, now(), json.dumps(kept, ensure_ascii=False)],
    )


def separate_person(db: Connection, group_id: str, person: int, into: int) -> None:
    """Give a person back the seats and names that were recorded when they were joined with another."""
    row: Any = db.execute(
        "select kept from joined_people where group_id = ? and person = ?", [group_id, person]
    ).fetchone()
    kept = json.loads(row[0])
    db.execute("update people set became = null where group_id = ? and person = ?", [group_id, person])
    back = "update night_seats set person = ? where group_id = ? and table_id = ? and player = ? and person = ?"
    for table_id, player in kept["seats"]:
        db.execute(back, [person, group_id, table_id, player, into])
    for name in kept["given"]:
        db.execute("delete from former_names where group_id = ? and person = ? and name = ?", [group_id, into, name])
    for name, since in kept["names"]:
        db.execute(
            "insert into former_names (group_id, person, name, since) values (?, ?, ?, ?)",
            [group_id, person, name, since],
        )
    db.execute("delete from joined_people where group_id = ? and person = ?", [group_id, person])


def seats_of(db: Connection, table_id: str) -> dict[int, int]:
    """Return the person behind each player of a night."""
    sql = "select player, person from night_seats where table_id = ? order by player"
    return {player: person for player, person in db.execute(sql, [table_id])}  # noqa: C416  (rows are any tuples)


def phones_of(db: Connection, group_id: str) -> list[GroupPhone]:
    """Return the phones of a group, oldest first."""
    sql = "select phone_id, group_id, kind, label, created from group_phones where group_id = ? order by phone_id"
    return [GroupPhone(*row) for row in db.execute(sql, [group_id])]


def group_of(db: Connection, table_id: str) -> str | None:
    """Return the id of the group of a night, None for a table without one."""
    row: Any = db.execute("select group_id from nights where table_id = ?", [table_id]).fetchone()
    return row[0] if row else None


def resolve_person(db: Connection, group_id: str, person: int) -> int:
    """Return the present number of a person, who may have been joined with others. Raises `UnknownPerson`."""
    sql = "select became, removed from people where group_id = ? and person = ?"
    became: int | None = person
    while became is not None:  # a chain of joins may be longer than Python's stack
        person = became
        row = db.execute(sql, [group_id, person]).fetchone()
        if row is None or row[1]:
            raise UnknownPerson(person)
        became = row[0]
    return person


def find_person_named(db: Connection, group_id: str, name: str) -> int | None:
    """Return the person with that name, or the only one who had it; None for nobody.

    Nobody is found by a name that only looks alike: the group is asked then (see `find_lookalikes`).
    """
    people = people_of(db, group_id)
    now_so = [each.number for each in people if is_same_name(each.name, name)]
    once_so = [each.number for each in people if any(is_same_name(former, name) for former in each.former)]
    if now_so:
        return now_so[0]
    return once_so[0] if len(once_so) == 1 else None


def insert_person(db: Connection, group_id: str, name: str) -> int:
    """Insert a person under a number that nobody had, and return it."""
    last = db.execute("select coalesce(max(person), 0) from people where group_id = ?", [group_id]).fetchone()[0]
    db.execute("insert into people (group_id, person, name) values (?, ?, ?)", [group_id, last + 1, name])
    return int(last) + 1


def insert_former_name(db: Connection, group_id: str, person: int, name: str) -> None:
    """Insert a former name of a person."""
    db.execute(
        "insert into former_names (group_id, person, name, since) values (?, ?, ?, ?) on conflict do nothing",
        [group_id, person, name, now()],
    )


def seat_newcomers(db: Connection, group_id: str, table_id: str, names: Mapping[int, str]) -> None:
    """Insert the seats of those players of a night that it does not have yet. No person gets two of them."""
    seats = seats_of(db, table_id)
    for player, name in names.items():
        if player in seats:
            continue
        known = find_person_named(db, group_id, name)
        person = known if known and known not in seats.values() else insert_person(db, group_id, name)
        seats[player] = person
        db.execute(
            "insert into night_seats (table_id, player, group_id, person) values (?, ?, ?, ?)",
            [table_id, player, group_id, person],
        )

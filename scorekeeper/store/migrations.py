"""The database's schema, as the steps that make it. A released step never changes; a new one follows it."""

import sqlite3
from contextlib import suppress

from sqlite_utils import Database, Migrations

from scorekeeper.store.errors import NewerSchema, OlderSchema, StoreUnavailable


def logs(db: Database) -> None:
    """Add tables and their logs. Every key starts with the table, so that a log is read in one piece."""
    db.executescript("""
        create table tables (
            table_id text primary key,
            game text not null,
            created text not null
        ) strict, without rowid;
        create table actions (
            table_id text not null references tables,
            version integer not null,
            key text,
            player integer,
            device text,
            at text not null,
            primary key (table_id, version)
        ) strict, without rowid;
        create unique index actions_by_key on actions (table_id, key) where key is not null;
        create table events (
            table_id text not null,
            version integer not null,
            action integer not null,
            schema integer not null,
            event text not null,
            primary key (table_id, version),
            foreign key (table_id, action) references actions
        ) strict, without rowid;
    """)


def access(db: Database) -> None:
    """Add grants, the limit of scorers, and the program's own settings."""
    db.executescript("""
        alter table tables add column scorers text;
        create table grants (
            grant_id integer primary key,
            table_id text not null references tables,
            token_sha256 blob not null unique,
            kind text not null,
            player integer,
            label text,
            created text not null,
            revoked text
        ) strict;
        create index grants_by_table on grants (table_id, kind) where revoked is null;
        create table settings (
            key text primary key,
            value blob not null
        ) strict, without rowid;
    """)


def rows(db: Database) -> None:
    """Add to each action its rows on the score sheet, the edition of the rules' code, and the content of its key."""
    db.executescript("""
        alter table actions add column rows text;
        alter table actions add column edition integer not null default 1;
        alter table actions add column content text;
    """)


PEOPLE = """
    create table groups (
        group_id text primary key,
        name text not null,
        created text not null,
        link integer not null default 1
    ) strict, without rowid;
    create table people (
        group_id text not null references groups,
        person integer not null,
        name text not null,
        became integer,
        removed text,
        primary key (group_id, person)
    ) strict, without rowid;
    create table former_names (
        group_id text not null,
        person integer not null,
        name text not null,
        since text not null,
        primary key (group_id, person, name),
        foreign key (group_id, person) references people
    ) strict, without rowid;
"""

NIGHTS = """
    create table nights (
        table_id text primary key references tables,
        group_id text not null references groups,
        added text not null
    ) strict, without rowid;
    create index nights_by_group on nights (group_id);
    create table night_seats (
        table_id text not null references nights,
        player integer not null,
        group_id text not null,
        person integer not null,
        primary key (table_id, player),
        foreign key (group_id, person) references people
    ) strict, without rowid;
    create index night_seats_by_person on night_seats (group_id, person);
    create table group_rules (
        group_id text not null references groups,
        name text not null,
        fields text not null,
        primary key (group_id, name)
    ) strict, without rowid;
    create table group_phones (
        phone_id integer primary key,
        group_id text not null references groups,
        token_sha256 blob not null unique,
        kind text not null,
        label text,
        created text not null
    ) strict;
    create index group_phones_by_group on group_phones (group_id);
"""


def groups(db: Database) -> None:
    """Add groups: their people, names, nights and rules, and their phones."""
    db.executescript(PEOPLE + NIGHTS)


def joined_people(db: Database) -> None:
    """Add the seats and names that a person had before being joined with another, as JSON."""
    db.executescript("""
        create table joined_people (
            group_id text not null,
            person integer not null,
            joined text not null,
            kept text not null,
            primary key (group_id, person),
            foreign key (group_id, person) references people
        ) strict, without rowid;
    """)


def phone_grants(db: Database) -> None:
    """Add the grants that each phone holds, so that its tables can be found by its device."""
    db.executescript("""
        create table phone_grants (
            device text not null,
            table_id text not null,
            grant_id integer not null references grants,
            primary key (device, table_id, grant_id)
        ) strict, without rowid;
        create index phone_grants_by_grant on phone_grants (grant_id);
    """)


def derived_grants(db: Database) -> None:
    """Add to each grant the one that it was derived from, or the phone of a group that got it by a night."""
    db.executescript("""
        alter table grants add column derived_from integer;
        alter table grants add column group_phone integer;
        create index grants_by_source on grants (derived_from) where derived_from is not null;
        create index grants_by_group_phone on grants (group_phone) where group_phone is not null;
    """)


def derived_links(db: Database) -> None:
    """Add how often each kind of link was revoked at a table, and to each grant that was given up its heir."""
    db.executescript("""
        create table revocations (
            table_id text not null references tables,
            kind text not null,
            times integer not null,
            primary key (table_id, kind)
        ) strict, without rowid;
        alter table grants add column heir integer;
    """)


def carried_rows(db: Database) -> None:
    """Add to each action the sheets on which further rows follow from those that it stores."""
    db.execute("alter table actions add column carried text")


def tables_to_try(db: Database) -> None:
    """Add to a table that is to try the time after which it is deleted, null for any other."""
    db.executescript("""
        alter table tables add column until text;
        create index tables_by_until on tables (until) where until is not null;
    """)


def people_told_apart(db: Database) -> None:
    """Add the pairs of people of a group who are two, though their names look alike. `person` came before `other`."""
    db.executescript("""
        create table people_told_apart (
            group_id text not null,
            person integer not null,
            other integer not null,
            primary key (group_id, person, other),
            foreign key (group_id, person) references people,
            foreign key (group_id, other) references people
        ) strict, without rowid;
    """)


STEPS = (
    *(logs, access, rows, groups, joined_people, phone_grants, derived_grants, derived_links, carried_rows),
    *(tables_to_try, people_told_apart),
)
LAST_STEP_OF_1_0 = phone_grants.__name__
"""A database without it is from before 1.0."""

MIGRATIONS = Migrations("scorekeeper")
for step in STEPS:
    MIGRATIONS()(step)


def migrate(db: Database) -> None:
    """Bring the database up to date, in write-ahead mode; an up-to-date one is only read.

    Raises `NewerSchema` when a newer program made it, `OlderSchema` when one from before 1.0 did, and
    `StoreUnavailable` ("broken") when it is no database of this program's; all are left as they are.
    """
    check_is_own_database(db)
    with suppress(sqlite3.OperationalError):  # read-only, or another program does it just now
        db.enable_wal()
    if not MIGRATIONS.pending(db):
        return
    db.execute("begin immediate")
    try:
        check_is_own_database(db)  # again: another program may have migrated it while this one waited
        MIGRATIONS.apply(db)
        db.commit()
    finally:
        db.rollback()


def check_is_own_database(db: Database) -> None:
    """Raise unless the database is empty or made by this program's steps."""
    tables = db.table_names()  # read first: by now another program may have made them, and then they are ours
    applied = {migration.name for migration in MIGRATIONS.applied(db)}
    if unknown := sorted(applied - {step.__name__ for step in STEPS}):
        raise NewerSchema(f"the database was made by a newer Scorekeeper ({', '.join(unknown)}): open it with that one")
    if tables and not applied:
        raise StoreUnavailable("broken", "this is another program's database")
    if applied and LAST_STEP_OF_1_0 not in applied:
        raise OlderSchema

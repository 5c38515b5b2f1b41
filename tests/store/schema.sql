CREATE TABLE tables (
    table_id text primary key,
    game text not null,
    created text not null
, scorers text, until text) strict, without rowid;
CREATE TABLE actions (
    table_id text not null references tables,
    version integer not null,
    key text,
    player integer,
    device text,
    at text not null, rows text, edition integer not null default 1, content text, carried text,
    primary key (table_id, version)
) strict, without rowid;
CREATE UNIQUE INDEX actions_by_key on actions (table_id, key) where key is not null;
CREATE TABLE events (
    table_id text not null,
    version integer not null,
    action integer not null,
    schema integer not null,
    event text not null,
    primary key (table_id, version),
    foreign key (table_id, action) references actions
) strict, without rowid;
CREATE TABLE grants (
    grant_id integer primary key,
    table_id text not null references tables,
    token_sha256 blob not null unique,
    kind text not null,
    player integer,
    label text,
    created text not null,
    revoked text
, derived_from integer, group_phone integer, heir integer) strict;
CREATE INDEX grants_by_table on grants (table_id, kind) where revoked is null;
CREATE TABLE settings (
    key text primary key,
    value blob not null
) strict, without rowid;
CREATE TABLE groups (
    group_id text primary key,
    name text not null,
    created text not null,
    link integer not null default 1
) strict, without rowid;
CREATE TABLE people (
    group_id text not null references groups,
    person integer not null,
    name text not null,
    became integer,
    removed text,
    primary key (group_id, person)
) strict, without rowid;
CREATE TABLE former_names (
    group_id text not null,
    person integer not null,
    name text not null,
    since text not null,
    primary key (group_id, person, name),
    foreign key (group_id, person) references people
) strict, without rowid;
CREATE TABLE nights (
    table_id text primary key references tables,
    group_id text not null references groups,
    added text not null
) strict, without rowid;
CREATE INDEX nights_by_group on nights (group_id);
CREATE TABLE night_seats (
    table_id text not null references nights,
    player integer not null,
    group_id text not null,
    person integer not null,
    primary key (table_id, player),
    foreign key (group_id, person) references people
) strict, without rowid;
CREATE INDEX night_seats_by_person on night_seats (group_id, person);
CREATE TABLE group_rules (
    group_id text not null references groups,
    name text not null,
    fields text not null,
    primary key (group_id, name)
) strict, without rowid;
CREATE TABLE group_phones (
    phone_id integer primary key,
    group_id text not null references groups,
    token_sha256 blob not null unique,
    kind text not null,
    label text,
    created text not null
) strict;
CREATE INDEX group_phones_by_group on group_phones (group_id);
CREATE TABLE joined_people (
    group_id text not null,
    person integer not null,
    joined text not null,
    kept text not null,
    primary key (group_id, person),
    foreign key (group_id, person) references people
) strict, without rowid;
CREATE TABLE phone_grants (
    device text not null,
    table_id text not null,
    grant_id integer not null references grants,
    primary key (device, table_id, grant_id)
) strict, without rowid;
CREATE INDEX phone_grants_by_grant on phone_grants (grant_id);
CREATE INDEX grants_by_source on grants (derived_from) where derived_from is not null;
CREATE INDEX grants_by_group_phone on grants (group_phone) where group_phone is not null;
CREATE TABLE revocations (
    table_id text not null references tables,
    kind text not null,
    times integer not null,
    primary key (table_id, kind)
) strict, without rowid;
CREATE INDEX tables_by_until on tables (until) where until is not null;
CREATE TABLE people_told_apart (
    group_id text not null,
    person integer not null,
    other integer not null,
    primary key (group_id, person, other),
    foreign key (group_id, person) references people,
    foreign key (group_id, other) references people
) strict, without rowid;

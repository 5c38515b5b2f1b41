CREATE TABLE tables (
    table_id text primary key,
    game text not null,
    created text not null
, scorers text) strict, without rowid;
CREATE TABLE actions (
    table_id text not null references tables,
    version integer not null,
    key text,
    player integer,
    device text,
    at text not null, rows text, edition integer not null default 1, content text,
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
) strict;
CREATE INDEX grants_by_table on grants (table_id, kind) where revoked is null;
CREATE TABLE settings (
    key text primary key,
    value blob not null
) strict, without rowid;

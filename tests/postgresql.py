"""A PostgreSQL server for tests, on a socket in a temporary folder that is removed afterwards."""

import os
import pwd
import select
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote, urlencode

import psycopg

from scorekeeper.store.engines import open_database
from scorekeeper.store.sql import TABLES
from tools.programs import find_program

OWNERS = ("postgres", "nobody")
"""Users who may run the server when root runs the tests, since PostgreSQL refuses to run as root."""

ALONE = ("listen_addresses=",)
"""Settings of a server that listens on the socket in its folder only."""

HASTY = (*ALONE, "fsync=off", "full_page_writes=off", "synchronous_commit=off", "autovacuum=off")
"""Settings for throw-away databases. A test of its own checks that commits are flushed."""


class PostgresqlServer:
    """A server with some `settings`, which runs as long as the block."""

    def __init__(self, settings: Sequence[str] = HASTY) -> None:
        program = find_program("PostgreSQL")
        assert program, "no PostgreSQL: `make postgresql` installs it"
        self.programs = Path(program).resolve().parent
        self.settings = settings
        self.folder = Path(tempfile.mkdtemp(prefix="scorekeeper-"))  # a socket's path has at most about 100 characters
        self.owner = find_owner()
        if self.owner:
            os.chown(self.folder, self.owner.pw_uid, self.owner.pw_gid)
        self.schemas = 0
        self.kept = ""

    def __enter__(self) -> Self:
        options = (
            *("--auth=trust", "--encoding=UTF8", "--locale=C", "--username=tests", "--no-sync", "--no-instructions"),
        )
        self.run("initdb", *options, f"--pgdata={self.folder}/data")
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = " ".join(["-k", str(self.folder), *(f"-c {setting}" for setting in self.settings)])
        self.run("pg_ctl", "start", "--wait", f"--pgdata={self.folder}/data", f"--log={self.folder}/log", "-o", options)

    def stop(self) -> None:
        """Stop the server at once, as a crash does."""
        self.run("pg_ctl", "stop", "--mode=immediate", f"--pgdata={self.folder}/data")

    def kill(self) -> None:
        """Kill all processes of the server."""
        note = self.folder / "data" / "postmaster.pid"
        first = note.read_text().split()[0]
        os.kill(int(first), signal.SIGSTOP)  # else it restarts the processes that die
        others = subprocess.run(["ps", "-o", "pid=", "--ppid", first], capture_output=True, check=True, text=True)
        for process in map(int, [*others.stdout.split(), first]):
            gone = os.pidfd_open(process)
            os.kill(process, signal.SIGKILL)
            select.select([gone], [], [])
            os.close(gone)
        for left in (note, *self.folder.glob(".s.PGSQL.*")):
            left.unlink()  # its number may stay in use until its exit status is read

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs as the server's owner."""
        log = self.folder / f"{program}.log"
        with log.open("w") as said:  # no pipe: the server would keep it open
            done = subprocess.run(
                [self.programs / program, *arguments],
                cwd=self.folder,
                stdout=said,
                stderr=said,
                check=False,
                user=self.owner and self.owner.pw_uid,
                group=self.owner and self.owner.pw_gid,
                extra_groups=[] if self.owner else None,
            )
        assert done.returncode == 0, log.read_text()

    def url(self, schema: str = "public", **options: str) -> str:
        """Return the address of a schema, with connection `options`."""
        settings = {"search_path": schema, **options}
        given = " ".join(f"-c{name}={value}" for name, value in settings.items())
        place = {"host": self.folder, "user": "tests", "options": given}
        return f"postgresql:///postgres?{urlencode(place, quote_via=quote)}"

    def connect_as_admin(self) -> psycopg.Connection:
        return psycopg.connect(self.url(), autocommit=True)

    def create_schema(self) -> str:
        """Create an empty schema, which serves as a database of its own, and return its name."""
        self.schemas += 1
        name = f"test_{self.schemas}"
        with self.connect_as_admin() as connection:
            connection.execute(f"create schema {name}".encode())
        return name

    def make_empty_database(self) -> str:
        """Return the address of an empty database: always the same, since creating one takes long."""
        if not self.kept:
            self.kept = self.url(self.create_schema())
            open_database(self.kept).close()
        with psycopg.connect(self.kept) as connection:
            for name in ("watching", "processes", *reversed(TABLES)):
                connection.execute(f"delete from {name}".encode())  # noqa: S608
        return self.kept

    def drop_connections(self) -> None:
        """End every connection, as a restart does."""
        with self.connect_as_admin() as connection:
            sql = "select pg_terminate_backend(pid, 60000) from pg_stat_activity where application_name = 'scorekeeper'"
            connection.execute(sql)


def find_owner() -> pwd.struct_passwd | None:
    """Return the user who runs the server, or None for the user who runs the tests."""
    if os.geteuid() != 0:
        return None
    names = {each.pw_name: each for each in pwd.getpwall()}
    return next(names[name] for name in OWNERS if name in names)

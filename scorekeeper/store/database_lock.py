"""The lock on a database: one server may hold it, several servers on PostgreSQL, or one command alone.

A server caches what it has read. Only PostgreSQL notifies it of what another process records.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from scorekeeper.store.engines import import_postgres
from scorekeeper.store.errors import DatabaseInUse
from scorekeeper.store.location import is_server, parse_url
from scorekeeper.store.sqlite import check_one_name, make_private_file
from scorekeeper.whole_files import write_whole


@contextmanager
def serve_database(url: str, address: str = "") -> Iterator[None]:
    """Hold the database at `url` as a server at `address`: alone where it is a file, else beside other servers.

    Raises `DatabaseInUse`, and `UnknownDatabase`. The lock of a killed server is free.
    """
    with hold_database(url, alone=False):
        note_server(url, address)
        yield


@contextmanager
def hold_database(url: str, *, alone: bool = True) -> Iterator[None]:
    """Keep servers from the database at `url`. Where it is not held `alone`, servers that can share it may hold it too.

    Raises `DatabaseInUse` and `UnknownDatabase`.
    """
    if url == ":memory:":
        yield
        return
    if is_server(url):
        with import_postgres().hold_postgres_database(url, alone=alone):
            yield
        return
    path, _ = parse_url(url)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_one_name(path)
    locked = path.with_name(f"{path.name}.lock")
    lock = FileLock(locked, timeout=0, mode=0o600)
    try:
        lock.acquire()
    except Timeout as taken:
        raise DatabaseInUse(read_server_note(path)) from taken
    try:
        yield
    finally:
        server_note_path(path).unlink(missing_ok=True)
        with suppress(PermissionError):  # Windows cannot delete an open file; filelock does it there
            locked.unlink(missing_ok=True)  # while held: a process that has opened it sees that it is gone
        lock.release()


def note_server(url: str, address: str) -> None:
    """Write the address of a server into a file beside its database; nothing for a PostgreSQL database."""
    if is_server(url) or url == ":memory:":
        return
    note = server_note_path(parse_url(url)[0])
    note.unlink(missing_ok=True)  # its mode may be another
    with write_whole(note) as part:
        make_private_file(part)
        part.write_text(f"{address}\n", encoding="utf-8")


def find_server_address(url: str) -> str:
    """Return the address that the server of a database noted; empty where no server is known to run."""
    if is_server(url) or not server_note_path(parse_url(url)[0]).is_file():
        return ""
    try:
        with hold_database(url):  # a server that was killed left its note
            return ""
    except DatabaseInUse as served:
        return served.address


def read_server_note(path: Path) -> str:
    """Return the address in the note beside a database; empty where there is none."""
    note = server_note_path(path)
    return note.read_text(encoding="utf-8").strip() if note.is_file() else ""


def server_note_path(path: Path) -> Path:
    """Return the path of the file in which a server notes its address."""
    return path.with_name(f"{path.name}.server")

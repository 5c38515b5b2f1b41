"""The place of the database."""

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path

from scorekeeper.source_tree import find_instance_folder
from scorekeeper.store.errors import UnknownDatabase

INSTANCE = find_instance_folder()
POSTGRESQL_PORT = 5432

FILE = "scorekeeper.db"


def default_database(environ: Mapping[str, str] = os.environ, instance: Path | None = INSTANCE) -> str:
    """Return the database to open: ``SCOREKEEPER_DATABASE`` (a path or URL), else scorekeeper.db in its folder.

    That is the `instance` folder of a source tree, and for an installed program the user's data folder.
    """
    return environ.get("SCOREKEEPER_DATABASE") or str(instance / FILE if instance else data_folder_database())


def data_folder_database() -> Path:
    r"""Return the path of the database of an installed program.

    The user's data folder is ``~/.local/share/scorekeeper`` (or under ``XDG_DATA_HOME``) on Linux,
    ``~/Library/Application Support/scorekeeper`` on macOS and ``%LOCALAPPDATA%\scorekeeper`` on Windows.
    """
    return user_data_path("scorekeeper", appauthor=False) / FILE


def is_default(path: Path) -> bool:
    """Return whether a database is the one that nobody has named, whose folder is the program's own."""
    return path == (INSTANCE / FILE if INSTANCE else data_folder_database()).resolve()


def is_server(url: str) -> bool:
    """Return whether a URL names a database of a PostgreSQL server rather than a file."""
    return url.startswith(("postgresql://", "postgres://"))


def without_secrets(url: str) -> str:
    """Return a URL without user and password."""
    if not is_server(url):
        return url
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def parse_url(url: str) -> tuple[Path, bool]:
    """Return the path that a URL or path names, and whether it is to be opened for reading only.

    Links are followed: a database has one path, and one lock. Raises `UnknownDatabase`.
    """
    if is_server(url):
        raise UnknownDatabase(f"{without_secrets(url)} is no file (`scorekeeper copy` fills it from one)")
    scheme, separator, rest = url.partition("://")
    if not separator:
        return Path(url).expanduser().resolve(), False
    path, _, query = rest.removeprefix("/").partition("?")
    if scheme != "sqlite" or not rest.startswith("/") or not path or query not in ("", "mode=ro"):
        raise UnknownDatabase(
            f"not a database this program can open: {url!r} (try sqlite:///path or postgresql://host/name)"
        )
    return Path(path).expanduser().resolve(), bool(query)


def is_same_database(one: str, other: str) -> bool:
    """Return whether two URLs or paths name one database, whatever the user and however a path is written.

    Raises `UnknownDatabase`.
    """
    if is_server(one) and is_server(other):
        return parse_server_url(one) == parse_server_url(other)
    if is_server(one) or is_server(other):
        return False
    path, beside = (parse_url(url)[0] for url in (one, other))
    return path == beside or (path.exists() and beside.exists() and path.samefile(beside))


def parse_server_url(url: str) -> tuple[str | None, int, str, str]:
    """Return the host, port, name and options of a PostgreSQL server's database."""
    parts = urlsplit(url)
    return parts.hostname, parts.port or POSTGRESQL_PORT, parts.path, parts.query

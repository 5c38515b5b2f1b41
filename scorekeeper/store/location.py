"""Where the database is."""

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path

from scorekeeper.store.errors import UnknownDatabase

POSTGRESQL_PORT = 5432


def default_database(environ: Mapping[str, str] = os.environ) -> str:
    r"""What to open: ``SCOREKEEPER_DATABASE`` (a path or URL), else scorekeeper.db in the user's data folder.

    That folder is ``~/.local/share/scorekeeper`` (or under ``XDG_DATA_HOME``) on Linux,
    ``~/Library/Application Support/scorekeeper`` on macOS and ``%LOCALAPPDATA%\scorekeeper`` on Windows.
    """
    return environ.get("SCOREKEEPER_DATABASE") or str(user_data_path("scorekeeper", appauthor=False) / "scorekeeper.db")


def is_server(url: str) -> bool:
    """Whether a URL names a database of a PostgreSQL server, and no file."""
    return url.startswith(("postgresql://", "postgres://"))


def without_secrets(url: str) -> str:
    """A URL as anybody may read it: who connects, and with which password, is left out."""
    if not is_server(url):
        return url
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def parse_url(url: str) -> tuple[Path, bool]:
    """The path a URL or path names, and whether only to read. Raises `UnknownDatabase`."""
    if is_server(url):
        raise UnknownDatabase(f"{without_secrets(url)} is no file (`scorekeeper copy` fills it from one)")
    scheme, separator, rest = url.partition("://")
    if not separator:
        return Path(url).expanduser(), False
    path, _, query = rest.removeprefix("/").partition("?")
    if scheme != "sqlite" or not rest.startswith("/") or not path or query not in ("", "mode=ro"):
        raise UnknownDatabase(
            f"not a database this program can open: {url!r} (try sqlite:///path or postgresql://host/name)"
        )
    return Path(path).expanduser(), bool(query)


def same_database(one: str, other: str) -> bool:
    """Whether two URLs or paths name one database, whoever connects and however a file is written.

    Raises `UnknownDatabase`.
    """
    if is_server(one) and is_server(other):
        return server_database(one) == server_database(other)
    if is_server(one) or is_server(other):
        return False
    path, beside = (parse_url(url)[0].resolve() for url in (one, other))
    return path == beside or (path.exists() and beside.exists() and path.samefile(beside))


def server_database(url: str) -> tuple[str | None, int, str, str]:
    """The host, port, name and options of a PostgreSQL server's database."""
    parts = urlsplit(url)
    return parts.hostname, parts.port or POSTGRESQL_PORT, parts.path, parts.query

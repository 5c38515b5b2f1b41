"""The choice of the engine by the URL of a database."""

from types import ModuleType

from scorekeeper.store.errors import UnknownDatabase
from scorekeeper.store.location import is_server, parse_url
from scorekeeper.store.sql import Database
from scorekeeper.store.sqlite import SqliteFile


def open_database(url: str, busy_seconds: float = 5.0) -> Database:
    """Open the database at `url`, and create or migrate it. Raises as `scorekeeper.store.open_store` does."""
    if is_server(url):
        database: Database = import_postgres().PostgresDatabase(url, busy_seconds=busy_seconds)
        return database
    path, read_only = parse_url(url)
    return SqliteFile(path, read_only=read_only, busy_seconds=busy_seconds)


def import_postgres() -> ModuleType:
    """Import the module for PostgreSQL. Raises `UnknownDatabase` where its library is not installed."""
    try:
        from scorekeeper.store import postgres
    except ImportError as error:
        raise UnknownDatabase("PostgreSQL needs a library: pip install 'psycopg[binary,pool]'") from error
    return postgres

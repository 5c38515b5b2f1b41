"""Rewriting the old tables of a database when it is opened for the first time."""

import logging
from contextlib import suppress

from msgspec.structs import replace

from scorekeeper.store import EventStore, StaleVersion, Store, StoredAction, StoreUnavailable
from scorekeeper.version_0.events import SCHEMA
from scorekeeper.version_0.log import rewrite_log
from scorekeeper.version_0.moves import FLAGS

DONE = "version 0 is rewritten"

logger = logging.getLogger("scorekeeper")


def rewrite_tables(store: Store) -> None:
    """Rewrite every table that a version before 1.0 recorded, each in one transaction; once for each database.

    A table that cannot be rewritten stays unchanged and is logged. In a database that cannot be written all tables stay
    unchanged.
    """
    if store.settings.is_noted(DONE):
        return
    for table_id in store.events.find_tables(schema=SCHEMA, phrases=FLAGS):
        try:
            rewrite_table(store.events, table_id)
        except StaleVersion:
            logger.info("table %s is rewritten by another process", table_id)
        except Exception:  # a damaged log may raise anything
            logger.exception("table %s cannot be rewritten in the form of today", table_id)
    with suppress(StoreUnavailable):
        store.settings.note(DONE)


def rewrite_table(events: EventStore, table_id: str) -> None:
    """Rewrite one table. Actions from the first unreadable one on are kept unchanged at the end of the log."""
    log = events.load(table_id)
    rewriting = rewrite_log(log)
    if rewriting.error:
        logger.error("table %s can be read up to action %s", table_id, len(rewriting.log), exc_info=rewriting.error)
    if rewriting.log:
        events.rewrite(table_id, renumber_log((*rewriting.log, *rewriting.rest)), version=log[-1].last_version)


def renumber_log(log: tuple[StoredAction, ...]) -> list[StoredAction]:
    """Return a log in which each action follows the one before."""
    result = list[StoredAction]()
    for action in log:
        result.append(replace(action, version=result[-1].last_version + 1 if result else 1))
    return result

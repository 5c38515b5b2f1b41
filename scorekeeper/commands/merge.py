"""`scorekeeper import` of a database: last year's tables and groups beside this year's."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import click

from scorekeeper.bookkeeper import fold_log
from scorekeeper.commands.export import MOST_LISTED, command_line, count_in_words, open_link
from scorekeeper.export.verification import MOST_TABLES, describe_damage
from scorekeeper.store import (
    Store,
    StoreError,
    TableInfo,
    copy_for_reading,
    derive_token,
    merge_tables,
    open_store,
)


@dataclass
class MergePlan:
    """The tables of a file: those that are new here, as here, other than here, and damaged, with the reason."""

    new: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    damaged: dict[str, str] = field(default_factory=dict)


@contextmanager
def open_copy(file: Path) -> Iterator[Store]:
    """Open a copy of a database, in today's form; the file itself is only read. Raises `StoreError` about the file."""
    with ExitStack() as opened:
        try:
            other = opened.enter_context(open_store(opened.enter_context(copy_for_reading(file))))
        except StoreError as error:
            raise StoreError(f"{file}: {error}") from error
        yield other


def merge_database(file: Path, other: Store, store: Store) -> Iterator[str]:
    """Bring what is new in `other`, a copy of `file`, into `store`, and yield what was done, a line each."""
    infos = [info for info in other.events.tables(limit=MOST_TABLES) if info.until is None]
    with click.progressbar(infos, label="Checking", file=sys.stderr) as bar:
        found = sort_tables(store, other, bar)
    groups = other.groups.list_ids()
    with click.progressbar(length=len(found.new), label="Importing", file=sys.stderr) as steps:
        new_groups = merge_tables(other.database, store.database, found.new, groups, lambda: steps.update(1))
    yield from describe_merge(file, found, len(new_groups), len(groups) - len(new_groups))
    yield from describe_ways_in(store, found.new, new_groups)


def sort_tables(store: Store, other: Store, infos: Iterable[TableInfo]) -> MergePlan:
    """Replay the tables that are new, and compare the others with those that are here."""
    found = MergePlan()
    for info in infos:
        log = other.events.load(info.table_id)
        if store.events.version(info.table_id) is not None:
            (found.same if store.events.load(info.table_id) == log else found.other).append(info.table_id)
            continue
        try:
            fold_log(log)
        except Exception as error:  # a damaged row may raise anything
            found.damaged[info.table_id] = describe_damage(error)
        else:
            found.new.append(info.table_id)
    return found


def describe_merge(file: Path, found: MergePlan, new_groups: int, known_groups: int) -> Iterator[str]:
    """Yield what was brought, what was here already, and what was left out."""
    groups = count_in_words(new_groups, "group")
    yield f"Imported {count_in_words(len(found.new), 'table')} and {groups} from {file}. Each table was replayed."
    if found.same or known_groups:
        were = f"{count_in_words(len(found.same), 'table')} and {count_in_words(known_groups, 'group')}"
        yield f"Here already: {were}. Nothing of them was changed."
    for table_id in found.other:
        yield f"Table {table_id} is another one here and was kept as it is."
    for table_id, why in found.damaged.items():
        yield f"Table {table_id} cannot be replayed and was left out: {why}."


def describe_ways_in(store: Store, tables: list[str], groups: list[str]) -> Iterator[str]:
    """Yield how phones come to what was brought: their links are good on the other server alone."""
    if tables:
        host, lists = command_line("host TABLE", store.url), command_line("export", store.url)
        yield f"`{host}` makes a phone the host of one; `{lists}` lists them."
    for group_id in groups[:MOST_LISTED]:
        group = store.groups.get(group_id)
        token = derive_token(str(store.settings.secret_key()).encode(), "group", group.id, group.link)
        yield f"To be the host of {group.name}, {open_link(store.url, f'/g/{group_id}/join/{token}')}"

"""Checks that a database, its files and its server's screens hold exactly what was acknowledged."""

import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from typing import Any, cast

import msgspec
from click.testing import CliRunner

from scorekeeper.commands.main import main
from scorekeeper.export.verification import VerificationReport, check_document
from scorekeeper.games.game import EDITION
from scorekeeper.store import StoredAction, open_store
from scorekeeper.web.page.access import Role
from tests.web.pages import parse
from tests.web.phones import Table
from tests.web.screen_checks import ScreenView, check_sheet, normalized_texts, standing_texts
from tools.bench.wire import Answer
from tools.faults.cluster import Cluster, Fault
from tools.faults.evening import Evening

EVENTS = "select table_id, version, action from events order by table_id, version"
ACTIONS = "select table_id, version, key from actions order by table_id, version"
"""Queries for the moves and actions of every table."""

HELD_BY_NOBODY = """
    select table_id, kind from grants where revoked is null and kind in ('seat', 'claim')
    and not exists (select 1 from phone_grants where phone_grants.grant_id = grants.grant_id)
    union all
    select table_id, 'host' from tables where table_id not in (
        select phone_grants.table_id from phone_grants join grants using (grant_id) where kind = 'host'
    )
"""
"""A query for seats and claims that no phone holds, and for tables of which no phone is a host."""


async def verify(cluster: Cluster, *, whole: bool = False) -> list[Fault]:
    """Return every fault in the database and in what is served, while nobody plays.

    Of tables unchanged since their last check only the log is checked, unless `whole` is set.
    """
    faults = [*check_database(cluster)]
    for evening in cluster.evenings:
        if whole or evening.verified != evening.version:
            faults += await check_served(evening)
            evening.verified = evening.version
    return faults


# --- The database ---


def check_database(cluster: Cluster) -> Iterator[Fault]:
    """Yield faults: a damaged file, a table that cannot be replayed, a log that differs from what was acknowledged."""
    said = CliRunner().invoke(main, ["check", "--database", cluster.url])
    if said.exit_code:
        yield Fault("wrong", said.output)
    yield from check_halves(cluster)
    yield from check_nights(cluster)
    yield from (Fault("half", f"no phone holds the {kind} of {table}") for table, kind in cluster.query(HELD_BY_NOBODY))
    keys: dict[str, list[str | None]] = defaultdict(list)
    for table_id, _, key in cluster.query(ACTIONS):
        keys[table_id].append(key)
    for evening in cluster.evenings:
        yield from check_log(cluster, evening, keys.pop(evening.id, []))
    for table_id in keys:
        yield Fault("wrong", f"nobody was told of table {table_id}")


def check_halves(cluster: Cluster) -> Iterator[Fault]:
    """Yield a fault for each action that lacks moves, and for versions that do not count on from 1."""
    moves: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for table_id, version, action in cluster.query(EVENTS):
        moves[table_id].append((version, action))
    actions: dict[str, list[int]] = defaultdict(list)
    for table_id, version, _ in cluster.query(ACTIONS):
        actions[table_id].append(version)
    for (table_id,) in cluster.query("select table_id from tables"):
        versions = [version for version, _ in moves[table_id]]
        if versions != list(range(1, len(versions) + 1)) or not versions:
            yield Fault("half", f"table {table_id} has versions {versions}")
        if sorted({action for _, action in moves[table_id]}) != actions[table_id]:
            yield Fault("half", f"actions and moves of table {table_id} are not of the same")


def check_nights(cluster: Cluster) -> Iterator[Fault]:
    """Yield a fault for each night that does not have everybody who ever sat at its table."""
    seats = Counter(table_id for (table_id,) in cluster.query("select table_id from night_seats"))
    for evening in cluster.evenings:
        if evening.group and seats[evening.id] != evening.people:
            yield Fault("half", f"{evening.id} has {evening.people} people, its night {seats[evening.id]}")


def check_log(cluster: Cluster, evening: Evening, keys: list[str | None]) -> Iterator[Fault]:
    """Yield the differences between a log and the acknowledged actions: each must be there once, in order."""
    if evening.file:
        with open_store(cluster.read_only_url) as store:
            stored = store.events.load(evening.id) if keys else []
        if not stored:
            yield Fault("lost", f"{evening.id} was brought")
        elif tuple(map(strip_unexported, stored)) != read_log(evening.file):
            yield Fault("half", f"{evening.id} is not what was brought")
        return
    times = Counter(key for key in keys if key)
    lost = [key for key in evening.keys if key and not times[key]]
    yield from (Fault("lost", f"{evening.id}: {key}") for key in lost)
    yield from (Fault("wrong", f"{evening.id}: {key} is there {times[key]} times") for key in times if times[key] > 1)
    if not lost and keys != evening.keys:
        yield Fault("wrong", f"{evening.id} has {len(keys)} actions, of which {len(evening.keys)} were acknowledged")


@cache
def read_log(file: bytes) -> tuple[StoredAction, ...]:
    """Return the log that a file makes."""
    return tuple(map(strip_unexported, check_document(file).log))


def strip_unexported(action: StoredAction) -> StoredAction:
    """Return an action without the fields that a file does not hold."""
    return msgspec.structs.replace(action, device=None, edition=EDITION)


def find_recorded(cluster: Cluster, keys: set[str]) -> list[Fault]:
    """Return a fault for each of `keys` in the log: they were reported as not recorded."""
    known = {key for _, _, key in cluster.query(ACTIONS)}
    return [Fault("wrong", f"{key} was refused, and is recorded") for key in keys & known]


# --- Served pages and files ---


async def check_served(evening: Evening) -> list[Fault]:
    """Return the faults of a table's file and of its screens."""
    try:
        served = check_document((await fetch_page(evening, "/export.json")).content)
        page, sheet = [(await fetch_page(evening, path)).content.decode() for path in ("", "/sheet")]
    except Exception as error:
        return [Fault("wrong", f"{evening.path}: {error!r}")]
    checks: tuple[Callable[[], Any], ...] = (
        lambda: check_sums(served),
        lambda: check_version(evening, served, page),
        lambda: check_scores(pair_page(served, page)),
        lambda: check_sheet(pair_page(served, sheet)),
    )
    return [fault for each in checks for fault in run_check(evening, each)]


async def fetch_page(evening: Evening, path: str) -> Answer:
    """Request a page of a table as its host."""
    return await evening.cluster.ask_until_answered(lambda port: evening.phones[0].get(port, evening.path + path))


def run_check(evening: Evening, look: Callable[[], Any]) -> Iterator[Fault]:
    """Yield a fault if a check fails."""
    try:
        look()
    except AssertionError as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        yield Fault("wrong", f"{evening.path}: {error} at {at.name}: {at.line}")


def pair_page(served: VerificationReport, page: str) -> ScreenView:
    """Return a page with the table made from the file of the same moment."""
    return ScreenView(cast(Table, None), served.ledger, parse(page), Role.HOST, None)


def check_sums(served: VerificationReport) -> None:
    """Check that the amounts of every hand of Mighty sum to zero."""
    if served.document.table.game == "mighty":
        for hand in served.document.hands:
            assert not sum(Fraction(gain.amount) for gain in hand.gains.values()), f"hand {hand.number}: {hand.gains}"


def check_scores(table: ScreenView) -> None:
    """Check that every seat shows its standing, in the middle of a hand."""
    if table.state.current:
        seats = [normalized_texts(list(seat.all("span"))) for seat in table.page.of_class("seat")]
        stands = standing_texts(table.state, table.state.seating)
        assert all(one in told for one, told in zip(stands, seats, strict=True)), f"{stands} at the table, not {seats}"


def check_version(evening: Evening, served: VerificationReport, page: str) -> None:
    """Check that the file and the page have every acknowledged action."""
    version = served.ledger.version
    assert f'data-version="{version}"' in page, f"the page is not at version {version}"
    assert evening.file or version == evening.version, f"version {version} was served"
    for known, action in zip_longest(
        read_log(evening.file) if evening.file else (), served.log if evening.file else ()
    ):
        assert known == strip_unexported(action), "the file is not what was brought"

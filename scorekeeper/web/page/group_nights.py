"""The nights of a group: tables that it was at, who sat where, and how a table comes to be one of them."""

from contextlib import suppress
from typing import Any, NamedTuple

from flask import session
from markupsafe import Markup

from scorekeeper.games.game import Player
from scorekeeper.lookalikes import fold_lookalikes
from scorekeeper.settlement import Amount
from scorekeeper.store import Group, GroupPerson, Night, StatementBatch, StoreUnavailable, UnknownTable, plan_night
from scorekeeper.table.evenings import Evening
from scorekeeper.table.state import TableState
from scorekeeper.web.http.services import services
from scorekeeper.web.page.access import Role, visitor_of
from scorekeeper.web.page.dates import write_date
from scorekeeper.web.page.group_access import member_of
from scorekeeper.web.page.known_tables import known_names
from scorekeeper.web.page.language import ngettext
from scorekeeper.web.page.template_helpers import tied_names

MOST_TO_COME = 11
"""The most names that are offered when somebody comes: three rows, with the key for another name."""


class GroupHistory(NamedTuple):
    """A group with its evenings, the latest first; unreadable evenings are left out.

    `own` is the person of this phone's seat on one of the nights, if it had one.
    """

    group: Group
    evenings: tuple[Evening[int], ...]
    own: int | None


class NightRow(NamedTuple):
    """A night in a list: its table, its day, the people named, and the gain of each."""

    table_id: str
    day: Markup
    who: Markup
    gain: Amount
    evening: Evening[int]


def load_group_history(group_id: str) -> GroupHistory:
    """Load a group with all its evenings. Raises `UnknownGroup`."""
    group = services().store.groups.get(group_id)
    found = [evening for night in group.nights if (evening := evening_of(night))]
    evenings = tuple(sorted(found, key=lambda evening: evening.at, reverse=True))
    owned = (evening.people.get(player) for evening in evenings if (player := own_seat(evening.table_id)))
    return GroupHistory(group, evenings, next((person for person in owned if person), None))


def evening_of(night: Night) -> Evening[int] | None:
    """A night as it was played, None when its table cannot be read any more."""
    try:
        (info,) = services().store.events.tables([night.table_id])
        state = services().books.ledger(night.table_id).state
    except (UnknownTable, StoreUnavailable, ValueError):  # a table that is gone must not hide the others
        return None
    return Evening(night.table_id, info.created, state, night.seats)


def own_seat(table_id: str) -> Player | None:
    """Return the seat of this phone at a table, if it has one."""
    return visitor_of(table_id, session).player


def night_rows(met: GroupHistory, person: int | None = None) -> list[NightRow]:
    """Return the evenings of a group with who was first, or those of one person with what they gave."""
    rows, names = [], {each.number: each.name for each in met.group.people}
    for evening in met.evenings:
        if person is not None and person not in evening.people.values():
            continue
        shown = (person,) if person is not None else evening.winners
        gain = evening.gains.get(shown[0], 0) if shown else 0
        who = tied_names([names[each] for each in shown], person_count_text)
        rows.append(NightRow(evening.table_id, write_date(evening.at), who, gain, evening))
    return rows


class LookalikeQuestion(NamedTuple):
    """The question whether two people with names alike are one: the later comer, the earlier one, their last nights."""

    person: GroupPerson
    other: GroupPerson
    last: Markup
    last_of_other: Markup


def list_lookalike_questions(met: GroupHistory, table_id: str | None = None) -> list[LookalikeQuestion]:
    """Return the questions about names alike that nobody has answered, of one night those about its people."""
    people = {each.number: each for each in met.group.people}
    at = {number: write_date(each.at) for each in reversed(met.evenings) for number in each.people.values()}
    there = {number for each in met.evenings if each.table_id == table_id for number in each.people.values()}
    return [
        LookalikeQuestion(people[person], people[other], at.get(person, Markup("")), at.get(other, Markup("")))
        for person, other in met.group.lookalikes
        if table_id is None or there & {person, other}
    ]


def person_count_text(count: int) -> str:
    """A number of people."""
    return ngettext("%(num)s person", "%(num)s people", count)


def may_add_night(table_id: str) -> bool:
    """Return whether this phone may choose the group of a table, as everybody may who keeps its score."""
    with suppress(UnknownTable):
        return bool(table_id) and visitor_of(table_id, session).reaches(Role.SCORER)
    return False


def add_night(group_id: str, table_id: str) -> None:
    """Let a table be a night of a group. Raises `InAnotherGroup`."""
    services().store.groups.add_night(group_id, table_id, seat_names(services().books.ledger(table_id).state))


def seat_names(state: TableState) -> dict[Player, str]:
    """Return the names of everyone who ever sat at a table."""
    return {person.number: person.name for person in state.people.values()}


def plan_group_night(group_id: str | None, table_id: str, state: TableState) -> list[StatementBatch]:
    """Return the work that makes a table which is being opened a night of a group; none without one."""
    return [plan_night(group_id, table_id, seat_names(state))] if group_id else []


def names_to_come(table_id: str, state: TableState) -> list[str]:
    """Return the names of those who may come to a table: of its group if this phone belongs to it, else of this phone.

    Whoever is at the table, or was, is left out.
    """
    group_id = services().store.groups.group_of(table_id)
    group = services().store.groups.get(group_id) if group_id and member_of(group_id) else None
    known = [person.name for person in group.people] if group else known_names()
    here = {fold_lookalikes(person.name) for person in state.people.values()}
    return [name for name in known if fold_lookalikes(name) not in here][:MOST_TO_COME]


def names_for_rematch(table_id: str, state: TableState) -> tuple[str, ...]:
    """Return the names of the seated players for a new table, as its group calls them if this phone belongs to it."""
    groups = services().store.groups
    group_id = groups.group_of(table_id)
    names = {player: state.name(player) for player in state.seating}
    if group_id and member_of(group_id):
        group = groups.get(group_id)
        called = {person.number: person.name for person in group.people}
        seats: Any = next((night.seats for night in group.nights if night.table_id == table_id), {})
        names |= {player: called[seats[player]] for player in names if seats.get(player) in called}
    return tuple(names.values())

"""People of a group whose names only look alike: who is to be asked about, and the answers that were given."""

from collections.abc import Collection, Iterator
from itertools import combinations

from scorekeeper.lookalikes import fold_lookalikes, is_same_name
from scorekeeper.store.groups import GroupPerson, Night
from scorekeeper.store.sql import Connection

Pair = tuple[int, int]


def find_lookalikes(
    people: Collection[GroupPerson], nights: Collection[Night], told_apart: Collection[frozenset[int]]
) -> tuple[Pair, ...]:
    """Return the pairs of people of whom nobody has said yet whether they are one, the later comer of each first.

    People who sat at one table in the same night are two.
    """
    return tuple(
        sorted(
            (other, one)
            for one, other in list_alike(people)
            if {one, other} not in told_apart and not any({one, other} <= {*night.seats.values()} for night in nights)
        )
    )


def list_alike(people: Collection[GroupPerson]) -> Iterator[Pair]:
    """Yield the pairs of people of whom one has a name that looks like one that the other has or had, but differs."""
    named: dict[str, dict[int, list[str]]] = {}
    for each in people:
        for name in (each.name, *each.former):
            named.setdefault(fold_lookalikes(name), {}).setdefault(each.number, []).append(name)
    present = {each.number: each.name for each in people}
    found = set[Pair]()
    for alike in named.values():
        for (one, names), (other, others) in combinations(sorted(alike.items()), 2):
            is_now_so = present[one] in names or present[other] in others
            if is_now_so and not any(is_same_name(name, its) for name in names for its in others):
                found.add((one, other))
    yield from found


def read_told_apart(db: Connection, group_id: str) -> set[frozenset[int]]:
    """Return the pairs of people who were told apart. A person who was joined with another stands for that other."""
    rows = db.execute("select person, became from people where group_id = ?", [group_id]).fetchall()
    became = {person: into for person, into in rows if into is not None}

    def resolve(person: int) -> int:
        while person in became:
            person = became[person]
        return person

    pairs = db.execute("select person, other from people_told_apart where group_id = ?", [group_id]).fetchall()
    return {frozenset(map(resolve, pair)) for pair in pairs}


def insert_told_apart(db: Connection, group_id: str, one: int, other: int) -> None:
    """Record that two people are two. Nothing is recorded of one with themselves, or twice."""
    if one != other:
        sql = "insert into people_told_apart (group_id, person, other) values (?, ?, ?) on conflict do nothing"
        db.execute(sql, [group_id, min(one, other), max(one, other)])

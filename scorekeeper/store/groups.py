"""Groups: people who meet again and again, their nights and their rules, as values."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from scorekeeper.store.errors import StoreError

PhoneKind = Literal["host", "member"]
"""The rights of a phone in a group. A host may also revoke its link, send phones away and delete the group."""


class UnknownGroup(StoreError):
    """Raised where there is no group of that id."""


class UnknownPerson(StoreError):
    """Raised where there is no such person in the group."""


class NameInUse(StoreError):
    """Raised where another person of the group has that name."""


class NameLooksInUse(StoreError):
    """Raised where another person of the group has a name that looks like that; it names theirs."""


class SameNight(StoreError):
    """Raised where both sat at one table in the same night, so that they are two people."""


class HasPlayed(StoreError):
    """Raised where the person has played: without them the sums of the others would not add up."""


class InAnotherGroup(StoreError):
    """Raised where the night belongs to another group."""


class JoinedPerson(msgspec.Struct, frozen=True):
    """A person who was joined with another person of the group, and can be separated again."""

    number: int
    name: str


class GroupPerson(msgspec.Struct, frozen=True):
    """A person of a group: the present name, the former ones, and the people joined with them."""

    number: int
    name: str
    former: tuple[str, ...] = ()
    joined: tuple[JoinedPerson, ...] = ()


class Night(msgspec.Struct, frozen=True):
    """A table of a group, the time since when it belongs to it, and the person behind each player."""

    table_id: str
    added: str
    seats: Mapping[int, int]


class GroupRules(msgspec.Struct, frozen=True):
    """House rules that a group keeps under a name, as the fields of a form."""

    name: str
    fields: Mapping[str, str]


class Group(msgspec.Struct, frozen=True):
    """A group. `link` counts its links: only the last one is valid.

    `lookalikes` are the people whose names only look alike and of whom nobody has said yet whether they are one, in
    pairs of numbers, the later comer first.
    """

    id: str
    name: str
    created: str
    link: int
    people: tuple[GroupPerson, ...] = ()
    nights: tuple[Night, ...] = ()
    rules: tuple[GroupRules, ...] = ()
    lookalikes: tuple[tuple[int, int], ...] = ()


class GroupPhone(msgspec.Struct, frozen=True):
    """A phone that belongs to a group."""

    id: int
    group_id: str
    kind: PhoneKind
    label: str | None
    created: str

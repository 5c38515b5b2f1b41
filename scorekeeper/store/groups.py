"""Groups: people who meet again and again, their nights and their rules. The protocol and its values."""

from collections.abc import Mapping
from typing import Literal, Protocol

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


class Groups(Protocol):
    """The protocol of all groups. Safe to call from several threads; each call is all or nothing.

    Calls of two phones at once run one after the other. A person who was joined with another meanwhile stands for that
    other. Every method raises `StoreUnavailable` when the database cannot be reached or written, and `UnknownGroup` for
    a group that does not exist.
    """

    def create(
        self,
        group_id: str,
        name: str,
        *,
        token: str | None = None,
        label: str | None = None,
        night: str | None = None,
        names: Mapping[int, str] | None = None,
    ) -> bool:
        """Create a group. Returns False where there is one of that id already; it keeps its name.

        The phone of `token` is its host. The table `night`, whose players have those `names`, is its first night,
        unless it is one of another group.
        """

    def get(self, group_id: str) -> Group:
        """Return a group."""

    def list_ids(self) -> list[str]:
        """Return the ids of all groups, oldest first."""

    def find_named(self, name: str) -> list[str]:
        """Return the ids of the groups of that name, whatever the case of its letters."""

    def rename(self, group_id: str, name: str) -> None:
        """Rename a group."""

    def delete(self, group_id: str) -> None:
        """Delete a group with its people for good, and revoke what its nights gave its phones.

        Its nights stay as tables without a group.
        """

    def add_person(self, group_id: str, name: str) -> int:
        """Return the number of the person with that name, or of the only one who had it; else of a new person."""

    def rename_person(self, group_id: str, person: int, name: str) -> None:
        """Rename a person; the old name is kept as a former one.

        Raises `UnknownPerson`, and `NameInUse` or `NameLooksInUse` where another has that name or one that looks so.
        """

    def join_people(self, group_id: str, person: int, into: int) -> None:
        """Make two people one, under the name of `into`. Raises `UnknownPerson` or `SameNight`."""

    def separate_people(self, group_id: str, person: int) -> None:
        """Make a person who was joined with another a person of their own again. The last join is undone first.

        They get back their name, their former names, and those of their seats that are still the other's. Seats taken
        since stay with the other. The two are told apart from now on. Raises `NameInUse`, and `UnknownPerson` for a
        person who was joined with nobody.
        """

    def tell_apart(self, group_id: str, person: int, other: int) -> None:
        """Remember that two people are two, though their names look alike. Raises `UnknownPerson`."""

    def remove_person(self, group_id: str, person: int) -> None:
        """Remove a person who never played from the group. Raises `UnknownPerson` or `HasPlayed`."""

    def add_night(self, group_id: str, table_id: str, names: Mapping[int, str]) -> None:
        """Make a table a night of the group. Each player is the person known by their very name, or a new one.

        Raises `UnknownTable` or `InAnotherGroup`. A night that is there already gets the players who are new in it.
        """

    def drop_night(self, group_id: str, table_id: str) -> None:
        """Take a night out of the group, and revoke what it gave the phones of the group."""

    def move_seat(self, group_id: str, table_id: str, player: int, person: int) -> None:
        """Make a player of a night another person. If that person played too, the two change seats.

        Raises `UnknownPerson`. Does nothing for a player that the night does not have.
        """

    def group_of(self, table_id: str) -> str | None:
        """Return the id of the group of a night, None for a table without one."""

    def keep_rules(self, group_id: str, name: str, fields: Mapping[str, str]) -> None:
        """Keep house rules under a name, and replace those that had it."""

    def drop_rules(self, group_id: str, name: str) -> None:
        """Delete the rules of that name."""

    def admit(self, group_id: str, kind: PhoneKind, label: str | None = None, *, token: str | None = None) -> str:
        """Add a phone to a group. Returns its `token`, or one of 128 random bits, which is stored only as a hash.

        The same `token` again changes nothing. In a group without a host the phone becomes one, whatever its `kind`.
        """

    def find(self, token: str) -> GroupPhone | None:
        """Return the phone that has a token; None for a wrong token, or a phone that was sent away."""

    def phones(self, group_id: str) -> list[GroupPhone]:
        """Return the phones of a group, oldest first."""

    def send_away(self, group_id: str, phone_id: int) -> None:
        """Remove a phone from a group, and revoke what its nights gave that phone.

        Where no host is left, the oldest of the others becomes one.
        """

    def renew_link(self, group_id: str) -> None:
        """Revoke the link of a group; the next one is another."""

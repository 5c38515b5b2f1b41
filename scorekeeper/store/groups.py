"""Groups: people who meet again and again, their nights and their rules; whatever keeps them."""

from collections.abc import Mapping
from typing import Literal, Protocol

import msgspec

from scorekeeper.store.errors import StoreError

PhoneKind = Literal["host", "member"]
"""What a phone is in a group. A host may also revoke its link, send phones away and delete it."""


class UnknownGroup(StoreError):
    """There is no group of that id."""


class UnknownPerson(StoreError):
    """There is no such person in the group."""


class NameInUse(StoreError):
    """Another person of the group is called so."""


class SameNight(StoreError):
    """Both sat at one table in the same night, so they are two people."""


class HasPlayed(StoreError):
    """Somebody who has played stays: the sums of the others would not add up without them."""


class InAnotherGroup(StoreError):
    """The night belongs to another group."""


class JoinedPerson(msgspec.Struct, frozen=True):
    """Somebody who is another person of the group now, and can be one of their own again."""

    number: int
    name: str


class GroupPerson(msgspec.Struct, frozen=True):
    """Somebody of a group: the name they have now, those they had before, and who was found to be the same."""

    number: int
    name: str
    former: tuple[str, ...] = ()
    joined: tuple[JoinedPerson, ...] = ()


class Night(msgspec.Struct, frozen=True):
    """A table of a group, since when it is, and which person each player was."""

    table_id: str
    added: str
    seats: Mapping[int, int]


class GroupRules(msgspec.Struct, frozen=True):
    """House rules that a group keeps under a name, as the fields of a form."""

    name: str
    fields: Mapping[str, str]


class Group(msgspec.Struct, frozen=True):
    """A group as it is now. `link` counts the links that it has had: those before the last are worth nothing."""

    id: str
    name: str
    created: str
    link: int
    people: tuple[GroupPerson, ...] = ()
    nights: tuple[Night, ...] = ()
    rules: tuple[GroupRules, ...] = ()


class GroupPhone(msgspec.Struct, frozen=True):
    """A phone that belongs to a group."""

    id: int
    group_id: str
    kind: PhoneKind
    label: str | None
    created: str


class Groups(Protocol):
    """All groups. Safe to call from several threads; each call is all or nothing.

    What two phones ask for at once is done one after the other, and each call means the same whatever was done before:
    a person who was joined with another meanwhile is that other. Every method raises `StoreUnavailable` when the
    database cannot be reached or written, and `UnknownGroup` where a group is named that there is not.
    """

    def create(self, group_id: str, name: str) -> bool:
        """Make a group. False where there is one of that id already; it stays as it is."""

    def get(self, group_id: str) -> Group:
        """A group as it is now."""

    def rename(self, group_id: str, name: str) -> None:
        """Call a group otherwise."""

    def delete(self, group_id: str) -> None:
        """Delete a group with its people for good. Its nights stay as they are, and belong to none."""

    def add_person(self, group_id: str, name: str) -> int:
        """The number of the person of that name, who is new unless somebody has it, or had it and nobody else did."""

    def rename_person(self, group_id: str, person: int, name: str) -> None:
        """Call somebody otherwise; the name they had is kept as a former one. Raises `UnknownPerson`, `NameInUse`."""

    def join_people(self, group_id: str, person: int, into: int) -> None:
        """Let two be one, who keeps the name of `into`. Raises `UnknownPerson` or `SameNight`."""

    def separate_people(self, group_id: str, person: int) -> None:
        """Let somebody who was joined with another be a person of their own again: the last join is undone first.

        They have their name, their former ones and those seats of then that are still the other's. Whoever sat down
        since stays the other. Raises `NameInUse`, and `UnknownPerson` for one that nobody of now was joined with.
        """

    def remove_person(self, group_id: str, person: int) -> None:
        """Take somebody who never played out of the group. Raises `UnknownPerson` or `HasPlayed`."""

    def add_night(self, group_id: str, table_id: str, names: Mapping[int, str]) -> None:
        """Let a table be a night of the group: each player, by their name, is whom the group knows by it, or new.

        Raises `UnknownTable` or `InAnotherGroup`. A night that is there already stays, with whoever is new in it.
        """

    def drop_night(self, group_id: str, table_id: str) -> None:
        """Let a table be no night of the group any more."""

    def seat_newcomer(self, table_id: str, player: int, name: str) -> None:
        """Note who a player is that has just sat down at a night; nothing at a table of no group."""

    def move_seat(self, group_id: str, table_id: str, player: int, person: int) -> None:
        """Let a player of a night have been another person, who changes seats with them if they played too.

        Raises `UnknownPerson`. Nothing for a player that the night does not have.
        """

    def group_of(self, table_id: str) -> str | None:
        """The id of the group of which a table is a night."""

    def keep_rules(self, group_id: str, name: str, fields: Mapping[str, str]) -> None:
        """Keep house rules under a name, in the place of those that had it."""

    def drop_rules(self, group_id: str, name: str) -> None:
        """Keep the rules of that name no longer."""

    def admit(self, group_id: str, kind: PhoneKind, label: str | None = None) -> str:
        """Let a phone belong to a group: its token, of 128 random bits, shown this once. Without a host it is one."""

    def find(self, token: str) -> GroupPhone | None:
        """The phone that has a token; None for a wrong one, or a phone that was sent away."""

    def phones(self, group_id: str) -> list[GroupPhone]:
        """The phones of a group, oldest first."""

    def send_away(self, group_id: str, phone_id: int) -> None:
        """Let a phone belong to a group no longer.

        Where no host is left, the oldest of the others is one.
        """

    def renew_link(self, group_id: str) -> None:
        """Make the link of a group worthless; the next one is another."""

"""A phone's membership of groups."""

from flask import session

from scorekeeper.store import Group, GroupPhone
from scorekeeper.web.http.services import services


def member_of(group_id: str) -> GroupPhone | None:
    """Return this phone's membership of a group; None where it does not belong to it."""
    token = session.get("groups", {}).get(group_id)
    phone = services().store.groups.find(token) if token else None
    return phone if phone and phone.group_id == group_id else None


def own_groups() -> list[Group]:
    """The groups of this phone, as they are now."""
    return [services().store.groups.get(group_id) for group_id in session.get("groups", {}) if member_of(group_id)]

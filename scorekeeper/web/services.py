"""What the screens work with, one of each per application."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from flask import current_app

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.export.importing import Imports
from scorekeeper.live import Audience, Hub, News
from scorekeeper.store import Grants, Store
from scorekeeper.web.bodies import Message
from scorekeeper.web.checked_phones import CheckedPhones
from scorekeeper.web.invitations import Invitations


class Aimed(NamedTuple):
    """The table and the form that a tap is for."""

    table_id: str
    form_name: str


Take = Callable[[Message, Aimed, bytes], int | None]
"""Records a tap, from any thread: the version after it, None where it is for the table's view."""

Admitted = tuple[Audience, Callable[[], bool]]


@dataclass(frozen=True, slots=True)
class Services:
    """The store and what stands on it.

    `imports` makes tables of files; `admit` says who may watch a table's stream, from their request headers; `take`
    records a tap the short way, which is open to `checked_phones`.
    """

    store: Store
    books: Bookkeeper
    grants: Grants
    hub: Hub
    news: News
    invitations: Invitations
    imports: Imports
    checked_phones: CheckedPhones
    admit: Callable[[Mapping[str, Any], str], Admitted | None]
    take: Take


def services() -> Services:
    """The services of the current application."""
    return cast(Services, current_app.extensions["scorekeeper"])


Context = Mapping[str, Any]
"""What a template reads."""

"""What the screens work with, one of each per application."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from flask import current_app

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.export.importing import Imports
from scorekeeper.live import Audience, Hub
from scorekeeper.store import Grants, Store
from scorekeeper.web.invitations import Invitations

Admitted = tuple[Audience, Callable[[], bool]]


@dataclass(frozen=True, slots=True)
class Services:
    """The store and what stands on it.

    `imports` makes tables of files; `admit` says who may watch a table's stream, from their request headers.
    """

    store: Store
    books: Bookkeeper
    grants: Grants
    hub: Hub
    invitations: Invitations
    imports: Imports
    admit: Callable[[Mapping[str, Any], str], Admitted | None]


def services() -> Services:
    """The services of the current application."""
    return cast(Services, current_app.extensions["scorekeeper"])


Context = Mapping[str, Any]
"""What a template reads."""

"""The services of the screens, one of each per application."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import current_app
from werkzeug.wrappers import Response

from scorekeeper.bookkeeper import Bookkeeper
from scorekeeper.export.importing import Imports
from scorekeeper.live import Audience, Hub, Notifications
from scorekeeper.store import Grants, Store
from scorekeeper.web.http.bodies import Message
from scorekeeper.web.http.heavy_pages import HeavyPages
from scorekeeper.web.http.invitations import Invitations
from scorekeeper.web.http.verified_cookies import VerifiedCookies


class Target(NamedTuple):
    """The table and the form that a tap is for."""

    table_id: str
    form_name: str


RecordFastTap = Callable[[Message, Target, bytes], int | Response | None]
"""(scope, target, body): records a tap, in any thread.

Returns the version of the table after it, the answer where the store is unavailable or too much was written, or None
where a view must answer.
"""

Admission = tuple[Audience, Callable[[], bool]]


@dataclass(frozen=True, slots=True)
class Services:
    """The store and what stands on it.

    `imports` makes tables of files; `admit` says who may watch a table's stream, from their request headers;
    `record_fast_tap` records taps of `verified_cookies` without a page. `heavy_pages` are answered by other processes;
    None where this process answers everything.
    """

    store: Store
    books: Bookkeeper
    grants: Grants
    hub: Hub
    notifications: Notifications
    invitations: Invitations
    imports: Imports
    heavy_pages: HeavyPages | None
    verified_cookies: VerifiedCookies
    admit: Callable[[Mapping[str, object], str], Admission | None]
    record_fast_tap: RecordFastTap

    def end_processes(self) -> None:
        """Give up what other processes are making, so that the server can stop."""
        self.imports.close()
        if self.heavy_pages:
            self.heavy_pages.close()


def services() -> Services:
    """Return the services of the current application."""
    found: Services = current_app.extensions["scorekeeper"]
    return found


Context = Mapping[str, Any]
"""What a template reads."""

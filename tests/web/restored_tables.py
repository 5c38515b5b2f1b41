"""Tables restored from a log, for evenings played without a screen."""

from itertools import count
from typing import Any

from flask import Flask

from tests.table.many_hands import SIZES
from tests.table.tables import Clock, frozen_clock, log
from tests.tiers import one_in
from tests.web.phones import Phone, Table

numbers = count(1)

EVENINGS = [(*size, hands) for size in SIZES for hands in (0, 1, 7)] + [(*size, 200) for size in one_in(4, SIZES)]
"""Games, numbers of players and numbers of hands."""


def restore_table(app: Flask, *moves: Any, clock: Clock = frozen_clock) -> Table:
    """Restore a table from its moves, the first of which opens it; it comes with the phone of its host."""
    services = app.extensions["scorekeeper"]
    table_id = f"b{next(numbers):011x}"
    services.store.events.restore(table_id, moves[0].game, log(*moves, clock=clock))
    phone = Phone(app)
    assert phone.post(f"/l/{services.grants.issue(table_id, 'host')}").status_code == 302
    return Table(phone, table_id)

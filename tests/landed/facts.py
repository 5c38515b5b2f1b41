"""The facts of a table of any game as plain JSON values, in the form of `expected.json`."""

from typing import Any

import msgspec

from scorekeeper.codec import encode
from scorekeeper.table.ledger import Ledger
from scorekeeper.table.state import score_sheet

Facts = dict[str, Any]


def facts_of(ledger: Ledger) -> Facts:
    """Return the seats, the standings, every line of the score sheet, and the state of the hand."""
    state = ledger.state
    current = state.current
    facts: Facts = {
        "version": ledger.version,
        "preset": state.preset,
        "differs": state.rules.differences(state.game.presets[state.preset].rules),
        "people": [[person.number, person.name, person.present] for person in state.people.values()],
        "seating": state.seating,
        "hand_limit": state.hand_limit,
        "ended": state.ending is not None,
        "standings": {player: standing.value for player, standing in state.standings.items()},
        "sheet": [
            {
                "hand": row.hand.number if row.hand else None,
                "amounts": row.amounts,
                "standings": {player: standing.value for player, standing in row.standings.items()},
                "voided": row.hand.voided if row.hand else None,
                "earlier": len(row.hand.previous_versions) if row.hand else 0,
            }
            for row in score_sheet(state.entries)
        ],
        "sheets": len(state.sheets),
        "current": [current.number, current.hand.phase, current.hand.seats, len(current.moves)] if current else None,
        "can_undo": ledger.can_undo,
        "undone": len(ledger.undone),
    }
    plain: Facts = msgspec.json.decode(encode(facts))
    return plain

"""Actions of schema 1, which held events, translated into moves.

The events of one action become one or several moves. Events that followed from others are left out, and fields that the
old log left open are made explicit. All tables of version 0.1.0 played Mighty.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorekeeper.errors import RuleError
from scorekeeper.table.state import TableState
from scorekeeper.version_0 import mighty

Json = dict[str, Any]

SCHEMA = 1
"""The schema of events."""


def translate_events(state: TableState | None, events: Sequence[Json]) -> Sequence[Json]:
    """Return the moves, as JSON, of one action at a table; without a `state`, of the action that opens it.

    Raises `KeyError`, `TypeError`, `AssertionError` or `RuleError` for events that version 0.1.0 never wrote.
    """
    first, *more = events
    check_together(state, events)
    if first["type"] == "table.table_created":
        return [translate_opening(first, more)]
    assert state is not None
    if first["type"] in TABLE_EVENTS:
        return [TABLE_EVENTS[first["type"]](state, first)]
    assert state.current is not None
    return mighty.translate_events(state.current.hand.rules, events)


def check_together(state: TableState | None, events: Sequence[Json]) -> None:
    """Raise `RuleError` unless one command can have led to these events.

    That is the opening of a table with its people, a single event of the table, or events of the game.
    """
    first, *more = (event["type"] for event in events)
    joined = [event["player"] for event in events if event["type"] == "table.player_joined"]
    present = len(state.people) if state else 0
    opens = first == "table.table_created"
    of_table = [kind.startswith("table.") for kind in more]
    if opens:
        together = set(more) <= {"table.player_joined", "table.hands_limited"}
    else:
        together = not more if first.startswith("table.") else not any(of_table)
    if opens is not (state is None) or joined != [*range(present + 1, present + 1 + len(joined))] or not together:
        raise RuleError("move.unknown")


def translate_opening(event: Json, more: list[Json]) -> Json:
    """Return the opening of a table: the preset's rules of that time, the first players, and the limit of hands."""
    limits = [each["hands"] for each in more if each["type"] == "table.hands_limited"]
    return {
        "type": "table.create_table",
        "game": event["game"],
        "preset": event["preset"],
        "rules": mighty.rules_of(event["preset"], event.get("changes", {})),
        "players": [each["name"] for each in more if each["type"] == "table.player_joined"],
        "hand_limit": limits[0] if limits else None,
    }


def keep_fields(move: str, *fields: str) -> Callable[[TableState, Json], Json]:
    """Return a translator for an event whose fields are those of the move."""
    return lambda _state, event: {"type": move, **{name: event[name] for name in fields}}


def translate_correction(state: TableState, event: Json) -> Json:
    """Return a correction. The event holds the whole hand from its deal on."""
    record = state.find_hand(event["number"])
    assert record is not None
    moves = mighty.translate_events(record.hand.rules, event["events"])
    return {"type": "table.correct_hand", "number": event["number"], "moves": moves, "deals_anew": True}


def translate_adjustment(_state: TableState, event: Json) -> Json:
    """Return an adjustment, or a penalty where somebody was penalized.

    A penalty names its payer; its amount is what each of the others received.
    """
    amounts: Mapping[str, int] = event["amounts"]
    penalized = event.get("penalized")
    if penalized is None:
        return {"type": "table.adjust", "amounts": amounts, "reason": event["reason"]}
    received = [amount for player, amount in amounts.items() if player != str(penalized)]
    return {
        "type": "table.penalize",
        "player": penalized,
        "amount": received[0] if received else -amounts[str(penalized)],
        "to_others": bool(received),
        "reason": event["reason"],
    }


TABLE_EVENTS: Mapping[str, Callable[[TableState, Json], Json]] = {
    "table.player_joined": keep_fields("table.join_table", "name"),
    "table.player_renamed": keep_fields("table.rename_player", "player", "name"),
    "table.player_left": keep_fields("table.leave_table", "player"),
    "table.player_returned": keep_fields("table.return_to_table", "player"),
    "table.seats_swapped": keep_fields("table.swap_seats", "one", "other"),
    "table.rules_changed": lambda _state, event: {
        "type": "table.change_rules",
        "preset": event["preset"],
        "rules": mighty.rules_of(event["preset"], event.get("changes", {})),
    },
    "table.hands_limited": keep_fields("table.limit_hands", "hands"),
    "table.hand_started": lambda _state, event: {
        "type": "table.start_hand",
        "seats": event["seats"],
        "leader": event.get("dealer"),
        "by_number": True,
    },
    "table.hand_corrected": translate_correction,
    "table.hand_voided": lambda _state, event: {
        "type": "table.void_hand",
        "number": event["number"],
        "reason": event["reason"],
        "deals_anew": True,
    },
    "table.adjusted": translate_adjustment,
    "table.session_ended": keep_fields("table.end_session"),
    "table.session_resumed": keep_fields("table.resume_session"),
    "table.undone": keep_fields("table.undo"),
    "table.redone": keep_fields("table.redo"),
}
"""The translator of each of the table's own events. Events of the game are translated by `mighty`."""

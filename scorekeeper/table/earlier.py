"""Logs of older schemas as today's moves, action by action. What an older program wrote opens for ever.

Schema 1 held events, what a command had led to. One action's events become one or several moves: what only followed
from others is left out, and what the log of that time left open is said as it was meant then.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from scorekeeper.codec import encode
from scorekeeper.games import find_game
from scorekeeper.games.game import Earlier
from scorekeeper.table.moves import move_decoder
from scorekeeper.table.state import TableState

Json = dict[str, Any]

FIRST = 1
"""The schema of events."""


def moves_from_events(state: TableState | None, events: Sequence[bytes]) -> tuple[Any, ...]:
    """The moves that one action of schema 1 recorded at a table, or with which a log begins.

    Raises `msgspec.ValidationError`, `KeyError`, `TypeError` or `RuleError` for what was never written.
    """
    told: list[Json] = [msgspec.json.decode(event) for event in events]
    game_key = state.game.key if state else told[0]["game"]
    reader = find_game(game_key).earlier[FIRST]
    decode = move_decoder(game_key).decode
    return tuple(decode(encode(move)) for move in moves_told(state, reader, told))


def moves_told(state: TableState | None, reader: Earlier, events: list[Json]) -> Sequence[Json]:
    """The moves of one action as JSON."""
    first, *more = events
    if first["type"] == "table.table_created":
        return [created(reader, first, more)]
    assert state is not None
    if first["type"] in TABLE_EVENTS:
        return [TABLE_EVENTS[first["type"]](state, reader, first)]
    assert state.current is not None
    return reader.moves(state.current.hand.rules, events)


def created(reader: Earlier, event: Json, more: list[Json]) -> Json:
    """How a table was opened: with its rules as the preset had them then, its first players and a limit."""
    limits = [each["hands"] for each in more if each["type"] == "table.hands_limited"]
    return {
        "type": "table.create_table",
        "game": event["game"],
        "preset": event["preset"],
        "rules": reader.rules(event["preset"], event.get("changes", {})),
        "players": [each["name"] for each in more if each["type"] == "table.player_joined"],
        "hand_limit": limits[0] if limits else None,
    }


def same(move: str, *fields: str) -> Callable[[TableState, Earlier, Json], Json]:
    """A reader for an event whose fields are the move's."""
    return lambda _state, _reader, event: {"type": move, **{name: event[name] for name in fields}}


def corrected(state: TableState, reader: Earlier, event: Json) -> Json:
    """A correction held the whole hand, from its deal on."""
    record = state.find_hand(event["number"])
    assert record is not None
    moves = reader.moves(record.hand.rules, event["events"])
    return {"type": "table.correct_hand", "number": event["number"], "moves": moves, "deals_anew": True}


def adjusted(_state: TableState, _reader: Earlier, event: Json) -> Json:
    """A penalty is told by whom it hits; each of the others received what was to be paid."""
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


TABLE_EVENTS: Mapping[str, Callable[[TableState, Earlier, Json], Json]] = {
    "table.player_joined": same("table.join_table", "name"),
    "table.player_renamed": same("table.rename_player", "player", "name"),
    "table.player_left": same("table.leave_table", "player"),
    "table.player_returned": same("table.return_to_table", "player"),
    "table.seats_swapped": same("table.swap_seats", "one", "other"),
    "table.rules_changed": lambda _state, reader, event: {
        "type": "table.change_rules",
        "preset": event["preset"],
        "rules": reader.rules(event["preset"], event.get("changes", {})),
    },
    "table.hands_limited": same("table.limit_hands", "hands"),
    "table.hand_started": lambda _state, _reader, event: {
        "type": "table.start_hand",
        "seats": event["seats"],
        "leader": event.get("dealer"),
        "by_number": True,
    },
    "table.hand_corrected": corrected,
    "table.hand_voided": lambda _state, _reader, event: {
        "type": "table.void_hand",
        "number": event["number"],
        "reason": event["reason"],
        "deals_anew": True,
    },
    "table.adjusted": adjusted,
    "table.session_ended": same("table.end_session"),
    "table.session_resumed": same("table.resume_session"),
    "table.undone": same("table.undo"),
    "table.redone": same("table.redo"),
}
"""The move behind each of the table's own events; behind a game's, the game knows it."""

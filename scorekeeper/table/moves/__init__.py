"""Moves of the table, between and around the hands, each with its check and its play.

A form may leave fields open that follow from the table. `complete` fills them in, so that the log is explicit.
"""

# fmt: off
from functools import cache
from typing import Any, Union

import msgspec

from scorekeeper.codec import decoder
from scorekeeper.games import find_game
from scorekeeper.table.moves.adjustments import MOST_EARLIER_HANDS, AddEarlierHands, Adjust, EarlierHand, Penalize
from scorekeeper.table.moves.adjustments import SetToken
from scorekeeper.table.moves.corrections import CorrectHand, VoidHand, find_hand, find_redeals, open_hand
from scorekeeper.table.moves.hands import Dealing, DrawLeader, StartHand, check_game_move, deal_next_hand, lacks_starter
from scorekeeper.table.moves.hands import sort_seats, usual_seats
from scorekeeper.table.moves.money import MOST_WORTH, RecordPayments, SetStakes, TakeBackPayment
from scorekeeper.table.moves.move import TableMove
from scorekeeper.table.moves.people import LAST_CHAIR, MOST_PLAYERS, DrawSeats, JoinTable, LeaveTable, MoveSeat
from scorekeeper.table.moves.people import RenamePlayer, ReturnToTable, SwapSeats, build_join, build_return
from scorekeeper.table.moves.playing_on import NumberRules, PlayOn, SeatLatecomer, offer_rules
from scorekeeper.table.moves.sessions import WORDS_OF_MODES, BeginSession, ChangeRules, ChooseMode, CreateTable
from scorekeeper.table.moves.sessions import EndSession, LimitHands, ResumeSession
from scorekeeper.table.state import Row
from scorekeeper.games.game import Session

__all__ = [
    "LAST_CHAIR", "MOST_EARLIER_HANDS", "MOST_PLAYERS", "MOST_WORTH", "SCHEMA", "TABLE_MOVES", "WORDS_OF_MODES",
    "AddEarlierHands", "Adjust", "BeginSession", "ChangeRules", "ChooseMode", "CorrectHand", "CreateTable",
    "Dealing", "DrawLeader", "DrawSeats", "EarlierHand", "EndSession", "JoinTable", "LeaveTable", "LimitHands",
    "MoveSeat", "NumberRules", "Penalize", "PlayOn", "RecordPayments", "Redo", "RenamePlayer", "ResumeSession",
    "ReturnToTable", "SeatLatecomer", "SetStakes", "SetToken", "StartHand", "SwapSeats", "TableMove",
    "TakeBackPayment", "Undo", "VoidHand", "build_join", "build_return", "check_game_move", "deal_next_hand",
    "find_hand", "find_redeals", "lacks_starter", "move_decoder", "move_type", "offer_rules", "open_hand",
    "rows_decoder", "sort_seats", "usual_seats",
]
# fmt: on

SCHEMA = 2
"""The version of the form in which moves are written, public since version 1.0.0."""


class Undo(TableMove, tag="table.undo"):
    """Take back the last action that counts."""


class Redo(TableMove, tag="table.redo"):
    """Record again what was last taken back."""


# fmt: off
TABLE_MOVES = (
    CreateTable, JoinTable, RenamePlayer, LeaveTable, ReturnToTable, MoveSeat, SwapSeats, DrawSeats, DrawLeader,
    PlayOn, SeatLatecomer, ChangeRules, LimitHands, ChooseMode, EndSession, ResumeSession, BeginSession, StartHand,
    VoidHand, Adjust, AddEarlierHands, Penalize, SetToken, SetStakes, RecordPayments, TakeBackPayment, Undo, Redo,
)
# fmt: on
"""All moves of the table except `CorrectHand`, whose type depends on the game."""


@cache
def move_type(game_key: str) -> object:
    """Return the union of all moves in the log of a table of that game: the table's and the game's."""
    moves = find_game(game_key).moves
    return Union[(*TABLE_MOVES, CorrectHand[Union[moves]], *moves)]  # type: ignore[valid-type]  # noqa: UP007


@cache
def move_decoder(game_key: str) -> msgspec.json.Decoder[Any]:
    """Return the decoder of moves in the log of a table of that game."""
    return decoder(move_type(game_key))


@cache
def rows_decoder(game_key: str) -> msgspec.json.Decoder[tuple[Row[Session], ...]]:
    """Return the decoder of the rows that an action at a table of that game wrote."""
    return decoder(tuple[Row[find_game(game_key).session], ...])  # type: ignore[misc]

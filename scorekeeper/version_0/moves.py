"""Moves that had another meaning in version 0.1.0; flags in them keep that meaning."""

from functools import cache
from typing import Any, Generic, TypeVar, Union

import msgspec
from msgspec.structs import replace

from scorekeeper.codec import decoder
from scorekeeper.games import find_game
from scorekeeper.games.game import Game, Move
from scorekeeper.table import moves as m
from scorekeeper.table.state import HandRecord, TableState, reapply_pending, session_before

M = TypeVar("M", bound=Move)


class StartHandByNumber(m.StartHand, tag="table.start_hand"):
    """Deal the next hand. With `by_number`, the player who joined next stands in for an absent one."""

    by_number: bool = False

    def play(self, state: TableState) -> TableState:
        if not self.by_number:
            return m.StartHand.play(self, state)
        by_number = replace(state, circle=tuple(sorted(state.people)))
        return replace(state, current=m.deal_next_hand(by_number, self.seats or (), self.leader, self.first))


class CorrectHandAnew(m.CorrectHand[M], Generic[M], tag="table.correct_hand"):
    """Correct a hand. With `deals_anew`, later hands are dealt by the player who follows from the correction."""

    deals_anew: bool = False

    def play(self, state: TableState) -> TableState:
        after = m.CorrectHand.play(self, state)
        return redeal_later_hands(state, after, self.number) if self.deals_anew else after


class VoidHandAnew(m.VoidHand, tag="table.void_hand"):
    """Give up a hand. With `deals_anew`, later hands are dealt by the player who follows from that."""

    deals_anew: bool = False

    def play(self, state: TableState) -> TableState:
        after = m.VoidHand.play(self, state)
        return redeal_later_hands(state, after, self.number) if self.deals_anew else after


TODAY: dict[type[Any], type[Any]] = {
    StartHandByNumber: m.StartHand,
    CorrectHandAnew: m.CorrectHand,
    VoidHandAnew: m.VoidHand,
}


def remove_flags(move: Any) -> Any:
    """Return a move in the form of today, without flags."""
    today = TODAY.get(type(move))
    if today is None:
        return move
    return today(**{name: getattr(move, name) for name in today.__struct_fields__})


def has_new_deals(move: Any) -> bool:
    """Return whether a move deals later hands anew."""
    return isinstance(move, CorrectHandAnew | VoidHandAnew) and move.deals_anew


FLAGS = ('"by_number":true', '"deals_anew":true')
"""The flags as they stand in a stored move."""


@cache
def move_decoder(game_key: str) -> msgspec.json.Decoder[Any]:
    """Return the decoder of moves with flags, for a table of that game."""
    moves = find_game(game_key).moves
    unchanged = (move for move in m.TABLE_MOVES if move not in TODAY.values())
    kinds = (*unchanged, StartHandByNumber, VoidHandAnew, CorrectHandAnew[Union[moves]], *moves)  # type: ignore[valid-type]  # noqa: UP007
    return decoder(Union[kinds])  # noqa: UP007


def redeal_later_hands(before: TableState, after: TableState, number: int) -> TableState:
    """Return the table after a correction of hand `number`, with that hand and all later ones dealt anew."""
    if before.current and before.current.number == number:
        return after
    game = after.game
    place = next(at for at, entry in enumerate(before.entries) if getattr(entry, "number", None) == number)
    was = session = session_before(after, place)
    entries = list(after.entries[:place])
    for old, entry in zip(before.entries[place:], (after.entries[place], *before.entries[place + 1 :]), strict=True):
        again = (
            redeal_hand(game, entry, session) if isinstance(entry, HandRecord) else entry.reapply(game, was, session)
        )
        entries.append(again)
        was, session = old.after, again.after
    current = before.current and redeal_hand(game, before.current, session)
    return reapply_pending(replace(after, entries=tuple(entries), session=session, current=current))


def redeal_hand(game: Game, record: HandRecord, before: Any) -> HandRecord:
    """Return a hand with the same moves, dealt by the player who follows from the session `before`."""
    opened = before if record.leader is None else game.set_starter(before, record.leader)
    anew = replace(record, opening_session=opened, recorded=None).redeal(game)
    for move in record.moves:
        anew = anew.play(move)
    return anew if record.after is None else anew.end(game)

"""Moves of the people at a table: who sits where, and what they are called."""

from collections.abc import Iterable
from typing import Self

from msgspec.structs import replace

from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import Player
from scorekeeper.messages import Message, message
from scorekeeper.table.moves.move import RANDOM, TableMove, check_between_hands, check_known, check_present
from scorekeeper.table.names import check_name
from scorekeeper.table.state import Person, PlayerJoined, TableState, with_entry

MOST_PLAYERS = 12
FEWEST_LOTS = 2

LAST_CHAIR = 0
"""Stands for the last chair in the order of turn, in the place of a player to sit before."""


class JoinTable(TableMove, tag="table.join_table"):
    """Seat a new player as `number`, `before` another player (present or not) in order of turn, or last.

    The ledger gives a number that nobody has had: the phone of a person whose joining was taken back must not become
    the phone of somebody else.
    """

    name: str
    number: int | None = None
    before: Player | None = None

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_name(self.name, (person.name for person in state.people.values()))
        yield from check_chair(state, self.before)
        if len(state.people) >= MOST_PLAYERS:
            yield problem("table.full", most=MOST_PLAYERS)

    def play(self, state: TableState) -> TableState:
        player = self.number or max(state.people, default=0) + 1
        people = {**state.people, player: Person(player, self.name)}
        here = seat_player(replace(state, people=people), player, self.before)
        return with_entry(here, PlayerJoined(rules=state.rules, player=player))

    def says(self, _before: object, _after: object) -> Iterable[Message]:
        yield message("log.table.join_table", name=self.name)


def build_join(state: TableState, name: str, before: Player | None = None) -> JoinTable:
    """Return the move of a new player who sits `before` another; by default on the chair that was vacated last."""
    return JoinTable(name, before=(LAST_CHAIR, *state.empty_chairs)[-1] if before is None else before)


class RenamePlayer(TableMove, tag="table.rename_player"):
    """Change what a player is called, everywhere."""

    player: Player
    name: str

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_known(state, self.player)
        yield from check_name(
            self.name, (person.name for person in state.people.values() if person.number != self.player)
        )

    def play(self, state: TableState) -> TableState:
        return with_person(state, self.player, name=self.name)


class LeaveTable(TableMove, tag="table.leave_table"):
    """Let a player go home. Their standing, their past hands and their place in the circle stay."""

    player: Player

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_present(state, self.player)
        if state.current and self.player in state.current.hand.seats:
            yield problem("player.playing", player=self.player)

    def play(self, state: TableState) -> TableState:
        return replace(with_person(state, self.player, present=False), empty_chairs=(*state.empty_chairs, self.player))


class ReturnToTable(TableMove, tag="table.return_to_table"):
    """Seat a player again who left; they stand as before.

    They sit `before` another player in order of turn, on their own chair if that is themselves, or else last.
    """

    player: Player
    before: Player | None = None

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_known(state, self.player)
        yield from check_chair(state, self.before)
        if self.player in state.seating:
            yield problem("player.here", player=self.player)

    def play(self, state: TableState) -> TableState:
        back = replace(state, empty_chairs=tuple(player for player in state.empty_chairs if player != self.player))
        return seat_player(with_person(back, self.player, present=True), self.player, self.before)


def build_return(player: Player, before: Player | None = None) -> ReturnToTable:
    """Return the move of a player who is back: `before` another player, by default on their own chair."""
    return ReturnToTable(player, player if before is None else before)


class MoveSeat(TableMove, tag="table.move_seat"):
    """Move a player to another chair: before another player (present or not) in order of turn, or `LAST_CHAIR`."""

    player: Player
    before: Player

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_present(state, self.player)
        yield from check_chair(state, self.before)
        yield from check_between_hands(state)
        if self.before == self.player:
            yield problem("seats.same")

    def play(self, state: TableState) -> TableState:
        return seat_player(state, self.player, self.before)

    def says(self, _before: TableState, after: TableState) -> Iterable[Message]:
        yield message("log.table.move_seat", player=self.player, text=", ".join(map(after.name, after.seating)))


class SwapSeats(TableMove, tag="table.swap_seats"):
    """Let two players change places."""

    one: Player
    other: Player

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_present(state, self.one)
        yield from check_present(state, self.other)
        yield from check_between_hands(state)
        if self.one == self.other:
            yield problem("seats.same")

    def play(self, state: TableState) -> TableState:
        places = {self.one: self.other, self.other: self.one}
        return replace(state, circle=tuple(places.get(player, player) for player in state.circle))


class DrawSeats(TableMove, tag="table.draw_seats"):
    """Seat everyone at the table by lot, in `order`. A form leaves the order open."""

    order: tuple[Player, ...] | None = None

    def complete(self, state: TableState) -> Self:
        """Return the move with an order drawn at random where it is open."""
        if self.order is not None:
            return self
        return replace(self, order=tuple(RANDOM.sample(state.seating, len(state.seating))))

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_between_hands(state)
        if sorted(self.order or ()) != sorted(state.seating):
            yield problem("hand.seats")
        if len(state.seating) < FEWEST_LOTS:
            yield problem("lots.too_few")

    def play(self, state: TableState) -> TableState:
        drawn = iter(self.order or ())
        circle = tuple(next(drawn) if state.people[player].present else player for player in state.circle)
        return replace(state, circle=circle)

    def says(self, _before: TableState, after: TableState) -> Iterable[Message]:
        yield message("log.table.draw_seats", name=", ".join(map(after.name, after.seating)))


def seat_player(state: TableState, player: Player, before: Player | None) -> TableState:
    """Return the state with a player on the chair before another, or last.

    A player who is to sit before themselves keeps their chair.
    """
    if before == player:
        return state
    circle = [each for each in state.circle if each != player]
    circle.insert(circle.index(before) if before else len(circle), player)
    return replace(
        state, circle=tuple(circle), empty_chairs=tuple(each for each in state.empty_chairs if each != before)
    )


def check_chair(state: TableState, before: Player | None) -> Iterable[Problem]:
    """Yield a problem for the chair before somebody who never sat at the table."""
    if before:
        yield from check_known(state, before)


def with_person(state: TableState, player: Player, **changes: object) -> TableState:
    """Return the state with one person changed."""
    return replace(state, people={**state.people, player: replace(state.people[player], **changes)})

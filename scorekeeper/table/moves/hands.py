"""Moves that deal a hand: its seats, and who begins."""

from collections.abc import Collection, Iterable, Iterator
from typing import Self

from msgspec.structs import replace

from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, problem
from scorekeeper.games.game import Game, Hand, Move, Player
from scorekeeper.games.seats import check_seats
from scorekeeper.house_rules import Ruleset
from scorekeeper.messages import Message, message
from scorekeeper.table.moves.move import RANDOM, TableMove, check_between_hands
from scorekeeper.table.state import Ending, HandRecord, LeaderDrawn, TableState, deal_hand, with_entry


class DrawLeader(TableMove, tag="table.draw_leader"):
    """Draw by lot who begins the next hand, among its players. A form leaves the player open."""

    player: Player | None = None

    def complete(self, state: TableState) -> Self:
        """Return the move with a player drawn at random where it is open."""
        seats = usual_seats(state)
        if self.player is not None or not seats:
            return self
        return replace(self, player=RANDOM.choice(seats))

    def check(self, state: TableState) -> Iterable[Problem]:
        seats = usual_seats(state)
        yield from check_between_hands(state)
        yield from check_seats(seats, state.game.seat_counts(state.rules))
        if self.player not in seats:
            yield problem("hand.seats")

    def play(self, state: TableState) -> TableState:
        assert self.player is not None
        return with_entry(state, LeaderDrawn(rules=state.rules, player=self.player))


class StartHand(TableMove, tag="table.start_hand"):
    """Deal the next hand to `seats`, in order of turn. A form may leave the seats open.

    `leader` overrules who begins; `first` overrules who bids first, where there is an auction.
    """

    seats: tuple[Player, ...] | None = None
    leader: Player | None = None
    first: Player | None = None

    def complete(self, state: TableState) -> Self:
        """Return the move with the seats in order of turn."""
        seats = usual_seats(state) if self.seats is None else self.seats
        return replace(self, seats=sort_seats(state.seating, seats))

    def check(self, state: TableState) -> Iterable[Problem]:
        if state.ending:
            yield from check_over(state.ending)
        if state.people and not state.seating:
            yield problem("table.everybody_left")
            return
        yield from check_between_hands(state)
        dealing = Dealing(self.seats or (), self.leader, self.first)
        yield from dealing.check(state.game, state.rules, state.seating)
        if self.leader is None and lacks_starter(state):
            yield problem("hand.no_starter")

    def play(self, state: TableState) -> TableState:
        return replace(state, current=deal_next_hand(state, self.seats or (), self.leader, self.first))

    def says(self, _before: TableState, after: TableState) -> Iterable[Message]:
        number = after.current.number if after.current else 0
        yield message("log.table.start_hand", number=number)


class Dealing(Frozen):
    """The seats of a deal in order of turn. `leader` begins and `first` bids first, where people overrule the rules."""

    seats: tuple[Player, ...]
    leader: Player | None = None
    first: Player | None = None

    def check(self, game: Game, rules: Ruleset, people: Collection[Player]) -> Iterator[Problem]:
        """Yield the problems with dealing a hand so among some of `people`."""
        chosen = (None, *self.seats)
        if not set(self.seats) <= set(people) or self.leader not in chosen or self.first not in chosen:
            yield problem("hand.seats")
        if self.first is not None and game.set_first_bidder is None:
            yield problem("hand.no_auction")
        yield from check_seats(self.seats, game.seat_counts(rules))

    def redeal(self, game: Game, record: HandRecord) -> HandRecord:
        """Return the hand before its first move, dealt so.

        An open `leader` or `first` stays as it was, if that player is still in the hand.
        """
        opened = (
            record.opening_session if self.leader is None else game.set_starter(record.opening_session, self.leader)
        )
        was = (player if player in self.seats else None for player in (record.leader, record.first))
        leader, first = (old if new is None else new for new, old in zip((self.leader, self.first), was, strict=True))
        return replace(record, opening_session=opened, leader=leader, first=first).redeal(game, self.seats)


def usual_seats(state: TableState) -> tuple[Player, ...]:
    """Return the players of the next hand unless people choose others, in order of turn.

    That is everyone where the number fits; else those whom the house rules let play, or those who played last, filled
    up with the others in order of turn.
    """
    seating, counts, record = state.seating, state.game.seat_counts(state.rules), state.last_hand
    if len(seating) in counts:
        return seating
    if record and record.counts and len(seating) > counts[-1]:
        over = len(seating) - counts[-1]
        out = state.game.list_sitting_out(state.rules, state.session, record.hand, seating, over)
        if out:
            return tuple(player for player in seating if player not in out)
    last = record.hand.seats if record else ()
    stayed = [player for player in seating if player in last]
    waiting = [player for player in seating if player not in last]
    return tuple((stayed + waiting)[: counts[-1]])


def lacks_starter(state: TableState) -> bool:
    """Return whether nobody knows who begins the next hand: the last one does not tell, and no lot was drawn since."""
    last = next((each for each in reversed(state.entries) if isinstance(each, HandRecord | LeaderDrawn)), None)
    return isinstance(last, HandRecord) and last.counts and state.game.asks_starter(last.hand)


def sort_seats(circle: tuple[Player, ...], seats: Iterable[Player]) -> tuple[Player, ...]:
    """Return `seats` in the order of `circle`; unchanged where one is not in the circle, for a check to refuse."""
    asked = tuple(seats)
    here = tuple(player for player in circle if player in asked)
    return here if len(here) == len(asked) else asked


def deal_next_hand(
    state: TableState,
    seats: tuple[Player, ...],
    leader: Player | None = None,
    first: Player | None = None,
) -> HandRecord:
    """Return the next hand, dealt among `seats`."""
    opened = state.session if leader is None else state.game.set_starter(state.session, leader)
    circle = state.circle
    seats = circle if seats == circle else seats
    return HandRecord(
        rules=state.rules,
        number=state.hand_number,
        hand=deal_hand(state.game, state.rules, opened, seats, circle, first),
        opening_session=opened,
        circle=circle,
        leader=leader,
        first=first,
    )


def check_over(ending: Ending) -> Iterator[Problem]:
    """Yield the problem that no hand is dealt after the session is over; its sentence says how to go on."""
    match ending.why.code:
        case "ending.by_hand":
            yield problem("session.over_by_hand")
        case "ending.hand_limit":
            yield problem("session.over_hand_limit")
        case _:
            yield problem("session.over")


def check_game_move(game: Game, hand: Hand, move: Move) -> tuple[Problem, ...]:
    """Return the problems with making a move of the game in a hand."""
    if not isinstance(move, game.moves):
        return (problem("move.unknown"),)
    return game.check(hand, move)

"""Moves of the table, between and around the hands, each with its check and its play.

A form may leave fields open that follow from the table. `complete` fills them in, so that the log is explicit.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from random import SystemRandom
from typing import Any, Generic, Self, TypeVar, Union

import msgspec
from msgspec import field
from msgspec.structs import replace

from scorekeeper.codec import Frozen, decoder
from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.games import find_game
from scorekeeper.games.game import Amounts, Game, Move, Player
from scorekeeper.games.seats import check_seats
from scorekeeper.house_rules import Ruleset, Value, house_rules
from scorekeeper.messages import Message, message
from scorekeeper.settlement import to_whole_number
from scorekeeper.table.names import LONGEST_NAME, check_name, check_reason, tidy_text
from scorekeeper.table.settling import format_hundredths
from scorekeeper.table.state import (
    Adjustment,
    Ending,
    HandRecord,
    LeaderDrawn,
    Payment,
    Person,
    PlayerJoined,
    Row,
    RulesRestaked,
    Sheet,
    SheetBegan,
    Stakes,
    TableState,
    TokenSet,
    deal_hand,
    open_sheet,
    with_entry,
    with_finished_hand,
    with_replaced_hand,
    with_sheet,
)
from scorekeeper.zones import NAME

SCHEMA = 2
"""The version of the form in which moves are written, public since version 1.0.0."""

MOST_PLAYERS = 12
MOST_HANDS = 1000
MOST_EARLIER_HANDS = 30
LARGEST_AMOUNT = 10_000
FEWEST_LOTS = 2
LONGEST_UNIT = 8

MOST_WORTH = 100_000_000
"""The largest worth of a point, and the largest coin, in hundredths."""

MOST_PAID = 10**15
"""The largest payment in hundredths: more than an evening of the dearest points can come to."""

M = TypeVar("M", bound=Move)

LOTS = SystemRandom()
"""The random generator that draws lots."""


class TableMove(Move):
    """A move of the table."""

    def complete(self, _state: Any) -> Self:
        """Return the move with all open fields filled in."""
        return self


# --- The table and its people ---


class CreateTable(TableMove, tag="table.create_table"):
    """Open a table of `game` under `rules`, every key of them, and seat `players` in order. The first move of a log.

    A form gives only what differs from `preset`. `kept_from` is the edition of the rules' code that wrote an imported
    file whose moves were not refereed; no form can set it. `zone` is the time zone that the browser names, None where
    it names none.
    """

    game: str
    preset: str
    rules: dict[str, Value] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    hand_limit: int | None = None
    kept_from: int | None = None
    zone: str | None = None

    def complete(self, _state: None) -> Self:
        """Return the move with tidy names and all rules."""
        game = find_game(self.game)
        rules = complete_rules(game, self.preset, self.rules)
        return replace(self, rules=rules, players=tuple(map(tidy_text, self.players)), kept_from=None)

    def check(self, _state: None) -> Iterable[Problem]:
        yield from check_rules(find_game(self.game), self.preset, self.rules)
        yield from check_hand_limit(self.hand_limit)
        if len(self.players) > MOST_PLAYERS:
            yield problem("table.full", most=MOST_PLAYERS)  # before the names, each of which is compared with all
        for index, name in enumerate(self.players[:MOST_PLAYERS]):
            yield from check_name(name, self.players[:index])
        if self.zone is not None and not NAME.fullmatch(self.zone):
            yield problem("zone.malformed", text=self.zone[:LONGEST_NAME])

    def play(self, _state: None) -> TableState:
        game = find_game(self.game)
        rules = game.rules.read(self.rules)
        session, limit = game.create_session(rules), self.hand_limit
        state = TableState(
            game, self.preset, rules, session, hand_limit=limit, kept_from=self.kept_from, zone=self.zone
        )
        for name in self.players:
            state = JoinTable(name).play(state)
        return state

    def says(self, _before: None, _after: TableState) -> Iterable[Message]:
        yield message("log.table.create_table")
        for name in self.players:
            yield from JoinTable(name).says(None, None)


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

    def complete(self, _state: TableState) -> Self:
        """Return the move with a tidy name."""
        return replace(self, name=tidy_text(self.name))

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

    def says(self, _before: Any, _after: Any) -> Iterable[Message]:
        yield message("log.table.join_table", name=self.name)


def build_join(state: TableState, name: str, before: Player | None = None) -> JoinTable:
    """Return the move of a new player who sits `before` another; by default on the chair that was vacated last."""
    return JoinTable(name, before=(LAST_CHAIR, *state.empty_chairs)[-1] if before is None else before)


class RenamePlayer(TableMove, tag="table.rename_player"):
    """Change what a player is called, everywhere."""

    player: Player
    name: str

    def complete(self, _state: TableState) -> Self:
        """Return the move with a tidy name."""
        return replace(self, name=tidy_text(self.name))

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
        return replace(self, order=tuple(LOTS.sample(state.seating, len(state.seating))))

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


class DrawLeader(TableMove, tag="table.draw_leader"):
    """Draw by lot who begins the next hand, among its players. A form leaves the player open."""

    player: Player | None = None

    def complete(self, state: TableState) -> Self:
        """Return the move with a player drawn at random where it is open."""
        seats = usual_seats(state)
        if self.player is not None or not seats:
            return self
        return replace(self, player=LOTS.choice(seats))

    def check(self, state: TableState) -> Iterable[Problem]:
        seats = usual_seats(state)
        yield from check_between_hands(state)
        yield from check_seats(seats, state.game.seat_counts(state.rules))
        if self.player not in seats:
            yield problem("hand.seats")

    def play(self, state: TableState) -> TableState:
        assert self.player is not None
        return with_entry(state, LeaderDrawn(rules=state.rules, player=self.player))


# --- The rules and the session ---


class ChangeRules(TableMove, tag="table.change_rules"):
    """Play later hands under `rules`, every key of them. A form gives only what differs from `preset`.

    With `restake`, as in every move that is completed, everyone's standing is what the new rules begin with, plus what
    they have won or lost.
    """

    preset: str
    rules: dict[str, Value] = field(default_factory=dict)
    restake: bool = False

    def complete(self, state: TableState) -> Self:
        """Return the move with all rules."""
        rules = complete_rules(state.game, self.preset, self.rules)
        return replace(self, rules=rules, restake=True)

    def check(self, state: TableState) -> Iterable[Problem]:
        return check_rules(state.game, self.preset, self.rules)

    def play(self, state: TableState) -> TableState:
        before, after = state.rules, state.game.rules.read(self.rules)
        changed = replace(state, preset=self.preset, rules=after)
        if self.restake or not is_begun(state):
            return with_entry(changed, RulesRestaked(former=before, rules=after))
        return changed


class LimitHands(TableMove, tag="table.limit_hands"):
    """End the session after so many hands; None removes the limit."""

    hands: int | None

    def check(self, _state: TableState) -> Iterable[Problem]:
        return check_hand_limit(self.hands)

    def play(self, state: TableState) -> TableState:
        return replace(state, hand_limit=self.hands)


WORDS_OF_MODES: Mapping[str, Message] = {
    "calls": message("mode.calls"),
    "contract": message("mode.contract"),
    "shows": message("mode.shows"),
    "maker": message("mode.maker"),
    "tally": message("mode.tally"),
    "cards": message("mode.cards"),
    "result": message("mode.result"),
}
"""The words of every way of recording in the log, for all games."""


class ChooseMode(TableMove, tag="table.choose_mode"):
    """Set how a part of each hand is recorded at this table, such as trick by trick."""

    part: str
    mode: str

    def check(self, state: TableState) -> Iterable[Problem]:
        if self.mode not in state.game.modes.get(self.part, ()):
            yield problem("move.unknown")
        elif self.mode == state.mode(self.part):
            yield problem("mode.chosen")

    def play(self, state: TableState) -> TableState:
        return replace(state, modes={**state.modes, self.part: self.mode})

    def says(self, _before: TableState, _after: TableState) -> Iterable[Message]:
        yield message("log.table.choose_mode", what=WORDS_OF_MODES[self.mode])


class EndSession(TableMove, tag="table.end_session"):
    """Close the evening by hand."""

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_between_hands(state)
        if state.closed:
            yield problem("session.closed_already")

    def play(self, state: TableState) -> TableState:
        return replace(state, closed=True)


class ResumeSession(TableMove, tag="table.resume_session"):
    """Open an evening again that was closed by hand."""

    def check(self, state: TableState) -> Iterable[Problem]:
        if not state.closed:
            yield problem("session.not_closed")

    def play(self, state: TableState) -> TableState:
        return replace(state, closed=False)


class BeginSession(TableMove, tag="table.begin_session"):
    """Begin a new sheet under the present rules, with the same people and seats. The old sheet is kept."""

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_between_hands(state)
        if not state.current and not is_begun(state):
            yield problem("session.empty")

    def play(self, state: TableState) -> TableState:
        done = Sheet(state.preset, state.rules, state.entries, state.session)
        clean = replace(state, sheets=(*state.sheets, done), entries=(), closed=False)
        return with_entry(clean, SheetBegan(rules=state.rules, players=tuple(state.people)))


# --- Hands ---


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


class CorrectHand(TableMove, Generic[M], tag="table.correct_hand"):
    """Replace the recorded moves of hand `number` by `moves`. A form gives those after the redeals, which are kept.

    The hand may be in progress, or be on an earlier `sheet` (from 1). `dealing` is the true deal where that was wrong.
    With `whole`, the moves replace the redeals as well. Later hands keep their moves.
    """

    number: int
    moves: tuple[M, ...]
    sheet: int | None = None
    dealing: Dealing | None = None
    whole: bool = False

    def complete(self, state: TableState) -> Self:
        """Return the move with the redeals before its moves."""
        record = find_hand(state, self.sheet, self.number)
        if record is None:
            return self
        moves, dealing = self.moves, self.dealing
        if not self.whole:
            kept, _ = find_redeals(state.game, record)
            moves = moves if moves[: len(kept)] == kept else (*kept, *moves)
        if dealing is not None:
            dealing = replace(dealing, seats=sort_seats(record.circle, dealing.seats))
        return replace(self, moves=moves, dealing=dealing)

    def check(self, state: TableState) -> Iterable[Problem]:
        record = find_hand(state, self.sheet, self.number)
        if record is None:
            yield problem("hand.unknown", number=self.number)
            return
        kept, hand = find_redeals(state.game, record)
        if not self.whole and self.moves[: len(kept)] != kept:
            yield problem("hand.redeals_kept", number=self.number)
            return
        if record is state.current and self.dealing is None and self.moves == record.moves:
            yield problem("hand.as_recorded")
            return
        if self.dealing is None and not self.whole:
            yield from check_replayed(state.game, record, hand, self.moves[len(kept) :])
            return
        problems = tuple(self.dealing.check(state.game, record.rules, record.circle)) if self.dealing else ()
        yield from problems or check_replayed(state.game, record, self.redeal(state.game, record).hand, self.moves)

    def play(self, state: TableState) -> TableState:
        record = find_hand(state, self.sheet, self.number)
        table = open_sheet(state, self.sheet)
        assert record is not None
        assert table is not None
        corrected = replace(self.redeal(state.game, record), voided=None, recorded=None, stamp=state.stamp)
        for move in self.moves:
            corrected = corrected.play(move)
        if record is state.current:
            return replace(state, current=corrected)
        corrected = replace(corrected, previous_versions=(record, *record.previous_versions))
        return with_sheet(state, self.sheet, with_replaced_hand(table, corrected))

    def says(self, before: TableState, after: TableState) -> Iterable[Message]:
        was, now = (read_outcome(find_hand(state, self.sheet, self.number), state) for state in (before, after))
        changed = next(((one, other) for one, other in zip(was, now, strict=True) if one != other), None)
        if self.sheet is None and changed and None not in changed:
            yield message("log.hand_corrected", number=self.number, was=changed[0], now=changed[1])
        elif self.sheet is None:
            yield message("log.table.correct_hand", number=self.number)
        else:
            yield message("log.corrected_on_sheet", number=self.number, sheet=self.sheet)

    def redeal(self, game: Game, record: HandRecord) -> HandRecord:
        """Return the hand before its first move, dealt as the correction says."""
        return self.dealing.redeal(game, record) if self.dealing else record.redeal(game)


class VoidHand(TableMove, tag="table.void_hand"):
    """Give up hand `number`, in progress or past: it pays nothing, and the same player begins again.

    `sheet` is the number of an earlier sheet, from 1; None for the present one.
    """

    number: int
    reason: str
    sheet: int | None = None

    def complete(self, _state: TableState) -> Self:
        """Return the move with a tidy reason."""
        return replace(self, reason=tidy_text(self.reason))

    def check(self, state: TableState) -> Iterable[Problem]:
        record = find_hand(state, self.sheet, self.number)
        if record is None:
            yield problem("hand.unknown", number=self.number)
        elif record.voided is not None:
            yield problem("hand.void_already", number=self.number)
        yield from check_reason(self.reason)

    def play(self, state: TableState) -> TableState:
        record = find_hand(state, self.sheet, self.number)
        table = open_sheet(state, self.sheet)
        assert record is not None
        assert table is not None
        void = replace(record, voided=self.reason, recorded=None, stamp=state.stamp)
        if record is state.current:
            return with_finished_hand(state, void.end(state.game))
        void = replace(void, previous_versions=(record, *record.previous_versions))
        return with_sheet(state, self.sheet, with_replaced_hand(table, void))

    def says(self, _before: TableState, _after: TableState) -> Iterable[Message]:
        if self.sheet is None:
            yield message("log.table.void_hand", number=self.number, reason=self.reason)
        else:
            yield message("log.voided_on_sheet", number=self.number, sheet=self.sheet, reason=self.reason)


# --- By hand ---


class Adjust(TableMove, tag="table.adjust"):
    """Add to points or levels by hand, with a reason: a correction from paper, a bonus, the levels to begin with."""

    amounts: Amounts
    reason: str

    def complete(self, _state: TableState) -> Self:
        """Return the move with a tidy reason and without amounts of 0."""
        amounts = {player: to_whole_number(amount) for player, amount in self.amounts.items() if amount}
        return replace(self, amounts=amounts, reason=tidy_text(self.reason))

    def check(self, state: TableState) -> Iterable[Problem]:
        return check_adjustment(state, self.amounts, self.reason, None)

    def play(self, state: TableState) -> TableState:
        return with_entry(state, Adjustment(rules=state.rules, changes=self.amounts, reason=self.reason))


class EarlierHand(Frozen):
    """A hand played before the table was opened: its gains, and a note such as "16♥ made"."""

    amounts: Amounts
    reason: str

    @property
    def adjustment(self) -> Adjust:
        """The adjustment that the hand amounts to."""
        return Adjust(self.amounts, self.reason)


class AddEarlierHands(TableMove, tag="table.add_earlier_hands"):
    """Add hands from paper, one line of the sheet each, so that a table can be opened in mid-evening."""

    hands: tuple[EarlierHand, ...]

    def complete(self, state: TableState) -> Self:
        """Return the move with tidy notes and without amounts of 0."""
        adjustments = (hand.adjustment.complete(state) for hand in self.hands)
        return replace(self, hands=tuple(EarlierHand(each.amounts, each.reason) for each in adjustments))

    def check(self, state: TableState) -> Iterator[Problem]:
        if not self.hands:
            yield problem("amount.none")
        if len(self.hands) > MOST_EARLIER_HANDS:
            yield problem("hands.too_many", most=MOST_EARLIER_HANDS)
        for hand in self.hands:
            problems = tuple(hand.adjustment.check(state))
            yield from problems
            if problems:
                return
            state = hand.adjustment.play(state)

    def play(self, state: TableState) -> TableState:
        for hand in self.hands:
            state = hand.adjustment.play(state)
        return state

    def says(self, _before: TableState, _after: TableState) -> Iterable[Message]:
        yield message("log.table.add_earlier_hands", hands=len(self.hands))


class Penalize(TableMove, tag="table.penalize"):
    """Let a player pay `amount`: to each other player at the table, or to nobody."""

    player: Player
    amount: int
    to_others: bool
    reason: str

    def complete(self, _state: TableState) -> Self:
        """Return the move with a tidy reason."""
        return replace(self, reason=tidy_text(self.reason))

    def changes(self, state: TableState) -> dict[Player, int]:
        """Return the change of everyone at the table."""
        others = [player for player in state.seating if player != self.player] if self.to_others else []
        return {self.player: -self.amount * max(len(others), 1), **dict.fromkeys(others, self.amount)}

    def check(self, state: TableState) -> Iterable[Problem]:
        if self.amount < 1:
            yield problem("amount.penalty")
        else:
            yield from check_adjustment(state, self.changes(state), self.reason, self.player)

    def play(self, state: TableState) -> TableState:
        changes = self.changes(state)
        entry = Adjustment(rules=state.rules, changes=changes, reason=self.reason, penalized=self.player)
        return with_entry(state, entry)


class SetToken(TableMove, tag="table.set_token"):
    """Record that the redeal token of a player is spent, for example on paper, or that it is not."""

    player: Player
    spent: bool

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_known(state, self.player)
        yield from check_between_hands(state)
        if not state.game.has_tokens(state.rules):
            yield problem("token.none")
        elif (
            self.player in state.people
            and state.game.set_token(state.session, self.player, self.spent) == state.session
        ):
            yield problem("token.spent_already" if self.spent else "token.not_spent", player=self.player)

    def play(self, state: TableState) -> TableState:
        return with_entry(state, TokenSet(rules=state.rules, player=self.player, spent=self.spent))

    def says(self, _before: TableState, _after: TableState) -> Iterable[Message]:
        if self.spent:
            yield message("log.table.set_token", player=self.player)
        else:
            yield message("log.token_back", player=self.player)


# --- Money and chips ---


class SetStakes(TableMove, tag="table.set_stakes"):
    """Set the worth of a point, for all sheets of the table."""

    worth: int
    coin: int = 100
    unit: str = ""

    def complete(self, _state: TableState) -> Self:
        """Return the move with a tidy unit."""
        return replace(self, unit=tidy_text(self.unit))

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_pays(state)
        if not (1 <= self.worth <= MOST_WORTH and 1 <= self.coin <= MOST_WORTH):
            yield problem("stakes.worth", most=MOST_WORTH // 100)
        if len(self.unit) > LONGEST_UNIT:
            yield problem("stakes.unit", longest=LONGEST_UNIT)
        if state.paid and self.unit != state.stakes.unit:
            yield problem("stakes.paid")

    def play(self, state: TableState) -> TableState:
        return replace(state, stakes=Stakes(self.worth, self.coin, self.unit))

    def says(self, _before: Any, _after: Any) -> Iterable[Message]:
        yield message("log.table.set_stakes", text=format_hundredths(self.worth, self.unit))


class RecordPayments(TableMove, tag="table.record_payments"):
    """Record that players have paid others what they owe, or a part of it."""

    payments: tuple[Payment, ...]

    def check(self, state: TableState) -> Iterable[Problem]:
        yield from check_pays(state)
        for player in sorted({player for each in self.payments for player in (each.giver, each.receiver)}):
            yield from check_known(state, player)
        if not 1 <= len(self.payments) <= MOST_PLAYERS**2:
            yield problem("payment.none")
        if any(each.giver == each.receiver or not 1 <= each.amount <= MOST_PAID for each in self.payments):
            yield problem("payment.wrong")

    def play(self, state: TableState) -> TableState:
        return replace(state, paid=(*state.paid, *self.payments))

    def says(self, _before: Any, after: TableState) -> Iterable[Message]:
        for each in self.payments:
            amount = format_hundredths(each.amount, after.stakes.unit)
            yield message("log.table.record_payments", player=each.giver, other=each.receiver, text=amount)


class TakeBackPayment(TableMove, tag="table.take_back_payment"):
    """Remove the latest payment equal to `payment`, which was ticked off but not paid."""

    payment: Payment

    def check(self, state: TableState) -> Iterable[Problem]:
        if self.payment not in state.paid:
            yield problem("payment.unknown")

    def play(self, state: TableState) -> TableState:
        earlier = list(reversed(state.paid))
        with suppress(ValueError):
            earlier.remove(self.payment)
        return replace(state, paid=tuple(reversed(earlier)))

    def says(self, _before: Any, after: TableState) -> Iterable[Message]:
        giver, receiver, amount = (
            self.payment.giver,
            self.payment.receiver,
            format_hundredths(self.payment.amount, after.stakes.unit),
        )
        yield message("log.table.take_back_payment", player=giver, other=receiver, text=amount)


# --- Taking back; the ledger plays these ---


class Undo(TableMove, tag="table.undo"):
    """Take back the last action that counts."""


class Redo(TableMove, tag="table.redo"):
    """Record again what was last taken back."""


# --- What they share ---


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


def with_person(state: TableState, player: Player, **changes: Any) -> TableState:
    """Return the state with one person changed."""
    return replace(state, people={**state.people, player: replace(state.people[player], **changes)})


def is_begun(state: TableState) -> bool:
    """Return whether the present sheet has a line, or a hand is in progress."""
    return bool(state.current) or any(isinstance(entry, HandRecord | Adjustment) for entry in state.entries)


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


def find_hand(state: TableState, sheet: int | None, number: int) -> HandRecord | None:
    """Return the hand of that number on an earlier sheet, or on the present one for None; None where there is none."""
    table = open_sheet(state, sheet)
    return table.find_hand(number) if table else None


def read_outcome(record: HandRecord | None, state: TableState) -> tuple[object, object, object]:
    """Return the points that decided a hand, the points counted, and the contract; None for what is not known."""
    if record is None:
        return None, None, None
    summary = state.summary(record)
    return summary.facts.get("total"), summary.facts.get("points"), summary.contract


def find_redeals(game: Game, record: HandRecord) -> tuple[tuple[Any, ...], Any]:
    """Return the moves of a hand up to its last redeal, and the hand after them.

    A correction keeps these moves: the spent token and the change of dealer were no mistake.
    """
    hand, kept = record.redeal(game).hand, 0
    for move in record.moves:
        if hand.redeals == record.hand.redeals:
            break
        with suppress(Exception):  # today's code may not play a move of an earlier edition
            hand = move.play(hand)
        kept += 1
    return record.moves[:kept], hand


def check_replayed(game: Game, record: HandRecord, hand: Any, moves: tuple[Any, ...]) -> Iterator[Problem]:
    """Yield the problems with playing `moves` from `hand` on: up to the result, or as far as `record` has come.

    In a hand in progress, the problem of a recorded move that the correction makes impossible names that move.
    """
    for move in moves:
        problems = check_game_move(game, hand, move)
        recorded = problems and record.after is None and move in record.moves
        told = next(iter(describe_impossible_move(move, hand)), None) if recorded else None
        yield from (problem("hand.contradicts", told=told, why=problems[0]),) if told else problems
        if problems:
            return
        hand = move.play(hand)
    if record.after is None and hand.settlement is not None:
        yield problem("hand.not_over", number=record.number)
    if record.after is not None and hand.settlement is None:
        yield problem("hand.correction_unfinished")


def describe_impossible_move(move: Any, hand: Any) -> tuple[Message, ...]:
    """Return the messages of a move that cannot be made in `hand`; empty where the move cannot even be described.

    A move is told by the hand after it as well: the number of a trick is that of the tricks with it.
    """
    after = hand
    with suppress(Exception):
        after = move.play(hand)
    with suppress(Exception):
        return tuple(move.says(hand, after))
    return ()


def complete_rules(game: Game, preset: str, changes: Mapping[str, Value]) -> dict[str, Value]:
    """Return every house rule by key: those of the preset, with `changes`. Without such a preset, only the changes."""
    known = game.presets.get(preset)
    return {**(known.rules.as_dict() if known else {}), **changes}


def check_rules(game: Game, preset: str, rules: Mapping[str, Value]) -> Iterator[Problem]:
    """Yield the problems with playing under `rules`, which has every key."""
    if preset not in game.presets:
        yield problem("rules.unknown_preset", preset=preset)
        return
    given = game.presets[preset].rules
    for key, rule in house_rules(game.rules).items():
        if rule.block not in game.blocks and rules.get(key, getattr(given, key)) != getattr(given, key):
            yield problem("rules.not_offered", rule=rule.label)
    try:
        given.change(rules)
    except RuleError as refusal:
        yield from refusal.problems


def check_over(ending: Ending) -> Iterator[Problem]:
    """Yield the problem that no hand is dealt after the session is over; its sentence says how to go on."""
    match ending.why.code:
        case "ending.by_hand":
            yield problem("session.over_by_hand")
        case "ending.hand_limit":
            yield problem("session.over_hand_limit")
        case _:
            yield problem("session.over")


def check_hand_limit(hands: int | None) -> Iterator[Problem]:
    """Yield a problem for a number of hands that is out of range."""
    if hands is not None and not 1 <= hands <= MOST_HANDS:
        yield problem("session.limit", most=MOST_HANDS)


def check_known(state: TableState, player: Player) -> Iterator[Problem]:
    """Yield a problem where no player has that number."""
    if player not in state.people:
        yield problem("player.unknown")


def check_present(state: TableState, player: Player) -> Iterator[Problem]:
    """Yield a problem where `player` does not sit at the table."""
    yield from check_known(state, player)
    if player in state.people and not state.people[player].present:
        yield problem("player.left", player=player)


def check_pays(state: TableState) -> Iterator[Problem]:
    """Yield a problem where the standings of the game cannot be paid in money."""
    if not state.game.pays:
        yield problem("stakes.levels")


def check_between_hands(state: TableState) -> Iterator[Problem]:
    """Yield a problem while a hand is in progress."""
    if state.current:
        yield problem("hand.running")


def check_adjustment(state: TableState, amounts: Amounts, reason: str, penalized: Player | None) -> Iterator[Problem]:
    """Yield the problems with changing points or levels so by hand."""
    unknown = [player for player in amounts if player not in state.people]
    for player in unknown:
        yield from check_known(state, player)
    if not any(amounts.values()):
        yield problem("amount.none")
    too_large = not all(-LARGEST_AMOUNT <= amount <= LARGEST_AMOUNT for amount in amounts.values())
    if too_large:
        yield problem("amount.too_large", most=LARGEST_AMOUNT)
    yield from check_reason(reason)
    yield from check_between_hands(state)
    if not unknown and not too_large:
        yield from state.game.check_adjustment(state.rules, state.session, amounts, penalized)


def check_game_move(game: Game, hand: Any, move: Any) -> tuple[Problem, ...]:
    """Return the problems with making a move of the game in a hand."""
    if not isinstance(move, game.moves):
        return (problem("move.unknown"),)
    return game.check(hand, move)


# --- Reading and writing them ---

TABLE_MOVES = (
    CreateTable,
    JoinTable,
    RenamePlayer,
    LeaveTable,
    ReturnToTable,
    MoveSeat,
    SwapSeats,
    DrawSeats,
    DrawLeader,
    ChangeRules,
    LimitHands,
    ChooseMode,
    EndSession,
    ResumeSession,
    BeginSession,
    StartHand,
    VoidHand,
    Adjust,
    AddEarlierHands,
    Penalize,
    SetToken,
    SetStakes,
    RecordPayments,
    TakeBackPayment,
    Undo,
    Redo,
)
"""All moves of the table except `CorrectHand`, whose type depends on the game."""


@cache
def move_type(game_key: str) -> Any:
    """Return the union of all moves in the log of a table of that game: the table's and the game's."""
    moves = find_game(game_key).moves
    return Union[(*TABLE_MOVES, CorrectHand[Union[moves]], *moves)]  # type: ignore[valid-type]  # noqa: UP007


@cache
def move_decoder(game_key: str) -> msgspec.json.Decoder[Any]:
    """Return the decoder of moves in the log of a table of that game."""
    return decoder(move_type(game_key))


@cache
def rows_decoder(game_key: str) -> msgspec.json.Decoder[tuple[Row[Any], ...]]:
    """Return the decoder of the rows that an action at a table of that game wrote."""
    return decoder(tuple[Row[find_game(game_key).session], ...])  # type: ignore[misc]

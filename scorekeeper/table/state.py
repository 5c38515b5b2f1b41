"""The state of a table, folded from its log: immutable, so that every recorded action can keep one cheaply."""

from collections.abc import Iterator, Mapping
from typing import Any, Generic, NamedTuple, Self, TypeVar

from msgspec import field
from msgspec.structs import replace

from scorekeeper.codec import Frozen
from scorekeeper.games.game import Amounts, Game, Move, Player, Session, Standing, Summary, rank_players
from scorekeeper.house_rules import Ruleset
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Amount, Settlement
from scorekeeper.values import derived

S = TypeVar("S")


class Stamp(Frozen):
    """The time of an action (UTC, ISO 8601), the seat that recorded it, and the device."""

    version: int
    at: str
    player: Player | None = None
    device: str | None = None


class Person(Frozen):
    """A player: their name, and whether they are at the table now."""

    number: Player
    name: str
    present: bool = True


class Stakes(Frozen):
    """The worth of a point in hundredths of `unit` ("₩", "chips"). Amounts are rounded to `coin` hundredths."""

    worth: int = 100
    coin: int = 100
    unit: str = ""


class Payment(Frozen):
    """A payment of one player to another, in hundredths."""

    giver: Player
    receiver: Player
    amount: int


class Row(Frozen, Generic[S]):
    """A line of the score sheet as an action wrote it. It is stored with the action and wins over today's code.

    `entry` is the index of its entry on the sheet, `session` the session after it. `refused` are the codes of the
    problems that today's checks have with a hand imported from an older file. `sheet` is the number of an earlier
    sheet, from 1; None for the present one.
    """

    entry: int
    session: S
    gains: dict[Player, Amount]
    refused: tuple[str, ...] = ()
    sheet: int | None = None


# --- The entries of a score sheet ---


class Entry(Frozen, kw_only=True):
    """A change of the session. `after` is the session after it, `stamp` the stamp of the last action that changed it.

    `rules` are the rules of the table at the time. `recorded` is the stored row, where today's code computes another.
    """

    rules: Ruleset
    after: Any = None
    stamp: Stamp | None = None
    recorded: Row[Session] | None = None

    @property
    def amounts(self) -> Amounts:
        """The gain of each player in points or levels, as recorded."""
        return self.recorded.gains if self.recorded else self.computed_amounts

    @property
    def computed_amounts(self) -> Amounts:
        """The gain of each player by today's code."""
        return {}

    @property
    def counts(self) -> bool:
        """Whether the entry is a hand that was not given up."""
        return False

    def add_to(self, game: Game, before: Session) -> Self:
        """Return the entry applied to the session `before`."""
        return replace(self, after=self.session_after(game, before))

    def reapply(self, game: Game, was: Session, before: Session) -> Self:
        """Return the entry applied to the session `before` instead of the session `was`.

        An entry whose stored row differs from today's code keeps that row; only its standings are shifted.
        """
        if self.recorded is None:
            return self.add_to(game, before)
        return replace(self, after=shift_standings(game, self.rules, self.after, was, before))

    def session_after(self, _game: Game, before: Session) -> object:
        """Return the session that follows when the entry is applied to the session `before`."""
        return before


def shift_standings(game: Game, rules: Ruleset, session: Session, was: Session, before: Session) -> Session:
    """Return `session` with each player's standing shifted by the difference between `before` and `was`."""
    now, then = before.standings, was.standings
    moved = {player: now[player].value - then[player].value for player in then if player in now}
    amounts = {player: amount for player, amount in moved.items() if amount}
    return game.adjust_standings(rules, session, amounts, None) if amounts else session


class SheetBegan(Entry, kw_only=True):
    """The beginning of a new sheet: everyone at the table gets what the rules give."""

    players: tuple[Player, ...]

    def session_after(self, game: Game, _before: Session) -> object:
        """Return a new session in which nobody has played."""
        session = game.create_session(self.rules)
        for player in self.players:
            session = game.add_player(self.rules, session, player)
        return session


class PlayerJoined(Entry, kw_only=True):
    """The arrival of a new player."""

    player: Player

    def session_after(self, game: Game, before: Session) -> object:
        """Return the session with one more player."""
        return game.add_player(self.rules, before, self.player)


class LeaderDrawn(Entry, kw_only=True):
    """A drawing of lots for the player who begins the next hand."""

    player: Player

    def session_after(self, game: Game, before: Session) -> object:
        """Return the session in which that player begins."""
        return game.set_starter(before, self.player)


class TokenSet(Entry, kw_only=True):
    """A statement by people whether the redeal token of a player is spent."""

    player: Player
    spent: bool

    def session_after(self, game: Game, before: Session) -> object:
        """Return the session with the token spent or not."""
        return game.set_token(before, self.player, self.spent)


class RulesRestaked(Entry, kw_only=True):
    """A change of the rules from `former`, by which everyone got what the new rules give to begin with."""

    former: Ruleset

    def session_after(self, game: Game, before: Session) -> object:
        """Return the session with the stakes of the new rules."""
        return game.shift_balances(before, self.former, self.rules)


class Adjustment(Entry, kw_only=True):
    """A change of points or levels by hand. `penalized` is the player who pays, where it is a penalty."""

    changes: Amounts = field(default_factory=dict)
    reason: str = ""
    penalized: Player | None = None

    @property
    def computed_amounts(self) -> Amounts:
        """The changes that people gave."""
        return self.changes

    def session_after(self, game: Game, before: Session) -> object:
        """Return the session with the changes."""
        return game.adjust_standings(self.rules, before, self.changes, self.penalized)


class HandRecord(Entry, kw_only=True):
    """A hand at this table: the game's hand, the session that it was dealt in, its moves, and its result.

    `circle` is everyone in order of turn at the deal. `leader` and `first` are the players who began it and bid first
    where people decided that; else None. `previous_versions` are the versions that corrections replaced, newest first.
    """

    number: int
    hand: Any
    opening_session: Session
    circle: tuple[Player, ...]
    leader: Player | None = None
    first: Player | None = None
    moves: tuple[Move, ...] = ()
    voided: str | None = None
    previous_versions: tuple["HandRecord", ...] = ()

    @property
    def settlement(self) -> Settlement[Player] | None:
        """The gains and their steps by today's code; None for a void or unfinished hand."""
        settled: Settlement[Player] | None = self.hand.settlement
        return settled if self.voided is None else None

    @property
    def computed_amounts(self) -> Amounts:
        """The gains of the settlement."""
        return self.settlement.amounts if self.settlement else {}

    @property
    def counts(self) -> bool:
        """Whether the hand was not given up."""
        return self.voided is None

    def play(self, move: Move) -> "HandRecord":
        """Return the record after one more move."""
        return replace(self, hand=move.play(self.hand), moves=(*self.moves, move))

    def end(self, game: Game) -> "HandRecord":
        """Return the record with the session that follows from it. A void hand leaves the session as it was."""
        return replace(self, after=self.hand.session if self.voided is not None else game.advance_session(self.hand))

    def add_to(self, game: Game, before: Session) -> "HandRecord":
        """Return the hand as it was played, applied to the session `before`."""
        resumed = replace(self, hand=game.rebase_hand(self.hand, before))
        return resumed if self.after is None else resumed.end(game)

    def redeal(self, game: Game, seats: tuple[Player, ...] = ()) -> "HandRecord":
        """Return the hand before its first move, dealt among other `seats` where they are given."""
        hand = deal_hand(game, self.rules, self.opening_session, seats or self.hand.seats, self.circle, self.first)
        return replace(self, hand=hand, moves=())


def deal_hand(
    game: Game,
    rules: Ruleset,
    opened: Session,
    seats: tuple[Player, ...],
    circle: tuple[Player, ...],
    first: Player | None,
) -> object:
    """Return a new hand of the game. `first` bids first where people decided that; else None."""
    hand = game.deal(rules, opened, seats, circle)
    return hand if first is None or game.set_first_bidder is None else game.set_first_bidder(hand, first)


class Unplayable(Entry, kw_only=True):
    """An entry that today's code cannot compute: only its row is left.

    `number` is the number of the hand that it was; None for anything else.
    """

    number: int | None = None

    @property
    def counts(self) -> bool:
        """Whether it is a hand with gains; a hand that was given up has none."""
        return bool(self.number and self.amounts)


# --- The table ---


class Ending(NamedTuple):
    """The reason why a session is over, and everyone from first to last; equals stand in one group."""

    why: Message
    ranking: tuple[tuple[Player, ...], ...]


class Sheet(Frozen):
    """The score sheet of an earlier session: its rules, its entries and its last standings."""

    preset: str
    rules: Ruleset
    entries: tuple[Entry, ...]
    session: Any


class TableState(Frozen):
    """The state of a table: everything that screens, exports and checks read."""

    game: Game
    preset: str
    rules: Ruleset
    session: Any
    people: Mapping[Player, Person] = field(default_factory=dict)

    circle: tuple[Player, ...] = ()
    """Everyone who ever sat down, in order of turn. Players who leave keep their place."""

    empty_chairs: tuple[Player, ...] = ()
    """The players who left and whose chair nobody has taken, the latest last."""

    entries: tuple[Entry, ...] = ()
    current: HandRecord | None = None

    pending: tuple[Entry, ...] = ()
    """Entries made while a hand is in progress, such as penalties. They follow that hand on the sheet."""

    sheets: tuple[Sheet, ...] = ()
    """The sheets of earlier sessions, oldest first."""

    hand_limit: int | None = None
    closed: bool = False
    ending: Ending | None = None

    stakes: Stakes = Stakes()
    """The worth of a point on all sheets, not only on the present one."""

    paid: tuple[Payment, ...] = ()
    """Payments for all sheets: a new sheet cancels no debt."""

    kept_from: int | None = None
    """The edition of the rules' code that wrote the imported file, where its moves were not refereed; else None."""

    modes: Mapping[str, str] = field(default_factory=dict)
    """The mode in which each part of a hand is recorded, where the table chose one."""

    zone: str | None = None
    """The name of the time zone in which the table was opened; None where the browser sent none."""

    stamp: Stamp | None = None

    def mode(self, part: str) -> str:
        """Return the mode in which a part of a hand is recorded: the one that the table chose, or the usual one."""
        return self.modes.get(part, self.game.modes[part][0])

    @derived
    def seating(self) -> tuple[Player, ...]:
        """The players at the table, in order of turn."""
        return tuple(player for player in self.circle if self.people[player].present)

    @property
    def standings(self) -> Mapping[Player, Standing]:
        """Everyone's standing."""
        standings: Mapping[Player, Standing] = self.session.standings
        return standings

    @property
    def pot(self) -> Amounts:
        """The pot, by the players who paid into it. Once the session is over it goes back to them."""
        return self.game.find_pot(self.current.hand.session if self.current else self.session)

    @property
    def hands(self) -> tuple[HandRecord, ...]:
        """The finished hands in order, void hands among them."""
        return tuple(entry for entry in self.entries if isinstance(entry, HandRecord))

    @derived
    def last_hand(self) -> HandRecord | None:
        """The hand that finished last; None before the first."""
        return next((entry for entry in reversed(self.entries) if isinstance(entry, HandRecord)), None)

    @derived
    def hand_number(self) -> int:
        """The number of the hand in progress, or of the next one."""
        if self.current:
            return self.current.number
        hands = (entry for entry in reversed(self.entries) if isinstance(entry, HandRecord | Unplayable))
        return next((hand.number + 1 for hand in hands if hand.number), 1)

    def find_hand(self, number: int) -> HandRecord | None:
        """Return the hand of that number on the present sheet, in progress or finished; None where there is none."""
        if self.current and self.current.number == number:
            return self.current
        hands = (entry for entry in reversed(self.entries) if isinstance(entry, HandRecord))
        return next((hand for hand in hands if hand.number == number), None)

    def summary(self, record: HandRecord) -> Summary:
        """The game's line about a hand."""
        return self.game.summarize(record.hand)

    def name(self, player: Player) -> str:
        """Return the name of a player; the number of one whose joining was taken back."""
        return self.people[player].name if player in self.people else f"#{player}"


def with_entry(state: TableState, entry: Entry) -> TableState:
    """Return the state with one more entry. An entry made during a hand follows that hand."""
    done = replace(entry.add_to(state.game, state.session), stamp=state.stamp)
    if state.current:
        return replace(state, session=done.after, pending=(*state.pending, done))
    return replace(state, session=done.after, entries=(*state.entries, done))


def with_finished_hand(state: TableState, record: HandRecord) -> TableState:
    """Return the state with the hand in progress finished as `record`, followed by the pending entries."""
    over = reapply_pending(replace(state, current=None, session=record.after))
    return replace(over, pending=(), entries=(*state.entries, record, *over.pending))


def reapply_pending(state: TableState) -> TableState:
    """Return the state with its pending entries applied to its session, which has changed."""
    session, pending = state.session, list[Entry]()
    for entry in state.pending:
        pending.append(entry.add_to(state.game, session))
        session = pending[-1].after
    return replace(state, session=session, pending=tuple(pending))


def open_sheet(state: TableState, sheet: int | None) -> TableState | None:
    """Return the table with an earlier sheet in the place of the present one, and without a hand in progress.

    Sheets count from 1. Returns the table itself for None, and None for a sheet that does not exist.
    """
    if sheet is None:
        return state
    if not 1 <= sheet <= len(state.sheets):
        return None
    past = state.sheets[sheet - 1]
    table = replace(state, preset=past.preset, rules=past.rules, entries=past.entries, session=past.session)
    return replace(table, sheets=state.sheets[: sheet - 1], current=None, pending=(), closed=False, hand_limit=None)


def with_sheet(state: TableState, sheet: int | None, table: TableState) -> TableState:
    """Return the table with a sheet as in `table`, a result of `open_sheet` that a move has changed."""
    if sheet is None:
        return table
    done = Sheet(table.preset, table.rules, table.entries, table.session)
    return replace(state, sheets=(*state.sheets[: sheet - 1], done, *state.sheets[sheet:]))


def with_replaced_hand(state: TableState, changed: HandRecord) -> TableState:
    """Return the state with one hand of the sheet replaced by `changed`.

    Later entries are applied to the new sessions; later hands keep their moves.
    """
    game = state.game
    place = next(at for at, entry in enumerate(state.entries) if getattr(entry, "number", None) == changed.number)
    entries, old = list(state.entries[:place]), state.entries[place:]
    was = session = session_before(state, place)
    for before, entry in zip(old, (changed, *old[1:]), strict=True):
        entries.append(entry.reapply(game, was, session))
        was, session = before.after, entries[-1].after
    current = state.current and state.current.reapply(game, was, session)
    return reapply_pending(replace(state, entries=tuple(entries), session=session, current=current))


def session_before(state: TableState, place: int) -> Any:
    """Return the session to which the entry at index `place` of the sheet was applied."""
    return state.entries[place - 1].after if place else state.game.create_session(state.rules)


def with_ending(state: TableState) -> TableState:
    """Return the state with its ending: by hand, by the number of hands, or by the game's own rule."""
    counted = (entry for entry in state.entries if entry.counts)
    begun = next(counted, None) is not None
    why = state.game.find_ending(state.rules, state.session) if begun else None
    if why is None and begun and state.hand_limit is not None and len(state.entries) >= state.hand_limit:
        hands = 1 + sum(1 for _ in counted)
        why = message("ending.hand_limit", hands=hands) if hands >= state.hand_limit else None
    if why is None and state.closed:
        why = message("ending.by_hand")
    if why is None:
        return replace(state, ending=None) if state.ending else state
    return replace(state, ending=Ending(why, rank_players(state.standings)))


# --- The score sheet ---


class SheetRow(Frozen):
    """One line of the score sheet: an entry, each player's gain, and the standings after it."""

    entry: HandRecord | Adjustment | Unplayable

    @property
    def amounts(self) -> Amounts:
        """The gain of each player."""
        return self.entry.amounts

    @property
    def standings(self) -> Mapping[Player, Standing]:
        """Everyone's standing after the entry."""
        standings: Mapping[Player, Standing] = self.entry.after.standings
        return standings

    @property
    def hand(self) -> HandRecord | None:
        """The hand of this line; None for any other entry."""
        return self.entry if isinstance(self.entry, HandRecord) else None


def score_sheet(entries: tuple[Entry, ...]) -> Iterator[SheetRow]:
    """Yield the lines of a score sheet, first to last. Arrivals and stakes are no lines."""
    for entry in entries:
        hidden = isinstance(entry, Unplayable) and not (entry.number or entry.amounts)
        if isinstance(entry, HandRecord | Adjustment | Unplayable) and not hidden:
            yield SheetRow(entry)
